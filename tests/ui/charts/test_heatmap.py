"""A year of days: where each is, how dark it is, and how the keys go through it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt

from arbor_desktop.ui.charts.heatmap import WEEKS, Heatmap, levels
from arbor_desktop.ui.theme import Theme

K = Qt.Key
TODAY = date(2026, 11, 19)
"""A Thursday."""


@pytest.fixture
def year(theme: Theme, show: Callable[..., Any]) -> Any:
    chart = Heatmap(theme, "Conversations read")
    chart.set_days(
        TODAY, {"2026-10-14": 31, "2026-11-19": 1, "2026-11-18": 8}, "conversation", "conversations"
    )
    return show(chart, 712, 140)


def test_weeks_begin_on_monday_and_the_last_has_today(year: Any) -> None:
    chart = year.chart
    assert chart.day(0).weekday() == 0
    assert chart.day(chart.count() - 1) == TODAY
    assert chart.count() == (WEEKS - 1) * 7 + 4
    last, first = chart.box(chart.count() - 1), chart.box(0)
    assert last.top() - first.top() == 3 * chart.pitch()
    assert last.left() - first.left() == (WEEKS - 1) * chart.pitch()


def test_days_are_as_dark_as_busy(year: Any, theme: Theme) -> None:
    chart = year.chart
    for day, token in (
        (TODAY, "heat1"),
        (date(2026, 11, 18), "heat2"),
        (date(2026, 10, 14), "heat4"),
        (date(2026, 10, 15), "heat0"),
    ):
        box = chart.box((day - chart.day(0)).days)
        assert year.color(box.center().x(), box.center().y()) == theme.color(token), day


@given(st.lists(st.integers(0, 10**9), max_size=400))
def test_more_is_never_lighter(counts: list[int]) -> None:
    found = levels(counts)
    assert all((level == 0) == (count == 0) for level, count in zip(found, counts, strict=True))
    by_count = sorted(zip(counts, found, strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(by_count))
    assert max(found, default=0) <= 4


def test_one_day_beyond_measure_does_not_bleach_the_others() -> None:
    assert levels([4, 8, 12, 16] * 25 + [5000])[:4] == [1, 2, 3, 4]
    assert levels([1, 0, 1]) == [1, 0, 1]


def test_the_busiest_day_is_said(year: Any) -> None:
    assert year.chart.busiest_words() == "Busiest day: Wed 14 Oct, 31 conversations"
    assert year.chart.accessibleDescription() == (
        "40 conversations on 3 out of 361 days. Busiest day: Wed 14 Oct, 31 conversations."
    )
    year.chart.set_days(TODAY, {}, "conversation", "conversations")
    assert year.chart.busiest_words() == "Nothing in the past 52 weeks"


def test_keys_go_day_by_day_and_week_by_week(year: Any) -> None:
    for keys, told in (
        ((K.Key_End,), "Thu 19 Nov 2026: 1 conversation"),
        ((K.Key_Up,), "Wed 18 Nov 2026: 8 conversations"),
        ((K.Key_Left,), "Wed 11 Nov 2026: 0 conversations"),
        ((K.Key_Down, K.Key_Right), "Thu 19 Nov 2026: 1 conversation"),
        ((K.Key_Down,), "Thu 19 Nov 2026: 1 conversation"),
        ((K.Key_PageUp,), "Thu 22 Oct 2026: 0 conversations"),
        ((K.Key_Home,), "Mon 24 Nov 2025: 0 conversations"),
        ((K.Key_Left,), "Mon 24 Nov 2025: 0 conversations"),
    ):
        year.keys(*keys)
        assert year.told == told


def test_every_day_can_be_hovered_and_nothing_beside_them(year: Any) -> None:
    chart = year.chart
    for point in (0, 6, 7, 200, chart.count() - 1):
        assert chart.point_at(chart.box(point).center()) == point
    tomorrow = chart.box(chart.count() - 1).center() + QPointF(0, chart.pitch())
    assert chart.point_at(tomorrow) == -1
    assert chart.point_at(QPointF(5, 60)) == -1
    assert chart.point_at(QPointF(300, 5)) == -1
    year.hover(tomorrow)
    assert year.told == ""


def test_months_stand_above_their_weeks_and_clear_of_each_other(year: Any) -> None:
    chart = year.chart
    for offset in range(0, 365, 9):
        chart.set_days(TODAY + timedelta(days=offset), {}, "a", "b")
        places = chart.month_places()
        assert 11 <= len(places) <= 13
        for (x, name), (following, _) in pairwise(places):
            assert x + chart.text_width("caption", name) < following


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dates(date(1990, 1, 1), date(2090, 1, 1)),
    st.dictionaries(st.integers(-5, 380), st.integers(-3, 10**12), max_size=20),
    st.integers(30, 2000),
)
def test_it_survives_all_years(year: Any, today: date, back: dict[int, int], width: int) -> None:
    chart = year.chart
    chart.resize(width, 140)
    by_day = {(today - timedelta(days=days)).isoformat(): count for days, count in back.items()}
    chart.set_days(today, by_day, "conversation", "conversations")
    year.keys(K.Key_End, K.Key_Home)
    assert not year.image().isNull()
    assert all(isinstance(row[1], int) and row[1] >= 0 for row in chart.table().rows)


def test_squares_grow_with_the_width_and_stay_sharp(year: Any) -> None:
    chart = year.chart
    sizes = []
    for width in (460, 712, 1000, 2400):
        chart.resize(width, 200)
        box = chart.box(100)
        assert (box.left(), box.top(), box.width()) == (int(box.left()), int(box.top()), int(box.width()))
        sizes.append(box.width())
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1] <= chart.px(18)
