"""The memory file in a process that does one thing and is gone: one connection, no thread, no migration."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import apsw

from arbor_desktop.database import counting

T = TypeVar("T")
CACHE_KB = 4_096


class AloneDatabase:
    """`read` and `write` as `database.connection.Database` has them, on a connection that is open; failures of
    SQLite arrive as they are."""

    def __init__(self, conn: apsw.Connection) -> None:
        self._conn = conn
        conn.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        conn.execute("PRAGMA temp_store = MEMORY")
        counting.register(conn)

    def read(self, work: Callable[[apsw.Connection], T]) -> T:
        return self._within("BEGIN", work)

    def write(self, work: Callable[[apsw.Connection], T]) -> T:
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
