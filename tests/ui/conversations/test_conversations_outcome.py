"""What a session came to, in the head of its transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    Decision,
    ErrorMet,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.ui.conversations.fold_words import MOST_LINES, has_outcome, outcome_words, parts
from tests.reliability.sessions import Session

Capture = Callable[[Session], str]


def fixed(name: str = "fixed") -> Session:
    made = Session(name).say("Fix the export in the nightly job, it comes out empty.")
    made.tool("pytest -q", "E   RuntimeError: cursor closed\n1 failed, 3 passed")
    made.reply("The cursor was closed too early.").tool("pytest -q", "4 passed")
    for number in range(12):
        made.say(f"Then tell me of part {number} of the export, please.").reply("It reads one table. " * 9)
    return made


@pytest.fixture
def fold(open_page: Any, capture: Capture) -> Any:
    capture(fixed())
    person = open_page()
    return person, person.page.transcript.head.outcome


def test_a_quiet_line_says_what_it_came_to(fold: Any) -> None:
    _, shown = fold
    assert shown.isVisible() and not shown.details.isVisible()
    assert shown.line.text() == "Fix · tests passed · 1 error resolved"
    assert shown.line.accessibleName() == ("Outcome: Fix · tests passed · 1 error resolved, succeeded, tiny")
    assert "Fix the export" in shown.line.toolTip()


def test_it_opens_and_leads_to_its_places(fold: Any, qtbot: QtBot) -> None:
    person, shown = fold
    shown.line.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(shown.line, Qt.Key.Key_Space)
    assert shown.details.isVisible()
    assert [line.text() for line in shown.lines] == [
        "pytest · passed · 2 runs",
        "RuntimeError: cursor closed",
    ]
    person.click(shown.lines[1])
    person.wait()
    view = person.page.transcript.view
    assert view.first_turn() <= 3
    assert any(row.line.number == 3 and row.look.value == "quiet" for row in view.rows), "its fold is open"
    qtbot.keyClick(shown.line, Qt.Key.Key_Space)
    assert not shown.details.isVisible()


def test_what_is_read_stays_where_it_is_when_it_opens(fold: Any) -> None:
    person, shown = fold
    view = person.page.transcript.view
    assert view.verticalScrollBar().value() == 0
    person.click(shown.line)
    person.wait()
    assert view.verticalScrollBar().value() == 0


def test_it_follows_the_conversation(open_page: Any, capture: Capture) -> None:
    capture(
        Session("talk").say("What is the best way to peel a mango? I always make a mess.").reply("Cut it.")
    )
    person = open_page()
    shown = person.page.transcript.head.outcome
    assert not shown.isVisible(), "an answer says it all"
    session = fixed()
    capture(session)
    person.until(lambda: len(person.shown()) == 2)
    person.page.open_conversation(person.service.conversation_ids()[0])
    person.wait()
    titles = [person.page.transcript.controller.conversation.title, shown.isVisible()]
    assert titles == ["Fix the export in the nightly job, it comes out empty.", True]


def outcome(**fields: Any) -> Outcome:
    return Outcome("Do it", TaskType.FEATURE, 3, OutcomeStatus.UNKNOWN, **fields)


def test_the_line_in_words() -> None:
    test = Check(CheckKind.TEST, "pytest", "pytest", CheckResult.FAILED, 5)
    build = Check(CheckKind.BUILD, "npm build", "npm run build", CheckResult.PASSED, 3)
    met = (ErrorMet("a", "x", 1, 4), ErrorMet("b", "x", 2))
    assert outcome_words(outcome()) == "Feature"
    assert outcome_words(
        outcome(files_created=("a",), files_modified=("b", "c"), checks=(build, test), errors=met)
    ) == ("Feature · 3 files · tests failed · 1 of 2 errors resolved")
    assert outcome_words(outcome(checks=(build,), errors=met[1:])) == "Feature · build passed · 1 error"
    unknown = Check(CheckKind.TEST, "pytest", "pytest", CheckResult.UNKNOWN, 5)
    assert outcome_words(outcome(checks=(unknown,), files_created=("a",))) == "Feature · 1 file"


def test_a_part_that_is_long_says_how_much_more_there_is() -> None:
    names = tuple(f"src/{n}.py" for n in range(MOST_LINES + 3))
    decided = (
        Decision("Redis or memory?", "memory", "one process", 4),
        *(Decision("More?", "no", "", n) for n in range(5, MOST_LINES + 5)),
    )
    choice, files = parts(outcome(files_created=names, decisions=decided))
    assert (len(files.lines), files.more) == (MOST_LINES, 3)
    asked, answered = choice.lines[:2]
    assert (asked.text, asked.turn) == ("Redis or memory?", None)
    assert (answered.text, answered.turn) == ("memory, because one process", 4)
    assert "Why: one process" in answered.tip
    assert len(choice.lines) + 2 * choice.more == 2 * len(decided), "question and answer stay together"


def test_there_is_nothing_to_say_of_an_answered_question() -> None:
    asked = Outcome("Why?", TaskType.QUESTION, 1, OutcomeStatus.UNKNOWN)
    assert not has_outcome(asked) and not has_outcome(None)
    assert has_outcome(outcome())
