"""The tasks of past sessions, and what they came to."""

from __future__ import annotations

from dataclasses import dataclass

import apsw
import msgspec

NEWEST = 5_000
"""So many of the newest tasks are compared."""
MOST_LEARNINGS = 3
_texts = msgspec.json.Decoder(tuple[str, ...]).decode
_AT = "ifnull(c.ended_at, ifnull(c.started_at, c.created_at))"


@dataclass(frozen=True, slots=True)
class Past:
    """A past task. `row` is its conversation's; `at` in milliseconds."""

    row: int
    conversation_id: str
    task: str
    project: str | None
    at: int | None


@dataclass(frozen=True, slots=True)
class CameTo:
    type: str
    status: str
    complexity: int
    files: tuple[str, ...]
    checks: tuple[str, ...]


def all_of(conn: apsw.Connection, project: str | None) -> list[Past]:
    """The newest tasks, of all projects or of one. What the person keeps out of the memory is not among them."""
    where = "" if project is None else "AND c.project = :project"
    return [
        Past(*row)
        for row in conn.execute(
            f"SELECT c.row, c.id, o.task, c.project, {_AT} FROM session_outcome o "
            "JOIN conversation c ON c.row = o.conversation WHERE o.task <> '' "
            f"AND NOT ifnull(json_extract(c.extra, '$.left_out'), 0) {where} ORDER BY {_AT} DESC, c.row DESC LIMIT {NEWEST}",
            {} if project is None else {"project": project},
        )
    ]


def tellable(conn: apsw.Connection, project: str | None, *, before: int, but: str | None) -> list[Past]:
    """The newest tasks of a project (None: of none) that ended before a time, in milliseconds, but that of
    the conversation `but`. Those of which a memory is sensitive, or never to be shared, are left out whole, also
    where it is deleted since."""
    return [
        Past(*row)
        for row in conn.execute(
            f"SELECT c.row, c.id, o.task, c.project, {_AT} FROM session_outcome o "
            "JOIN conversation c ON c.row = o.conversation WHERE o.task <> '' AND c.project IS :project "
            f"AND {_AT} < :before AND c.id IS NOT :but AND NOT ifnull(json_extract(c.extra, '$.left_out'), 0) "
            "AND NOT ifnull(json_extract(c.extra, '$.private'), 0) "
            "AND NOT EXISTS (SELECT 1 FROM evidence e JOIN memory m ON m.row = e.memory "
            "WHERE e.conversation = c.row AND m.privacy_level IN ('sensitive', 'never_share')) "
            f"ORDER BY {_AT} DESC, c.row DESC LIMIT {NEWEST}",
            {"project": project, "before": before, "but": but},
        )
    ]


def outcome_of(conn: apsw.Connection, conversation: int) -> CameTo:
    """What the session of a task came to."""
    from arbor_desktop.projects.queries import projects  # few prompts are like a past task

    kind, status, complexity, created, modified, checks = conn.execute(
        "SELECT type, outcome, complexity, files_created, files_modified, "
        "ifnull(json_extract(verification, '$.checks'), '[]') FROM session_outcome WHERE conversation = ?",
        (conversation,),
    ).fetchone()
    files = tuple(dict.fromkeys(_texts(created) + _texts(modified)))
    return CameTo(kind, status, complexity, files, projects.checks_said(checks))


def learnings_of(conn: apsw.Connection, conversation: int) -> tuple[str, ...]:
    """What the session taught, those that proved right first, as texts; nothing that is private."""
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
