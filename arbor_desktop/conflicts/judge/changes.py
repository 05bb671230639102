"""What the newer one says to have been changed, moved or reached, without naming what it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import GONE, MAIN, SCOPE, TOPIC, Claim, Word
from arbor_desktop.conflicts.judge.findings import REPLACEMENT, Found, alike_subjects
from arbor_desktop.conflicts.judge.rivals import Rivals

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
_IS = v.words("is became took")
_WHEN = v.words("now currently nowadays ,")
_PASSED = _WHEN | {"new"}
_TITLES = v.words("dr mr mrs ms prof professor")
_THE = v.words("the our my their new")
_OF = v.words("of for at in on")


def changed(newer: Claim, older: Claim, rivals: Rivals, text: Sequence[Claim]) -> Found | None:
    """The newer one says that what the older one tells has become something else."""
    if newer.hedged or newer.denied or not older.holds or older.denied:
        return None
    return (
        _reached(newer, older, rivals)
        or _changed(newer, older, rivals, text)
        or _moved(newer, older, rivals)
        or _held(newer, older)
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


def _held(newer: Claim, older: Claim) -> Found | None:
    """`Marit is the chair of the board`, `Yusuf is the chair now`, in either order of the words."""
    was, now = _holding(older), _holding(newer)
    if was is None or now is None or newer.also or older.also:
        return None
    if not (newer.changed or (now.began and not was.began)):
        return None
    if was.role != now.role or not now.of <= was.of or was.holder & now.holder:
        return None
    return Found(REPLACEMENT, _joined(was.words), _joined(now.words), now.role)


@dataclass(frozen=True, slots=True)
class _Holding:
    """Who holds a role that only one can hold, named by `words`. `began`: the holder took over, or is new."""

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
    """The words there, if they are a name and nothing else."""
    words = [word for word in claim.role(MAIN) if start <= word.at < end]
    others = [token for token in claim.tokens[start:end] if token.low not in _WHEN | _TITLES]
    if not words or len(words) != len(others) or len(words) > _MOST_WORDS:
        return ()
    return tuple(words) if all(word.raw[:1].isupper() for word in words) else ()


def _part(claim: Claim, start: int, end: int) -> tuple[frozenset[str], frozenset[str]]:
    """The words for what somebody is, and those that say of what."""
    lows = [token.low for token in claim.tokens]
    parted = next((at for at in range(start, end) if lows[at] in _OF), end)
    words = [word for word in claim.role(MAIN, SCOPE) if start <= word.at < end and not word.quantity]
    role = frozenset(word.key for word in words if word.at < parted and lows[word.at] not in _PASSED)
    return role, frozenset(word.key for word in words if word.at > parted)


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
