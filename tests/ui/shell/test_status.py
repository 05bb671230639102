"""The words for what Arbor is doing, and the widgets that show them."""

from __future__ import annotations

from datetime import datetime

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.conversations.model import Activity
from arbor_desktop.runtime.neighbour import Reason, Waiting
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.task_times import Task
from arbor_desktop.ui.shell.activity import second_line
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.shell.rail import Rail, StatusIndicator
from arbor_desktop.ui.status import (
    activity_result,
    ago,
    batched_words,
    clock_time,
    head_of,
    reading_words,
    status_line,
    status_short,
    tomorrow_at,
    tray_state,
)

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def at(*parts):
    return round(datetime(*parts).timestamp() * 1000)


NOW = at(2026, 3, 10, 14, 0)


@pytest.mark.parametrize(
    ("status", "line"),
    [
        (ServiceStatus("ready"), "No sources turned on"),
        (ServiceStatus("ready", watching=("claude-code",)), "Ready · watching 1 source"),
        (ServiceStatus("ready", watching=("a", "b", "c")), "Ready · watching 3 sources"),
        (ServiceStatus("ready", watching=("a",), team_offline=True), "Ready · team offline"),
        (ServiceStatus("ready", team_offline=True), "No sources turned on"),
        (
            ServiceStatus("ready", watching=("a",), unread=1, team_offline=True),
            "1 conversation waiting to be read",
        ),
        (ServiceStatus("paused", team_offline=True), "Paused"),
        (ServiceStatus("ready", watching=("a",), unread=1), "1 conversation waiting to be read"),
        (ServiceStatus("ready", watching=("a",), unread=3), "3 conversations waiting to be read"),
        (ServiceStatus("processing", done=1, total=5), "Reading 2 of 5"),
        (ServiceStatus("processing", done=5, total=5), "Reading 5 of 5"),
        (ServiceStatus("processing", done=1283, total=2000), "Reading 1,284 of 2,000"),
        (ServiceStatus("paused"), "Paused"),
        (ServiceStatus("paused", paused_until=at(2026, 3, 10, 15, 0)), "Paused until 15:00"),
        (ServiceStatus("paused", paused_until=at(2026, 3, 11, 8, 0)), "Paused until tomorrow 08:00"),
        (ServiceStatus("error", last_error="The disk is full.\nMore."), "The disk is full."),
        (ServiceStatus("error"), "Something went wrong"),
    ],
)
def test_one_line_says_the_state(status, line):
    assert status_line(status, NOW) == line


def test_where_the_line_is_short_an_error_says_why_and_not_where():
    status = ServiceStatus("error", last_error="~/.claude/projects/-home-noor: Permission denied")
    assert status_line(status, NOW) == "~/.claude/projects/-home-noor: Permission denied"
    assert status_short(status, NOW) == "Can't read ~/.claude/projects/-home-noor"
    odd = ServiceStatus("error", last_error="Odd: the disk is full")
    assert status_short(odd, NOW) == "Odd: the disk is full"


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (NOW - 20_000, "just now"),
        (NOW - 4 * MINUTE, "4 min ago"),
        (NOW - 3 * HOUR, "3 h ago"),
        (at(2026, 3, 9, 16, 42), "yesterday 16:42"),
        (at(2026, 2, 19, 16, 42), "19 Feb, 16:42"),
        (at(2025, 11, 19, 16, 42), "19 Nov 2025, 16:42"),
    ],
)
def test_ages(moment, words):
    assert ago(moment, NOW) == words


def test_tomorrow_is_tomorrow_also_late_at_night():
    late = at(2026, 3, 10, 23, 59)
    assert clock_time(tomorrow_at(8, late), late) == "tomorrow 08:00"
    early = at(2026, 3, 11, 0, 1)
    assert clock_time(tomorrow_at(8, late), early) == "08:00"


def test_error_wins_over_attention_and_attention_over_processing():
    assert tray_state(ServiceStatus("error", pending_review=3)) == "error"
    assert tray_state(ServiceStatus("processing", pending_review=3)) == "attention"
    assert tray_state(ServiceStatus("processing")) == "processing"
    assert tray_state(ServiceStatus("paused")) == "paused"
    assert tray_state(ServiceStatus("ready")) == "idle"


@pytest.mark.parametrize(
    ("status", "items", "words"),
    [
        ("success", 3, "3 memories"),
        ("success", 1, "1 memory"),
        ("success", 0, "Nothing new"),
        ("skipped", 0, "Skipped"),
        ("error", 0, "Error"),
    ],
)
def test_results_are_words(status, items, words):
    activity = Activity(NOW, "memorize", "t", status, items_extracted=items)
    assert activity_result(activity)[0] == words


def test_a_conversation_that_is_too_short_is_called_so_as_in_the_table():
    activity = Activity(NOW, "memorize", "t", "skipped", reason="trivial")
    assert activity_result(activity)[0] == "Too short"
    assert "trivial" not in second_line(activity, NOW)


def test_what_became_global_is_said():
    assert activity_result(Activity(NOW, "learning", "t", "success")) == ("Now global", "ok", "globe")


@pytest.fixture
def indicator(icons, dressed, qtbot):
    widget = StatusIndicator(icons, lambda: NOW)
    qtbot.addWidget(widget)
    widget.resize(190, 60)
    widget.show()
    return widget


def visible_buttons(indicator):
    names = ("pause", "resume", "cancel", "retry")
    return {name for name in names if getattr(indicator, name).isVisible()}


@pytest.mark.parametrize(
    ("status", "buttons"),
    [
        (ServiceStatus("ready"), set()),
        (ServiceStatus("processing", total=5), {"pause", "cancel"}),
        (ServiceStatus("paused"), {"resume"}),
        (ServiceStatus("error", last_error="x"), {"retry"}),
    ],
)
def test_the_buttons_fit_the_state(indicator, status, buttons):
    indicator.show_status(status)
    assert visible_buttons(indicator) == buttons


@pytest.mark.parametrize("name", ["pause", "resume", "cancel", "retry"])
def test_each_button_asks_for_its_deed(indicator, qtbot, name):
    state = {"pause": "processing", "cancel": "processing", "resume": "paused", "retry": "error"}[name]
    indicator.show_status(ServiceStatus(state, total=5))
    with qtbot.waitSignal(getattr(indicator, f"{name}_wanted")):
        qtbot.mouseClick(getattr(indicator, name), Qt.MouseButton.LeftButton)


def test_progress_is_that_of_the_run(indicator):
    indicator.show_status(ServiceStatus("processing", done=2, total=8))
    assert indicator.progress.isVisible()
    assert indicator.progress.fraction == 0.25


def test_it_is_not_said_that_memories_come_soon_while_reading_waits():
    waiting = ServiceStatus("ready", 24, unread=24, waiting=Waiting(Reason.BATTERY, 61))
    assert reading_words(waiting, NOW) == "Waiting for power · 24"


def test_a_click_on_the_words_asks_for_the_status(indicator, qtbot):
    indicator.show_status(ServiceStatus("ready", watching=("claude-code",)))
    assert indicator.line.accessibleName().startswith("Ready · watching 1 source")
    with qtbot.waitSignal(indicator.status_wanted):
        qtbot.mouseClick(indicator.line, Qt.MouseButton.LeftButton)


def test_maintenance_stands_beside_what_capture_does(indicator, qtbot):
    running = Progress(Task.DAILY, "Checking memories", 3, 12, 2, 7)
    assert not indicator.maintenance.isVisible()
    indicator.show_status(ServiceStatus("error", last_error="The disk is full.", maintenance=running))
    badge = indicator.maintenance
    assert badge.isVisible()
    assert badge.line.text() == "Maintenance: 3 of 7, checking memories"
    assert badge.line.toolTip().startswith("Maintenance: 3 of 7, checking memories")
    assert indicator.line.text() == "The disk is full."
    with qtbot.waitSignal(indicator.stop_maintenance_wanted):
        qtbot.mouseClick(badge.stop, Qt.MouseButton.LeftButton)
    indicator.show_status(ServiceStatus("ready", maintenance=running))
    assert badge.line.text() == "Maintenance: stopping…"
    assert not badge.stop.isEnabled()
    indicator.show_status(ServiceStatus("ready"))
    assert not badge.isVisible()
    indicator.show_status(ServiceStatus("ready", maintenance=running))
    assert badge.stop.isEnabled(), "the next run can be stopped, too"


def test_narrow_maintenance_is_a_glyph_with_its_words_as_tooltip(indicator):
    indicator.set_narrow(True)
    indicator.show_status(
        ServiceStatus("ready", maintenance=Progress(Task.DAILY, "Checking memories", 3, 12, 2, 7))
    )
    badge = indicator.maintenance
    assert badge.isVisible()
    assert not badge.stop.isVisible()
    assert "checking memories" in badge.line.toolTip()


def test_narrow_it_is_a_dot_alone(indicator):
    indicator.set_narrow(True)
    indicator.show_status(ServiceStatus("processing", total=5))
    assert visible_buttons(indicator) == set()
    assert "Reading 1 of 5" in indicator.line.toolTip()


@pytest.fixture
def rail(icons, dressed, qtbot):
    rail = Rail(icons, StatusIndicator(icons))
    for key, at_bottom in (("memories", False), ("review", False), ("settings", True)):
        rail.add(PageSpec(key, key.title(), key, lambda: None, shortcut="Ctrl+1", at_bottom=at_bottom))
    qtbot.addWidget(rail)
    rail.resize(204, 600)
    rail.show()
    rail.select("memories")
    return rail


def test_an_error_wraps_in_the_rail(rail, qtbot):
    indicator = rail.findChild(StatusIndicator)
    one_line = indicator.line.height()
    indicator.show_status(ServiceStatus("error", last_error="~/.claude/projects: Permission denied"))
    qtbot.waitUntil(lambda: indicator.line.height() > one_line)
    lines = indicator.line.lines(indicator.line.width())
    assert len(lines) > 1
    assert "".join(lines).replace(" ", "") == "Can'tread~/.claude/projects"
    assert indicator.line.height() >= len(lines) * indicator.line.fontMetrics().height()
    assert rail.rect().contains(indicator.geometry())
    indicator.show_status(ServiceStatus("ready"))
    qtbot.waitUntil(lambda: indicator.line.height() == one_line)


def test_a_click_chooses_a_page(rail, qtbot):
    with qtbot.waitSignal(rail.chosen) as heard:
        qtbot.mouseClick(rail.item("review"), Qt.MouseButton.LeftButton)
    assert heard.args == ["review"]
    assert rail.item("review").isChecked()
    assert not rail.item("memories").isChecked()


def test_arrow_keys_choose_pages(rail, qtbot):
    rail.item("memories").setFocus()
    with qtbot.waitSignal(rail.chosen) as heard:
        qtbot.keyClick(rail.item("memories"), Qt.Key.Key_Down)
    assert heard.args == ["review"]


def test_settings_stand_at_the_bottom(rail):
    assert rail.item("settings").y() > rail.height() // 2
    assert rail.item("memories").y() < 40


def test_what_waits_is_counted(rail):
    rail.set_count("review", 5)
    assert rail.item("review").accessibleName() == "Review, 5"
    rail.set_count("review", 0)
    assert rail.item("review").accessibleName() == "Review"


def test_narrow_items_have_their_words_as_tooltip(rail, theme):
    rail.set_count("review", 5)
    rail.set_narrow(True)
    assert rail.width() == theme.px(56)
    assert rail.item("review").toolTip().startswith("Review, 5")


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, ""),
        (1, "Anthropic is processing 1 conversation. The result arrives within a day."),
        (24, "Anthropic is processing 24 conversations. Results arrive within a day."),
    ],
)
def test_what_was_handed_in_to_be_answered_within_a_day(count: int, said: str) -> None:
    assert batched_words(count) == said


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (
            ServiceStatus("ready", unread=3, reads_at=NOW + 38_000),
            "Memories will appear in about 40 seconds.",
        ),
        (
            ServiceStatus("ready", unread=3, reads_at=NOW + 130_000),
            "Memories will appear in about 3 minutes.",
        ),
        (ServiceStatus("ready", unread=3, reads_at=NOW - 1), "Memories will appear in a few seconds."),
        (ServiceStatus("ready", unread=3), "Memories will appear in a few seconds."),
        (ServiceStatus("processing", unread=3, done=1, total=3), "Reading 2 of 3…"),
        (ServiceStatus("paused", unread=3), "Reading is paused."),
    ],
)
def test_when_conversations_become_memories_is_said(status, words):
    assert reading_words(status, NOW) == words


def test_a_status_that_waits_to_read_is_not_shown_as_done():
    tokens = {head_of(ServiceStatus("ready", unread=n), NOW).token for n in (0, 1)}
    assert len(tokens) == 2


def test_each_state_has_a_shape_of_its_own_in_the_narrow_rail(indicator):
    indicator.set_narrow(True)
    shapes = []
    for status in (
        ServiceStatus("ready"),
        ServiceStatus("ready", watching=("a",)),
        ServiceStatus("paused"),
        ServiceStatus("processing", total=3),
        ServiceStatus("error", last_error="The disk is full."),
    ):
        indicator.show_status(status)
        line = indicator.line
        shapes.append(line._glyph or line._token)
    assert shapes == ["control", "confHigh", "pause", "refresh", "warning"]
