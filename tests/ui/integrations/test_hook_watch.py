"""A hook that does not answer is noticed, told of once, and leads to where it is mended."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.integrations.setup.invocation import Caller
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.watch import HookTrouble, HookWatch
from arbor_desktop.ui.shell.notifications import Notification, Notifier
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.status import StatusWatch
from tests._integrations import HandMadeSetup

Wait = Callable[[], None]
SILENT = HookHealth("claude-code", Pulse.SILENT, message="Quit Claude Code and start it again.")


class Hooks:
    """How the hooks do, as the service would say."""

    def __init__(self, service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[HookHealth] = []
        self.asked: list[list[str]] = []
        monkeypatch.setattr(service.receipts, "health", self._health)

    def _health(self, installed: list[str]) -> list[HookHealth]:
        self.asked.append(list(installed))
        return [one for one in self.found if one.tool in installed]


@pytest.fixture
def hooks(service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Hooks:
    return Hooks(service, monkeypatch)


@pytest.fixture
def watch(
    bridge: Bridge, setup: HandMadeSetup, hooks: Hooks, clock: Any, qtbot: QtBot
) -> Iterator[HookWatch]:
    watch = HookWatch(bridge, setup, clock=clock, soon_ms=1, apart_ms=60_000)
    yield watch
    watch.deleteLater()


def troubled(message: str = "Start it again.", tool: str = "claude-code") -> HookTrouble:
    return HookTrouble(HookHealth(tool, Pulse.SILENT, message=message), "Claude Code hook: not responding")


def test_only_what_is_installed_is_watched(
    watch: HookWatch, hooks: Hooks, setup: HandMadeSetup, wait: Wait
) -> None:
    hooks.found = [SILENT]
    watch.refresh()
    wait()
    assert watch.troubles == ()
    setup.install("claude-code", "hooks")
    watch.refresh()
    wait()
    assert [one.line for one in watch.troubles] == ["Claude Code hook: not responding"]
    assert hooks.asked == [[], ["claude-code"]]


def test_it_is_said_when_it_begins_and_when_it_is_over(
    watch: HookWatch, hooks: Hooks, setup: HandMadeSetup, wait: Wait
) -> None:
    setup.install("claude-code", "hooks")
    said: list[int] = []
    watch.changed.connect(lambda troubles: said.append(len(troubles)))
    for found in ([], [SILENT], [SILENT], []):
        hooks.found = list(found)
        watch.refresh()
        wait()
    assert said == [1, 0]


def test_what_is_captured_lets_it_look_but_not_at_every_step(
    watch: HookWatch, hooks: Hooks, bridge: Bridge, qtbot: QtBot, wait: Wait
) -> None:
    bridge.changed.emit(Changes(conversations=("one",)))
    qtbot.waitUntil(lambda: len(hooks.asked) == 1)
    wait()
    for _ in range(5):
        bridge.changed.emit(Changes(conversations=("two",), status=True))
    assert watch._timer.isActive()
    assert watch._timer.interval() > 50_000, "the next look is a while away"
    assert len(hooks.asked) == 1


def test_where_nothing_happens_nothing_is_asked(watch: HookWatch, hooks: Hooks, bridge: Bridge) -> None:
    bridge.changed.emit(Changes(memories=("one",)))
    assert not watch._timer.isActive()
    assert not hooks.asked


def test_hooks_of_a_program_that_was_moved_are_offered_for_repair(
    bridge: Bridge, service: MemoryService, clock: Any, wait: Wait, tmp_path: Path
) -> None:
    before = Setup(service.home, os.environ, caller=Caller(str(tmp_path / "arbor")))
    before.apply(before.plan("claude-code", "install"))
    now, said = Setup(service.home, os.environ), Said(bridge)
    watch = HookWatch(bridge, now, clock=clock)
    watch.changed.connect(said.notifier.hooks_changed)
    watch.refresh()
    wait()
    (told,) = said.told
    assert (told.title, told.opens) == ("Claude Code hook: needs repair", "integrations")
    assert f"no longer exists ({tmp_path / 'arbor'})" in told.text
    now.apply(now.plan("claude-code", "install"))
    watch.refresh()
    wait()
    assert watch.troubles == ()
    watch.deleteLater()


@pytest.fixture(params=[False, True], ids=["own menu", "native menu"])
def tray(request: pytest.FixtureRequest, qtbot: QtBot, icons: Icons, bridge: Bridge) -> Iterator[Tray]:
    tray = Tray(icons, bridge, StatusWatch(bridge), native_menu=request.param)
    yield tray
    tray.hide()
    tray.menu.deleteLater()
    tray.deleteLater()


def test_the_tray_says_it_and_leads_to_the_strip(tray: Tray, qtbot: QtBot) -> None:
    assert not tray.hooks_action.isVisible()
    tray.show_hooks([troubled()])
    assert tray.hooks_action.text() == "Claude Code hook: not responding"
    assert "Claude Code hook: not responding" in tray.icon.toolTip()
    with qtbot.waitSignal(tray.integrations_wanted):
        tray.hooks_action.trigger()
    tray.show_hooks([troubled(), troubled(tool="codex")])
    assert tray.hooks_action.text() == "2 hooks not responding"
    tray.show_hooks([])
    assert not tray.hooks_action.isVisible()
    assert "responding" not in tray.icon.toolTip()


def test_the_icon_asks_for_attention_unless_something_is_worse(tray: Tray) -> None:
    assert tray._state == "idle"
    tray.show_hooks([troubled()])
    assert tray._state == "attention"
    tray._watch.status = ServiceStatus("error", last_error="The disk is full.")
    assert tray._state == "error"


def test_a_click_on_the_notification_leads_there(tray: Tray, qtbot: QtBot) -> None:
    tray.notify(Notification("Claude Code hook: not responding", "", "integrations", warning=True))
    with qtbot.waitSignal(tray.integrations_wanted):
        tray.icon.messageClicked.emit()


class Said:
    def __init__(self, bridge: Bridge, *, looking: bool = False) -> None:
        self.notifier = Notifier(bridge, StatusWatch(bridge), quiet=lambda: looking)
        self.told: list[Notification] = []
        self.notifier.notify.connect(self.told.append)


def test_it_is_told_once_until_it_answers_again(bridge: Bridge, wait: Wait) -> None:
    said = Said(bridge)
    for troubles in ([troubled()], [troubled("Still silent.")], [], [troubled()]):
        said.notifier.hooks_changed(troubles)
        wait()
    assert [one.title for one in said.told] == ["Claude Code hook: not responding"] * 2
    assert said.told[0].text == "Start it again."
    assert said.told[0].opens == "integrations"
    assert said.told[0].warning


def test_several_at_once_are_told_together(bridge: Bridge, wait: Wait) -> None:
    said = Said(bridge)
    said.notifier.hooks_changed([troubled(), troubled(tool="codex")])
    wait()
    assert len(said.told) == 1
    assert said.told[0].text == "Start it again. 1 more hook needs attention."


def test_it_can_be_turned_off(bridge: Bridge, service: MemoryService, wait: Wait) -> None:
    service.settings.set("notify.hooks", False)
    said = Said(bridge)
    said.notifier.hooks_changed([troubled()])
    wait()
    assert not said.told


def test_who_looks_at_the_window_sees_it_there(bridge: Bridge, wait: Wait) -> None:
    said = Said(bridge, looking=True)
    said.notifier.hooks_changed([troubled()])
    wait()
    assert not said.told
