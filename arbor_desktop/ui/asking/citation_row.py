"""One of the memories that an answer names: its number, type, words and place, in one line."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from arbor_desktop.chat.model import Citation
from arbor_desktop.ui.asking.words import place_words, tr
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import type_label

_HEIGHT = 32
_PLACE = 120
"""Pixels of the design for the name of a place, at most."""


class CitationRow(QAbstractButton):
    """`wanted(memory id)` by a click, Return or Space; `lit(number)` while it has the pointer or the focus, 0
    after that; `moved(±1)` by the keys up and down."""

    wanted = Signal(str)
    lit = Signal(int)
    moved = Signal(int)

    def __init__(self, icons: Icons, citation: Citation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self.citation = icons, citation
        self._marked = False
        memory = citation.memory
        self._words = plain(" ".join(memory.shown_text.split()))
        self._glyph, self._place = place_words(memory)
        self.setText(self._words)
        self.setToolTip(self._words)
        said = (str(citation.number), type_label(memory.type), self._words, self._place)
        self.setAccessibleName(". ".join((*said, tr("Opens the memory"))))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.wanted.emit(memory.id))

    def mark(self, on: bool) -> None:
        """Its chip in the text has the pointer."""
        if on != self._marked:
            self._marked = on
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(240), self._icons.theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(120), self._icons.theme.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        marked = self._marked or self.hasFocus()
        if marked or self.underMouse() or self.isDown():
            fill = "selected" if marked else "hover"
            painting.rounded(painter, self.rect(), px(6), theme.color(fill))
        x = px(8)
        x += self._paint_number(painter, x) + px(8)
        x += self._paint_type(painter, x) + px(8)
        right = self.width() - px(8) - self._paint_place(painter)
        font = theme.font("body")
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        room = right - px(12) - x
        shown = QFontMetrics(font).elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(x, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_number(self, painter: QPainter, x: int) -> int:
        theme = self._icons.theme
        font = theme.font("caption600")
        text = str(self.citation.number)
        height = theme.line("caption600")
        width = max(height, QFontMetrics(font).horizontalAdvance(text) + theme.px(8))
        box = QRectF(x, (self.height() - height) / 2, width, height)
        painting.rounded(painter, box, theme.px(4), theme.color("accentSoft"))
        painter.setFont(font)
        painter.setPen(theme.color("accentText"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return int(width)

    def _paint_type(self, painter: QPainter, x: int) -> int:
        """The square of its type, as on the chips above the list; its name is read aloud and in the tip."""
        theme = self._icons.theme
        label = type_label(self.citation.memory.type)
        font = theme.font("caption600")
        ink, tint, _ = theme.type_colors(self.citation.memory.type.value)
        width = QFontMetrics(font).horizontalAdvance(label) + theme.px(12)
        height = theme.px(20)
        box = QRectF(x, (self.height() - height) / 2, width, height)
        painting.rounded(painter, box, theme.px(4), tint)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
        return width

    def _paint_place(self, painter: QPainter) -> int:
        """Answers how much room it takes at the right."""
        theme, px = self._icons.theme, self._icons.theme.px
        font = theme.font("caption")
        metrics = QFontMetrics(font)
        most = min(px(_PLACE), self.width() // 4)
        name = metrics.elidedText(self._place, Qt.TextElideMode.ElideMiddle, most)
        width = metrics.horizontalAdvance(name) + px(14) + px(4)
        x = self.width() - px(8) - width
        self._icons.paint(painter, self._glyph, "text3", x, (self.height() - px(14)) / 2, 14)
        painter.setFont(font)
        painter.setPen(theme.color("text3"))
        box = QRect(x + px(18), 0, width, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
        return width

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.lit.emit(self.citation.number)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.lit.emit(self.citation.number if self.hasFocus() else 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.lit.emit(self.citation.number)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.lit.emit(0)
