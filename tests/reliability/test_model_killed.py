"""Killed while a model is asked: after a restart the conversation is read once, and nothing is left
running."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from arbor_desktop.runtime.child_process import PARENT_CHECK_SECONDS
from arbor_desktop.service import MemoryService
from tests.reliability import killable_model
from tests.reliability.sessions import Session
from tests.standin.server import Body, Break, Say, StandIn, purpose_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here"),
]
PATIENCE = 100
"""Seconds until a process that hangs fails its test."""
SAID = "Deploys of the kiln service happen on Fridays only, never on Mondays."


def mind(body: Body) -> Say:
    if purpose_of(body) != "extraction":
        return Say("{}", anyway=True)
    item = {
        "content": SAID, "type": "fact", "category": "project_conventions", "confidence": 0.95,
        "scope": "project", "turns": [1], "quote": SAID, "tags": [], "sensitive": False,
        "technology": None, "expires": None, "details": {},
    }  # fmt: skip
    return Say(json.dumps({"items": [item]}))


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(mind) as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "talks"
    Session("a talk", cwd="/srv/kiln").say(SAID).reply("Understood.").write(made)
    return made


@pytest.mark.parametrize("streaming", [False, True], ids=["while it thinks", "while it answers"])
def test_the_whole_program_killed_in_the_middle_of_a_call(
    home: Path, folder: Path, server: StandIn, streaming: bool
) -> None:
    asked = threading.Event()

    def thinking(body: Body) -> Say | Break:
        asked.set()
        if streaming:
            return Break("stall", after=3)
        server.released.wait(PATIENCE)
        return mind(body)

    server.mind = thinking
    process = killable_model.start(home, folder, server.url)
    try:
        assert asked.wait(PATIENCE)
        children = psutil.Process(process.pid).children(recursive=True)
        asking = [one for one in children if "arbor_desktop.llm.backends" in one.cmdline()]
        assert len(asking) == 1
    finally:
        process.kill()
        process.communicate()
    gone, alive = psutil.wait_procs(children, timeout=PARENT_CHECK_SECONDS + PATIENCE)
    assert not alive and len(gone) == len(children), "what asks a model goes with its parent"
    server.mind = mind
    with MemoryService.open(home) as service:
        assert service.query(status="all").memories == ()
        assert service.verification.problems() == {"integrity": [], "index": [], "references": []}
        before = len(server.asked("extraction"))
        service.watch_once()
        assert [memory.content for memory in service.query(status="all").memories] == [SAID]
        assert len(server.asked("extraction")) == before + 1
        service.watch_once()
        assert len(server.asked("extraction")) == before + 1, "it is read once"


def test_it_finishes_when_nobody_kills_it(home: Path, folder: Path, server: StandIn) -> None:
    process = killable_model.start(home, folder, server.url)
    out, _ = process.communicate(timeout=PATIENCE)
    assert out == "done\n" and process.returncode == 0
    assert len(server.asked("extraction")) == 1
    with MemoryService.open(home) as service:
        assert [memory.content for memory in service.query(status="all").memories] == [SAID]


def test_ctrl_c_in_a_terminal_stops_a_call_and_leaves_the_conversation_waiting(
    home: Path, folder: Path, server: StandIn
) -> None:
    asked = threading.Event()

    def thinking(body: Body) -> Say:
        asked.set()
        server.released.wait(PATIENCE)
        return mind(body)

    server.mind = thinking
    with MemoryService.open(home) as service:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", server.url)
        service.settings.set("model.refine", False)
    command = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from arbor_desktop.cli import main; sys.exit(main(sys.argv[1:]))"
    )  # a shell's background job ignores interrupts, and its children do
    process = subprocess.Popen(
        [sys.executable, "-c", command, "capture", str(folder)],
        cwd=killable_model.CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert asked.wait(PATIENCE)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130 and err == "Stopped. What was done so far is kept.\n"
    server.mind = mind
    with MemoryService.open(home) as service:
        service.watch_once()
        assert [memory.content for memory in service.query(status="all").memories] == [SAID]
