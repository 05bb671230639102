"""The judge's weights, laid out so that those of a piece are added up without spelling its features.

What `features.py` names ("b we use") is here looked up by its words; both come to the same sum. Weights are
whole thousandths of log odds: their sums are exact, in whatever order they are added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, repeat
from typing import TypeVar

from arbor_desktop.extract.offline.features import (
    Around,
    Read,
    after,
    before,
    of_sentence,
    phrases,
    place,
)
from arbor_desktop.extract.offline.pieces import Piece

_Key = TypeVar("_Key")

UNIT = 1000
"""So many of these weights are 1 of those in the file."""


class Scale:
    """Adds up what speaks for a piece that lasts. Holds only weights."""

    def __init__(self, keep: Mapping[str, float]) -> None:
        self._named: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._kinds: dict[str, int] = {}
        self._words_before: dict[str, int] = {}
        self._word_pairs: dict[tuple[str, ...], int] = {}
        self._kind_rows: dict[tuple[str, ...], int] = {}
        single = {"w": self._words, "k": self._kinds, "P": self._words_before}
        rows = {"b": self._word_pairs, "t": self._kind_rows}
        for name, weight in keep.items():
            group, *words = name.split(" ")
            if group in single:
                single[group][words[0]] = round(weight * UNIT)
            elif group in rows:
                rows[group][tuple(words)] = round(weight * UNIT)
            else:
                self._named[name] = round(weight * UNIT)

    def weigh(
        self, pieces: Sequence[Piece], read: Sequence[Read], sentence: str, around: Around
    ) -> list[int]:
        """Of each piece of a sentence, the sum of the weights of its features (`features_of`)."""
        if not pieces:
            return []
        shared = _sum(self._named, of_sentence(sentence, around, read[0]))
        last = len(pieces) - 1
        sums = []
        for index, (piece, this) in enumerate(zip(pieces, read, strict=True)):
            named = [*phrases(this), *place(piece, index, last, len(this.words))]
            total = shared + self._of_words(this)
            if index:
                named += before(read[index - 1])
                total += _sum(self._words_before, set(read[index - 1].words))
            if index < last:
                named += after(read[index + 1])
            sums.append(total + _sum(self._named, named))
        return sums

    def _of_words(self, this: Read) -> int:
        words, kinds = ("^", *this.words, "$"), ("^", *this.kinds, "$")
        return (
            _sum(self._words, set(this.words))
            + _sum(self._kinds, set(this.kinds))
            + _sum(self._word_pairs, set(pairwise(words)))
            + _sum(self._kind_rows, {*pairwise(kinds), *zip(kinds, kinds[1:], kinds[2:], strict=False)})
        )


def _sum(weights: Mapping[_Key, int], features: Iterable[_Key]) -> int:
    return sum(map(weights.get, features, repeat(0)))
