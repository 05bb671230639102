"""What one side said, as plain text that can be selected; code between fences in mono.

Nothing in a text is markup: no HTML, no Markdown, no picture and no link is ever looked at or loaded.
"""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.text_runs import TextView
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.theme import Theme

_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})([^`\n]*)$")
_MAYBE_FENCE = re.compile(r"[ \t]{0,3}(`{1,}|~{1,})[^`\n]*$|[ \t]{1,3}$")
_LONG = 3_000
"""A paragraph is laid out anew with every piece that comes, so a longer one is parted at a space."""
_AT_ONCE = 10_000
"""So many characters are laid out at a time."""
_TEXT_LINE, _CODE_LINE = 20, 18
_AROUND_CODE, _CODE_PAD, _CODE_BELOW = 8, 6, 9
"""A line of code has its spare room above: so there is more below the last one."""
_MEASURED = 400
"""So many lines say how wide a text is."""


class AnswerText(TextView):
    """Grows with its text; scrolls nothing by itself. `source` is the text as it came, fences and all."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.source = ""
        self._held = self._rest = ""
        self._coming = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._lay_some)
        self._line = 0
        self._code = ""
        self._fresh = True
        self._started = self._in_code = False
        self._boxes: list[tuple[int, int]] = []
        """The first and last block of each piece of code; -1: it goes on to the end."""
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setProperty(RING_PROPERTY, "none")
        self.document().documentLayout().documentSizeChanged.connect(self._sized)
        theme.changed.connect(self._again)
        self._dress()

    def show_text(self, text: str) -> None:
        """Replaces what is shown. A long text is laid out bit by bit, so that the window goes on living."""
        self._begin()
        self.source = self._rest = text
        self._lay_some()

    def _begin(self) -> None:
        self.clear()
        self._soon.stop()
        self.source, self._held, self._line, self._code, self._fresh = "", "", 0, "", True
        self._rest, self._coming = "", False

    def _lay_some(self) -> None:
        some, self._rest = self._rest[:_AT_ONCE], self._rest[_AT_ONCE:]
        self._lay(some)
        if self._rest:
            self._soon.start()
        elif not self._coming:
            self._end()

    def add(self, piece: str) -> None:
        """Appends a piece of a text that is coming. What may become a fence waits for the end of its line."""
        self._coming = True
        self.source += piece
        if self._rest:
            self._rest += piece
        else:
            self._lay(piece)

    def _lay(self, piece: str) -> None:
        lines = (self._held + piece.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
        self._held = ""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for line in lines[:-1]:
            self._put_line(cursor, line)
        rest = lines[-1]
        if self._line == 0 and _MAYBE_FENCE.match(rest):
            self._held = rest
        elif rest:
            self._put(cursor, rest)
        cursor.endEditBlock()

    def finish(self) -> None:
        """The text is whole."""
        self._coming = False
        if not self._rest:
            self._end()

    def _end(self) -> None:
        held, self._held = self._held, ""
        if held and not self._is_fence(held):
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            self._put(cursor, held)

    # Lines

    def _put_line(self, cursor: QTextCursor, line: str) -> None:
        if self._line == 0 and self._is_fence(line):
            self._turn(line)
            return
        self._put(cursor, line)
        self._line = 0
        self._fresh = True

    def _is_fence(self, line: str) -> bool:
        found = _FENCE.match(line)
        if found is None:
            return False
        if not self._code:
            return True
        return found[1].startswith(self._code) and not found[2].strip()

    def _turn(self, line: str) -> None:
        found = _FENCE.match(line)
        self._code = "" if self._code or found is None else found[1]
        self._fresh = True

    def _put(self, cursor: QTextCursor, text: str) -> None:
        """Puts text at the end, in a new block where a line begins."""
        block, chars = self._formats()
        if self._fresh:
            if bool(self._code) != self._in_code:
                self._in_code = bool(self._code)
                block.setTopMargin(self._theme.px(self._room_above()))
                if self._in_code:
                    self._boxes.append((self.document().blockCount() - (not self._started), -1))
                else:
                    self._boxes[-1] = (self._boxes[-1][0], self.document().blockCount() - 1)
            if self.document().isEmpty() and self.document().blockCount() == 1 and not self._started:
                cursor.setBlockFormat(block)
            else:
                cursor.insertBlock(block)
            self._started = True
            self._fresh = False
        while text:
            room = _LONG - self._line
            if len(text) <= room or self._code:
                part, text = text, ""
            else:
                cut = text.find(" ", max(0, room), max(0, room) + _LONG) + 1
                cut = cut or max(0, room) + _LONG
                part, text = text[:cut], text[cut:]
            cursor.insertText(part, chars)
            self._line += len(part)
            full = self._line >= (_LONG if part.endswith(" ") else 2 * _LONG)
            if text or (full and not self._code):
                cursor.insertBlock(block)
                self._line = 1  # it is no line's beginning: a fence can't stand here

    def clear(self) -> None:
        """Takes all text away."""
        super().clear()
        self._started = self._in_code = False
        self._boxes = []

    def _room_above(self) -> int:
        """Between text and code, with what the ground of the code takes of it."""
        if not self._started:
            return _CODE_PAD
        return _AROUND_CODE + (0 if self._in_code else _CODE_BELOW - _CODE_PAD)

    def _formats(self) -> tuple[QTextBlockFormat, QTextCharFormat]:
        theme, px = self._theme, self._theme.px
        block, chars = QTextBlockFormat(), QTextCharFormat()
        fixed = QTextBlockFormat.LineHeightTypes.MinimumHeight.value
        if self._code:
            block.setLeftMargin(px(12))
            block.setRightMargin(px(12))
            block.setLineHeight(px(_CODE_LINE), fixed)
            chars.setFont(theme.font("mono"))
        else:
            block.setLineHeight(px(_TEXT_LINE), fixed)
            chars.setFont(theme.font("body"))
        chars.setForeground(theme.color("text"))
        return block, chars

    # Looks

    def _again(self) -> None:
        text, coming = self.source, self._coming
        self._dress()
        self._begin()
        self.source, self._rest, self._coming = text, text, coming
        self._lay_some()

    def _dress(self) -> None:
        self.tint()
        self.setFont(self._theme.font("body"))

    def _sized(self) -> None:
        height = max(math.ceil(self.document().size().height()), self._theme.px(_TEXT_LINE))
        if self._in_code:
            height += self._theme.px(_CODE_BELOW)
        if height != self.height():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(320), max(self.height(), self._theme.px(_TEXT_LINE)))

    def natural_width(self) -> int:
        """As wide as its longest line, in pixels."""
        lines = self.source.split("\n", _MEASURED)[:_MEASURED]
        metrics = QFontMetrics(self._theme.font("body"))
        wide = max(metrics.horizontalAdvance(line[:_MEASURED]) for line in lines)
        if self._boxes:
            mono = QFontMetrics(self._theme.font("mono"))
            wide = max(wide, *(mono.horizontalAdvance(line[:_MEASURED]) for line in lines))
            wide += 2 * self._theme.px(12)
        return wide + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        self._paint_boxes(event.rect())
        super().paintEvent(event)

    def _paint_boxes(self, seen: QRect) -> None:
        """The ground of code, below its text."""
        if not self._boxes:
            return
        painter, theme = QPainter(self.viewport()), self._theme
        layout, document = self.document().documentLayout(), self.document()
        for first, last in self._boxes:
            begin = document.findBlockByNumber(first)
            end = document.lastBlock() if last < 0 else document.findBlockByNumber(last)
            top, bottom = layout.blockBoundingRect(begin).top(), layout.blockBoundingRect(end).bottom()
            above, below = theme.px(_CODE_PAD), theme.px(_CODE_BELOW)
            box = QRect(0, round(top) - above, self.viewport().width(), round(bottom - top) + above + below)
            if box.intersects(seen):
                rounded(painter, box, theme.px(8), theme.color("sunken"))
        painter.end()

    def loadResource(self, _kind: int, _name: object) -> object:
        """Nothing is loaded, whatever a text says."""
        return None
