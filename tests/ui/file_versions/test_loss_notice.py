"""A memory file that was deleted or lost most of its lines is said once, and leads to its versions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.file_versions.model import FileVersion
from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.file_versions.dialog import VersionsDialog
from arbor_desktop.ui.file_versions.watch import LossWatch
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.notifications import Notification, Notifier
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.status import StatusWatch
from arbor_desktop.ui.window_state import WindowState
from tests.conftest import ManualClock
from tests.file_versions.conftest import lines
from tests.ui.file_versions.conftest import Wait


@pytest.fixture
def watch(bridge: Bridge, versions: FileVersions, notes: Path, clock: ManualClock) -> Iterator[LossWatch]:
    versions.look()
    clock.advance(seconds=60)
    watch = LossWatch(bridge, clock=clock)
    yield watch
    watch.deleteLater()


@pytest.fixture
def heard(watch: LossWatch) -> list[list[FileVersion]]:
    found: list[list[FileVersion]] = []
    watch.lost.connect(found.append)
    return found


@pytest.fixture
def window(
    parent: QWidget, qtbot: QtBot, icons: Icons, bridge: Bridge, clock: ManualClock, home: Path
) -> MainWindow:
    window = MainWindow(icons.theme, icons, bridge, WindowState(home / "window.ini"), clock)
    qtbot.addWidget(window)
    window.attach([PageSpec("memories", "Memories", "memories", QWidget)])
    window.show()
    return window


def test_each_loss_is_said_once(
    versions: FileVersions, notes: Path, heard: list[list[FileVersion]], wait: Wait
) -> None:
    notes.write_bytes(lines(9))
    versions.look()
    wait()
    assert heard == []
    notes.write_bytes(lines(4))
    versions.look()
    wait()
    notes.write_bytes(lines(5))
    versions.look()
    wait()
    assert [[one.removed for one in losses] for losses in heard] == [[5]]
    notes.unlink()
    versions.look()
    wait()
    assert [one.exists for one in heard[1]] == [False]


def test_what_was_lost_before_the_window_opened_is_not_said_again(
    bridge: Bridge, versions: FileVersions, notes: Path, wait: Wait, clock: ManualClock
) -> None:
    for count in (10, 2):
        notes.write_bytes(lines(count))
        versions.look()
    clock.advance(seconds=1)
    watch = LossWatch(bridge, clock=clock)
    heard: list[object] = []
    watch.lost.connect(heard.append)
    notes.write_bytes(lines(3))
    versions.look()
    wait()
    assert heard == []


def test_restoring_is_no_loss(
    versions: FileVersions, notes: Path, heard: list[list[FileVersion]], wait: Wait
) -> None:
    first = versions.versions(str(notes))[0].id
    notes.write_bytes(lines(40))
    versions.look()
    versions.restore(first)
    wait()
    assert notes.read_bytes() == lines(10)
    assert heard == []


def test_the_notice_leads_to_the_file(
    window: MainWindow, watch: LossWatch, versions: FileVersions, notes: Path, wait: Wait
) -> None:
    watch.lost.connect(window.show_losses)
    notes.write_bytes(lines(3))
    versions.look()
    wait()
    assert window.notice.message == "7 of 10 lines removed from MEMORY.md (Claude Code)"
    QTest.mouseClick(window.notice.action, Qt.MouseButton.LeftButton)
    wait()
    assert window.notice.message == ""
    dialog = window.findChild(VersionsDialog)
    assert dialog is not None
    assert dialog.files.current.path == str(notes)
    QTest.mouseClick(dialog.restore, Qt.MouseButton.LeftButton)
    wait()
    assert notes.read_bytes() == lines(10)


def test_several_losses_at_once_are_one_notice(
    window: MainWindow, watch: LossWatch, versions: FileVersions, claude: Path, notes: Path, wait: Wait
) -> None:
    watch.lost.connect(window.show_losses)
    (claude / "CLAUDE.md").write_bytes(lines(7, 30))
    versions.look()
    wait()
    notes.unlink()
    (claude / "CLAUDE.md").unlink()
    versions.look()
    wait()
    assert window.notice.message == "2 memory files of AI tools were deleted or lost most of their lines"


@pytest.mark.logs_warnings
def test_a_bug_that_is_said_later_shows_its_report(
    window: MainWindow, watch: LossWatch, versions: FileVersions, notes: Path, wait: Wait
) -> None:
    watch.lost.connect(window.show_losses)
    notes.unlink()
    versions.look()
    wait()
    assert window.notice.message == "MEMORY.md (Claude Code) was deleted"
    window.show_failure(failure(ValueError("odd"), "test"))
    QTest.mouseClick(window.notice.action, Qt.MouseButton.LeftButton)
    assert window.findChild(VersionsDialog) is None


def test_who_does_not_look_at_the_window_is_notified_and_led_there(
    bridge: Bridge,
    icons: Icons,
    watch: LossWatch,
    versions: FileVersions,
    notes: Path,
    wait: Wait,
    qtbot: QtBot,
) -> None:
    looking = True
    status = StatusWatch(bridge)
    notifier = Notifier(bridge, status, quiet=lambda: looking)
    heard: list[Notification] = []
    notifier.notify.connect(heard.append)
    watch.lost.connect(notifier.files_lost)
    notes.write_bytes(lines(4))
    versions.look()
    wait()
    assert heard == []
    looking = False
    notes.write_bytes(b"")
    versions.look()
    wait()
    assert [one.title for one in heard] == ["4 of 4 lines removed from MEMORY.md (Claude Code)"]
    tray = Tray(icons, bridge, status)
    tray.notify(heard[0])
    with qtbot.waitSignal(tray.file_versions_wanted):
        tray.icon.messageClicked.emit()
    tray.deleteLater()
