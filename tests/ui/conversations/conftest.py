"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.conversations.model import Look
from arbor_desktop.ui.conversations.page import ConversationsPage
from arbor_desktop.ui.icons import Icons
from tests.reliability.sessions import START, Session


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: ConversationsPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service

    def wait(self) -> None:
        """Until nothing is under way any more."""
        page = self.page
        timers = [
            page.listing.soon,
            page.listing.count_soon,
            page.listing.look_soon,
            page._show_soon,
            page.model._soon,
            page.transcript.controller.soon,
            page.top.search._delay,
            page.transcript.find_bar.field._delay,
        ]

        def settled() -> bool:
            return not self.bridge.busy and not any(timer.isActive() for timer in timers)

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    def until(self, true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(true, timeout=20_000)

    # Eyes

    def shown(self) -> list[str]:
        """The titles in the list; a placeholder is an empty text."""
        model = self.page.model
        return [model.data(model.index(row)) for row in range(model.rowCount())]

    def selected(self) -> list[str]:
        return [c.title for id_ in self.page.view.selected_ids() if (c := self.page.model.loaded(id_))]

    def said(self) -> list[tuple[int, str]]:
        """The rows of the transcript: the number, and what is read beside it."""
        view = self.page.transcript.view
        out = []
        for row in view.rows:
            if row.look is Look.SAID:
                out.append((row.line.number, view.layout_.text(row.line.number) or ""))
            else:
                out.append((row.line.number, f"({row.look.value} {row.times})"))
        return out

    @property
    def snack(self) -> str:
        return self.page.snackbar.message

    # Hands

    def key(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier, on: QWidget | None = None) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        self.qtbot.keyClick(on or self.page.view, key, held)
        self.wait()

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.wait()

    def click_row(self, row: int, *modifiers: Qt.KeyboardModifier, at: QPoint | None = None) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        view = self.page.view
        view.scrollTo(self.page.model.index(row))
        box = view.visualRect(self.page.model.index(row))
        self.qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, held, box.center() if at is None else at
        )
        self.wait()

    def choose(self, words: str) -> None:
        """Opens the context menu of the current row by key and takes an entry."""
        view = self.page.view
        view.menu_wanted.emit(view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).center()))
        menu = next(m for m in self.page.findChildren(QMenu) if m.isVisible())
        action = next((a for a in menu.actions() if a.text() == words), None)
        assert action is not None, [a.text() for a in menu.actions()]
        action.trigger()
        menu.close()
        self.wait()

    def menu_words(self) -> list[str]:
        view = self.page.view
        view.menu_wanted.emit(view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).center()))
        menu = next(m for m in self.page.findChildren(QMenu) if m.isVisible())
        words = [a.text() for a in menu.actions() if a.text()]
        menu.close()
        return words

    def type_search(self, text: str) -> None:
        field = self.page.top.search
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.wait()

    def click_turn(self, number: int, does: str, which: int = 0) -> None:
        """Clicks a link within a row of the transcript."""
        view = self.page.transcript.view
        place = view.layout_.place_of_turn(number)
        laid = view.layout_.laid(place)
        links = [link for link in laid.links if link.does == does]
        top = view.layout_.top(place) - view.verticalScrollBar().value() + view._margin()
        at = links[which].box.center() + QPoint(0, top)
        assert view.viewport().rect().contains(at), "only what is seen can be clicked"
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.wait()


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.fixture
def service(home: Path, clock: Any, worker: InlineWorker) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        yield service


@pytest.fixture
def open_page(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: Any
) -> Iterator[Callable[..., Person]]:
    pages: list[ConversationsPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = ConversationsPage(icons, bridge, clock=clock, refresh_ms=5, **options)
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
        page.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "talks"


@pytest.fixture
def capture(service: MemoryService, folder: Path) -> Callable[..., str]:
    """Writes a session, captures it and answers its conversation's id."""

    def capture_(session: Session) -> str:
        path = session.append(folder) if session.written else session.write(folder)
        rows = service.capture([path])
        assert rows[0].conversation_id is not None, rows
        return rows[0].conversation_id

    return capture_


def session(name: str, hours: float = 0, cwd: str = "/srv/kiln") -> Session:
    """A session that began so many hours after the first one."""
    return Session(name, cwd, start=START + round(hours * 3600))


@pytest.fixture
def three(capture: Callable[..., str]) -> list[str]:
    """Three conversations, the newest last: one with a rule, one of another project, a trivial one."""
    rule = session("rule").say("Always run the linter before you commit anything in this repository.")
    rule.reply("Understood, the linter runs before each commit.", tokens=(900, 300))
    tests = session("tests", 1, "/srv/pollen").say("Why does the forecast test fail on Mondays only?")
    tests.tool("pytest", "1 failed").tool("git log", "fix").reply("It reads the wall clock.", tokens=(50, 9))
    return [capture(rule), capture(tests), capture(session("hello", 2).say("ok").reply("Hi."))]
