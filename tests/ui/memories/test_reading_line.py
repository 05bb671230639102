"""How far reading is, above the list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.memories.search import ReadingLine


@pytest.fixture
def line(icons, qtbot):
    line = ReadingLine(icons, after_ms=5, stay_ms=100)
    qtbot.addWidget(line)
    line.resize(600, 40)
    return line


def reading(done: int, total: int, found: int = 0, *, state: str = "processing", seconds: int | None = None):
    return ServiceStatus(state, done=done, total=total, found=found, seconds_left=seconds)


def test_it_says_how_far_reading_is_and_what_was_found(line, qtbot):
    line.show_status(reading(0, 41))
    assert not line.isVisible(), "a short run is not worth a line"
    qtbot.waitUntil(line.isVisible)
    assert line.words.text() == "Reading 1 of 41 conversations, no memories so far"
    assert line.left.text() == ""
    line.show_status(reading(2, 41, 7, seconds=38))
    assert line.words.text() == "Reading 3 of 41 conversations, 7 memories so far"
    assert line.left.text() == "about 40 s left"
    assert line.bar.fraction == pytest.approx(2 / 41)
    line.show_status(reading(3, 41, 1, seconds=200))
    assert line.words.text() == "Reading 4 of 41 conversations, 1 memory so far"
    assert line.left.text() == "about 3 min left"


def test_the_result_is_said_and_goes(line, qtbot):
    line.show_status(reading(2, 41))
    qtbot.waitUntil(line.isVisible)
    line.show_status(reading(41, 41, 38, state="ready"))
    assert line.words.text() == "Read 41 conversations: 38 memories"
    assert not line.pause.isVisible() and not line.bar.isVisible()
    qtbot.waitUntil(lambda: not line.isVisible())


def test_what_another_process_reads_at_last_is_counted(line, qtbot):
    line.show_status(reading(2, 41))
    qtbot.waitUntil(line.isVisible)
    line.show_status(reading(40, 41, 37, state="ready"))
    line.show_status(reading(41, 41, 38, state="ready"))
    assert line.words.text() == "Read 41 conversations: 38 memories"


def test_cancelled_before_anything_was_read_it_says_nothing(line, qtbot):
    line.show_status(reading(0, 41))
    qtbot.waitUntil(line.isVisible)
    line.show_status(reading(0, 0, state="ready"))
    assert not line.isVisible()


@pytest.mark.parametrize("total", [1, 2])
def test_one_or_two_conversations_are_read_without_it(line, qtbot, total):
    line.show_status(reading(0, total))
    qtbot.wait(20)
    assert not line.isVisible()


def test_paused_it_stays_and_offers_to_resume(line, qtbot):
    line.show_status(reading(2, 41, 7))
    qtbot.waitUntil(line.isVisible)
    line.pause.setFocus()
    with qtbot.waitSignal(line.pause_wanted):
        qtbot.keyClick(line.pause, Qt.Key.Key_Space)
    line.show_status(reading(2, 41, 7, state="paused"))
    assert line.words.text() == "Paused after 2 of 41 conversations, 7 memories so far"
    assert not line.pause.isVisible()
    with qtbot.waitSignal(line.resume_wanted):
        qtbot.mouseClick(line.resume, Qt.MouseButton.LeftButton)
    line.show_status(reading(2, 41, 7))
    assert line.pause.isVisible() and not line.resume.isVisible()


def test_a_pause_while_nothing_is_read_shows_nothing(line, qtbot):
    line.show_status(reading(0, 41, state="paused"))
    qtbot.wait(20)
    assert not line.isVisible()
