"""The panel over the status line: the state in words, what to do about it, and what Arbor cost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.llm.model import Readiness, Trouble
from arbor_desktop.runtime.footprint import Day
from arbor_desktop.runtime.neighbour import Reason, Waiting
from arbor_desktop.runtime.status import ModelStatus, ServiceStatus
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service.costs import Costs
from arbor_desktop.task_times import Task
from arbor_desktop.ui.shell.popover import StatusPopover, dollars, duration_words, today_words
from arbor_desktop.ui.shell.rail import StatusIndicator
from arbor_desktop.ui.status import head_of, status_line, status_short, tray_state

NOW = 1_767_225_600_000
ON_BATTERY = ServiceStatus("ready", 24, watching=("Codex",), unread=24, waiting=Waiting(Reason.BATTERY, 61))
COSTS = Costs(
    tuple(Day(f"2026-01-0{n}", n * 16.0, n * 1_000_000, 56_000, 141_000_000) for n in range(1, 8)),
    (0, 0, 0, 0, 0, 0.2, 0.14), 12, 86_000_000, 38_000_000, 3.18, 10.0,
)  # fmt: skip


class Service:
    def costs(self):
        return COSTS


@pytest.fixture
def popover(icons, dressed, bridge, qtbot):
    bridge._service = Service()
    popover = StatusPopover(icons, bridge, lambda: NOW)
    qtbot.addWidget(popover)
    popover.show_costs(COSTS)
    return popover


@pytest.mark.parametrize(
    ("status", "title", "text", "buttons"),
    [
        (ON_BATTERY, "24 conversations are waiting for power",
         "On battery, 61 %. Reading starts when you plug in.", ("read", "pause")),
        (replace(ON_BATTERY, waiting=Waiting(Reason.BUSY)),
         "24 conversations are waiting: the computer is busy",
         "Other programs use the processor. Reading starts when they use less.", ("read", "pause")),
        (replace(ON_BATTERY, waiting=Waiting(Reason.FULL_SCREEN)),
         "24 conversations are waiting: full screen",
         "A program fills the screen. Reading starts when it no longer does.", ("read", "pause")),
        (ServiceStatus("ready", watching=("Codex",)), "Ready · watching 1 source", "Everything is read.",
         ("pause",)),
        (ServiceStatus("ready", watching=("Codex",), team_offline=True), "Ready · team offline",
         "Your changes are sent when the server is back.", ("pause",)),
        (ServiceStatus("paused"), "Paused", "Nothing is read until you resume.", ("resume",)),
        (ServiceStatus("processing", 15, 9, 24, "Fix timers", seconds_left=40), "Reading 10 of 24",
         "Fix timers · about 40 s left", ("pause", "cancel")),
        (ServiceStatus("error", last_error="The disk is full.\nFree some space."), "The disk is full.",
         "Free some space.", ("retry",)),
        (ServiceStatus("ready", maintenance=Progress(Task.DAILY, "Checking memories", 3, 12, 2, 7)),
         "Maintenance: 3 of 7, checking memories", "", ("stop",)),
    ],
)  # fmt: skip
def test_the_head_says_the_state_why_and_what_to_do(status, title, text, buttons):
    head = head_of(status, NOW)
    assert (head.title, head.text, head.buttons) == (title, text, buttons)


def test_an_error_and_a_limit_come_before_what_waits():
    limit = Readiness("anthropic", False, "budget", Trouble.BUDGET)
    stuck = replace(ON_BATTERY, model=ModelStatus(limit, 24))
    assert head_of(stuck, NOW).buttons == ("retry",)
    assert head_of(replace(ON_BATTERY, state="error", last_error="The disk is full."), NOW).glyph == "warning"
    assert head_of(replace(ON_BATTERY, state="paused"), NOW).buttons == ("resume",)


def test_the_status_line_names_the_reason_with_its_glyph(icons, dressed, qtbot):
    indicator = StatusIndicator(icons, lambda: NOW)
    qtbot.addWidget(indicator)
    indicator.show_status(ON_BATTERY)
    assert indicator.line.text() == "Waiting for power · 24"
    assert (indicator.line._glyph, indicator.line._token) == ("battery", "text2")
    indicator.show_status(ServiceStatus("ready", watching=("Codex",), team_offline=True))
    assert (indicator.line._glyph, indicator.line._token) == ("server-off", "text2")
    indicator.show_status(ServiceStatus("ready", watching=("Codex",)))
    assert indicator.line._glyph is None
    busy = replace(ON_BATTERY, waiting=Waiting(Reason.BUSY))
    assert (status_line(busy, NOW), status_short(busy, NOW)) == (
        "Waiting · computer is busy",
        "Waiting · busy",
    )
    assert tray_state(ON_BATTERY) == "idle"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("read", ON_BATTERY),
        ("pause", ON_BATTERY),
        ("resume", ServiceStatus("paused")),
        ("retry", ServiceStatus("error", last_error="The disk is full.")),
        ("cancel", ServiceStatus("processing", total=3)),
    ],
)
def test_each_button_asks_for_its_deed(popover, qtbot, name, status):
    popover.show_status(status)
    popover.show()
    with qtbot.waitSignal(getattr(popover, f"{name}_wanted")):
        qtbot.mouseClick(popover.buttons[name], Qt.MouseButton.LeftButton)


def test_the_costs_are_of_today_beside_seven_days(popover):
    rows = {name: (row.value.text(), row.note.text()) for name, row in popover.rows.items()}
    assert rows == {
        "cpu": ("1 min 52 s", "0.2 % of the time it was on"),
        "written": ("7.0 MB", "38 MB in total"),
        "memory": ("86 MB", "at most 141 MB today"),
        "model": ("$0.14", "$3.18 of $10.00 this month"),
    }
    assert popover.rows["cpu"].bars.values == [16.0, 32.0, 48.0, 64.0, 80.0, 96.0, 112.0]
    assert popover.rows["cpu"].accessibleName() == "Processor: 1 min 52 s, 0.2 % of the time it was on"
    assert popover.rows["cpu"].toolTip().splitlines()[-1] == "Wed: 1 min 52 s"
    assert today_words(COSTS) == "Today: 1 min 52 s · 7.0 MB · $0.14"


@pytest.mark.parametrize(
    ("change", "value", "note"),
    [
        ({"month": 0.0, "calls": 0, "money": (0.0,) * 7}, "–", "No model used"),
        ({"month": 0.0, "money": (0.0,) * 7}, "$0.00", "no price: on this computer, or in your plan"),
        ({"budget": 0.0}, "$0.14", "$3.18 this month"),
    ],
)
def test_what_a_model_cost_is_said_as_far_as_it_is_known(popover, change, value, note):
    popover.show_costs(replace(COSTS, **change))
    row = popover.rows["model"]
    assert (row.value.text(), row.note.text()) == (value, note)


def test_a_day_without_a_figure_has_a_bar_that_is_hardly_there(popover):
    popover.show_costs(replace(COSTS, days=tuple(Day(day.day) for day in COSTS.days)))
    assert popover.rows["cpu"].value.text() == "under 1 s"
    popover.grab()


def test_durations_and_small_sums():
    assert [duration_words(n) for n in (0.2, 52, 112, 7500)] == [
        "under 1 s", "52 s", "1 min 52 s", "2 h 5 min",
    ]  # fmt: skip
    assert [dollars(n) for n in (0, 0.004, 0.14, 1234.5)] == ["$0.00", "under $0.01", "$0.14", "$1,234.50"]
