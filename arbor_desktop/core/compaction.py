"""Which memories are worth shortening, and what is essential in a long one (spec 5.8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arbor_desktop.core.memory import Memory, MemoryType

MIN_AGE_DAYS = 30
MIN_LENGTH = 200
"""Characters; a text must be longer."""
MAX_SUMMARY = 100
"""Characters of a summary at most."""
TYPES = (MemoryType.CONTEXT, MemoryType.FACT)


class Reason(StrEnum):
    AGE = "age"
    LOW_CONFIDENCE = "low_confidence"
    LOW_ACCESS = "low_access"
    SIZE = "size"


class Action(StrEnum):
    SUMMARIZE = "summarize"
    DELETE = "delete"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that may be shortened. `summary`: what is essential in it, taken from its own words; None
    where no sentence of it stands alone within `MAX_SUMMARY`. `also`: near ones that the summary would
    speak for."""

    memory: Memory
    reason: Reason
    action: Action
    summary: str | None = None
    also: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "memory": self.memory.to_dict(),
            "reason": self.reason.value,
            "action": self.action.value,
            "summary": self.summary,
            "also": list(self.also),
        }
