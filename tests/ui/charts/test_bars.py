"""Bars, columns and the histogram."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from arbor_desktop.ui.charts.bars import Bar, BarChart, DayColumns, Histogram, bars_of
from arbor_desktop.ui.theme import Theme

K = Qt.Key
Shown = Callable[..., Any]


@pytest.fixture
def bars(theme: Theme, show: Shown) -> Any:
    chart = BarChart(theme, "Memories by category", "Category", "Memories")
    chart.set_bars(bars_of((Bar("Facts", 25, "facts"), Bar("Architecture", 75, "architecture")), "Other"))
    return show(chart, 344, 120)


# Bars


def test_the_largest_is_first_and_the_rest_is_one_bar() -> None:
    many = [Bar(f"k{n}", n, n) for n in range(12)]
    found = bars_of(many, "Other", 4)
    assert [(bar.label, bar.value) for bar in found] == [("k11", 11), ("k10", 10), ("k9", 9), ("Other", 36)]
    assert found[-1].key is None
    assert bars_of([Bar("a", 0), Bar("b", -3)], "Other") == ()


def test_a_bar_is_as_long_as_its_figure(bars: Any, theme: Theme) -> None:
    chart = bars.chart
    long, short = chart.bar_box(0), chart.bar_box(1)
    assert chart.bars[0].label == "Architecture"
    assert short.width() == pytest.approx(long.width() / 3)
    y = short.center().y()
    assert bars.color(short.left() + 3, y) == theme.color("accent")
    assert bars.color(short.right() + 40, y) != theme.color("accent")


def test_a_click_and_enter_open_what_a_bar_counts(bars: Any, qtbot: Any) -> None:
    with qtbot.waitSignal(bars.chart.activated) as clicked:
        bars.click(bars.chart.bar_box(1).center())
    assert clicked.args == ["facts"]
    bars.keys(K.Key_Up)
    with qtbot.waitSignal(bars.chart.activated) as entered:
        bars.keys(K.Key_Return)
    assert entered.args == ["architecture"]


def test_what_stands_for_several_opens_nothing(theme: Theme, show: Shown, qtbot: Any) -> None:
    chart = BarChart(theme, "Memories by category", "Category", "Memories")
    chart.set_bars((Bar("Other", 5),))
    look = show(chart, 344, 120)
    with qtbot.assertNotEmitted(chart.activated):
        look.click(chart.bar_box(0).center())
        look.keys(K.Key_Return)
    assert chart.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_the_pointer_says_that_a_bar_can_be_opened(bars: Any) -> None:
    bars.hover(bars.chart.bar_box(0).center())
    assert bars.chart.cursor().shape() == Qt.CursorShape.PointingHandCursor
    bars.leave()
    assert bars.chart.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_a_bar_says_its_share(bars: Any) -> None:
    bars.hover(bars.chart.bar_box(1).center())
    assert bars.told == "Facts: 25 of 100 (25 %)"
    assert bars.chart.accessibleDescription() == "Architecture 75, Facts 25."
    assert bars.chart.table().rows == (("Architecture", 75), ("Facts", 25))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.text(max_size=60), st.integers(0, 10**12)), max_size=14), st.integers(30, 900))
def test_bars_survive_all_names_and_figures(bars: Any, entries: list[tuple[str, int]], width: int) -> None:
    chart = bars.chart
    chart.set_bars(bars_of([Bar(name, value, name) for name, value in entries], "Other"))
    chart.resize(width, chart.minimumSizeHint().height())
    assert chart.count() <= 9
    bars.keys(K.Key_End, K.Key_Home)
    assert not bars.image().isNull()
    for n in range(chart.count()):
        assert chart.bar_box(n).left() + chart.bar_box(n).width() <= max(
            width, chart.bar_box(n).left() + chart.px(20)
        )


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0, 3.0])
def test_edges_are_sharp_at_every_scale_of_the_screen(bars: Any, theme: Theme, ratio: float) -> None:
    chart = bars.chart
    image = QImage(chart.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(theme.color("card"))
    painter = QPainter(image)
    chart.paint_all(painter)
    painter.end()
    y = int(chart.bar_box(1).center().y() * ratio)
    first = int((chart.bar_box(1).left() - 4) * ratio)
    last = int((chart.bar_box(1).right() + 4) * ratio)
    across = {image.pixelColor(x, y).name() for x in range(first, last)}
    assert across == {theme.color("accent").name(), theme.color("card").name()}


# The histogram


@pytest.fixture
def histogram(theme: Theme, show: Shown) -> Any:
    chart = Histogram(theme, "Confidence", "Memories")
    chart.set_counts((0, 0, 0, 20, 0, 0, 10, 0, 30, 40))
    return show(chart, 344, 110)


def test_columns_have_the_colour_of_their_level(histogram: Any, theme: Theme) -> None:
    for column, token in ((3, "confLow"), (6, "confMid"), (8, "confHigh"), (9, "confHigh")):
        box = histogram.chart.column_box(column)
        assert histogram.color(box.center().x(), box.bottom() - 4) == theme.color(token)
    assert histogram.chart.column_box(0).height() == 0
    assert histogram.chart.column_box(3).height() * 2 == pytest.approx(
        histogram.chart.column_box(9).height(), abs=1
    )


def test_a_column_tells_its_span_level_and_share(histogram: Any, qtbot: Any) -> None:
    histogram.hover(histogram.chart.column_box(8).center())
    assert histogram.told == "0.8 to 0.9, high: 30 memories, 30 %"
    histogram.hover(histogram.chart.column_box(9).center())
    assert histogram.told == "0.9 to 1, high: 40 memories, 40 %"
    with qtbot.waitSignal(histogram.chart.activated) as opened:
        histogram.click(QPointF(histogram.chart.column_box(3).center().x(), 80))
    assert opened.args == [0.3]
    with qtbot.assertNotEmitted(histogram.chart.activated):
        histogram.click(QPointF(histogram.chart.column_box(4).center().x(), 80))


def test_levels_are_told_in_words(histogram: Any) -> None:
    assert histogram.chart.accessibleDescription() == "Confidence: 20 low, 10 medium, 70 high."
    assert histogram.chart.table().rows[3] == ("0.3 to 0.4", "low", 20)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 10**12), min_size=10, max_size=10), st.integers(20, 900), st.integers(20, 400))
def test_the_histogram_survives_all_figures(
    histogram: Any, counts: list[int], width: int, height: int
) -> None:
    chart = histogram.chart
    chart.resize(width, height)
    chart.set_counts(tuple(counts))
    histogram.keys(K.Key_Home, K.Key_Right, K.Key_End)
    assert not histogram.image().isNull()
    if any(counts) and height > 60:
        assert all(chart.column_box(n).top() >= chart.px(16) for n in range(10))
        assert all(chart.column_box(n).height() > 0 for n in range(10) if counts[n])


def test_it_takes_ten_columns(theme: Theme, qtbot: Any) -> None:
    chart = Histogram(theme, "Confidence", "Memories")
    qtbot.addWidget(chart)
    with pytest.raises(ValueError, match="10 columns, not 3"):
        chart.set_counts((1, 2, 3))
    assert chart.accessibleDescription() == "No data yet"


# Days of a month


@pytest.fixture
def days(theme: Theme, show: Shown) -> Any:
    chart = DayColumns(theme, "Cost this month", "Cost in US dollars", lambda value: f"${value:.2f}")
    chart.set_days(date(2026, 11, 21), (0.0, 1.0, 0.5))
    return show(chart, 344, 60)


def test_each_day_has_a_column_and_days_to_come_have_none(days: Any, theme: Theme) -> None:
    chart = days.chart
    assert chart.room == 30
    assert chart.count() == 21
    most = chart.column_box(1)
    assert days.color(most.center().x(), most.center().y()) == theme.color("accent")
    assert chart.column_box(2).height() == pytest.approx(most.height() / 2, abs=1)
    future = chart.column_box(25)
    assert future.height() == 0
    assert days.color(future.center().x(), future.bottom() - 1) == theme.color("track")
    days.hover(future.center())
    assert days.told == ""


def test_a_day_says_what_it_cost(days: Any) -> None:
    days.keys(K.Key_Home, K.Key_Home, K.Key_Right)
    assert days.told == "Mon 2 Nov: $1.00"
    assert days.chart.accessibleDescription() == ("Total from 1 to 21 Nov: $1.50. Highest on 2 Nov: $1.00.")
    assert days.chart.table().rows[1] == ("2026-11-02", 1.0)


@pytest.mark.parametrize("values", [(), (0.0,), (1e-9,), (1e12, 0.0), (0.1,) * 40])
def test_days_survive(days: Any, values: tuple[float, ...]) -> None:
    days.chart.set_days(date(2026, 2, 28), values)
    days.keys(K.Key_End, K.Key_Home)
    assert not days.image().isNull()
    assert days.chart.room == 28
