"""A year, day by day: weeks from left to right, Monday on top, darker where more happened."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen

from arbor_desktop.ui.charts.chart import Chart, K, PointWords, paint_bars
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.formatting import day_words, month_name, weekday_name
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

WEEKS = 52
_LEVELS = 4
_MOST_PITCH, _LEAST_PITCH = 18, 8
_WAYS = {K.Key_Left: -7, K.Key_Right: 7, K.Key_Up: -1, K.Key_Down: 1, K.Key_PageUp: -28, K.Key_PageDown: 28}
"""Where keys lead, in days."""


def levels(counts: list[int]) -> list[int]:
    """The shade of each count: 0 for nothing, then 1 to 4 in equal steps up to what the busiest twentieth of
    the days begins with, so that one day beyond measure does not bleach all others."""
    busy = sorted(count for count in counts if count > 0)
    if not busy:
        return [0] * len(counts)
    top = max(_LEVELS, busy[min(len(busy) - 1, int(len(busy) * 0.95))])
    return [min(_LEVELS, math.ceil(_LEVELS * count / top)) if count > 0 else 0 for count in counts]


class Heatmap(Chart):
    """Marked is a day. Up and down lead by days, left and right by weeks, Home and End to the first and the
    last, Page up and down by four weeks."""

    begins_at_end = True

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name, grows=False)
        self._levels: list[int] = []
        self._busiest = -1
        self.set_data((date(2000, 1, 3), [], "", ""))

    def set_days(self, today: date, by_day: Mapping[str, int], one: str, many: str) -> None:
        """`by_day`: counts by local day (`2026-11-21`); `one` and `many` are what is counted ("conversation",
        "conversations")."""
        first = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
        days = (today - first).days + 1
        counts = [max(0, by_day.get((first + timedelta(days=n)).isoformat(), 0)) for n in range(days)]
        self._levels = levels(counts)
        self._busiest = max(range(days), key=lambda n: (counts[n], n)) if any(counts) else -1
        self.set_data((first, counts, one, many))

    @property
    def counts(self) -> list[int]:
        counts: list[int] = self.data[1]
        return counts

    # Figures

    def count(self) -> int:
        return len(self.counts)

    def day(self, point: int) -> date:
        first: date = self.data[0]
        return first + timedelta(days=point)

    def words(self, point: int) -> PointWords:
        day = day_words(self.day(point), weekday=True, year=True)
        return PointWords(f"{day}: {self._counted(self.counts[point])}")

    def _counted(self, count: int) -> str:
        _, _, one, many = self.data
        return f"{number(count)} {one if count == 1 else many}"

    def busiest_words(self) -> str:
        """ "Busiest day: Wed 14 Oct, 31 conversations"."""
        if self._busiest < 0:
            return tr("Nothing in the past 52 weeks")
        day = day_words(self.day(self._busiest), weekday=True)
        return tr("Busiest day: {day}, {count}").format(
            day=day, count=self._counted(self.counts[self._busiest])
        )

    def summary(self) -> str:
        days = sum(count > 0 for count in self.counts)
        words = tr("{count} on {days} out of {all} days. {busiest}.")
        return words.format(
            count=self._counted(sum(self.counts)), days=number(days), all=len(self.counts),
            busiest=self.busiest_words(),
        )  # fmt: skip

    def table(self) -> Table:
        heading = self.data[3][:1].upper() + self.data[3][1:]
        rows = tuple((self.day(n).isoformat(), count) for n, count in enumerate(self.counts))
        return Table(self.accessibleName(), (tr("Day"), heading), rows)

    def step(self, point: int, key: Qt.Key) -> int | None:
        if key not in _WAYS:
            return super().step(point, key)
        target = point + _WAYS[key]
        return target if 0 <= target < self.count() else point

    # Places

    def renew(self) -> None:
        widest = max(self.text_width("caption", weekday_name(self.day(n))) for n in (0, 2, 4, 6))
        self._left = max(self.px(34), widest + self.px(8))
        super().renew()

    def pitch(self) -> int:
        """From one day's box to the next one's."""
        room = (self.width() - self._left) // WEEKS
        return max(self.px(_LEAST_PITCH), min(self.px(_MOST_PITCH), room))

    def box(self, point: int) -> QRectF:
        pitch = self.pitch()
        week, weekday = divmod(point, 7)
        side = pitch - max(2, self.px(2))
        return QRectF(self._left + week * pitch, self.px(18) + weekday * pitch, side, side)

    def point_at(self, at: QPointF) -> int:
        pitch = self.pitch()
        week, weekday = int((at.x() - self._left) // pitch), int((at.y() - self.px(18)) // pitch)
        point = week * 7 + weekday
        return point if 0 <= weekday < 7 and week >= 0 and 0 <= point < self.count() else -1

    def anchor(self, point: int) -> QRectF:
        return self.box(point)

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        pitch = self.pitch()
        for weekday in (0, 2, 4, 6):
            row = QRectF(0, self.box(weekday).top(), self._left, self.box(weekday).height())
            self.write(painter, "caption", "text3", row, weekday_name(self.day(weekday)))
        boxes: list[list[QRectF]] = [[] for _ in range(_LEVELS + 1)]
        for n, level in enumerate(self._levels):
            boxes[level].append(self.box(n))
        for level, of_it in enumerate(boxes):
            self._paint_level(painter, of_it, level)
        for x, name in self.month_places():
            self.write_at(painter, x, -1, name, "left")
        self._paint_legend(painter, self.px(18) + 7 * pitch + self.px(7))

    def _paint_level(self, painter: QPainter, boxes: list[QRectF], level: int) -> None:
        """Paint squares; empty ones with an edge, as their colour is almost that of the card."""
        if not level:
            paint_bars(painter, boxes, self.theme.color("borderStrong"), self.px(2))
            boxes = [box.adjusted(1, 1, -1, -1) for box in boxes]
        paint_bars(painter, boxes, self.theme.color(f"heat{level}"), self.px(2))

    def month_places(self) -> list[tuple[float, str]]:
        """Where the months' names begin: above the first week that begins in them. One that was all but over
        when the year began gives way to the next."""
        found: list[tuple[float, str]] = []
        former = 0
        for week in range(math.ceil(self.count() / 7)):
            month = self.day(week * 7).month
            if month != former:
                found.append((self.box(week * 7).left(), month_name(month)))
                former = month
        room = self.px(6)
        if len(found) > 1 and found[0][0] + self.text_width("caption", found[0][1]) + room > found[1][0]:
            found.pop(0)
        return [(x, name) for x, name in found if x + self.text_width("caption", name) <= self.width() + room]

    def _paint_legend(self, painter: QPainter, top: int) -> None:
        side, x, line = self.px(11), self._left, top - self.px(2)
        self.write_at(painter, x, line, tr("Less"), "left")
        x += self.text_width("caption", tr("Less")) + self.px(7)
        for level in range(_LEVELS + 1):
            self._paint_level(painter, [QRectF(x, top, side, side)], level)
            x += side + self.px(3)
        self.write_at(painter, x + self.px(4), line, tr("More"), "left")
        words, more = self.busiest_words(), self.text_width("caption", tr("More")) + self.px(20)
        right = min(self.width(), self.box((WEEKS - 1) * 7).right())
        right = max(right, x + more + self.text_width("caption", words))
        self.write_at(painter, right, line, words, "right")

    def paint_mark(self, painter: QPainter, point: int) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.color("text"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self.box(point).adjusted(-0.75, -0.75, 0.75, 0.75), 2.5, 2.5)
        painter.restore()

    def minimumSizeHint(self) -> QSize:
        wide = self._left + WEEKS * self.px(_LEAST_PITCH)
        return QSize(wide, self.px(18) + 7 * self.pitch() + self.px(22))
