"""Statements that something is over or has another holder now, and what replaced it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.claims import (
    GONE,
    MAIN,
    REPLACEMENT,
    SCOPE,
    Claim,
    Found,
    Word,
    are_rivals,
    difference,
    is_kind,
    people,
    somebody_else,
)
from arbor_desktop.conflicts.comparison.data import COMPETING, OPPOSITE, RuleData
from arbor_desktop.quick_dataclass import dataclass


def replaced(newer: Claim, older: Claim, data: RuleData, text: Sequence[Claim] = ()) -> Found | None:
    """Find something of the older claim that the newer one says is over."""
    if newer.hedged or not older.holds or older.denied:
        return None
    gone = [w for w in newer.role(GONE) if (w.key not in data.light or w.members) and not w.quantity]
    gone = [word for word in gone if word.name or not (word.key in v.GONE_VERBS or somebody_else(word, data))]
    if not gone:
        return None
    matched = [one for word in gone for one in older.role(MAIN, SCOPE) if _is_meant(word, one, data)]
    matched = [one for one in matched if _whole(one, newer, matched, data)]
    told = any(_is_tool(word, data) for word in matched)
    heads = {word.at for word in gone}
    follows = [word for word in gone if word.at - 1 in heads and _says_when(word, data)]  # boxing days
    plain = [word for word in gone if word.raw.lower() not in v.GENERIC and word not in follows]
    matched = [one for one in matched if all(one.key != word.key for word in follows)]
    said = [one for one in matched for word in plain if _is_meant(word, one, data)]
    if plain and not told and not said:
        return None  # full logging is off, which says nothing of what logs
    if people(newer, data) - people(older, data):
        return None
    if not matched or (not told and 2 * len(matched) < len(plain) + 1):
        return None
    places = {word.at for word in matched}
    names = [w for w in older.words if w.name and {w.at - 1, w.at + 1} & places]  # Brightwater Logistics
    found = difference(newer, older, data, (*newer.role(MAIN), *matched, *names))
    if found.hard_one and found.hard_other:
        return None
    goal = [w for w in newer.role(MAIN) if w.at > gone[0].at]
    of_many = newer.switched and any(word.members for word in matched)
    if of_many and difference(newer, older, data, (*goal, *matched, *names)).crossed:
        return None  # what was moved from Tuesday is not all that happens on Tuesdays
    new = _successor(matched[0], newer, text)
    shared = frozenset(word.key for word in matched) | found.shared
    both = [i for i, _ in matched[0].members if i in {index for index, _ in (new.members if new else ())}]
    one = matched[0] if new or len(matched) == 1 else _joined(matched)
    return Found(REPLACEMENT, one, new, shared, data.groups[both[0]] if both else None)


def _is_meant(gone: Word, one: Word, data: RuleData) -> bool:
    """Return whether the word that is gone means this one: the same, its kind, or the file at its path."""
    return one.key == gone.key or one.key.endswith(f"/{gone.key}") or is_kind(one, gone, data)


def _joined(matched: Sequence[Word]) -> Word:
    """Return the words that are gone as one: oil stove."""
    rest = (word for at, word in enumerate(matched) if at and word.at == matched[at - 1].at + 1)
    return replace(matched[0], raw=" ".join([matched[0].raw, *(word.raw for word in rest)]))


def _is_tool(word: Word, data: RuleData) -> bool:
    """Return whether a word is a name or one of several alternatives, and no everyday word."""
    groups = [data.groups[group] for group, _ in word.members]
    return word.name or any(group.rule == COMPETING and not group.everyday for group in groups)


def _says_when(word: Word, data: RuleData) -> bool:
    """Return whether a word only says when: in `my boxing days`, days are not over."""
    return bool(word.members) and all(
        data.groups[group].time or data.groups[group].rule == OPPOSITE for group, _ in word.members
    )


def _whole(one: Word, newer: Claim, matched: list[Word], data: RuleData) -> bool:
    """Return whether the word itself is gone, and not the next one: from tea to coffee, not from tea bags."""
    for gone in newer.role(GONE):
        if not _is_meant(gone, one, data):
            continue
        after = next((word for word in newer.role(GONE) if word.at == gone.at + 1), None)
        if after is not None and after.quantity:  # python 2 support
            after = next((word for word in newer.role(GONE) if word.at == gone.at + 2), None)
        if (
            after is None
            or after.key in data.light
            or after.quantity
            or _says_when(after, data)
            or any(w.key == after.key for w in matched)
        ):
            return True
        return any(after.key in data.groups[group].kinds for group, _ in one.members)
    return False


def _successor(gone: Word, newer: Claim, text: Sequence[Claim]) -> Word | None:
    """Return the successor: a rival of the word that is gone, or what `to` or `with` names."""
    for claim in (newer, *text):
        rival = next((word for word in claim.role(MAIN, SCOPE) if are_rivals(word, gone)), None)
        if rival and not claim.denied:
            return rival
    named = list(newer.role(MAIN)) if newer.switched else []
    after = [word for word in named if word.at > gone.at]
    return next(iter(after or named), None)


_MOST_WORDS = 3
_IS = v.words("is became took")
_WHEN = v.words("now currently nowadays ,")
_PASSED = _WHEN | {"new"}
_TITLES = v.words("dr mr mrs ms prof professor")
_THE = v.words("the our my their new")
_OF = v.words("of for at in on")


_MOVED = v.words("moved migrated relocated ported transferred shifted")
_PLACED = v.words("in at on under with by as from into")


def moved(newer: Claim, older: Claim, data: RuleData) -> Found | None:
    """Find a move: `the wiki sits on host lynx`, `the wiki was moved to the cloud`."""
    if newer.hedged or newer.denied or not older.holds or older.denied:
        return None
    verb = next((at for at, token in enumerate(newer.tokens) if token.low in _MOVED), None)
    if verb is None or not newer.switched or any(newer.role(GONE)):
        return None
    to = next((at for at, token in enumerate(newer.tokens) if at > verb and token.low == "to"), None)
    place = [w for w in older.role(MAIN, SCOPE) if _placed(older, w) and w.key not in data.light]
    if to is None or not place:
        return None
    what = [
        w
        for w in newer.words
        if w.at < to and w.role in (MAIN, SCOPE) and w.key not in data.light and not w.quantity
    ]
    goal = [w for w in newer.words if w.at > to and w.key not in data.light and w.role == MAIN]
    first = min(word.at for word in place)
    owners = {w.key for w in older.words if w.at < first and w.key not in data.light}
    names = {word.key for word in what}
    if not goal or not names or not owners or not (owners <= names or names <= owners):
        return None
    if {word.key for word in goal} & {word.key for word in place}:
        return None
    return Found(REPLACEMENT, _in_words(place), _in_words(goal), frozenset(owners & names))


def _placed(claim: Claim, word: Word) -> bool:
    """Return whether a word is right after a word of place."""
    before = [token.low for token in claim.tokens[max(0, word.at - 2) : word.at]]
    return bool(before) and (before[-1] in _PLACED or (len(before) > 1 and before[-2] in _PLACED))


def new_holder(newer: Claim, older: Claim) -> Found | None:
    """Find another holder of a role: `Marit is the chair of the board`, `Yusuf is the chair now`."""
    if newer.hedged or newer.denied or not older.holds or older.denied:
        return None
    was, now = _holding(older), _holding(newer)
    if was is None or now is None or newer.also or older.also:
        return None
    if not (newer.changed or (now.began and not was.began)):
        return None
    if was.role != now.role or not now.of <= was.of or was.holder & now.holder:
        return None
    return Found(REPLACEMENT, _in_words(was.words), _in_words(now.words), now.role)


@dataclass(frozen=True, slots=True)
class _Holding:
    """The holder of a role that only one can have. `words`: the name; `began`: the holder took over or is
    new."""

    words: tuple[Word, ...]
    role: frozenset[str]
    of: frozenset[str]
    began: bool

    @property
    def holder(self) -> frozenset[str]:
        return frozenset(word.key for word in self.words)


def _holding(claim: Claim) -> _Holding | None:
    """Read `X is the chair of Y`, `the chair of Y is X`, `X took over as chair of Y` and `…, X, chair`."""
    lows = [token.low for token in claim.tokens]
    verb = next((at for at, low in enumerate(lows) if low in _IS), None)
    if apposed := _apposed(claim):
        return apposed
    if verb is None:
        return None
    after = next((at for at in range(verb + 1, len(lows)) if lows[at] not in _WHEN), verb)
    first = 3 if lows[:3] == ["from", "now", "on"] else 0
    began = lows[verb : verb + 3] == ["took", "over", "as"]
    if began:
        sides = (first, verb, verb + 3)
    elif lows[after] in _THE:
        sides = (first, verb, after + 1)
    elif lows[first] in _THE:
        sides = (after, len(lows), first + 1)
    else:
        return None
    end = verb if sides[0] > verb else len(lows)
    holder = _named(claim, sides[0], sides[1])
    role, of = _part(claim, sides[2], end)
    return _Holding(holder, role, of, began or "new" in lows) if holder and role else None


def _apposed(claim: Claim) -> _Holding | None:
    """Read `… by Tilo Renn, head chef` at the end of a clause."""
    lows = [token.low for token in claim.tokens]
    comma = max((at for at, low in enumerate(lows) if low == ","), default=0)
    first = comma
    while first and claim.tokens[first - 1].raw[:1].isupper():
        first -= 1
    if not comma or first in (0, comma):
        return None
    holder, (role, of) = _named(claim, first, comma), _part(claim, comma + 1, len(lows))
    plain = all(token.raw.islower() for token in claim.tokens[comma + 1 :])
    return _Holding(holder, role, of, False) if holder and plain and 0 < len(role) <= _MOST_WORDS else None


def _named(claim: Claim, start: int, end: int) -> tuple[Word, ...]:
    """Return the words there, if they are a name and nothing else."""
    words = [word for word in claim.role(MAIN) if start <= word.at < end]
    others = [token for token in claim.tokens[start:end] if token.low not in _WHEN | _TITLES]
    if not words or len(words) != len(others) or len(words) > _MOST_WORDS:
        return ()
    return tuple(words) if all(word.raw[:1].isupper() for word in words) else ()


def _part(claim: Claim, start: int, end: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a role, and those that say of what."""
    lows = [token.low for token in claim.tokens]
    parted = next((at for at in range(start, end) if lows[at] in _OF), end)
    words = [word for word in claim.role(MAIN, SCOPE) if start <= word.at < end and not word.quantity]
    role = frozenset(word.key for word in words if word.at < parted and lows[word.at] not in _PASSED)
    return role, frozenset(word.key for word in words if word.at > parted)


def _in_words(words: Sequence[Word]) -> Word:
    """Return some words as one, for people."""
    first = words[:_MOST_WORDS]
    return replace(first[0], raw=" ".join(dict.fromkeys(word.raw for word in first)), quantity=None)
