"""How a memory fades while nobody uses it: what it is worth over a year, painted and said in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
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

from arbor_desktop.core import forgetting
from arbor_desktop.core.clock import DAY_MS
from arbor_desktop.core.confidence import DecayPolicy, current_confidence, rate_of
from arbor_desktop.core.memory import Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.words import tr

YEAR = 365
START = 0.9
"""What the memories of the preview are worth at first: said clearly, and not long ago."""
_LONGEST = 20 * YEAR
_MONTH = 30.44
_QUARTERS = (0, 91, 182, 274, 365)


@dataclass(frozen=True, slots=True)
class Kind:
    """One curve: what it is called, and a memory of that kind as it is on the first day."""

    name: str
    token: str
    memory: Memory


def kinds() -> tuple[Kind, ...]:
    """The kinds that differ in how fast they fade, from the slowest, before they prove to be of use."""
    return (
        Kind(tr("Preference"), "chPref", _memory(MemoryType.PREFERENCE)),
        Kind(tr("Fact"), "chFact", _memory(MemoryType.FACT)),
        Kind(tr("Context"), "chCtx", _memory(MemoryType.CONTEXT)),
    )


def worth_after(kind: Kind, days: float, policy: DecayPolicy) -> float:
    """What a memory of that kind is worth after so many days without use."""
    memory = kind.memory
    return current_confidence(
        memory.confidence,
        decay_rate=memory.decay_rate,
        privacy=memory.privacy_level,
        reinforced_at=memory.reinforced_at,
        confirmed_at=None,
        now=round(days * DAY_MS),
        policy=policy,
    )


def archived_after(kind: Kind, policy: DecayPolicy) -> int | None:
    """After how many days without use it is archived; None where that does not happen in twenty years."""

    def gone(days: int) -> bool:
        worth = worth_after(kind, days, policy)
        memory = replace(kind.memory, current_confidence=worth)
        return forgetting.forgotten_for(memory, days * DAY_MS, policy, weekly=True) is not None

    if not gone(_LONGEST):
        return None
    low, high = 0, _LONGEST  # it only ever fades
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if gone(middle) else (middle, high)
    return high


def threshold(policy: DecayPolicy) -> float:
    """Below which worth a memory is archived under this policy."""
    return forgetting.LINEAR_BELOW if policy.name == "linear" else forgetting.FADED_BELOW


def span_words(days: int) -> str:
    """ "12 days", "8 months", "2 years"."""
    if days < 60:
        return tr("1 day") if days == 1 else tr("%n days", days)
    months = round(days / _MONTH)
    if months < 24:
        return tr("%n months", months)
    return tr("%n years", round(days / YEAR))


def summary(policy: DecayPolicy) -> str:
    """The picture in words."""
    parts = []
    for kind in kinds():
        after = archived_after(kind, policy)
        end = (
            tr("archived after {span} unused").format(span=span_words(after))
            if after is not None
            else tr("never archived")
        )
        year = worth_after(kind, YEAR, policy)
        if after is None or after > YEAR:
            end = tr("{worth} after a year, {end}").format(worth=f"{year:.2f}", end=end)
        parts.append(tr("{kind}: {end}.").format(kind=kind.name, end=end))
    parts.append(tr("What proved to be of use fades more slowly; what is pinned or sensitive never fades."))
    parts.append(
        tr(
            "What an assistant concluded goes below {worth} already, where nobody confirmed or used it in "
            "{days} days."
        ).format(worth=f"{forgetting.UNPROVEN_BELOW:.2f}", days=forgetting.UNPROVEN_DAYS)
    )
    return " ".join(parts)


class DecayCurve(QWidget):
    """The curves over a year. The arrow keys go through it by weeks, and say what is read there.

    `day_read(day)` when a day is pointed at; -1 when none is any more.
    """

    day_read = Signal(int)

    def __init__(self, icons: Icons, policy: DecayPolicy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        self._kinds = kinds()
        self.policy = policy
        self.day: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("How confidence fades over a year"))
        self.set_policy(policy)
        self._theme.changed.connect(self.update)

    def set_policy(self, policy: DecayPolicy) -> None:
        """Shows another policy at once."""
        self.policy = policy
        self._ends = {kind.name: archived_after(kind, policy) for kind in self._kinds}
        self.setAccessibleDescription(summary(policy))
        self.update()

    def words_at(self, day: int) -> str:
        """What is read at a day, a line a kind."""
        lines = [tr("After 1 day unused") if day == 1 else tr("After %n days unused", day)]
        for kind in self._kinds:
            end = self._ends[kind.name]
            worth = f"{worth_after(kind, day, self.policy):.2f}"
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
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{worth:.2f}")
        names = (tr("today"), tr("3 months"), tr("6 months"), tr("9 months"), tr("1 year"))
        metrics = QFontMetrics(theme.font("caption"))
        for day, name in zip(_QUARTERS, names, strict=True):
            x, wide = self.place(day, 0).x(), metrics.horizontalAdvance(name)
            left = min(max(plot.left(), x - wide / 2), self.width() - wide - 2)
            box = QRectF(left, plot.bottom() + theme.px(6), wide + 2, theme.px(16))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_threshold(self, painter: QPainter) -> None:
        theme, plot = self._theme, self.plot
        below = threshold(self.policy)
        y = round(self.place(0, below).y())
        painter.setPen(QPen(theme.color("danger"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(round(plot.left()), y, round(plot.right()), y)
        words = tr("archived below {worth}").format(worth=f"{below:.2f}")
        font = theme.font("caption")
        painter.setFont(font)
        painter.setPen(theme.color("danger"))
        box = QRectF(plot.left() + theme.px(4), y + 1, plot.width(), theme.px(16))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_curve(self, painter: QPainter, kind: Kind) -> None:
        """Whole until it is archived, dotted from there on."""
        end = self._ends[kind.name]
        last = YEAR if end is None else min(YEAR, end)
        color = self._theme.color(kind.token)
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
        """Where each is archived, with after how long; its name stands where it has room."""
        theme = self._theme
        taken: list[QRectF] = []
        for kind in self._kinds:
            end = self._ends[kind.name]
            at = None if end is None or end > YEAR else self.place(end, worth_after(kind, end, self.policy))
            if at is not None:
                painter.setPen(QPen(theme.color("card"), 1.5))
                painter.setBrush(theme.color(kind.token))
                painter.drawEllipse(at, theme.px(4), theme.px(4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
            words = kind.name if end is None else f"{kind.name}: {span_words(end)}"
            box = self._free(words, kind, at, taken)
            taken.append(box)
            painter.setFont(theme.font("caption600"))
            painter.setPen(theme.color(kind.token))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)

    def _free(self, words: str, kind: Kind, at: QPointF | None, taken: Sequence[QRectF]) -> QRectF:
        """A place for a name near the end of its curve: on no curve, no line and no other name."""
        theme, plot = self._theme, self.plot
        wide = QFontMetrics(theme.font("caption600")).horizontalAdvance(words) + 2
        high, step = theme.px(16), theme.px(6)
        end = at or self.place(YEAR, worth_after(kind, YEAR, self.policy))
        places = [
            QRectF(x, end.y() + y, wide, high)
            for y in sorted(range(-10 * step, 10 * step, step), key=lambda y: _far(y + high / 2, step))
            for x in (end.x() + step, end.x() + 5 * step, end.x() - wide - step, plot.right() - wide)
        ]
        inside = [box for box in places if plot.contains(box)]
        free = (box for box in inside if not self._crossed(box) and not any(map(box.intersects, taken)))
        return next(free, inside[0] if inside else places[0])

    def _crossed(self, box: QRectF) -> bool:
        """Whether a curve, or the line below which memories are archived, goes through it."""
        line = self.place(0, threshold(self.policy)).y()
        if box.top() - 2 <= line <= box.bottom() + 2:
            return True
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
            painter.setBrush(theme.color(kind.token))
            painter.drawEllipse(
                self.place(day, worth_after(kind, day, self.policy)), theme.px(3), theme.px(3)
            )


def _far(down: float, step: float) -> float:
    """How far a name lies from its place, so far below it; above is better."""
    return down + 4 * step if down > 0 else -down


def _memory(kind: MemoryType) -> Memory:
    return Memory(
        id="", content="", type=kind, category=Category.FACTS, scope=Scope.GLOBAL, source=Source.USER_STATED,
        status=Status.ACTIVE, confidence=START, current_confidence=START, privacy_level=Privacy.NORMAL,
        created_at=0, updated_at=0, reinforced_at=0, decay_rate=rate_of(kind),
    )  # fmt: skip
