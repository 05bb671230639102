"""What a newcomer sees after the setup, in the whole window over a real service."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.window_state import WindowState


@pytest.fixture
def service(home, clock, bridge):
    with MemoryService.open(home, clock=clock, environ={}) as service:
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def open_window(qtbot, dressed, theme, icons, bridge, service, home, clock):
    made = []

    def open_(width=1360, height=824):
        state = WindowState(home / "window.ini")
        window = MainWindow(theme, icons, bridge, state, clock)
        qtbot.addWidget(window)
        window.resize(width, height)
        with qtbot.waitExposed(window):
            window.show()
        window.attach(WindowPages(window, state, clock=clock, autostart=lambda: None).specs())
        qtbot.waitUntil(lambda: not bridge.busy)
        made.append(window)
        return window

    yield open_
    for window in made:
        window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(open_window):
    return open_window()


def page(window):
    return window.page("memories")


def press(qtbot, button):
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


# Reading


def test_a_backlog_is_told_of_above_the_list_and_in_the_rail(qtbot, window, service, monkeypatch):
    reading = ServiceStatus("processing", done=2, total=41, found=7)
    real = service.get_status
    monkeypatch.setattr(service, "get_status", lambda: reading)
    window.status_watch.refresh()
    line = page(window).reading
    qtbot.waitUntil(line.isVisible)
    assert line.words.text() == "Reading 3 of 41 conversations, 7 memories so far"
    assert window.indicator.line.text() == "Reading 3 of 41"

    monkeypatch.setattr(service, "get_status", lambda: replace(real(), done=2, total=41, found=7))
    press(qtbot, line.pause)
    qtbot.waitUntil(line.resume.isVisible)
    assert real().state == "paused"
    assert window.indicator.line.text() == "Paused"
    press(qtbot, line.resume)
    qtbot.waitUntil(lambda: real().state == "ready")
