"""Search over memories (spec 4.1, 4.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbor_desktop.core.errors import InvalidInput
from arbor_desktop.core.filters import check_sort
from arbor_desktop.core.memory import Privacy
from arbor_desktop.core.packing import Dispute, Offered, pack
from arbor_desktop.core.results import Hit
from arbor_desktop.core.results import Retrieval as Retrieved
from arbor_desktop.service import checks
from arbor_desktop.service.layers import PROMPT, disputes_among
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.relevance import Relevance
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import ranked, search
from arbor_desktop.store.database import Connection

MOST_RETRIEVED = 100
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
        asking = self._relevance.asking(query, self._rt.clock())
        return self._rt.db.read(
            lambda conn: ranked.search(conn, query, wanted, asking, limit=limit, prefix=prefix)
        )

    def retrieve(self, query: str, *, max_results: int = 5, project: str | None = None) -> Retrieved:
        """What is relevant to a query, and nothing else, as an AI may be told it: up to `max_results` (1 to
        100), often fewer, or none. With a project what is visible there, else from everywhere. What may never
        be shared, has expired or waits for review is not told."""
        if not 1 <= max_results <= MOST_RETRIEVED:
            raise InvalidInput(f"max_results must be from 1 to {MOST_RETRIEVED}.", field="max_results")
        now = self._rt.clock()
        shared = [privacy for privacy in Privacy if privacy is not Privacy.NEVER_SHARE]
        wanted = replace(self._memories.filter(project=project, privacy=shared), valid_at=now)

        def find(conn: Connection) -> tuple[list[Hit], tuple[Dispute, ...]]:
            hits = self._relevance.relevant(conn, query, wanted, limit=max_results, now=now)
            found = [hit.memory.id for hit in hits]
            return hits, disputes_among(conn, found, wanted.project, self._rt.policy, now)

        hits, disputes = self._rt.db.read(find)
        offered = [Offered(hit.memory, PROMPT, "Matches the query", hit.components.relevance) for hit in hits]
        packed = pack(offered, self._rt.settings.get("context.max_tokens"), disputes)
        conflicts = dict.fromkeys(conflict for hit in hits for conflict in hit.memory.conflict_ids)
        return Retrieved(tuple(hits), tuple(conflicts), packed.text, packed.tokens)

    def explain(self, query: str, memory_id: str) -> Hit | None:
        """Why a search finds one memory; None if it has nothing to do with the query."""
        asking = self._relevance.asking(query, self._rt.clock())
        return self._rt.db.read(lambda conn: ranked.explained(conn, query, memory_id, asking))

    def find_ids(
        self, query: str | None = None, *, sort: str = "relevance", order: str = "desc", **filters: Any
    ) -> list[str]:
        """The ids a list view shows: all that the filters leave, or the best hits as one types."""
        check_sort(sort, order)
        wanted = self._memories.filter(**filters)
        asking = self._relevance.asking(query, self._rt.clock())

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
