"""Pictures of the status line's panel, of what waits, and of the limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import DAY_MS, local_day
from arbor_desktop.runtime.footprint import Day
from arbor_desktop.runtime.neighbour import Reason, Waiting
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service.costs import Costs
from arbor_desktop.ui.shell.tray import Tray
from tests._stage import NOW, Stage

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
_CPU = 41, 105, 78, 118, 71, 50, 112
_MB = 4.1, 12.6, 6.6, 15.6, 10.4, 2.3, 4.1
_MEMORY = 82, 112, 94, 141, 130, 89, 141
_MONEY = 0.22, 0.38, 0.06, 0.41, 0.19, 0.09, 0.14
COSTS = Costs(
    tuple(
        Day(local_day(NOW - (6 - n) * DAY_MS).isoformat(), _CPU[n], round(_MB[n] * 1e6), 56_000.0,
            _MEMORY[n] * 1_000_000)
        for n in range(7)
    ),
    _MONEY, 12, 86_000_000, 38_000_000, 3.18, 10.0,
)  # fmt: skip


def waits(made: Stage, reason: Reason, battery: int | None = None) -> None:
    watching = ("Claude Code", "Codex", "Cursor")
    show(made, ServiceStatus("ready", 24, watching=watching, unread=24, waiting=Waiting(reason, battery),
                             pending_review=5, open_conflicts=2))  # fmt: skip


def show(made: Stage, status: ServiceStatus) -> None:
    """Show that state, with the same costs whatever this process takes."""
    made.service.get_status = lambda: status  # type: ignore[method-assign]
    made.service.costs = lambda: COSTS  # type: ignore[method-assign]
    made.window.status_watch.refresh()
    made.settle()


def register(scene: Register) -> None:
    @scene("18-status-popover")
    def on_battery(made: Stage) -> None:
        waits(made, Reason.BATTERY, 61)
        QTest.keyClick(made.window, Qt.Key.Key_F9)

    @scene("18b-status-busy")
    def busy(made: Stage) -> None:
        waits(made, Reason.BUSY)
        QTest.keyClick(made.window, Qt.Key.Key_F9)

    @scene("18c-status-reading")
    def reading(made: Stage) -> None:
        title = "Fix flaky timer tests"
        show(made, ServiceStatus("processing", 15, 9, 24, title, ("Claude Code",), seconds_left=40))
        QTest.keyClick(made.window, Qt.Key.Key_F9)

    @scene("18d-status-full-screen")
    def full_screen(made: Stage) -> None:
        waits(made, Reason.FULL_SCREEN)

    @scene("18e-limits")
    def limits(made: Stage) -> None:
        made.window.navigation.show_limits()

    @scene("18f-tray-waiting")
    def tray(made: Stage) -> QWidget:
        waits(made, Reason.BATTERY, 61)
        menu = Tray(made.icons, made.bridge, made.window.status_watch, clock=made.clock, native_menu=False)
        menu.setParent(made.window)
        menu.refresh()
        made.settle()
        menu.menu.popup(QPoint(40, 40))
        made.settle()
        return menu.menu
