"""Files that are rewritten whole, and files in which other programs keep tables: read anew when they changed.

Their turns are told apart by their keys, so reading one again stores only what is new.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from arbor_desktop.conversations.readers.base import Checkpoint, Damaged
from arbor_desktop.conversations.readers.companions import stamp
from arbor_desktop.conversations.readers.json_lines import storable

MAX_DOCUMENT = 256 * 1024 * 1024
"""A larger document is refused: it would have to be held in memory whole. (Exports are streamed instead.)"""
BUSY_SECONDS = 2.0


def document_checkpoint(path: Path, *, finished: bool = True, state: str = "") -> Checkpoint:
    """The checkpoint of a file that was read whole; take it before reading.

    What is not `finished` looks like a file that was never read to its end, so it is read again.
    """
    found = path.stat()
    size, mtime_ns = stamp(path)
    return Checkpoint(
        size=size if finished else 0,
        mtime_ns=mtime_ns if finished else 0,
        device=found.st_dev,
        inode=found.st_ino,
        offset=size if finished else 0,
        state=state if finished else "",
    )


def is_unchanged(path: Path, since: Checkpoint | None) -> bool:
    """Whether `since` was taken of exactly this: then there is nothing new to read."""
    return since is not None and (since.size, since.mtime_ns) == stamp(path)


def read_bytes(path: Path, limit: int = MAX_DOCUMENT) -> bytes:
    """Raises Damaged where the file is larger than `limit`, OSError where it can't be read."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise Damaged(f"The file is larger than {limit >> 20} MB.")
        return file.read(limit + 1)[:limit]


def read_json(path: Path) -> Any:
    """A JSON document as Python values; a BOM and NUL padding are passed over, invalid UTF-8 is replaced.

    Raises Damaged where it is not whole: half written, or broken.
    """
    return parse_json(read_bytes(path))


def parse_json(data: bytes) -> Any:
    data = data.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n\x00")
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        pass  # perhaps only its encoding is broken
    except RecursionError as error:
        raise Damaged("The file's JSON is nested too deeply.") from error
    try:
        return storable(json.loads(data.decode("utf-8", "replace")))
    except (ValueError, RecursionError) as error:
        raise Damaged(f"The file is not whole JSON; it may still be being written ({error}).") from error


@contextmanager
def foreign_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program's SQLite file, opened so that nothing of it changes: neither a byte nor a time of a
    file, and no file appears beside it. Its owner may go on writing meanwhile.

    Raises Damaged where it is locked, broken or no database, OSError where it can't be read at all.
    """
    with ExitStack() as stack:
        try:
            conn = stack.enter_context(closing(_connect(path, stack)))
            conn.text_factory = _decoded
            yield conn
        except sqlite3.Error as error:
            raise Damaged(f"The database can't be read: {error}.") from error


def _connect(path: Path, stack: ExitStack) -> sqlite3.Connection:
    log, shared = Path(f"{path}-wal"), Path(f"{path}-shm")
    if not _keeps_log(path):
        # Its owner's locks are seen, and the reader's own are no more than locks.
        return _open(path, "mode=ro")
    if not log.exists() or log.stat().st_size == 0:
        # Nobody is writing. Without `immutable`, opening it would make the two files beside it.
        return _open(path, "mode=ro&immutable=1")
    if shared.exists():
        # Without `readonly_shm`, a reader notes in the owner's file how far it reads.
        return _open(path, "mode=ro&readonly_shm=1")
    return _open(_copy(path, log, stack), "mode=ro")


def _open(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_SECONDS)


def _keeps_log(path: Path) -> bool:
    """Whether the database is in WAL mode, by the file's header (sqlite.org/fileformat2.html, 1.3.3)."""
    with path.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02"


def _copy(path: Path, log: Path, stack: ExitStack) -> Path:
    """A copy of a database with only its log beside it, as a backup or a crash leaves it: whoever opens the
    log makes a third file beside it, so that must happen elsewhere."""
    before = stamp(path)
    if before[0] > MAX_DOCUMENT:
        raise Damaged(f"The database has an unfinished log and is larger than {MAX_DOCUMENT >> 20} MB.")
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="arbor-", ignore_cleanup_errors=True)))
    copy = folder / "copy.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, f"{copy}-wal")
    if stamp(path) != before:
        raise Damaged("The database changed while it was copied.")
    return copy


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def tables_of(conn: sqlite3.Connection) -> set[str]:
    return {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def is_database(head: bytes) -> bool:
    return head.startswith(b"SQLite format 3\x00")
