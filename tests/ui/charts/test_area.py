"""Areas over time: what is painted where, and what is told of a moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.charts.area import AreaChart, Series, Stack, stack_of
from arbor_desktop.ui.theme import Theme

NOW = round(datetime(2026, 11, 21, 16).timestamp() * 1000)
WEEK = 7 * 86_400_000
K = Qt.Key
TOKENS = ("chFact", "chPref", "chInstr", "chCtx", "chSkill", "chRel")


def stack(*values: tuple[int, ...]) -> Stack:
    """Series from the lowest up, one moment a week until now."""
    many = len(values[0])
    times = [NOW - (many - 1 - n) * WEEK for n in range(many)]
    return stack_of(times, [Series(t, t[2:], t, v) for t, v in zip(TOKENS, values, strict=False)])


@pytest.fixture
def area(theme: Theme, show: Callable[..., Any]) -> Any:
    chart = AreaChart(theme, "Memories over time", "memories")
    chart.set_data(stack((10, 20, 40), (0, 20, 30), (5, 5, 30)))
    return show(chart)


def test_each_area_has_its_colour_where_its_figures_are(area: Any, theme: Theme) -> None:
    chart = area.chart
    x = chart.x(2) - 3
    for low, high, token in ((0, 40, "chFact"), (40, 70, "chPref"), (70, 100, "chInstr")):
        assert area.color(x, chart.y((low + high) / 2 - 2)) == theme.color(token)
    over = area.color(chart.x(0) + 3, chart.y(60) - 4)
    assert over not in [theme.color(token) for token in TOKENS]


def test_the_colours_follow_the_theme(area: Any, theme: Theme) -> None:
    light = area.color(area.chart.x(2) - 3, area.chart.y(20))
    theme.set_setting("dark")
    dark = area.color(area.chart.x(2) - 3, area.chart.y(20))
    assert light.name() == "#4e9a51"
    assert dark.name() == "#6fb871"


def test_names_stand_in_the_order_of_the_areas(area: Any) -> None:
    places = area.chart.label_places()
    assert [series.label for series, _ in places] == ["Fact", "Pref", "Instr"]
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    for series, y in places:
        middle = {"Fact": 20, "Pref": 55, "Instr": 85}[series.label]
        assert y == pytest.approx(area.chart.y(middle), abs=1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=6), st.integers(60, 400))
def test_names_never_lie_on_each_other(area: Any, last: list[int], height: int) -> None:
    chart = area.chart
    chart.resize(710, height)
    chart.set_data(stack(*[(1, value) for value in last]))
    places = [y for _, y in chart.label_places()]
    line = chart.theme.line("small")
    assert all(a - b >= line - 1e-6 for a, b in pairwise(places))
    assert all(y - line / 2 >= 0 and y + line / 2 <= chart.height() for y in places)


@pytest.mark.parametrize(
    "values",
    [
        (),
        ((),),
        ((0,),),
        ((7,),),
        ((0, 0, 0),),
        ((1, 0, 0), (0, 0, 2)),
        ((10**15, 1), (1, 10**15)),
        ((-5, 3),),
    ],
    ids=["no series", "no moment", "one nothing", "one point", "zeros", "gone", "huge", "negative"],
)
def test_it_survives(theme: Theme, show: Callable[..., Any], values: tuple[tuple[int, ...], ...]) -> None:
    chart = AreaChart(theme, "Memories over time", "memories")
    look = show(chart)
    chart.set_data(stack(*values) if values else Stack())
    look.keys(K.Key_End, K.Key_Home, K.Key_Right, K.Key_Left, K.Key_PageUp)
    look.hover(QPointF(300, 150))
    assert not look.image().isNull()
    for width, height in ((40, 40), (1600, 900)):
        chart.resize(width, height)
        assert not look.image().isNull()
    assert all(cell is not None for row in chart.table().rows for cell in row)
    assert chart.accessibleDescription()


def test_hovering_tells_all_figures_of_the_moment(area: Any) -> None:
    chart = area.chart
    area.hover(QPointF(chart.x(1) + 4, chart.y(50)))
    assert area.told == "14 Nov 2026: Instr 5, Pref 20, Fact 20, Total 45"
    area.hover(QPointF(2, 2))
    assert area.told == ""
    area.hover(QPointF(chart.x(2), chart.y(10)))
    area.leave()
    assert area.told == ""


def test_hovering_paints_the_rest_no_second_time(area: Any) -> None:
    chart = area.chart
    area.image()
    before = chart.paintings
    for point in range(3):
        area.hover(QPointF(chart.x(point), chart.y(10)))
        area.image()
    assert chart.paintings == before
    chart.set_data(stack((1, 2, 3)))
    area.image()
    assert chart.paintings == before + 1
    chart.set_data(stack((1, 2, 3)))
    area.image()
    assert chart.paintings == before + 1


def test_the_marked_moment_has_a_line(area: Any, theme: Theme) -> None:
    chart = area.chart
    x = round(chart.x(1))
    plain = area.image()
    area.hover(QPointF(chart.x(1), chart.y(10)))
    assert area.color(x, chart.plot().top() - 3) == theme.color("text2")
    assert plain.pixelColor(x, int(chart.plot().top() - 3)) != theme.color("text2")


def test_keys_lead_from_moment_to_moment(area: Any) -> None:
    area.keys(K.Key_Left)
    assert area.told.startswith("21 Nov")
    area.keys(K.Key_Left)
    assert area.told.startswith("14 Nov")
    area.keys(K.Key_Home)
    assert area.told.startswith("7 Nov")
    area.keys(K.Key_Left)
    assert area.told.startswith("7 Nov")
    area.keys(K.Key_End)
    assert area.told.startswith("21 Nov")
    area.keys(K.Key_Escape)
    assert area.told == ""


def test_keys_go_on_from_where_the_mouse_is(area: Any) -> None:
    area.hover(QPointF(area.chart.x(1), area.chart.y(10)))
    area.keys(K.Key_Right)
    assert area.told.startswith("21 Nov")


def test_it_is_told_to_who_does_not_see_it(area: Any) -> None:
    chart = area.chart
    assert chart.accessibleName() == "Memories over time"
    assert chart.accessibleDescription() == (
        "7 Nov 2026 to 21 Nov 2026: from 15 to 100 memories. Now: Instr 30, Pref 30, Fact 40."
    )
    assert chart.table().headers == ("Date", "Fact", "Pref", "Instr", "Total")
    assert chart.table().rows[1] == ("2026-11-14", 20, 20, 5, 45)


def test_a_kind_that_never_was_is_not_named(area: Any) -> None:
    area.chart.set_data(stack((1, 2), (0, 0), (3, 0)))
    assert [series.label for series, _ in area.chart.label_places()] == ["Fact", "Instr"]


def test_it_is_sharp_on_every_screen(area: Any, theme: Theme) -> None:
    chart = area.chart
    image = QImage(chart.size() * 2, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(2)
    image.fill(theme.color("card"))
    chart.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    y = round(chart.y(60)) * 2
    line = [image.pixelColor(int(chart.plot().left()) * 2 + 20, y + n) for n in range(-1, 3)]
    border, card = theme.color("border"), theme.color("card")
    assert [color == border for color in line] == [False, True, True, False], [c.name() for c in line]
    assert line[0] == card
