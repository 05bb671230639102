"""From a refused key to memories, through the whole window, as a person goes."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.model_status.words import Wish
from arbor_desktop.ui.settings.reading.model import Option
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.window_state import WindowState
from tests.reliability.sessions import Session
from tests.standin.server import Say, StandIn

RIGHT, WRONG = "sk-ant-made-up-and-right-1234", "sk-ant-made-up-and-wrong-5678"
WISH = "I prefer tabs to spaces in all of my projects, so keep to that from now on."


class Drawer:
    """A keyring in memory."""

    def __init__(self):
        self.keys = {}

    def get(self, account):
        return self.keys.get(account)

    def set(self, account, key):
        self.keys[account] = key

    def delete(self, account):
        self.keys.pop(account, None)


@pytest.fixture
def server():
    with StandIn(lambda body: Say(json.dumps({"no_content_to_extract": True})), key=RIGHT) as server:
        yield server


@pytest.fixture
def service(home, bridge, server):
    with MemoryService.open(home, environ={}) as service:
        service.models.credentials._keyring = Drawer()
        service.models.credentials.set(WRONG, address=server.url)
        service.settings.set_many({"extraction.backend": "anthropic", "model.base_url": server.url})
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def window(qtbot, dressed, theme, icons, bridge, service, home):
    state = WindowState(home / "window.ini")
    window = MainWindow(theme, icons, bridge, state)
    qtbot.addWidget(window)
    window.resize(1360, 824)
    with qtbot.waitExposed(window):
        window.show()
    window.attach(WindowPages(window, state, autostart=lambda: None).specs())
    yield window
    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def press(widget):
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_a_refused_key_is_replaced_and_what_waited_is_read(qtbot, window, service, bridge, tmp_path):
    session = Session("talk").say(WISH).reply("Understood, tabs it is from now on.")
    (row,) = service.capture([session.write(tmp_path)])
    until = lambda true: qtbot.waitUntil(true, timeout=30_000)  # noqa: E731 - said often, meant once
    until(lambda: window.indicator.line.text() == "Waiting for the model · 1")
    assert "API key rejected." in window.indicator.line.toolTip()
    window.show_page("conversations")
    banner = window.page("conversations").banner
    until(banner.isVisible)
    press(banner.buttons[Wish.KEY])
    assert window.current_key == "settings"
    choices = window.page("settings").reading.choices
    option = choices.options[Option.SERVER]
    until(lambda: option.key is not None and option.key.field.hasFocus())
    assert option.badge.accessibleName() == "In use, not ready"
    until(lambda: not option.tester.test.visibleRegion().isEmpty())
    QTest.keyClicks(option.key.field, RIGHT)
    press(option.tester.test)
    until(lambda: option.testing is None)
    assert option.tester.good.isVisible(), option.tester.bad.label.text()
    press(option.tester.use)
    until(lambda: option.badge.accessibleName() == "In use")
    until(lambda: window.indicator.line.text() == "1 conversation waiting to be read")
    service.start_watching()
    until(lambda: service.conversation(row.conversation_id).status is ConversationStatus.MEMORIZED)
    window.show_page("conversations")
    until(lambda: not bridge.busy and not banner.isVisible())


@pytest.mark.slow
def test_try_again_at_the_bottom_of_the_rail_asks_the_model_again(qtbot, window, service, server, tmp_path):
    session = Session("talk").say(WISH).reply("Understood, tabs it is from now on.")
    service.capture([session.write(tmp_path)])
    qtbot.waitUntil(lambda: window.indicator.retry.isVisible(), timeout=30_000)
    server.key = WRONG
    press(window.indicator.retry)
    qtbot.waitUntil(lambda: service.model.readiness().ready, timeout=30_000)
    qtbot.waitUntil(
        lambda: window.indicator.line.text() == "1 conversation waiting to be read", timeout=30_000
    )
