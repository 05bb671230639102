"""What scrolls in the detail pane, and what is folded away below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, ElidedLabel
from arbor_desktop.ui.components.overlay_bar import OverlayBar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import tr


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


class MorePanel(QWidget):
    """What is rarely wanted, folded away under "More"; open, it leaves the room for a source above it."""

    def __init__(self, icons: Icons, parts: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        self.button = Button(
            icons, tr("More"), variant="quiet", size="small", icon="chevron-right", parent=self
        )
        self._said = tr("Technology, expires, applies when, category, links, ID, confidence figures")
        self._words = ElidedLabel(self._theme, self._said, "caption", "text3", parent=self)
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, px(4), 0, 0)
        inner.setSpacing(0)
        for part in parts:
            inner.addWidget(part)
        self._content = body
        self.area = BodyArea(self)
        self.area.setWidget(body)
        self.area.hide()
        self.button.clicked.connect(lambda: self.open(self.area.isHidden()))
        head = QHBoxLayout()
        head.setContentsMargins(px(8), px(6) + 1, px(16), px(6))
        head.setSpacing(px(6))
        head.addWidget(self.button)
        head.addWidget(self._words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.area)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.button.setAccessibleName(f"{tr('More')}: {self._said}")
        self._room = 10_000

    def open(self, opened: bool) -> None:
        self.area.setVisible(opened)
        self._words.setText("" if opened else self._said)
        self.button.set_glyph("chevron-down" if opened else "chevron-right")
        self.fit()

    def set_room(self, room: int) -> None:
        """It may be so high, in pixels of the screen."""
        self._room = room
        self.fit()

    def fit(self) -> None:
        """Take the height of what it holds, as far as there is room."""
        wanted = self._content.sizeHint().height()
        self.area.setFixedHeight(max(min(wanted, self._room), self._theme.px(72)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, self._theme.color("border"))
