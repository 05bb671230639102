"""Walks through the whole window by Tab: what the focus meets, and what is said and seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from arbor_desktop.ui.components.nav_item import NavItem
from tests._stage import Stage, dress, prepare, stage

PAGES = {
    "memories": "Ctrl+1", "review": "Ctrl+2", "conflicts": "Ctrl+3", "conversations": "Ctrl+4",
    "projects": "Ctrl+5", "context": "Ctrl+6", "insights": "Ctrl+7", "chat": "Ctrl+8", "settings": "Ctrl+,",
}  # fmt: skip
"""The pages and their keys."""
MOST_STOPS = 200
_AROUND = 8
"""A ring may lie so far outside what it is around."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the focus was after a Tab. `place` is in the window; `before`: where the stop before it was then,
    as what scrolls may have moved it; `seen`: whether it looked other than without the focus; `name` and
    `role` as a screen reader gets them."""

    widget: QWidget
    place: QRect
    before: QRect
    name: str
    role: QAccessible.Role
    state: QAccessible.State
    seen: bool

    def __str__(self) -> str:
        at = f"{self.place.x()},{self.place.y()} {self.place.width()}×{self.place.height()}"
        return f"{type(self.widget).__name__} “{self.name}” at {at}"


@contextmanager
def touring(folder: Path, size: tuple[int, int] = (1360, 824)) -> Iterator[Stage]:
    """The real window over the demo's memories."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.style().objectName(), app.palette(), app.font(), app.cursorFlashTime()
    prepared = folder / "prepared"
    if not prepared.exists():
        prepare(folder / "person", prepared)
    _theme, icons = dress(app)
    try:
        with stage(icons, prepared, folder / "person", "light", size, filled=True) as made:
            yield made
    finally:
        app.setStyleSheet("")
        app.setStyle(before[0])
        app.setPalette(before[1])
        app.setFont(before[2])
        app.setCursorFlashTime(before[3])


def press(keys: str) -> None:
    """Press keys wherever the focus is."""
    focus = QApplication.focusWidget() or QApplication.activeWindow()
    assert focus is not None
    QTest.keySequence(focus, keys)
    QCoreApplication.processEvents()


def go_to(made: Stage, page: str) -> None:
    """Show a page by its keys."""
    press(PAGES[page])
    made.settle()


def stops(made: Stage) -> list[Stop]:
    """Go through all that Tab meets, once around, from the rail on."""
    window = made.window
    start = next(item for item in window.rail.findChildren(NavItem) if item.isChecked())
    start.setFocus(Qt.FocusReason.TabFocusReason)
    tab()
    tab(back=True)  # so that it, too, has the focus by a key
    assert focus() is start
    found: list[Stop] = []
    last = start
    for _ in range(MOST_STOPS):
        here = focus()
        place, before = within(window, here), within(window, last)
        with_focus = picture(window, place)
        interface = QAccessible.queryAccessibleInterface(here)
        name, role, state = named(here), interface.role(), interface.state()
        tab()
        assert focus() is not here, f"Tab does not leave {type(here).__name__} “{name}”"
        seen = picture(window, within(window, here)) != with_focus  # it may have been scrolled
        found.append(Stop(here, place, before, name, role, state, seen))
        last = here
        if focus() is start:
            return found
    raise AssertionError("Tab does not come back to where it began")


def tab(*, back: bool = False) -> None:
    QTest.keyClick(focus(), Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
    QTest.qWait(1)  # what scrolls to it moves the ring a moment later


def within(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the focus"
    return widget


def picture(window: QWidget, place: QRect) -> QImage:
    around = place.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
    return window.grab(around.intersected(window.rect())).toImage()


def named(widget: QWidget) -> str:
    """What a screen reader calls it: the label that belongs to it, or its own name. Of a choice Qt tells the
    chosen entry as its name on Linux, so that it needs a label."""
    interface = QAccessible.queryAccessibleInterface(widget)
    for label, _ in interface.relations(QAccessible.RelationFlag.Label):
        if label is not None and (words := label.text(QAccessible.Text.Name)):
            return str(words)
    return "" if isinstance(widget, QComboBox) else str(interface.text(QAccessible.Text.Name))
