"""A splitter with a hairline handle that is easy to grab."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from arbor_desktop.ui.theme import Theme

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
