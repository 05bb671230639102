"""Times are integer milliseconds since the epoch, UTC; people and programs get ISO 8601."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from arbor_desktop.errors import InvalidInput

DAY_MS = 86_400_000

Clock = Callable[[], int]
"""Answers "now" in milliseconds; handed in, so that tests can hold time still."""


def system_clock() -> int:
    return time.time_ns() // 1_000_000


def to_iso(ms: int | None) -> str | None:
    """`1700000000123` → `2023-11-14T22:13:20.123Z`."""
    if ms is None:
        return None
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_iso(text: str) -> int:
    """Reads ISO 8601 (a date alone is its start, no zone means UTC). Raises InvalidInput."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInput(f"Not a date: {text!r}. Write it like 2026-11-21 or 2026-11-21T14:00Z.") from error
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1000)
