"""When each task of maintenance runs: a switch, a time, the last result, and Run now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import Ending, MaintenanceStatus, Run
from arbor_desktop.task_times import DEFAULT_TIMES, Task
from arbor_desktop.ui.components import Button, ComboBox, FlowLayout, Label, SettingRow, Switch
from arbor_desktop.ui.components.boxes import MIDDLE, hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.card import FocusKeeper, RunProgress
from arbor_desktop.ui.maintenance.controller import MaintenanceController
from arbor_desktop.ui.maintenance.words import (
    day_words,
    duration_of,
    ending_words,
    next_words,
    result_words,
    task_title,
    task_what,
)
from arbor_desktop.ui.setting_rows.rows import BoundRow, SettingsController, StepField
from arbor_desktop.ui.translation import tr, translated

_STEP_MINUTES = 15
OFF = "off"
DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
"""As crontab(5) names them; 0 and 7 are Sunday, too."""
LAST_DAY = 28
"""A later day is missing in some months."""
_NUMBER = re.compile(r"\d{1,2}")
_TIME = re.compile(r"(\d{1,2})(?:\s*[:.h]\s*(\d{2}))?|(\d{1,2})(\d{2})")


@dataclass(frozen=True, slots=True)
class Plan:
    """When a task runs. `weekday` (0: Sunday) only where it is weekly, `day` only where it is monthly."""

    hour: int
    minute: int
    weekday: int | None = None
    day: int | None = None

    @property
    def clock(self) -> str:
        """ "03:00"."""
        return f"{self.hour:02}:{self.minute:02}"


class TimeField(StepField):
    """A time of day; Up and Down change it by a quarter of an hour."""

    def __init__(self, icons: Icons, name: str) -> None:
        super().__init__(icons, name, 72)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setMaxLength(8)

    def stepped(self, text: str, direction: int) -> str | None:
        read = read_clock(text)
        if read is None:
            return None
        # To the next quarter first, and around midnight.
        now, step = 60 * read[0] + read[1], _STEP_MINUTES
        now = (now // step + 1) * step if direction > 0 else (-(-now // step) - 1) * step
        hour, minute = divmod(now % 1440, 60)
        return f"{hour:02}:{minute:02}"


class ScheduleRow(BoundRow):
    """One task. `run_wanted(task)` for its button."""

    run_wanted = Signal(object)

    def __init__(self, icons: Icons, settings: SettingsController, task: Task, clock: Clock) -> None:
        self.task, self._clock = task, clock
        title = task_title(task)
        theme = icons.theme
        self.switch = Switch(theme, tr("{task} maintenance: run automatically").format(task=title))
        self.day = self._day_box(icons, title)
        self.at = Label(theme, tr("at"), "small", "text2")
        self.time = TimeField(icons, tr("{task} maintenance: time of day").format(task=title))
        self.custom = Label(theme, "", "small", "text2")
        self.reset = Button(icons, tr("Reset"), size="small", icon="undo")
        self.reset.setAccessibleName(tr("{task} maintenance: reset schedule").format(task=title))
        self.run = Button(icons, tr("Run now"), size="small", icon="play")
        self.run.setAccessibleName(tr("{task} maintenance: run now").format(task=title))
        self.last = Label(theme, "", "small", "text2", wrap=True)
        self.next = Label(theme, "", "small", "text2")
        self._focus = FocusKeeper(self.time)
        self._former = default_plan(task)
        self._line = str(settings.known[f"maintenance.{task.value}"])
        super().__init__(icons, settings, f"maintenance.{task.value}", self.switch, below=self._below(icons))
        self._column.insertWidget(1, self.error)  # below the fields that it is about
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
            box = ComboBox(icons, tr("{task} maintenance: day of the week").format(task=title))
            for number in (1, 2, 3, 4, 5, 6, 0):
                box.add(_weekdays()[number], number)
            return box
        if self.task is Task.MONTHLY:
            box = ComboBox(icons, tr("{task} maintenance: day of the month").format(task=title))
            for number in range(1, LAST_DAY + 1):
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
        self._column = vbox(fields, self.last, self.next, on=box, margins=(0, px(2), 0, 0), gap=px(5))
        return box

    def _connect(self) -> None:
        self.switch.clicked.connect(self._switched)
        self.time.committed.connect(self._commit)
        self.reset.clicked.connect(lambda: self.put(written(default_plan(self.task))))
        self.run.clicked.connect(lambda: self.run_wanted.emit(self.task))
        if self.day is not None:
            self.day.activated.connect(self._day_chosen)

    # What is stored

    def show_value(self, value: Any) -> None:
        self._line = str(value)
        on = self._line != OFF
        plan = read_plan(self.task, self._line)
        custom = on and plan is None
        self.switch.setChecked(on)
        if plan is not None:
            self._former = plan
        self.time.show_stored(self._former.clock)
        if self.day is not None:
            chosen = self._former.weekday if self.task is Task.WEEKLY else self._former.day
            self.day.set_current_data(chosen)
        self.custom.setText(self._line if custom else "")
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
        self.put(written(self._former) if on else OFF)

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
        read = read_clock(self.time.text())
        if read is None:
            self.show_error(tr("Enter a time such as 03:00."))
            return
        self.time.setModified(False)
        self._change(replace(self._former, hour=read[0], minute=read[1]))

    def _change(self, plan: Plan) -> None:
        self.put(written(plan))

    # What came of it

    def show_status(self, status: MaintenanceStatus, *, busy: bool) -> None:
        """Show the last run, the next, and whether it can be run now."""
        now = self._clock()
        run = status.last.get(self.task)
        self.last.setText(last_words(run, now))
        self.last.set_token("danger" if run is not None and run.ending is Ending.FAILED else "text2")
        at = status.next_at.get(self.task)
        self.next.setText(tr("Next run: {when}").format(when=next_words(at, now)) if at else tr("Turned off"))
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
            tr("All tasks"),
            tr("Runs all tasks, one after another. You can keep working."),
            box,
        )
        self._focus = FocusKeeper(self.log)
        self.title.setBuddy(self.run)
        self.run.clicked.connect(self.run_wanted)
        self.log.clicked.connect(self.log_wanted)

    def show_status(self, maintenance: MaintenanceController) -> None:
        """Show whether it can be run now."""
        if maintenance.under_way:
            self._focus.leaves(self.run)
        self.run.setEnabled(not maintenance.under_way)
        if maintenance.under_way:
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
        hbox(self.progress, on=self, margins=(px(16), px(9), px(16), px(9)))


def last_words(run: Run | None, now: int) -> str:
    """ "Last: today 03:00, 48 s · 11 memories archived, 2 duplicates merged"."""
    if run is None:
        return tr("Not run yet")
    when = ", ".join(part for part in (day_words(run.started_at, now), duration_of(run)) if part)
    said = result_words([run])
    if run.ending is not Ending.DONE:
        ended = ending_words(run)[0]
        said = f"{ended}: {translated(run.error)}" if run.error else ended
    return tr("Last run: {when} · {result}").format(when=when, result=said)


class _Centred(QWidget):
    """A lower part in the middle of a line of fields."""

    def __init__(self, part: QWidget, height: int) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        vbox((part, MIDDLE), on=self)
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


def read_plan(task: Task, line: str) -> Plan | None:
    """Return what the fields of a task show; None where they can't show it (a line written by hand)."""
    parts = line.split()
    if len(parts) != 5 or parts[3] != "*":
        return None
    minute, hour = _number(parts[0], 0, 59), _number(parts[1], 0, 23)
    if minute is None or hour is None:
        return None
    day, weekday = parts[2], parts[4]
    if task is Task.WEEKLY:
        named = _weekday(weekday)
        return Plan(hour, minute, weekday=named) if day == "*" and named is not None else None
    if task is Task.MONTHLY:
        number = _number(day, 1, LAST_DAY)
        return Plan(hour, minute, day=number) if weekday == "*" and number is not None else None
    return Plan(hour, minute) if (day, weekday) == ("*", "*") else None


def written(plan: Plan) -> str:
    """Return the line of crontab for it."""
    day = "*" if plan.day is None else str(plan.day)
    weekday = "*" if plan.weekday is None else DAYS[plan.weekday]
    return f"{plan.minute} {plan.hour} {day} * {weekday}"


def default_plan(task: Task) -> Plan:
    """Return when a task runs by default. Raises ValueError where the fields can't show it."""
    plan = read_plan(task, DEFAULT_TIMES[task])
    if plan is None:
        raise ValueError(f"no fields for {DEFAULT_TIMES[task]!r}")
    return plan


def read_clock(typed: str) -> tuple[int, int] | None:
    """Return hour and minute as people type them: "3", "3:30", "03.30", "0330"; None for anything else."""
    found = _TIME.fullmatch(typed.strip())
    if found is None:
        return None
    hour, minute = int(found[1] or found[3]), int(found[2] or found[4] or 0)
    return (hour, minute) if hour < 24 and minute < 60 else None


def _number(text: str, low: int, high: int) -> int | None:
    if not _NUMBER.fullmatch(text):
        return None
    return int(text) if low <= int(text) <= high else None


def _weekday(text: str) -> int | None:
    number = _number(text, 0, 7)
    if number is not None:
        return number % 7
    return DAYS.index(text.upper()) if text.upper() in DAYS else None
