"""Listing, searching, filtering and moving in the list."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.errors import StorageError
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import TagChip
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.page import MemoriesPage

CTRL = Qt.KeyboardModifier.ControlModifier
Add = Callable[..., Memory]


def test_an_empty_store_says_what_would_be_here_and_the_next_step(open_page: Any, qtbot: Any) -> None:
    person = open_page()
    state = person.page.list_pane.state
    assert state.isVisible()
    assert state.title.text() == "No memories yet"
    buttons = {b.text(): b for b in state.findChildren(QWidget) if b.metaObject().className() == "Button"}
    with qtbot.waitSignal(person.page.capture_settings_wanted):
        person.click(buttons["Choose sources"])
    person.click(buttons["Add memory"])
    assert person.page.dialog is not None
    person.page.dialog.reject()


def test_conversations_that_were_found_can_be_read_at_once(
    open_page: Any, service: MemoryService, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = ServiceStatus("ready", unread=3, reads_at=clock() + 38_000)
    monkeypatch.setattr(service, "get_status", lambda: waiting)
    asked: list[int] = []
    monkeypatch.setattr(service, "process_waiting", lambda: asked.append(1))
    person = open_page()
    state = person.page.list_pane.state
    assert state.title.text() == "3 conversations found"
    assert state.text.text() == "Memories will appear in about 40 seconds."
    assert sorted(person.offers()) == ["Add memory", "Read now"]
    person.click(person.offers()["Read now"])
    assert asked == [1]


def test_the_numbers_come_with_the_first_memories(open_page: Any, add: Add) -> None:
    person = open_page()
    assert person.page.filters.all_chip.count == 0
    add("Uses tabs.")
    person.until(lambda: person.page.model.rowCount() == 1 and not person.bridge.busy)
    assert person.page.filters.all_chip.count == 1, "at once, not when a burst of changes is over"


def test_memories_are_listed_newest_first_and_the_first_is_shown(open_page: Any, add: Add) -> None:
    for text in ("Uses tabs.", "Deploys on Fridays.", "Writes tests first."):
        add(text)
    person = open_page()
    assert person.shown() == ["Writes tests first.", "Deploys on Fridays.", "Uses tabs."]
    assert person.selected() == ["Writes tests first."]
    assert person.page.detail.editor.text == "Writes tests first."


def test_typing_searches_by_the_beginnings_of_words(open_page: Any, add: Add) -> None:
    for text in ("Uses pytest for tests.", "Deploys on Fridays.", "Runs pytest in parallel."):
        add(text)
    person = open_page()
    person.type_search("pyte")
    assert sorted(person.shown()) == ["Runs pytest in parallel.", "Uses pytest for tests."]
    assert person.page.filters.all_chip.count == 2
    person.key(Qt.Key.Key_Escape, on=person.page.top.search)
    assert len(person.shown()) == 3


def test_the_way_to_the_summaries_goes_to_what_is_listed(open_page: Any, add: Add, qtbot: Any) -> None:
    add("Uses tabs.", category="project_conventions", scope="project", scope_id="/src/kiln")
    person = open_page()
    button = person.page.top.summaries
    assert button.text() == "Summaries"
    with qtbot.waitSignal(person.page.summaries_wanted) as wanted:
        person.click(button)
    assert wanted.args == [None, None]
    person.page.state.set(categories=("project_conventions",), scope="project", scope_id="/src/kiln")
    with qtbot.waitSignal(person.page.summaries_wanted) as wanted:
        person.click(button)
    assert wanted.args == ["project_conventions", "/src/kiln"]
    person.page.state.set(categories=("project_conventions", "facts"))
    with qtbot.waitSignal(person.page.summaries_wanted) as wanted:
        person.click(button)
    assert wanted.args == [None, "/src/kiln"], "of several categories there is no one summary"


def test_in_a_narrow_page_the_way_to_the_summaries_is_an_icon(open_page: Any) -> None:
    button = open_page(width=844).page.top.summaries
    assert button.text() == ""
    assert button.accessibleName() == "Summaries"
    assert button.isVisible()


def test_a_search_without_a_hit_offers_to_clear_it(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    person.type_search("kafka")
    state = person.page.list_pane.state
    assert state.title.text() == "No matches for “kafka”"
    buttons = {b.text(): b for b in state.findChildren(QWidget) if b.metaObject().className() == "Button"}
    assert list(buttons) == ["Clear search"]
    person.click(buttons["Clear search"])
    assert person.shown() == ["Uses tabs."]


def test_a_chip_shows_one_type_and_control_adds_another(open_page: Any, add: Add) -> None:
    add("Prefers tabs.", "preference")
    add("Knows SQL.", "skill")
    add("Ask the platform team.", "relationship")
    person = open_page()
    chips = {kind.value: chip for kind, chip in person.page.filters.chips.items()}
    assert chips["skill"].count == 1
    person.click(chips["skill"])
    assert person.shown() == ["Knows SQL."]
    assert chips["preference"].count == 1, "the other types still say how many there are"
    person.click(chips["preference"], CTRL)
    assert sorted(person.shown()) == ["Knows SQL.", "Prefers tabs."]
    person.click(person.page.filters.all_chip)
    assert len(person.shown()) == 3
    assert person.page.filters.all_chip.isChecked()


def test_a_least_confidence_hides_what_is_less_certain(open_page: Any, add: Add) -> None:
    add("Sure thing.", confidence=0.9)
    add("A mere guess.", confidence=0.35)
    person = open_page()
    filters = person.page.filters
    person.click(filters.filter_button)
    person.click(filters.popup.confidence.button("medium"))
    filters.popup.close()
    assert person.shown() == ["Sure thing."]
    assert filters.filter_button.text() == "Filters (1)"
    (chip,) = filters.active.findChildren(TagChip)
    assert chip.accessibleName() == "Confidence: Medium or higher"
    chip.removed.emit("")
    person.wait()
    assert len(person.shown()) == 2 and filters.popup.confidence.current == "any"


def test_further_filters_stand_as_chips_that_can_be_taken_away(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    add("Old habit.", status="archived")
    person = open_page()
    filters = person.page.filters
    person.click(filters.filter_button)
    popup = filters.popup
    assert popup.isVisible()
    assert popup.chips[("status", "archived")].count == 1
    person.click(popup.chips[("status", "archived")])
    assert sorted(person.shown()) == ["Old habit.", "Uses tabs."]
    person.click(popup.chips[("status", "active")])
    assert person.shown() == ["Old habit."]
    popup.close()
    assert filters.active.isVisible()
    person.page.list_pane.clear_wanted.emit()
    person.wait()
    assert person.shown() == ["Uses tabs."]
    assert not filters.active.isVisible()


def test_tags_filter_from_the_popup(open_page: Any, add: Add) -> None:
    add("Uses tabs.", tags=("style", "python"))
    add("Deploys on Fridays.", tags=("ops",))
    person = open_page()
    person.click(person.page.filters.filter_button)
    person.click(person.page.filters.popup.chips[("tags", "ops")])
    person.page.filters.popup.close()
    assert person.shown() == ["Deploys on Fridays."]


def test_the_scope_is_chosen_above_the_list(open_page: Any, add: Add) -> None:
    add("Everywhere.")
    add("Only here.", scope="project", scope_id="/srv/harbor-api")
    person = open_page()
    person.click(person.page.top.scope.button("global"))
    assert person.shown() == ["Everywhere."]
    person.click(person.page.top.scope.button("all"))
    menu = person.page.top._projects
    menu.actions()[0].trigger()
    person.wait()
    assert person.shown() == ["Only here."]
    assert person.page.top.scope.button("project").text() == "Project: harbor-api"


def test_the_order_can_be_chosen(open_page: Any, add: Add) -> None:
    add("Sure.", confidence=0.9)
    add("Less sure.", confidence=0.6)
    person = open_page()
    sort = person.page.filters.sort
    sort.setFocus()
    while sort.current_data != "confidence":
        person.key(Qt.Key.Key_Down, on=sort)
    assert person.shown() == ["Sure.", "Less sure."]


def test_arrows_move_and_the_detail_follows(open_page: Any, add: Add) -> None:
    for number in range(4):
        add(f"Memory number {number}.")
    person = open_page()
    person.key(Qt.Key.Key_Down)
    person.key(Qt.Key.Key_Down)
    assert person.page.detail.editor.text == "Memory number 1."
    person.key(Qt.Key.Key_Up)
    person.key(Qt.Key.Key_Up)
    assert person.page.detail.editor.text == "Memory number 3."


@pytest.mark.slow
def test_a_new_memory_appears_without_moving_what_is_read(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    for number in range(60):
        add(f"Memory number {number:02}.")
    person = open_page()
    person.click_card(30)
    view, bar = person.page.view, person.page.view.verticalScrollBar()
    chosen, top = person.selected(), view.top()
    assert bar.value() > 0
    add("Captured just now.")
    person.until(lambda: person.page.model.rowCount() == 61)
    person.wait()
    assert view.top() == top
    assert person.selected() == chosen == [person.page.detail.editor.text]


def test_a_change_from_elsewhere_is_painted_in_place(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Uses tabs.")
    add("Deploys on Fridays.")
    person = open_page()
    service.update(memory.id, content="Uses spaces.")
    person.until(lambda: "Uses spaces." in person.shown())
    assert person.shown() == ["Deploys on Fridays.", "Uses spaces."]


def test_a_hidden_page_catches_up_when_it_is_shown(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    person.page.hide()
    add("Deploys on Fridays.")
    person.wait()
    assert person.shown() == ["Uses tabs."]
    person.page.show()
    person.until(lambda: len(person.shown()) == 2)


def test_a_store_that_cannot_be_read_says_so_and_can_be_tried_again(
    open_page: Any, add: Add, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("Uses tabs.")
    person = open_page()

    def broken(*_args: object, **_filters: object) -> list[str]:
        raise StorageError("The file is on a disk that is gone.")

    with monkeypatch.context() as patch:
        patch.setattr(service, "find_ids", broken)
        person.type_search("tabs")
    state = person.page.list_pane.state
    assert state.isVisible()
    assert state.code.text() == "The file is on a disk that is gone."
    button = next(b for b in state.findChildren(QWidget) if b.accessibleName() == "Try again")
    person.click(button)
    assert person.shown() == ["Uses tabs."]
    assert person.page.view.isVisible()


def test_a_narrow_page_shows_the_list_or_the_detail(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    add("Deploys on Fridays.")
    person = open_page(700, 560)
    page = person.page
    assert page.view.isVisible() and not page.detail.isVisible()
    person.click_card(1)
    assert page.detail.isVisible() and not page.view.isVisible()
    assert page.detail.editor.text == "Uses tabs."
    person.click(page.detail.back)
    assert page.view.isVisible() and page.view.hasFocus()
    person.key(Qt.Key.Key_Return)
    assert page.detail.editor.area.hasFocus()
    assert page.step_back(), "the window's Alt+Left"
    assert page.view.isVisible()
    assert not page.step_back()
    page.resize(1200, 700)
    assert page.view.isVisible() and page.detail.isVisible()


def test_everything_that_takes_focus_has_a_name(open_page: Any, add: Add) -> None:
    add("Uses tabs.", tags=("style",))
    person = open_page()
    person.page.filters._open_popup()
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in person.page.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not widget.accessibleName()
    ]
    person.page.filters.popup.close()
    assert nameless == []


def test_another_page_can_ask_for_a_memory_that_the_filters_hide(open_page: Any, add: Add) -> None:
    hidden = add("Old habit.", status="archived")
    add("Uses tabs.")
    person = open_page()
    person.page.show_memory(hidden.id)
    person.wait()
    assert person.selected() == ["Old habit."]


def test_keys_of_other_scripts_are_no_commands(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    cyrillic = QKeyEvent(QEvent.Type.KeyPress, 0x430, Qt.KeyboardModifier.NoModifier, "а")
    person.page.view.setFocus()
    QApplication.sendEvent(person.page.view, cyrillic)
    person.wait()
    assert person.shown() == ["Uses tabs."]


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier])
def test_no_key_that_types_changes_a_memory(
    open_page: Any, add: Add, service: MemoryService, held: Qt.KeyboardModifier
) -> None:
    memory = add("Uses tabs.")
    person = open_page()
    for code in (*range(Qt.Key.Key_Space, Qt.Key.Key_AsciiTilde + 1), Qt.Key.Key_Backspace):
        person.page.view.setFocus()
        person.qtbot.keyClick(person.page.view, Qt.Key(code), held)
    person.wait()
    assert len(service.history(memory.id)) == 1
    assert person.shown() == ["Uses tabs."]


@pytest.mark.slow
def test_the_filter_menu_counts_what_each_choice_would_leave(open_page: Any, add: Add) -> None:
    add("Uses tabs.", tags=("style",), category="coding_preferences")
    add("Deploys on Fridays.", tags=("ops",), category="project_conventions")
    add("Deployed by hand once.", tags=("ops",), category="project_conventions", status="archived")
    person = open_page()
    popup = person.page.filters.popup
    person.click(person.page.filters.filter_button)

    def count(field: str, value: str) -> int | None:
        return popup.chips[(field, value)].count

    assert all(chip.parentWidget().rect().contains(chip.geometry()) for chip in popup.chips.values()), (
        "there is room for every chip with its number"
    )
    assert (count("tags", "ops"), count("categories", "project_conventions")) == (1, 1)
    assert (count("status", "active"), count("status", "archived")) == (2, 1)
    person.click(popup.chips[("status", "archived")])
    assert (count("tags", "ops"), count("categories", "project_conventions")) == (2, 2)
    person.click(popup.chips[("tags", "ops")])
    assert count("tags", "style") == 1, "another of the same kind adds to it"
    assert count("categories", "coding_preferences") == 0, "of another kind it would leave nothing"
    assert (count("status", "active"), count("status", "archived")) == (1, 1)
    popup.close()
    person.type_search("hand")
    person.click(person.page.filters.filter_button)
    assert (count("status", "active"), count("status", "archived")) == (0, 1)
    assert count("tags", "style") == 0
    popup.close()


def test_in_a_wide_window_cards_are_not_stretched(open_page: Any, add: Add, theme: Any) -> None:
    add("Staging runs PostgreSQL 16.")
    person = open_page(width=theme.px(2300))
    page = person.page
    assert page.list_pane.width() == theme.px(880) + 2 * theme.px(16)
    assert page.side.width() == theme.px(640)
    assert page.list_pane.mapTo(page, QPoint()).x() == 0, "what is left is empty at the right"
    person.type_search("nowhere")
    assert page.list_pane.width() > theme.px(1600), "a picture is in the middle"


def shown_page(qtbot: QtBot, icons: Icons, bridge: Bridge, clock: Any, **options: Any) -> MemoriesPage:
    page = MemoriesPage(icons, bridge, clock=clock, refresh_ms=5, **options)
    qtbot.addWidget(page)
    page.resize(1156, 780)
    page.show()
    return page


def test_rows_that_were_read_before_are_there_at_once(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: Any, add: Add
) -> None:
    first, second = add("We deploy on Friday."), add("We build on Monday.")
    page = shown_page(qtbot, icons, bridge, clock, rows=[second])
    assert page.view.selected_ids() == [second.id]
    qtbot.waitUntil(lambda: list(page.model.ids) == [second.id, first.id] and not bridge.busy)


def test_counts_that_come_before_the_rows_show_no_empty_list(
    qtbot: QtBot,
    icons: Icons,
    bridge: Bridge,
    service: MemoryService,
    clock: Any,
    add: Add,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add("We deploy on Friday.")
    gate, query = threading.Event(), service.query
    monkeypatch.setattr(service, "query", lambda **given: gate.wait(20) and query(**given))
    page = shown_page(qtbot, icons, bridge, clock)
    with qtbot.waitSignal(page.listing.counted, timeout=20_000):
        bridge.changed.emit(Changes(status=True))
    assert page.list_pane.lists
    gate.set()
    qtbot.waitUntil(lambda: page.model.rowCount() == 1 and not bridge.busy, timeout=20_000)
