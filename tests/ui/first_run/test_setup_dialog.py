"""The setup as a newcomer goes through it: real sources, a real preview, files of tools changed as shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, SettingRow, Switch
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.sheet import EncryptionSheet
from arbor_desktop.ui.exchange.import_sheet import ImportSheet
from arbor_desktop.ui.first_run.dialog import SetupDialog, is_new, is_over, is_under_way
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.sheet import InstallSheet
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.window_state import WindowState
from tests._integrations import HandMadeSetup
from tests.reliability.sessions import Session

LINT = "Always run the linter before you commit anything in this repository."
TABS = "I prefer tabs to spaces in all of my Python projects."


@pytest.fixture
def claude(home: Path, clock: Any) -> Path:
    folder = Path(os.environ["HOME"]) / ".claude" / "projects"
    folder.mkdir(parents=True)
    session = Session("lint").say(LINT).reply("Understood.").say(TABS).reply("Noted.")
    os.utime(session.write(folder), (clock() / 1000, clock() / 1000))
    return folder


@pytest.fixture
def state(tmp_path: Path) -> WindowState:
    return WindowState(tmp_path / "window.ini")


Opens = Callable[[], SetupDialog]


@pytest.fixture
def opens(
    qtbot: QtBot, icons: Icons, bridge: Bridge, state: WindowState, clock: Any, tmp_path: Path
) -> Iterator[Opens]:
    made: list[SetupDialog] = []

    def open_() -> SetupDialog:
        dialog = SetupDialog(icons, bridge, state, HandMadeSetup(tmp_path / "noor"), clock=clock)  # type: ignore[arg-type]
        made.append(dialog)
        dialog.show()
        settle(qtbot, bridge)
        return dialog

    yield open_
    for dialog in made:
        dialog.close()
    settle(qtbot, bridge)


def settle(qtbot: QtBot, bridge: Bridge) -> None:
    for _ in range(3):
        qtbot.waitUntil(lambda: not bridge.busy, timeout=60_000)
        qtbot.wait(1)


def click(qtbot: QtBot, widget: Any) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def turn_on(qtbot: QtBot, dialog: SetupDialog) -> None:
    click(qtbot, dialog.sources.rows.findChildren(Switch)[0])


def test_from_the_first_switch_to_the_first_memories(
    opens: Opens, qtbot: QtBot, bridge: Bridge, service: MemoryService, state: WindowState, claude: Path
) -> None:
    dialog = opens()
    assert dialog.note.text() == "0 of 1 sources chosen"
    turn_on(qtbot, dialog)
    assert dialog.note.text() == "1 of 1 sources chosen"
    click(qtbot, dialog.next)
    qtbot.waitUntil(lambda: dialog.preview.done, timeout=60_000)
    settle(qtbot, bridge)
    rows = dialog.preview.candidates
    assert len(rows) >= 2
    assert service.query(status="all").total == 0, "nothing is saved yet"
    assert not service.settings.get("capture.enabled_sources"), "and no source is on yet"

    dropped = rows[0].text
    click(qtbot, rows[0].tick)
    assert dialog.note.text() == "Nothing saved yet · 1 unticked"
    click(qtbot, rows[1].edit)
    rows[1].field.selectAll()
    qtbot.keyClicks(rows[1].field, "Words of my own for this.")
    qtbot.keyClick(rows[1].field, Qt.Key.Key_Return)
    kept = len(rows) - 1
    assert dialog.next.text() == (f"Save {kept} memories" if kept > 1 else "Save 1 memory")
    click(qtbot, dialog.next)
    settle(qtbot, bridge)

    click(qtbot, dialog.next)
    settle(qtbot, bridge)
    assert [item.glyph for item in dialog.items] == ["check", "check", "check", "4", "5"]
    assert dialog.tools.rows.shown
    for row in dialog.tools.rows.shown.values():
        assert row.explained.isVisible(), "what the tool gets is said"
        assert not row.files.isVisible(), "its files are shown before they are changed"
    click(qtbot, dialog.next)
    settle(qtbot, bridge)
    to_review = f" · {count} to review" if (count := service.get_status().to_review) else ""
    assert dialog.ready.saved.text() == f"{kept} {'memories' if kept > 1 else 'memory'} saved{to_review}"
    with qtbot.waitSignal(dialog.ended):
        click(qtbot, dialog.next)
    settle(qtbot, bridge)
    assert service.settings.get("capture.enabled_sources") == ["claude-code"]
    texts = [memory.content for memory in service.query(limit=100).memories]
    assert "Words of my own for this." in texts
    assert dropped not in texts
    assert is_over(state)
    assert not is_new(service)
    assert opens().number == 0, "opened again, it begins at the beginning"


def test_an_ai_tool_is_connected_in_the_same_words_throughout(
    opens: Opens, qtbot: QtBot, bridge: Bridge, service: MemoryService, claude: Path
) -> None:
    dialog = opens()
    while dialog.number < 3:
        click(qtbot, dialog.next)
        settle(qtbot, bridge)
    assert "0 of" in dialog.note.text() and dialog.note.text().endswith("connected")
    row = dialog.tools.rows.rows[0]
    assert row.buttons["install"].text() == "Connect"
    click(qtbot, row.buttons["install"])
    settle(qtbot, bridge)
    (sheet,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, InstallSheet) and w.isVisible())
    assert (sheet.heading.text(), sheet.do.text()) == (f"Connect “{row.tile.title}”", "Connect")
    click(qtbot, sheet.do)
    settle(qtbot, bridge)
    assert dialog.note.text().startswith("1 of")
    assert row.state.text.startswith("Connected")
    assert row.buttons["remove"].text() == "Disconnect"


def test_skip_saves_nothing(
    opens: Opens, qtbot: QtBot, bridge: Bridge, service: MemoryService, claude: Path
) -> None:
    dialog = opens()
    turn_on(qtbot, dialog)
    click(qtbot, dialog.next)
    qtbot.waitUntil(lambda: dialog.preview.done, timeout=60_000)
    settle(qtbot, bridge)
    click(qtbot, dialog.skip)
    settle(qtbot, bridge)
    assert dialog.steps[dialog.number] is dialog.reading
    assert service.query(status="all").total == 0
    assert service.conversations().total == 0


def test_closed_in_the_middle_it_goes_on_where_it_was(
    opens: Opens, qtbot: QtBot, bridge: Bridge, service: MemoryService, state: WindowState, claude: Path
) -> None:
    dialog = opens()
    turn_on(qtbot, dialog)
    click(qtbot, dialog.next)
    qtbot.waitUntil(lambda: dialog.preview.done, timeout=60_000)
    settle(qtbot, bridge)
    assert (service.home.folder / "first-look").exists()
    dialog.show_step(2)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle(qtbot, bridge)
    assert not (service.home.folder / "first-look").exists(), "what was read for the preview goes"
    assert is_under_way(state)
    assert not service.settings.get("capture.enabled_sources")

    again = opens()
    assert again.number == 2
    assert again.sources.chosen == ("claude-code",)


def test_later_ends_it_without_a_source(
    opens: Opens, qtbot: QtBot, bridge: Bridge, service: MemoryService, state: WindowState, claude: Path
) -> None:
    dialog = opens()
    with qtbot.waitSignal(dialog.ended):
        click(qtbot, dialog.later)
    settle(qtbot, bridge)
    assert is_over(state)
    assert not service.settings.get("capture.enabled_sources")


def test_a_computer_without_conversations_says_so(opens: Opens, qtbot: QtBot, bridge: Bridge) -> None:
    dialog = opens()
    assert dialog.sources.nothing.isVisible()
    click(qtbot, dialog.next)
    settle(qtbot, bridge)
    assert dialog.preview.nothing.title.text() == "No sources turned on"
    assert dialog.next.text() == "Continue"
    click(qtbot, dialog.next)
    settle(qtbot, bridge)
    assert [item.glyph for item in dialog.items] == ["1", "2", "3", "4", "5"], "no source was chosen"


def test_memories_of_other_tools_are_found_and_imported_after_a_look(
    opens: Opens, qtbot: QtBot, bridge: Bridge, service: MemoryService, claude: Path
) -> None:
    notes = Path(os.environ["HOME"]) / "basic-memory"
    notes.mkdir()
    (notes / "kiln.md").write_text(
        "---\ntitle: Kiln\ntype: note\n---\n\n- [stack] The kiln runs on FastAPI\n"
    )
    dialog = opens()
    (row,) = dialog.sources.found_rows.rows
    assert isinstance(row, SettingRow)
    assert row.title.text() == "basic-memory"
    click(qtbot, row.findChildren(Button)[0])
    settle(qtbot, bridge)
    (sheet,) = dialog.findChildren(ImportSheet)
    assert service.query().total == 0
    click(qtbot, sheet.do)
    settle(qtbot, bridge)

    assert [memory.content for memory in service.query().memories] == ["The kiln runs on FastAPI"]
    assert row.description.text() == "1 memory imported"


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """Says why the keyring can't be used; None: it can."""

    def found(trouble: str | None) -> None:
        for module in ("first_run.steps", "encryption.sheet"):
            monkeypatch.setattr(f"arbor_desktop.ui.{module}.keyring_trouble", lambda: trouble)

    return found


def test_one_switch_has_the_memory_encrypted_once_the_code_is_typed_back(
    opens: Opens, qtbot: QtBot, bridge: Bridge, state: WindowState, keyring: Callable[[str | None], None]
) -> None:
    keyring(None)
    dialog = opens()
    told: list[Any] = []
    dialog.ended.connect(lambda: told.append("ended"))
    dialog.encryption_wanted.connect(told.append)
    dialog.show_step(4)
    settle(qtbot, bridge)
    assert dialog.ready.encryption.isVisible()
    assert not dialog.ready.encrypt.isChecked()
    click(qtbot, dialog.ready.encrypt)
    click(qtbot, dialog.next)
    settle(qtbot, bridge)
    (sheet,) = dialog.findChildren(EncryptionSheet)
    click(qtbot, sheet.cancel)
    assert dialog.isVisible(), "without the code the setup is not over"
    assert told == []
    click(qtbot, dialog.next)
    settle(qtbot, bridge)
    (sheet,) = [one for one in dialog.findChildren(EncryptionSheet) if one.isVisible()]
    assert sheet.code is not None
    assert sheet._new is not None
    qtbot.keyClicks(sheet.code.field, sheet._new.code)
    click(qtbot, sheet.do)
    settle(qtbot, bridge)
    assert told == ["ended", Change(sheet._new)]
    assert is_over(state)


def test_without_a_keyring_the_setup_says_nothing_of_encryption(
    opens: Opens, qtbot: QtBot, bridge: Bridge, keyring: Callable[[str | None], None]
) -> None:
    keyring("This system has no keyring.")
    dialog = opens()
    dialog.show_step(4)
    settle(qtbot, bridge)
    assert not dialog.ready.encryption.isVisible()


@pytest.mark.parametrize("letters", [13, 20])
def test_in_a_small_window_the_buttons_and_headings_stay_in_view(
    qapp: QApplication, bridge: Bridge, state: WindowState, clock: Any, tmp_path: Path, qtbot: QtBot,
    letters: int,
) -> None:  # fmt: skip
    font = QFont(qapp.font())
    font.setPixelSize(letters)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    setup: Any = HandMadeSetup(tmp_path / "noor")
    dialog = SetupDialog(Icons(Theme(font)), bridge, state, setup, clock=clock, parent=window)
    dialog.show()
    for item, step in zip(dialog.items, dialog.steps, strict=True):
        click(qtbot, item)
        settle(qtbot, bridge)
        assert dialog.width() <= 900 and dialog.height() <= 600
        for part in (dialog.next, step.heading, *dialog.items):
            assert dialog.rect().contains(QRect(part.mapTo(dialog, QPoint()), part.size())), part
    dialog.close()
    settle(qtbot, bridge)
