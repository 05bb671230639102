"""The rules by which two claims contradict each other. Each answers what it found, or None."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbor_desktop.core.contradiction.claims import AGAINST, GONE, MAIN, SCOPE, Claim, Word
from arbor_desktop.core.contradiction.comparing import Difference, difference
from arbor_desktop.core.contradiction.rivals import OPPOSITE, Group, Rivals

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


def competing(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """Two alternatives of which one thing has one."""
    if one.denied or other.denied or not (one.holds and other.holds) or one.also or other.also:
        return None
    for a, b, index, members in _pairs(one, other):
        group = rivals.groups[index]
        if _has(other, (index, members[0])) or _has(one, (index, members[1])):
            continue
        if _listed(one, index) or _listed(other, index):
            continue
        if (one.taste or other.taste) and not (one.prefers and other.prefers):
            continue
        if _same_thing(one, other, a, b, group, rivals):
            shared = difference(one, other, rivals, (a, b)).shared
            return Found(group.rule, a, b, shared, group, members)
    return None


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
    """Whether a claim names several of a group, which it then has side by side."""
    return len({m for word in claim.role(MAIN, SCOPE) for g, m in word.members if g == group}) > 1


def _same_thing(one: Claim, other: Claim, a: Word, b: Word, group: Group, rivals: Rivals) -> bool:
    found = difference(one, other, rivals, (a, b), group.kinds)
    if found.apart:
        return False
    if group.lenient:
        return not found.crossed or len(found.shared) > 1
    whole = difference(one, other, rivals, (a, b))
    return bool(whole.shared) and not found.crossed


def stance(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """The same, held by one and not by the other: preferred and avoided, is and is not."""
    if not (one.holds and other.holds):
        return None
    if one.denied != other.denied:
        found = difference(one, other, rivals, ())
        if _same_statement(found):
            rule = STANCE if one.stance and other.stance else NEGATION
            return Found(rule, None, None, found.shared)
    return _against(one, other, rivals) or _against(other, one, rivals, turned=True)


def _same_statement(found: Difference) -> bool:
    if found.apart or not found.shared or found.crossed:
        return False
    return found.closeness >= 0.5


def _against(one: Claim, other: Claim, rivals: Rivals, turned: bool = False) -> Found | None:
    """`X instead of Y`, and `Y`."""
    if one.denied or other.denied or other.taste:
        return None
    asserted = {word.key: word for word in other.role(MAIN, SCOPE)}
    chosen = {word.key for word in one.role(MAIN, SCOPE)}
    for word in one.role(AGAINST):
        match = asserted.get(word.key)
        if match is None or word.key in rivals.light or word.key in chosen:
            continue
        picked = [w for w in one.role(MAIN) if set(w.members) or w.key not in rivals.light]
        found = difference(one, other, rivals, (*picked, match))
        if found.apart or found.crossed:
            continue
        left = next((w for w in picked if _rivals(w, word)), picked[-1] if picked else None)
        pair = (match, left) if turned else (left, match)
        return Found(STANCE, pair[0], pair[1], found.shared | {word.key})
    return None


def _rivals(one: Word, other: Word) -> bool:
    groups = {group for group, _ in one.members}
    return any(group in groups for group, _ in other.members)


def replaced(newer: Claim, older: Claim, rivals: Rivals) -> Found | None:
    """The newer one says that what the older one claims is no more."""
    if newer.hedged or not older.holds or older.denied:
        return None
    gone = [word for word in newer.role(GONE) if word.key not in rivals.light or word.members]
    if not gone:
        return None
    asserted = {word.key: word for word in older.role(MAIN, SCOPE)}
    matched = [asserted[word.key] for word in gone if word.key in asserted]
    if not matched or (not any(word.members or word.name for word in matched) and len(matched) < len(gone)):
        return None
    found = difference(newer, older, rivals, (*newer.role(MAIN), *matched))
    if found.hard_one and found.hard_other:
        return None
    new = next((w for w in newer.role(MAIN) if any(_rivals(w, g) for g in gone)), None)
    new = new or next(iter(newer.role(MAIN)), None)
    return Found(REPLACEMENT, matched[0], new, frozenset(word.key for word in matched) | found.shared)


def value(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """The same of the same, with another number, time or name."""
    if one.denied or other.denied or not (one.holds and other.holds) or one.also or other.also:
        return None
    pair = _numbers(one, other)
    if pair is None:
        return None
    found = difference(one, other, rivals, pair)
    if found.apart or not found.shared or found.crossed:
        return None
    return Found(VALUE, pair[0], pair[1], found.shared)


def _numbers(one: Claim, other: Claim) -> tuple[Word, Word] | None:
    """The one number of a kind that differs."""
    ours = [word for word in one.role(MAIN, SCOPE) if word.quantity]
    theirs = [word for word in other.role(MAIN, SCOPE) if word.quantity]
    pairs = []
    for kind in {word.quantity.kind for word in ours if word.quantity}:
        a = [w for w in ours if w.quantity and w.quantity.kind == kind and not _told(w, theirs)]
        b = [w for w in theirs if w.quantity and w.quantity.kind == kind and not _told(w, ours)]
        if len(a) == 1 and len(b) == 1 and {a[0].bound, b[0].bound} != {"<", ">"}:
            pairs.append((a[0], b[0]))
    return pairs[0] if len(pairs) == 1 else None


def _told(word: Word, others: list[Word]) -> bool:
    quantity = word.quantity
    return any(
        one.quantity
        and quantity
        and (one.quantity.kind, one.quantity.amount) == (quantity.kind, quantity.amount)
        for one in others
    )


def opposite(found: Found) -> bool:
    return found.rule == OPPOSITE
