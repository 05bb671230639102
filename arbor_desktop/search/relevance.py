"""The most relevant memories for search, retrieval and context, and where relevance ends (spec 4.2, 4.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.memories.model import MemoryFilter
from arbor_desktop.runtime.protocols import RuntimeLike
from arbor_desktop.search.model import Hit, Similar
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import RankingOptions
from arbor_desktop.text.ranking import Cut, Weights

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

BY_RELEVANCE = Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0)
"""Neither age nor use decides what fits a prompt."""
_LOOKED_THROUGH = 4
"""Hits that are looked at for each wanted one, before the irrelevant are cut."""


class Relevance:
    """Ranks and cuts by relevance. `similar` compares a text with all memories; None where there are no
    vectors."""

    def __init__(self, runtime: RuntimeLike, similar: Callable[[str], Similar | None]) -> None:
        self._rt = runtime
        self._similar = similar

    def options(self, query: str | None, now: int, weights: Weights | None = None) -> RankingOptions:
        """Return what ranks the rows of a query: by the settings' weights unless others are given; with no
        query, by words alone."""
        settings = self._rt.settings
        if weights is None:
            days = settings.get("search.recency_half_life_days")
            weights = Weights.parse(settings.get("search.weights"), days) or Weights()
        similar = self._similar(query) if query and query.strip() else None
        return RankingOptions(weights, self._rt.policy, now, similar)

    def relevant(
        self, conn: Connection, prompt: str, wanted: MemoryFilter, *, limit: int, now: int
    ) -> list[Hit]:
        """Return the best `limit` memories that are relevant to the prompt; often fewer, or none."""
        hits, cut = self.fitting(conn, prompt, wanted, limit=limit * _LOOKED_THROUGH, now=now)
        return hits[: cut.count([hit.components.relevance for hit in hits])][:limit]

    def fitting(
        self,
        conn: Connection,
        prompt: str,
        wanted: MemoryFilter,
        *,
        limit: int,
        now: int,
        share: float = 1.0,
    ) -> tuple[list[Hit], Cut]:
        """Return the best `limit` memories, most relevant first, and the cut that tells where in them, or in
        some of them, the relevant ones end.

        They have at least `share` of the relevance below which everything is noise.
        """
        options = self.options(prompt, now, BY_RELEVANCE)
        threshold = self._rt.settings.get("search.threshold")
        cut = Cut.by_words(threshold) if options.similar is None else Cut.by_meaning(threshold)
        found = ranked.ranked(conn, prompt, wanted, options, limit=limit, alone=True)
        kept = [one for one in found if one.relevance >= share * cut.floor]
        # Of equally relevant ones the order of storing must not decide.
        hits = sorted(ranked.hits(conn, kept, options), key=lambda hit: (-hit.score, hit.memory.id))
        return hits, cut
