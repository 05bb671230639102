"""How far a rule is trusted after what a person said of its results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.extraction.trust import (
    CLEAR_NO,
    CLEAR_YES,
    LEAST,
    MOST_AT_ONCE,
    WEAK,
    WEAK_NO,
    WEAK_YES,
    Said,
    factor,
    lowered,
    standings,
)
from arbor_desktop.memories.model import base_rule, is_correction

RULE = "instruction.always"
WEIGHTS = st.floats(0, 1000)


def each(action: str, count: int, *, soon: bool = True) -> list[Said]:
    """So many memories, each judged by itself."""
    return [Said(RULE, action, f"{action}{number}", soon) for number in range(count)]


class TestFactor:
    def test_nothing_said_and_a_single_no_change_nothing(self) -> None:
        assert factor(0, 0) == factor(0, 1) == 1

    @pytest.mark.parametrize(
        ("kept", "turned_down", "expected"),
        [(0, 3, 0.879), (0, 6, 0.684), (0, 12, 0.5), (10, 7, 1), (10, 8, 0.965), (5, 5, 0.967)],
    )
    def test_as_the_example_says(self, kept: float, turned_down: float, expected: float) -> None:
        assert factor(kept, turned_down) == pytest.approx(expected, abs=0.001)

    @given(WEIGHTS, WEIGHTS)
    def test_never_gains_and_never_loses_more_than_half(self, kept: float, turned_down: float) -> None:
        assert LEAST <= factor(kept, turned_down) <= 1

    @given(WEIGHTS, WEIGHTS, st.floats(0, 50))
    def test_a_no_never_helps_and_a_yes_never_harms(
        self, kept: float, turned_down: float, more: float
    ) -> None:
        assert factor(kept, turned_down + more) <= factor(kept, turned_down) + 1e-12
        assert factor(kept + more, turned_down) >= factor(kept, turned_down) - 1e-12

    def test_a_rule_that_does_better_comes_back(self) -> None:
        assert factor(0, 6) < factor(4, 6) < factor(8, 6) == 1

    def test_a_lowered_confidence_has_four_digits_and_a_whole_one_stays(self) -> None:
        assert lowered(0.9, 6 / 10.5 / 0.65) == 0.7912
        assert lowered(0.123456, 1.0) == 0.123456


class TestStandings:
    @pytest.mark.parametrize("action", sorted(CLEAR_NO))
    def test_a_clear_no_counts_whole(self, action: str) -> None:
        standing = standings(each(action, 4))[RULE]
        assert (standing.kept, standing.turned_down, standing.turned_down_weight) == (0, 4, 4)

    @pytest.mark.parametrize("action", sorted(CLEAR_YES))
    def test_a_clear_yes_counts_whole(self, action: str) -> None:
        standing = standings(each(action, 4))[RULE]
        assert (standing.kept, standing.turned_down, standing.kept_weight) == (4, 0, 4)

    @pytest.mark.parametrize("action", sorted(WEAK_NO))
    def test_deleting_is_a_weak_no_at_first_and_nothing_later(self, action: str) -> None:
        assert standings(each(action, 4))[RULE].turned_down_weight == 4 * WEAK
        assert standings(each(action, 4, soon=False)) == {}

    @pytest.mark.parametrize("action", sorted(WEAK_YES))
    def test_a_mended_text_is_a_weak_yes_at_any_time(self, action: str) -> None:
        assert standings(each(action, 4, soon=False))[RULE].kept_weight == 4 * WEAK

    def test_one_action_over_many_counts_as_few(self) -> None:
        standing = standings([Said(RULE, "rejected", "all of them", True, 40), *each("rejected", 1)])[RULE]
        assert (standing.turned_down, standing.turned_down_weight) == (41, MOST_AT_ONCE + 1)

    def test_what_means_nothing_is_nothing(self) -> None:
        assert standings([Said(RULE, "archived", "a", True)]) == {}


def test_a_correction_counts_for_the_rule_that_found_it() -> None:
    assert base_rule("correction/instruction.always") == RULE == base_rule(RULE)
    assert is_correction("correction/instruction.always")
    assert not is_correction("correction.use")
