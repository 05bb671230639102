"""Figures and times in few plain words."""

from __future__ import annotations

from datetime import datetime

import pytest

from arbor_desktop.context.model import Rate
from arbor_desktop.maintenance.model import Insights, MaintenanceStatus, Measure
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.insights import words


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


NOW = at("2026-11-21T16:20")


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("2026-11-21T16:20", "just now"),
        ("2026-11-21T16:16", "4 min ago"),
        ("2026-11-21T13:20", "3 h ago"),
        ("2026-11-20T23:59", "yesterday"),
        ("2026-11-16T08:00", "5 days ago"),
        ("2026-11-05T08:00", "2 weeks ago"),
        ("2026-10-19T08:00", "19 Oct"),
        ("2025-10-19T08:00", "19 Oct 2025"),
    ],
)
def test_how_long_ago(when: str, said: str) -> None:
    assert words.when_short(at(when), NOW) == said


@pytest.mark.parametrize(
    ("task", "when", "now", "said"),
    [
        (Task.DAILY, "2026-11-22T03:00", "2026-11-21T16:20", ("03:00", "tonight, daily task")),
        (Task.NIGHTLY, "2026-11-21T23:30", "2026-11-21T16:20", ("23:30", "tonight, nightly task")),
        (Task.DAILY, "2026-11-21T03:00", "2026-11-21T01:00", ("03:00", "today, daily task")),
        (Task.DAILY, "2026-11-22T12:00", "2026-11-21T16:20", ("12:00", "tomorrow, daily task")),
        (Task.WEEKLY, "2026-11-25T04:00", "2026-11-21T16:20", ("04:00", "Wed, weekly task")),
        (Task.MONTHLY, "2026-12-01T05:00", "2026-11-21T16:20", ("05:00", "1 Dec, monthly task")),
        (Task.DAILY, "2026-11-21T03:00", "2026-11-21T16:20", ("due", "daily task")),
    ],
)
def test_when_maintenance_comes_next(task: Task, when: str, now: str, said: tuple[str, str]) -> None:
    assert words.next_run(MaintenanceStatus(next_at={task: at(when)}), at(now)) == said


def test_maintenance_that_runs_or_never_does() -> None:
    running = MaintenanceStatus(running=Progress(Task.DAILY, "Archiving", 1, 2))
    assert words.next_run(running, NOW) == ("now", "daily task, 50 %")
    assert words.next_run(MaintenanceStatus(elsewhere=True), NOW) == ("now", "in another Arbor process")
    assert words.next_run(MaintenanceStatus(), NOW) == ("off", "turned off in Settings")


def test_money() -> None:
    said = [words.dollars(value) for value in (0, 0.001, 0.01, 3.184, 1234.5)]
    assert said == ["$0.00", "under $0.01", "$0.01", "$3.18", "$1,234.50"]


def test_what_the_last_capture_brought() -> None:
    def said(**fields: int) -> str:
        return words.captured_words(Insights(0, NOW, last_updated=NOW, **fields))

    assert said() == "nothing read yet"
    assert said(memorized=3) == "last read: nothing new"
    assert said(memorized=3, captured_last=2) == "last read: 2 new"


@pytest.mark.parametrize(
    ("measure", "value", "goal", "met"),
    [
        (Measure("helpful", Rate(148, 172), goal=0.8), "86 %", "Above 80 %", "Goal met"),
        (Measure("hit", Rate(1, 2), goal=0.6), "50 %", "Above 60 %", "Goal not met"),
        (Measure("stale", Rate(0, 9), goal=0.05, above=False), "0 %", "Below 5 %", "Goal met"),
        (Measure("stale", Rate(5, 107), goal=0.05, above=False), "4.7 %", "Below 5 %", "Goal met"),
        (Measure("stale", Rate(503, 10_000), goal=0.05, above=False), "5.1 %", "Below 5 %", "Goal not met"),
        (Measure("helpful", Rate(7_999, 10_000), goal=0.8), "79.9 %", "Above 80 %", "Goal not met"),
        (Measure("learnings", value=2.5, goal=3), "2.5", "At least 3", "Goal not met"),
        (Measure("project_bytes", value=4e5, goal=1e7, above=False), "400 kB", "Below 10 MB", "Goal met"),
        (Measure("suggestion", Rate(), goal=0.9), "–", "Above 90 %", "No data yet"),
        (Measure("learnings", goal=3), "–", "At least 3", "No data yet"),
    ],
)  # fmt: skip
def test_measures(measure: Measure, value: str, goal: str, met: str) -> None:
    assert words.measure_value(measure) == value
    assert words.goal_words(measure) == goal
    assert words.met_words(measure) == met


def test_every_measure_of_the_service_has_a_name_and_says_what_it_counts(service: MemoryService) -> None:
    service.store("Staging runs PostgreSQL 16.", type="fact")
    for measure in service.insights().measures:
        plain = measure.key.replace("_", " ").capitalize()
        assert words.measure_name(measure) != plain
        assert words.measure_about(measure)


def test_what_is_new_to_this_version_is_shown_as_it_is_called() -> None:
    assert words.measure_name(Measure("brand_new")) == "Brand new"
    assert words.kind_label("category", "brand_new") == "Brand new"
    assert words.kind_label("category", "facts") == "Facts"
