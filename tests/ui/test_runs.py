"""Text in runs: tints that keep room, words that can be clicked."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from arbor_desktop.text.diff import Kind, Piece
from arbor_desktop.ui.components.text_runs import Run, RunsView, side_runs
from arbor_desktop.ui.theme import Theme


def view_of(qtbot: QtBot, theme: Theme, runs: list[Run], **options: Any) -> RunsView:
    view = RunsView(theme, runs, **options)
    qtbot.addWidget(view)
    view.resize(400, view.heightForWidth(400))
    view.show()
    qtbot.waitExposed(view)
    return view


def test_one_side_is_marked_by_colour_and_line_alike(theme: Theme) -> None:
    older = side_runs([Piece(Kind.SAME, "Use "), Piece(Kind.REMOVED, "jest")])
    newer = side_runs([Piece(Kind.SAME, "Use "), Piece(Kind.ADDED, "vitest")])
    assert [(r.text, r.tint, r.dotted, r.underline) for r in (*older, *newer)] == [
        ("Use ", None, False, False),
        ("jest", "delBg", True, False),
        ("Use ", None, False, False),
        ("vitest", "insBg", False, True),
    ]


def test_code_within_a_marked_phrase_is_both() -> None:
    runs = side_runs([Piece(Kind.SAME, "run "), Piece(Kind.ADDED, "npm ci twice")], [(4, 10)])
    assert [(r.text, r.code, bool(r.tint)) for r in runs] == [
        ("run ", False, False),
        ("npm ci", True, True),
        (" twice", False, True),
    ]


def test_tints_keep_room_on_both_sides_and_nothing_is_lost(qtbot: QtBot, theme: Theme) -> None:
    runs = [Run("Use "), Run("jest", "delFg", "delBg"), Run(" with "), Run("x", "ins", "insBg"), Run(".")]
    tight = view_of(qtbot, theme, runs)
    roomy = view_of(qtbot, theme, runs, pad=6)
    assert roomy.text == tight.text == "Use jest with x."
    assert roomy.run_rects(3)[0].left() > tight.run_rects(3)[0].left()
    left, right = roomy.run_rects(1)[0], roomy.run_rects(3)[0]
    assert left.right() < right.left()


def test_a_tint_over_two_lines_has_a_box_in_each(qtbot: QtBot, theme: Theme) -> None:
    view = view_of(qtbot, theme, [Run("word " * 40, "ins", "insBg")], pad=3)
    boxes = view.run_rects(0)
    assert len(boxes) > 1
    assert all(box.right() <= view.width() for box in boxes)
    assert [box.top() for box in boxes] == sorted({box.top() for box in boxes})


def test_tinted_words_are_clicked_once_that_is_wanted(qtbot: QtBot, theme: Theme) -> None:
    runs = [Run("🙂 Use "), Run("jest", "delFg", "delBg"), Run(" here")]
    view = view_of(qtbot, theme, runs)
    at = view.run_rects(1)[0].center()
    with qtbot.assertNotEmitted(view.run_clicked):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    view.set_clickable()
    with qtbot.waitSignal(view.run_clicked) as clicked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert view.run_text(clicked.args[0]) == "jest"
    with qtbot.assertNotEmitted(view.run_clicked):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(2, at.y()))
    qtbot.mouseMove(view, at)
    assert view.cursor().shape() is Qt.CursorShape.PointingHandCursor


@pytest.mark.parametrize("style", ["small", "compare"])
def test_other_runs_take_the_height_that_they_need(qtbot: QtBot, theme: Theme, style: str) -> None:
    view = view_of(qtbot, theme, [Run("short")], style=style, line=26, pad=3)
    before = view.height()
    view.set_runs([Run("long words " * 60)])
    assert view.height() > before
    assert view.accessibleName() == view.text
