"""The left rail: one entry a page and, at the bottom, what Arbor is doing. Narrow, it shows icons alone."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.llm.model import Trouble
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.ui.components import Hairline, IconButton, ProgressBar
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.labels import wrap_lines
from arbor_desktop.ui.components.nav_item import NavItem
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.status import (
    head_of,
    maintenance_line,
    maintenance_short,
    model_look,
    status_line,
    status_short,
    waits_for_model,
)
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import tr

WIDE, NARROW = 204, 56
_LINES = 3
"""The status is in so many lines at most."""
_PARTS = 1000
"""Steps of a bar whose progress is a share."""


class Rail(Bar):
    """`chosen(key)` when a person picks a page."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, status: StatusIndicator, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent, fill="rail", line="right")
        self._icons, self._status = icons, status
        self._items: dict[str, NavItem] = {}
        self.narrow = False
        self._group = QButtonGroup(self)
        self.setAccessibleName(tr("Pages"))
        px = icons.theme.px
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(8), px(12), px(8) + 1, px(4))
        self._column.setSpacing(px(2))
        self._top = QVBoxLayout()
        self._bottom = QVBoxLayout()
        for layout in (self._top, self._bottom):
            layout.setSpacing(px(2))
        line = Hairline(icons.theme, parent=self)
        self._column.addLayout(self._top)
        self._column.addStretch(1)
        self._column.addLayout(self._bottom)
        self._column.addSpacing(px(4))
        self._column.addWidget(line)
        self._column.addWidget(status)
        self._fit()

    def add(self, spec: PageSpec) -> NavItem:
        """Adds the entry of a page."""
        item = NavItem(self._icons, spec.key, spec.title, spec.glyph, spec.shortcut, self)
        item.set_narrow(self.narrow)
        item.clicked.connect(lambda: self.chosen.emit(spec.key))
        self._items[spec.key] = item
        self._group.addButton(item)
        (self._bottom if spec.at_bottom else self._top).addWidget(item)
        follow(item, focusable(self._status))  # the status is at the bottom, for Tab too
        return item

    def item(self, key: str) -> NavItem:
        return self._items[key]

    def select(self, key: str) -> None:
        """Marks a page as the one that is shown."""
        self._items[key].setChecked(True)

    def set_count(self, key: str, count: int) -> None:
        """A number of things that wait on a page; 0 shows nothing."""
        if key in self._items:
            self._items[key].set_count(count)

    def set_narrow(self, narrow: bool) -> None:
        """Icons alone, with tooltips."""
        if narrow == self.narrow:
            return
        self.narrow = narrow
        for item in self._items.values():
            item.set_narrow(narrow)
        self._status.set_narrow(narrow)
        self._fit()

    def _fit(self) -> None:
        self.setFixedWidth(self._icons.theme.px(NARROW if self.narrow else WIDE))


class StatusIndicator(QWidget):
    """A click on the words asks for the status; the buttons pause, resume, cancel or try again."""

    status_wanted = Signal()
    pause_wanted = Signal()
    resume_wanted = Signal()
    cancel_wanted = Signal()
    retry_wanted = Signal()
    stop_maintenance_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock = system_clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._narrow = False
        self.status = ServiceStatus("ready")
        px = icons.theme.px
        self.line = _Line(icons, self)
        self.line.clicked.connect(self.status_wanted)
        self.pause = self._button("pause", tr("Pause"), self.pause_wanted)
        self.resume = self._button("play", tr("Resume"), self.resume_wanted)
        self.cancel = self._button("x", tr("Stop reading"), self.cancel_wanted)
        self.retry = self._button("refresh", tr("Try again"), self.retry_wanted)
        self.help = self._button("question", tr("Keyboard shortcuts"), self.help_wanted)
        self.help.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard has a key for it
        self.progress = ProgressBar(icons.theme, tr("Reading"), self)
        self.maintenance = _Maintenance(icons, self)
        self.maintenance.line.clicked.connect(self.status_wanted)
        self.maintenance.stop_wanted.connect(self.stop_maintenance_wanted)
        row = hbox((self.line, 1), self.pause, self.resume, self.cancel, self.retry, self.help)
        self._bar = hbox(self.progress, margins=(px(12), 0, px(6), px(4)))
        vbox(self.maintenance, row, self._bar, on=self, margins=(0, px(3), 0, px(3)))
        self.show_status(self.status)

    def _button(self, glyph: str, name: str, wanted: SignalInstance) -> IconButton:
        return IconButton(self._icons, glyph, name, side=24, glyph_size=14, parent=self, clicked=wanted)

    def show_status(self, status: ServiceStatus) -> None:
        """Shows the words, the progress and the buttons that fit."""
        self.status = status
        now = self._clock()
        words = status_line(status, now)
        head = head_of(status, now)
        self.line.say(words, status_short(status, now), head.token, _more(status, now), head.glyph)
        self.line.setHidden(status.maintenance is not None and status.state == "ready")
        wide = not self._narrow
        processing = status.state == "processing"
        self.pause.setVisible(wide and processing)
        self.cancel.setVisible(wide and processing)
        self.resume.setVisible(wide and status.state == "paused")
        self.retry.setVisible(wide and (status.state == "error" or _may_be_asked(status)))
        # The words need the room where there is more to say or to press.
        others = (self.pause, self.cancel, self.resume, self.retry)
        alone = all(button.isHidden() for button in others) and not self.line.isHidden()
        self.help.setVisible(wide and alone)
        self.progress.setVisible(wide and processing)
        self.progress.set_value(status.done, status.total)
        self.maintenance.show_progress(status.maintenance, narrow=self._narrow)

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        self.line.set_narrow(narrow)
        self.show_status(self.status)


def _more(status: ServiceStatus, now: int) -> str:
    """What the tooltip adds: what is in work, or why nothing can be."""
    if waits_for_model(status) and (model := status.model) is not None:
        look = model_look(model, now)
        return f"{look.title}. {look.text}"
    return status.current or ""


def _may_be_asked(status: ServiceStatus) -> bool:
    """Whether trying the model again may help: not where the person paused it."""
    model = status.model
    return waits_for_model(status) and model is not None and model.readiness.trouble is not Trouble.STOPPED


class _Maintenance(QWidget):
    """How far maintenance is, beside whatever capture does; not there while none runs in this process."""

    stop_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self._stopping = False
        self.line = _Line(icons, self, glyph="refresh")
        self.line.setAccessibleName(tr("Maintenance"))
        self.stop = IconButton(icons, "x", tr("Stop maintenance"), side=24, glyph_size=14, parent=self)
        self.stop.clicked.connect(self._stop)
        self.bar = ProgressBar(icons.theme, tr("Maintenance"), self)
        row = hbox((self.line, 1), self.stop)
        below = hbox(self.bar, margins=(px(12), 0, px(6), px(4)))
        vbox(row, below, on=self)
        self.hide()

    def show_progress(self, progress: Progress | None, *, narrow: bool) -> None:
        """Shows how far it is; None: nothing runs."""
        self.setVisible(progress is not None)
        self.line.set_narrow(narrow)
        self.stop.setVisible(not narrow)
        self.bar.setVisible(not narrow)
        if progress is None:
            self._stopping = False
            return
        self.stop.setEnabled(not self._stopping)
        words = tr("Maintenance: stopping…") if self._stopping else maintenance_line(progress)
        short = words if self._stopping else maintenance_short(progress)
        self.line.say(words, short, "accentText", "")
        self.bar.set_value(round(_PARTS * progress.share), _PARTS)
        self.bar.setAccessibleName(words)

    def _stop(self) -> None:
        self._stopping = True
        self.stop.setEnabled(False)
        self.stop_wanted.emit()


class _Line(QAbstractButton):
    """Dot (or glyph) and words, in a few lines if need be; the whole is in the tooltip."""

    def __init__(self, icons: Icons, parent: QWidget, glyph: str | None = None) -> None:
        super().__init__(parent)
        self._icons, self._glyph, self._own_glyph = icons, glyph, glyph
        self._short, self._token, self._narrow = "", "confHigh", False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RING_PROPERTY, "inside")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, words: str, short: str, token: str, current: str, glyph: str = "") -> None:
        self.setText(words)
        self._short, self._token = short, token
        self._glyph = glyph or self._own_glyph
        self.setAccessibleName(tr("{status}. Show status").format(status=words))
        more = [words, current] if current else [words]
        self.setToolTip("\n".join([*more, tr("Click for status and costs")]))
        self.updateGeometry()
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        self.updateGeometry()

    def lines(self, width: int) -> list[str]:
        """Return the words as they are shown: the short ones, if the whole does not fit into one line."""
        font = self._icons.theme.font("small")
        metrics, room = QFontMetrics(font), width - self._words_at - 2
        if metrics.horizontalAdvance(self.text()) <= room:
            return [self.text()]
        lines = wrap_lines(self._short, font, room)
        if len(lines) > _LINES:
            rest = " ".join(lines[_LINES - 1 :])
            lines[_LINES - 1 :] = [metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)]
        return lines

    @property
    def _words_at(self) -> int:
        """Where the words begin."""
        px = self._icons.theme.px
        return px(12) - (px(2) if self._glyph else 0) + px(10 if self._glyph else 8) + px(8)

    def heightForWidth(self, width: int) -> int:
        high = self.sizeHint().height()
        if self._narrow:
            return high
        return high + (len(self.lines(width)) - 1) * self._icons.theme.line("small")

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(40), self._icons.theme.px(30))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        if self.underMouse() or self.isDown():
            rounded(painter, self.rect(), theme.px(8), theme.color("railhover"))
        side = 16 if self._narrow else 12
        size = theme.px(side if self._glyph else 8)
        left = (self.width() - size) // 2 if self._narrow else theme.px(12)
        if self._glyph:
            left -= 0 if self._narrow else theme.px(2)  # its middle under that of the dot
            self._icons.paint(painter, self._glyph, self._token, left, (self.height() - size) / 2, side)
        else:
            self._paint_dot(painter, left, size)
        if self._narrow:
            return
        room = QRect(self._words_at, 0, self.width() - self._words_at, self.height())
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("danger" if self._token == "danger" else "text2"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, "\n".join(self.lines(self.width())))

    def _paint_dot(self, painter: QPainter, left: int, size: int) -> None:
        """A ring where nothing is read."""
        theme = self._icons.theme
        box = QRectF(left, (self.height() - size) // 2, size, size)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._token == "control":
            painter.setPen(QPen(theme.color("text3"), 1.5))
            painter.drawEllipse(box.adjusted(0.75, 0.75, -0.75, -0.75))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(self._token))
        painter.drawEllipse(box)
