"""What a stored confidence is worth today (spec 5.1): a pure function, never a batch job."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import (
    Category,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Severity,
    Source,
    Status,
)

USED_DELTA, USED_IN_VAIN_DELTA = 0.01, -0.05
FAILURE_DELTA = {Severity.HIGH: -0.15, Severity.MEDIUM: -0.10, Severity.LOW: -0.05}
"""What a use changes confidence by (spec 5.4)."""
EXEMPT = (Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE)
"""These privacy levels do not decay."""

DEFAULT_RATE = 0.1
"""Under the exponential policy half is left after 138 idle days past the grace; what was sure (0.95) is
forgotten after about eight and a half months."""
CONTEXT_RATE = 0.4
"""What matters now ("we are moving the tests to Vitest") misleads once it is over, and nobody says when.
After three months without a word on it, it goes."""
CONCLUDED_RATE = 0.3
"""Most of what an assistant notes on the way is never needed again: after two to three months without use it
goes. Not so what was decided and what went wrong before, which is rare to come up and dear to have forgotten,
nor anything that a person said themselves."""
STATED_RATE = 0.02
"""What a person said applies until they say otherwise, and who follows it leaves no trace: it is shared
everywhere for a year and three quarters, and forgotten after three, where nobody repeats it."""
_LASTING = (Category.ARCHITECTURAL_DECISIONS, Category.BUG_PATTERNS)
_PROVEN_RATES = {MemoryType.CONTEXT: 0.2}


def rate_of(
    kind: MemoryType, source: Source = Source.USER_STATED, category: Category = Category.FACTS
) -> float:
    """How fast what a conversation taught fades, until it proves to be of use. What somebody stores by hand
    or through the API fades at `DEFAULT_RATE`, whatever it is, unless they say otherwise."""
    if kind is MemoryType.CONTEXT:
        return CONTEXT_RATE
    if source is Source.USER_STATED:
        return STATED_RATE
    noted = kind is MemoryType.FACT and source is Source.AI_INFERRED and category not in _LASTING
    return CONCLUDED_RATE if noted else DEFAULT_RATE


def proven_rate(kind: MemoryType) -> float:
    """How fast it fades once it helped, or a person said it again, confirmed it or brought it back."""
    return _PROVEN_RATES.get(kind, DEFAULT_RATE)


@dataclass(frozen=True, slots=True)
class DecayPolicy:
    """`exponential`: a share a day after `grace_days`, down to `floor`, which raises nothing that was stored
    below it; `linear`: −0.01 × rate a day after the first."""

    name: str = "exponential"
    grace_days: float = 30.0
    floor: float = 0.1


def idle_days(now: int, reinforced_at: int, confirmed_at: int | None) -> float:
    """Days since a memory was last used, said, confirmed or set by hand; below 0 where a clock was wrong."""
    return (now - max(reinforced_at, confirmed_at or 0)) / DAY_MS


def current_confidence(
    confidence: float,
    *,
    decay_rate: float,
    privacy: Privacy,
    reinforced_at: int,
    confirmed_at: int | None,
    now: int,
    policy: DecayPolicy,
) -> float:
    """The confidence of today, 0 to 1, never more than was stored. Times in milliseconds; one that is in the
    future, as after a clock was set back, counts as now. `queries.records.confidence_sql` is the same."""
    if privacy in EXEMPT:
        return confidence
    idle = idle_days(now, reinforced_at, confirmed_at)
    rate = max(0.0, decay_rate)
    if policy.name == "linear":
        return max(0.0, confidence - 0.01 * rate * max(0.0, idle - 1.0))
    left: float = max(0.0, 1 - 0.05 * rate) ** max(0.0, idle - policy.grace_days)
    return max(min(policy.floor, confidence), confidence * left)


FADED_BELOW = 0.3


LINEAR_BELOW = 0.15


LINEAR_IDLE_DAYS = 7


UNPROVEN_BELOW = 0.5


UNPROVEN_DAYS = UNUSED_DAYS = 90


ENOUGH_USES = 30
"""From so many uses within `UNUSED_DAYS` on, "never used" says something of a memory. Where nothing tells
Arbor what helped, it says nothing."""


TOLD_IN_VAIN = 12
"""A fact that holds everywhere goes when it was told so often, over `UNUSED_DAYS`, and never of use."""


AT_REST_DAYS = 30
"""A project rests when nobody has worked on it for so long."""


PASSING = (MemoryType.FACT, MemoryType.CONTEXT)


DEAR = (Category.BUG_PATTERNS, Category.ARCHITECTURAL_DECISIONS)
"""Seldom needed, and dear to have forgotten."""


LIVES_ON = 0.6
"""What a person brought back is worth at least: at the usual speed it lives on for five and a half months."""


class Why(StrEnum):
    EXPIRED = "expired"
    FADED = "faded"
    UNPROVEN = "unproven"
    UNUSED = "unused"
    IN_VAIN = "in_vain"
    AT_REST = "at_rest"

    def said(self, worth: float) -> str:
        """For the history, with what the memory was worth at last."""
        told = round(worth, 2)
        if worth < told in (FADED_BELOW, LINEAR_BELOW, UNPROVEN_BELOW):
            told -= 0.01  # "faded to 0.30" would be no reason
        return {
            Why.EXPIRED: f"Its time has run out; its confidence was {told:.2f}",
            Why.FADED: f"Faded to {told:.2f} without being used",
            Why.UNPROVEN: f"An assistant's conclusion that nobody confirmed or used for {UNPROVEN_DAYS} "
            f"days; its confidence was {told:.2f}",
            Why.UNUSED: f"A fact that nobody used, said again or confirmed for {UNUSED_DAYS} days; its "
            f"confidence was {told:.2f}",
            Why.IN_VAIN: f"A fact that was told {TOLD_IN_VAIN} times or more, and never of use; its "
            f"confidence was {told:.2f}",
            Why.AT_REST: "Never used, and nobody works on its project now. It comes back when work goes on "
            f"there; its confidence was {told:.2f}",
        }[self]


WAKING = tuple(why for why in Why if why is not Why.EXPIRED)
"""What was forgotten for these reasons while its project rested comes back when work goes on."""


def rested(last_work: int | None, moment: int) -> bool:
    """Whether a project on which somebody worked last at `last_work` rests at `moment` (milliseconds)."""
    return last_work is None or moment - last_work >= AT_REST_DAYS * DAY_MS


def forgotten_for(
    memory: Memory,
    now: int,
    policy: DecayPolicy,
    *,
    weekly: bool = False,
    resting: frozenset[str] | None = None,
) -> Why | None:
    """Why a memory is to be archived at `now` (milliseconds); None where it stays. `weekly`: whether an
    assistant's conclusions that proved nothing go, too. `resting`: the projects that nobody works on; None:
    nothing tells what was of use, so that nothing goes for that.

    What is pinned or sensitive stays, also where its time has run out: it is told no more then, which is all
    that a date asks for, and a program does not put away what a person said to keep. What waits for a yes or
    no is a person's to decide, and goes only where its time has run out.
    """
    if memory.privacy_level in EXEMPT:
        return None
    if memory.status not in (Status.ACTIVE, Status.PENDING):
        return None
    if memory.expires_at is not None and memory.expires_at <= now:
        return Why.EXPIRED
    if memory.status is Status.PENDING:
        return None
    worth = memory.current_confidence
    idle = idle_days(now, memory.reinforced_at, memory.confirmed_at)
    if policy.name == "linear":
        if worth < LINEAR_BELOW and idle >= LINEAR_IDLE_DAYS:
            return Why.FADED
    elif worth < FADED_BELOW:
        return Why.FADED
    if weekly and _is_unproven(memory, now):
        return Why.UNPROVEN
    return None if resting is None else _unused(memory, now, resting)


def _is_unproven(memory: Memory, now: int) -> bool:
    last = max(memory.reinforced_at, memory.last_used_at or 0)
    return (
        memory.source is Source.AI_INFERRED
        and memory.current_confidence < UNPROVEN_BELOW
        and memory.confirmed_at is None
        and last <= now - UNPROVEN_DAYS * DAY_MS
    )


def _unused(memory: Memory, now: int, resting: frozenset[str]) -> Why | None:
    """What a person wants done or prefers is left to fade where they work: to follow a wish leaves no
    trace."""
    never = (
        memory.use_count == 0
        and memory.confirmed_at is None
        and memory.reinforced_at <= now - UNUSED_DAYS * DAY_MS
    )
    if not never or memory.scope is Scope.CONVERSATION:
        return None
    if memory.scope_id in resting:
        return Why.AT_REST
    if memory.type not in PASSING or memory.category in DEAR:
        return None
    if memory.scope is Scope.PROJECT:
        return Why.UNUSED
    return Why.IN_VAIN if memory.access_count >= TOLD_IN_VAIN else None


@dataclass(frozen=True, slots=True)
class Kept:
    """What a memory is from now on whose worth a person has just vouched for."""

    confidence: float
    reinforced_at: int
    confirmed_at: int
    decay_rate: float
    expires_at: int | None


def kept(memory: Memory, now: int) -> Kept:
    """A person brought the memory back, or said yes to it: it starts anew from what it is worth, at least
    from `LIVES_ON`, fades no faster than what proved of use, and a date that has passed no longer holds."""
    passed = memory.expires_at is not None and memory.expires_at <= now
    return Kept(
        confidence=round(max(memory.current_confidence, LIVES_ON), 6),
        reinforced_at=now,
        confirmed_at=now,
        decay_rate=slower(memory.decay_rate, memory.type),
        expires_at=None if passed else memory.expires_at,
    )


def slower(rate: float, kind: MemoryType) -> float:
    """The speed of what proved to be of use: as it is, or that of its kind if that is slower."""
    return min(rate, proven_rate(kind))
