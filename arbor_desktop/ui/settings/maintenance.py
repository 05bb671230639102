"""Maintenance: when it runs, how confidence fades, what may be done by itself, how long text is kept."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import FULL, MaintenanceStatus
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.task_times import Task
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Label, Switch
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.desk import MaintenanceDesk
from arbor_desktop.ui.maintenance.log_dialog import LogDialog
from arbor_desktop.ui.settings.decay_curve import DecayCurve
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.fading import summary
from arbor_desktop.ui.settings.maintenance_schedule import ProgressRow, RunRow, ScheduleRow
from arbor_desktop.ui.settings.rows import BoundRow, ChoiceRow, LevelRow, NumberField, NumberRow, SwitchRow
from arbor_desktop.ui.settings.section import CardBox, Section
from arbor_desktop.ui.settings.words import range_words, tr

_HALF_A_YEAR = 183


class MaintenanceSection(Section):
    """`archived_wanted`: the archived memories are to be shown."""

    key, name, glyph = "maintenance", "Maintenance", "clock"

    archived_wanted = Signal()

    def __init__(
        self, icons: Icons, desk: SettingsDesk, bridge: Bridge, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons, parent)
        self._icons, self._desk, self._bridge, self._clock = icons, desk, bridge, clock
        self.runs = MaintenanceDesk(bridge, self)
        self.schedule: dict[Task, ScheduleRow] = {}
        self._busy = False
        self._add_schedule()
        self.fading = FadingCard(icons, desk, self)
        self.cards.append(self.fading)
        self._column.addWidget(self.fading)
        self._add_permissions()
        self._add_retention()
        self.runs.status_changed.connect(self._show_status)
        self.runs.refused.connect(self.all_row.show_error)

    def _add_schedule(self) -> None:
        card = self.add_card(
            tr("When it runs"),
            tr(
                "What the computer sleeps through is made up for when it wakes. Nothing pinned or sensitive "
                "is ever archived or deleted by itself."
            ),
        )
        self.all_row = RunRow(self._icons)
        self.all_row.run_wanted.connect(lambda: self.runs.run(FULL))
        self.all_row.log_wanted.connect(self.show_log)
        card.add(self.all_row, tr("maintenance run log full"))
        self.under_way = ProgressRow(self._icons)
        self.under_way.cancel_wanted.connect(self.runs.cancel)
        card.add(self.under_way, tr("maintenance run progress"))
        card.set_present(self.under_way, False)
        for task in Task:
            row = ScheduleRow(self._icons, self._desk, task, self._clock)
            row.run_wanted.connect(lambda wanted: self.runs.run(wanted.value))
            self.schedule[task] = row
            card.add(row, tr("schedule time maintenance cron when"))

    def _add_permissions(self) -> None:
        card = self.add_card(
            tr("What may be done by itself"),
            tr("All of it stands in the log, and can be taken back there, but for what is deleted."),
        )
        card.add(SwitchRow(self._icons, self._desk, "lifecycle.compact"), tr("compaction summary shorten"))
        self.purge = PurgeRow(self._icons, self._desk, "lifecycle.purge_archived_days")
        card.add(self.purge, tr("purge archive delete forever"))

    def _add_retention(self) -> None:
        card = self.add_card(
            tr("How long conversations are kept"),
            tr("Memories and titles stay in any case; only what was said goes. The assistants' own "
               "files are never touched."),
        )  # fmt: skip
        icons, desk, words = self._icons, self._desk, tr("retention text old conversations keep delete")
        card.add(NumberRow(icons, desk, "retention.keep_conversations", tr("at most")), words)
        card.add(NumberRow(icons, desk, "retention.keep_days", tr("days")), words)
        card.add(NumberRow(icons, desk, "retention.keep_megabytes", tr("MB")), words)
        card.add(NumberRow(icons, desk, "retention.compress_days", tr("days")), words)
        card.add(NumberRow(icons, desk, "retention.outcome_days", tr("days")), words)

    def refresh(self) -> None:
        """Looks anew how maintenance stands."""
        self.runs.refresh()

    def show_log(self) -> LogDialog:
        """Opens the log of runs."""
        dialog = LogDialog(self._icons, self._bridge, self.window(), clock=self._clock)
        dialog.archived_wanted.connect(self.archived_wanted)
        dialog.open()
        return dialog

    def _show_status(self, status: MaintenanceStatus) -> None:
        busy = self.runs.under_way
        self.all_row.show_status(self.runs)
        self.under_way.progress.show_status(status, stopping=self.runs.stopping)
        if busy != self._busy:
            self._busy = busy
            self.cards[0].set_present(self.under_way, busy)
        for row in self.schedule.values():
            row.show_status(status, busy=busy)


class FadingCard(CardBox):
    """The decay policy, and what it comes to."""

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(
            icons.theme,
            tr("How confidence fades"),
            tr(
                "A memory that is never used or confirmed slowly counts for less, and is archived in the "
                "end. It is not deleted, and can be restored."
            ),
            parent,
        )
        curves = (("exponential", tr("Exponential")), ("linear", tr("Linear")))
        self.policy_row = ChoiceRow(icons, desk, "confidence.policy", curves)
        self.grace_row = NumberRow(icons, desk, "confidence.grace_days", tr("days"))
        self.floor_row = LevelRow(icons, desk, "confidence.floor")
        for row in (self.policy_row, self.grace_row, self.floor_row):
            self.add(row, tr("decay policy forget"))
        self.curve = DecayCurve(icons, _policy(desk.known))
        self.words = Label(icons.theme, summary(self.curve.policy), "small", "text2")
        self.words.setWordWrap(True)
        self.add(_Framed(icons, self.curve, self.words), tr("decay preview curve forget archived"))
        desk.values.connect(lambda _: self._follow(_policy(desk.known)))
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

    def __init__(self, icons: Icons, desk: SettingsDesk, key: str) -> None:
        theme = icons.theme
        title = tr(desk.describe(key).title)
        self.switch = Switch(theme, title)
        self.field = NumberField(icons, tr("{title}, days").format(title=title), 30)
        self.days = QWidget()
        line = QHBoxLayout(self.days)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(8))
        line.addWidget(Label(theme, tr("after"), "small", "text2"))
        line.addWidget(self.field)
        line.addWidget(Label(theme, tr("days in the archive"), "small", "text2"))
        line.addStretch(1)
        self.warning = Label(
            theme, tr("What is deleted comes back only from a backup made before."), "small", "warn"
        )
        self.warning.setWordWrap(True)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(5))
        column.addWidget(self.days)
        column.addWidget(self.warning)
        self._days = _HALF_A_YEAR
        super().__init__(icons, desk, key, self.switch, below=below)
        self.title.setBuddy(self.switch)
        self.switch.clicked.connect(lambda on: self.put(self._days if on else 0))
        self.field.committed.connect(self._commit)
        self.show_value(desk.known[key])

    def show_value(self, value: Any) -> None:
        days = int(value)
        self._days = days or self._days
        self.switch.setChecked(days > 0)
        self.field.show_number(self._days)
        for part in (self.days, self.warning):
            part.setVisible(days > 0)
        kept = tr("What is pinned or sensitive always stays.")
        does = (
            tr("Archived memories are deleted for good, with their history.")
            if days
            else tr("Archived memories are kept, and can be restored at any time.")
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
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(8))
        title = Label(icons.theme, tr("What that means for a memory worth 0.90 today"), "body500")
        title.setWordWrap(True)
        title.setBuddy(curve)
        column.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(curve)
        column.addWidget(words)


def _policy(known: dict[str, Any]) -> DecayPolicy:
    return DecayPolicy(
        str(known["confidence.policy"]),
        float(known["confidence.grace_days"]),
        float(known["confidence.floor"]),
    )
