"""What is remembered is counted, seen, looked into and kept current."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.errors import StorageError
from arbor_desktop.memories.model import FeedbackKind
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.page import InsightsPage
from arbor_desktop.ui.window_state import WindowState

K = Qt.Key
Remember = Callable[..., str]


def buttons(within: QWidget) -> dict[str, Button]:
    return {b.text(): b for b in within.findChildren(Button) if b.isVisible()}


# What is seen


def test_the_cards_say_what_there_is(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    assert person.stat("memories") == ("5", "+5 this week")
    assert person.stat("categories") == ("3", "of 6 in use")
    assert person.stat("conversations") == ("0", "of 0 read")
    assert person.stat("updated") == ("just now", "nothing read yet")
    assert person.stat("helpful") == ("–", "no data yet")
    assert person.stat("stale")[1] == "0 of 5 memories"
    name = person.page.charts.stats.cards["memories"].accessibleName()
    assert name == "Total memories: 5, +5 this week"
    assert person.page.charts.stats.cards["helpful"].accessibleName() == "Helpful: no data yet"


def test_no_word_of_a_card_is_cut(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.page.charts.stats.cards["updated"].show_figure("31 min ago", "last read: nothing new")
    for card in person.page.charts.stats.cards.values():
        for label in (card.title, card.value, card.note):
            assert label.sizeHint().width() <= label.width(), label.text()
    assert not person.page.charts.cards["kinds"].note.text(), "title and choice fill the line"


def test_the_charts_show_what_the_service_counts(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    found = service.insights()
    charts = person.page.charts
    assert person.bars == {"Facts": 3, "Architecture": 1, "Coding preferences": 1}
    assert [row[-1] for row in charts.histogram.table().rows] == list(found.histogram)
    assert charts.area.table().rows[-1][-1] == 5
    assert charts.cards["growth"].note.text() == "by type, last 26 weeks"
    assert charts.cost.total.text() == "$0.00"
    assert charts.cost.calm.isVisible()
    assert not charts.cost.days.isVisible()


def test_bars_count_by_category_type_or_source(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.pick(person.page.charts.by, "type")
    assert person.bars == {"Fact": 4, "Instruction": 1}
    assert person.page.charts.cards["kinds"].title.text() == "Memories by type"
    person.pick(person.page.charts.by, "source")
    assert sum(person.bars.values()) == 5
    again = open_page(state=state)
    assert again.page.charts.cards["kinds"].title.text() == "Memories by source"


def test_the_year_is_of_captures_or_of_uses(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    service.record_usage(some["staging"], True)
    person = open_page()
    assert person.page.charts.heatmap.busiest_words() == "Nothing in the past 52 weeks"
    person.pick(person.page.charts.activity, "used")
    assert person.page.charts.heatmap.busiest_words().endswith(", 1 helpful use")
    assert person.page.charts.cards["activity"].title.text() == "Memories used"


def test_measures_without_data_have_no_figure(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    rows = {row[0]: row for row in person.page.charts.measures.table().rows}
    assert rows["Patterns reused in coding"][1] is None
    assert rows["Patterns reused in coding"][5] == "No data yet"
    assert rows["Unused for 90 days"][1:6] == (0.0, 0, 5, "Below 5 %", "Goal met")
    measures = person.page.charts.measures
    measures.setFocus(Qt.FocusReason.TabFocusReason)
    assert str(measures.words(measures.mark)) == (
        "Helpful memories. Relevant memories that helped. No data yet."
    )
    QTest.keyClick(measures, K.Key_Right)
    assert str(measures.words(measures.mark)).startswith(
        "Unused for 90 days 0 %. 0 of 5 memories were never used"
    )


# Choosing


def test_time_and_project_are_chosen_and_remembered(
    open_page: Any, some: dict[str, str], tmp_path: Path
) -> None:
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.click(person.page.bar.range.button("30"))
    assert person.page.charts.cards["growth"].note.text() == "by type, last 30 days"
    person.choose_project("pollen")
    assert person.stat("memories")[0] == "1"
    assert person.page.charts.cards["cost"].note.text() == "all projects"
    again = open_page(state=state)
    assert again.page.bar.range.current == "30"
    assert again.page.bar.project.currentText() == "pollen"
    assert again.stat("memories")[0] == "1"


def test_what_was_remembered_wrongly_does_no_harm(
    open_page: Any, some: dict[str, str], tmp_path: Path
) -> None:
    state = WindowState(tmp_path / "window.ini")
    state.set_value("insights/days", "ninety")
    state.set_value("insights/by", "colour")
    state.set_value("insights/project", "/gone/away")
    person = open_page(state=state)
    assert person.page.bar.wish.days == 182
    assert person.page.bar.project.currentText() == "away"
    assert person.empty == "No data for away yet"
    person.click(buttons(person.page)["Show all projects"])
    assert person.stat("memories")[0] == "5"


def test_a_bar_opens_its_memories(open_page: Any, some: dict[str, str], qtbot: QtBot) -> None:
    person = open_page()
    bars = person.page.charts.bars
    with qtbot.waitSignal(person.page.memories_wanted) as wanted:
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.bar_box(0).center().toPoint())
    assert wanted.args == [{"categories": ("facts",)}]
    person.choose_project("kiln")
    person.pick(person.page.charts.by, "type")
    with qtbot.waitSignal(person.page.memories_wanted) as wanted:
        bars.setFocus()
        QTest.keyClick(bars, K.Key_Home)
        QTest.keyClick(bars, K.Key_Return)
    assert wanted.args == [{"types": ("fact",), "scope": "project", "scope_id": "/srv/kiln"}]


def test_a_column_of_confidence_opens_its_memories_lowest_first(
    open_page: Any, some: dict[str, str], qtbot: QtBot
) -> None:
    person = open_page()
    histogram = person.page.charts.histogram
    with qtbot.waitSignal(person.page.memories_wanted) as wanted:
        at = histogram.column_box(4).center().toPoint()
        qtbot.mouseClick(histogram, Qt.MouseButton.LeftButton, pos=at)
    assert wanted.args == [{"min_confidence": 0.4, "sort": "confidence", "order": "asc"}]


# Keeping current


def test_it_follows_what_changes(open_page: Any, some: dict[str, str], service: MemoryService) -> None:
    person = open_page()
    service.feedback(some["pollen"], FeedbackKind.FORGET)
    person.qtbot.waitUntil(lambda: person.stat("memories")[0] == "4", timeout=20_000)
    person.wait()
    assert person.bars["Facts"] == 2


def test_what_did_not_change_is_not_painted_again(
    open_page: Any, some: dict[str, str], service: MemoryService, qtbot: QtBot
) -> None:
    person = open_page()
    charts = person.page.charts
    person.page.grab()
    before = [chart.paintings for chart in (charts.area, charts.bars, charts.histogram, charts.heatmap)]
    person.page.refresh()
    person.wait()
    person.page.grab()
    assert [c.paintings for c in (charts.area, charts.bars, charts.histogram, charts.heatmap)] == before


def test_hidden_it_counts_nothing_until_it_is_shown(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.page.hide()
    counted: list[object] = []
    ask = service.insights

    def counting(**wanted: Any) -> Any:
        counted.append(wanted)
        return ask(**wanted)

    service.insights = counting  # type: ignore[method-assign]
    service.feedback(some["pollen"], FeedbackKind.FORGET)
    QCoreApplication.processEvents()  # what was announced is heard
    person.wait()
    assert counted == []
    person.page.show()
    person.wait()
    assert len(counted) == 1
    assert person.stat("memories")[0] == "4"


# Nothing, and trouble


def test_nothing_yet_says_what_comes_and_how(open_page: Any, qtbot: QtBot) -> None:
    person = open_page()
    assert person.empty == "No statistics yet"
    assert not person.page.bar.export.isEnabled()
    assert not person.page.strip.isVisible()
    person.page.focus_main()
    assert person.page.focusWidget() is buttons(person.page)["Choose sources"]
    assert person.page.focus_groups() == [person.page.bar.views, person.page.focusWidget()]
    with qtbot.waitSignal(person.page.capture_settings_wanted):
        person.click(buttons(person.page)["Choose sources"])


def test_the_first_memory_brings_the_charts(open_page: Any, remember: Remember) -> None:
    person = open_page()
    remember("Staging runs PostgreSQL 16.")
    person.qtbot.waitUntil(lambda: person.empty == "", timeout=20_000)
    person.wait()
    assert person.stat("memories")[0] == "1"
    assert person.page.bar.export.isEnabled()


def test_a_failure_is_told_and_can_be_tried_again(
    open_page: Any, some: dict[str, str], service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_wanted: object) -> None:
        raise StorageError("The memory file can't be read.")

    with monkeypatch.context() as broken:
        broken.setattr(service, "insights", fail)
        person = open_page()
        assert person.empty == "Couldn't load the statistics"
        assert person.page.empty.code.text() == "The memory file can't be read."
    person.click(buttons(person.page)["Try again"])
    assert person.stat("memories")[0] == "5"


def test_figures_stay_where_counting_anew_fails(
    open_page: Any, some: dict[str, str], service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = open_page()

    def fail(**_wanted: object) -> None:
        raise StorageError("The memory file can't be read.")

    monkeypatch.setattr(service, "insights", fail)
    person.page.refresh()
    person.wait()
    assert person.stat("memories")[0] == "5"
    assert person.snack == "The memory file can't be read."


# Layout, focus


def test_cards_are_there_before_the_figures(icons: Icons, bridge: Bridge, clock: Any, qtbot: QtBot) -> None:
    page = InsightsPage(icons, bridge, clock=clock)
    qtbot.addWidget(page)
    page.resize(1156, 780)
    page.show()
    assert page.charts.stats.cards["memories"].value.text() == "–"
    assert page.charts.cards["growth"].isVisible()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "columns", "rows"), [(1156, 2, 1), (1500, 2, 1), (844, 1, 2), (760, 1, 2)])
def test_it_fits_the_width(open_page: Any, some: dict[str, str], width: int, columns: int, rows: int) -> None:
    person = open_page(width=width)
    charts = person.page.charts
    assert charts.columns == columns
    assert charts.horizontalScrollBar().maximum() == 0
    assert charts.content.width() <= charts.viewport().width()
    stats = list(charts.stats.cards.values())
    assert len({card.y() for card in stats}) == rows
    for a in stats:
        for b in stats:
            assert a is b or not a.geometry().intersects(b.geometry())
    right = max(card.mapTo(person.page, card.rect().topRight()).x() for card in charts.cards.values())
    export = person.page.bar.export
    assert right == export.mapTo(person.page, export.rect().topRight()).x(), "cards end where the bar ends"


def test_the_bar_has_a_second_row_in_a_narrow_window(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    page, bar = person.page, person.page.bar
    one_row = bar.height()
    assert bar.range.mapTo(page, QPoint()).y() == bar.views.mapTo(page, QPoint()).y()
    page.resize(800, 780)
    person.qtbot.waitUntil(lambda: bar.height() > one_row)
    assert page.width() == 800, "the window can be made that narrow"
    assert bar.range.mapTo(page, QPoint()).y() > bar.views.mapTo(page, QPoint()).y()
    assert page.rect().right() - bar.export.mapTo(page, bar.export.rect().topRight()).x() == bar._theme.px(16)
    page.resize(1156, 780)
    person.qtbot.waitUntil(lambda: bar.height() == one_row)


def test_maintenance_scrolls_along_in_a_low_window(open_page: Any, some: dict[str, str]) -> None:
    person = open_page(height=560)
    assert person.page.charts.content.isAncestorOf(person.page.strip)
    person.page.resize(1156, 800)
    assert not person.page.charts.content.isAncestorOf(person.page.strip)
    assert person.page.strip.isVisible()


def test_everything_has_a_name_and_the_focus_goes_around(open_page: Any, some: dict[str, str]) -> None:
    person = open_page(height=2000)
    groups = person.page.focus_groups()
    assert len(groups) >= 7
    for widget in groups:
        assert widget.isVisible()
        assert widget.accessibleName()
    person.page.focus_main()
    assert person.page.charts.area.hasFocus()
    named = [w for w in person.page.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    unnamed = [w for w in named if w.isVisible() and not w.accessibleName() and not w.inherits("QScrollBar")]
    assert unnamed == []


@pytest.mark.slow
def test_tab_goes_from_card_to_card_as_they_are_seen(open_page: Any, some: dict[str, str]) -> None:
    person = open_page(height=2000)
    charts, bar = person.page.charts, person.page.bar
    expected = [
        bar.project, bar.export,
        charts.cards["growth"].more, charts.area,
        charts.activity, charts.cards["activity"].more, charts.heatmap,
        charts.by, charts.cards["kinds"].more, charts.bars,
        charts.cards["confidence"].more, charts.histogram,
        charts.cost.more,
        charts.cards["measures"].more, charts.measures,
    ]  # fmt: skip
    bar.project.setFocus(Qt.FocusReason.TabFocusReason)
    seen = [person.page.focusWidget()]
    while len(seen) < len(expected):
        QTest.keyClick(seen[-1], K.Key_Tab)
        seen.append(person.page.focusWidget())
    assert seen == expected
    QTest.keyClick(seen[-1], K.Key_Tab)
    assert person.page.strip.isAncestorOf(person.page.focusWidget())


@pytest.mark.slow
def test_the_wheel_scrolls_the_page_and_chooses_nothing(open_page: Any, some: dict[str, str]) -> None:
    charts = open_page().page.charts
    none = Qt.KeyboardModifier.NoModifier
    for target in (charts.activity, charts.by, charts.heatmap, charts.area):
        at = QPointF(target.rect().center())
        wheel = QWheelEvent(
            at, target.mapToGlobal(at), QPoint(0, -60), QPoint(0, -120), Qt.MouseButton.NoButton, none,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(target, wheel)
        assert not wheel.isAccepted(), "left to what scrolls"
    assert (charts.activity.current_data, charts.by.current_data) == ("captured", "category")


def test_a_table_scrolls_with_the_page_and_the_page_follows_the_keys(
    open_page: Any, some: dict[str, str]
) -> None:
    person = open_page(height=500)
    charts = person.page.charts
    card = charts.cards["growth"]
    card.show_table(True)
    person.wait()
    table = card.table
    assert len(card.figures().rows) == 26
    assert not table.verticalScrollBar().maximum(), "all of it is there"
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    for row in (25, 0):
        table.setCurrentIndex(table.model().index(row, 0))
        at = table.viewport().mapTo(charts.viewport(), table.visualRect(table.currentIndex()).center())
        assert charts.viewport().rect().contains(at)
