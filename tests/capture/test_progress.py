"""How far reading is, by whichever process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbor_desktop.capture.progress import Progress, Task
from arbor_desktop.conversations.queries import captures
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService


class Seconds:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def progress(service: MemoryService, seconds: Seconds) -> Progress:
    return Progress(service._rt, seconds)


@pytest.fixture
def read(service: MemoryService) -> Callable[..., None]:
    """A conversation was read, by this process or another."""

    def note(items: int = 0, *, status: str = "success", kind: str = "memorize") -> None:
        now = service._rt.clock()
        service._rt.db.write(lambda c: captures.note(c, now, kind, "t", status, items=items))

    return note


def shown(progress: Progress, queue: int, *, files: int = 0, state: str = "ready") -> tuple[int, int, int]:
    status = progress.add_to_status(ServiceStatus(state, queue=queue), files)
    return status.done, status.total, status.found


def test_conversations_are_counted_and_not_the_files_they_are_in(progress, read):
    file = Task("a.jsonl", is_file=True)
    progress.begin(file)
    assert shown(progress, 0, files=2) == (0, 3, 0)
    read(kind="read")
    progress.end(file)
    assert shown(progress, 1, files=2) == (0, 3, 0), "its conversation waits to be read"


def test_what_another_process_reads_counts_too(progress, read, clock):
    read(9)
    clock.advance(seconds=1)
    own = Task("Fix flaky tests", is_file=False)
    progress.begin(own)
    read(2)
    progress.end(own)
    read(3)
    read(status="skipped")
    read(status="error")
    assert shown(progress, 5) == (3, 8, 5)


def test_the_result_stays_until_the_next_run(progress, read):
    for items in (2, 1):
        task = Task("t", is_file=False)
        progress.begin(task)
        read(items)
        progress.end(task)
        assert progress.rest(paused=False)
        assert not progress.rest(paused=False)
        assert shown(progress, 0) == (1, 1, items)


def test_a_pause_does_not_end_the_run(progress, read):
    for _ in range(2):
        task = Task("t", is_file=False)
        progress.begin(task)
        read(1)
        progress.end(task)
        progress.rest(paused=True)
    assert shown(progress, 4, state="paused") == (2, 6, 2)
    assert progress.current is None, "maintenance may run"


def test_the_time_left_is_known_after_a_few_conversations(progress, read, seconds):
    def left(files: int = 0) -> int | None:
        read()
        return progress.add_to_status(ServiceStatus("ready", queue=20), files).seconds_left

    progress.begin(Task("t", is_file=False))
    assert [left() for _ in range(5)] == [None] * 5, "no time passed"
    seconds.now += 10
    assert left() == 40
    assert left(files=1) is None
    progress.rest(paused=True)
    assert left() is None, "the time of a pause says nothing"
