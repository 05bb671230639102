"""A process that is killed while it does a note, at any moment: the next one does it, and nothing twice."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.capture.spool import NoteActions, Spool
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.context._claude_session import ClaudeFile

pytestmark = pytest.mark.slow

SESSION = "5d0a3a7e-0000-4000-8000-000000000003"


class Killed(BaseException):
    """Ends a process where it stands; no handler of errors sees it."""


@pytest.fixture
def spool(service: MemoryService) -> Iterator[Spool]:
    yield Spool(service._rt, service._capture, service.sources_part, lambda owner: False)


def notes(service: MemoryService, session: Path, memory: str) -> None:
    service.home.spool.mkdir()
    common = {"v": 1, "tool": "claude-code", "event": "SessionEnd", "session_id": SESSION, "at": 1}
    told = {
        "kind": "told", "id": "told-1", "project": None, "branch": None, "text_hash": "x", "tokens": 3,
        "memories": json.dumps([memory]),
    }  # fmt: skip
    every: list[dict[str, Any]] = [
        told,
        {"kind": "ended", "transcript_path": str(session), "cwd": "/x", "reason": "exit"},
        {"kind": "trouble", "message": "No room."},
    ]
    for number, note in enumerate(every):
        (service.home.spool / f"018f-{number}.json").write_text(json.dumps(common | note))


def state(service: MemoryService, memory: str) -> object:
    return (
        [(one.id, one.conversation_id is not None) for one in service.latest_receipts()],
        [(one.session_id, one.turn_count, one.status) for one in service.conversations().conversations],
        [(one.title, one.reason) for one in service.activity() if one.kind == "hook"],
        service.get(memory).access_count,
        [path.name for path in service.home.spool.iterdir()],
    )


@pytest.mark.parametrize("step", range(1, 14))
def test_wherever_it_is_killed_all_is_done_once(
    service: MemoryService, spool: Spool, tmp_path: Path, clock: ManualClock, step: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    file = ClaudeFile(tmp_path / f"{SESSION}.jsonl", SESSION, clock.now)
    file.said("We never deploy on Fridays in this project, remember that please.")
    file.answered("I will keep in mind that nothing is deployed on Fridays.")
    clock.now = file.at
    memory = service.store("We deploy on Mondays.", type="fact").id
    notes(service, file.write(), memory)
    left = step

    def killing(work: Callable[..., Any], *, after: bool) -> Callable[..., Any]:
        def run(*args: Any, **options: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0 and not after:
                raise Killed
            done = work(*args, **options)
            if left == 0:
                raise Killed
            return done

        return run

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", killing(Path.rename, after=step % 2 == 0))
        patched.setattr(Path, "unlink", killing(Path.unlink, after=step % 2 == 1))
        patched.setattr(NoteActions, "_note_sent", killing(NoteActions._note_sent, after=True))
        patched.setattr(
            service._rt.db.__class__, "write", killing(service._rt.db.__class__.write, after=step % 3 == 0)
        )
        with pytest.raises(Killed):
            spool.drain(memorize=True)
    spool = Spool(service._rt, service._capture, service.sources_part, lambda owner: False)
    while spool.drain(memorize=True):
        pass
    service._capture.memorize(service.conversations().conversations[0].id)
    [conversation] = service.conversations().conversations
    assert state(service, memory) == (
        [("told-1", True)],
        [(SESSION, 2, conversation.status)],
        [("The Claude Code hook failed", "No room.")],
        1,
        [],
    )


def test_a_note_that_a_killed_hook_began_is_removed(service: MemoryService, spool: Spool) -> None:
    folder = service.home.spool
    folder.mkdir()
    for name, old in ((".1.partial", True), (".2.partial", False)):
        (folder / name).write_text("{")
        if old:
            os.utime(folder / name, (1, 1))
    called = {"v": 1, "kind": "called", "tool": "claude-code", "event": "SessionStart", "at": 1}
    (folder / "3.json").write_text(json.dumps(called))
    assert spool.drain() == 1
    assert [one.name for one in folder.iterdir()] == [".2.partial"]
