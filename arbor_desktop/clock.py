"""Times and days: integer milliseconds since the epoch, UTC; people and programs get ISO 8601."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from arbor_desktop.errors import InvalidInput

DAY_MS = 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SHORT_DAYS = 60
"""Spans of time up to this many days are shown day by day, longer ones week by week."""

Clock = Callable[[], int]
"""Returns the current time in milliseconds; injected, so that tests control it."""


def system_clock() -> int:
    return time.time_ns() // 1_000_000


def to_iso(ms: int | None) -> str | None:
    """Format a time: `1700000000123` → `2023-11-14T22:13:20.123Z`."""
    if ms is None:
        return None
    moment = datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)  # floats round
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_iso(text: str) -> int:
    """Parse ISO 8601 (a date alone is its start, no zone means UTC). Raises InvalidInput."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInput(f"Not a date: {text!r}. Write it like 2026-11-21 or 2026-11-21T14:00Z.") from error
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(milliseconds=1)  # its timestamp is a float, and may be just below


def local_day(ms: int) -> date:
    """Return the local day on which a moment falls."""
    return datetime.fromtimestamp(ms / 1000).date()


def day_start(day: date) -> int:
    """Return when a local day begins, also where clocks are changed."""
    return int(datetime.combine(day, datetime.min.time()).timestamp() * 1000)


def last_week(ms: int) -> tuple[date, date]:
    """Return Monday and Sunday of the local week before that of a moment."""
    today = local_day(ms)
    monday = today - timedelta(days=today.weekday() + 7)
    return monday, monday + timedelta(days=6)


def spans(until: int, days: int) -> tuple[tuple[int, int], ...]:
    """Return equal spans (begin, end) of a day, or of seven for more than `SHORT_DAYS`, ends excluded.

    The last one contains today and ends at `until`; together they are at least `days` long.
    """
    step = 1 if days <= SHORT_DAYS else 7
    count = max(1, -(-days // step))
    tomorrow = local_day(until) + timedelta(days=1)
    starts = [day_start(tomorrow - timedelta(days=step * left)) for left in range(count, 0, -1)]
    return tuple(zip(starts, [*starts[1:], until + 1], strict=True))


def each_day(until: int, count: int) -> tuple[tuple[str, int, int], ...]:
    """Return the last `count` days with today: (`2026-11-21`, its begin, its end), ends excluded."""
    today = local_day(until)
    days = [today - timedelta(days=back) for back in range(count - 1, -1, -1)]
    return tuple((day.isoformat(), day_start(day), day_start(day + timedelta(days=1))) for day in days)
