"""Files that are rewritten whole, and files in which other programs keep tables: read anew when they changed.

Their turns are told apart by their keys, so reading one again stores only what is new.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from arbor_desktop.formats.base import Checkpoint, Damaged
from arbor_desktop.formats.companions import stamp

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
        return msgspec.json.decode(data.decode("utf-8", "replace"))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(f"The file is not whole JSON; it may still be being written ({error}).") from error


@contextmanager
def foreign_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program's SQLite file, opened so that nothing of it can change.

    Without a write-ahead log beside it nobody is writing: then it is opened as immutable, which makes no
    files beside it. Raises Damaged where it is busy or no database.
    """
    live = Path(f"{path}-wal").exists()
    mode = "mode=ro" if live else "mode=ro&immutable=1"
    try:
        conn = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS)
    except sqlite3.Error as error:
        raise Damaged(f"The database can't be opened: {error}.") from error
    try:
        conn.text_factory = lambda data: data.decode("utf-8", "replace")
        yield conn
    except sqlite3.Error as error:
        raise Damaged(f"The database can't be read: {error}.") from error
    finally:
        conn.close()


def tables_of(conn: sqlite3.Connection) -> set[str]:
    return {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
