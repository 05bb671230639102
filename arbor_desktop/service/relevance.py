"""What of the memory is relevant to a prompt: plain lexical search above a floor."""

from __future__ import annotations

from arbor_desktop.core.filters import MemoryFilter
from arbor_desktop.core.ranking import Weights
from arbor_desktop.core.results import Hit
from arbor_desktop.core.words import query_terms
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import search
from arbor_desktop.store.database import Connection

FLOOR = 0.2
"""The least relevance, of the best possible for the prompt: what shares only a frequent word stays below."""
FEW_WORDS = 5
"""Of a longer prompt nobody expects more than so many words to be found in one memory."""


class LexicalRelevance:
    """Full-text search by relevance alone: neither age nor how often something was told decides."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def relevant(
        self, conn: Connection, prompt: str, wanted: MemoryFilter, *, limit: int, now: int
    ) -> list[Hit]:
        """The best `limit` that reach the floor, the most relevant first."""
        hits = search.search(
            conn, prompt, wanted, limit=limit, prefix=False,
            weights=Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0),
            policy=self._rt.policy, now=now,
        )  # fmt: skip
        floor = FLOOR * min(1.0, FEW_WORDS / max(1, len(query_terms(prompt))))
        return [hit for hit in hits if hit.components.relevance >= floor]
