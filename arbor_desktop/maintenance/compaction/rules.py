"""Which memories are worth shortening, and what is essential in a long one (spec 5.8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.maintenance.compaction.essence import essence
from arbor_desktop.memories.model import Memory, MemoryType, Privacy

MIN_AGE_DAYS = 30
"""A memory must be older, and it must be as long since a person edited or confirmed it."""
MIN_LENGTH = 200
"""Characters; a text must be longer."""
MAX_SUMMARY = 100
"""Characters of a summary at most."""
TYPES = (MemoryType.CONTEXT, MemoryType.FACT)
LOW_CONFIDENCE = 0.4
"""Today's; at 0.3 a memory is forgotten by itself."""
LARGE = 1_000
"""Characters from which on its size alone is a reason."""


class Reason(StrEnum):
    """Why a memory is among the candidates; the first of these that holds: little of it is believed any more,
    it is very long, nobody ever asked for it, or it is just old and long."""

    LOW_CONFIDENCE = "low_confidence"
    SIZE = "size"
    LOW_ACCESS = "low_access"
    AGE = "age"


class Action(StrEnum):
    """What is proposed. Only `summarize` is ever done by itself; the others are for a person to decide.

    `delete`: it failed more often than it helped, and is hardly believed any more. `archive`: it fades, and
    will be forgotten soon in any case. `summarize`: all others.
    """

    SUMMARIZE = "summarize"
    DELETE = "delete"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that may be shortened. `summary`: what is essential in it, taken from its own words; None
    where no sentence of it stands alone within `MAX_SUMMARY`: a person or a model can write one. `applied`:
    whether it was given this summary just now."""

    memory: Memory
    reason: Reason
    action: Action
    summary: str | None = None
    also: tuple[str, ...] = ()
    applied: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be shortened without asking anybody."""
        return self.action is Action.SUMMARIZE and self.summary is not None

    def to_dict(self) -> dict[str, Any]:
        return {
            "memory": self.memory.to_dict(),
            "reason": self.reason.value,
            "action": self.action.value,
            "summary": self.summary,
            "also": list(self.also),
            "applied": self.applied,
        }


def is_long_and_old(memory: Memory, now: int) -> bool:
    """Whether it is of a kind, age and length to be shortened; what a person pinned stays as it is."""
    edge = now - MIN_AGE_DAYS * DAY_MS
    return (
        memory.type in TYPES
        and memory.summary is None
        and len(memory.content) > MIN_LENGTH
        and memory.created_at < edge
        and (memory.confirmed_at or 0) < edge
        and memory.privacy_level is not Privacy.ALWAYS_INCLUDE
        and not memory.needs_review
        and not memory.conflict_ids
    )


def candidate(memory: Memory) -> Candidate:
    """What is proposed for a memory that `is_long_and_old`."""
    return Candidate(memory, _reason(memory), _action(memory), essence(memory.content, MAX_SUMMARY))


def _reason(memory: Memory) -> Reason:
    if memory.current_confidence < LOW_CONFIDENCE:
        return Reason.LOW_CONFIDENCE
    if len(memory.content) >= LARGE:
        return Reason.SIZE
    return Reason.AGE if memory.access_count or memory.use_count else Reason.LOW_ACCESS


def _action(memory: Memory) -> Action:
    if memory.current_confidence >= LOW_CONFIDENCE:
        return Action.SUMMARIZE
    return Action.DELETE if memory.failure_count > memory.success_count else Action.ARCHIVE
