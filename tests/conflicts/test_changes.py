"""What a memory that says "now" takes the place of, where no rule sees that the two contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

PROJECT = "/home/someone/handbook"
BEFORE, BESIDE = "Questions on orders and customers go to Lilla.", "Customers pay within 14 days."
NOW = "In the office now is Odile, all orders and customers to her."


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


def add(service: MemoryService, content: str, project: str = PROJECT) -> str:
    return service.store(content, type="fact", scope="project", scope_id=project).id


def test_it_replaces_the_one_that_is_most_like_it(service: MemoryService, clock: ManualClock) -> None:
    before, beside = add(service, BEFORE), add(service, BESIDE)
    clock.advance(days=7)
    now = add(service, NOW)
    (conflict,) = service.list_conflicts()
    assert [member.memory.id for member in conflict.members] == [before, now] and conflict.replaces
    told = {one.id for one in service.get_context(project=PROJECT).included}
    assert told == {beside, now}


def test_that_both_hold_is_not_asked_again(service: MemoryService, clock: ManualClock) -> None:
    add(service, BEFORE)
    clock.advance(days=7)
    now = add(service, NOW)
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "kept_both_with_context")
    service.update(now, scope="global", scope_id=None)
    assert service.list_conflicts() == []


def test_it_replaces_nothing_that_was_said_later_or_elsewhere(
    service: MemoryService, clock: ManualClock
) -> None:
    add(service, BEFORE, "/home/someone/other")
    add(service, NOW)
    clock.advance(days=7)
    add(service, BEFORE)
    assert service.list_conflicts() == []
