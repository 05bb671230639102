"""What an AI is told, and why each memory is in or out (spec 4.3): frozen, and with `to_dict()` in the shapes
of the contract."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.memories.model import MemoryType, Privacy, Scope
from arbor_desktop.search.model import Hit


@dataclass(frozen=True, slots=True)
class Included:
    """A memory in the block. `layer` brought it, 1 to 5; `reason` says so in words. `first_line` and
    `last_line` are its lines in the text, counted from 1; `relevance` is how well it fits the prompt, where
    that brought it."""

    id: str
    layer: int
    content: str
    reason: str = ""
    type: MemoryType = MemoryType.FACT
    scope: Scope = Scope.GLOBAL
    privacy: Privacy = Privacy.NORMAL
    confidence: float = 0.0
    tokens: int = 0
    first_line: int = 0
    last_line: int = 0
    relevance: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "layer": self.layer,
            "content": self.content,
            "reason": self.reason,
            "type": self.type.value,
            "scope": self.scope.value,
            "privacy_level": self.privacy.value,
            "confidence": round(self.confidence, 4),
            "tokens": self.tokens,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "relevance": None if self.relevance is None else round(self.relevance, 4),
        }


@dataclass(frozen=True, slots=True)
class Excluded:
    """A memory that is not told. `kind` is a word for the reason (`EXCLUDED_KINDS`), `reason` says it to
    people; `tokens` is what it would have taken."""

    id: str
    reason: str
    kind: str = "other"
    content: str = ""
    type: MemoryType = MemoryType.FACT
    scope: Scope = Scope.GLOBAL
    scope_id: str | None = None
    privacy: Privacy = Privacy.NORMAL
    confidence: float = 0.0
    tokens: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "reason": self.reason,
            "kind": self.kind,
            "content": self.content,
            "type": self.type.value,
            "scope": self.scope.value,
            "scope_id": self.scope_id,
            "privacy_level": self.privacy.value,
            "confidence": round(self.confidence, 4),
            "tokens": self.tokens,
        }


EXCLUDED_KINDS = (
    "over_budget", "never_share", "sensitive", "expired", "low_confidence", "less_recent", "other_branch",
    "other_project", "other_technology", "about_person", "conflict", "replaced", "pending", "outdated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Context:
    """The block an AI is told, and why each memory is in or out (spec 4.3)."""

    status: str
    text: str
    tokens: int
    included: tuple[Included, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    stats: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "text": self.text,
            "tokens": self.tokens,
            "included": [i.to_dict() for i in self.included],
            "excluded": [e.to_dict() for e in self.excluded],
            "stats": self.stats,
        }


@dataclass(frozen=True, slots=True)
class Rate:
    """`part` of `whole`; no share where there is nothing to count."""

    part: int = 0
    whole: int = 0

    @property
    def share(self) -> float | None:
        """0 to 1; None where there is no data."""
        return self.part / self.whole if self.whole else None

    def to_dict(self) -> dict[str, Any]:
        share = self.share
        return {"part": self.part, "whole": self.whole, "share": None if share is None else round(share, 4)}


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What is relevant to a query, and nothing else (spec 7.3): `context` is the block an AI is told, of
    `total_tokens`; `conflicts` are the ids of open conflicts among the memories."""

    memories: tuple[Hit, ...]
    conflicts: tuple[str, ...]
    context: str
    total_tokens: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "memories": [hit.to_dict() for hit in self.memories],
            "conflicts": list(self.conflicts),
            "context": self.context,
            "total_tokens": self.total_tokens,
        }
