"""When tasks are due: settings in crontab(5)'s notation, in local time (cronsim reads them)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from arbor_desktop.core.maintenance import Task

OFF = "off"


def next_times(setting: Callable[[str], Any], now: int) -> dict[Task, int]:
    """When each task is due next after `now` (milliseconds); those switched off are left out."""
    found = {}
    for task in Task:
        when = setting(f"maintenance.{task.value}")
        if when != OFF:
            found[task] = next_time(when, now)
    return found


def next_time(when: str, now: int) -> int:
    """The first time after `now` (milliseconds) that a crontab line names."""
    from cronsim import CronSim  # only who shows or keeps the schedule needs it

    # Without a zone: the system's own rules turn it into a moment, also where the clocks change in between.
    moment = next(CronSim(when, datetime.fromtimestamp(now / 1000)))
    return int(moment.timestamp() * 1000)
