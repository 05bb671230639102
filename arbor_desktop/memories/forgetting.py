"""What is forgotten, and why (spec 5.2); `queries.lifecycle` asks the same of the whole store in SQL."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import EXEMPT, DecayPolicy, idle_days, proven_rate
from arbor_desktop.memories.model import Category, Memory, MemoryType, Scope, Source, Status

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
