"""A chart of ranges: its axis, its marks, what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt

from arbor_desktop.ui.charts.ranges import Range, RangeChart
from arbor_desktop.ui.theme import Theme

Shown = Callable[..., Any]


def row(
    title: str, low: float | None, middle: float | None, high: float | None, *, sure: bool = False
) -> Range:
    return Range(title, "note", "words", "below", sure, middle, low, high, f"{title} tip.", (title, middle))


ROWS = (
    row("Less", -0.52, -0.38, -0.21, sure=True),
    row("Open", -0.28, -0.09, 0.13),
    row("None", None, None, None),
)


@pytest.fixture
def ranges(theme: Theme, show: Shown) -> Any:
    chart = RangeChart(theme, "Ranges", ("Name", "Middle"))
    chart.set_data(ROWS)
    return show(chart, 700, 200)


def test_the_axis_has_all_ranges_and_zero(ranges: Any) -> None:
    chart = ranges.chart
    low, high, step = chart._axis()
    assert (round(low, 6), round(high, 6), step) == (-0.6, 0.2, 0.2)
    assert chart._x(-0.6) < chart._x(-0.52) < chart._x(0) < chart._x(0.13) < chart._x(0.2)


def test_a_range_without_a_limit_ends_at_the_end_of_the_axis(theme: Theme, show: Shown) -> None:
    chart = RangeChart(theme, "Ranges", ("Name", "Middle"))
    chart.set_data((row("Far", -0.9, 0.3, None), row("Farther", -0.2, 3.0, 8.0)))
    look = show(chart, 700, 200)
    low, high, _ = chart._axis()
    assert low == -1 and 1 <= high <= 1.5
    assert chart._x(8.0) == chart._x(high)
    assert look.image().width() == 700


def test_ends_dot_and_dashes_are_where_they_belong(ranges: Any, theme: Theme) -> None:
    chart, y = ranges.chart, theme.px(27)
    accent = theme.color("accent")
    assert ranges.color(chart._x(-0.38), y) == accent
    assert ranges.color(chart._x(-0.52), y + theme.px(5)) == accent
    assert ranges.color(chart._x(0.1), y) != accent


def test_keys_and_mouse_mark_a_row_and_tell_of_it(ranges: Any) -> None:
    chart = ranges.chart
    ranges.hover(QPointF(300, 70))
    assert chart.mark == 1 and chart.words(1).head == "Open tip."
    ranges.leave()
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    ranges.keys(*[Qt.Key.Key_Down] * 3)
    assert chart.mark == 2 and str(chart.words(2)) == "None. None tip. note"
    assert chart.accessibleDescription() == "Less: words. Open: words. None: words."


def test_the_table_has_all_figures(ranges: Any) -> None:
    table = ranges.chart.table()
    assert table.headers == ("Name", "Middle") and table.rows == (
        ("Less", -0.38),
        ("Open", -0.09),
        ("None", None),
    )
