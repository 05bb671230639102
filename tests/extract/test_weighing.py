"""What is added up without names is the sum of what is learned by name."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.extract.offline import segment
from arbor_desktop.extract.offline.features import Around, Read, WordKinds, features_of, read_pieces
from arbor_desktop.extract.offline.judge import load_weights
from arbor_desktop.extract.offline.pieces import Piece, pieces_of
from arbor_desktop.extract.offline.pipeline import arounds, read_vocabulary
from arbor_desktop.extract.offline.weighing import UNIT, Scale
from tests.extraction.sayings import sayings


@pytest.fixture(scope="module")
def words() -> WordKinds:
    return WordKinds(read_vocabulary(), resources.read_text("extract/judge_words.toml"))


@pytest.mark.slow
def test_sums_are_those_of_the_named_features(words: WordKinds) -> None:
    keep = load_weights(resources.read_text("extract/judge.json")).keep
    scale = Scale(keep)
    pieces_read = 0
    for saying in (saying for found in sayings().values() for saying in found[::5]):
        sentences = list(segment.prose(saying.text, lambda _: True))
        for sentence, around in zip(
            sentences, arounds(saying.text, sentences, words, saying.before), strict=True
        ):
            pieces = pieces_of(saying.text, sentence.start, sentence.end)
            read = read_pieces(words, pieces)
            named = [
                sum(round(keep.get(name, 0.0) * UNIT) for name in features)
                for features in features_of(words, pieces, sentence.text, around)
            ]
            assert scale.weigh(pieces, read, sentence.text, around) == named, sentence.text
            pieces_read += len(pieces)
    assert pieces_read > 1_000


@pytest.mark.parametrize(
    "said", ["very very very very good", "we", "we we", "We use it, we use it, we use it", "$ ^ $"]
)
def test_what_is_said_twice_counts_once(words: WordKinds, said: str) -> None:
    pieces = pieces_of(said, 0, len(said))
    read = read_pieces(words, pieces)
    named = features_of(words, pieces, said, Around())
    keep = {name: number / 10 for number, name in enumerate(sorted({n for found in named for n in found}), 1)}
    sums = [sum(round(keep[name] * UNIT) for name in found) for found in named]
    assert Scale(keep).weigh(pieces, read, said, Around()) == sums


def test_nothing_weighs_nothing() -> None:
    assert Scale({"bias": 1.0}).weigh([], [], "", Around()) == []
    piece = Piece(0, 1, "…", "")
    assert Scale({"bias": 1.0}).weigh([piece], [Read([], [])], "…", Around()) == [UNIT]
