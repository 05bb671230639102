"""Which pieces of what a person wrote say something that lasts, and what kind of thing.

A linear model over words and kinds of words (features.py), learned from hand-marked messages by
`python3 -m tests.extraction.training` and shipped as resources/extract/judge.json.
It knows no message by heart: rare words have no weight. A judgement is a sum of weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import msgspec

from arbor_desktop.extract.offline.features import Around, Read, WordKinds, own_features, read_pieces
from arbor_desktop.extract.offline.pieces import Piece, pieces_of
from arbor_desktop.extract.offline.vocabulary import words_of
from arbor_desktop.extract.offline.weighing import UNIT, Scale

KINDS = ("rule", "preference", "person", "skill", "people", "project", "decision", "cause", "goal")


class Weights(msgspec.Struct, frozen=True):
    """`keep`: how much a feature speaks for a piece that lasts (log odds); `kinds`: for each of KINDS."""

    keep: dict[str, float]
    kinds: dict[str, list[float]]
    sure: float
    """A stretch of pieces lasts if the surest of them reaches this probability …"""
    near: float
    """… and the pieces around it that reach this one belong to it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Characters `start` to `end` last, with such a probability (0 to 1). `parts`: the places of its pieces,
    all that make it and then what is left of it when less sure ones at its ends are taken away."""

    start: int
    end: int
    kind: str
    probability: float
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence's pieces, and how probable it is of each that it lasts."""

    pieces: Sequence[Piece]
    read: Sequence[Read]
    probabilities: Sequence[float]

    @property
    def most(self) -> float:
        """The probability of the surest piece."""
        return max(self.probabilities, default=0.0)

    def likelihood(self, clause: frozenset[str]) -> float:
        """How probable the surest piece is that has most of its words among those of `clause`."""
        pairs = zip(self.pieces, self.probabilities, strict=True)
        shared = [
            p
            for piece, p in pairs
            if 2 * len(clause.intersection(words := words_of(piece.text))) >= len(words)
        ]
        return max(shared or self.probabilities, default=0.0)


class Judge:
    """Holds only weights and words."""

    def __init__(self, weights: Weights, kinds: WordKinds) -> None:
        self._sure, self._near = weights.sure, weights.near
        self._keep = Scale(weights.keep)
        self._kinds = weights.kinds
        self.words = kinds

    def read(self, text: str, start: int, end: int, around: Around) -> Reading:
        """Judges each piece of the sentence that is characters `start` to `end` of `text`."""
        pieces = pieces_of(text, start, end)
        return self.reading(pieces, read_pieces(self.words, pieces), text[start:end], around)

    def reading(
        self, pieces: Sequence[Piece], read: Sequence[Read], sentence: str, around: Around
    ) -> Reading:
        """Judges the pieces of a sentence, whose words are `read`."""
        sums = self._keep.weigh(pieces, read, sentence, around)
        return Reading(pieces, read, [1 / (1 + math.exp(-total / UNIT)) for total in sums])

    def stretches(self, reading: Reading) -> list[Judged]:
        """The stretches of pieces that last, in order."""
        near = [p >= self._near for p in reading.probabilities]
        found: list[Judged] = []
        first = 0
        while first < len(near):
            if not near[first]:
                first += 1
                continue
            last = first
            while last + 1 < len(near) and near[last + 1]:
                last += 1
            probability = max(reading.probabilities[first : last + 1])
            if probability >= self._sure:
                kind = self._kind(reading.read[first : last + 1])
                parts = tuple(_narrowed(reading, first, last))
                found.append(Judged(*parts[0], kind, probability, parts))
            first = last + 1
        return found

    def _kind(self, pieces: Sequence[Read]) -> str:
        names = chain.from_iterable(map(own_features, pieces))
        rows = [weights for name in names if (weights := self._kinds.get(name)) is not None]
        # Rounded, equal sums stay equal in whatever order they were added.
        totals = [round(sum(column), 3) for column in zip(*rows, strict=True)] or [0.0]
        return KINDS[totals.index(max(totals))]


def _narrowed(reading: Reading, first: int, last: int) -> Iterator[tuple[int, int]]:
    while True:
        yield reading.pieces[first].start, reading.pieces[last].end
        if first == last:
            return
        if reading.probabilities[first] < reading.probabilities[last]:
            first += 1
        else:
            last -= 1


def load_weights(judge_json: str) -> Weights:
    """Reads the file. Raises msgspec.DecodeError or msgspec.ValidationError where it is broken."""
    return msgspec.json.decode(judge_json.encode(), type=Weights)
