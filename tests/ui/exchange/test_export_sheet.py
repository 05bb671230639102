"""The sheet for an export, over a real service, driven by mouse and keys."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.exchange.exports import FORMATS
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import ComboBox
from arbor_desktop.ui.exchange.export_sheet import ExportSheet
from arbor_desktop.ui.icons import Icons

Open = Callable[..., ExportSheet]
SHOP = "/src/kiln-shop"


@pytest.fixture
def ids(service: MemoryService) -> list[str]:
    stored = [
        service.store("User prefers tabs", type="preference"),
        service.store("The kiln is fired at night", type="fact", scope="project", scope_id=SHOP),
        service.store("User takes insulin", type="fact", privacy_level="sensitive"),
        service.store("User works at Claybank", type="fact", privacy_level="never_share"),
        service.store("User liked the old logo", type="fact"),
    ]
    service.archive(stored[-1].id)
    return [one.id for one in stored]


@pytest.fixture
def open_sheet(qtbot: QtBot, icons: Icons, bridge: Bridge, over: QWidget, ids: list[str]) -> Open:
    def open_(**options: Any) -> ExportSheet:
        sheet = ExportSheet(icons, bridge, over, **options)
        sheet.open()
        settle(qtbot, bridge)
        return sheet

    return open_


def settle(qtbot: QtBot, bridge: Bridge) -> None:
    qtbot.wait(1)
    qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)


def pick(combo: ComboBox, words: str) -> None:
    """Choose an entry of a list, by its words."""
    combo.setCurrentIndex(combo.findText(words))
    combo.activated.emit(combo.currentIndex())


def save(sheet: ExportSheet, path: Path, qtbot: QtBot) -> str:
    """Press Export, choose the file, and return what is said."""
    QTest.mouseClick(sheet.do, Qt.MouseButton.LeftButton)
    dialog = sheet.findChild(QFileDialog)
    assert dialog.directory().path() == str(Path.home())
    field = dialog.findChild(QLineEdit)
    field.setText(str(path))
    with qtbot.waitSignal(sheet.exported) as said:
        dialog.accept()
    words: str = said.args[0]
    return words


def test_it_counts_what_is_exported_and_what_is_left_out(
    open_sheet: Open, qtbot: QtBot, bridge: Bridge
) -> None:
    sheet = open_sheet()
    assert sheet.do.text() == "Export 2 memories…"
    assert sheet.private.label.text() == "2 left out for privacy\n1 sensitive, 1 never share"
    assert [sheet.which.itemText(row) for row in range(sheet.which.count())] == ["4 active", "5 in all"]
    pick(sheet.which, "5 in all")
    settle(qtbot, bridge)
    assert sheet.do.text() == "Export 3 memories…"
    QTest.mouseClick(sheet.everything, Qt.MouseButton.LeftButton, pos=sheet.everything.rect().center())
    settle(qtbot, bridge)
    assert (sheet.do.text(), sheet.private.isVisible()) == ("Export 5 memories…", False)
    pick(sheet.scope, "kiln-shop")
    settle(qtbot, bridge)
    assert sheet.do.text() == "Export 1 memory…"
    pick(sheet.type, "Preference")
    settle(qtbot, bridge)
    assert (sheet.do.text(), sheet.do.isEnabled()) == ("Nothing to export", False)


def test_the_chosen_memories_are_written_in_the_chosen_format(
    open_sheet: Open, qtbot: QtBot, bridge: Bridge, tmp_path: Path
) -> None:
    sheet = open_sheet()
    QTest.mouseClick(sheet.formats.rows["csv"], Qt.MouseButton.LeftButton)
    pick(sheet.type, "Fact")
    settle(qtbot, bridge)
    words = save(sheet, tmp_path / "mine", qtbot)
    with (tmp_path / "mine.csv").open(newline="") as file:
        assert [row["content"] for row in csv.DictReader(file)] == ["The kiln is fired at night"]
    assert "1 memory exported to" in words
    assert "2 sensitive or “never share” memories left out" in words


def test_only_what_was_selected_is_written(
    open_sheet: Open, qtbot: QtBot, ids: list[str], tmp_path: Path
) -> None:
    sheet = open_sheet(selected=[ids[0], ids[2], ids[4]])
    assert sheet.which.currentText() == "Selected: 3"
    assert sheet.do.text() == "Export 2 memories…"
    save(sheet, tmp_path / "mine.json", qtbot)
    found = json.loads((tmp_path / "mine.json").read_text())["memories"]
    assert {one["content"] for one in found} == {"User prefers tabs", "User liked the old logo"}


def test_rare_formats_are_behind_more_and_reached_by_keys(
    open_sheet: Open, qtbot: QtBot, bridge: Bridge, tmp_path: Path
) -> None:
    sheet = open_sheet()
    assert QApplication.focusWidget() is sheet.formats.rows["json"]
    assert set(sheet.formats.rows) == {one.name for one in FORMATS}
    shown = [name for name, row in sheet.formats.rows.items() if row.isVisible()]
    assert shown == ["json", "markdown", "obsidian", "csv", "agents-md"]
    QTest.keyClick(sheet.formats.rows["json"], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is sheet.formats.more
    QTest.keyClick(sheet.formats.more, Qt.Key.Key_Space)
    assert all(row.isVisible() for row in sheet.formats.rows.values())
    row = sheet.formats.rows["mem0"]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert sheet.formats.current.name == "mem0"
    with qtbot.waitSignal(sheet.formats.chosen):
        QTest.keyClick(row, Qt.Key.Key_Down)
    assert sheet.formats.current.name == "yaml"


def test_a_folder_is_written_as_a_whole(open_sheet: Open, qtbot: QtBot, tmp_path: Path) -> None:
    sheet = open_sheet()
    QTest.mouseClick(sheet.formats.rows["obsidian"], Qt.MouseButton.LeftButton)
    save(sheet, tmp_path / "vault", qtbot)
    assert list((tmp_path / "vault").rglob("*.md"))


def test_rules_for_ai_tools_never_have_private_memories(
    open_sheet: Open, qtbot: QtBot, bridge: Bridge
) -> None:
    sheet = open_sheet()
    sheet.everything.setChecked(True)
    QTest.mouseClick(sheet.formats.rows["agents-md"], Qt.MouseButton.LeftButton)
    settle(qtbot, bridge)
    assert not sheet.everything.isEnabled()
    assert sheet.do.text() == "Export 2 memories…"


def test_nothing_is_overwritten(open_sheet: Open, qtbot: QtBot, bridge: Bridge, tmp_path: Path) -> None:
    there = tmp_path / "mine.json"
    there.write_text("mine")
    sheet = open_sheet()
    sheet.export(str(there))
    qtbot.waitUntil(lambda: bool(sheet.error.text()), timeout=20_000)
    settle(qtbot, bridge)
    assert "exists already" in sheet.error.text()
    assert (sheet.do.text(), there.read_text()) == ("Export 2 memories…", "mine")
