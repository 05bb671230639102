"""The log of shown memories (spec 1.1), written later: nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.queries import memories
from arbor_desktop.runtime.runtime import Runtime

SEARCH, EXPLICIT = "search", "explicit"


class AccessLog:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._lock = threading.Lock()
        self._pending: list[tuple[list[str], str, int]] = []

    def note(self, ids: Iterable[str], context: str) -> None:
        """Log that memories were shown in a context; entries that come together are written together."""
        shown = list(ids)
        if not shown:
            return
        with self._lock:
            self._pending.append((shown, context, self._rt.clock()))
            if len(self._pending) > 1:
                return
        self._rt.db.write_later(self._write)

    def _write(self, conn: Connection) -> None:
        with self._lock:
            pending, self._pending = self._pending, []
        for ids, context, at in pending:
            memories.log_access(conn, ids, context, at)
