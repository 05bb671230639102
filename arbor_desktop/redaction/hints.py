"""Places at which rules are worth trying: the hints of all rules, far faster than their patterns.

All searching is done on bytes of the same length as the text (what is not ASCII becomes `?`), with
`bytes.find`, which runs at gigabytes a second; a regular expression of all hints is fifty times slower. Hints
of tokens are only looked for at long runs of token characters, found in a translated copy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

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
_PROBES = (b"@", b"%", b"$", b"z", b"ifi", b"cod", b"log", b"sess", b"-----")
"""These are searched in place of the hints that have them: a rare character is found ten times faster than a
word, and several hints share one search."""
_SCRAMBLED = re.compile(rb"\d[A-Za-z]")
_HEX = re.compile(rb"[0-9a-fA-F-]+")
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
        self._exact = _searched(_by_hint(rule for rule in plain if not rule.ignore_case))
        self._folded = _searched(_by_hint(rule for rule in plain if rule.ignore_case))
        self._foreign = frozenset(
            hint.encode("ascii", "replace") for rule in plain for hint in rule.foreign_hints
        )
        self._shaped = _by_hint(rule for rule in rules if rule.shaped)

    def places(self, text: str) -> list[tuple[int, Sequence[Rule]]]:
        """Return where hints begin and the rules that have them, in the order of the text."""
        data = text.encode("ascii", "replace")
        found = list(self._runs.places(text, data))
        foreign = not text.isascii()
        for copy, hints in ((data, self._exact), (data.lower(), self._folded)):
            for hint, rules, within in hints:
                # Written out: a generator for each hint costs more than the search of a short text.
                start = copy.find(hint) if foreign or not (b"?" in hint or hint in self._foreign) else -1
                while start >= 0:
                    if rules:
                        found.append((start, rules))
                    for before, longer, its_rules in within:
                        if copy.startswith(longer, start - before) and start >= before:
                            found.append((start - before, its_rules))
                    start = copy.find(hint, start + 1)
        if self._shaped:
            digits = data.translate(_SHAPES)
            for hint, rules in self._shaped:
                found += ((start, rules) for start in _first_of_each(digits, hint))
        found.sort(key=lambda place: place[0])
        return found


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


def _by_hint(rules: Iterable[Rule]) -> list[tuple[bytes, Sequence[Rule]]]:
    grouped: dict[bytes, list[Rule]] = {}
    for rule in rules:
        for hint in (*rule.hints, *rule.foreign_hints):
            grouped.setdefault(hint.encode("ascii", "replace"), []).append(rule)
    return list(grouped.items())


def _searched(
    hints: list[tuple[bytes, Sequence[Rule]]],
) -> list[tuple[bytes, Sequence[Rule], list[tuple[int, bytes, Sequence[Rule]]]]]:
    """Return the hints to search for, each with the longer ones that it is part of.

    Those are compared where it is found, behind so many bytes, which is cheaper than a search for each.
    """
    hints += [(probe, ()) for probe in _PROBES if any(probe in hint for hint, _ in hints)]
    searched = [hint for hint, _ in hints if not any(hint != other and other in hint for other, _ in hints)]
    within: dict[bytes, list[tuple[int, bytes, Sequence[Rule]]]] = {hint: [] for hint in searched}
    for hint, rules in hints:
        if hint not in within:
            part = next(part for part in searched if part in hint)
            within[part].append((hint.find(part), hint, rules))
    return [(hint, rules, within[hint]) for hint, rules in hints if hint in within]


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


def _first_of_each(digits: bytes, hint: bytes) -> Iterator[int]:
    """Yield where the shape begins, once for a run that it fits in many ways."""
    start = digits.find(hint)
    while start >= 0:
        if start == 0 or digits[start - 1 : start] != b"9":
            yield start
        start = digits.find(hint, start + 1)


def any_of(words: Iterable[str]) -> str:
    """Return an expression for any of the words, as a tree of shared beginnings: much faster than a list."""
    endings: dict[str, list[str]] = {}
    for word in words:
        endings.setdefault(word[0], []).append(word[1:])
    branches = [
        re.escape(first) + ("" if "" in rest else any_of(rest)) for first, rest in sorted(endings.items())
    ]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
