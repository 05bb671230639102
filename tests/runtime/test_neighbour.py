"""Whether heavy work waits: by battery, by what fills the screen, by load that lasts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from arbor_desktop.runtime import neighbour as module
from arbor_desktop.runtime.neighbour import (
    BUSY_SECONDS,
    CALM_SECONDS,
    LOOK_SECONDS,
    STALE_SECONDS,
    Computer,
    Neighbour,
    Reason,
    Waiting,
    knows_full_screen,
)
from arbor_desktop.settings import Settings


class Desk:
    """A computer in the test's hand, and its neighbour."""

    def __init__(self, home: Path) -> None:
        self.now, self.looks = 1000.0, 0
        self.percent: int | None = None
        self.used = 0.1
        self.filled = False
        self.settings = Settings(home / "settings.json")
        self.neighbour = Neighbour(self.settings, self, lambda: self.now)

    def battery(self) -> int | None:
        self.looks += 1
        return self.percent

    def load(self) -> float:
        return self.used

    def full_screen(self) -> bool:
        return self.filled

    def reason(self, after: float = LOOK_SECONDS) -> Reason | None:
        self.now += after
        waiting = self.neighbour.waiting()
        return None if waiting is None else waiting.reason

    def through(self, seconds: float) -> Reason | None:
        """Look all the time that passes."""
        found = self.reason()
        for _ in range(int(seconds / LOOK_SECONDS) - 1):
            found = self.reason()
        return found


@pytest.fixture
def desk(home: Path) -> Desk:
    home.mkdir(parents=True, exist_ok=True)
    return Desk(home)


def test_nothing_waits_on_an_idle_computer_that_is_plugged_in(desk: Desk) -> None:
    assert desk.reason() is None


def test_on_battery_it_waits_until_it_is_plugged_in(desk: Desk) -> None:
    desk.percent = 61
    assert desk.reason() is Reason.BATTERY
    assert desk.neighbour.waiting() == Waiting(Reason.BATTERY, 61)
    desk.percent = None
    assert desk.reason() is None


def test_it_waits_while_a_program_fills_the_screen(desk: Desk) -> None:
    desk.filled = True
    assert desk.reason() is Reason.FULL_SCREEN


def test_load_counts_only_once_it_has_lasted_and_ends_only_once_calm_has(desk: Desk) -> None:
    desk.reason()
    desk.used = 0.9
    assert desk.through(BUSY_SECONDS) is None
    assert desk.reason() is Reason.BUSY
    desk.used = 0.5  # less, but not calm
    assert desk.through(10 * CALM_SECONDS) is Reason.BUSY
    desk.used = 0.1
    assert desk.through(CALM_SECONDS) is Reason.BUSY
    assert desk.reason() is None


def test_a_moment_of_rest_begins_the_time_again(desk: Desk) -> None:
    desk.reason()
    desk.used = 0.9
    desk.through(BUSY_SECONDS)
    desk.used = 0.1
    desk.reason()
    desk.used = 0.9
    assert desk.through(BUSY_SECONDS) is None


def test_what_was_known_long_ago_counts_no_more(desk: Desk) -> None:
    desk.reason()
    desk.used = 0.9
    desk.through(BUSY_SECONDS)
    assert desk.reason(STALE_SECONDS + 1) is None


def test_it_looks_rarely_and_at_once_after_a_setting_was_changed(desk: Desk) -> None:
    desk.percent = 61
    desk.reason()
    looks = desk.looks
    for _ in range(100):
        assert desk.neighbour.waiting() is not None
    assert desk.looks == looks
    desk.settings.set("limits.battery", False)
    assert desk.neighbour.waiting() is None


@pytest.mark.parametrize("name", ["battery", "full_screen", "busy"])
def test_each_can_be_switched_off(desk: Desk, name: str) -> None:
    desk.settings.set(f"limits.{name}", False)
    if name == "battery":
        desk.percent = 5
    elif name == "full_screen":
        desk.filled = True
    else:
        desk.used = 1.0
    assert desk.through(BUSY_SECONDS + LOOK_SECONDS) is None


@pytest.mark.parametrize(
    ("battery", "percent"),
    [
        (None, None),
        (SimpleNamespace(percent=99.6, power_plugged=True), None),
        (SimpleNamespace(percent=60.6, power_plugged=False), 61),
        (SimpleNamespace(percent=40.0, power_plugged=None), None),
    ],
)
def test_the_battery_counts_if_the_computer_is_known_to_run_on_it(
    monkeypatch: pytest.MonkeyPatch, battery: object, percent: int | None
) -> None:
    monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
    assert Computer().battery() == percent


def test_the_work_of_arbor_itself_is_no_load(monkeypatch: pytest.MonkeyPatch) -> None:
    own = iter([0.0, 8.0])
    monkeypatch.setattr(module, "processes", lambda: {None: SimpleNamespace(cpu=next(own))})
    monkeypatch.setattr(psutil, "cpu_percent", lambda: 100.0)
    monkeypatch.setattr(psutil, "cpu_count", lambda: 2)
    now = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(now))
    computer = Computer()
    assert computer.load() == pytest.approx(1.0)
    assert computer.load() == pytest.approx(0.6), "8 of 20 seconds of two processors are Arbor's"


@pytest.mark.parametrize(
    ("environ", "platform", "tool", "known"),
    [
        ({}, "win32", False, True),
        ({}, "darwin", True, False),
        ({"DISPLAY": ":0"}, "linux", True, True),
        ({"DISPLAY": ":0"}, "linux", False, False),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", True, False),
        ({}, "linux", True, False),
    ],
)
def test_where_it_can_be_known_what_fills_the_screen(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], platform: str, tool: bool, known: bool
) -> None:
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/usr/bin/{name}" if tool else None)
    assert knows_full_screen(environ, platform) is known


@pytest.mark.parametrize(
    ("root", "window", "full"),
    [
        ("(WINDOW): window id # 0x400007", "= _NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_ABOVE", True),
        ("(WINDOW): window id # 0x400007", "_NET_WM_STATE(ATOM) = ", False),
        ("(WINDOW): window id # 0x0", "= _NET_WM_STATE_FULLSCREEN", False),
        ("_NET_ACTIVE_WINDOW:  no such atom on any window.", "= _NET_WM_STATE_FULLSCREEN", False),
    ],
)  # fmt: skip
def test_the_active_window_is_asked(
    monkeypatch: pytest.MonkeyPatch, root: str, window: str, full: bool
) -> None:
    monkeypatch.setattr(module, "_xprop", lambda *what: root if what[0] == "-root" else window)
    assert module._x11() is full
