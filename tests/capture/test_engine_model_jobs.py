"""A model takes its time; files are read all the same, and a few conversations wait side by side."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.capture.model import AT_ONCE
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.standin.server import Body, Say, StandIn, purpose_of

NOTHING = json.dumps({"no_content_to_extract": True})
WORDS = "We always deploy on Fridays, whatever anybody says about it, from the release branch."


class Thinking:
    """A mind that thinks until it is let go. `most`: how many questions it thought about at once."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.begun = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._now = self.most = 0

    def __call__(self, body: Body) -> Say:
        if purpose_of(body) != "extraction":
            return Say("{}", anyway=True)
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self.begun.release()
        assert self.let_go.wait(60)
        with self._lock:
            self._now -= 1
        return Say(NOTHING)


@pytest.fixture
def mind() -> Iterator[Thinking]:
    thinking = Thinking()
    yield thinking
    thinking.let_go.set()


@pytest.fixture
def watching(home: Path, clock: ManualClock, mind: Thinking, tmp_path: Path) -> Iterator[MemoryService]:
    folder = tmp_path / "talks"
    folder.mkdir()
    with StandIn(mind) as server, MemoryService.open(home, clock=clock, environ={}) as service:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", server.url)
        service.settings.set("capture.settle_seconds", 0)
        service.add_source(str(folder))
        service.start_watching()
        yield service
        mind.let_go.set()


def write(folder: Path, name: str) -> None:
    (folder / f"{name}.md").write_text(
        f"**User:** This is {name}. {WORDS}\n\n**Assistant:** Understood, noted.\n"
    )


def test_files_are_read_while_a_model_thinks(watching: MemoryService, mind: Thinking, tmp_path: Path) -> None:
    folder = tmp_path / "talks"
    for number in range(AT_ONCE + 2):
        write(folder, f"talk{number}")
    for _ in range(AT_ONCE):
        assert mind.begun.acquire(timeout=60)
    heard = threading.Event()
    watching.events.subscribe(lambda changes: heard.set())
    write(folder, "late")
    while not any(page.title.startswith("This is late.") for page in watching.conversations().conversations):
        assert heard.wait(60)
        heard.clear()
    assert not mind.let_go.is_set()
    assert watching.get_status().state == "processing"
    mind.let_go.set()
    while any(
        page.status is not ConversationStatus.MEMORIZED for page in watching.conversations().conversations
    ):
        assert heard.wait(60)
        heard.clear()
    assert mind.most == AT_ONCE
    assert len(watching.conversations().conversations) == AT_ONCE + 3


def test_closing_does_not_wait_for_a_model(watching: MemoryService, mind: Thinking, tmp_path: Path) -> None:
    write(tmp_path / "talks", "talk")
    assert mind.begun.acquire(timeout=60)
    watching.close()
    assert not mind.let_go.is_set()
    with MemoryService.open(watching.home) as again:
        (found,) = again.conversations().conversations
        assert found.status is ConversationStatus.PENDING
        again.settings.set("extraction.backend", "offline")
        again.watch_once()
        (found,) = again.conversations().conversations
        assert found.status is ConversationStatus.MEMORIZED
        assert found.memories == 1


def test_to_stop_watching_does_not_wait_for_a_model_and_what_it_answers_is_stored(
    watching: MemoryService, mind: Thinking, tmp_path: Path
) -> None:
    write(tmp_path / "talks", "talk")
    assert mind.begun.acquire(timeout=60)
    watching.stop_watching()
    assert not mind.let_go.is_set()
    heard = threading.Event()
    watching.events.subscribe(lambda changes: heard.set())
    watching.start_watching()
    mind.let_go.set()
    while watching.conversations().conversations[0].status is not ConversationStatus.MEMORIZED:
        assert heard.wait(60)
        heard.clear()
    assert mind.most == 1 and len(watching.model.costs.ledger(10)) == 1
