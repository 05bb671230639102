"""Whatever ends a capture, and whoever else works on the same home: nothing is lost, nothing is double."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from arbor_desktop.extraction.worker import InlineWorker, ProcessWorker
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from tests.reliability import killable
from tests.reliability.sessions import RULES, Session, corpus

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here"),
]
PATIENCE = 60
"""Seconds until a process that hangs fails its test."""


def state(service: MemoryService) -> dict[str, Any]:
    """All that must be the same whatever happened on the way."""
    sessions: dict[str, str] = {}
    turns, tokens = [], {}
    after = None
    while True:
        page = service.conversations(limit=200, after=after)
        for conversation in page.conversations:
            session = f"{conversation.source}"
            whole = service.conversation(conversation.id, with_turns=True)
            assert whole.turns is not None
            session = whole.turns[0].uuid or ""  # its own id is new in every store
            sessions[conversation.id] = session
            turns += [(session, t.number, t.uuid, t.kind.value, t.unsaid) for t in whole.turns]
            tokens[session] = (whole.input_tokens, whole.output_tokens, whole.status.value)
        after = page.next
        if after is None:
            break
    memories = sorted(
        (
            m.content,
            m.scope.value,
            m.scope_id if m.scope.value != "conversation" else sessions[m.scope_id or ""],
            m.status.value,
            round(m.confidence, 3),
            tuple(sorted((sessions[e.conversation_id], e.first_turn, e.span_start) for e in m.evidence)),
        )
        for m in service.query(status="all", limit=500).memories
    )
    return {"memories": memories, "turns": sorted(turns), "tokens": tokens}


def sound(service: MemoryService) -> bool:
    return service.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    return InlineWorker()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("claude") / "projects"
    corpus(made)
    return made


@pytest.fixture(scope="module")
def undisturbed(
    folder: Path, worker: InlineWorker, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], int]:
    """What an undisturbed capture leaves, and how many SQL statements it takes."""
    found: dict[str, Any] = {}

    def work() -> Iterator[None]:
        with MemoryService.open(tmp_path_factory.mktemp("undisturbed"), worker=worker) as service:
            service.capture([folder])
            yield
            found.update(state(service))

    count = killable.statements_of(work())
    assert len(found["memories"]) > 40
    return found, count


def finished(home: Path, folder: Path, worker: InlineWorker) -> dict[str, Any]:
    with MemoryService.open(home, worker=worker) as service:
        service.capture([folder])
        assert sound(service)
        assert service.get_status().queue == 0
        return state(service)


@pytest.mark.timeout(300)
class TestKilledCapture:
    @pytest.mark.soak
    def test_at_any_statement_and_finished_later(
        self,
        folder: Path,
        worker: InlineWorker,
        undisturbed: tuple[dict[str, Any], int],
        tmp_path: Path,
        seed: int,
    ) -> None:
        expected, statements = undisturbed
        killed = 0
        for number, moment in enumerate(random.Random(seed).sample(range(30, statements), 4)):
            home = tmp_path / str(number)
            process = killable.start("capture", home, folder, moment)
            process.communicate(timeout=PATIENCE)
            assert process.returncode in (-signal.SIGKILL, 0), moment  # 0: it was done one statement earlier
            killed += process.returncode != 0
            assert finished(home, folder, worker) == expected, f"killed before statement {moment}"
        assert killed

    @pytest.mark.soak
    def test_again_and_again_on_one_home(
        self,
        folder: Path,
        worker: InlineWorker,
        undisturbed: tuple[dict[str, Any], int],
        home: Path,
        seed: int,
    ) -> None:
        expected, statements = undisturbed
        chance = random.Random(seed)
        killed = 0
        for _ in range(4):
            process = killable.start("capture", home, folder, chance.randrange(20, statements // 3))
            process.communicate(timeout=PATIENCE)
            killed += process.returncode == -signal.SIGKILL
        assert killed
        assert finished(home, folder, worker) == expected

    def test_two_processes_at_once(
        self, folder: Path, worker: InlineWorker, undisturbed: tuple[dict[str, Any], int], home: Path
    ) -> None:
        processes = [killable.start("capture", home, folder) for _ in range(2)]
        for process in processes:
            process.communicate(timeout=PATIENCE)
        assert [process.returncode for process in processes] == [0, 0]
        assert finished(home, folder, worker) == undisturbed[0]

    def test_memories_written_meanwhile_are_kept(
        self, folder: Path, worker: InlineWorker, undisturbed: tuple[dict[str, Any], int], home: Path
    ) -> None:
        process = killable.start("capture", home, folder)
        with MemoryService.open(home, worker=worker) as service:
            stored = 0
            while process.poll() is None or stored < 20:
                service.store(f"Written by hand while others work, number {stored}.", type="fact")
                stored += 1
                if stored >= 300:
                    process.wait(timeout=PATIENCE)
            process.communicate()
            assert process.returncode == 0
            by_hand = [m for m in state(service)["memories"] if m[0].startswith("Written by hand")]
            assert len(by_hand) == stored
            assert len(state(service)["memories"]) == stored + len(undisturbed[0]["memories"])

    @pytest.mark.soak
    def test_real_sessions(self, corpus: Path, worker: InlineWorker, tmp_path: Path, seed: int) -> None:
        real = corpus / "claude_code"
        expected: dict[str, Any] = {}

        def work() -> Iterator[None]:
            with MemoryService.open(tmp_path / "undisturbed", worker=worker) as service:
                service.capture([real])
                yield
                expected.update(state(service))

        statements = killable.statements_of(work())
        home = tmp_path / "killed"
        for moment in random.Random(seed).sample(range(30, statements // 2), 4):
            killable.start("capture", home, real, moment).communicate(timeout=PATIENCE * 2)
        assert finished(home, real, worker) == expected


@pytest.mark.timeout(300)
class TestKilledWatching:
    @pytest.mark.soak
    def test_the_watching_process_at_any_statement(
        self,
        folder: Path,
        worker: InlineWorker,
        undisturbed: tuple[dict[str, Any], int],
        tmp_path: Path,
        seed: int,
    ) -> None:
        expected, statements = undisturbed
        for number, moment in enumerate(random.Random(seed).sample(range(30, statements // 2), 4)):
            home = tmp_path / str(number)
            process = killable.start("watch", home, folder, moment, stdin=subprocess.PIPE)
            assert process.wait(timeout=PATIENCE) == -signal.SIGKILL
            process.communicate()
            assert finished(home, folder, worker) == expected, f"killed before statement {moment}"

    def test_its_worker_dies_with_it(self, folder: Path, home: Path) -> None:
        process = killable.start("watch", home, folder, stdin=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == "watching\n"
        children = until(lambda: psutil.Process(process.pid).children())
        process.kill()
        process.communicate()
        gone, alive = psutil.wait_procs(children, timeout=PATIENCE)
        assert gone and not alive

    def test_a_lease_of_a_dead_process_is_taken_over_at_once(self, tmp_path: Path, home: Path) -> None:
        path = Session("leased").say(RULES[0]).reply("Understood.").write(tmp_path)
        with MemoryService.open(home) as service:
            service._capture.reader.read(str(path))
            process = killable.start("lease", home, tmp_path, stdin=subprocess.PIPE)
            assert process.stdout is not None and process.stdout.readline() == "leased\n"
            assert service._capture.queue.claim(now=1 << 62) is None, "its owner is alive"
            process.kill()
            process.communicate()
            job = service._capture.queue.claim(now=1 << 62)
            assert job is not None
            assert service._capture.queue.run(job).items_extracted == 1


class TestKilledWorker:
    def test_in_the_midst_of_a_file_it_is_read_on_by_a_new_one(self, tmp_path: Path, home: Path) -> None:
        session = Session("long")
        for number in range(400):
            session.say(f"Question {number}: " + "what about this part of the long file? " * 150)
            session.reply("An answer. " * 100, tokens=(3, 2))
        session.say(RULES[0]).reply("Understood.")
        path = session.write(tmp_path)
        worker = ProcessWorker()
        killed: list[int] = []
        with MemoryService.open(home, worker=worker) as service:

            def kill_once(changes: Changes) -> None:
                if changes.conversations and not killed:
                    process = worker._process
                    assert process is not None
                    killed.append(process.pid)
                    os.kill(process.pid, signal.SIGKILL)

            service.events.subscribe(kill_once)
            (row,) = service.capture([path])
            assert killed
            assert (row.status, row.new_turns) == ("success", 802)
            conversation = service.conversation(row.conversation_id or "")
            assert (conversation.turn_count, conversation.input_tokens) == (802, 1200)
            assert sound(service)

    def test_in_the_midst_of_extracting_the_conversation_waits_and_is_done_later(
        self, tmp_path: Path, home: Path
    ) -> None:
        class Fragile(ProcessWorker):
            armed = False

            def _started(self) -> subprocess.Popen[bytes]:
                process = super()._started()
                if self.armed:
                    self.armed = False
                    os.kill(process.pid, signal.SIGKILL)
                return process

        path = Session("t").say(RULES[0]).reply("Understood.").write(tmp_path)
        worker = Fragile()
        with MemoryService.open(home, worker=worker) as service:
            service._capture.reader.read(str(path))
            job = service._capture.queue.claim(now=1 << 62)
            assert job is not None
            worker.armed = True
            row = service._capture.queue.run(job)
            assert (row.status, row.reason) == ("error", "extraction failed")
            assert [a.status for a in service.activity()] == ["error"]
            job = service._capture.queue.claim(now=1 << 62)
            assert job is not None and job.attempts == 1
            assert service._capture.queue.run(job).items_extracted == 1


def until(ask: Callable[[], Any]) -> Any:
    """Asks again until the answer is true; for what only shows from outside."""
    deadline = threading.Event()
    timer = threading.Timer(PATIENCE, deadline.set)
    timer.daemon = True
    timer.start()
    try:
        while not deadline.wait(0.02):
            if found := ask():
                return found
        raise AssertionError("it did not come about")
    finally:
        timer.cancel()
