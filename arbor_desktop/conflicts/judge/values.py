"""The same of the same, with another number, time or name."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import MAIN, SCOPE, Claim, Word
from arbor_desktop.conflicts.judge.comparison import Difference, difference
from arbor_desktop.conflicts.judge.findings import VALUE, Found
from arbor_desktop.conflicts.judge.frames import changed_word
from arbor_desktop.conflicts.judge.rivals import Rivals

_MOST_MORE = 3
_TIMES = frozenset(("clock", "date", "day"))


def value(one: Claim, other: Claim, rivals: Rivals) -> Found | None:
    """The same of the same, with another number, time or name."""
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
    """Whether one says when it begins, the other when it ends."""
    ours, theirs = ({token.low for token in claim.tokens} for claim in (one, other))
    return bool(ours & v.BEGINS and theirs & v.FINISHES) and not ours & v.FINISHES


def _of_another(claim: Claim, number: Word, only: frozenset[str]) -> bool:
    """Whether a bare number belongs to a name that the other one doesn't speak of: `Expo SDK 52`."""
    if number.quantity is None or number.quantity.kind:
        return False
    near = (word for word in claim.words if abs(word.at - number.at) == 1)
    return any(word.key in only and word.name for word in near)


def _for_some(claim: Claim, number: Word, only: frozenset[str]) -> bool:
    """`the fee for students is 25 euros`: whether it speaks of a part that the other one doesn't speak of."""
    lows = [token.low for token in claim.tokens[: number.at]]
    return any(
        word.key in only and word.role == SCOPE and {"for", "of"} & set(lows[max(0, word.at - 2) : word.at])
        for word in claim.words
        if word.at < number.at
    )


def _one_of_some(claim: Claim) -> bool:
    """`has a meeting`: there may be others at other times."""
    lows = [token.low for token in claim.tokens]
    return any(low in v.HAVE and lows[at + 1 : at + 2] in (["a"], ["an"]) for at, low in enumerate(lows))


def plainly_same(one: Claim, other: Claim, found: Difference, left_out: Sequence[Word]) -> bool:
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
