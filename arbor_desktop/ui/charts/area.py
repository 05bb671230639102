"""Areas over time, with the steps and days of their axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPen, QPolygonF

from arbor_desktop.clock import day_start, local_day
from arbor_desktop.ui.charts.chart import Chart, PointWords, TipLine
from arbor_desktop.ui.charts.figures import Cell, Table, short_number
from arbor_desktop.ui.formatting import day_words, month_name
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

_STEPS = (1, 2, 5, 10)
_DAY_MS = 86_400_000
_WEEKLY_UNTIL_DAYS = 70
_MONTHLY_UNTIL_DAYS = 800


def ticks(top: float, most: int = 5) -> list[int]:
    """Round numbers from 0 to at most `top`, `most` or fewer above 0. Whole ones: memories are counted."""
    if top < 1:
        return [0]
    rough = top / most
    power = 10 ** math.floor(math.log10(rough)) if rough >= 1 else 1
    step = next((power * n for n in _STEPS if power * n >= rough), power * 10)
    return [round(step * n) for n in range(int(top // step) + 1)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels that would like to be at `wanted` (ascending): in that order, at least `gap` apart,
    between `low` and `high`, and moved as little as that allows (least squares, by pooling neighbours that
    are too near). Where not all fit, they lie evenly from `low` to `high`."""
    if not wanted:
        return []
    room = (high - low) / (len(wanted) - 1) if len(wanted) > 1 else gap
    if room < gap:
        return [low + room * n for n in range(len(wanted))]
    # Without the gaps, labels may not be in the wrong order: a regression that never falls.
    blocks: list[tuple[float, int]] = []
    for n, place in enumerate(wanted):
        mean, size = place - n * gap, 1
        while blocks and blocks[-1][0] > mean:
            former, many = blocks.pop()
            mean, size = (former * many + mean * size) / (many + size), many + size
        blocks.append((mean, size))
    last = high - (len(wanted) - 1) * gap
    flat = [min(max(mean, low), last) for mean, size in blocks for _ in range(size)]
    return [place + n * gap for n, place in enumerate(flat)]


def fitting(room: float, gap: float) -> int:
    """How many labels of that height fit into `room`."""
    return max(1, int(room // gap) + 1) if gap > 0 else 1


def date_ticks(first: int, last: int) -> list[tuple[int, str]]:
    """Moments (milliseconds) between `first` and `last` with what stands below them: weeks of a short span,
    months of a longer one, quarters of a very long one. A span's own first month is named at its start."""
    if last <= first:
        return [(first, day_words(local_day(first)))]
    days = (last - first) / _DAY_MS
    if days <= _WEEKLY_UNTIL_DAYS:
        return _weeks(first, last, 7 if days <= 35 else 14)
    return _months(first, last, 1 if days <= _MONTHLY_UNTIL_DAYS else 3)


def _weeks(first: int, last: int, step: int) -> list[tuple[int, str]]:
    day = local_day(last)
    found = []
    while (at := day_start(day)) >= first:
        found.append((at, day_words(day)))
        day -= timedelta(days=step)
    return found[::-1]


def _months(first: int, last: int, step: int) -> list[tuple[int, str]]:
    start = local_day(first)
    found = [(first, month_name(start.month))]
    day = start.replace(day=1)
    while True:
        day = (day + timedelta(days=32)).replace(day=1)
        at = day_start(day)
        if at > last:
            return found
        if (day.month - 1) % step == 0:
            found.append((at, str(day.year) if step > 1 and day.month == 1 else month_name(day.month)))


@dataclass(frozen=True, slots=True)
class Series:
    """`token` is its colour; `values` has one for each moment."""

    key: str
    label: str
    token: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """`times`: moments in milliseconds, ascending, evenly apart; `series` from the lowest to the highest."""

    times: tuple[int, ...] = ()
    series: tuple[Series, ...] = ()

    @property
    def shown(self) -> tuple[Series, ...]:
        """Without those that never were above nothing."""
        return tuple(one for one in self.series if any(one.values))

    def totals(self) -> list[int]:
        return [sum(one.values[n] for one in self.series) for n in range(len(self.times))]


class AreaChart(Chart):
    """Marked is a moment: a line, a dot on every edge, and all figures of that day."""

    begins_at_end = True

    def __init__(self, theme: Theme, name: str, unit: str = "") -> None:
        """`unit` is what is counted ("memories")."""
        super().__init__(theme, name)
        self._unit = unit
        self._plot, self._plot_for = QRectF(), QSize()
        self.set_data(Stack())

    @property
    def _data(self) -> Stack:
        stack: Stack = self.data
        return stack

    def renew(self) -> None:
        self._plot_for = QSize()
        self._totals = self._data.totals()
        self._top = max(self._totals, default=0)
        super().renew()

    # Figures

    def count(self) -> int:
        return len(self._data.times) if any(self._totals) else 0

    def words(self, point: int) -> PointWords:
        day = local_day(self._data.times[point])
        lines = [TipLine(s.label, number(s.values[point]), s.token) for s in self._data.shown[::-1]]
        lines.append(TipLine(tr("Total"), number(self._totals[point])))
        return PointWords(day_words(day, year=True), tuple(lines))

    def summary(self) -> str:
        first, last = (local_day(t) for t in (self._data.times[0], self._data.times[-1]))
        latest = ", ".join(f"{s.label} {number(s.values[-1])}" for s in self._data.shown[::-1])
        words = tr("{first} to {last}: from {start} to {end} {unit}. Now: {latest}.")
        return words.format(
            first=day_words(first, year=True), last=day_words(last, year=True), start=number(self._totals[0]),
            end=number(self._totals[-1]), unit=self._unit, latest=latest,
        )  # fmt: skip

    def table(self) -> Table:
        headers = (tr("Date"), *(s.label for s in self._data.series), tr("Total"))
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (local_day(t).isoformat(), *(s.values[n] for s in self._data.series), self._totals[n])
            for n, t in enumerate(self._data.times)
        )
        return Table(self.accessibleName(), headers, rows)

    # Places

    def plot(self) -> QRectF:
        """Where the areas are."""
        if self._plot_for != self.size():
            self._plot, self._plot_for = self._measured_plot(), self.size()
        return QRectF(self._plot)

    def _measured_plot(self) -> QRectF:
        px = self.px
        widest = max((self.text_width("caption", short_number(t)) for t in self.ticks()), default=0)
        left = max(px(34), widest + px(10))
        labels = max((self.text_width("small", words) for words in self._label_words()), default=0)
        right = px(24) + labels + px(2)
        return QRectF(
            left, px(18), max(px(40), self.width() - left - right), max(px(40), self.height() - px(40))
        )

    def ticks(self) -> list[int]:
        return ticks(
            self._top, 6 if self.height() >= self.px(240) else 4 if self.height() >= self.px(150) else 3
        )

    def x(self, point: int) -> float:
        box, last = self.plot(), len(self._data.times) - 1
        return box.left() + (box.width() * point / last if last > 0 else box.width())

    def y(self, value: float) -> float:
        box = self.plot()
        return box.bottom() - (box.height() * value / self._top if self._top else 0)

    def point_at(self, at: QPointF) -> int:
        box, last = self.plot(), len(self._data.times) - 1
        if not box.adjusted(-self.px(6), -self.px(18), self.px(6), self.px(6)).contains(at):
            return -1
        return max(0, min(last, round((at.x() - box.left()) / box.width() * last))) if last > 0 else 0

    def anchor(self, point: int) -> QRectF:
        box, x = self.plot(), self.x(point)
        return QRectF(x - 1, box.top(), 2, box.height() * 0.6)

    def tip_room(self) -> QRect:
        """Not over the names at the right."""
        return QRect(0, 0, round(self.plot().right()) + self.px(4), self.height())

    def edges(self, point: int) -> list[float]:
        """Heights of the upper edges there, from the lowest area to the highest."""
        below, found = 0, []
        for series in self._data.shown:
            below += series.values[point]
            found.append(self.y(below))
        return found

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        self._paint_grid(painter)
        self._paint_areas(painter)
        self._paint_days(painter)
        self._paint_labels(painter)

    def _paint_grid(self, painter: QPainter) -> None:
        box = self.plot()
        for value in self.ticks():
            y = round(self.y(value))
            painter.fillRect(QRectF(round(box.left()), y, round(box.width()), 1), self.theme.color("border"))
            line = QRectF(0, y - self.px(8), box.left() - self.px(8), self.px(16))
            self.write(painter, "caption", "text3", line, short_number(value), "right")

    def _paint_areas(self, painter: QPainter) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.color("card"), 1))
        box = self.plot()
        points = range(len(self._data.times))
        xs = [self.x(n) for n in points] if len(points) > 1 else [box.left(), box.right()]
        below = [0] * len(points)
        lower = [self.y(0)] * len(xs)
        for series in self._data.shown:
            below = [b + v for b, v in zip(below, series.values, strict=True)]
            upper = [self.y(value) for value in below] * (1 if len(points) > 1 else 2)
            edge = [QPointF(x, y) for x, y in zip(xs, upper, strict=True)]
            back = [QPointF(x, y) for x, y in zip(xs[::-1], lower[::-1], strict=True)]
            painter.setBrush(self.theme.color(series.token))
            painter.drawPolygon(QPolygonF(edge + back))
            lower = upper
        painter.restore()
        # The edge of the lowest area would lighten the axis.
        line = QRectF(round(box.left()), round(box.bottom()), round(box.width()), 1)
        painter.fillRect(line, self.theme.color("border"))

    def _paint_days(self, painter: QPainter) -> None:
        box, times = self.plot(), self._data.times
        top = box.bottom() + self.px(6)
        if len(times) == 1:
            self.write_at(painter, box.center().x(), top, day_words(local_day(times[0])), "centre")
            return
        span = times[-1] - times[0]
        places = [
            (box.left() + box.width() * (at - times[0]) / span, t)
            for at, t in date_ticks(times[0], times[-1])
        ]
        shown = [(x, text, self.text_width("caption", text)) for x, text in places]
        if len(shown) > 1 and shown[0][0] + shown[0][2] + self.px(20) > shown[1][0] - shown[1][2] / 2:
            shown.pop(0)  # the first month is all but over: its name would push the next one away
        taken = float("-inf")
        for x, text, width in shown:
            left = min(max(x - width / 2, box.left()), box.right() + self.px(8) - width)
            if left > taken:
                self.write_at(painter, left, top, text, "left")
                taken = left + width + self.px(8)

    # Names at the right

    def _label_words(self) -> list[str]:
        return [f"{s.label} {number(s.values[-1])}" for s in self._data.shown]

    def label_places(self) -> list[tuple[Series, float]]:
        """The areas that are named, and at which height (the middle of the text), from the lowest upwards."""
        if not self._data.times:
            return []
        line, box = self.theme.line("small"), self.plot()
        high, low = box.bottom(), box.top() - line / 2
        room = fitting(high - low - line, line)
        largest = sorted(self._data.shown, key=lambda s: s.values[-1], reverse=True)[:room]
        edges = [self.y(0), *self.edges(-1)]
        middles = {s.key: (a + b) / 2 for s, (a, b) in zip(self._data.shown, pairwise(edges), strict=True)}
        named = [s for s in self._data.shown if s in largest]
        # From the top down, as the screen counts.
        wanted = [middles[s.key] for s in named[::-1]]
        found = spread(wanted, line, low + line / 2, high - line / 2)
        return list(zip(named, found[::-1], strict=True))

    def _paint_labels(self, painter: QPainter) -> None:
        x, side = self.plot().right() + self.px(10), self.px(8)
        for series, y in self.label_places():
            square = QRectF(round(x), round(y - side / 2), side, side)
            self.bar(painter, square, series.token)
            text = f"{series.label} {number(series.values[-1])}"
            line = QRectF(round(x) + self.px(14), round(y) - self.px(8), self.width(), self.px(16))
            self.write(painter, "small", "text2", line, text)

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box, x = self.plot(), round(self.x(point))
        painter.fillRect(
            QRectF(x, box.top() - self.px(6), 1, box.height() + self.px(6)), self.theme.color("text2")
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.color("card"), 1.5))
        painter.setBrush(self.theme.color("text"))
        for y in self.edges(point):
            painter.drawEllipse(QPointF(x + 0.5, y), self.px(3), self.px(3))
        painter.restore()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(320), self.px(200))

    def sizeHint(self) -> QSize:
        return QSize(self.px(710), self.px(320))


def stack_of(times: Sequence[int], series: Sequence[Series]) -> Stack:
    """A stack whose values are no less than nothing and as many as the moments."""
    many = len(times)

    def whole(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(max(0, value) for value in (*values, *(0,) * many)[:many])

    return Stack(tuple(times), tuple(replace(one, values=whole(one.values)) for one in series))
