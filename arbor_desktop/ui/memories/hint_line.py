"""One slim line above the rows of a search: another spelling, of which more is known."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.text.spelling import Suggestion
from arbor_desktop.ui.components import Button, IconButton, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import tr

_LONGEST = 60


def short(text: str, most: int = _LONGEST) -> str:
    """In one line, cut where it is too long for a button."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


class HintLine(QWidget):
    """`taken(text)` when the spelling is taken. Closed, it stays away until another is suggested."""

    taken = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        self._text = self._closed = ""
        px = self._theme.px
        self.lead = Label(self._theme, tr("Did you mean"), "small", "text2", parent=self)
        self.link = Button(icons, "", variant="link", parent=self)
        self.link.setAutoDefault(True)  # Return presses it, as Space does
        self.link.clicked.connect(lambda: self.taken.emit(self._text))
        self.close_button = IconButton(icons, "x", tr("Close suggestion"), side=24, parent=self)
        self.close_button.clicked.connect(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(4), px(12), px(4) + 1)
        row.setSpacing(px(6))
        row.addWidget(self.lead)
        row.addWidget(self.link)
        row.addStretch(1)
        row.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_suggestion(self, suggestion: Suggestion | None) -> None:
        self._text = suggestion.text if suggestion else ""
        if suggestion is not None:
            self.link.set_label(f"{short(suggestion.text).rstrip('?')}?")
            self.link.setAccessibleName(f"{tr('Did you mean')} {suggestion.text.rstrip('?')}?")
        self.setVisible(bool(self._text) and self._text != self._closed)

    def _close(self) -> None:
        self._closed = self._text
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("sunken"))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), self._theme.color("border"))
