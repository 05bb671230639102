"""The times at which tasks are due: settings in the notation of crontab(5), in local time (read by
cronsim)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from arbor_desktop.task_times import Task

if TYPE_CHECKING:
    from arbor_desktop.maintenance.model import Run

OFF = "off"
MINUTE_MS = 60_000
FIRST_RETRY_MS, LAST_RETRY_MS = 5 * MINUTE_MS, 6 * 60 * MINUTE_MS
"""Times until a failed task is tried again: the first, then twice as long each time, up to the second."""
CLOCKS_DIFFER_MS = 60 * MINUTE_MS
"""A run that began later than this from now was logged by a wrong clock: it does not count."""


def next_times(setting: Callable[[str], Any], now: int) -> dict[Task, int]:
    """Return when each task is due next after `now` (milliseconds); those switched off are omitted."""
    return {task: next_time(when, now) for task, when in _times(setting).items()}


def due(
    setting: Callable[[str], Any], runs: Callable[[Task], Sequence[Run]], known_since: int, now: int
) -> list[Task]:
    """Return the tasks whose time has come and that were not done since, in their order. `runs` returns
    the last runs of a task, the newest first; what was due before `known_since` does not count."""
    found = []
    for task, when in _times(setting).items():
        came = previous_time(when, now)
        if came > min(known_since, now) and _is_open(runs(task), came, now):
            found.append(task)
    return found


def _is_open(runs: Sequence[Run], came: int, now: int) -> bool:
    from arbor_desktop.maintenance.model import Ending  # `next_times` alone is asked for by short commands

    since = [run for run in runs if came <= run.started_at <= now + CLOCKS_DIFFER_MS]
    # A run that a person stopped is not repeated before its next time.
    if any(run.ending in (Ending.DONE, Ending.STOPPED) for run in since):
        return False
    return not since or now >= since[0].started_at + retry_after(len(since))


def retry_after(failures: int) -> int:
    """Return the milliseconds from the start of the last of `failures` failed runs until the next run."""
    return min(LAST_RETRY_MS, FIRST_RETRY_MS << min(failures - 1, 10))


def _times(setting: Callable[[str], Any]) -> dict[Task, str]:
    asked = {task: str(setting(f"maintenance.{task.value}")) for task in Task}
    return {task: when for task, when in asked.items() if when != OFF}


def next_time(when: str, now: int) -> int:
    """Return the first time after `now` (milliseconds) that a crontab line names."""
    from cronsim import CronSim  # only who shows or keeps the schedule needs it

    # Without a zone: the system's own rules turn it into a moment, also where the clocks change in between.
    # A time that is twice is its first; one that there is not is as much later.
    moments = CronSim(when, datetime.fromtimestamp(now / 1000))
    return next(found for moment in moments if (found := _moment(moment)) > now)


def previous_time(when: str, now: int) -> int:
    """Return the last time up to `now` (milliseconds) that a crontab line names."""
    from cronsim import CronSim

    local = datetime.fromtimestamp(now / 1000)
    # With a fraction of a second the search begins with this very second.
    moments = CronSim(when, local.replace(microsecond=local.microsecond or 1), reverse=True)
    return next(found for moment in moments if (found := _moment(moment)) <= now)


def _moment(local: datetime) -> int:
    return int(local.replace(fold=0).timestamp() * 1000)
