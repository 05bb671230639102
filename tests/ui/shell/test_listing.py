"""A list page over a slow and failing service: late answers, places that are kept, when it is counted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pytest
import shiboken6
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.errors import InvalidInput
from arbor_desktop.runtime.events import Changes, Events
from arbor_desktop.ui import listing
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import Failed, RowModel
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.listing import Found, Listing


@dataclass(frozen=True)
class Note:
    id: str


@dataclass(frozen=True)
class Question:
    words: str = ""


class Service:
    """Notes in memory. While `gate` is shut nothing is answered; `fails` raises."""

    def __init__(self, count: int = 6) -> None:
        self.events = Events()
        self.ids = [f"n{n}" for n in range(count)]
        self.asked: list[str] = []
        self.counted = 0
        self.known: list[int | None] = []
        self.gate = threading.Event()
        self.gate.set()
        self.fails = False

    def find(self, question: Question, shown: list[str]) -> Found[Note]:
        self.asked.append(f"find {question.words}".strip())
        self._answer()
        ids = [ident for ident in self.ids if question.words in ident]
        return Found.of(ids, [Note(ident) for ident in ids[:3]], shown)

    def first(self, _question: Question) -> list[Note]:
        self.asked.append("first")
        self._answer()
        return [Note(ident) for ident in self.ids[:2]]

    def count(self, _question: Question, known: int | None) -> int:
        self.counted += 1
        self.known.append(known)
        return len(self.ids)

    def _answer(self) -> None:
        self.gate.wait(20)
        if self.fails:
            raise InvalidInput("The disk is gone.")


class Model(RowModel[Note]):
    def __init__(self) -> None:
        super().__init__(self._fetch)

    @staticmethod
    def _fetch(ids: list[str], loaded: Callable[[Sequence[Note]], None], _failed: Failed) -> None:
        loaded([Note(ident) for ident in ids])

    def text(self, item: Note) -> str:
        return item.id

    def spoken(self, item: Note) -> str:
        return item.id


class Delegate(QStyledItemDelegate):
    ring = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, 30)


class Page(QWidget):
    """A list page, and what it heard."""

    def __init__(self, bridge: Bridge, *, may_select: bool = True) -> None:
        super().__init__()
        self.model = Model()
        delegate = Delegate(self)
        self.view = RowList(self.model, delegate, {}, parent=self)
        self.view.setItemDelegate(delegate)
        QVBoxLayout(self).addWidget(self.view)
        self.controller = Controller(bridge, self)
        self.listing: Listing[Question, Note, int] = Listing(
            self.controller,
            self,
            self.view,
            self.model,
            Question(),
            find=lambda service, question, shown: service.find(question, shown),
            count=lambda service, question, known: service.count(question, known),
            first=lambda service, question: service.first(question),
            may_select=lambda: may_select,
            refresh_ms=5,
        )
        self.heard: list[object] = []
        self.listing.not_listed.connect(self.heard.append)
        self.listing.failed.connect(lambda error: self.heard.append(error.message))
        self.shown: list[list[str]] = []
        self.listing.listed.connect(lambda: self.shown.append(list(self.model.ids)))
        self.counts: list[int] = []
        self.listing.counted.connect(self.counts.append)


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def bridge(loop: asyncio.AbstractEventLoop, service: Service) -> Iterator[Bridge]:
    bridge = Bridge(loop)
    bridge.listen(service)
    yield bridge
    service.gate.set()
    bridge.close()


@pytest.fixture
def page(qtbot: QtBot, bridge: Bridge) -> Page:
    page = Page(bridge)
    qtbot.addWidget(page, before_close_func=lambda _page: None)
    page.resize(200, 130)
    page.show()
    page.listing.soon.shown()
    ended(qtbot, page, bridge)
    return page


def ended(qtbot: QtBot, page: Page, bridge: Bridge) -> None:
    timers = (page.listing.soon, page.listing.look_soon, page.listing.count_soon)
    qtbot.waitUntil(lambda: not bridge.busy and not any(t.isActive() for t in timers), timeout=10_000)


def test_the_first_rows_come_before_all_and_the_first_is_selected(page: Page, service: Service) -> None:
    assert page.shown == [service.ids[:2], service.ids]
    assert page.view.selected_ids() == ["n0"]
    assert page.counts == [6]
    assert service.asked == ["first", "find"]


def test_a_search_has_no_first_rows_and_begins_at_its_best(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.view.go_to(4)
    service.asked.clear()
    page.listing.ask(Question("n5"))
    ended(qtbot, page, bridge)
    assert service.asked == ["find n5"]
    assert page.view.selected_ids() == ["n5"]
    page.listing.ask(Question())
    ended(qtbot, page, bridge)
    assert page.view.selected_ids() == ["n5"], "it is in the other list too"


def test_of_one_letter_only_what_is_typed_next_is_asked(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    service.asked.clear()
    page.listing.ask(Question("n"))
    page.listing.ask(Question("n4"))
    ended(qtbot, page, bridge)
    assert service.asked == ["find n4"]


def test_a_late_answer_to_another_question_is_never_shown(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.shown.clear()
    service.asked.clear()
    service.gate.clear()
    page.listing.ask(Question())
    qtbot.waitUntil(lambda: service.asked == ["first"])
    page.listing.ask(Question("n4"))
    qtbot.waitUntil(lambda: service.asked == ["first", "find n4"])
    service.gate.set()
    ended(qtbot, page, bridge)
    assert page.shown == [["n4"]]


def test_a_burst_of_changes_is_answered_by_one_look_in_place(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.view.go_to(5)
    top = page.view.top()
    assert top != (None, 0), "it is scrolled"
    service.asked.clear()
    service.ids.insert(0, "new")
    for _ in range(10):
        page.listing.changed(["new"])
    ended(qtbot, page, bridge)
    assert service.asked == ["find"]
    assert page.model.ids == service.ids
    assert page.view.selected_ids() == ["n5"]
    assert page.view.top() == top


def test_what_was_selected_left_and_the_next_one_is_selected(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.view.go_to(2)
    service.ids.remove("n2")
    page.listing.changed(["n2"])
    ended(qtbot, page, bridge)
    assert page.view.selected_ids() == ["n3"]
    page.view.select_ids(["n0", "n3"], "n3")
    page.listing.leaving(["n0", "n3"])
    service.ids = ["n1", "n4", "n5"]
    page.listing.changed(None)
    ended(qtbot, page, bridge)
    assert page.view.selected_ids() == ["n1"], "the first one's place, not that of the one clicked last"


def test_nothing_is_selected_where_nobody_asked_for_it(
    qtbot: QtBot, service: Service, bridge: Bridge
) -> None:
    page = Page(bridge, may_select=False)
    qtbot.addWidget(page)
    page.show()
    page.listing.soon.shown()
    ended(qtbot, page, bridge)
    assert page.model.ids == service.ids
    assert page.view.selected_ids() == []


def test_a_row_that_is_asked_for_is_selected_when_it_is_listed(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    went: list[bool] = []
    page.listing.went_to.connect(lambda: went.append(True))
    service.ids.append("new")
    page.listing.show("new")
    ended(qtbot, page, bridge)
    assert page.view.selected_ids() == ["new"]
    page.listing.show("n1")
    assert page.view.selected_ids() == ["n1"], "at once where it is known"
    assert (went, page.heard) == ([True, True], [])


def test_a_row_that_is_asked_for_and_not_listed_is_told_once(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.view.go_to(3)
    page.listing.show("gone")
    ended(qtbot, page, bridge)
    service.ids.append("gone")
    page.listing.changed(None)
    ended(qtbot, page, bridge)
    assert page.heard == ["gone"]
    assert page.view.selected_ids() == ["n3"], "nobody waits for it any more"


def test_while_nobody_sees_it_it_follows_when_it_is_shown_again(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.hide()
    service.asked.clear()
    page.listing.changed(None)
    page.listing.show("n4")
    ended(qtbot, page, bridge)
    assert service.asked == []
    page.show()
    page.listing.soon.shown()
    ended(qtbot, page, bridge)
    assert service.asked == ["find"]
    assert page.view.selected_ids() == ["n4"]


def test_what_fails_is_told_and_asked_again_from_the_top(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    service.fails = True
    page.listing.ask(Question("n4"))
    ended(qtbot, page, bridge)
    assert page.heard == ["The disk is gone."]
    service.fails = False
    page.listing.look()
    ended(qtbot, page, bridge)
    assert page.model.ids == ["n4"]
    assert page.view.selected_ids() == ["n4"]


def test_while_much_changes_it_is_counted_seldom_and_at_last(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "_COUNT_LATER", 10_000)
    service.counted = 0
    page.listing.changed(None)
    qtbot.waitUntil(lambda: service.counted == 1)  # at once
    for number in range(3):
        new = f"more {number}"
        service.ids.append(new)
        page.listing.changed(None)
        qtbot.waitUntil(partial(page.model.ids.__contains__, new))
    qtbot.waitUntil(lambda: not bridge.busy)
    assert service.counted == 1
    page.listing.count_soon.start(0)
    ended(qtbot, page, bridge)
    assert page.counts[-1] == 9


def test_numbers_of_before_are_offered_only_while_nothing_changed(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    page.listing.ask(Question("n4"))
    ended(qtbot, page, bridge)
    page.listing.changed(None)
    ended(qtbot, page, bridge)
    assert service.known[:3] == [None, 6, None]


def test_a_page_that_closes_in_the_middle_hears_nothing_more(
    qtbot: QtBot, service: Service, bridge: Bridge
) -> None:
    bugs: list[object] = []
    bridge.failed.connect(bugs.append)
    page = Page(bridge)
    shown = page.shown
    page.show()
    service.gate.clear()
    page.listing.soon.shown()
    qtbot.waitUntil(lambda: service.asked == ["first"])
    shiboken6.delete(page)
    service.gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert (shown, bugs) == ([], [])


def test_changes_of_the_store_reach_it_through_the_bridge(
    qtbot: QtBot, page: Page, service: Service, bridge: Bridge
) -> None:
    bridge.changed.connect(lambda changes: page.listing.changed(changes.memories))
    service.ids.append("new")
    service.events.announce(Changes(memories=("new",)))
    qtbot.waitUntil(lambda: "new" in page.model.ids)
