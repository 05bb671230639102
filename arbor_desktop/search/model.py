"""What a search answers (spec 4.2, 7.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbor_desktop.clock import to_iso
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


@dataclass(frozen=True, slots=True)
class TurnHit:
    conversation_id: str
    turn: int
    role: str
    text: str
    at: int | None
    score: float
    project: str | None
    source: str
    marks: tuple[tuple[int, int], ...] = ()
    """Where words of the query stand in `text`: (start, end) in characters. None where a turn beside it does
    hold them."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "conversation_id": self.conversation_id,
            "turn": self.turn,
            "role": self.role,
            "text": self.text,
            "at": to_iso(self.at),
            "score": round(self.score, 4),
            "project": self.project,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation that a search found, with its turn that fits best; `turn` is None and `text` empty where
    nothing but the title fits. `marks` are places in `text`, `title_marks` in `title`: (start, end) in
    characters. `hits` counts the turns that were found to fit: at least so many do."""

    conversation_id: str
    score: float
    turn: int | None
    text: str
    marks: tuple[tuple[int, int], ...]
    hits: int
    title: str = ""
    title_marks: tuple[tuple[int, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "conversation_id": self.conversation_id,
            "score": round(self.score, 4),
            "turn": self.turn,
            "text": self.text,
            "hits": self.hits,
            "title": self.title,
        }
