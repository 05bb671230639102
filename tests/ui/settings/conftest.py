"""The page over a real service in a private home, as the window shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.service import MemoryService
from arbor_desktop.ui import style
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.autostart import DesktopEntry
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.theme import Theme
from tests.conftest import ManualClock


@pytest.fixture
def theme(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Theme]:
    """The window's style; a test may ask for another size of the system's font, in pixels."""
    before = qapp.style().objectName(), qapp.palette(), qapp.font()
    font = QFont(before[2])
    font.setPixelSize(getattr(request, "param", 13))
    theme = Theme(font)
    theme.set_setting("light")
    ring = style.install(qapp, theme)
    yield theme
    qapp.focusChanged.disconnect(ring.follow)
    ring.deleteLater()
    theme.set_setting("system")
    theme.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")
    qapp.setStyle(before[0])
    qapp.setPalette(before[1])
    qapp.setFont(before[2])


@pytest.fixture
def claude(home: Path, clock: ManualClock) -> Path:
    """Conversations on this computer: the folder of the sample sessions."""
    write_sessions(home.parent, clock())
    return home.parent / ".claude" / "projects"


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as service:
        service.settings.set("appearance.theme", "light")
        yield service


@pytest.fixture
def bridge(loop: asyncio.AbstractEventLoop, service: MemoryService) -> Iterator[Bridge]:
    bridge = Bridge(loop)
    bridge.listen(service)
    yield bridge
    bridge.close()


@pytest.fixture
def login(home: Path) -> DesktopEntry:
    return DesktopEntry(home.parent / ".config" / "autostart", ("/opt/arbor desktop/arbor", "--minimized"))


@pytest.fixture
def opened() -> list[QUrl]:
    """What the page asked the system to open."""
    return []


@pytest.fixture
def settle(qtbot: QtBot, bridge: Bridge) -> Callable[[], None]:
    """Waits until nothing is asked of the service any more and every answer is shown."""

    def wait() -> None:
        QCoreApplication.processEvents()
        qtbot.waitUntil(lambda: not bridge.busy)
        QCoreApplication.processEvents()
        qtbot.waitUntil(lambda: not bridge.busy)

    return wait


@pytest.fixture
def page(
    qtbot: QtBot,
    theme: Theme,
    bridge: Bridge,
    service: MemoryService,
    clock: ManualClock,
    login: DesktopEntry,
    opened: list[QUrl],
    settle: Callable[[], None],
) -> SettingsPage:
    def open_url(url: QUrl) -> bool:
        opened.append(url)
        return True

    page = SettingsPage(Icons(theme), bridge, clock=clock, autostart=lambda: login, open_url=open_url)
    qtbot.addWidget(page)
    page.resize(1156, 824)
    page.show()
    settle()
    return page
