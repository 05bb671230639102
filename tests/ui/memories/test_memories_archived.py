"""What was put away: where it is found, why it went, and the ways back, by click and by key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.memories.model import FeedbackKind, HistoryEntry, Memory, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.memories.bars import gone_words

Add = Callable[..., Memory]
ALT = Qt.KeyboardModifier.AltModifier
HERON = "The staging server is called heron."


@pytest.fixture
def faded(add: Add, service: MemoryService, clock: Any) -> Memory:
    """Archived by the daily maintenance three days ago, as nobody used it."""
    memory = add(HERON, confidence=0.5)
    clock.advance(days=200)
    service.run_maintenance("daily", actor="schedule")
    clock.advance(days=3)
    assert service.get(memory.id).status is Status.ARCHIVED
    return memory


def test_the_filter_shows_archived_ones_with_when_and_why(open_page: Any, faded: Memory) -> None:
    person = open_page()
    assert HERON not in person.shown()
    person.click(person.page.filters.filter_button)
    person.click(person.page.filters.popup.chips["status", "archived"])
    person.click(person.page.filters.popup.chips["status", "active"])
    person.page.filters.popup.close()
    assert person.shown() == [HERON]
    person.click_card(0)
    bar = person.page.detail.gone
    assert bar.isVisible()
    assert bar.label.text().startswith("Archived 3 days ago: faded to 0.")
    assert bar.label.text().endswith("without being used")
    assert bar.restore.accessibleDescription() == bar.label.text()


def test_the_button_brings_it_back(open_page: Any, faded: Memory, service: MemoryService) -> None:
    person = open_page()
    person.page.show_memory(faded.id)
    person.wait()
    person.click(person.page.detail.gone.restore)
    assert service.get(faded.id).status is Status.ACTIVE
    assert person.snack == "Memory restored"


@pytest.mark.slow
def test_the_key_brings_back_one_or_several(
    open_page: Any, add: Add, faded: Memory, service: MemoryService
) -> None:
    others = [add(f"The {place} door sticks.", status="archived") for place in ("mill", "barn", "east")]
    person = open_page()
    person.page.show_filtered({"status": ("archived",)})
    person.wait()
    assert len(person.shown()) == 4
    person.click_card(0)
    person.key(Qt.Key.Key_R, ALT)
    assert sum(service.get(one.id).status is Status.ACTIVE for one in others) == 1
    person.click_card(0)
    person.click_card(2, Qt.KeyboardModifier.ShiftModifier)
    person.key(Qt.Key.Key_R, ALT)
    assert person.shown() == []
    assert all(service.get(one.id).status is Status.ACTIVE for one in (faded, *others))
    assert person.snack == "3 memories restored"


def test_the_key_does_nothing_to_what_is_there(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("The mill door sticks.")
    person = open_page()
    person.click_card(0)
    person.key(Qt.Key.Key_R, ALT)
    assert len(service.history(memory.id)) == 1
    assert person.snack == ""
    assert not person.page.detail.gone.isVisible()


def test_it_is_said_as_soon_as_it_is_archived_and_gone_when_it_is_back(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("The mill door sticks.")
    person = open_page()
    person.page.show_filtered({"status": ("active", "archived")})
    person.wait()
    person.click_card(0)
    assert not person.page.detail.gone.isVisible()
    service.archive(memory.id)
    person.wait()
    assert person.page.detail.gone.label.text() == "Archived today"
    service.restore(memory.id)
    person.wait()
    assert not person.page.detail.gone.isVisible()


def test_what_was_deleted_says_so_too(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("The mill door sticks.")
    service.delete(memory.id)
    person = open_page()
    person.page.show_filtered({"status": ("deleted",)})
    person.wait()
    person.click_card(0)
    assert person.page.detail.gone.label.text() == "Deleted today"


def test_what_a_person_forgot_is_told_without_a_reason(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("The mill door sticks.")
    service.feedback(memory.id, FeedbackKind.FORGET)
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    assert person.page.detail.gone.label.text().startswith("Archived today")


def test_of_several_times_the_last_that_stands_is_told(add: Add, clock: Any) -> None:
    memory = replace(add("The mill door sticks."), status=Status.ARCHIVED, archived_at=clock())
    away: dict[str, Any] = {"status": "archived"}
    older = HistoryEntry(1, clock() - 9 * 86_400_000, "maintenance", "archived", {}, away, "Ran out.", "a")
    back = HistoryEntry(
        2, clock() - 5 * 86_400_000, "user", "restored", away, {"status": "active"}, None, "b"
    )
    undone = HistoryEntry(
        3, clock() - 86_400_000, "user", "archived", {}, away, "By mistake", "c", undone=True
    )
    now = clock()
    assert gone_words(memory, (undone, back, older), now) == "Archived 9 days ago: ran out"
    node = replace(older, reason="AWS is no longer used.")
    assert gone_words(memory, (node,), now) == "Archived 9 days ago: AWS is no longer used"


def test_a_memory_that_just_gave_way_is_shown_in_a_narrow_window(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    old = add("Test runner: jest")
    add("Test runner: vitest")
    for number in range(80):  # so that its row is not loaded
        add(f"Wing {number} has a door.")
    person = open_page(844, 560)
    page = person.page
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "accepted_newer")
    page.show_memory(old.id)  # the list has not followed yet
    person.wait()
    assert page.side.currentWidget() is page.detail and page.side.isVisible()
    assert page.detail.memory is not None and page.detail.memory.id == old.id
    assert page.detail.gone.isVisible()
    person.click(page.detail.back)
    assert page.list_pane.isVisible()
