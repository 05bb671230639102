"""How many memories are trusted how far: ten columns from 0 to 1, in the colours of low, medium and high."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.charts.base import Chart, PointWords, paint_bar
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import number, percent, short_number, tr
from arbor_desktop.ui.theme import Theme

BINS = 10
_LEVELS = ((4, "confLow"), (7, "confMid"), (10, "confHigh"))
"""Up to which column each level reaches: below 0.4, below 0.7, the rest."""


def level_of(column: int) -> tuple[str, str]:
    """The level's word and its colour."""
    token = next(token for end, token in _LEVELS if column < end)
    return {"confLow": tr("low"), "confMid": tr("medium"), "confHigh": tr("high")}[token], token


class Histogram(Chart):
    """Marked is a column; its key is the confidence that it begins with."""

    def __init__(self, theme: Theme, name: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self._unit = unit
        self._counts: tuple[int, ...] = (0,) * BINS
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.renew()

    def set_counts(self, counts: tuple[int, ...]) -> None:
        """Ten numbers."""
        if len(counts) != BINS:
            raise ValueError(f"{BINS} columns, not {len(counts)}")
        if counts != self._counts:
            self._counts = counts
            self.renew()

    # Figures

    def count(self) -> int:
        return BINS if any(self._counts) else 0

    def first_point(self) -> int:
        return BINS - 1

    def words(self, point: int) -> PointWords:
        count = self._counts[point]
        words = tr("{span}, {level}: {count} {unit}, {share}")
        return PointWords(
            words.format(
                span=_span(point), level=level_of(point)[0], count=number(count), unit=self._unit.lower(),
                share=percent(count / sum(self._counts)),
            )
        )  # fmt: skip

    def summary(self) -> str:
        parts, first = [], 0
        for end, _token in _LEVELS:
            parts.append(f"{number(sum(self._counts[first:end]))} {level_of(first)[0]}")
            first = end
        return tr("Confidence: {levels}.").format(levels=", ".join(parts))

    def table(self) -> Table:
        rows = tuple((_span(n), level_of(n)[0], count) for n, count in enumerate(self._counts))
        return Table(self.accessibleName(), (tr("Confidence"), tr("Level"), self._unit), rows)

    def key_of(self, point: int) -> object:
        return point / BINS if self._counts[point] else None

    # Places

    def _floor(self) -> int:
        return self.height() - self.px(18)

    def column_box(self, point: int) -> QRectF:
        """The column; at least two pixels high where there is anything."""
        top = self.px(18)
        high = (self._floor() - top) * self._counts[point] / max(self._counts)
        if self._counts[point]:
            high = max(high, self.px(2))
        left, right = self._edge(point), self._edge(point + 1) - self.px(4)
        return QRectF(left, self._floor() - round(high), max(2, right - left), round(high))

    def _edge(self, point: int) -> int:
        """Where a column begins."""
        return self.px(2) + round(point * self.width() / BINS)

    def point_at(self, at: QPointF) -> int:
        return max(0, min(BINS - 1, int(at.x() * BINS / max(1, self.width()))))

    def anchor(self, point: int) -> QRectF:
        box = self.column_box(point)
        return QRectF(box.left(), 0, box.width(), self.px(26))

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        for n, count in enumerate(self._counts):
            box = self.column_box(n)
            if count:
                paint_bar(painter, box, self.theme.color(level_of(n)[1]), self.px(2))
            over = QRectF(
                box.left() - self.px(4), box.top() - self.px(17), box.width() + self.px(8), self.px(16)
            )
            token = "text2" if count else "text3"
            self.write(painter, "caption", token, over, short_number(count), "centre")
        painter.fillRect(QRectF(0, self._floor(), self.width(), 1), self.theme.color("borderStrong"))
        self._paint_axis(painter)

    def _paint_axis(self, painter: QPainter) -> None:
        start, end = self._edge(0), self._edge(BINS) - self.px(4)

        def below(x: float, text: str, align: str) -> None:
            width = self.px(80)
            left = {"left": x, "centre": x - width / 2, "right": x - width}[align]
            box = QRectF(left, self._floor() + self.px(3), width, self.px(16))
            self.write(painter, "caption", "text3", box, text, align)

        below(start, "0", "left")
        below(end, "1", "right")
        first = 0
        for last, _token in _LEVELS:
            middle = (self._edge(first) + self._edge(last)) / 2
            below(middle - self.px(2), level_of(first)[0], "centre")
            if last < BINS:
                below(self._edge(last) - self.px(2), f"0.{last}", "centre")
            first = last

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box = self.column_box(point)
        line = QRectF(box.left(), self._floor() - 1, box.width(), self.px(3))
        paint_bar(painter, line, self.theme.color("text"), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(240), self.px(110))


def _span(column: int) -> str:
    return tr("0.{first} to {last}").format(
        first=column, last="1" if column == BINS - 1 else f"0.{column + 1}"
    )
