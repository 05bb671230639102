"""Ready blocks for the next session, deliveries of blocks to sessions, and calls of hooks.

A hook runs before the first answer of every session, so this module imports no other of ours, and not even
`typing`: opening the file, looking up the block and noting the receipt takes a few milliseconds. Triggers
make a block stale with the very change that could alter it, and delete its text, which may contain erased
words; `context.block_cache` and `context.hook_blocks` make it again.

Plain SQL: hooks use it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable

import apsw

VERSION = 27
"""The version of the memory file that this module reads; a hook opens no other."""
SETTINGS = ("context.max_tokens", "confidence.policy", "confidence.grace_days", "confidence.floor")
"""The settings on which the text of a block depends."""
READY, STALE = 1, 0

Failed = apsw.Error

Block = namedtuple("Block", "text tokens memories text_hash")
"""A block. `memories`: a JSON list of the ids in it; `text_hash`: SHA-256 of its text, in hex."""
Delivery = namedtuple("Delivery", "id tool event session_id at project branch text_hash tokens memories")
"""A block that a session was given: the columns of `receipt`, and a JSON list of the ids of its memories. `at`
in milliseconds; `project` and `branch` may be None."""

Drawn = namedtuple("Drawn", "tool session_id at project shared one_in")
"""How a session was drawn for the comparison: whether it gets memories, as one in so many gets none."""


class WrongVersion(Exception):
    """The file has another version, `found`, than this program reads."""

    def __init__(self, found: int) -> None:
        super().__init__(f"version {found}")
        self.found = found


def stamp(stored: Callable[[str], object]) -> str:
    """Return the settings that a block depends on. `stored` returns a changed setting, None for a default."""
    return repr([stored(key) for key in SETTINGS])


def open_file(path: str, busy_ms: int, key: str | None = None) -> apsw.Connection | None:
    """Open the memory file, for writing if possible; None if it does not exist. `busy_ms`: the wait for other
    processes; `key`: of an encrypted file. Raises WrongVersion, Failed."""
    try:
        if key is None:
            conn = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
        else:
            from arbor_desktop.database.keyed import connect

            conn = connect(path, key, apsw.SQLITE_OPEN_READWRITE)
    except apsw.CantOpenError:
        return None
    conn.set_busy_timeout(busy_ms)
    try:
        found = conn.execute("PRAGMA user_version").fetchone()[0]
    except (apsw.CantOpenError, apsw.IOError, apsw.FullError):
        from arbor_desktop.database.keyed import connect_read_only  # hardly ever

        conn = connect_read_only(path, key)
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


def find(conn: apsw.Connection, project: str, branch: str, day: int, now: int, settings: str) -> Block | None:
    """Return the block for a project ("" for none) and branch; None if it is missing or stale. `day`: the
    start of the UTC day; `settings`: the current `stamp`."""
    found = conn.execute(
        "SELECT text, tokens, memories, text_hash FROM prepared_context WHERE project = ? AND branch = ? "
        "AND fresh = ? AND day = ? AND (until IS NULL OR until > ?) AND settings = ?",
        (project, branch, READY, day, now, settings),
    ).fetchone()
    return Block(*found) if found else None


def begin(conn: apsw.Connection, project: str, branch: str, making: int, asked_at: int | None = None) -> None:
    """Note that a block is being made, under the maker's own number (above 1): a change in between makes it
    stale before it is kept. `asked_at`: when a session asked for it, if one did."""
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
    block: Block,
    *,
    day: int,
    until: int | None,
    settings: str,
) -> None:
    """Store a block as ready, unless something changed since it was begun. `until`: when something in it
    expires."""
    conn.execute(
        "UPDATE prepared_context SET fresh = ?, day = ?, until = ?, settings = ?, text = ?, tokens = ?, "
        "memories = ?, text_hash = ? WHERE project = ? AND branch = ? AND fresh = ?",
        (READY, day, until, settings, *block, project, branch, making),
    )


def leave(conn: apsw.Connection, project: str, branch: str, making: int) -> None:
    """Give up a block that was begun."""
    conn.execute(
        "UPDATE prepared_context SET fresh = ? WHERE project = ? AND branch = ? AND fresh = ?",
        (STALE, project, branch, making),
    )


def ends(conn: apsw.Connection, moment: int) -> int | None:
    """Return when the next memory expires after a moment (milliseconds)."""
    found: int | None = conn.execute(
        "SELECT min(expires_at) FROM memory WHERE status = 'active' AND expires_at > ?", (moment,)
    ).fetchone()[0]
    return found


def stale(conn: apsw.Connection, day: int, now: int, settings: str, since: int) -> list[tuple[str, str]]:
    """Return project and branch of the blocks that were asked for since `since` and are not ready, the last
    asked for first."""
    return list(
        conn.execute(
            "SELECT project, branch FROM prepared_context WHERE asked_at >= ? AND NOT (fresh = ? AND day = ? "
            "AND (until IS NULL OR until > ?) AND settings = ?) ORDER BY asked_at DESC, project, branch",
            (since, READY, day, now, settings),
        )
    )


def forget(conn: apsw.Connection, before: int) -> None:
    """Delete blocks that nobody asked for since `before`."""
    conn.execute("DELETE FROM prepared_context WHERE asked_at < ?", (before,))


def asked(conn: apsw.Connection, project: str, branch: str, at: int) -> None:
    """Note that a session asked for the block of a project and branch."""
    conn.execute(
        "UPDATE prepared_context SET asked_at = ? WHERE project = ? AND branch = ? AND asked_at < ?",
        (at, project, branch, at),
    )


def transaction(conn: apsw.Connection, work: Callable[[apsw.Connection], None]) -> None:
    """Do `work` in a transaction. Raises Failed."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        work(conn)
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def note_delivery(
    conn: apsw.Connection, one: Delivery, arrived: bool | None = None, access: str = "conversation_start"
) -> None:
    """Store a receipt and the access to its memories, which reinforces nothing; a stored one is skipped. In a
    transaction of the caller."""
    conn.execute(
        "INSERT OR IGNORE INTO receipt (id, tool, event, session_id, at, project, branch, text_hash, tokens, arrived) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*one[:9], arrived),
    )
    if not conn.changes():
        return
    conn.execute(
        "INSERT OR IGNORE INTO receipt_memory (receipt, position, memory) SELECT ?, j.key, m.row "
        "FROM json_each(?) j JOIN memory m ON m.id = j.value",
        (conn.last_insert_rowid(), one.memories),
    )
    among = "id IN (SELECT value FROM json_each(?))"
    conn.execute(
        f"UPDATE memory SET access_count = access_count + 1, accessed_at = ? WHERE {among}",
        (one.at, one.memories),
    )
    conn.execute(
        f"INSERT INTO access_log (memory, at, context) SELECT row, ?, ? FROM memory WHERE {among}",
        (one.at, access, one.memories),
    )


def delivered_before(conn: apsw.Connection, tool: str, session_id: str, start: str) -> list[str]:
    """Return the ids of the memories that a session was given and that did not change since: since it last
    got the whole block (event `start`), as the AI's context was cleared then. Without what did not arrive."""
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


def delivered_all_at(conn: apsw.Connection, tool: str, session_id: str, start: str) -> int:
    """Return when a session last got the whole block (event `start`), in milliseconds; 0 for never."""
    found: int = conn.execute(
        "SELECT ifnull(max(at), 0) FROM receipt WHERE tool = ? AND session_id = ? AND event = ?",
        (tool, session_id, start),
    ).fetchone()[0]
    return found


def asked_before(conn: apsw.Connection, tool: str, session_id: str, event: str) -> bool:
    """Return whether an event of a session was answered before."""
    found = conn.execute(
        "SELECT 1 FROM receipt WHERE tool = ? AND session_id = ? AND event = ? LIMIT 1",
        (tool, session_id, event),
    ).fetchone()
    return found is not None


def draw(session_id: str, one_in: int) -> bool:
    """Return whether a session gets memories: one in so many gets none.

    Its id is random and chosen before it starts, so this needs no random number of its own, and says the same
    whenever it is asked. Each session is drawn for itself: nobody can know what the next one gets.
    """
    from zlib import crc32

    return crc32(session_id.encode()) * one_in >> 32 != 0


def drawn(conn: apsw.Connection, tool: str, session_id: str) -> tuple[bool | None, bool]:
    """Return whether a session gets memories, as it was drawn for the comparison (None: it was not), and
    whether it got some, or is to get them as the person asked for it."""
    shared, released, given = conn.execute(
        "SELECT s.shared, s.released_at, EXISTS (SELECT 1 FROM receipt WHERE session_id = q.id AND tool = q.tool) "
        "FROM (SELECT ?1 AS tool, ?2 AS id) q LEFT JOIN compared_session s ON s.tool = q.tool AND s.session_id = q.id",
        (tool, session_id),
    ).fetchone()
    return None if shared is None else bool(shared), bool(released or given)


def released_at(conn: apsw.Connection, tool: str, session_id: str) -> int:
    """Return when the person had memories shared with a session anyway, in milliseconds; 0 for never."""
    found = conn.execute(
        "SELECT released_at FROM compared_session WHERE tool = ? AND session_id = ?", (tool, session_id)
    ).fetchone()
    return found[0] or 0 if found else 0


def has_instructions(conn: apsw.Connection, project: str) -> bool:
    """Return whether instruction files of a project contain memories."""
    found = conn.execute("SELECT instructions FROM project_switch WHERE project = ?", (project,)).fetchone()
    return found is not None and found[0] != "{}"


def note_drawn(conn: apsw.Connection, one: Drawn) -> None:
    """Store how a session was drawn; a stored one is kept. In a transaction of the caller."""
    conn.execute(
        "INSERT OR IGNORE INTO compared_session (tool, session_id, at, project, shared, one_in) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        one,
    )


def conversation_of(conn: apsw.Connection, source: str, session_id: str) -> str | None:
    """Return the id of a session's conversation, if active memories are limited to it."""
    found = conn.execute(
        "SELECT c.id FROM conversation c WHERE c.source = ? AND c.session_id = ? AND EXISTS (SELECT 1 FROM memory m "
        "WHERE m.status = 'active' AND m.scope = 'conversation' AND m.scope_id = c.id)",
        (source, session_id),
    ).fetchone()
    return found[0] if found else None


def note_called(
    conn: apsw.Connection, tool: str, event: str, at: int, answered: bool, trouble: str | None = None
) -> None:
    """Note that a tool called its hook, and whether it got an answer or met trouble."""
    conn.execute(
        "INSERT INTO hook_state (tool, event, called_at, answered_at, trouble, trouble_at) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (tool) DO UPDATE SET event = excluded.event, called_at = max(ifnull(called_at, 0), excluded.called_at), "
        "answered_at = ifnull(excluded.answered_at, answered_at), "
        "trouble = ifnull(excluded.trouble, trouble), trouble_at = ifnull(excluded.trouble_at, trouble_at)",
        (tool, event, at, at if answered else None, trouble, at if trouble else None),
    )


def ids(memories: Iterable[str]) -> str:
    """Return a JSON list of ids, which have no character that JSON escapes."""
    return "[" + ", ".join(f'"{ident}"' for ident in memories) + "]"
