"""The whole window by keys alone: every page, every control, there and back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.components.nav_item import NavItem
from tests._stage import Stage, until
from tests.ui.touring import PAGES, Stop, focus, go_to, press, stops, tab, touring

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tour")


@pytest.fixture(params=[(1360, 824), (900, 600)], ids=["wide", "small"])
def made(request: pytest.FixtureRequest, qapp: QApplication, folder: Path) -> Iterator[Stage]:
    with touring(folder, request.param) as stage:
        yield stage


def faults_of(page: str, found: list[Stop]) -> list[str]:
    """What is unseen or out of order."""
    faults = [f"{page}: the focus is not seen on {stop}" for stop in found if not stop.seen]
    for last, stop in pairwise(found[:-1]):  # the status at the end is back in the rail
        above = stop.place.bottom() < stop.before.top() and stop.place.left() < stop.before.left()
        shared = stop.place.intersected(QRect(0, stop.before.y(), 10_000, stop.before.height()))
        same_row = shared.height() > 8
        backwards = same_row and stop.place.right() < stop.before.left()
        if above or backwards:
            faults.append(f"{page}: after {last} comes {stop}")
    return faults


def test_tab_goes_through_every_page_as_it_is_seen(made: Stage) -> None:
    faults: list[str] = []
    for page in PAGES:
        go_to(made, page)
        assert made.window.current_page is made.window.page(page)
        found = stops(made)
        assert len(found) >= 6, f"{page}: hardly anything is reached by keys"
        faults += faults_of(page, found)
    assert not faults, "\n".join(faults)


def test_tab_goes_through_an_earlier_day_as_it_is_seen(made: Stage) -> None:
    go_to(made, "memories")
    press("Ctrl+Shift+T")
    made.settle()
    found = stops(made)
    assert len(found) >= 12
    faults = faults_of("time machine", found)
    assert not faults, "\n".join(faults)


def test_backtab_goes_the_same_way_back(made: Stage) -> None:
    go_to(made, "conversations")
    forward = [stop.widget for stop in stops(made)]
    back = []
    for _ in forward:
        tab(back=True)
        back.append(focus())
    assert back == [*reversed(forward[1:]), forward[0]]


def test_arrows_go_through_the_rail_and_f6_through_the_groups(made: Stage) -> None:
    go_to(made, "memories")
    stops(made)
    for page in list(PAGES)[1:]:
        if page == "settings":  # at the bottom of the rail
            continue
        QTest.keyClick(focus(), Qt.Key.Key_Down)
        made.settle()
        assert made.window.current_page is made.window.page(page)
        assert cast(NavItem, focus()).key == page
    go_to(made, "memories")
    groups = set()
    for _ in range(8):
        press("F6")
        groups.add(focus())
    assert len(groups) >= 3


DIALOGS = {
    "Ctrl+N": "memories",
    "Ctrl+Shift+P": "memories",
    "F1": "memories",
    "Alt+M": "memories",
}
"""Keys that open something over a page."""


@pytest.mark.parametrize("keys", DIALOGS)
def test_escape_leaves_what_keys_opened(made: Stage, keys: str) -> None:
    go_to(made, DIALOGS[keys])
    view = made.memories.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Down)
    if keys == "Alt+M":
        QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        made.settle()
    before = set(_above(made.window))
    press(keys)
    made.settle()
    opened = focus()
    assert opened is not view, f"{keys} opens nothing"
    assert opened.window() is not made.window or not made.window.current_page.isAncestorOf(opened)
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    until(lambda: set(_above(made.window)) == before)
    made.window.activateWindow()
    made.settle()
    assert made.window.isAncestorOf(focus()), "the focus is back in the window"


def _above(window: QWidget) -> list[QWidget]:
    tops = [top for top in QApplication.topLevelWidgets() if isinstance(top, QDialog) and top.isVisible()]
    return [top for top in tops if top is not window]


def test_escape_leaves_fields(made: Stage, qtbot: QtBot) -> None:
    go_to(made, "memories")
    view = made.memories.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)
    made.settle()
    assert made.memories.detail.editor.area.hasFocus()
    QTest.keyClick(focus(), Qt.Key.Key_Escape)
    assert view.hasFocus()
    press("Ctrl+K")
    qtbot.keyClicks(focus(), "kiln")
    made.settle()
    QTest.keyClick(focus(), Qt.Key.Key_Escape)
    assert made.memories.top.search.text() == ""
