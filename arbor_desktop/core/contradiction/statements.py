"""A statement as the evidence sees it (evidence.py).

The words that tell what is spoken of, what is said of them, and the notions that it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbor_desktop.core.contradiction import vocabulary as v
from arbor_desktop.core.contradiction.claims import Claim
from arbor_desktop.core.contradiction.notions import PASSED_OVER, Notions
from arbor_desktop.core.contradiction.pieces import root
from arbor_desktop.core.contradiction.quantities import Quantity
from arbor_desktop.core.contradiction.rivals import Rivals
from arbor_desktop.core.contradiction.slots import Filled
from arbor_desktop.core.contradiction.tokens import SIGNS

BEGINNING = 5
"""Words that begin with so many letters alike may have a root in common."""
_MEANS = v.words(
    "use uses used using with via through by over on in to into from is are be as called named under prefer"
)
_VERBS = (
    v.VERBS
    | v.BE
    | v.HAVE
    | v.words("may might would could come comes came take takes get gets ends last lasts")
)
_LITTLE = v.STOP | v.NEGATIONS | v.SCOPE_STARTS | v.words("longer anymore more now instead")
_MOST_CLAUSES = 8


@dataclass(frozen=True, slots=True)
class Item:
    """A word that tells what is spoken of."""

    key: str
    raw: str
    name: bool
    members: tuple[tuple[int, int], ...]
    means: bool
    """It stands where what something is, or is done with, stands."""
    bare: bool
    """Right after such a word, without an article: what it is done with, or called."""
    scope: bool
    """It stands where it is said for what, where or when something holds."""
    subject: bool
    """It stands before the verb."""
    light: bool
    """It tells little of what is spoken of."""


@dataclass(frozen=True, slots=True)
class Part:
    """A clause as the evidence sees it."""

    items: tuple[Item, ...]
    keys: frozenset[str]
    soft: frozenset[str]
    """Words that tell little of what is spoken of."""
    touched: frozenset[str]
    """What a word says to be over, or to have changed."""
    reached: frozenset[str]
    """What it says to have changed to."""
    row: tuple[str, ...]
    """All of its words, as they are compared."""
    quantities: tuple[Quantity, ...]
    kinds: frozenset[str]
    denied: bool
    holds: bool
    """It says what is so, not what was once, or may be."""
    opposites: frozenset[tuple[int, int, str, str]]
    """On which side of which opposites, by which words: their stems, and as written."""
    others: frozenset[str]
    parts: frozenset[str]
    user: bool


@dataclass(frozen=True, slots=True)
class Read:
    """A statement as the evidence sees it."""

    parts: tuple[Part, ...]
    keys: frozenset[str]
    topical: frozenset[str]
    """The beginnings of all words that tell something of what is spoken of."""
    kinds: frozenset[str]
    names: frozenset[str]
    others: frozenset[str]
    exclusive: frozenset[tuple[int, int]]
    said: dict[tuple[int, int], str] = field(default_factory=dict)
    """By which words each of these notions is named."""
    filled: tuple[Filled, ...] = ()


def read(claims: Sequence[Claim], filled: Sequence[Filled], notions: Notions, rivals: Rivals) -> Read:
    """Reads a statement whose claims were read."""
    parts = []
    said: dict[tuple[int, int], str] = {}
    for claim in claims[:_MOST_CLAUSES]:
        part, exclusive = _part(claim, notions, rivals)
        parts.append(part)
        for notion, words in exclusive.items():
            said.setdefault(notion, words)
    return Read(
        tuple(parts),
        frozenset(key for part in parts for key in part.keys),
        frozenset(key[:BEGINNING] for part in parts for key in part.keys | part.soft),
        frozenset(kind for part in parts for kind in part.kinds),
        frozenset(item.key for part in parts for item in part.items if item.name),
        frozenset(key for part in parts for key in part.others),
        frozenset(said),
        said,
        tuple(filled),
    )


def _part(claim: Claim, notions: Notions, rivals: Rivals) -> tuple[Part, dict[tuple[int, int], str]]:
    lows, roots, keys = _flat(claim)
    kinds: set[str] = set()
    opposites: set[tuple[int, int, str, str]] = set()
    exclusive: dict[tuple[int, int], str] = {}
    others: set[str] = set()
    parts: set[str] = set()
    touched: set[str] = set()
    reached: set[str] = set()
    denials: set[int] = set()
    items, quantities = _items(claim, notions, rivals)
    told = {item.key for item in items if not item.light}
    for at, length, marks in notions.found(lows, roots):
        kinds |= marks.kinds
        words = " ".join(roots[at : at + length])
        if "denied" in marks.kinds:
            denials.update(range(at, at + length))
        if "others" in marks.kinds:
            others.add(words)
        if "parts" in marks.kinds:
            parts.add(words)
        if marks.kinds & _GONE:
            gone, new = _around(at, length, lows, keys, told)
            touched |= gone
            reached |= new
        for number, side in marks.opposites:
            opposites.add((number, side, words, " ".join(lows[at : at + length])))
        for notion in marks.exclusive if claim.holds else ():
            if not any(root in _NOT for root in roots[:at]):
                exclusive.setdefault(notion, " ".join(lows[at : at + length]))
    denied = sum(1 for place in denials if place - 1 not in denials) % 2 == 1
    part = Part(
        items,
        frozenset(told),
        frozenset(item.key for item in items if item.light),
        frozenset(touched),
        frozenset(reached),
        tuple(keys),
        quantities,
        frozenset(kinds),
        denied,
        claim.holds,
        frozenset(opposites),
        frozenset(others),
        frozenset(parts),
        any(token.low in v.USER for token in claim.tokens),
    )
    return part, exclusive


_NOT = frozenset(("not", "no", "never", "without", "nor"))
_GONE = frozenset(("ended", "moved"))
_INTO = frozenset(("to", "into", "onto", "with", "by", "for"))


def _flat(claim: Claim) -> tuple[list[str], list[str], list[str]]:
    """The words of a claim as written, as stems, and the word that each belongs to."""
    lows: list[str] = []
    keys: list[str] = []
    for token in claim.tokens:
        if token.quantity is None:
            for low in token.low.split():
                if low not in PASSED_OVER and low not in SIGNS:
                    lows.append(low)
                    keys.append(token.key)
    return lows, [root(low) for low in lows], keys


def _around(
    at: int, length: int, lows: Sequence[str], keys: Sequence[str], told: set[str]
) -> tuple[set[str], set[str]]:
    """What a word of change says to be over, and what to be new: of the words right after it, or before it,
    that tell what is spoken of."""
    gone: set[str] = set()
    new: set[str] = set()
    into = lows[at + length - 1] in _INTO
    for place in range(at + length, min(len(lows), at + length + 6)):
        into = into or lows[place] in _INTO
        if keys[place] in told and (into or place < at + length + 3):
            (new if into else gone).add(keys[place])
    return gone or {key for key in keys[max(0, at - 4) : at] if key in told}, new


def _items(claim: Claim, notions: Notions, rivals: Rivals) -> tuple[tuple[Item, ...], tuple[Quantity, ...]]:
    items: list[Item] = []
    quantities: list[Quantity] = []
    scope = seen_verb = False
    before = ""
    means = False
    for token in claim.tokens:
        low = token.low
        if low in SIGNS:
            scope, before, means = False, low, False
            continue
        if token.quantity is not None:
            quantities.append(token.quantity)
            before = low
            continue
        if low in v.SCOPE_STARTS or low in v.CONDITIONS:
            scope = True
        elif low in _VERBS and items:
            scope, seen_verb = False, True
        if low in _MEANS:
            means = True
        plain = low in _LITTLE or (not token.members and (low in PASSED_OVER or token.key in rivals.light))
        if plain:
            before = low
            continue
        items.append(
            Item(
                token.key,
                token.raw,
                token.name,
                token.members,
                means,
                before in _MEANS,
                scope,
                not seen_verb,
                not token.members and token.stem in notions.soft,
            )
        )
        before = low
    return tuple(items), tuple(quantities)
