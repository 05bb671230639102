"""Ranges of the difference: they hold with known effects, and say nothing where there is nothing to say."""

from __future__ import annotations

import math

import pytest

from arbor_desktop.maintenance.effect import Verdict
from arbor_desktop.maintenance.effect_statistics import estimate
from tests.effect.simulation import Case, simulate

Session = tuple[str, bool, float]


def of(project: str, with_: list[float], without: list[float]) -> list[Session]:
    return [(project, True, one) for one in with_] + [(project, False, one) for one in without]


def test_a_clear_difference_has_a_range_around_it() -> None:
    found = estimate(of("a", [1, 2, 1, 2, 1, 2, 1, 2] * 4, [4, 5, 6, 5, 4, 5, 6, 5]))
    assert found is not None and found.ratio == pytest.approx(0.3)
    assert (found.with_mean, found.without_mean) == (pytest.approx(1.5), pytest.approx(5.0))
    assert 0.2 < found.low < 0.3 < found.high < 0.4


def test_the_same_sessions_give_the_same_answer() -> None:
    sessions = of("a", [0, 3, 1, 0, 2, 5], [4, 1, 3])
    assert estimate(sessions) == estimate(sessions)


def test_projects_are_compared_within_themselves() -> None:
    """A project with many corrections and hardly a session without memories does not make them look bad."""
    easy = of("easy", [1.0, 1.2, 0.8, 1.0] * 2, [1.0, 1.1, 0.9, 1.0] * 5)
    hard = of("hard", [9.0, 10.0, 11.0, 10.0] * 10, [10.0, 9.5, 10.5])
    found = estimate([*easy, *hard])
    assert found is not None and found.ratio == pytest.approx(1.0, abs=0.05)
    assert found.low < 1 < found.high


@pytest.mark.parametrize("sessions", [[], of("a", [1, 2, 3], []), of("a", [1], []) + of("b", [], [2])])
def test_nothing_to_compare(sessions: list[Session]) -> None:
    assert estimate(sessions) is None


def test_one_session_without_is_not_enough_for_any_range() -> None:
    found = estimate(of("a", [1, 2, 1], [9]))
    assert found is not None
    assert (found.low, found.high) == (0.0, math.inf)


def test_what_never_happened_has_no_ratio() -> None:
    found = estimate(of("a", [0, 0, 0, 0], [0, 0]))
    assert found is not None and found.ratio is None
    assert (found.low, found.high) == (0.0, math.inf)


def test_what_never_happened_with_memories_is_limited_on_one_side() -> None:
    found = estimate(of("a", [0.0] * 40, [2, 0, 1, 3, 1, 2, 1, 0, 2, 1]))
    assert found is not None and found.ratio == 0.0
    assert found.low == 0.0 and found.high < 1
    other = estimate(of("a", [2, 0, 1, 3, 1, 2, 1, 0, 2, 1] * 4, [0.0] * 10))
    assert other is not None and other.ratio == math.inf
    assert other.low > 1 and other.high == math.inf


@pytest.mark.slow
@pytest.mark.parametrize("ratio", [1.0, 0.6, 1.5])
@pytest.mark.parametrize(
    ("kind", "mean", "sessions", "projects"),
    [
        ("poisson", 0.5, 40, 1), ("poisson", 0.5, 200, 4),
        ("clustered", 3.0, 40, 4), ("clustered", 3.0, 100, 2), ("long-tailed", 40_000, 100, 2),
    ],
)  # fmt: skip
def test_the_true_effect_is_in_nine_of_ten_ranges(
    kind: str, mean: float, sessions: int, projects: int, ratio: float
) -> None:
    """With 500 rounds, the share itself may be off by 0.02."""
    found = simulate(Case(kind, mean, ratio, sessions, projects), 500)
    assert found.covered >= 0.90 - 0.02
    assert found.wrong <= 0.05
    if ratio == 1.0:
        assert found.said[Verdict.PLAIN] <= 0.05


@pytest.mark.slow
def test_a_large_effect_is_found_and_a_range_gets_narrower() -> None:
    few = simulate(Case("clustered", 3.0, 0.5, 100, 2), 200)
    many = simulate(Case("clustered", 3.0, 0.5, 800, 2), 200)
    assert many.said[Verdict.PLAIN] > 0.95
    assert many.width < few.width / 2
