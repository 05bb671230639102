"""Memories that are about the same thing, by their words: the links that no table has."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import STOP_WORDS

_WORD = re.compile(r"[^\W_]{2,}")
_MOST_WITH_A_WORD = 40
_LEAST_WITH_A_WORD = 10
_LOOKED_AT = 20_000
"""A word that very many memories have says little of any of them, and would cost most of the time: the more
memories, the rarer a word must be to count."""
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
    words = [_words(text, some) for text, some in zip(texts, marks, strict=True)]
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


def _words(text: str, marks: Iterable[str]) -> frozenset[str]:
    found = (stem(word) for word in _WORD.findall(text.lower()) if word not in STOP_WORDS)
    return frozenset((*found, *(f"#{mark}" for mark in marks)))


def _cosines(words: Sequence[frozenset[str]]) -> Iterable[tuple[int, dict[int, float]]]:
    """Yield each text with those that share a word with it, and their cosines."""
    counts = Counter(word for some in words for word in some)
    weight = {word: math.log(len(words) / count) for word, count in counts.items()}
    length = [math.sqrt(sum(weight[word] ** 2 for word in some)) for some in words]
    most = max(_LEAST_WITH_A_WORD, min(_MOST_WITH_A_WORD, _LOOKED_AT // max(1, len(words))))
    having: defaultdict[str, list[int]] = defaultdict(list)
    for n, some in enumerate(words):
        for word in some:
            if 1 < counts[word] <= most:
                having[word].append(n)
    for n, some in enumerate(words):
        products: defaultdict[int, float] = defaultdict(float)
        for word in some:
            for other in having.get(word, ()):
                products[other] += weight[word] ** 2
        products.pop(n, None)
        yield n, {other: value / (length[n] * length[other]) for other, value in products.items() if value}
