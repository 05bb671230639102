"""A newer version: asked for in the settings, or once a week where that is wanted."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from arbor_desktop import __version__, updates
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.shell.notifications import update_notification
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.status import StatusWatch
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.updates import UpdateRow, UpdateWatch
from tests.conftest import ManualClock
from tests.releases import ReleaseServer

Settle = Callable[[], None]


@pytest.fixture
def row(release_server: ReleaseServer, page: SettingsPage, settle: Settle) -> UpdateRow:
    page.show_section("about")
    settle()
    return page.about.update_row


def click(qtbot: QtBot, row: UpdateRow, settle: Settle) -> str:
    qtbot.mouseClick(row.check, Qt.MouseButton.LeftButton)
    settle()
    assert row.check.isEnabled()
    return row.description.text()


def test_a_copy_that_was_not_built_for_a_release_offers_nothing(page: SettingsPage) -> None:
    page.show_section("about")
    assert page.about.isVisible()
    assert not page.about.updates.isVisible()
    page.field.setText("updates")
    page.field.text_edited.emit("updates")
    assert not page.about.updates.isVisible()


def test_nothing_is_asked_until_the_button_is_pressed(
    qtbot: QtBot, row: UpdateRow, release_server: ReleaseServer, settle: Settle
) -> None:
    assert row.isVisible()
    assert row.description.text() == f"You have version {__version__}."
    assert release_server.asked == []
    release_server.answer = {"tag_name": f"v{__version__}"}
    words = f"You have the newest version, {__version__}. Checked just now."
    assert click(qtbot, row, settle) == words
    assert len(release_server.asked) == 1
    assert not row.get.isVisible()


def test_a_newer_version_is_said_with_the_way_to_it(
    qtbot: QtBot, row: UpdateRow, opened: list[QUrl], settle: Settle
) -> None:
    assert click(qtbot, row, settle) == f"Version 99.1.0 is available. You have {__version__}."
    qtbot.mouseClick(row.get, Qt.MouseButton.LeftButton)
    assert opened == [QUrl("https://example.org/somebody/arbor/releases/latest")]


def test_quitting_waits_for_no_answer(
    qtbot: QtBot, row: UpdateRow, release_server: ReleaseServer, bridge: Bridge
) -> None:
    release_server.may_answer.clear()
    qtbot.mouseClick(row.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(release_server.asked))
    bridge.close()

    def asking() -> bool:
        return any(one.name == "arbor-updates" for one in threading.enumerate())

    assert asking()
    release_server.may_answer.set()
    qtbot.waitUntil(lambda: not asking())


def test_a_failure_is_said_and_leaves_when_it_works_again(
    qtbot: QtBot, row: UpdateRow, release_server: ReleaseServer, settle: Settle
) -> None:
    release_server.code = 500
    assert click(qtbot, row, settle) == f"You have version {__version__}."
    assert "answered with error 500" in row.error.text()
    release_server.code = 200
    assert "99.1.0" in click(qtbot, row, settle)
    assert not row.error.isVisible()


def test_once_a_week_if_that_is_wanted(
    bridge: Bridge, service: MemoryService, release_server: ReleaseServer, clock: ManualClock, settle: Settle
) -> None:
    watch, told = UpdateWatch(bridge, clock=clock), list[str]()
    watch.found.connect(told.append)

    def days_later(days: float) -> int:
        clock.advance(days=days)
        watch.look()
        settle()
        return len(release_server.asked)

    assert days_later(0) == 0, "it is off at first"
    service.settings.set("updates.weekly", True)
    assert days_later(0) == 1
    assert days_later(6.9) == 1
    assert days_later(0.1) == 2
    assert told == ["99.1.0"], "each version is told of once"
    release_server.code = 500
    assert days_later(7) == 3
    release_server.code, release_server.answer = 200, {"tag_name": "v99.2"}
    assert days_later(0.25) == 4, "a failed question is asked again"
    assert told == ["99.1.0", "99.2"]
    watch.deleteLater()


def test_a_copy_that_was_not_built_for_a_release_asks_nobody(
    bridge: Bridge, service: MemoryService, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "check", lambda *_: pytest.fail("it asked"))
    service.settings.set("updates.weekly", True)
    watch = UpdateWatch(bridge)
    watch.look()
    settle()
    watch.deleteLater()


def test_a_click_on_the_notification_leads_to_the_row(theme: Theme, bridge: Bridge, qtbot: QtBot) -> None:
    tray = Tray(Icons(theme), bridge, StatusWatch(bridge))
    tray.notify(update_notification("99.1.0"))
    with qtbot.waitSignal(tray.updates_wanted):
        tray.icon.messageClicked.emit()
    tray.hide()
    tray.menu.deleteLater()
    tray.deleteLater()
