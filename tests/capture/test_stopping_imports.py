"""A long import that is stopped: nothing goes on unseen, nothing is lost, and it can be taken up again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.capture.model import STOPPED
from arbor_desktop.errors import Cancelled
from arbor_desktop.service import MemoryService
from tests.conversations.readers.chatgpt_builder import Talk

pytestmark = pytest.mark.slow

COUNT = 6


@pytest.fixture
def service(home: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home, environ={}) as opened:
        yield opened


@pytest.fixture
def export_file(tmp_path: Path) -> Path:
    chats = []
    for number in range(COUNT):
        chat = Talk(f"6f0e1d2c-000{number}-4000-8000-00000000000{number}", f"Talk {number}")
        chat.user(f"Always label kiln number {number} before you fire it.")
        chat.answer("I will keep to that in everything that follows.")
        chats.append(chat.export())
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(chats))
    return path


def stop_at(number: int):  # type: ignore[no-untyped-def]
    def progress(what: str, done: int, total: int) -> None:
        if total == COUNT and done >= number:
            raise Cancelled

    return progress


def test_what_was_not_memorized_waits_to_be_asked_for(service: MemoryService, export_file: Path) -> None:
    rows = service.capture([export_file], progress=stop_at(2))
    assert [row.reason for row in rows] == [None, None, *[STOPPED] * 4]
    assert service.query(limit=50).total == 2
    assert service.get_status().queue == 0, "nothing goes on by itself"
    assert service.watch_once()["conversations"] == 0
    facets = service.conversation_facets()
    assert facets.states == {"memorized": 2, "pending": 4} and facets.waiting == 4

    assert service.process_waiting() == 4
    service.watch_once()
    assert service.query(limit=50).total == COUNT
    assert service.conversation_facets().waiting == 0


def test_the_same_file_again_takes_up_what_was_left(service: MemoryService, export_file: Path) -> None:
    service.capture([export_file], progress=stop_at(2))
    rows = service.capture([export_file])
    assert sum(row.items_extracted for row in rows) == 4
    assert service.query(limit=50).total == COUNT
    assert not [row for row in service.capture([export_file]) if row.items_extracted]


def test_stopped_before_anything_was_stored_leaves_nothing(service: MemoryService, export_file: Path) -> None:
    def progress(what: str, done: int, total: int) -> None:
        raise Cancelled

    assert service.capture([export_file], progress=progress) == []
    assert service.conversations().total == 0
