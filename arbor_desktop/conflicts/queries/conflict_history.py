"""The append-only history of conflicts, so that undo and reopening can take a decision back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import apsw

from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.memories.queries import records

FIELDS = ("status", "decision", "notes", "suggestion", "resolved_at")
"""What a decision changes of a conflict."""


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
