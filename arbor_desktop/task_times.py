"""Which tasks of maintenance there are, and when each is due."""

from __future__ import annotations

from enum import StrEnum


class Task(StrEnum):
    """In the order in which all of them are run."""

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
"""When each is due, as crontab(5) writes it, in local time."""
