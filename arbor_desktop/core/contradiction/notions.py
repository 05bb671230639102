"""What the list of notions says: words of change, of denying, of wishing, opposites, and what excludes what.

The file (`resources/conflict_notions.toml`) is read by whoever may read files; here its text is taken apart.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arbor_desktop.core.contradiction import vocabulary as v
from arbor_desktop.core.contradiction.pieces import pieces, root, sentences
from arbor_desktop.core.errors import InvalidInput

KINDS = (
    "ended", "moved", "now", "began", "corrected", "adds", "plans", "was", "all", "single", "conditions",
    "scopes", "means", "does", "several", "wanted", "allowed", "denied", "others", "parts",
)  # fmt: skip
"""The lists of words that the file has to have."""
CHANGES = ("ended", "moved", "now", "began", "corrected")
_AS_WRITTEN = frozenset((*CHANGES, "was", "plans"))
"""`moved` tells of a change, `moves` doesn't."""
_PLAIN = re.compile("[a-z -]+")
_TOPICAL = frozenset(("parts", "others", "single", "scopes", "means", "corrected"))
"""Words of these lists speak of a subject, too."""
PASSED_OVER = v.words("a an the my our your his their its user this that these")
"""They make no difference to a phrase."""


@dataclass(slots=True)
class Marks:
    """What a phrase says: by which lists it is known, on which side of which opposites and notions it is."""

    kinds: set[str] = field(default_factory=set)
    opposites: set[tuple[int, int]] = field(default_factory=set)
    exclusive: set[tuple[int, int]] = field(default_factory=set)


@dataclass(frozen=True)
class Notions:
    """The file, ready to be looked things up in. Immutable by agreement, safe to share."""

    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Marks], ...]]
    """By its first stem, the phrases in stems."""
    written: Mapping[str, tuple[tuple[tuple[str, ...], Marks], ...]]
    """By its first word, the phrases that are compared as they are written."""
    topics: tuple[str, ...]
    """What each of the notions that exclude each other is about."""
    personal: frozenset[int]
    """Those that are said of a person."""
    soft: frozenset[str]
    """Stems that merely say that something is done, or how: of what is spoken of they tell little."""

    @classmethod
    def parse(cls, text: str) -> Notions:
        """Raises InvalidInput if the text is no TOML or lacks something."""
        try:
            data = tomllib.loads(text)
            entries: dict[tuple[str, ...], Marks] = defaultdict(Marks)
            written: dict[tuple[str, ...], Marks] = defaultdict(Marks)
            for kind in KINDS:
                as_written = kind in _AS_WRITTEN
                for phrase in _listed(data["words"][kind], as_written=as_written):
                    (written if as_written else entries)[phrase].kinds.add(kind)
            for number, line in enumerate(data["opposites"]["pairs"]):
                for side, listed in enumerate(_two(line.split(" - "))):
                    for phrase in _listed(listed):
                        entries[phrase].opposites.add((number, side))
            for number, table in enumerate(data["exclusive"]):
                for side, listed in enumerate((table["one"], table["other"])):
                    for phrase in _listed(listed):
                        entries[phrase].exclusive.add((number, side))
            tables = data["exclusive"]
            topics = tuple(str(table["topic"]) for table in tables)
            personal = frozenset(number for number, table in enumerate(tables) if table.get("person"))
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidInput(f"The list of notions can't be read: {error}") from error
        return cls(_by_first(entries), _by_first(written), topics, personal, _soft(entries, written))

    def found(self, words: Sequence[str], roots: Sequence[str]) -> list[tuple[int, int, Marks]]:
        """What stands in a text: at which place, over how many words, and what it says."""
        return [*_found(self.phrases, roots), *_found(self.written, words)]


def _found(
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Marks], ...]], words: Sequence[str]
) -> Iterable[tuple[int, int, Marks]]:
    for at, first in enumerate(words):
        for phrase, marks in phrases.get(first, ()):
            length = len(phrase)
            if length == 1 or tuple(words[at : at + length]) == phrase:
                yield at, length, marks


def _by_first(
    entries: Mapping[tuple[str, ...], Marks],
) -> dict[str, tuple[tuple[tuple[str, ...], Marks], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], Marks]]] = defaultdict(list)
    for phrase, marks in entries.items():
        found[phrase[0]].append((phrase, marks))
    return {first: tuple(some) for first, some in found.items()}


def _soft(
    entries: Mapping[tuple[str, ...], Marks], written: Mapping[tuple[str, ...], Marks]
) -> frozenset[str]:
    single = [
        (root(phrase[0]), marks)
        for listed in (entries, written)
        for phrase, marks in listed.items()
        if len(phrase) == 1 and marks.kinds
    ]
    topical = {word for word, marks in single if marks.kinds & _TOPICAL}
    return frozenset(word for word, marks in single if word not in topical or "does" in marks.kinds)


def phrase_of(text: str, *, as_written: bool = False) -> tuple[str, ...]:
    """A phrase as the stems of its words, or as these are written; short forms written out."""
    if _PLAIN.fullmatch(text):  # as most are: there are thousands
        lows = [low for low in text.replace("-", " ").split() if low not in PASSED_OVER]
        return tuple(lows if as_written else map(root, lows))
    return tuple(
        piece.low if as_written else root(piece.low)
        for sentence in sentences(text)
        for piece in pieces(sentence)
        if piece.low not in PASSED_OVER and piece.low[0].isalnum()
    )


def _listed(text: str, *, as_written: bool = False) -> Iterable[tuple[str, ...]]:
    for one in text.replace("\n", " ").split("|"):
        if one.strip():
            phrase = phrase_of(one.strip(), as_written=as_written)
            if not phrase:
                raise ValueError(f"no word in {one.strip()!r}")
            yield phrase


def _two(sides: Sequence[str]) -> Sequence[str]:
    if len(sides) != 2:
        raise ValueError(f"not two sides: {' - '.join(sides)}")
    return sides
