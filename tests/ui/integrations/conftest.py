"""Tools by hand over a real service; a project that lies in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.integrations.sheet import InstallSheet
from tests._integrations import HandMadeSetup


@pytest.fixture
def service(home: Path, clock: Any) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=InlineWorker(), environ={}) as service:
        yield service


@pytest.fixture
def setup(tmp_path: Path) -> HandMadeSetup:
    return HandMadeSetup(tmp_path / "noor")


@pytest.fixture
def wait(qtbot: QtBot, bridge: Bridge) -> Callable[[], None]:
    """Until nothing is under way any more."""

    def wait_() -> None:
        for _ in range(3):
            qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)
            qtbot.wait(1)

    return wait_


@pytest.fixture
def sheet() -> Callable[[], InstallSheet]:
    """The sheet that is open now."""

    def sheet_() -> InstallSheet:
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, InstallSheet) and w.isVisible()]
        assert len(found) == 1, found
        return found[0]

    return sheet_


@pytest.fixture(autouse=True)
def no_window_left(qapp: QCoreApplication) -> Iterator[None]:
    yield
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QWidget):
            widget.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
