"""What is said twice in one excerpt is remembered once: the best of near-identical candidates stays."""

from __future__ import annotations

import re

from arbor_desktop.extract.base import Candidate
from arbor_desktop.extract.offline.vocabulary import words_of

_WINDOW = 200
"""How many kept candidates a new one is compared with at most: bounds the cost of absurdly long excerpts."""

_ALIKE = 0.75
_EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "user",
        "always",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "with",
        "and",
        "or",
        "is",
        "are",
        "be",
        "please",
        "it",
        "that",
        "project",
        "team",
        "s",
    ]
)
_NEGATION = re.compile(r"\b(?:not|never|no|don't|avoid|stop|without|can't|hates?|dislikes?)\b", re.I)


def merged(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates in their order, near-identical ones reduced to the surest (of equals the longer) one."""
    kept: list[Candidate] = []
    words: list[frozenset[str]] = []
    exact: dict[str, int] = {}
    for candidate in candidates:
        mine = frozenset(words_of(candidate.content)) - _EMPTY
        twin = exact.get(candidate.content.lower())
        if twin is None:
            twin = _twin(candidate, mine, kept, words)
        if twin is None:
            exact[candidate.content.lower()] = len(kept)
            kept.append(candidate)
            words.append(mine)
        elif _better(candidate, kept[twin]):
            kept[twin], words[twin] = candidate, mine
    return sorted(kept, key=lambda c: (c.first_turn, c.span_start))


def _twin(
    candidate: Candidate, mine: frozenset[str], kept: list[Candidate], words: list[frozenset[str]]
) -> int | None:
    denies = _NEGATION.search(candidate.content) is None
    for index in range(len(kept) - 1, max(-1, len(kept) - 1 - _WINDOW), -1):
        theirs = words[index]
        shared = len(mine & theirs)
        if not shared:
            continue
        alike = shared / len(mine | theirs) >= _ALIKE or shared == min(len(mine), len(theirs)) >= 3
        if alike and denies == (_NEGATION.search(kept[index].content) is None):
            return index
    return None


def _better(one: Candidate, other: Candidate) -> bool:
    return (one.confidence, len(one.content)) > (other.confidence, len(other.content))
