"""What the tests of pages share: a light theme, its icons, and a bridge on which no call fails unnoticed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QCursor

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme


@pytest.fixture(autouse=True)
def mouse_away(qapp: QCoreApplication) -> None:
    """Nothing is under the mouse when a test begins, wherever the one before left it: what opens there would
    look hovered. There is an application, whichever test comes first: without one Qt ends the process where a
    font is measured."""
    QCursor.setPos(-5, -5)


@pytest.fixture
def theme(qapp: QCoreApplication) -> Iterator[Theme]:
    theme = Theme()
    theme.set_setting("light")
    yield theme
    theme.set_setting("system")


@pytest.fixture
def icons(theme: Theme) -> Icons:
    return Icons(theme)


@pytest.fixture
def bridge(loop: asyncio.AbstractEventLoop, service: MemoryService) -> Iterator[Bridge]:
    bridge = Bridge(loop)
    bridge.listen(service)
    unexpected: list[Any] = []
    bridge.failed.connect(unexpected.append)
    yield bridge
    bridge.close()
    assert not unexpected, unexpected[0].report
