"""Whoever shows a memory hears that its conflict began or ended, also where the other one was changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from arbor_desktop.service.process_watcher import ProcessWatcher
from tests.conftest import ManualClock
from tests.judges import use_judge


@pytest.fixture
def service(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def pair(service: MemoryService) -> tuple[str, str]:
    jest, vitest = (service.store(f"Test runner: {v}", type="fact").id for v in ("jest", "vitest"))
    return jest, vitest


@pytest.fixture
def heard(service: MemoryService, pair: tuple[str, str]) -> list[Changes]:
    """What is announced once the two are there."""
    news: list[Changes] = []
    service.events.subscribe(news.append)
    return news


ENDINGS: dict[str, Callable[[MemoryService, str], object]] = {
    "delete": lambda service, one: service.delete(one),
    "archive": lambda service, one: service.archive(one),
    "reject": lambda service, one: service.reject(one),
    "forget": lambda service, one: service.feedback(one, "FORGET"),
    "edit": lambda service, one: service.update(one, content="Deploys on Fridays."),
    "condition": lambda service, one: service.update(one, details={"condition": "in the old app"}),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_the_other_one_is_named_when_it_ends_and_when_it_is_back(
    service: MemoryService, pair: tuple[str, str], heard: list[Changes], how: str
) -> None:
    ENDINGS[how](service, pair[0])
    assert service.get(pair[1]).conflict_ids == ()
    told = heard[-1]
    assert (set(told.memories), told.conflicts, told.status) == (set(pair), True, True)
    heard.clear()
    service.undo()
    assert len(service.get(pair[1]).conflict_ids) == 1
    assert set(heard[-1].memories) == set(pair)
    assert heard[-1].conflicts


def test_erasing_one_for_good_is_told_as_an_end(
    service: MemoryService, pair: tuple[str, str], heard: list[Changes]
) -> None:
    service.purge([pair[0]])
    assert heard[-1].conflicts
    assert service.get(pair[1]).conflict_ids == ()


def test_what_another_process_does_names_both(
    service: MemoryService, home: Path, clock: ManualClock, heard: list[Changes], pair: tuple[str, str]
) -> None:
    watcher = ProcessWatcher(service._rt, poll_seconds=3600)
    watcher.start()
    with MemoryService.open(home, clock=clock) as other:
        other.delete(pair[0])
        watcher.look()
        assert set(heard[-1].memories) == set(pair)
        third = other.store("Indentation: tabs", type="fact").id
        watcher.look()
        fourth = other.store("Indentation: spaces", type="fact").id
        watcher.look()
    watcher.close()
    assert set(heard[-1].memories) == {third, fourth}


def test_who_is_in_no_conflict_is_not_told_of(service: MemoryService, heard: list[Changes]) -> None:
    other = service.store("Deploys on Fridays.", type="fact").id
    service.delete(other)
    assert heard[-1].memories == (other,)
