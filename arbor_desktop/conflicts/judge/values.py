"""Statements of the same with another number, time or name: `the novel is set in Trieste`, `… in Bergen`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import MAIN, SCOPE, Claim, Word
from arbor_desktop.conflicts.judge.comparison import VALUE, Difference, Found, difference
from arbor_desktop.conflicts.judge.rivals import Rivals

_MOST_MORE = 3
_TIMES = frozenset(("clock", "date", "day"))


def value(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """Find another number, time or name of the same subject."""
    if one.denied or other.denied or not (one.holds and other.holds) or one.also or other.also:
        return None
    pair = _numbers(one, other)
    if pair is None:
        vague = one.knows or other.knows or one.likes or other.likes
        named = None if vague and not _favorite(one) else changed_word(one, other, rivals)
        return Found(VALUE, *named) if named else None
    if pair[0].quantity and pair[0].quantity.kind in _TIMES and _one_of_some(one) and _one_of_some(other):
        return None
    if _begins_or_ends(one, other) or _begins_or_ends(other, one):
        return None
    found = difference(one, other, rivals, pair)
    if (
        _for_some(one, pair[0], found.only_one)
        or _for_some(other, pair[1], found.only_other)
        or _of_another(one, pair[0], found.only_one)
        or _of_another(other, pair[1], found.only_other)
        or found.apart
        or found.crossed
        or len(found.only_one | found.only_other) > _MOST_MORE
        or not (found.shared or plainly_same(one, other, found, pair))
    ):
        return None
    return Found(VALUE, pair[0], pair[1], found.shared)


def _begins_or_ends(one: Claim, other: Claim) -> bool:
    """Return whether one claim says when it begins and the other when it ends."""
    ours, theirs = ({token.low for token in claim.tokens} for claim in (one, other))
    return bool(ours & v.BEGINS and theirs & v.FINISHES) and not ours & v.FINISHES


def _of_another(claim: Claim, number: Word, only: frozenset[str]) -> bool:
    """Return whether a bare number belongs to a name that the other claim lacks: `Expo SDK 52`."""
    if number.quantity is None or number.quantity.kind:
        return False
    near = (word for word in claim.words if abs(word.at - number.at) == 1)
    return any(word.key in only and word.name for word in near)


def _for_some(claim: Claim, number: Word, only: frozenset[str]) -> bool:
    """Return whether a claim is about a part that the other one lacks: `the fee for students is 25 euros`."""
    lows = [token.low for token in claim.tokens[: number.at]]
    return any(
        word.key in only and word.role == SCOPE and {"for", "of"} & set(lows[max(0, word.at - 2) : word.at])
        for word in claim.words
        if word.at < number.at
    )


def _one_of_some(claim: Claim) -> bool:
    """Return whether there may be others at other times: `has a meeting`."""
    lows = [token.low for token in claim.tokens]
    return any(low in v.HAVE and lows[at + 1 : at + 2] in (["a"], ["an"]) for at, low in enumerate(lows))


def plainly_same(one: Claim, other: Claim, found: Difference, left_out: Sequence[Word]) -> bool:
    """Return whether both have the same words, if only light ones: `gets up at six`, `gets up at eight`."""
    if found.only_one or found.only_other or one.subject != other.subject:
        return False
    out = {id(word) for word in left_out}
    ours, theirs = (frozenset(w.key for w in claim.words if id(w) not in out) for claim in (one, other))
    return bool(ours) and ours == theirs


def _favorite(claim: Claim) -> bool:
    return any(word.key == "favorit" for word in claim.words)


def _numbers(one: Claim, other: Claim) -> tuple[Word, Word] | None:
    """Return the only pair of numbers of one kind that differ."""
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


_PLACED = v.words("in into on at to under from by as is be")
_SAME_RELATION = {
    **dict.fromkeys(("in", "into", "at", "on", "to", "under"), "in"),
    **dict.fromkeys((*v.BE, "called", "named", ":"), "is"),
}
_BY = frozenset(("from", "by", "with", "via", "through", "using"))
_RELATIONS = frozenset((*_SAME_RELATION, *_BY, "as"))
_LOCATIVE = frozenset(
    ("stor", "set", "locat", "call", "name", "sleep", "stay", "stand", "park", "lie", "hang", "meet")
)
_LONGEST = 3


def changed_word(one: Claim, other: Claim, rivals: Rivals) -> tuple[Word, Word, frozenset[str]] | None:
    """Return the words in which two claims differ, and the shared ones; None if they differ in several
    places."""
    found = difference(one, other, rivals, ())
    if not found.shared or not found.only_one or not found.only_other:
        return None
    if any(word.quantity for word in one.words) != any(word.quantity for word in other.words):
        return None  # one of them says how much
    ours = _place(one, found.only_one)
    theirs = _place(other, found.only_other)
    if (
        not ours
        or not theirs
        or _relation(one, ours[0]) != _relation(other, theirs[0])
        or not _relation(one, ours[0])
    ):
        return None
    if not _comparable(one, ours, other, theirs, rivals, found.shared):
        return None
    return _joined(ours), _joined(theirs), found.shared


def _joined(words: list[Word]) -> Word:
    """Return the words of a name as one: Aldous Finch."""
    return replace(words[-1], raw=" ".join(word.raw for word in words))


def _place(claim: Claim, keys: frozenset[str]) -> list[Word]:
    """Return the words that only this claim has, if they are together."""
    words = [w for w in claim.role(MAIN, SCOPE) if w.key in keys and w.raw.lower() not in v.GENERIC]
    keys = frozenset(key for key in keys if any(w.key == key for w in words))
    if not words or len(words) > _LONGEST or len({word.key for word in words}) != len(keys):
        return []
    between = claim.tokens[words[0].at : words[-1].at]
    if any(token.low in _RELATIONS for token in between):
        return []
    return words if words[-1].at - words[0].at < _LONGEST else []


def _relation(claim: Claim, word: Word) -> str:
    for token in reversed(claim.tokens[: word.at]):
        if token.low in _RELATIONS:
            return "by" if token.low in _BY else _SAME_RELATION.get(token.low, token.low)
        if token.low not in v.STOP:
            return ""
    return ""


def _comparable(
    one: Claim, ours: list[Word], other: Claim, theirs: list[Word], rivals: Rivals, shared: frozenset[str]
) -> bool:
    """Return whether the words are values of one kind: names, places, jobs or favorites."""
    relation = _relation(one, ours[0])
    if ours[-1].members and theirs[-1].members and relation == "is":
        return False  # adjectives of different groups
    doing, other_doing = _doing(one), _doing(other)
    if doing and other_doing and doing.isdisjoint(other_doing):
        return False  # lives in Ghent, works in Bruges
    last = (ours[-1], theirs[-1])
    if relation == "by":
        return all(_coded(word) for word in last) or (len(shared) > 1 and all(_tool(w, rivals) for w in last))
    if all(word.name for word in last):
        return True
    if "favorit" in shared or relation == "as" or one.changed or other.changed:
        return True
    return relation == "in" and bool(shared & _LOCATIVE) and len(shared) > 1


def _doing(claim: Claim) -> frozenset[str]:
    """Return the verbs right after the subject: lives, works."""
    return frozenset(token.low for token in claim.tokens[1:4] if token.low in v.THIRD)


def _coded(word: Word) -> bool:
    """Return whether a name is written like code, and not like a person's."""
    return word.name and not word.raw.isalpha()


def _tool(word: Word, rivals: Rivals) -> bool:
    return any(rivals.groups[group].lenient for group, _ in word.members)
