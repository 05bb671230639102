"""Two readers of one file, and readings that end half way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.capture import turn_storage
from arbor_desktop.capture.file_reader import FileReader, Stopped
from arbor_desktop.conversations.model import Batch
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader
from arbor_desktop.errors import StorageError
from arbor_desktop.extraction.worker import InlineWorker, ReadRequest, WorkerDied
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import RULES, Session

pytestmark = pytest.mark.slow

TURNS = 12


class Stepwise(InlineWorker):
    """Reads in many small batches, and does something between them."""

    def __init__(self) -> None:
        super().__init__()
        reader = ClaudeCodeReader()
        reader.batch_chars = 60
        self._readers = (reader,)
        self.between: Callable[[int], None] | None = None

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        for number, batch in enumerate(super().read(replace(request, source="claude-code"))):
            if self.between:
                self.between(number)
            yield batch


@pytest.fixture
def worker() -> Stepwise:
    return Stepwise()


@pytest.fixture
def service(home: Path, worker: Stepwise) -> Iterator[MemoryService]:
    with MemoryService.open(home, worker=worker) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    session = Session("t").say(RULES[0])
    for number in range(TURNS - 1):
        session.reply(f"Answer number {number}, which says a few words about it.", tokens=(10, 1))
    return session.write(tmp_path)


def whole(service: MemoryService) -> None:
    (conversation,) = service.conversations().conversations
    assert (conversation.turn_count, conversation.input_tokens) == (TURNS, 10 * (TURNS - 1))
    assert len(service.query(status="all").memories) == 1


@pytest.mark.parametrize("at", range(4))
def test_another_process_reads_the_same_file_meanwhile(
    service: MemoryService, home: Path, worker: Stepwise, path: Path, at: int
) -> None:
    offsets: list[int] = []

    def note(_: object) -> None:
        known = service._rt.db.read(lambda c: captures.file(c, str(path)))
        offsets.append(known.checkpoint.offset if known else 0)

    def between(number: int) -> None:
        if number == at:
            worker.between = None
            with MemoryService.open(home) as other:
                other.capture([path])
            note(None)

    service.events.subscribe(note)
    worker.between = between
    service.capture([path])
    assert offsets == sorted(offsets), "what the other one read was undone"
    assert offsets[-1] == path.stat().st_size
    whole(service)


@pytest.mark.parametrize("at", range(1, 4))
def test_two_that_take_turns(
    service: MemoryService, home: Path, worker: Stepwise, path: Path, at: int
) -> None:
    class Enough(BaseException):
        pass

    other_worker = Stepwise()

    def end(number: int) -> None:
        if number > at:
            raise Enough

    def between(number: int) -> None:
        if number == 1:
            worker.between = None
            other_worker.between = end
            with MemoryService.open(home, worker=other_worker) as other, pytest.raises(Enough):
                other.capture([path])

    worker.between = between
    service.capture([path])
    whole(service)


def test_a_reading_that_is_stopped_goes_on_where_it_was(
    service: MemoryService, worker: Stepwise, path: Path
) -> None:
    asked = iter([False, False, True])
    with pytest.raises(Stopped):
        FileReader(service._rt, worker).read(str(path), stopping=lambda: next(asked))
    (conversation,) = service.conversations().conversations
    assert 0 < conversation.turn_count < TURNS
    (row,) = service.capture([path])
    assert row.new_turns == TURNS - conversation.turn_count
    whole(service)


def test_a_worker_that_always_dies_half_way_is_an_error_and_loses_nothing(
    service: MemoryService, worker: Stepwise, path: Path
) -> None:
    def die(number: int) -> None:
        if number == 2:
            raise WorkerDied("gone")

    worker.between = die
    (row,) = service.capture([path])
    assert (row.status, row.error) == ("error", "gone") or row.items_extracted == 1
    worker.between = None
    service.capture([path])
    whole(service)


def test_a_lease_that_could_not_be_given_back_is_taken_up_again(
    service: MemoryService, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service._capture.reader.read(str(path))
    job = service._capture.queue.claim(now=1 << 62)
    assert job is not None
    assert service._capture.queue.claim(now=1 << 62) is None, "it is in work"

    def full(work: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(service._rt.db, "write", full)
        with pytest.raises(StorageError):
            service._capture.queue.run(job)
    again = service._capture.queue.claim(now=1 << 62)
    assert again is not None and again.row == job.row
    assert service._capture.queue.run(again).items_extracted == 1


def test_a_failed_commit_counts_for_nothing(
    service: MemoryService, worker: Stepwise, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = turn_storage.store_batch
    calls: list[int] = []

    def fails_once(*given: Any) -> object:
        stored = real(*given)
        calls.append(1)
        if len(calls) == 3:
            raise WorkerDied("gone after all was written, before it was committed")
        return stored

    monkeypatch.setattr(turn_storage, "store_batch", fails_once)
    (row,) = service.capture([path])
    assert row.new_turns == TURNS
    whole(service)
