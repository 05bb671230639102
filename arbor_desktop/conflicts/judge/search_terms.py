"""Search terms for statements that may contradict a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import DROPPED, Claim, Word
from arbor_desktop.conflicts.judge.rivals import OPPOSITE, Rivals
from arbor_desktop.conflicts.judge.slots import Filled
from arbor_desktop.text.sentences import root
from arbor_desktop.text.words import signed_names

MOST_TERMS = 14
_MOST_OWN = 7
_MOST_RIVALS = 6
_OF_ONE_GROUP = 6
_MOST_OF_SLOT = 4
_TOO_FREQUENT = v.STOP | v.SCOPE_STARTS | v.GENERIC | v.words("first one all get got")
_PART = re.compile(r"[^\W_]+")


def search_words(claims: Sequence[Claim], filled: Sequence[Filled], rivals: Rivals) -> tuple[str, ...]:
    """Return the words of a text that count, names first; then those of opposite statements: alternatives,
    kinds and examples, synonyms."""
    words = [word for claim in claims for word in claim.words if word.role != DROPPED]
    own = _own(words, rivals)
    others = chain(
        islice(_unlike(own, _competitors(words, rivals)), _MOST_RIVALS),
        _kinds(words, rivals),
        _said_otherwise(words, filled, rivals),
    )
    some = list(dict.fromkeys(own))
    found = dict.fromkeys(chain(some[:_MOST_OWN], others, some[_MOST_OWN:]))
    return tuple(islice(found, MOST_TERMS))


def _own(words: Sequence[Word], rivals: Rivals) -> list[str]:
    """Return the text's own words, names and alternatives first."""
    counted = [w for w in words if w.quantity is None and w.key not in rivals.light]
    plain = [w for w in words if w.quantity is None and w.key in rivals.light and w.raw.lower() not in v.STOP]
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


def _competitors(words: Sequence[Word], rivals: Rivals) -> Iterator[str]:
    """Return the other members of the words' groups, from each group in turn."""
    named = frozenset(member for word in words for member in word.members)
    groups = dict.fromkeys(group for word in words for group, _ in word.members)
    lenient_first = sorted(groups, key=lambda one: not rivals.groups[one].lenient)
    by_group = [_others(group, named, rivals) for group in lenient_first]
    return (name for some in zip_longest(*by_group, fillvalue="") for name in some if name)


def _others(index: int, named: frozenset[tuple[int, int]], rivals: Rivals) -> list[str]:
    """Return the other members of a group; opposites in several spellings."""
    group = rivals.groups[index]
    others = [aliases for member, aliases in enumerate(group.aliases) if (index, member) not in named]
    if group.rule == OPPOSITE:
        return [part for aliases in others for name in aliases[:_OF_ONE_GROUP] for part in _parts(name)]
    return [next(_parts(aliases[0]), "") for aliases in others[:_OF_ONE_GROUP]]


def _kinds(words: Sequence[Word], rivals: Rivals) -> Iterator[str]:
    """Yield the kinds of named things, and examples of named or refused kinds."""
    for word in words:
        refused = rivals.refused.get(word.key, frozenset())
        for key in (*sorted(rivals.kinds.get(word.key, ())), *sorted(refused)):
            yield from _parts(key)
        for key in (word.key, *sorted(rivals.kinds.get(word.key, ()))):
            for label in rivals.refusing.get(key, ()):
                yield from _parts(label)
        for kind in (word.key, *sorted(refused)):
            for example in rivals.examples.get(kind, ())[:_OF_ONE_GROUP]:
                yield from _parts(example)


def _said_otherwise(words: Sequence[Word], filled: Sequence[Filled], rivals: Rivals) -> Iterator[str]:
    """Yield synonyms: `lives` and `moved`, `prod` and `production`."""
    for one in filled:
        yield from rivals.slots[one.slot].said[:_MOST_OF_SLOT]
    for word in words:
        spellings = {root(part): part for name in rivals.spellings.get(word.key, ()) for part in _parts(name)}
        yield from islice((part for key, part in spellings.items() if key != root(word.raw.lower())), 3)
    for index in dict.fromkeys(group for word in words for group, _ in word.members):
        if rivals.groups[index].lenient:
            yield from islice(_parts(" ".join(rivals.groups[index].said)), 2)
