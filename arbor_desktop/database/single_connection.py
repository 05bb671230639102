"""The memory file on one connection: for a process that answers once and ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import apsw

T = TypeVar("T")
CACHE_KB = 4_096


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
