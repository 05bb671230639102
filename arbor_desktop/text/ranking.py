"""Relevance of a text to a query, by counts of words and nearness in meaning, and its rank (spec 4.1).

The figures were chosen on three kinds of data at once: long chats (LoCoMo, spec 4.5), planning and coding
dialogues, and memories of developers (tests/retrieval); docs/search.md tells what each part brings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from arbor_desktop.search.model import Components

SATURATION = 0.9
LENGTH_WEIGHT = 0.6
"""k1 and b of BM25. FTS5's own 1.2 and 0.75, with which rows are found, wrong long texts."""
COVERAGE = 2.0
"""A text in which all that was asked for is said counts this much more than it would by itself."""
SHARES = (0.3, 0.15)
"""What a text lends to those noted right before and after it, and to the ones next to these."""
LENDING = 60
"""So many of the best lend."""
UNREMARKABLE = 1.25
"""A likeness in meaning, in standard deviations above that of all texts, that says nothing yet."""
REMARKABLE = 3.0
"""So many standard deviations more are worth as much as a text that says every word of the query once."""


@dataclass(frozen=True, slots=True)
class Said:
    """Counts of one text: its words, how many times it has each of the words asked for, and the number of
    texts and of their words altogether."""

    texts: int
    all_words: int
    length: int
    times: dict[str, int]


def worth_of(said: Said, weights: Mapping[str, float]) -> dict[str, float]:
    """Return the BM25 score of a text, word by word (https://www.sqlite.org/fts5.html#the_bm25_function)."""
    average = said.all_words / said.texts or 1.0
    damped = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * said.length / average)
    return {
        word: weights[word] * times * (SATURATION + 1) / (times + damped)
        for word, times in said.times.items()
    }


def coverage(words: Iterable[str], weights: Mapping[str, float], scale: float) -> float:
    """Return the factor for a text that has these of the words."""
    return 1 + COVERAGE * sum(weights[word] for word in words) / scale


def meaning(deviations: float) -> float:
    """Return what nearness in meaning is worth, where a text with every word once is worth 1."""
    return max(0.0, deviations - UNREMARKABLE) / REMARKABLE


def relevance(worth: float) -> float:
    """Return 0 to 1 for a worth of 0 and more. A text with every word once has 0.76; none reaches 1, so that
    what is worth more always comes first."""
    return math.tanh(worth)


def lend(
    worth: Mapping[int, float], best: Sequence[int], together: Callable[[int, int], bool]
) -> dict[int, float]:
    """Return what each row is worth with what its neighbours lend.

    These are the rows beside it in the order they were noted, where `together` says that both were noted on
    one occasion. `best`: the rows by worth, best first.

    What is asked for is often beside the words that were remembered.
    """
    lent = dict(worth)
    for row in best[:LENDING]:
        for distance, share in enumerate(SHARES, 1):
            for beside in (row - distance, row + distance):
                if beside in lent and together(row, beside):
                    lent[beside] += share * worth[row]
    return lent


THRESHOLD = 0.34
"""What is less relevant by its words is noise."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where what is relevant ends, in a list ordered by relevance. The figures are calibrated on questions
    with and without an answer (`python3 -m tests.retrieval`)."""

    floor: float
    """What is less relevant is noise, whatever else there is."""
    share: float
    """What is less than this share as relevant as the best is noise beside it."""

    @classmethod
    def by_words(cls, threshold: float = THRESHOLD) -> Cut:
        return cls(floor=threshold, share=0.8)

    @classmethod
    def by_meaning(cls, threshold: float = THRESHOLD) -> Cut:
        """Return the cut with nearness in meaning, which adds something to nearly everything: noise lies
        higher."""
        return cls(floor=min(1.0, threshold + 0.31), share=0.8)

    def count(self, relevances: Sequence[float]) -> int:
        """Return how many of these, best first, are relevant."""
        if not relevances:
            return 0
        least = max(self.floor, self.share * relevances[0])
        return sum(1 for value in relevances if value >= least)


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
        """Return weights from four numbers ("0.5 0.3 0.1 0.1"); None if these are no shares of 1."""
        try:
            shares = [float(part) for part in text.replace(",", " ").split()]
        except ValueError:
            return None
        if len(shares) != 4 or not all(0 <= share <= 1 for share in shares) or abs(sum(shares) - 1) > 1e-6:
            return None
        relevance, confidence, frequency, recency = shares
        return cls(relevance, confidence, frequency, recency, half_life_days)


def final_score(parts: Components, weights: Weights) -> float:
    """Return the score of a search result (spec 4.2)."""
    return (
        weights.relevance * parts.relevance
        + weights.confidence * parts.confidence
        + weights.frequency * parts.frequency
        + weights.recency * parts.recency
    )
