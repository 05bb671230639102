"""When each task of maintenance runs: a switch, a time, what came of it last, and a way to run it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import Ending, MaintenanceStatus, Run
from arbor_desktop.task_times import Task
from arbor_desktop.ui.components import Button, ComboBox, FlowLayout, Label, SettingRow, Switch, TextField
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.desk import MaintenanceDesk
from arbor_desktop.ui.maintenance.kept_focus import KeptFocus
from arbor_desktop.ui.maintenance.progress import RunProgress
from arbor_desktop.ui.maintenance.results import result_words
from arbor_desktop.ui.maintenance.words import (
    day_words,
    duration_of,
    ending_words,
    next_words,
    task_title,
    task_what,
)
from arbor_desktop.ui.settings import maintenance_times as times
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.maintenance_times import OFF, Plan
from arbor_desktop.ui.settings.rows import BoundRow
from arbor_desktop.ui.settings.words import tr

_STEP_MINUTES = 15


class TimeField(TextField):
    """A time of day. Up and Down change it by a quarter of an hour; `committed` on Return or when left."""

    committed = Signal()

    def __init__(self, icons: Icons, name: str, parent: QWidget | None = None) -> None:
        super().__init__(icons, name, parent=parent)
        self.shown = ""
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMaxLength(8)

    def sizeHint(self) -> QSize:
        px = self._icons.theme.px
        return QSize(px(72), px(30))

    def show_time(self, text: str) -> None:
        """Shows what is stored, unless the person is typing."""
        self.shown = text
        if not (self.hasFocus() and self.isModified()):
            self.setText(text)

    def take_back(self) -> None:
        """Shows again what is stored."""
        self.setText(self.shown)
        self.setModified(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._change_by(_STEP_MINUTES if key == Qt.Key.Key_Up else -_STEP_MINUTES)
        elif key == Qt.Key.Key_Escape and self.isModified():
            self.take_back()
            self.committed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.committed.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.committed.emit()

    def _change_by(self, minutes: int) -> None:
        read = times.read_clock(self.text())
        if read is None:
            return
        # To the next quarter first, and around midnight.
        now = 60 * read[0] + read[1]
        step = abs(minutes)
        now = (now // step + 1) * step if minutes > 0 else (-(-now // step) - 1) * step
        hour, minute = divmod(now % 1440, 60)
        self.setText(f"{hour:02}:{minute:02}")
        self.setModified(True)
        self.committed.emit()


class ScheduleRow(BoundRow):
    """One task. `run_wanted(task)` for its button."""

    run_wanted = Signal(object)

    def __init__(self, icons: Icons, desk: SettingsDesk, task: Task, clock: Clock) -> None:
        self.task, self._clock = task, clock
        title = task_title(task)
        theme = icons.theme
        self.switch = Switch(theme, tr("{task}, by itself").format(task=title))
        self.day = self._day_box(icons, title)
        self.at = Label(theme, tr("at"), "small", "text2")
        self.time = TimeField(icons, tr("{task}, time of day").format(task=title))
        self.custom = Label(theme, "", "small", "text2")
        self.reset = Button(icons, tr("Reset"), size="small", icon="undo")
        self.reset.setAccessibleName(tr("Reset when {task} runs").format(task=title))
        self.run = Button(icons, tr("Run now"), size="small", icon="play")
        self.run.setAccessibleName(tr("Run {task} now").format(task=title))
        self.last = Label(theme, "", "small", "text2")
        self.last.setWordWrap(True)
        self.next = Label(theme, "", "small", "text2")
        self._focus = KeptFocus(self.time)
        self._former = times.default(task)
        self._line = str(desk.known[f"maintenance.{task.value}"])
        super().__init__(icons, desk, f"maintenance.{task.value}", self.switch, below=self._below(icons))
        self.title.setText(title)
        self.title.setBuddy(self.switch)
        row = self.layout()
        if row is not None:  # beside the name, not in the middle of so high a row
            row.setAlignment(self.switch, Qt.AlignmentFlag.AlignTop)
        self.set_description(task_what(task))
        self.switch.setAccessibleDescription(task_what(task))
        self._connect()
        self.show_value(self._line)

    def _day_box(self, icons: Icons, title: str) -> ComboBox | None:
        if self.task is Task.WEEKLY:
            box = ComboBox(icons, tr("{task}, day of the week").format(task=title))
            for number in (1, 2, 3, 4, 5, 6, 0):
                box.add(_weekdays()[number], number)
            return box
        if self.task is Task.MONTHLY:
            box = ComboBox(icons, tr("{task}, day of the month").format(task=title))
            for number in range(1, times.LAST_DAY + 1):
                box.add(tr("Day {n}").format(n=number), number)
            return box
        return None

    def _below(self, icons: Icons) -> QWidget:
        px = icons.theme.px
        fields = QWidget()
        flow = FlowLayout(fields, spacing=px(8), line_spacing=px(6))
        shown = [self.day, self.at, self.time, self.custom, self.reset, self.run]
        for part in shown:
            if part is not None:
                flow.addWidget(_Centred(part, px(30)) if isinstance(part, Label | Button) else part)
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, px(2), 0, 0)
        column.setSpacing(px(5))
        column.addWidget(fields)
        column.addWidget(self.last)
        column.addWidget(self.next)
        return box

    def _connect(self) -> None:
        self.switch.clicked.connect(self._switched)
        self.time.committed.connect(self._commit)
        self.reset.clicked.connect(lambda: self.put(times.write(times.default(self.task))))
        self.run.clicked.connect(lambda: self.run_wanted.emit(self.task))
        if self.day is not None:
            self.day.activated.connect(self._day_chosen)

    # What is stored

    def show_value(self, value: Any) -> None:
        self._line = str(value)
        on = self._line != OFF
        plan = times.read(self.task, self._line)
        custom = on and plan is None
        self.switch.setChecked(on)
        if plan is not None:
            self._former = plan
        self.time.show_time(self._former.clock)
        if self.day is not None:
            chosen = self._former.weekday if self.task is Task.WEEKLY else self._former.day
            self.day.set_current_data(chosen)
        self.custom.setText(tr("custom: {line}").format(line=self._line) if custom else "")
        for hand in (self.custom, self.reset):
            _show(hand, custom)
        for part in (self.day, self.at, self.time):
            if part is not None:
                _show(part, not custom)
                part.setEnabled(on)

    def show_error(self, text: str) -> None:
        self.error.show_error(text, self.time)

    def put(self, value: object) -> None:
        self.show_value(value)  # as a click is seen: what it means follows at once
        super().put(value)

    def _switched(self, on: bool) -> None:
        self.put(times.write(self._former) if on else OFF)

    def _day_chosen(self) -> None:
        chosen = self.day.current_data if self.day is not None else None
        if isinstance(chosen, int):
            part = {"weekday": chosen} if self.task is Task.WEEKLY else {"day": chosen}
            self._change(replace(self._former, **part))

    def _commit(self) -> None:
        if self.time.text() == self.time.shown:
            self.time.setModified(False)
            self.show_error("")
            return
        read = times.read_clock(self.time.text())
        if read is None:
            self.show_error(tr("Give a time such as 03:00."))
            return
        self.time.setModified(False)
        self._change(replace(self._former, hour=read[0], minute=read[1]))

    def _change(self, plan: Plan) -> None:
        self.put(times.write(plan))

    # What came of it

    def show_status(self, status: MaintenanceStatus, *, busy: bool) -> None:
        """Shows the last run, the next, and whether it can be run now."""
        now = self._clock()
        run = status.last.get(self.task)
        self.last.setText(last_words(run, now))
        self.last.set_token("danger" if run is not None and run.ending is Ending.FAILED else "text2")
        at = status.next_at.get(self.task)
        self.next.setText(tr("Next: {when}").format(when=next_words(at, now)) if at else tr("Switched off"))
        if busy:
            self._focus.leaves(self.run)
        self.run.setEnabled(not busy)
        if not busy:
            self._focus.returns(self.run)


class RunRow(SettingRow):
    """All tasks at once. `run_wanted`, `log_wanted`."""

    run_wanted = Signal()
    log_wanted = Signal()

    def __init__(self, icons: Icons) -> None:
        theme = icons.theme
        box = QWidget()
        self.log = Button(icons, tr("Show log"), variant="link", parent=box)
        self.run = Button(icons, tr("Run all now"), size="small", icon="play", parent=box)
        flow = FlowLayout(box, spacing=theme.px(14), line_spacing=theme.px(4))
        flow.addWidget(self.log)
        flow.addWidget(self.run)
        super().__init__(
            theme,
            tr("Everything"),
            tr("All tasks, one after the other. You can go on working meanwhile."),
            box,
        )
        self._focus = KeptFocus(self.log)
        self.title.setBuddy(self.run)
        self.run.clicked.connect(self.run_wanted)
        self.log.clicked.connect(self.log_wanted)

    def show_status(self, desk: MaintenanceDesk) -> None:
        """Whether it can be run now."""
        if desk.under_way:
            self._focus.leaves(self.run)
        self.run.setEnabled(not desk.under_way)
        if desk.under_way:
            self.show_error("")
        else:
            self._focus.returns(self.run)


class ProgressRow(QWidget):
    """How far a run is, over the whole width. There only while one is under way."""

    cancel_wanted = Signal()

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        px = icons.theme.px
        self.progress = RunProgress(icons, self)
        self.progress.cancelled.connect(self.cancel_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(9), px(16), px(9))
        row.addWidget(self.progress)


def last_words(run: Run | None, now: int) -> str:
    """ "Last: today 03:00, 48 s · 11 memories archived, 2 duplicates merged"."""
    if run is None:
        return tr("It has not run yet")
    when = ", ".join(part for part in (day_words(run.started_at, now), duration_of(run)) if part)
    said = result_words([run])
    if run.ending is not Ending.DONE:
        ended = ending_words(run)[0]
        said = f"{ended}: {run.error}" if run.error else ended
    return tr("Last: {when} · {result}").format(when=when, result=said)


class _Centred(QWidget):
    """A lower part in the middle of a line of fields."""

    def __init__(self, part: QWidget, height: int) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        self._height = height

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), max(self._height, super().sizeHint().height()))


def _show(part: QWidget, shown: bool) -> None:
    """With what centres it: an empty place would leave a gap."""
    part.setVisible(shown)
    around = part.parentWidget()
    if isinstance(around, _Centred):
        around.setVisible(shown)


def _weekdays() -> Sequence[str]:
    return (
        tr("Sunday"), tr("Monday"), tr("Tuesday"), tr("Wednesday"), tr("Thursday"), tr("Friday"),
        tr("Saturday"),
    )  # fmt: skip
