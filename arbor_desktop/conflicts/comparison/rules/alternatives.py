"""Contradictions by alternatives of which a subject has one: jest and vitest, dark and light."""

from __future__ import annotations

from collections.abc import Iterator

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.claims import (
    CONDITION,
    GONE,
    MAIN,
    SCOPE,
    SIGNS,
    TOPIC,
    Claim,
    Difference,
    Found,
    Word,
    alike,
    alike_subjects,
    difference,
)
from arbor_desktop.conflicts.comparison.data import OPPOSITE, Group, RuleData
from arbor_desktop.conflicts.comparison.rules.values import plainly_same
from arbor_desktop.text.sentences import root

_VERBS = v.BE | v.HAVE


def competing(one: Claim, other: Claim, data: RuleData) -> Found | None:
    """Find two alternatives that the claims assert of one subject."""
    if one.denied or other.denied or not (one.holds and other.holds) or one.also or other.also:
        return None
    for a, b, index, members in _pairs(one, other):
        group = data.groups[index]
        if _has(other, (index, members[0])) or _has(one, (index, members[1])):
            continue
        if _listed(one, index) or _listed(other, index):
            continue
        if not group.lenient and (one.likes or other.likes) and group.rule != OPPOSITE:
            continue
        if not group.lenient and _is_subject(one, a) and _is_subject(other, b):
            continue
        if (one.knows or other.knows) and not _shares(one, other, a, b, data):
            continue
        if _same_thing(one, other, a, b, group, data):
            shared = difference(one, other, data, (a, b)).shared
            return Found(group.rule, a, b, shared, group, members)
    return None


def _is_subject(claim: Claim, member: Word) -> bool:
    """Return whether the member is the subject of the clause: `the house has two rooms`."""
    if any(word.at < member.at for word in claim.role(MAIN, SCOPE)):
        return False
    verb = next((at for at, token in enumerate(claim.tokens) if at > member.at and token.low in _VERBS), None)
    return verb is not None and any(word.at > verb for word in claim.words)


def _shares(one: Claim, other: Claim, a: Word, b: Word, data: RuleData) -> bool:
    found = difference(one, other, data, (a, b))
    return any(
        word.key in found.shared and word.at < a.at and word.raw.lower() not in v.KNOWS
        for word in one.role(MAIN)
    )


def _pairs(one: Claim, other: Claim) -> Iterator[tuple[Word, Word, int, tuple[int, int]]]:
    ours = [word for word in one.role(MAIN, SCOPE) if word.members]
    theirs = [word for word in other.role(MAIN, SCOPE) if word.members]
    for a in ours:
        for b in theirs:
            for group, member in a.members:
                for its, another in b.members:
                    if its == group and another != member:
                        yield a, b, group, (member, another)


def _has(claim: Claim, member: tuple[int, int]) -> bool:
    return any(member in word.members for word in claim.role(MAIN, SCOPE))


def _listed(claim: Claim, group: int) -> bool:
    """Return whether a claim names several members of a group: then they coexist."""
    return len({m for word in claim.role(MAIN, SCOPE) for g, m in word.members if g == group}) > 1


def _same_thing(one: Claim, other: Claim, a: Word, b: Word, group: Group, data: RuleData) -> bool:
    if _left_another(one, group, b) or _left_another(other, group, a):
        return False
    found = difference(one, other, data, (a, b), group.kinds)
    if group.personal:
        times = (g for claim in (one, other) for w in claim.role(SCOPE) for g, _ in w.members)
        if _told_of_things(one, a, found.only_one) or _told_of_things(other, b, found.only_other):
            return False
        return not any(data.groups[g].recurring for g in times) and alike_subjects(one, other, data)
    if found.apart:
        return False
    if group.everyday and not (found.shared or (_about(one, group, data) and _about(other, group, data))):
        return False
    if group.lenient:
        ours, theirs = _ahead(one, a, found.only_one), _ahead(other, b, found.only_other)
        if ours and theirs:
            return False
        meant = found.shared - {word.key for word in one.role(CONDITION)}
        return not (ours or theirs) or one.changed or other.changed or len(meant) > 0
    if one.switched or other.switched:
        ahead = _ahead(one, a, found.only_one) or _ahead(other, b, found.only_other)
        subject = _is_subject(one, a) or _is_subject(other, b)
        if not ahead and not subject and (one.subject == "user") == (other.subject == "user"):
            return True
    whole = difference(one, other, data, (a, b))
    if group.exact and (found.only_one or found.only_other) and not (one.changed or other.changed):
        return False
    alike = (
        not found.only_one and not found.only_other and _speaks_of(one, group) and _speaks_of(other, group)
    )
    plain = plainly_same(one, other, found, (a, b))
    about = bool(whole.shared) or plain or (alike and (one.subject == "user") == (other.subject == "user"))
    return about and not _crossed(found)


def _left_another(claim: Claim, group: Group, named: Word) -> bool:
    """Return whether another member was left: from VS Code to Helix says nothing of PyCharm."""
    left = [word for word in claim.role(GONE) if any(index == group.index for index, _ in word.members)]
    return bool(left) and not any(alike(word, named) for word in left)


def _speaks_of(claim: Claim, group: Group) -> bool:
    """Return whether a claim names the group, if only within a member: British spelling."""
    return any(
        word.key in group.kinds or (_of(word, group) and _names_group(word, group))
        for word in claim.role(MAIN, SCOPE, TOPIC)
    )


def _of(word: Word, group: Group) -> bool:
    return any(index == group.index for index, _ in word.members)


def _names_group(word: Word, group: Group) -> bool:
    return " " in word.raw and any(root(part) in group.kinds for part in word.raw.lower().split())


def _crossed(found: Difference) -> bool:
    """Return whether each claim has a subject of its own, and they share no name."""
    return found.crossed and not found.named


def _told_of_things(claim: Claim, member: Word, keys: frozenset[str]) -> bool:
    """Return whether a claim is about something other than the user."""
    return claim.subject != "user" and _ahead(claim, member, keys)


def _about(claim: Claim, group: Group, data: RuleData) -> bool:
    """Return whether an everyday word is meant as a member: `short answers`, not `short branches`."""
    others = [
        w for w in claim.words if w.key not in data.light and all(one != group.index for one, _ in w.members)
    ]
    return not group.kinds or not others or any(word.key in group.kinds for word in claim.words)


def _ahead(claim: Claim, member: Word, keys: frozenset[str]) -> bool:
    """Return whether one of the words is the subject of the claim: it is before the member, or says where."""
    aside = next((at for at, token in enumerate(claim.tokens) if at > member.at and token.low in SIGNS), None)
    ahead = (
        word
        for word in claim.words
        if word.at < member.at
        or word.role == CONDITION
        or (word.role == SCOPE and (aside is None or word.at < aside))
    )
    return any(word.key in keys and word.raw.lower() not in v.GENERIC for word in ahead)
