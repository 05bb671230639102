"""An earlier day in the window: chosen, read, copied and restored."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.clock import local_day
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.page import MemoriesPage
from arbor_desktop.ui.memories.time_machine.sheets import RestoreSheet, SeveralSheet
from arbor_desktop.ui.memories.time_machine.view import TimeMachine
from tests.conftest import ManualClock

ALT, SHIFT, NONE = (
    Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
)  # fmt: skip


class Traveller:
    """Works with the mode by mouse and keys, and waits."""

    def __init__(self, qtbot: QtBot, page: MemoriesPage, bridge: Bridge) -> None:
        self.qtbot, self.page, self.bridge = qtbot, page, bridge
        page.earlier_wanted.connect(page.show_earlier)
        qtbot.mouseClick(page.top.earlier, Qt.MouseButton.LeftButton)
        assert page.earlier is not None
        self.mode: TimeMachine = page.earlier
        self.wait()

    def wait(self) -> None:
        mode = self.mode
        timers = [mode._list_soon, mode._detail_soon, mode._again, mode.model._soon, mode.search._delay]

        def settled() -> bool:
            return not self.bridge.busy and not any(timer.isActive() for timer in timers)

        for _ in range(3):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.mode.slider, key, modifier)
        self.wait()

    def click(self, button: object) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        self.wait()

    def listed(self) -> dict[str, str]:
        """The texts in the list, with what became of each."""
        model = self.mode.model
        for row in range(model.rowCount()):
            model.data(model.index(row))
        self.wait()
        return {
            model.data(model.index(row)): self.mode.found.became.get(model.ids[row], "added")
            for row in range(model.rowCount())
        }

    def select(self, text: str) -> None:
        row = list(self.listed()).index(text)
        view = self.mode.view
        at = view.visualRect(view.model().index(row, 0)).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, at.y()))
        self.wait()

    def sheet(self) -> RestoreSheet | SeveralSheet:
        self.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
        sheet = QApplication.activeModalWidget()
        assert isinstance(sheet, RestoreSheet | SeveralSheet)
        return sheet


@pytest.fixture
def ids(service: MemoryService, clock: ManualClock) -> dict[str, str]:
    """Four memories of forty days ago; since then one was edited, one archived, one replaced."""
    place = {"scope": "project", "scope_id": "/src/shop"}
    found = {
        "kept": service.store("Tea is served green", type="fact").id,
        "edited": service.store("Ports start at 80", type="fact", **place).id,
        "archived": service.store("Logs go to syslog", type="fact", **place).id,
        "replaced": service.store("Package manager: npm", type="preference").id,
    }
    clock.advance(days=35)
    service.update(found["edited"], content="Ports start at 8000")
    clock.advance(days=1)
    service.archive(found["archived"])
    stored = service.store("Package manager: pnpm", type="preference")
    service.resolve_conflict(stored.conflicts[0], "accepted_newer")
    clock.advance(days=4)
    return found | {"successor": stored.id}


@pytest.fixture
def page(ids: dict[str, str], qtbot: QtBot, icons: Icons, bridge: Bridge, clock: ManualClock) -> MemoriesPage:
    page = MemoriesPage(icons, bridge, clock=clock, refresh_ms=1)
    qtbot.addWidget(page)
    page.resize(1150, 800)
    page.show()
    return page


@pytest.fixture
def person(page: MemoriesPage, qtbot: QtBot, bridge: Bridge) -> Traveller:
    return Traveller(qtbot, page, bridge)


def test_a_day_is_listed_with_what_became_of_each(person: Traveller) -> None:
    assert person.listed() == {
        "Package manager: npm": "superseded",
        "Logs go to syslog": "archived",
        "Ports start at 80": "edited",
        "Tea is served green": "same",
    }
    mode = person.mode
    assert {name: chip.count for name, chip in mode.chips.items() if chip.isVisible()} == {
        "": 4, "superseded": 1, "edited": 1, "archived": 1, "same": 1,
    }  # fmt: skip
    assert {name: tile.count for name, tile in mode.pane.tiles.items()} == {
        "added": 1, "edited": 1, "superseded": 1, "archived": 1,
    }  # fmt: skip
    assert mode.counts.text() == "4 memories · 1 more than today"
    index = mode.model.index(list(person.listed()).index("Ports start at 80"))
    spoken = mode.model.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Edited since. Fact")


def test_keys_move_by_days_changes_and_months(person: Traveller, clock: ManualClock) -> None:
    mode, today = person.mode, local_day(clock())
    back = lambda: (today - mode.day).days  # noqa: E731
    assert back() == 30
    person.key(Qt.Key.Key_Left)
    assert back() == 31
    person.key(Qt.Key.Key_Right, SHIFT)
    assert back() == 5
    assert "Ports start at 8000" in person.listed()
    person.key(Qt.Key.Key_Left, SHIFT)
    assert back() == 40
    person.key(Qt.Key.Key_PageDown)
    assert back() == 10
    person.key(Qt.Key.Key_PageUp)
    assert back() == 40
    person.key(Qt.Key.Key_End)
    assert (back(), set(person.listed().values())) == (0, {"same"})
    person.key(Qt.Key.Key_Home)
    assert back() == 40
    assert "4 memories, 4 changes" in mode.slider.accessibleName()
    person.click(mode.after)
    assert back() == 39


def test_arrows_move_by_days_in_the_list_and_beside_it(person: Traveller) -> None:
    mode = person.mode
    day = mode.day
    person.select("Tea is served green")
    person.qtbot.keyClick(mode.view, Qt.Key.Key_Left)
    assert (day - mode.day).days == 1
    mode.pane.restore.setFocus()
    person.qtbot.keyClick(mode.pane.restore, Qt.Key.Key_Right)
    assert mode.day == day
    person.qtbot.keyClick(mode.pane.restore, Qt.Key.Key_Left, SHIFT)
    assert (day - mode.day).days == 10


def test_a_memory_that_was_always_empty_has_no_day_to_choose(
    qtbot: QtBot, icons: Icons, bridge: Bridge, clock: ManualClock
) -> None:
    page = MemoriesPage(icons, bridge, clock=clock, refresh_ms=1)
    qtbot.addWidget(page)
    page.show()
    empty = Traveller(qtbot, page, bridge).mode.empty
    qtbot.waitUntil(lambda: empty.title.text() == "No memories yet")


def test_a_day_is_chosen_by_pointer_and_calendar(person: Traveller, clock: ManualClock) -> None:
    slider = person.mode.slider
    person.qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 2, 42))
    person.wait()
    assert person.mode.day == local_day(clock())
    calendar = person.mode.choose_day()
    first = slider.days.first
    calendar.clicked.emit(QDate(first.year, first.month, first.day))
    person.wait()
    assert (person.mode.day, len(person.listed())) == (first, 4)


def test_a_small_window_says_as_much_in_two_rows(person: Traveller) -> None:
    mode = person.mode
    said = (mode.title, mode.counts, mode.read_only, mode.search)
    tops = {}
    for width in (840, 1360):
        person.page.resize(width, 600)
        person.wait()
        assert all(part.isVisible() for part in said)
        tops[width] = [part.mapTo(mode, QPoint()).y() > mode.day_button.y() + 20 for part in said]
    assert tops == {840: [False, True, True, True], 1360: [False, False, True, False]}


def test_filters_a_project_and_words_narrow_the_list(person: Traveller) -> None:
    mode = person.mode
    person.click(mode.chips["edited"])
    assert list(person.listed()) == ["Ports start at 80"]
    person.click(mode.pane.tiles["added"])
    assert person.listed() == {"Package manager: pnpm": "added"}
    assert not mode.pane.restore.isEnabled()
    person.click(mode.chips[""])
    QTest.keyClicks(mode.search, "ports 80")
    person.wait()
    assert list(person.listed()) == ["Ports start at 80"]
    QTest.keyClick(mode.search, Qt.Key.Key_Escape)
    person.wait()
    assert (len(person.listed()), person.page.in_past) == (4, True)
    mode.projects.setCurrentIndex(mode.projects.findData("/src/shop"))
    mode.projects.activated.emit(mode.projects.currentIndex())
    person.wait()
    assert len(person.listed()) == 4  # its own two, and the global ones
    assert "sessions received" in mode.note.text()


def test_the_difference_and_the_reasons_are_shown(person: Traveller) -> None:
    person.select("Ports start at 80")
    found = person.mode.comparison
    assert found is not None
    assert found.now.content == "Ports start at 8000"
    words = [label.text() for label in person.mode.pane.findChildren(type(person.mode.title))]
    assert {"Edited by you", "Added by you"} <= set(words)


def test_texts_are_copied(person: Traveller) -> None:
    person.select("Ports start at 80")
    person.click(person.mode.pane.copy)
    assert QGuiApplication.clipboard().text() == "Ports start at 80"
    person.mode.view.selectAll()
    person.click(person.mode.pane.copy)
    assert QGuiApplication.clipboard().text().splitlines() == [f"- {text}" for text in person.listed()]


def test_one_memory_is_restored_and_that_is_undone(
    person: Traveller, service: MemoryService, ids: dict[str, str]
) -> None:
    person.select("Ports start at 80")
    QTest.keyClick(person.mode.view, Qt.Key.Key_R, ALT)
    sheet = person.sheet()
    assert isinstance(sheet, RestoreSheet)
    person.click(sheet.do)
    assert service.get(ids["edited"]).content == "Ports start at 80"
    assert person.mode.snackbar.message == "Memory restored"
    assert person.listed()["Ports start at 80"] == "same"
    person.page.undo()
    person.wait()
    assert service.get(ids["edited"]).content == "Ports start at 8000"
    assert person.listed()["Ports start at 80"] == "edited"


def test_a_text_is_added_beside_todays(
    person: Traveller, service: MemoryService, ids: dict[str, str]
) -> None:
    person.select("Ports start at 80")
    person.click(person.mode.pane.restore)
    sheet = person.sheet()
    assert isinstance(sheet, RestoreSheet)
    assert sheet.as_new is not None
    sheet.as_new.click()
    person.click(sheet.do)
    known = {one.content for one in service.query(limit=50).memories}
    assert {"Ports start at 80", "Ports start at 8000"} <= known


def test_a_replaced_memory_takes_its_place_again(
    person: Traveller, service: MemoryService, ids: dict[str, str]
) -> None:
    person.select("Package manager: npm")
    person.click(person.mode.pane.restore)
    person.click(person.sheet().do)
    assert service.get(ids["replaced"]).status == "active"
    assert service.get(ids["successor"]).status == "superseded"


def test_several_are_restored_in_one_step(
    person: Traveller, service: MemoryService, ids: dict[str, str]
) -> None:
    person.click(person.mode.pane.several)
    sheet = person.sheet()
    assert isinstance(sheet, SeveralSheet)
    assert (sheet.list.count(), sheet.do.isEnabled()) == (3, False)
    for row in range(3):
        if "npm" not in sheet.list.item(row).text():
            sheet.list.item(row).setCheckState(Qt.CheckState.Checked)
    assert sheet.do.isEnabled()
    person.click(sheet.do)
    assert person.mode.snackbar.message == "2 memories restored"
    assert service.get(ids["archived"]).status == "active"
    service.undo()
    assert service.get(ids["archived"]).status == "archived"
    assert service.get(ids["edited"]).content == "Ports start at 8000"


def test_esc_and_the_button_lead_back_to_today(person: Traveller) -> None:
    page = person.page
    assert page.in_past
    QTest.keyClick(person.mode.view, Qt.Key.Key_Escape)
    assert not page.in_past
    person.click(page.top.earlier)
    assert page.in_past
    person.click(person.mode.back)
    assert not page.in_past
    page.show_earlier()
    page.show_memory(page.model.ids[0])
    assert not page.in_past


def test_another_visit_begins_without_a_filter(person: Traveller) -> None:
    person.click(person.mode.chips["edited"])
    assert person.mode.became == "edited"
    person.click(person.mode.back)
    person.page.show_earlier()
    person.wait()
    assert person.mode.became == "" and len(person.listed()) > 1


def test_the_choices_of_a_restore_are_all_in_view(person: Traveller) -> None:
    person.select("Ports start at 80")
    person.click(person.mode.pane.restore)
    sheet = person.sheet()
    assert isinstance(sheet, RestoreSheet) and sheet.as_new is not None
    bottom = sheet.as_new.mapTo(sheet.area, QPoint(0, sheet.as_new.height())).y()
    assert bottom <= sheet.area.height()


def test_nothing_is_deleted_by_keys(person: Traveller, service: MemoryService) -> None:
    before = len(service.query(limit=50).memories)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Return):
        QTest.keyClick(person.mode.view, key)
    QTest.keyClick(person.mode.view, Qt.Key.Key_A, ALT)
    person.wait()
    assert len(service.query(limit=50).memories) == before


def test_the_list_follows_the_store(person: Traveller, service: MemoryService, ids: dict[str, str]) -> None:
    service.delete(ids["kept"])
    person.qtbot.waitUntil(lambda: person.mode.found.became.get(ids["kept"]) == "deleted")
