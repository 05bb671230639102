"""Where the pictures are taken: the real window over the demo's memories, at a fixed moment."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from unittest.mock import patch

from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from arbor_desktop import ids
from arbor_desktop.clock import DAY_MS, last_week
from arbor_desktop.demo.activity import live
from arbor_desktop.demo.sessions import demo_projects, write_sessions
from arbor_desktop.integrations.setup.invocation import Caller
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.memories.model import FeedbackKind, Memory
from arbor_desktop.service import MemoryService
from arbor_desktop.ui import style, translation
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.conflicts.page import ConflictsPage
from arbor_desktop.ui.context.page import ContextPage
from arbor_desktop.ui.conversations.page import ConversationsPage
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.news import WEEK_CLOSED
from arbor_desktop.ui.memories.page import MemoriesPage
from arbor_desktop.ui.projects.page import ProjectsPage
from arbor_desktop.ui.review.page import ReviewPage
from arbor_desktop.ui.settings.autostart import DesktopEntry
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.window_state import WindowState
from tests.window_loop import running

NOW = int(datetime(2026, 5, 13, 16, 20, tzinfo=UTC).timestamp() * 1000)
FONT = "Inter"
HOUR_MS = 3_600_000
_PATIENCE_SECONDS = 60
_SHORT_MS = 2000
"""A timer that runs longer is no delay: a message stays that long."""


SCREEN = {"name": "pictures", "x": 0, "y": 0, "width": 1920, "height": 1200, "dpr": 1, "logicalDpi": 96,
          "logicalBaseDpi": 96}  # fmt: skip
"""Menus and popups keep within the screen; Qt's unseen one is smaller than the window unless told."""


class Clock:
    """Tells the time that it was told."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def prepare(person: Path, prepared: Path) -> None:
    """Writes the sample sessions of a made-up person and memorizes each when it ended; then lives with the
    memories for a while: uses, pins and edits some. What came of it is kept in `prepared`."""
    clock = Clock()
    demo_projects(person / "src")
    files = write_sessions(person, NOW, projects_root=person / "src")
    # Ids are seen in the pictures, which must come out the same every time.
    the_same = SimpleNamespace(urandom=random.Random("pictures").randbytes)
    with patch.object(ids, "os", the_same), _service(person, clock) as service:
        service.settings.set("search.vectors", "off")  # no vectors are made while pictures are drawn
        for file in files:
            clock.now = min(NOW, int(file.stat().st_mtime * 1000) + 120_000)
            service.capture([file])
        _live(service, clock)
        clock.now = NOW
        for source in ("claude-code", "codex", "gemini-cli", "cursor"):
            service.enable_source(source)
        service.exclude("~/src/client-a")
        service.exclude("*.tmp.jsonl")
        for days in (1, 2, 3):
            day = datetime.fromtimestamp((NOW - days * DAY_MS) / 1000, UTC)
            _dated(Path(str(service.backup(service.home.backups / f"daily-{day:%Y%m%d}.db")["path"])), day)
    shutil.copytree(person, prepared)


def _live(service: MemoryService, clock: Clock) -> None:
    found = service.query(limit=500).memories
    for number, memory in enumerate(sorted(found, key=lambda m: (m.created_at, m.content))):
        for use in range(number % 6):
            clock.now = max(memory.created_at, NOW - (number % 9) * DAY_MS - use * HOUR_MS)
            service.record_usage(memory.id, True)
    clock.now = NOW - 6 * DAY_MS
    service.update(_id(found, "User prefers small commits"), privacy_level="always_include")
    service.update(_id(found, "User works at Claybank"), privacy_level="never_share")
    clock.now = NOW - 2 * DAY_MS
    deadline = _id(found, "The project's cancellation deadline is 48 hours")
    service.update(deadline, tags=["deadline", "cancellation"], category="facts")
    clock.now = NOW - DAY_MS
    service.update(deadline, content="The cancellation deadline is 48 hours before the firing starts.")
    service.feedback(_id(found, "User hates unittest classes"), FeedbackKind.CONFIRM)
    clock.now = NOW - HOUR_MS // 4
    live(service)


def _id(found: tuple[Memory, ...], start: str) -> str:
    return next(memory.id for memory in found if memory.content.startswith(start))


def _dated(file: Path, day: datetime) -> None:
    os.utime(file, (day.timestamp(), day.timestamp()))


@contextmanager
def _service(person: Path, clock: Clock) -> Iterator[MemoryService]:
    environ = MappingProxyType({"HOME": str(person)})
    home = person / ".local" / "share" / "arbor"
    with MemoryService.open(home, clock=clock, environ=environ) as service:
        yield service


@dataclass
class Stage:
    """The window with its pages; scenes play on it."""

    window: MainWindow
    icons: Icons
    bridge: Bridge
    service: MemoryService
    clock: Clock
    person: Path
    setup: Setup

    @property
    def memories(self) -> MemoriesPage:
        page = self.window.page("memories")
        assert isinstance(page, MemoriesPage)
        return page

    @property
    def conversations(self) -> ConversationsPage:
        page = self.window.page("conversations")
        assert isinstance(page, ConversationsPage)
        return page

    @property
    def context(self) -> ContextPage:
        page = self.window.page("context")
        assert isinstance(page, ContextPage)
        return page

    @property
    def review(self) -> ReviewPage:
        page = self.window.page("review")
        assert isinstance(page, ReviewPage)
        return page

    @property
    def conflicts(self) -> ConflictsPage:
        page = self.window.page("conflicts")
        assert isinstance(page, ConflictsPage)
        return page

    @property
    def projects(self) -> ProjectsPage:
        page = self.window.page("projects")
        assert isinstance(page, ProjectsPage)
        return page

    @property
    def settings(self) -> SettingsPage:
        page = self.window.page("settings")
        assert isinstance(page, SettingsPage)
        return page

    def memory(self, start: str) -> Memory:
        """The memory that begins so."""
        found = self.service.query(limit=500).memories
        return next(memory for memory in found if memory.content.startswith(start))

    def settle(self) -> None:
        """Waits until nothing is under way, no delay of a field or list runs and nothing moves."""
        for _ in range(3):
            QTest.qWait(20)
            until(self._rests)

    def _rests(self) -> bool:
        delays = [t for t in self.window.findChildren(QTimer) if t.isSingleShot() and t.isActive()]
        if any(timer.interval() < _SHORT_MS for timer in delays):
            return False
        moving = QAbstractAnimation.State.Running
        motions = self.window.findChildren(QAbstractAnimation)
        return not self.bridge.busy and all(motion.state() != moving for motion in motions)

    def picture(self) -> QPixmap:
        """The window as it is seen, with the menus and dialogs over it."""
        pixmap = self.window.grab()
        painter = QPainter(pixmap)
        color = self.icons.theme.color("borderStrong")
        for top in sorted(QApplication.topLevelWidgets(), key=_above):
            if top is self.window or not top.isVisible():
                continue
            at = top.mapToGlobal(QPoint()) - self.window.mapToGlobal(QPoint())
            if isinstance(top, QDialog) and top.windowType() != Qt.WindowType.Popup:
                free = self.window.size() - top.size()
                at = QPoint(free.width() // 2, free.height() // 2)
                painter.setPen(color)
                painter.drawRect(QRect(at, top.size()).adjusted(-1, -1, 0, 0))
            painter.drawPixmap(at, top.grab())
        painter.end()
        return pixmap


def tools_of(service: MemoryService, person: Path) -> Setup:
    """The AI tools of the made-up person, who has Claude Code and Codex; Arbor lies where it usually does."""
    for folder in (".claude", ".codex"):
        (person / folder).mkdir(parents=True, exist_ok=True)
    caller = Caller("/opt/arbor/bin/arbor", ())
    environ = MappingProxyType({"HOME": str(person)})
    return Setup(
        service.home, environ, "linux", caller=caller, clock=service._rt.clock,
        noted=service.receipts.installed,
    )  # fmt: skip


def _above(top: QWidget) -> tuple[int, bool]:
    """How high a window lies over others: those it belongs to are below it, menus above all."""
    parents, widget = 0, top.parentWidget()
    while widget is not None:
        parents, widget = parents + widget.isWindow(), widget.parentWidget()
    return parents, isinstance(top, QMenu)


def until(true: Callable[[], bool]) -> None:
    """Lets Qt work until it is so. Raises TimeoutError after a minute."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError("the window did not come to rest")
        QTest.qWait(5)


def dress(qt: QApplication) -> tuple[Theme, Icons]:
    """The window's style, in the font of the design where it is installed."""
    font = QFont(FONT if QFontDatabase.hasFamily(FONT) else qt.font().family())
    font.setPixelSize(13)
    qt.setCursorFlashTime(0)
    theme = Theme(font)
    icons = Icons(theme)
    style.install(qt, theme)
    translation.install(qt)
    return theme, icons


@contextmanager
def stage(
    icons: Icons, prepared: Path, person: Path, mode: str, size: tuple[int, int], filled: bool
) -> Iterator[Stage]:
    """A fresh window over a copy of what was prepared; over nothing at all unless `filled`."""
    shutil.rmtree(person, ignore_errors=True)
    if filled:
        shutil.copytree(prepared, person)
    else:
        person.mkdir(parents=True)
    icons.theme.set_setting(mode)
    clock = Clock()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    with _service(person, clock) as service, running(app) as loop:
        service.settings.set("appearance.theme", mode)
        bridge = Bridge(loop)
        bridge.listen(service)
        failures: list[object] = []
        bridge.failed.connect(failures.append)
        state = WindowState(person / "window.ini")
        state.set_value(WEEK_CLOSED, last_week(NOW)[0].isoformat())
        window = MainWindow(icons.theme, icons, bridge, state, clock)
        setup = tools_of(service, person)
        made = Stage(window, icons, bridge, service, clock, person, setup)
        try:
            window.resize(*size)
            window.show()
            window.activateWindow()
            QCoreApplication.processEvents()
            login = DesktopEntry(person / ".config" / "autostart", ("arbor-desktop",))
            pages = WindowPages(window, state, clock=clock, autostart=lambda: login, setup=lambda: setup)
            if filled:
                clock.now = NOW - 20 * DAY_MS  # long before the sessions that it told something
                setup.apply(setup.plan("claude-code", "install"))
                clock.now = NOW
            window.attach(pages.specs())
            made.settle()
            yield made
            if failures:
                raise AssertionError(failures[0])
        finally:
            for top in QApplication.topLevelWidgets():
                top.close()
                if isinstance(top, QDialog | QMenu) or top is window:
                    top.deleteLater()
            bridge.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QCoreApplication.processEvents()
