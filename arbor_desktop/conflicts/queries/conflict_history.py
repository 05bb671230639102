"""The append-only history of conflicts, so that undo and reopening can take a decision back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import apsw

from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.memories.queries import records

FIELDS = ("status", "decision", "notes", "suggestion", "resolved_at")
"""What a decision changes of a conflict."""

MIGRATION = """
ALTER TABLE conflict ADD COLUMN judgement TEXT;
CREATE TABLE conflict_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    conflict INTEGER NOT NULL REFERENCES conflict (row) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    action_id TEXT NOT NULL,
    before TEXT,
    after TEXT,
    undone_by TEXT
);
CREATE INDEX conflict_event_conflict ON conflict_event (conflict, seq);
CREATE INDEX conflict_event_action ON conflict_event (action_id);
CREATE INDEX memory_doubted ON memory (status) WHERE needs_review = 1;
CREATE TABLE memory_topic (
    topic TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    PRIMARY KEY (topic, memory)
) WITHOUT ROWID;
CREATE INDEX memory_topic_memory ON memory_topic (memory);
CREATE TABLE judge (version TEXT NOT NULL);
CREATE TABLE uncompared (memory INTEGER PRIMARY KEY REFERENCES memory (row) ON DELETE CASCADE);
CREATE TRIGGER uncompared_new AFTER INSERT ON memory WHEN new.status IN ('active', 'pending') BEGIN
    INSERT OR IGNORE INTO uncompared (memory) VALUES (new.row);
END;
CREATE TRIGGER uncompared_changed AFTER UPDATE OF content, scope, scope_id, branch, details, expires_at, status ON memory
WHEN new.status IN ('active', 'pending') BEGIN
    INSERT OR IGNORE INTO uncompared (memory) VALUES (new.row);
END;
INSERT INTO uncompared (memory) SELECT row FROM memory WHERE status IN ('active', 'pending');
"""
"""`memory_topic`: what memories speak of, in the judge's words; `judge` is who said so. `uncompared` are the living memories that nobody looked for contradictions to since they last changed; the
triggers see to it that none is forgotten, whoever changes it."""


def change(
    conn: apsw.Connection,
    conflict: int,
    fields: dict[str, Any],
    action: str,
    actor: str,
    action_id: str,
    at: int,
    *,
    conditions: Mapping[str, str | None] | None = None,
    linked: Iterable[tuple[str, str]] = (),
    unlinked: Iterable[tuple[str, str]] = (),
) -> None:
    """Sets `fields` (stored values) of a conflict, and writes down what was before. So that it can all be taken
    back: `conditions` under which its members held before, by their ids, and the pairs of memories, (winner,
    loser), that the action `linked` and `unlinked`."""
    names = list(fields)
    found = conn.execute(f"SELECT {', '.join(names)} FROM conflict WHERE row = ?", (conflict,)).fetchone()
    before = dict(zip(names, found, strict=True))
    if conditions is not None:
        before["conditions"] = dict(conditions)
    after = fields | {"linked": list(linked), "unlinked": list(unlinked)}
    _set(conn, conflict, fields)
    conn.execute(
        "INSERT INTO conflict_event (conflict, at, actor, action, action_id, before, after) VALUES (?,?,?,?,?,?,?)",
        (conflict, at, actor, action, action_id, records.to_json(before), records.to_json(after)),
    )


def take_back(conn: apsw.Connection, action_id: str, undone_by: str) -> None:
    """The conflicts that an action changed are as they were before it, and so are the links it made."""
    for conflict, before, after in conn.execute(
        "SELECT conflict, before, after FROM conflict_event WHERE action_id = ? AND undone_by IS NULL "
        "ORDER BY seq DESC",
        (action_id,),
    ).fetchall():
        was, became = records.from_json(before), records.from_json(after)
        _set(conn, conflict, {name: was[name] for name in FIELDS if name in was})
        conflicts.set_conditions(conn, conflict, was.get("conditions", {}).items())
        conflicts.unlink(conn, became.get("linked", ()))
        conflicts.link(conn, became.get("unlinked", ()))
    conn.execute("UPDATE conflict_event SET undone_by = ? WHERE action_id = ?", (undone_by, action_id))


def decided_by(conn: apsw.Connection, conflict: int) -> tuple[str, str] | None:
    """The action that decided a conflict last, and still stands, with its actor; None if there is none."""
    found = conn.execute(
        "SELECT action_id, actor, action FROM conflict_event WHERE conflict = ? AND undone_by IS NULL ORDER BY seq DESC LIMIT 1",
        (conflict,),
    ).fetchone()
    return (found[0], found[1]) if found and found[2] == "decided" else None


def _set(conn: apsw.Connection, conflict: int, fields: dict[str, Any]) -> None:
    conn.execute(
        f"UPDATE conflict SET {', '.join(f'{name} = ?' for name in fields)} WHERE row = ?",
        (*fields.values(), conflict),
    )
