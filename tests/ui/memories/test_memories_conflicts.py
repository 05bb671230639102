"""Memories that contradict each other, as list and detail show them, and those that hold only sometimes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from arbor_desktop.memories.model import HistoryEntry, Memory, Related, Status, Undone
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.memories.bars import conflict_words
from arbor_desktop.ui.memories.fields import further
from arbor_desktop.ui.memories.tabs import kind_words
from arbor_desktop.ui.memory.history_words import field_changes, title, undone_words
from arbor_desktop.ui.memory.list import RelatedCard, status_badges
from arbor_desktop.ui.memory.words import card_sentence

JEST, VITEST, MOCHA = "Test runner: jest", "Test runner: vitest", "Test runner: mocha"

Add = Callable[..., Memory]


def show(person: Any, memory: Memory) -> Any:
    person.page.show_memory(memory.id)
    person.wait()
    return person.page.detail


def badges(person: Any, memory: Memory) -> list[str]:
    """What the memory's card says of its state, as it is loaded in the list."""
    loaded = person.page.model.loaded(memory.id)  # None while its card is only on its way
    return [word for word, _, _ in status_badges(loaded)] if loaded else []


def painted(person: Any, memory: Memory) -> QImage:
    view = person.page.view
    rect = view.visualRect(view.model().index(view.model().row_of(memory.id)))
    return view.viewport().grab(rect).toImage()


# What contradicts


def test_both_cards_are_marked_as_soon_as_they_contradict_each_other(open_page: Any, add: Add) -> None:
    older, other = add(JEST), add("Deploys on Fridays.")
    person = open_page()
    before = painted(person, older)
    assert badges(person, older) == []
    newer = add(VITEST)
    person.until(lambda: badges(person, older) == badges(person, newer) == ["Conflict"])
    assert painted(person, older) != before
    assert badges(person, other) == []
    assert "in conflict with another memory" in card_sentence(person.page.model.loaded(older.id), 0)


def test_what_was_compared_elsewhere_marks_the_cards_in_view(
    open_page: Any, add: Add, service: MemoryService, home: Path, clock: Any
) -> None:
    """Another process compares what was there before, and names no memory."""
    service.settings.set("conflicts.detect", False)
    older, newer = add(JEST), add(VITEST)
    service.settings.set("conflicts.detect", True)
    person = open_page()
    assert badges(person, older) == []
    with MemoryService.open(home, clock=clock) as other:
        assert len(other.list_conflicts()) == 1
    service.events.announce(Changes(conflicts=True))
    person.until(lambda: badges(person, older) == badges(person, newer) == ["Conflict"])


def test_the_detail_says_what_is_contradicted_and_leads_to_the_conflict(
    qtbot: QtBot, open_page: Any, add: Add, service: MemoryService
) -> None:
    older, newer, other = add(JEST), add(VITEST), add("Deploys on Fridays.")
    person = open_page()
    detail = show(person, older)
    assert detail.conflict.isVisible()
    assert detail.conflict.label.text() == f"Contradicts “{VITEST}”"
    with qtbot.waitSignal(person.page.conflict_wanted) as heard:
        person.click(detail.conflict.resolve)
    assert heard.args == list(service.get(newer.id).conflict_ids)
    show(person, other)
    assert not detail.conflict.isVisible()


def test_what_is_added_by_hand_says_at_once_that_it_contradicts(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    older = add(JEST)
    person = open_page()
    person.click(person.page.top.new_button)
    person.qtbot.keyClicks(person.page.dialog.area, VITEST)
    person.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, on=person.page.dialog.area)
    person.until(lambda: person.page.dialog is None)
    person.wait()
    assert person.snack == "Memory added, but it conflicts with another memory"
    assert person.selected() == [VITEST]
    assert person.page.detail.conflict.label.text() == f"Contradicts “{JEST}”"
    person.click(person.page.list_pane.snackbar.action_button)
    person.until(lambda: badges(person, older) == [])


def test_several_are_counted(open_page: Any, add: Add) -> None:
    memories = [add(text) for text in (JEST, VITEST, MOCHA)]
    person = open_page()
    detail = show(person, memories[2])
    assert detail.conflict.label.text() == f"Contradicts “{JEST}” and 1 more"
    assert conflict_words(memories) == f"Contradicts “{JEST}” and 2 more"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["decided", "deleted", "edited", "archived"])
def test_the_marks_go_when_the_conflict_is_settled_and_come_back_with_undo(
    open_page: Any, add: Add, service: MemoryService, how: str
) -> None:
    older, newer = add(JEST), add(VITEST)
    person = open_page()
    detail = show(person, newer)
    assert detail.conflict.isVisible()
    if how == "decided":
        service.resolve_conflict(service.get(newer.id).conflict_ids[0], "accepted_newer")
    elif how == "edited":
        service.update(older.id, content="Deploys on Fridays.")
    else:
        (service.delete if how == "deleted" else service.archive)(older.id)
    person.until(lambda: not detail.conflict.isVisible() and badges(person, newer) == [])
    service.undo()
    person.until(lambda: detail.conflict.isVisible() and badges(person, newer) == ["Conflict"])
    assert detail.conflict.label.text() == f"Contradicts “{JEST}”"


def test_a_memory_that_gave_way_is_not_marked(open_page: Any, add: Add, service: MemoryService) -> None:
    older, _, _ = (add(text) for text in (JEST, VITEST, MOCHA))
    service.archive(older.id)
    gone = service.get(older.id)
    assert [word for word, _, _ in status_badges(replace(gone, conflict_ids=("c1",)))] == ["Archived"]


def test_what_a_search_finds_carries_the_mark_too(open_page: Any, add: Add) -> None:
    older = add(JEST)
    add(VITEST)
    person = open_page()
    person.type_search("jest")
    assert person.shown() == [JEST]
    assert badges(person, older) == ["Conflict"]


def test_the_menu_of_a_card_leads_to_the_conflict(
    qtbot: QtBot, open_page: Any, add: Add, service: MemoryService
) -> None:
    older, other = add(JEST), add("Deploys on Fridays.")
    add(VITEST)
    person = open_page()

    def offered(memory: Memory) -> dict[str, Any]:
        show(person, memory)
        menu: QMenu = person.page.controller.menu(*person.page.meant(), person.page.pos())
        return {action.text(): action for action in menu.actions()}

    assert "Resolve conflict" not in offered(other)
    with qtbot.waitSignal(person.page.conflict_wanted) as heard:
        offered(older)["Resolve conflict"].trigger()
    assert heard.args == list(service.get(older.id).conflict_ids)


def test_where_nothing_is_active_the_way_leads_to_the_review(
    qtbot: QtBot, open_page: Any, add: Add, service: MemoryService
) -> None:
    service.update_many([add(JEST).id], status="pending")
    person = open_page()
    with qtbot.waitSignal(person.page.review_wanted):
        person.click(person.offers()["Review"])


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [False, True], ids=["seen", "hidden"])
def test_a_memory_that_has_just_left_the_list_is_shown_all_the_same(
    open_page: Any, add: Add, service: MemoryService, hidden: bool
) -> None:
    """As from the page of conflicts, where it was superseded a moment ago."""
    older, _, _ = add(JEST), add(VITEST), add("Deploys on Fridays.")
    person = open_page()
    if hidden:
        person.page.hide()
    service.resolve_conflict(service.get(older.id).conflict_ids[0], "accepted_newer")
    if hidden:
        person.until(lambda: not person.bridge.busy)
        person.page.show()
    person.page.show_memory(older.id)
    person.wait()
    assert person.selected() == [JEST]
    assert person.page.detail.memory.id == older.id
    assert person.page.state.query.status == ("superseded",)


# Where it holds only


def test_a_condition_is_written_kept_and_taken_away(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add(JEST, details={"rationale": "It is fast."})
    person = open_page()
    detail = show(person, memory)
    person.click(detail.rare.button)
    field = detail.fields.condition
    assert (field.text(), field.placeholderText()) == ("", "Always")
    before = painted(person, memory)
    field.setFocus()
    person.qtbot.keyClicks(field, "in the old app")
    person.key(Qt.Key.Key_Return, on=field)
    assert service.get(memory.id).details == {"rationale": "It is fast.", "condition": "in the old app"}
    assert painted(person, memory) != before
    assert "Condition: in the old app." in card_sentence(service.get(memory.id), 0)
    person.key(Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert ("Applies when", "always", "in the old app") in field_changes(service.history(memory.id)[-1])
    field.selectAll()
    person.key(Qt.Key.Key_Delete, on=field)
    person.key(Qt.Key.Key_Return, on=field)
    assert service.get(memory.id).details == {"rationale": "It is fast."}


def test_a_condition_settles_the_conflict(open_page: Any, add: Add, service: MemoryService) -> None:
    older = add(JEST)
    add(VITEST)
    person = open_page()
    detail = show(person, older)
    person.click(detail.rare.button)
    field = detail.fields.condition
    field.setFocus()
    person.qtbot.keyClicks(field, "in the old app")
    person.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier, on=field)
    person.until(lambda: not detail.conflict.isVisible())
    assert service.list_conflicts() == []


def test_a_condition_is_no_further_fact(add: Add) -> None:
    memory = add(JEST, details={"condition": "in the old app", "rationale": "It is fast."})
    assert further(memory) == [("Why", "It is fast.")]


# What is told of it afterwards


@pytest.mark.parametrize(
    ("decision", "more", "older_said", "newer_said"),
    [
        ("accepted_newer", {}, "Replaced with another memory, by you", "Kept by you"),
        ("accepted_older", {}, "Kept by you", "Replaced with another memory, by you"),
        ("marked_outdated", {}, "Marked as outdated by you", "Kept by you"),
        (
            "kept_both_with_context",
            {"older_context": "in the old app", "newer_context": "in the new one"},
            "Kept alongside the other memory, by you",
            "Kept alongside the other memory, by you",
        ),
    ],
)
def test_the_history_says_what_was_decided(
    add: Add, service: MemoryService, decision: str, more: dict[str, str], older_said: str, newer_said: str
) -> None:
    older, newer = add(JEST), add(VITEST)
    (conflict,) = service.get(older.id).conflict_ids
    service.resolve_conflict(conflict, decision, note="We moved.", **more)
    assert [title(newest(service, memory)) for memory in (older, newer)] == [older_said, newer_said]
    assert "In a conflict over test runner" in (newest(service, older).reason or "")
    service.reopen_conflict(conflict)
    assert title(newest(service, older)) == "Conflict reopened by you"


def newest(service: MemoryService, memory: Memory) -> HistoryEntry:
    return max(service.history(memory.id), key=lambda entry: entry.seq)


def test_the_history_says_what_was_merged_and_confirmed(add: Add, service: MemoryService) -> None:
    older, newer = add(JEST), add(VITEST)
    service.resolve_conflict(
        service.get(older.id).conflict_ids[0], "merged", content="Vitest runs all tests but the oldest."
    )
    (merged,) = service.query().memories
    assert title(newest(service, merged)) == "Created by merging memories"
    assert title(newest(service, newer)) == "Replaced with another memory, by you"
    service.feedback(merged.id, "OUTDATED")
    assert title(newest(service, merged)) == "Marked as outdated by you"
    service.reject(merged.id)
    assert title(newest(service, merged)) == "Confirmed by you as outdated"


def test_the_history_says_what_was_decided_without_asking(add: Add, service: MemoryService) -> None:
    service.settings.set("conflicts.auto_resolve", True)
    weak = add(JEST, confidence=0.4)
    add(VITEST, confidence=0.95)
    assert service.get(weak.id).status is Status.SUPERSEDED
    assert title(newest(service, weak)) == "Replaced with another memory, automatically"
    assert "Resolved automatically" in (newest(service, weak).reason or "")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("superseded", "Conflict reopened"),
        ("kept with context", "Conflict reopened"),
        ("marked outdated", "Conflict reopened"),
        ("reopened", "Conflict resolved again"),
        ("outdated", "Undone: Marked as outdated"),
    ],
)
def test_taking_a_decision_back_is_said_as_one(action: str, words: str) -> None:
    assert undone_words(Undone(action, ("a", "b"), 0)) == (words, False)


def test_what_took_the_place_of_another_is_told_from_both_sides(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    older, newer = add(JEST), add(VITEST)
    service.resolve_conflict(service.get(older.id).conflict_ids[0], "accepted_newer")
    person = open_page()

    def said(memory: Memory) -> list[str]:
        detail = show(person, memory)
        cards = detail.related.findChildren(RelatedCard)
        return [card.accessibleName().partition(":")[0] for card in cards if card.parent() is not None]

    assert "Replaced by this memory" in said(newer)
    assert "Replaces this memory" in said(older)
    both = [service.get(memory.id) for memory in (older, newer)]
    alive = replace(both[0], status=Status.ACTIVE)
    assert kind_words(Related(alive, "supersedes", 1.0), False, both[1]) == "Replacement"
