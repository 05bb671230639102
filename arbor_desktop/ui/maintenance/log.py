"""The log of maintenance: what ran when, with what result, and Undo."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.maintenance.model import FULL, MaintenanceStatus, Run
from arbor_desktop.task_times import Task
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Badge,
    Button,
    ComboBox,
    EmptyState,
    FlowLayout,
    Hairline,
    InlineError,
    Label,
    Snackbar,
)
from arbor_desktop.ui.components.boxes import ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.dialogs import WindowDialog
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.card import FocusKeeper, RunProgress
from arbor_desktop.ui.maintenance.controller import MaintenanceController
from arbor_desktop.ui.maintenance.words import (
    by_words,
    day_words,
    duration_of,
    ending_words,
    result_words,
    task_title,
    undone_words,
)
from arbor_desktop.ui.memory.words import short
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import tr, translated

AT_ONCE = 30
ALL = "all"


class LogDialog(WindowDialog):
    """`archived_wanted` when the archived memories are to be shown; the dialog closes then."""

    archived_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        parent: QWidget,
        *,
        clock: Clock = system_clock,
        task: Task | None = None,
        snackbar_ms: int = 8000,
    ) -> None:
        """Begin with the runs of `task`, where it is given."""
        choice, run_now = ComboBox(icons, tr("Task")), Button(icons, tr("Run now"), icon="play")
        title = tr("Maintenance log")
        super().__init__(icons, title, parent, at_end=(choice, run_now), width=720, height=620)
        self._clock = clock
        self._limit = AT_ONCE
        self._stood: object = None
        self.controller = MaintenanceController(bridge, self)
        self.filter, self.run_button = choice, run_now
        self.filter.add(tr("All tasks"), ALL)
        for each in Task:
            self.filter.add(task_title(each), each.value)
        self.filter.set_current_data(task.value if task else ALL)
        self.progress = RunProgress(icons, self)
        self.rows: list[RunRow] = []
        self.card = Card(self._theme)
        self.older = Button(icons, tr("Show older runs"), variant="link")
        self.empty = EmptyState(icons, "activity", "")
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms)
        self._focus = FocusKeeper(self.filter)
        self._lay_out()
        self._connect()
        self.controller.refresh()
        self.refresh()

    def _lay_out(self) -> None:
        px = self._theme.px
        self._under_way = QWidget(self)
        hbox(self.progress, on=self._under_way, margins=(px(20), px(8), px(20), px(10)))
        self.column.addWidget(self._under_way)
        self.column.addWidget(self._content(), 1)
        self.column.addWidget(self.empty, 1)
        self.column.addWidget(self.snackbar)
        self.empty.hide()
        self._under_way.hide()

    def _content(self) -> QWidget:
        px = self._theme.px
        self._list = vbox(on=self.card, margins=1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        column.addWidget(self.card)
        column.addWidget(self.older, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.area = ScrollArea(body, name=tr("Maintenance runs"), focusable=True)
        self.area.setProperty(RING_PROPERTY, "inside")
        self.card.hide()
        self.older.hide()
        return self.area

    def _connect(self) -> None:
        self.filter.activated.connect(self._filtered)
        self.run_button.clicked.connect(self._run)
        self.progress.cancelled.connect(self.controller.cancel)
        self.older.clicked.connect(self._show_older)
        self.controller.status_changed.connect(self._stands)
        self.controller.failed_to_run.connect(lambda why: self.snackbar.show_message(why, icon="warning"))

    @property
    def task(self) -> str | None:
        """The task whose runs are shown; None for all."""
        chosen = self.filter.current_data
        return None if chosen == ALL else str(chosen)

    def refresh(self) -> None:
        """Read the log again. One more than are shown, to know whether there are older ones."""
        self.controller.log(self._limit + 1, self.task, self._listed, self._failed)

    def run_all(self) -> None:
        """Run all tasks now."""
        self.controller.run(FULL)

    # What is shown

    def _listed(self, runs: list[Run]) -> None:
        self.older.setVisible(len(runs) > self._limit)
        shown = runs[: self._limit]
        if [row.run for row in self.rows] != shown:
            self._fill(shown)
        self.card.setVisible(bool(shown))
        self.area.setVisible(bool(shown))
        self.empty.setVisible(not shown)
        if not shown:
            self._show_empty()

    def _fill(self, runs: list[Run]) -> None:
        opened = {row.run.id for row in self.rows if not row.troubles.isHidden()}
        clear(self._list)
        now = self._clock()
        self.rows = [RunRow(self._icons, run, now, self.card) for run in runs]
        for number, row in enumerate(self.rows):
            if number:
                self._list.addWidget(Hairline(self._theme, parent=self.card))
            self._list.addWidget(row)
            row.undo_wanted.connect(self._undo)
            row.archived_wanted.connect(self._show_archived)
            if row.run.id in opened:
                row.more.click()
            row.show()
        inner = [widget for row in self.rows for widget in focusable(row)]
        follow(focusable_before(self.card, outside=self.card), inner)

    def _show_empty(self) -> None:
        if self.task is None:
            self.empty.show_state(
                "activity",
                tr("Not run yet"),
                tr("Maintenance keeps your memories up to date. Each run is listed here."),
            )
            return
        show_all = Button(self._icons, tr("Show all tasks"), clicked=self._show_all)
        self.empty.show_state(
            "activity",
            tr("{task} maintenance has not run yet").format(task=task_title(Task(self.task))),
            actions=(show_all,),
        )

    def _failed(self, why: str) -> None:
        again = Button(self._icons, tr("Try again"), clicked=self.refresh)
        self.card.hide()
        self.area.hide()
        self.empty.show()
        self.empty.show_state("error", tr("Couldn't load the log"), why, actions=(again,))

    def _stands(self, status: MaintenanceStatus) -> None:
        running = self.controller.under_way
        now = (running, status.running and status.running.task, tuple(status.last.values()))
        if now != self._stood:  # one has begun or ended
            self._stood = now
            self.refresh()
        if running:
            self._focus.leaves(self.run_button)
        if status.running is None or self.controller.stopping:
            self._focus.leaves(self.progress.cancel)
        self._under_way.setVisible(running)
        self.run_button.setEnabled(not running)
        if not running:
            self._focus.returns(self.run_button)
        self.progress.show_status(status, stopping=self.controller.stopping)

    # What a person does

    def _run(self) -> None:
        self.controller.run(self.task or FULL)

    def _filtered(self) -> None:
        self._limit = AT_ONCE
        self.refresh()

    def _show_all(self) -> None:
        self.filter.set_current_data(ALL)
        self._filtered()

    def _show_older(self) -> None:
        self._limit += AT_ONCE
        self.refresh()

    def _show_archived(self) -> None:
        self.archived_wanted.emit()
        self.accept()

    def _undo(self, run: Run) -> None:
        for row in self.rows:
            if row.run.id == run.id:
                if row.undo_button.hasFocus():  # it goes; the list of runs stays
                    self.area.setFocus(Qt.FocusReason.OtherFocusReason)
                row.wait()
        self.controller.undo(run, self._undone, self._not_undone)

    def _undone(self, run: Run) -> None:
        self.snackbar.show_message(undone_words(run), icon="undo")
        self.refresh()

    def _not_undone(self, why: str) -> None:
        self.snackbar.show_message(why, icon="warning")
        for row in self.rows:
            row.undo_button.setEnabled(True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)


_CHANGES = ("items_archived", "duplicates_merged", "items_compressed", "memories_promoted")


def can_undo(run: Run) -> bool:
    """Whether the run changed memories, which can be taken back. What the daily task compresses is the text
    of conversations: nothing of it is lost, and there is nothing to bring back."""
    changed = [name for name in _CHANGES if run.result.get(name)]
    if run.task is Task.DAILY and "items_compressed" in changed:
        changed.remove("items_compressed")
    return bool(changed) and run.action_id is not None and run.undone_at is None and run.ending is not None


def _promoted(run: Run) -> str:
    """Which memories apply everywhere since that run."""
    texts = " ".join(f"“{short(plain(text))}”" for text in run.promoted)
    return tr("Now global: {texts}").format(texts=texts)


class RunRow(QWidget):
    """One run: what, when, by whom, how long, the result. `undo_wanted(run)`, `archived_wanted`."""

    undo_wanted = Signal(object)
    archived_wanted = Signal()

    def __init__(self, icons: Icons, run: Run, now: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self.run = icons, run
        theme = icons.theme
        words, kind, icon = ending_words(run)
        self.badge = Badge(icons, words, kind, icon=icon, parent=self)
        self.about = Label(theme, _about(run, now), "small", "text2", parent=self, wrap=True)
        self.result = Label(theme, result_words([run]), "body", "text", parent=self, wrap=True)
        self.result.setVisible(run.ending is not None)
        self.promoted = Label(theme, _promoted(run), "small", "text2", parent=self, wrap=True)
        self.promoted.setVisible(bool(run.promoted) and run.undone_at is None)
        self.error = InlineError(theme, self)
        self.error.show_error(translated(run.error or ""))
        if run.error and run.ending is not None and run.ending.value != "failed":
            self.error.set_token("text2")  # stopped by the person: nothing is wrong
        self.undone = Label(theme, _undone(run, now), "small", "text2", parent=self)
        self.undone.setVisible(run.undone_at is not None)
        self.troubles = _Troubles(icons, run, self)
        self.more = Button(icons, "", variant="link", trailing="chevron-down", parent=self)
        self.more.setVisible(bool(run.troubles))
        self.more.clicked.connect(self._unfold)
        self.show_button = Button(icons, tr("Show archived memories"), variant="link", parent=self)
        self.show_button.setVisible(bool(run.result.get("items_archived")) and run.undone_at is None)
        self.show_button.clicked.connect(self.archived_wanted)
        self.undo_button = Button(icons, tr("Undo"), size="small", icon="undo", parent=self)
        self.undo_button.setVisible(can_undo(run))
        self.undo_button.clicked.connect(lambda: self.undo_wanted.emit(self.run))
        self._lay_out()
        self._name(now)
        self._fold()

    def _lay_out(self) -> None:
        theme = self._icons.theme
        head = QHBoxLayout()
        head.setSpacing(theme.px(8))
        head.addWidget(Label(theme, task_title(self.run.task), "body600", parent=self))
        head.addWidget(self.badge)
        head.addWidget(self.about, 1)
        links = FlowLayout(spacing=theme.px(16), line_spacing=theme.px(4))
        links.addWidget(self.more)
        links.addWidget(self.show_button)
        left = vbox(
            head, self.result, self.promoted, self.error, self.undone, links, self.troubles, gap=theme.px(3)
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(10))
        row.setSpacing(theme.px(16))
        row.addLayout(left, 1)
        row.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignTop)

    def _name(self, now: int) -> None:
        run = self.run
        title = f"{task_title(run.task)}, {day_words(run.started_at, now)}"
        said = [title, self.badge.accessibleName(), self.about.text(), self.result.text(), self.error.text()]
        self.setAccessibleName(". ".join(part for part in said if part))
        self.undo_button.setAccessibleName(tr("Undo run: {what}").format(what=title))

    def _unfold(self) -> None:
        self.troubles.setVisible(self.troubles.isHidden())
        self._fold()

    def _fold(self) -> None:
        opened = not self.troubles.isHidden()
        what = _troubles_words(self.run)
        words = tr("Hide {what}") if opened else tr("Show {what}")
        self.more.set_label(words.format(what=what))

    def wait(self) -> None:
        """While it is being taken back."""
        self.undo_button.setEnabled(False)


class _Troubles(QWidget):
    """What failed while the rest went on, with the reasons; folded at first."""

    def __init__(self, icons: Icons, run: Run, parent: QWidget) -> None:
        super().__init__(parent)
        theme = icons.theme
        column = vbox(on=self, margins=(0, theme.px(4), 0, 0), gap=theme.px(4))
        for trouble in run.troubles:
            words = f"{translated(trouble.what)}: {translated(trouble.why)}"
            label = Label(theme, words, "small", "text2", parent=self, wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        hidden = run.result.get("failures", 0) + run.result.get("items_left", 0) - len(run.troubles)
        if hidden > 0 and run.troubles:
            words = tr("and %n more", None, hidden)
            column.addWidget(Label(theme, words, "small", "text3", parent=self))
        self.hide()

    @property
    def text(self) -> str:
        """All of it, a line each."""
        return "\n".join(label.text() for label in self.findChildren(Label))


def _about(run: Run, now: int) -> str:
    parts = [day_words(run.started_at, now), by_words(run.actor), duration_of(run)]
    return " · ".join(part for part in parts if part)


def _undone(run: Run, now: int) -> str:
    if run.undone_at is None:
        return ""
    return tr("Undone {when}: {what}").format(when=ago(run.undone_at, now), what=undone_words(run))


def _troubles_words(run: Run) -> str:
    """What is folded: what failed, what was left when the run was taken back, or both."""
    failed, left = run.result.get("failures", 0), run.result.get("items_left", 0)
    if failed and left:
        return tr("%n details", None, failed + left)
    if left:
        return tr("memories not restored")
    number = max(failed, len(run.troubles))
    return tr("%n errors", None, number)
