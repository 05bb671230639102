"""Installing and removing: shown first, done when confirmed, taken back to the byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.dialog import IntegrationsDialog
from arbor_desktop.ui.integrations.diff import Kind, difference
from arbor_desktop.ui.integrations.model import Shown, Tile, tiles
from arbor_desktop.ui.integrations.sheet import InstallSheet
from arbor_desktop.ui.integrations.strip import IntegrationStrip
from arbor_desktop.user_files.model import FileChange, Plan, Standing
from tests._integrations import CONSENT, NOTE, HandMadeSetup

HOOKS = ".codex/hooks.json"
Sheet = Callable[[], InstallSheet]
Wait = Callable[[], None]


class Person:
    """Presses a button, reads the sheet, decides."""

    def __init__(self, qtbot: QtBot, icons: Icons, bridge: Bridge, setup: HandMadeSetup, wait: Wait) -> None:
        self.qtbot, self.setup, self.wait = qtbot, setup, wait
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1000, 700)
        self.window.show()
        self.controller = IntegrationsController(icons, bridge, setup, self.window)
        self.said: list[tuple[str, Any]] = []
        self.refused: list[str] = []
        self.controller.said.connect(lambda words, back: self.said.append((words, back)))
        self.controller.failed.connect(self.refused.append)

    def tile(self, name: str) -> Tile:
        return next(tile for tile in tiles(self.setup.list(), {}) if tile.name == name)

    def ask(self, name: str, verb: str = "install") -> None:
        self.controller.plan(self.tile(name), verb)
        self.wait()

    def press(self, key: Qt.Key, on: QWidget) -> None:
        self.qtbot.keyClick(on, key)
        self.wait()


@pytest.fixture
def person(qtbot: QtBot, icons: Icons, bridge: Bridge, setup: HandMadeSetup, wait: Wait) -> Person:
    return Person(qtbot, icons, bridge, setup, wait)


@pytest.fixture
def codex(setup: HandMadeSetup) -> bytes:
    """What a person has in Codex's file already."""
    text = b'{\n    "model": "gpt-5"\n}\n'
    file = setup.folder / HOOKS
    file.parent.mkdir(parents=True)
    file.write_bytes(text)
    return text


def test_each_file_is_shown_with_its_exact_change_and_nothing_is_done_yet(
    person: Person, codex: bytes, setup: HandMadeSetup, sheet: Sheet
) -> None:
    person.ask("codex")
    shown = sheet()
    assert shown.heading.text() == "Connect “Codex”"
    assert [section.change.path for section in shown.files] == [
        str(setup.folder / ".codex/hooks.json"), str(setup.folder / ".codex/config.json"),
    ]  # fmt: skip
    first = shown.files[0]
    assert first.what.text() == "An entry for Arbor."
    assert first.kind.text() == "Changed file · 4 lines added, 1 line removed"
    text = first.view.toPlainText().split("\n")
    assert '-     "model": "gpt-5"'.replace("-", "−", 1) in text
    assert any(line.startswith("+ ") and "arbor" in line for line in text)
    assert shown.files[1].kind.text() == "New file · 5 lines added"
    assert "backs up each existing file" in shown.kept.text()
    assert not setup.applied
    assert (setup.folder / HOOKS).read_bytes() == codex


def test_the_notes_of_the_tool_are_read_before(person: Person, sheet: Sheet) -> None:
    person.ask("codex")
    texts = [label.text() for label in sheet().body.findChildren(type(sheet().heading))]
    assert sheet().purpose.text() == CONSENT
    assert texts[0] == NOTE, "above the files, which may be long"


def test_return_does_what_was_shown_and_says_so(
    person: Person, codex: bytes, setup: HandMadeSetup, sheet: Sheet
) -> None:
    person.ask("codex")
    plan = sheet().shown.plan
    person.press(Qt.Key.Key_Return, sheet())
    assert setup.applied == [plan]
    assert person.tile("codex").standing is Standing.INSTALLED
    assert person.said[0][0] == "“Codex” connected"


def test_escape_changes_nothing(person: Person, codex: bytes, setup: HandMadeSetup, sheet: Sheet) -> None:
    person.ask("codex")
    person.press(Qt.Key.Key_Escape, sheet())
    assert not setup.applied
    assert not person.said
    assert (setup.folder / HOOKS).read_bytes() == codex


def test_it_is_taken_back_to_the_byte(
    person: Person, codex: bytes, setup: HandMadeSetup, sheet: Sheet
) -> None:
    person.ask("codex")
    person.press(Qt.Key.Key_Return, sheet())
    take_back = person.said[0][1]
    take_back()
    person.wait()
    assert (setup.folder / HOOKS).read_bytes() == codex
    assert not (setup.folder / ".codex/config.json").exists()
    assert person.said[1] == ("Undone. The files were restored.", None)


def test_what_was_removed_comes_back_as_it_was(person: Person, setup: HandMadeSetup, sheet: Sheet) -> None:
    setup.install("codex")
    before = (setup.folder / HOOKS).read_bytes()
    person.ask("codex", "remove")
    assert sheet().heading.text() == "Disconnect “Codex”"
    assert sheet().files[0].kind.text().startswith("Deleted file")
    person.press(Qt.Key.Key_Return, sheet())
    assert not (setup.folder / HOOKS).exists()
    person.said[0][1]()
    person.wait()
    assert (setup.folder / HOOKS).read_bytes() == before


def test_a_file_that_changed_meanwhile_is_said_and_shown_anew(
    person: Person, codex: bytes, setup: HandMadeSetup, sheet: Sheet
) -> None:
    person.ask("codex")
    (setup.folder / HOOKS).write_bytes(b'{\n  "other": 1\n}\n')
    shown = sheet()
    person.press(Qt.Key.Key_Return, shown)
    assert shown.isVisible()
    assert "changed meanwhile" in shown.error.text()
    assert not setup.applied
    assert '"other": 1' in shown.files[0].view.toPlainText(), "what would be changed now is shown"
    assert shown.do.isEnabled()
    person.press(Qt.Key.Key_Return, shown)
    assert person.tile("codex").standing is Standing.INSTALLED


def test_taking_back_over_a_later_change_is_refused(
    person: Person, codex: bytes, setup: HandMadeSetup, sheet: Sheet
) -> None:
    person.ask("codex")
    person.press(Qt.Key.Key_Return, sheet())
    (setup.folder / HOOKS).write_bytes(b"{}\n")
    person.said[0][1]()
    person.wait()
    assert (setup.folder / HOOKS).read_bytes() == b"{}\n"
    assert "changed meanwhile" in person.refused[0]


def test_nothing_to_do_can_not_be_done(person: Person, setup: HandMadeSetup, sheet: Sheet) -> None:
    setup.install("codex")
    person.ask("codex")
    assert not sheet().do.isEnabled()
    assert not sheet().files


def test_the_lines_are_told_apart_by_sign_not_by_colour_alone(
    person: Person, codex: bytes, sheet: Sheet
) -> None:
    person.ask("codex")
    view = sheet().files[0].view
    lines = [line for _, some in sheet().shown.changes[:1] for line in some]
    for line, text in zip(lines, view.toPlainText().split("\n"), strict=True):
        sign = {Kind.ADDED: "+", Kind.REMOVED: "−"}.get(line.kind, " ")
        assert text.startswith(sign)
    assert "hooks.json" in view.accessibleName()
    assert view.accessibleDescription() == "4 lines added, 1 line removed"


def test_a_long_change_is_read_by_keys(person: Person, icons: Icons) -> None:
    text = "".join(f"line {n}\n" for n in range(120)).encode()
    change = FileChange("/home/noor/.codex/hooks.json", None, text, "Hooks")
    shown = Shown(Plan("codex", "install", (change,)), ((change, tuple(difference(None, text))),))
    person.window.resize(800, 420)
    sheet = InstallSheet(icons, person.tile("codex"), "install", shown, person.window)
    sheet.show()
    person.wait()
    bar, view = sheet.area.verticalScrollBar(), sheet.files[0].view
    assert sheet.height() <= 420, "within the window"
    assert bar.maximum() > 0
    person.press(Qt.Key.Key_PageDown, sheet.do)
    assert bar.value() > 0
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(100):
        person.qtbot.keyClick(view, Qt.Key.Key_Down)
    at = view.viewport().mapTo(sheet.area.viewport(), view.cursorRect().center())
    assert sheet.area.viewport().rect().contains(at), "the line that the keyboard is at is seen"


def test_everything_that_takes_the_focus_has_a_name(
    person: Person, codex: bytes, sheet: Sheet, icons: Icons
) -> None:
    person.ask("codex")
    shown = sheet()
    dialog = IntegrationsDialog(icons, person.controller, None, parent=person.window)
    dialog.show()
    person.wait()
    strip = IntegrationStrip(icons, QPushButton("lead"), parent=person.window)
    strip.show_tiles(tiles(person.setup.list(), {}))
    for part in (shown, dialog, strip):
        for widget in part.findChildren(QWidget):
            reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(part)
            if reached and not isinstance(widget, QScrollArea):
                assert widget.accessibleName() or getattr(widget, "text", str)(), widget


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_added_lines_have_their_ground(
    person: Person, codex: bytes, sheet: Sheet, mode: str, icons: Icons
) -> None:
    icons.theme.set_setting(mode)
    person.ask("codex")
    view = sheet().files[0].view
    picture = view.grab().toImage()
    found = {picture.pixelColor(picture.width() // 2, y).name() for y in range(picture.height())}
    assert icons.theme.color("insBg").name() in found
    assert icons.theme.color("delBg").name() in found


def test_all_integrations_are_in_one_list_with_what_each_needs(
    qtbot: QtBot, icons: Icons, person: Person, setup: HandMadeSetup, wait: Wait, service: MemoryService
) -> None:
    setup.blocked["cursor"] = "mcp.json: a comma is missing in line 4."
    dialog = IntegrationsDialog(icons, person.controller, None, parent=person.window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait()
    rows = dialog.rows.shown
    assert [row.tile.title for row in rows.values()][-1] == "Gemini CLI", "what is not here comes last"
    assert rows["cursor.mcp"].explained.text() == "mcp.json: a comma is missing in line 4."
    assert not any(button.isVisible() for button in rows["cursor.mcp"].buttons.values())
    install = rows["codex"].buttons["install"]
    assert install.accessibleName() == "Connect: Codex"
    assert rows["gemini"].explained.text() == "This AI tool was not found on this computer."
