"""What Arbor does and what it cost today: a panel over the status line, whose words open it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.footprint import KNOWS_WRITTEN
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Hairline, IconButton, Label, ProgressBar
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.cards import PopupFrame
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.formatting import percent_number, size_words, weekday_name
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.status import Head, head_of
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
    from arbor_desktop.service.costs import Costs

WIDTH = 384
_PERCENT = 0.01


class StatusPopover(PopupFrame):
    """`activity_wanted` for the list of what was read; the other signals are what its buttons ask for."""

    activity_wanted = Signal()
    pause_wanted = Signal()
    resume_wanted = Signal()
    cancel_wanted = Signal()
    retry_wanted = Signal()
    read_wanted = Signal()
    stop_maintenance_wanted = Signal()
    limits_wanted = Signal()
    closed = Signal()

    def __init__(
        self, icons: Icons, bridge: Bridge, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._bridge, self._clock = icons, bridge, clock
        self._corner = QPoint()
        theme, px = icons.theme, icons.theme.px
        self.setAccessibleName(tr("Status"))
        self.setFixedWidth(px(WIDTH))
        self.head = _Head(icons, self)
        self.head.clicked.connect(self._show_activity)
        self.activity = IconButton(icons, "chevron-right", tr("Show activity"), parent=self.head)
        self.activity.clicked.connect(self._show_activity)
        self.head.top.addWidget(self.activity)
        self.buttons = {
            name: Button(icons, words, size="small", icon=glyph, variant=variant, parent=self, clicked=asks)
            for name, words, glyph, variant, asks in (
                ("read", tr("Read now"), "play", "secondary", self.read_wanted),
                ("resume", tr("Resume"), "play", "secondary", self.resume_wanted),
                ("retry", tr("Try again"), "refresh", "secondary", self.retry_wanted),
                ("pause", tr("Pause"), "pause", "quiet", self.pause_wanted),
                ("cancel", tr("Stop reading"), "x", "quiet", self.cancel_wanted),
                ("stop", tr("Stop maintenance"), "x", "quiet", self.stop_maintenance_wanted),
            )
        }
        self.title = Label(theme, tr("Usage today"), "body600", parent=self)
        days = Label(theme, tr("last 7 days"), "caption", "text3", parent=self)
        self.rows = {
            name: CostRow(icons, glyph, words, self)
            for name, glyph, words in (
                ("cpu", "cpu", tr("Processor")),
                ("written", "disk", tr("Written to disk")),
                ("memory", "computer", tr("Memory now")),
                ("model", "coin", tr("Model")),
            )
        }
        self.rows["written"].setVisible(KNOWS_WRITTEN)
        self.limits = Button(icons, tr("Limits…"), size="small", variant="quiet", parent=self)
        self.limits.clicked.connect(self._show_limits)
        words = Label(theme, tr("Sharing and search always work as usual"), "small", "text2", parent=self)
        side = px(14)
        self._column = vbox(
            self.head,
            hbox(*self.buttons.values(), STRETCH, margins=(px(42), 0, side, px(12)), gap=px(6)),
            Hairline(theme, parent=self),
            hbox(self.title, STRETCH, days, margins=(side, px(10), side, px(4))),
            *self.rows.values(),
            px(4),
            Hairline(theme, parent=self),
            hbox((words, 1), self.limits, margins=(side, px(6), px(6), px(6))),
            on=self,
            margins=1,
        )

    def open_at(self, corner: QPoint, status: ServiceStatus) -> None:
        """Open with the lower left corner there, within the screen, and read the costs."""
        self._corner = corner
        self.show_status(status)
        self.show()
        first = next((one for one in self.buttons.values() if not one.isHidden()), self.activity)
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        self._bridge.start(self._read(), self)

    async def _read(self) -> None:
        bridge = self._bridge
        self.show_costs(await bridge.call(lambda: bridge.service.costs(), key="shell.costs", ordered=False))

    def show_status(self, status: ServiceStatus) -> None:
        """What goes on, why, and what can be done about it."""
        head = head_of(status, self._clock())
        self.head.show_head(head, status)
        for name, button in self.buttons.items():
            button.setVisible(name in head.buttons)
        self._fit()

    def show_costs(self, costs: Costs) -> None:
        today, on = costs.days[-1], costs.days[-1].on
        share = percent_number(number(100 * today.cpu / on, 1) if on else 0)
        self.rows["cpu"].show_figures(
            duration_words(today.cpu),
            tr("{share} of the time it was on").format(share=share),
            [(one.day, one.cpu) for one in costs.days], duration_words,
        )  # fmt: skip
        self.rows["written"].show_figures(
            size_words(today.written), tr("{size} in total").format(size=size_words(costs.size)),
            [(one.day, one.written) for one in costs.days], size_words,
        )  # fmt: skip
        self.rows["memory"].show_figures(
            size_words(costs.memory),
            tr("at most {size} today").format(size=size_words(max(today.memory, costs.memory))),
            [(one.day, one.memory) for one in costs.days], size_words,
        )  # fmt: skip
        money = list(zip((one.day for one in costs.days), costs.money, strict=True))
        self.rows["model"].show_figures(*model_words(costs), money, dollars)
        self._fit()

    def _fit(self) -> None:
        self._column.activate()
        size = QSize(self.width(), self._column.totalHeightForWidth(self.width()))
        self.place(self._corner, size)

    def _show_activity(self) -> None:
        self.close()
        self.activity_wanted.emit()

    def _show_limits(self) -> None:
        self.close()
        self.limits_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F9 closes what it opened."""
        if event.key() == Qt.Key.Key_F9:
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()


def duration_words(seconds: float) -> str:
    """ "under 1 s", "52 s", "1 min 52 s", "2 h 5 min"."""
    whole = round(seconds)
    if seconds < 1:
        return tr("under 1 s")
    if whole < 60:
        return tr("{s} s").format(s=whole)
    if whole < 3600:
        return tr("{min} min {s} s").format(min=whole // 60, s=whole % 60)
    return tr("{h} h {min} min").format(h=whole // 3600, min=whole % 3600 // 60)


def dollars(amount: float) -> str:
    """ "$0.14"; "under $0.01"."""
    return tr("under $0.01") if 0 < amount < _PERCENT else f"${amount:,.2f}"


def today_words(costs: Costs) -> str:
    """ "Today: 1 min 52 s · 4.1 MB · $0.14", without what is not known or was not used."""
    today = costs.days[-1]
    parts = [duration_words(today.cpu)]
    parts += [size_words(today.written)] if KNOWS_WRITTEN else []
    parts += [dollars(costs.money[-1])] if costs.money[-1] else []
    return tr("Today: {costs}").format(costs=" · ".join(parts))


def model_words(costs: Costs) -> tuple[str, str]:
    """Return what models cost today, and this month."""
    if not costs.month and not costs.calls:
        return "–", tr("No model used")
    if not costs.month:
        return dollars(0), tr("no price: on this computer, or in your plan")
    words = tr("{spent} of {budget} this month") if costs.budget else tr("{spent} this month")
    return dollars(costs.money[-1]), words.format(spent=dollars(costs.month), budget=dollars(costs.budget))


class _Head(QWidget):
    """A click anywhere beside its buttons emits `clicked`."""

    clicked = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._glyph, self._token = icons, "", "confHigh"
        theme, px = icons.theme, icons.theme.px
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.title = Label(theme, "", "body600", parent=self, wrap=True)
        self.percent = Label(theme, "", "small", "text2", parent=self)
        self.bar = ProgressBar(theme, tr("Reading"), self)
        self.text = Label(theme, "", "small", "text2", parent=self, wrap=True)
        self.top = hbox((self.title, 1), self.percent, gap=px(8))
        vbox(self.top, self.bar, self.text, on=self, margins=(px(42), px(10), px(10), px(10)), gap=px(2))

    def show_head(self, head: Head, status: ServiceStatus) -> None:
        self._glyph, self._token = head.glyph, head.token
        self.title.setText(head.title)
        self.text.setText(head.text)
        self.text.setVisible(bool(head.text))
        reading = status.state == "processing"
        self.bar.setVisible(reading)
        self.percent.setVisible(reading)
        self.bar.set_value(status.done, status.total)
        self.percent.setText(percent_number(round(100 * self.bar.fraction)))
        self.setAccessibleName(f"{head.title}. {head.text}")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._icons.theme, QPainter(self)
        if self._glyph:
            self._icons.paint(painter, self._glyph, self._token, theme.px(14), theme.px(13), 18)
            return
        side = theme.px(8)
        dot = QRectF(theme.px(19), theme.px(18), side, side)
        rounded(painter, dot.toRect(), side / 2, theme.color(self._token))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


class CostRow(QWidget):
    """One figure: its name with a note, seven bars and today's value."""

    def __init__(self, icons: Icons, glyph: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._glyph, self._name = icons, glyph, name
        theme, px = icons.theme, icons.theme.px
        self.note = Label(theme, "", "caption", "text3", parent=self)
        self.bars = _Bars(theme, self)
        self.value = Label(theme, "", "body600", parent=self)
        self.value.setFixedWidth(px(84))
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words = vbox(Label(theme, name, "body", "text2", parent=self), self.note)
        hbox((words, 1), self.bars, self.value, on=self, margins=(px(40), px(2), px(14), px(2)), gap=px(8))

    def show_figures(
        self,
        value: str,
        note: str,
        days: Sequence[tuple[str, float]],
        words: Callable[[float], str] | Callable[[int], str],
    ) -> None:
        """`days`: each of the last seven with its figure, which `words` puts into words."""
        self.value.setText(value)
        self.note.setText(note)
        self.bars.values = [figure for _, figure in days]
        self.bars.update()
        each = [f"{weekday_name(date.fromisoformat(day))}: {words(figure)}" for day, figure in days]  # type: ignore[arg-type]
        self.setToolTip("\n".join(each))
        self.setAccessibleName(f"{self._name}: {value}, {note}")
        self.setAccessibleDescription(", ".join(each))

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = self._icons.theme.px
        self._icons.paint(QPainter(self), self._glyph, "text2", px(14), (self.height() - px(16)) / 2, 16)


class _Bars(QWidget):
    """Seven days on their own scale, today in the accent colour."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.values: list[float] = []
        self.setFixedSize(theme.px(74), theme.px(18))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        most, floor = max(self.values, default=0), theme.px(17)
        for place, value in enumerate(self.values):
            high = max(theme.px(1), round(theme.px(16) * value / most)) if most else theme.px(1)
            box = QRectF(theme.px(11) * place, floor - high, theme.px(8), high).toRect()
            token = "accent" if place == len(self.values) - 1 else "track"
            rounded(painter, box, min(1.5, high / 2), theme.color(token))
