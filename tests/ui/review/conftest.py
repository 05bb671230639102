"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QComboBox, QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.editing.model import ReviewItem
from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.review.list import CardActions, EditBox
from arbor_desktop.ui.review.page import ReviewPage
from arbor_desktop.ui.review.rows import Heading
from tests.conftest import ManualClock
from tests.reliability.sessions import Session
from tests.waiting import ByRote, Told

KILN = "/srv/kiln"


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: ReviewPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service
        self.asked: list[tuple[Any, ...]] = []
        """What other pages were asked for."""
        page.open_wanted.connect(lambda *what: self.asked.append(("open", *what)))
        page.conflict_wanted.connect(lambda *what: self.asked.append(("conflict", *what)))
        page.memory_wanted.connect(lambda *what: self.asked.append(("memory", *what)))
        page.settings_wanted.connect(lambda *what: self.asked.append(("settings", *what)))

    def wait(self) -> None:
        """Until nothing is under way any more."""
        timers = [self.page.soon, self.page.slow, self.page.model._soon]

        def settled() -> bool:
            return not self.bridge.busy and not any(timer.isActive() for timer in timers)

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    def until(self, true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(true, timeout=20_000)
        self.wait()

    # Eyes

    @property
    def view(self) -> Any:
        return self.page.view

    @property
    def bar(self) -> CardActions:
        bar = self.page.view.actions_bar
        assert bar is not None
        return bar

    @property
    def editor(self) -> EditBox:
        editor = self.page.view.editor
        assert editor is not None
        return editor

    def rows(self) -> list[Heading | ReviewItem]:
        model = self.page.model
        return [row for n in range(model.rowCount()) if (row := model.row_at(n)) is not None]

    def cards(self) -> list[str]:
        return [row.content for row in self.rows() if isinstance(row, ReviewItem)]

    def headings(self) -> list[tuple[str, str, int]]:
        return [(row.title, row.meta, row.count) for row in self.rows() if isinstance(row, Heading)]

    def item(self, content: str) -> ReviewItem:
        return next(r for r in self.rows() if isinstance(r, ReviewItem) and r.content == content)

    def current(self) -> str | None:
        item = self.page.view.current_item()
        return item.content if item else None

    def stored(self, content: str) -> Memory:
        """The memory with that text, whatever its status."""
        found = self.service.query(status="all", limit=1000).memories
        return next(memory for memory in found if memory.content == content)

    def status(self, content: str) -> str:
        return self.stored(content).status.value

    @property
    def snack(self) -> str:
        return self.page.snackbar.message

    def buttons(self, within: QWidget) -> dict[str, Button]:
        return {b.text(): b for b in within.findChildren(Button) if b.isVisible()}

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

    def click_card(self, content: str, *modifiers: Qt.KeyboardModifier, icon: str = "") -> None:
        """On a card's words, or on one of its icons ("compare" is the link)."""
        view, model = self.page.view, self.page.model
        index = model.index(model.row_of(self.item(content).id))
        view.scrollTo(index)
        box, item = view.visualRect(index), self.item(content)
        delegate = view._delegate
        at = delegate.card_rect(box).center()
        if icon == "compare":
            at = delegate.compare_rect(box, item).center()
        elif icon:
            at = delegate.icon_rects(box, item)[icon].center()
        assert view.viewport().rect().contains(at), "only what is seen can be clicked"
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, pos=at)
        self.wait()

    def choose(self, combo: QComboBox, words: str) -> None:
        row = combo.findText(words)
        assert row >= 0, [combo.itemText(n) for n in range(combo.count())]
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        self.wait()

    def menu(self) -> dict[str, Any]:
        """The context menu of the current card."""
        view = self.page.view
        at = view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).center())
        view.menu_wanted.emit(at)
        menu = next(m for m in self.page.findChildren(QMenu) if m.isVisible())
        return {action.text(): action for action in menu.actions() if action.text()}

    def retype(self, text: str) -> None:
        """Other words into the open editor."""
        self.editor.area.selectAll()
        self.qtbot.keyClicks(self.editor.area, text)
        self.wait()


@pytest.fixture(scope="module")
def loaded() -> Told:
    """One for all: it holds no state but the rules it has loaded."""
    return Told()


@pytest.fixture
def worker(loaded: Told) -> Told:
    loaded.makes = {}
    return loaded


@pytest.fixture
def clock(clock: ManualClock) -> ManualClock:
    clock.advance(seconds=16 * 3600)  # in the afternoon, wherever this runs
    return clock


@pytest.fixture
def service(
    home: Path, clock: ManualClock, worker: Told, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", ByRote)
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        yield service


@pytest.fixture
def open_page(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: ManualClock
) -> Iterator[Callable[..., Person]]:
    pages: list[ReviewPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = ReviewPage(options.pop("icons", icons), bridge, clock=clock, refresh_ms=5, **options)
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
def capture(service: MemoryService, worker: Told, tmp_path: Path, clock: ManualClock) -> Callable[..., str]:
    """A conversation in which each of these was said, so many minutes ago; what is concluded from it waits
    for review. Answers the conversation's id."""

    def capture_(title: str, *said: str, minutes: int = 38, cwd: str = KILN, **fields: Any) -> str:
        session = Session(title, cwd, start=clock.now // 1000 - minutes * 60 - 14 * len(said))
        for text in said:
            worker.makes[text] = fields
            session.say(text).reply("Understood, this will be kept in mind from here on.")
        (row,) = service.capture([session.write(tmp_path)])
        assert row.conversation_id is not None
        return row.conversation_id

    return capture_


@pytest.fixture
def pending(service: MemoryService) -> Callable[..., str]:
    """Stores a memory that waits for review; answers its id."""

    def pending_(content: str, **fields: Any) -> str:
        ident = service.store(content, **{"type": "fact", "confidence": 0.95} | fields).id
        service.update(ident, status="pending")
        return ident

    return pending_


@pytest.fixture
def outdated(service: MemoryService) -> Callable[..., str]:
    """Stores a memory and marks it outdated; answers its id."""

    def outdated_(content: str, **fields: Any) -> str:
        ident = service.store(content, **{"type": "fact"} | fields).id
        service.feedback(ident, "OUTDATED", "The shop moved")
        return ident

    return outdated_


@pytest.fixture
def some(capture: Callable[..., str], outdated: Callable[..., str], service: MemoryService) -> dict[str, str]:
    """Two conversations and something outdated."""
    talk = capture("Mixing day", "Glazes are mixed on Mondays.", "Kilns cool for a day.", minutes=38)
    capture("Older talk", "Shelves are washed in spring.", minutes=125, confidence=0.62)
    return {"talk": talk, "outdated": outdated("The shop opens at nine.")}
