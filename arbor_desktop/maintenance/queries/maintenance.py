"""The log of maintenance runs, undo of a run, compaction, and what was learned: memories that may become global,
the same ones in other projects, and promotions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw
import msgspec

from arbor_desktop import database as db
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.conflicts.queries.merges import MERGED_INTO
from arbor_desktop.database.fulltext import quoted
from arbor_desktop.errors import NotFound
from arbor_desktop.maintenance.model import COMPACTED_TYPES, CUT_SHORT, MIN_AGE_DAYS, MIN_LENGTH, Ending, Run
from arbor_desktop.memories.model import LIVING, Scope, Status
from arbor_desktop.memories.queries import events, memories, records, sharing
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
    found = [_run(row) for row in db.run(conn, query).fetchall()]
    return [
        replace(run, promoted=_promoted(conn, run)) if run.result.get("memories_promoted") else run
        for run in found
    ]


def _promoted(conn: apsw.Connection, run: Run) -> tuple[str, ...]:
    """Return the texts of the memories that a run made global and that still are known."""
    query = (
        "SELECT DISTINCT m.content FROM memory_event e JOIN memory m ON m.id = e.memory_id "
        "WHERE e.action_id = ? AND e.action = ? ORDER BY e.seq LIMIT ?"
    )
    return tuple(text for (text,) in conn.execute(query, (run.action_id, PROMOTED, _MOST_LEFT)))


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


def long_and_old(
    conn: apsw.Connection, now: int, limit: int | None = None, among: Sequence[str] | None = None
) -> list[str]:
    """Return the ids of active memories that may be shortened, the longest first: they have the type, age and
    length for it, and are not pinned, in doubt or in a conflict. Those whose words a person changed lately, or
    whose short form somebody removed, may not. `among`: only of these.

    Plain SQL: it walks the whole table.
    """
    those = (
        "NOT INDEXED WHERE" if among is None else "WHERE m.id IN (SELECT value FROM json_each(:among)) AND"
    )
    kinds = ", ".join(repr(kind.value) for kind in COMPACTED_TYPES)
    found = conn.execute(
        f"SELECT m.id FROM memory m {those} m.status = 'active' AND m.type IN ({kinds}) "
        "AND m.summary IS NULL AND length(m.content) > :long AND m.created_at < :edge "
        "AND ifnull(m.confirmed_at, 0) < :edge AND m.privacy_level != 'always_include' AND NOT m.needs_review "
        "AND NOT EXISTS (SELECT 1 FROM conflict_member cm JOIN conflict c ON c.row = cm.conflict "
        f"WHERE cm.memory = m.row AND {records.OPEN_CONFLICT_SQL}) "
        f"AND NOT {_EDITED} AND NOT {_UNWANTED} ORDER BY length(m.content) DESC, m.row LIMIT :limit",
        {
            "long": MIN_LENGTH,
            "edge": now - MIN_AGE_DAYS * DAY_MS,
            "limit": -1 if limit is None else limit,
            **({} if among is None else {"among": _json(list(among))}),
        },
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


def shorten(conn: apsw.Connection, short: Sequence[tuple[str, str, str]], by: Write) -> list[str]:
    """Give short forms, as (id, content, summary), to those memories that still may have one. Return their
    ids."""
    done = []
    for ident in long_and_old(conn, by.now, among=[ident for ident, _, _ in short]):
        content, summary = next(rest for one, *rest in short if one == ident)
        if (records.current(conn, ident, ["content"]) or {})["content"] == content:
            set_summary(conn, ident, summary, by)
            done.append(ident)
    return done


# -- learning --
#
# Plain SQL: conditions on histories and full text.

PROMOTED, KEPT_HERE = "promoted", "kept to project"
"""Actions in a memory's history: it became global, or a person limited it to a project."""
MERGED_AWAY = "merged into a global one"
"""Action of a memory that was superseded by a global one that says the same."""
MOST_ALIKE = 20
_MOST_WORDS = 5
_LEARNINGS = "('bug_patterns', 'implementation_notes', 'architectural_decisions')"
_PROMOTABLE = (
    "m.scope = 'project' AND m.scope_id IS NOT NULL AND m.status = 'active' AND m.privacy_level = 'normal' AND m.branch IS NULL "
    f"AND m.expires_at IS NULL AND NOT m.needs_review AND NOT m.invalid AND (m.category IN {_LEARNINGS} "
    "OR m.type IN ('instruction', 'preference')) "
    "AND (m.confirmed_at IS NOT NULL OR m.source = 'user_stated' "
    "OR EXISTS (SELECT 1 FROM evidence e WHERE e.memory = m.row AND e.verified)) "
    "AND EXISTS (SELECT 1 FROM evidence e JOIN conversation c ON c.row = e.conversation "
    "WHERE e.memory = m.row AND NOT ifnull(json_extract(c.extra, '$.left_out'), 0))"
)
"""Condition of memories `m` that may become global; `learning_rules.may_be_promoted` decides. Those that come only
from ignored conversations stay."""


def promotable(conn: apsw.Connection, since: int | None = None) -> list[str]:
    """Return the learnings of projects that may become global, oldest first; with `since` (milliseconds) only those
    that changed from then on, or whose sessions did."""
    changed = (
        "?1 IS NULL OR m.updated_at >= ?1 OR EXISTS (SELECT 1 FROM evidence e JOIN conversation c "
        "ON c.row = e.conversation WHERE e.memory = m.row AND (e.at >= ?1 OR c.updated_at >= ?1))"
    )
    found = conn.execute(
        f"SELECT m.id FROM memory m WHERE {_PROMOTABLE} AND ({changed}) ORDER BY m.row", (since,)
    )
    return [ident for (ident,) in found]


def promotable_of(conn: apsw.Connection, conversation: int) -> list[str]:
    """Return those of them that come from a conversation (row)."""
    return [
        row[0]
        for row in conn.execute(
            "SELECT DISTINCT m.id, m.row FROM memory m JOIN evidence r ON r.memory = m.row "
            f"WHERE r.conversation = ? AND {_PROMOTABLE} ORDER BY m.row",
            (conversation,),
        )
    ]


def was_placed(conn: apsw.Connection, ident: str) -> bool:
    """Return whether somebody chose where a memory applies: it was stored by hand or by a program, or its place was
    ever changed, even if that was undone, or it was merged into a global one and restored."""
    found = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND CASE WHEN before IS NULL "
        "THEN actor != 'capture' ELSE json_type(before, '$.scope') IS NOT NULL "
        "OR json_type(before, '$.scope_id') IS NOT NULL OR action = ? END)",
        (ident, MERGED_AWAY),
    ).fetchone()
    return bool(found[0])


def technologies(conn: apsw.Connection, project: str) -> frozenset[str]:
    """Return the technologies of a project that its files and memories name, in lower case."""
    filed = conn.execute(
        "SELECT DISTINCT technology FROM memory WHERE status IN ('active', 'pending') AND scope = 'project' "
        "AND scope_id = ? AND technology IS NOT NULL",
        (project,),
    )
    return sharing.stack(conn, project) | {name.casefold() for (name,) in filed}


def elsewhere(conn: apsw.Connection, words: Sequence[Sequence[str]], project: str) -> list[tuple[str, str]]:
    """Return the id and content of proven learnings of other projects that contain one of each group of `words`: at
    most `MOST_ALIKE`, the best matches first."""
    if not words:
        return []
    asked = sorted(words, key=lambda group: (len(group), -len(group[0]), group))[:_MOST_WORDS]
    match = " AND ".join(f"({' OR '.join(map(quoted, group))})" for group in asked)
    return [
        (ident, content)
        for ident, content in conn.execute(
            "SELECT m.id, m.content FROM memory_fts f CROSS JOIN memory m ON m.row = f.rowid "
            f"WHERE memory_fts MATCH ? AND {_PROMOTABLE} AND m.scope_id != ? ORDER BY f.rank LIMIT ?",
            (match, project, MOST_ALIKE),
        )
    ]


@dataclass(frozen=True, slots=True)
class Promotion:
    """The project that a memory was promoted from, and the action."""

    project: str
    action_id: str


def promotion_of(conn: apsw.Connection, ident: str) -> Promotion | None:
    """Return the newest promotion that is not undone; None if there is none."""
    found = conn.execute(
        "SELECT action, before ->> '$.scope_id', action_id FROM memory_event WHERE memory_id = ? "
        "AND undone_by IS NULL AND json_type(before, '$.scope_id') IS NOT NULL ORDER BY seq DESC LIMIT 1",
        (ident,),
    ).fetchone()
    return Promotion(found[1], found[2]) if found and found[0] == PROMOTED and found[1] else None


def projects_of(conn: apsw.Connection, ident: str) -> list[str]:
    """Return the projects that a memory was learned in, the first one first."""
    found = conn.execute(
        "SELECT e.project FROM evidence e JOIN memory m ON m.row = e.memory WHERE m.id = ? "
        "AND e.project IS NOT NULL GROUP BY e.project ORDER BY min(e.row)",
        (ident,),
    )
    return [project for (project,) in found]


def absorbed(conn: apsw.Connection, keeper: str, action_id: str) -> list[str]:
    """Return the memories that an action merged into a memory and that are still superseded."""
    return [
        ident
        for (ident,) in conn.execute(
            "SELECT m.id FROM relation r JOIN memory k ON k.row = r.to_memory JOIN memory m ON m.row = r.from_memory "
            "WHERE k.id = ? AND r.kind = ? AND m.status = ? AND (SELECT v.action_id FROM memory_event v "
            "WHERE v.memory_id = m.id AND json_type(v.after, '$.status') IS NOT NULL ORDER BY v.seq DESC LIMIT 1) = ? "
            "ORDER BY m.row",
            (keeper, MERGED_INTO, Status.SUPERSEDED.value, action_id),
        )
    ]
