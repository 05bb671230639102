"""Results of searches (spec 4.2, 7.3), and the nearness in meaning that they use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from arbor_desktop.documents import document
from arbor_desktop.memories.model import Memory
from arbor_desktop.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Components:
    """The parts of a score, each 0 to 1 (spec 4.2)."""

    relevance: float
    confidence: float
    frequency: float
    recency: float

    def to_dict(self) -> dict[str, float]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found. `reasons`: why, for people, the weightiest first; `terms`: the words of the
    query that it contains, as they were typed."""

    memory: Memory
    score: float
    components: Components
    reasons: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return self.memory.to_dict() | document(self, without=("memory", "terms"))


@dataclass(frozen=True, slots=True)
class TurnHit:
    """A turn that was found."""

    conversation_id: str
    turn: int
    role: str
    text: str
    at: int | None
    score: float
    project: str | None
    source: str
    marks: tuple[tuple[int, int], ...] = ()
    """Places of the query's words in `text`: (start, end) in characters. Empty where a turn next to it has
    the words."""

    def to_dict(self) -> dict[str, Any]:
        return document(self, without=("marks",))


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation that was found, with its best turn; `turn` is None and `text` empty where only the title
    matches. `marks` are places in `text`, `title_marks` in `title`: (start, end) in characters. `hits` counts
    the matching turns that were found: there may be more."""

    conversation_id: str
    score: float
    turn: int | None
    text: str
    marks: tuple[tuple[int, int], ...]
    hits: int
    title: str = ""
    title_marks: tuple[tuple[int, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return document(self, without=("marks", "title_marks"))


class Similar(Protocol):
    """One query compared with all vectors there are, each memory named by its row.

    A score is how many standard deviations a memory's cosine lies above the mean of all of this query:
    cosines of one model and query mean little by themselves, standing out from the others does.
    """

    @property
    def weight(self) -> float:
        """The weight of nearness in meaning, where having every word of the query counts 1: the model's
        own."""
        ...

    def best(self, count: int) -> list[tuple[int, float]]:
        """Return the `count` nearest with their scores, nearest first. Filters are for the search to
        apply."""
        ...

    def of(self, rows: Sequence[int]) -> dict[int, float]:
        """Return the scores of those of `rows` that have a vector."""
        ...


class SimilarTurns(Similar, Protocol):
    """The same of turns, of which a part can be compared by itself."""

    def among(self, rows: Sequence[int]) -> SimilarTurns:
        """Compare only `rows`: scores then say how much they stand out from one another."""
        ...
