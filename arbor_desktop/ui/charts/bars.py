"""Charts of bars: lying, standing, and of shares of a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.charts.base import Chart, PointWords, paint_bar
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import day_words, number, percent, short_number, tr
from arbor_desktop.ui.theme import Theme

_ROW, _BAR = 20, 11


@dataclass(frozen=True, slots=True)
class Bar:
    """`key` is what a click opens; None: nothing. `token`: its colour."""

    label: str
    value: int
    key: object = None
    token: str = "accent"


def bars_of(entries: Iterable[Bar], rest: str, most: int = 9) -> tuple[Bar, ...]:
    """The largest first; what is beyond `most` bars together as `rest`. None that stand for nothing."""
    found = sorted((bar for bar in entries if bar.value > 0), key=lambda bar: -bar.value)
    if len(found) <= most:
        return tuple(found)
    others = sum(bar.value for bar in found[most - 1 :])
    return (*found[: most - 1], Bar(rest, others))


class BarChart(Chart):
    """Marked is a bar; a click, or Enter, opens what it counts."""

    def __init__(self, theme: Theme, name: str, kind: str, unit: str, parent: QWidget | None = None) -> None:
        """`kind` heads the names in the table ("Category"), `unit` the numbers ("Memories")."""
        super().__init__(theme, name, parent)
        self._kind, self._unit = kind, unit
        self._bars: tuple[Bar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.renew()

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    def set_bars(self, bars: tuple[Bar, ...], kind: str | None = None) -> None:
        """`kind` as for the constructor, where it is another one."""
        if bars == self._bars and kind in (None, self._kind):
            return
        self._kind = kind or self._kind
        self._bars = bars
        self.renew()
        self.updateGeometry()

    # Figures

    def count(self) -> int:
        return len(self._bars)

    @property
    def _total(self) -> int:
        return sum(bar.value for bar in self._bars)

    def words(self, point: int) -> PointWords:
        bar = self._bars[point]
        words = tr("{count} of {total}, {share}").format(
            count=number(bar.value), total=number(self._total), share=percent(bar.value / self._total)
        )
        spoken = f"{bar.label}: {words}"
        return PointWords(words if self._fits(bar.label) else spoken, spoken=spoken)

    def _fits(self, label: str) -> bool:
        """Whether the name is there in full."""
        return self.text_width("small", label) <= self._names() - self.px(8)

    def summary(self) -> str:
        return ", ".join(f"{bar.label} {number(bar.value)}" for bar in self._bars) + "."

    def table(self) -> Table:
        rows = tuple((bar.label, bar.value) for bar in self._bars)
        return Table(self.accessibleName(), (self._kind, self._unit), rows)

    def key_of(self, point: int) -> object:
        return self._bars[point].key

    # Places

    def _names(self) -> int:
        """How wide the column of names is."""
        widest = max((self.text_width("small", bar.label) for bar in self._bars), default=0)
        return min(max(widest + self.px(10), self.px(122)), int(self.width() * 0.5))

    def bar_box(self, point: int) -> QRectF:
        left = self._names()
        numbers = max(self.text_width("small600", number(bar.value)) for bar in self._bars)
        room = max(self.px(20), self.width() - left - self.px(6) - max(self.px(38), numbers + self.px(4)))
        most = self._bars[0].value
        row, bar = self.px(_ROW), self.px(_BAR)
        return QRectF(
            left, point * row + (row - bar) // 2, max(1.0, room * self._bars[point].value / most), bar
        )

    def point_at(self, at: QPointF) -> int:
        point = int(at.y() // self.px(_ROW))
        return point if 0 <= point < self.count() and 0 <= at.x() <= self.width() else -1

    def anchor(self, point: int) -> QRectF:
        value = self.text_width("small600", number(self._bars[point].value))
        # With its name: that is not to be covered.
        return self.bar_box(point).adjusted(-self._names(), -2, self.px(6) + value, 2)

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        row, names = self.px(_ROW), self._names()
        small = QFontMetrics(self.theme.font("small"))
        for n, bar in enumerate(self._bars):
            label = small.elidedText(bar.label, Qt.TextElideMode.ElideRight, names - self.px(8))
            self.write(painter, "small", "text2", QRectF(0, n * row, names, row), label)
            box = self.bar_box(n)
            paint_bar(painter, box, self.theme.color(bar.token), self.px(2))
            value = QRectF(box.right() + self.px(6), n * row, self.width(), row)
            self.write(painter, "small600", "text", value, number(bar.value))

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box = self.bar_box(point).adjusted(0, -2, 0, 2)
        token = "accentHover" if self._bars[point].token == "accent" else self._bars[point].token
        paint_bar(painter, box, self.theme.color(token), self.px(2))
        paint_bar(painter, QRectF(box.left() - self.px(5), box.top(), self.px(2), box.height()),
                  self.theme.color("text"), 0)  # fmt: skip

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(220), self.px(_ROW) * max(3, len(self._bars)))


class DayColumns(Chart):
    """Days to come are marked by a line at the floor, and are no points."""

    def __init__(
        self, theme: Theme, name: str, unit: str, said: Callable[[float], str], parent: QWidget | None = None
    ) -> None:
        """`said` says a value ("$0.12"); `unit` heads the table's column."""
        super().__init__(theme, name, parent)
        self._unit, self._said = unit, said
        self._today = date(2000, 1, 1)
        self._values: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.renew()

    def set_days(self, today: date, values: tuple[float, ...]) -> None:
        """`values` by day of today's month, from the 1st; days that are missing have nothing."""
        past = (*values, *(0.0,) * today.day)[: today.day]
        if (today, past) != (self._today, self._values):
            self._today, self._values = today, past
            self.renew()

    # Figures

    def count(self) -> int:
        return len(self._values) if any(self._values) else 0

    def first_point(self) -> int:
        return self.count() - 1

    def _day(self, point: int) -> date:
        return self._today.replace(day=point + 1)

    def words(self, point: int) -> PointWords:
        return PointWords(f"{day_words(self._day(point), weekday=True)}: {self._said(self._values[point])}")

    def summary(self) -> str:
        most = max(range(len(self._values)), key=lambda n: self._values[n])
        words = tr("From 1 to {today}: {total} in all; most on {day}: {value}.")
        return words.format(
            today=day_words(self._today), total=self._said(sum(self._values)), day=day_words(self._day(most)),
            value=self._said(self._values[most]),
        )  # fmt: skip

    def table(self) -> Table:
        rows = tuple((self._day(n).isoformat(), value) for n, value in enumerate(self._values))
        return Table(self.accessibleName(), (tr("Day"), self._unit), rows)

    # Places

    @property
    def days(self) -> int:
        """Of this month."""
        return ((self._today.replace(day=1) + timedelta(days=32)).replace(day=1) - timedelta(days=1)).day

    def _floor(self) -> int:
        return self.height() - self.px(16)

    def column_box(self, day: int) -> QRectF:
        """Of a day, from 0."""
        pitch = (self.width() + self.px(3)) / self.days
        value = self._values[day] if day < len(self._values) else 0.0
        high = (self._floor() - self.px(2)) * value / max(self._values) if value > 0 else 0
        if value > 0:
            high = max(high, 1)
        return QRectF(
            round(day * pitch), self._floor() - round(high), max(2, round(pitch - self.px(3))), round(high)
        )

    def point_at(self, at: QPointF) -> int:
        day = int(at.x() / ((self.width() + self.px(3)) / self.days))
        return day if 0 <= day < self.count() else -1

    def anchor(self, point: int) -> QRectF:
        box = self.column_box(point)
        return QRectF(box.left(), 0, box.width(), self._floor())

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        for day in range(self.days):
            box = self.column_box(day)
            if box.height():
                paint_bar(painter, box, self.theme.color("accent"), self.px(1.5))
            else:
                foot = QRectF(box.left(), self._floor() - 1, box.width(), 1)
                painter.fillRect(foot, self.theme.color("track"))
        first = day_words(self._today.replace(day=1))
        self._below(painter, 0, first, "left")
        self._below(painter, self.width(), str(self.days), "right")
        today = self.column_box(self._today.day - 1).center().x()
        clear = self.text_width("caption", first) + self.px(14)
        if clear < today < self.width() - self.px(32):
            self._below(painter, today, str(self._today.day), "centre")

    def _below(self, painter: QPainter, x: float, text: str, align: str) -> None:
        width = self.px(80)
        left = {"left": x, "centre": x - width / 2, "right": x - width}[align]
        self.write(
            painter, "caption", "text3", QRectF(left, self._floor() + 1, width, self.px(16)), text, align
        )

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box = self.column_box(point)
        paint_bar(painter, box, self.theme.color("accentHover"), self.px(1.5))
        line = QRectF(box.left(), self._floor(), box.width(), self.px(2))
        paint_bar(painter, line, self.theme.color("text"), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(200), self.px(60))


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
