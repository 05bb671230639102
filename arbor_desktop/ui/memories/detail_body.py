"""What scrolls in the detail pane."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from arbor_desktop.ui.components.overlay_bar import OverlayBar


class Body(QWidget):
    """As high as its width makes it: its layout would ask for the height that its least width needs."""

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


class BodyArea(QScrollArea):
    """Scrolls up and down; its bar lies in the margin of the content, so that nothing moves when it comes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # A common bar takes its width from the content, which may then be so low that it needs no bar.
        self.bar = OverlayBar(self)
