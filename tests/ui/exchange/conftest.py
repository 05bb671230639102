"""A window to open the sheets over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.bridge import Bridge


@pytest.fixture
def over(qtbot: QtBot, bridge: Bridge) -> Iterator[QWidget]:
    window = QWidget()
    window.resize(1000, 800)
    qtbot.addWidget(window)
    window.show()
    yield window
    qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)
