"""How the window speaks of runs."""

from __future__ import annotations

from datetime import datetime

import pytest

from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.maintenance import words
from arbor_desktop.ui.maintenance.log import can_undo
from arbor_desktop.ui.maintenance.words import as_activity, is_news, items, merged, result_words

HOUR = 3_600_000


def at(*parts: int) -> int:
    return round(datetime(*parts).timestamp() * 1000)  # type: ignore[arg-type]


NOW = at(2026, 3, 10, 14, 0)


def run(task: Task = Task.DAILY, ending: Ending = Ending.DONE, started: int = NOW, **result: int) -> Run:
    return Run(1, task, started, started + 1000, result, None, ending, "schedule", action_id="a")


def test_every_counter_of_a_real_run_has_words(service: MemoryService) -> None:
    """A name as the program calls it is no words for people."""
    told = [name for done in service.run_maintenance("full") for name in done.result]
    assert told
    for done in service.maintenance_log():
        said = items([Run(1, done.task, NOW, NOW, dict.fromkeys(done.result, 2), ending=Ending.DONE)])
        assert not [item.sentence for item in said if ": 2" in item.sentence]


def test_results_are_summed_and_told_in_order() -> None:
    night = [
        run(Task.NIGHTLY, duplicates_merged=2, contradictions_found=1),
        run(items_archived=11, backups_made=1, items_compressed=34, bytes_saved=25_000),
        run(Task.WEEKLY, items_archived=1, items_compressed=3, failures=2),
    ]
    assert result_words(night) == (
        "2 duplicates merged, 12 memories archived, 3 long memories shortened, 1 new conflict found, "
        "34 old messages compressed (25 kB saved), 1 backup created, 2 items failed"
    )
    assert [item.sentence for item in items(night) if item.warns] == [
        "1 new conflict found",
        "2 items failed",
    ]


def test_nothing_done_is_said() -> None:
    assert result_words([run(items_archived=0)]) == "No changes needed"


def test_a_counter_of_a_newer_version_is_told_as_it_is_called() -> None:
    assert result_words([run(pages_turned=3)]) == "Pages turned: 3"


@pytest.mark.parametrize(
    ("done", "news"),
    [
        (run(items_archived=1), True),
        (run(Task.NIGHTLY, resources_processed=40), False),
        (run(backups_made=1), False),
        (run(items_archived=0), False),
        (run(ending=Ending.FAILED), True),
        (run(ending=Ending.STOPPED), True),
        (run(items_restored=1, items_left=2), False),
    ],
)
def test_only_what_changed_or_failed_is_news(done: Run, news: bool) -> None:
    assert is_news(done) is news


@pytest.mark.parametrize(
    ("done", "possible"),
    [
        (run(items_archived=1), True),
        (run(Task.NIGHTLY, duplicates_merged=1), True),
        (run(Task.WEEKLY, items_compressed=1), True),
        (run(items_compressed=1), False),
        (run(items_purged=1), False),
        (run(), False),
    ],
)
def test_what_changed_memories_can_be_taken_back(done: Run, possible: bool) -> None:
    assert can_undo(done) is possible


@pytest.mark.parametrize(
    ("ms", "said"),
    [(0, "under 1 s"), (48_000, "48 s"), (125_000, "2 min 5 s"), (3_780_000, "1 h 3 min")],
)
def test_durations(ms: int, said: str) -> None:
    assert words.duration_words(ms) == said


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (at(2026, 3, 10, 3, 0), "today 03:00"),
        (at(2026, 3, 9, 3, 0), "yesterday 03:00"),
        (at(2026, 3, 1, 3, 0), "1 Mar, 03:00"),
        (at(2025, 12, 31, 3, 0), "31 Dec 2025, 03:00"),
    ],
)
def test_times_that_have_passed(moment: int, said: str) -> None:
    assert words.day_words(moment, NOW) == said


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (at(2026, 3, 10, 15, 0), "today 15:00"),
        (at(2026, 3, 11, 2, 0), "tomorrow 02:00"),
        (at(2026, 3, 15, 4, 0), "Sunday 04:00"),
        (at(2026, 4, 1, 5, 0), "1 Apr, 05:00"),
    ],
)
def test_times_to_come(moment: int, said: str) -> None:
    assert words.next_words(moment, NOW) == said


def test_a_night_belongs_together_and_a_run_by_hand_stands_alone() -> None:
    nightly = run(Task.NIGHTLY, started=NOW - 12 * HOUR)
    daily = run(Task.DAILY, started=NOW - 11 * HOUR)
    last = {Task.NIGHTLY: nightly, Task.DAILY: daily, Task.MONTHLY: run(started=NOW - 300 * HOUR)}
    assert words.last_round(last) == [nightly, daily]
    weekly = run(Task.WEEKLY, started=NOW)
    assert words.last_round(last | {Task.WEEKLY: weekly}) == [weekly]
    assert words.last_round({}) == []


def test_progress_tells_the_place_within_the_step_where_it_is_known() -> None:
    assert words.progress_words(Progress(Task.DAILY, "Backing up")) == "Daily: backing up"
    counted = Progress(Task.NIGHTLY, "Looking for contradictions", 1200)
    assert words.progress_words(counted) == "Nightly: looking for contradictions, 1,200"


def test_runs_take_their_place_among_what_was_captured() -> None:
    early, late = run(started=NOW - 5 * HOUR, items_archived=1), run(started=NOW, items_archived=1)
    captured = [as_activity(run(started=NOW - 3 * HOUR))]
    found = merged(captured, [as_activity(early), as_activity(late)])
    assert [one.at for one in found] == sorted((one.at for one in found), reverse=True)
    assert merged([], [as_activity(early)])[0].reason == "1 memory archived"
