"""Whatever ends a decision, and whoever else decides at the same moment: all of it happened, or nothing."""

from __future__ import annotations

import random
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.judges import use_judge
from tests.reliability import killable, killable_conflicts

pytestmark = pytest.mark.slow

PATIENCE = 60
"""Seconds until a process that hangs fails its test."""
JEST, VITEST = "Test runner: jest", "Test runner: vitest"


def sound(service: MemoryService) -> bool:
    return service.verification.problems() == {"integrity": [], "index": [], "references": []}


def state(service: MemoryService) -> tuple[Any, ...]:
    """Memories, conflicts and links as they are in words: ids are new in every store."""
    memories = service.query(status="all", limit=100).memories
    return (
        tuple(sorted((m.content, m.status.value, m.condition or "", m.needs_review) for m in memories)),
        tuple(
            (c.status.value, c.notes, tuple((m.memory.content, m.value, m.condition) for m in c.members))
            for c in service.list_conflicts(include_resolved=True)
        ),
        tuple(
            sorted(
                (m.content, other.memory.content)
                for m in memories
                for other in service.related(m.id)
                if other.kind == "supersedes"
            )
        ),
        tuple(sorted(len(service.history(m.id)) for m in memories)),
    )


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here")
def test_killed_at_any_statement(tmp_path: Path, seed: int) -> None:
    passed: set[tuple[Any, ...]] = set()

    def count_of_steps(home: Path) -> int:
        killable_conflicts.opened(home).close()

        def work() -> Iterator[None]:
            with killable_conflicts.opened(home) as service:
                yield from killable_conflicts.steps(service)

        return killable.statements_of(work())

    with killable_conflicts.opened(tmp_path / "undisturbed") as service:
        passed.add(state(service))
        for _ in killable_conflicts.steps(service):
            passed.add(state(service))
    statements = count_of_steps(tmp_path / "counted")
    assert len(passed) > 10
    killed = 0
    for number, moment in enumerate(random.Random(seed).sample(range(30, statements), 4)):
        home = tmp_path / str(number)
        process = killable_conflicts.start(home, str(moment))
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (-signal.SIGKILL, 0), moment  # 0: it was done one statement earlier
        killed += process.returncode != 0
        with killable_conflicts.opened(home) as service:
            assert sound(service), moment
            assert state(service) in passed, f"killed before statement {moment}"
    assert killed


@pytest.fixture
def service(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def conflict(service: MemoryService, clock: ManualClock) -> str:
    service.store(JEST, type="fact")
    clock.advance(days=1)
    service.store(VITEST, type="fact")
    (found,) = service.list_conflicts()
    return found.id


def test_of_two_processes_that_decide_at_once_one_does(
    service: MemoryService, conflict: str, home: Path
) -> None:
    decisions = ("accepted_older", "accepted_newer")
    processes = [
        killable_conflicts.start(home, "decide", conflict, decision, stdin=subprocess.PIPE)
        for decision in decisions
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=PATIENCE)[0].strip() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert sorted(text == "decided" for text in said) == [False, True]
    assert any("already resolved" in text for text in said)
    kept = decisions[said.index("decided")]
    assert service.get_conflict(conflict).status.value == kept
    assert sorted(m.status.value for m in service.query(status="all").memories) == ["active", "superseded"]
    assert sound(service)


def test_what_is_known_is_listed_though_nothing_can_be_written(
    service: MemoryService, conflict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.settings.set("conflicts.detect", False)
    service.store("Editor: vim", type="fact")
    service.settings.set("conflicts.detect", True)

    def full(work: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(service._rt.db, "write", full)
    assert [one.id for one in service.list_conflicts()] == [conflict]


@pytest.mark.logs_warnings
def test_a_bug_does_not_end_comparing_in_the_background(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import threading

    tried = threading.Event()
    again = threading.Event()

    def failing(limit: int) -> int:
        (again if tried.is_set() else tried).set()
        raise RuntimeError("a bug")

    monkeypatch.setattr(service._detector, "compare_pending", failing)
    service._catching_up.start()
    assert tried.wait(PATIENCE)
    while not again.is_set():
        service._catching_up._thread.wake()
        again.wait(0.01)
    service._catching_up.close()
    assert "a bug" in caplog.text
