"""Days as a person counts them: from midnight to midnight where they are, also when clocks are changed."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

SHORT_DAYS = 60
"""Up to so many days are told day by day, more of them week by week."""


def local_day(ms: int) -> date:
    """The day on which a moment (milliseconds) falls."""
    return datetime.fromtimestamp(ms / 1000).date()


def day_start(day: date) -> int:
    """When a day begins, in milliseconds."""
    return int(datetime.combine(day, time()).timestamp() * 1000)


def spans(until: int, days: int) -> tuple[tuple[int, int], ...]:
    """Equal spans of one day, or of seven from `SHORT_DAYS` on, of which the last one has today in it and
    `until` (milliseconds) as its end; together they are at least `days` long. Each is (begin, end) with the
    end excluded."""
    step = 1 if days <= SHORT_DAYS else 7
    count = max(1, -(-days // step))
    tomorrow = local_day(until) + timedelta(days=1)
    starts = [day_start(tomorrow - timedelta(days=step * left)) for left in range(count, 0, -1)]
    return tuple(zip(starts, [*starts[1:], until + 1], strict=True))


def each_day(until: int, count: int) -> tuple[tuple[str, int, int], ...]:
    """The last `count` days with today: (`2026-11-21`, its begin, its end), the end excluded."""
    today = local_day(until)
    days = [today - timedelta(days=back) for back in range(count - 1, -1, -1)]
    return tuple((day.isoformat(), day_start(day), day_start(day + timedelta(days=1))) for day in days)
