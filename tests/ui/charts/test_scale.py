"""Labels keep apart and inside, steps are round, days stand in order."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.ui.charts.area import date_ticks, fitting, spread, ticks
from arbor_desktop.ui.charts.figures import short_number
from arbor_desktop.ui.formatting import percent

DAY_MS = 86_400_000
places = st.lists(st.floats(-500, 1500, allow_nan=False), max_size=12).map(sorted)


@given(places, st.floats(1, 40), st.floats(0, 300), st.floats(0, 900))
def test_labels_never_overlap_and_stay_inside(
    wanted: list[float], gap: float, low: float, room: float
) -> None:
    wanted = wanted[: fitting(room, gap)]  # as a chart does: no more than fit
    found = spread(wanted, gap, low, low + room)
    assert len(found) == len(wanted)
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(found))
    assert all(low - 1e-6 <= place <= low + room + 1e-6 for place in found)


@given(places, st.floats(1, 40))
def test_labels_that_have_room_stay_where_they_want_to_be(wanted: list[float], gap: float) -> None:
    apart = [place + n * gap for n, place in enumerate(wanted)]
    assert spread(apart, gap, -1000, 3000) == pytest.approx(apart)


@given(places, st.floats(1, 40), st.floats(0, 300))
def test_where_they_do_not_all_fit_they_lie_evenly(wanted: list[float], gap: float, low: float) -> None:
    high = low + gap * len(wanted) / 3
    found = spread(wanted, gap, low, high)
    assert found == sorted(found)
    assert all(low - 1e-6 <= place <= high + 1e-6 for place in found)


def test_labels_are_moved_as_little_as_can_be() -> None:
    assert spread([10, 11, 50], 10, 0, 100) == [5.5, 15.5, 50]
    assert spread([0, 0, 0], 10, 0, 100) == [0, 10, 20]
    assert spread([99], 10, 0, 100) == [99]


@given(st.floats(0, 1e12, allow_nan=False), st.integers(2, 8))
def test_steps_are_round_few_and_begin_at_nothing(top: float, most: int) -> None:
    found = ticks(top, most)
    assert found[0] == 0
    assert found[-1] <= max(top, 0)
    assert len(found) <= most + 1
    steps = {b - a for a, b in pairwise(found)}
    assert len(steps) <= 1
    assert all(str(step).strip("0") in ("1", "2", "5") for step in steps)


def test_steps_of_the_design() -> None:
    assert ticks(412) == [0, 100, 200, 300, 400]
    assert ticks(3) == [0, 1, 2, 3]
    assert ticks(0) == [0]


@given(st.integers(0, 2_000_000_000_000), st.integers(0, 5000))
def test_days_on_the_axis_ascend_within_the_span(first: int, days: int) -> None:
    last = first + days * DAY_MS
    found = [at for at, _ in date_ticks(first, last)]
    assert found == sorted(found)
    assert all(first <= at <= last for at in found)


def test_a_month_is_told_in_weeks_half_a_year_in_months() -> None:
    last = round(datetime(2026, 11, 21, 16).timestamp() * 1000)
    assert [words for _, words in date_ticks(last - 29 * DAY_MS, last)] == [
        "24 Oct",
        "31 Oct",
        "7 Nov",
        "14 Nov",
        "21 Nov",
    ]
    months = [words for _, words in date_ticks(last - 170 * DAY_MS, last)]
    assert months == ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]


def test_numbers_as_people_say_them() -> None:
    assert [short_number(n) for n in (0, 1284, 9999, 12_000, 12_345, 3_900_000, 250_000_000, 2e9)] == [
        "0", "1,284", "9,999", "12k", "12.3k", "3.9M", "250M", "2G",
    ]  # fmt: skip
    assert [percent(share) for share in (0, 0.001, 0.86, 0.999, 1)] == [
        "0 %",
        "under 1 %",
        "86 %",
        "99 %",
        "100 %",
    ]
