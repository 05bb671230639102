"""The log of maintenance runs, undo of a run, and compaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw
import msgspec

from arbor_desktop import database as db
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.errors import NotFound
from arbor_desktop.maintenance.model import COMPACTED_TYPES, CUT_SHORT, MIN_AGE_DAYS, MIN_LENGTH, Ending, Run
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import LIVING, Scope
from arbor_desktop.memories.queries import events, memories, records
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.steps import Trouble
from arbor_desktop.task_times import Task

SEEN_DAYS, AWAY_DAYS = 7, 45
VERSION = 10
"""The migration that made the log."""
_QUOTED, _MOST_LEFT = 80, 50
"""Characters of a text that is named, and most texts that are named, where an undo left memories as they
are."""
_counts = msgspec.json.Decoder(dict[str, int]).decode
_troubles = msgspec.json.Decoder(tuple[Trouble, ...]).decode


def begin(conn: apsw.Connection, task: Task, now: int, actor: str, action_id: str) -> int:
    """Store that a run begins and return its row. The caller is alone: what has no end yet was
    interrupted."""
    run = db.MaintenanceRun
    ended = run.update(finished_at=run.started_at, ending=Ending.INTERRUPTED, error=CUT_SHORT)
    db.run(conn, ended.where(run.finished_at.is_null()))
    db.run(conn, run.insert(task=task, started_at=now, actor=actor, action_id=action_id))
    return int(conn.last_insert_rowid())


def finish(conn: apsw.Connection, run: Run) -> None:
    """Store how a run ended."""
    end = db.MaintenanceRun.update(
        finished_at=run.finished_at,
        result=_json(run.result),
        ending=run.ending,
        error=run.error,
        troubles=run.troubles,
    )
    db.run(conn, end.where(db.MaintenanceRun.row == run.id))


def under_way(conn: apsw.Connection) -> bool:
    """Return whether a run has no end, be it that its process was killed."""
    run = db.MaintenanceRun
    return db.run(conn, run.select(run.row).where(run.finished_at.is_null()).limit(1)).fetchone() is not None


def clock_jumped(conn: apsw.Connection, now: int) -> bool:
    """Return whether time went by in one leap: the last run that is older than `SEEN_DAYS` is older than
    `AWAY_DAYS`. Nobody was here for long, or the clock is wrong, as with an empty battery."""
    run = db.MaintenanceRun
    query = run.select(db.fn.max(run.started_at)).where(run.started_at <= now - SEEN_DAYS * DAY_MS)
    last = db.run(conn, query).fetchone()[0]
    return last is not None and now - last > AWAY_DAYS * DAY_MS


def known_since(conn: apsw.Connection) -> int:
    """Return when this file first met a program that maintains it, in milliseconds."""
    applied = db.SchemaMigration
    query = applied.select(applied.applied_at).where(applied.version == VERSION)
    return int(db.run(conn, query).fetchone()[0])


def get(conn: apsw.Connection, row: int) -> Run:
    """Return a run. Raises NotFound."""
    found = db.run(conn, _select().where(db.MaintenanceRun.row == row)).fetchone()
    if found is None:
        raise NotFound("That run is not in the log.", id=row)
    return _run(found)


def runs(conn: apsw.Connection, limit: int, task: Task | None = None) -> list[Run]:
    """Return the newest runs, of all tasks or of one, the newest first."""
    query = _select().limit(limit)
    if task is not None:
        query = query.where(db.MaintenanceRun.task == task)
    return [_run(row) for row in db.run(conn, query)]


def last_runs(conn: apsw.Connection) -> dict[Task, Run]:
    """Return the newest finished run of each task."""
    run = db.MaintenanceRun
    found = {
        task: db.run(
            conn, _select().where(run.task == task, run.finished_at.is_null(False)).limit(1)
        ).fetchone()
        for task in Task
    }
    return {task: _run(row) for task, row in found.items() if row is not None}


def last_done(conn: apsw.Connection, task: Task, *, without_troubles: bool = False) -> int | None:
    """Return when the newest run of a task began that was done (milliseconds)."""
    run = db.MaintenanceRun
    query = run.select(db.fn.max(run.started_at)).where(run.task == task, run.ending == Ending.DONE)
    if without_troubles:
        query = query.where(db.fn.json_array_length(run.troubles) == 0)
    found = db.run(conn, query).fetchone()[0]
    return None if found is None else int(found)


def nightly_since(conn: apsw.Connection, now: int) -> int:
    """Return from when on changes concern a nightly run: a day ago, or the last one that was done, if that is
    longer ago (milliseconds)."""
    last = last_done(conn, Task.NIGHTLY)
    return now - DAY_MS if last is None else min(last, now - DAY_MS)


# -- undo --


def changed_by(conn: apsw.Connection, action: str) -> list[str]:
    """Return the memories that a run changed, without those restored since, in the order of the changes."""
    event = db.MemoryEvent
    query = event.select(event.memory_id).where(*_in_force(action)).group_by(event.memory_id)
    return [ident for (ident,) in db.run(conn, query.order_by(db.fn.min(event.seq)))]


def _in_force(action: str) -> tuple[db.Expression, ...]:
    """Return the conditions of a run's events that were not undone."""
    event = db.MemoryEvent
    return event.action_id == action, event.actor == "maintenance", event.undone_by.is_null()


def undo_changes(
    conn: apsw.Connection, action: str, ids: Sequence[str], by: Write
) -> tuple[list[str], list[str]]:
    """Restore memories as they were before an action of maintenance, except those of which a field that it
    changed was changed since. Return the ids of the restored ones, and the texts of the others."""
    changed, left = [], []
    event = db.MemoryEvent
    for ident, before in events.before_action(conn, action, "maintenance", frozenset(ids)).items():
        found = records.current(conn, ident, ["content", "scope", "scope_id"]) or {}
        if before.keys() != _touched(conn, action, ident) or _is_double(conn, ident, before, found):
            left.append(found["content"][:_QUOTED])
            continue
        _set_back(conn, ident, before, by)
        merges.undo_merge(conn, action, ident)
        undone_by = event.update(undone_by=by.action_id)
        db.run(conn, undone_by.where(event.action_id == action, event.memory_id == ident))
        changed.append(ident)
    return changed, left


def _touched(conn: apsw.Connection, action: str, ident: str) -> set[str]:
    """Return the fields of a memory that an action changed; of one that it made, its status."""
    event = db.MemoryEvent
    query = event.select(event.before).where(*_in_force(action), event.memory_id == ident)
    every = [before for (before,) in db.run(conn, query)]
    if any(before is None for before in every):
        return {"status"}
    return {name for before in every for name in records.from_json(before)}


def _is_double(conn: apsw.Connection, ident: str, before: dict[str, Any], found: dict[str, Any]) -> bool:
    """Return whether the restored memory would have the same text as another living one."""
    if before.get("status") not in LIVING and "content" not in before:
        return False
    words = before.get("content", found["content"])
    same = memories.find_same(conn, words, Scope(found["scope"]), found["scope_id"])
    return any(other != ident and status in LIVING for _, other, status in same)


def _set_back(conn: apsw.Connection, ident: str, before: dict[str, Any], by: Write) -> None:
    now = records.current(conn, ident, list(before))
    also = {"updated_at": by.now} if "content" in before else {}
    if before:
        back = {name: records.stored(name, value) for name, value in before.items()}
        records.write_columns(conn, memories.rows_of(conn, [ident])[0][0], back | also)
    events.record(conn, ident, "undo", by.actor, by.action_id, by.now, now, before, by.reason)


def undone(conn: apsw.Connection, row: int, now: int, left: Sequence[Trouble]) -> None:
    """Store that a run was undone, for how many memories, and what was left as it is."""
    run = get(conn, row)
    back = 0
    if run.action_id:
        conflicts.take_back(conn, run.action_id, f"run {row}")
        event = db.MemoryEvent
        query = event.select(db.fn.count(event.memory_id.distinct()))
        mine = query.where(event.action_id == run.action_id, event.actor == "maintenance")
        back = db.run(conn, mine.where(event.undone_by.is_null(False))).fetchone()[0]
    end = db.MaintenanceRun.update(
        undone_at=now,
        result=_json(run.result | {"items_restored": back, "items_left": len(left)}),
        troubles=[*run.troubles, *left[:_MOST_LEFT]],
    )
    db.run(conn, end.where(db.MaintenanceRun.row == row))


def _select() -> db.ModelSelect[Any]:
    run = db.MaintenanceRun
    fields = (
        run.row, run.task, run.started_at, run.finished_at, run.result, run.error, run.ending, run.actor,
        run.troubles, run.action_id, run.undone_at,
    )  # fmt: skip
    return run.select(*fields).order_by(run.started_at.desc(), run.row.desc())


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


# -- compaction --

COMPACTED, COMPACTION_UNDONE = "compacted", "compaction taken back"
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
"""Somebody removed a short form of this very text: no program gives it one again."""


def long_and_old(conn: apsw.Connection, now: int, limit: int | None = None) -> list[str]:
    """Return the ids of active memories that may be shortened, the longest first (see `compaction`), except
    those whose words a person changed lately, or whose short form somebody removed.

    Plain SQL: it walks the whole table.
    """
    kinds = ", ".join(repr(kind.value) for kind in COMPACTED_TYPES)
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


def set_summary(conn: apsw.Connection, ident: str, summary: str | None, by: Write) -> bool:
    """Give a memory a short form, or remove it (None). Return whether that is a change. Raises NotFound."""
    row = memories.rows_of(conn, [ident])[0][0]
    before = records.current(conn, ident, ["summary"]) or {}
    if before.get("summary") == summary:
        return False
    fields = {"summary": summary, "compacted_at": None if summary is None else by.now}
    action = COMPACTION_UNDONE if summary is None else COMPACTED
    return memories.change(conn, row, fields, by, action, touch=False)


def shorten(
    conn: apsw.Connection, short: Sequence[tuple[str, str, str]], by: Write, policy: DecayPolicy
) -> list[str]:
    """Give short forms, as (id, content, summary), to those memories that are unchanged. Return their ids."""
    still = {m.id: m for m in memories.get_many(conn, [ident for ident, _, _ in short], policy, by.now)}
    done = []
    for ident, content, summary in short:
        memory = still.get(ident)
        if memory is not None and memory.content == content and memory.summary is None:
            set_summary(conn, ident, summary, by)
            done.append(ident)
    return done
