"""An answer as text with its numbered memories, and the rows of these memories below it."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QMimeData, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from arbor_desktop.chat.model import Citation
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.text_runs import TextView
from arbor_desktop.ui.formatting import code_spans, plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.asking.words import place_words
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_MARK = re.compile(r" ?\[(\d{1,3})\]")
_BULLET = re.compile(r"\s*[-*•] +(.*)")
_NUMBER = QTextFormat.Property.UserProperty.value + 1
_SPACE = "\u2009"
"""Thin, on both sides of a chip's number."""
_JOINER = "\u2060"
"""Keeps a line from breaking before a chip."""


class AnswerView(TextView):
    """As high as its text. `citation_wanted(number)` by a click on a chip; `citation_lit(number)` while the
    pointer is on one, 0 when it leaves."""

    citation_wanted = Signal(int)
    citation_lit = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Answer"), parent)
        self.text, self._token, self._known = "", "text", 0
        self._lit = self._hovered = 0
        self._chips: list[tuple[int, int, int]] = []
        self.setTabChangesFocus(True)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setProperty(RING_PROPERTY, "outside")
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        theme.changed.connect(self._lay_out)
        self._lay_out()

    @property
    def chips(self) -> tuple[int, ...]:
        """The numbers of the chips, in order."""
        return tuple(number for number, _, _ in self._chips)

    def show_text(self, text: str, known: int, token: str = "text") -> None:
        """Shows a text; what is written as [1] to [`known`] becomes a chip."""
        if (text, known, token) != (self.text, self._known, self._token):
            self.text, self._known, self._token = text, known, token
            self._lay_out()

    def light(self, number: int) -> None:
        """Marks the chips of a memory; 0: of none."""
        if number != self._lit:
            self._lit = number
            self.viewport().update()

    # LayoutThread out

    def _lay_out(self) -> None:
        self.tint(self._token)
        before = self.textCursor()
        selected = (before.anchor(), before.position())
        self.clear()
        self._chips = []
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for number, line in enumerate(self.text.strip("\n").split("\n")):
            self._line(cursor, line, first=number == 0)
        cursor.endEditBlock()
        self._select(*selected)
        self._fit()

    def _line(self, cursor: QTextCursor, line: str, *, first: bool) -> None:
        bullet = _BULLET.fullmatch(line)
        px = self._theme.px
        form = QTextBlockFormat()
        form.setLineHeight(self._theme.line("editor"), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        if not first:
            form.setTopMargin(px(4))
        if bullet is not None:
            form.setLeftMargin(px(16))
            form.setTextIndent(-px(16))
            form.setTabPositions([QTextOption.Tab(px(16), QTextOption.TabType.LeftTab)])
        if first:
            cursor.setBlockFormat(form)
        else:
            cursor.insertBlock(form)
        if bullet is not None:
            cursor.insertText("•\t", self._form("editor", "text3"))
        self._put(cursor, bullet[1] if bullet is not None else line)

    def _put(self, cursor: QTextCursor, line: str) -> None:
        said, codes = code_spans(line)
        place = 0
        for start, end in codes:
            self._words(cursor, said[place:start])
            cursor.insertText(said[start:end], self._form("mono", self._token))
            place = end
        self._words(cursor, said[place:])

    def _words(self, cursor: QTextCursor, text: str) -> None:
        place = 0
        for found in _MARK.finditer(text):
            number = int(found[1])
            if not 1 <= number <= self._known:
                continue
            cursor.insertText(text[place : found.start()], self._form("editor", self._token))
            self._chip(cursor, number)
            place = found.end()
        cursor.insertText(text[place:], self._form("editor", self._token))

    def _chip(self, cursor: QTextCursor, number: int) -> None:
        cursor.insertText(f"{_JOINER}{_SPACE}", self._form("caption600", "accentText"))
        start = cursor.position()
        form = self._form("caption600", "accentText")
        form.setProperty(_NUMBER, number)
        cursor.insertText(f"{_SPACE}{_SPACE}{number}{_SPACE}{_SPACE}", form)
        self._chips.append((number, start, cursor.position()))
        cursor.insertText(_SPACE, self._form("caption600", "accentText"))

    def _form(self, style: str, token: str) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self._theme.font(style))
        form.setForeground(self._theme.color(token))
        return form

    def _select(self, anchor: int, position: int) -> None:
        last = max(0, self.document().characterCount() - 1)
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(anchor, last))
        cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    # Size

    def _fit(self) -> None:
        height = max(self._theme.line("editor"), round(self.document().size().height())) + 2
        if height != self.height():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), round(self.document().size().height()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        theme = self._theme
        for number, start, end in self._chips:
            lit = number in (self._lit, self._hovered)
            fill, edge = ("selected", "accent") if lit else ("accentSoft", "accentSoft")
            painting.rounded(
                painter, self._rect(start, end), theme.px(4), theme.color(fill), theme.color(edge)
            )
        painter.end()
        super().paintEvent(event)

    def _rect(self, start: int, end: int) -> QRectF:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        left = self.cursorRect(cursor)
        cursor.setPosition(end)
        right = self.cursorRect(cursor)
        height = self._theme.line("caption600")
        top = left.center().y() - height / 2 + 1
        return QRectF(left.left(), top, max(right.left() - left.left(), height), height)

    def chip_rect(self, number: int) -> QRectF:
        """Where the first chip of a memory is, in the viewport; empty where there is none."""
        for one, start, end in self._chips:
            if one == number:
                return self._rect(start, end)
        return QRectF()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._number_at(event))

    def leaveEvent(self, event: object) -> None:
        self._hover(0)
        super().leaveEvent(event)  # type: ignore[arg-type]

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        number = self._number_at(event)
        if number and event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.citation_wanted.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            event.ignore()
            return
        super().keyPressEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Plain text, with the chips as they were written."""
        cursor = self.textCursor()
        first, last = cursor.selectionStart(), cursor.selectionEnd()
        parts, place = [], first
        for number, start, end in self._chips:
            if start >= first and end <= last:
                parts += [self._between(place, start), f"[{number}]"]
                place = end
        parts.append(self._between(place, last))
        data = QMimeData()
        data.setText("".join(parts))
        return data

    def _between(self, start: int, end: int) -> str:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        text = cursor.selectedText().replace("\u2029", "\n")
        return text.replace(f"{_JOINER}{_SPACE}", " ").replace(_SPACE, "")

    def _number_at(self, event: QMouseEvent) -> int:
        at = event.position()
        return next((number for number, start, end in self._chips if self._rect(start, end).contains(at)), 0)

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            shape = Qt.CursorShape.PointingHandCursor if number else Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(shape)
            self.viewport().update()
            self.citation_lit.emit(number)


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
        self.setAccessibleName(". ".join((*said, tr("Open memory"))))
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
