"""Stored memories, to be read, and the log of those that were shown. Apart from the changes, for commands
that only read."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection
    from arbor_desktop.memories.model import Facets, HistoryEntry, Memory, Page, Related


class MemoryLookup:
    """Stored memories, to be read."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def get(self, id: str) -> Memory:
        """Return one memory. Raises NotFound."""
        return self._rt.db.read(lambda c: memories.get(c, id, self._rt.policy, self._rt.clock()))

    def get_many(self, ids: Sequence[str]) -> list[Memory]:
        """Return the memories that exist, in the order of `ids`."""
        return self._rt.db.read(lambda c: memories.get_many(c, ids, self._rt.policy, self._rt.clock()))

    def query(
        self,
        *,
        sort: str = "relevance",
        order: str = "desc",
        limit: int = 50,
        after: str | None = None,
        **filters: Any,
    ) -> Page:
        """Return one page of the memories that match; `after` is the `next` of the page before."""
        checks.check_sort(sort, order)
        wanted = checks.memory_filter(**filters)
        if not 1 <= limit <= 100_000:
            raise InvalidInput("limit must be between 1 and 100,000.", field="limit")
        return self._rt.db.read(
            lambda c: search.page(
                c, wanted, sort=sort, order=order, limit=limit, after=after, policy=self._rt.policy,
                now=self._rt.clock(),
            )
        )  # fmt: skip

    def facets(self, **filters: Any) -> Facets:
        wanted = checks.memory_filter(**filters)
        return self._rt.db.read(lambda c: search.facets(c, wanted, self._rt.policy, self._rt.clock()))

    def recent(self, limit: int = 5) -> list[Memory]:
        """Return the newest active memories."""
        return self._rt.db.read(lambda c: search.newest(c, limit, self._rt.policy, self._rt.clock()))

    def history(self, id: str) -> list[HistoryEntry]:
        """Return all changes of a memory, oldest first. Raises NotFound."""

        from arbor_desktop.memories.queries import events

        def read(conn: Connection) -> list[HistoryEntry]:
            memories.rows_of(conn, [id])
            return events.history(conn, id)

        return self._rt.db.read(read)

    def related(self, id: str) -> list[Related]:
        """Return memories linked to this one, and those from the same turn."""
        from arbor_desktop.memories.queries import relations

        return self._rt.db.read(lambda c: relations.related(c, id, self._rt.policy, self._rt.clock()))


SEARCH, EXPLICIT = "search", "explicit"


class AccessLog:
    """The log of shown memories (spec 1.1), written later: nobody waits for it. Thread-safe."""

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
