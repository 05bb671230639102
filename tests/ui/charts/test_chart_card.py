"""A chart's card: its menu, its figures as a table, its picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.charts.bars import Bar, BarChart, bars_of
from arbor_desktop.ui.charts.card import ChartCard
from arbor_desktop.ui.icons import Icons

K = Qt.Key
WORDS = ["Show as table", "Copy data", "Save image as PNG…", "Save data as CSV…"]


@pytest.fixture
def card(qtbot: QtBot, icons: Icons) -> Iterator[ChartCard]:
    chart = BarChart(icons.theme, "Memories by category", "Category", "Memories")
    chart.set_bars(bars_of((Bar("Facts", 9), Bar("=Bugs", 1200), Bar("architecture", 70)), "Other"))
    card = ChartCard(icons, "by-category", "Memories by category", chart)
    card.set_note("1,279 total")
    qtbot.addWidget(card)
    card.resize(374, 240)
    card.show()
    qtbot.waitExposed(card)
    card.activateWindow()
    yield card
    card.close()


def words(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def choose(card: ChartCard, text: str) -> None:
    menu = card.menu()
    next(action for action in menu.actions() if action.text() == text).trigger()


def shown_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def column(card: ChartCard, number: int) -> list[str]:
    model = card.table.model()
    return [str(model.index(row, number).data()) for row in range(model.rowCount())]


def test_the_menu_opens_by_mouse_button_and_keys(card: ChartCard, qtbot: QtBot) -> None:
    at = card.chart.rect().center()
    reasons = QContextMenuEvent.Reason
    for ask in (
        lambda: card.more.click(),
        lambda: QTest.keyClick(card.chart, K.Key_F10, Qt.KeyboardModifier.ShiftModifier),
        lambda: QApplication.sendEvent(
            card.chart, QContextMenuEvent(reasons.Mouse, at, card.chart.mapToGlobal(at))
        ),
        lambda: QApplication.sendEvent(card.chart, QContextMenuEvent(reasons.Keyboard, at, QPoint())),
    ):
        ask()
        menu = shown_menu()
        assert words(menu) == WORDS
        menu.close()
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)


def test_the_menu_of_the_button_opens_within_the_card(card: ChartCard) -> None:
    card.more.click()
    menu = shown_menu()
    assert menu.geometry().right() <= card.mapToGlobal(card.rect().topRight()).x()
    menu.close()


def test_by_key_the_menu_opens_at_the_marked_point(card: ChartCard) -> None:
    card.chart.set_cursor(2)
    QApplication.sendEvent(
        card.chart, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    )
    menu = shown_menu()
    near = card.chart.mapToGlobal(card.chart.anchor(2).center().toPoint())
    assert (menu.pos() - near).manhattanLength() < 40
    menu.close()


def test_the_table_takes_the_place_of_the_picture_and_back(card: ChartCard, qtbot: QtBot) -> None:
    card.chart.setFocus()
    qtbot.waitUntil(card.chart.hasFocus)
    choose(card, "Show as table")
    assert card.table.isVisible()
    assert not card.chart.isVisible()
    assert card.table.hasFocus()
    assert card.table.accessibleName() == "Memories by category (table)"
    assert words(card.menu())[0] == "Show as chart"
    QTest.keyClick(card.table, K.Key_Escape)
    assert card.chart.isVisible()
    assert card.chart.hasFocus()


def test_numbers_are_sorted_by_size_and_back_to_the_first_order(card: ChartCard) -> None:
    card.show_table(True)
    assert column(card, 0) == ["=Bugs", "architecture", "Facts"]
    assert column(card, 1) == ["1,200", "70", "9"]
    card.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert column(card, 1) == ["9", "70", "1,200"]
    card.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert column(card, 0) == ["=Bugs", "architecture", "Facts"]
    card.table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert column(card, 0) == ["Facts", "architecture", "=Bugs"]


def test_a_heading_is_clicked_to_sort(card: ChartCard) -> None:
    card.show_table(True)
    head = card.table.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(1) + 20, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert column(card, 1) == ["9", "70", "1,200"]


def test_figures_are_copied_as_a_table_that_runs_nowhere(card: ChartCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.copied):
        choose(card, "Copy data")
    assert (
        QGuiApplication.clipboard().text() == "Category\tMemories\n'=Bugs\t1200\narchitecture\t70\nFacts\t9"
    )


def test_selected_rows_are_copied_in_the_order_they_have(card: ChartCard) -> None:
    card.show_table(True)
    card.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    card.table.clearSelection()
    for row in (0, 1):
        card.table.selectionModel().select(
            card.table.model().index(row, 0), card.table.selectionModel().SelectionFlag.Select
        )
    QTest.keyClick(card.table, K.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Category\tMemories\nFacts\t9\narchitecture\t70"


def test_other_figures_are_in_the_table_too(card: ChartCard) -> None:
    card.show_table(True)
    assert isinstance(card.chart, BarChart)
    card.chart.set_bars((Bar("Facts", 10),))
    card.refresh()
    assert column(card, 1) == ["10"]


def test_other_figures_leave_the_selection_alone(card: ChartCard) -> None:
    card.show_table(True)
    card.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    card.table.setCurrentIndex(card.table.model().index(2, 0))
    assert isinstance(card.chart, BarChart)
    card.chart.set_bars((Bar("=Bugs", 1300), Bar("architecture", 70), Bar("Facts", 60)))
    card.refresh()
    assert column(card, 1) == ["60", "70", "1,300"]
    assert card.table.currentIndex().data() == "=Bugs"


def test_the_picture_has_heading_and_chart_twice_as_sharp(card: ChartCard) -> None:
    card.chart.set_cursor(1)
    image = card.picture()
    assert image.devicePixelRatio() == 2
    assert image.width() > 2 * card.chart.width()
    theme = card._icons.theme
    assert isinstance(card.chart, BarChart)
    box, margin, head = card.chart.bar_box(0), theme.px(16), theme.px(32)
    x, y = (box.center().x() + margin) * 2, (box.center().y() + margin + head) * 2
    assert image.pixelColor(int(x), int(y)) == theme.color("accent")
    assert image.pixelColor(0, 0) == theme.color("card")
    ink = [image.pixelColor(x, y) for x in range(32, 200) for y in range(32, 72, 2)]
    assert theme.color("text") in ink, "the title is in it"


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_picture_is_there_also_of_what_was_never_shown(icons: Icons, qtbot: QtBot, mode: str) -> None:
    icons.theme.set_setting(mode)
    chart = BarChart(icons.theme, "Memories by category", "Category", "Memories")
    card = ChartCard(icons, "by-category", "Memories by category", chart)
    qtbot.addWidget(card)
    image = card.picture()
    assert image.width() > 200
    assert image.pixelColor(0, 0) == icons.theme.color("card")
