"""How the hook of each tool does: when it was set up, called and answered, and what it met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import apsw

from arbor_desktop.memories.queries import records


class HookState(NamedTuple):
    """What is known of a tool's hook. Times in milliseconds; `trouble` is for people."""

    tool: str
    installed_at: int | None = None
    called_at: int | None = None
    answered_at: int | None = None
    trouble: str | None = None
    trouble_at: int | None = None


class Begun(NamedTuple):
    """A session that began: when a person first said something there, and where."""

    at: int
    project: str | None


def states(conn: apsw.Connection, tools: Sequence[str]) -> dict[str, HookState]:
    """What is known of these tools' hooks, by tool; a tool of which nothing is known is not there."""
    found = conn.execute(
        "SELECT tool, installed_at, called_at, answered_at, trouble, trouble_at FROM hook_state "
        f"WHERE tool IN ({records.marks(tools)})",
        list(tools),
    )
    return {row[0]: HookState(*row) for row in found}


def installed(conn: apsw.Connection, tool: str, now: int) -> None:
    """Notes that a tool's hook is set up from now on; what went wrong before does not count any more."""
    conn.execute(
        "INSERT INTO hook_state (tool, installed_at) VALUES (?, ?) ON CONFLICT (tool) DO UPDATE SET "
        "installed_at = excluded.installed_at, trouble = NULL, trouble_at = NULL",
        (tool, now),
    )


def removed(conn: apsw.Connection, tool: str) -> None:
    """Nothing is asked of a hook that is not there."""
    conn.execute("DELETE FROM hook_state WHERE tool = ?", (tool,))


def begun_since(conn: apsw.Connection, tool: str, since: int) -> list[Begun]:
    """The sessions of a tool in which a person, and not a program, first spoke after `since`, the oldest
    first; but for those that were told something: a hook was called there, whenever the person spoke."""
    return [
        Begun(*row)
        for row in conn.execute(
            "SELECT c.started_at, c.project FROM conversation c WHERE c.source = ? AND c.started_at > ? "
            "AND c.user_turns > 0 AND ifnull(c.extra ->> '$.headless', 0) = 0 "
            "AND ifnull(c.extra ->> '$.arbor_internal', 0) = 0 "
            "AND NOT EXISTS (SELECT 1 FROM receipt r WHERE r.conversation = c.row) ORDER BY c.started_at LIMIT 50",
            (tool, since),
        )
    ]


def heard(conn: apsw.Connection, tool: str, at: int) -> None:
    """A hook told that a session ended or is compacted. That it works says nothing of one that met trouble
    when it was to answer, which is not forgotten for that."""
    conn.execute(
        "INSERT INTO hook_state (tool, called_at) VALUES (?1, ?2) ON CONFLICT (tool) DO UPDATE SET "
        "called_at = max(ifnull(called_at, 0), ?2) WHERE ifnull(trouble_at, 0) <= ifnull(answered_at, 0)",
        (tool, at),
    )


def unsaid_troubles(conn: apsw.Connection) -> list[HookState]:
    """The troubles that the activity list does not tell of yet."""
    return [
        HookState(*row)
        for row in conn.execute(
            "SELECT tool, installed_at, called_at, answered_at, trouble, trouble_at FROM hook_state "
            "WHERE trouble IS NOT NULL AND trouble_at > ifnull(said_at, 0) ORDER BY trouble_at"
        )
    ]


def said(conn: apsw.Connection, tool: str, at: int) -> None:
    """The activity list tells of a tool's troubles up to `at`."""
    conn.execute("UPDATE hook_state SET said_at = ? WHERE tool = ?", (at, tool))
