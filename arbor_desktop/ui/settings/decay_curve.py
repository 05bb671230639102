"""How a memory fades while nobody uses it: what it is worth over a year, painted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.fading import (
    YEAR,
    Kind,
    archived_after,
    kinds,
    span_words,
    summary,
    threshold,
    worth_after,
)
from arbor_desktop.ui.translation import number, tr

_QUARTERS = (0, 91, 182, 274, 365)


class DecayCurve(QWidget):
    """The curves over a year. The arrow keys go through it by weeks, and say what is read there.

    `day_read(day)` when a day is pointed at; -1 when none is any more.
    """

    day_read = Signal(int)

    def __init__(self, icons: Icons, policy: DecayPolicy) -> None:
        super().__init__()
        self._theme = icons.theme
        self._kinds = kinds()
        self.policy = policy
        self.day: int | None = None
        self._laid: tuple[QSize, dict[str, QRectF]] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("How confidence fades over a year"))
        self.set_policy(policy)
        self._theme.changed.connect(self.update)

    def set_policy(self, policy: DecayPolicy) -> None:
        """Shows another policy at once."""
        self.policy = policy
        self._laid = None
        self._ends = {kind.name: archived_after(kind, policy) for kind in self._kinds}
        self.setAccessibleDescription(summary(policy))
        self.update()

    def words_at(self, day: int) -> str:
        """What is read at a day, a line a kind."""
        lines = [tr("After %n days without use", None, day)]
        for kind in self._kinds:
            end = self._ends[kind.name]
            worth = number(worth_after(kind, day, self.policy), 2)
            if end is not None and day >= end:
                worth = tr("{worth}, archived").format(worth=worth)
            lines.append(f"{kind.name}: {worth}")
        return "\n".join(lines)

    # Where things lie

    def sizeHint(self) -> QSize:
        px = self._theme.px
        return QSize(px(560), px(212))

    def minimumSizeHint(self) -> QSize:
        px = self._theme.px
        return QSize(px(260), px(212))

    @property
    def plot(self) -> QRectF:
        """Where the curves are, within the axes."""
        px = self._theme.px
        left = QFontMetrics(self._theme.font("caption")).horizontalAdvance("0.00") + px(8)
        return QRectF(left, px(8), self.width() - left - px(10), self.height() - px(8) - px(24))

    def place(self, day: float, worth: float) -> QPointF:
        """Where a worth on a day is painted."""
        plot = self.plot
        return QPointF(plot.left() + plot.width() * day / YEAR, plot.bottom() - plot.height() * worth)

    def _day_at(self, x: float) -> int | None:
        plot = self.plot
        if not plot.left() - 2 <= x <= plot.right() + 2:
            return None
        return max(0, min(YEAR, round(YEAR * (x - plot.left()) / plot.width())))

    # Reading it

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        day = self._day_at(event.position().x())
        self._read(day)
        if day is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_at(day), self)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self._read(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._read(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: dict[int, Callable[[int], int]] = {
            Qt.Key.Key_Right: lambda day: day + 7,
            Qt.Key.Key_Left: lambda day: day - 7,
            Qt.Key.Key_PageUp: lambda day: day + 91,
            Qt.Key.Key_PageDown: lambda day: day - 91,
            Qt.Key.Key_Home: lambda _: 0,
            Qt.Key.Key_End: lambda _: YEAR,
        }
        step = steps.get(event.key())
        if step is None:
            super().keyPressEvent(event)
            return
        day = max(0, min(YEAR, step(self.day or 0)))
        self._read(day)
        words = self.words_at(day)
        at = self.place(day, worth_after(self._kinds[0], day, self.policy)).toPoint()
        QToolTip.showText(self.mapToGlobal(at + QPoint(self._theme.px(8), 0)), words, self)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _read(self, day: int | None) -> None:
        if day != self.day:
            self.day = day
            self.day_read.emit(-1 if day is None else day)
            self.update()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_axes(painter)
        self._paint_threshold(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for kind in reversed(self._kinds):  # while nothing fades they lie on each other
            self._paint_curve(painter, kind)
        self._paint_ends(painter)
        if self.day is not None:
            self._paint_day(painter, self.day)

    def _paint_axes(self, painter: QPainter) -> None:
        theme, plot = self._theme, self.plot
        painter.setFont(theme.font("caption"))
        for step in range(5):
            worth = step / 4
            y = round(self.place(0, worth).y())
            painter.setPen(theme.color("borderStrong" if step == 0 else "border"))
            painter.drawLine(round(plot.left()), y, round(plot.right()), y)
            box = QRectF(0, y - theme.px(8), plot.left() - theme.px(8), theme.px(16))
            painter.setPen(theme.color("text3"))
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number(worth, 2)
            )
        names = (tr("today"), tr("3 months"), tr("6 months"), tr("9 months"), tr("1 year"))
        metrics = QFontMetrics(theme.font("caption"))
        for day, name in zip(_QUARTERS, names, strict=True):
            x, wide = self.place(day, 0).x(), metrics.horizontalAdvance(name)
            left = min(max(plot.left(), x - wide / 2), self.width() - wide - 2)
            box = QRectF(left, plot.bottom() + theme.px(6), wide + 2, theme.px(16))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_threshold(self, painter: QPainter) -> None:
        theme, plot = self._theme, self.plot
        y = round(self.place(0, threshold(self.policy)).y())
        painter.setPen(QPen(theme.color("danger"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(round(plot.left()), y, round(plot.right()), y)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("danger"))
        painter.drawText(self._names()[""], Qt.AlignmentFlag.AlignVCenter, _line_words(self.policy))

    def _paint_curve(self, painter: QPainter, kind: Kind) -> None:
        """Whole until it is archived, dotted from there on."""
        end = self._ends[kind.name]
        last = YEAR if end is None else min(YEAR, end)
        color = self._chart(kind)
        wide = max(1.5, 2 * self._theme.k)
        painter.setPen(QPen(color, wide))
        painter.drawPolyline(self._line(kind, 0, last))
        if last < YEAR:
            painter.setPen(QPen(color, wide / 2, Qt.PenStyle.DotLine))
            painter.drawPolyline(self._line(kind, last, YEAR))

    def _line(self, kind: Kind, first: int, last: int) -> QPolygonF:
        days = sorted({*range(first, last, 3), last})
        return QPolygonF([self.place(day, worth_after(kind, day, self.policy)) for day in days])

    def _paint_ends(self, painter: QPainter) -> None:
        """Where each is archived, with after how long."""
        theme, names = self._theme, self._names()
        for kind in self._kinds:
            at = self._end_of(kind)
            if at is not None:
                painter.setPen(QPen(theme.color("card"), 1.5))
                painter.setBrush(self._chart(kind))
                painter.drawEllipse(at, theme.px(4), theme.px(4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setFont(theme.font("caption600"))
            painter.setPen(theme.color(kind.ink))
            painter.drawText(names[kind.name], Qt.AlignmentFlag.AlignVCenter, self._name(kind))

    def _chart(self, kind: Kind) -> QColor:
        return self._theme.color(kind.line)

    def _name(self, kind: Kind) -> str:
        end = self._ends[kind.name]
        return kind.short if end is None else f"{kind.short}: {span_words(end)}"

    def _end_of(self, kind: Kind) -> QPointF | None:
        """Where it is archived, if that is within the year."""
        end = self._ends[kind.name]
        if end is None or end > YEAR:
            return None
        return self.place(end, worth_after(kind, end, self.policy))

    # Where names stand

    def _names(self) -> dict[str, QRectF]:
        """The places of the names, and under "" that of the line's words; found once for a size."""
        if self._laid is None or self._laid[0] != self.size():
            self._laid = self.size(), self._lay_names()
        return self._laid[1]

    def _lay_names(self) -> dict[str, QRectF]:
        theme, plot = self._theme, self.plot
        line = self.place(0, threshold(self.policy)).y()
        size = self._size_of(_line_words(self.policy), "caption")
        gap, right = theme.px(4), plot.right() - size.width()
        corners = [
            (right, line + 1), (right, line - size.height()),
            (plot.left() + gap, line + 1), (plot.left() + gap, line - size.height()),
        ]  # fmt: skip
        boxes = [QRectF(x, y, size.width(), size.height()) for x, y in corners]
        found = {"": next((box for box in boxes if not self._crossed(box)), boxes[0])}
        for kind in self._kinds:
            end = self._end_of(kind) or self.place(YEAR, worth_after(kind, YEAR, self.policy))
            found[kind.name] = self._free(self._size_of(self._name(kind), "caption600"), end, found.values())
        return found

    def _size_of(self, words: str, style: str) -> QSizeF:
        wide = QFontMetrics(self._theme.font(style)).horizontalAdvance(words)
        return QSizeF(wide + 2, self._theme.px(16))

    def _free(self, size: QSizeF, end: QPointF, taken: Iterable[QRectF]) -> QRectF:
        """The nearest place to the end of a curve that lies on no curve, no line and no other name."""
        px, plot, taken = self._theme.px, self.plot, list(taken)
        step, reach = px(6), px(90)
        line = self.place(0, threshold(self.policy)).y()
        places = [
            QRectF(QPointF(end.x() + x, end.y() + y), size)
            for x in range(-reach - round(size.width()), reach, step)
            for y in range(-reach, reach, step)
        ]
        places = sorted(filter(plot.contains, places), key=lambda box: _distance(box, end, px(5)))
        for box in places:
            on_line = box.top() - 2 <= line <= box.bottom() + 2
            if not (on_line or self._crossed(box) or any(map(box.intersects, taken))):
                return box
        return QRectF(QPointF(plot.right() - size.width(), plot.top()), size)

    def _crossed(self, box: QRectF) -> bool:
        """Whether a curve goes through it."""
        plot = self.plot
        days = [YEAR * (x - plot.left()) / plot.width() for x in (box.left(), box.right())]
        for kind in self._kinds:
            high, low = (self.place(0, worth_after(kind, day, self.policy)).y() for day in days)
            if high - 2 < box.bottom() and low + 2 > box.top():  # it only falls
                return True
        return False

    def _paint_day(self, painter: QPainter, day: int) -> None:
        theme, plot = self._theme, self.plot
        x = self.place(day, 0).x()
        painter.setPen(QPen(theme.color("control"), 1))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        painter.setPen(QPen(theme.color("card"), 1))
        for kind in self._kinds:
            painter.setBrush(self._chart(kind))
            painter.drawEllipse(
                self.place(day, worth_after(kind, day, self.policy)), theme.px(3), theme.px(3)
            )


def _line_words(policy: DecayPolicy) -> str:
    return tr("Archived below {worth}").format(worth=number(threshold(policy), 2))


def _distance(box: QRectF, point: QPointF, dot: float) -> float:
    """How far a name is from what it names; above and beside it is better than below."""
    across = max(box.left() - point.x(), point.x() - box.right(), 0.0)
    down = max(box.top() - point.y(), point.y() - box.bottom(), 0.0)
    on_it = 1000.0 if max(across, down) < dot else 0.0
    below = 12.0 if box.center().y() > point.y() else 0.0
    return math.hypot(across, down) + below + on_it
