"""Search over memories (spec 4.1, 4.2)."""

from __future__ import annotations

from typing import Any

from arbor_desktop.core.filters import check_sort
from arbor_desktop.core.ranking import Weights
from arbor_desktop.core.results import Hit
from arbor_desktop.service import checks
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.relevance import Relevance
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import ranked, search
from arbor_desktop.store.database import Connection

FOUND_IN_LIST = 1_000
"""How many hits a list view asks for: nobody scrolls further."""
SURE_IN_LIST = 100
"""So many good hits are enough for a list: what only shares a frequent word need not follow."""


class Retrieval:
    def __init__(self, runtime: Runtime, memories_part: Memories, relevance: Relevance) -> None:
        self._rt = runtime
        self._memories = memories_part
        self._relevance = relevance

    def search(self, query: str, *, limit: int = 20, prefix: bool = False, **filters: Any) -> list[Hit]:
        """The best memories for any text, up to `limit`. With `prefix` the last word may be unfinished."""
        wanted = self._memories.filter(**filters)
        checks.limit(limit)
        asking = self._relevance.asking(query, Weights(), self._rt.clock())
        return self._rt.db.read(
            lambda conn: ranked.search(conn, query, wanted, asking, limit=limit, prefix=prefix)
        )

    def find_ids(
        self, query: str | None = None, *, sort: str = "relevance", order: str = "desc", **filters: Any
    ) -> list[str]:
        """The ids a list view shows: all that the filters leave, or the best hits as one types."""
        check_sort(sort, order)
        wanted = self._memories.filter(**filters)
        asking = self._relevance.asking(query, Weights(), self._rt.clock())

        def find(conn: Connection) -> list[str]:
            def listed() -> list[str]:
                return search.list_ids(
                    conn, wanted, sort=sort, order=order, policy=asking.policy, now=asking.now
                )

            if not query or not query.strip():
                return listed()
            found = ranked.listed(conn, query, wanted, asking, limit=FOUND_IN_LIST, enough=SURE_IN_LIST)
            hits = search.ids_of_rows(conn, found)
            if sort == "relevance":
                return hits
            kept = set(hits)
            return [ident for ident in listed() if ident in kept]

        return self._rt.db.read(find)
