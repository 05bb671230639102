"""A run of maintenance: its log, progress, stopping, what fails, and that there is one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from arbor_desktop.errors import InvalidInput, MaintenanceFailed, NotFound, StorageError
from arbor_desktop.maintenance.model import FULL, Ending
from arbor_desktop.maintenance.runner import Maintenance, maintenance_lock
from arbor_desktop.memories.model import Status
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.steps import MOST_TROUBLES, Progress, Step, Work
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock

PATIENCE = 30


def runner(service: MemoryService, *steps: Callable[[Work], None], **more: Any) -> Maintenance:
    """One whose daily task has these steps."""
    named = [Step(f"Step {number}", step) for number, step in enumerate(steps, 1)]
    return Maintenance(service._rt, {Task.DAILY: named}, **more)


def test_full_is_every_task_in_order(service: MemoryService) -> None:
    runs = service.run_maintenance(FULL)
    assert [run.task for run in runs] == list(Task)
    assert all(run.success and run.error is None for run in runs)
    assert [run.id for run in service.maintenance_log()] == [run.id for run in reversed(runs)]
    assert {task: run.id for task, run in service.maintenance_status().last.items()} == {
        run.task: run.id for run in runs
    }


def test_counters_are_there_also_where_nothing_was_to_be_done(service: MemoryService) -> None:
    named = {run.task: run.result for run in service.run_maintenance(FULL)}
    assert {"resources_processed", "duplicates_merged", "contradictions_found"} <= named[Task.NIGHTLY].keys()
    assert {"items_archived", "items_compressed", "texts_removed"} <= named[Task.DAILY].keys()
    assert "items_archived" in named[Task.WEEKLY]
    assert {"items_validated", "items_invalid", "indexes_rebuilt", "bytes_freed"} <= named[
        Task.MONTHLY
    ].keys()


def test_an_unknown_task_is_refused_by_name(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match=r"hourly.*nightly, daily, weekly, monthly, full"):
        service.run_maintenance("hourly")
    with pytest.raises(InvalidInput, match="hourly"):
        service.maintenance_log(task="hourly")


def test_progress_is_told_step_by_step(service: MemoryService) -> None:
    def counted(work: Work) -> None:
        for number in range(1, 5):
            work.at(number, 4)

    told: list[Progress] = []
    runner(service, counted, counted).run("daily", told.append)
    assert [(p.step, p.done, p.total) for p in told[:5]] == [("Step 1", n, 4 if n else 0) for n in range(5)]
    shares = [p.share for p in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_listeners_hear_of_it_ten_times_a_second_at_most(service: MemoryService) -> None:
    now = 0.0

    def long(work: Work) -> None:
        nonlocal now
        for number in range(1000):
            now += 0.01
            work.at(number, 1000)

    heard: list[Changes] = []
    service.events.subscribe(lambda changes: heard.append(changes) if changes.maintenance else None)
    runner(service, long, monotonic=lambda: now).run("daily")
    assert 90 <= len(heard) <= 102
    assert heard[-1].status


def test_how_far_it_is_shows_in_the_status(service: MemoryService) -> None:
    seen: list[Any] = []
    service.run_maintenance(
        "daily", lambda p: seen.append((service.get_status().maintenance, service.maintenance_status()))
    )
    progress, status = seen[0]
    assert progress.task is Task.DAILY
    assert status.running == progress
    assert not status.elsewhere
    assert service.get_status().maintenance is None
    assert service.get_status().to_dict()["maintenance"] is None


def test_a_run_of_another_process_shows_as_elsewhere(
    service: MemoryService, home: Path, clock: ManualClock
) -> None:
    with MemoryService.open(home, clock=clock) as other:
        seen = []
        other.run_maintenance("daily", lambda p: seen.append(service.maintenance_status()))
    assert all(status.elsewhere and status.running is None for status in seen)
    assert not service.maintenance_status().elsewhere


def test_the_next_time_is_told(service: MemoryService) -> None:
    status = service.maintenance_status()
    assert set(status.next_at) == set(Task)
    assert service.get_stats()["next_maintenance_at"] == status.to_dict()["next"][status.next[0].value]  # type: ignore[index]
    for task in Task:
        service.settings.set(f"maintenance.{task.value}", "off")
    assert service.maintenance_status().next is None
    assert service.get_stats()["next_maintenance_at"] is None


# -- stopping --


def test_a_run_stops_between_two_pieces_of_work_and_keeps_what_was_done(service: MemoryService) -> None:
    def endless(work: Work) -> None:
        while True:
            work.count("pieces")
            work.check()
            if work.counts["pieces"] == 3:
                maintenance.cancel()

    maintenance = runner(service, endless, lambda work: work.count("later"))
    (run,) = maintenance.run("daily")
    assert run.ending is Ending.STOPPED
    assert not run.success
    assert run.result == {"pieces": 4}
    assert "kept" in (run.error or "")
    assert maintenance.run("daily", stopping=lambda: True)[0].ending is Ending.STOPPED


def test_who_stops_a_full_run_stops_the_tasks_after_it(service: MemoryService) -> None:
    asked = 0

    def stopping() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    runs = service.run_maintenance(FULL, stopping=stopping)
    assert [run.ending for run in runs][-1] is Ending.STOPPED
    assert len(runs) < len(Task)


def test_a_wish_to_stop_does_not_hit_the_next_run(service: MemoryService) -> None:
    service.cancel_maintenance()
    assert service.run_maintenance("daily")[0].success


def test_closing_ends_a_run_that_is_under_way(home: Path, clock: ManualClock) -> None:
    service = MemoryService.open(home, clock=clock)
    begun = threading.Event()

    def endless(work: Work) -> None:
        begun.set()
        while True:
            work.check()

    service.maintenance._steps = {Task.DAILY: [Step("Endless", endless)]}
    ended: list[Any] = []
    thread = threading.Thread(target=lambda: ended.extend(service.run_maintenance("daily")))
    thread.start()
    assert begun.wait(PATIENCE)
    service.close()
    thread.join(PATIENCE)
    with MemoryService.open(home, clock=clock) as again:
        assert again.maintenance_log()[0].ending is Ending.INTERRUPTED


# -- what fails --


@pytest.mark.logs_warnings
def test_a_step_that_fails_does_not_keep_the_next_from_being_done(service: MemoryService) -> None:
    def full(work: Work) -> None:
        raise StorageError("The disk is full.")

    def bug(work: Work) -> None:
        raise ZeroDivisionError("a bug")

    (run,) = runner(service, full, bug, lambda work: work.count("done")).run("daily")
    assert run.ending is Ending.FAILED
    assert run.error == "Step 1: The disk is full. Step 2: ZeroDivisionError: a bug"
    assert run.result == {"done": 1}
    assert runner(service).run("daily")[0].success


@pytest.mark.logs_warnings
def test_a_record_that_fails_is_noted_and_the_rest_goes_on(service: MemoryService) -> None:
    def each(work: Work) -> None:
        for number in range(100):
            with work.record(lambda: f"Number {number}"):  # noqa: B023
                if number % 2:
                    raise ValueError("odd")
                work.count("even")

    (run,) = runner(service, each).run("daily")
    assert run.success
    assert run.result == {"even": 50, "failures": 50}
    assert len(run.troubles) == min(50, MOST_TROUBLES)
    assert run.troubles[0].to_dict() == {"what": "Number 1", "why": "ValueError: odd"}
    assert service.maintenance_log()[0].troubles == run.troubles


def test_a_full_disk_is_no_matter_of_one_record(service: MemoryService) -> None:
    tried = []

    def each(work: Work) -> None:
        for number in range(100):
            with work.record(lambda: "A record"):
                tried.append(number)
                try:
                    raise apsw.FullError("database or disk is full")
                except apsw.FullError as error:
                    raise StorageError("The disk is full.") from error

    (run,) = runner(service, each).run("daily")
    assert run.error == "Step 1: The disk is full."
    assert tried == [0]


def test_an_end_that_can_not_be_noted_is_told_all_the_same(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    written = service._rt.db.write

    def full(work: Any) -> Any:
        if service.maintenance.running is None:
            raise StorageError("The disk is full.")
        return written(work)

    def fill(work: Work) -> None:
        monkeypatch.setattr(service._rt.db, "write", full)

    with caplog.at_level("CRITICAL"):
        (run,) = runner(service, fill).run("daily")
    assert run.ending is Ending.FAILED
    assert run.error == "The disk is full."
    monkeypatch.undo()
    assert service.maintenance_log()[0].ending is Ending.INTERRUPTED


# -- one at a time --


@pytest.mark.slow
def test_while_one_runs_another_is_refused(service: MemoryService, home: Path, clock: ManualClock) -> None:
    with MemoryService.open(home, clock=clock) as other:

        def meanwhile(work: Work) -> None:
            for one in (service, other):
                with pytest.raises(MaintenanceFailed, match="already running"):
                    one.run_maintenance("weekly")
                with pytest.raises(MaintenanceFailed, match="already running"):
                    one.undo_maintenance(1)
            work.count("tried")

        assert runner(service, meanwhile).run("daily")[0].result == {"tried": 1}
        assert other.run_maintenance("daily")[0].success


def test_what_a_dead_process_began_is_told_as_interrupted(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arbor_desktop.maintenance.queries import maintenance

    by = service._rt.by("maintenance")
    row = service._rt.db.write(lambda c: maintenance.begin(c, Task.DAILY, by.now, "user", by.action_id))
    (run,) = service.maintenance_log()
    assert run.ending is Ending.INTERRUPTED
    with maintenance_lock(service.home.folder):  # it is alive after all
        assert service.maintenance_log()[0].ending is None
    service.run_maintenance("weekly")
    assert {r.id: r.ending for r in service.maintenance_log()} == {
        row: Ending.INTERRUPTED,
        row + 1: Ending.DONE,
    }


# -- taking back --


@pytest.fixture
def faded(service: MemoryService, clock: ManualClock) -> list[str]:
    """Three memories that the next daily run archives."""
    ids = [
        service.store(text, type="fact", source="ai_inferred", confidence=0.4).id
        for text in ("The cache lives in Redis", "Logs go to a file", "Builds run on Jenkins")
    ]
    clock.advance(days=200)
    return ids


def statuses(service: MemoryService, ids: list[str]) -> list[Status]:
    return [service.get(ident).status for ident in ids]


def test_a_run_can_be_taken_back_once(service: MemoryService, faded: list[str], clock: ManualClock) -> None:
    (run,) = service.run_maintenance("daily")
    assert statuses(service, faded) == [Status.ARCHIVED] * 3
    clock.advance(seconds=60)
    heard: list[Changes] = []
    service.events.subscribe(heard.append)
    taken = service.undo_maintenance(run.id)
    assert statuses(service, faded) == [Status.ACTIVE] * 3
    assert taken.undone_at == clock.now
    assert taken.result["items_restored"] == 3
    assert taken.result["items_left"] == 0
    assert any(set(faded) <= set(changes.memories) for changes in heard)
    with pytest.raises(InvalidInput, match="already"):
        service.undo_maintenance(run.id)
    assert service.maintenance_log()[0] == taken
    assert all(any(entry.actor == "undo" for entry in service.history(ident)) for ident in faded)


def test_what_was_changed_since_is_left_and_named(service: MemoryService, faded: list[str]) -> None:
    (run,) = service.run_maintenance("daily")
    service.restore(faded[0])
    service.delete(faded[1])
    taken = service.undo_maintenance(run.id)
    assert statuses(service, faded) == [Status.ACTIVE, Status.DELETED, Status.ACTIVE]
    assert taken.result["items_left"] == 2
    assert [trouble.what for trouble in taken.troubles] == [
        "“The cache lives in Redis”",
        "“Logs go to a file”",
    ]


def test_nothing_comes_back_beside_a_memory_with_the_same_words(
    service: MemoryService, faded: list[str]
) -> None:
    (run,) = service.run_maintenance("daily")
    other = service.store("Sessions are kept in Valkey", type="fact").id
    service.update(other, content="The cache lives in Redis")
    service.undo_maintenance(run.id)
    assert statuses(service, faded) == [Status.ARCHIVED, Status.ACTIVE, Status.ACTIVE]
    assert service.verification.problems()["references"] == []


def test_what_is_deleted_for_good_does_not_come_back(service: MemoryService, faded: list[str]) -> None:
    (run,) = service.run_maintenance("daily")
    service.purge(faded[:1])
    service.undo_maintenance(run.id)
    assert statuses(service, faded[1:]) == [Status.ACTIVE] * 2


def test_taking_back_is_the_person_s_no_to_forgetting(
    service: MemoryService, faded: list[str], clock: ManualClock
) -> None:
    (run,) = service.run_maintenance("daily")
    service.undo_maintenance(run.id)
    clock.advance(days=1)
    service.run_maintenance("daily")
    assert statuses(service, faded) == [Status.ACTIVE] * 3


def test_a_run_that_changed_nothing_has_nothing_to_take_back(service: MemoryService) -> None:
    (run,) = service.run_maintenance("daily")
    with pytest.raises(InvalidInput, match="changed no memories"):
        service.undo_maintenance(run.id)
    with pytest.raises(NotFound):
        service.undo_maintenance(99)


def test_it_rests_as_long_as_it_works(service: MemoryService) -> None:
    """Others who wait to write come in between."""
    now = 0.0
    rests: list[float] = []

    def rest(seconds: float) -> None:
        nonlocal now
        rests.append(seconds)
        now += seconds

    def work_on(work: Work) -> None:
        nonlocal now
        for worked in (0.03, 0.002, 0.002, 5.0, 0.05):
            now += worked
            work.check()

    assert runner(service, work_on, monotonic=lambda: now, rest=rest).run("daily")[0].success
    assert rests == pytest.approx([0.03, 0.1, 0.05])


# -- the file itself --


def pages(service: MemoryService, most: int | None) -> None:
    """Lets the file grow no further, as on a full disk; None: by no more than it has."""

    def limit(conn: Any) -> None:
        now = conn.execute("PRAGMA page_count").fetchone()[0]
        conn.execute(f"PRAGMA max_page_count = {most or now}")

    service._rt.db.outside_transaction(limit)


@pytest.mark.logs_warnings
def test_a_full_disk_is_told_and_what_was_left_is_done_later(
    service: MemoryService, clock: ManualClock
) -> None:
    given = [
        {"content": f"Deploys of service {number} are frozen", "type": "fact", "expires_at": clock.now + 1}
        for number in range(3000)
    ]
    service.store_many(given)
    clock.advance(days=1)
    pages(service, None)
    (run,) = service.run_maintenance("daily")
    assert run.ending is Ending.FAILED
    assert "The disk is full" in (run.error or "")
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}
    pages(service, 1_000_000)
    (again,) = service.run_maintenance("daily")
    assert again.success
    assert service.query().total == 0


def test_a_file_that_another_program_keeps_is_told(service: MemoryService) -> None:
    service._rt.db._writer.set_busy_timeout(1)
    other = apsw.Connection(str(service.home.database))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="busy"):
        service.run_maintenance("daily")
    other.execute("ROLLBACK")
    other.close()
    assert service.run_maintenance("daily")[0].success
