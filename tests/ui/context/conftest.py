"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components.row_model import ItemRole
from arbor_desktop.ui.context.list import Heading, shown_text
from arbor_desktop.ui.context.model import Entry
from arbor_desktop.ui.context.page import ContextPage
from arbor_desktop.ui.icons import Icons
from tests.judges import use_judge

KILN = "/srv/kiln"


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: ContextPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service

    def wait(self) -> None:
        """Until nothing is under way any more."""
        timers = [self.page.soon, self.page.slow, self.page.bar.prompt._delay, self.page.model._soon]

        def settled() -> bool:
            return not self.bridge.busy and not any(timer.isActive() for timer in timers)

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    # Eyes

    def rows(self) -> list[object]:
        model = self.page.model
        return [model.index(row).data(ItemRole) for row in range(model.rowCount())]

    def told(self) -> list[str]:
        return [shown_text(row) for row in self.rows() if isinstance(row, Entry) and row.told]

    def left_out(self) -> dict[str, str]:
        """Text and reason of what is left out."""
        return {shown_text(r): r.why for r in self.rows() if isinstance(r, Entry) and not r.told}

    def headings(self) -> list[tuple[str, int, str, str]]:
        return [(r.title, r.count, r.note, r.link) for r in self.rows() if isinstance(r, Heading)]

    def why(self, start: str) -> str:
        return self.entry(start).why

    def entry(self, start: str) -> Entry:
        return next(r for r in self.rows() if isinstance(r, Entry) and r.text.startswith(start))

    def selected(self) -> str | None:
        entry = self.page.view.selected_entry()
        return None if entry is None else shown_text(entry)

    def marked_text(self) -> str:
        """What the marked lines say."""
        first, last = self.page.text.view.marked
        return "\n".join(self.text.split("\n")[first - 1 : last]) if first else ""

    @property
    def text(self) -> str:
        return self.page.text.view.exact_text

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

    def row_of(self, start: str) -> int:
        return self.page.model.row_of(self.entry(start).id)

    def click_row(self, start: str) -> None:
        view = self.page.view
        index = self.page.model.index(self.row_of(start))
        view.scrollTo(index)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
        self.wait()

    def click_link(self, part: str) -> None:
        """ "Show all" or "Show fewer" of a heading."""
        view, model = self.page.view, self.page.model
        index = model.index(model.row_of(part))
        view.scrollTo(index)
        heading = index.data(ItemRole)
        box = view.itemDelegate().link_box(view.visualRect(index), heading)  # type: ignore[attr-defined]
        assert not box.isEmpty()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
        self.wait()

    def click_line(self, number: int) -> None:
        view = self.page.text.view
        box = view.lines_rect(number, number)
        at = QPoint(view.width() // 3, box.center().y())
        assert view.viewport().rect().contains(at), "only what is seen can be clicked"
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.wait()

    def button(self, name: str) -> QWidget:
        bar = self.page.view.actions_bar
        assert bar is not None
        return bar.buttons[name]

    def type_prompt(self, text: str) -> None:
        field = self.page.bar.prompt
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.wait()

    def choose_project(self, name: str) -> None:
        combo = self.page.bar.project
        row = combo.findText(name)
        assert row >= 0, [combo.itemText(n) for n in range(combo.count())]
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        self.wait()

    def choose(self, words: str, of: QMenu | None = None) -> None:
        """Takes an entry of the context menu of the selected row, or of another menu."""
        view = self.page.view
        if of is None:
            at = view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).center())
            view.menu_wanted.emit(at)
        menu = of or next(m for m in self.page.findChildren(QMenu) if m.isVisible())
        action = next((a for a in menu.actions() if a.text() == words), None)
        assert action is not None, [a.text() for a in menu.actions()]
        action.trigger()
        menu.close()
        self.page.activateWindow()  # the unseen screen has no window manager to do so
        self.wait()

    def popup(self) -> QWidget:
        found = QApplication.activePopupWidget()
        assert found is not None
        return found


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.fixture
def service(
    home: Path, clock: Any, worker: InlineWorker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        yield service


@pytest.fixture
def open_page(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService
) -> Iterator[Callable[..., Person]]:
    pages: list[ContextPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = ContextPage(icons, bridge, refresh_ms=5, **options)
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
def remember(service: MemoryService) -> Callable[..., str]:
    """Stores a memory of the project, or with `scope="global"` of all; answers its id."""

    def remember_(content: str, **fields: Any) -> str:
        wanted = {"scope": "project", "scope_id": KILN, "type": "fact", "confidence": 0.9} | fields
        if wanted["scope"] == "global":
            wanted["scope_id"] = None
        return service.store(content, **wanted).id

    return remember_


@pytest.fixture
def some(remember: Callable[..., str]) -> dict[str, str]:
    """A few memories: told everywhere, told here, and left out for different reasons."""
    return {
        "rule": remember("Run `make check` before saying it is done.", scope="global", type="instruction"),
        "commits": remember("Small commits with an imperative subject.", scope="global", type="preference"),
        "outbox": remember("Webhooks go through an outbox table that a worker polls."),
        "staging": remember("Staging runs PostgreSQL 16."),
        "secret": remember("The finance team signs off invoices.", type="relationship",
                           privacy_level="never_share"),
        "weak": remember("Staging may move to another region.", confidence=0.2),
    }  # fmt: skip
