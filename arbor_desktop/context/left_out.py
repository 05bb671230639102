"""Why a memory is not told here, in words for people (spec 4.3). Bounded: a handful of each kind, never a
walk over all there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from arbor_desktop.context.layers import CONVERSATION, FLOORS, GLOBAL, LIMITS, Asked, Layers, Place
from arbor_desktop.context.model import Excluded
from arbor_desktop.context.packing import ALWAYS, Offered, Packed
from arbor_desktop.context.queries import briefs
from arbor_desktop.context.queries.briefs import Brief
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.projects.gate import ABOUT_PERSON, TRIVIA
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.escaping import quoted, shortened
from arbor_desktop.text.token_count import tokens_of

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

MOST = 200
OF_A_KIND = 25
"""So many memories of one kind are named first, so that one kind does not hide the others."""
_MOST_OFFERED = max(LIMITS.values())
LOOKED_THROUGH = {
    Privacy.ALWAYS_INCLUDE: _MOST_OFFERED + OF_A_KIND,
    Privacy.NORMAL: _MOST_OFFERED + 2 * OF_A_KIND,
    Privacy.SENSITIVE: OF_A_KIND,
    Privacy.NEVER_SHARE: OF_A_KIND,
}
"""So many of a place are looked through, the most recently used first: some of them are told."""
FOREIGN = 5
"""Memories of other projects are only named where they would fit the prompt."""


class _Why(NamedTuple):
    brief: Brief
    kind: str
    reason: str


def passed_over(conn: Connection, asked: Asked, layers: Layers, policy: DecayPolicy) -> list[Excluded]:
    """Memories in no layer: those visible here, and those of other projects that would fit the prompt."""
    known = {one.memory.id for one in layers.offered} | {memory.id for memory, _ in layers.barred}
    found = [one for one in _here(conn, asked, layers.places, policy) if one.brief.id not in known]
    barred = [_of_memory(memory, why.kind, why.reason) for memory, why in layers.barred[:MOST]]
    named = barred + _elsewhere(layers.foreign)
    return named + [_of_brief(one) for one in _bounded(found)[: max(0, MOST - len(named))]]


def unpacked(packed: Packed) -> list[Excluded]:
    """Memories of a layer that are not in the block."""
    over = [
        _of_offered(one, "over_budget", "Over budget")
        for one in sorted(packed.left_out, key=lambda one: one.order)
    ]
    beaten = []
    for one in sorted(packed.beaten, key=lambda one: one.offered.order):
        text = shortened(quoted(one.winner.memory.shown_text), 80)
        why = f"Undecided: conflicts with “{text}”"
        if not one.undecided:
            why = f"In conflict with “{text}”, which counts more"
        beaten.append(_of_offered(one.offered, "conflict", why))
    return over + beaten


def _here(conn: Connection, asked: Asked, places: Iterable[Place], policy: DecayPolicy) -> Iterator[_Why]:
    for place in places:
        for status, privacy in product((Status.ACTIVE, Status.PENDING), Privacy):
            looked = LOOKED_THROUGH[privacy] if status is Status.ACTIVE else OF_A_KIND
            for brief in briefs.recently_used(
                conn, place.scope, place.scope_id, privacy,
                limit=looked, policy=policy, day=asked.day, status=status,
            ):  # fmt: skip
                yield _Why(brief, *_why(brief, place, status, asked.moment))


def _why(brief: Brief, place: Place, status: Status, moment: int) -> tuple[str, str]:
    if status is Status.PENDING:
        return "pending", "Waits for review"
    if brief.privacy is Privacy.NEVER_SHARE:
        return "never_share", "Never share"
    if brief.expires_at is not None and brief.expires_at <= moment:
        return "expired", "Expired"
    if brief.branch not in (None, place.branch):
        return "other_branch", f"Other branch · {brief.branch}"
    if brief.privacy is Privacy.SENSITIVE:
        return "sensitive", "Sensitive: only told when a prompt asks for it"
    if place.layer == GLOBAL and brief.privacy is Privacy.NORMAL and brief.type in TRIVIA:
        return ABOUT_PERSON.kind, ABOUT_PERSON.reason
    if brief.confidence < FLOORS[ALWAYS if brief.privacy is Privacy.ALWAYS_INCLUDE else place.layer]:
        return "low_confidence", f"Low confidence · {brief.confidence:.2f}"
    if place.layer == CONVERSATION:
        return "less_recent", "Others of this conversation are newer"
    return "less_recent", "Others were used more recently"


def _bounded(found: list[_Why]) -> list[_Why]:
    """`OF_A_KIND` of each kind, then the others."""
    counts: dict[str, int] = {}
    kept: list[_Why] = []
    more: list[_Why] = []
    for one in found:
        counts[one.kind] = counts.get(one.kind, 0) + 1
        (kept if counts[one.kind] <= OF_A_KIND else more).append(one)
    return kept + more


def _elsewhere(foreign: Sequence[Memory]) -> list[Excluded]:
    return [
        _of_memory(memory, "other_project", f"Other project · {project_name(memory.scope_id or '')}")
        for memory in foreign[:FOREIGN]
    ]


def _of_offered(one: Offered, kind: str, reason: str) -> Excluded:
    return _of_memory(one.memory, kind, reason, one.tokens)


def _of_memory(memory: Memory, kind: str, reason: str, tokens: int | None = None) -> Excluded:
    return Excluded(
        id=memory.id,
        reason=reason,
        kind=kind,
        content=memory.shown_text,
        type=memory.type,
        scope=memory.scope,
        scope_id=memory.scope_id,
        privacy=memory.privacy_level,
        confidence=memory.current_confidence,
        tokens=_tokens(memory.shown_text) if tokens is None else tokens,
    )


def _of_brief(one: _Why) -> Excluded:
    brief = one.brief
    return Excluded(
        brief.id, one.reason, one.kind, brief.text, brief.type, brief.scope, brief.scope_id, brief.privacy,
        brief.confidence, _tokens(brief.text),
    )  # fmt: skip


def _tokens(text: str) -> int:
    """What a bullet of `text` would take, but for what defusing it changes."""
    return tokens_of(f"- {text}\n")
