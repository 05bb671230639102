"""The real page over a real service, with the stand-in for the model; driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.chat.page import ChatPage
from arbor_desktop.ui.chat.transcript import Prompt, Reply
from arbor_desktop.ui.icons import Icons
from tests.standin.server import StandIn

KILN = "/srv/kiln"


class Person:
    """Hands, eyes and patience."""

    def __init__(self, qtbot: QtBot, page: ChatPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service

    def wait(self) -> None:
        """Until nothing is under way any more."""

        def settled() -> bool:
            page = self.page
            return not (
                self.bridge.busy or page.soon.isActive() or page.controller.sending or page.controller.answers
            )

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    def until(self, true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(true, timeout=20_000)

    # Eyes

    @property
    def reply(self) -> Reply:
        assert self.page.transcript.reply is not None
        return self.page.transcript.reply

    def shown(self) -> list[tuple[str, str]]:
        """Who said what, from top to bottom."""
        found = []
        for turn in self.page.transcript.turns:
            who = "you" if isinstance(turn, Prompt) else "model"
            found.append((who, turn.text.source.strip()))
        return found

    def listed(self) -> list[str]:
        return [one.title for one in self.page.list.model.items]

    @property
    def snack(self) -> str:
        return self.page.snackbar.message

    # Hands

    def key(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier, on: QWidget | None = None) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        self.qtbot.keyClick(on or self.page.composer.field, key, held)

    def type(self, text: str) -> None:
        field = self.page.composer.field
        assert field.isEnabled()
        field.setFocus()
        self.qtbot.keyClicks(field, text)

    def send(self, text: str) -> None:
        """Types and sends; does not wait for the answer."""
        self.type(text)
        self.key(Qt.Key.Key_Return)

    def say(self, text: str) -> None:
        self.send(text)
        self.wait()

    def click(self, widget: QWidget, *, wait: bool = True) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        if wait:
            self.wait()


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.fixture
def mind() -> Iterator[StandIn]:
    with StandIn(lambda body: "Fine, and thank you for asking.") as server:
        yield server


@pytest.fixture
def service(home: Path, clock: Any, worker: InlineWorker, mind: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        service.settings.set("model.base_url", mind.url)
        service.settings.set("extraction.backend", "anthropic")
        yield service


@pytest.fixture
def open_page(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService
) -> Iterator[Callable[..., Person]]:
    pages: list[ChatPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = ChatPage(icons, bridge, refresh_ms=5, **options)
        qtbot.addWidget(page)
        page.resize(width, height)
        page.show()
        qtbot.waitExposed(page)
        page.activateWindow()
        pages.append(page)
        person = Person(qtbot, page, bridge, service)
        person.wait()
        return person

    yield open_
    for page in pages:
        page.save_unsaved()
        page.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
