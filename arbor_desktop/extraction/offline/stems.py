"""Patterns that are rarely found, and what is quickly looked for first: a piece of every text they find.

A search with a regular expression tries each alternative at each character; `in` takes a fiftieth of that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


def small(text: str) -> str:
    """`text` in small letters, those that a pattern takes for i and s without regard to case among them."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    return lowered.replace("i̇", "i").replace("ı", "i").replace("ſ", "s")


class Stemmed:
    """A pattern without regard to case, and stems of which one is in all that it finds."""

    __slots__ = ("_pattern", "_stems")

    def __init__(self, pattern: re.Pattern[str], stems: Sequence[str]) -> None:
        self._pattern = pattern
        self._stems = tuple(stems)

    def search(self, text: str) -> re.Match[str] | None:
        """What the pattern finds first."""
        lowered = small(text)
        for stem in self._stems:
            if stem in lowered:
                return self._pattern.search(text)
        return None


def stemmed(
    patterns: Mapping[str, re.Pattern[str]], stems: Mapping[str, Sequence[str]]
) -> dict[str, Stemmed]:
    """The patterns that have stems. Raises KeyError for stems of a pattern that is not there."""
    return {name: Stemmed(patterns[name], found) for name, found in stems.items()}
