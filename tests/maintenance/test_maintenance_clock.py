"""A clock that leaps ahead for a moment, as with an empty battery, costs nobody anything for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.maintenance.runner import SCHEDULE
from arbor_desktop.memories.model import Status
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock
from tests.reliability.sessions import Session

FAR = 4_102_444_800_000
"""The year 2100."""


def scheduled(service: MemoryService) -> dict[Task, dict[str, int]]:
    """All tasks, as when they are due."""
    runs = service.maintenance.run_some(lambda: list(Task), SCHEDULE)
    assert all(run.success for run in runs)
    return {run.task: run.result for run in runs}


def days_of_use(service: MemoryService, clock: ManualClock, days: int) -> None:
    for _ in range(days):
        clock.advance(days=1)
        scheduled(service)


@pytest.fixture
def conversation(service: MemoryService, clock: ManualClock, tmp_path: Path) -> str:
    """One that is a day old, with an outcome; a setting lets text go after a month."""
    service.settings.set("retention.keep_days", 30)
    service.settings.set("lifecycle.purge_archived_days", 180)
    clock.advance(seconds=1)
    session = Session("leap", start=clock() // 1000).say(
        "Fix the export in the nightly job, it comes out empty."
    )
    session.tool("pytest -q", "4 passed").reply("All of the rows are there again now, the tests pass.")
    (row,) = service.capture([session.write(tmp_path)])
    assert row.conversation_id is not None
    return row.conversation_id


def test_a_leap_of_the_clock_costs_nothing(
    service: MemoryService, clock: ManualClock, conversation: str
) -> None:
    ident = service.store("Put away yesterday", type="fact").id
    living = service.store("Of use today", type="fact").id
    service.archive(ident)
    days_of_use(service, clock, 10)
    now, clock.now = clock.now, FAR
    done = scheduled(service)
    assert service.get(living).status is Status.ACTIVE
    assert done[Task.DAILY]["items_archived"] == done[Task.WEEKLY]["items_archived"] == 0
    assert done[Task.DAILY]["texts_removed"] == done[Task.DAILY]["outcomes_removed"] == 0
    clock.now = now
    assert service.get(ident).status is Status.ARCHIVED
    assert service.outcome(conversation) is not None
    assert any(turn.text for turn in service.turns(conversation))


def test_what_is_due_goes_where_time_went_by_day_by_day(
    service: MemoryService, clock: ManualClock, conversation: str
) -> None:
    ident = service.store("Put away long ago", type="fact").id
    service.archive(ident)
    for _ in range(7):
        clock.advance(days=30)
        scheduled(service)
    assert service.get_many([ident]) == []
    assert service.outcome(conversation) is None


def test_who_was_away_for_long_has_a_week_until_it_is_forgotten(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = service.store("Not of use since", type="fact", confidence=0.6).id
    days_of_use(service, clock, 3)
    clock.advance(days=300)
    scheduled(service)
    days_of_use(service, clock, 6)
    assert service.get(ident).status is Status.ACTIVE
    days_of_use(service, clock, 2)
    assert service.get(ident).status is Status.ARCHIVED


def test_who_asks_for_it_gets_it_whatever_the_clock_did(service: MemoryService, clock: ManualClock) -> None:
    service.settings.set("lifecycle.purge_archived_days", 180)
    ident = service.store("Put away long ago", type="fact").id
    service.archive(ident)
    days_of_use(service, clock, 10)
    clock.advance(days=300)
    assert service.run_maintenance("monthly")[0].result["items_purged"] == 1


def test_backups_of_a_day_to_come_keep_nobody_from_todays(service: MemoryService, clock: ManualClock) -> None:
    service.settings.set("backup.keep_daily", 1)
    now, clock.now = clock.now, FAR
    service.backups.daily_backup()
    clock.now = now
    service.backups.check_and_back_up()
    names = {path.name for path, _, _ in service.backups.all()}
    assert {"daily-21000101.db", "daily-20260101.db"} <= names
