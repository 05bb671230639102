"""Conflicts as devices exchange them: two texts of one memory, and decisions.

Plain SQL: conflicts are found by the ids of their memories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import apsw

from arbor_desktop.conflicts.model import EDITED_APART, ConflictStatus
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.devices.rules import derived_id
from arbor_desktop.memories.queries import records
from arbor_desktop.memories.queries.memories import Write

REASON = "This memory was edited on two devices at the same time."
BY, ELSEWHERE = "devices", "decided elsewhere"
"""Actor and action of a decision in a conflict's history."""


def open_apart(conn: apsw.Connection, ident: str, apart: str, clock: int) -> None:
    """Put a memory and the other text that it had into a conflict, if they are in none."""
    conflict = derived_id(clock, "conflict", ident, apart)
    if conn.execute("SELECT 1 FROM conflict WHERE id = ?", (conflict,)).fetchone():
        return
    category, at = conn.execute(
        "SELECT m.category, max(m.updated_at, a.updated_at) FROM memory m, memory a WHERE m.id = ? AND a.id = ?",
        (ident, apart),
    ).fetchone()
    judgement = {"topic": "", "reason": REASON, "replaces": False, "values": {}}
    conn.execute(
        "INSERT INTO conflict (id, category, status, rule, judgement, created_at) VALUES (?,?,'unresolved',?,?,?)",
        (conflict, category, EDITED_APART, records.to_json(judgement), at),
    )
    _add_members(conn, conn.last_insert_rowid(), (ident, apart))


def _add_members(conn: apsw.Connection, row: int, ids: tuple[str, ...]) -> None:
    conn.execute(
        "INSERT INTO conflict_member (conflict, memory, content, confidence, at) "
        f"SELECT ?, row, content, confidence, updated_at FROM memory WHERE id IN ({records.marks(ids)})",
        (row, *ids),
    )


def decided(conn: apsw.Connection) -> list[Record]:
    """Return the conflicts that were ever decided, also those that are open again."""
    return conflicts.load(
        conn,
        "c.decision IS NOT NULL OR c.row IN (SELECT conflict FROM conflict_event WHERE action IN ('decided', ?))",
        (ELSEWHERE,),
    )


def by_members(conn: apsw.Connection) -> dict[frozenset[str], list[Record]]:
    """Return all conflicts by their memories."""
    found: dict[frozenset[str], list[Record]] = {}
    for one in conflicts.load(conn):
        found.setdefault(one.memories, []).append(one)
    return found


def decide(
    conn: apsw.Connection,
    ids: tuple[str, ...],
    known: Sequence[Record],
    value: Mapping[str, Any],
    clock: int,
    by: Write,
) -> bool:
    """Give the conflicts of exactly these memories a decision; make one that is decided if there is none, so that
    the memories are not compared again. Return whether anything changed: nothing does without the memories."""
    is_open = ConflictStatus(value["status"]).open
    if not known:
        category, count = conn.execute(
            f"SELECT min(category), count(*) FROM memory WHERE id IN ({records.marks(ids)})", ids
        ).fetchone()
        if count != len(ids) or is_open:
            return False
        conn.execute(
            "INSERT INTO conflict (id, category, status, rule, judgement, created_at) VALUES (?,?,'unresolved',?,?,?)",
            (
                derived_id(clock, "decision", *ids),
                category,
                value["rule"],
                records.to_json(value["judgement"]),
                clock >> 16,
            ),
        )
        row = conn.last_insert_rowid()
        _add_members(conn, row, ids)
        known = conflicts.load(conn, "c.row = ?", (row,))
    fields = {name: value[name] for name in ("status", "decision", "notes", "resolved_at")}
    changed = False
    for one in known:
        contexts = {side.memory: side.context for side in one.sides if side.context}
        same_status = (one.status.open and is_open) or one.status == value["status"]
        if not same_status or (one.decision, one.notes, contexts) != (
            value["decision"],
            value["notes"],
            value["contexts"],
        ):
            conflicts.change(
                conn, one.row, fields, ELSEWHERE, BY, by.action_id, by.now,
                conditions={side.memory: side.context for side in one.sides},
            )  # fmt: skip
            conflicts.set_conditions(conn, one.row, [(ident, value["contexts"].get(ident)) for ident in ids])
            changed = True
    return changed


def last(conn: apsw.Connection) -> int:
    """Return the row of the newest conflict; 0 if there is none."""
    return int(conn.execute("SELECT ifnull(max(row), 0) FROM conflict").fetchone()[0])


def opened_since(conn: apsw.Connection, row: int) -> int:
    """Count the conflicts after a row that are open."""
    found = conn.execute(f"SELECT count(*) FROM conflict c WHERE c.row > ? AND {conflicts.OPEN_SQL}", (row,))
    return int(found.fetchone()[0])
