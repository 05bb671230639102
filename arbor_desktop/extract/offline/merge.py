"""What is said twice in one excerpt is remembered once: the best of near-identical candidates stays."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import chain

from arbor_desktop.extract.base import Candidate
from arbor_desktop.extract.offline.vocabulary import words_of

_WINDOW = 200
"""How many kept candidates a new one is compared with at most: bounds the cost of absurdly long excerpts."""

_ALIKE = 0.75
"""Of the words of two that are alike so large a share is said in both …"""

_PART = 3
"""… or one's words, at least so many, are all said in the other."""

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
    kept = _Kept()
    exact: dict[str, int] = {}
    for candidate in candidates:
        words = frozenset(words_of(candidate.content)) - _EMPTY
        twin = exact.get(candidate.content.lower())
        if twin is None:
            twin = kept.twin(candidate, words)
        if twin is None:
            exact[candidate.content.lower()] = len(kept.candidates)
            kept.add(candidate, words)
        elif _better(candidate, kept.candidates[twin]):
            kept.put(twin, candidate, words)
    return sorted(kept.candidates, key=lambda c: (c.first_turn, c.span_start))


class _Kept:
    """What is kept so far, and where each word was said."""

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self._words: list[frozenset[str]] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, candidate: Candidate, words: frozenset[str]) -> None:
        self.candidates.append(candidate)
        self._words.append(words)
        self._note(words, len(self._words) - 1)

    def put(self, place: int, candidate: Candidate, words: frozenset[str]) -> None:
        """In place of one that was kept."""
        self._note(words - self._words[place], place)
        self.candidates[place], self._words[place] = candidate, words

    def twin(self, candidate: Candidate, words: frozenset[str]) -> int | None:
        """The place of the latest one that says the same."""
        shared = Counter(chain.from_iterable(self._places[word] for word in words if word in self._places))
        oldest = len(self._words) - _WINDOW
        near = [
            place
            for place, count in shared.items()
            if place >= oldest and _alike(count, len(words), len(self._words[place]))
        ]
        denies = _denies(candidate)
        for place in sorted(near, reverse=True):
            others = self._words[place]
            # Words of one that was replaced are still noted, so fewer may be shared than were counted.
            alike = _alike(len(words & others), len(words), len(others))
            if alike and denies == _denies(self.candidates[place]):
                return place
        return None

    def _note(self, words: frozenset[str], place: int) -> None:
        for word in words:
            self._places[word].append(place)


def _alike(shared: int, words: int, others: int) -> bool:
    """Whether two that have so many words, `shared` of them in both, say the same."""
    least = min(words, others)
    return shared > 0 and (shared / (words + others - shared) >= _ALIKE or shared >= least >= _PART)


def _denies(candidate: Candidate) -> bool:
    return _NEGATION.search(candidate.content) is not None


def _better(one: Candidate, other: Candidate) -> bool:
    return (one.confidence, len(one.content)) > (other.confidence, len(other.content))
