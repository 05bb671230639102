"""Rows, columns, stacks and scrolled areas of widgets."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

_Part = QWidget | QLayout
Part = _Part | int | tuple[_Part, int] | tuple[_Part, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; or so many pixels of space."""
Margins = int | tuple[int, int, int, int]
_Box = TypeVar("_Box", bound=QBoxLayout)

STRETCH = -1
"""In place of a part: the room that is left."""


def hbox(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = 0, gap: int | None = 0
) -> QHBoxLayout:
    """Lay parts out in a row: the layout of the widget `on`, or one for another layout.

    `margins` are those of all sides, or left, top, right and bottom; `gap` is between the parts. None leaves
    either to the style.
    """
    return _filled(QHBoxLayout(), parts, on, margins, gap)


def vbox(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = 0, gap: int | None = 0
) -> QVBoxLayout:
    """Lay parts out in a column, as `hbox` does in a row."""
    return _filled(QVBoxLayout(), parts, on, margins, gap)


def _filled(
    box: _Box, parts: tuple[Part, ...], on: QWidget | None, margins: Margins | None, gap: int | None
) -> _Box:
    if on is not None:
        on.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        if isinstance(part, int):
            if part == STRETCH:
                box.addStretch(1)
            else:
                box.addSpacing(part)
            continue
        content, stretch, *alignment = part if isinstance(part, tuple) else (part, 0)
        if isinstance(content, QLayout):
            box.addLayout(content, stretch)
        else:
            box.addWidget(content, stretch, *alignment)
    return box


def stacked(*pages: QWidget, parent: QWidget | None = None) -> QStackedWidget:
    """Put widgets in one place, the first in front."""
    stack = QStackedWidget(parent)
    for page in pages:
        stack.addWidget(page)
    return stack


class ScrollArea(QScrollArea):
    """Content that scrolls up and down where there is no room for all of it."""

    def __init__(
        self,
        content: QWidget | None = None,
        *,
        name: str = "",
        focusable: bool = False,
        clear: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`name` is read aloud; `clear`: what is behind is seen."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        if not focusable:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if content is not None:
            self.setWidget(content)
        if clear:
            self.viewport().setAutoFillBackground(False)
