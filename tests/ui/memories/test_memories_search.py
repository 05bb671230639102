"""Searching: both groups, another spelling, what the filters hide, and no step without the keyboard."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.catalogue import MINILM
from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService

Add = Callable[..., Memory]
Talk = Callable[..., str]


def test_nothing_found_says_what_may_have_been_meant_and_return_takes_it(open_page: Any, add: Add) -> None:
    add("We deploy on Friday.")
    add("Uses tabs.")
    person = open_page()
    person.type_search("delpoy firday")
    assert person.shown() == []
    take = person.offers()["Did you mean “deploy friday”?"]
    person.key(Qt.Key.Key_Down, on=person.page.top.search)
    assert take.hasFocus(), "the down key goes to the next step"
    person.key(Qt.Key.Key_Return, on=take)
    assert person.page.top.search.text() == "deploy friday"
    assert person.shown() == ["We deploy on Friday."]
    assert person.page.top.search.hasFocus()
    assert not person.page.list_pane.hint.isVisible()


class Paints(QObject):
    """How often it is painted."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_the_rows_of_a_search_are_painted_once(open_page: Any, add: Add) -> None:
    for day in ("Monday", "Friday", "Sunday"):
        add(f"We deploy on {day}.")
    person, paints = open_page(), Paints()
    page = person.page
    page.resize(700, 600)  # there no row is selected by itself, which would be painted, too
    person.wait()
    page.listing.listed.connect(lambda: page.view.viewport().installEventFilter(paints))
    page.top.search.setFocus()
    page.top.search.insert("deploy")
    person.wait()
    assert len(person.shown()) == 3
    assert paints.count == 1


def test_a_word_that_nothing_holds_is_told_above_the_rows(open_page: Any, add: Add) -> None:
    add("We deploy on Friday.")
    person = open_page()
    hint = person.page.list_pane.hint
    person.type_search("deploy")
    assert not hint.isVisible()
    person.type_search("deploy firday")
    assert person.shown() == ["We deploy on Friday."]
    assert hint.isVisible()
    assert hint.link.text() == "deploy friday?"
    assert hint.link.accessibleName() == "Did you mean “deploy friday”?"
    person.key(Qt.Key.Key_Return, on=hint.link)
    assert person.page.top.search.text() == "deploy friday"
    assert not hint.isVisible()


def test_the_word_that_was_meant_is_marked_and_told_as_near(open_page: Any, add: Add) -> None:
    add("We deploy on Friday.")
    person = open_page()
    person.type_search("deploy firday")
    assert set(person.page._delegate.terms) == {"deploy", "firday", "friday"}
    told = person.page.detail.found.label.text()
    assert told.startswith("Matches “deploy firday”: contains deploy")
    assert "firday," not in told and ", firday" not in told, "the memory does not say it"
    person.type_search("deploy")
    assert person.page._delegate.terms == ("deploy",)


def test_a_closed_suggestion_stays_away_until_there_is_another(open_page: Any, add: Add) -> None:
    add("We deploy on Friday. Reviews are short.")
    person = open_page()
    hint = person.page.list_pane.hint
    person.type_search("deploy firday")
    person.click(hint.close_button)
    assert not hint.isVisible()
    person.type_search("deploy firday")
    assert not hint.isVisible()
    person.type_search("deploy reveiws")
    assert hint.isVisible()


def test_hits_that_filters_hide_are_counted_and_one_press_away(open_page: Any, add: Add) -> None:
    add("We deploy on Friday.")
    add("Never deploy on Monday.", "instruction")
    add("Knows SQL.", "skill")
    person = open_page()
    person.page.state.set(types=("skill",))
    person.type_search("deploy")
    state = person.page.list_pane.state
    assert "2 matches are hidden by filters." in state.text.text()
    person.click(person.offers()["Show 2 matches without filters"])
    assert len(person.shown()) == 2
    assert person.page.top.search.text() == "deploy", "the search itself stays"


def test_hits_of_other_statuses_are_counted_and_one_press_away(open_page: Any, add: Add) -> None:
    add("We deploy on Friday.", status="archived")
    add("Uses tabs.")
    person = open_page()
    person.type_search("deploy")
    assert "1 match has another status, such as archived." in person.page.list_pane.state.text.text()
    person.click(person.offers()["Show 1 match with any status"])
    assert person.shown() == ["We deploy on Friday."]


def test_what_was_said_stands_below_the_memories(open_page: Any, add: Add, talk: Talk, qtbot: Any) -> None:
    add("We deploy on Friday.")
    ident = talk(
        "kiln", "Please look at the kiln first.", "The deploy of the kiln takes an hour, why is that?"
    )
    person = open_page(opens_conversations=True)
    assert not person.page.list_pane.conversations.isVisible()
    person.type_search("deploy")
    assert person.shown() == ["We deploy on Friday."]
    group = person.page.list_pane.conversations
    assert len(person.talked()) == 1
    assert group.count.text() == "1"
    assert "deploy" in group.list.rows.at(0).line
    with qtbot.waitSignal(person.page.conversation_wanted) as opened:
        box = group.list.visualRect(group.list.rows.index(0))
        qtbot.mouseClick(group.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert opened.args == [ident, 3], "at the very turn"
    with qtbot.waitSignal(person.page.conversations_wanted) as carried:
        person.click(group.show_all)
    assert carried.args == ["deploy"]
    person.key(Qt.Key.Key_Escape, on=person.page.top.search)
    assert not group.isVisible(), "without a search it is gone"


def test_what_was_said_stands_there_also_where_no_memory_fits(open_page: Any, add: Add, talk: Talk) -> None:
    add("Uses tabs.")
    talk("kiln", "Why does the firing take an hour?")
    person = open_page(opens_conversations=True)
    person.type_search("firing")
    assert person.page.list_pane.state.isVisible()
    assert len(person.talked()) == 1


def test_keys_go_from_the_last_memory_to_what_was_said_and_back(
    open_page: Any, add: Add, talk: Talk, qtbot: Any
) -> None:
    add("We deploy on Friday.")
    add("Never deploy on Monday.")
    ident = talk("kiln", "The deploy of the kiln takes an hour.")
    person = open_page(opens_conversations=True)
    person.type_search("deploy")
    page, below = person.page, person.page.list_pane.conversations.list
    person.key(Qt.Key.Key_Down, on=page.top.search)
    assert page.view.hasFocus()
    person.key(Qt.Key.Key_Down)
    person.key(Qt.Key.Key_Down)
    assert below.hasFocus() and below.currentIndex().row() == 0
    with qtbot.waitSignal(page.conversation_wanted) as opened:
        person.key(Qt.Key.Key_Return, on=below)
    assert opened.args[0] == ident
    person.key(Qt.Key.Key_Up, on=below)
    assert page.view.hasFocus()
    assert page.view.currentIndex().row() == 1
    assert page.list_pane.conversations in page.focus_groups(), "F6 goes there"


def test_the_group_folds_away_and_stays_so(open_page: Any, add: Add, talk: Talk) -> None:
    add("We deploy on Friday.")
    talk("kiln", "The deploy of the kiln takes an hour.")
    person = open_page(opens_conversations=True)
    person.type_search("deploy")
    group = person.page.list_pane.conversations
    person.click(group.heading)
    assert group.isVisible() and not group.list.isVisible()
    assert "collapsed" in group.heading.accessibleName()
    person.type_search("kiln")
    assert group.isVisible() and not group.list.isVisible()
    person.click(group.heading)
    assert group.list.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(("height", "rows"), [(420, 1), (560, 2), (800, 3)])
def test_a_low_window_keeps_its_room_for_memories(
    open_page: Any, add: Add, talk: Talk, height: int, rows: int
) -> None:
    add("We deploy on Friday.")
    for name in ("one", "two", "three", "four"):
        talk(name, f"The deploy of {name} takes an hour.")
    person = open_page(height=height, opens_conversations=True)
    person.type_search("deploy")
    assert len(person.talked()) == rows
    assert person.page.list_pane.conversations.count.text() == "4"


def test_memories_are_shown_before_anything_else_is_known(
    open_page: Any, add: Add, talk: Talk, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("We deploy on Friday.")
    talk("kiln", "The deploy of the kiln takes an hour.")
    person = open_page(opens_conversations=True)
    go_on = threading.Event()
    search = service.search_conversations

    def slow(*given: Any, **more: Any) -> Any:
        assert go_on.wait(20)
        return search(*given, **more)

    monkeypatch.setattr(service, "search_conversations", slow)
    field = person.page.top.search
    field.setFocus()
    person.qtbot.keyClicks(field, "deploy")
    person.until(lambda: person.shown() == ["We deploy on Friday."])
    assert person.talked() == []
    go_on.set()
    person.until(lambda: len(person.talked()) == 1)
    person.wait()


@pytest.mark.slow
def test_a_later_search_makes_the_earlier_answers_void(open_page: Any, add: Add, talk: Talk) -> None:
    add("We deploy on Friday.")
    talk("kiln", "The deploy of the kiln takes an hour.")
    person = open_page(opens_conversations=True)
    person.type_search("delpoy")
    assert person.offers()
    person.type_search("deploy")
    assert not person.page.list_pane.hint.isVisible()
    person.type_search("zzzz")
    assert list(person.offers()) == ["Clear search"]
    assert person.talked() == []


@pytest.mark.slow
def test_a_page_that_opens_no_conversations_does_not_look_for_them(
    open_page: Any, add: Add, talk: Talk
) -> None:
    add("We deploy on Friday.")
    talk("kiln", "The deploy of the kiln takes an hour.")
    person = open_page()
    person.type_search("deploy")
    assert person.talked() == []


@pytest.mark.slow
def test_any_text_may_be_searched_for(open_page: Any, add: Add, talk: Talk) -> None:
    add("Uses C++ and don't.")
    talk("kiln", "The deploy of the kiln takes an hour.")
    person = open_page(opens_conversations=True)
    for text in ('"', "NEAR(", "C++ -", "don't", "🙂🙂", "*" * 300, "delpoy " * 200):
        person.page.focus_search(text)
        person.wait()
    assert QApplication.focusWidget() is person.page.top.search


@pytest.mark.slow
@pytest.mark.parametrize("sort", ["relevance", "updated", "confidence"])
def test_a_search_with_filters_and_an_order_shows_every_row_to_the_last(
    open_page: Any, add: Add, sort: str
) -> None:
    for number in range(130):
        kind = "fact" if number % 2 else "skill"
        add(f"Deploys of part {number} go out by night.", kind, confidence=0.5 + number / 500)
    person = open_page()
    person.page.state.set(types=("fact",))
    person.type_search("deploys")
    order = person.page.filters.sort
    order.setFocus()
    while order.current_data != sort:
        person.key(Qt.Key.Key_Down, on=order)
    assert person.page.model.rowCount() == 65
    person.key(Qt.Key.Key_End)
    assert person.page.view.currentIndex().row() == 64
    shown = person.shown()
    person.wait()
    shown = person.shown()
    assert len(set(shown)) == 65 and "" not in shown
    if sort == "updated":
        assert shown[0] == "Deploys of part 129 go out by night."
        assert shown[-1] == "Deploys of part 1 go out by night."


def test_why_a_memory_was_found_stands_above_its_words(open_page: Any, add: Add) -> None:
    memory = add("We deploy on Friday.")
    add("Friday is free.")
    person = open_page()
    found = person.page.detail.found
    assert not found.isVisible(), "nothing was searched for"
    person.type_search("friday deploy")
    assert person.page.detail.memory.id == memory.id
    assert found.isVisible()
    assert found.label.text() == "Matches “friday deploy”: contains friday, deploy · recent"
    assert "deploy" in found.label.text().split("”")[1]
    person.key(Qt.Key.Key_Down)
    assert "deploy" not in found.label.text().split("”")[1], "each has its own reasons"
    person.key(Qt.Key.Key_Escape, on=person.page.top.search)
    assert not found.isVisible()


def test_the_pointer_on_a_card_is_told_why_it_was_found(open_page: Any, add: Add) -> None:
    add("We deploy on Friday.")
    person = open_page()
    view = person.page.view

    def rest() -> str:
        QToolTip.hideText()
        at = view.visualRect(person.page.model.index(0)).center()
        help_ = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
        QApplication.sendEvent(view.viewport(), help_)
        person.wait()
        return QToolTip.text()

    assert rest() == "Confidence 1.00", "figures where they are asked for"
    person.type_search("deploy")
    assert rest().startswith("Found: ")
    assert "deploy" in rest()


def test_a_search_waits_for_no_model_and_finds_by_meaning_when_it_is_loaded(
    open_page: Any, add: Add, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (
        "My dog sleeps on the sofa all day.",
        "Releases go to production on Tuesdays.",
        "Uses pnpm.",
    ):
        add(text)
    service.vectors.use(MINILM)
    service.vectors.build()
    service.vectors.resume()  # nothing is loaded, as when the window opens
    loads, load = threading.Event(), catalogue.open_model
    monkeypatch.setattr(catalogue, "open_model", lambda *args: (loads.wait(20), load(*args))[1])
    try:
        person = open_page()
        person.type_search("which puppy pnpm")
        assert person.shown() == ["Uses pnpm."], "the words alone, while the model is on its way"
        person.type_search("a puppy on the couch")
        assert person.shown() == []
    finally:
        loads.set()
    person.until(lambda: person.shown() == ["My dog sleeps on the sofa all day."])
    person.wait()
