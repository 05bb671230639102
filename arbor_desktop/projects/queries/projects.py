"""Projects: what was read of their files, and what memories and conversations know of them."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import msgspec

from arbor_desktop.errors import InvalidInput
from arbor_desktop.projects.gate import WORK
from arbor_desktop.projects.model import Branch, ProjectFacts, ProjectSession, Quirk

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


@dataclass(frozen=True, slots=True)
class Known:
    """A project as memories, conversations and its own files name it. `last_seen` in milliseconds."""

    path: str
    memories: int
    conversations: int
    last_seen: int | None
    type: str | None = None
    stack: tuple[str, ...] = ()
    name: str | None = None
    """Its package's, or its folder's; None where its files were never read."""
    kind: str = WORK
    group: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """What was read of a project's files. `fingerprint` says of which files, as they were."""

    facts: ProjectFacts
    fingerprint: str
    read_at: int | None
    trouble: str | None


@dataclass(frozen=True, slots=True)
class Worked:
    """What one session changed and ran, as its outcome says."""

    files: tuple[str, ...]
    commands: tuple[str, ...]


def kinds(conn: apsw.Connection) -> dict[str, tuple[str, str]]:
    """Return the kind and the group of each project for which a person set one, by its path."""
    return {
        path: (kind, group)
        for path, kind, group in conn.execute('SELECT project, kind, "group" FROM project_kind')
    }


def set_kind(conn: apsw.Connection, path: str, kind: str, group: str) -> None:
    """Store what a person says of a project."""
    conn.execute("INSERT OR REPLACE INTO project_kind VALUES (?, ?, ?)", (path, kind, group))


def names(conn: apsw.Connection) -> dict[str, str]:
    """Return the names of the projects whose files were read, by their paths."""
    return dict(conn.execute("SELECT path, name FROM project"))


def paths(conn: apsw.Connection) -> list[str]:
    """Return the projects whose files were read."""
    return [path for (path,) in conn.execute("SELECT path FROM project")]


def summaries(conn: apsw.Connection, path: str | None = None) -> list[Known]:
    """Every project that a memory or conversation is about, or whose files were read (or only `path`); the one
    seen last first."""
    only = "AND {} = :path" if path is not None else ""
    return [
        Known(
            row[0],
            row[1],
            row[2],
            row[3],
            row[4],
            _texts(row[5] or "[]"),
            row[6],
            row[7] or WORK,
            row[8] or "",
        )
        for row in conn.execute(
            "SELECT k.path, sum(k.memories), sum(k.conversations), max(k.seen), p.type, p.stack, p.name, "
            'd.kind, d."group" FROM ('
            "SELECT scope_id AS path, sum(status IN ('active', 'pending')) AS memories, 0 AS conversations, "
            f"max(created_at) AS seen FROM memory WHERE scope = 'project' {only.format('scope_id')} GROUP BY 1 "
            "UNION ALL SELECT project, 0, count(*), max(ifnull(ended_at, created_at)) FROM conversation "
            f"WHERE project IS NOT NULL {only.format('project')} GROUP BY 1 "
            f"UNION ALL SELECT path, 0, 0, last_seen FROM project WHERE 1 {only.format('path')}"
            ") k LEFT JOIN project p ON p.path = k.path LEFT JOIN project_kind d ON d.project = k.path "
            "GROUP BY k.path ORDER BY 4 DESC, 1",
            {} if path is None else {"path": path},
        )
    ]


def get(conn: apsw.Connection, path: str) -> Stored | None:
    """None where its files were never read."""
    row = conn.execute(
        f"SELECT {', '.join(_FACTS)}, fingerprint, read_at, trouble FROM project WHERE path = ?", (path,)
    ).fetchone()
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
    """Stores what was read of a project in the place of what was read before. `seen`: when anything was said
    or stored of it last, as far as known; both in milliseconds."""
    values: dict[str, Any] = {field: getattr(facts, field) for field in _TEXT_FIELDS}
    values |= {field: _json(getattr(facts, field)) for field in (*_LIST_FIELDS, *_MAP_FIELDS)}
    values |= {"path": path, "name": name, "fingerprint": fingerprint, "trouble": trouble}
    values |= {"read_at": now, "last_seen": seen}
    kept = [field for field in values if field not in ("path", "last_seen")]
    conn.execute(
        f"INSERT INTO project ({', '.join(values)}) VALUES ({', '.join(f':{field}' for field in values)}) "
        f"ON CONFLICT (path) DO UPDATE SET {', '.join(f'{field} = excluded.{field}' for field in kept)}",
        values,
    )


def note_trouble(conn: apsw.Connection, path: str, trouble: str | None) -> bool:
    """Says of a project that was read before why it can't be now. Answers whether that is new."""
    conn.execute(
        "UPDATE project SET trouble = :trouble WHERE path = :path AND trouble IS NOT :trouble",
        {"path": path, "trouble": trouble},
    )
    return bool(conn.changes())


def drop(conn: apsw.Connection, path: str) -> None:
    """Forget what was read of a project's files, and what a person said of it."""
    conn.execute("DELETE FROM project WHERE path = ?", (path,))
    conn.execute("DELETE FROM project_kind WHERE project = ?", (path,))


def quirks(conn: apsw.Connection, path: str, limit: int) -> list[Quirk]:
    """The project's living memories that hold for parts of it, those of most confidence first."""
    found = []
    for ident, text, details in conn.execute(
        "SELECT id, ifnull(summary, content), details FROM memory WHERE scope = 'project' AND scope_id = ? "
        "AND category = 'project_conventions' AND status IN ('active', 'pending') "
        "AND json_array_length(details, '$.applies_to') > 0 ORDER BY confidence DESC, row DESC LIMIT ?",
        (path, limit),
    ):
        given = msgspec.json.decode(details)["applies_to"]
        found.append(Quirk(ident, text, tuple(str(one) for one in given)))
    return found


def branches(conn: apsw.Connection, path: str, limit: int) -> list[Branch]:
    """The branches that living memories or conversations name, the latest first."""
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


def worked(conn: apsw.Connection, path: str, limit: int) -> list[Worked]:
    """What the newest sessions of a project changed and ran, the newest first."""
    return [
        Worked(_texts(created) + _texts(modified), _texts(commands))
        for created, modified, commands in conn.execute(
            "SELECT o.files_created, o.files_modified, o.commands FROM session_outcome o "
            f"JOIN conversation c ON c.row = o.conversation WHERE c.project = ? ORDER BY {_WHEN} DESC, c.row DESC "
            "LIMIT ?",
            (path, limit),
        )
    ]


def sessions(
    conn: apsw.Connection, path: str, limit: int, after: str | None
) -> tuple[tuple[ProjectSession, ...], str | None]:
    """The project's sessions with what they came to, the newest first, and the mark of the next page."""
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
    """The tests and builds of an outcome with how each ended, the last first ("pytest passed")."""
    told = [one for one in _checks(stored) if one["result"] != "unknown"]
    proving = [one for one in told if one["kind"] != "check"] or told
    ordered = sorted(proving, key=lambda one: -one["turn"])
    return tuple(dict.fromkeys(f"{one['name']} {one['result']}" for one in ordered))


def projects_of(conn: apsw.Connection, ids: Sequence[str]) -> list[str]:
    """The projects that these conversations or memories are about."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT project FROM conversation WHERE project IS NOT NULL "
            "AND id IN (SELECT value FROM json_each(:ids)) UNION SELECT scope_id FROM memory "
            "WHERE scope = 'project' AND id IN (SELECT value FROM json_each(:ids))",
            {"ids": _json(list(ids))},
        )
    ]


def _read_cursor(text: str) -> tuple[int, int]:
    try:
        at, row = msgspec.json.decode(
            base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=tuple[int, int]
        )
    except (ValueError, msgspec.MsgspecError):
        raise InvalidInput("That page mark is not one that Arbor gave.", field="after") from None
    return at, row


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
