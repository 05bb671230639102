"""The text of a turn, laid out in lines: where it is painted, what is marked in it, what lies at a point."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

_PLAIN = {ord("\n"): "\u2028", ord("\r"): " ", 0: " "}
"""A line end of the layout, one character each, so that places stay."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Characters `start` to `end` on another ground, perhaps in another ink."""

    start: int
    end: int
    back: QColor
    ink: QColor | None = None


class LaidText:
    """Lines of one height and width. Places are characters of the text that was given."""

    def __init__(
        self, text: str, font: QFont, width: float, line_height: float, *, strike: bool = False
    ) -> None:
        self.length = len(text)
        self._astral = [place for place, char in enumerate(text) if char > "\uffff"]
        font = QFont(font)
        font.setStrikeOut(strike)
        self._layout = QTextLayout(text.translate(_PLAIN), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * 4)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        metrics = QFontMetricsF(font)
        lead = (line_height - metrics.height()) / 2
        self._layout.beginLayout()
        for row in count():
            line = self._layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(width, 1))
            # The same base line everywhere, whatever a fallback font needs.
            line.setPosition(QPointF(0, row * line_height + lead + metrics.ascent() - line.ascent()))
        self._layout.endLayout()
        self._line_height = line_height
        self.height = max(self._layout.lineCount(), 1) * line_height

    @property
    def lines(self) -> int:
        return self._layout.lineCount()

    def paint(self, painter: QPainter, at: QPointF, ink: QColor, tints: Iterable[Tint] = ()) -> None:
        """Later tints lie over earlier ones."""
        painter.setPen(ink)
        ranges = []
        for tint in tints:
            part = QTextLayout.FormatRange()
            part.start = self._units(max(tint.start, 0))
            part.length = self._units(min(tint.end, self.length)) - part.start
            if part.length <= 0:
                continue
            look = QTextCharFormat()
            look.setBackground(QBrush(tint.back))
            look.setForeground(QBrush(tint.ink or ink))
            part.format = look
            ranges.append(part)
        self._layout.draw(painter, at, ranges)

    def place_at(self, point: QPointF) -> int:
        """The place between characters that is nearest to a point within the text."""
        row = min(max(int(point.y() // self._line_height), 0), max(self.lines - 1, 0))
        line = self._layout.lineAt(row)
        return self._characters(int(line.xToCursor(point.x()))) if line.isValid() else 0

    def top_of(self, place: int) -> float:
        """How far below the first line's top the line with this place begins."""
        line = self._layout.lineForTextPosition(self._units(min(place, self.length)))
        return line.lineNumber() * self._line_height if line.isValid() else 0.0

    def _units(self, place: int) -> int:
        """As Qt counts: characters beyond the first plane, such as emoji, are two."""
        return place + bisect_left(self._astral, place)

    def _characters(self, units: int) -> int:
        place = units
        for before, at in enumerate(self._astral):
            if at + before >= units:
                break
            place = max(at + 1, units - before - 1)
        return min(place, self.length)
