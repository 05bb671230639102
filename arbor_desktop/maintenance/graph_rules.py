"""Memories that are about the same thing, by their words: the links that no table has."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import search_terms

_MOST_TERMS = 40
_MOST_WITH_A_WORD = 40
"""A word that more memories have says little of any of them, and would cost most of the time."""
_NEIGHBOURS = 2
_SIMILAR = 0.16
"""The least similarity of a link; the best one of a memory that is linked with nothing else may have half."""

Pair = tuple[int, int, float]


def similar(
    texts: Sequence[str], marks: Sequence[Iterable[str]], linked: Iterable[tuple[int, int]] = ()
) -> list[Pair]:
    """Return pairs of texts, by their numbers, with their similarity (0 to 1): each text with at most two
    that are most similar to it. `marks`: what else is known of each text (tags, technology, project).
    `linked`: pairs that belong together anyway, which are not returned.

    Similarity is the cosine of the weights of words and marks; one counts more the fewer texts have it.
    """
    words = [
        frozenset((*map(stem, search_terms(text, _MOST_TERMS)), *(f"#{mark}" for mark in some)))
        for text, some in zip(texts, marks, strict=True)
    ]
    known = {(min(pair), max(pair)) for pair in linked}
    alone = set(range(len(texts))) - {n for pair in known for n in pair}
    best: set[Pair] = set()
    for n, found in _cosines(words):
        near = sorted(((value, -other) for other, value in found.items()), reverse=True)[:_NEIGHBOURS]
        for place, (value, other) in enumerate(near):
            pair = (min(n, -other), max(n, -other))
            least = _SIMILAR / 2 if n in alone and not place else _SIMILAR
            if value >= least and pair not in known:
                best.add((*pair, round(value, 4)))
    return sorted(best)


def _cosines(words: Sequence[frozenset[str]]) -> Iterable[tuple[int, dict[int, float]]]:
    """Yield each text with those that share a word with it, and their cosines."""
    counts = Counter(word for some in words for word in some)
    weight = {word: math.log(len(words) / count) for word, count in counts.items()}
    length = [math.sqrt(sum(weight[word] ** 2 for word in some)) for some in words]
    having: defaultdict[str, list[int]] = defaultdict(list)
    for n, some in enumerate(words):
        for word in some:
            if 1 < counts[word] <= _MOST_WITH_A_WORD:
                having[word].append(n)
    for n, some in enumerate(words):
        products: defaultdict[int, float] = defaultdict(float)
        for word in some:
            for other in having.get(word, ()):
                products[other] += weight[word] ** 2
        products.pop(n, None)
        yield n, {other: value / (length[n] * length[other]) for other, value in products.items() if value}
