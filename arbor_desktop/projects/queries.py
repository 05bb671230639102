"""Projects as their files, memories and conversations show them, and the tasks of past sessions.

Plain SQL where several tables are united or grouped, and what hooks read.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import apsw
import msgspec

from arbor_desktop import database as db
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Status
from arbor_desktop.projects.gate import WORK
from arbor_desktop.projects.model import Branch, ProjectFacts, ProjectSession, ProjectSummary, Quirk
from arbor_desktop.quick_dataclass import dataclass

_TEXT_FIELDS = ("type", "runtime", "package_manager", "database")
_LIST_FIELDS = (
    "stack", "dependencies", "test_frameworks", "patterns", "entry_points", "test_folders", "config_files",
    "conventions",
)  # fmt: skip
_MAP_FIELDS = ("versions", "file_tree", "commands")
_FACTS = _TEXT_FIELDS + _LIST_FIELDS + _MAP_FIELDS
_SESSION_FIELDS = (
    "conversation_id", "title", "source", "branch", "at", "task", "type", "status", "complexity", "files", "errors",
    "errors_solved", "memories", "checks", "state",
)  # fmt: skip
_texts = msgspec.json.Decoder(tuple[str, ...]).decode
_checks = msgspec.json.Decoder(list[dict[str, Any]]).decode
_WHEN = "ifnull(c.ended_at, ifnull(c.started_at, c.created_at))"
"""When a conversation `c` ended, as far as known."""
_STATUSES = ", ".join(f"'{status.value}'" for status in Status)
NEWEST_TASKS = 5_000
MOST_LEARNINGS = 3


@dataclass(frozen=True, slots=True)
class Stored:
    """Facts from a project's files. `fingerprint`: the files that were read, with their sizes and times."""

    facts: ProjectFacts
    fingerprint: str
    read_at: int | None
    trouble: str | None


@dataclass(frozen=True, slots=True)
class PastTask:
    """A past task. `row`: that of its conversation; `at`: in milliseconds."""

    row: int
    conversation_id: str
    task: str
    project: str | None
    at: int | None


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    type: str
    status: str
    complexity: int
    files: tuple[str, ...]
    checks: tuple[str, ...]


def kinds(conn: apsw.Connection) -> dict[str, tuple[str, str]]:
    """Return the kind and the group of each project for which a person set one, by its path.

    Plain SQL: hooks read it.
    """
    rows = conn.execute('SELECT project, kind, "group" FROM project_kind')
    return {path: (kind, group) for path, kind, group in rows}


def set_kind(conn: apsw.Connection, path: str, kind: str, group: str) -> None:
    """Store what a person says of a project."""
    query = db.ProjectKind.insert(project=path, kind=kind, group=group)
    db.run(conn, query.on_conflict_replace())


def paths(conn: apsw.Connection) -> list[str]:
    """Return the projects whose files were read. Plain SQL: hooks read it."""
    return [path for (path,) in conn.execute("SELECT path FROM project")]


def summaries(conn: apsw.Connection, path: str | None = None) -> list[ProjectSummary]:
    """Return the projects with memories or conversations, or whose files were read (or only `path`), last seen
    first. Without a name where their files were never read; `there` is not checked."""
    only = "AND {} = :path" if path is not None else ""
    return [
        ProjectSummary(
            where, name or "", kind, _texts(stack or "[]"), memories, talks, seen, kind=set_kind or WORK,
            group=group or "",
        )
        for where, memories, talks, seen, kind, stack, name, set_kind, group in conn.execute(
            "SELECT k.path, sum(k.memories), sum(k.conversations), ifnull(max(k.seen), p.last_seen), p.type, "
            "p.stack, p.name, "
            'd.kind, d."group" FROM ('
            "SELECT value ->> 0 AS path, value ->> 1 AS memories, 0 AS conversations, value ->> 2 AS seen "
            "FROM json_each(:memories) "
            "UNION ALL SELECT project, 0, count(*), max(ifnull(ended_at, created_at)) FROM conversation "
            f"WHERE project IS NOT NULL {only.format('project')} GROUP BY 1 "
            f"UNION ALL SELECT path, 0, 0, NULL FROM project WHERE 1 {only.format('path')}"
            ") k LEFT JOIN project p ON p.path = k.path LEFT JOIN project_kind d ON d.project = k.path "
            "GROUP BY k.path ORDER BY 4 DESC, 1",
            {"memories": _of_memories(conn, path)} | ({} if path is None else {"path": path}),
        )
    ]  # fmt: skip


def _of_memories(conn: apsw.Connection, path: str | None) -> str:
    """Return [project, its active and pending memories, when one was last mentioned or else stored] of each
    project with memories, or of one, as JSON. Grouped here: SQLite would sort all of them to do so."""
    source = "memory NOT INDEXED WHERE scope = 'project' AND scope_id IS NOT NULL"
    if path is not None:
        source = f"memory INDEXED BY memory_place WHERE status IN ({_STATUSES}) AND scope = 'project' AND scope_id = ?"
    found: dict[str, list[int]] = {}
    for project, lives, at in conn.execute(
        "SELECT scope_id, status IN ('active', 'pending'), "
        f"ifnull((SELECT max(e.at) FROM evidence e WHERE e.memory = memory.row), created_at) FROM {source}",
        () if path is None else (path,),
    ):
        known = found.get(project)
        if known is None:
            found[project] = [lives, at]
        else:
            known[0] += lives
            if at > known[1]:
                known[1] = at
    return msgspec.json.encode([(project, *counted) for project, counted in found.items()]).decode()


def get(conn: apsw.Connection, path: str) -> Stored | None:
    """Return what was read of a project's files; None where they were never read."""
    fields = [getattr(db.Project, name) for name in (*_FACTS, "fingerprint", "read_at", "trouble")]
    row = db.run(conn, db.Project.select(*fields).where(db.Project.path == path)).fetchone()
    if row is None:
        return None
    values: dict[str, Any] = dict(zip(_FACTS, row, strict=False))
    values |= {name: _texts(values[name]) for name in _LIST_FIELDS}
    values |= {name: msgspec.json.decode(values[name]) for name in _MAP_FIELDS}
    return Stored(ProjectFacts(**values), *row[len(_FACTS) :])


def put(
    conn: apsw.Connection,
    path: str,
    name: str,
    facts: ProjectFacts,
    *,
    fingerprint: str,
    trouble: str | None,
    seen: int,
    now: int,
) -> None:
    """Store what was read of a project, in the place of what was read before.

    `seen`: when it was last mentioned, as far as known, in milliseconds; it is kept once it is stored.
    """
    read = {field: getattr(facts, field) for field in _FACTS}
    read |= {"name": name, "fingerprint": fingerprint, "trouble": trouble, "read_at": now}
    query = db.Project.insert(path=path, last_seen=seen, **read)
    db.run(conn, query.on_conflict(conflict_target=[db.Project.path], preserve=list(read)))


def note_trouble(conn: apsw.Connection, path: str, trouble: str | None) -> bool:
    """Store why a project that was read before can't be read now, and return whether that is new."""
    other = ~db.same(db.Project.trouble, trouble)
    db.run(conn, db.Project.update(trouble=trouble).where(db.Project.path == path, other))
    return bool(conn.changes())


def drop(conn: apsw.Connection, path: str) -> None:
    """Forget what was read of a project's files, and what a person said of it."""
    db.run(conn, db.Project.delete().where(db.Project.path == path))
    db.run(conn, db.ProjectKind.delete().where(db.ProjectKind.project == path))


def quirks(conn: apsw.Connection, path: str, limit: int) -> list[Quirk]:
    """Return the project's living memories that apply to parts of it, those of most confidence first."""
    memory = db.Memory
    query = (
        memory.select(memory.id, db.fn.ifnull(memory.summary, memory.content), memory.details)
        .where(
            memory.scope == "project",
            memory.scope_id == path,
            memory.category == "project_conventions",
            memory.status.in_(("active", "pending")),
            db.fn.json_array_length(memory.details, "$.applies_to") > 0,
        )
        .order_by(memory.confidence.desc(), memory.row.desc())
        .limit(limit)
    )
    return [
        Quirk(ident, text, tuple(map(str, msgspec.json.decode(details)["applies_to"])))
        for ident, text, details in db.run(conn, query)
    ]


def branches(conn: apsw.Connection, path: str, limit: int) -> list[Branch]:
    """Return the branches that active and pending memories or conversations name, latest first."""
    return [
        Branch(*row)
        for row in conn.execute(
            "SELECT branch, sum(memories), sum(conversations), max(at) FROM ("
            "SELECT branch, 1 AS memories, 0 AS conversations, created_at AS at FROM memory "
            "WHERE status IN ('active', 'pending') AND scope = 'project' AND scope_id = :path "
            "AND branch IS NOT NULL UNION ALL "
            f"SELECT c.branch, 0, 1, {_WHEN} FROM conversation c WHERE c.project = :path "
            "AND c.branch IS NOT NULL) GROUP BY branch ORDER BY 4 DESC, 1 LIMIT :limit",
            {"path": path, "limit": limit},
        )
    ]


def latest_project(conn: apsw.Connection) -> str | None:
    """Return the project of the newest conversation whose project has memories; else that of the newest memory,
    or conversation; None if no project is known."""
    newest = "ORDER BY ifnull(started_at, 0) DESC, row DESC"
    for sql in (
        "SELECT project FROM conversation WHERE project IN (SELECT scope_id FROM memory "
        f"WHERE status = 'active' AND scope = 'project') {newest}",
        "SELECT scope_id FROM memory WHERE scope = 'project' AND scope_id IS NOT NULL AND status = 'active' ORDER BY row DESC",
        f"SELECT project FROM conversation WHERE project IS NOT NULL {newest}",
    ):
        found = conn.execute(f"{sql} LIMIT 1").fetchone()
        if found is not None:
            return str(found[0])
    return None


def worked(conn: apsw.Connection, path: str, limit: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the files that the newest sessions of a project changed and the commands that they ran, the newest
    first."""
    outcome, session = db.SessionOutcome, db.Conversation
    ended = db.fn.coalesce(session.ended_at, session.started_at, session.created_at)
    query = (
        outcome.select(outcome.files_created, outcome.files_modified, outcome.commands)
        .join(session)
        .where(session.project == path)
        .order_by(ended.desc(), session.row.desc())
        .limit(limit)
    )
    return [
        (_texts(created) + _texts(modified), _texts(commands))
        for created, modified, commands in db.run(conn, query)
    ]


def sessions(
    conn: apsw.Connection, path: str, limit: int, after: str | None
) -> tuple[tuple[ProjectSession, ...], str | None]:
    """Return a project's sessions with their outcomes, newest first, and the mark of the next page."""
    at, row = _read_cursor(after) if after is not None else (None, None)
    rows = conn.execute(
        f"SELECT c.id, c.title, c.source, c.branch, {_WHEN}, o.task, o.type, o.outcome, o.complexity, "
        "ifnull(json_array_length(o.files_created) + json_array_length(o.files_modified), 0), "
        "ifnull(json_array_length(o.errors), 0), (SELECT count(*) FROM json_each(o.errors) e "
        "WHERE json_extract(e.value, '$.solved_turn') IS NOT NULL), "
        "(SELECT count(DISTINCT e.memory) FROM evidence e JOIN memory m ON m.row = e.memory "
        "WHERE e.conversation = c.row AND m.status IN ('active', 'pending')), "
        "ifnull(json_extract(o.verification, '$.checks'), '[]'), c.status, c.row FROM conversation c "
        "LEFT JOIN session_outcome o ON o.conversation = c.row WHERE c.project = :path "
        f"AND (:at IS NULL OR ({_WHEN}, c.row) < (:at, :row)) ORDER BY {_WHEN} DESC, c.row DESC LIMIT :limit",
        {"path": path, "at": at, "row": row, "limit": limit + 1},
    ).fetchall()
    following = None
    if len(rows) > limit:
        rows = rows[:limit]
        mark = msgspec.json.encode((rows[-1][4], rows[-1][-1]))
        following = base64.urlsafe_b64encode(mark).decode().rstrip("=")
    return tuple(_session(row) for row in rows), following


def _session(row: tuple[Any, ...]) -> ProjectSession:
    values = dict(zip(_SESSION_FIELDS, row, strict=False))
    return ProjectSession(**values | {"task": values["task"] or "", "checks": checks_said(values["checks"])})


def checks_said(stored: str) -> tuple[str, ...]:
    """Return the tests and builds of an outcome with their results, last first ("pytest passed")."""
    told = [one for one in _checks(stored) if one["result"] != "unknown"]
    proving = [one for one in told if one["kind"] != "check"] or told
    ordered = sorted(proving, key=lambda one: -one["turn"])
    return tuple(dict.fromkeys(f"{one['name']} {one['result']}" for one in ordered))


def past_tasks(conn: apsw.Connection, project: str | None) -> list[PastTask]:
    """Return the newest tasks of all projects or of one, without those of ignored conversations."""
    return _tasks(conn, "1" if project is None else "c.project = :project", project=project)


def shareable_tasks(
    conn: apsw.Connection, project: str | None, *, before: int, but: str | None
) -> list[PastTask]:
    """Return the newest tasks of a project (None: of no project) that ended before `before`, in milliseconds,
    without that of the conversation `but`. A task with a memory that is sensitive or never shared is left out,
    also if the memory was deleted since."""
    return _tasks(
        conn,
        f"c.project IS :project AND {_WHEN} < :before AND c.id IS NOT :but "
        "AND NOT ifnull(json_extract(c.extra, '$.private'), 0) "
        "AND NOT EXISTS (SELECT 1 FROM evidence e JOIN memory m ON m.row = e.memory "
        "WHERE e.conversation = c.row AND m.privacy_level IN ('sensitive', 'never_share'))",
        project=project,
        before=before,
        but=but,
    )


def _tasks(conn: apsw.Connection, condition: str, **values: Any) -> list[PastTask]:
    found = conn.execute(
        f"SELECT c.row, c.id, o.task, c.project, {_WHEN} FROM session_outcome o "
        "JOIN conversation c ON c.row = o.conversation WHERE o.task <> '' "
        f"AND NOT ifnull(json_extract(c.extra, '$.left_out'), 0) AND {condition} "
        f"ORDER BY {_WHEN} DESC, c.row DESC LIMIT {NEWEST_TASKS}",
        values,
    )
    return [PastTask(*row) for row in found]


def task_outcome(conn: apsw.Connection, conversation: int) -> TaskOutcome:
    """Return the outcome of the session of a task."""
    kind, status, complexity, created, modified, checks = conn.execute(
        "SELECT type, outcome, complexity, files_created, files_modified, "
        "ifnull(json_extract(verification, '$.checks'), '[]') FROM session_outcome WHERE conversation = ?",
        (conversation,),
    ).fetchone()
    files = tuple(dict.fromkeys(_texts(created) + _texts(modified)))
    return TaskOutcome(kind, status, complexity, files, checks_said(checks))


def learnings_of(conn: apsw.Connection, conversation: int) -> tuple[str, ...]:
    """Return what a session taught, as texts of memories, verified ones first, without private ones."""
    from arbor_desktop.conversations.queries import outcomes

    found = [one for one in outcomes.resting(conn, conversation) if one.kind is not None]
    open_ones = {
        ident
        for (ident,) in conn.execute(
            "SELECT m.id FROM evidence e JOIN memory m ON m.row = e.memory WHERE e.conversation = ? "
            "AND m.status = 'active' AND m.privacy_level IN ('normal', 'always_include')",
            (conversation,),
        )
    }
    kept = sorted((one for one in found if one.memory_id in open_ones), key=lambda one: not one.verified)
    return tuple(dict.fromkeys(one.content for one in kept))[:MOST_LEARNINGS]


def projects_of(conn: apsw.Connection, ids: Sequence[str]) -> list[str]:
    """Return the projects of these conversations or memories."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT project FROM conversation WHERE project IS NOT NULL "
            "AND id IN (SELECT value FROM json_each(:ids)) UNION SELECT scope_id FROM memory "
            "WHERE scope = 'project' AND id IN (SELECT value FROM json_each(:ids))",
            {"ids": msgspec.json.encode(list(ids)).decode()},
        )
    ]


def _read_cursor(text: str) -> tuple[int, int]:
    try:
        at, row = msgspec.json.decode(
            base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=tuple[int, int]
        )
    except (ValueError, msgspec.MsgspecError):
        raise InvalidInput("Invalid page mark.", field="after") from None
    return at, row


# -- the same project on other machines --


def keyed_paths(conn: apsw.Connection) -> dict[str, str]:
    """Return the folders of projects here, by key."""
    return dict(db.run(conn, db.DeviceProject.select(db.DeviceProject.key, db.DeviceProject.path)))


def set_keyed_path(conn: apsw.Connection, key: str, path: str) -> None:
    db.run(conn, db.DeviceProject.insert(key=key, path=path).on_conflict_replace())


def move(conn: apsw.Connection, key: str, path: str) -> None:
    """Give memories that are stored under a project's key their folder.

    Plain SQL: JSON is changed in place, in the history too.
    """
    conn.execute("UPDATE memory SET scope_id = ?2 WHERE scope = 'project' AND scope_id = ?1", (key, path))
    for column in ("before", "after"):
        conn.execute(
            f"UPDATE memory_event SET {column} = json_set({column}, '$.scope_id', ?2) "
            f"WHERE {column} ->> '$.scope_id' = ?1",
            (key, path),
        )


def drop_keyed_path(conn: apsw.Connection, key: str) -> None:
    db.run(conn, db.DeviceProject.delete().where(db.DeviceProject.key == key))


def places(conn: apsw.Connection) -> list[str]:
    """Return the projects of which anything is known: memories, settings, conversations, receipts."""
    found = conn.execute(
        "SELECT scope_id FROM memory WHERE scope = 'project' AND scope_id IS NOT NULL UNION SELECT path FROM project "
        "UNION SELECT project FROM project_kind UNION SELECT project FROM project_switch "
        "UNION SELECT project FROM conversation WHERE project IS NOT NULL "
        "UNION SELECT project FROM receipt WHERE project IS NOT NULL"
    )
    return [path for (path,) in found]
