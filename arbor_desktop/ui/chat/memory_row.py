"""One memory as a line that can be clicked: its type and how it begins."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.chat.words import tr
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import type_label


class MemoryRow(QAbstractButton):
    """`note` stands at the right, as "Waiting for review". A click opens the memory."""

    def __init__(
        self,
        icons: Icons,
        memory_id: str,
        text: str,
        kind: MemoryType,
        note: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.memory_id, self.kind, self.note = memory_id, kind, note
        self.setText(plain(" ".join(text.split())))
        self.setToolTip(self.text())
        spoken = ". ".join(part for part in (type_label(kind), self.text(), note) if part)
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(tr("Opens the memory"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), max(self._theme.px(30), self._theme.line("small") + 2))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painting.rounded(painter, self.rect(), px(6), theme.color("hover"))
        x = px(8)
        top = (self.height() - px(20)) // 2
        words = type_label(self.kind)
        x += painting.paint_badge(painter, self._icons, x, top, words, self.kind.value) + px(8)
        right = self.width() - px(8)
        centre = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        if self.note:
            metrics = QFontMetrics(theme.font("caption"))
            wide = metrics.horizontalAdvance(self.note)
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.color("text3"))
            painter.drawText(QRect(right - wide, 0, wide + 1, self.height()), centre, self.note)
            right -= wide + px(10)
        font = theme.font("small")
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        shown = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, max(0, right - x))
        painter.drawText(QRect(x, 0, max(0, right - x) + 1, self.height()), centre, shown)
