"""Places at which rules are worth trying: the hints of all rules, far faster than their patterns.

All hints are found in one pass (Aho–Corasick), whatever their number. Hints of tokens are only looked for at
long runs of token characters, found in a translated copy of the same length (what is not ASCII becomes `?`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ahocorasick_rs import AhoCorasick, Implementation

from arbor_desktop.redaction.rules import Rule

_Search = Callable[..., "re.Match[str] | None"]
_RUN = 20
_BEFORE_RUN = 12
"""A hint such as `SG.` ends right before the run; so this many characters before it are examined."""
_JOINTS = (b".", b"/", b":", b"~", b" ")
_ESCAPES = (b"\\", b"%", b"[", b";")
_TOKEN = bytes(
    ord("a") if chr(code) in "_-" or (code < 128 and chr(code).isalnum()) else ord(" ") for code in range(256)
)
_SCRAMBLED = re.compile(rb"\d[A-Za-z]")
_HEX = re.compile(rb"(?:0x)?[0-9a-fA-F-]+")
_QUOTES, _LONG = (b'"', b"'"), 32
"""A quoted hexadecimal number, so long at least, may be random as well."""
_SHAPES = bytes(
    ord("9") if code in b"0123456789" else ord(" ") if code in b"\t\n\r\"'`([{:=>*#" else code
    for code in range(256)
)
"""Every digit becomes a 9, and what can stand before a value a space."""


class HintFinder:
    """Finds the places of all hints and the rules to try there. Immutable."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._runs = _Prefixes([rule for rule in rules if rule.run], [rule for rule in rules if rule.random])
        plain = [rule for rule in rules if not (rule.run or rule.shaped or rule.random)]
        self._exact = _Words([rule for rule in plain if not rule.ignore_case])
        self._folded = _Words([rule for rule in plain if rule.ignore_case])
        self._shapes = _Shapes([rule for rule in rules if rule.shaped])

    def places(self, text: str) -> list[tuple[int, Sequence[Rule]]]:
        """Return where hints begin and the rules that have them, in the order of the text."""
        data = text.encode("ascii", "replace")
        # A lone half of a surrogate pair, which the automaton can't read, becomes `?`.
        readable = text if text.isascii() else text.encode("utf-8", "replace").decode()
        found = [
            *self._runs.places(text, data),
            *self._exact.places(readable),
            *self._folded.places(_lower(readable)),
            *self._shapes.places(data.translate(_SHAPES).decode()),
        ]
        found.sort(key=lambda place: place[0])
        return found


class _Words:
    """Finds hints, also those inside others."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        grouped = _by_hint(rules)
        self._hints, self._rules = tuple(grouped), tuple(grouped.values())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_automaton"}

    @cached_property
    def _automaton(self) -> AhoCorasick:
        """Built when it is first used: it can't be pickled."""
        return AhoCorasick(self._hints, implementation=Implementation.DFA)

    def places(self, text: str) -> Iterator[tuple[int, Sequence[Rule]]]:
        found = self._automaton.find_matches_as_indexes(text, overlapping=True)
        return ((start, self._rules[number]) for number, start, _ in found)


class _Shapes(_Words):
    """Finds hints in which a 9 stands for any digit, once for a number that one fits in many ways."""

    def places(self, text: str) -> Iterator[tuple[int, Sequence[Rule]]]:
        """Return where they begin; in the text every digit is a 9."""
        return (place for place in super().places(text) if place[0] == 0 or text[place[0] - 1] != "9")


class _Prefixes:
    """Hints that begin a long run of token characters, or are right before one.

    A token begins where a run does (or a little later, behind an escape such as `\\n`), or behind `_` or `-`.
    """

    def __init__(self, rules: Sequence[Rule], random: Sequence[Rule]) -> None:
        """`random` rules are tried at every run of letters and digits that is no hexadecimal number."""
        self._random = tuple(random)
        hints = {hint for rule in rules for hint in rule.hints}
        shortest = {hint for hint in hints if not any(hint[:end] in hints for end in range(1, len(hint)))}
        tried: dict[str, dict[Rule, None]] = {word: {} for word in shortest}
        for rule in rules:
            for hint in rule.hints:
                word = next(hint[:end] for end in range(1, len(hint) + 1) if hint[:end] in shortest)
                tried[word][rule] = None
        self._tries = {word: tuple(some) for word, some in tried.items()}
        self._shortest = shortest

    @cached_property
    def _searches(self) -> tuple[_Search | None, _Search | None, _Search | None, _Search | None]:
        """Searches for a token where a run begins, for one later in it, for `_` or `-` with what is behind
        it, and for hints across the beginning of a run. Compiled for the first run: most texts have none."""
        inside = {
            word
            for word in self._shortest
            if word[0].isalnum() and not word.encode().translate(_TOKEN).strip(b"a")
        }
        joined = {word for word in self._shortest if word[0] in "_-"}
        across = self._shortest - inside - joined
        return (
            re.compile(any_of(inside)).match if inside else None,
            re.compile(f"[_-]({any_of(inside)})").search if inside else None,
            re.compile(any_of(joined)).search if joined else None,
            re.compile(any_of(across)).search if across else None,
        )

    def places(self, text: str, data: bytes) -> Iterator[tuple[int, Sequence[Rule]]]:
        for start, end in _runs(data):
            at, later, joined, across = self._searches
            before = data[start - 1 : start]
            if self._random and _SCRAMBLED.search(data, start, end):
                quoted = before in _QUOTES and end - start >= _LONG
                if quoted or not _HEX.fullmatch(data, start, end):
                    yield start, self._random
            if at is not None and later is not None:
                place = at(text, start)
                if place is not None:
                    yield start, self._tries[place.group()]
                if before in _ESCAPES:
                    yield from self._behind_escape(at, text, start)
                place = later(text, start, end)
                while place is not None:
                    yield place.start(1), self._tries[place.group(1)]
                    place = later(text, place.start(1), end)
            if joined is not None:
                place = joined(text, start, end)
                while place is not None:
                    yield place.start(), self._tries[place.group()]
                    place = joined(text, place.start() + 1, end)
            if across is not None and before in _JOINTS:
                place = across(text, max(0, start - _BEFORE_RUN), min(end, start + 4))
                while place is not None:
                    yield place.start(), self._tries[place.group()]
                    place = across(text, place.start() + 1, min(end, start + 4))

    def _behind_escape(self, match: _Search, text: str, start: int) -> Iterator[tuple[int, Sequence[Rule]]]:
        for at in range(start + 1, start + 6):
            place = match(text, at)
            if place is not None:
                yield at, self._tries[place.group()]


def _by_hint(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    grouped: dict[str, list[Rule]] = {}
    for rule in rules:
        for hint in rule.hints:
            grouped.setdefault(hint, []).append(rule)
    return grouped


def _lower(text: str) -> str:
    """Return the text in lower case, of the same length: only İ has two characters in lower case."""
    return text.replace("İ", "i").lower()


def _runs(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield runs of at least `_RUN` token characters."""
    marked = data.translate(_TOKEN)
    needle = b"a" * _RUN
    start = marked.find(needle)
    while start >= 0:
        end = marked.find(b" ", start)
        if end < 0:
            end = len(marked)
        yield start, end
        start = marked.find(needle, end)


def any_of(words: Iterable[str]) -> str:
    """Return an expression for any of the words, as a tree of shared beginnings: much faster than a list."""
    endings: dict[str, list[str]] = {}
    for word in words:
        endings.setdefault(word[0], []).append(word[1:])
    branches = [
        re.escape(first) + ("" if "" in rest else any_of(rest)) for first, rest in sorted(endings.items())
    ]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
