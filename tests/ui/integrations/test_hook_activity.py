"""What hooks met, and files of projects that were left alone, in the activity list."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from arbor_desktop.conversations.model import Activity
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.activity import ActivityPanel, leads_on
from arbor_desktop.ui.shell.notifications import Notification, Notifier
from arbor_desktop.ui.status import StatusWatch, activity_result

Wait = Callable[[], None]
HOOK = Activity(1, "hook", "The Claude Code hook: error", "error", "The memory is locked.")
FILE = Activity(1, "instructions", "CLAUDE.md was not changed", "warning", "It is read-only.", "/srv/kiln")
BRANCH = Activity(1, "branch", "main.md was not changed", "warning", "It can't be read.", "/srv/kiln")


@pytest.mark.parametrize(
    ("activity", "words"), [(HOOK, "Hook"), (FILE, "Project file"), (BRANCH, "Branch memory")]
)
def test_each_has_its_word_and_a_sign(activity: Activity, words: str) -> None:
    assert activity_result(activity) == (words, "warn", "warning")
    assert leads_on(activity)


def test_a_click_leads_to_what_it_is_about(qtbot: QtBot, icons: Icons, bridge: Bridge) -> None:
    panel = ActivityPanel(icons, bridge)
    qtbot.addWidget(panel)
    panel.show_status(ServiceStatus("ready"))
    panel.model.show([HOOK, FILE])
    with qtbot.waitSignal(panel.hooks_chosen):
        panel.list.clicked.emit(panel.model.index(0))
    with qtbot.waitSignal(panel.project_chosen) as chosen:
        panel.list.clicked.emit(panel.model.index(1))
    assert chosen.args == ["/srv/kiln"]


def test_a_hooks_trouble_is_not_called_a_conversation(
    qtbot: QtBot, bridge: Bridge, service: MemoryService, monkeypatch: pytest.MonkeyPatch, wait: Wait
) -> None:
    later = Activity(2**50, "hook", HOOK.title, "error", HOOK.reason)
    failed = Activity(2**50, "capture", "Deposits", "error", "Its file is damaged.")
    monkeypatch.setattr(service, "activity", lambda _limit: [later, failed])
    notifier = Notifier(bridge, StatusWatch(bridge), delay_ms=1)
    told: list[Notification] = []
    notifier.notify.connect(told.append)
    bridge.changed.emit(Changes(conversations=("one",)))
    qtbot.waitUntil(lambda: bool(told))
    wait()
    assert [one.text for one in told] == ["“Deposits”: Its file is damaged."]
