"""The page's two panes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from arbor_desktop.ui.theme import Theme


class Panes(QSplitter):
    """Side by side, with a hairline between them that Qt makes five pixels wide for the pointer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def createHandle(self) -> QSplitterHandle:
        return _Line(self._theme, self)


class _Line(QSplitterHandle):
    def __init__(self, theme: Theme, parent: QSplitter) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        token = "accent" if self.underMouse() else "border"
        QPainter(self).fillRect(self.contentsRect(), self._theme.color(token))
