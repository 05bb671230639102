"""Conflicts of memories that can't both be true, and their decisions (spec 5.7)."""

from __future__ import annotations

import re
from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol

from arbor_desktop.documents import DIGITS, document
from arbor_desktop.memories.model import LIVING, Category, Memory, Scope
from arbor_desktop.quick_dataclass import dataclass


class ConflictStatus(StrEnum):
    """Status of a conflict: `unresolved` until a person saw it, then `pending_user_review` while it is
    open."""

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
    """A decision of a person, or a suggested one."""

    ACCEPTED_OLDER = "accepted_older"
    ACCEPTED_NEWER = "accepted_newer"
    ACCEPTED_HIGHER_CONFIDENCE = "accepted_higher_confidence"
    KEPT_BOTH_WITH_CONTEXT = "kept_both_with_context"
    MARKED_OUTDATED = "marked_outdated"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why two statements can't both be true. `rule` is the name of the rule that found it; `topic` names the
    subject of both in a few words ("test runner"), `values` their values, the older first ("jest", "vitest");
    `reason` is one sentence for people. `replaces`: the newer one says that it replaces the older."""

    rule: str
    topic: str
    values: tuple[str, str]
    reason: str
    replaces: bool = False


class Judge(Protocol):
    """A judge of contradictions. `version` changes with its rules and data."""

    version: str

    def judge(self, older: str, newer: str) -> Verdict | None:
        """Return a verdict, or None if both may be true. Any text is safe."""
        ...

    def change(self, older: str, newer: str) -> tuple[float, Verdict] | None:
        """Return how alike two statements are (above 0, at most 1) and a verdict, if only the newer one says
        that something has changed. It may be another side of the same thing: that is no contradiction by
        itself."""
        ...

    def topics(self, text: str) -> tuple[str, ...]:
        """Return the known topics of `text`, such as "Test runner". Statements that share a topic may
        contradict each other without sharing a word."""
        ...

    def terms(self, text: str) -> tuple[str, ...]:
        """Return the terms of a full-text search for statements that may contradict `text`, the weightiest
        first: its own words that count, and those of opposite statements."""
        ...


@dataclass(frozen=True, slots=True)
class Effective:
    """Effective confidence (spec 5.3): `score` is the product of current confidence and factors around 1."""

    score: float
    current: float
    recency: float
    frequency: float
    context: float
    success: float

    def to_dict(self) -> dict[str, float]:
        return {"effective": round(self.score, DIGITS)} | document(self, without=("score",))


def in_words(text: str) -> str:
    """Return the text with the names of options in it as words: "hard tabs" for "hard_tabs"."""
    return re.sub(r"(?<=[a-z])_(?=[a-z])", " ", text)


@dataclass(frozen=True, slots=True)
class Member:
    """One memory of a conflict: `memory` is as it is now, `content` and `confidence` are those at the last
    comparison. `at`: when it was stated (milliseconds). `value`: what it says of the topic, in a word.
    `condition`: when it applies, once both were kept. `device`: the name of the one on which it got its text,
    where it was edited on two at the same time and that is asked for."""

    memory: Memory
    content: str
    confidence: float
    at: int
    value: str = ""
    condition: str | None = None
    device: str = ""

    @property
    def spoken_value(self) -> str:
        """`value` as written in the memory, if it is: "pip-tools" for "pip tools", "tabs" for "tab"; options
        such as hard_tabs as words."""
        if not re.fullmatch(r"[\w\s-]+", self.value):
            return in_words(self.value)
        joined = r"[\s_-]".join(re.escape(word) for word in re.split(r"[\s_-]+", self.value) if word)
        found = re.search(rf"\b{joined}s?\b", self.content, re.IGNORECASE) if joined else None
        return in_words(found.group() if found else self.value)

    def to_dict(self) -> dict[str, Any]:
        now = self.memory
        return document(
            self, ("memory", "device"), memory_id=now.id, scope=now.scope.value, scope_id=now.scope_id,
            status=now.status.value,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested decision and its reason, also without figures (`why`; "" if figures are all). `scores`:
    effective confidence of each member by id; `winner` is the member that counts for now, whatever is
    suggested."""

    decision: Decision
    reason: str
    winner: str
    scores: dict[str, Effective] = field(default_factory=dict)
    why: str = ""

    @property
    def margin(self) -> float:
        """The winner's lead over the next one."""
        best = self.scores[self.winner].score
        return best - max(
            (one.score for ident, one in self.scores.items() if ident != self.winner), default=0.0
        )

    def to_dict(self) -> dict[str, Any]:
        return document(self, without=("why",))


EDITED_APART = "edited on two devices"
"""The rule of a conflict of two texts of one memory: only a decision ends it."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict. `members` are in the order in which they were stated, oldest first. `rule`, `topic`,
    `reason` and `replaces` are the judge's (see Verdict). `decision` is None while it is open. Times in
    milliseconds."""

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
        """Whether there is something to decide: two of its memories are living."""
        living = sum(member.memory.status in LIVING for member in self.members)
        return self.status.open and living > 1

    @property
    def suggests(self) -> bool:
        """Return whether a decision is suggested: of two texts of one memory neither is better."""
        return self.rule != EDITED_APART

    @property
    def project(self) -> str | None:
        """The project that it is about, or None if all its memories are global."""
        return next((m.memory.scope_id for m in self.members if m.memory.scope is Scope.PROJECT), None)

    def member(self, memory_id: str) -> Member:
        """Return the member with this memory. Raises KeyError if there is none."""
        return {member.memory.id: member for member in self.members}[memory_id]

    def to_dict(self) -> dict[str, Any]:
        """Return the shape of `arbor conflicts`."""
        return document(self, without=("replaces",), open=self.is_open)


@dataclass(slots=True)
class Compared:
    """Result of a comparison: ids of conflicts that are new or open again, also by memory; how many were
    settled; and the memories that automatic decisions changed."""

    new: list[str] = field(default_factory=list)
    by_memory: dict[str, list[str]] = field(default_factory=dict)
    settled: int = 0
    changed: list[str] = field(default_factory=list)

    @property
    def anything(self) -> bool:
        return bool(self.new or self.settled)

    def add(self, conflict: str, *members: str) -> None:
        if conflict not in self.new:
            self.new.append(conflict)
        for ident in members:
            known = self.by_memory.setdefault(ident, [])
            if conflict not in known:
                known.append(conflict)
