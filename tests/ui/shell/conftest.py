"""The theme, the icons and a dressed application, as the window has them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from arbor_desktop.ui import style
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme


@pytest.fixture
def theme(qapp):
    before = qapp.style().objectName(), qapp.palette(), qapp.font()
    theme = Theme()
    theme.set_setting("light")
    yield theme
    theme.set_setting("system")
    theme.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")
    qapp.setStyle(before[0])
    qapp.setPalette(before[1])
    qapp.setFont(before[2])


@pytest.fixture
def icons(theme):
    return Icons(theme)


@pytest.fixture
def dressed(qapp, theme, icons):
    """The application with the window's style; answers the focus ring."""
    return style.install(qapp, theme)


@pytest.fixture
def bridge(loop):
    bridge = Bridge(loop)
    yield bridge
    bridge.close()
