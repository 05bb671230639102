"""What words, meaning and neighbours are worth, and where what is relevant ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text.ranking import REMARKABLE, SHARES, UNREMARKABLE, Cut, Said, lend, meaning, worth_of

FRACTIONS = st.floats(0, 2, allow_nan=False)


def said(length: int, **times: int) -> Said:
    return Said(texts=100, all_words=1_000, length=length, times=times)


def test_a_rare_word_is_worth_more_than_a_frequent_one_and_a_word_less_in_a_long_text() -> None:
    weights = {"rare": 5.0, "frequent": 1.0}
    worth = worth_of(said(10, rare=1, frequent=1), weights)
    assert worth["rare"] == pytest.approx(5.0)  # a text of average length that says it once
    assert worth["rare"] == pytest.approx(5 * worth["frequent"])
    assert worth_of(said(40, rare=1), weights)["rare"] < worth["rare"]


def test_saying_a_word_again_is_worth_less_each_time() -> None:
    once, twice, often = (worth_of(said(10, word=n), {"word": 1.0})["word"] for n in (1, 2, 50))
    assert once < twice < 2 * once
    assert twice < often < 2 * once


def test_nearness_that_does_not_stand_out_is_worth_nothing() -> None:
    assert meaning(-2.0) == meaning(UNREMARKABLE) == 0.0
    assert meaning(UNREMARKABLE + REMARKABLE) == pytest.approx(1.0)


def test_the_best_lend_to_those_noted_beside_them() -> None:
    worth = {10: 1.0, 11: 0.1, 12: 0.0, 13: 0.1, 20: 0.5}
    lent = lend(worth, [10], lambda one, other: True)
    assert lent[11] == pytest.approx(0.1 + SHARES[0])
    assert lent[12] == pytest.approx(SHARES[1])
    assert (lent[13], lent[20]) == (0.1, 0.5)
    assert worth[11] == 0.1  # what is given stays as it is


def test_nothing_is_lent_to_another_occasion() -> None:
    assert lend({1: 1.0, 2: 0.2}, [1, 2], lambda one, other: False) == {1: 1.0, 2: 0.2}


@given(st.dictionaries(st.integers(1, 30), FRACTIONS, max_size=20))
def test_lending_takes_from_nobody(worth: dict[int, float]) -> None:
    best = sorted(worth, key=lambda row: (-worth[row], row))
    lent = lend(worth, best, lambda one, other: True)
    assert lent.keys() == worth.keys()
    assert all(lent[row] >= worth[row] for row in worth)


@given(st.lists(FRACTIONS, max_size=20), FRACTIONS, st.floats(0, 1))
def test_a_cut_keeps_the_first_ones_that_reach_the_floor_and_their_share_of_the_best(
    relevances: list[float], floor: float, share: float
) -> None:
    ordered = sorted(relevances, reverse=True)
    count = Cut(floor, share).count(ordered)
    assert all(value >= floor and value >= share * ordered[0] for value in ordered[:count])
    assert all(value < floor or value < share * ordered[0] for value in ordered[count:])


def test_nothing_is_relevant_where_nothing_was_found() -> None:
    assert Cut.by_words().count([]) == Cut.by_meaning().count([]) == 0
