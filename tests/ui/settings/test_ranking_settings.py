"""Settings → Search → Ranking: four shares that are stored when they make a whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.search import WeightsRow

Settle = Callable[[], None]
KEY = "search.weights"


@pytest.fixture
def row(page: SettingsPage, settle: Settle) -> WeightsRow:
    page.show_section("search")
    page.search.unfold()
    settle()
    return page.search.weights


def shown(row: WeightsRow) -> list[str]:
    return [field.text() for field in row.fields]


def give(row: WeightsRow, number: int, text: str) -> None:
    field = row.fields[number]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_each_share_has_a_name_and_the_sum_is_shown(row: WeightsRow) -> None:
    assert shown(row) == ["0.5", "0.3", "0.1", "0.1"]
    assert [field.accessibleName() for field in row.fields] == ["Relevance", "Confidence", "Usage", "Recency"]
    assert row.sum.text() == "Total: 1.00"
    assert not row.reset.isVisible()


def test_shares_are_stored_as_soon_as_they_are_a_whole(
    row: WeightsRow, service: MemoryService, settle: Settle
) -> None:
    give(row, 0, "0.4")
    settle()
    assert service.settings.get(KEY) == "0.5 0.3 0.1 0.1"
    assert row.error.text() == "Not saved yet. The values add up to 0.90, but must add up to 1."
    assert row.sum.text() == "Total: 0.90"
    give(row, 3, "0.2")
    settle()
    assert service.settings.get(KEY) == "0.4 0.3 0.1 0.2"
    assert not row.error.isVisible()
    assert row.sum.text() == "Total: 1.00"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["much", "-0.1", "1.5", ""])
def test_what_is_no_share_is_refused_beside_the_fields(
    row: WeightsRow, service: MemoryService, settle: Settle, text: str
) -> None:
    give(row, 1, text) if text else row.fields[1].clear()
    QTest.keyClick(row.fields[1], Qt.Key.Key_Return)
    row.fields[1].setModified(True)
    settle()
    assert row.error.text() == "Enter four numbers from 0 to 1."
    assert service.settings.get(KEY) == "0.5 0.3 0.1 0.1"


def test_arrow_keys_move_a_share_and_escape_takes_it_back(row: WeightsRow, settle: Settle) -> None:
    field = row.fields[2]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.text() == "0.2"
    assert row.sum.text() == "Total: 1.10"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    settle()
    assert field.text() == "0.1"
    assert not row.error.isVisible()


def test_a_comma_is_read_as_a_point(row: WeightsRow, service: MemoryService, settle: Settle) -> None:
    give(row, 0, "0,6")
    give(row, 1, "0,2")
    settle()
    assert service.settings.get(KEY) == "0.6 0.2 0.1 0.1"


def test_reset_brings_back_what_was_at_first(row: WeightsRow, service: MemoryService, settle: Settle) -> None:
    service.settings.set(KEY, "0.7 0.1 0.1 0.1")
    settle()
    assert shown(row)[0] == "0.7"
    give(row, 1, "0.9")
    QTest.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get(KEY) == "0.5 0.3 0.1 0.1"
    assert shown(row) == ["0.5", "0.3", "0.1", "0.1"]
    assert not row.reset.isVisible()
    assert not row.error.isVisible()


def test_shares_set_elsewhere_do_not_replace_what_is_being_chosen(
    row: WeightsRow, service: MemoryService, settle: Settle
) -> None:
    give(row, 0, "0.2")
    service.settings.set(KEY, "0.7 0.1 0.1 0.1")
    settle()
    assert shown(row)[0] == "0.2"


@pytest.mark.slow
def test_tab_goes_through_the_shares_in_order(
    row: WeightsRow, service: MemoryService, settle: Settle
) -> None:
    service.settings.set(KEY, "0.7 0.1 0.1 0.1")
    settle()
    row.window().activateWindow()
    row.fields[0].setFocus()
    seen = []
    for _ in range(4):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert seen == [*row.fields[1:], row.reset]
