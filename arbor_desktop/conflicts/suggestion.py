"""Which memories can contradict each other, what each counts for, what to suggest, and when to decide
automatically (spec 5.3, 5.7). Pure functions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.model import Decision, Effective, Suggestion
from arbor_desktop.memories.confidence import level_of
from arbor_desktop.memories.model import LIVING, Memory, MemoryFilter, Privacy, Scope, Source, Status
from arbor_desktop.text.sentence import Sentence

Groups = Mapping[str, str]
"""The group of each project that has one, by its path."""
FITTING = 1.15
"""Factor of a memory about a technology that the project uses."""
_NEGLIGIBLE = 0.005
"""Figures are shown with two digits: closer than this they look the same."""


# -- places --


def can_meet(one: Memory, other: Memory, now: int, groups: Groups = MappingProxyType({})) -> bool:
    """Return whether both may be shared in one place. Memories of different projects or branches, or with
    different conditions, do not contradict each other, unless one names its project's group."""
    if any(memory.expires_at is not None and memory.expires_at <= now for memory in (one, other)):
        return False
    if one.condition != other.condition:
        return False
    if one.branch is not None and other.branch is not None and one.branch != other.branch:
        return False
    if Scope.CONVERSATION in (one.scope, other.scope):  # stated for one conversation: an exception
        return (one.scope, one.scope_id) == (other.scope, other.scope_id)
    if Scope.GLOBAL in (one.scope, other.scope) or one.scope_id == other.scope_id:
        return True
    group = groups.get(one.scope_id or "", "")
    if not group or group != groups.get(other.scope_id or ""):
        return False
    from arbor_desktop.projects.gate import names_group  # most commands compare no projects

    return any(names_group(memory.content, group) for memory in (one, other))


def around(memory: Memory, now: int, groups: Groups = MappingProxyType({})) -> MemoryFilter:
    """Return the filter for living memories of the places where `memory` may be shared with others."""
    places: tuple[tuple[Scope, str | None], ...] | None = None
    if memory.scope is Scope.PROJECT:
        group = groups.get(memory.scope_id or "")
        others = [path for path, name in groups.items() if name == group and path != memory.scope_id]
        places = ((Scope.GLOBAL, None), *((Scope.PROJECT, path) for path in (memory.scope_id, *others)))
    elif memory.scope is Scope.CONVERSATION:
        places = ((Scope.CONVERSATION, memory.scope_id),)
    branches = None if memory.branch is None else (None, memory.branch)
    return MemoryFilter(statuses=LIVING, places=places, branches=branches, valid_at=now)


def project_of(members: Iterable[Memory]) -> str | None:
    """Return the project that a conflict is about, or None if its memories are all global."""
    return next((memory.scope_id for memory in members if memory.scope is Scope.PROJECT), None)


# -- what a memory counts for --


def last_stated(memory: Memory) -> int:
    """Return when a memory was stated last, as far as known (milliseconds)."""
    return max((e.at for e in memory.evidence if e.at is not None), default=memory.created_at)


def effective(memory: Memory, now: int, stack: Collection[str] = ()) -> Effective:
    """Return the effective confidence at `now` (milliseconds). `stack`: technologies of the project, in lower
    case. A memory that was never used counts from when it was stated last."""
    last = memory.last_used_at or last_stated(memory)
    recency = min(1.0, max(0.8, 1 - 0.01 * max(0.0, (now - last) / DAY_MS)))
    frequency = min(1.2, 1 + 0.02 * memory.use_count)
    context = FITTING if memory.technology and memory.technology.casefold() in stack else 1.0
    known = memory.success_count + memory.failure_count
    success = memory.success_count / known if known else 1.0
    score = memory.current_confidence * recency * frequency * context * success
    return Effective(score, memory.current_confidence, recency, frequency, context, success)


def winner(members: Iterable[Memory], now: int, stack: Collection[str] = ()) -> Memory:
    """Return the member that counts until the conflict is decided: this person's before another one's. Among
    equals the one stated last wins, then the one with the narrower scope.

    Raises ValueError without members.
    """
    narrow = {Scope.GLOBAL: 0, Scope.PROJECT: 1, Scope.CONVERSATION: 2}

    def order(memory: Memory) -> tuple[bool, float, int, int, str]:
        own = memory.source is not Source.TEAM
        score = round(effective(memory, now, stack).score, 6)
        return (own, score, last_stated(memory), narrow[memory.scope], memory.id)

    return max(members, key=order)


# -- suggestion --


def suggest(
    members: Sequence[Memory],
    now: int,
    stack: Collection[str] = (),
    *,
    where: str = "",
    replaces: bool = False,
) -> Suggestion:
    """Suggest the member that counts most at `now` (milliseconds) or, if it says that it `replaces` the
    others, the newest. `members`: oldest first, at least two. `stack`: technologies of the project `where`,
    in lower case."""
    scores = {memory.id: effective(memory, now, stack) for memory in members}
    best = winner(members, now, stack)
    chosen = members[-1] if replaces else best
    decision = Decision.ACCEPTED_OLDER
    if chosen is members[-1]:
        decision = Decision.ACCEPTED_NEWER
    elif chosen is not members[0]:
        decision = Decision.ACCEPTED_HIGHER_CONFIDENCE
    own = scores[chosen.id]
    against = max((scores[m.id] for m in members if m is not chosen), key=lambda one: one.score)
    figures = f"effective confidence {own.score:.2f} vs {against.score:.2f}"
    why: str
    if replaces:
        why = Sentence("the newer memory says it replaces the older one")
        reason = f"{why}; {figures}."
    else:
        why = _main_reason(chosen, own, against, where)
        if not why and chosen is max(members, key=last_stated):
            why = Sentence("it was mentioned most recently")
        reason = f"{figures}; {why}." if why else f"{figures}."
    return Suggestion(decision, reason, best.id, scores, why)


def _main_reason(memory: Memory, own: Effective, against: Effective, where: str) -> str:
    """Return the strongest reason for a memory besides its score, or ""."""
    known = memory.success_count + memory.failure_count
    helped = Sentence("the other memory did not help")
    if known:
        helped = Sentence("it helped {count} of {total} times", count=memory.success_count, total=known)
    success = own.success / against.success if against.success else 1.0 + bool(own.success)
    listed = Sentence(
        "{project} uses {technology}",
        project=where or Sentence("this project"), technology=memory.technology,
    )  # fmt: skip
    # Levels are what people see: "more certain" beside two that say High would be a riddle.
    surer = level_of(own.current) != level_of(against.current)
    reasons = [
        (own.context / against.context, listed),
        (success, helped),
        (own.frequency / against.frequency, Sentence("it was used more often")),
        (own.recency / against.recency, Sentence("it was mentioned or used more recently")),
        (own.current / max(against.current, 0.01) * surer, Sentence("it is more certain")),
    ]
    gain, words = max(reasons, key=lambda one: one[0])
    return words if gain > 1.0 + _NEGLIGIBLE else ""


# -- automatic decisions --


def automatic_decision(
    members: tuple[Memory, Memory], suggestion: Suggestion, least: float
) -> Decision | None:
    """Return the decision to make without asking, or None (spec 5.7).

    The suggested winner must be at least `least` ahead, active and not in review. No decision goes against
    the suggestion or a pinned memory, or lets a global or shared memory give way to one of a narrower place
    or one that is not shared. `members`: the older first.
    """
    older, newer = members
    won, lost = (newer, older) if newer.id == suggestion.winner else (older, newer)
    decision = Decision.ACCEPTED_NEWER if won is newer else Decision.ACCEPTED_OLDER
    # As the figures are shown: with two digits.
    ahead = round(suggestion.margin, 2) >= round(least, 2)
    if (
        not ahead
        or suggestion.decision is not decision
        or won.status is not Status.ACTIVE
        or won.needs_review
    ):
        return None
    pinned = lost.privacy_level is Privacy.ALWAYS_INCLUDE
    hidden = won.privacy_level is Privacy.NEVER_SHARE and lost.privacy_level is not Privacy.NEVER_SHARE
    wider = lost.scope is Scope.GLOBAL and won.scope is not Scope.GLOBAL
    wider |= lost.branch is None and won.branch is not None
    outlasts = won.expires_at is not None and (lost.expires_at is None or lost.expires_at > won.expires_at)
    return None if pinned or hidden or wider or outlasts else decision
