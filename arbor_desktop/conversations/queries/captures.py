"""Capture's book-keeping: how far each file was read, and the durable queue of what is to be memorized.

Plain SQL: committing a capture is measured (`tests.benchmarks capture`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import apsw

from arbor_desktop import __version__
from arbor_desktop.conversations.files import LARGEST_INODE, Stamp
from arbor_desktop.conversations.model import Activity, Checkpoint
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass

MAX_ATTEMPTS = 6
KEEP_ACTIVITY = 5_000


_LEFT_OUT = "excluded by "
"""In the column `error`: some of the file was not read, because of the pattern that follows."""
_IN_VAIN = f"nothing for Arbor {__version__}"
"""In the column `error`: the file holds no conversation, as far as this version knows."""
_ANY_IN_VAIN = "nothing for Arbor *"


@dataclass(frozen=True, slots=True)
class CapturedFile:
    """What is known of a file. `left_out`: the exclusion because of which some of it was not read."""

    row: int
    source: str | None
    checkpoint: Checkpoint
    error: str | None
    left_out: str | None = None


def file(conn: apsw.Connection, path: str) -> CapturedFile | None:
    row = conn.execute(
        "SELECT row, source, size, mtime_ns, device, inode, offset, head_hash, tail_hash, state, error "
        "FROM capture_file WHERE path = ? AND ifnull(error, '') NOT GLOB ?",
        (path, _ANY_IN_VAIN),
    ).fetchone()
    if row is None:
        return None
    left_out = _pattern_of(row[10])
    error = None if left_out is not None else row[10]
    return CapturedFile(row[0], row[1], Checkpoint(*row[2:10]), error, left_out)


def _pattern_of(error: str | None) -> str | None:
    return error.removeprefix(_LEFT_OUT) if error and error.startswith(_LEFT_OUT) else None


def files_under(
    conn: apsw.Connection, folder: str, excluded: Collection[str] = ()
) -> dict[str, tuple[Stamp | None, bool]]:
    """Return path → stamp, and whether it was there at the last look, of what was read under `folder`.

    Without a stamp: it was read with an error, or with something left out by other patterns than `excluded`."""
    return {
        path: (
            (size, mtime, inode)
            if error is None or error == _IN_VAIN or _pattern_of(error) in excluded
            else None,
            gone is None,
        )
        for path, size, mtime, inode, error, gone in conn.execute(
            "SELECT path, size, mtime_ns, inode, error, gone_at FROM capture_file WHERE path >= ? AND path < ?",
            records.below(folder),
        )
    }


def save_in_vain(conn: apsw.Connection, found: Mapping[str, Stamp], now: int) -> None:
    """Remember files that hold no conversation, so that no start opens them again. They stay unknown to `file`."""
    conn.executemany(
        "INSERT INTO capture_file (path, size, mtime_ns, inode, seen_at, error) VALUES (?,?,?,?,?,?) "
        "ON CONFLICT (path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns, "
        "inode = excluded.inode, error = excluded.error, gone_at = NULL "
        f"WHERE capture_file.error GLOB '{_ANY_IN_VAIN}'",
        [(path, *state, now, _IN_VAIN) for path, state in found.items()],
    )


def mark_back(conn: apsw.Connection, path: str) -> None:
    """Note that a file which had vanished is there again."""
    conn.execute("UPDATE capture_file SET gone_at = NULL WHERE path = ?", (path,))


def save_file(
    conn: apsw.Connection,
    path: str,
    source: str | None,
    at: Checkpoint,
    now: int,
    error: str | None,
    left_out: str | None = None,
) -> int:
    """Store how far a file was read. Return its row."""
    if left_out is not None:
        error = _LEFT_OUT + left_out
    return int(
        conn.execute(
            "INSERT INTO capture_file (path, source, size, mtime_ns, device, inode, offset, head_hash, tail_hash, "
            "state, seen_at, error) VALUES (?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (path) DO UPDATE SET source = excluded.source, "
            "size = excluded.size, mtime_ns = excluded.mtime_ns, device = excluded.device, inode = excluded.inode, "
            "offset = excluded.offset, head_hash = excluded.head_hash, tail_hash = excluded.tail_hash, "
            "state = excluded.state, seen_at = excluded.seen_at, gone_at = NULL, error = excluded.error RETURNING row",
            (
                path,
                source,
                at.size,
                at.mtime_ns,
                at.device & LARGEST_INODE,
                at.inode & LARGEST_INODE,
                at.offset,
                at.head_hash,
                at.tail_hash,
                at.state,
                now,
                error,
            ),
        ).fetchone()[0]
    )


def mark_gone(conn: apsw.Connection, path: str, now: int) -> None:
    """Note that a file vanished; what was read from it stays (sources delete their own files)."""
    conn.execute("DELETE FROM capture_file WHERE path = ? AND error GLOB ?", (path, _ANY_IN_VAIN))
    conn.execute("UPDATE capture_file SET gone_at = ? WHERE path = ? AND gone_at IS NULL", (now, path))


def link(conn: apsw.Connection, file_row: int, conversation: int) -> None:
    conn.execute("INSERT OR IGNORE INTO file_conversation VALUES (?, ?)", (file_row, conversation))


def files_of(conn: apsw.Connection, conversation: int) -> list[tuple[int, str]]:
    """Return (row, path) of the files that a conversation was read from."""
    return list(
        conn.execute(
            "SELECT p.row, p.path FROM file_conversation f JOIN capture_file p ON p.row = f.file "
            "WHERE f.conversation = ? ORDER BY p.row",
            (conversation,),
        )
    )


def conversations_of(conn: apsw.Connection, file_row: int) -> list[tuple[int, str]]:
    """Return (row, id) of the conversations that a file holds."""
    return list(
        conn.execute(
            "SELECT c.row, c.id FROM file_conversation f JOIN conversation c ON c.row = f.conversation "
            "WHERE f.file = ? ORDER BY c.row",
            (file_row,),
        )
    )


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


_FREE = (
    "NOT EXISTS (SELECT 1 FROM model_answer a JOIN model_batch b ON b.row = a.batch WHERE "
    "a.conversation = j.conversation AND b.ended_at IS NULL AND NOT b.given_up)"
)
"""Not handed in to be answered within a day; by its id a conversation is taken all the same."""


def queue(conn: apsw.Connection, conversation: int, *, due: int, now: int, priority: int = 0) -> None:
    """Queue a conversation to be memorized at `due`; one that waits already is moved to `due`."""
    conn.execute(
        "INSERT INTO job (conversation, state, next_try_at, created_at, priority) VALUES (?, 'queued', ?, ?, ?) "
        "ON CONFLICT (conversation, kind) DO UPDATE SET next_try_at = excluded.next_try_at, attempts = 0, "
        "priority = max(priority, excluded.priority), last_error = NULL, "
        "state = CASE state WHEN 'running' THEN 'running' ELSE 'queued' END",
        (conversation, due, now, priority),
    )


def postpone(conn: apsw.Connection, file_row: int, *, now: int, due: int) -> None:
    """Let what waits for a file to be quiet wait until `due`: it was written to."""
    conn.execute(
        "UPDATE job SET next_try_at = max(next_try_at, ?) WHERE state = 'queued' AND attempts = 0 "
        "AND next_try_at > ? AND conversation IN (SELECT conversation FROM file_conversation WHERE file = ?)",
        (due, now, file_row),
    )


def drop(conn: apsw.Connection, conversations: Sequence[int]) -> None:
    """Take conversations out of the queue, but for what is in work. They stay pending: `hurry` finds them."""
    conn.executemany(
        "DELETE FROM job WHERE state = 'queued' AND conversation = ?", [(row,) for row in conversations]
    )


def hurry(conn: apsw.Connection, now: int) -> int:
    """Make all that waits due now, also what waits only to be asked for. Return how many."""
    conn.execute(
        "INSERT INTO job (conversation, state, next_try_at, created_at, priority) "
        "SELECT row, 'queued', ?, ?, 1 FROM conversation WHERE status = 'pending' "
        "ON CONFLICT (conversation, kind) DO NOTHING",
        (now, now),
    )
    conn.execute(
        "UPDATE job SET next_try_at = ?, priority = max(priority, 1) WHERE state = 'queued' AND next_try_at > ?",
        (now, now),
    )
    return int(records.value(conn, "SELECT count(*) FROM job WHERE state = 'queued'"))


def hurry_file(conn: apsw.Connection, path: str, now: int) -> list[int]:
    """Make the conversations of a file that is at its end, and that wait for quiet, due at once.

    Return the rows of those that are in the queue.
    """
    return [
        int(row)
        for (row,) in conn.execute(
            "UPDATE job SET next_try_at = min(next_try_at, ?1) WHERE state = 'queued' AND attempts = 0 "
            "AND conversation IN (SELECT fc.conversation FROM file_conversation fc "
            "JOIN capture_file f ON f.row = fc.file WHERE f.path = ?2) RETURNING conversation",
            (now, path),
        ).fetchall()
    ]


def read_again(conn: apsw.Connection, conversation: int) -> None:
    """Let the files of a conversation be read from their start at the next look: what was passed over in
    them is new then, the rest is known."""
    conn.execute(
        "UPDATE capture_file SET size = 0, mtime_ns = 0, offset = 0, head_hash = '', tail_hash = '', state = '' "
        "WHERE row IN (SELECT file FROM file_conversation WHERE conversation = ?)",
        (conversation,),
    )


def put_off(conn: apsw.Connection, *, now: int, until: int) -> None:
    """Let all that is due wait until `until`."""
    conn.execute(
        "UPDATE job SET next_try_at = ? WHERE state = 'queued' AND next_try_at <= ?",
        (until, now),
    )


def claim(
    conn: apsw.Connection,
    owner: Owner,
    now: int,
    alive: Callable[[Owner], bool],
    conversation: int | None = None,
    *,
    held: Collection[int] = (),
    passed_over: Collection[int] = (),
) -> Job | None:
    """Lease the next due job (or `conversation`'s, due or not, given up or not) to `owner`.

    A lease whose process is gone is taken over at once (spec 7.4), and so is one of `owner`'s own that is not
    among the jobs it has in work (`held`). `passed_over` are jobs not to be taken.
    """
    for row, pid, start in conn.execute(
        "SELECT row, owner_pid, owner_start FROM job WHERE state = 'running'"
    ).fetchall():
        holder = Owner(pid, start)
        if (row not in held) if holder == owner else not alive(holder):
            release(conn, row)
    wanted, values = (
        ("j.state IN ('queued', 'failed') AND j.conversation = ?", (conversation,))
        if conversation is not None
        else (f"j.state = 'queued' AND j.next_try_at <= ? AND {_FREE}", (now,))
    )
    if passed_over:
        wanted += f" AND j.row NOT IN ({','.join(str(int(row)) for row in passed_over)})"
    found = conn.execute(
        "SELECT j.row, j.conversation, c.id, c.title, j.attempts FROM job j JOIN conversation c ON c.row = j.conversation "
        f"WHERE {wanted} ORDER BY j.priority DESC, j.next_try_at, j.row LIMIT 1",
        values,
    ).fetchone()
    if found is None:
        return None
    conn.execute(
        "UPDATE job SET state = 'running', owner_pid = ?, owner_start = ? WHERE row = ?",
        (owner.pid, owner.start, found[0]),
    )
    conn.execute("UPDATE conversation SET status = 'processing' WHERE row = ?", (found[1],))
    return Job(*found)


def finish(conn: apsw.Connection, conversation: int, *, more: bool = False) -> None:
    """End a job, in the transaction that stores its memories. Where `more` was said meanwhile, it waits again
    for when that is due."""
    if more:
        conn.execute(
            "UPDATE job SET state = 'queued', attempts = 0, owner_pid = NULL, owner_start = NULL WHERE conversation = ?",
            (conversation,),
        )
    else:
        conn.execute("DELETE FROM job WHERE conversation = ?", (conversation,))


def release(conn: apsw.Connection, job: int, *, due: int | None = None) -> None:
    """Give a lease back, so that the job runs again later (at `due`, if given)."""
    conn.execute(
        "UPDATE job SET state = 'queued', owner_pid = NULL, owner_start = NULL, "
        "next_try_at = ifnull(?, next_try_at) WHERE row = ?",
        (due, job),
    )
    conn.execute(
        "UPDATE conversation SET status = 'pending' WHERE status = 'processing' "
        "AND row = (SELECT conversation FROM job WHERE row = ?)",
        (job,),
    )


def fail(conn: apsw.Connection, job: int, error: str, *, retry_at: int, final: bool = False) -> bool:
    """Note a failure. Return whether the job will be tried again by itself; never where it is `final`."""
    found = conn.execute(
        "UPDATE job SET attempts = attempts + 1, last_error = ?, next_try_at = ?, state = 'queued', owner_pid = NULL, "
        "owner_start = NULL WHERE row = ? RETURNING attempts",
        (error, retry_at, job),
    ).fetchone()
    if found is None:  # it was done by hand meanwhile
        return True
    if found[0] < MAX_ATTEMPTS and not final:
        return True
    conn.execute("UPDATE job SET state = 'failed' WHERE row = ?", (job,))
    return False


def any_due(conn: apsw.Connection, now: int) -> bool:
    """Return whether there may be something to lease, at the price of a look into an index."""
    due = f"SELECT 1 FROM job j WHERE j.state = 'queued' AND j.next_try_at <= ? AND {_FREE}"
    sql = f"SELECT EXISTS (SELECT 1 FROM job WHERE state = 'running') OR EXISTS ({due})"
    return bool(records.value(conn, sql, now))


def count_due(conn: apsw.Connection, now: int, most: int) -> int:
    """Return how many jobs are due, counted up to `most`."""
    due = "SELECT 1 FROM job WHERE state = 'queued' AND next_try_at <= ? LIMIT ?"
    return int(records.value(conn, f"SELECT count(*) FROM ({due})", now, most))


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
    """Add a line to the activity list, without the secrets that titles and errors can quote."""
    title, reason = _redacted(title, reason)
    conn.execute(
        "INSERT INTO activity (at, kind, title, status, reason, project, conversation, items_extracted) "
        "VALUES (?,?,?,?,?,?,?,?)",
        (at, kind, title, status, reason, project, conversation, items),
    )
    conn.execute("DELETE FROM activity WHERE row <= ?", (conn.last_insert_rowid() - KEEP_ACTIVITY,))


def noted_since(conn: apsw.Connection, kind: str, title: str, reason: str | None, since: int) -> bool:
    """Return whether the activity list says the same since a moment."""
    title, reason = _redacted(title, reason)
    sql = "SELECT 1 FROM activity WHERE kind = ? AND title = ? AND reason IS ? AND at > ?"
    return bool(records.value(conn, f"SELECT EXISTS ({sql})", kind, title, reason, since))


def _redacted(title: str, reason: str | None) -> tuple[str, str | None]:
    from arbor_desktop.redaction.redactor import (
        screen,  # reading the rules takes long, and most readers write none
    )

    title, why = screen(personal=False).clean([title, reason or ""])
    return title, why if reason is not None else None


def activity(conn: apsw.Connection, limit: int) -> list[Activity]:
    """Return the latest activity, the newest first."""
    return [
        Activity(*row)
        for row in conn.execute(
            "SELECT a.at, a.kind, a.title, a.status, a.reason, a.project, c.id, a.items_extracted "
            "FROM activity a LEFT JOIN conversation c ON c.row = a.conversation ORDER BY a.row DESC LIMIT ?",
            (limit,),
        )
    ]


def memorized_after(conn: apsw.Connection, row: int, since: int) -> tuple[int, int, int]:
    """Return the newest row of the activity list, and how many of its conversations after `row` were read
    since a moment, with how many memories."""
    newest, read, found = conn.execute(
        "SELECT ifnull(max(row), ?1), ifnull(sum(read AND status != 'error'), 0), "
        "ifnull(sum(iif(read, items_extracted, 0)), 0) "
        "FROM (SELECT *, kind = 'memorize' AND at >= ?2 AS read FROM activity WHERE row > ?1)",
        (row, since),
    ).fetchone()
    return newest, read, found
