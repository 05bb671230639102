"""Rows, columns, stacks, panes and scrolled areas of widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from shiboken6 import isValid

from arbor_desktop.ui.theme import Theme

_Part = QWidget | QLayout
Part = _Part | int | tuple[_Part, int | Qt.AlignmentFlag] | tuple[_Part, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch or alignment or both; or so many pixels of space."""
Margins = int | tuple[int, int, int, int]
_Box = TypeVar("_Box", bound=QBoxLayout)

TOP, MIDDLE, BOTTOM = (
    Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignBottom
)  # fmt: skip
LEFT, CENTRE, RIGHT = (
    Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight
)  # fmt: skip
STRETCH = -1
"""In place of a part: the room that is left."""
NO_LIMIT = 16_777_215
"""The maximum width or height of a widget that has none."""


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
        content, *rest = part if isinstance(part, tuple) else (part,)
        alignment = [one for one in rest if isinstance(one, Qt.AlignmentFlag)]
        stretch = sum(one for one in rest if not isinstance(one, Qt.AlignmentFlag))
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


def clear(layout: QLayout, first: int = 0, last: int = 0) -> None:
    """Delete the widgets of a layout, but so many at its start and end."""
    while layout.count() > first + last:
        item = layout.takeAt(first)
        if item is not None and (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


class ScrollArea(QScrollArea):
    """Content that scrolls up and down where there is no room for all of it."""

    def __init__(
        self,
        content: QWidget | None = None,
        *,
        name: str = "",
        focusable: bool = False,
        clear: bool = False,
        steady: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`name` is read aloud; `clear`: what is behind is seen; `steady`: contents have the same width with
        and without a scroll bar."""
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
        if steady:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
            bar = self.verticalScrollBar()
            bar.rangeChanged.connect(lambda low, high: bar.setEnabled(high > low))


_GRAB = 7


class Splitter(QSplitter):
    """Two or more panes; the handle is one pixel wide to the eye and seven to the pointer."""

    def __init__(
        self,
        theme: Theme,
        *panes: QWidget,
        grows: int = 0,
        sizes: Sequence[int] = (),
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Place panes side by side; the one at `grows` gets all further room. The window remembers the sizes
        under `name`."""
        super().__init__(parent)
        self._theme = theme
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.set_panes(*panes, grows=grows, sizes=sizes)

    def set_panes(self, *panes: QWidget, grows: int = 0, sizes: Sequence[int] = ()) -> None:
        """Place panes side by side; see `__init__`."""
        for place, pane in enumerate(panes):
            self.addWidget(pane)
            self.setStretchFactor(place, int(place == grows))
        if sizes:
            self.setSizes(sizes)

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self._theme, self.orientation(), self)


class _Handle(QSplitterHandle):
    def __init__(self, theme: Theme, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self._theme = theme

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Qt lays a thin handle out by its contents rectangle: the margins are for the pointer alone.
        margin = (_GRAB - 1) // 2
        # Not QSplitterHandle's own: its margins (for five pixels) and ours would take turns for ever.
        QWidget.resizeEvent(self, event)
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask, True)
        if self.orientation() == Qt.Orientation.Horizontal:
            self.setContentsMargins(margin, 0, margin, 0)
        else:
            self.setContentsMargins(0, margin, 0, margin)
        self.setMask(QRegion(self.contentsRect()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        color = "accent" if self.underMouse() else "border"
        QPainter(self).fillRect(self.contentsRect(), self._theme.color(color))


class FlowLayout(QLayout):
    """Places its widgets from left to right and starts a new line where one is full.

    Its items are made here, not by Qt: of one that Qt makes and deletes, the binding keeps the address, and
    hands the dead item out for whatever object is put there next. Those taken are kept until Qt has deleted
    them.
    """

    def __init__(
        self, parent: QWidget | None = None, spacing: int = 6, line_spacing: int | None = None
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._taken: list[QLayoutItem] = []
        self._sizes: list[tuple[QLayoutItem, QSize]] | None = None
        self._gap = spacing
        self._line_gap = spacing if line_spacing is None else line_spacing
        self.setContentsMargins(0, 0, 0, 0)

    def addWidget(self, widget: QWidget) -> None:
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insert_widget(self, index: int, widget: QWidget) -> None:
        """Adds `widget` before the item at `index`."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self._taken = [item for item in self._taken if isValid(item)]
        self._taken.append(self._items.pop(index))
        self._sizes = None
        return self._taken[-1]

    def invalidate(self) -> None:
        self._sizes = None
        super().invalidate()

    def _shown(self) -> list[tuple[QLayoutItem, QSize]]:
        """Return what is seen, and how large it would be; asked again when one of them has changed."""
        if self._sizes is None:
            self._sizes = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        return self._sizes

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, apply=True)

    def sizeHint(self) -> QSize:
        margins = self.contentsMargins()
        shown = [size for _, size in self._shown()]
        width = sum(s.width() for s in shown) + self._gap * max(0, len(shown) - 1)
        height = max((s.height() for s in shown), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        margins = self.contentsMargins()
        size = QSize()
        for item, _ in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, apply: bool) -> int:
        """Lays out within `rect` (only measuring unless `apply`) and returns the height that it takes."""
        inner = rect.marginsRemoved(self.contentsMargins())
        x, y, line = inner.x(), inner.y(), 0
        for item, size in self._shown():
            if x > inner.x() and x + size.width() > inner.right() + 1:
                x, y, line = inner.x(), y + line + self._line_gap, 0
            width = min(size.width(), inner.width())
            if apply:
                item.setGeometry(QRect(x, y, width, size.height()))
            x += width + self._gap
            line = max(line, size.height())
        return y + line - rect.y() + self.contentsMargins().bottom()
