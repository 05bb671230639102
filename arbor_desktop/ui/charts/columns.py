"""A column for each day of a month."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.charts.base import Chart, PointWords, paint_bar
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import day_words, tr
from arbor_desktop.ui.theme import Theme


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
