"""How a conflict could be decided, and why (spec 5.3, 5.7). Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arbor_desktop.conflicts.effective import Effective, effective, last_said, winner
from arbor_desktop.conflicts.model import Decision, Suggestion
from arbor_desktop.memories.model import Memory

_NEXT_TO_NOTHING = 0.005
"""Figures are shown with two digits: closer than this they look the same."""


def suggest(
    members: Sequence[Memory],
    now: int,
    stack: Collection[str] = (),
    *,
    where: str = "",
    replaces: bool = False,
) -> Suggestion:
    """Suggests the member that counts most at `now` (milliseconds) or, where the newest says that it
    `replaces` the others, that one. `members`: oldest first, at least two. `stack`: technologies of the
    project `where`, in lower case."""
    scores = {memory.id: effective(memory, now, stack) for memory in members}
    best = winner(members, now, stack)
    chosen = members[-1] if replaces else best
    decision = Decision.ACCEPTED_OLDER
    if chosen is members[-1]:
        decision = Decision.ACCEPTED_NEWER
    elif chosen is not members[0]:
        decision = Decision.ACCEPTED_HIGHER_CONFIDENCE
    return Suggestion(decision, _reason(members, chosen, scores, stack, where, replaces), best.id, scores)


def _reason(
    members: Sequence[Memory],
    chosen: Memory,
    scores: dict[str, Effective],
    stack: Collection[str],
    where: str,
    replaces: bool,
) -> str:
    own = scores[chosen.id]
    rest = [scores[memory.id] for memory in members if memory is not chosen]
    against = max(rest, key=lambda one: one.score)
    figures = f"effective confidence {own.score:.2f} vs {against.score:.2f}"
    if replaces:
        return f"the newer one says that it replaces the older; {figures}."
    why = _why(chosen, own, against, stack, where)
    if not why and abs(own.score - against.score) < _NEXT_TO_NOTHING:
        why = "it was said last" if chosen is max(members, key=last_said) else ""
    return f"{figures}; {why}." if why else f"{figures}."


def _why(memory: Memory, own: Effective, against: Effective, stack: Collection[str], where: str) -> str:
    """What speaks most for it, but for its confidence as such."""
    reasons = [
        (own.context / against.context, f"the stack of {where or 'this project'} lists {memory.technology}"),
        (_ratio(own.success, against.success), _helped(memory)),
        (own.frequency / against.frequency, f"it was used {memory.use_count} times"),
        (own.recency / against.recency, "it was said or used more recently"),
        (own.current / max(against.current, 0.01), "it is the more certain one"),
    ]
    gain, words = max(reasons, key=lambda one: one[0])
    return words if gain > 1.0 + _NEXT_TO_NOTHING else ""


def _ratio(own: float, against: float) -> float:
    return own / against if against else (2.0 if own else 1.0)


def _helped(memory: Memory) -> str:
    known = memory.success_count + memory.failure_count
    return f"it helped {memory.success_count} of {known} times" if known else "the other one has failed"
