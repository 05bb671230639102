"""The card of maintenance on the Insights page: the last run, its result, how far a run is, and Run now."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.maintenance.model import FULL, Ending, MaintenanceStatus, Run
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Button,
    ElidedLabel,
    FlowLayout,
    Hairline,
    InlineError,
    Label,
    ProgressBar,
)
from arbor_desktop.ui.components.boxes import STRETCH, clear, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.formatting import percent_number
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.controller import MaintenanceController
from arbor_desktop.ui.maintenance.words import (
    Item,
    duration_words,
    items,
    last_round,
    percent,
    progress_words,
    result_words,
    task_title,
    when_words,
)
from arbor_desktop.ui.status import clock_time
from arbor_desktop.ui.translation import tr

_NARROW = 760
"""Below this width the buttons stand under what was done."""


class MaintenanceCard(Card):
    """Keeps itself current. `archived_wanted`: the person wants to see what was archived."""

    archived_wanted = Signal()

    def __init__(
        self, icons: Icons, bridge: Bridge, *, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._bridge, self._clock = icons, bridge, clock
        self.controller = MaintenanceController(bridge, self)
        self.setAccessibleName(tr("Maintenance"))
        theme = icons.theme
        self.title = Label(theme, tr("Maintenance"), "body600", parent=self)
        self.when = Label(theme, "", "caption", "text2", parent=self)
        self.done = _Done(icons, self)
        self.progress = RunProgress(icons, self)
        self.error = InlineError(theme, self)
        self.log_button = Button(icons, tr("Show log"), variant="link", parent=self, clicked=self.show_log)
        self.run_button = Button(icons, tr("Run now"), icon="play", parent=self, clicked=self.run)
        self.run_button.setToolTip(tr("Run all tasks now, one after another"))
        self.run_button.setAccessibleDescription(self.run_button.toolTip())
        self._focus = FocusKeeper(self.log_button)
        self._lay_out()
        self.progress.cancelled.connect(self.controller.cancel)
        self.controller.status_changed.connect(self._show)
        self.controller.failed_to_run.connect(self._refused)
        self._show(self.controller.status)

    def _lay_out(self) -> None:
        px = self._theme.px
        words = vbox(STRETCH, self.title, self.when, STRETCH)
        middle = QWidget(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        middle.setSizePolicy(policy)
        vbox(STRETCH, self.done, self.progress, self.error, STRETCH, on=middle, gap=px(2))
        about = hbox(words, Hairline(self._theme, vertical=True, parent=self), (middle, 1), gap=px(14))
        actions = hbox(STRETCH, self.log_button, self.run_button, gap=px(14))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(px(15), px(9), px(9), px(9))
        self._row.setSpacing(px(8))
        self._row.addLayout(about, 1)
        self._row.addLayout(actions)

    # What a person asks for

    def refresh(self) -> None:
        """Read again how it stands."""
        self.controller.refresh()

    def run(self) -> None:
        """Run all tasks now."""
        self.error.show_error("")
        self.controller.run(FULL)

    def show_log(self) -> QWidget:
        """Open the log of runs."""
        from arbor_desktop.ui.maintenance.log import LogDialog  # as late as its first use

        dialog = LogDialog(self._icons, self._bridge, self.window(), clock=self._clock)
        dialog.archived_wanted.connect(self.archived_wanted)
        dialog.open()
        return dialog

    # What is shown

    def _show(self, status: MaintenanceStatus) -> None:
        running = status.running is not None or self.controller.under_way
        if running:
            self._focus.leaves(self.run_button)
        if status.running is None or self.controller.stopping:
            self._focus.leaves(self.progress.cancel)
        self.progress.setVisible(running)
        self.done.setVisible(not running)
        self.progress.show_status(status, stopping=self.controller.stopping)
        self.run_button.setVisible(not running)
        if running:
            self.error.show_error("")
        else:
            self._focus.returns(self.run_button)
        runs = last_round(status.last)
        self.when.setText(self._when(status, runs))
        self.done.show_runs(runs, known=self.controller.known)
        self.setAccessibleDescription(
            f"{self.when.text()}. {result_words(runs)}" if runs else self.when.text()
        )
        self.updateGeometry()

    def _when(self, status: MaintenanceStatus, runs: list[Run]) -> str:
        now = self._clock()
        if self.controller.under_way:
            return tr("Running now")
        if runs:
            took = sum((run.finished_at or run.started_at) - run.started_at for run in runs)
            return tr("Last run: {when} ({took})").format(
                when=when_words(runs[-1].started_at, now), took=duration_words(took)
            )
        if not self.controller.known:
            return ""
        if status.next is None:
            return tr("Turned off")
        return tr("First run: {when}").format(when=clock_time(status.next[1], now))

    def _refused(self, why: str) -> None:
        self.error.show_error(why)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != way:
            self._row.setDirection(way)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.refresh()


class _Done(QWidget):
    """What the last runs did, each thing with its glyph, broken like words in a paragraph."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self._shown: list[tuple[str, str, str, str]] | None = None
        self._flow = FlowLayout(self, spacing=icons.theme.px(16), line_spacing=icons.theme.px(4))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_runs(self, runs: list[Run], *, known: bool) -> None:
        wanted = [(*_glyph(item), item.lead, item.value) for item in items(runs)]
        for run in runs:
            if run.ending in (Ending.FAILED, Ending.STOPPED, Ending.INTERRUPTED):
                wanted.append(_ended(run))
        if not wanted and known:
            words = tr("No changes needed") if runs else tr("Not run yet")
            wanted = [("check" if runs else "clock", "text2", words, "")]
        if wanted == self._shown:
            return
        self._shown = wanted
        clear(self._flow)
        for glyph, token, lead, value in wanted:
            part = _Part(self._icons, glyph, token, lead, value, self)
            self._flow.addWidget(part)
            part.show()
        self.updateGeometry()

    @property
    def words(self) -> list[str]:
        """What is shown, for eyes: "Merged 6 duplicates"."""
        return [f"{lead} {value}".strip() for _, _, lead, value in self._shown or ()]


class _Part(QWidget):
    """A glyph, a quiet word, and the figure."""

    def __init__(self, icons: Icons, glyph: str, token: str, lead: str, value: str, parent: QWidget) -> None:
        super().__init__(parent)
        theme = icons.theme
        self._icons, self._glyph, self._token = icons, glyph, token
        self.setAccessibleName(f"{lead} {value}".strip())
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(14) + theme.px(5), 0, 0, 0)
        row.setSpacing(theme.px(6))
        row.addWidget(Label(theme, lead, "small", "text2", parent=self))
        if value:
            row.addWidget(Label(theme, value, "small", "text", parent=self))

    def paintEvent(self, _event: QPaintEvent) -> None:
        size = self._icons.theme.px(14)
        self._icons.paint(QPainter(self), self._glyph, self._token, 0, (self.height() - size) / 2, 14)


def _glyph(item: Item) -> tuple[str, str]:
    return ("warning", "warn") if item.warns else ("check", "text")


def _ended(run: Run) -> tuple[str, str, str, str]:
    words = {
        Ending.FAILED: tr("failed"),
        Ending.STOPPED: tr("stopped"),
        Ending.INTERRUPTED: tr("interrupted"),
    }[run.ending or Ending.FAILED]
    return "warning", "danger" if run.ending is Ending.FAILED else "warn", task_title(run.task), words


_PARTS = 1000


class RunProgress(QWidget):
    """Shows real values only; where another process runs it, none are known, and it can't be stopped here."""

    cancelled = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = icons.theme
        px = theme.px
        self.line = ElidedLabel(theme, "", "small", "text", parent=self)
        self.share = Label(theme, percent_number(100), "small600", "text", parent=self)
        self.share.setMinimumWidth(self.share.sizeHint().width())
        self.bar = ProgressBar(theme, tr("Maintenance"), self)
        self.cancel = Button(icons, tr("Cancel"), size="small", parent=self, clicked=self.cancelled)
        self.cancel.setAccessibleName(tr("Stop maintenance"))
        self.cancel.setToolTip(tr("Steps already finished are not undone."))
        head = hbox((self.line, 1), self.share, gap=px(8))
        left = vbox(head, self.bar, gap=px(4))
        hbox((left, 1), self.cancel, on=self, gap=px(14))

    def show_status(self, status: MaintenanceStatus, *, stopping: bool = False) -> None:
        """Show how far it is; "Stopping…" from the wish to its end."""
        running = status.running
        if running is None:
            self.line.setText(
                tr("Maintenance is running in another Arbor process") if status.elsewhere else tr("Starting…")
            )
        else:
            self.line.setText(tr("Stopping…") if stopping else progress_words(running))
        self.share.setText(percent(running) if running else "")
        self.bar.setVisible(running is not None)
        self.bar.set_value(round(_PARTS * running.share) if running else 0, _PARTS)
        if running is not None:
            self.bar.setAccessibleName(f"{progress_words(running)}, {percent(running)}")
        self.cancel.setVisible(not status.elsewhere)
        self.cancel.setEnabled(running is not None and not stopping)


class FocusKeeper:
    """A button that hides or can't be pressed loses the focus to whatever comes next, somewhere in the
    window. A neighbour that stays holds it meanwhile, and gives it back unless the person went on."""

    def __init__(self, neighbour: QWidget) -> None:
        self._neighbour = neighbour
        self._of: QWidget | None = None

    def leaves(self, button: QWidget) -> None:
        """Call when `button` is about to go. Nothing happens where it does not have the focus."""
        if button.hasFocus():
            self._of = button
            self._neighbour.setFocus(Qt.FocusReason.OtherFocusReason)

    def returns(self, button: QWidget) -> None:
        """Call when `button` can be pressed again."""
        if self._of is not None and self._neighbour.hasFocus():
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._of = None
