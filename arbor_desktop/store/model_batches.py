"""Batches that a service works on, and the answers that came with them, by what was asked."""

from __future__ import annotations

import apsw


def held(conn: apsw.Connection) -> float:
    """The most that the batches under way may cost, in US dollars."""
    found = conn.execute("SELECT ifnull(sum(most), 0.0) FROM model_batch WHERE ended_at IS NULL").fetchone()
    return float(found[0])
