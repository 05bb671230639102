"""What a rule found, and what several rules ask of words and claims."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.conflicts.judge.claims import MAIN, Claim, Word
from arbor_desktop.conflicts.judge.comparison import somebody_else
from arbor_desktop.conflicts.judge.rivals import COMPETING, Group, Rivals

REPLACEMENT, STANCE, NEGATION, VALUE = "replacement", "stance", "negation", "value"


@dataclass(frozen=True, slots=True)
class Found:
    """A contradiction between two claims: by which rule, about what, and which words say so."""

    rule: str
    one: Word | None
    other: Word | None
    shared: frozenset[str]
    group: Group | None = None
    members: tuple[int, int] | None = None
    why: str = ""
    """The reason for people, with {topic}, if the rule's own doesn't fit."""


def are_rivals(one: Word, other: Word) -> bool:
    groups = {group for group, _ in one.members}
    return any(group in groups for group, _ in other.members)


def alike(one: Word, other: Word) -> bool:
    """Two ways to write one member."""
    return any(member in other.members for member in one.members)


def is_kind(one: Word, kind: Word, rivals: Rivals) -> bool:
    return kind.key in rivals.kinds.get(one.key, ()) or alike(one, kind)


def told_apart(word: Word, rivals: Rivals) -> bool:
    """Whether it is a name or a tool, and no everyday word."""
    groups = [rivals.groups[group] for group, _ in word.members]
    return word.name or any(g.rule == COMPETING and g.lenient and not g.everyday for g in groups)


def alike_subjects(
    one: Claim, other: Claim, rivals: Rivals, apart_from: frozenset[str] = frozenset()
) -> bool:
    """Whether both are told of the same person, who is the user if nobody else is named."""
    if one.subject != other.subject and not {one.subject, other.subject} <= {"user", ""}:
        return False
    return people(one, rivals) - apart_from == people(other, rivals) - apart_from


def people(claim: Claim, rivals: Rivals) -> frozenset[str]:
    return frozenset(word.key for word in claim.role(MAIN) if somebody_else(word, rivals))
