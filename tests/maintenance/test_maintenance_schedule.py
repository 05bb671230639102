"""When tasks are due: hours that were missed, clocks that jump, days on which the clocks change."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.maintenance.schedule import (
    CLOCKS_DIFFER_MS,
    FIRST_RETRY_MS,
    LAST_RETRY_MS,
    due,
    next_time,
    next_times,
    previous_time,
    retry_after,
)
from arbor_desktop.task_times import Task

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
TIMES = {
    "maintenance.nightly": "off",
    "maintenance.daily": "0 3 * * *",
    "maintenance.weekly": "0 4 * * SUN",
    "maintenance.monthly": "off",
}


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def run(started: int, ending: Ending | None = Ending.DONE, task: Task = Task.DAILY) -> Run:
    return Run(1, task, started, started + 1, ending=ending)


def due_now(now: int, *runs: Run, since: int = 0, times: dict[str, str] | None = None) -> list[Task]:
    def of(task: Task) -> list[Run]:
        return sorted((r for r in runs if r.task is task), key=lambda r: -r.started_at)

    return due((times or TIMES).__getitem__, of, since, now)


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize(
    ("when", "now", "following"),
    [
        ("0 3 * * *", "2026-01-01T02:59:59+01:00", "2026-01-01T03:00+01:00"),
        ("0 3 * * *", "2026-01-01T03:00+01:00", "2026-01-02T03:00+01:00"),
        ("0 4 * * SUN", "2026-01-01T12:00+01:00", "2026-01-04T04:00+01:00"),
        ("0 5 1 * *", "2026-01-01T05:00:01+01:00", "2026-02-01T05:00+01:00"),
        # 02:00 is not there on the last Sunday in March, and there twice on that in October.
        ("0 2 * * *", "2026-03-29T00:00+01:00", "2026-03-29T03:00+02:00"),
        ("30 2 * * *", "2026-03-29T00:00+01:00", "2026-03-29T03:30+02:00"),
        ("0 3 * * *", "2026-03-29T00:00+01:00", "2026-03-29T03:00+02:00"),
        ("30 2 * * *", "2026-10-25T00:00+02:00", "2026-10-25T02:30+02:00"),
        ("30 2 * * *", "2026-10-25T02:15+01:00", "2026-10-26T02:30+01:00"),
        ("45 2 * * *", "2026-10-25T02:30+02:00", "2026-10-25T02:45+02:00"),
    ],
)
def test_the_next_time_is_in_local_time(when: str, now: str, following: str) -> None:
    assert next_time(when, at(now)) == at(following)


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize(
    ("when", "now", "last"),
    [
        ("0 3 * * *", "2026-01-02T03:00+01:00", "2026-01-02T03:00+01:00"),
        ("0 3 * * *", "2026-01-02T02:59:59+01:00", "2026-01-01T03:00+01:00"),
        ("30 2 * * *", "2026-03-29T03:10+02:00", "2026-03-28T02:30+01:00"),
        ("30 2 * * *", "2026-03-29T03:30+02:00", "2026-03-29T03:30+02:00"),
        ("30 2 * * *", "2026-10-25T02:45+01:00", "2026-10-25T02:30+02:00"),
    ],
)
def test_the_last_time_is_in_local_time(when: str, now: str, last: str) -> None:
    assert previous_time(when, at(now)) == at(last)


@pytest.mark.usefixtures("in_berlin")
@given(
    st.integers(at("2026-01-01T00:00+00:00"), at("2027-01-01T00:00+00:00")),
    st.sampled_from(["0 3 * * *", "30 2 * * *", "0 4 * * SUN", "0 5 1 * *", "*/20 * * * *"]),
)
def test_now_is_between_the_last_time_and_the_next(now: int, when: str) -> None:
    assert previous_time(when, now) <= now < next_time(when, now)


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize("day", [0, 86, 87, 88, 296, 297, 298])
def test_a_daily_task_is_due_once_on_a_day_also_where_the_clocks_change(day: int) -> None:
    """Looked at every ten minutes, run as soon as it is due."""
    begin = at("2026-01-01T12:00+01:00") + day * DAY
    runs: list[Run] = [run(begin)]
    times = TIMES | {"maintenance.daily": "30 2 * * *", "maintenance.weekly": "off"}
    for minutes in range(0, 24 * 60, 10):
        now = begin + minutes * MINUTE
        if due_now(now, *runs, times=times):
            runs.append(run(now))
    assert len(runs) == 2


def test_what_is_off_has_no_next_time() -> None:
    assert list(next_times(TIMES.__getitem__, at("2026-01-01T12:00"))) == [Task.DAILY, Task.WEEKLY]


def test_a_new_home_has_missed_nothing() -> None:
    first_seen = at("2026-01-04T12:00")
    assert due_now(first_seen, since=first_seen) == []
    assert due_now(at("2026-01-05T02:59"), since=first_seen) == []
    assert due_now(at("2026-01-05T03:00"), since=first_seen) == [Task.DAILY]


def test_hours_that_were_missed_are_made_up_for_once() -> None:
    asleep_since, awake = at("2026-01-02T01:00"), at("2026-01-09T18:00")
    assert due_now(awake, since=asleep_since) == [Task.DAILY, Task.WEEKLY]
    both = (run(awake), run(awake, task=Task.WEEKLY))
    assert due_now(awake + MINUTE, *both, since=asleep_since) == []
    assert due_now(at("2026-01-10T03:00"), *both, since=asleep_since) == [Task.DAILY]


def test_who_stops_a_run_is_not_asked_again_before_its_next_hour() -> None:
    stopped = run(at("2026-01-02T03:00"), Ending.STOPPED)
    assert due_now(at("2026-01-02T23:00"), stopped) == [Task.WEEKLY]
    assert Task.DAILY in due_now(at("2026-01-03T03:00"), stopped)


@pytest.mark.parametrize("ending", [Ending.FAILED, Ending.INTERRUPTED, None])
def test_what_failed_is_tried_again_ever_more_seldom(ending: Ending | None) -> None:
    first = at("2026-01-02T03:00")
    once = run(first, ending)
    assert Task.DAILY not in due_now(first + FIRST_RETRY_MS - 1, once)
    assert Task.DAILY in due_now(first + FIRST_RETRY_MS, once)
    again = run(first + FIRST_RETRY_MS, ending)
    assert Task.DAILY not in due_now(again.started_at + 2 * FIRST_RETRY_MS - 1, once, again)
    assert Task.DAILY in due_now(again.started_at + 2 * FIRST_RETRY_MS, once, again)
    assert [retry_after(n) for n in (7, 50, 5_000)] == [64 * FIRST_RETRY_MS, LAST_RETRY_MS, LAST_RETRY_MS]


def test_a_clock_that_was_ahead_keeps_nothing_from_being_done() -> None:
    ahead = run(at("2027-06-01T03:00"))
    assert due_now(at("2026-01-02T03:00"), ahead, since=at("2027-06-01T01:00")) == []
    assert due_now(at("2026-01-02T03:00"), ahead) == [Task.DAILY, Task.WEEKLY]


def test_a_clock_set_back_a_little_brings_nothing_twice() -> None:
    begun = run(at("2026-01-02T03:00:01"))
    for back in (2_000, CLOCKS_DIFFER_MS // 2):
        assert Task.DAILY not in due_now(begun.started_at - back, begun, run(at("2026-01-01T03:00")))
        assert Task.DAILY not in due_now(at("2026-01-02T03:00"), begun)


def test_a_clock_set_ahead_runs_what_is_due_then_once() -> None:
    done = run(at("2026-01-02T03:00"))
    later = at("2036-01-02T12:00")
    assert Task.DAILY in due_now(later, done)
    assert Task.DAILY not in due_now(later + MINUTE, done, run(later))
