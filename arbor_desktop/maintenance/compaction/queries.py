"""Which memories may be shortened, and their short forms."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.maintenance.compaction.rules import MIN_AGE_DAYS, MIN_LENGTH, TYPES
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.queries import memories, records
from arbor_desktop.memories.queries.memories import Write

COMPACTED, TAKEN_BACK = "compacted", "compaction taken back"

_EDITED = (
    "EXISTS (SELECT 1 FROM memory_event e WHERE e.memory_id = m.id AND e.actor = 'user' AND e.at > :edge "
    "AND e.before IS NOT NULL AND json_type(e.after, '$.content') IS NOT NULL)"
)
_UNWANTED = (
    "EXISTS (SELECT 1 FROM memory_event e WHERE e.memory_id = m.id AND e.actor IN ('user', 'undo') "
    "AND json_type(e.before, '$.summary') = 'text' AND json_type(e.after, '$.summary') = 'null' AND e.seq > "
    "ifnull((SELECT max(c.seq) FROM memory_event c WHERE c.memory_id = m.id "
    "AND json_type(c.after, '$.content') IS NOT NULL), 0))"
)
"""Somebody took a short form of this very text away: no program gives it one again."""


def long_and_old(conn: apsw.Connection, now: int, limit: int | None = None) -> list[str]:
    """Ids of active memories that may be shortened, the longest first (see `maintenance.compaction.rules`), but for those
    whose words a person changed lately, or whose short form somebody took away."""
    kinds = ", ".join(repr(kind.value) for kind in TYPES)
    found = conn.execute(
        f"SELECT m.id FROM memory m NOT INDEXED WHERE m.status = 'active' AND m.type IN ({kinds}) "
        "AND m.summary IS NULL AND length(m.content) > :long AND m.created_at < :edge "
        "AND ifnull(m.confirmed_at, 0) < :edge AND m.privacy_level != 'always_include' AND NOT m.needs_review "
        "AND NOT EXISTS (SELECT 1 FROM conflict_member cm JOIN conflict c ON c.row = cm.conflict "
        f"WHERE cm.memory = m.row AND {records.OPEN_CONFLICT_SQL}) "
        f"AND NOT {_EDITED} AND NOT {_UNWANTED} ORDER BY length(m.content) DESC, m.row LIMIT :limit",
        {"long": MIN_LENGTH, "edge": now - MIN_AGE_DAYS * DAY_MS, "limit": -1 if limit is None else limit},
    )
    return [ident for (ident,) in found]


def shorten(conn: apsw.Connection, ident: str, summary: str, by: Write) -> bool:
    """Gives a memory a short form. Answers whether that is new. Raises NotFound."""
    row = memories.rows_of(conn, [ident])[0][0]
    fields = {"summary": summary, "compacted_at": by.now}
    held = conn.execute("SELECT summary FROM memory WHERE row = ?", (row,)).fetchone()[0]
    return held != summary and memories.change(conn, row, fields, by, COMPACTED, touch=False)


def shorten_those(
    conn: apsw.Connection, short: Sequence[tuple[str, str, str]], by: Write, policy: DecayPolicy
) -> list[str]:
    """Gives short forms, as (id, content, summary), to those memories that still are as they were read.
    Answers their ids."""
    still = {m.id: m for m in memories.get_many(conn, [ident for ident, _, _ in short], policy, by.now)}
    done = []
    for ident, content, summary in short:
        memory = still.get(ident)
        if memory is not None and memory.content == content and memory.summary is None:
            shorten(conn, ident, summary, by)
            done.append(ident)
    return done


def lengthen(conn: apsw.Connection, ident: str, by: Write) -> bool:
    """Takes the short form away again. Answers whether there was one. Raises NotFound."""
    row = memories.rows_of(conn, [ident])[0][0]
    if conn.execute("SELECT summary FROM memory WHERE row = ?", (row,)).fetchone()[0] is None:
        return False
    return memories.change(conn, row, {"summary": None, "compacted_at": None}, by, TAKEN_BACK, touch=False)
