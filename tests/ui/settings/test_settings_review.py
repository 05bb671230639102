"""Settings → Review and conflicts: what waits, what is compared, what may be decided without the person."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.setting_rows.rows import BoundRow, LevelRow, SwitchRow
from arbor_desktop.ui.settings.page import SettingsPage

Settle = Callable[[], None]


@pytest.fixture
def review(page: SettingsPage, qtbot: QtBot, settle: Settle) -> SettingsPage:
    qtbot.mouseClick(page.items["review"], Qt.MouseButton.LeftButton)
    page.review.unfold()
    settle()
    return page


def row(page: SettingsPage, key: str) -> BoundRow:
    (found,) = [each for each in page.review.findChildren(BoundRow) if each.key == key]
    return found


def flick(qtbot: QtBot, page: SettingsPage, key: str, settle: Settle) -> None:
    switch = row(page, key)
    assert isinstance(switch, SwitchRow)
    qtbot.mouseClick(switch.switch, Qt.MouseButton.LeftButton)
    settle()


def test_all_of_it_stands_together(review: SettingsPage) -> None:
    assert review.items["review"].text() == "Review and conflicts"
    shown = [each.key for each in review.review.findChildren(BoundRow) if each.isVisible()]
    assert shown == [
        "review.mode",
        "review.certain_from",
        "review.accept_certain",
        "review.accept_from",
        "conflicts.detect",
        "conflicts.auto_resolve",
        "conflicts.auto_resolve_from",
    ]


def test_deciding_by_itself_is_off_and_says_what_it_does(
    qtbot: QtBot, review: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    alone, clear = row(review, "conflicts.auto_resolve"), row(review, "conflicts.auto_resolve_from")
    assert "without asking" in alone.description.text()
    assert not clear.isEnabled(), "the threshold says nothing while everything is asked"
    flick(qtbot, review, "conflicts.auto_resolve", settle)
    assert service.settings.get("conflicts.auto_resolve") is True
    assert clear.isEnabled()


def test_what_is_not_compared_is_not_decided(
    qtbot: QtBot, review: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.settings.set("conflicts.auto_resolve", True)
    settle()
    flick(qtbot, review, "conflicts.detect", settle)
    assert service.settings.get("conflicts.detect") is False
    rest = [row(review, key) for key in ("conflicts.auto_resolve", "conflicts.auto_resolve_from")]
    assert not any(each.isEnabled() for each in rest)
    flick(qtbot, review, "conflicts.detect", settle)
    assert all(each.isEnabled() for each in rest)


def test_the_threshold_goes_no_lower_than_is_allowed(
    qtbot: QtBot, review: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.settings.set("conflicts.auto_resolve", True)
    settle()
    clear = row(review, "conflicts.auto_resolve_from")
    assert isinstance(clear, LevelRow)
    assert clear.number.text() == "0.25"
    clear.slider.setFocus()
    QTest.keyClick(clear.slider, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: service.settings.get("conflicts.auto_resolve_from") == 0.05)
    settle()
    assert clear.number.text() == "0.05"
    assert not clear.error.isVisible()


def test_nothing_is_accepted_by_itself_where_nothing_waits(
    review: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.settings.set("review.mode", "nothing")
    settle()
    assert not row(review, "review.accept_certain").isEnabled()
    service.settings.set("review.mode", "everything")
    settle()
    assert row(review, "review.accept_certain").isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize("words", ["contradict", "automatic", "conflict notif"])
def test_it_is_found_by_its_words(page: SettingsPage, settle: Settle, words: str) -> None:
    page.focus_search()
    QTest.keyClicks(page.field, words)
    settle()
    keys = {each.key for each in page.findChildren(BoundRow) if each.isVisible()}
    assert keys & {"conflicts.detect", "conflicts.auto_resolve", "notify.conflicts"}


def test_notifications_of_conflicts_are_switched_with_the_others(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    page.show_section("general")
    (told,) = [each for each in page.general.findChildren(SwitchRow) if each.key == "notify.conflicts"]
    qtbot.mouseClick(told.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("notify.conflicts") is False


def test_the_limit_of_review_can_be_moved_only_where_it_means_something(
    page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    service.settings.set("review.mode", "nothing")
    settle()
    assert not page.review.setting_rows["review.certain_from"].isEnabled()
    service.settings.set("review.mode", "uncertain")
    settle()
    assert page.review.setting_rows["review.certain_from"].isEnabled()
