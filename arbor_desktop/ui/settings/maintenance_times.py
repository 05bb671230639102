"""A task's time as fields show it: between a line of crontab(5) and hour, weekday, day of the month."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbor_desktop.task_times import DEFAULT_TIMES, Task

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


def read(task: Task, line: str) -> Plan | None:
    """What the fields of a task show; None where they can't show it (a line written by hand)."""
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


def write(plan: Plan) -> str:
    """The line of crontab for it."""
    day = "*" if plan.day is None else str(plan.day)
    weekday = "*" if plan.weekday is None else DAYS[plan.weekday]
    return f"{plan.minute} {plan.hour} {day} * {weekday}"


def default(task: Task) -> Plan:
    """When a task runs unless somebody says otherwise. Raises ValueError where the fields can't show it."""
    plan = read(task, DEFAULT_TIMES[task])
    if plan is None:
        raise ValueError(f"no fields for {DEFAULT_TIMES[task]!r}")
    return plan


def read_clock(typed: str) -> tuple[int, int] | None:
    """Hour and minute as people type them: "3", "3:30", "03.30", "0330"; None for anything else."""
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
