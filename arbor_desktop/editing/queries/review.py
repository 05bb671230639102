"""Memories for a person to review, each with the first place that it comes from.

Plain SQL: there may be thousands.
"""

from __future__ import annotations

import apsw

from arbor_desktop.editing.model import ReviewItem
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryType, Privacy, Scope, Source
from arbor_desktop.memories.queries import records

_ORDER = "ORDER BY c.row IS NULL, ifnull(c.ended_at, c.started_at) DESC, c.row DESC, e.first_turn, e.span_start, m.row"


def waiting(conn: apsw.Connection, policy: DecayPolicy, now: int) -> list[ReviewItem]:
    """Return all pending memories: of the newest conversation first, in the order said; those that come from
    none last."""
    return _rows(conn, "m.status = 'pending'", _ORDER, policy, now)


def count_waiting(conn: apsw.Connection, source: Source) -> int:
    """Return the number of pending memories of a source."""
    sql = "SELECT count(*) FROM memory WHERE status = 'pending' AND source = ?"
    return int(conn.execute(sql, (source.value,)).fetchone()[0])


def outdated(conn: apsw.Connection, policy: DecayPolicy, now: int) -> list[ReviewItem]:
    """Return the active memories marked as outdated, the last marked first."""
    order = "ORDER BY m.updated_at DESC, m.row DESC"
    return _rows(conn, "m.status = 'active' AND m.needs_review = 1", order, policy, now)


def _rows(
    conn: apsw.Connection, condition: str, order: str, policy: DecayPolicy, now: int
) -> list[ReviewItem]:
    found = conn.execute(
        "SELECT m.row, m.id, m.content, m.type, m.scope, m.scope_id, m.source, m.privacy_level, "
        f"{records.confidence_sql(policy, now)}, m.created_at, m.needs_review AND m.status = 'active', "
        "c.id, ifnull(e.first_turn, 0), ifnull(e.last_turn, 0) FROM memory m "
        "LEFT JOIN evidence e ON e.row = (SELECT min(row) FROM evidence WHERE memory = m.row) "
        f"LEFT JOIN conversation c ON c.row = e.conversation WHERE {condition} {order}"
    )
    return [
        ReviewItem(
            row, ident, content, _TYPES[kind], _SCOPES[scope], scope_id, _SOURCES[source], _LEVELS[privacy],
            confidence, created, bool(marked), conversation, first, last,
        )
        for row, ident, content, kind, scope, scope_id, source, privacy, confidence, created, marked,
        conversation, first, last in found
    ]  # fmt: skip


# Looked up rather than called: there may be thousands of rows.
_TYPES = {kind.value: kind for kind in MemoryType}
_SCOPES = {scope.value: scope for scope in Scope}
_SOURCES = {source.value: source for source in Source}
_LEVELS = {level.value: level for level in Privacy}
