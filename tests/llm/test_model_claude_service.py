"""The claude command through the service: found, asked, cancelled, resting, and never captured itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.llm.calls import Cancel, ProcessCalls
from arbor_desktop.llm.model import Ask, Message, ModelFailed, Purpose, Trouble
from arbor_desktop.service import MemoryService

pytestmark = pytest.mark.slow

STANDIN = Path(__file__).resolve().parents[1] / "standin" / "claude.py"
CHECKOUT = Path(__file__).resolve().parents[2]


class Claude:
    """The stand-in, installed where the `claude` command usually is, and not on the PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "standin"
        self.folder.mkdir()
        program = Path(os.environ["HOME"], ".local", "bin", "claude")
        program.parent.mkdir(parents=True)
        program.write_text(
            f"#!/bin/sh\nCLAUDE_STANDIN='{self.folder}' exec '{sys.executable}' -I -S '{STANDIN}' \"$@\"\n"
        )
        program.chmod(0o755)
        self.tell()

    def tell(self, **what: Any) -> None:
        (self.folder / "claude.json").write_text(json.dumps(what), encoding="utf-8")

    @property
    def calls(self) -> list[dict[str, Any]]:
        return [json.loads(path.read_text(encoding="utf-8")) for path in self.folder.glob("call-*.json")]


@pytest.fixture
def claude(home: Path, tmp_path: Path) -> Claude:
    if sys.platform == "win32":
        pytest.skip("the stand-in is a script of POSIX systems")
    return Claude(tmp_path)


@pytest.fixture
def service(home: Path, claude: Claude) -> Iterator[MemoryService]:
    with MemoryService.open(home) as opened:
        opened.settings.set("extraction.backend", "claude-cli")
        yield opened


def question(text: str = "Hello?") -> Ask:
    return Ask(Purpose.TEST, "", (Message("user", text),))


def test_it_is_asked_from_an_empty_folder_in_arbors_own(
    service: MemoryService, claude: Claude, home: Path
) -> None:
    answer = service.model.ask(question())
    assert answer.text == "Understood." and not answer.cost
    (call,) = claude.calls
    assert Path(call["cwd"]) == home / "claude" / "empty" and call["cwd_files"] == []


def test_without_the_command_nothing_is_asked(
    service: MemoryService, claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(os.environ["HOME"], ".local", "bin", "claude").unlink()
    ready = service.model.readiness()
    assert (ready.ready, ready.trouble) == (False, Trouble.NO_PROGRAM)


def test_what_is_paid_beside_the_plan_is_in_the_ledger(service: MemoryService, claude: Claude) -> None:
    service.model.ask(question())
    assert service.model.costs.this_month().cost == 0
    claude.tell(beyond_plan=True)
    service.model.ask(question())
    assert service.model.costs.this_month().cost == 0.0123


def test_a_limit_is_waited_for(service: MemoryService, claude: Claude) -> None:
    claude.tell(mode="fail", said="You've hit your session limit · resets 3pm (UTC)", category="rate_limit")
    with pytest.raises(ModelFailed) as limited:
        service.model.ask(question())
    ready = service.model.readiness()
    assert not ready.ready and ready.trouble is Trouble.RATE_LIMITED
    assert ready.retry_at is not None and limited.value.retry_after is not None
    claude.tell()
    service.model.try_again()
    assert service.model.ask(question()).text == "Understood."


def test_who_is_not_signed_in_is_asked_no_more_until_they_say(service: MemoryService, claude: Claude) -> None:
    claude.tell(mode="fail", said="Not logged in · Please run /login", category="authentication_failed")
    for _ in range(3):
        with pytest.raises(ModelFailed) as failure:
            service.model.ask(question())
        assert failure.value.trouble is Trouble.NOT_SIGNED_IN
    assert len(claude.calls) == 1


def gone(pid: int) -> None:
    """Returns when the process has ended."""
    import select

    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    select.select([handle], [], [])
    os.close(handle)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="waits for Linux' processes")
@pytest.mark.parametrize("apart", [False, True], ids=["command line", "window"])
@pytest.mark.parametrize("how", ["cancel", "close"])
def test_what_is_stopped_leaves_no_command_running(
    service: MemoryService, claude: Claude, apart: bool, how: str
) -> None:
    claude.tell(mode="slow")
    pipe = claude.folder / "thinking"
    os.mkfifo(pipe)
    if apart:
        service.model._make_calls = ProcessCalls
    cancel, failures = Cancel(), []

    def ask() -> None:
        try:
            service.model.ask(question(), cancel=cancel)
        except ModelFailed as error:
            failures.append(error.trouble)

    asking = threading.Thread(target=ask)
    asking.start()
    pid = int(pipe.read_text())
    if how == "cancel":
        cancel()
    else:
        service.model.close()
    asking.join()
    gone(pid)
    assert len(failures) == 1
    if how == "cancel":
        assert failures == [Trouble.STOPPED]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="waits for Linux' processes")
def test_a_killed_window_leaves_no_command_running(claude: Claude, home: Path) -> None:
    """The window asks from a process of its own, which asks the command: all of them end."""
    claude.tell(mode="slow", stubborn=True)
    pipe = claude.folder / "thinking"
    os.mkfifo(pipe)
    code = (
        "from arbor_desktop.llm.model import *\n"
        "from arbor_desktop.service import MemoryService\n"
        "from arbor_desktop.llm.calls import ProcessCalls\n"
        "service = MemoryService.open()\n"
        "service.settings.set('extraction.backend', 'claude-cli')\n"
        "service.model._make_calls = ProcessCalls\n"
        "service.model.ask(Ask(Purpose.TEST, '', (Message('user', 'Hi.'),)))\n"
    )
    environ = os.environ | {"PATH": str(home.parent / ".local" / "bin")}
    with subprocess.Popen([sys.executable, "-c", code], cwd=CHECKOUT, env=environ) as window:
        pids = [int(pid) for pid in pipe.read_text().split()]
        window.kill()
    for pid in pids:
        gone(pid)


def test_what_it_leaves_behind_is_not_captured_as_the_persons(
    service: MemoryService, claude: Claude, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A source that watches where Claude Code keeps its sessions meets those of Arbor's own calls too."""
    kept = tmp_path / "kept"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(kept))
    claude.tell(unknown=["--no-session-persistence"])
    service.model.ask(question("From now on always use tabs in all my projects, never spaces."))
    assert list(kept.rglob("*.jsonl"))
    (row,) = service.capture([kept])
    assert (row.status, row.reason) == ("skipped", "Arbor's own")
    assert service.get_stats()["total_memories"] == service.get_stats()["conversations"] == 0


def test_a_conversation_is_read_by_the_command(
    service: MemoryService, claude: Claude, tmp_path: Path
) -> None:
    """The whole way, with the real prompt: what it asks for is told in full, nothing stands in arguments."""
    said = "Please always deploy on Tuesdays, because the on-call team is complete then."
    session = tmp_path / "session.jsonl"
    base = {"sessionId": "s-1", "cwd": str(tmp_path), "isSidechain": False, "userType": "external"}
    reply = [{"type": "text", "text": "Understood, deployments go out on Tuesdays from now on."}]
    records = [
        base | {"type": "user", "uuid": "u-1", "parentUuid": None, "timestamp": "2026-01-01T09:00:00.000Z",
                "message": {"role": "user", "content": said}},
        base | {"type": "assistant", "uuid": "a-1", "parentUuid": "u-1",
                "timestamp": "2026-01-01T09:00:05.000Z", "message": {"role": "assistant", "content": reply}},
    ]  # fmt: skip
    session.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    claude.tell(answer='{"no_content_to_extract": true}')
    (row,) = service.capture([session])
    assert row.status in ("success", "empty", "skipped"), row
    asked = [call for call in claude.calls if 'purpose="extraction"' in call["prompt"]]
    assert asked and said in asked[0]["prompt"]
    assert not any("deploy" in part for call in asked for part in call["argv"] if "schema" not in part)
    assert "<!-- arbor:extraction" in asked[0]["system"]
