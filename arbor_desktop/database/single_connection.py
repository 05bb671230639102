"""The memory file on one connection: for a process that answers once and ends, and for a read-only disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import quote

import apsw

from arbor_desktop.database.keyed import connect

T = TypeVar("T")
CACHE_KB = 4_096
_WITHOUT_LOCKS = "win32-none" if sys.platform == "win32" else "unix-none"


def connect_read_only(path: str, key: str | None = None) -> apsw.Connection:
    """Open a file that nobody can be writing, on a read-only or full disk: the shared index of the log, which
    every writer needs, can't be created there. `key`: of an encrypted file. Raises apsw.Error."""
    if os.path.exists(path + "-wal") and os.path.getsize(path + "-wal"):  # noqa: PTH110, PTH202 - hooks use it
        conn = connect(path, key, apsw.SQLITE_OPEN_READONLY, _WITHOUT_LOCKS)
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")  # the index of the log is then in memory
        return conn
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return connect(f"file:{quote(path)}?immutable=1", key, flags)


class SingleConnection:
    """An open connection with the `read` and `write` of `database.connection.Database`: no thread, no
    migration, and failures are SQLite's own errors."""

    def __init__(self, conn: apsw.Connection) -> None:
        from arbor_desktop.database import fulltext  # not needed to look up a ready block

        self._conn = conn
        conn.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        conn.execute("PRAGMA temp_store = MEMORY")
        fulltext.register(conn)

    def read(self, work: Callable[[apsw.Connection], T]) -> T:
        """Return the result of `work(connection)` on one snapshot."""
        return self._within("BEGIN", work)

    def write(self, work: Callable[[apsw.Connection], T]) -> T:
        """Return the result of `work(connection)` in one write transaction."""
        return self._within("BEGIN IMMEDIATE", work)

    def _within(self, begin: str, work: Callable[[apsw.Connection], T]) -> T:
        if self._conn.in_transaction:
            return work(self._conn)
        self._conn.execute(begin)
        try:
            result = work(self._conn)
            self._conn.execute("COMMIT")
        except BaseException:
            if self._conn.in_transaction:
                self._conn.execute("ROLLBACK")
            raise
        return result
