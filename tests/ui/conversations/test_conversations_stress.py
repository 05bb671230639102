"""Things done in any order, by the thousand where asked for: none may bring the page down."""

from __future__ import annotations

import random
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu

from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session

STEPS = 300
KEYS = ("Up", "Down", "PageUp", "PageDown", "Home", "End", "Space", "Return", "J", "K", "BracketLeft",
        "BracketRight", "Escape")  # fmt: skip
PROSE = "We always run the checks before a release. " * 9
CODE = "Here it is:\n\n```python\nfor kiln in kilns:\n    fire(kiln)\n```\n\n- **first** `one`\n- second\n"


def session(name: str, turns: int) -> Session:
    made = Session(name)
    for number in range(turns):
        made.say(f"Always run checker number {number} of {name} before you commit anything. {PROSE}")
        for _ in range(number % 4):
            made.tool("make check", "ok\n" * (number % 90))
        made.reply(CODE + PROSE * (number % 7))
    return made


@pytest.mark.soak
def test_whatever_is_done_in_whatever_order_the_transcript_stands(
    open_page: Any, capture: Any, service: MemoryService, seed: int
) -> None:
    chance = random.Random(seed)
    sessions = [session(f"talk-{seed}-{n}", turns) for n, turns in enumerate((120, 9, 40))]
    ids = [capture(each) for each in sessions]
    person = open_page()
    page = person.page
    view, bar = page.transcript.view, page.transcript.view.verticalScrollBar()

    def spot() -> QPoint:
        size = view.viewport().size()
        return QPoint(chance.randrange(size.width()), chance.randrange(size.height()))

    def press() -> None:
        held = chance.choice((Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier))
        person.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, spot())

    def drag() -> None:
        person.qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=spot())
        for _ in range(3):
            person.qtbot.mouseMove(view.viewport(), spot())
        person.qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=spot())

    def wheel() -> None:
        at, turn = QPointF(spot()), QPoint(0, chance.choice((-960, -120, 120, 960)))
        QApplication.sendEvent(
            view.viewport(),
            QWheelEvent(at, view.viewport().mapToGlobal(at), QPoint(), turn, Qt.MouseButton.NoButton,
                        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False),
        )  # fmt: skip

    def find() -> None:
        page.transcript.find_bar.field.set_search(chance.choice(("", "checker", "kiln", "nowhere", "9")))

    def grow() -> None:
        number = chance.randrange(len(sessions))
        sessions[number].say(f"Never forget rule {len(sessions[number].records)}. {PROSE}").reply(CODE)
        ids[number] = capture(sessions[number])

    def menu() -> None:
        view.menu_wanted.emit(view.viewport().mapToGlobal(spot()))
        for shown in page.findChildren(QMenu):
            shown.close()

    doings = {
        press: 20, drag: 8, wheel: 20, find: 3, grow: 2, menu: 2,
        lambda: person.qtbot.keyClick(view, getattr(Qt.Key, f"Key_{chance.choice(KEYS)}")): 25,
        lambda: person.qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot()): 4,
        lambda: bar.setValue(chance.randint(bar.minimum(), bar.maximum())): 12,
        lambda: page.resize(chance.randint(880, 1500), chance.randint(420, 1000)): 3,
        lambda: page.open_conversation(chance.choice(ids), chance.choice((None, 1, 7, 60))): 4,
        lambda: view.copy(): 1,
        lambda: view.select_all(): 1,
        lambda: service.take_in(chance.choice(ids)) if chance.random() < 0.5 else page.refresh(): 1,
        QApplication.processEvents: 30,
        person.wait: 3,
    }  # fmt: skip
    for doing in chance.choices(list(doings), list(doings.values()), k=STEPS):
        doing()
    person.wait()
    page.open_conversation(ids[0])
    person.wait()
    layout = view.layout_
    tops = [layout.top(place) for place in range(len(layout.rows))]
    assert tops == sorted(tops)
    assert layout.height > tops[-1]
    assert all(layout.place_of(row.key) == place for place, row in enumerate(layout.rows))
    assert {number for number, _ in person.said()} >= {1, 2}
