"""Memories of one place, the most recently used first, in the few columns that choosing among them takes."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from arbor_desktop.core.confidence import DecayPolicy
from arbor_desktop.core.memory import Privacy, Scope
from arbor_desktop.store import records


@dataclass(frozen=True, slots=True)
class Brief:
    """`confidence` is that of today, `used` when it was used or reinforced last (milliseconds)."""

    row: int
    id: str
    scope: Scope
    privacy: Privacy
    expires_at: int | None
    confidence: float
    used: int


def recently_used(
    conn: apsw.Connection,
    scope: Scope,
    scope_id: str | None,
    privacy: Privacy,
    *,
    limit: int,
    policy: DecayPolicy,
    now: int,
    branch: str | None = None,
    min_confidence: float | None = None,
    expired: bool = True,
) -> list[Brief]:
    """Active memories that hold on `branch`, by last use, then id. `expired` False leaves those out.

    The index `memory_place` has them in this very order, so the cost does not depend on how many there are.
    """
    worth = records.confidence_sql(policy, now)
    conditions = (
        "m.status = 'active' AND m.scope = ? AND m.scope_id IS ? AND m.privacy_level = ? "
        "AND (m.branch IS NULL OR m.branch IS ?)"
    )
    values: list[object] = [scope.value, scope_id, privacy.value, branch]
    if min_confidence is not None:
        conditions += f" AND {worth} >= ?"
        values.append(min_confidence)
    if not expired:
        conditions += " AND (m.expires_at IS NULL OR m.expires_at > ?)"
        values.append(now)
    return [
        Brief(row, ident, scope, privacy, expires_at, confidence, used)
        for row, ident, expires_at, confidence, used in conn.execute(
            f"SELECT m.row, m.id, m.expires_at, {worth}, ifnull(m.last_used_at, m.reinforced_at) AS used "
            f"FROM memory m INDEXED BY memory_place WHERE {conditions} ORDER BY used DESC, m.id LIMIT ?",
            (*values, limit),
        )
    ]


def newest(briefs: list[Brief], limit: int) -> list[Brief]:
    """Of several places as one."""
    return sorted(briefs, key=lambda brief: (-brief.used, brief.id))[:limit]
