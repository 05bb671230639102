"""The tabs below a memory, within reach: at the edge of what is seen while their place is beyond it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from arbor_desktop.ui.components import Tabs
from arbor_desktop.ui.theme import Theme


class TabStrip(QWidget):
    """Lies over a scroll area, where `place` (a widget of its content, as high as the tabs) is, or would be
    if it were in sight."""

    def __init__(self, theme: Theme, tabs: Tabs, area: QScrollArea) -> None:
        super().__init__(area.viewport())
        self._theme, self._area = theme, area
        self.place = QWidget()
        self.place.setFixedHeight(tabs.sizeHint().height())
        self.stuck = False
        """Whether its own place is below what is seen."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(tabs)
        for watched in (area.viewport(), self.place):
            watched.installEventFilter(self)
        area.verticalScrollBar().valueChanged.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        view = self._area.viewport()
        high = self.place.height()
        own = self.place.mapTo(view, QPoint(0, 0)).y() if self.place.parentWidget() else 0
        lowest = view.height() - high
        self.stuck = own > lowest
        self.setGeometry(QRect(0, max(min(own, lowest), 0), view.width(), high))
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        if self.stuck:
            painter.fillRect(QRect(0, 0, self.width(), 1), self._theme.color("border"))
