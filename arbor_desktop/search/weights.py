"""How memories are ranked, in one place for search, retrieval and context (spec 4.2, 4.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.memories.model import MemoryFilter
from arbor_desktop.runtime.ground import Ground
from arbor_desktop.search.meaning import Similar
from arbor_desktop.search.model import Hit
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import Asking
from arbor_desktop.text.ranking import Weights
from arbor_desktop.text.relevance import Cut

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

BY_RELEVANCE = Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0)
"""Neither age nor how often something was told decides what fits a prompt."""
_LOOKED_THROUGH = 4
"""So many times what is wanted is looked through, before what is not relevant is cut."""


class Relevance:
    """`similar` compares a text with all memories in meaning, None where there are no vectors."""

    def __init__(self, runtime: Ground, similar: Callable[[str], Similar | None]) -> None:
        self._rt = runtime
        self._similar = similar

    def asking(self, query: str | None, now: int, weights: Weights | None = None) -> Asking:
        """What ranks the rows of a query, by the settings' weights unless others are given; with no query, by
        words alone."""
        settings = self._rt.settings
        if weights is None:
            days = settings.get("search.recency_half_life_days")
            weights = Weights.parse(settings.get("search.weights"), days) or Weights()
        similar = self._similar(query) if query and query.strip() else None
        return Asking(weights, self._rt.policy, now, similar)

    def relevant(
        self, conn: Connection, prompt: str, wanted: MemoryFilter, *, limit: int, now: int
    ) -> list[Hit]:
        """The best `limit` that are relevant to the prompt, the most relevant first; often fewer, or none."""
        hits, cut = self.fitting(conn, prompt, wanted, limit=limit * _LOOKED_THROUGH, now=now)
        return hits[: cut.count([hit.components.relevance for hit in hits])][:limit]

    def fitting(
        self, conn: Connection, prompt: str, wanted: MemoryFilter, *, limit: int, now: int
    ) -> tuple[list[Hit], Cut]:
        """The best `limit` that are not noise whatever else there is, the most relevant first, and where in
        them, or in some of them, what is relevant ends."""
        asking = self.asking(prompt, now, BY_RELEVANCE)
        least = self._rt.settings.get("search.threshold")
        cut = Cut.by_words(least) if asking.similar is None else Cut.by_meaning(least)
        found = ranked.ranked(conn, prompt, wanted, asking, limit=limit, alone=True)
        kept = [one for one in found if one.relevance >= cut.floor]
        # Of equally relevant ones the order of storing must not decide.
        hits = sorted(ranked.hits(conn, kept, asking), key=lambda hit: (-hit.score, hit.memory.id))
        return hits, cut
