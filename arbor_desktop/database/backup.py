"""Backups by SQLite's online backup, restoring and checking them (spec 1.3)."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import apsw

from arbor_desktop.database import migrations
from arbor_desktop.database.keyed import connect, key_of
from arbor_desktop.errors import InvalidInput, StorageError

log = logging.getLogger(__name__)

PAGES_A_STEP = 2_000
FOLDER = "backups"
_LEFT = ".*.partial*"
"""Unfinished backups of a killed process."""


@contextlib.contextmanager
def locked(folder: Path, patience: float = -1) -> Iterator[None]:
    """Hold the lock for writing backups, among all processes, and remove unfinished ones. Raises TimeoutError
    after `patience` seconds (-1: never), OSError."""
    from filelock import FileLock  # most commands write none

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(folder.with_name(f".{folder.name}.lock"), patience, mode=0o600):
        for left in folder.glob(_LEFT):
            left.unlink(missing_ok=True)
        yield


def tidy(folder: Path) -> None:
    """Remove unfinished backups, unless one is being written now."""
    if any(folder.glob(_LEFT)):
        with contextlib.suppress(OSError), locked(folder, 0):  # the next start tries again
            pass


def write(
    conn: apsw.Connection,
    target: Path,
    between: Callable[[], object] | None = None,
    key: str | None = None,
) -> int:
    """Copy the whole database to `target`, written beside it and renamed. Return its size in bytes. `between`
    is called every few megabytes, and stops the copy by raising. `key`: of an encrypted database; the copy
    has the same."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    copy = connect(str(partial), key)
    try:
        with copy.backup("main", conn, "main") as job:
            while not job.done:
                job.step(PAGES_A_STEP)
                if between is not None:
                    between()
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.close()
        partial.replace(target)
    except BaseException:
        copy.close(True)
        partial.unlink(missing_ok=True)
        raise
    return target.stat().st_size


def before_migration(conn: apsw.Connection, database: Path, now: int, key: str | None = None) -> Path:
    """Back up a database that is about to be migrated. Return the backup's path."""
    stamp = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    target = database.parent / FOLDER / f"before-migration-v{migrations.version_of(conn)}-{stamp}.db"
    with locked(target.parent):
        write(conn, target, key=key)
    return target


def check(path: Path, key: str | None = None) -> int:
    """Check that `path` is an intact memory file that this program can read. Return its version. `key`: of
    the store, which opens its encrypted copies.

    Raises InvalidInput if it is no memory file, StorageError if it is damaged or too new.
    """
    if not path.is_file():
        raise InvalidInput(f"There is no file {path}.", path=str(path))
    try:
        conn = connect(str(path), key_of(path, key), apsw.SQLITE_OPEN_READONLY)
    except (OSError, apsw.Error) as error:
        raise InvalidInput(f"{path} can't be opened: {error}.", path=str(path)) from error
    try:
        problems = integrity_problems(conn, full=True)
        if problems:
            raise StorageError(f"{path} is damaged: {problems[0]}", path=str(path))
        tables = {row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"memory", "memory_event", "conversation"} <= tables:
            raise InvalidInput(f"{path} is not an Arbor memory file.", path=str(path))
        migrations.pending(conn)
        return migrations.version_of(conn)
    except apsw.Error as error:
        raise InvalidInput(f"{path} is not an Arbor memory file.", path=str(path)) from error
    finally:
        conn.close()


def set_aside(database: Path, now: int) -> Path:
    """Move a database that can't be opened aside, with its side files. Return its new path."""
    stamp = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    target = database.with_name(f"{database.stem}.damaged-{stamp}{database.suffix}")
    for end in ("-wal", "-shm", ""):  # the database last: if this is cut short, it is tried again
        side = database.with_name(database.name + end)
        if side.exists():
            side.replace(target.with_name(target.name + end))
    return target


def restore(conn: apsw.Connection, source: Path, key: str | None = None) -> None:
    """Replace all of `conn`'s database by `source`, page by page, under SQLite's own locks. `key`: of both."""
    origin = connect(str(source), key, apsw.SQLITE_OPEN_READONLY)
    try:
        with conn.backup("main", origin, "main") as job:
            while not job.done:
                job.step(PAGES_A_STEP)
    finally:
        origin.close()


def _refresh_indexes(conn: apsw.Connection) -> None:
    """Make the full-text indexes see what others wrote. SQLite 3.54's FTS5 checks against the segments that
    this connection knew last, and reports an index as damaged whose segments were merged since; a query
    refreshes them."""
    for index in ("memory_fts", "turn_fts"):
        with contextlib.suppress(apsw.Error):  # the check reports what is wrong
            conn.execute(f"SELECT rowid FROM {index} WHERE {index} MATCH 'a' LIMIT 1").fetchall()


def integrity_problems(conn: apsw.Connection, *, full: bool) -> list[str]:
    """Return the problems that SQLite finds in the file; none if it is intact."""
    _refresh_indexes(conn)
    pragma = "integrity_check" if full else "quick_check"
    found = [str(row[0]) for row in conn.execute(f"PRAGMA {pragma}(20)")]
    return [] if found == ["ok"] else found
