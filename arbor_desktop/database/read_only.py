"""Reading a memory file that can't be written, nor anything beside it: a read-only disk, or a full one."""

from __future__ import annotations

import os
import sys
from urllib.parse import quote

import apsw

_WITHOUT_LOCKS = "win32-none" if sys.platform == "win32" else "unix-none"


def connect(path: str) -> apsw.Connection:
    """Open a file that nobody can be writing: SQLite's shared index of the log, which each of them needs, can't be
    made. Raises apsw.Error."""
    if os.path.exists(path + "-wal") and os.path.getsize(path + "-wal"):  # noqa: PTH110, PTH202 - hooks use it
        conn = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY, vfs=_WITHOUT_LOCKS)
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")  # the index of the log is made in memory
    else:
        conn = apsw.Connection(
            f"file:{quote(path)}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        )
    return conn
