"""Settings → Devices: two devices are paired, synchronized and parted through the widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.devices.operations import Devices, State
from arbor_desktop.encryption import secret_store
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import AskDialog, Button, SettingRow
from arbor_desktop.ui.settings.devices import DevicesSection, JoinSheet, PairSheet
from arbor_desktop.ui.settings.page import SettingsPage
from tests.conftest import ManualClock
from tests.devices.stage import Keyring, Machine, devices_of

Settle = Callable[[], None]
W = TypeVar("W", bound=QWidget)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "Synced"
    folder.mkdir()
    return folder


@pytest.fixture
def other(tmp_path: Path, clock: ManualClock) -> Iterator[Machine]:
    """Another computer of the same person."""
    home = tmp_path / "elsewhere"
    home.mkdir(mode=0o700)
    with MemoryService.open(home, clock=clock) as service:
        yield Machine(service, clock, "laptop")


@pytest.fixture
def section(page: SettingsPage, monkeypatch: pytest.MonkeyPatch, settle: Settle) -> DevicesSection:
    kept = Keyring()
    monkeypatch.setattr(secret_store, "SystemKeyring", lambda: kept)
    page.show_section("devices")
    page.refresh()
    settle()
    return page.devices


def click(button: QWidget) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def found(page: SettingsPage, kind: type[W]) -> W:
    return next(one for one in page.window().findChildren(kind) if one.isVisible())


def choose(page: SettingsPage, folder: Path, over: QWidget | None = None) -> None:
    dialog = next(one for one in (over or page).window().findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(folder))
    dialog.close()


def rows(section: DevicesSection) -> dict[str, str]:
    """Return the rows of devices: name and state."""
    assert all(row.isVisible() for row in section.list.rows)
    return {
        row.title.text(): row.description.text() for row in section.list.rows if isinstance(row, SettingRow)
    }


def paired(
    page: SettingsPage, section: DevicesSection, other: Machine, folder: Path, settle: Settle
) -> Devices:
    """Add the other device; return its operations."""
    click(section.begin_button)
    choose(page, folder)
    settle()
    sheet = found(page, PairSheet)
    words = " ".join(label.text().split()[1] for label in sheet.words)
    devices = devices_of(other)
    devices.join(folder, words, "laptop")
    sheet.look()
    settle()
    return devices


def test_missing_changes_are_a_warning_and_a_failure_is_an_error(
    section: DevicesSection, settle: Settle
) -> None:
    late = "Some changes from willow are missing. They may still arrive."
    section._show(State(True, "0", "larch", "/s", 1, 0, 0, (), (), (late,)))
    assert (section.exchange.error.text(), section.exchange.error._token) == (late, "warn")
    section._not_synced("The folder can't be read.")
    assert section.exchange.error._token == "danger"


def test_a_device_is_added_with_the_words_and_synchronized(
    page: SettingsPage, section: DevicesSection, other: Machine, folder: Path, settle: Settle
) -> None:
    assert section.start.isVisible() and section.folder.isHidden()
    assert [b.text() for b in section.start.findChildren(Button)] == ["Add a device…", "Join…"]
    devices = paired(page, section, other, folder, settle)
    assert not any(sheet.isVisible() for sheet in page.window().findChildren(PairSheet))
    assert page.snackbar.message == "laptop joined"
    assert rows(section)["laptop"] == "Seen just now"
    assert section.start.isHidden()
    assert section.folder.description.text().endswith("Synced")
    devices.sync()
    other.service.store("The office is in Lyon", type="fact")
    devices.sync()
    click(section.now_button)
    settle()
    assert page.snackbar.message == "Synchronized: 0 changes sent, 1 memory received"


def test_words_that_are_not_used_are_worthless_once_the_sheet_is_closed(
    page: SettingsPage, section: DevicesSection, other: Machine, folder: Path, settle: Settle
) -> None:
    click(section.begin_button)
    choose(page, folder)
    settle()
    sheet = found(page, PairSheet)
    first = [label.text() for label in sheet.words]
    click(sheet.renew)
    settle()
    assert [label.text() for label in sheet.words] != first
    click(sheet.cancel)
    settle()
    assert list(folder.glob("*-offer*")) == []


def test_this_device_joins_with_the_words_of_another(
    page: SettingsPage,
    section: DevicesSection,
    service: MemoryService,
    other: Machine,
    folder: Path,
    settle: Settle,
    qtbot: QtBot,
) -> None:
    other.service.store("The office is in Lyon", type="fact")
    devices = devices_of(other)
    code, _ = devices.pair(folder, "laptop")
    click(section.join_button)
    sheet = found(page, JoinSheet)
    first, second, *_ = sheet.code.fields
    QTest.keyClicks(first, "xqz")
    assert sheet.code.error.text() == "No code has the word “xqz”."
    first.clear()
    word = code.split()[0]
    QTest.keyClicks(first, word[:4] + " ")
    assert first.text() == word and sheet.focusWidget() is second
    QGuiApplication.clipboard().setText(code.upper().replace(" ", "-"))
    first.clear()
    first.paste()
    assert sheet.code.text == code and sheet.code.complete
    assert sheet.code.error.text() == "" and not sheet.do.isEnabled()
    click(sheet.choose_button)
    choose(page, folder, sheet)
    assert sheet.do.isEnabled()
    click(sheet.do)
    qtbot.waitUntil(lambda: sheet.kept.text() == "Waiting for the other device's files…")
    settle()
    assert page.snackbar.message == "This device joined"
    assert [memory.content for memory in service.query().memories] == ["The office is in Lyon"]
    assert "laptop" in rows(section)


def test_a_device_is_removed_and_this_one_leaves(
    page: SettingsPage, section: DevicesSection, other: Machine, folder: Path, settle: Settle
) -> None:
    devices = paired(page, section, other, folder, settle)
    devices.sync()
    (remove,) = [one for one in section.list.findChildren(Button) if one.accessibleName() == "Remove laptop"]
    click(remove)
    click(found(page, AskDialog).do)
    settle()
    assert "laptop" not in rows(section)
    click(section.leave_button)
    click(found(page, AskDialog).do)
    settle()
    assert section.start.isVisible() and section.leave_row.isHidden()
