"""The memory file written again with another key, while nobody else has it open."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw

from arbor_desktop.database import backup, fulltext, keyed
from arbor_desktop.errors import StorageError
from arbor_desktop.text.sentence import Sentence

WRITING, CHECKING = "writing", "checking"
Progress = Callable[[str, int, int], None]
"""Called with WRITING or CHECKING, and the bytes or tables done, of how many. It stops the work by raising."""
PATIENCE_SECONDS = 3.0
"""Wait for hooks and short commands to end."""
_STEPS = 20_000


class InUse(StorageError):
    """Another process has the memory open."""


class Unreadable(StorageError):
    """The file is damaged, or its key is wrong."""


@contextlib.contextmanager
def opened_alone(path: Path, key: str | None) -> Iterator[apsw.Connection]:
    """Open a memory file that no other process has open, and keep all others out. Its log is empty then.
    Raises InUse, StorageError."""
    with _failing(path):
        conn = keyed.connect(str(path), key, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
        try:
            fulltext.register(conn)
            _keep_others_out(conn, path)
            yield conn
        finally:
            conn.close(True)


def _keep_others_out(conn: apsw.Connection, path: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            conn.execute("PRAGMA journal_mode = DELETE")  # only the last one who has a file open may
            conn.execute("PRAGMA locking_mode = EXCLUSIVE")
            conn.execute("BEGIN EXCLUSIVE")
            conn.execute("COMMIT")
            return
        except (apsw.BusyError, apsw.LockedError):
            if time.monotonic() > deadline:
                raise InUse(
                    Sentence(
                        "Another program has the memory open{who}. End it, and try again.", who=_named(path)
                    )
                ) from None
        time.sleep(0.05)


def _named(path: Path) -> str:
    """Return who else has the file open, as far as that can be seen."""
    import psutil

    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and any(Path(one.path) == path for one in process.open_files()):
                words = process.cmdline()
                arbor = [word for word in words if "arbor" in word or word.endswith("main.py")]
                said = " ".join(words[words.index(arbor[0]) :] if arbor else words)
                found.append(f"{Path(said).name if len(words) < 2 else said[-60:]} (process {process.pid})")
    return f": {', '.join(found)}" if found else ""


def write_again(conn: apsw.Connection, target: Path, key: str | None, progress: Progress) -> None:
    """Write an open memory file to the new file `target`, with the key `key`, and compare the two. Raises
    StorageError if they differ, apsw.Error, and what `progress` raises."""
    (pages,), (size,) = (
        conn.execute("PRAGMA page_count").fetchall() + conn.execute("PRAGMA page_size").fetchall()
    )
    keyed.rewrite(conn, target, key, lambda done: progress(WRITING, min(done, pages * size), pages * size))
    check_same(conn, target, key, progress)


def check_same(conn: apsw.Connection, target: Path, key: str | None, progress: Progress) -> None:
    """Check that `target` is intact and has as many rows in each table. Raises StorageError."""
    tables = [
        name
        for (name,) in conn.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        )
    ]

    def look() -> bool:
        progress(CHECKING, 0, len(tables) + 1)
        return False

    copy = keyed.connect(str(target), key, keyed.READ_ONLY)
    try:
        fulltext.register(copy)
        copy.set_progress_handler(look, _STEPS)
        if problems := backup.integrity_problems(copy, full=True):
            raise Unreadable(f"The new memory file is damaged ({problems[0]}), so the old one is kept.")
        copy.set_progress_handler(None)
        for number, table in enumerate(tables):
            progress(CHECKING, number + 1, len(tables) + 1)
            count = f'SELECT count(*) FROM "{table}"'
            if conn.execute(count).fetchone() != copy.execute(count).fetchone():
                raise StorageError("The new memory file is not complete, so the old one is kept.")
    finally:
        copy.close(True)


def opens(path: Path, key: str | None) -> bool:
    """Return whether a file can be read with this key. Raises StorageError if it can't be read at all."""
    with _failing(path):
        conn = keyed.connect(str(path), key, keyed.READ_ONLY)
        try:
            conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return True
        except (apsw.NotADBError, apsw.CorruptError):
            return False
        finally:
            conn.close(True)


def copy_with(path: Path, key: str | None, target: Path, new: str | None) -> None:
    """Write a backup again, with another key, to the new file `target`. Raises Unreadable if it is damaged,
    StorageError."""
    with _failing(path):
        conn = keyed.connect(str(path), key, keyed.READ_ONLY)
        try:
            fulltext.register(conn)
            write_again(conn, target, new, lambda what, done, total: None)
        finally:
            conn.close(True)


@contextlib.contextmanager
def _failing(path: Path) -> Iterator[None]:
    try:
        yield
    except apsw.FullError as error:
        raise StorageError("The disk is full. Free some space, and try again.") from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise Unreadable(f"{path} is damaged, or its key is wrong.", path=str(path)) from error
    except apsw.Error as error:
        raise StorageError(f"{path} can't be read or written: {error}.", path=str(path)) from error
