"""Who wins while a conflict is open (spec 5.3): what a memory is worth by its use and its place. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import Memory, Scope

FITTING = 1.15
"""Factor of a memory about a technology that the project uses."""


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


def effective(memory: Memory, now: int, stack: Collection[str] = ()) -> Effective:
    """The effective confidence at `now` (milliseconds). `stack`: technologies of the project it is asked for,
    in lower case. What was never used counts from when it was said last."""
    last = memory.last_used_at or last_said(memory)
    recency = max(0.8, 1 - 0.01 * max(0.0, (now - last) / DAY_MS))
    frequency = min(1.2, 1 + 0.02 * memory.use_count)
    context = FITTING if memory.technology and memory.technology.casefold() in stack else 1.0
    known = memory.success_count + memory.failure_count
    success = memory.success_count / known if known else 1.0
    score = memory.current_confidence * min(1.0, recency) * frequency * context * success
    return Effective(score, memory.current_confidence, min(1.0, recency), frequency, context, success)


def winner(members: Iterable[Memory], now: int, stack: Collection[str] = ()) -> Memory:
    """The one of the conflicting memories that counts until the conflict is decided. Among equals the one
    said last wins, then the one of the narrower place. Raises ValueError without members."""
    narrow = {Scope.GLOBAL: 0, Scope.PROJECT: 1, Scope.CONVERSATION: 2}

    def order(memory: Memory) -> tuple[float, int, int, str]:
        score = round(effective(memory, now, stack).score, 6)
        return (score, last_said(memory), narrow[memory.scope], memory.id)

    return max(members, key=order)


def last_said(memory: Memory) -> int:
    """When it was said last, as far as that is known (milliseconds)."""
    return max((e.at for e in memory.evidence if e.at is not None), default=memory.created_at)
