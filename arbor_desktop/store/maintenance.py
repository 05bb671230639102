"""The log of maintenance: a row a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw
import msgspec

from arbor_desktop.core.errors import NotFound
from arbor_desktop.core.maintenance import Ending, Run, Task, Trouble

MIGRATION = """
ALTER TABLE maintenance_run ADD COLUMN ending TEXT;
ALTER TABLE maintenance_run ADD COLUMN actor TEXT NOT NULL DEFAULT 'user';
ALTER TABLE maintenance_run ADD COLUMN troubles TEXT NOT NULL DEFAULT '[]';
ALTER TABLE maintenance_run ADD COLUMN action_id TEXT;
ALTER TABLE maintenance_run ADD COLUMN undone_at INTEGER;
"""
_COLUMNS = "row, task, started_at, finished_at, result, error, ending, actor, troubles, action_id, undone_at"
_counts = msgspec.json.Decoder(dict[str, int]).decode
_troubles = msgspec.json.Decoder(tuple[Trouble, ...]).decode


def begin(conn: apsw.Connection, task: Task, now: int, actor: str, action_id: str) -> int:
    """Notes that a run begins; who comes here is alone, so what has no end yet was interrupted. Answers the
    run's row."""
    conn.execute(
        "UPDATE maintenance_run SET finished_at = started_at, ending = ?, error = ? WHERE finished_at IS NULL",
        (Ending.INTERRUPTED.value, "Arbor ended before it was done. What was done is kept."),
    )
    conn.execute(
        "INSERT INTO maintenance_run (task, started_at, actor, action_id) VALUES (?,?,?,?)",
        (task.value, now, actor, action_id),
    )
    return int(conn.last_insert_rowid())


def finish(
    conn: apsw.Connection,
    row: int,
    now: int,
    result: dict[str, int],
    ending: Ending,
    error: str | None,
    troubles: Sequence[Trouble],
) -> None:
    conn.execute(
        "UPDATE maintenance_run SET finished_at = ?, result = ?, ending = ?, error = ?, troubles = ? WHERE row = ?",
        (now, _json(result), ending.value, error, _json(list(troubles)), row),
    )


def get(conn: apsw.Connection, row: int) -> Run:
    """Raises NotFound."""
    found = conn.execute(f"SELECT {_COLUMNS} FROM maintenance_run WHERE row = ?", (row,)).fetchone()
    if found is None:
        raise NotFound("That run is not in the log.", id=row)
    return _run(found)


def runs(conn: apsw.Connection, limit: int, task: Task | None = None) -> list[Run]:
    """The newest first."""
    where = "WHERE task = ?" if task is not None else ""
    values = (limit,) if task is None else (task.value, limit)
    return [
        _run(row)
        for row in conn.execute(
            f"SELECT {_COLUMNS} FROM maintenance_run {where} ORDER BY started_at DESC, row DESC LIMIT ?",
            values,
        )
    ]


def last_runs(conn: apsw.Connection) -> dict[Task, Run]:
    """The newest finished run of each task."""
    return {
        task: _run(row)
        for task in Task
        for row in conn.execute(
            f"SELECT {_COLUMNS} FROM maintenance_run WHERE task = ? AND finished_at IS NOT NULL "
            "ORDER BY started_at DESC, row DESC LIMIT 1",
            (task.value,),
        )
    }


def _run(row: Sequence[Any]) -> Run:
    ident, task, started, finished, result, error, ending, actor, troubles, action, undone = row
    return Run(
        id=ident,
        task=Task(task),
        started_at=started,
        finished_at=finished,
        result=_counts(result) if result else {},
        error=error,
        ending=None if ending is None else Ending(ending),
        actor=actor,
        troubles=_troubles(troubles),
        action_id=action,
        undone_at=undone,
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
