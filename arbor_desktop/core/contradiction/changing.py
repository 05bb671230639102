"""What the newer one says to have been changed, moved or reached, without naming what it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.core.contradiction import vocabulary as v
from arbor_desktop.core.contradiction.claims import GONE, MAIN, SCOPE, TOPIC, Claim, Word
from arbor_desktop.core.contradiction.found import REPLACEMENT, Found, alike_subjects
from arbor_desktop.core.contradiction.rivals import Rivals

_PURSUED = v.words(
    "preparing training studying looking waiting learning saving searching hunting applying aiming revising "
    "practising practicing working hoping cramming"
)
_AIMED = frozenset(("for", "to", "on"))
_REACHED = v.words(
    "passed found finished got completed failed landed bought won received aced reached signed submitted "
    "handed ran"
)
_CHANGED = v.words("changed switched swapped")
_BETWEEN = v.words("my our the a an its their to have has had just also finally all")
_PLACED = v.words("in at on under with by as from into")
_MOVED = v.words("moved migrated relocated ported transferred shifted")
_MOST_WORDS = 3


def changed(newer: Claim, older: Claim, rivals: Rivals, text: Sequence[Claim]) -> Found | None:
    """The newer one says that what the older one tells has become something else."""
    if newer.hedged or newer.denied or not older.holds or older.denied:
        return None
    return (
        _reached(newer, older, rivals) or _changed(newer, older, rivals, text) or _moved(newer, older, rivals)
    )


def _reached(newer: Claim, older: Claim, rivals: Rivals) -> Found | None:
    """`preparing for the bar exam`, `passed the bar exam`."""
    sought = _at(older, _PURSUED)
    gained = _at(newer, _REACHED)
    if sought is None or gained is None or not alike_subjects(newer, older, rivals):
        return None
    if not any(token.low in _AIMED for token in older.tokens[sought + 1 : sought + 3]):
        return None
    aims = [w for w in older.words if w.at > sought and w.key not in rivals.light and not w.quantity]
    got = [w.key for w in newer.words if w.at > gained and w.key not in rivals.light and not w.quantity]
    if not aims or got[: len(aims)] != [word.key for word in aims]:
        return None
    one, other = older.tokens[sought], newer.tokens[gained]
    return Found(
        REPLACEMENT,
        replace(aims[0], raw=one.raw, quantity=None),
        replace(aims[0], raw=other.raw, quantity=None),
        frozenset(word.key for word in aims),
        why="The newer one says that what the older one speaks of was reached: {topic}.",
    )


def _changed(newer: Claim, older: Claim, rivals: Rivals, text: Sequence[Claim]) -> Found | None:
    """`User banks with Nordea`, `I changed banks, it is Handelsbanken now`."""
    verb = _at(newer, _CHANGED)
    before_verb = newer.tokens[verb - 1].low if verb else ""
    if before_verb and before_verb not in v.USER | v.TEAM | v.HAVE | v.PRONOUNS | _BETWEEN:
        return None  # 400 changed lines
    if verb is None or any(token.low in ("to", "from") for token in newer.tokens[verb + 1 :]):
        return None
    start = verb + 1
    while start < len(newer.tokens) and newer.tokens[start].low in _BETWEEN:
        start += 1
    what = next((word for word in newer.words if word.at == start and not word.quantity), None)
    if what is None or not alike_subjects(newer, older, rivals):
        return None
    same = [word for word in older.role(MAIN, SCOPE, TOPIC) if word.key == what.key]
    before = [w for w in older.role(MAIN, SCOPE) if w.key != what.key and w.key not in rivals.light]
    if not same or not before:
        return None
    after = next(iter(text[text.index(newer) + 1 :]), None) if newer in text else None
    named = [w for w in after.role(MAIN, SCOPE) if w.key not in rivals.light] if after else []
    return Found(REPLACEMENT, _joined(before), _joined(named) if named else what, frozenset((what.key,)))


def _moved(newer: Claim, older: Claim, rivals: Rivals) -> Found | None:
    """`the wiki sits on host lynx`, `the wiki was moved to the cloud`."""
    verb = _at(newer, _MOVED)
    if verb is None or not newer.switched or any(newer.role(GONE)):
        return None
    to = next((at for at, token in enumerate(newer.tokens) if at > verb and token.low == "to"), None)
    place = [w for w in older.role(MAIN, SCOPE) if _placed(older, w) and w.key not in rivals.light]
    if to is None or not place:
        return None
    what = [
        w
        for w in newer.words
        if w.at < to and w.role in (MAIN, SCOPE) and w.key not in rivals.light and not w.quantity
    ]
    goal = [w for w in newer.words if w.at > to and w.key not in rivals.light and w.role == MAIN]
    first = min(word.at for word in place)
    owners = {w.key for w in older.words if w.at < first and w.key not in rivals.light}
    names = {word.key for word in what}
    if not goal or not names or not owners or not (owners <= names or names <= owners):
        return None
    if {word.key for word in goal} & {word.key for word in place}:
        return None
    return Found(REPLACEMENT, _joined(place), _joined(goal), frozenset(owners & names))


def _placed(claim: Claim, word: Word) -> bool:
    """Whether it stands right after a word of place."""
    before = [token.low for token in claim.tokens[max(0, word.at - 2) : word.at]]
    return bool(before) and (before[-1] in _PLACED or (len(before) > 1 and before[-2] in _PLACED))


def _at(claim: Claim, verbs: frozenset[str]) -> int | None:
    return next((at for at, token in enumerate(claim.tokens) if token.low in verbs), None)


def _joined(words: Sequence[Word]) -> Word:
    """Some words as one, for people."""
    first = words[:_MOST_WORDS]
    return replace(first[0], raw=" ".join(dict.fromkeys(word.raw for word in first)), quantity=None)
