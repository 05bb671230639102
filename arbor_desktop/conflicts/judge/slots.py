"""Contradictions by slots, of which there is one value: where a person lives, a dog's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import DROPPED, GONE, SIGNS, Claim, Token, Word
from arbor_desktop.conflicts.judge.comparison import somebody_else
from arbor_desktop.conflicts.judge.rivals import Rivals, Slot, cue_root

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


def fill(claim: Claim, rivals: Rivals) -> tuple[Filled, ...]:
    """Return the values that a claim gives, at most one of each slot."""
    if not claim.holds or claim.denied:
        return ()
    roots = [cue_root(token.low) if token.low in _FORMS else token.stem for token in claim.tokens]
    found: dict[int, Filled] = {}
    for at, first in enumerate(roots):
        for cue, number, ahead in rivals.cues.get(first, ()):
            end = at + len(cue)
            turned = _of_owner(claim, number, at, cue, rivals) if number not in found and not ahead else None
            if turned:
                found[number] = turned
            if number in found or tuple(roots[at:end]) != cue:
                continue
            one = _ahead(claim, number, at, end, rivals) if ahead else _after(claim, number, at, end, rivals)
            if one:
                found[number] = one
    return tuple(found.values())


def _after(claim: Claim, number: int, at: int, end: int, rivals: Rivals) -> Filled | None:
    """`the dog is called Juno`: the owner, the cue, the value."""
    slot = rivals.slots[number]
    value = _value(claim.tokens, end, slot, rivals)
    if value is None or any(w.role in (GONE, DROPPED) and end <= w.at < end + value[2] for w in claim.words):
        return None
    owners = [w for w in claim.words if w.at < at and w.key not in rivals.light and w.quantity is None]
    bare = end - at == 1 and claim.tokens[at].low in v.BE
    if bare and not any(somebody_else(word, rivals) or word.key in rivals.kinds for word in owners):
        return None  # what is 7 may be a port
    return _filled(claim, number, owners, value[0], value[1])


def _of_owner(claim: Claim, number: int, at: int, cue: tuple[str, ...], rivals: Rivals) -> Filled | None:
    """`the name of the dog is Juno`."""
    if len(cue) != 2 or cue[1] != "be" or [token.low for token in claim.tokens[at + 1 : at + 2]] != ["of"]:
        return None
    verb = next((n for n in range(at + 2, len(claim.tokens)) if claim.tokens[n].low in v.BE), None)
    value = _value(claim.tokens, verb + 1, rivals.slots[number], rivals) if verb else None
    if verb is None or value is None:
        return None
    owners = [w for w in claim.words if at < w.at < verb and w.key not in rivals.light and not w.quantity]
    return _filled(claim, number, owners, value[0], value[1]) if owners else None


def _ahead(claim: Claim, number: int, at: int, end: int, rivals: Rivals) -> Filled | None:
    """`Ines is responsible for releases`: the value, the cue, the owner."""
    after = claim.tokens[end].low if end < len(claim.tokens) else ""
    if claim.tokens[at].low in ("run", "runs") and after in _WHERE:
        return None  # the bus runs at 9600 baud
    values = [word for word in claim.words if word.at < at and word.key not in rivals.light]
    owners = [word for word in claim.words if word.at >= end and word.key not in rivals.light]
    if len(values) != 1 or not (values[0].name or at == 1) or values[0].role in (GONE, DROPPED):
        return None
    return _filled(claim, number, owners, frozenset((values[0].key,)), values[0].raw)


def _filled(claim: Claim, number: int, owners: Sequence[Word], value: frozenset[str], raw: str) -> Filled:
    said = tuple(word.raw for word in owners)
    return Filled(number, frozenset(word.key for word in owners), value, raw, said, claim)


def _value(
    read: Sequence[Token], start: int, slot: Slot, rivals: Rivals
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
        if rest[-1].stem not in rivals.jobs and rest[-1].key not in rivals.jobs:
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


def differ(one: Filled, other: Filled, rivals: Rivals) -> bool:
    """Return whether both give the same slot of the same owner different values."""
    if one.slot != other.slot or one.claim.also or other.claim.also:
        return False
    if rivals.slots[one.slot].value == "job":
        if not (one.value - other.value and other.value - one.value):
            return False  # a chef may be a head chef
    elif one.value & other.value:
        return False
    if rivals.slots[one.slot].value == "place" and ("/" in one.raw) != ("/" in other.raw):
        return False  # code in a folder, flags in a service
    if rivals.slots[one.slot].person:
        return one.owner == other.owner
    if rivals.slots[one.slot].alone and one.owner == other.owner:
        return True
    only = one.owner ^ other.owner
    if _part_of(one, only) or _part_of(other, only):
        return False
    return bool(one.owner & other.owner) and (
        not only or (not (one.owner - other.owner and other.owner - one.owner) and not only & rivals.scopes)
    )
