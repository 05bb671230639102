"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.conflicts.model import Conflict, Verdict
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService, memory_service
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.conflicts.cards import ActionButton
from arbor_desktop.ui.conflicts.dialogs import ConflictDialog, KeepBothDialog, MergeDialog
from arbor_desktop.ui.conflicts.page import ConflictsPage
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.window_state import WindowState

WEB = "/srv/tidepool-web"
PORTAL = "/srv/legacy-portal"
CTRL = Qt.KeyboardModifier.ControlModifier

_SAID = re.compile(r"(?:Use|We moved to) (?P<value>\S+)(?P<more>.*?) for (?P<topic>[^.]+)\.")


class PlainJudge:
    """Two statements of the form "Use X … for TOPIC." contradict each other where only X differs."""

    version = "plain"

    def judge(self, older: str, newer: str) -> Verdict | None:
        first, last = _SAID.search(older), _SAID.search(newer)
        if not (first and last) or first["topic"] != last["topic"] or first["value"] == last["value"]:
            return None
        topic, values = first["topic"], (first["value"], last["value"])
        reason = f"{values[0]} and {values[1]} can't both be used for {topic}."
        return Verdict("plain", topic, values, reason, replaces=newer.startswith("We moved"))

    def change(self, older: str, newer: str) -> None:
        return None

    def topics(self, text: str) -> tuple[str, ...]:
        found = _SAID.search(text)
        return (found["topic"],) if found else ()

    def terms(self, text: str) -> tuple[str, ...]:
        found = _SAID.search(text)
        return tuple(found["topic"].split()) if found else ()


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: ConflictsPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service

    def wait(self) -> None:
        """Until nothing is under way any more."""

        def settled() -> bool:
            return not self.bridge.busy and not self.page.soon.isActive()

        for _ in range(3):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    # Eyes

    @property
    def shown(self) -> Conflict:
        conflict = self.page.view.conflict
        assert conflict is not None
        assert self.page.stack.currentWidget() is self.page.view
        return conflict

    @property
    def topic(self) -> str:
        return self.shown.topic

    def rows(self) -> list[tuple[str, str]]:
        """Title and state of each row."""
        model = self.page.model
        found = [model.loaded(ident) for ident in model.ids]
        return [(row.title, row.state) for row in found if row is not None]

    @property
    def selected(self) -> str | None:
        ids = self.page.list.selected_ids()
        row = self.page.model.loaded(ids[0]) if ids else None
        return row.title if row else None

    @property
    def focus(self) -> QWidget:
        focus = QApplication.focusWidget()
        assert focus is not None
        return focus

    @property
    def focused_words(self) -> str:
        """What the focused button says."""
        focus = self.focus
        assert isinstance(focus, Button), focus
        return focus.text()

    @property
    def said(self) -> list[str]:
        """What an AI would read, line by line."""
        after = self.page.view.after
        assert after is not None
        return after.lines

    @property
    def notes(self) -> str:
        after = self.page.view.after
        assert after is not None and after.effect is not None
        return " ".join(after.effect.notes)

    @property
    def snack(self) -> str:
        return self.page.snackbar.message

    @property
    def resolved(self) -> str:
        return self.page.title.done.text()

    def marked(self) -> list[list[str]]:
        """The marked words of each card."""
        return [card.text.marked() for card in self.page.view.cards]

    def status(self, conflict_id: str) -> str:
        return self.service.get_conflict(conflict_id).status.value

    def memory(self, start: str) -> Memory:
        found = self.service.query(status="all", limit=500).memories
        return next(memory for memory in found if memory.content.startswith(start))

    def dialog(self) -> ConflictDialog:
        found = [d for d in self.page.findChildren(ConflictDialog) if d.isVisible()]
        assert len(found) == 1
        return found[0]

    def keep_both(self) -> KeepBothDialog:
        dialog = self.dialog()
        assert isinstance(dialog, KeepBothDialog)
        return dialog

    def merge(self) -> MergeDialog:
        dialog = self.dialog()
        assert isinstance(dialog, MergeDialog)
        return dialog

    # Hands

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """To whatever has the focus."""
        self.qtbot.keyClick(self.focus, key, held)
        self.wait()
        if QApplication.activeWindow() is None:  # the unseen screen has no window manager to do so
            self.page.window().activateWindow()
            self.wait()

    def type(self, text: str) -> None:
        self.qtbot.keyClicks(self.focus, text)
        self.wait()

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.wait()

    def button(self, words: str) -> ActionButton:
        return next(b for b in self.page.view.buttons.values() if b.text().startswith(words))

    def hover(self, widget: QWidget) -> None:
        at = QPoint(widget.width() // 2, widget.height() // 2)
        self.qtbot.mouseMove(widget, at)
        QApplication.sendEvent(widget, _enter(at))
        self.wait()

    def leave(self, widget: QWidget) -> None:
        QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
        self.wait()

    def click_row(self, title: str) -> None:
        view, model = self.page.list, self.page.model
        row = next(n for n, (known, _) in enumerate(self.rows()) if known == title)
        index = model.index(row)
        view.scrollTo(index)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
        self.wait()

    def menu(self) -> QMenu:
        """The one that is open."""
        return next(m for m in self.page.findChildren(QMenu) if m.isVisible())

    def choose(self, words: str) -> None:
        """Takes an entry of the menu behind the three dots."""
        more = self.page.view.more
        assert more is not None
        self.click(more)
        menu = self.menu()
        action = next((a for a in menu.actions() if a.text() == words), None)
        assert action is not None, [a.text() for a in menu.actions()]
        action.trigger()
        menu.close()
        self.page.activateWindow()  # the unseen screen has no window manager to do so
        self.wait()

    def undo(self) -> None:
        self.click(self.page.snackbar.action_button)


def _enter(at: QPoint) -> QEvent:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QEnterEvent

    place = QPointF(at)
    return QEnterEvent(place, place, place)


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.fixture
def service(
    home: Path, clock: Any, worker: InlineWorker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    monkeypatch.setattr(memory_service, "offline_judge", PlainJudge)
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        yield service


@pytest.fixture
def remember(service: MemoryService, clock: Any) -> Callable[..., str]:
    """Stores a memory of the project, `ago` days back, or with `scope="global"` of all; answers its id."""

    def remember_(content: str, *, ago: float = 0, **fields: Any) -> str:
        wanted = {"scope": "project", "scope_id": WEB, "type": "preference", "confidence": 0.9} | fields
        if wanted["scope"] == "global":
            wanted["scope_id"] = None
        now = clock.now
        clock.advance(days=-ago)
        try:
            return service.store(content, **wanted).id
        finally:
            clock.now = now

    return remember_


@pytest.fixture
def disagree(remember: Callable[..., str], service: MemoryService) -> Callable[..., str]:
    """Makes a conflict of "Use OLD for TOPIC." and, later, "Use NEW for TOPIC."; answers its id."""

    def disagree_(
        topic: str, old: str = "jest", new: str = "vitest", *, older: dict[str, Any] | None = None,
        newer: dict[str, Any] | None = None,
    ) -> str:  # fmt: skip
        remember(f"Use {old} for {topic}.", **({"ago": 12, "confidence": 0.74} | (older or {})))
        stored = remember(f"Use {new} for {topic}.", **({"confidence": 0.93} | (newer or {})))
        (found,) = service.conflicts_of(stored)
        return found.id

    return disagree_


@pytest.fixture
def open_page(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: Any
) -> Iterator[Callable[..., Person]]:
    pages: list[ConflictsPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = ConflictsPage(icons, bridge, clock=clock, refresh_ms=5, **options)
        qtbot.addWidget(page)
        page.resize(width, height)
        page.show()
        qtbot.waitExposed(page)
        page.activateWindow()
        pages.append(page)
        person = Person(qtbot, page, bridge, service)
        person.wait()
        page.focus_main()
        person.wait()
        return person

    yield open_
    for page in pages:
        page.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def open_window(
    qtbot: QtBot,
    theme: Theme,
    icons: Icons,
    bridge: Bridge,
    service: MemoryService,
    clock: Any,
    tmp_path: Path,
) -> Callable[..., Person]:
    """The page within the window, whose keys (Ctrl+Z, F6) are then at hand."""

    def open_(width: int = 1360, height: int = 824) -> Person:
        window = MainWindow(theme, icons, bridge, WindowState(tmp_path / "window.ini"), clock)
        qtbot.addWidget(window)
        window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()

        def make() -> QWidget:
            return ConflictsPage(icons, bridge, clock=clock, refresh_ms=5)

        window.attach([PageSpec("conflicts", "Conflicts", "conflicts", make, "arbor_desktop.ui.conflicts")])
        page = window.page("conflicts")
        assert isinstance(page, ConflictsPage)
        person = Person(qtbot, page, bridge, service)
        person.wait()
        return person

    return open_
