"""What is said outside the window: new memories, conflicts and errors, gathered, each kind only if wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.clock import Clock, day_start, last_week, system_clock
from arbor_desktop.conflicts.model import Conflict, ConflictStatus, Member
from arbor_desktop.conversations.model import Activity
from arbor_desktop.file_versions.model import FileVersion
from arbor_desktop.maintenance.model import Ending, Run, Week
from arbor_desktop.memories.model import Privacy
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ModelStatus, ServiceStatus
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.conflicts.words import members_of
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.integrations.watch import HookTrouble
from arbor_desktop.ui.status import (
    HOOK,
    MODEL,
    StatusWatch,
    first_line,
    model_look,
    model_tone,
    waits_for_model,
)
from arbor_desktop.ui.translation import number, tr, translated
from arbor_desktop.ui.window_state import WindowState

_LOOK_BACK = 100
_RUNS = 8
_SHORT_TEXT = 40
_WEEK_MS, _MORNING_MS = 600_000, 9 * 3_600_000
_TOLD = "news/week_told"
_PRIVATE = (Privacy.SENSITIVE, Privacy.NEVER_SHARE)


@dataclass(frozen=True, slots=True)
class Notification:
    """`opens`: what a click shows: "review", "conflicts", "memories", "activity", "maintenance", "model",
    "integrations", "file_versions", "updates" or "week"; `target`: which conflict."""

    title: str
    text: str
    opens: str
    warning: bool = False
    target: str | None = None


@dataclass(frozen=True, slots=True)
class _News:
    activities: tuple[Activity, ...]
    conflicts: tuple[Conflict, ...]
    memories_wanted: bool
    errors_wanted: bool
    conflicts_wanted: bool
    runs: tuple[Run, ...] = ()


class Notifier(QObject):
    """Waits until the work is done and `delay_ms` passed without more, then says once what it led to."""

    notify = Signal(object)

    def __init__(
        self,
        bridge: Bridge,
        watch: StatusWatch,
        *,
        clock: Clock = system_clock,
        delay_ms: int = 4000,
        quiet: Callable[[], bool] = lambda: False,
        state: WindowState | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`quiet` says whether nothing need be said now, since the person is looking at the window. `state`
        remembers of which week was told."""
        super().__init__(parent)
        self._bridge, self._watch, self._quiet, self._clock = bridge, watch, quiet, clock
        self._start = self._since = self._conflicts_since = self._runs_since = clock()
        self._early_told = False
        self._trouble: tuple[str, str] | None = None
        self._silent: frozenset[str] = frozenset()
        self._delay = QTimer(self, singleShot=True, interval=delay_ms)
        self._delay.timeout.connect(self._look)
        self._state = state
        self._weekly = QTimer(self, interval=_WEEK_MS)
        self._weekly.timeout.connect(self.look_at_week)
        self._weekly.start()
        bridge.changed.connect(self._changed)
        watch.changed.connect(self._status_changed)

    def _status_changed(self, status: ServiceStatus) -> None:
        """A model that waits for the person is told of once, until it works again."""
        model = status.model
        if model is None or not model.holds_up:
            self._trouble = None
            return
        if not waits_for_model(status) or model_tone(model) == "info":
            return
        trouble = model.readiness.backend, str(model.readiness.trouble)
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if not self._quiet():
            self._notify_if("notify.errors", model_notification(model, self._clock()))

    def hooks_changed(self, troubles: Sequence[HookTrouble]) -> None:
        """A hook that does not answer is told of once, until it works again."""
        fresh = [one for one in troubles if one.health.tool not in self._silent]
        self._silent = frozenset(one.health.tool for one in troubles)
        if not fresh or self._quiet():
            return
        self._notify_if("notify.hooks", hook_notification(fresh))

    def files_lost(self, losses: Sequence[FileVersion]) -> None:
        """Memory files of AI tools were deleted or lost most of their lines."""
        if not self._quiet():
            self.notify.emit(
                loss_notification(losses, self._bridge.service.file_versions.title_of(losses[-1].tool))
            )

    def look_at_week(self) -> None:
        """Tell of last week, if that is wanted: once, from Monday morning on."""
        now = self._clock()
        first, last = last_week(now)
        due = day_start(last + timedelta(days=1)) + _MORNING_MS
        if self._state is None or now < due or self._state.value(_TOLD) == first.isoformat():
            return
        # Also where it is not wanted: who turns it on during the week looks at the card just then.
        self._state.set_value(_TOLD, first.isoformat())
        self._state.sync()
        if not self._quiet():
            self._bridge.start(self._tell_of_week(), self)

    async def _tell_of_week(self) -> None:
        service = self._bridge.service
        if await self._bridge.call(service.settings.get, "notify.week", key="shell.notify.week"):
            week: Week = await self._bridge.call(service.week, key="shell.week")
            if not week.empty:
                self.notify.emit(week_notification(week))

    def _notify_if(self, setting: str, what: Notification) -> None:
        self._bridge.start(self._ask_and_notify(setting, what), self)

    async def _ask_and_notify(self, setting: str, what: Notification) -> None:
        if await self._bridge.call(self._bridge.service.settings.get, setting, key=f"shell.{setting}"):
            self.notify.emit(what)

    def _changed(self, changes: Changes) -> None:
        if changes.conflicts and self._quiet():
            # Made by what the person does in the window, or seen there: no news when they have left it.
            self._conflicts_since = self._clock()
        if changes.conversations or changes.conflicts or changes.maintenance:
            self._delay.start()

    def _look(self) -> None:
        if self._watch.status.state == "processing" or self._watch.status.maintenance is not None:
            self._delay.start()
            return
        self._bridge.start(self._tell(), self)

    def _ask(self) -> _News:
        service = self._bridge.service
        return _News(
            tuple(service.activity(_LOOK_BACK)),
            tuple(service.list_conflicts(up_to_date=False)),
            service.settings.get("notify.new_memories"),
            service.settings.get("notify.errors"),
            service.settings.get("notify.conflicts"),
            tuple(service.maintenance_log(_RUNS)),
        )

    async def _tell(self) -> None:
        news: _News = await self._bridge.call(self._ask, key="shell.notifications")
        fresh = [activity for activity in news.activities if activity.at > self._since]
        self._since = max((activity.at for activity in fresh), default=self._since)
        conflicts = self._fresh_conflicts(news.conflicts)
        broken = self._fresh_failures(news.runs)
        if self._quiet():
            return
        made = [activity for activity in fresh if activity.items_extracted and activity.status != "error"]
        # What a model or a hook meets is told by itself, with what helps.
        failed = [a for a in fresh if a.status == "error" and a.kind not in (MODEL, HOOK)]
        if failed and news.errors_wanted:
            self.notify.emit(error_notification(failed))
        if broken and news.errors_wanted:
            self.notify.emit(maintenance_notification(broken))
        told = conflicts if news.conflicts_wanted else []
        if made and news.memories_wanted:
            self.notify.emit(memory_notification(made, self._watch.status.pending_review, told))
        elif told:
            self.notify.emit(conflict_notification(told))

    def _fresh_failures(self, runs: Sequence[Run]) -> list[Run]:
        """Runs that failed and were not told of yet."""
        fresh = [run for run in runs if (run.finished_at or 0) > self._runs_since]
        self._runs_since = max((run.finished_at or 0 for run in fresh), default=self._runs_since)
        return [run for run in fresh if run.ending is Ending.FAILED]

    def _fresh_conflicts(self, found: Sequence[Conflict]) -> list[Conflict]:
        """Conflicts that nobody saw or heard of yet. Those among memories from before the start (found when
        these are compared for the first time) are told of once."""
        fresh = [
            one
            for one in found
            if one.created_at > self._conflicts_since and one.status is ConflictStatus.UNRESOLVED
        ]
        self._conflicts_since = max((one.created_at for one in fresh), default=self._conflicts_since)
        early = [one for one in fresh if all(self._is_early(member) for member in one.members)]
        if early and self._early_told:
            return [one for one in fresh if one not in early]
        self._early_told = self._early_told or bool(early)
        return fresh

    def _is_early(self, member: Member) -> bool:
        return max(member.memory.created_at, member.memory.updated_at) <= self._start


def memory_notification(
    made: Sequence[Activity], pending: int, conflicts: Sequence[Conflict] = ()
) -> Notification:
    """ "5 new memories", from where, how many wait for review, and what they contradict."""
    count = sum(activity.items_extracted for activity in made)
    title = tr("%n new memories", None, count)
    said = [tr("From {names}.").format(names=_names(made))]
    if pending:
        said.append(tr("%n memories need review.", None, pending))
    if conflicts:
        about = conflict_notification(conflicts)
        said.append(f"{about.title}: {about.text}" if about.text else f"{about.title}.")
        return Notification(title, " ".join(said), "conflicts", target=about.target)
    return Notification(title, " ".join(said), "review" if pending else "memories")


def conflict_notification(conflicts: Sequence[Conflict]) -> Notification:
    """ "Two memories conflict", and over what: "Test runner: jest or vitest."."""
    first, more = conflicts[0], len(conflicts) - 1
    about = conflict_words(first)
    if more:
        title = tr("%n new conflicts", None, len(conflicts))
        text = tr("{about}, and %n more.", None, more).format(about=about) if about else ""
    else:
        two = len(members_of(first)) == 2
        title = tr("Two memories conflict") if two else tr("Several memories conflict")
        text = f"{about}." if about else ""
    return Notification(title, text, "conflicts", target=first.id)


def conflict_words(conflict: Conflict) -> str:
    """What a conflict is about: "Test runner: jest or vitest", else both texts, shortened. Nothing of
    memories that are not for everybody's eyes."""
    if any(member.memory.privacy_level in _PRIVATE for member in conflict.members):
        return ""
    members = members_of(conflict)
    values = [member.spoken_value for member in members]
    if not all(values):
        values = [_quoted(member.memory.shown_text) for member in members]
    said = tr("{others} or {last}").format(others=", ".join(values[:-1]), last=values[-1])
    topic = conflict.topic[:1].upper() + conflict.topic[1:]
    return f"{topic}: {said}" if topic else said


def _quoted(text: str) -> str:
    flat = plain(" ".join(text.split())).rstrip(".")
    return f"“{flat if len(flat) <= _SHORT_TEXT else flat[: _SHORT_TEXT - 1].rstrip() + '…'}”"


def error_notification(failed: Sequence[Activity]) -> Notification:
    """What could not be read or memorized."""
    if len(failed) == 1:
        title = tr("Couldn't read a conversation")
        reason = first_line(failed[0].reason)
        text = f"{_names(failed)}: {reason}" if reason else _names(failed)
    else:
        title = tr("Couldn't read %n conversations", None, len(failed))
        text = _names(failed)
    return Notification(title, text, "activity", warning=True)


def maintenance_notification(failed: Sequence[Run]) -> Notification:
    """What maintenance could not do."""
    newest = failed[0]
    title = tr("Maintenance didn't finish")
    text = first_line(newest.error)
    if len(failed) > 1:
        more = tr("%n runs failed.", None, len(failed))
        text = f"{more} {text}" if text else more
    return Notification(title, text, "maintenance", warning=True)


def model_notification(model: ModelStatus, now: int) -> Notification:
    """Why conversations wait, and that a person has to do something about it."""
    look = model_look(model, now)
    return Notification(look.title, look.text, "model", warning=True)


def week_notification(week: Week) -> Notification:
    """ "Your week · 17–23 Nov", in figures alone: others may see it."""
    from arbor_desktop.ui.memories.week_card import week_days, week_line  # as late as its first use

    return Notification(f"{tr('Your week')} · {week_days(week)}", f"{week_line(week)}.", "week")


def hook_notification(troubles: Sequence[HookTrouble]) -> Notification:
    """Which hook does not answer, and what to do."""
    first, more = troubles[0], len(troubles) - 1
    text = translated(first.health.message)
    if more:
        text = f"{text} {tr('%n more hooks need attention.', None, more)}"
    return Notification(first.line, text, "integrations", warning=True)


def loss_notification(losses: Sequence[FileVersion], title: str) -> Notification:
    """Which file lost much, and that it can be restored. `title`: its tool."""
    from arbor_desktop.ui.file_versions.words import loss_words  # most windows never need to say it

    text = tr("Open Arbor to compare and restore versions.")
    return Notification(loss_words(losses, title), text, "file_versions", warning=True)


def update_notification(version: str) -> Notification:
    """A newer version was released."""
    text = tr("Open Settings to download it.")
    return Notification(tr("Arbor {version} is available").format(version=version), text, "updates")


def _names(activities: Sequence[Activity]) -> str:
    name = f"“{activities[0].title}”"
    if len(activities) == 1:
        return name
    return tr("{name} and {count} more").format(name=name, count=number(len(activities) - 1))
