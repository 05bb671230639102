"""Charts of bars: lying, standing, and of shares of a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter

from arbor_desktop.ui.charts.chart import Chart, PointWords
from arbor_desktop.ui.charts.figures import Table, short_number
from arbor_desktop.ui.formatting import day_words, percent
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

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

    def __init__(self, theme: Theme, name: str, kind: str, unit: str) -> None:
        """`kind` heads the names in the table ("Category"), `unit` the numbers ("Memories")."""
        super().__init__(theme, name, grows=False)
        self.kind, self._unit = kind, unit
        self.set_data(())

    def set_bars(self, bars: tuple[Bar, ...], kind: str = "") -> None:
        """`kind` as for the constructor, where it is another one."""
        self.kind = kind or self.kind
        self.set_data(bars)

    @property
    def bars(self) -> tuple[Bar, ...]:
        bars: tuple[Bar, ...] = self.data
        return bars

    # Figures

    def count(self) -> int:
        return len(self.bars)

    def words(self, point: int) -> PointWords:
        bar, total = self.bars[point], sum(bar.value for bar in self.bars)
        words = tr("{count} of {total} ({share})").format(
            count=number(bar.value), total=number(total), share=percent(bar.value / total)
        )
        spoken = f"{bar.label}: {words}"
        in_full = self.text_width("small", bar.label) <= self._names() - self.px(8)
        return PointWords(words if in_full else spoken, spoken=spoken)

    def summary(self) -> str:
        return ", ".join(f"{bar.label} {number(bar.value)}" for bar in self.bars) + "."

    def table(self) -> Table:
        rows = tuple((bar.label, bar.value) for bar in self.bars)
        return Table(self.accessibleName(), (self.kind, self._unit), rows)

    def key_of(self, point: int) -> object:
        return self.bars[point].key

    # Places

    def _names(self) -> int:
        """How wide the column of names is."""
        widest = max((self.text_width("small", bar.label) for bar in self.bars), default=0)
        return min(max(widest + self.px(10), self.px(122)), int(self.width() * 0.5))

    def bar_box(self, point: int) -> QRectF:
        left = self._names()
        numbers = max(self.text_width("small600", number(bar.value)) for bar in self.bars)
        room = max(self.px(20), self.width() - left - self.px(6) - max(self.px(38), numbers + self.px(4)))
        wide = max(1.0, room * self.bars[point].value / self.bars[0].value)
        row, bar = self.px(_ROW), self.px(_BAR)
        return QRectF(left, point * row + (row - bar) // 2, wide, bar)

    def point_at(self, at: QPointF) -> int:
        point = int(at.y() // self.px(_ROW))
        return point if 0 <= point < self.count() and 0 <= at.x() <= self.width() else -1

    def anchor(self, point: int) -> QRectF:
        value = self.text_width("small600", number(self.bars[point].value))
        # With its name: that is not to be covered.
        return self.bar_box(point).adjusted(-self._names(), -2, self.px(6) + value, 2)

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        row, names = self.px(_ROW), self._names()
        for n, bar in enumerate(self.bars):
            box = self.bar_box(n)
            name = QRectF(0, n * row, names, row)
            self.write(painter, "small", "text2", name, bar.label, most=names - self.px(8))
            self.bar(painter, box, bar.token)
            value = QRectF(box.right() + self.px(6), n * row, self.width(), row)
            self.write(painter, "small600", "text", value, number(bar.value))

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box, token = self.bar_box(point).adjusted(0, -2, 0, 2), self.bars[point].token
        self.bar(painter, box, "accentHover" if token == "accent" else token)
        self.bar(painter, QRectF(box.left() - self.px(5), box.top(), self.px(2), box.height()), "text", 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(220), self.px(_ROW) * max(3, len(self.bars)))


class Columns(Chart):
    """Standing columns over an axis. Marked is a column. A subclass says their values, which are its points,
    and how many have room."""

    begins_at_end = True
    room = 0
    """How many columns have room; those without a value are no points."""
    gap, above, least = 4, 18, 2
    """Between two columns; over the highest; the height of one that is not nothing."""

    @property
    def values(self) -> Sequence[float]:
        raise NotImplementedError

    def count(self) -> int:
        return len(self.values) if any(self.values) else 0

    def floor(self) -> int:
        return self.height() - self.px(18)

    def _edge(self, column: int) -> int:
        """Where a column begins."""
        return round(column * (self.width() + self.px(self.gap)) / self.room)

    def column_box(self, column: int) -> QRectF:
        value = self.values[column] if column < len(self.values) else 0
        high = (self.floor() - self.px(self.above)) * value / max(self.values) if value > 0 else 0
        if value > 0:
            high = max(high, self.px(self.least))
        left, right = self._edge(column), self._edge(column + 1) - self.px(self.gap)
        return QRectF(left, self.floor() - round(high), max(2, right - left), round(high))

    def point_at(self, at: QPointF) -> int:
        column = int(at.x() * self.room / (self.width() + self.px(self.gap)))
        return column if 0 <= column < self.count() else -1

    def anchor(self, point: int) -> QRectF:
        box = self.column_box(point)
        return QRectF(box.left(), 0, box.width(), self.px(26))

    def below(self, painter: QPainter, x: float, text: str, align: str) -> None:
        """Write a label of the axis."""
        self.write_at(painter, x, self.floor() + self.px(2), text, align)

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box = self.column_box(point)
        self.bar(painter, QRectF(box.left(), self.floor() - 1, box.width(), self.px(3)), "text", 0)


class DayColumns(Columns):
    """The days of a month. Those to come are marked by a line at the floor, and are no points."""

    gap, above, least = 3, 2, 1

    def __init__(self, theme: Theme, name: str, unit: str, said: Callable[[float], str]) -> None:
        """`said` says a value ("$0.12"); `unit` heads the table's column."""
        super().__init__(theme, name, grows=False)
        self._unit, self._said = unit, said
        self.set_data((date(2000, 1, 1), ()))

    def set_days(self, today: date, values: tuple[float, ...]) -> None:
        """`values` by day of today's month, from the 1st; days that are missing have nothing."""
        self.set_data((today, (*values, *(0.0,) * today.day)[: today.day]))

    @property
    def values(self) -> Sequence[float]:
        values: Sequence[float] = self.data[1]
        return values

    @property
    def room(self) -> int:
        today = self._day(0)
        return ((today + timedelta(days=32)).replace(day=1) - timedelta(days=1)).day

    def _day(self, point: int) -> date:
        today: date = self.data[0]
        return today.replace(day=point + 1)

    def words(self, point: int) -> PointWords:
        return PointWords(f"{day_words(self._day(point), weekday=True)}: {self._said(self.values[point])}")

    def summary(self) -> str:
        most = max(range(len(self.values)), key=lambda n: self.values[n])
        words = tr("Total from 1 to {today}: {total}. Highest on {day}: {value}.")
        return words.format(
            today=day_words(self.data[0]), total=self._said(sum(self.values)), day=day_words(self._day(most)),
            value=self._said(self.values[most]),
        )  # fmt: skip

    def table(self) -> Table:
        rows = tuple((self._day(n).isoformat(), value) for n, value in enumerate(self.values))
        return Table(self.accessibleName(), (tr("Day"), self._unit), rows)

    def paint_figures(self, painter: QPainter) -> None:
        for day in range(self.room):
            box = self.column_box(day)
            if box.height():
                self.bar(painter, box, "accent", 1.5)
            else:
                foot = QRectF(box.left(), self.floor() - 1, box.width(), 1)
                painter.fillRect(foot, self.theme.color("track"))
        first, today = day_words(self._day(0)), self.data[0].day
        self.below(painter, 0, first, "left")
        self.below(painter, self.width(), str(self.room), "right")
        middle = self.column_box(today - 1).center().x()
        if self.text_width("caption", first) + self.px(14) < middle < self.width() - self.px(32):
            self.below(painter, middle, str(today), "centre")

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(200), self.px(60))


BINS = 10
_LEVELS = ((4, "confLow"), (7, "confMid"), (10, "confHigh"))
"""Up to which column each level reaches: below 0.4, below 0.7, the rest."""


def level_of(column: int) -> tuple[str, str]:
    """The level's word and its colour."""
    token = next(token for end, token in _LEVELS if column < end)
    return {"confLow": tr("low"), "confMid": tr("medium"), "confHigh": tr("high")}[token], token


class Histogram(Columns):
    """Its keys are the confidences that the columns begin with."""

    room = BINS

    def __init__(self, theme: Theme, name: str, unit: str) -> None:
        super().__init__(theme, name)
        self._unit = unit
        self.set_counts((0,) * BINS)

    def set_counts(self, counts: tuple[int, ...]) -> None:
        """Ten numbers."""
        if len(counts) != BINS:
            raise ValueError(f"{BINS} columns, not {len(counts)}")
        self.set_data(counts)

    @property
    def values(self) -> Sequence[int]:
        counts: Sequence[int] = self.data
        return counts

    def words(self, point: int) -> PointWords:
        words, count = tr("{span}, {level}: {count} {unit}, {share}"), self.values[point]
        return PointWords(
            words.format(
                span=_span(point), level=level_of(point)[0], count=number(count), unit=self._unit.lower(),
                share=percent(count / sum(self.values)),
            )
        )  # fmt: skip

    def summary(self) -> str:
        parts, first = [], 0
        for end, _token in _LEVELS:
            parts.append(f"{number(sum(self.values[first:end]))} {level_of(first)[0]}")
            first = end
        return tr("Confidence: {levels}.").format(levels=", ".join(parts))

    def table(self) -> Table:
        rows = tuple((_span(n), level_of(n)[0], count) for n, count in enumerate(self.values))
        return Table(self.accessibleName(), (tr("Confidence"), tr("Level"), self._unit), rows)

    def key_of(self, point: int) -> object:
        return point / BINS if self.values[point] else None

    def paint_figures(self, painter: QPainter) -> None:
        for n, count in enumerate(self.values):
            box = self.column_box(n)
            if count:
                self.bar(painter, box, level_of(n)[1])
            over = QRectF(box.left(), box.top() - self.px(17), box.width(), self.px(16))
            token = "text2" if count else "text3"
            self.write(painter, "caption", token, over, short_number(count), "centre")
        painter.fillRect(QRectF(0, self.floor(), self.width(), 1), self.theme.color("borderStrong"))
        self.below(painter, 0, "0", "left")
        self.below(painter, self.width(), "1", "right")
        first = 0
        for last, _token in _LEVELS:
            self.below(painter, (self._edge(first) + self._edge(last)) / 2, level_of(first)[0], "centre")
            if last < BINS:
                self.below(painter, self._edge(last) - self.px(2), f"0.{last}", "centre")
            first = last

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(240), self.px(110))


def _span(column: int) -> str:
    return tr("0.{first} to {last}").format(
        first=column, last="1" if column == BINS - 1 else f"0.{column + 1}"
    )
