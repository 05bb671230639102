"""Today's confidence of a memory, and when it is archived (spec 5.1, 5.2). Pure functions: nothing fades by a
batch job. `queries.records.confidence_sql` and `queries.lifecycle` compute the same over the whole store."""

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
"""How uses change confidence (spec 5.4)."""
EXEMPT = (Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE)
"""These privacy levels do not decay."""

DEFAULT_RATE = 0.1
"""Under the exponential policy half is left after 138 idle days past the grace; a certain memory (0.95) is
archived after about eight and a half months."""
CONTEXT_RATE = 0.4
"""Current work ("we are moving the tests to Vitest") misleads once it is over, and nobody says when. It is
archived after three months without a mention."""
CONCLUDED_RATE = 0.3
"""Most notes of an assistant are never needed again: they are archived after two to three months without use.
Not so decisions and bugs, which come up rarely and are costly to forget, nor anything that a person said."""
STATED_RATE = 0.02
"""A person's word applies until they say otherwise, and following it leaves no trace: without repetition it
is shared everywhere for a year and three quarters, and archived after three."""
_LASTING = (Category.ARCHITECTURAL_DECISIONS, Category.BUG_PATTERNS)
_PROVEN_RATES = {MemoryType.CONTEXT: 0.2}


def rate_of(
    kind: MemoryType, source: Source = Source.USER_STATED, category: Category = Category.FACTS
) -> float:
    """Return how fast a memory from a conversation fades until it proves useful. One stored by hand or via
    the API fades at `DEFAULT_RATE`, unless another rate is given."""
    if kind is MemoryType.CONTEXT:
        return CONTEXT_RATE
    if source is Source.USER_STATED:
        return STATED_RATE
    noted = kind is MemoryType.FACT and source is Source.AI_INFERRED and category not in _LASTING
    return CONCLUDED_RATE if noted else DEFAULT_RATE


def proven_rate(kind: MemoryType) -> float:
    """Return how fast a memory fades once it helped or a person repeated, confirmed or restored it."""
    return _PROVEN_RATES.get(kind, DEFAULT_RATE)


@dataclass(frozen=True, slots=True)
class DecayPolicy:
    """`exponential`: loses a share a day after `grace_days`, down to `floor` (or to what was stored, if that
    is less); `linear`: loses 0.01 × rate a day after the first."""

    name: str = "exponential"
    grace_days: float = 30.0
    floor: float = 0.1


def idle_days(now: int, reinforced_at: int, confirmed_at: int | None) -> float:
    """Return the days since a memory was last used, repeated, confirmed or set by hand; negative if a clock
    was wrong."""
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
    """Return today's confidence, 0 to 1, never more than was stored. Times in milliseconds; a time in the
    future, as after a clock was set back, counts as now."""
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
"""Least uses of any memories within `UNUSED_DAYS` for "never used" to be telling: without reports of what
helped it means nothing."""


TOLD_IN_VAIN = 12
"""A global fact is archived if it was shared so often, over `UNUSED_DAYS`, and never used."""


AT_REST_DAYS = 30
"""A project is inactive if nobody has worked on it for so long."""


PASSING = (MemoryType.FACT, MemoryType.CONTEXT)


DEAR = (Category.BUG_PATTERNS, Category.ARCHITECTURAL_DECISIONS)
"""Rarely needed, and costly to forget."""


LIVES_ON = 0.6
"""Least confidence of a restored memory: at the usual rate it stays for five and a half months."""
ACCEPTED = 0.8
"""Least confidence of a memory that a person accepted: what is less certain would need a review."""


class Why(StrEnum):
    EXPIRED = "expired"
    FADED = "faded"
    UNPROVEN = "unproven"
    UNUSED = "unused"
    IN_VAIN = "in_vain"
    AT_REST = "at_rest"

    def said(self, worth: float) -> str:
        """Return the reason for the history, with the memory's last confidence."""
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
"""Memories archived for these reasons while their project was inactive are restored when work goes on."""


def rested(last_work: int | None, moment: int) -> bool:
    """Return whether a project with its last work at `last_work` is inactive at `moment` (milliseconds)."""
    return last_work is None or moment - last_work >= AT_REST_DAYS * DAY_MS


def forgotten_for(
    memory: Memory,
    now: int,
    policy: DecayPolicy,
    *,
    weekly: bool = False,
    resting: frozenset[str] | None = None,
) -> Why | None:
    """Return why a memory is to be archived at `now` (milliseconds), or None to keep it. `weekly` includes
    unproven conclusions of an assistant. `resting`: inactive projects; None if nothing reports what was used,
    so that nothing is archived for lack of use.

    Pinned and sensitive memories stay, even when expired: they are no longer shared then, which is all that
    an end date asks for. A pending memory is for a person to decide, and is archived only when it expired.
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
    """Return why an unused memory is archived. Instructions and preferences in an active project just fade:
    following one leaves no trace."""
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
    """The fields of a memory after a person restored or accepted it."""

    confidence: float
    reinforced_at: int
    confirmed_at: int
    decay_rate: float
    expires_at: int | None


def kept(memory: Memory, now: int, least: float = LIVES_ON) -> Kept:
    """Return the fields of a memory that a person restored or accepted: it starts again from today's
    confidence, at least `least`, fades no faster than a proven one, and loses a passed end date."""
    passed = memory.expires_at is not None and memory.expires_at <= now
    return Kept(
        confidence=round(max(memory.current_confidence, least), 6),
        reinforced_at=now,
        confirmed_at=now,
        decay_rate=slower(memory.decay_rate, memory.type),
        expires_at=None if passed else memory.expires_at,
    )


def slower(rate: float, kind: MemoryType) -> float:
    """Return the rate of a proven memory: its own, or that of its type if that is slower."""
    return min(rate, proven_rate(kind))
