"""Suggestions for misspelled words of a query: near in spelling, and used somewhere in the store."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.words import MAX_QUERY_TERMS, STOP_WORDS

LOOKED_AT = 10_000
"""Characters of a query that are looked at, as by the search itself."""
SHORTEST = 3
MOST_STEMS = 8
"""So many stems are looked at closely: those whose spelling is nearest."""
_SHORTEST_CUT = 4
_LONGEST_ENDING = 7
"""A stem may lack so many letters of its word (`-isation`)."""
_LONGEST_FORM = 3
_OTHER_FORM, _ENDING = 0.15, 0.1
"""How much farther another form of the word is than the word itself, and for each letter of its ending."""
_OTHER_START, _OTHER_LETTERS = 0.5, 0.1
"""How much farther a word is that begins with another letter, or has others than were typed."""
_LONG = 8
"""From here on two letters may be quite others; of shorter words that makes other words."""
_CUT = 0.5
"""How much farther a stem counts that is like the beginning of a word than one that is like all of it."""
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A query as it may have been meant. `marks` are the words in `text` that are others than those typed:
    (start, end) in characters."""

    text: str
    marks: tuple[tuple[int, int], ...]

    def to_dict(self) -> dict[str, Any]:
        return {"text": self.text, "marks": [list(mark) for mark in self.marks]}


@dataclass(frozen=True, slots=True)
class Typed:
    """A word of a query and its place there."""

    text: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        return folded(self.text)


@dataclass(frozen=True, slots=True)
class Change:
    """Replacement of the query's characters `start` to `end`."""

    start: int
    end: int
    text: str


def folded(word: str) -> str:
    """Return a word in lower case without accents, as it is in the index."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.lower())
    return "".join(char for char in plain if not unicodedata.combining(char))


def typed_words(query: str) -> list[Typed]:
    """Return the words of a query, in order; no more than a search looks at."""
    found = _WORD.finditer(query, 0, LOOKED_AT)
    return [Typed(m.group(), m.start(), m.end()) for m, _ in zip(found, range(MAX_QUERY_TERMS), strict=False)]


def may_be_wrong(word: str) -> bool:
    """Return whether another spelling of this (folded) word is worth looking for: numbers and tiny words are
    meant as they stand."""
    letters = sum(char.isalpha() for char in word)
    return letters >= SHORTEST and word not in STOP_WORDS and len(word) <= 40


def allowed(word: str) -> int:
    """Return how many letters may be wrong in a word of this length."""
    return 1 if len(word) < 6 else 2


def likely_stems(
    word: str, stem: str, known: Mapping[str, int], *, unfinished: bool
) -> list[tuple[str, float]]:
    """Return (stem, how far at least its words are) of the stems in `known` whose words may be
    `word`, the nearest first, then the most frequent. `stem` is what the index would make of the word;
    `known` says in how many texts each stem is."""
    # Loaded when a word is misspelled: no other command and no start of the window waits for it.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for term in known:
        by_length[len(term)].append(term)
    limit = allowed(word)
    far: dict[str, float] = {}

    def look(spelling: str, terms: Sequence[str], more: float = 0.0) -> None:
        found = process.extract(spelling, terms, scorer=OSA.distance, score_cutoff=limit, limit=None)
        for term, distance, _ in found:
            far[term] = min(far.get(term, limit + 1), distance + more)

    for spelling in {word, stem}:
        for length in range(len(spelling) - limit, len(spelling) + limit + 1):
            look(spelling, by_length.get(length, ()))
    # The index cuts endings off: of "configuraton" only the beginning is like its stem.
    for length in range(max(_SHORTEST_CUT, len(word) - _LONGEST_ENDING), len(word)):
        look(word[:length], by_length.get(length, ()), _CUT)
    if unfinished:
        begun: defaultdict[str, list[str]] = defaultdict(list)
        for term in known:
            if len(term) > len(word) + limit:
                begun[term[: len(word)]].append(term)
        for start, distance, _ in process.extract(
            word, list(begun), scorer=OSA.distance, score_cutoff=1, limit=None
        ):
            for term in begun[start]:
                far[term] = min(far.get(term, limit + 1), distance + _CUT)
    ordered = sorted(far.items(), key=lambda item: (item[1], -known[item[0]] * len(item[0]), item[0]))
    return ordered[:MOST_STEMS]


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word as people wrote it, how many letters of the typed one it changes, and what is preferred among
    those that change as many: less is better."""

    text: str
    distance: float
    rank: tuple[float, int, str]


def nearest_spelling(word: str, texts: Iterable[str], *, unfinished: bool, stem: str = "") -> Spelling | None:
    """Return the word of `texts` that `word` (folded) most likely is; None where none is near enough. Of a
    near `stem` also longer forms are near: for "comit" there may only be "commits"."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    limit = allowed(word)
    for form, count in Counter(_WORD.findall(" ".join(texts))).items():
        if len(form) >= len(word) - limit:
            forms[folded(form)][form] += count
    best: Spelling | None = None
    for near, distance in _near(word, list(forms), limit, unfinished, stem):
        if not _may_replace(word, near, distance):
            continue
        # A slip of the fingers mixes up letters more often than it brings in others, and rarely the first.
        unlikely = _OTHER_START * (near[0] != word[0]) + _OTHER_LETTERS * (sorted(near) != sorted(word))
        rank = (distance + unlikely, -sum(forms[near].values()), near)
        if best is None or rank < best.rank:
            best = Spelling(_as_written(forms[near]), distance, rank)
    return best


def _near(
    word: str, words: list[str], limit: int, unfinished: bool, stem: str
) -> Iterable[tuple[str, float]]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    for near, distance, _ in process.extract(
        word, words, scorer=OSA.distance, score_cutoff=limit, limit=None
    ):
        yield near, float(distance)
    to_stem = OSA.distance(word, stem, score_cutoff=limit) if stem else limit + 1
    if to_stem <= limit and _may_replace(word, stem, to_stem):
        for near in words:
            if near.startswith(stem) and 0 < len(near) - len(stem) <= _LONGEST_FORM:
                yield near, to_stem + _OTHER_FORM + _ENDING * (len(near) - len(stem))
    if unfinished:
        for near in words:
            if len(near) > len(word):
                begun = OSA.distance(word, near[: len(word)], score_cutoff=1)
                if begun <= 1:
                    yield near, begun and begun + _CUT


def _may_replace(word: str, near: str, distance: float) -> bool:
    if near == word or near in STOP_WORDS or len(near) < SHORTEST:
        return False
    if _DIGITS.findall(near) != _DIGITS.findall(word):
        return False
    other = Counter(word)
    other.subtract(near)
    others = sum(map(abs, other.values()))
    if len(word) == SHORTEST:  # most words of three letters are one letter from each other
        return not others
    if len(word) == len(near) == SHORTEST + 1:  # likewise with another letter in place of one
        return not others
    if distance < 2:
        return True
    return near[0] == word[0] and (len(word) >= _LONG or others <= 2)


def written(word: str, texts: Iterable[str]) -> str | None:
    """Return how the texts write a (folded) word; None where they do not have it."""
    forms = Counter(form for form in _WORD.findall(" ".join(texts)) if folded(form) == word)
    return _as_written(forms) if forms else None


def _as_written(forms: Counter[str]) -> str:
    """Return the most frequent form; a capital that only begins a sentence is not part of the word."""
    form = min(forms, key=lambda form: (-forms[form], form))
    return form.lower() if form[1:] == form[1:].lower() else form


def changed(query: str, changes: Sequence[Change]) -> Suggestion:
    """Return the query with the changes made, which do not overlap."""
    parts: list[str] = []
    marks = []
    length = taken = 0
    for change in sorted(changes, key=lambda change: change.start):
        before = query[taken : change.start]
        parts += (before, change.text)
        start = length + len(before)
        length, taken = start + len(change.text), change.end
        marks.append((start, length))
    parts.append(query[taken:])
    return Suggestion("".join(parts), tuple(marks))
