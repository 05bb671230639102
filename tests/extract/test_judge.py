"""How judgements of pieces become statements, with a judge that knows a handful of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extract.offline.features import Around, Read, WordKinds
from arbor_desktop.extract.offline.judge import KINDS, Judge, Judged, Reading, Weights, load_weights
from arbor_desktop.extract.offline.pieces import pieces_of
from arbor_desktop.extract.offline.pipeline import read_vocabulary


def kinds(**weights: float) -> list[float]:
    return [weights.get(kind, 0.0) for kind in KINDS]


WEIGHTS = Weights(
    keep={"bias": -4.0, "w always": 6.0, "w perhaps": 3.0, "w we": 4.4, "w please": -9.0},
    kinds={
        "w always": kinds(rule=1.0),
        "w we": kinds(project=1.5),
        "P always": kinds(person=99.0),
        "bias": kinds(goal=99.0),
    },
    sure=0.7,
    near=0.2,
)
"""Alone, "always" makes a piece 0.88 probable, "we" 0.60, "perhaps" 0.27, anything else 0.02."""


@pytest.fixture(scope="module")
def words() -> WordKinds:
    return WordKinds(read_vocabulary(), resources.read_text("extract/judge_words.toml"))


@pytest.fixture(scope="module")
def judge(words: WordKinds) -> Judge:
    return Judge(WEIGHTS, words)


def judged(judge: Judge, text: str) -> list[Judged]:
    return judge.stretches(judge.read(text, 0, len(text), Around()))


def said(judge: Judge, text: str) -> list[str]:
    return [text[one.start : one.end] for one in judged(judge, text)]


def test_a_sure_piece_is_a_statement_and_the_others_are_not(judge: Judge) -> None:
    assert said(judge, "open it, always lock up, leave") == ["always lock up"]


def test_a_less_sure_neighbour_belongs_to_a_sure_one(judge: Judge) -> None:
    assert said(judge, "open it, always lock up, perhaps twice") == ["always lock up, perhaps twice"]
    assert said(judge, "perhaps at noon, always lock up") == ["perhaps at noon, always lock up"]


def test_what_is_not_sure_enough_alone_is_no_statement(judge: Judge) -> None:
    assert said(judge, "perhaps twice, perhaps at noon") == []
    assert said(judge, "we go") == []


def test_an_unlikely_piece_parts_two_statements(judge: Judge) -> None:
    assert said(judge, "always lock up, open it, always sweep") == ["always lock up", "always sweep"]


def test_a_word_can_speak_against_a_piece(judge: Judge) -> None:
    assert said(judge, "please always lock up") == []


def test_unlikely_ends_are_taken_away_first(judge: Judge) -> None:
    text = "perhaps twice, always lock up, we go"
    [one] = judged(judge, text)
    assert [text[start:end] for start, end in one.parts] == [
        "perhaps twice, always lock up, we go",
        "always lock up, we go",
        "always lock up",
    ]


def test_the_probability_is_that_of_the_surest_piece(judge: Judge) -> None:
    [alone] = judged(judge, "always lock up")
    [among] = judged(judge, "perhaps twice, always lock up")
    assert alone.probability == among.probability == pytest.approx(0.88, abs=0.01)


def test_the_kind_is_of_its_own_words_not_of_what_is_around_it(judge: Judge) -> None:
    assert [one.kind for one in judged(judge, "always lock up")] == ["rule"]
    assert [one.kind for one in judged(judge, "always lock up, we go")] == ["project"]
    assert [one.kind for one in judged(judge, "always lock up, perhaps twice")] == ["rule"]


def test_how_likely_a_clause_is_is_asked_of_its_own_pieces(judge: Judge) -> None:
    text = "open the door, always lock up"
    reading = judge.read(text, 0, len(text), Around())
    assert reading.likelihood(frozenset({"open", "the", "door"})) < 0.05
    assert reading.likelihood(frozenset({"always", "lock", "up"})) == reading.most > 0.8


def test_of_a_clause_that_is_in_no_piece_the_whole_sentence_tells(judge: Judge) -> None:
    text = "open the door, always lock up"
    reading = judge.read(text, 0, len(text), Around())
    assert reading.likelihood(frozenset({"elsewhere"})) == reading.most


def test_nothing_said_is_nothing_judged(judge: Judge) -> None:
    reading = judge.read(" … ", 0, 3, Around())
    assert reading.most == reading.likelihood(frozenset()) == 0.0
    assert judge.stretches(reading) == []


@given(probabilities=st.lists(st.floats(0, 1), max_size=12))
def test_stretches_lie_apart_and_their_parts_narrow(judge: Judge, probabilities: list[float]) -> None:
    text = ", ".join(f"part {chr(97 + number)}" for number in range(len(probabilities)))
    pieces = pieces_of(text, 0, len(text))
    found = judge.stretches(Reading(pieces, [Read([], []) for _ in pieces], probabilities))
    position = -1
    for one in found:
        assert position < one.start < one.end
        assert (one.start, one.end) == one.parts[0]
        for (start, end), (inner_start, inner_end) in zip(one.parts, one.parts[1:], strict=False):
            assert start <= inner_start < inner_end <= end
            assert inner_end - inner_start < end - start
        surest = next(p for p, value in zip(pieces, probabilities, strict=True) if value == one.probability)
        assert WEIGHTS.sure <= one.probability
        assert one.kind in KINDS and len(surest.text) == one.parts[-1][1] - one.parts[-1][0]
        position = one.end
    covered = [p for p, value in zip(pieces, probabilities, strict=True) if value >= WEIGHTS.sure]
    assert all(any(one.start <= p.start and p.end <= one.end for one in found) for p in covered)


def test_the_weights_that_ship_can_be_read() -> None:
    weights = load_weights(resources.read_text("extract/judge.json"))
    assert 0 < weights.near < weights.sure < 1
    assert weights.keep and all(len(row) == len(KINDS) for row in weights.kinds.values())
