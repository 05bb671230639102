"""Capture's book-keeping: how far each file was read, and the durable queue of what is to be memorized."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import apsw

from arbor_desktop.core.reading import Checkpoint
from arbor_desktop.core.results import Activity

MAX_ATTEMPTS = 6
KEEP_ACTIVITY = 5_000


@dataclass(frozen=True, slots=True)
class CapturedFile:
    row: int
    source: str | None
    checkpoint: Checkpoint
    error: str | None


def file(conn: apsw.Connection, path: str) -> CapturedFile | None:
    row = conn.execute(
        "SELECT row, source, size, mtime_ns, device, inode, offset, head_hash, tail_hash, error "
        "FROM capture_file WHERE path = ?",
        (path,),
    ).fetchone()
    return None if row is None else CapturedFile(row[0], row[1], Checkpoint(*row[2:9]), row[9])


def files_under(conn: apsw.Connection, folder: str) -> dict[str, tuple[int, int]]:
    """Path → (size, mtime_ns) of what was read under `folder`."""
    prefix = folder.rstrip("/\\")
    return {
        path: (size, mtime)
        for path, size, mtime in conn.execute(
            "SELECT path, size, mtime_ns FROM capture_file WHERE error IS NULL AND substr(path, 1, ?) = ?",
            (len(prefix), prefix),
        )
    }


def save_file(
    conn: apsw.Connection, path: str, source: str | None, at: Checkpoint, now: int, error: str | None
) -> int:
    """Stores how far a file was read. Answers its row."""
    return int(
        conn.execute(
            "INSERT INTO capture_file (path, source, size, mtime_ns, device, inode, offset, head_hash, tail_hash, "
            "seen_at, error) VALUES (?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (path) DO UPDATE SET source = excluded.source, "
            "size = excluded.size, mtime_ns = excluded.mtime_ns, device = excluded.device, inode = excluded.inode, "
            "offset = excluded.offset, head_hash = excluded.head_hash, tail_hash = excluded.tail_hash, "
            "seen_at = excluded.seen_at, gone_at = NULL, error = excluded.error RETURNING row",
            (
                path,
                source,
                at.size,
                at.mtime_ns,
                at.device,
                at.inode,
                at.offset,
                at.head_hash,
                at.tail_hash,
                now,
                error,
            ),
        ).fetchone()[0]
    )


def mark_gone(conn: apsw.Connection, path: str, now: int) -> None:
    """The file vanished; what was read from it stays (sources delete their own files)."""
    conn.execute("UPDATE capture_file SET gone_at = ? WHERE path = ? AND gone_at IS NULL", (now, path))


def link(conn: apsw.Connection, file_row: int, conversation: int) -> None:
    conn.execute("INSERT OR IGNORE INTO file_conversation VALUES (?, ?)", (file_row, conversation))


def conversations_of(conn: apsw.Connection, file_row: int) -> list[tuple[int, str]]:
    """(row, id) of the conversations that a file holds."""
    return list(
        conn.execute(
            "SELECT c.row, c.id FROM file_conversation f JOIN conversation c ON c.row = f.conversation "
            "WHERE f.file = ? ORDER BY c.row",
            (file_row,),
        )
    )


def paths_of(conn: apsw.Connection, conversation: int) -> list[str]:
    return [
        row[0]
        for row in conn.execute(
            "SELECT p.path FROM file_conversation f JOIN capture_file p ON p.row = f.file "
            "WHERE f.conversation = ? ORDER BY p.row",
            (conversation,),
        )
    ]


# -- jobs --


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a lease: a process is known by its id and its start (ids are reused)."""

    pid: int
    start: float


@dataclass(frozen=True, slots=True)
class Job:
    row: int
    conversation: int
    conversation_id: str
    title: str
    attempts: int


def queue(conn: apsw.Connection, conversation: int, *, due: int, now: int, priority: int = 0) -> None:
    """Queues a conversation to be memorized at `due`; one that waits already is moved to `due`."""
    conn.execute(
        "INSERT INTO job (conversation, state, next_try_at, created_at, priority) VALUES (?, 'queued', ?, ?, ?) "
        "ON CONFLICT (conversation, kind) DO UPDATE SET next_try_at = excluded.next_try_at, attempts = 0, "
        "priority = max(priority, excluded.priority), last_error = NULL, "
        "state = CASE state WHEN 'running' THEN 'running' ELSE 'queued' END",
        (conversation, due, now, priority),
    )


def claim(
    conn: apsw.Connection,
    owner: Owner,
    now: int,
    alive: Callable[[Owner], bool],
    conversation: int | None = None,
) -> Job | None:
    """Leases the next due job (or `conversation`'s, due or not) to `owner`.

    A lease whose process is gone is taken over at once (spec 7.4).
    """
    for row, pid, start in conn.execute(
        "SELECT row, owner_pid, owner_start FROM job WHERE state = 'running'"
    ).fetchall():
        holder = Owner(pid, start)
        if holder != owner and not alive(holder):
            conn.execute(
                "UPDATE job SET state = 'queued', owner_pid = NULL, owner_start = NULL WHERE row = ?", (row,)
            )
    wanted, values = (
        ("j.conversation = ?", (conversation,))
        if conversation is not None
        else ("j.next_try_at <= ?", (now,))
    )
    found = conn.execute(
        "SELECT j.row, j.conversation, c.id, c.title, j.attempts FROM job j JOIN conversation c ON c.row = j.conversation "
        f"WHERE j.state = 'queued' AND {wanted} ORDER BY j.priority DESC, j.next_try_at, j.row LIMIT 1",
        values,
    ).fetchone()
    if found is None:
        return None
    conn.execute(
        "UPDATE job SET state = 'running', owner_pid = ?, owner_start = ? WHERE row = ?",
        (owner.pid, owner.start, found[0]),
    )
    return Job(*found)


def finish(conn: apsw.Connection, conversation: int) -> None:
    """The job is done: part of the transaction that stores its memories."""
    conn.execute("DELETE FROM job WHERE conversation = ?", (conversation,))


def release(conn: apsw.Connection, job: int) -> None:
    """Gives a lease back, so that the job runs again later."""
    conn.execute(
        "UPDATE job SET state = 'queued', owner_pid = NULL, owner_start = NULL WHERE row = ?", (job,)
    )


def fail(conn: apsw.Connection, job: int, error: str, *, retry_at: int) -> bool:
    """Notes a failure. Answers whether the job will be tried again."""
    attempts = conn.execute(
        "UPDATE job SET attempts = attempts + 1, last_error = ?, next_try_at = ?, state = 'queued', owner_pid = NULL, "
        "owner_start = NULL WHERE row = ? RETURNING attempts",
        (error, retry_at, job),
    ).fetchone()[0]
    if attempts < MAX_ATTEMPTS:
        return True
    conn.execute("UPDATE job SET state = 'failed' WHERE row = ?", (job,))
    return False


def waiting(conn: apsw.Connection) -> tuple[int, int | None]:
    """How many jobs wait or run, and when the next one is due (milliseconds)."""
    count, due = conn.execute(
        "SELECT count(*), min(CASE state WHEN 'queued' THEN next_try_at END) FROM job WHERE state != 'failed'"
    ).fetchone()
    return int(count), due


def due_count(conn: apsw.Connection, now: int) -> int:
    return int(
        conn.execute(
            "SELECT count(*) FROM job WHERE state = 'running' OR (state = 'queued' AND next_try_at <= ?)",
            (now,),
        ).fetchone()[0]
    )


# -- activity --


def note(
    conn: apsw.Connection,
    at: int,
    kind: str,
    title: str,
    status: str,
    *,
    reason: str | None = None,
    project: str | None = None,
    conversation: int | None = None,
    items: int = 0,
) -> None:
    conn.execute(
        "INSERT INTO activity (at, kind, title, status, reason, project, conversation, items_extracted) "
        "VALUES (?,?,?,?,?,?,?,?)",
        (at, kind, title, status, reason, project, conversation, items),
    )
    conn.execute("DELETE FROM activity WHERE row <= ?", (conn.last_insert_rowid() - KEEP_ACTIVITY,))


def activity(conn: apsw.Connection, limit: int) -> list[Activity]:
    """The newest first."""
    return [
        Activity(*row)
        for row in conn.execute(
            "SELECT a.at, a.kind, a.title, a.status, a.reason, a.project, c.id, a.items_extracted "
            "FROM activity a LEFT JOIN conversation c ON c.row = a.conversation ORDER BY a.row DESC LIMIT ?",
            (limit,),
        )
    ]
