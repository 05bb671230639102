"""What is said outside the window: new memories and errors, gathered, each kind only if it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.core.clock import Clock, system_clock
from arbor_desktop.core.results import Activity, Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.status import StatusWatch, first_line, tr

_LOOK_BACK = 100


@dataclass(frozen=True, slots=True)
class Notification:
    """`opens`: what a click shows: "pending", "memories" or "activity"."""

    title: str
    text: str
    opens: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class _News:
    activities: tuple[Activity, ...]
    memories_wanted: bool
    errors_wanted: bool


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
        parent: QObject | None = None,
    ) -> None:
        """`quiet` says whether nothing need be said now, since the person is looking at the window."""
        super().__init__(parent)
        self._bridge, self._watch, self._quiet = bridge, watch, quiet
        self._since = clock()
        self._delay = QTimer(self, singleShot=True, interval=delay_ms)
        self._delay.timeout.connect(self._look)
        bridge.changed.connect(self._changed)

    def _changed(self, changes: Changes) -> None:
        if changes.conversations:
            self._delay.start()

    def _look(self) -> None:
        if self._watch.status.state == "processing":
            self._delay.start()
            return
        self._bridge.run(self._ask, key="shell.notifications", owner=self, done=self._tell)

    def _ask(self) -> _News:
        service = self._bridge.service
        return _News(
            tuple(service.activity(_LOOK_BACK)),
            service.settings.get("notify.new_memories"),
            service.settings.get("notify.errors"),
        )

    def _tell(self, news: _News) -> None:
        fresh = [activity for activity in news.activities if activity.at > self._since]
        if not fresh:
            return
        self._since = max(activity.at for activity in fresh)
        if self._quiet():
            return
        made = [activity for activity in fresh if activity.items_extracted and activity.status != "error"]
        failed = [activity for activity in fresh if activity.status == "error"]
        if failed and news.errors_wanted:
            self.notify.emit(error_notification(failed))
        if made and news.memories_wanted:
            self.notify.emit(memory_notification(made, self._watch.status.pending_review))


def memory_notification(made: Sequence[Activity], pending: int) -> Notification:
    """ "5 new memories", from where, and how many wait for review."""
    count = sum(activity.items_extracted for activity in made)
    title = tr("1 new memory") if count == 1 else tr("%n new memories", count)
    text = tr("From {names}.").format(names=_names(made))
    if pending:
        text += " " + (tr("1 waits for review.") if pending == 1 else tr("%n wait for review.", pending))
    return Notification(title, text, "pending" if pending else "memories")


def error_notification(failed: Sequence[Activity]) -> Notification:
    """What could not be read or memorized."""
    if len(failed) == 1:
        title = tr("A conversation can't be memorized")
        reason = first_line(failed[0].reason)
        text = f"{_names(failed)}: {reason}" if reason else _names(failed)
    else:
        title = tr("%n conversations can't be memorized", len(failed))
        text = _names(failed)
    return Notification(title, text, "activity", warning=True)


def _names(activities: Sequence[Activity]) -> str:
    name = f"“{activities[0].title}”"
    if len(activities) == 1:
        return name
    return tr("{name} and {count} more").format(name=name, count=f"{len(activities) - 1:,}")
