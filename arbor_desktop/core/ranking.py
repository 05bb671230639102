"""The score of a search result (spec 4.2)."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.core.results import Components


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares of the final score; they sum to 1. The half-life is of recency, in days."""

    relevance: float = 0.5
    confidence: float = 0.3
    frequency: float = 0.1
    recency: float = 0.1
    recency_half_life_days: float = 30.0


def final_score(parts: Components, weights: Weights) -> float:
    return (
        weights.relevance * parts.relevance
        + weights.confidence * parts.confidence
        + weights.frequency * parts.frequency
        + weights.recency * parts.recency
    )
