"""The thread that works in the background: it is woken, stopped and started again, and outlives failures."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from arbor_desktop.errors import StorageError
from arbor_desktop.runtime.background import BackgroundThread

NEVER = 3600.0
PATIENCE = 30.0
"""Seconds after which a test fails rather than hangs."""


class Work:
    """Work whose every call waits until `go` is called; `begun` has an entry for each call."""

    def __init__(self) -> None:
        self.begun: SimpleQueue[int] = SimpleQueue()
        self.calls = 0
        self.error: Exception | None = None
        self._go = threading.Semaphore(0)

    def __call__(self) -> float:
        self.calls += 1
        self.begun.put(self.calls)
        assert self._go.acquire(timeout=PATIENCE)
        error, self.error = self.error, None
        if error is not None:
            raise error
        return NEVER

    def go(self, times: int = 1) -> None:
        self._go.release(times)

    def wait_for(self, call: int) -> None:
        while self.begun.get(timeout=PATIENCE) != call:
            pass


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def make(work: Work) -> Iterator[Callable[..., BackgroundThread]]:
    made: list[BackgroundThread] = []

    def make(**options: object) -> BackgroundThread:
        made.append(BackgroundThread("arbor-test", work, "Work failed", **{"retry_seconds": NEVER} | options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    work.go(100)
    for thread in made:
        thread.close()


def test_it_works_at_the_start_and_whenever_it_is_woken(
    work: Work, make: Callable[..., BackgroundThread]
) -> None:
    thread = make()
    assert thread.start()
    work.wait_for(1)
    work.go()
    thread.wake()
    work.wait_for(2)


def test_a_wake_while_it_works_is_not_lost(work: Work, make: Callable[..., BackgroundThread]) -> None:
    thread = make()
    thread.start()
    work.wait_for(1)
    thread.wake()
    thread.wake()
    work.go()
    work.wait_for(2)  # once for both


def test_it_works_again_after_as_many_seconds_as_the_work_said(
    work: Work, make: Callable[..., BackgroundThread]
) -> None:
    waits: SimpleQueue[float] = SimpleQueue()

    def wait(event: threading.Event, seconds: float) -> bool:
        waits.put(seconds)
        return event.is_set()

    thread = make(wait=wait)
    thread.start()
    work.go(2)
    work.wait_for(2)
    assert waits.get(timeout=PATIENCE) == NEVER


def test_after_being_woken_it_lets_a_burst_of_changes_end(
    work: Work, make: Callable[..., BackgroundThread]
) -> None:
    waits: SimpleQueue[float] = SimpleQueue()

    def wait(event: threading.Event, seconds: float) -> bool:
        waits.put(seconds)
        return event.wait(PATIENCE) if seconds == NEVER else event.is_set()

    thread = make(wait=wait, settle_seconds=2.0)
    thread.start()
    work.go()
    assert [waits.get(timeout=PATIENCE) for _ in range(2)] == [2.0, NEVER]
    thread.wake()
    assert waits.get(timeout=PATIENCE) == 2.0
    work.wait_for(2)


def test_stopped_while_it_works_it_ends_after_that(work: Work, make: Callable[..., BackgroundThread]) -> None:
    thread = make()
    thread.start()
    work.wait_for(1)
    stopper = threading.Thread(target=thread.stop)
    stopper.start()
    while not thread.stopping:
        pass
    assert stopper.is_alive()  # it waits for the work
    work.go()
    stopper.join(PATIENCE)
    assert not stopper.is_alive() and not thread.running
    assert work.calls == 1


def test_it_can_be_started_again_after_a_stop_but_not_after_the_end(
    work: Work, make: Callable[..., BackgroundThread]
) -> None:
    thread = make()
    work.go(10)
    assert thread.start()
    assert not thread.start()
    thread.stop()
    assert thread.start()
    work.wait_for(2)
    thread.close()
    assert not thread.start()


def test_it_subscribes_while_it_runs(work: Work, make: Callable[..., BackgroundThread]) -> None:
    said: list[str] = []

    def subscribe() -> Callable[[], None]:
        said.append("subscribed")
        return lambda: said.append("ended")

    thread = make(subscribe=subscribe)
    assert not said
    work.go(10)
    thread.start()
    assert said == ["subscribed"]
    thread.stop()
    thread.stop()
    assert said == ["subscribed", "ended"]


@pytest.mark.logs_warnings
@pytest.mark.parametrize("error", [StorageError("The file is busy."), ZeroDivisionError("a bug")])
def test_a_failure_is_logged_and_the_work_tried_again(
    work: Work, make: Callable[..., BackgroundThread], error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    thread = make(retry_seconds=0.0)
    work.error = error
    thread.start()
    work.go(2)
    work.wait_for(2)
    [record] = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert record.getMessage().startswith("Work failed")
    assert (record.levelno == logging.ERROR) is isinstance(error, ZeroDivisionError)
