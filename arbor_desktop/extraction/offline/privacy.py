"""Whether a statement is private: what a person would not want repeated in a client's session.

Two linear models judge it, and what they say is added up: one reads the character n-grams of the words, the
other the sentence's vector (all-MiniLM-L6-v2), which knows words that nobody labelled. Both are learned from
hand-labelled sentences by `python3 -m tests.privacy --write` and lie in resources/extraction/private.json.
Without the encoder the n-grams decide alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from arbor_desktop import resources
from arbor_desktop.embedding.bert import numpy
from arbor_desktop.embedding.catalogue import packaged_encoder

LENGTHS = range(3, 6)
"""Characters of an n-gram, the space before and after a word included."""
_WORD = re.compile(r"\w+")


class PrivacyWeights(msgspec.Struct, frozen=True):
    """`grams` and `vector`: how much each n-gram and each number of a sentence's vector speaks for private,
    in thousandths of log odds; `bias` and `vector_bias`: what speaks for it without any."""

    bias: int
    grams: dict[str, int]
    vector_bias: int
    vector: Sequence[int]


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
def _weights() -> PrivacyWeights:
    return msgspec.json.decode(resources.read_bytes("extraction/private.json"), type=PrivacyWeights)


def privacy_odds(text: str) -> int:
    """Return how much speaks for private, in thousandths of log odds: above 0 it is more likely than not."""
    weights = _weights()
    total = weights.bias + sum(weights.grams.get(gram, 0) for gram in set(grams_of(text)))
    encoder = packaged_encoder()
    if encoder is not None:
        total += weights.vector_bias + round(
            float(encoder.vectors([text])[0] @ numpy().array(weights.vector))
        )
    return total
