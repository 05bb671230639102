"""Whether heavy work waits because the computer is on battery, busy, or shows something in full screen.

Heavy is what can as well be done later: reading many conversations, the index of meaning, maintenance. The
computer is looked at only while such work is due, and rarely.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.footprint import processes
from arbor_desktop.settings import Settings

LOOK_SECONDS = 10.0
"""Least time between two looks at the computer."""
STALE_SECONDS = 60.0
"""After so long without a look, what was known of its load counts no more."""
BUSY, CALM = 0.6, 0.4
"""The share of all processors that others use: above the first it is busy, below the second no longer…"""
BUSY_SECONDS, CALM_SECONDS = 120.0, 30.0
"""…once that has lasted so long."""
_XPROP_SECONDS = 2.0


class Reason(StrEnum):
    """Why heavy work waits."""

    BATTERY = "battery"
    BUSY = "busy"
    FULL_SCREEN = "full_screen"


@dataclass(frozen=True, slots=True)
class Waiting:
    """`battery`: the percent that is left, if that is the reason."""

    reason: Reason
    battery: int | None = None


class Sensors(Protocol):
    def battery(self) -> int | None:
        """Return the percent that is left of the battery if the computer runs on it."""
        ...

    def load(self) -> float:
        """Return the share of all processors that other programs used since the last call."""
        ...

    def full_screen(self) -> bool:
        """Return whether a program is known to fill the screen."""
        ...


class Computer:
    """This computer."""

    def __init__(self) -> None:
        self._at, self._own = time.monotonic(), 0.0

    def battery(self) -> int | None:
        import psutil  # takes longer than most commands

        found = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
        return None if found is None or found.power_plugged in (True, None) else round(found.percent)

    def load(self) -> float:
        import psutil

        whole = psutil.cpu_percent() / 100
        own, now = sum(one.cpu for one in processes().values()), time.monotonic()
        passed = max(now - self._at, 0.1) * (psutil.cpu_count() or 1)
        mine, self._at, self._own = max(0.0, own - self._own) / passed, now, own
        return whole - mine

    def full_screen(self) -> bool:
        return knows_full_screen() and (_windows() if sys.platform == "win32" else _x11())


def knows_full_screen(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Return whether this system says that a program fills the screen: Windows does, X11 by its tool `xprop`.
    Wayland and macOS have no way for other programs to ask."""
    if platform == "win32":
        return True
    x11 = bool(environ.get("DISPLAY")) and not environ.get("WAYLAND_DISPLAY")
    return platform.startswith("linux") and x11 and shutil.which("xprop") is not None


def _windows() -> bool:
    import ctypes

    state = ctypes.c_int()
    shell = ctypes.windll.shell32  # type: ignore[attr-defined]
    if shell.SHQueryUserNotificationState(ctypes.byref(state)):
        return False
    return state.value in (2, 3, 4)  # full screen, Direct3D in full screen, presentation


def _x11() -> bool:
    active = re.search(r"0x[0-9a-f]{2,}", _xprop("-root", "_NET_ACTIVE_WINDOW"))
    return active is not None and "_NET_WM_STATE_FULLSCREEN" in _xprop("-id", active[0], "_NET_WM_STATE")


def _xprop(*what: str) -> str:
    try:
        done = subprocess.run(
            ["xprop", *what], capture_output=True, text=True, timeout=_XPROP_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""  # not known, which is no reason to wait
    return done.stdout


class Neighbour:
    """Safe to use from several threads."""

    def __init__(
        self,
        settings: Settings,
        sensors: Sensors | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._sensors, self._monotonic = settings, sensors or Computer(), monotonic
        self._lock = threading.Lock()
        self._looked = self._valid_until = float("-inf")
        self._waiting: Waiting | None = None
        self._busy = False
        self._changing_since: float | None = None
        settings.subscribe(self._settings_changed)

    def waiting(self) -> Waiting | None:
        """Return why heavy work that is due has to wait; None if it may be done."""
        with self._lock:
            now = self._monotonic()
            if now >= self._valid_until:
                self._waiting = self._look(now)
                self._looked, self._valid_until = now, now + LOOK_SECONDS
            return self._waiting

    def _settings_changed(self, keys: frozenset[str]) -> None:
        if any(key.startswith("limits.") for key in keys):
            with self._lock:
                self._valid_until = float("-inf")

    def _look(self, now: float) -> Waiting | None:
        wanted, sensors = self._settings.get, self._sensors
        if wanted("limits.battery") and (percent := sensors.battery()) is not None:
            return Waiting(Reason.BATTERY, percent)
        if wanted("limits.full_screen") and sensors.full_screen():
            return Waiting(Reason.FULL_SCREEN)
        if wanted("limits.busy") and self._is_busy(now, sensors.load()):
            return Waiting(Reason.BUSY)
        return None

    def _is_busy(self, now: float, load: float) -> bool:
        if now - self._looked > STALE_SECONDS:  # `load` is of a time of which nobody asked
            self._busy, self._changing_since = False, None
            return False
        if (load > BUSY) if not self._busy else (load < CALM):
            since = self._changing_since = now if self._changing_since is None else self._changing_since
            if now - since >= (CALM_SECONDS if self._busy else BUSY_SECONDS):
                self._busy, self._changing_since = not self._busy, None
        else:
            self._changing_since = None
        return self._busy
