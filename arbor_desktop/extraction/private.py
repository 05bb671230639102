"""Judges whether a statement is private: what a person would not want repeated in a client's session.

A linear model over character n-grams of words, learned from hand-labelled sentences by
`python3 -m tests.privacy --write` and shipped as resources/extract/private.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from arbor_desktop import resources

LENGTHS = range(3, 6)
"""Characters of an n-gram, the space before and after a word included."""
DOUBT = -200
"""Sums between this and 0 leave it in doubt."""
_WORD = re.compile(r"\w+")


class Weights(msgspec.Struct, frozen=True):
    """`grams`: how much each n-gram speaks for private, in thousandths of log odds; `bias`: what is private
    without any."""

    bias: int
    grams: dict[str, int]


def grams_of(text: str) -> Iterator[str]:
    """Yield the n-grams of a text's words."""
    for word in set(_WORD.findall(text.casefold())):
        padded = f" {word} "
        for length in LENGTHS:
            if len(padded) <= length:
                yield padded
                break
            for start in range(len(padded) - length + 1):
                yield padded[start : start + length]


@cache
def _weights() -> Weights:
    return msgspec.json.decode(resources.read_bytes("extract/private.json"), type=Weights)


def is_private(text: str, *, in_doubt: bool = True) -> bool:
    """Say whether a statement about a person is private; `in_doubt` where that is not certain."""
    weights = _weights()
    total = weights.bias + sum(weights.grams.get(gram, 0) for gram in set(grams_of(text)))
    return total > (DOUBT if in_doubt else 0)
