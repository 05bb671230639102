"""Search over memories (spec 4.1, 4.2)."""

from __future__ import annotations

from typing import Any

from arbor_desktop.core.filters import check_sort
from arbor_desktop.core.ranking import Weights
from arbor_desktop.core.results import Hit
from arbor_desktop.service import checks
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import search
from arbor_desktop.store.database import Connection

FOUND_IN_LIST = 1_000
"""How many hits a list view asks for: nobody scrolls further."""
SURE_IN_LIST = 100
"""So many good hits are enough for a list: what only shares a frequent word need not follow."""


class Retrieval:
    def __init__(self, runtime: Runtime, memories_part: Memories) -> None:
        self._rt = runtime
        self._memories = memories_part

    def search(self, query: str, *, limit: int = 20, prefix: bool = False, **filters: Any) -> list[Hit]:
        """The best memories for any text, up to `limit`. With `prefix` the last word may be unfinished."""
        wanted = self._memories.filter(**filters)
        checks.limit(limit)
        now = self._rt.clock()
        return self._rt.db.read(
            lambda c: search.search(
                c,
                query,
                wanted,
                limit=limit,
                prefix=prefix,
                weights=Weights(),
                policy=self._rt.policy,
                now=now,
            )
        )

    def find_ids(
        self, query: str | None = None, *, sort: str = "relevance", order: str = "desc", **filters: Any
    ) -> list[str]:
        """The ids a list view shows: all that the filters leave, or the best hits as one types."""
        check_sort(sort, order)
        wanted = self._memories.filter(**filters)
        now, policy = self._rt.clock(), self._rt.policy

        def find(conn: Connection) -> list[str]:
            if not query or not query.strip():
                return search.list_ids(conn, wanted, sort=sort, order=order, policy=policy, now=now)
            ranked = search.ranked_rows(
                conn,
                query,
                wanted,
                limit=FOUND_IN_LIST,
                enough=SURE_IN_LIST,
                prefix=True,
                weights=Weights(),
                policy=policy,
                now=now,
            )
            rows = [row for row, _, _ in ranked]
            if sort == "relevance":
                return search.ids_of_rows(conn, rows)
            hits = search.ids_of_rows(conn, rows)
            kept = set(hits)
            return [
                ident
                for ident in search.list_ids(conn, wanted, sort=sort, order=order, policy=policy, now=now)
                if ident in kept
            ]

        return self._rt.db.read(find)
