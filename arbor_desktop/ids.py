"""Ids shown to people and programs: UUID version 7 (RFC 9562, section 5.7), so they sort by time."""

from __future__ import annotations

import os
import time


def new_id(at_ms: int | None = None) -> str:
    """Return a UUIDv7 as text. `at_ms` is its time part (milliseconds since the epoch; None: now)."""
    at = time.time_ns() // 1_000_000 if at_ms is None else at_ms
    value = (at & (1 << 48) - 1) << 80
    value |= 0x7 << 76
    random = int.from_bytes(os.urandom(10), "big")
    value |= (random & (1 << 12) - 1) << 64
    value |= 0b10 << 62
    value |= random >> 18
    text = f"{value:032x}"  # as `uuid.UUID` writes it, which takes a while to import
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
