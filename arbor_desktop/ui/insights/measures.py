"""The measures of success, each with its goal and whether it is met. What is not known has no figure."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter

from arbor_desktop.maintenance.model import Measure
from arbor_desktop.ui.charts.chart import Chart, PointWords
from arbor_desktop.ui.charts.figures import Cell, Table
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.words import (
    goal_words,
    measure_about,
    measure_name,
    measure_value,
    met_words,
    tr,
)

_ROW, _NARROW, _GAP = 46, 900, 32


class Measures(Chart):
    """A row each, in two columns where there is room. Marked is a row."""

    def __init__(self, icons: Icons, name: str) -> None:
        super().__init__(icons.theme, name, grows=False)
        self._icons = icons
        self.set_data(())

    @property
    def _measures(self) -> tuple[Measure, ...]:
        measures: tuple[Measure, ...] = self.data
        return measures

    # Figures

    def count(self) -> int:
        return len(self._measures)

    def words(self, point: int) -> PointWords:
        measure = self._measures[point]
        value = "" if measure.met is None else f" {measure_value(measure)}"
        standing = f"{met_words(measure)[0]}, {goal_words(measure)}"
        return PointWords(f"{measure_name(measure)}{value}. {measure_about(measure)}. {standing}")

    def summary(self) -> str:
        met = sum(measure.met is True for measure in self._measures)
        missed = sum(measure.met is False for measure in self._measures)
        unknown = len(self._measures) - met - missed
        words = tr("{met} goals met, {missed} not met, {unknown} without data.")
        return words.format(met=met, missed=missed, unknown=unknown)

    def table(self) -> Table:
        headers = (
            tr("Measure"), tr("Value"), tr("Part"), tr("Whole"), tr("Goal"), tr("Standing"),
            tr("What it counts"),
        )  # fmt: skip
        return Table(self.accessibleName(), headers, tuple(self._row(m) for m in self._measures))

    def _row(self, measure: Measure) -> tuple[Cell, ...]:
        rate = measure.rate
        counted: tuple[Cell, ...] = (measure.value, None, None)
        if rate is not None:
            counted = (None,) * 3 if rate.share is None else (round(rate.share, 4), rate.part, rate.whole)
        standing = met_words(measure)[0]
        return (measure_name(measure), *counted, goal_words(measure), standing, measure_about(measure))

    def step(self, point: int, key: Qt.Key) -> int | None:
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            target = point + (self._per_column() if key == Qt.Key.Key_Right else -self._per_column())
            return target if self._columns() > 1 and 0 <= target < self.count() else point
        return super().step(point, key)

    # Places

    def _columns(self) -> int:
        return 2 if self.width() >= self.px(_NARROW) else 1

    def _per_column(self) -> int:
        return max(1, -(-self.count() // self._columns()))

    def box(self, point: int) -> QRectF:
        column, row = divmod(point, self._per_column())
        columns, gap = self._columns(), self.px(_GAP)
        wide = (self.width() - (columns - 1) * gap) / columns
        return QRectF(round(column * (wide + gap)), row * self.px(_ROW), round(wide), self.px(_ROW))

    def point_at(self, at: QPointF) -> int:
        return next((n for n in range(self.count()) if self.box(n).contains(at)), -1)

    def anchor(self, point: int) -> QRectF:
        return self.box(point)

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        for n, measure in enumerate(self._measures):
            box = self.box(n)
            if n % self._per_column():
                painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), self.theme.color("border"))
            self._paint_row(painter, box, measure)

    def _paint_row(self, painter: QPainter, box: QRectF, measure: Measure) -> None:
        px = self.px
        word, glyph, token = met_words(measure)
        upper = QRectF(box.left(), box.top() + px(5), box.width(), px(20))
        lower = QRectF(box.left(), box.top() + px(24), box.width(), px(16))
        value = measure_value(measure)
        standing = f"{word}, {goal_words(measure)}"
        badge = px(14) + px(5) + self.text_width("caption", standing)
        self.write(painter, "body500", "text", upper, measure_name(measure), most=box.width() - px(90))
        room = box.width() - badge - px(16)
        self.write(painter, "caption", "text3", lower, measure_about(measure), most=room)
        self.write(painter, "section", "text" if measure.met is not None else "text3", upper, value, "right")
        self.write(painter, "caption", token, lower, standing, "right")
        x = box.right() - badge
        self._icons.paint(painter, glyph, token, x, lower.top() + (lower.height() - px(14)) / 2, 14)

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box = self.box(point)
        edge = QRectF(box.left() - self.px(8), box.top() + self.px(9), self.px(3), box.height() - self.px(18))
        self.bar(painter, edge, "accent", 1.5)
        around = box.adjusted(-self.px(6), 2, self.px(6), -1)
        rounded(painter, around, self.px(6), None, self.theme.color("borderStrong"))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(280), self._per_column() * self.px(_ROW))
