"""The strip and the log over a real service, and steps of maintenance that a test holds in its hands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.bridge import Bridge
from tests.conftest import ManualClock
from tests.gathering import gathering


class Person:
    """Hands, eyes and patience."""

    def __init__(self, qtbot: QtBot, bridge: Bridge, service: MemoryService, clock: ManualClock) -> None:
        self.qtbot, self.bridge, self.service, self.clock = qtbot, bridge, service, clock

    def wait(self) -> None:
        """Until nothing is under way any more, and what gathers news has asked."""
        QCoreApplication.processEvents()  # what was announced is heard
        self.qtbot.waitUntil(lambda: not self.bridge.busy and not gathering(), timeout=20_000)
        QCoreApplication.processEvents()

    def click(self, widget: QWidget, *, wait: bool = True) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        if wait:
            self.wait()

    def remembers(self, content: str, *, confidence: float = 0.4, idle_days: int = 0) -> Memory:
        """A memory that was last used so long ago."""
        now = self.clock()
        self.clock.now = now - idle_days * DAY_MS
        stored = self.service.store(content, type="fact", confidence=confidence)
        self.clock.now = now
        return self.service.get(stored.id)


@pytest.fixture
def service(home: object, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(clock=clock) as service:
        yield service


@pytest.fixture
def person(qtbot: QtBot, bridge: Bridge, service: MemoryService, clock: ManualClock) -> Person:
    return Person(qtbot, bridge, service, clock)


class Gate:
    """A step that tells how far it is, and goes no further until it is let through or stopped."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.there = threading.Event()

    def run(self, work: Work) -> None:
        work.at(3, 12)
        self.there.set()
        while not self.open.wait(0.005):
            work.check()
        work.count("items_archived", 3)


@pytest.fixture
def gate(service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """The daily task is this one step; the others are nothing."""
    gate = Gate()
    steps: dict[Task, list[Step]] = {Task.DAILY: [Step("Checking memories", gate.run)]}
    monkeypatch.setattr(service.maintenance, "_steps", steps)
    yield gate
    gate.open.set()


Settle = Callable[[], None]
