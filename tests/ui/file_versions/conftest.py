"""A dialog over real files: Claude Code wrote a file in three steps, then lost most of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.file_versions.dialog import VersionsDialog
from arbor_desktop.ui.icons import Icons
from tests.conftest import ManualClock
from tests.file_versions.conftest import claude, lines, notes, versions

__all__ = ["claude", "notes", "versions"]

Wait = Callable[[], None]


@pytest.fixture
def wait(qtbot: QtBot, bridge: Bridge) -> Wait:
    """Until nothing is under way any more."""

    def wait_() -> None:
        for _ in range(4):
            qtbot.waitUntil(lambda: not bridge.busy)
            QCoreApplication.processEvents()

    return wait_


@pytest.fixture
def written(versions: FileVersions, claude: Path, notes: Path, clock: ManualClock) -> Path:
    """The file, with three versions: 10, 12 and 4 lines; another one was deleted."""
    (claude / "CLAUDE.md").write_bytes(lines(5))
    for count in (10, 12, 4):
        notes.write_bytes(lines(count))
        versions.look()
        clock.advance(seconds=3600)
    (claude / "CLAUDE.md").unlink()
    versions.look()
    return notes


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(1200, 800)
    widget.show()
    yield widget
    for top in QApplication.topLevelWidgets():
        top.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def dialog(
    parent: QWidget, icons: Icons, bridge: Bridge, written: Path, clock: ManualClock, wait: Wait
) -> VersionsDialog:
    dialog = VersionsDialog(icons, bridge, parent, "claude-code", clock=clock, path=str(written))
    dialog.open()
    wait()
    return dialog
