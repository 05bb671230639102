"""Two living memories that say the same: found by when they changed, made one, and taken apart again."""

from __future__ import annotations

from typing import Any

import apsw

from arbor_desktop.conflicts.queries.near import Near
from arbor_desktop.memories.queries import events, records
from arbor_desktop.memories.queries import fields as columns
from arbor_desktop.memories.queries.memories import Write

MERGED_INTO = "merged_into"
"""The kind of link from a memory to the one that took it in."""
MERGED_MEMORY, EVIDENCE_ADDED = "merged_memory", "evidence_added"
"""In the survivor's history: the id of what it took in, and the rows of evidence that it got with it."""


def rows_since(conn: apsw.Connection, since: int) -> list[int]:
    """Active and pending memories that were stored or changed since a moment, or that come from a conversation
    that went on since then."""
    return [
        row
        for (row,) in conn.execute(
            "SELECT row FROM memory WHERE status IN ('active', 'pending') "
            "AND (created_at >= ?1 OR updated_at >= ?1) "
            "UNION SELECT e.memory FROM conversation c JOIN evidence e ON e.conversation = c.row "
            "WHERE c.ended_at >= ?1 ORDER BY 1",
            (since,),
        )
    ]


def kept_apart(conn: apsw.Connection, one: str, other: str) -> bool:
    """Whether the two were made one before. That both live now is a person's word, however they said it: they
    took the merging back, or brought back the one that had gone."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id IN (?1, ?2) AND action = 'merged' "
            f"AND json_extract(after, '$.{MERGED_MEMORY}') IN (?1, ?2))",
            (one, other),
        ).fetchone()[0]
    )


def words(conn: apsw.Connection, row: int) -> str:
    """The beginning of a memory's text, to name it by."""
    found = conn.execute("SELECT content FROM memory WHERE row = ?", (row,)).fetchone()
    return f"“{found[0][:80]}”" if found else f"Memory {row}"


def first_home(conn: apsw.Connection, row: int) -> str | None:
    """The conversation that a memory came from first."""
    found = conn.execute(
        "SELECT c.id FROM evidence e JOIN conversation c ON c.row = e.conversation WHERE e.memory = ? "
        "ORDER BY e.row LIMIT 1",
        (row,),
    ).fetchone()
    return None if found is None else str(found[0])


def take_in(conn: apsw.Connection, survivor: Near, other: Near, fields: dict[str, Any], by: Write) -> None:
    """`survivor` gets `fields` and the evidence of `other`, and a line in its history that says so. The other
    one's status is the caller's."""
    evidence = [
        row
        for (row,) in conn.execute(
            "INSERT OR IGNORE INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule, "
            "project, verified, error_text, at, confidence) SELECT ?, conversation, first_turn, last_turn, "
            "span_start, span_end, rule, project, verified, error_text, at, confidence FROM evidence e "
            "WHERE e.memory = ? ORDER BY e.row RETURNING row",
            (survivor.row, other.row),
        ).fetchall()
    ]
    conn.execute(
        "INSERT OR IGNORE INTO relation (from_memory, to_memory, kind) VALUES (?,?,?)",
        (other.row, survivor.row, MERGED_INTO),
    )
    names = list(fields)
    before = columns.current(conn, survivor.id, names) or {}
    after = {name: columns.plain(name, columns.stored(name, value)) for name, value in fields.items()}
    changed = [name for name in names if before[name] != after[name]]
    updates = {name: columns.stored(name, fields[name]) for name in changed}
    if "content" in changed:
        updates["updated_at"] = by.now
    if updates:
        columns.write(conn, survivor.row, updates)
    told: dict[str, Any] = {"merged": other.content, MERGED_MEMORY: other.id}
    if home := first_home(conn, other.row):
        told["merged_from"] = home
    if evidence:
        told[EVIDENCE_ADDED] = evidence
    events.record(
        conn, survivor.id, "merged", by.actor, by.action_id, by.now,
        {name: before[name] for name in changed}, {name: after[name] for name in changed} | told, by.reason,
    )  # fmt: skip


def part(conn: apsw.Connection, action: str, ident: str) -> None:
    """Takes what an action linked to a memory by `take_in` away from it again, links and evidence; and the
    link that the action made from it to what took it in."""
    conn.execute(
        "DELETE FROM relation WHERE kind = ? AND from_memory = (SELECT row FROM memory WHERE id = ?) "
        "AND to_memory IN (SELECT k.row FROM memory_event e JOIN memory k ON k.id = e.memory_id "
        f"WHERE e.action_id = ? AND json_extract(e.after, '$.{MERGED_MEMORY}') = ?)",
        (MERGED_INTO, ident, action, ident),
    )
    for (after,) in conn.execute(
        "SELECT after FROM memory_event WHERE action_id = ? AND memory_id = ? AND undone_by IS NULL "
        f"AND json_extract(after, '$.{MERGED_MEMORY}') IS NOT NULL",
        (action, ident),
    ).fetchall():
        told = records.from_json(after)
        conn.execute(
            "DELETE FROM relation WHERE kind = ? AND from_memory = (SELECT row FROM memory WHERE id = ?) "
            "AND to_memory = (SELECT row FROM memory WHERE id = ?)",
            (MERGED_INTO, told[MERGED_MEMORY], ident),
        )
        for some in records.chunks(told.get(EVIDENCE_ADDED, [])):
            conn.execute(
                f"DELETE FROM evidence WHERE row IN ({records.marks(some)}) "
                "AND memory = (SELECT row FROM memory WHERE id = ?)",
                (*some, ident),
            )
