"""Changes that another process makes on the same home are announced here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from arbor_desktop.service.process_watcher import ProcessWatcher


@pytest.fixture
def here(home: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home) as opened:
        yield opened


@pytest.fixture
def other(home: Path) -> Iterator[MemoryService]:
    """A second opening of the same home has connections of its own, as another process has."""
    with MemoryService.open(home) as opened:
        yield opened


@pytest.fixture
def heard(here: MemoryService) -> list[Changes]:
    told: list[Changes] = []
    here.events.subscribe(told.append)
    return told


@pytest.fixture
def watcher(here: MemoryService) -> Iterator[ProcessWatcher]:
    made = ProcessWatcher(here._rt, poll_seconds=3600)
    made.start()
    yield made
    made.close()


def test_memories_by_name(
    here: MemoryService, other: MemoryService, heard: list[Changes], watcher: ProcessWatcher
) -> None:
    ids = {other.store(f"A fact from elsewhere, number {n}.", type="fact").id for n in range(3)}
    watcher.look()
    assert {ident for changes in heard for ident in changes.memories} == ids
    heard.clear()
    watcher.look()
    assert heard == []


def test_what_was_changed_here_is_not_told_again(
    here: MemoryService, heard: list[Changes], watcher: ProcessWatcher
) -> None:
    here.store("A fact from here.", type="fact")
    heard.clear()
    watcher.look()
    assert heard == []


def test_very_many_are_told_as_all(
    here: MemoryService, other: MemoryService, heard: list[Changes], watcher: ProcessWatcher
) -> None:
    other.store_many([{"content": f"A fact from elsewhere, number {n}.", "type": "fact"} for n in range(501)])
    watcher.look()
    assert any(changes.all_memories for changes in heard)


def test_settings(
    here: MemoryService, other: MemoryService, heard: list[Changes], watcher: ProcessWatcher
) -> None:
    other.settings.set("review.mode", "nothing")
    watcher.look()
    assert any(changes.settings for changes in heard)
    assert here.settings.get("review.mode") == "nothing"


def test_what_is_committed_between_two_questions_is_told_next_time(
    here: MemoryService,
    other: MemoryService,
    heard: list[Changes],
    watcher: ProcessWatcher,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored: list[str] = []
    real = here._rt.db.data_version

    def just_after() -> int:
        version = real()
        if not stored:
            stored.append(other.store("A fact that came in between.", type="fact").id)
        return version

    monkeypatch.setattr(here._rt.db, "data_version", just_after)
    watcher.look()
    watcher.look()
    assert [ident for changes in heard for ident in changes.memories] == stored
