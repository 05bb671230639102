"""How much of their words two statements share, as a number that people can make sense of."""

from __future__ import annotations

from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import fold, search_terms

_MOST_TERMS = 2_000
_NOT_THE_SAME = 0.99
"""What two texts get at most that are not the same text."""


def similarity(one: str, other: str) -> float:
    """0 to 1: of the words of both texts that count, the share that stands in both (Dice's coefficient).

    What counts are the words of a search: without articles and the like, names also by their parts, forms of
    a word as one. Symmetric. 1 for the same text (but for case, spaces and the final full stop) and for no
    other: which words are the same says nothing of their order, or of a "not".
    """
    if fold(one) == fold(other):
        return 1.0
    mine, theirs = _words(one), _words(other)
    if not mine or not theirs:
        return 0.0
    return min(_NOT_THE_SAME, 2 * len(mine & theirs) / (len(mine) + len(theirs)))


def _words(text: str) -> frozenset[str]:
    return frozenset(stem(term) for term in search_terms(text, _MOST_TERMS))
