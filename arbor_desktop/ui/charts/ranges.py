"""A chart of ranges: how much several things differ, each with the range that is likely."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from arbor_desktop.ui.charts.chart import Chart, PointWords
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.formatting import percent_number
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

_ROW, _BESIDE, _GAP, _AXIS = 54, 186, 16, 36
_FARTHEST = 1.0
"""A range that goes further ends in an arrow."""


@dataclass(frozen=True, slots=True)
class Range:
    """A row: at left what differs, with a note; at right how much, with a note. `low`, `high` and `middle`
    are shares, None where there is no limit, or nothing is known. `sure`: it does not include zero."""

    title: str
    note: str
    words: str
    below: str
    sure: bool
    middle: float | None
    low: float | None
    high: float | None
    tip: str
    cells: tuple[str | int | float | None, ...] = ()


class RangeChart(Chart):
    """Marked is a row."""

    def __init__(self, theme: Theme, name: str, headers: tuple[str, ...]) -> None:
        """`headers` are those of the table's cells."""
        super().__init__(theme, name, grows=False)
        self._headers = headers
        self.set_data(())

    @property
    def _rows(self) -> tuple[Range, ...]:
        rows: tuple[Range, ...] = self.data
        return rows

    # Figures

    def count(self) -> int:
        return len(self._rows)

    def words(self, point: int) -> PointWords:
        row = self._rows[point]
        return PointWords(row.tip, spoken=f"{row.title}. {row.tip} {row.note}".strip())

    def summary(self) -> str:
        return " ".join(f"{row.title}: {row.words}." for row in self._rows)

    def table(self) -> Table:
        return Table(self.accessibleName(), self._headers, tuple(row.cells for row in self._rows))

    # Places

    def _axis(self) -> tuple[float, float, float]:
        """The ends of the axis, and its step."""
        known = [row for row in self._rows if row.low is not None]
        ends = [one for row in known for one in (row.low, row.high, row.middle) if one is not None]
        if any(row.high is None for row in known):
            ends.append(_FARTHEST)
        least = max(min(ends, default=0.0), -_FARTHEST)
        most = min(max(ends, default=0.0), _FARTHEST)
        step = 0.5 if most - least > 1 else 0.2
        low, high = math.floor(least / step - 0.01) * step, math.ceil(most / step + 0.01) * step
        return max(min(low, -step), -_FARTHEST), max(high, step), step

    def _middle(self) -> QRectF:
        """Where the ranges are."""
        beside = self.px(_BESIDE) if self.width() >= self.px(600) else round(self.width() * 0.3)
        left, gap = beside, self.px(_GAP)
        return QRectF(left + gap, 0, max(self.px(60), self.width() - 2 * (left + gap)), self._height())

    def _height(self) -> int:
        return self.px(_ROW) * self.count()

    def _x(self, share: float) -> float:
        box = self._middle().adjusted(self.px(12), 0, -self.px(12), 0)
        low, high, _ = self._axis()
        return box.left() + box.width() * (min(max(share, low), high) - low) / (high - low)

    def _box(self, point: int) -> QRectF:
        return QRectF(0, point * self.px(_ROW), self.width(), self.px(_ROW))

    def point_at(self, at: QPointF) -> int:
        return int(at.y() // self.px(_ROW)) if 0 <= at.y() < self._height() else -1

    def anchor(self, point: int) -> QRectF:
        box, middle = self._box(point), self._middle()
        return QRectF(middle.left(), box.top() + self.px(10), middle.width(), box.height() - self.px(20))

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        middle, (low, high, step) = self._middle(), self._axis()
        any_known = any(row.low is not None for row in self._rows)
        for n in range(round(low / step), round(high / step) + 1) if any_known else ():
            x = round(self._x(n * step))
            painter.fillRect(QRectF(x, 0, 1, self._height()), self.theme.color("border" if n else "control"))
            sign = "" if n == 0 else "−" if n < 0 else "+"
            label = f"{sign}{percent_number(number(abs(round(n * step * 100))))}"
            self.write_at(painter, x, self._height() + self.px(2), label, "centre")
        zero = self._x(0)
        if any_known and zero - middle.left() > self.px(90):
            self.write_at(
                painter, zero - self.px(8), self._height() + self.px(18), tr("← less with memories"), "right"
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for n, row in enumerate(self._rows):
            self._paint_row(painter, n, row)

    def _paint_row(self, painter: QPainter, n: int, row: Range) -> None:
        px, box, middle = self.px, self._box(n), self._middle()
        left = QRectF(0, box.top(), middle.left() - px(_GAP), box.height())
        right = QRectF(middle.right() + px(_GAP), box.top(), left.width(), box.height())
        for side, title, below, style, token in (
            (left, row.title, row.note, "body500", "text"),
            (right, row.words, row.below, "body600" if row.sure else "body", "text" if row.sure else "text2"),
        ):
            if n:
                painter.fillRect(QRectF(side.left(), box.top(), side.width(), 1), self.theme.color("border"))
            upper = QRectF(side.left(), box.top() + px(8), side.width(), px(20))
            lower = QRectF(side.left(), box.top() + px(28), side.width(), px(16))
            self.write(painter, style, token, upper, title, most=side.width())
            self.write(painter, "caption", "text3", lower, below, most=side.width())
        if n:
            painter.fillRect(QRectF(middle.left(), box.top(), middle.width(), 1), self.theme.color("border"))
        if row.low is not None:
            self._paint_range(painter, box.center().y(), row, row.low)

    def _paint_range(self, painter: QPainter, y: float, row: Range, low: float) -> None:
        px, (least, most, _) = self.px, self._axis()
        left, right = self._x(low), self._x(most if row.high is None else row.high)
        beyond = row.high is None or row.high > most
        ink = self.theme.color("accent" if row.sure else "control")
        painter.setPen(Qt.PenStyle.NoPen)
        if row.sure:
            soft = QColor(ink)
            soft.setAlphaF(0.35)
            rounded(painter, QRectF(left, y - px(4), right - left, px(8)), px(2), soft)
            painter.setPen(QPen(ink, self.theme.px(2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for x, ends in ((left, low < least), (right, beyond)):
                if not ends:
                    painter.drawLine(QPointF(x, y - px(6)), QPointF(x, y + px(6)))
        else:
            dashes = QPen(ink, px(2))
            dashes.setDashPattern([1.5, 1.5])
            painter.setPen(dashes)
            painter.drawLine(QPointF(left, y), QPointF(right, y))
        painter.setPen(QPen(ink, px(2)))
        for x, sign, ends in ((left, 1, low < least), (right, -1, beyond)):
            if ends:
                for up in (-1, 1):
                    painter.drawLine(QPointF(x, y), QPointF(x + sign * px(5), y + up * px(4)))
        if row.middle is not None and least <= row.middle <= most:
            size = px(5.5)
            painter.setPen(QPen(self.theme.color("card") if row.sure else ink, px(2)))
            painter.setBrush(ink if row.sure else self.theme.color("card"))
            painter.drawEllipse(QPointF(self._x(row.middle), y), size, size)
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def paint_mark(self, painter: QPainter, point: int) -> None:
        around = self.anchor(point)
        rounded(painter, around, self.px(6), None, self.theme.color("borderStrong"))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(420), self._height() + self.px(_AXIS))
