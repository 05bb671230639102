"""Today's confidence of a memory, and when it is archived (spec 5.1, 5.2). Pure functions: nothing fades by a
batch job. `queries.records.confidence_sql` and `queries.lifecycle` compute the same over the whole store."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import (
    LIVING,
    Category,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Severity,
    Source,
    Status,
)
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

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
HIGH, MEDIUM = 0.70, 0.40
"""Where these levels begin."""
LASTING = (Category.BUG_PATTERNS, Category.ARCHITECTURAL_DECISIONS)
"""Rarely needed, and costly to forget."""
_PROVEN_RATES = {MemoryType.CONTEXT: 0.2}


def level_of(confidence: float) -> str:
    """Return high, medium or low."""
    return "high" if confidence >= HIGH else "medium" if confidence >= MEDIUM else "low"


def rate_of(
    kind: MemoryType, source: Source = Source.USER_STATED, category: Category = Category.FACTS
) -> float:
    """Return how fast a memory from a conversation fades until it proves useful. One stored by hand or via
    the API fades at `DEFAULT_RATE`, unless another rate is given."""
    if kind is MemoryType.CONTEXT:
        return CONTEXT_RATE
    if source is Source.USER_STATED:
        return STATED_RATE
    noted = kind is MemoryType.FACT and source is Source.AI_INFERRED and category not in LASTING
    return CONCLUDED_RATE if noted else DEFAULT_RATE


def proven_rate(rate: float, kind: MemoryType) -> float:
    """Return how fast a memory fades once it helped or a person repeated, confirmed or restored it: at its
    own `rate`, or that of its type if that is slower."""
    return min(rate, _PROVEN_RATES.get(kind, DEFAULT_RATE))


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


def is_certain(confidence: float, least: float) -> bool:
    """Return whether a confidence is at least `least`, both rounded to two digits, as they are shown."""
    return round(confidence, 2) >= round(least, 2)


# -- when a memory is archived --

FADED_BELOW = 0.3
LINEAR_BELOW = 0.15
LINEAR_IDLE_DAYS = 7
UNPROVEN_BELOW = 0.5
UNPROVEN_DAYS = UNUSED_DAYS = 90
ENOUGH_USES = 30
"""Least uses of any memories within `UNUSED_DAYS` for "never used" to be telling: without reports of what
helped it means nothing."""
SHARED_IN_VAIN = 12
"""A global fact is archived if it was shared so often, over `UNUSED_DAYS`, and never used."""
INACTIVE_DAYS = 30
"""A project is inactive if nobody has worked on it for so long."""
PASSING = (MemoryType.FACT, MemoryType.CONTEXT)
RESTORED_CONFIDENCE = 0.6
"""Least confidence of a restored memory: at the usual rate it stays for five and a half months."""
ACCEPTED_CONFIDENCE = 0.8
"""Least confidence of a memory that a person accepted: what is less certain would need a review."""


class ArchiveReason(StrEnum):
    EXPIRED = "expired"
    FADED = "faded"
    UNPROVEN = "unproven"
    UNUSED = "unused"
    IN_VAIN = "in_vain"
    INACTIVE_PROJECT = "at_rest"

    def text(self, confidence: float) -> str:
        """Return the reason for the history, with the memory's last confidence."""
        shown = round(confidence, 2)
        if confidence < shown in (FADED_BELOW, LINEAR_BELOW, UNPROVEN_BELOW):
            shown -= 0.01  # "faded to 0.30" would be no reason
        if self is ArchiveReason.FADED:
            return Sentence("Faded to {confidence} without being used", confidence=f"{shown:.2f}")
        reason = {
            ArchiveReason.EXPIRED: Sentence("Expired"),
            ArchiveReason.UNPROVEN: Sentence(
                "An assistant's conclusion that was not confirmed or used for {days} days", days=UNPROVEN_DAYS
            ),
            ArchiveReason.UNUSED: Sentence(
                "A fact that was not used, mentioned or confirmed for {days} days", days=UNUSED_DAYS
            ),
            ArchiveReason.IN_VAIN: Sentence(
                "A fact that was shared {count} times or more and never helped", count=SHARED_IN_VAIN
            ),
            ArchiveReason.INACTIVE_PROJECT: Sentence(
                "Never used, and its project is inactive. It is restored when work there continues"
            ),
        }[self]
        return Sentence("{reason}; its confidence was {figure}", reason=reason, figure=f"{shown:.2f}")


RESTORED_WITH_PROJECT = tuple(why for why in ArchiveReason if why is not ArchiveReason.EXPIRED)
"""Memories archived for these reasons while their project was inactive are restored when work goes on."""


def is_inactive(last_work: int | None, moment: int) -> bool:
    """Return whether a project with its last work at `last_work` is inactive at `moment` (milliseconds)."""
    return last_work is None or moment - last_work >= INACTIVE_DAYS * DAY_MS


def archive_reason(
    memory: Memory,
    now: int,
    policy: DecayPolicy,
    *,
    weekly: bool = False,
    inactive: frozenset[str] | None = None,
) -> ArchiveReason | None:
    """Return why a memory is to be archived at `now` (milliseconds), or None to keep it. `weekly` includes
    unproven conclusions of an assistant. `inactive`: inactive projects; None if nothing reports what was
    used, so that nothing is archived for lack of use.

    Pinned and sensitive memories stay, even when expired: they are no longer shared then, which is all that
    an end date asks for. A pending memory is for a person to decide, and is archived only when it expired.
    """
    if memory.privacy_level in EXEMPT or memory.status not in LIVING:
        return None
    if memory.expires_at is not None and memory.expires_at <= now:
        return ArchiveReason.EXPIRED
    if memory.status is Status.PENDING:
        return None
    worth = memory.current_confidence
    idle = idle_days(now, memory.reinforced_at, memory.confirmed_at)
    if policy.name == "linear":
        if worth < LINEAR_BELOW and idle >= LINEAR_IDLE_DAYS:
            return ArchiveReason.FADED
    elif worth < FADED_BELOW:
        return ArchiveReason.FADED
    if weekly and _is_unproven(memory, now):
        return ArchiveReason.UNPROVEN
    return None if inactive is None else _unused(memory, now, inactive)


def _is_unproven(memory: Memory, now: int) -> bool:
    last = max(memory.reinforced_at, memory.last_used_at or 0)
    return (
        memory.source is Source.AI_INFERRED
        and memory.current_confidence < UNPROVEN_BELOW
        and memory.confirmed_at is None
        and last <= now - UNPROVEN_DAYS * DAY_MS
    )


def _unused(memory: Memory, now: int, inactive: frozenset[str]) -> ArchiveReason | None:
    """Return why an unused memory is archived. Instructions and preferences in an active project just fade:
    following one leaves no trace."""
    never = (
        memory.use_count == 0
        and memory.confirmed_at is None
        and memory.reinforced_at <= now - UNUSED_DAYS * DAY_MS
    )
    if not never or memory.scope is Scope.CONVERSATION:
        return None
    if memory.scope_id in inactive:
        return ArchiveReason.INACTIVE_PROJECT
    if memory.type not in PASSING or memory.category in LASTING:
        return None
    if memory.scope is Scope.PROJECT:
        return ArchiveReason.UNUSED
    return ArchiveReason.IN_VAIN if memory.access_count >= SHARED_IN_VAIN else None


# -- when a person changes it --


def rebased(memory: Memory, now: int) -> dict[str, Any]:
    """Return the fields that an edit by hand sets beside its own: today's confidence, counted from now (spec
    5.1), so that the loss until now does not count again at another rate or privacy level."""
    return {"confidence": round(memory.current_confidence, 6), "reinforced_at": now}


def restored(memory: Memory, now: int, least: float = RESTORED_CONFIDENCE) -> dict[str, Any]:
    """Return the changed fields of a memory that a person restores: it starts again from today's confidence,
    at least `least`, fades no faster than a proven one, and loses a passed end date."""
    passed = memory.expires_at is not None and memory.expires_at <= now
    return {
        "status": Status.ACTIVE,
        "archived_at": None,
        "confidence": round(max(memory.current_confidence, least), 6),
        "reinforced_at": now,
        "confirmed_at": now,
        "decay_rate": proven_rate(memory.decay_rate, memory.type),
        "expires_at": None if passed else memory.expires_at,
    }


def accepted(memory: Memory, now: int) -> dict[str, Any]:
    """Return the changed fields of a memory that a person accepts: as if restored, but its end date stays."""
    fields = restored(memory, now, ACCEPTED_CONFIDENCE) | {"needs_review": False}
    del fields["expires_at"]
    return fields
