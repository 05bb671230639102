"""When a conflict may be decided without asking the person who allowed that (spec 5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.conflicts.model import Decision, Suggestion
from arbor_desktop.memories.model import Memory, Privacy, Scope, Status


def clear_decision(members: Sequence[Memory], told: Suggestion, least: float) -> Decision | None:
    """The decision, where the suggested winner is at least `least` ahead and nobody would miss anything by
    it: never for what waits for review, nor against what is pinned, nor against the suggestion; and what
    holds everywhere, or is told to an AI, does not give way to what holds in one place, or is not told.

    `members`: two, the older first.
    """
    winner = next(memory for memory in members if memory.id == told.winner)
    losers = [memory for memory in members if memory is not winner]
    decision = Decision.ACCEPTED_NEWER if winner is members[-1] else Decision.ACCEPTED_OLDER
    # As the figures are shown: with two digits.
    ahead = round(told.margin, 2) >= round(least, 2)
    if not ahead or told.decision is not decision or winner.status is not Status.ACTIVE:
        return None
    if winner.needs_review or any(_would_be_missed(loser, winner) for loser in losers):
        return None
    return decision


def _would_be_missed(loser: Memory, winner: Memory) -> bool:
    pinned = loser.privacy_level is Privacy.ALWAYS_INCLUDE
    hidden = winner.privacy_level is Privacy.NEVER_SHARE and loser.privacy_level is not Privacy.NEVER_SHARE
    wider = loser.scope is Scope.GLOBAL and winner.scope is not Scope.GLOBAL
    wider |= loser.branch is None and winner.branch is not None
    return pinned or hidden or wider or _outlasts(loser, winner)


def _outlasts(loser: Memory, winner: Memory) -> bool:
    """Whether it would still hold when the winner has expired."""
    if winner.expires_at is None:
        return False
    return loser.expires_at is None or loser.expires_at > winner.expires_at
