"""A pane that is as high as its words need at its width, and scrolls where there is less room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from arbor_desktop.ui.conversations.overlay_bar import OverlayBar


class Scroll(QScrollArea):
    """Qt's own way asks how high wrapped texts are at the least width that they could have, and shows a bar
    for nothing. Here the width is known, and the bar lies over the pane: nothing moves when it comes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.bar = OverlayBar(self)

    def put(self, content: QWidget) -> None:
        """Shows this, from its top."""
        former = self.takeWidget()
        if former is not None:
            former.removeEventFilter(self)
            former.hide()
            former.deleteLater()
        content.setAutoFillBackground(False)
        content.installEventFilter(self)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.fit()
        content.show()

    def needed(self, width: int) -> int:
        """How high the content is at a width."""
        content = self.widget()
        layout = content.layout() if content is not None else None
        return layout.totalHeightForWidth(width) if layout is not None else 0

    def fit(self) -> None:
        content = self.widget()
        if content is not None:
            width, height = self.viewport().width(), self.viewport().height()
            content.resize(width, max(height, self.needed(width)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
