"""A state in its glyph, its colour and its words, with a quieter detail after it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.states import Look

_GLYPH, _GAP = 14, 4


class StateLine(QWidget):
    """One line; what has no room ends in "…" and is whole in the tooltip."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._look = Look("", "text3", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """What is written: "Installed · Answered 5 min ago"."""
        return " · ".join(part for part in (self._look.state, self._look.detail) if part)

    def show_look(self, look: Look) -> None:
        self._look = look
        self.setAccessibleName(look.spoken)
        self.setToolTip("\n".join(part for part in (self.text, look.explained) if part))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        width = QFontMetrics(theme.font("small500")).horizontalAdvance(self.text) + theme.px(_GLYPH + _GAP)
        return QSize(width, theme.line("small500"))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(48), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, look = self._icons.theme, self._look
        painter = QPainter(self)
        left = 0
        if look.glyph:
            y = (self.height() - theme.px(_GLYPH)) / 2
            self._icons.paint(painter, look.glyph, look.token, 0, y, _GLYPH)
            left = theme.px(_GLYPH + _GAP)
        weight = "small500" if look.glyph else "small"
        left = self._write(painter, look.state, weight, look.token, left)
        if look.detail:
            self._write(painter, f" · {look.detail}", "small", "text3", left)

    def _write(self, painter: QPainter, text: str, style: str, token: str, left: int) -> int:
        """Answers where it ends."""
        font = self._icons.theme.font(style)
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, self.width() - left))
        painter.setFont(font)
        painter.setPen(self._icons.theme.color(token))
        box = QRect(left, 0, self.width() - left, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
        return left + metrics.horizontalAdvance(shown)
