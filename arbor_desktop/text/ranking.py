"""The score of a search result (spec 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbor_desktop.search.model import Components


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares of the final score; they sum to 1. The half-life is of recency, in days."""

    relevance: float = 0.5
    confidence: float = 0.3
    frequency: float = 0.1
    recency: float = 0.1
    recency_half_life_days: float = 30.0

    @classmethod
    def parse(cls, text: str, half_life_days: float = 30.0) -> Weights | None:
        """From four numbers as people write them ("0.5 0.3 0.1 0.1"); None if these are no shares of 1."""
        try:
            shares = [float(part) for part in text.replace(",", " ").split()]
        except ValueError:
            return None
        if len(shares) != 4 or not all(0 <= share <= 1 for share in shares) or abs(sum(shares) - 1) > 1e-6:
            return None
        relevance, confidence, frequency, recency = shares
        return cls(relevance, confidence, frequency, recency, half_life_days)


def final_score(parts: Components, weights: Weights) -> float:
    return (
        weights.relevance * parts.relevance
        + weights.confidence * parts.confidence
        + weights.frequency * parts.frequency
        + weights.recency * parts.recency
    )
