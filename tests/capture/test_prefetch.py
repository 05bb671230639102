"""What is read ahead of its turn: the same batches and the same errors, and nothing that must not be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.capture.file_reader import LARGEST_AHEAD, FileReader, Prefetch
from arbor_desktop.conversations.model import Batch
from arbor_desktop.extraction.worker import InlineWorker, NotAConversation, ReadRequest
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session, corpus


class Apart(InlineWorker):
    """Says that it works in a process of its own, and notes what it is asked to read."""

    apart = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[ReadRequest] = []

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        self.asked.append(request)
        return super().read(request)


def reader_of(service: MemoryService) -> FileReader:
    return FileReader(service._rt, service._worker)


def contents(service: MemoryService) -> list[tuple[str, int, int]]:
    found = service.conversations(limit=200).conversations
    return sorted((c.session_id, c.turn_count, c.memories) for c in found)


def test_what_was_begun_is_read_once(tmp_path: Path) -> None:
    worker = Apart()
    requests = [ReadRequest(str(path)) for path in corpus(tmp_path, 3)]
    with Prefetch(worker) as ahead:
        for request in requests:
            ahead.begin(request)
        found = [list(ahead.read(request)) for request in requests]
    assert worker.asked == requests
    assert found == [list(InlineWorker().read(request)) for request in requests]


def test_another_request_for_the_same_file_is_read_anew(tmp_path: Path) -> None:
    worker = Apart()
    (path,) = corpus(tmp_path, 1)
    (before,) = InlineWorker().read(ReadRequest(str(path)))
    since = ReadRequest(str(path), before.checkpoint)
    with Prefetch(worker) as ahead:
        ahead.begin(ReadRequest(str(path)))
        assert list(ahead.read(since)) == list(InlineWorker().read(since))
    assert worker.asked[-1] == since


def test_errors_wait_for_the_turn_of_their_file(tmp_path: Path) -> None:
    (tmp_path / "junk").write_text("junk")
    junk, missing = ReadRequest(str(tmp_path / "junk")), ReadRequest(str(tmp_path / "missing"))
    with Prefetch(InlineWorker()) as ahead:
        ahead.begin(junk)
        ahead.begin(missing)
        with pytest.raises(FileNotFoundError):
            list(ahead.read(missing))
        with pytest.raises(NotAConversation):
            list(ahead.read(junk))


@pytest.mark.slow
def test_a_folder_ends_up_the_same(tmp_path: Path) -> None:
    corpus(tmp_path / "sessions", 12)
    (tmp_path / "sessions" / "junk.jsonl").write_text("junk")
    worker = Apart()
    with (
        MemoryService.open(tmp_path / "one") as one,
        MemoryService.open(tmp_path / "other", worker=worker) as other,
    ):
        rows = [service.capture([tmp_path / "sessions"]) for service in (one, other)]
        first, second = ([(row.path, row.status, row.new_turns) for row in found] for found in rows)
        assert first == second
        assert contents(one) == contents(other)
        again = len(worker.asked)
        other.capture([tmp_path / "sessions"])
    assert {request.path for request in worker.asked[again:]} <= {str(tmp_path / "sessions" / "junk.jsonl")}


def test_only_new_files_that_may_be_read_are_begun(service: MemoryService, tmp_path: Path) -> None:
    new = Session("new").say("hello there").write(tmp_path)
    excluded = Session("private").say("hello there").write(tmp_path / "secret")
    known = Session("known").say("hello there").write(tmp_path)
    service.capture([known])
    large = tmp_path / "large.jsonl"
    with large.open("wb") as file:
        file.truncate(LARGEST_AHEAD + 1)
    (tmp_path / "empty.jsonl").touch()
    service.settings.set("capture.excluded", [str(excluded.parent)])
    asks = reader_of(service)
    found = asks.prefetch_request(str(new), None)
    assert found is not None
    assert found.path == str(new)
    for path in (excluded, known, large, tmp_path / "empty.jsonl", tmp_path / "missing.jsonl", tmp_path):
        assert asks.prefetch_request(str(path), None) is None
