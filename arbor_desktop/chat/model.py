"""What comes of a question to one's memory (spec 4.3): the answer, and the memories that say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arbor_desktop.memories.model import Memory
from arbor_desktop.models.model import Trouble, Usage


class Outcome(StrEnum):
    """How a question ended.

    `answered`: from memories that are named. `unsupported`: a model said something, but named no memory.
    `unknown`: the memories that fit do not say it. `nothing`: no memory fits. `listed`: no model answered,
    the memories that fit best are listed. `cut`: the answer ended in the middle. `stopped`: by the person.
    """

    ANSWERED = "answered"
    UNSUPPORTED = "unsupported"
    UNKNOWN = "unknown"
    NOTHING = "nothing"
    LISTED = "listed"
    CUT = "cut"
    STOPPED = "stopped"


class Stage(StrEnum):
    """What is being done for a question."""

    SEARCHING = "searching"
    REWRITING = "rewriting"
    SUMMARIES = "summaries"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Step:
    """`searching`: among `count` memories. `summaries`, `reading`: a model is given `count` statements or
    memories and answers."""

    stage: Stage
    count: int = 0


Steps = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Citation:
    """A memory under the number that it has in the answer, counted from 1 in order of appearance."""

    number: int
    memory: Memory

    @property
    def memory_id(self) -> str:
        return self.memory.id

    @property
    def content(self) -> str:
        return self.memory.content

    def to_dict(self) -> dict[str, Any]:
        memory = self.memory
        return {
            "number": self.number,
            "memory_id": memory.id,
            "content": memory.content,
            "type": memory.type.value,
            "scope": memory.scope.value,
            "scope_id": memory.scope_id,
        }


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what came of it.

    `text` names memories as [1], [2]: the numbers of `citations`. With `listed` the citations are the
    memories that fit best, and `reason` says for people why no model answered. `disputes` are the numbers of
    memories that contradict each other and are not settled. `considered` were told to the model. `cost` in US
    dollars, None where it is not known; `milliseconds` in all.
    """

    question: str
    outcome: Outcome
    text: str = ""
    citations: tuple[Citation, ...] = ()
    considered: tuple[Memory, ...] = ()
    disputes: tuple[tuple[int, ...], ...] = ()
    from_summaries: bool = False
    backend: str = "offline"
    model: str = ""
    calls: int = 0
    cost: float | None = 0.0
    usage: Usage = field(default_factory=Usage)
    milliseconds: int = 0
    trouble: Trouble | None = None
    reason: str = ""
    detail: str = ""
    retry_after: float | None = None

    @property
    def found(self) -> bool:
        """Whether the memory had something to say, in words or as a list."""
        return bool(self.citations) and self.outcome is not Outcome.UNKNOWN

    def to_dict(self) -> dict[str, Any]:
        """The shape of `arbor ask --json`."""
        fallback = None
        if self.outcome is Outcome.LISTED:
            fallback = {"trouble": self.trouble and self.trouble.value, "reason": self.reason}
        return {
            "question": self.question,
            "answer": self.text,
            "outcome": self.outcome.value,
            "citations": [citation.to_dict() for citation in self.citations],
            "conflicts": [list(numbers) for numbers in self.disputes],
            "from_summaries": self.from_summaries,
            "considered": len(self.considered),
            "backend": self.backend,
            "model": self.model or None,
            "calls": self.calls,
            "tokens": {"input": self.usage.all_input, "output": self.usage.output},
            "cost": None if self.cost is None else round(self.cost, 6),
            "milliseconds": self.milliseconds,
            "fallback": fallback,
        }
