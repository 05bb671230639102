"""Deleting for good (spec 1.3): out of tables, history, full text and vectors. Nothing here can be undone."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from arbor_desktop.store import records


def memories(conn: apsw.Connection, rows: Sequence[int]) -> list[str]:
    """Erases memories with their history. Answers their ids."""
    erased: list[str] = []
    for part in records.chunks(rows):
        marks = records.marks(part)
        ids = [r[0] for r in conn.execute(f"SELECT id FROM memory WHERE row IN ({marks})", part)]
        conn.execute(f"DELETE FROM embedding WHERE owner = 'memory' AND owner_row IN ({marks})", part)
        conn.execute(f"DELETE FROM memory_event WHERE memory_id IN ({records.marks(ids)})", ids)
        conn.execute(f"DELETE FROM memory WHERE row IN ({marks})", part)
        erased.extend(ids)
    _drop_empty_conflicts(conn)
    return erased


def _drop_empty_conflicts(conn: apsw.Connection) -> None:
    conn.execute(
        "DELETE FROM conflict WHERE (SELECT count(*) FROM conflict_member m WHERE m.conflict = conflict.row) < 2"
    )


def rows_by_type(conn: apsw.Connection, kind: str) -> list[int]:
    return [r[0] for r in conn.execute("SELECT row FROM memory WHERE type = ?", (kind,))]


def rows_by_project(conn: apsw.Connection, project: str) -> list[int]:
    return [
        r[0]
        for r in conn.execute("SELECT row FROM memory WHERE scope = 'project' AND scope_id = ?", (project,))
    ]


def all_rows(conn: apsw.Connection) -> list[int]:
    return [r[0] for r in conn.execute("SELECT row FROM memory")]


def conversations_of_project(conn: apsw.Connection, project: str) -> list[int]:
    return [r[0] for r in conn.execute("SELECT row FROM conversation WHERE project = ?", (project,))]


def all_conversations(conn: apsw.Connection) -> list[int]:
    return [r[0] for r in conn.execute("SELECT row FROM conversation")]


def memories_only_from(conn: apsw.Connection, conversations: Sequence[int]) -> list[int]:
    """Memories whose every evidence lies in `conversations`."""
    found: set[int] = set()
    inside = set(conversations)
    for part in records.chunks(conversations):
        for (row,) in conn.execute(
            f"SELECT DISTINCT memory FROM evidence WHERE conversation IN ({records.marks(part)})", part
        ):
            homes = {r[0] for r in conn.execute("SELECT conversation FROM evidence WHERE memory = ?", (row,))}
            if homes <= inside:
                found.add(row)
    return sorted(found)


def conversations(conn: apsw.Connection, rows: Sequence[int]) -> int:
    """Erases conversations with their text. Their files stay known, so that they are not read again. Answers how many."""
    before = conn.total_changes()
    for part in records.chunks(rows):
        marks = records.marks(part)
        conn.execute(
            f"DELETE FROM embedding WHERE owner = 'turn' AND owner_row IN (SELECT row FROM turn WHERE conversation IN ({marks}))",
            part,
        )
        conn.execute(f"DELETE FROM turn WHERE conversation IN ({marks})", part)
        conn.execute(f"DELETE FROM conversation WHERE row IN ({marks})", part)
    return int(conn.total_changes() - before)


def all_else(conn: apsw.Connection) -> None:
    """What remains of a person after all memories and conversations: summaries, projects, logs."""
    for table in (
        "category_summary",
        "project",
        "activity",
        "receipt",
        "usage",
        "maintenance_run",
        "memory_event",
    ):
        conn.execute(f"DELETE FROM {table}")
