"""Memories that cannot both hold: what is known of a conflict, and how it can be decided (spec 5.7). Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from arbor_desktop.core.clock import to_iso
from arbor_desktop.core.effective import Effective
from arbor_desktop.core.memory import Category, Memory, Scope


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
    """Why two statements cannot both hold. `rule` is the name of what found it; `topic` says in a few words what
    both speak of ("test runner"), `values` what the older and the newer one say of it ("jest", "vitest");
    `reason` is one sentence for people. `replaces`: the newer one says that it takes the older one's place."""

    rule: str
    topic: str
    values: tuple[str, str]
    reason: str
    replaces: bool = False


class Judging(Protocol):
    """Tells whether two statements contradict each other."""

    def judge(self, older: str, newer: str) -> Verdict | None:
        """None where both can hold, or where that is not certain. Any text is safe."""
        ...

    def terms(self, text: str) -> tuple[str, ...]:
        """What a full-text search for statements that may contradict `text` asks for, the weightiest first: its
        own words that count, and the words that only the other side would say."""
        ...
