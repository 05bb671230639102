"""Blocks made ready for the next session, and the note that a session was told one: what a hook needs of the
store, and nothing else.

A hook runs before the first answer of every session, so this module imports no other of ours: opening the
file, looking the block up and noting that it was told takes a few milliseconds. Triggers make a block stale
with the very change that could alter it, and take its words away, which may be of what was erased; whoever
has time makes it anew (service.delivery.warming).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import apsw

MIGRATION = """
CREATE TABLE prepared_context (
    project TEXT NOT NULL,
    branch TEXT NOT NULL,
    fresh INTEGER NOT NULL,
    day INTEGER NOT NULL,
    until INTEGER,
    settings TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    memories TEXT NOT NULL,
    PRIMARY KEY (project, branch)
) WITHOUT ROWID;
CREATE INDEX prepared_context_fresh ON prepared_context (fresh) WHERE fresh = 1;

CREATE TRIGGER prepared_context_insert AFTER INSERT ON memory BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_delete AFTER DELETE ON memory BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_update AFTER UPDATE OF content, summary, type, category, details, scope, scope_id,
    branch, status, confidence, privacy_level, technology, last_used_at, reinforced_at, confirmed_at, expires_at,
    use_count, success_count, failure_count, decay_rate, needs_review, invalid ON memory
BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_conflict AFTER INSERT ON conflict_member BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_unconflict AFTER DELETE ON conflict_member BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_conflict_update AFTER UPDATE ON conflict BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_stack AFTER UPDATE OF stack ON project BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
CREATE TRIGGER prepared_context_new_stack AFTER INSERT ON project BEGIN
    UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh = 1;
END;
"""
VERSION = 16
"""The format of the file that this module reads; another is not for a hook to open."""


class Prepared(NamedTuple):
    """A block; `memories`: a JSON list of the ids that it tells of."""

    text: str
    tokens: int
    memories: str


def open_file(path: str, busy_ms: int, *, write: bool = False) -> apsw.Connection | None:
    """The memory file; None where there is none yet, or it is of another version."""
    flags = apsw.SQLITE_OPEN_READWRITE if write else apsw.SQLITE_OPEN_READONLY
    try:
        conn = apsw.Connection(path, flags=flags)
    except apsw.CantOpenError:
        return None
    conn.set_busy_timeout(busy_ms)
    if conn.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        conn.close()
        return None
    return conn


def find(
    conn: apsw.Connection, project: str, branch: str, day: int, now: int, settings: str
) -> Prepared | None:
    """The block for a project ("" for none) and branch, if it is still what would be told. `day`: the start
    of the UTC day; `settings`: the stamp of the settings that it was made with."""
    found = conn.execute(
        "SELECT text, tokens, memories FROM prepared_context WHERE project = ? AND branch = ? AND fresh = 1 "
        "AND day = ? AND (until IS NULL OR until > ?) AND settings = ?",
        (project, branch, day, now, settings),
    ).fetchone()
    return Prepared(*found) if found else None


def keep(
    conn: apsw.Connection,
    project: str,
    branch: str,
    block: Prepared,
    *,
    day: int,
    until: int | None,
    settings: str,
    asked_at: int,
) -> None:
    """Makes a block ready. `until`: the moment at which something in it ends to hold."""
    conn.execute(
        "INSERT INTO prepared_context (project, branch, fresh, day, until, settings, asked_at, text, tokens, memories) "
        "VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project, branch) DO UPDATE SET fresh = 1, "
        "day = excluded.day, until = excluded.until, settings = excluded.settings, asked_at = excluded.asked_at, "
        "text = excluded.text, tokens = excluded.tokens, memories = excluded.memories",
        (project, branch, day, until, settings, asked_at, *block),
    )


class Told(NamedTuple):
    """That a session was told a block, as it is noted: what `receipt` holds, and the ids of its memories."""

    id: str
    tool: str
    event: str
    session_id: str
    at: int
    project: str | None
    branch: str | None
    text_hash: str
    tokens: int
    memories: str


def note_told(conn: apsw.Connection, told: Told) -> None:
    """Notes a receipt; one that is known is not noted twice. In a transaction of its own or the caller's."""
    conn.execute(
        "INSERT OR IGNORE INTO receipt (id, tool, event, session_id, at, project, branch, text_hash, tokens) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        told[:9],
    )
    if conn.changes():
        conn.execute(
            "INSERT OR IGNORE INTO receipt_memory (receipt, position, memory) SELECT ?, j.key, m.row "
            "FROM json_each(?) j JOIN memory m ON m.id = j.value",
            (conn.last_insert_rowid(), told.memories),
        )


def told_before(conn: apsw.Connection, tool: str, session_id: str) -> Sequence[str]:
    """The ids of what a session was told so far."""
    return [
        ident
        for (ident,) in conn.execute(
            "SELECT DISTINCT m.id FROM receipt r JOIN receipt_memory t ON t.receipt = r.row "
            "JOIN memory m ON m.row = t.memory WHERE r.tool = ? AND r.session_id = ?",
            (tool, session_id),
        )
    ]


def note_called(
    conn: apsw.Connection, tool: str, event: str, at: int, answered: bool, trouble: str | None = None
) -> None:
    """Notes that a tool called its hook, and whether it was given an answer or met trouble."""
    conn.execute(
        "INSERT INTO hook_state (tool, event, called_at, answered_at, trouble, trouble_at) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (tool) DO UPDATE SET event = excluded.event, called_at = max(ifnull(called_at, 0), excluded.called_at), "
        "answered_at = ifnull(excluded.answered_at, answered_at), "
        "trouble = ifnull(excluded.trouble, trouble), trouble_at = ifnull(excluded.trouble_at, trouble_at)",
        (tool, event, at, at if answered else None, trouble, at if trouble else None),
    )
