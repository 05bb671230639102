"""Horizontal bars: how many there are of each kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.charts.base import Chart, PointWords, paint_bar
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import number, percent, tr
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
