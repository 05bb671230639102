"""Where things go on a chart: steps of an axis, days on it, and labels that must not lie on each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from arbor_desktop.ui.charts.words import day_words, month_name

_STEPS = (1, 2, 5, 10)
_DAY_MS = 86_400_000
_WEEKLY_UNTIL_DAYS = 70
_MONTHLY_UNTIL_DAYS = 800


def ticks(top: float, most: int = 5) -> list[int]:
    """Round numbers from 0 to at most `top`, `most` or fewer above 0. Whole ones: memories are counted."""
    if top < 1:
        return [0]
    rough = top / most
    power = 10 ** math.floor(math.log10(rough)) if rough >= 1 else 1
    step = next((power * n for n in _STEPS if power * n >= rough), power * 10)
    return [round(step * n) for n in range(int(top // step) + 1)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels that would like to be at `wanted` (ascending): in that order, at least `gap` apart,
    between `low` and `high`, and moved as little as that allows (least squares, by pooling neighbours that
    are too near). Where not all fit, they lie evenly from `low` to `high`."""
    if not wanted:
        return []
    room = (high - low) / (len(wanted) - 1) if len(wanted) > 1 else gap
    if room < gap:
        return [low + room * n for n in range(len(wanted))]
    # Without the gaps, labels may not be in the wrong order: a regression that never falls.
    blocks: list[tuple[float, int]] = []
    for n, place in enumerate(wanted):
        mean, size = place - n * gap, 1
        while blocks and blocks[-1][0] > mean:
            former, many = blocks.pop()
            mean, size = (former * many + mean * size) / (many + size), many + size
        blocks.append((mean, size))
    last = high - (len(wanted) - 1) * gap
    flat = [min(max(mean, low), last) for mean, size in blocks for _ in range(size)]
    return [place + n * gap for n, place in enumerate(flat)]


def fitting(room: float, gap: float) -> int:
    """How many labels of that height fit into `room`."""
    return max(1, int(room // gap) + 1) if gap > 0 else 1


def date_ticks(first: int, last: int) -> list[tuple[int, str]]:
    """Moments (milliseconds) between `first` and `last` with what stands below them: weeks of a short span,
    months of a longer one, quarters of a very long one. A span's own first month is named at its start."""
    if last <= first:
        return [(first, day_words(_day(first)))]
    days = (last - first) / _DAY_MS
    if days <= _WEEKLY_UNTIL_DAYS:
        return _weeks(first, last, 7 if days <= 35 else 14)
    return _months(first, last, 1 if days <= _MONTHLY_UNTIL_DAYS else 3)


def _weeks(first: int, last: int, step: int) -> list[tuple[int, str]]:
    day = _day(last)
    found = []
    while (at := _start(day)) >= first:
        found.append((at, day_words(day)))
        day -= timedelta(days=step)
    return found[::-1]


def _months(first: int, last: int, step: int) -> list[tuple[int, str]]:
    start = _day(first)
    found = [(first, month_name(start.month))]
    day = start.replace(day=1)
    while True:
        day = (day + timedelta(days=32)).replace(day=1)
        at = _start(day)
        if at > last:
            return found
        if (day.month - 1) % step == 0:
            found.append((at, str(day.year) if step > 1 and day.month == 1 else month_name(day.month)))


def _day(ms: int) -> date:
    return datetime.fromtimestamp(ms / 1000).date()


def _start(day: date) -> int:
    return round(datetime(day.year, day.month, day.day).timestamp() * 1000)
