"""What can be decided, and what your AI would read after it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from arbor_desktop.conflicts.model import Conflict, Decision, Member
from arbor_desktop.context.block import ALWAYS, Offered
from arbor_desktop.context.layers import CONVERSATION, FLOORS, GLOBAL, PROJECT
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Scope
from arbor_desktop.ui.conflicts.words import members_of, place_words, side_name, tr

_LAYERS = {Scope.GLOBAL: GLOBAL, Scope.PROJECT: PROJECT, Scope.CONVERSATION: CONVERSATION}


class Act(StrEnum):
    OLDER = "older"
    NEWER = "newer"
    THIS = "this"
    """One of several that is neither the oldest nor the newest."""
    CERTAIN = "certain"
    BOTH = "both"
    OUTDATED = "outdated"
    MERGE = "merge"
    NO_CONFLICT = "no conflict"


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of the person; `memory_id` for `THIS`."""

    act: Act
    memory_id: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the block as the AI reads it; `where` in words, unless that goes without saying."""

    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from a deed: `title`, the very lines, and what else is to be known."""

    title: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


def told_line(memory: Memory) -> str:
    """The line of the block, byte for byte."""
    return Offered(memory, ALWAYS).bullet


def not_told(memory: Memory) -> str:
    """Why an AI does not read it although it is kept; nothing if it does."""
    if memory.privacy_level is Privacy.NEVER_SHARE:
        return tr("It is never shared: your AI reads nothing of it.")
    if memory.privacy_level is Privacy.SENSITIVE:
        return tr("It is sensitive: your AI reads it only where a prompt asks for it.")
    pinned = memory.privacy_level is Privacy.ALWAYS_INCLUDE
    floor = FLOORS[ALWAYS if pinned else _LAYERS[memory.scope]]
    if memory.current_confidence < floor:
        return tr(
            "Its confidence of {value} is below {floor}: your AI reads it only where a prompt asks."
        ).format(value=f"{memory.current_confidence:.2f}", floor=f"{floor:.2f}")
    return ""


def kept_by(conflict: Conflict, act: Deed) -> Member | None:
    """The one member that a deed keeps as it is; None where it keeps several or makes a new one."""
    members = members_of(conflict)
    if act.act is Act.OLDER:
        return members[0]
    if act.act in (Act.NEWER, Act.OUTDATED):
        return members[-1]
    if act.act is Act.THIS:
        return next((m for m in members if m.memory.id == act.memory_id), None)
    return most_certain(conflict) if act.act is Act.CERTAIN else None


def most_certain(conflict: Conflict) -> Member:
    """The member of the highest confidence of today, as the service picks it."""
    scores = conflict.suggestion.scores

    def order(member: Member) -> tuple[float, float, int]:
        score = scores.get(member.memory.id)
        return (round(member.memory.current_confidence, 4), score.score if score else 0.0, member.at)

    return max(members_of(conflict), key=order)


def suggested(conflict: Conflict) -> Deed:
    """What Arbor would do."""
    members = members_of(conflict)
    decision = conflict.suggestion.decision
    if decision is Decision.ACCEPTED_OLDER:
        return Deed(Act.OLDER)
    if decision is Decision.ACCEPTED_NEWER:
        return Deed(Act.NEWER)
    winner = conflict.suggestion.winner
    if winner == members[0].memory.id:
        return Deed(Act.OLDER)
    return Deed(Act.NEWER) if winner == members[-1].memory.id else Deed(Act.THIS, winner)


def label(conflict: Conflict, deed: Deed) -> str:
    """The words of the button."""
    two = len(members_of(conflict)) == 2
    return {
        Act.OLDER: tr("Keep older") if two else tr("Keep oldest"),
        Act.NEWER: tr("Keep newer") if two else tr("Keep newest"),
        Act.THIS: tr("Keep this one"),
        Act.CERTAIN: tr("Keep the one with higher confidence"),
        Act.BOTH: tr("Keep both with context…") if two else tr("Keep all with context…"),
        Act.OUTDATED: tr("Mark older as outdated") if two else tr("Mark older ones as outdated"),
        Act.MERGE: tr("Merge & edit…"),
        Act.NO_CONFLICT: tr("They don't conflict"),
    }[deed.act]


Split = Callable[[Member], Memory]
"""A member as it would be after "keep both"."""


def effect(conflict: Conflict, deed: Deed, both: Mapping[str, Memory] | None = None) -> Effect:
    """What your AI reads after a deed. `both`: the members as "keep both" is prepared to leave them."""
    words = tr("After “{action}” your AI will read, as far as there is room")
    title = words.format(action=label(conflict, deed).rstrip("…"))
    members = members_of(conflict)
    if deed.act is Act.BOTH:
        after = [(both or {}).get(m.memory.id, _open_condition(m.memory)) for m in members]
        return Effect(title, _lines(after), (tr("You say in the next step when each one applies."),))
    if deed.act is Act.NO_CONFLICT:
        note = tr("Both stay as they are, and are not held against each other again unless one changes.")
        return Effect(title, _lines([m.memory for m in members]), (note,))
    if deed.act is Act.MERGE:
        note = tr("You write the text in the next step. The originals become superseded, with a way back.")
        newest = members[-1].memory
        lost = lost_elsewhere(members, newest.scope, members)
        return Effect(title, _lines([newest]), (lost, note) if lost else (note,))
    kept = kept_by(conflict, deed)
    if kept is None:
        return Effect(title, ())
    notes = [not_told(kept.memory)]
    losers = [m for m in members if m is not kept]
    if deed.act is Act.OUTDATED:
        one = tr("The older memory waits on Review, and isn't read until you decide there.")
        several = tr("The older ones wait on Review, and aren't read until you decide there.")
        notes.append(one if len(losers) == 1 else several)
    else:
        notes += [lost_elsewhere(members, kept.memory.scope, losers), _superseded(members, losers)]
    lines = () if kept.memory.privacy_level is Privacy.NEVER_SHARE else _lines([kept.memory])
    return Effect(title, lines, tuple(note for note in notes if note))


def _lines(memories: Sequence[Memory]) -> tuple[Line, ...]:
    told = [memory for memory in memories if memory.privacy_level is not Privacy.NEVER_SHARE]
    places = {(m.scope, m.scope_id, m.branch) for m in told}
    apart = len(places) > 1
    return tuple(Line(told_line(m), _where(m) if apart else "") for m in told)


def _where(memory: Memory) -> str:
    if memory.scope is Scope.GLOBAL:
        return tr("Everywhere")
    return tr("In {place}").format(place=place_words(memory))


def _open_condition(memory: Memory) -> Memory:
    """With a condition that is still to be said."""
    return replace(memory, details={**memory.details, "condition": memory.condition or "…"})


def lost_elsewhere(members: Sequence[Member], kept: Scope, losers: Sequence[Member]) -> str:
    """What other projects lose where a memory goes that held there; `kept`: the scope of what stays."""
    if kept is Scope.GLOBAL:
        return ""
    gone = next((m for m in losers if m.memory.scope is Scope.GLOBAL), None)
    if gone is None:
        return ""
    name = side_name(members.index(gone), len(members)).lower()
    return tr("Other projects no longer read the {name} memory, which holds everywhere.").format(name=name)


def _superseded(members: Sequence[Member], losers: Sequence[Member]) -> str:
    if len(losers) > 1:
        return tr("The others become superseded. Undo brings them back, and so does Reopen, later.")
    name = side_name(members.index(losers[0]), len(members)).lower()
    return tr("The {name} memory becomes superseded. Undo brings it back, and so does Reopen, later.").format(
        name=name
    )


def settled(conflict: Conflict, merged: Memory | None) -> Effect:
    """What of a decided conflict is read now; `merged` took the place of all."""
    living = [m.memory for m in conflict.members if m.memory.status in LIVING and not m.memory.needs_review]
    lines = _lines([merged] if merged is not None else living)
    return Effect(tr("Your AI reads of these now"), lines)


def call_of(conflict: Conflict, deed: Deed) -> dict[str, Any]:
    """What `resolve_conflict` is given for a deed that needs no dialog."""
    decision = {
        Act.OLDER: Decision.ACCEPTED_OLDER,
        Act.NEWER: Decision.ACCEPTED_NEWER,
        Act.THIS: Decision.ACCEPTED_NEWER,
        Act.CERTAIN: Decision.ACCEPTED_HIGHER_CONFIDENCE,
        Act.OUTDATED: Decision.MARKED_OUTDATED,
        Act.NO_CONFLICT: Decision.KEPT_BOTH_WITH_CONTEXT,
    }[deed.act]
    call: dict[str, Any] = {"decision": decision.value}
    kept = kept_by(conflict, deed)
    if deed.act in (Act.OLDER, Act.NEWER, Act.THIS, Act.CERTAIN) and kept is not None:
        call["keep"] = kept.memory.id  # the very one that was seen, whatever changed meanwhile
    return call
