"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.page import MemoriesPage
from tests.judges import use_judge
from tests.reliability.sessions import Session


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: MemoriesPage, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.page, self.bridge, self.service = qtbot, page, bridge, service

    def wait(self) -> None:
        """Until nothing is under way any more."""
        page = self.page
        timers = [
            page.listing.soon,
            page.listing.count_soon,
            page.listing.look_soon,
            page.controller.beside_soon,
            page.detail_soon,
            page.model._soon,
            page.shares._soon,
            page._rest_soon,
        ]
        timers.append(page.top.search._delay)

        def settled() -> bool:
            return not self.bridge.busy and not any(timer.isActive() for timer in timers)

        self.qtbot.waitUntil(settled, timeout=20_000)
        self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    def until(self, true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(true, timeout=20_000)

    # Eyes

    def shown(self) -> list[str]:
        """The texts in the list, as they are painted; a placeholder is an empty text."""
        model = self.page.model
        return [model.data(model.index(row)) for row in range(model.rowCount())]

    def selected(self) -> list[str]:
        return [m.content for id_ in self.page.view.selected_ids() if (m := self.page.model.loaded(id_))]

    def stored(self, content: str) -> Memory:
        """The memory with that text, whatever its status."""
        found = self.service.query(status="all", sort="created", limit=1000).memories
        return next(memory for memory in found if memory.content == content)

    def talked(self) -> list[str]:
        """The titles of the conversations below the memories."""
        rows = self.page.list_pane.conversations.list.rows
        shown = [rows.data(rows.index(row)) for row in range(rows.rowCount())]
        return shown if self.page.list_pane.conversations.isVisible() else []

    def offers(self) -> dict[str, Button]:
        """What the empty state offers, by its words."""
        state = self.page.list_pane.state
        return {b.text(): b for b in state.findChildren(Button) if b.isVisible()}

    @property
    def snack(self) -> str:
        return self.page.list_pane.snackbar.message

    # Hands

    def key(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier, on: QWidget | None = None) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        self.qtbot.keyClick(on or self.page.view, key, held)
        self.wait()

    def click(self, widget: QWidget, *modifiers: Qt.KeyboardModifier) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, held)
        self.wait()

    def click_card(self, row: int, *modifiers: Qt.KeyboardModifier) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        view = self.page.view
        view.scrollTo(self.page.model.index(row))
        at = view.visualRect(self.page.model.index(row)).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, at)
        self.wait()

    def pick(self, combo: QComboBox, text: str) -> None:
        """Opens a choice by key, goes to the words and takes them."""
        combo.setFocus()
        self.qtbot.keyClick(combo, Qt.Key.Key_Down)
        view = combo.view()
        assert view.isVisible(), "a choice is taken from its open list"
        wanted = combo.findText(text)
        while (at := view.currentIndex().row()) != wanted:
            self.qtbot.keyClick(view, Qt.Key.Key_Down if at < wanted else Qt.Key.Key_Up)
        self.qtbot.keyClick(view, Qt.Key.Key_Return)
        self.wait()

    def type_search(self, text: str) -> None:
        field = self.page.top.search
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.wait()

    def rewrite(self, text: str) -> None:
        """Replaces the text in the editor, without saving."""
        area = self.page.detail.editor.area
        area.setFocus()
        area.selectAll()
        self.qtbot.keyClicks(area, text)


@pytest.fixture
def service(home: Path, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as service:
        yield service


@pytest.fixture
def open_page(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: Any
) -> Iterator[Callable[..., Person]]:
    pages: list[MemoriesPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = MemoriesPage(icons, bridge, clock=clock, refresh_ms=5, **options)
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
def talk(service: MemoryService, tmp_path: Path) -> Callable[..., str]:
    """Captures a conversation in which somebody says these things, and answers its id."""

    def talk_(name: str, *said: str) -> str:
        session = Session(name)
        for text in said:
            session.say(text).reply("That is done, and it works.")
        service.capture([session.write(tmp_path)])
        found = service.conversations(limit=100).conversations
        return next(each.id for each in found if each.session_id == session.id)

    return talk_


@pytest.fixture
def add(service: MemoryService, clock: Any) -> Callable[..., Memory]:
    """Stores a memory, a minute later than the one before, and answers it."""

    def add_(content: str, type: str = "fact", **fields: Any) -> Memory:
        status = fields.pop("status", None)
        clock.advance(seconds=60)
        id_ = service.store(content, type=type, **fields).id
        if status == "archived":
            service.archive(id_)
        return service.get(id_, count=False)

    return add_
