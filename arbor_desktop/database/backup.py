"""Backups by SQLite's online backup, and what is needed to trust them (spec 1.3)."""

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
from arbor_desktop.errors import InvalidInput, StorageError

log = logging.getLogger(__name__)

PAGES_A_STEP = 2_000
FOLDER = "backups"
_LEFT = ".*.partial*"
"""What a process that was killed leaves of a backup that it was writing."""


@contextlib.contextmanager
def alone(folder: Path, patience: float = -1) -> Iterator[None]:
    """Only one writes backups, among all processes; what another left half written is removed. Raises
    TimeoutError after `patience` seconds (-1: never), OSError."""
    from filelock import FileLock  # most commands write none

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(folder.with_name(f".{folder.name}.lock"), patience, mode=0o600):
        for left in folder.glob(_LEFT):
            left.unlink(missing_ok=True)
        yield


def tidy(folder: Path) -> None:
    """Removes what a killed process left half written, unless it is being written now."""
    if any(folder.glob(_LEFT)):
        with contextlib.suppress(OSError), alone(folder, 0):  # the next start tries again
            pass


def write(conn: apsw.Connection, target: Path, between: Callable[[], object] | None = None) -> int:
    """Copies the whole database to `target`, written aside and renamed. Answers its size in bytes. `between`
    is called after every few megabytes, and ends it by raising."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    copy = apsw.Connection(str(partial))
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


def before_migration(conn: apsw.Connection, database: Path, now: int) -> Path:
    stamp = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    target = database.parent / FOLDER / f"before-migration-v{migrations.version_of(conn)}-{stamp}.db"
    with alone(target.parent):
        write(conn, target)
    return target


def check(path: Path) -> int:
    """Makes sure that `path` is a whole memory file this program can read. Answers its version.

    Raises InvalidInput where it is none, StorageError where it is damaged or too new.
    """
    if not path.is_file():
        raise InvalidInput(f"There is no file {path}.", path=str(path))
    try:
        conn = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error as error:
        raise InvalidInput(f"{path} can't be opened: {error}.", path=str(path)) from error
    try:
        problems = integrity_problems(conn, full=True)
        if problems:
            raise StorageError(f"{path} is damaged: {problems[0]}", path=str(path))
        tables = {row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"memory", "memory_event", "conversation"} <= tables:
            raise InvalidInput(f"{path} is no Arbor memory file.", path=str(path))
        migrations.pending(conn)
        return migrations.version_of(conn)
    except apsw.Error as error:
        raise InvalidInput(f"{path} is no Arbor memory file.", path=str(path)) from error
    finally:
        conn.close()


def set_aside(database: Path, now: int) -> Path:
    """Moves a database that can't be opened out of the way, with its side files. Answers where it lies now."""
    stamp = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    target = database.with_name(f"{database.stem}.damaged-{stamp}{database.suffix}")
    for end in ("-wal", "-shm", ""):  # the database last: were this cut short, it would be tried again
        side = database.with_name(database.name + end)
        if side.exists():
            side.replace(target.with_name(target.name + end))
    return target


def restore(conn: apsw.Connection, source: Path) -> None:
    """Replaces all of `conn`'s database by `source`, page by page, under SQLite's own locks."""
    origin = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        with conn.backup("main", origin, "main") as job:
            while not job.done:
                job.step(PAGES_A_STEP)
    finally:
        origin.close()


def _look_anew(conn: apsw.Connection) -> None:
    """Makes the full-text indexes see what others wrote. The check alone goes by what this connection last
    knew of their pieces (SQLite 3.54's FTS5 does), and takes an index for damaged whose pieces were joined
    since; a query looks first whether anything changed."""
    for index in ("memory_fts", "turn_fts"):
        with contextlib.suppress(apsw.Error):  # what is wrong with it is for the check to say
            conn.execute(f"SELECT rowid FROM {index} WHERE {index} MATCH 'a' LIMIT 1").fetchall()


def integrity_problems(conn: apsw.Connection, *, full: bool) -> list[str]:
    """What SQLite finds wrong with the file; empty when all is well."""
    _look_anew(conn)
    pragma = "integrity_check" if full else "quick_check"
    found = [str(row[0]) for row in conn.execute(f"PRAGMA {pragma}(20)")]
    return [] if found == ["ok"] else found
