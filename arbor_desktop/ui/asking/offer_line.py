"""One slim line above the rows of a search that reads as a question: it can be asked."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.asking.words import tr
from arbor_desktop.ui.components import Button, KeyCap, Label
from arbor_desktop.ui.icons import Icons


class OfferLine(QWidget):
    """`taken` when the question is to be asked."""

    taken = Signal()

    def __init__(self, icons: Icons, keys: str, parent: QWidget | None = None) -> None:
        """`keys` are those that ask, as they are shown."""
        super().__init__(parent)
        self._icons = icons
        px = icons.theme.px
        self.label = Label(icons.theme, tr("This reads as a question."), "small", "text2", parent=self)
        self.link = Button(icons, tr("Ask your memory"), variant="link", parent=self)
        self.link.setAutoDefault(True)  # Return presses it, as Space does
        self.link.clicked.connect(self.taken)
        self.keys = KeyCap(icons.theme, keys, parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(14) + px(6), px(4), px(16), px(4) + 1)
        row.setSpacing(px(8))
        row.addWidget(self.label)
        row.addWidget(self.link)
        row.addWidget(self.keys)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("sunken"))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), theme.color("border"))
        self._icons.paint(painter, "sparkle", "accentText", px(16), (self.height() - px(14)) / 2, 14)
