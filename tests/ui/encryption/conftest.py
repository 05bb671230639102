"""A parent window for sheets, and passphrases that take no time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.encryption.conftest import _quick_passphrases  # noqa: F401


@pytest.fixture
def over(qtbot: QtBot) -> Iterator[QWidget]:
    """The window that a sheet opens over."""
    window = QWidget()
    window.resize(1200, 800)
    qtbot.addWidget(window)
    window.show()
    yield window
