"""Reading a transcript: what is marked, folded, found and copied; and how it grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.conversations.model import Conversation, ConversationStatus, Role, Turn, TurnKind
from arbor_desktop.extraction.model import NOT_ENGLISH
from arbor_desktop.memories.model import SELECTED, Evidence
from arbor_desktop.ui.conversations.model import Caret
from arbor_desktop.ui.conversations.remember import Selected
from arbor_desktop.ui.conversations.words import copied, status_look
from tests.reliability.sessions import Session
from tests.retaining import retain

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Capture = Callable[[Session], str]
RULE = "Always run the linter before you commit anything in this repository."


def talk() -> Session:
    made = Session("talk").say("Good morning, what is left to do here before the release?")
    made.tool("git status", "clean").tool("git log", "release notes")
    made.reply("Only the notes.")
    made.say(f"Fine. {RULE} Thanks!")
    return made.reply("Understood, the linter runs first.")


def mark_of(person: Any, ident: str) -> Any:
    (mark,) = {m.memory_id: m for m in person.service.conversation_marks(ident)}.values()
    return mark


def test_lines_that_made_memories_are_marked_and_lead_to_them(
    open_page: Any, capture: Capture, qtbot: QtBot
) -> None:
    ident = capture(talk())
    person = open_page()
    view = person.page.transcript.view
    mark = mark_of(person, ident)
    row = next(row for row in view.rows if row.marks)
    assert row.line.number == mark.first_turn
    assert row.bar == mark.type
    text = view.layout_.text(row.line.number)
    assert text[mark.start : mark.end].rstrip(".") in RULE
    with qtbot.waitSignal(person.page.memory_wanted) as sent:
        person.click_turn(row.line.number, "memory")
    assert sent.args == [mark.memory_id]
    assert person.page.transcript.head.count.text() == "1 memory"
    with qtbot.waitSignal(person.page.memories_wanted) as sent:
        person.click(person.page.transcript.head.count)
    assert sent.args == [ident]


def test_tool_calls_fold_into_one_line_that_opens(open_page: Any, capture: Capture) -> None:
    capture(talk())
    person = open_page()
    assert [what for _, what in person.said()][:3] == [
        "Good morning, what is left to do here before the release?",
        "(fold 2)",
        "Only the notes.",
    ]
    person.click_turn(2, "toggle")
    assert [what for _, what in person.said()][1:6] == ["(fold 2)"] + ["(quiet 1)"] * 4
    view = person.page.transcript.view
    place = view.layout_.place_of(("quiet", 3))
    before = view.layout_.laid(place).height
    view.setFocus()
    view.go_to(3)
    person.wait()
    assert view.layout_.laid(view.layout_.place_of(("quiet", 3))).height > before, (
        "it shows what was answered"
    )
    person.key(Qt.Key.Key_Up, on=view)
    person.key(Qt.Key.Key_Up, on=view)
    person.key(Qt.Key.Key_Return, on=view)
    assert len(person.said()) == 5, "the fold is closed again"


def test_keys_go_from_the_list_to_the_marked_line_and_back(open_page: Any, capture: Capture) -> None:
    ident = capture(talk())
    person = open_page()
    view = person.page.transcript.view
    person.key(Qt.Key.Key_Return)
    assert view.hasFocus()
    person.key(Qt.Key.Key_BracketRight, on=view)
    assert view.current_turn == mark_of(person, ident).first_turn
    person.key(Qt.Key.Key_Home, on=view)
    assert view.current_turn == 1
    person.key(Qt.Key.Key_Down, on=view)
    assert view.current_turn == 2
    assert "2 tool calls, collapsed" in view.accessibleDescription()
    person.key(Qt.Key.Key_Escape, on=view)
    assert person.page.view.hasFocus()


def test_words_are_found_counted_and_stepped_through(open_page: Any, capture: Capture) -> None:
    capture(talk())
    person = open_page()
    pane = person.page.transcript
    person.key(Qt.Key.Key_F, CTRL)
    field = pane.find_bar.field
    assert field.isVisible()
    person.qtbot.keyClicks(field, "RELEASE")
    person.wait()
    assert pane.find_bar.count.text() == "1 of 2"
    assert pane.view.current_turn == 1
    person.key(Qt.Key.Key_Return, on=field)
    assert pane.find_bar.count.text() == "2 of 2"
    assert person.said()[pane.view.layout_.place_of(("quiet", 5))] == (5, "(quiet 1)"), "its fold is open"
    person.key(Qt.Key.Key_Return, on=field)
    assert pane.find_bar.count.text() == "1 of 2"
    person.key(Qt.Key.Key_Return, SHIFT, on=field)
    assert pane.find_bar.count.text() == "2 of 2"
    field.selectAll()
    person.qtbot.keyClicks(field, "zebra")
    person.wait()
    assert pane.find_bar.count.text() == "No matches"
    person.key(Qt.Key.Key_Escape, on=field)
    assert not pane.find_bar.isVisible()
    assert pane.view.hasFocus()


def test_a_turn_and_several_are_copied(open_page: Any, capture: Capture) -> None:
    capture(talk())
    person = open_page()
    view = person.page.transcript.view
    view.setFocus()
    view.go_to(1)
    person.key(Qt.Key.Key_C, CTRL, on=view)
    assert QGuiApplication.clipboard().text() == "Good morning, what is left to do here before the release?"
    person.key(Qt.Key.Key_A, CTRL, on=view)
    person.key(Qt.Key.Key_C, CTRL, on=view)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("You:\nGood morning,")
    assert "\n\nClaude:\nOnly the notes.\n\nYou:\nFine." in text
    assert "git status" not in text, "what is folded is not among it"


def test_text_is_selected_by_dragging_over_turns(open_page: Any, capture: Capture) -> None:
    capture(talk())
    person = open_page()
    view = person.page.transcript.view
    layout = view.layout_

    def at(number: int, x: int) -> QPoint:
        place = layout.place_of_turn(number)
        laid = layout.laid(place)
        top = layout.top(place) - view.verticalScrollBar().value() + view._margin()
        return QPoint(round(laid.text_at.x()) + x, round(laid.text_at.y()) + top + 8)

    first = next(n for n, what in person.said() if what == "Only the notes.")
    person.qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at(1, 0))
    person.qtbot.mouseMove(view.viewport(), at(first, 1_000))
    person.qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at(first, 1_000))
    chosen = view.selection()
    assert chosen is not None
    assert chosen[0] == Caret(1, 0)
    assert chosen[1].number == first
    person.key(Qt.Key.Key_C, CTRL, on=view)
    assert QGuiApplication.clipboard().text().endswith("Claude:\nOnly the notes.")


def test_what_is_copied_of_several_says_who_spoke() -> None:
    turns = [
        Turn(3, Role.USER, TurnKind.SAID, "One two"),
        Turn(4, Role.ASSISTANT, TurnKind.TOOL, "ls"),
        Turn(5, Role.ASSISTANT, TurnKind.SAID, "Three four"),
    ]
    assert copied(turns, Caret(3, 4), Caret(5, 5), {3, 5}, "codex") == "You:\ntwo\n\nCodex:\nThree"
    assert copied(turns[:1], Caret(3, 0), Caret(3, 3), {3}, "codex") == "One"
    assert copied(turns, Caret(3, 0), Caret(5, 99), {4}, "codex") == "ls"


def test_a_growing_conversation_grows_in_place(open_page: Any, capture: Capture) -> None:
    session = talk()
    for number in range(40):
        session.say(f"And what about point number {number} of the list?").reply(f"Point {number} is done.")
    capture(session)
    person = open_page()
    view = person.page.transcript.view
    view.go_to(30)
    person.wait()
    before = (view.verticalScrollBar().value(), view.current_turn, len(view.rows))
    capture(session.say("One more question, please: is it raining?").reply("No."))
    person.wait()
    assert (view.verticalScrollBar().value(), view.current_turn) == before[:2]
    assert len(view.rows) == before[2] + 2
    person.key(Qt.Key.Key_End, on=view)
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    capture(session.say("And is it snowing?").reply("Not at all."))
    person.wait()
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum(), "who reads the end follows"
    assert person.said()[-1][1] == "Not at all."


def test_what_was_taken_back_says_so(open_page: Any, capture: Capture) -> None:
    session = (
        Session("undone by rewinding")
        .say("Please use the old parser for this file, it is fine.")
        .reply("Old it is.")
    )
    capture(session)
    capture(session.rewind(2).say("Please use the new parser for this file instead.").reply("New it is."))
    person = open_page()
    view = person.page.transcript.view
    assert {row.line.number: row.line.unsaid for row in view.rows} == {1: True, 2: True, 3: False, 4: False}
    picture = view.grab()
    assert not picture.isNull()


def test_lost_characters_are_named(open_page: Any, capture: Capture) -> None:
    capture(
        Session("garbled").say("Please keep the word caf\ufffd here as it is written.").reply("It stays.")
    )
    person = open_page()
    read = person.page.transcript.head.read
    assert read.text() == "Some characters (\ufffd) can't be read: their encoding is unknown."
    assert read.isVisible()


def test_text_that_is_not_kept_any_more_is_said_to_be_gone(open_page: Any, capture: Capture) -> None:
    capture(talk())
    person = open_page()
    assert person.page.transcript.head.memorize.isEnabled()
    person.service.settings.set("retention.keep_days", 1)
    assert retain(person.service)["texts_removed"] == 1
    person.until(lambda: person.page.transcript.state.isVisible())
    state = person.page.transcript.state
    assert state.title.text() == "Transcript deleted"
    assert "Any memories from this conversation are still here" in state.text.text()
    assert not person.page.transcript.head.memorize.isEnabled(), "there is nothing to read again"


@pytest.mark.slow
def test_ten_thousand_turns_are_shown_in_windows(
    open_page: Any, capture: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    session = Session("long")
    for number in range(5_000):
        session.say(f"Question {number}: " + "why? " * (number % 40)).reply(
            f"Answer {number}. " * (number % 9 + 1)
        )
    ident = capture(session)
    person = open_page()
    view, layout = person.page.transcript.view, person.page.transcript.view.layout_
    assert len(view.rows) == 10_000
    assert len(layout._laid) < 60, "only what is in view is laid out"
    assert len(layout._texts) < 200, "only what is around it is loaded"
    for number in (9_000, 40, 5_001):
        person.page.open_conversation(ident, number)
        person.wait()
        assert view.current_turn == number
        top = layout.top(layout.place_of_turn(number)) - view.verticalScrollBar().value()
        assert 0 <= top < view.viewport().height(), "it is in view"
        assert layout.text(number) is not None
    # Scrolling up over rows that were only estimated moves each by what was scrolled, and no more.
    bar = view.verticalScrollBar()
    for _ in range(60):
        place = view._first() + 1
        before = layout.top(place) - bar.value()
        bar.setValue(bar.value() - 97)
        person.wait()
        assert layout.top(place) - bar.value() == before + 97
    assert len(layout._laid) <= 200
    assert len(layout._texts) <= 1_500


def test_a_long_turn_is_shown_in_part_until_all_of_it_is_wanted(open_page: Any, capture: Capture) -> None:
    words = " ".join(f"word{n}" for n in range(4_000))
    capture(Session("huge").say("Read this out, all of it, please.").reply(words))
    person = open_page()
    view = person.page.transcript.view
    laid = view.layout_.laid(1)
    assert laid.text is not None and laid.text.length < len(words)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    person.click_turn(2, "more")
    laid = view.layout_.laid(1)
    assert laid.text is not None and laid.text.length == len(words)


def test_dark_and_light_are_painted_from_the_theme(open_page: Any, capture: Capture, theme: Any) -> None:
    capture(talk())
    person = open_page()
    view = person.page.transcript.view
    place = view.layout_.place_of_turn(next(row.line.number for row in view.rows if row.marks))
    y = view.layout_.top(place) - view.verticalScrollBar().value() + view._margin() + 4
    row = view.rows[place]
    for mode in ("light", "dark"):
        theme.set_setting(mode)
        person.wait()
        seen = view.viewport().grab().toImage().pixelColor(1, y)
        assert seen.name() == theme.type_colors(row.bar)[2].name()


def test_a_conversation_that_is_opened_begins_at_its_first_line(open_page: Any, capture: Capture) -> None:
    steps = "\n\n1. read the bookings service\n2. propose a data model\n3. wait for my ok\n"
    long = Session("long").say(
        "Today: the waiting list. When a kiln is full, members can queue for it." + steps
    )
    for number in range(30):
        long.tool("git status", "clean").reply(
            "Proposal:\n\n- slots\n- members\n\n" + f"Part {number}. " * 30
        )
    capture(long)
    capture(talk())
    person = open_page()
    person.wait()
    view = person.page.transcript.view
    (ident,) = [
        i for i in person.service.conversation_ids() if person.service.conversation(i).turn_count > 20
    ]
    person.page.open_conversation(ident)
    person.wait()
    assert view.verticalScrollBar().value() == 0


def test_a_conversation_that_gave_nothing_says_why(open_page: Any, capture: Any) -> None:
    capture(talk())
    person = open_page()
    head = person.page.transcript.head
    assert not head.nothing.isVisible()
    read = replace(
        head_conversation(person),
        status=ConversationStatus.MEMORIZED,
        memories=0,
        status_reason="only questions were asked.",
    )
    head.show_conversation(read)
    words = "No memories saved: only questions were asked."
    assert head.nothing.isVisible() and head.nothing.text() == words
    look = status_look(read)
    assert (look.text, look.tip) == ("No memories", words)
    head.show_conversation(replace(read, status_reason=NOT_ENGLISH))
    assert head.nothing.text() == (
        "No memories saved: not in English. A language model can read it: Settings → Reading."
    )


def head_conversation(person: Any) -> Conversation:
    shown = person.page.transcript.controller.conversation
    assert isinstance(shown, Conversation)
    return shown


class TestRememberThis:
    """The session's last prompt is "Fine. RULE Thanks!"; other words of it become a memory."""

    @pytest.fixture
    def opened(self, open_page: Any, capture: Capture) -> tuple[Any, str]:
        ident = capture(talk())
        return open_page(), ident

    def select(self, person: Any, number: int, words: str) -> None:
        """Drags over words of one line."""
        view = person.page.transcript.view
        layout = view.layout_
        place = layout.place_of_turn(number)
        laid = layout.laid(place)
        text = layout.text(number)
        top = layout.top(place) - view.verticalScrollBar().value() + view._margin() + round(laid.text_at.y())
        ends = []
        for at in (text.index(words), text.index(words) + len(words)):
            xs = range(view.viewport().width())
            x = next(x for x in xs if laid.text.place_at(QPointF(x - laid.text_at.x(), 4)) == at)
            ends.append(QPoint(x, top + 4))
        qtbot, port = person.qtbot, view.viewport()
        qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=ends[0])
        qtbot.mouseMove(port, ends[1])
        assert not person.page.transcript.remember_button.isVisible(), "nothing moves under the pointer"
        qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=ends[1])
        person.wait()

    def test_a_button_appears_beside_selected_words_and_saves_them_with_their_place(
        self, opened: tuple[Any, str]
    ) -> None:
        person, ident = opened
        pane = person.page.transcript
        self.select(person, 1, "what is left to do")
        button = pane.remember_button
        assert button.isVisible()
        assert not button.geometry().intersects(pane.view.selection_box())
        person.click(button)
        card = pane.card
        assert card.isVisible() and card.area.hasFocus() and not button.isVisible()
        assert card.area.toPlainText() == "What is left to do."
        assert card.suggested.isVisible()
        person.click(card.exact)
        assert card.area.toPlainText() == "what is left to do"
        assert not card.exact.isVisible()
        person.key(Qt.Key.Key_A, CTRL, on=card.area)
        person.qtbot.keyClicks(card.area, "The release needs notes.")
        person.key(Qt.Key.Key_Return, CTRL, on=card.area)
        assert not card.isVisible()
        assert pane.view.hasFocus()
        assert person.snack == "Memory saved"
        marks = [mark for mark in person.service.conversation_marks(ident) if mark.first_turn == 1]
        assert [(mark.start, mark.end) for mark in marks] == [(14, 32)]
        memory = person.service.get(marks[0].memory_id)
        assert (memory.content, memory.scope_id) == ("The release needs notes.", "/srv/kiln")
        assert any(row.marks for row in pane.view.rows if row.line.number == 1), "it has its sign at once"
        person.click(person.page.snackbar.action_button)
        assert not [mark for mark in person.service.conversation_marks(ident) if mark.first_turn == 1]

    def test_by_keys_the_current_line_is_taken_and_escape_goes_back(self, opened: tuple[Any, str]) -> None:
        person, _ident = opened
        view, card = person.page.transcript.view, person.page.transcript.card
        view.setFocus()
        view.go_to(1)
        person.key(Qt.Key.Key_D, CTRL, on=view)
        assert card.area.toPlainText() == "Good morning, what is left to do here before the release?"
        person.key(Qt.Key.Key_Escape, on=card.area)
        assert not card.isVisible() and view.hasFocus()

    def test_too_short_a_text_is_refused_where_it_is_written(self, opened: tuple[Any, str]) -> None:
        person, ident = opened
        view, card = person.page.transcript.view, person.page.transcript.card
        before = person.service.query().total
        view.setFocus()
        view.go_to(1)
        person.key(Qt.Key.Key_D, CTRL, on=view)
        person.key(Qt.Key.Key_A, CTRL, on=card.area)
        person.qtbot.keyClicks(card.area, "x")
        person.click(card.save)
        assert card.isVisible() and card.error.isVisible()
        assert person.service.query().total == before
        person.page.open_conversation(ident)
        person.wait()
        assert card.isVisible(), "what was written is not lost while the conversation stays"

    def test_the_card_follows_its_text_and_keeps_off_the_selected_words(
        self, open_page: Any, capture: Capture, theme: Any
    ) -> None:
        capture(talk())
        person = open_page(height=theme.px(560))
        pane = person.page.transcript
        self.select(person, 1, "what is left to do")
        person.click(pane.remember_button)
        card, before = pane.card, pane.card.height()
        person.key(Qt.Key.Key_A, CTRL, on=card.area)
        person.qtbot.keyClicks(card.area, "The release needs notes. " * 12)
        person.wait()
        assert card.height() > before, "it shows what is written"
        words = pane.view.selection_box()
        words.translate(pane.view.viewport().mapTo(pane, QPoint()))
        assert not card.geometry().intersects(words)
        assert card.geometry().contains(card.save.geometry().translated(card.pos()))

    def test_a_selection_that_goes_takes_its_button_along(self, opened: tuple[Any, str]) -> None:
        person, _ident = opened
        self.select(person, 1, "left")
        person.key(Qt.Key.Key_Escape, on=person.page.transcript.view)
        assert not person.page.transcript.remember_button.isVisible()


@pytest.mark.parametrize(
    ("words", "wording", "kind"),
    [
        ("no, never delete rows from outbox", "Never delete rows from outbox.", "instruction"),
        ("I prefer short answers", "I prefer short answers.", "preference"),
        ("the outbox\n  is polled", "The outbox is polled.", "fact"),
        ("Yes.", "Yes.", "fact"),
    ],
)
def test_selected_words_are_offered_as_a_statement(words: str, wording: str, kind: str) -> None:
    selected = Selected(words, Evidence("c", 1, 1, SELECTED))
    assert (selected.wording, selected.type.value) == (wording, kind)


def test_no_line_of_the_head_hides_another(open_page: Any, capture: Capture) -> None:
    told = "Create a new file at /tmp/gemini-test/created.txt with the content that I show you below."
    conversation_id = capture(Session("long").say(told).reply("Done."))
    person = open_page()
    head = person.page.transcript.head
    conversation = person.service.conversation(conversation_id)
    reason = "mostly code, or pasted or quoted text, or a list"
    head.show_conversation(replace(conversation, status=ConversationStatus.MEMORIZED, status_reason=reason))
    for width in (1228, 848):
        person.page.resize(width, 700)
        person.wait()
        for label in (head.title, head.facts, head.nothing):
            assert label.height() >= label.heightForWidth(label.width()), label.text()
