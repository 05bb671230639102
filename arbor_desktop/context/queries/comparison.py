"""Sessions that were drawn for the comparison of sessions with and without memories.

Plain SQL: all of it joins or counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import apsw

from arbor_desktop.context.model import Receipt
from arbor_desktop.memories.queries import records

LEAST_MESSAGES = 5
"""A session with fewer messages has no room for what is counted."""
_LEFT_OUT = (
    "(s.released_at IS NOT NULL OR (NOT s.shared AND EXISTS "
    "(SELECT 1 FROM receipt r WHERE r.session_id = s.session_id AND r.tool = s.tool)))"
)
"""Condition of a session `s` that is not compared: it was to get no memories, and got some all the same."""
_CARRIES = "(SELECT p.instructions != '{}' FROM project_switch p WHERE p.project = s.project)"
_CONVERSATION = "conversation c ON c.source = s.tool AND c.session_id = s.session_id"


class Counted(NamedTuple):
    """What was counted in one session. `tokens`, `turns_to_pass`: None where it is not known."""

    project: str
    shared: bool
    repeats: int
    corrections: int
    failed_commands: int
    turns_to_pass: int | None
    tokens: int | None


class SessionWithout(NamedTuple):
    """A session without memories. `conversation_id`, `corrections` and `repeats`: None until it was read;
    `released`: memories were shared with it after all."""

    tool: str
    session_id: str
    at: int
    project: str
    conversation_id: str | None
    title: str
    repeats: int | None
    corrections: int | None
    released: bool


class Standing(NamedTuple):
    """Numbers of sessions: drawn, left out as the person shared memories anyway, not read yet, too short."""

    since: int | None
    drawn: int
    left_out: int
    unread: int
    short: int


_REPEATS = (
    "(SELECT count(DISTINCT e.memory) FROM evidence e JOIN memory m ON m.row = e.memory JOIN turn t "
    "ON t.conversation = e.conversation AND t.number = e.first_turn "
    "WHERE e.conversation = c.row AND t.role = 'user' AND m.created_at < s.at)"
)
"""The memories that were there before a session began, and that the person stated in it again."""
_HERE = "s.at >= :since AND (:project IS NULL OR s.project = :project)"
_BY_PERSON = "c.user_turns > 0 AND ifnull(c.extra ->> '$.headless', 0) = 0"


def counted(conn: apsw.Connection, since: int, project: str | None) -> list[Counted]:
    """Return the sessions that can be compared, of one project or of all, in the order they began."""
    return [
        Counted(*row)
        for row in conn.execute(
            f"SELECT s.project, s.shared, {_REPEATS}, s.corrections, s.failed_commands, s.turns_to_pass, "
            "nullif(c.input_tokens + c.output_tokens, 0) "
            f"FROM compared_session s JOIN {_CONVERSATION} WHERE s.messages >= :least AND {_HERE} "
            f"AND {_BY_PERSON} AND NOT {_LEFT_OUT} AND NOT ifnull({_CARRIES}, 0) ORDER BY s.at, s.session_id",
            {"since": since, "project": project, "least": LEAST_MESSAGES},
        )
    ]


def standing(conn: apsw.Connection, since: int, project: str | None) -> Standing:
    """Return how many sessions were drawn since a moment, and why some of them are not compared."""
    return Standing(
        *conn.execute(
            f"SELECT min(s.at), count(*), ifnull(sum({_LEFT_OUT}), 0), ifnull(sum(s.messages IS NULL), 0), "
            f"ifnull(sum(s.messages < :least), 0) FROM compared_session s WHERE {_HERE}",
            {"since": since, "project": project, "least": LEAST_MESSAGES},
        ).fetchone()
    )


def without(conn: apsw.Connection, since: int, project: str | None, limit: int) -> list[SessionWithout]:
    """Return the last sessions without memories, newest first."""
    return [
        SessionWithout._make((*row[:-1], bool(row[-1])))
        for row in conn.execute(
            f"SELECT s.tool, s.session_id, s.at, s.project, c.id, ifnull(c.title, ''), "
            f"iif(s.messages IS NULL, NULL, {_REPEATS}), s.corrections, {_LEFT_OUT} "
            f"FROM compared_session s LEFT JOIN {_CONVERSATION} WHERE NOT s.shared AND {_HERE} "
            "ORDER BY s.at DESC LIMIT :limit",
            {"since": since, "project": project, "limit": limit},
        )
    ]


def projects(conn: apsw.Connection) -> list[str]:
    """Return the projects of which instruction files contain memories."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT project FROM project_switch WHERE instructions != '{}' ORDER BY 1"
        )
    ]


def is_without(conn: apsw.Connection, session_id: str, client: str, project: str | None) -> bool:
    """Return whether an AI program gets no memories, as its session is one without. If its session is not
    known, it is the last one of that client (by its own name) in the project."""
    found = conn.execute(
        f"SELECT NOT s.shared AND NOT {_LEFT_OUT} FROM compared_session s "
        + (
            "WHERE s.session_id = :session"
            if session_id
            else "WHERE s.project = :project AND substr(:client, 1, length(s.tool)) = s.tool "
            "ORDER BY s.at DESC LIMIT 1"
        ),
        {"session": session_id, "client": client, "project": project},
    ).fetchone()
    return bool(found and found[0])


def of_conversations(conn: apsw.Connection, conversations: Sequence[str]) -> set[str]:
    """Return those of the conversations (by their ids) that got no memories, for the comparison."""
    found: set[str] = set()
    for part in records.chunks(conversations):
        found.update(
            ident
            for (ident,) in conn.execute(
                f"SELECT c.id FROM compared_session s JOIN {_CONVERSATION} "
                f"WHERE NOT s.shared AND NOT {_LEFT_OUT} AND c.id IN ({records.marks(part)})",
                part,
            )
        )
    return found


def withheld(conn: apsw.Connection, which: str, *values: str | int | None) -> list[Receipt]:
    """Return a receipt for each session without memories. `which`: a condition of sessions `s` and their
    conversations `c`."""
    return [
        Receipt("", tool, "", session, at, project, conversation_id=conversation, withheld=True)
        for tool, session, at, project, conversation in conn.execute(
            "SELECT s.tool, s.session_id, s.at, s.project, c.id FROM compared_session s "
            f"LEFT JOIN {_CONVERSATION} WHERE NOT s.shared AND NOT {_LEFT_OUT} AND {which}",
            values,
        )
    ]


def current(conn: apsw.Connection, project: str | None, since: int) -> SessionWithout | None:
    """Return the last session of a project, or of all, that was drawn since a moment, if it is one without
    memories."""
    found = conn.execute(
        "SELECT s.shared, s.at FROM compared_session s WHERE s.at >= :since AND (:project IS NULL OR s.project = :project) "
        "ORDER BY s.at DESC LIMIT 1",
        {"since": since, "project": project},
    ).fetchone()
    last = without(conn, found[1], project, 1) if found and not found[0] else []
    return last[0] if last and not last[0].released else None


def release(conn: apsw.Connection, tool: str, session_id: str, now: int) -> None:
    """Note that the person has memories shared with a session after all."""
    conn.execute(
        "UPDATE compared_session SET released_at = ? WHERE tool = ? AND session_id = ? AND NOT shared",
        (now, tool, session_id),
    )


def put_counts(conn: apsw.Connection, conversation: int, counts: Sequence[int | None]) -> None:
    """Store what was counted in a session, if it is compared: messages, corrections, failed commands, turns
    until a test passed."""
    conn.execute(
        "UPDATE compared_session SET (messages, corrections, failed_commands, turns_to_pass) = (?, ?, ?, ?) "
        "WHERE (tool, session_id) = (SELECT source, session_id FROM conversation WHERE row = ?)",
        (*counts, conversation),
    )


def uncounted(conn: apsw.Connection) -> list[str]:
    """Return the conversations that were read, but not counted: the hook's note came later."""
    return [
        ident
        for (ident,) in conn.execute(
            f"SELECT c.id FROM compared_session s JOIN {_CONVERSATION} "
            "WHERE s.messages IS NULL AND c.status = 'memorized'"
        )
    ]
