"""A scroll bar that lies over its view: rows go to the edge, and nothing moves when it comes or goes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar


class OverlayBar(QScrollBar):
    """Stands in for the vertical bar of `area`, which stays unseen; hidden while nothing can be scrolled."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(Qt.Orientation.Vertical, area)
        self._area = area
        self._inner = area.verticalScrollBar()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._inner.rangeChanged.connect(self._follow)
        # Some views set the step after the range, and no signal tells of it.
        self._inner.rangeChanged.connect(self._follow_step, Qt.ConnectionType.QueuedConnection)
        self._inner.valueChanged.connect(self._follow_value)
        self.valueChanged.connect(self._inner.setValue)
        area.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._area and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _follow(self) -> None:
        low, high = self._inner.minimum(), self._inner.maximum()
        self.setPageStep(self._inner.pageStep())
        self.setSingleStep(self._inner.singleStep())
        with QSignalBlocker(self):
            self.setRange(low, high)
            self.setValue(self._inner.value())
        self.setVisible(high > low)
        self._place()

    def _follow_step(self) -> None:
        self.setPageStep(self._inner.pageStep())
        self.setSingleStep(self._inner.singleStep())

    def _follow_value(self) -> None:
        # Asked, not told: the view may have moved on while it was being told, and must not be moved back.
        with QSignalBlocker(self):
            self.setValue(self._inner.value())

    def _place(self) -> None:
        width = self.sizeHint().width()
        self.setGeometry(self._area.width() - width, 0, width, self._area.height())
        self.raise_()
