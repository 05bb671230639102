"""Memories are judged beside each other before they are stored: others wait while a transaction writes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.agents.storage import AgentStore
from arbor_desktop.conflicts.comparison.judge import RuleJudge
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session

BEFORE, AFTER = "Use PostgreSQL as the database.", "Use MySQL as the database."


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads on which the judge was asked."""
    threads: list[str] = []
    judge = RuleJudge.judge

    def noted(self: RuleJudge, older: str, newer: str) -> Verdict | None:
        threads.append(threading.current_thread().name)
        return judge(self, older, newer)

    monkeypatch.setattr(RuleJudge, "judge", noted)
    return threads


@pytest.fixture
def service(home: Path, clock: ManualClock, asked: list[str]) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        opened.store(BEFORE, type="fact")
        clock.advance(seconds=60)
        yield opened
        assert len(opened.list_conflicts()) == 1
        assert asked
        assert not [name for name in asked if name.startswith("arbor-store")]


def test_what_is_added(service: MemoryService) -> None:
    assert service.store(AFTER, type="fact").conflicts


def test_several_at_once(service: MemoryService) -> None:
    service.store_many([{"content": AFTER, "type": "fact"}])


def test_what_an_agent_stores(service: MemoryService) -> None:
    AgentStore(service._rt, service._detector).store(
        {"content": AFTER, "type": "fact"}, None, "Stored by a tool"
    )


def test_what_was_said(service: MemoryService, tmp_path: Path, clock: ManualClock) -> None:
    said = (
        Session("said", start=clock.now // 1000)
        .say(f"Remember for all my projects: {AFTER}")
        .reply("I will.")
    )
    assert service.capture([said.write(tmp_path)])[0].conflicts == 1


def test_what_was_not_compared_when_it_was_stored(service: MemoryService) -> None:
    service.settings.set("conflicts.detect", False)
    service.store(AFTER, type="fact")
    service.settings.set("conflicts.detect", True)
    assert service._detector.compare_pending() >= 1
