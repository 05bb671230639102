"""Sizes, check, backups, restoring and deleting, on the real page over a real service."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.exchange.export_sheet import ExportSheet
from arbor_desktop.ui.settings.page import SettingsPage

Settle = Callable[[], None]


@pytest.fixture
def shown(page: SettingsPage, settle: Settle) -> SettingsPage:
    page.show_section("data")
    page.data.unfold()
    settle()
    return page


def contents(service: MemoryService) -> set[str]:
    return {memory.content for memory in service.query().memories}


def test_where_the_memory_lies_can_be_opened(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, opened: list[QUrl]
) -> None:
    qtbot.mouseClick(shown.data.open_button, Qt.MouseButton.LeftButton)
    assert [Path(url.toLocalFile()) for url in opened] == [service.home.folder]
    assert shown.data.location.description.text() == "~/arbor-home"
    assert "kB, plus 0 bytes of backups" in shown.data.file_row.description.text()


def test_a_system_that_opens_nothing_is_said(shown: SettingsPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown.data, "_open_url", lambda url: False)
    shown.data.open_button.click()
    assert shown.data.location.error.isVisible()


def test_a_check_says_that_all_is_well(qtbot: QtBot, shown: SettingsPage, settle: Settle) -> None:
    assert not shown.data.result.isVisible()
    qtbot.mouseClick(shown.data.check_button, Qt.MouseButton.LeftButton)
    assert shown.data.result.title.text() == "Checking…"
    settle()
    assert shown.data.result.title.text() == "No problems found"
    assert shown.data.check_button.isEnabled()


def test_a_check_names_the_problems(
    shown: SettingsPage, service: MemoryService, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"integrity": ["row 3 missing from index"], "index": [], "references": ["2 orphans"]}
    monkeypatch.setattr(service.verification, "problems", lambda: found)
    shown.data.check()
    settle()
    assert shown.data.result.title.text() == "2 problems found"
    assert "row 3 missing from index" in shown.data.result.error.text()


def test_memories_are_exported(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle, tmp_path: Path
) -> None:
    service.store("User prefers tabs over spaces", type="preference")
    service.store("User takes insulin twice a day", type="fact", privacy_level="sensitive")
    buttons = {one.accessibleName(): one for one in shown.data.findChildren(Button)}
    qtbot.mouseClick(buttons["Export memories"], Qt.MouseButton.LeftButton)
    settle()
    sheet = shown.window().findChild(ExportSheet)
    sheet.export(str(tmp_path / "mine.json"))
    settle()
    assert (tmp_path / "mine.json").exists()
    assert "1 memory exported to" in shown.snackbar.message
    assert "1 sensitive or “never share” memory left out" in shown.snackbar.message


def test_what_an_export_leaves_out_can_be_seen(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.store("User takes insulin twice a day", type="fact", privacy_level="sensitive")
    sheet = shown.data.open_export()
    settle()
    with qtbot.waitSignal(shown.private_wanted):
        qtbot.mouseClick(sheet.show_private, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("button", ["Import memories", "Import a folder"])
def test_files_and_folders_with_memories_are_handed_on(
    shown: SettingsPage, qtbot: QtBot, tmp_path: Path, button: str
) -> None:
    QTest.mouseClick(
        next(one for one in shown.data.findChildren(Button) if one.accessibleName() == button),
        Qt.MouseButton.LeftButton,
    )
    dialog = shown.findChild(QFileDialog) or shown.window().findChild(QFileDialog)
    with qtbot.waitSignal(shown.import_wanted) as wanted:
        if button == "Import memories":
            dialog.filesSelected.emit([str(tmp_path / "one.txt"), str(tmp_path / "two.json")])
        else:
            dialog.fileSelected.emit(str(tmp_path))
    dialog.reject()
    assert wanted.args == [
        [tmp_path / "one.txt", tmp_path / "two.json"] if button == "Import memories" else [tmp_path]
    ]


def test_a_backup_is_made_where_the_person_wants_it(
    shown: SettingsPage, settle: Settle, tmp_path: Path
) -> None:
    dialog = shown.data.backups.choose_target()
    field = dialog.findChild(QLineEdit)
    assert field is not None
    assert field.text() == "arbor-2026-01-01.db"
    field.setText(str(tmp_path / "mine"))
    dialog.accept()
    settle()
    assert (tmp_path / "mine.db").stat().st_size > 0
    assert "mine.db" in shown.snackbar.message


def test_a_backup_never_overwrites(shown: SettingsPage, settle: Settle, tmp_path: Path) -> None:
    there = tmp_path / "precious.db"
    there.write_text("mine")
    shown.data.backups.back_up(str(there))
    settle()
    assert there.read_text() == "mine"
    assert "exists already" in shown.data.backups.make_row.error.text()
    assert shown.data.backups.make_button.isEnabled()


def test_restoring_asks_first_and_keeps_what_was_there(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.store("The deadline is 24 hours.", type="fact")
    service.backup(service.home.backups / "daily-20251231.db")
    service.store("Deploys go through the release branch.", type="fact")
    shown.refresh()
    settle()
    (row,) = shown.data.backups.backup_rows
    assert row.title.text() == "Daily backup"
    (button,) = row.findChildren(Button)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = shown.data.backups.dialog
    assert dialog is not None
    assert "Arbor backs up your current memories and conversations first." in dialog.texts[1].text()
    assert contents(service) == {"The deadline is 24 hours.", "Deploys go through the release branch."}
    qtbot.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
    settle()
    assert shown.data.backups.dialog is None
    assert contents(service) == {"The deadline is 24 hours."}
    titles = {row.title.text() for row in shown.data.backups.backup_rows}
    assert titles == {"Daily backup", "Backup before a restore"}
    assert "Backup restored" in shown.snackbar.message


def test_restoring_can_be_cancelled(shown: SettingsPage, service: MemoryService, settle: Settle) -> None:
    service.store("The deadline is 24 hours.", type="fact")
    service.backup(service.home.backups / "daily-20251231.db")
    service.store("Deploys go through the release branch.", type="fact")
    dialog = shown.data.backups.ask_to_restore(service.home.backups / "daily-20251231.db")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert len(contents(service)) == 2


def test_a_file_that_is_no_backup_is_refused_in_the_dialog(
    shown: SettingsPage, service: MemoryService, settle: Settle, tmp_path: Path
) -> None:
    (tmp_path / "letter.db").write_text("Dear all")
    chooser = shown.data.backups.choose_source()
    field = chooser.findChild(QLineEdit)
    assert field is not None
    field.setText(str(tmp_path / "letter.db"))
    chooser.accept()
    dialog = shown.data.backups.dialog
    assert dialog is not None
    dialog.do.click()
    settle()
    assert dialog.isVisible()
    assert "not an Arbor memory file" in dialog.error.text()
    dialog.cancel.click()
    assert shown.data.backups.dialog is None


@pytest.mark.slow
def test_of_many_backups_the_newest_show_and_the_others_on_demand(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    for day in range(1, 9):
        service.backup(service.home.backups / f"daily-2025120{day}.db")
    shown.refresh()
    settle()
    assert len(shown.data.backups.backup_rows) == 5
    assert shown.data.backups.more_row.button.text() == "Show all 8 backups"
    qtbot.mouseClick(shown.data.backups.more_row.button, Qt.MouseButton.LeftButton)
    assert len(shown.data.backups.backup_rows) == 8
    assert not shown.data.backups.more_row.isVisible()


def test_everything_is_deleted_only_when_the_word_is_typed(
    qtbot: QtBot, shown: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.store("The deadline is 24 hours.", type="fact")
    qtbot.mouseClick(shown.data.delete_button, Qt.MouseButton.LeftButton)
    dialog = shown.data.dialog
    assert dialog is not None
    assert not dialog.do.isEnabled()
    QTest.keyClicks(dialog.field, "delet")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert not dialog.do.isEnabled()
    assert len(contents(service)) == 1
    QTest.keyClicks(dialog.field, "e")
    assert dialog.do.isEnabled()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    settle()
    assert contents(service) == set()
    assert shown.data.dialog is None
    assert shown.snackbar.message == "Deleted 1 memory and 0 conversations"
