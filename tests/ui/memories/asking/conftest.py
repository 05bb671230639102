"""The Memories page with a stand-in that answers, driven as a person drives it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.asking.panel import AskPanel
from arbor_desktop.ui.memories.page import MemoriesPage
from tests.judges import use_judge
from tests.standin.server import Body, StandIn


class Asker:
    """Types, presses and waits."""

    def __init__(self, qtbot: QtBot, page: MemoriesPage, bridge: Bridge) -> None:
        self.qtbot, self.page, self.bridge = qtbot, page, bridge

    @property
    def panel(self) -> AskPanel:
        return self.page.asking.panel

    def type(self, text: str) -> None:
        field = self.page.top.search
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.qtbot.waitUntil(lambda: self.page.state.query.text == text, timeout=20_000)
        self.settle()

    def press(self, key: Qt.Key, *held: Qt.KeyboardModifier, on: QWidget | None = None) -> None:
        modifiers = Qt.KeyboardModifier.NoModifier
        for modifier in held:
            modifiers |= modifier
        self.qtbot.keyClick(on or self.page.top.search, key, modifiers)

    def ask(self, question: str) -> None:
        self.type(question)
        self.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        self.answered()

    def answered(self) -> None:
        """Waits until the answer is there."""
        self.qtbot.waitUntil(lambda: not self.page.asking.running, timeout=30_000)
        self.settle()

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.bridge.busy, timeout=20_000)
        self.qtbot.wait(1)

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.settle()


class Slow:
    """Answers when it is let."""

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()

    def __call__(self, body: Body) -> str:
        self.asked.set()
        self.go_on.wait(60)
        return "Late [m1]."


@pytest.fixture
def service(home: Any, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as service:
        yield service


@pytest.fixture
def mind(service: MemoryService) -> Iterator[StandIn]:
    with StandIn(lambda body: "You use pnpm [m1].") as server:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", server.url)
        yield server


@pytest.fixture
def slow(mind: StandIn) -> Iterator[Slow]:
    slow = Slow()
    mind.mind = slow
    yield slow
    slow.go_on.set()


@pytest.fixture
def open_page(qtbot: QtBot, icons: Icons, bridge: Bridge, clock: Any) -> Iterator[Callable[..., Asker]]:
    pages: list[MemoriesPage] = []

    def open_(width: int = 1156, height: int = 780) -> Asker:
        page = MemoriesPage(icons, bridge, clock=clock, refresh_ms=5)
        qtbot.addWidget(page)
        page.resize(width, height)
        page.show()
        qtbot.waitExposed(page)
        page.activateWindow()
        pages.append(page)
        asker = Asker(qtbot, page, bridge)
        asker.settle()
        return asker

    yield open_
    for page in pages:
        page.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
