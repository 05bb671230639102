"""Links between memories, feedback on them, and their use.

Plain SQL: several tables are joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import HistoryEntry, Link, Memory, MemoryFilter, Related
from arbor_desktop.memories.queries import memories, records

MAX_RELATED = 20
LINKED = "linked"
"""The kind of link that a person makes."""
LINKS, UNLINKS = "links", "unlinks"
"""In a history entry: the links that a change made or removed, each (kind, from, to)."""


def connect(conn: apsw.Connection, kind: str, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Link memories, each pair given as (from, to). Return the links that are new."""
    new = []
    for pair in pairs:
        before = conn.total_changes()
        conn.execute(
            "INSERT OR IGNORE INTO relation (from_memory, to_memory, kind) "
            "SELECT f.row, t.row, ? FROM memory f, memory t WHERE f.id = ? AND t.id = ?",
            (kind, *pair),
        )
        if conn.total_changes() > before:
            new.append(pair)
    return new


def bring(conn: apsw.Connection, links: Iterable[tuple[str, str, str, float]]) -> None:
    """Store links (from, kind, to, weight) of another store, where both memories are here."""
    conn.executemany(
        "INSERT OR IGNORE INTO relation (from_memory, to_memory, kind, weight) "
        "SELECT f.row, t.row, ?2, ?4 FROM memory f, memory t WHERE f.id = ?1 AND t.id = ?3",
        links,
    )


def of(
    conn: apsw.Connection, rows: Sequence[int], among: MemoryFilter, policy: DecayPolicy, now: int
) -> dict[int, list[Link]]:
    """Return the links from memories, given by row, to those that a filter lets through."""
    where, values = records.where_sql(among, policy, now)
    found: dict[int, list[Link]] = {}
    for part in records.chunks(rows):
        for row, *link in conn.execute(
            "SELECT r.from_memory, r.kind, m.id, r.weight, m.content FROM relation r CROSS JOIN memory m ON m.row = r.to_memory "
            f"WHERE r.from_memory IN ({records.marks(part)}) AND {where} ORDER BY r.from_memory, r.kind, m.id",
            (*part, *values),
        ):
            found.setdefault(row, []).append(Link(*link))
    return found


def disconnect(conn: apsw.Connection, kind: str, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Remove such links. Return those that there were."""
    gone = []
    for pair in pairs:
        conn.execute(
            "DELETE FROM relation WHERE kind = ? AND from_memory = (SELECT row FROM memory WHERE id = ?) "
            "AND to_memory = (SELECT row FROM memory WHERE id = ?)",
            (kind, *pair),
        )
        if conn.changes():
            gone.append(pair)
    return gone


def take_back(conn: apsw.Connection, entry: HistoryEntry) -> None:
    """Undo what a change did to links."""
    after = entry.after or {}
    for kind, *pair in after.get(LINKS, ()):
        disconnect(conn, kind, [(pair[0], pair[1])])
    for kind, *pair in after.get(UNLINKS, ()):
        connect(conn, kind, [(pair[0], pair[1])])


def linked(conn: apsw.Connection, ident: str, policy: DecayPolicy, now: int) -> list[Memory]:
    """Return the memories that a person linked with this one, oldest first. Raises NotFound."""
    row = memories.rows_of(conn, [ident])[0][0]
    found = conn.execute(
        "SELECT m.id FROM relation r JOIN memory m ON m.row = CASE r.from_memory WHEN ?1 THEN r.to_memory "
        "ELSE r.from_memory END WHERE (r.from_memory = ?1 OR r.to_memory = ?1) AND r.kind = ?2 ORDER BY m.row",
        (row, LINKED),
    ).fetchall()
    return memories.get_many(conn, [other for (other,) in found], policy, now)


def related(conn: apsw.Connection, ident: str, policy: DecayPolicy, now: int) -> list[Related]:
    """Return memories in an open conflict with this one, then those linked to it, strongest first, then living
    ones from the same turn. Raises NotFound."""
    row = memories.rows_of(conn, [ident])[0][0]
    found = conn.execute(
        "SELECT DISTINCT m.id, 'contradicts', 1.0 FROM conflict_member cm JOIN conflict c ON c.row = cm.conflict "
        "JOIN conflict_member o ON o.conflict = c.row AND o.memory != cm.memory "
        "JOIN memory m ON m.row = o.memory AND m.status IN ('active', 'pending') "
        f"WHERE cm.memory = ? AND {records.OPEN_CONFLICT_SQL} ORDER BY c.row, m.row LIMIT ?",
        (row, MAX_RELATED),
    ).fetchall()
    found += conn.execute(
        "SELECT m.id, r.kind, r.weight FROM relation r JOIN memory m "
        "ON m.row = CASE r.from_memory WHEN ?1 THEN r.to_memory ELSE r.from_memory END "
        "WHERE r.from_memory = ?1 OR r.to_memory = ?1 ORDER BY r.weight DESC, m.row LIMIT ?2",
        (row, MAX_RELATED),
    ).fetchall()
    found += conn.execute(
        "SELECT DISTINCT m.id, 'same turn', 0.5 FROM evidence e JOIN evidence o "
        "ON o.conversation = e.conversation AND o.first_turn = e.first_turn AND o.memory != e.memory "
        "JOIN memory m ON m.row = o.memory WHERE e.memory = ? AND m.status IN ('active', 'pending') LIMIT ?",
        (row, MAX_RELATED),
    ).fetchall()
    kinds: dict[str, tuple[str, float]] = {}
    for other, kind, weight in found:
        kinds.setdefault(other, (kind, weight))
    loaded = memories.get_many(conn, list(kinds), policy, now)
    return [Related(memory, *kinds[memory.id]) for memory in loaded]


def add_feedback(conn: apsw.Connection, memory: int, kind: str, comment: str | None, now: int) -> None:
    conn.execute(
        "INSERT INTO feedback (memory, kind, comment, at) VALUES (?,?,?,?)", (memory, kind, comment, now)
    )


def add_usage(
    conn: apsw.Connection,
    memory: int,
    success: bool,
    severity: str | None,
    context: str | None,
    now: int,
    *,
    conversation: int | None = None,
) -> None:
    """Note that a memory was used, or failed; `conversation`: the row of the one in which it was."""
    conn.execute(
        "INSERT INTO usage_event (memory, conversation, at, success, severity, context) VALUES (?,?,?,?,?,?)",
        (memory, conversation, now, int(success), severity, context),
    )


def failed_since(conn: apsw.Connection, memory: int, since: int) -> bool:
    """Return whether a failure of a memory was reported since then, other than judged from a conversation."""
    found = conn.execute(
        "SELECT 1 FROM usage_event WHERE memory = ? AND conversation IS NULL AND success = 0 AND at > ? LIMIT 1",
        (memory, since),
    ).fetchone()
    return found is not None


def was_counted(conn: apsw.Connection, memory: int, conversation: int, success: bool) -> bool:
    """Return whether a success or failure of a memory in a conversation is noted already."""
    found = conn.execute(
        "SELECT 1 FROM usage_event WHERE memory = ? AND conversation = ? AND success = ?",
        (memory, conversation, int(success)),
    ).fetchone()
    return found is not None


def drop_usage(conn: apsw.Connection, memory: int, conversation: int) -> bool:
    """Delete the note that a memory was used in a conversation. Return whether there was one."""
    conn.execute(
        "DELETE FROM usage_event WHERE memory = ? AND conversation = ? AND success", (memory, conversation)
    )
    return bool(conn.changes() > 0)
