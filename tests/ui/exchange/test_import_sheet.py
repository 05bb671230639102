"""The sheet before an import, over a real service, driven by mouse and keys."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.exchange.model import Imported
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.exchange.import_sheet import ImportSheet
from arbor_desktop.ui.icons import Icons
from tests.conftest import ManualClock

Open = Callable[..., ImportSheet]
KNOWN = (
    ("Always use ruff to format Python code.", "instruction"),
    ("Use npm to install packages.", "instruction"),
    ("Is learning Dutch", "fact"),
)
SHOP = "/src/kiln-shop"
ENTRIES = (
    {"content": "The kiln is fired at night", "type": "fact", "scope": "project", "scope_id": SHOP},
    {"content": "Please, always use ruff to format Python code.", "type": "instruction"},
    {"content": "Use pnpm to install packages.", "type": "instruction"},
    {"content": "Is learning Dutch", "type": "fact"},
    {"type": "fact"},
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "memories.json"
    file.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": ENTRIES}))
    return file


@pytest.fixture
def open_sheet(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: ManualClock, over: QWidget
) -> Open:
    for content, kind in KNOWN:
        service.store(content, type=kind)

    def open_(path: Path, *, planned: bool = True, project: str | None = None) -> ImportSheet:
        sheet = ImportSheet(icons, bridge, path, over, clock=clock, project=project)
        sheet.open()
        if planned:
            qtbot.waitUntil(lambda: sheet.model.entries != (), timeout=20_000)
        return sheet

    return open_


def contents(service: MemoryService) -> set[str]:
    return {memory.content for memory in service.query().memories}


def rows(sheet: ImportSheet) -> list[str]:
    """Return what is said of each row."""
    model = sheet.model
    said = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.data(model.index(row), said)) for row in range(model.rowCount())]


def click_tick(sheet: ImportSheet, row: int) -> None:
    rect = sheet.view.visualRect(sheet.model.index(row))
    at = QPoint(rect.x() + 20, rect.y() + 18)
    QTest.mouseClick(sheet.view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_it_shows_what_becomes_of_each_entry(open_sheet: Open, file: Path, service: MemoryService) -> None:
    sheet = open_sheet(file)
    assert sheet.title.text() == "From Arbor"
    assert sheet.about.text().startswith("memories.json · ")
    assert sheet.about.text().endswith(" · 5 entries in 1 project")
    assert {name: label.text() for name, label in sheet.counts.numbers.items()} == {
        "new": "1", "merged": "1", "conflict": "1", "skipped": "2"
    }  # fmt: skip
    assert rows(sheet) == [
        "New, The kiln is fired at night, kiln-shop, included",
        "Merged, Please, always use ruff to format Python code., "
        "Same as “Always use ruff to format Python code.” Confidence raised., Global, included",
        "Conflict, Use pnpm to install packages., Contradicts “Use npm to install packages.” "
        "Both are kept; you decide in Conflicts., Global, included",
        "Skipped, Is learning Dutch, Already saved, Global, not included",
        "Skipped, entry 5, No memory, not included",
    ]
    assert sheet.do.text() == "Import 3 memories"
    assert len(contents(service)) == 3


def test_what_is_ticked_is_imported_and_said(
    open_sheet: Open, file: Path, service: MemoryService, qtbot: QtBot
) -> None:
    sheet = open_sheet(file)
    click_tick(sheet, 2)
    click_tick(sheet, 3)  # saved already: stays as it is
    assert sheet.do.text() == "Import 2 memories"
    with qtbot.waitSignal(sheet.imported) as said:
        QTest.mouseClick(sheet.do, Qt.MouseButton.LeftButton)
    done: Imported = said.args[0]
    assert (done.imported, done.merged) == (1, 1)
    assert "Use pnpm to install packages." not in contents(service)
    assert "The kiln is fired at night" in contents(service)
    service.undo()
    assert contents(service) == {content for content, _ in KNOWN}


def test_keys_tick_import_and_cancel(
    open_sheet: Open, file: Path, service: MemoryService, qtbot: QtBot
) -> None:
    sheet = open_sheet(file)
    assert QApplication.focusWidget() is sheet.view
    QTest.keyClick(sheet.view, Qt.Key.Key_Space)
    assert sheet.do.text() == "Import 2 memories"
    QTest.keySequence(sheet.view, QKeySequence(QKeySequence.StandardKey.SelectAll))
    assert sheet.do.text() == "Import 3 memories"
    QTest.keySequence(sheet.view, QKeySequence(QKeySequence.StandardKey.SelectAll))
    assert (sheet.do.text(), sheet.do.isEnabled()) == ("Nothing to import", False)
    QTest.keyClick(sheet.view, Qt.Key.Key_Down)
    QTest.keyClick(sheet.view, Qt.Key.Key_Space)
    with qtbot.waitSignal(sheet.imported) as said:
        QTest.keyClick(sheet.view, Qt.Key.Key_Return)
    assert said.args[0].merged == 1
    sheet = open_sheet(file)
    with qtbot.waitSignal(sheet.finished):
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert "The kiln is fired at night" not in contents(service)


def test_filters_search_and_places(open_sheet: Open, file: Path, qtbot: QtBot) -> None:
    sheet = open_sheet(file)
    counts = {chip.text(): chip.count for chip in sheet.chips.values()}
    assert counts == {"All": 5, "New": 1, "Merged": 1, "Conflict": 1, "Skipped": 2}
    QTest.mouseClick(sheet.chips["skipped"], Qt.MouseButton.LeftButton)
    assert [row.split(",")[0] for row in rows(sheet)] == ["Skipped", "Skipped"]
    QTest.mouseClick(sheet.chips[""], Qt.MouseButton.LeftButton)
    sheet.search.setFocus()
    QTest.keyClicks(sheet.search, "PACKAGES use")
    QTest.keyClick(sheet.search, Qt.Key.Key_Return)
    assert len(rows(sheet)) == 1
    assert QApplication.focusWidget() is sheet.view, "Enter goes to what was found"
    QTest.keySequence(sheet.view, QKeySequence(QKeySequence.StandardKey.SelectAll))
    assert sheet.do.text() == "Import 2 memories", "only what is shown"
    sheet.search.setFocus()
    QTest.keyClicks(sheet.search, " nowhere")
    QTest.keyClick(sheet.search, Qt.Key.Key_Return)
    assert sheet.nothing.isVisible()
    QTest.keyClick(sheet.search, Qt.Key.Key_Escape)
    assert not sheet.nothing.isVisible()
    places = [sheet.place.itemText(row) for row in range(sheet.place.count())]
    assert places == ["All projects", "Global", "kiln-shop"]
    sheet.place.setCurrentIndex(2)
    sheet.place.activated.emit(2)
    assert len(rows(sheet)) == 1
    sheet.place.setCurrentIndex(1)
    sheet.place.activated.emit(1)
    assert len(rows(sheet)) == 3


def test_a_file_of_a_project_is_imported_into_it(
    open_sheet: Open, tmp_path: Path, service: MemoryService, qtbot: QtBot
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("- The wheel needs new bearings\n")
    sheet = open_sheet(notes, project=SHOP)
    assert rows(sheet)[0].endswith(", kiln-shop, included")
    with qtbot.waitSignal(sheet.imported):
        QTest.mouseClick(sheet.do, Qt.MouseButton.LeftButton)
    found = {memory.content: memory.scope_id for memory in service.query().memories}
    assert found["The wheel needs new bearings"] == SHOP


def test_a_file_without_memories_is_explained_and_another_can_be_chosen(
    open_sheet: Open, file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Lena,\nsee you on Friday.\n")
    sheet = open_sheet(letter, planned=False)
    qtbot.waitUntil(sheet.state.isVisible, timeout=20_000)
    assert sheet.state.title.text() == "Couldn't import letter.txt"
    assert sheet.cancel.text() == "Close"
    assert sheet.state.text.text() == "Arbor found no memories in letter.txt."
    assert not sheet.do.isVisible()
    again = next(one for one in sheet.state.findChildren(Button) if one.isVisible())
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    dialog = sheet.findChild(QFileDialog)
    dialog.fileSelected.emit(str(file))
    dialog.reject()
    qtbot.waitUntil(sheet.do.isVisible, timeout=20_000)
    assert sheet.do.text() == "Import 3 memories"


def test_a_file_in_which_nothing_is_new_is_shown_so(open_sheet: Open, tmp_path: Path, qtbot: QtBot) -> None:
    known = tmp_path / "known.txt"
    known.write_text("- Is learning Dutch\n")
    sheet = open_sheet(known)
    assert sheet.note.label.text() == "Nothing in this file is new."
    assert (sheet.do.text(), sheet.do.isEnabled()) == ("Nothing to import", False)
    empty = tmp_path / "empty.json"
    empty.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": []}))
    sheet = open_sheet(empty, planned=False)
    qtbot.waitUntil(sheet.state.isVisible, timeout=20_000)
    assert sheet.state.text.text() == "empty.json has no memories."


class Gate:
    """Holds a call of the service at its first progress until it is let on."""

    def __init__(self, service: MemoryService, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        call = getattr(service, name)

        def held(*args: Any, progress: Any, **rest: Any) -> Any:
            def wait(done: int, total: int) -> None:
                progress(done, total)
                self.reached.set()
                assert self.open.wait(20)

            return call(*args, progress=wait, **rest)

        monkeypatch.setattr(service, name, held)


def test_an_import_can_be_cancelled_while_it_runs(
    open_sheet: Open, file: Path, service: MemoryService, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(service, "import_memories", monkeypatch)
    sheet = open_sheet(file)
    QTest.mouseClick(sheet.do, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(gate.reached.is_set)
    assert (sheet.busy.text(), sheet.busy.isVisible()) == ("Importing 3 memories…", True)
    QTest.mouseClick(sheet.cancel, Qt.MouseButton.LeftButton)
    assert sheet.isVisible()
    gate.open.set()
    qtbot.waitUntil(sheet.view.isVisible, timeout=20_000)
    assert sheet.error.text() == "Import cancelled. Nothing was added."
    assert len(contents(service)) == 3
    with qtbot.waitSignal(sheet.imported):
        QTest.mouseClick(sheet.do, Qt.MouseButton.LeftButton)
    assert len(contents(service)) == 5


def test_closing_stops_the_plan(
    open_sheet: Open, file: Path, service: MemoryService, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(service, "plan_import", monkeypatch)
    sheet = open_sheet(file, planned=False)
    qtbot.waitUntil(gate.reached.is_set)
    assert sheet.busy.text() == "Reading memories.json…"
    with qtbot.waitSignal(sheet.finished):
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
    gate.open.set()


def test_a_failed_import_is_said_in_the_sheet(open_sheet: Open, file: Path, qtbot: QtBot) -> None:
    sheet = open_sheet(file)
    file.unlink()
    QTest.mouseClick(sheet.do, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(sheet.error.isVisible, timeout=20_000)
    assert "can't be read" in sheet.error.text()
    assert sheet.view.isVisible()


@pytest.mark.slow
def test_a_hundred_thousand_entries_are_scrolled(open_sheet: Open, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "memories.json"
    many = [{"content": f"The service number {n} keeps its own logs", "type": "fact"} for n in range(100_000)]
    file.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": many}))
    sheet = open_sheet(file, planned=False)
    qtbot.waitUntil(lambda: sheet.model.rowCount() == 100_000, timeout=120_000)
    QTest.keyClick(sheet.view, Qt.Key.Key_End)
    assert sheet.view.currentIndex().row() == 99_999
    sheet.search.set_search("number 99998")
    assert len(rows(sheet)) == 1
    sheet.search.clear_search()
    QTest.keySequence(sheet.view, QKeySequence(QKeySequence.StandardKey.SelectAll))
    assert not sheet.do.isEnabled()
