"""How near memories are to a query in meaning: what search is told of it, whatever model it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Similar(Protocol):
    """One query compared with all vectors there are, each memory named by its row.

    A score says by how many standard deviations a memory's cosine lies above the mean of all of this query:
    cosines of one model and query mean little by themselves, how far one stands out does.
    """

    @property
    def weight(self) -> float:
        """What nearness in meaning counts where saying every word of the query counts 1: the model's own."""
        ...

    def best(self, count: int) -> list[tuple[int, float]]:
        """The `count` nearest with their scores, nearest first. Filters are for the search to apply."""
        ...

    def of(self, rows: Sequence[int]) -> dict[int, float]:
        """The scores of those of `rows` that have a vector."""
        ...


class SimilarTurns(Similar, Protocol):
    """The same of turns, of which a part can be compared by itself."""

    def among(self, rows: Sequence[int]) -> SimilarTurns:
        """Only those of `rows`, whose scores tell by how much they stand out from one another."""
        ...
