"""One slim line under the list of a narrow page: how many are selected, and the way to change them."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import tr


class SeveralLine(QWidget):
    """There while several are selected. The list stays, so that more can be; `wanted` asks for the form."""

    wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = self._theme.px
        self.label = Label(self._theme, "", "body500", parent=self)
        self.link = Button(icons, tr("Change them…"), variant="link", parent=self)
        self.link.setAutoDefault(True)  # Return presses it, as Space does
        self.link.clicked.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(6) + 1, px(16), px(6))
        row.addWidget(self.label)
        row.addStretch(1)
        row.addWidget(self.link)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_count(self, count: int) -> None:
        """So many are selected; none takes the line away."""
        self.label.setText(tr("%n memories selected", count))
        self.setVisible(count > 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("sunken"))
        painter.fillRect(QRect(0, 0, self.width(), 1), self._theme.color("border"))
