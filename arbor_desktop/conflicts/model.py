"""Memories that cannot both hold: what is known of a conflict, and how it can be decided (spec 5.7). Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from arbor_desktop.clock import to_iso
from arbor_desktop.memories.model import Category, Memory, Scope, Status


class ConflictStatus(StrEnum):
    """`unresolved` until a person saw it; then, while it is open, `pending_user_review`."""

    UNRESOLVED = "unresolved"
    PENDING_USER_REVIEW = "pending_user_review"
    ACCEPTED_OLDER = "accepted_older"
    ACCEPTED_NEWER = "accepted_newer"
    ACCEPTED_HIGHER_CONFIDENCE = "accepted_higher_confidence"
    KEPT_BOTH_WITH_CONTEXT = "kept_both_with_context"
    MERGED = "merged"
    MARKED_OUTDATED = "marked_outdated"
    AUTO_RESOLVED = "auto_resolved"

    @property
    def open(self) -> bool:
        return self in OPEN


OPEN = (ConflictStatus.UNRESOLVED, ConflictStatus.PENDING_USER_REVIEW)


class Decision(StrEnum):
    """What a person (or the suggestion) decides."""

    ACCEPTED_OLDER = "accepted_older"
    ACCEPTED_NEWER = "accepted_newer"
    ACCEPTED_HIGHER_CONFIDENCE = "accepted_higher_confidence"
    KEPT_BOTH_WITH_CONTEXT = "kept_both_with_context"
    MARKED_OUTDATED = "marked_outdated"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why two statements cannot both hold. `rule` is the name of what found it; `topic` says in a few words
    what both speak of ("test runner"), `values` what the older and the newer one say of it ("jest",
    "vitest"); `reason` is one sentence for people. `replaces`: the newer one says that it takes the older
    one's place."""

    rule: str
    topic: str
    values: tuple[str, str]
    reason: str
    replaces: bool = False


class JudgeProtocol(Protocol):
    """Tells whether two statements contradict each other. `version` changes with whatever it goes by."""

    version: str

    def judge(self, older: str, newer: str) -> Verdict | None:
        """None where both can hold, or where that is not certain. Any text is safe."""
        ...

    def topics(self, text: str) -> tuple[str, ...]:
        """What `text` speaks of, as far as the judge knows it by name: "Test runner". Statements that share a
        topic may contradict each other without sharing a word."""
        ...

    def terms(self, text: str) -> tuple[str, ...]:
        """What a full-text search for statements that may contradict `text` asks for, the weightiest first:
        its own words that count, and the words that only the other side would say."""
        ...


@dataclass(frozen=True, slots=True)
class Effective:
    """`score` is the product of the others: current confidence, and factors around 1."""

    score: float
    current: float
    recency: float
    frequency: float
    context: float
    success: float

    def to_dict(self) -> dict[str, float]:
        return {
            "effective": round(self.score, 4),
            "current": round(self.current, 4),
            "recency": round(self.recency, 4),
            "frequency": round(self.frequency, 4),
            "context": round(self.context, 4),
            "success": round(self.success, 4),
        }


@dataclass(frozen=True, slots=True)
class Member:
    """One of the memories of a conflict: `memory` as it is now, `content` and `confidence` as they were
    when the conflict was found, or last looked at. `at`: when it was said (milliseconds). `value`: what it
    says of the topic, in a word. `condition`: under which it holds, once both were kept."""

    memory: Memory
    content: str
    confidence: float
    at: int
    value: str = ""
    condition: str | None = None

    @property
    def spoken_value(self) -> str:
        """`value` as the memory writes it, where it does: "pip-tools" for "pip tools", "tabs" for "tab",
        "Docker Compose" for "docker compose"."""
        if not re.fullmatch(r"[\w\s-]+", self.value):
            return self.value
        joined = r"[\s_-]".join(re.escape(word) for word in re.split(r"[\s_-]+", self.value) if word)
        found = re.search(rf"\b{joined}s?\b", self.content, re.IGNORECASE) if joined else None
        return found.group() if found else self.value

    def to_dict(self) -> dict[str, Any]:
        return {
            "memory_id": self.memory.id,
            "content": self.content,
            "confidence": round(self.confidence, 4),
            "at": to_iso(self.at),
            "scope": self.memory.scope.value,
            "scope_id": self.memory.scope_id,
            "status": self.memory.status.value,
            "value": self.value,
            "condition": self.condition,
        }


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What Arbor would decide, and why, in words. `scores`: effective confidence of each member (5.3), by its
    id; `winner` is the member that counts for now, whatever is suggested."""

    decision: Decision
    reason: str
    winner: str
    scores: dict[str, Effective] = field(default_factory=dict)

    @property
    def margin(self) -> float:
        """How far the winner is ahead of the next one."""
        best = self.scores[self.winner].score
        return best - max(
            (one.score for ident, one in self.scores.items() if ident != self.winner), default=0.0
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "decision": self.decision.value,
            "reason": self.reason,
            "winner": self.winner,
            "scores": {ident: score.to_dict() for ident, score in self.scores.items()},
        }


@dataclass(frozen=True, slots=True)
class Conflict:
    """`members` are in the order they were said, the oldest first. `rule`, `topic`, `reason` and `replaces`
    are the judge's (see Verdict). `decision` is None while it is open. Times in milliseconds."""

    id: str
    category: Category
    status: ConflictStatus
    created_at: int
    members: tuple[Member, ...]
    suggestion: Suggestion
    rule: str
    topic: str = ""
    reason: str = ""
    replaces: bool = False
    decision: Decision | None = None
    notes: str | None = None
    resolved_at: int | None = None

    @property
    def older(self) -> Member:
        return self.members[0]

    @property
    def newer(self) -> Member:
        return self.members[-1]

    @property
    def is_open(self) -> bool:
        """Whether there is something to decide: not where only one of its memories still lives."""
        living = sum(member.memory.status in (Status.ACTIVE, Status.PENDING) for member in self.members)
        return self.status.open and living > 1

    @property
    def project(self) -> str | None:
        """The project that it is about, None if both hold everywhere."""
        return next((m.memory.scope_id for m in self.members if m.memory.scope is Scope.PROJECT), None)

    def member(self, memory_id: str) -> Member:
        """Raises KeyError for a memory that takes no part."""
        for member in self.members:
            if member.memory.id == memory_id:
                return member
        raise KeyError(memory_id)

    def to_dict(self) -> dict[str, Any]:
        """The shape of `arbor conflicts`."""
        return {
            "id": self.id,
            "category": self.category.value,
            "status": self.status.value,
            "open": self.is_open,
            "decision": self.decision.value if self.decision else None,
            "created_at": to_iso(self.created_at),
            "resolved_at": to_iso(self.resolved_at),
            "topic": self.topic,
            "reason": self.reason,
            "members": [member.to_dict() for member in self.members],
            "suggestion": self.suggestion.to_dict(),
            "rule": self.rule,
            "notes": self.notes,
        }
