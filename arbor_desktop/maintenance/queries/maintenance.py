"""The log of maintenance, a row a run; and taking back what a run changed in memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import apsw
import msgspec

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.queries import conflicts, neighbours
from arbor_desktop.errors import NotFound
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.memories.model import LIVING, Scope
from arbor_desktop.memories.queries import events, fields, memories, records
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.steps import Trouble
from arbor_desktop.task_times import Task

SEEN_DAYS, AWAY_DAYS = 7, 45
VERSION = 10
"""The migration above, among all."""
_COLUMNS = "row, task, started_at, finished_at, result, error, ending, actor, troubles, action_id, undone_at"
_QUOTED, _MOST_LEFT = 80, 50
"""So many instructions of SQLite take about a millisecond."""
T = TypeVar("T")
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


def finish(conn: apsw.Connection, run: Run) -> None:
    """Notes how a run ended."""
    conn.execute(
        "UPDATE maintenance_run SET finished_at = ?, result = ?, ending = ?, error = ?, troubles = ? WHERE row = ?",
        (
            run.finished_at,
            _json(run.result),
            run.ending,
            run.error,
            _json(list(run.troubles)),
            run.id,
        ),
    )


def under_way(conn: apsw.Connection) -> bool:
    """Whether a run was begun and has no end, be it that its process was killed."""
    return bool(
        conn.execute("SELECT EXISTS (SELECT 1 FROM maintenance_run WHERE finished_at IS NULL)").fetchone()[0]
    )


def leapt(conn: apsw.Connection, now: int) -> bool:
    """Whether time went by in one leap: the last run that is older than `SEEN_DAYS` is older than `AWAY_DAYS`.
    Nobody was here for long, or the clock is wrong, as with an empty battery; nobody can tell which."""
    last = conn.execute(
        "SELECT max(started_at) FROM maintenance_run WHERE started_at <= ?", (now - SEEN_DAYS * DAY_MS,)
    ).fetchone()[0]
    return last is not None and now - last > AWAY_DAYS * DAY_MS


def known_since(conn: apsw.Connection) -> int:
    """When this file first met a program that maintains it, in milliseconds."""
    return int(
        conn.execute("SELECT applied_at FROM schema_migration WHERE version = ?", (VERSION,)).fetchone()[0]
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


def last_done(conn: apsw.Connection, task: Task) -> int | None:
    """When the newest run of a task began that came to its end, and failed in nothing (milliseconds)."""
    found = conn.execute(
        "SELECT max(started_at) FROM maintenance_run WHERE task = ? AND ending = ? AND troubles = '[]'",
        (task.value, Ending.DONE.value),
    ).fetchone()
    return None if found[0] is None else int(found[0])


# -- taking back --


def changed_by(conn: apsw.Connection, action: str) -> list[str]:
    """The memories that a run changed, where that still stands, in the order in which it did."""
    return [
        ident
        for (ident,) in conn.execute(
            "SELECT memory_id FROM memory_event WHERE action_id = ? AND actor = 'maintenance' "
            "AND undone_by IS NULL GROUP BY memory_id ORDER BY min(seq)",
            (action,),
        )
    ]


def take_back(
    conn: apsw.Connection, action: str, ids: Sequence[str], by: Write
) -> tuple[list[str], list[str]]:
    """Memories are as they were before an action of maintenance, but for those of which anything that it
    changed was changed since. Answers the ids of the first, and the words of the others."""
    plans = events.before_action(conn, action, "maintenance", frozenset(ids))
    changed, left = [], []
    for ident, before in plans.items():
        found = fields.current(conn, ident, ["content", "scope", "scope_id"]) or {}
        if before.keys() != _touched(conn, action, ident) or _is_double(conn, ident, before, found):
            left.append(found["content"][:_QUOTED])
            continue
        _set_back(conn, ident, before, by)
        neighbours.part(conn, action, ident)
        conn.execute(
            "UPDATE memory_event SET undone_by = ? WHERE action_id = ? AND memory_id = ?",
            (by.action_id, action, ident),
        )
        changed.append(ident)
    return changed, left


def _touched(conn: apsw.Connection, action: str, ident: str) -> set[str]:
    """The fields of a memory that an action changed; of one that it made, its status."""
    names: set[str] = set()
    for (before,) in conn.execute(
        "SELECT before FROM memory_event WHERE action_id = ? AND memory_id = ? AND actor = 'maintenance' "
        "AND undone_by IS NULL",
        (action, ident),
    ):
        if before is None:
            return {"status"}
        names |= records.from_json(before).keys()
    return names


def _is_double(conn: apsw.Connection, ident: str, before: dict[str, Any], found: dict[str, Any]) -> bool:
    """Whether it would live on beside another one with the very same words."""
    if before.get("status") not in LIVING and "content" not in before:
        return False
    words = before.get("content", found["content"])
    same = memories.find_same(conn, words, Scope(found["scope"]), found["scope_id"])
    return any(other != ident and status in LIVING for _, other, status in same)


def _set_back(conn: apsw.Connection, ident: str, before: dict[str, Any], by: Write) -> None:
    row = conn.execute("SELECT row FROM memory WHERE id = ?", (ident,)).fetchone()[0]
    now = fields.current(conn, ident, list(before))
    also = {"updated_at": by.now} if "content" in before else {}
    if before:
        back = {name: fields.stored(name, value) for name, value in before.items()}
        fields.write(conn, row, back | also)
    events.record(conn, ident, "undo", by.actor, by.action_id, by.now, now, before, by.reason)


def undone(conn: apsw.Connection, row: int, now: int, left: Sequence[Trouble]) -> None:
    """Notes that a run was taken back, how many memories, and what was left as it is."""
    run = get(conn, row)
    back = 0
    if run.action_id:
        conflicts.take_back(conn, run.action_id, f"run {row}")
        back = conn.execute(
            "SELECT count(DISTINCT memory_id) FROM memory_event WHERE action_id = ? AND actor = 'maintenance' "
            "AND undone_by IS NOT NULL",
            (run.action_id,),
        ).fetchone()[0]
    conn.execute(
        "UPDATE maintenance_run SET undone_at = ?, result = ?, troubles = ? WHERE row = ?",
        (
            now,
            _json(run.result | {"items_restored": back, "items_left": len(left)}),
            _json([*run.troubles, *left[:_MOST_LEFT]]),
            row,
        ),
    )


# -- what a task has before it --


# -- rows --


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
