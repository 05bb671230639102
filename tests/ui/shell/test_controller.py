"""A page's operations: what they await, who hears of their errors, and when they end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from arbor_desktop.errors import ArborError, InvalidInput
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.controller import Controller


class Notes(Controller):
    """A page's controller: one question, one change."""

    def __init__(self, bridge: Bridge, page: QObject) -> None:
        super().__init__(bridge, page)
        self.asked: list[str] = []
        self.stored: list[str] = []
        self.shown: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def show(self, note: str) -> None:
        self.start(self._show(note))

    def write(self, note: str) -> None:
        self.start(self._write(note))

    async def _show(self, note: str) -> None:
        self.shown.append(await self.ask("note", self._read, note))

    async def _write(self, note: str) -> None:
        await self.change(self._store, note)
        self.shown.append(f"stored {note}")

    def _read(self, note: str) -> str:
        self.asked.append(note)
        self.gate.wait(20)
        return note

    def _store(self, note: str) -> None:
        self.asked.append(note)
        self.gate.wait(20)
        if note == "bug":
            raise KeyError(note)
        if not note:
            raise InvalidInput("Nothing is written.")
        self.stored.append(note)


@pytest.fixture
def page(qapp: QObject) -> QObject:
    return QObject()


@pytest.fixture
def bridge(loop: asyncio.AbstractEventLoop) -> Iterator[Bridge]:
    bridge = Bridge(loop)
    yield bridge
    bridge.close()


@pytest.fixture
def notes(bridge: Bridge, page: QObject) -> Iterator[Notes]:
    notes = Notes(bridge, page)
    yield notes
    if shiboken6.isValid(notes):
        notes.gate.set()


def ended(qtbot: QtBot, bridge: Bridge) -> None:
    qtbot.waitUntil(lambda: not bridge.busy, timeout=10_000)


def test_changes_are_made_in_the_order_of_the_clicks(qtbot: QtBot, bridge: Bridge, notes: Notes) -> None:
    for note in "abcdef":
        notes.write(note)
    ended(qtbot, bridge)
    assert notes.stored == list("abcdef")
    assert notes.shown == [f"stored {note}" for note in "abcdef"]


def test_a_late_answer_is_not_shown_after_a_newer_one(qtbot: QtBot, bridge: Bridge, notes: Notes) -> None:
    notes.gate.clear()
    notes.show("old")
    qtbot.waitUntil(lambda: notes.asked == ["old"])
    notes.show("new")
    qtbot.waitUntil(lambda: notes.asked == ["old", "new"])
    notes.gate.set()
    ended(qtbot, bridge)
    assert notes.shown == ["new"]


def test_pages_do_not_cancel_each_others_questions(qtbot: QtBot, bridge: Bridge, page: QObject) -> None:
    one, other = Notes(bridge, page), Notes(bridge, page)
    one.show("one")
    other.show("other")
    ended(qtbot, bridge)
    assert (one.shown, other.shown) == (["one"], ["other"])


def test_a_refusal_is_the_pages_and_the_next_change_is_made(
    qtbot: QtBot, bridge: Bridge, notes: Notes
) -> None:
    refused: list[ArborError] = []
    bugs: list[object] = []
    notes.refused.connect(refused.append)
    bridge.failed.connect(bugs.append)
    notes.write("")
    notes.write("kept")
    ended(qtbot, bridge)
    assert [error.message for error in refused] == ["Nothing is written."]
    assert (notes.stored, bugs) == (["kept"], [])


def test_a_bug_is_announced_with_the_operation_it_was_in(qtbot: QtBot, bridge: Bridge, notes: Notes) -> None:
    refused: list[object] = []
    notes.refused.connect(refused.append)
    with qtbot.waitSignal(bridge.failed) as heard:
        notes.write("bug")
    assert not heard.args[0].known
    assert heard.args[0].where == "Notes._write"
    assert refused == []


def test_a_page_that_closes_in_the_middle_shows_nothing_and_loses_no_change(
    qtbot: QtBot, bridge: Bridge, page: QObject, notes: Notes
) -> None:
    stored, shown, gate = notes.stored, notes.shown, notes.gate
    gate.clear()
    notes.write("kept")
    notes.show("late")
    qtbot.waitUntil(lambda: sorted(notes.asked) == ["kept", "late"])
    shiboken6.delete(page)
    gate.set()
    ended(qtbot, bridge)
    qtbot.waitUntil(lambda: stored == ["kept"])
    assert shown == []


def test_the_window_goes_on_while_the_service_is_slow(qtbot: QtBot, bridge: Bridge, notes: Notes) -> None:
    notes.gate.clear()
    notes.write("slow")
    beats: list[int] = []

    async def beat() -> None:
        for number in range(5):
            await asyncio.sleep(0.001)
            beats.append(number)

    bridge.start(beat())
    qtbot.waitUntil(lambda: len(beats) == 5)
    assert notes.stored == []
    notes.gate.set()
    ended(qtbot, bridge)
    assert notes.stored == ["slow"]
