"""Between lines of crontab and the fields of a task."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.task_times import DEFAULT_TIMES, Task
from arbor_desktop.ui.settings.schedule import (
    LAST_DAY,
    Plan,
    default_plan,
    read_clock,
    read_plan,
    written,
)

HOURS, MINUTES = st.integers(0, 23), st.integers(0, 59)


@pytest.mark.parametrize("task", list(Task))
def test_the_defaults_are_shown_by_the_fields(task: Task) -> None:
    assert written(default_plan(task)) == DEFAULT_TIMES[task]


@given(HOURS, MINUTES, st.integers(0, 6), st.integers(1, LAST_DAY))
def test_what_is_chosen_is_read_back(hour: int, minute: int, weekday: int, day: int) -> None:
    plans = {
        Task.NIGHTLY: Plan(hour, minute),
        Task.DAILY: Plan(hour, minute),
        Task.WEEKLY: Plan(hour, minute, weekday=weekday),
        Task.MONTHLY: Plan(hour, minute, day=day),
    }
    for task, plan in plans.items():
        assert read_plan(task, written(plan)) == plan


@pytest.mark.parametrize("line", ["0 4 * * 0", "0 4 * * 7", "00 04 * * sun", "0 4 * * SUN"])
def test_days_are_read_however_they_are_written(line: str) -> None:
    assert read_plan(Task.WEEKLY, line) == Plan(4, 0, weekday=0)


@pytest.mark.parametrize(
    ("task", "line"),
    [
        (Task.DAILY, "*/10 * * * *"),
        (Task.DAILY, "0 3 * * SUN"),
        (Task.DAILY, "0 3 1 * *"),
        (Task.DAILY, "0 3 * 6 *"),
        (Task.WEEKLY, "0 4 * * MON-FRI"),
        (Task.WEEKLY, "0 4 * * *"),
        (Task.WEEKLY, "0 4 1 * SUN"),
        (Task.MONTHLY, "0 5 31 * *"),
        (Task.MONTHLY, "0 5 * * *"),
        (Task.MONTHLY, "0 5 1 * MON"),
        (Task.MONTHLY, "0 5 L * *"),
        (Task.NIGHTLY, "off"),
    ],
)
def test_lines_that_fields_cannot_show_are_left_to_be_told(task: Task, line: str) -> None:
    assert read_plan(task, line) is None


@given(st.sampled_from(Task), st.text(max_size=20))
def test_wild_lines_are_no_plan_or_a_whole_one(task: Task, line: str) -> None:
    plan = read_plan(task, line)
    assert plan is None or read_plan(task, written(plan)) == plan


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("3", (3, 0)),
        ("03:00", (3, 0)),
        ("3:05", (3, 5)),
        ("03.30", (3, 30)),
        ("0330", (3, 30)),
        ("330", (3, 30)),
        (" 23:59 ", (23, 59)),
        ("3h15", (3, 15)),
        ("24:00", None),
        ("3:60", None),
        ("3:5", None),
        ("noon", None),
        ("", None),
        ("-3", None),
    ],
)
def test_times_as_people_type_them(typed: str, read: tuple[int, int] | None) -> None:
    assert read_clock(typed) == read
