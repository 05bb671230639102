"""Sources, consent, exclusions and pausing, on the real page over a real service."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import TagChip
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.sources import SourceRow
from arbor_desktop.ui.theme import Theme
from tests.conftest import ManualClock

Settle = Callable[[], None]


@pytest.fixture
def shown(page: SettingsPage, settle: Settle) -> SettingsPage:
    page.show_section("sources")
    page.sources.unfold()
    settle()
    return page


def source(page: SettingsPage, name: str = "claude-code") -> SourceRow:
    return page.sources.sources.source_rows[name]


def test_a_found_source_is_counted_and_off(
    claude: Path, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    row = source(shown)
    assert row.switch.isEnabled()
    assert not row.switch.isChecked()
    files = list(claude.rglob("*.jsonl"))
    assert row.facts.text().startswith(f"{len(files)} files, ")
    assert row.description.text() == "~/.claude/projects"
    assert service.conversations().total == 0, "counting reads nothing"
    assert "only sources that you turn on" in shown.sources.sources.note.text()


def test_counting_says_so_until_it_is_done(claude: Path, theme: Theme) -> None:
    info = SourceInfo("x", "Claude Code", str(claude), None, False, True, False, 0, 0)
    row = SourceRow(Icons(theme), info)
    assert row.facts.text() == "Counting…"


def test_a_source_that_is_not_there_cannot_be_switched_on(shown: SettingsPage) -> None:
    assert "claude-code" not in shown.sources.sources.source_rows
    absent = shown.sources.sources.absent_row
    assert (
        absent.title.text() == "Supported, but not found on this computer"
        and "Claude Code" in absent.description.text()
    )


@pytest.mark.slow
def test_a_source_that_is_gone_can_still_be_switched_off(
    qtbot: QtBot, claude: Path, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    source(shown).switch.click()
    settle()
    shutil.rmtree(claude)
    shown.refresh()
    settle()
    row = source(shown)
    assert "missing" in row.facts.text()
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("capture.enabled_sources") == []
    assert "claude-code" not in shown.sources.sources.source_rows


def test_an_export_is_imported_from_a_file(qtbot: QtBot, shown: SettingsPage, tmp_path: Path) -> None:
    row = source(shown, "chatgpt")
    assert row.switch.isHidden() and not row.choose.isHidden()
    wanted: list[list[Path]] = []
    shown.import_wanted.connect(wanted.append)
    qtbot.mouseClick(row.choose, Qt.MouseButton.LeftButton)
    dialog = shown.window().findChild(QFileDialog)
    assert dialog is not None
    dialog.filesSelected.emit([str(tmp_path / "export.zip")])
    dialog.close()
    assert wanted == [[tmp_path / "export.zip"]]


@pytest.mark.slow
def test_switching_on_captures_at_once_and_the_row_follows(
    qtbot: QtBot, claude: Path, shown: SettingsPage, service: MemoryService, clock: ManualClock
) -> None:
    service.start_watching()
    qtbot.mouseClick(source(shown).switch, Qt.MouseButton.LeftButton)
    sessions = len(list(claude.glob("*/*.jsonl")))
    qtbot.waitUntil(lambda: f"{sessions} conversations" in source(shown).facts.text(), timeout=60_000)
    qtbot.waitUntil(lambda: shown.sources.status_row.title.text() == "Ready · watching 1 source")
    assert source(shown).switch.isChecked()


def test_a_source_that_cannot_be_read_says_why_and_is_tried_again(
    qtbot: QtBot, claude: Path, shown: SettingsPage, service: MemoryService, settle: Settle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    refused = SourceInfo(
        "claude-code",
        "Claude Code",
        str(claude),
        "claude-code",
        True,
        True,
        False,
        0,
        0,
        0,
        "Permission denied",
    )
    with monkeypatch.context() as patch:
        patch.setattr(service, "sources", lambda sizes=True: [refused])
        shown.refresh()
        settle()
        row = source(shown)
        assert row.error.text() == "Couldn't read this source: Permission denied"
        assert row.retry.isVisible()
    qtbot.mouseClick(row.retry, Qt.MouseButton.LeftButton)
    settle()
    assert not row.retry.isVisible()
    assert not row.error.isVisible()
    assert "files" in row.facts.text()
    service.stop_watching()


def test_a_folder_is_added_by_choosing_it(
    shown: SettingsPage, service: MemoryService, settle: Settle, tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    dialog = shown.sources.sources.choose_folder()
    assert isinstance(dialog, QFileDialog)
    dialog.setDirectory(str(tmp_path))
    field = dialog.findChild(QLineEdit)
    assert field is not None
    field.setText(str(tmp_path / "notes"))
    dialog.accept()
    settle()
    row = source(shown, str(tmp_path / "notes"))
    assert row.title.text() == "notes"
    assert row.remove.isVisible()
    assert not row.switch.isVisible()
    assert [info.path for info in service.sources() if info.added] == [str(tmp_path / "notes")]


def test_a_folder_that_vanished_meanwhile_is_refused_beside_the_button(
    shown: SettingsPage, settle: Settle, tmp_path: Path
) -> None:
    shown.sources.sources.add_folder(str(tmp_path / "gone"))
    settle()
    assert "There is no folder" in shown.sources.sources.add_row.error.text()


def test_a_removed_folder_comes_back_by_undo(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle, tmp_path: Path
) -> None:
    service.add_source(str(tmp_path), "claude-code")
    settle()
    qtbot.mouseClick(source(shown, str(tmp_path)).remove, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("capture.added_folders") == []
    assert str(tmp_path) not in shown.sources.sources.source_rows
    assert "no longer read" in shown.snackbar.message
    qtbot.mouseClick(shown.snackbar.action_button, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("capture.added_folders") == [{"path": str(tmp_path), "source": "claude-code"}]
    assert str(tmp_path) in shown.sources.sources.source_rows
    shown.undo()
    assert shown.snackbar.message == "Nothing to undo on this page"


def test_exclusions_are_typed_and_removed_as_chips(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    editor = shown.sources.exclusions.editor
    entry = editor.findChild(QLineEdit)
    assert entry is not None
    editor._begin()
    QTest.keyClicks(entry, "~/work/client-a")
    QTest.keyClick(entry, Qt.Key.Key_Return)
    QTest.keyClicks(entry, "*.tmp.jsonl")
    QTest.keyClick(entry, Qt.Key.Key_Return)
    QTest.keyClick(entry, Qt.Key.Key_Escape)
    settle()
    assert service.exclusions() == ["~/work/client-a", "*.tmp.jsonl"]
    chip = editor.findChildren(TagChip)[0]
    qtbot.mouseClick(chip._close, Qt.MouseButton.LeftButton)
    settle()
    assert service.exclusions() == ["*.tmp.jsonl"]
    shown.undo()
    settle()
    assert sorted(service.exclusions()) == ["*.tmp.jsonl", "~/work/client-a"]
    assert sorted(editor.tags) == ["*.tmp.jsonl", "~/work/client-a"]


def test_exclusions_made_elsewhere_show(shown: SettingsPage, service: MemoryService, settle: Settle) -> None:
    service.exclude("~/private")
    settle()
    assert shown.sources.exclusions.editor.tags == ("~/private",)


def test_a_pattern_that_matches_nothing_says_so(
    shown: SettingsPage, service: MemoryService, settle: Settle, qtbot: QtBot
) -> None:
    row = shown.sources.exclusions
    entry = row.editor.findChild(QLineEdit)
    assert entry is not None
    row.editor._begin()
    for typed, said in (
        ("clinet-*", "Arbor knows nothing that matches clinet-* now."),
        ("../client", "Give a folder's whole path, or a pattern such as *.tmp.jsonl."),
    ):
        QTest.keyClicks(entry, typed)
        QTest.keyClick(entry, Qt.Key.Key_Return)
        settle()
        assert row.error.text() == said
    assert service.exclusions() == ["clinet-*"]


def test_a_folder_that_is_never_read_is_chosen(
    shown: SettingsPage, service: MemoryService, settle: Settle, tmp_path: Path
) -> None:
    dialog = shown.sources.exclusions.choose_folder()
    field = dialog.findChild(QLineEdit)
    assert field is not None
    field.setText(str(tmp_path))
    dialog.accept()
    settle()
    assert service.exclusions() == [str(tmp_path)]


def test_nothing_below_moves_while_conversations_are_processed(qtbot: QtBot, shown: SettingsPage) -> None:
    """A switch must still be under the mouse when the button goes down."""
    row = shown.sources.status_row
    tall = row.sizeHint().height(), row.heightForWidth(row.width())
    long = "a conversation with a title that goes on and on " * 8
    for current in (None, "", "notes.jsonl", long):
        row.show_status(
            ServiceStatus("processing", done=1, total=3_000, current=current, watching=("codex",))
        )
        assert (row.sizeHint().height(), row.heightForWidth(row.width())) == tall
        assert row.description.text()
        assert not row.description.isHidden()


def test_an_export_is_looked_for_where_downloads_lie(
    qtbot: QtBot, shown: SettingsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(tmp_path))
    dialog = shown.sources.sources.choose_export("chatgpt")
    assert dialog.windowTitle() == "Choose a ChatGPT export"
    assert Path(dialog.directory().absolutePath()) == tmp_path
    assert source(shown, "chatgpt").facts.text() == "Nothing imported yet"
    dialog.reject()


def test_pausing_and_resuming(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle, clock: ManualClock
) -> None:
    row = shown.sources.status_row
    qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
    settle()
    assert service.get_status().state == "paused"
    assert (row.title.text(), row.button.text()) == ("Paused", "Resume")
    qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
    settle()
    assert service.get_status().state == "ready"
    assert row.button.text() == "Pause"
    service.pause(clock() + 3_600_000)
    settle()
    assert row.title.text().startswith("Paused until ")


@pytest.mark.slow
def test_a_source_that_appears_while_the_page_is_open_is_noticed(
    shown: SettingsPage, home: Path, clock: ManualClock, settle: Settle
) -> None:
    sources = shown.sources.sources
    assert "claude-code" not in sources.source_rows
    assert sources.looks_again.isActive()
    write_sessions(home.parent, clock())
    sources.looks_again.timeout.emit()
    settle()
    assert source(shown).isVisible()
    shown.show_section("general")
    assert not sources.looks_again.isActive()
