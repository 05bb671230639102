"""The tasks of maintenance, and their default times."""

from __future__ import annotations

from enum import StrEnum


class Task(StrEnum):
    """A task; all of them run in this order."""

    NIGHTLY = "nightly"
    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"


DEFAULT_TIMES = {
    Task.NIGHTLY: "0 2 * * *",
    Task.DAILY: "0 3 * * *",
    Task.WEEKLY: "0 4 * * SUN",
    Task.MONTHLY: "0 5 1 * *",
}
"""Lines of crontab(5), in local time."""
