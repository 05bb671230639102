"""What is told of a marked point: a small dark box beside it, within the chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class TipLine:
    """A figure: its colour (a token, or none), its name and its value."""

    text: str
    value: str
    token: str | None = None


class _Words(Protocol):
    @property
    def head(self) -> str: ...
    @property
    def lines(self) -> tuple[TipLine, ...]: ...


def paint_tip(painter: QPainter, theme: Theme, room: QRect, beside: QRectF, words: _Words) -> QRectF:
    """Paints the box right of `beside`, or left of it where there is no room; answers where it is."""
    box = place(size(theme, words), QRectF(room), beside, theme.px(8))
    rounded(painter, box, theme.px(6), theme.color("tip"))
    px, line = theme.px, theme.line("small")
    left, right = box.left() + px(9), box.right() - px(9)
    y = box.top() + px(5)
    painter.setPen(theme.color("tipText"))
    painter.setFont(theme.font("small600" if words.lines else "small"))
    painter.drawText(QRectF(left, y, right - left + px(2), line), Qt.AlignmentFlag.AlignVCenter, words.head)
    painter.setFont(theme.font("small"))
    for entry in words.lines:
        y += line + px(1)
        indent = 0
        if entry.token is not None:
            square = QRectF(left, y + (line - px(8)) / 2, px(8), px(8))
            rounded(painter, square, 2, theme.color(entry.token))
            indent = px(14)
        row = QRectF(left + indent, y, right - left - indent, line)
        painter.setPen(theme.color("tipText"))
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, entry.text)
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, entry.value)
    return box


def size(theme: Theme, words: _Words) -> QSizeF:
    """How large the box is."""
    px, small = theme.px, QFontMetrics(theme.font("small"))
    bold = QFontMetrics(theme.font("small600" if words.lines else "small"))
    widest: float = bold.horizontalAdvance(words.head) + 1
    for line in words.lines:
        mark = px(14) if line.token is not None else 0
        wide = mark + small.horizontalAdvance(line.text) + px(16) + small.horizontalAdvance(line.value)
        widest = max(widest, wide)
    rows = 1 + len(words.lines)
    return QSizeF(widest + 2 * px(9), rows * theme.line("small") + (rows - 1) * px(1) + 2 * px(5))


def place(size: QSizeF, room: QRectF, beside: QRectF, gap: float) -> QRectF:
    """Right of what it is about, else left of it, else below or above it; moved into the room."""
    x, y = beside.right() + gap, beside.center().y() - size.height() / 2
    if x + size.width() > room.right():
        x = beside.left() - gap - size.width()
    if x < room.left():
        x = max(room.left(), min(beside.right(), room.right()) - size.width())
        y = beside.bottom() + gap / 2
        if y + size.height() > room.bottom():
            y = beside.top() - gap / 2 - size.height()
    y = max(room.top(), min(y, room.bottom() - size.height()))
    return QRectF(round(x), round(y), size.width(), size.height())
