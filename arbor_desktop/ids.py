"""Ids shown to people and programs: UUID version 7 (RFC 9562, section 5.7), so they sort by time."""

from __future__ import annotations

import secrets
import time
import uuid


def new_id(at_ms: int | None = None) -> str:
    """Return a UUIDv7 as text. `at_ms` is its time part (milliseconds since the epoch; None: now)."""
    at = time.time_ns() // 1_000_000 if at_ms is None else at_ms
    value = (at & (1 << 48) - 1) << 80
    value |= 0x7 << 76
    value |= secrets.randbits(12) << 64
    value |= 0b10 << 62
    value |= secrets.randbits(62)
    return str(uuid.UUID(int=value))
