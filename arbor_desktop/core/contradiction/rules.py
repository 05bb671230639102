"""The rules by which two claims contradict each other. Each answers what it found, or None."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arbor_desktop.core.contradiction import vocabulary as v
from arbor_desktop.core.contradiction.claims import AGAINST, CONDITION, GONE, MAIN, SCOPE, Claim, Word
from arbor_desktop.core.contradiction.comparing import Difference, difference, somebody_else
from arbor_desktop.core.contradiction.frames import changed_word
from arbor_desktop.core.contradiction.rivals import COMPETING, OPPOSITE, Group, Rivals

_PREFIXES = ("un", "non", "in", "im", "dis")
_LEAST_PREFIXED = 4
_OWNING = frozenset(("have", "has", "own", "owns"))
_CONSUMED = frozenset(("eat", "drink", "food", "drive", "smok", "own", "touch", "buy", "at", "kind"))
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
        if not group.lenient and (one.likes or other.likes) and group.rule != OPPOSITE:
            continue
        if (one.knows or other.knows) and not _shares(one, other, a, b, rivals):
            continue
        if _same_thing(one, other, a, b, group, rivals):
            shared = difference(one, other, rivals, (a, b)).shared
            return Found(group.rule, a, b, shared, group, members)
    return None


def _shares(one: Claim, other: Claim, a: Word, b: Word, rivals: Rivals) -> bool:
    found = difference(one, other, rivals, (a, b))
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
    """Whether a claim names several of a group, which it then has side by side."""
    return len({m for word in claim.role(MAIN, SCOPE) for g, m in word.members if g == group}) > 1


def _same_thing(one: Claim, other: Claim, a: Word, b: Word, group: Group, rivals: Rivals) -> bool:
    found = difference(one, other, rivals, (a, b), group.kinds)
    if group.personal:
        times = (g for claim in (one, other) for w in claim.role(SCOPE) for g, _ in w.members)
        if _told_of_things(one, a, found.only_one) or _told_of_things(other, b, found.only_other):
            return False
        return not any(rivals.groups[g].recurring for g in times) and _alike_subjects(one, other, rivals)
    if found.apart:
        return False
    if group.everyday and not (found.shared or (_about(one, group, rivals) and _about(other, group, rivals))):
        return False
    if group.lenient:
        ours, theirs = _ahead(one, a, found.only_one), _ahead(other, b, found.only_other)
        if ours and theirs:
            return False
        return not (ours or theirs) or one.changed or other.changed or len(found.shared) > 0
    if one.switched or other.switched:
        ahead = _ahead(one, a, found.only_one) or _ahead(other, b, found.only_other)
        if not ahead and (one.subject == "user") == (other.subject == "user"):
            return True
    whole = difference(one, other, rivals, (a, b))
    if group.exact and (found.only_one or found.only_other) and not (one.changed or other.changed):
        return False
    alike = (
        not found.only_one and not found.only_other and _speaks_of(one, group) and _speaks_of(other, group)
    )
    plain = _plainly_same(one, other, found, (a, b))
    about = bool(whole.shared) or plain or (alike and (one.subject == "user") == (other.subject == "user"))
    return about and not _crossed(found)


def _speaks_of(claim: Claim, group: Group) -> bool:
    return any(word.key in group.kinds for word in claim.role(MAIN, SCOPE))


def _crossed(found: Difference) -> bool:
    """Whether each speaks of something of its own. Of much that both speak of, one word may differ."""
    return found.crossed and not found.named


def _told_of_things(claim: Claim, member: Word, keys: frozenset[str]) -> bool:
    """Whether it is told of something else than a person."""
    return claim.subject != "user" and _ahead(claim, member, keys)


def _about(claim: Claim, group: Group, rivals: Rivals) -> bool:
    """Whether an everyday word is meant as a member: `short answers`, not `short branches`."""
    others = [
        w
        for w in claim.words
        if w.key not in rivals.light and all(one != group.index for one, _ in w.members)
    ]
    return not group.kinds or not others or any(word.key in group.kinds for word in claim.words)


def _ahead(claim: Claim, member: Word, keys: frozenset[str]) -> bool:
    """Whether one of the words is what the claim is about: it goes before the member, or says where."""
    ahead = (word for word in claim.words if word.at < member.at or word.role in (SCOPE, CONDITION))
    return any(word.key in keys and word.raw.lower() not in v.GENERIC for word in ahead)


def stance(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """The same, held by one and not by the other: preferred and avoided, is and is not."""
    if not (one.holds and other.holds):
        return None
    if one.denied != other.denied:
        denied, asserted = (one, other) if one.denied else (other, one)
        found = difference(one, other, rivals, [w for w in (*one.words, *other.words) if _modal(w, rivals)])
        meant = _meant(asserted, found) and not _qualifiers(denied) - _qualifiers(asserted)
        too_much = found.only_one if one.denied else found.only_other
        if meant and _same_statement(found, too_much, _of_a_part(asserted, found, rivals)):
            rule = STANCE if one.stance and other.stance else NEGATION
            return Found(rule, None, None, found.shared)
        kind = _kind(one, other, rivals) if one.denied else _kind(other, one, rivals, turned=True)
        if kind:
            return kind
    if not one.denied and not other.denied:
        turned = _prefixed(one, other, rivals)
        if turned:
            return turned
        refused = _refused(one, other, rivals) or _refused(other, one, rivals, turned=True)
        if refused:
            return refused
    return _against(one, other, rivals) or _against(other, one, rivals, turned=True)


def _prefixed(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """`the branch is protected`, `the branch is unprotected`."""
    theirs = {word.key: word for word in other.role(MAIN)}
    for a in one.role(MAIN):
        for prefix in (*_PREFIXES, ""):
            b = theirs.get(prefix + a.key) if prefix else _bare(a.key, theirs)
            if b is None or b.key == a.key or min(len(a.key), len(b.key)) < _LEAST_PREFIXED:
                continue
            found = difference(one, other, rivals, (a, b))
            if found.shared and not (found.apart or found.crossed):
                return Found(OPPOSITE, a, b, found.shared)
    return None


def _bare(key: str, words: Mapping[str, Word]) -> Word | None:
    return next(
        (words[key[len(x) :]] for x in _PREFIXES if key.startswith(x) and key[len(x) :] in words), None
    )


def _modal(word: Word, rivals: Rivals) -> bool:
    return any(rivals.groups[group].modal for group, _ in word.members)


def _of_a_part(asserted: Claim, found: Difference, rivals: Rivals) -> bool:
    """Whether it is asserted only for some place, time or person: there it may be so."""
    hard = found.hard_one | found.hard_other
    return any(
        word.key in hard and (word.role in (SCOPE, CONDITION) or somebody_else(word, rivals))
        for word in asserted.words
    )


def _qualifiers(claim: Claim) -> set[str]:
    """Who doesn't like long meetings may like meetings."""
    return {word.raw.lower() for word in claim.role(MAIN, SCOPE)} & v.QUALIFIERS


def _meant(asserted: Claim, found: Difference) -> bool:
    """Whether what both speak of is what is asserted, and not merely where or for what."""
    main = list(asserted.role(MAIN))
    return len(main) < 2 or any(word.key in found.shared for word in main)


def _kind(denied: Claim, asserted: Claim, rivals: Rivals, turned: bool = False) -> Found | None:
    """`User has no pets`, and their parrot."""
    said = {word.key: word for word in asserted.role(MAIN, SCOPE)}
    words = [w for w in denied.role(MAIN, SCOPE) if w.key not in rivals.light and w.key not in _CONSUMED]
    new = [word for word in words if word.key not in said]
    if len(words) == 1 and not new and _lacks(denied) and _alike_subjects(denied, asserted, rivals):
        return Found(NEGATION, None, None, frozenset((words[0].key,)))
    if len(new) != 1 or new[0].quantity or any(w.role in (SCOPE, CONDITION) for w in denied.words):
        return None
    for word in said.values():
        if new[0].key in rivals.kinds.get(word.key, ()):
            same = _alike_subjects(denied, asserted, rivals, frozenset((new[0].key, word.key)))
            a, b = (word, new[0]) if turned else (new[0], word)
            return Found(NEGATION, a, b, frozenset((new[0].key, word.key))) if same else None
    return None


def _lacks(denied: Claim) -> bool:
    """`User has no car`, `User doesn't own a car`."""
    lows = {token.low for token in denied.tokens}
    return denied.subject == "user" and bool(lows & _OWNING) and not any(denied.role(SCOPE, CONDITION))


def _refused(label: Claim, asserted: Claim, rivals: Rivals, turned: bool = False) -> Found | None:
    """`User is vegan`, and bacon."""
    for word in label.role(MAIN):
        refused = rivals.refused.get(word.key, frozenset())
        for other in asserted.role(MAIN, SCOPE) if refused else ():
            named = refused & {other.key, *rivals.kinds.get(other.key, ())}
            if named and (named & rivals.relatives or _alike_subjects(label, asserted, rivals)):
                a, b = (other, word) if turned else (word, other)
                return Found(NEGATION, a, b, frozenset((word.key, other.key)))
    return None


def _alike_subjects(
    one: Claim, other: Claim, rivals: Rivals, apart_from: frozenset[str] = frozenset()
) -> bool:
    """Whether both are told of the same person, who is the user if nobody else is named."""
    if one.subject != other.subject and not {one.subject, other.subject} <= {"user", ""}:
        return False
    return _people(one, rivals) - apart_from == _people(other, rivals) - apart_from


def _people(claim: Claim, rivals: Rivals) -> frozenset[str]:
    return frozenset(word.key for word in claim.role(MAIN) if somebody_else(word, rivals))


def _same_statement(found: Difference, denied_only: frozenset[str], apart: bool) -> bool:
    """Whether one says what the other denies. What is denied of a part isn't denied of the whole."""
    return not apart and bool(found.shared) and not denied_only and found.closeness >= 0.3


def _against(one: Claim, other: Claim, rivals: Rivals, turned: bool = False) -> Found | None:
    """`X instead of Y`, and `Y`."""
    if one.denied or other.denied or other.knows or (other.subject == "user" and not other.stance):
        return None
    chosen = {word.key for word in one.role(MAIN, SCOPE)}
    for word in one.role(AGAINST):
        match = next((w for w in other.role(MAIN, SCOPE) if w.key == word.key or _is(w, word, rivals)), None)
        if match is None or word.key in rivals.light or word.key in chosen:
            continue
        if other.likes and not any(rivals.groups[group].lenient for group, _ in word.members):
            continue
        picked = [w for w in one.role(MAIN) if set(w.members) or w.key not in rivals.light]
        found = difference(one, other, rivals, (*picked, match))
        if (
            found.apart
            or found.crossed
            or not (
                found.shared
                or not found.only_one | found.only_other
                or _told_apart(match, rivals)
                or difference(one, other, rivals, (match,)).shared
            )
        ):
            continue
        left = next((w for w in picked if _rivals(w, word)), picked[-1] if picked else None)
        pair = (match, left) if turned else (left, match)
        return Found(STANCE, pair[0], pair[1], found.shared | {word.key})
    return None


def _whole(one: Word, newer: Claim, matched: list[Word], rivals: Rivals) -> bool:
    """Whether it is gone itself, and not what follows it: from tea to coffee, not from tea bags to leaves."""
    for gone in newer.role(GONE):
        if gone.key != one.key and not _is(one, gone, rivals):
            continue
        after = next((word for word in newer.role(GONE) if word.at == gone.at + 1), None)
        if (
            after is None
            or after.key in rivals.light
            or after.quantity
            or any(w.key == after.key for w in matched)
        ):
            return True
        return any(after.key in rivals.groups[group].kinds for group, _ in one.members)
    return False


def _told_apart(word: Word, rivals: Rivals) -> bool:
    """Whether it is a name or a tool, and no everyday word."""
    return word.name or any(rivals.groups[group].rule == COMPETING for group, _ in word.members)


def _is(one: Word, kind: Word, rivals: Rivals) -> bool:
    return kind.key in rivals.kinds.get(one.key, ()) or _alike(one, kind)


def _alike(one: Word, other: Word) -> bool:
    """Two ways to write one member."""
    return any(member in other.members for member in one.members)


def _rivals(one: Word, other: Word) -> bool:
    groups = {group for group, _ in one.members}
    return any(group in groups for group, _ in other.members)


def _successor(gone: Word, newer: Claim, text: Sequence[Claim]) -> Word | None:
    """What took the place: a rival of what is gone, or what `to` or `with` names."""
    for claim in (newer, *text):
        rival = next((word for word in claim.role(MAIN, SCOPE) if _rivals(word, gone)), None)
        if rival and not claim.denied:
            return rival
    named = list(newer.role(MAIN)) if newer.switched else []
    after = [word for word in named if word.at > gone.at]
    return next(iter(after or named), None)


def replaced(newer: Claim, older: Claim, rivals: Rivals, text: Sequence[Claim] = ()) -> Found | None:
    """The newer one says that what the older one claims is no more."""
    if newer.hedged or not older.holds or older.denied:
        return None
    gone = [w for w in newer.role(GONE) if (w.key not in rivals.light or w.members) and not w.quantity]
    if not gone:
        return None
    matched = [
        one
        for word in gone
        for one in older.role(MAIN, SCOPE)
        if one.key == word.key or _is(one, word, rivals)
    ]
    matched = [one for one in matched if _whole(one, newer, matched, rivals)]
    told = any(_told_apart(word, rivals) for word in matched)
    plain = [word for word in gone if word.raw.lower() not in v.GENERIC]
    if not matched or (not told and 2 * len(matched) < len(plain) + 1):
        return None
    places = {word.at for word in matched}
    names = [w for w in older.words if w.name and {w.at - 1, w.at + 1} & places]  # Brightwater Logistics
    found = difference(newer, older, rivals, (*newer.role(MAIN), *matched, *names))
    if found.hard_one and found.hard_other:
        return None
    new = _successor(matched[0], newer, text)
    shared = frozenset(word.key for word in matched) | found.shared
    both = [i for i, _ in matched[0].members if i in {index for index, _ in (new.members if new else ())}]
    return Found(REPLACEMENT, matched[0], new, shared, rivals.groups[both[0]] if both else None)


def value(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """The same of the same, with another number, time or name."""
    if one.denied or other.denied or not (one.holds and other.holds) or one.also or other.also:
        return None
    pair = _numbers(one, other)
    if pair is None:
        vague = one.knows or other.knows or one.likes or other.likes
        named = None if vague and not _favorite(one) else changed_word(one, other, rivals)
        return Found(VALUE, *named) if named else None
    found = difference(one, other, rivals, pair)
    if found.apart or found.crossed or not (found.shared or _plainly_same(one, other, found, pair)):
        return None
    return Found(VALUE, pair[0], pair[1], found.shared)


def _plainly_same(one: Claim, other: Claim, found: Difference, left_out: Sequence[Word]) -> bool:
    """`gets up at six`, `gets up at eight`: nothing but words that say little, and those are the same."""
    if found.only_one or found.only_other or one.subject != other.subject:
        return False
    out = {id(word) for word in left_out}
    ours, theirs = (frozenset(w.key for w in claim.words if id(w) not in out) for claim in (one, other))
    return bool(ours) and ours == theirs


def _favorite(claim: Claim) -> bool:
    return any(word.key == "favorit" for word in claim.words)


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
