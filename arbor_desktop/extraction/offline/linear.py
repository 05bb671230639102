"""Linear models that tell whether a statement is private (a person would not want it repeated in a client's
session), and whether it applies everywhere (in all of the person's work, rather than in the project where it
was said).

Each model adds up two: one reads the character n-grams of the words, the other the text's vector
(all-MiniLM-L6-v2), which knows words that nobody labelled. They are learned from hand-labelled statements by
`python3 -m tests.linear --write` and shipped as resources/extraction/private.json and everywhere.json.
Without the encoder the n-grams decide alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from arbor_desktop import resources
from arbor_desktop.embedding.bert import numpy
from arbor_desktop.embedding.catalogue import packaged_encoder

PRIVATE, EVERYWHERE = "private", "everywhere"
LENGTHS = range(3, 6)
"""Characters of an n-gram, the space before and after a word included."""
_WORD = re.compile(r"\w+")


class Weights(msgspec.Struct, frozen=True):
    """`grams` and `vector`: how much each n-gram and each number of the text's vector speaks for it, in
    thousandths of log odds; `bias` and `vector_bias`: what speaks for it without any."""

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


def features_of(text: str, family: str = "") -> set[str]:
    """Return what the first model reads: a text's n-grams, and the family of the rule that found it."""
    return {*grams_of(text), f"family:{family}"} if family else set(grams_of(text))


def odds(model: str, text: str, family: str = "") -> int:
    """Return how much speaks for a `model`'s yes, in thousandths of log odds: above 0 it is more likely than
    not."""
    weights = _weights(model)
    total = weights.bias + sum(weights.grams.get(one, 0) for one in features_of(text, family))
    vector = _vector(text)
    if vector is not None:
        total += weights.vector_bias + round(float(vector @ numpy().array(weights.vector)))
    return total


@cache
def _weights(model: str) -> Weights:
    return msgspec.json.decode(resources.read_bytes(f"extraction/{model}.json"), type=Weights)


@lru_cache(maxsize=64)
def _vector(text: str) -> Any:
    """Return the text's vector; None without the encoder."""
    encoder = packaged_encoder()
    return None if encoder is None else encoder.vectors([text])[0]
