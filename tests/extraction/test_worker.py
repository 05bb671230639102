"""The worker process: the same answers as on the calling thread, and an end with its parent."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.embedding import catalogue
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from arbor_desktop.extraction.worker import (
    InlineWorker,
    NotAConversation,
    ProcessWorker,
    ReadRequest,
    WorkerDied,
    WorkerFailed,
)
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import RULES, Session, corpus

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def process() -> Iterator[ProcessWorker]:
    worker = ProcessWorker()
    yield worker
    worker.close()


def excerpt(text: str = RULES[0]) -> Excerpt:
    return Excerpt("c", "claude-code", (Turn(1, Role.USER, TurnKind.SAID, text),))


def test_it_answers_as_the_calling_thread_would(process: ProcessWorker, tmp_path: Path) -> None:
    inline = InlineWorker()
    for path in corpus(tmp_path, 12):
        request = ReadRequest(str(path))
        assert list(process.read(request)) == list(inline.read(request))
    assert process.extract(excerpt()) == inline.extract(excerpt())
    assert process.extract(excerpt())
    assert process.why_nothing(excerpt("what is it?")) == "only questions"


def test_it_finds_secrets(process: ProcessWorker) -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    assert process.secrets(["nothing", f"push with {token}"], False) == {1: [("github-token", token)]}
    assert process.secrets(["write to anna@example.com"], True) == {0: [("email", "anna@example.com")]}


def test_errors_come_across_as_they_are(process: ProcessWorker, tmp_path: Path) -> None:
    (tmp_path / "junk").write_text("junk")
    with pytest.raises(NotAConversation):
        list(process.read(ReadRequest(str(tmp_path / "junk"))))
    with pytest.raises(FileNotFoundError) as missing:
        list(process.read(ReadRequest(str(tmp_path / "nothing"))))
    assert missing.value.strerror == "No such file or directory"
    with pytest.raises(IsADirectoryError):
        list(process.read(ReadRequest(str(tmp_path))))


def test_a_bug_is_told_and_the_process_goes_on(process: ProcessWorker) -> None:
    before = process._started().pid
    with pytest.raises(WorkerFailed, match="AttributeError"):
        process.extract(None)  # type: ignore[arg-type]
    assert process.extract(excerpt())
    assert process._started().pid == before


def test_a_caller_that_stops_half_way_leaves_nothing_stale(process: ProcessWorker, tmp_path: Path) -> None:
    session = Session("long")
    for number in range(300):
        session.say(f"{number} " + "words of a long prompt " * 500)
    batches = process.read(ReadRequest(str(session.write(tmp_path))))
    assert next(iter(batches))
    batches.close()  # type: ignore[attr-defined]
    assert process.extract(excerpt())


def test_a_new_process_takes_over_from_one_that_was_killed(process: ProcessWorker) -> None:
    first = process._started()
    first.kill()
    first.wait()
    assert process.extract(excerpt())


def test_several_threads_may_ask(process: ProcessWorker, tmp_path: Path) -> None:
    path = Session("t").say(RULES[0]).write(tmp_path)
    answers: list[int] = []

    def ask() -> None:
        for _ in range(5):
            answers.append(len(list(process.read(ReadRequest(str(path))))) + len(process.extract(excerpt())))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [2] * 20


def test_closed_it_takes_no_more_and_leaves_no_process() -> None:
    worker = ProcessWorker()
    process = worker._started()
    worker.close()
    assert not psutil.pid_exists(process.pid)
    with pytest.raises(WorkerDied):
        worker.extract(excerpt())


def test_it_ends_when_its_parent_is_gone() -> None:
    script = (
        "import sys; from arbor_desktop.extraction.worker import ProcessWorker\n"
        "worker = ProcessWorker(); print(worker._started().pid, flush=True); sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.communicate()
    gone, _ = psutil.wait_procs([child], timeout=60)
    assert gone


@pytest.mark.timeout(300)
def test_a_line_of_200_mb_is_skipped_in_bounded_memory(home: Path, tmp_path: Path) -> None:
    session = Session("huge").say(RULES[0]).reply("Understood, the linter runs first.")
    path = session.write(tmp_path)
    with path.open("ab") as file:
        file.write(b'{"type":"user","message":{"role":"user","content":"')
        for _ in range(200):
            file.write(b"x" * 1_000_000)
        file.write(b'"}}\n')
        file.write(session.say("I prefer tabs over spaces in all my projects.").lines(2))
    worker = ProcessWorker()
    with MemoryService.open(home, worker=worker) as service:
        (row,) = service.capture([path])
        assert (row.status, row.new_turns) == ("success", 3)
        child = Path(f"/proc/{worker._started().pid}/status")
        if child.exists():
            peak = next(line for line in child.read_text().splitlines() if line.startswith("VmHWM"))
            assert int(peak.split()[1]) < 220_000, peak  # kB; the line alone would be 200,000


def test_without_the_language_model_nothing_is_read_and_it_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "packaged_encoder", lambda: None)
    OfflineExtractor.from_resources.cache_clear()
    with pytest.raises(WorkerFailed, match=r"^The language model .* is not installed\..*pip install"):
        InlineWorker().extract(excerpt())
    monkeypatch.undo()
    assert InlineWorker().extract(excerpt())
