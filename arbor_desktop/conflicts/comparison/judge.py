"""The judge of contradictions that needs no model: it reads two statements, tries the rules on each pair of
their claims, and words the verdict for people. In doubt, two statements do not contradict each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, zip_longest

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.claims import (
    AGAINST,
    DROPPED,
    GONE,
    NEGATION,
    REPLACEMENT,
    STANCE,
    VALUE,
    Claim,
    Found,
    Word,
)
from arbor_desktop.conflicts.comparison.data import OPPOSITE, RuleData, Slot
from arbor_desktop.conflicts.comparison.parser import read
from arbor_desktop.conflicts.comparison.rules.alternatives import competing
from arbor_desktop.conflicts.comparison.rules.negation import stance
from arbor_desktop.conflicts.comparison.rules.replacement import moved, new_holder, replaced
from arbor_desktop.conflicts.comparison.rules.values import Filled, differ, fill, value
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentences import root
from arbor_desktop.text.words import signed_names

CACHED_READINGS = 4096


@dataclass(frozen=True, slots=True)
class _Reading:
    claims: tuple[Claim, ...]
    filled: tuple[Filled, ...]


class RuleJudge:
    """Judges whether two statements contradict each other (see `conflicts.model.Judge`).
    Thread-safe."""

    def __init__(self, data: RuleData, version: str = "") -> None:
        self._data = data
        self.version = version
        self._read = lru_cache(maxsize=CACHED_READINGS)(self._read_text)

    def _read_text(self, text: str) -> _Reading:
        claims = read(text, self._data)
        return _Reading(claims, tuple(one for claim in claims for one in fill(claim, self._data)))

    def judge(self, older: str, newer: str) -> Verdict | None:
        """Return why two statements contradict each other, or None if both may be true. Any text is
        safe."""
        if older == newer:
            return None
        was, now = self._read(older), self._read(newer)
        pairs = [(before, after) for before in was.claims for after in now.claims]
        verdicts = chain(
            (self._judge_claims(before, after, was.claims, now.claims) for before, after in pairs),
            (self._judge_slots(one, other) for one in was.filled for other in now.filled),
            (self._verdict(value(before, after, self._data), before, after) for before, after in pairs),
        )
        return next(filter(None, verdicts), None)

    def change(self, older: str, newer: str) -> tuple[float, Verdict] | None:
        """Compare what the two speak of (see `Judge`)."""
        was, now = self._read(older).claims, self._read(newer).claims
        if not any(one.changed for one in now) or any(one.changed for one in was):
            return None
        if any(one.also or one.hedged for one in now):
            return None
        left = _numbers(word for one in now for word in one.role(GONE, AGAINST))
        if left and left.isdisjoint(_numbers(word for one in was for word in one.words)):
            return None  # from 30, of which the older one says nothing
        shared, likeness = self._alike(was, now)
        if len(shared) - _later_parts(newer, shared) < _LEAST_SHARED:
            return None
        topic = _title(_short(" ".join(shared)))
        values = (_short(older), _short(newer))
        return likeness, Verdict(REPLACEMENT, topic, values, _CHANGED, replaces=True)

    def _alike(self, was: Sequence[Claim], now: Sequence[Claim]) -> tuple[list[str], float]:
        """Return the words that two texts share, as the newer one writes them, and how alike they are: the
        cosine of their words without quantities and light words."""
        before, after = self._subjects(was), self._subjects(now)
        shared = [raw for key, raw in after.items() if key in before]
        return shared, len(shared) / math.sqrt(len(before) * len(after) or 1)

    def _subjects(self, claims: Sequence[Claim]) -> dict[str, str]:
        words = (word for claim in claims for word in claim.words)
        return {w.key: w.raw for w in words if not w.quantity and w.key not in self._data.light}

    def topics(self, text: str) -> tuple[str, ...]:
        """Return the groups and slots of which a text names a member or a value."""
        reading = self._read(text)
        named = [
            self._data.groups[group].topic
            for claim in reading.claims
            for word in claim.words
            for group, _ in word.members
        ]
        filled = [self._data.slots[one.slot].topic for one in reading.filled]
        return tuple(dict.fromkeys([*named, *filled]))

    def terms(self, text: str) -> tuple[str, ...]:
        """Return terms to search for what may contradict a text, the weightiest first."""
        return search_words(self._read(text).claims, self._read(text).filled, self._data)

    def _judge_claims(
        self, was: Claim, now: Claim, before: Sequence[Claim], after: Sequence[Claim]
    ) -> Verdict | None:
        data = self._data
        gone = replaced(now, was, data, after) or moved(now, was, data) or new_holder(now, was)
        if gone:
            return verdict(gone, was, now, replaces=True)
        back = replaced(was, now, data)
        if back:
            back = Found(STANCE, back.other, back.one, back.shared)
        found = back or competing(was, now, data) or stance(was, now, data)
        if found and found.rule in _OPPOSED and self._strays(found, before, after):
            return None
        return self._verdict(found, was, now)

    def _strays(self, found: Found, was: Sequence[Claim], now: Sequence[Claim]) -> bool:
        """Return whether two texts say the opposite of a word that is beside the point of one: who never
        commits has nothing against commit messages."""
        one, other = found.one, found.other
        if one is not None and other is not None and one.key != other.key:
            return False
        shared, likeness = self._alike(was, now)
        return bool(shared) and likeness < _LEAST_ALIKE

    def _judge_slots(self, one: Filled, other: Filled) -> Verdict | None:
        if not differ(one, other, self._data):
            return None
        replaces = other.claim.changed or _says_no_more(one.raw, other.claim)
        return slot_verdict(self._data.slots[one.slot], one, other, replaces=replaces)

    def _verdict(self, found: Found | None, was: Claim, now: Claim) -> Verdict | None:
        if found is None:
            return None
        replaces = (now.changed and not was.changed) or (now.covers and not was.covers)
        replaces = replaces or (found.one is not None and _says_no_more(found.one.raw, now))
        return verdict(found, was, now, replaces=replaces)


_HYPHENATED = re.compile(r"\w+(?:-\w+)+")
_PREDICATES = ("ed", "able", "ible")
_LONGEST_TOPIC = 4
_LONGEST_VALUE = 40
_LEAST_SHARED = 2
_OPPOSED = (NEGATION, STANCE, OPPOSITE)
_LEAST_ALIKE = 0.4
"""How similar two statements that share a word must be for one to deny the other."""
_CHANGED = "The newer memory says that something changed, and both are about the same."
_REPLACED = "The newer memory says that {other} replaced {one}."


def _later_parts(text: str, words: Sequence[str]) -> int:
    """Return how many of the words are later parts of a hyphenated name, if they have all its parts: 1 for
    `farmer-portal`."""
    lows = {word.casefold() for word in words}
    names = {tuple(name.casefold().split("-")) for name in _HYPHENATED.findall(text)}
    return sum(len(name) - 1 for name in names if lows.issuperset(name))


def _numbers(words: Iterable[Word]) -> set[str]:
    return {word.raw.split(" ")[0] for word in words if word.quantity}


def _says_no_more(value: str, newer: Claim) -> bool:
    """Return whether the newer one refuses the number: `12 seconds instead of 5`, `six hours, not two`."""
    number = value.split(" ")[0]
    return any(word.quantity and word.raw.split(" ")[0] == number for word in newer.role(AGAINST))


def verdict(found: Found, older: Claim, newer: Claim, *, replaces: bool) -> Verdict:
    """Return the verdict about a contradiction."""
    values = _values(found, older, newer)
    topic = _topic(found, older, newer)
    rule = REPLACEMENT if replaces else found.rule
    reason = found.why.format(topic=topic) if found.why else _reason(found, topic, values, replaces)
    return Verdict(rule, topic, values, reason, replaces)


def slot_verdict(slot: Slot, older: Filled, newer: Filled, *, replaces: bool) -> Verdict:
    """Return the verdict about two values of one slot."""
    values = (_short(older.raw), _short(newer.raw))
    owner = " ".join((newer.said or older.said)[-2:])
    topic = f"{owner} {slot.topic.lower()}".strip()
    topic = _title(topic)
    reason = f"One says {values[0]}, and the other says {values[1]}. {slot.why[:1].upper()}{slot.why[1:]}."
    if replaces:
        reason = _REPLACED.format(one=values[0], other=values[1])
    return Verdict(REPLACEMENT if replaces else VALUE, topic, values, reason, replaces)


def _values(found: Found, older: Claim, newer: Claim) -> tuple[str, str]:
    if found.group and found.members:
        names = found.group.names
        return names[found.members[0]], names[found.members[1]]
    if found.rule == STANCE and (found.one is None) != (found.other is None):
        there = _short((found.one or found.other or older.words[0]).raw)
        return (there, f"no {there}") if found.one else (f"no {there}", there)
    return _value(found.one, found, older, newer), _value(found.other, found, newer, older)


def _value(word: Word | None, found: Found, claim: Claim, against: Claim) -> str:
    """Return the value of one claim: `30 seconds`, `no emojis`, `not versioned`."""
    if found.rule == REPLACEMENT and word is None and found.one:
        doing = (one.raw for one in claim.words if one.key == found.one.key and one.raw.endswith("ing"))
        return _short(f"no {next(doing, found.one.raw).removeprefix('by ')}")
    plain = _predicate(found, claim, against) if word is None else None
    if plain and found.rule == NEGATION:
        own = next((one.raw for one in claim.words if one.key == plain.key), plain.raw)
        return f"not {own}" if claim.denied else own
    said = _short(word.raw if word else _said(found, claim) or _said(found, against))
    absent = word is None and not claim.denied and not _said(found, claim)
    if not (claim.denied or absent) or found.rule in (VALUE, REPLACEMENT):
        return said
    return f"no {said}"


def _predicate(found: Found, claim: Claim, against: Claim) -> Word | None:
    """Return the word that says how something is, or is not: `versioned`."""
    denied = claim if claim.denied else against
    shared = [word for word in denied.words if word.key in found.shared and not word.quantity]
    last = shared[-1] if shared else None
    if last is None or not last.at or not last.raw.islower() or not last.raw.endswith(_PREDICATES):
        return None
    before = denied.tokens[last.at - 1].low
    return last if before in v.BE or before in v.NEGATIONS else None


def _said(found: Found, claim: Claim) -> str:
    return " ".join(_words(found, claim)[-2:])


def _words(found: Found, claim: Claim) -> list[str]:
    """Return the shared words of a claim, each once."""
    shared = {word.key: word.raw for word in claim.words if word.key in found.shared and not word.quantity}
    return list(shared.values())


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1].rstrip() + "…"


def _topic(found: Found, older: Claim, newer: Claim) -> str:
    """Return the title: that of the group, or the shared words."""
    if found.group and found.rule != OPPOSITE:
        return found.group.topic
    denied = found.other if newer.denied else found.one
    if found.rule == NEGATION and denied:
        words = [denied.raw]
    else:
        plain = _predicate(found, newer, older) if found.rule == NEGATION else None
        if plain and len(found.shared) > 1:
            found = replace(found, shared=found.shared - {plain.key})
        words = max((_words(found, newer), _words(found, older)), key=len)[:_LONGEST_TOPIC]
    told = _short(" ".join(words)) or (found.group.topic if found.group else "Same subject")
    return _title(told)


def _title(told: str) -> str:
    """Capitalize a title, unless it is written like iOS or src/hooks."""
    first = told.split(" ", 1)[0]
    return told if told[1:2].isupper() or "/" in first or "_" in first else told[:1].upper() + told[1:]


def _reason(found: Found, topic: str, values: tuple[str, str], replaces: bool) -> str:
    """Return one sentence for people."""
    one, other = values
    if replaces:
        gone = other.startswith(("no ", "not "))
        return (
            f"The newer memory says this no longer applies: {one}."
            if gone
            else _REPLACED.format(one=one, other=other)
        )
    if found.group and found.rule != OPPOSITE:
        return f"{one} and {other} are both {found.group.plural}, {found.group.why}."
    about = topic if topic[1:2].isupper() else topic[:1].lower() + topic[1:]
    if found.one is None and found.other is None:
        if found.rule == STANCE:
            return f"One memory is in favour of {about}, and the other is against it."
        return f"They say the opposite about {about}."
    if found.rule == NEGATION:
        return f"{one} and {other} can't both apply."
    return f"They disagree about {about}: one says {one}, the other {other}."


MOST_TERMS = 14
_MOST_OWN = 7
_MOST_RIVALS = 6
_OF_ONE_GROUP = 6
_MOST_OF_SLOT = 4
_TOO_FREQUENT = v.STOP | v.SCOPE_STARTS | v.GENERIC | v.words("first one all get got")
_PART = re.compile(r"[^\W_]+")


def search_words(claims: Sequence[Claim], filled: Sequence[Filled], data: RuleData) -> tuple[str, ...]:
    """Return the words of a text that count, names first; then those of opposite statements: alternatives,
    kinds and examples, synonyms."""
    words = [word for claim in claims for word in claim.words if word.role != DROPPED]
    own = _own(words, data)
    others = chain(
        islice(_unlike(own, _competitors(words, data)), _MOST_RIVALS),
        _kinds(words, data),
        _said_otherwise(words, filled, data),
    )
    some = list(dict.fromkeys(own))
    found = dict.fromkeys(chain(some[:_MOST_OWN], others, some[_MOST_OWN:]))
    return tuple(islice(found, MOST_TERMS))


def _own(words: Sequence[Word], data: RuleData) -> list[str]:
    """Return the text's own words, names and alternatives first."""
    counted = [w for w in words if w.quantity is None and w.key not in data.light]
    plain = [w for w in words if w.quantity is None and w.key in data.light and w.raw.lower() not in v.STOP]
    counted.sort(key=lambda word: not (word.name or word.members))
    return [part for word in (*counted, *(() if counted else plain)) for part in _parts(word.raw)]


def _parts(phrase: str) -> Iterator[str]:
    """Yield the plain words of a phrase."""
    yield from signed_names(phrase)
    for part in _PART.findall(phrase.lower()):
        if part not in _TOO_FREQUENT and (len(part) > 1 or part.isdigit()):
            yield part


def _unlike(own: Iterable[str], others: Iterable[str]) -> Iterator[str]:
    said = set(own)
    return (other for other in others if other not in said)


def _competitors(words: Sequence[Word], data: RuleData) -> Iterator[str]:
    """Return the other members of the words' groups, from each group in turn."""
    named = frozenset(member for word in words for member in word.members)
    groups = dict.fromkeys(group for word in words for group, _ in word.members)
    lenient_first = sorted(groups, key=lambda one: not data.groups[one].lenient)
    by_group = [_others(group, named, data) for group in lenient_first]
    return (name for some in zip_longest(*by_group, fillvalue="") for name in some if name)


def _others(index: int, named: frozenset[tuple[int, int]], data: RuleData) -> list[str]:
    """Return the other members of a group; opposites in several spellings."""
    group = data.groups[index]
    others = [aliases for member, aliases in enumerate(group.aliases) if (index, member) not in named]
    if group.rule == OPPOSITE:
        return [part for aliases in others for name in aliases[:_OF_ONE_GROUP] for part in _parts(name)]
    return [next(_parts(aliases[0]), "") for aliases in others[:_OF_ONE_GROUP]]


def _kinds(words: Sequence[Word], data: RuleData) -> Iterator[str]:
    """Yield the kinds of named things, and examples of named or refused kinds."""
    for word in words:
        refused = data.refused.get(word.key, frozenset())
        for key in (*sorted(data.kinds.get(word.key, ())), *sorted(refused)):
            yield from _parts(key)
        for key in (word.key, *sorted(data.kinds.get(word.key, ()))):
            for label in data.refusing.get(key, ()):
                yield from _parts(label)
        for kind in (word.key, *sorted(refused)):
            for example in data.examples.get(kind, ())[:_OF_ONE_GROUP]:
                yield from _parts(example)


def _said_otherwise(words: Sequence[Word], filled: Sequence[Filled], data: RuleData) -> Iterator[str]:
    """Yield synonyms: `lives` and `moved`, `prod` and `production`."""
    for one in filled:
        yield from data.slots[one.slot].said[:_MOST_OF_SLOT]
    for word in words:
        spellings = {root(part): part for name in data.spellings.get(word.key, ()) for part in _parts(name)}
        yield from islice((part for key, part in spellings.items() if key != root(word.raw.lower())), 3)
    for index in dict.fromkeys(group for word in words for group, _ in word.members):
        if data.groups[index].lenient:
            yield from islice(_parts(" ".join(data.groups[index].said)), 2)
