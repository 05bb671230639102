"""Maintenance: when it runs, what it may do, how confidence fades, how long conversations are kept."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import FULL, MaintenanceStatus
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.task_times import Task
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Label, Switch
from arbor_desktop.ui.components.boxes import LEFT, TOP, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.controller import MaintenanceController
from arbor_desktop.ui.maintenance.log import LogDialog
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, Section
from arbor_desktop.ui.setting_rows.rows import (
    BoundRow,
    LevelRow,
    NumberField,
    SettingsController,
    in_line,
    range_words,
    row_for,
)
from arbor_desktop.ui.settings.decay_curve import DecayCurve
from arbor_desktop.ui.settings.fading import summary
from arbor_desktop.ui.settings.schedule import ProgressRow, RunRow, ScheduleRow
from arbor_desktop.ui.translation import QT_TR_NOOP, tr

_HALF_A_YEAR = 183


class MaintenanceSection(Section):
    """`archived_wanted`: the archived memories are to be shown."""

    key, name, glyph = "maintenance", QT_TR_NOOP("Maintenance"), "clock"
    groups = (
        Group(
            QT_TR_NOOP("How long conversations are kept"),
            (
                "retention.keep_conversations",
                "retention.keep_days",
                "retention.keep_megabytes",
                "retention.compress_days",
                "retention.outcome_days",
            ),
            QT_TR_NOOP(
                "Only the text and outcomes of conversations are removed. Memories and titles are "
                "kept, and your AI tools' own files are not touched."
            ),
            advanced=True,
        ),
    )

    archived_wanted = Signal()

    def __init__(self, icons: Icons, settings: SettingsController, bridge: Bridge, clock: Clock) -> None:
        self._bridge, self._clock = bridge, clock
        self.schedule: dict[Task, ScheduleRow] = {}
        self._busy = False
        super().__init__(icons, settings)

    def build(self) -> None:
        self.maintenance = MaintenanceController(self._bridge, self)
        self._add_schedule()
        automatic = self.add(
            CardBox(
                self._theme,
                tr("Automatic changes"),
                tr("All changes are logged. All except deletions can be undone."),
            )
        )
        self.add_settings(automatic, ("lifecycle.compact",))
        self.purge = PurgeRow(self._icons, self._settings, "lifecycle.purge_archived_days")
        automatic.add(self.purge, tr("purge archive delete forever"))
        self.fading = self.add(FadingCard(self._icons, self._settings, self), advanced=True)
        super().build()
        self.maintenance.status_changed.connect(self._show_status)
        self.maintenance.failed_to_run.connect(self.all_row.show_error)

    def _add_schedule(self) -> None:
        self._card = card = self.add(
            CardBox(
                self._theme,
                tr("Schedule"),
                tr("Missed tasks run as soon as Arbor is running again. Pinned and sensitive memories "
                    "are never archived or deleted automatically."),
            )
        )  # fmt: skip
        self.all_row = RunRow(self._icons)
        self.all_row.run_wanted.connect(lambda: self.maintenance.run(FULL))
        self.all_row.log_wanted.connect(self.show_log)
        card.add(self.all_row, tr("maintenance run log full"))
        self.under_way = ProgressRow(self._icons)
        self.under_way.cancel_wanted.connect(self.maintenance.cancel)
        card.add(self.under_way, tr("maintenance run progress"))
        card.set_present(self.under_way, False)
        for task in Task:
            row = ScheduleRow(self._icons, self._settings, task, self._clock)
            row.run_wanted.connect(lambda wanted: self.maintenance.run(wanted.value))
            self.schedule[task] = row
            card.add(row, tr("schedule time maintenance cron when"))

    def refresh(self) -> None:
        self.maintenance.refresh()

    def show_log(self) -> LogDialog:
        """Open the log of runs."""
        dialog = LogDialog(self._icons, self._bridge, self.window(), clock=self._clock)
        dialog.archived_wanted.connect(self.archived_wanted)
        dialog.open()
        return dialog

    def _show_status(self, status: MaintenanceStatus) -> None:
        busy = self.maintenance.under_way
        self.all_row.show_status(self.maintenance)
        self.under_way.progress.show_status(status, stopping=self.maintenance.stopping)
        if busy != self._busy:
            self._busy = busy
            self._card.set_present(self.under_way, busy)
        for row in self.schedule.values():
            row.show_status(status, busy=busy)


class FadingCard(CardBox):
    """The decay policy, and what it comes to."""

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(
            icons.theme,
            tr("How confidence fades"),
            tr(
                "If a memory isn't used or confirmed, its confidence fades until Arbor archives "
                "it. You can restore archived memories."
            ),
            parent,
        )
        self.policy_row = row_for(icons, settings, "confidence.policy")
        self.grace_row = row_for(icons, settings, "confidence.grace_days")
        self.floor_row = LevelRow(icons, settings, "confidence.floor")
        for row in (self.policy_row, self.grace_row, self.floor_row):
            self.add(row, tr("decay policy forget"))
        self.curve = DecayCurve(icons, _policy(settings.known))
        self.words = Label(icons.theme, summary(self.curve.policy), "small", "text2", wrap=True)
        self.add(_Framed(icons, self.curve, self.words), tr("decay preview curve forget archived"))
        settings.values.connect(lambda _: self._follow(_policy(settings.known)))
        # While it is dragged, before it is stored.
        self.floor_row.slider.valueChanged.connect(self._dragged)
        self._fit_rows()

    def _follow(self, policy: DecayPolicy) -> None:
        if policy != self.curve.policy:
            self.curve.set_policy(policy)
            self.words.setText(summary(policy))
            self._fit_rows()

    def _dragged(self) -> None:
        now = self.curve.policy
        self._follow(DecayPolicy(now.name, now.grace_days, self.floor_row.slider.fraction))

    def _fit_rows(self) -> None:
        """Linear decay knows neither grace nor floor."""
        exponential = self.curve.policy.name != "linear"
        self.grace_row.setEnabled(exponential)
        self.floor_row.setEnabled(exponential)


class PurgeRow(BoundRow):
    """Whether archived memories are ever deleted for good, and after how many days."""

    def __init__(self, icons: Icons, settings: SettingsController, key: str) -> None:
        theme = icons.theme
        title = tr(settings.describe(key).title)
        self.switch = Switch(theme, title)
        self.field = NumberField(icons, tr("{title}: number of days").format(title=title), 30)
        self.days = in_line(
            theme,
            Label(theme, tr("after"), "small", "text2"),
            self.field,
            Label(theme, tr("days in the archive"), "small", "text2"),
        )
        self.warning = Label(
            theme, tr("Memories deleted permanently can only be restored from a backup."), "small", "warn"
        )
        self.warning.setWordWrap(True)
        below = QWidget()
        column = vbox((self.days, LEFT), self.warning, on=below, gap=theme.px(5))
        self._days = _HALF_A_YEAR
        super().__init__(icons, settings, key, self.switch, below=below)
        column.insertWidget(1, self.error)  # below the field that it is about
        self.title.setBuddy(self.switch)
        self.switch.clicked.connect(lambda on: self.put(self._days if on else 0))
        self.field.committed.connect(self._commit)
        self.show_value(settings.known[key])

    def show_value(self, value: Any) -> None:
        days = int(value)
        self._days = days or self._days
        self.switch.setChecked(days > 0)
        self.field.show_number(self._days)
        for part in (self.days, self.warning):
            part.setVisible(days > 0)
        kept = tr("Pinned and sensitive memories are always kept.")
        does = (
            tr("Archived memories are deleted permanently, with their history.")
            if days
            else tr("Archived memories are kept and can be restored at any time.")
        )
        self.set_description(f"{does} {kept}")
        self.switch.setAccessibleDescription(self.description.text())

    def put(self, value: object) -> None:
        self.show_value(value)
        super().put(value)

    def show_error(self, text: str) -> None:
        self.error.show_error(text, self.field)

    def _commit(self) -> None:
        typed = self.field.text().strip().replace(",", "")
        if typed == self.field.shown.replace(",", ""):
            self.field.setModified(False)
            self.show_error("")
            return
        if not typed.isdecimal() or not 1 <= int(typed) <= (self.setting.maximum or 0):
            self.show_error(range_words(self.setting, low=1))
            return
        self.field.setModified(False)
        self.put(int(typed))


class _Framed(QWidget):
    """The curve with its words, as a row of a card."""

    def __init__(self, icons: Icons, curve: DecayCurve, words: Label) -> None:
        super().__init__()
        px = icons.theme.px
        title = Label(icons.theme, tr("Example: a memory with 0.90 confidence today"), "body500", wrap=True)
        title.setBuddy(curve)
        vbox((title, TOP), curve, words, on=self, margins=(px(16), px(12), px(16), px(12)), gap=px(8))


def _policy(known: dict[str, Any]) -> DecayPolicy:
    return DecayPolicy(
        str(known["confidence.policy"]),
        float(known["confidence.grace_days"]),
        float(known["confidence.floor"]),
    )
