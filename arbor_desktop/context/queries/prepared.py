"""Blocks made ready for the next session, and the note that a session was told one: what a hook needs of the
store, and nothing else.

A hook runs before the first answer of every session, so this module imports no other of ours, and not even
`typing`: opening the file, looking the block up and noting that it was told takes a few milliseconds. Triggers
make a block stale with the very change that could alter it, and take its words away, which may be of what was
erased; whoever has time makes it anew (service.telling, service.delivery.warming).

Plain SQL: hooks use it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable

import apsw

VERSION = 19
"""The format of the file that this module reads; another is not for a hook to open."""
SETTINGS = ("context.max_tokens", "confidence.policy", "confidence.grace_days", "confidence.floor")
"""What of the settings decides what a block says."""
READY, STALE = 1, 0

Failed = apsw.Error
Busy = apsw.BusyError

Prepared = namedtuple("Prepared", "text tokens memories text_hash")
"""A block; `memories`: a JSON list of the ids that it tells of, `text_hash`: SHA-256 of its text, in hex."""
Told = namedtuple("Told", "id tool event session_id at project branch text_hash tokens memories")
"""That a session was told a block, as it is noted: what `receipt` holds, and a JSON list of the ids of its
memories. `at` in milliseconds; `project` and `branch` may be None."""


class WrongVersion(Exception):
    """The file is not of the version that this program reads; `found` is the file's."""

    def __init__(self, found: int) -> None:
        super().__init__(f"version {found}")
        self.found = found


def stamp(stored: Callable[[str], object]) -> str:
    """What of the settings a block was made with. `stored` answers what was set, None for what was not."""
    return repr([stored(key) for key in SETTINGS])


def open_file(path: str, busy_ms: int) -> apsw.Connection | None:
    """The memory file, to be read and, if that is possible, written; None where there is none. `busy_ms`: so
    long is waited for others. Raises WrongVersion, Failed."""
    try:
        conn = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
    except apsw.CantOpenError:
        return None
    conn.set_busy_timeout(busy_ms)
    try:
        found = conn.execute("PRAGMA user_version").fetchone()[0]
    except (apsw.CantOpenError, apsw.IOError, apsw.FullError):
        from arbor_desktop.database import read_only  # hardly ever

        conn = read_only.connect(path)
        found = conn.execute("PRAGMA user_version").fetchone()[0]
    if found != VERSION:
        conn.close()
        raise WrongVersion(found)
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA synchronous = NORMAL")
    return conn


def apart(conn: apsw.Connection) -> frozenset[str]:
    """Return the main worktrees of repositories whose worktrees do not share their memory."""
    rows = conn.execute("SELECT project FROM project_switch WHERE NOT share_worktrees")
    return frozenset(path for (path,) in rows)


def find(
    conn: apsw.Connection, project: str, branch: str, day: int, now: int, settings: str
) -> Prepared | None:
    """The block for a project ("" for none) and branch, if it is still what would be told. `day`: the start
    of the UTC day; `settings`: the `stamp` of today."""
    found = conn.execute(
        "SELECT text, tokens, memories, text_hash FROM prepared_context WHERE project = ? AND branch = ? "
        "AND fresh = ? AND day = ? AND (until IS NULL OR until > ?) AND settings = ?",
        (project, branch, READY, day, now, settings),
    ).fetchone()
    return Prepared(*found) if found else None


def begin(conn: apsw.Connection, project: str, branch: str, making: int, asked_at: int | None = None) -> None:
    """Says that a block is being made, under a number of the maker's own (above 1): a change in between makes
    it stale before it is kept. `asked_at`: when a session asked for it, if one did."""
    conn.execute(
        "INSERT INTO prepared_context (project, branch, fresh, asked_at) VALUES (?1, ?2, ?3, ifnull(?4, 0)) "
        "ON CONFLICT (project, branch) DO UPDATE SET fresh = ?3, text = '', memories = '[]', "
        "asked_at = max(asked_at, ifnull(?4, 0))",
        (project, branch, making, asked_at),
    )


def keep(
    conn: apsw.Connection,
    project: str,
    branch: str,
    making: int,
    block: Prepared,
    *,
    day: int,
    until: int | None,
    settings: str,
) -> None:
    """Makes a block ready, unless something changed since it was begun. `until`: the moment at which something
    in it ends to hold."""
    conn.execute(
        "UPDATE prepared_context SET fresh = ?, day = ?, until = ?, settings = ?, text = ?, tokens = ?, "
        "memories = ?, text_hash = ? WHERE project = ? AND branch = ? AND fresh = ?",
        (READY, day, until, settings, *block, project, branch, making),
    )


def leave(conn: apsw.Connection, project: str, branch: str, making: int) -> None:
    """Gives up a block that was begun."""
    conn.execute(
        "UPDATE prepared_context SET fresh = ? WHERE project = ? AND branch = ? AND fresh = ?",
        (STALE, project, branch, making),
    )


def ends(conn: apsw.Connection, moment: int) -> int | None:
    """When the next memory expires after a moment (milliseconds)."""
    found: int | None = conn.execute(
        "SELECT min(expires_at) FROM memory WHERE status = 'active' AND expires_at > ?", (moment,)
    ).fetchone()[0]
    return found


def stale(conn: apsw.Connection, day: int, now: int, settings: str, since: int) -> list[tuple[str, str]]:
    """Project and branch of the blocks that were asked for `since` then and are not ready, the one that was
    asked for last first."""
    return list(
        conn.execute(
            "SELECT project, branch FROM prepared_context WHERE asked_at >= ? AND NOT (fresh = ? AND day = ? "
            "AND (until IS NULL OR until > ?) AND settings = ?) ORDER BY asked_at DESC, project, branch",
            (since, READY, day, now, settings),
        )
    )


def forget(conn: apsw.Connection, before: int) -> None:
    """Blocks that nobody asked for since."""
    conn.execute("DELETE FROM prepared_context WHERE asked_at < ?", (before,))


def asked(conn: apsw.Connection, project: str, branch: str, at: int) -> None:
    """A session asked for the block of a project and branch."""
    conn.execute(
        "UPDATE prepared_context SET asked_at = ? WHERE project = ? AND branch = ? AND asked_at < ?",
        (at, project, branch, at),
    )


def transaction(conn: apsw.Connection, work: Callable[[apsw.Connection], None]) -> None:
    """Does `work` whole or not at all. Raises Busy, Failed."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        work(conn)
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def note_told(conn: apsw.Connection, told: Told) -> None:
    """Notes a receipt, and that its memories were told, which reinforces nothing; one that is known is not
    noted twice. In a transaction of the caller's."""
    conn.execute(
        "INSERT OR IGNORE INTO receipt (id, tool, event, session_id, at, project, branch, text_hash, tokens) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        told[:9],
    )
    if not conn.changes():
        return
    conn.execute(
        "INSERT OR IGNORE INTO receipt_memory (receipt, position, memory) SELECT ?, j.key, m.row "
        "FROM json_each(?) j JOIN memory m ON m.id = j.value",
        (conn.last_insert_rowid(), told.memories),
    )
    among = "id IN (SELECT value FROM json_each(?))"
    conn.execute(
        f"UPDATE memory SET access_count = access_count + 1, accessed_at = ? WHERE {among}",
        (told.at, told.memories),
    )
    conn.execute(
        f"INSERT INTO access_log (memory, at, context) SELECT row, ?, 'conversation_start' FROM memory WHERE {among}",
        (told.at, told.memories),
    )


def told_before(conn: apsw.Connection, tool: str, session_id: str, start: str) -> list[str]:
    """The ids of what a session was told, and nobody changed since: since it was last told all at its start
    (event `start`), as what was told before was left behind with the rest of what the AI had in mind. What
    did not arrive counts as not told."""
    return [
        ident
        for (ident,) in conn.execute(
            "SELECT DISTINCT m.id FROM receipt r JOIN receipt_memory t ON t.receipt = r.row "
            "JOIN memory m ON m.row = t.memory WHERE r.tool = ?1 AND r.session_id = ?2 "
            "AND ifnull(r.arrived, 1) AND m.updated_at <= r.at AND r.at >= ifnull((SELECT max(s.at) FROM receipt s "
            "WHERE s.tool = ?1 AND s.session_id = ?2 AND s.event = ?3), 0)",
            (tool, session_id, start),
        )
    ]


def told_all_at(conn: apsw.Connection, tool: str, session_id: str, start: str) -> int:
    """When a session was last told all, as at its start (event `start`); 0 for never."""
    found: int = conn.execute(
        "SELECT ifnull(max(at), 0) FROM receipt WHERE tool = ? AND session_id = ? AND event = ?",
        (tool, session_id, start),
    ).fetchone()[0]
    return found


def asked_before(conn: apsw.Connection, tool: str, session_id: str, event: str) -> bool:
    """Whether an event of a session was answered."""
    found = conn.execute(
        "SELECT 1 FROM receipt WHERE tool = ? AND session_id = ? AND event = ? LIMIT 1",
        (tool, session_id, event),
    ).fetchone()
    return found is not None


def conversation_of(conn: apsw.Connection, source: str, session_id: str) -> str | None:
    """The id of a session's conversation, if memories hold in it alone."""
    found = conn.execute(
        "SELECT c.id FROM conversation c WHERE c.source = ? AND c.session_id = ? AND EXISTS (SELECT 1 FROM memory m "
        "WHERE m.status = 'active' AND m.scope = 'conversation' AND m.scope_id = c.id)",
        (source, session_id),
    ).fetchone()
    return found[0] if found else None


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


def ids(memories: Iterable[str]) -> str:
    """A JSON list of ids, which hold no character that JSON would write otherwise."""
    return "[" + ", ".join(f'"{ident}"' for ident in memories) + "]"
