"""What a conversation was told: the line in the head of its transcript, and the signs at the turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from arbor_desktop.context.model import Delivered, Receipt, Use
from arbor_desktop.context.queries.ready_blocks import Drawn, note_drawn
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.conversations.fold_words import arrival, arrival_word, became, figures_words, told_words
from arbor_desktop.ui.conversations.model import Look, Told, When, when
from tests._receipts import tell
from tests.reliability.sessions import Session

Capture = Callable[[Session], str]
ALT = Qt.KeyboardModifier.AltModifier


def receipt(event: str = "SessionStart", **fields: Any) -> Receipt:
    return Receipt("r", "claude-code", event, "s", 0, **fields)


@pytest.mark.parametrize(
    ("event", "moment"),
    [
        ("SessionStart", When.START),
        ("sessionStart", When.START),
        ("UserPromptSubmit", When.PROMPT),
        ("BeforeAgent", When.PROMPT),
        ("arbor_get_context", When.DURING),
    ],
)
def test_when_it_was_told_is_known_by_the_hooks_name(event: str, moment: When) -> None:
    assert when(event) is moment


def test_one_line_says_how_many_were_told_and_used() -> None:
    start = receipt(arrived=True, delivered=(Delivered("a", use=Use.USED), Delivered("b", use=Use.UNUSED)))
    prompt = receipt(
        "UserPromptSubmit", arrived=True, delivered=(Delivered("a"), Delivered("c", use=Use.FAILED))
    )
    assert told_words(Told((start, prompt))) == (
        "2 memories shared at the start, 1 with prompts · delivered · 1 used · 1 didn't help"
    )


def test_what_is_not_known_is_said_in_words() -> None:
    silent = receipt(judged_at=5, delivered=(Delivered("a", use=Use.UNUSED),))
    assert arrival(silent) == "This AI tool doesn't record what was delivered."
    assert told_words(Told((silent,))) == "1 memory shared · delivery unknown · none used"
    fresh = receipt(delivered=(Delivered("a"),))
    assert arrival(fresh) == "Delivery hasn't been checked yet."
    assert told_words(Told((fresh,))).endswith("usage not checked yet")


def test_one_that_got_lost_among_several_is_counted() -> None:
    assert arrival_word((receipt(arrived=True), receipt(arrived=False))) == "1 delivery failed"
    assert arrival_word((receipt(arrived=False),)) == "not delivered"


def test_a_line_says_what_became_of_it_and_why() -> None:
    one = Delivered("a", use=Use.USED, reason="The command was run as it says.", turn=12)
    assert became(one) == "Used on line 12: The command was run as it says."
    assert became(Delivered("a", use=Use.UNUSED)) == "Not used"


@pytest.fixture
def told(open_page: Any, capture: Capture, service: MemoryService) -> Any:
    """A session that was told three memories at its start: one was used by a tool, one did not hold."""
    talk = Session("told").say("Please run the linter over the whole of this repository now.")
    talk.tool("ls", "kiln").tool("make lint", "all clean").tool("git status", "clean")
    talk.reply("The linter found nothing.")
    for number in range(15):
        talk.say(f"And what is in part {number} of it, please?").reply("It reads one table. " * 9)
    talk.reply("There is no file of that name here.")
    conversation = capture(talk)
    lint = service.store("Use `make lint` to lint.", type="instruction")
    gone = service.store("The notes are in `NOTES.txt`.", type="fact")
    other = service.store("User likes tea.", type="preference")
    tell(
        service,
        conversation,
        [other.id, lint.id, gone.id],
        became={
            lint.id: (Use.USED, "The command was run.", 4),
            gone.id: (Use.FAILED, "The file was not there.", 38),
            other.id: (Use.UNUSED, "", None),
        },
    )
    return open_page(), (lint, gone, other)


def test_nothing_is_said_where_nothing_was_told(open_page: Any, capture: Capture) -> None:
    capture(Session("plain").say("What is the best way to peel a mango?").reply("Cut it."))
    person = open_page()
    assert not person.page.transcript.head.told.isVisible()


def test_the_head_says_it_and_opens_to_the_list(told: Any, qtbot: QtBot) -> None:
    person, _ = told
    fold = person.page.transcript.head.told
    assert fold.line.text() == (
        "3 memories shared · delivered · 1 used · 1 didn't help"
    )  # fmt: skip
    assert fold.line.accessibleName() == fold.line.text()
    assert not fold.details.isVisible()
    fold.line.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(fold.line, Qt.Key.Key_Space)
    assert fold.details.isVisible()
    assert [(line.text(), line.said) for line in fold.lines] == [
        ("The notes are in NOTES.txt.", "Didn't help on line 38: The file was not there."),
        ("Use make lint to lint.", "Used on line 4: The command was run."),
        ("User likes tea.", "Not used"),
    ]
    assert fold.lines[1].accessibleName() == (
        "Instruction: Use make lint to lint. Used on line 4: The command was run."
    )
    assert fold.arrivals[0].text() == "Delivered: found in the session's transcript."


def test_a_line_leads_to_the_turn_or_to_the_memory(told: Any, qtbot: QtBot) -> None:
    person, (lint, _gone, other) = told
    page = person.page
    fold, view = page.transcript.head.told, page.transcript.view
    person.click(fold.line)
    person.click(fold.lines[0])
    assert view.current_turn == 38
    with qtbot.waitSignal(page.memory_wanted) as asked:
        qtbot.keyClick(fold.lines[2], Qt.Key.Key_Space)
    assert asked.args == [other.id]
    menu = fold.lines[1].menu()
    assert [action.text() for action in menu.actions()] == ["Show in transcript", "Open memory"]
    with qtbot.waitSignal(page.memory_wanted) as asked:
        menu.actions()[1].trigger()
    assert asked.args == [lint.id]
    menu.actions()[0].trigger()
    assert view.current_turn == 4


def test_a_turn_that_used_one_has_a_sign_of_its_own(told: Any, qtbot: QtBot) -> None:
    person, (lint, _gone, _) = told
    view = person.page.transcript.view
    row = next(row for row in view.rows if row.used)
    assert (row.look, row.line.number) == (Look.QUIET, 4), "a tool that used one is not folded away"
    assert row.used[0].memory_id == lint.id
    assert row.bar is None and not row.marks, "it made none"
    with qtbot.waitSignal(person.page.memory_wanted) as asked:
        person.click_turn(4, "used")
    assert asked.args == [lint.id]
    person.click_turn(4, "toggle")
    assert next(row for row in view.rows if row.line.number == 4).open
    person.click_turn(4, "used")


def test_a_key_goes_from_one_used_memory_to_the_next(told: Any, qtbot: QtBot) -> None:
    person, _ = told
    view = person.page.transcript.view
    view.setFocus()
    person.key(Qt.Key.Key_Down, ALT, on=view)
    assert view.current_turn == 4
    person.key(Qt.Key.Key_Down, ALT, on=view)
    assert view.current_turn == 38
    assert "1 memory didn't help." in view.accessibleDescription()
    person.key(Qt.Key.Key_Up, ALT, on=view)
    assert view.current_turn == 4
    assert view.accessibleDescription().endswith("Used 1 memory.")


def test_it_follows_what_is_noted_later(open_page: Any, capture: Capture, service: MemoryService) -> None:
    talk = Session("later").say("Please run the linter over the whole of this repository now.").reply("Yes.")
    conversation = capture(talk)
    person = open_page()
    assert not person.page.transcript.head.told.isVisible()
    tell(
        service,
        conversation,
        [service.store("Use `make lint` to lint.", type="instruction").id],
        arrived=None,
    )
    person.page.transcript.controller.changed()
    person.wait()
    assert person.page.transcript.head.told.line.text() == (
        "1 memory shared · delivery unknown · usage not checked yet"
    )


def test_the_list_says_which_conversations_were_told_something(
    open_page: Any, three: list[str], service: MemoryService
) -> None:
    rule = service.store("Use `make lint` to lint.", type="instruction")
    tell(service, three[1], [rule.id], became={rule.id: (Use.USED, "", 2)})
    person = open_page()
    model, view = person.page.model, person.page.view
    rows = {id_: model.index(model.row_of(id_)) for id_ in three}
    said = {id_: index.data(Qt.ItemDataRole.AccessibleTextRole) for id_, index in rows.items()}
    assert "1 memory shared · delivered · 1 used." in said[three[1]]
    assert "shared" not in said[three[0]]
    box = view.visualRect(rows[three[1]])
    slot = next(one for one in person.page.delegate.slots(box.width()) if one.column.key == "title")
    at = box.topLeft() + QPoint(slot.left + slot.width - 4, box.height() // 2)
    assert (
        person.page.delegate.tip_at(box, at, model.loaded(three[1])) == "1 memory shared · delivered · 1 used"
    )
    assert "shared" not in person.page.delegate.tip_at(box, at, model.loaded(three[0]))


def test_a_session_without_memories_for_comparison_is_marked(
    open_page: Any, capture: Capture, service: MemoryService
) -> None:
    talk = capture(Session("told").say("Please run the linter over the whole of this repository now."))
    conversation = service.conversation(talk)
    drawn = Drawn(conversation.source, conversation.session_id, 1, "/srv/kiln", False, 5)
    service._rt.db.write(lambda c: note_drawn(c, drawn))
    person = open_page()
    fold = person.page.transcript.head.told
    assert (
        fold.isVisible() and fold.line.accessibleName() == "No memories, to compare sessions with and without"
    )
    assert figures_words(service.receipts.figures([talk])[talk]) == fold.line.accessibleName()
