"""What a search finds: apart from the other results, as a session that begins waits for it to be imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arbor_desktop.memories.model import Memory


@dataclass(frozen=True, slots=True)
class Components:
    """The parts of a score, each 0 to 1 (spec 4.2)."""

    relevance: float
    confidence: float
    frequency: float
    recency: float

    def to_dict(self) -> dict[str, float]:
        return {
            "relevance": round(self.relevance, 4),
            "confidence": round(self.confidence, 4),
            "frequency": round(self.frequency, 4),
            "recency": round(self.recency, 4),
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """`reasons` say to people why it was found, the weightiest first; `terms` are the words of the query that
    it holds, as they were asked for."""

    memory: Memory
    score: float
    components: Components
    reasons: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return self.memory.to_dict() | {
            "score": round(self.score, 4),
            "components": self.components.to_dict(),
            "reasons": list(self.reasons),
        }
