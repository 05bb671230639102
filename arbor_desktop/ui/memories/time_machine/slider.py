"""The slider over all days: how much changed, and the day that is shown."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from arbor_desktop.clock import SHORT_DAYS
from arbor_desktop.editing.time_machine import Days
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.formatting import day_words, month_name
from arbor_desktop.ui.memories.time_machine.words import day_name
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_REACH, _BARS, _LEAST_GAP = 8, 34, 64
"""Half of the thumb; the height of the bars; the least room from one date to the next."""
_MONTH = 30


class DaySlider(QSlider):
    """A day per step, the last one is today."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.days = Days(date.today(), (0,), (0,))
        self.setPageStep(_MONTH)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._name)

    def show_days(self, days: Days, day: date) -> None:
        """Offer these days, at one of them; says nothing of it."""
        blocked = self.blockSignals(True)
        self.days = days
        self.setRange(0, len(days.changes) - 1)
        self.setValue((day - days.first).days)
        self.blockSignals(blocked)
        self._name()
        self.update()

    @property
    def day(self) -> date:
        return self.days.first + timedelta(days=self.value())

    def step(self, by: int) -> None:
        """Go some days on, or back."""
        self.setValue(self.value() + by)

    def step_change(self, by: int) -> None:
        """Go to the next day on which anything changed, in that direction."""
        at = self.value() + by
        while self.minimum() < at < self.maximum() and not self.days.changes[at]:
            at += by
        self.setValue(at)

    @property
    def bar_days(self) -> int:
        """The days of a bar."""
        return 1 if len(self.days.changes) <= SHORT_DAYS else 7

    def bars(self) -> list[int]:
        """Return the changes of each bar; the first may have fewer days."""
        changes, width = self.days.changes, self.bar_days
        first = len(changes) % width
        starts = ([0] if first else []) + list(range(first, len(changes), width))
        return [sum(changes[start : start + (first or width if not start else width)]) for start in starts]

    def _name(self) -> None:
        at, width = self.value(), self.bar_days
        first = max(0, at - (at - len(self.days.changes) % width) % width)
        changed = sum(self.days.changes[first : first + width])
        count = tr("%n memories", None, self.days.active[at])
        when = tr("%n changes that week", None, changed) if width > 1 else tr("%n changes", None, changed)
        self.setAccessibleName(f"{day_name(self.day)}, {count}, {when}")

    # Keys and pointer

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            pages = {Qt.Key.Key_PageUp: -_MONTH, Qt.Key.Key_PageDown: _MONTH}
            if (page := pages.get(Qt.Key(event.key()))) is not None:  # Qt's own go the other way
                self.step(page)
            else:
                super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.step_change(step)
        else:
            self.step(step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._jump(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._jump(event.position().x())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def _jump(self, x: float) -> None:
        reach = self._theme.px(_REACH)
        share = (x - reach) / max(1, self.width() - 2 * reach)
        self.setSliderPosition(round(share * self.maximum()))

    # Looks

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(400), self._theme.px(70))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(70))

    def _x(self, at: float) -> float:
        """Return where a day is."""
        reach = self._theme.px(_REACH)
        return reach + (self.width() - 2 * reach) * at / max(1, self.maximum())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, painter = self._theme, self._theme.px, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bars(painter)
        at = self._x(self.value())
        track = QRectF(0, px(40), self.width(), px(4))
        rounded(painter, track, px(2), theme.color("track"))
        rounded(painter, QRectF(0, px(40), at, px(4)), px(2), theme.color("accent"))
        painter.setPen(QPen(theme.color("accent"), theme.k * 1.5))
        painter.drawLine(QPointF(at, px(6)), QPointF(at, px(36)))
        painter.setPen(QPen(theme.color("accent"), theme.k * 2))
        painter.setBrush(theme.color("card"))
        painter.drawEllipse(QPointF(at, px(42)), px(7), px(7))
        self._paint_dates(painter)

    def _paint_bars(self, painter: QPainter) -> None:
        theme, px, bars = self._theme, self._theme.px, self.bars()
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3"))
        label = tr("Changes per week") if self.bar_days > 1 else tr("Changes per day")
        box = QRect(px(2), 0, self.width() - px(4), theme.line("caption"))
        crossed = self._x(self.value()) < painter.fontMetrics().horizontalAdvance(label) + px(8)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight if crossed else Qt.AlignmentFlag.AlignLeft, label)
        most = max(bars, default=0)
        room = self.width() / max(1, len(bars))
        first = len(self.days.changes) % self.bar_days
        for number, count in enumerate(bars):
            if not count:
                continue
            high = px(3) + (px(_BARS) - theme.line("caption") - px(3)) * count / most
            bar = QRectF(room * number + 1.5, px(_BARS) - high, max(1.5, room - 3), high)
            end = (first or self.bar_days) + self.bar_days * number - 1
            done = min(end, self.maximum()) <= self.value()
            rounded(painter, bar, px(1.5), theme.color("accent" if done else "track"))

    def _paint_dates(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.px
        metrics = QFontMetrics(theme.font("caption"))
        line = QRect(0, px(54), self.width(), theme.line("caption"))
        painter.setFont(theme.font("caption500"))
        painter.setPen(theme.color("text2"))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, tr("Today"))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3"))
        free, end = 0.0, self.width() - metrics.horizontalAdvance(tr("Today")) - px(12)
        for at in range(len(self.days.changes)):
            day = self.days.first + timedelta(days=at)
            if self.bar_days > 1:
                words = (f"{day.year}" if day.month == 1 else month_name(day.month)) if day.day == 1 else ""
            else:
                words = day_words(day)
            x = self._x(at) - (px(_REACH) if not at else 0)
            if words and x >= free and x + metrics.horizontalAdvance(words) < end:
                painter.drawText(
                    QRect(round(x), line.top(), px(80), line.height()), Qt.AlignmentFlag.AlignLeft, words
                )
                free = x + px(_LEAST_GAP)
