"""The scheduler: what is due is run when nothing else is going on, once for all processes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.errors import StorageError
from arbor_desktop.maintenance.model import Ending
from arbor_desktop.maintenance.runner import (
    LOOK_SECONDS,
    MOST_REST_SECONDS,
    MOST_WAIT_SECONDS,
    QUIET_SECONDS,
    START_SECONDS,
    Scheduler,
    maintenance_lock,
)
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock

PATIENCE = 30


class Desk:
    """A scheduler whose times and whose neighbour, capture, are in the test's hand."""

    def __init__(self, service: MemoryService) -> None:
        self.service = service
        self.now = 0.0
        self.busy = False
        self.waits = False
        self.scheduler = Scheduler(
            service._rt, service.maintenance, lambda: self.busy, lambda: self.waits,
            monotonic=lambda: self.now,
        )  # fmt: skip

    def look(self) -> float:
        return self.scheduler.look()

    def settle(self) -> float:
        """Looks until nothing is due any more; answers when to look again."""
        wait = self.look()
        self.now += QUIET_SECONDS
        return self.look() if wait == QUIET_SECONDS else wait

    def done(self) -> list[Task]:
        return [run.task for run in self.service.maintenance_log() if run.ending is Ending.DONE]


@pytest.fixture
def desk(service: MemoryService) -> Desk:
    for task in Task:
        service.settings.set(f"maintenance.{task.value}", "off")
    service.settings.set("maintenance.daily", "0 3 * * *")
    return Desk(service)


def test_nothing_is_run_before_its_time(desk: Desk) -> None:
    assert desk.settle() == LOOK_SECONDS
    assert desk.done() == []


def test_it_sleeps_until_the_next_time_but_never_long(desk: Desk, clock: ManualClock) -> None:
    due = desk.service.maintenance.next_at()
    assert due is not None
    clock.now = due - 20_000
    assert desk.look() == 20
    clock.now = due - 120_000
    assert desk.look() == LOOK_SECONDS


def test_what_is_due_is_run_once_and_signed(desk: Desk, clock: ManualClock) -> None:
    clock.advance(days=1)
    desk.settle()
    assert desk.done() == [Task.DAILY]
    assert desk.service.maintenance_log()[0].actor == "schedule"
    for _ in range(3):
        desk.settle()
    assert desk.done() == [Task.DAILY]
    clock.advance(days=1)
    desk.settle()
    assert desk.done() == [Task.DAILY, Task.DAILY]


def test_a_week_asleep_is_made_up_for_in_order(desk: Desk, clock: ManualClock) -> None:
    desk.service.settings.set("maintenance.nightly", "0 2 * * *")
    desk.service.settings.set("maintenance.weekly", "0 4 * * SUN")
    clock.advance(days=9)
    desk.settle()
    assert desk.done() == [Task.WEEKLY, Task.DAILY, Task.NIGHTLY]  # the newest first


def test_capture_comes_first(desk: Desk, clock: ManualClock) -> None:
    clock.advance(days=1)
    desk.busy = True
    for _ in range(3):
        assert desk.look() == QUIET_SECONDS
        desk.now += QUIET_SECONDS
    assert desk.done() == []
    desk.busy = False
    assert desk.look() == QUIET_SECONDS  # only just quiet
    desk.now += QUIET_SECONDS
    desk.look()
    assert desk.done() == [Task.DAILY]


def test_it_waits_as_long_as_heavy_work_has_to(desk: Desk, clock: ManualClock) -> None:
    clock.advance(days=1)
    desk.waits = True
    desk.now += 2 * MOST_WAIT_SECONDS
    assert desk.settle() == LOOK_SECONDS
    assert desk.done() == []
    desk.waits = False
    desk.settle()
    assert desk.done() == [Task.DAILY]


def test_capture_that_never_rests_keeps_nothing_off_for_ever(desk: Desk, clock: ManualClock) -> None:
    clock.advance(days=1)
    desk.busy = True
    desk.look()
    desk.now += MOST_WAIT_SECONDS
    desk.look()
    assert desk.done() == [Task.DAILY]


def test_of_two_processes_one_does_it(desk: Desk, clock: ManualClock, home: Path) -> None:
    clock.advance(days=1)
    with MemoryService.open(home, clock=clock) as other:
        neighbour = Desk(other)
        assert desk.look() == neighbour.look() == QUIET_SECONDS
        desk.now += QUIET_SECONDS
        neighbour.now += QUIET_SECONDS
        desk.look()
        neighbour.look()  # thought that it was due, and looks once more when it is alone
    assert desk.done() == [Task.DAILY]


def test_it_waits_while_somebody_else_maintains(desk: Desk, clock: ManualClock) -> None:
    clock.advance(days=1)
    with maintenance_lock(desk.service.home.folder):
        assert desk.settle() == LOOK_SECONDS
    assert desk.done() == []
    desk.settle()
    assert desk.done() == [Task.DAILY]


def test_what_fails_is_not_tried_every_minute(
    desk: Desk, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(between: object = None) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(desk.service.backups, "daily_backup", full)
    clock.advance(days=1)
    began = clock.now
    while clock.now < began + 60 * 60_000:
        desk.settle()
        clock.advance(seconds=60)
    failed = desk.service.maintenance_log()
    assert [run.ending for run in failed] == [Ending.FAILED] * 4  # at once, and after 5, 15 and 35 minutes
    assert "The disk is full." in (failed[0].error or "")
    monkeypatch.undo()
    clock.advance(seconds=6 * 3600)
    desk.settle()
    assert desk.done() == [Task.DAILY]


@pytest.mark.logs_warnings
def test_a_store_that_can_not_be_read_is_asked_ever_more_seldom(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(work: object) -> None:
        raise StorageError("Another program keeps the memory file busy.")

    monkeypatch.setattr(desk.service._rt.db, "read", busy)
    waits = [desk.look() for _ in range(8)]
    assert waits == sorted(waits)
    assert waits[0] > LOOK_SECONDS
    assert waits[-1] == MOST_REST_SECONDS
    monkeypatch.undo()
    assert desk.look() == LOOK_SECONDS


def test_the_thread_lets_the_window_come_first_and_heeds_settings(
    service: MemoryService, clock: ManualClock
) -> None:
    waits: list[float] = []
    looked, more = threading.Semaphore(0), threading.Semaphore(0)

    def wait(event: threading.Event, seconds: float) -> None:
        waits.append(seconds)
        looked.release()
        more.acquire(timeout=PATIENCE)

    scheduler = Scheduler(service._rt, service.maintenance, lambda: False, wait=wait)
    scheduler.start()
    assert looked.acquire(timeout=PATIENCE)
    assert waits == [START_SECONDS]
    more.release()
    assert looked.acquire(timeout=PATIENCE)
    assert not scheduler._thread._woken.is_set()
    service.settings.set("maintenance.daily", "off")
    assert scheduler._thread._woken.is_set()  # the wait that is under way returns
    more.release()
    assert looked.acquire(timeout=PATIENCE)
    more.release()
    ending = threading.Thread(target=scheduler.close)
    ending.start()
    while ending.is_alive():
        more.release()
        ending.join(0.01)
    assert set(waits[1:]) == {LOOK_SECONDS}


def test_a_run_that_the_end_of_the_program_cuts_short_is_taken_up_again(
    desk: Desk, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(days=1)
    stopping = desk.scheduler._thread._stopping
    monkeypatch.setattr(desk.service.backups, "daily_backup", lambda between: (stopping.set(), between()))
    desk.settle()
    (run,) = desk.service.maintenance_log()
    assert run.ending is Ending.INTERRUPTED
    monkeypatch.undo()
    stopping.clear()
    clock.advance(seconds=300)
    desk.settle()
    assert desk.done() == [Task.DAILY]


@pytest.fixture
def watching(home: Path, clock: ManualClock) -> Iterator[Callable[[], MemoryService]]:
    opened: list[MemoryService] = []

    def start() -> MemoryService:
        opened.append(MemoryService.open(home, clock=clock, environ={}))
        opened[-1].start_watching()
        return opened[-1]

    yield start
    for service in opened:
        service.close()


def test_it_runs_while_a_service_watches(watching: Callable[[], MemoryService]) -> None:
    service = watching()
    assert "arbor-maintenance" in {thread.name for thread in threading.enumerate()}
    service.stop_watching()
    assert "arbor-maintenance" not in {thread.name for thread in threading.enumerate()}
