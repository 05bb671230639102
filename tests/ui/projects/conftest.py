"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

import json
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
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.page import ProjectsPage
from tests.reliability.sessions import START, Session

MANIFEST = {
    "name": "desk",
    "version": "1.0.0",
    "packageManager": "pnpm@9.15.0",
    "scripts": {"dev": "vite", "test": "vitest --run"},
    "dependencies": {"react": "^19.0.0"},
    "devDependencies": {"vitest": "^2.1.0", "vite": "^6.0.0", "typescript": "^5.7.0"},
}


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: ProjectsPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service
        self.wished: list[tuple[str, Any]] = []
        for name in ("memory_wanted", "memories_wanted", "conflict_wanted", "context_wanted"):
            getattr(page, name).connect(lambda what, name=name: self.wished.append((name, what)))
        page.conversation_wanted.connect(lambda id_, _turn: self.wished.append(("conversation_wanted", id_)))
        page.summaries_wanted.connect(lambda *what: self.wished.append(("summaries_wanted", what)))
        page.capture_settings_wanted.connect(lambda: self.wished.append(("capture_settings_wanted", None)))

    def wait(self) -> None:
        """Until nothing is under way any more."""
        page, detail = self.page, self.page.detail
        timers = [
            page.soon,
            page.slow,
            page._show_soon,
            page.top.search._delay,
            detail.slow,
            detail.sessions.task._delay,
            *(view._rows._soon for view in page.findChildren(RowList)),
        ]

        def settled() -> bool:
            return not self.bridge.busy and not any(timer.isActive() for timer in timers)

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    # Eyes

    def listed(self) -> list[str]:
        model = self.page.model
        return [model.data(model.index(row)) for row in range(model.rowCount())]

    def rows(self, view: RowList) -> list[str]:
        """What a screen reader says of the rows of a list."""
        model = view.model()
        role = Qt.ItemDataRole.AccessibleTextRole
        return [model.index(row, 0).data(role) for row in range(model.rowCount())]

    def cards(self) -> dict[str, str]:
        """The cards of the overview by their headings, with all words in them."""
        found = {}
        for card in self.page.detail.overview.cards:
            words = [label.text() for label in card.card.findChildren(Label)]
            words += [tag.text for tag in card.findChildren(QWidget) if type(tag).__name__ == "Tag"]
            found[card.title.text()] = " | ".join(words)
        return found

    def chips(self) -> dict[str, int | None]:
        return {chip.text(): chip.count for chip in self.page.detail.memories._chips()}

    @property
    def name(self) -> str:
        return self.page.detail.header.name.text()

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

    def click_row(self, view: RowList, start: str) -> None:
        """Clicks the row that reads so."""
        row = next(n for n, said in enumerate(self.rows(view)) if said.startswith(start))
        index = view.model().index(row, 0)
        view.scrollTo(index)
        at: QPoint = view.visualRect(index).center()
        assert view.viewport().rect().contains(at), "only what is seen can be clicked"
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.wait()

    def open(self, name: str, tab: int = 0) -> None:
        self.click_row(self.page.view, name)
        if self.page.detail.tabs.currentIndex() != tab:
            tabs = self.page.detail.tabs
            self.qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(tab).center())
            self.wait()

    def press(self, words: str, within: QWidget | None = None) -> None:
        """Presses the button that says so."""
        found = [b for b in (within or self.page).findChildren(Button) if b.isVisible() and b.text() == words]
        assert len(found) == 1, [
            b.text() for b in (within or self.page).findChildren(Button) if b.isVisible()
        ]
        self.click(found[0])

    def type(self, field: QWidget, text: str) -> None:
        field.setFocus()
        field.selectAll()  # type: ignore[attr-defined]
        self.qtbot.keyClicks(field, text)
        self.wait()

    def menu(self) -> dict[str, Callable[[], None]]:
        """The entries of the menu of the project, and how to take each."""
        self.click(self.page.detail.header.more)
        menu = next(m for m in self.page.findChildren(QMenu) if m.isVisible())

        def take(action: Any) -> None:
            action.trigger()
            menu.close()
            self.page.activateWindow()  # the unseen screen has no window manager to do so
            self.wait()

        return {a.text(): lambda a=a: take(a) for a in menu.actions() if a.text()}  # type: ignore[misc]


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
    pages: list[ProjectsPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = ProjectsPage(icons, bridge, clock=clock, refresh_ms=5, typing_ms=5, **options)
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
def desk(tmp_path: Path) -> Path:
    """A project with files of its own."""
    folder = tmp_path / "src" / "desk"
    (folder / "src" / "calendar").mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps(MANIFEST))
    (folder / "pnpm-lock.yaml").write_text("lockfileVersion: '9.0'\n")
    for name in ("main.tsx", "calendar/Week.tsx", "calendar/Week.test.tsx"):
        (folder / "src" / name).write_text("")
    return folder


@pytest.fixture
def talk(service: MemoryService, tmp_path: Path) -> Callable[..., str]:
    """Captures a session that began so many hours after the first one; answers its conversation's id."""

    def talk_(session: Session) -> str:
        rows = service.capture([session.write(tmp_path / "talks")])
        assert rows[0].conversation_id is not None, rows
        return rows[0].conversation_id

    return talk_


def session(name: str, cwd: Path | str, hours: float = 0, **fields: Any) -> Session:
    return Session(name, str(cwd), start=START + round(hours * 3600), **fields)


@pytest.fixture
def fixed(talk: Callable[..., str], desk: Path) -> str:
    """A session of the desk that met an error, mended it, and says so."""
    made = session("fixed", desk, gitBranch="fix/week")
    made.say("Fix the week view, it shows the wrong days after the clock change.")
    made.tool("pnpm test --run", "E   RuntimeError: offset cached\n1 failed, 3 passed")
    made.reply("The offset was cached at import.").tool("pnpm test --run", "Tests  4 passed (4)")
    return talk(made.reply("The week view shows the right days again."))


@pytest.fixture
def remember(service: MemoryService, desk: Path) -> Callable[..., str]:
    """Stores a memory of the desk, unless another place is named; answers its id."""

    def remember_(content: str, **fields: Any) -> str:
        wanted = {"scope": "project", "scope_id": str(desk), "type": "fact", "confidence": 0.9} | fields
        return service.store(content, **wanted).id

    return remember_


@pytest.fixture
def some(remember: Callable[..., str]) -> dict[str, str]:
    """Memories of two projects, one of which is not on this computer."""
    return {
        "rule": remember("Dates are shown in the studio's own time zone.", category="facts"),
        "quirk": remember("The calendar folder keeps its own date helpers.", category="project_conventions",
                          details={"applies_to": ["src/calendar/**"]}),
        "gotcha": remember("The offset goes stale at the clock change.", category="bug_patterns"),
        "branch": remember("The week view is being rewritten.", branch="feat/week", category="facts"),
        "away": remember("Counts arrive every morning.", scope_id="/srv/pollen"),
    }  # fmt: skip
