"""Contradictions of values: another value of a slot of which there is one (where a person lives, a dog's
name), or another number, time or name of the same subject (`the novel is set in Trieste`, `… in Bergen`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.claims import (
    AGAINST,
    DROPPED,
    GONE,
    MAIN,
    SCOPE,
    SIGNS,
    VALUE,
    Claim,
    Difference,
    Found,
    Token,
    Word,
    difference,
    somebody_else,
)
from arbor_desktop.conflicts.comparison.data import RuleData, Slot, cue_root
from arbor_desktop.quick_dataclass import dataclass

_FORMS = v.BE | v.HAVE
_YEAR = 31_536_000
_MOST_WORDS = 6
_ARTICLES = v.words("team prof professor dr mr mrs ms a an the now also just my their about")
_AFTER_AGE = frozenset(("", *v.words(", years last this now in and today yesterday")))
_AS_HOBBY = v.words("passionate keen hobby amateur good great bad terrible avid enthusiastic careful")
_WHERE = v.SCOPE_STARTS | v.NEUTRAL_STARTS | v.words("as out every daily hourly weekly")
_ENDS = (
    SIGNS
    | v.CONDITIONS
    | v.words("and or but so for in on at since because as from with who which where by until")
)


@dataclass(frozen=True, slots=True)
class Filled:
    """A value of a slot. `owner`: keys of the words for its owner; `value`: keys by which it is compared."""

    slot: int
    owner: frozenset[str]
    value: frozenset[str]
    raw: str
    said: tuple[str, ...]
    """The words of the owner as written."""
    claim: Claim


def fill(claim: Claim, data: RuleData) -> tuple[Filled, ...]:
    """Return the values that a claim gives, at most one of each slot."""
    if not claim.holds or claim.denied:
        return ()
    roots = [cue_root(token.low) if token.low in _FORMS else token.stem for token in claim.tokens]
    found: dict[int, Filled] = {}
    for at, first in enumerate(roots):
        for cue, number, ahead in data.cues.get(first, ()):
            end = at + len(cue)
            turned = _of_owner(claim, number, at, cue, data) if number not in found and not ahead else None
            if turned:
                found[number] = turned
            if number in found or tuple(roots[at:end]) != cue:
                continue
            one = _ahead(claim, number, at, end, data) if ahead else _after(claim, number, at, end, data)
            if one:
                found[number] = one
    return tuple(found.values())


def _after(claim: Claim, number: int, at: int, end: int, data: RuleData) -> Filled | None:
    """`the dog is called Juno`: the owner, the cue, the value."""
    slot = data.slots[number]
    value = _value(claim.tokens, end, slot, data)
    if value is None or any(w.role in (GONE, DROPPED) and end <= w.at < end + value[2] for w in claim.words):
        return None
    owners = [w for w in claim.words if w.at < at and w.key not in data.light and w.quantity is None]
    if (
        slot.person
        and at + 1 < end
        and claim.tokens[end - 1].low == "are"
        and claim.tokens[at].low not in v.BE
    ):
        return None  # positions are rounded
    if slot.person and at and not (claim.subject or (owners and _names_person(claim, owners, data))):
        return None  # everything comes from the Nexus
    bare = end - at == 1 and claim.tokens[at].low in v.BE
    if bare and not any(somebody_else(word, data) or word.key in data.kinds for word in owners):
        return None  # what is 7 may be a port
    return _filled(claim, number, owners, value[0], value[1])


def _names_person(claim: Claim, owners: Sequence[Word], data: RuleData) -> bool:
    first = claim.tokens[0]
    named = first.raw[:1].isupper() and first.low not in v.PRONOUNS and owners[0].at == 0
    return named or any(somebody_else(word, data) or word.name for word in owners)


def _of_owner(claim: Claim, number: int, at: int, cue: tuple[str, ...], data: RuleData) -> Filled | None:
    """`the name of the dog is Juno`."""
    if len(cue) != 2 or cue[1] != "be" or [token.low for token in claim.tokens[at + 1 : at + 2]] != ["of"]:
        return None
    verb = next((n for n in range(at + 2, len(claim.tokens)) if claim.tokens[n].low in v.BE), None)
    value = _value(claim.tokens, verb + 1, data.slots[number], data) if verb else None
    if verb is None or value is None:
        return None
    owners = [w for w in claim.words if at < w.at < verb and w.key not in data.light and not w.quantity]
    return _filled(claim, number, owners, value[0], value[1]) if owners else None


def _ahead(claim: Claim, number: int, at: int, end: int, data: RuleData) -> Filled | None:
    """`Ines is responsible for releases`: the value, the cue, the owner."""
    after = claim.tokens[end].low if end < len(claim.tokens) else ""
    if claim.tokens[at].low in ("run", "runs") and after in _WHERE:
        return None  # the bus runs at 9600 baud
    values = [word for word in claim.words if word.at < at and word.key not in data.light]
    owners = [word for word in claim.words if word.at >= end and word.key not in data.light]
    if len(values) != 1 or not (values[0].name or at == 1) or values[0].role in (GONE, DROPPED):
        return None
    return _filled(claim, number, owners, frozenset((values[0].key,)), values[0].raw)


def _filled(claim: Claim, number: int, owners: Sequence[Word], value: frozenset[str], raw: str) -> Filled:
    said = tuple(word.raw for word in owners)
    return Filled(number, frozenset(word.key for word in owners), value, raw, said, claim)


def _value(
    read: Sequence[Token], start: int, slot: Slot, data: RuleData
) -> tuple[frozenset[str], str, int] | None:
    """Return the keys of a value, how it is written, and its number of tokens."""
    while start < len(read) and read[start].low in _ARTICLES:
        start += 1
    rest: list[Token] = []
    for token in read[start : start + _MOST_WORDS]:
        if token.low in _ENDS or (slot.value == "name" and rest and not token.name):
            break
        rest.append(token)
    if not rest:
        return None
    if slot.value == "job":
        if any(token.low in _AS_HOBBY for token in rest):
            return None
        if rest[-1].stem not in data.jobs and rest[-1].key not in data.jobs:
            return None
        return frozenset(t.key for t in rest), " ".join(t.raw for t in rest), len(rest)
    if slot.value in ("age", "date", "length", "weight"):
        return _counted(read, start, slot.value)
    plain = all(token.raw == token.low for token in read)
    first = rest[0]
    if slot.value in ("name", "place") and not (
        first.name or (plain and slot.value == "name" and len(rest) == 1)
    ):
        return None
    if first.members and slot.value == "name" and slot.person:
        return None
    kept = [token for token in rest if token.low not in v.STOP and token.low not in v.ALSO]
    if slot.value == "place":
        kept = kept[:1]
    if not kept or any(token.quantity for token in kept[:1]):
        return None
    raw = " ".join(token.raw for token in kept)
    return frozenset(token.key for token in kept), raw, len(rest)


def _counted(read: Sequence[Token], start: int, kind: str) -> tuple[frozenset[str], str, int] | None:
    amount = read[start].quantity
    after = read[start + 1].low if start + 1 < len(read) else ""
    if amount is None:
        return None
    if kind == "date":
        return (frozenset((str(amount.amount),)), amount.raw, 1) if amount.kind == "date" else None
    if kind in ("length", "weight"):
        return (frozenset((str(amount.amount),)), amount.raw, 1) if amount.kind == kind else None
    if amount.kind not in ("", "time") or isinstance(amount.amount, str):
        return None
    if amount.kind == "" and after not in _AFTER_AGE:
        return None
    if amount.kind == "time" and amount.amount % _YEAR:
        return None
    years = amount.amount / _YEAR if amount.kind == "time" else amount.amount
    return (frozenset((f"{years:g}",)), f"{years:g}", 1) if years < 130 else None


def _part_of(one: Filled, only: frozenset[str]) -> bool:
    """`the benchmarks of the scheduler` are not the scheduler."""
    tokens = one.claim.tokens
    return any(
        token.key in only and tokens[at + 1 : at + 2] and tokens[at + 1].low == "of"
        for at, token in enumerate(tokens)
    )


def differ(one: Filled, other: Filled, data: RuleData) -> bool:
    """Return whether both give the same slot of the same owner different values."""
    if one.slot != other.slot or one.claim.also or other.claim.also:
        return False
    if data.slots[one.slot].value == "job":
        if not (one.value - other.value and other.value - one.value):
            return False  # a chef may be a head chef
    elif one.value & other.value:
        return False
    if data.slots[one.slot].value == "place" and ("/" in one.raw) != ("/" in other.raw):
        return False  # code in a folder, flags in a service
    if data.slots[one.slot].person:
        return one.owner == other.owner
    if data.slots[one.slot].alone and one.owner == other.owner:
        return True
    only = one.owner ^ other.owner
    if _part_of(one, only) or _part_of(other, only):
        return False
    return bool(one.owner & other.owner) and (
        not only or (not (one.owner - other.owner and other.owner - one.owner) and not only & data.scopes)
    )


_MOST_MORE = 3
_TIMES = frozenset(("clock", "date", "day"))


def value(one: Claim, other: Claim, data: RuleData) -> Found | None:
    """Find another number, time or name of the same subject."""
    if one.denied or other.denied or not (one.holds and other.holds) or one.also or other.also:
        return None
    pair = _numbers(one, other)
    if pair is None:
        vague = one.knows or other.knows or one.likes or other.likes
        named = None if vague and not _favorite(one) else changed_word(one, other, data)
        return Found(VALUE, *named) if named else None
    if pair[0].quantity and pair[0].quantity.kind in _TIMES and _one_of_some(one) and _one_of_some(other):
        return None
    if _begins_or_ends(one, other) or _begins_or_ends(other, one) or _replaces_another(other, pair[0]):
        return None
    found = difference(one, other, data, pair)
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


def _replaces_another(newer: Claim, number: Word) -> bool:
    """Return whether the newer claim refuses another number than the older one's: `50 m now, not 30`."""
    refused = [word.raw.split(" ")[0] for word in newer.role(AGAINST) if word.quantity]
    return bool(refused) and number.raw.split(" ")[0] not in refused


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


def changed_word(one: Claim, other: Claim, data: RuleData) -> tuple[Word, Word, frozenset[str]] | None:
    """Return the words in which two claims differ, and the shared ones; None if they differ in several
    places."""
    found = difference(one, other, data, ())
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
    if not _comparable(one, ours, other, theirs, data, found.shared):
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
    one: Claim,
    ours: list[Word],
    other: Claim,
    theirs: list[Word],
    data: RuleData,
    shared: frozenset[str],
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
        return all(_coded(word) for word in last) or (len(shared) > 1 and all(_tool(w, data) for w in last))
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


def _tool(word: Word, data: RuleData) -> bool:
    return any(data.groups[group].lenient for group, _ in word.members)
