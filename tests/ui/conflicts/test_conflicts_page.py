"""A conflict is shown whole, decided in one step, taken back, looked at again."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.conflicts import controller
from arbor_desktop.ui.conflicts.model import Action, Choice
from arbor_desktop.ui.window_state import WindowState

K = Qt.Key
WEB, PORTAL = "/srv/tidepool-web", "/srv/legacy-portal"
Open = Callable[..., Any]
Disagree = Callable[..., str]


# What is shown


def test_two_memories_stand_side_by_side_with_what_sets_them_apart(
    open_page: Open, remember: Callable[..., str]
) -> None:
    tail = "with {} for unit tests. Keep test files next to the component as {}."
    remember("Use jest " + tail.format("babel-jest", "*.spec.tsx"), ago=12, confidence=0.74)
    remember("Use vitest " + tail.format("Testing Library", "*.test.tsx"), confidence=0.93)
    person = open_page()
    assert person.marked() == [["jest"], ["vitest"]], "only what they are opposed in"
    older, newer = person.page.view.cards
    assert older.text.text.startswith("Use jest with babel-jest")
    assert person.rows() == [("Unit tests", "12 days apart")]
    assert person.resolved == "0 of 1 resolved"
    assert "can't both be true for tidepool-web" in person.page.view.sentence.text()
    assert older.accessibleName().startswith("Older. Use jest")
    assert newer.accessibleName().startswith("Newer. Use vitest")
    assert "Added by you" in {child.accessibleName() for child in older.findChildren(type(older.parent()))}


def test_code_is_shown_as_code_and_its_marks_are_no_difference(
    open_page: Open, remember: Callable[..., str]
) -> None:
    remember("Use jest, and run `npm test`, for unit tests.", ago=3)
    remember("Use vitest and run npm test for unit tests.")
    person = open_page()
    assert person.marked() == [["jest"], ["vitest"]]
    assert "`" not in person.page.view.cards[0].text.text


def test_the_suggestion_says_why_and_shows_all_its_figures(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    banner = person.page.view.suggestion
    suggestion = person.shown.suggestion
    assert banner.words.text == "Suggested: keep newer – it was mentioned or used more recently"
    assert banner.words.text.endswith(suggestion.why)
    assert banner.figures.isHidden()
    person.click(banner.more)
    assert not banner.figures.isHidden()
    older, newer = (suggestion.scores[m.memory.id] for m in person.shown.members)
    for score in (older, newer):
        said = f"{score.current:.2f} × {score.recency:.2f} × {score.frequency:.2f} × "
        said += f"{score.context:.2f} × {score.success:.2f} = {score.score:.2f}"
        assert said in banner.figures.accessibleName()
        assert said in banner.toolTip()


def test_nothing_is_decided_by_looking(open_page: Open, disagree: Disagree) -> None:
    ident = disagree("unit tests")
    person = open_page()
    assert person.focused_words == "Keep newer"
    assert person.status(ident) == "pending_user_review"
    assert all(m.memory.status.value == "active" for m in person.shown.members)


def test_only_what_was_really_shown_counts_as_seen(open_page: Open, disagree: Disagree) -> None:
    first, second = disagree("unit tests"), disagree("end to end tests")
    person = open_page()
    assert (person.status(first), person.status(second)) == ("pending_user_review", "unresolved")
    person.key(K.Key_J)
    assert person.status(second) == "pending_user_review"


def test_where_it_comes_from_can_be_opened(
    open_page: Open, service: MemoryService, tmp_path: Path, remember: Callable[..., str], clock: Any
) -> None:
    chat = tmp_path / "chat.md"
    chat.write_text(
        "User: Always use jest for unit tests, in every project. I forgot it once.\n\nAssistant: Yes.\n"
    )
    os.utime(chat, (clock.now / 1000 - 900, clock.now / 1000 - 900))
    service.capture([chat], project=WEB)
    (said,) = service.query(status="all", limit=10).memories
    service.update(said.id, content="Use jest for unit tests.")
    remember("Use vitest for unit tests.")
    person = open_page()
    card = next(c for c in person.page.view.cards if c.links)
    wanted: list[tuple[str, object]] = []
    person.page.open_wanted.connect(lambda ident, turn: wanted.append((ident, turn)))
    person.click(card.links[0])
    assert wanted == [(said.evidence[0].conversation_id, said.evidence[0].first_turn)]


def test_a_long_memory_is_shown_around_its_differences_until_all_is_wanted(
    open_page: Open, remember: Callable[..., str]
) -> None:
    filler = " ".join(f"word{n}" for n in range(200))
    remember(f"Use jest for unit tests. {filler}", ago=3)
    remember(f"Use vitest for unit tests. {filler}")
    person = open_page()
    card = person.page.view.cards[0]
    assert card.text.marked() == ["jest"]
    assert len(card.text.text) < 300
    person.click(card.links[0])
    assert card.text.text.endswith("word199")
    assert not card.links[0].isVisible()


# What follows


@pytest.mark.slow
def test_what_an_ai_will_read_follows_the_focus_and_the_pointer(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    after = person.page.view.after
    assert after.title.text() == "After “Keep newer”, your AI will see"
    assert person.said == ["- Use vitest for unit tests."]
    person.hover(person.button("Keep older"))
    assert person.said == ["- Use jest for unit tests."]
    person.leave(person.button("Keep older"))
    assert person.said == ["- Use vitest for unit tests."]
    person.key(K.Key_Tab)
    assert person.focused_words == "Keep both, with conditions…"
    assert person.said == ["- Use jest for unit tests. (only: …)", "- Use vitest for unit tests. (only: …)"]
    person.hover(person.button("Mark older"))
    assert person.said == ["- Use vitest for unit tests."]
    assert "Review" in person.notes


def test_what_is_said_that_an_ai_will_read_is_what_it_reads(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    disagree("unit tests")
    person = open_page()
    promised = person.said
    person.key(K.Key_2)
    told = service.get_context(project=WEB, log_access=False).text
    assert [line for line in told.split("\n") if line.startswith("- ")] == promised


def test_other_projects_are_told_of_when_they_lose_a_global_memory(
    open_page: Open, disagree: Disagree
) -> None:
    disagree("unit tests", older={"scope": "global"})
    person = open_page()
    assert (
        "applies to all projects, and the newer memory only to tidepool-web"
        in person.page.view.sentence.text()
    )
    person.hover(person.button("Keep newer"))
    assert "no longer see it in other projects" in person.notes
    person.hover(person.button("Keep older"))
    assert "other projects" not in person.notes


def test_a_memory_that_is_never_shared_is_not_promised(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests", newer={"privacy_level": "never_share"})
    person = open_page()
    person.hover(person.button("Keep newer"))
    assert person.said == []
    assert "Never shared" in person.notes


# Deciding


def test_a_decision_brings_the_next_one_and_can_be_undone(open_page: Open, disagree: Disagree) -> None:
    first, second = disagree("unit tests"), disagree("linting", "eslint", "biome")
    person = open_page()
    person.click(person.button("Keep older"))
    assert person.topic == "linting"
    assert person.focused_words == "Keep newer"
    assert person.rows()[0] == ("Unit tests", "Kept older")
    assert person.resolved == "1 of 2 resolved"
    assert person.snack == "Kept older: Unit tests"
    person.undo()
    assert person.topic == "unit tests"
    assert person.resolved == "0 of 2 resolved"
    assert (person.status(first), person.status(second)) == ("pending_user_review", "pending_user_review")
    assert person.focused_words == "Keep newer"


def test_the_one_of_higher_confidence_is_kept_from_the_menu(open_page: Open, disagree: Disagree) -> None:
    ident = disagree("unit tests", older={"confidence": 0.97}, newer={"confidence": 0.5})
    person = open_page()
    person.choose("Keep memory with highest confidence")
    assert person.status(ident) == "accepted_higher_confidence"
    assert person.memory("Use jest").status.value == "active"
    assert person.memory("Use vitest").status.value == "superseded"


def test_what_is_no_conflict_is_said_to_be_none(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    ident = disagree("unit tests")
    person = open_page()
    person.choose("Mark as not a conflict")
    found = service.get_conflict(ident)
    assert (found.status.value, found.notes) == ("kept_both_with_context", "Not a conflict")
    assert {m.memory.status.value for m in found.members} == {"active"}
    assert all(m.memory.condition is None for m in found.members)


def test_a_memory_is_opened_from_the_menu(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    wanted: list[str] = []
    person.page.memory_wanted.connect(wanted.append)
    person.choose("Open older memory")
    assert wanted == [person.shown.older.memory.id]


def test_a_key_that_is_held_and_a_double_click_decide_once(open_page: Open, disagree: Disagree) -> None:
    for topic in ("a", "b", "c"):
        disagree(topic)
    person = open_page()
    focus = person.focus
    again = QKeyEvent(QEvent.Type.KeyPress, K.Key_2, Qt.KeyboardModifier.NoModifier, "2", True)
    back = QKeyEvent(QEvent.Type.KeyPress, K.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    for held in (again, back):
        QApplication.sendEvent(focus, held)
        person.wait()
        assert person.topic == "a"
    person.page.list.setFocus()
    QApplication.sendEvent(person.page.list, again)
    person.wait()
    assert person.topic == "a"
    person.click(person.button("Keep newer"))
    assert person.topic == "b"
    middle = QPointF(person.button("Keep newer").rect().center())
    second = QMouseEvent(
        QEvent.Type.MouseButtonDblClick, middle, middle, Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(person.button("Keep newer"), second)
    person.qtbot.mouseRelease(person.button("Keep newer"), Qt.MouseButton.LeftButton)
    person.wait()
    assert person.topic == "b"


@pytest.mark.slow
def test_keys_do_nothing_while_a_decision_is_under_way(open_page: Open, disagree: Disagree) -> None:
    first, second = disagree("a"), disagree("b")
    person = open_page()
    person.qtbot.keyClick(person.focus, K.Key_1)
    person.qtbot.keyClick(person.focus, K.Key_1)
    person.wait()
    assert (person.status(first), person.topic) == ("accepted_older", "b")
    assert person.status(second) == "pending_user_review"


def test_notes_survive_going_on_and_back_and_even_the_end_of_the_app(
    open_page: Open, disagree: Disagree, tmp_path: Path, service: MemoryService
) -> None:
    first = disagree("a")
    disagree("b")
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.key(K.Key_N)
    person.type("half a thought")
    person.page.save_unsaved()
    person.page.close()
    again = open_page(state=WindowState(tmp_path / "window.ini"))
    assert again.page.view.note.text() == "half a thought"
    again.key(K.Key_2)
    assert service.get_conflict(first).notes == "half a thought"
    again.page.save_unsaved()
    third = open_page(state=WindowState(tmp_path / "window.ini"))
    assert third.page.visit.notes == {}


@pytest.mark.slow
def test_without_single_keys_nothing_is_decided_by_one_and_none_is_told(
    open_page: Open, disagree: Disagree
) -> None:
    ident = disagree("unit tests")
    person = open_page()
    person.page.set_letters(False)
    person.wait()
    person.page.focus_main()
    hinted = person.button("Keep newer").sizeHint().width()
    person.key(K.Key_2)
    person.key(K.Key_S)
    assert person.status(ident) == "pending_user_review"
    person.page.set_letters(True)
    person.wait()
    assert person.button("Keep newer").sizeHint().width() > hinted
    person.page.focus_main()
    person.key(K.Key_2)
    assert person.status(ident) == "accepted_newer"


# Several


def three(remember: Callable[..., str]) -> None:
    remember("Use mocha for unit tests.", ago=90)
    remember("Use jest for unit tests.", ago=20)
    remember("Use vitest for unit tests.")


def test_of_three_any_one_can_be_kept(
    open_page: Open, remember: Callable[..., str], service: MemoryService
) -> None:
    three(remember)
    person = open_page()
    (conflict,) = service.list_conflicts()
    assert len(person.page.view.cards) == 3
    assert person.rows() == [("Unit tests", "3 months apart")]
    assert person.page.model.loaded(conflict.id).values == "mocha, jest or vitest"
    assert person.marked() == [["mocha"], ["jest"], ["vitest"]]
    person.hover(person.button("Keep this memory"))
    assert person.said == ["- Use jest for unit tests."]
    person.click(person.button("Keep this memory"))
    statuses = {
        m.memory.content.split()[1]: m.memory.status.value for m in service.get_conflict(conflict.id).members
    }
    assert statuses == {"mocha": "superseded", "jest": "active", "vitest": "superseded"}
    assert person.rows() == [("Unit tests", "Kept one")]


def test_of_three_each_has_a_key_in_its_order(open_page: Open, remember: Callable[..., str]) -> None:
    three(remember)
    person = open_page()
    assert [person.page.view.actions()[key].choice.value for key in "123"] == ["older", "this", "newer"]
    person.key(K.Key_2)
    assert person.memory("Use jest").status.value == "active"
    assert person.memory("Use vitest").status.value == "superseded"


@pytest.mark.slow
def test_of_three_all_older_ones_are_marked_as_outdated(
    open_page: Open, remember: Callable[..., str]
) -> None:
    three(remember)
    person = open_page()
    assert person.button("Mark older memories").isVisible()
    person.key(K.Key_5)
    found = {name: person.memory(f"Use {name}").needs_review for name in ("mocha", "jest", "vitest")}
    assert found == {"mocha": True, "jest": True, "vitest": False}


# Decided ones


def test_a_decided_one_is_looked_at_and_reopened(open_page: Open, disagree: Disagree, clock: Any) -> None:
    ident = disagree("unit tests")
    disagree("linting", "eslint", "biome")
    person = open_page()
    person.key(K.Key_N)
    person.type("since May")
    person.key(K.Key_Return)
    person.key(K.Key_2)
    person.click_row("Unit tests")
    decided = person.page.view.decided
    assert decided.words.text().startswith("Newer memory kept by you · ")
    assert decided.note.text() == "Note: since May"
    assert person.page.view.buttons == {}
    assert person.said == ["- Use vitest for unit tests."]
    person.click(decided.reopen)
    assert person.status(ident) == "pending_user_review"
    assert person.topic == "unit tests"
    assert person.focused_words == "Keep newer"
    person.key(K.Key_1)
    assert person.status(ident) == "accepted_older"


@pytest.mark.slow
def test_those_decided_before_are_listed_on_demand(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    old = disagree("linting", "eslint", "biome")
    service.resolve_conflict(old, "accepted_older", note="too new")
    disagree("unit tests")
    person = open_page()
    assert person.rows() == [("Unit tests", "12 days apart")]
    person.choose("Show resolved")
    assert person.rows() == [("Unit tests", "12 days apart"), ("Linting", "Kept older")]
    person.key(K.Key_J)
    assert person.topic == "linting"
    assert person.page.view.decided.note.text() == "Note: too new"


def test_after_the_last_one_nothing_is_left(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    before = disagree("linting", "eslint", "biome")
    service.resolve_conflict(before, "accepted_older")
    disagree("unit tests")
    person = open_page()
    person.key(K.Key_2)
    page = person.page
    assert page.stack.currentWidget() is page.state
    assert (page.state.title.text(), page.state.text.text()) == (
        "All conflicts resolved",
        "You resolved 1 conflict. You can reopen it.",
    )
    show = next(b for b in page.state.findChildren(Button) if b.isVisible())
    assert person.focus is show
    person.key(K.Key_Return)
    assert person.topic == "linting"
    assert [title for title, _ in person.rows()] == ["Unit tests", "Linting"]


@pytest.mark.slow
def test_the_last_decision_can_be_undone_too(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    person.key(K.Key_4)
    person.undo()
    assert person.topic == "unit tests"
    assert person.memory("Use jest").needs_review is False


def test_without_any_conflict_the_page_says_what_it_is_for(open_page: Open) -> None:
    person = open_page()
    assert person.page.state.title.text() == "No conflicts"
    assert not person.page.list.isVisible()


@pytest.mark.slow
def test_who_comes_back_later_begins_a_new_visit(open_page: Open, disagree: Disagree, clock: Any) -> None:
    disagree("a")
    disagree("b")
    person = open_page()
    person.key(K.Key_2)
    person.page.hide()
    clock.advance(seconds=60)
    person.page.show()
    person.wait()
    assert person.rows()[0] == ("A", "Kept newer")
    person.page.hide()
    clock.advance(seconds=3600)
    person.page.show()
    person.wait()
    assert person.rows() == [("B", "12 days apart")]
    assert person.resolved == "0 of 1 resolved"


# Changes from elsewhere


def test_what_another_process_decided_is_said_and_the_list_follows(
    open_page: Open, disagree: Disagree, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = disagree("a")
    disagree("b")
    person = open_page()
    with monkeypatch.context() as quiet:  # what another process does is heard of late
        quiet.setattr(service.events, "announce", lambda changes: None)
        service.resolve_conflict(first, "accepted_older")
    person.key(K.Key_2)
    assert person.snack == "Already resolved: A"
    assert person.status(first) == "accepted_older"
    assert person.rows() == [("A", "Kept older"), ("B", "12 days apart")]
    assert person.topic == "a", "what was refused is in view, and how to open it again"
    assert person.focused_words == "Reopen"
    person.key(K.Key_J)
    assert (person.topic, person.focused_words) == ("b", "Keep newer")


@pytest.mark.slow
def test_what_is_decided_elsewhere_while_it_is_looked_at_stays_in_view(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    first, second, third = (disagree(topic) for topic in ("a", "b", "c"))
    person = open_page()
    person.key(K.Key_J)
    service.resolve_conflict(second, "accepted_older")
    person.wait()
    assert (person.topic, person.snack) == ("b", "Already resolved: B")
    assert person.rows()[1] == ("B", "Kept older")
    person.key(K.Key_2)
    assert person.status(second) == "accepted_older"
    assert {person.status(first), person.status(third)} <= {"unresolved", "pending_user_review"}


def test_what_is_written_to_a_conflict_that_is_decided_elsewhere_is_no_command(
    open_window: Open, disagree: Disagree, service: MemoryService
) -> None:
    first, second = disagree("a"), disagree("b")
    person = open_window()
    person.key(K.Key_N)
    person.type("it was ")
    service.resolve_conflict(first, "accepted_older")
    person.wait()
    person.type("just 2 days ago")
    person.wait()
    assert person.topic == "a"
    assert (person.status(first), person.status(second)) == ("accepted_older", "unresolved")


@pytest.mark.slow
def test_keys_that_come_faster_than_conflicts_are_read_go_on_in_order(
    open_page: Open, disagree: Disagree, qtbot: QtBot
) -> None:
    for topic in "abcde":
        disagree(topic)
    person = open_page()
    for _ in range(3):
        qtbot.keyClick(person.focus, K.Key_J)
    person.wait()
    assert person.topic == "d"
    for _ in range(2):
        qtbot.keyClick(person.focus, K.Key_K)
    person.wait()
    assert person.topic == "b"


@pytest.mark.slow
def test_a_list_that_was_read_before_a_decision_does_not_take_it_back(
    open_page: Open, disagree: Disagree, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = disagree("a")
    disagree("b")
    person = open_page()
    gate, read, answered = threading.Event(), controller.listing, []

    def late(*args: Any) -> Any:
        found = read(*args)
        answered.append(found)
        if len(answered) == 1:
            gate.wait(20)
        return found

    monkeypatch.setattr(controller, "listing", late)
    person.page.refresh()
    qtbot.waitUntil(lambda: bool(answered))
    qtbot.keyClick(person.focus, K.Key_1)
    qtbot.waitUntil(lambda: person.rows()[0] == ("A", "Kept older"))
    gate.set()
    person.wait()
    assert (person.rows()[0], person.topic) == (("A", "Kept older"), "b")
    assert person.status(first) == "accepted_older"


def test_a_new_conflict_appears_without_moving_what_is_looked_at(open_page: Open, disagree: Disagree) -> None:
    disagree("a")
    person = open_page()
    person.key(K.Key_N)
    person.type("thinking")
    field = person.focus
    disagree("b")
    person.wait()
    assert [title for title, _ in person.rows()] == ["A", "B"]
    assert person.topic == "a"
    assert person.focus is field
    assert person.page.view.note.text() == "thinking"


def test_an_edit_of_a_member_is_shown_and_the_note_stays(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    disagree("unit tests")
    person = open_page()
    person.key(K.Key_N)
    person.type("mine")
    service.update(person.memory("Use vitest").id, content="Use bun for unit tests.")
    person.wait()
    assert person.page.view.cards[1].text.text == "Use bun for unit tests."
    assert person.page.view.note.text() == "mine"
    assert person.page.view.note.hasFocus()


def test_a_member_that_is_deleted_settles_it(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    disagree("a")
    disagree("b", "npm", "pnpm")
    person = open_page()
    service.delete(person.memory("Use vitest").id)
    person.wait()
    assert person.topic == "b"
    assert [title for title, _ in person.rows()] == ["B"]


def test_what_cannot_be_read_is_said(
    open_page: Open, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_asked: object) -> None:
        raise StorageError("The memory file is damaged.")

    monkeypatch.setattr(service, "list_conflicts", fail)
    person = open_page()
    assert person.page.state.title.text() == "Couldn't load the conflicts"
    assert person.page.state.code.text() == "The memory file is damaged."


@pytest.mark.slow
def test_what_is_no_longer_seen_is_not_decided(
    open_page: Open, disagree: Disagree, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    disagree("a")
    person = open_page()
    person.key(K.Key_2)
    decided = person.page.visit.decided[0]
    person.page.show_conflict(decided)
    person.wait()

    def fail(*_args: Any, **_options: Any) -> None:
        raise StorageError("The memory file is damaged.")

    monkeypatch.setattr(service, "list_conflicts", fail)
    monkeypatch.setattr(service, "get_conflict", fail)
    person.page.refresh()
    person.wait()
    assert person.page.state.isVisible()
    person.page.controller.reopen()
    person.wait()
    monkeypatch.undo()
    assert not service.get_conflict(decided).is_open


# Ways here, keys and room


@pytest.mark.slow
def test_others_send_people_to_a_conflict(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    disagree("a")
    second = disagree("b", "npm", "pnpm")
    gone = disagree("c", "x", "y")
    service.resolve_conflict(gone, "accepted_older")
    person = open_page()
    person.page.show_conflict(second)
    person.wait()
    assert person.topic == "b"
    person.page.show_conflict_of(person.memory("Use jest").id)
    person.wait()
    assert person.topic == "a"
    person.page.show_conflict(gone)
    person.wait()
    assert (person.topic, person.page.visit.done) == ("c", 0)


@pytest.mark.slow
def test_a_conflict_can_be_asked_for_before_the_page_was_ever_shown(
    qtbot: Any, icons: Any, bridge: Any, disagree: Disagree, service: MemoryService, open_page: Open
) -> None:
    disagree("a")
    second = disagree("b", "npm", "pnpm")
    person = open_page()
    person.page.visit.order.clear()
    person.page.visit.conflicts.clear()
    person.page.show_conflict_of(next(iter(service.get_conflict(second).members)).memory.id)
    person.wait()
    assert person.topic == "b"


@pytest.mark.slow
def test_the_list_is_walked_with_the_arrow_keys(open_page: Open, disagree: Disagree) -> None:
    for topic in ("a", "b", "c"):
        disagree(topic)
    person = open_page()
    person.page.list.setFocus(Qt.FocusReason.TabFocusReason)
    person.key(K.Key_Down)
    person.key(K.Key_J)
    assert (person.topic, person.page.list.hasFocus()) == ("c", True)
    person.key(K.Key_K)
    assert person.topic == "b"
    person.key(K.Key_Return)
    assert person.focused_words == "Keep newer"
    said = person.page.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Preference, 12 days apart. B: jest or vitest."


@pytest.mark.slow
def test_a_narrow_window_has_a_combo_in_place_of_the_list(open_page: Open, disagree: Disagree) -> None:
    for topic in ("a", "b"):
        disagree(topic)
    person = open_page(width=1130)
    assert person.page.list.isVisible() and not person.page.title.pick.isVisible()
    person.page.resize(1000, 600)
    person.wait()
    assert not person.page.list.isVisible()
    pick = person.page.title.pick
    assert pick.isVisible()
    assert pick.currentText() == "A: jest or vitest"
    pick.setCurrentIndex(1)
    pick.activated.emit(1)
    person.wait()
    assert person.topic == "b"
    person.key(K.Key_2)
    assert pick.itemText(1) == "B: jest or vitest · Kept newer"


@pytest.mark.slow
def test_a_window_that_was_narrow_from_the_start_has_the_combo(
    open_window: Open, disagree: Disagree, service: MemoryService
) -> None:
    for topic in ("a", "b"):
        service.mark_conflict_seen(disagree(topic))  # so nothing changes by looking
    QApplication.processEvents()  # what was announced is no news any more: the list is read once
    person = open_window(width=900, height=600)
    pick = person.page.title.pick
    assert pick.isVisible()
    assert pick.currentText() == "A: jest or vitest"


@pytest.mark.slow
def test_cards_stand_below_each_other_where_there_is_no_room_beside(
    open_page: Open, disagree: Disagree
) -> None:
    disagree("unit tests")
    person = open_page(width=900, height=600)
    older, newer = person.page.view.cards
    assert older.y() == newer.y()
    person.page.resize(640, 600)
    person.wait()
    older, newer = person.page.view.cards
    assert older.y() + older.height() < newer.y()
    for part in (*person.page.view.buttons.values(), person.page.view.note):
        right = part.mapTo(person.page.view.widget(), part.rect().topRight()).x()
        assert right <= person.page.view.viewport().width()


@pytest.mark.slow
def test_at_the_least_size_the_decision_is_in_view(open_page: Open, disagree: Disagree) -> None:
    for topic in ("unit tests", "linting"):
        disagree(topic)
    person = open_page(width=804, height=420)
    view = person.page.view

    def in_view() -> bool:
        button = person.button("Keep newer")
        return button.mapTo(view.viewport(), button.rect().bottomLeft()).y() < view.viewport().height()

    person.qtbot.waitUntil(in_view)


@pytest.mark.slow
def test_every_control_has_a_name_and_is_reached_by_tab(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    view = person.page.view
    reached = set()
    for _ in range(40):
        reached.add(person.focus)
        assert person.focus.accessibleName()
        person.key(K.Key_Tab)
    assert {*view.buttons.values(), view.note, view.more, view.suggestion.more} <= reached


@pytest.mark.slow
def test_enter_presses_every_button(open_page: Open, disagree: Disagree) -> None:
    disagree("a")
    disagree("b")
    person = open_page()
    person.page.title.next.setFocus(Qt.FocusReason.TabFocusReason)
    person.key(K.Key_Return)
    assert person.topic == "b"
    person.page.view.more.setFocus(Qt.FocusReason.TabFocusReason)
    person.key(K.Key_Return)
    assert person.menu().isVisible()
    person.menu().close()


@pytest.mark.slow
def test_f6_goes_from_group_to_group(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    assert list(person.page.focus_groups()) == [
        person.page.title,
        person.page.list,
        person.page.stack,
    ]


@pytest.mark.slow
def test_an_action_on_nothing_does_nothing(open_page: Open) -> None:
    person = open_page()
    do = person.page.controller
    do.decide(Action(Choice.NEWER))
    do.reopen()
    do.skip()
    person.wait()
    assert person.snack == ""


@pytest.mark.slow
def test_the_foot_names_what_undo_takes_back(
    open_page: Open, disagree: Disagree, service: MemoryService, remember: Callable[..., str]
) -> None:
    disagree("unit tests")
    person = open_page()
    remember("Releases go out on Mondays.")
    person.wait()
    assert hint(person) == "", "that was done elsewhere"
    person.key(K.Key_2)
    assert hint(person) == "Undo: Kept newer: Unit tests"
    person.page.undo()
    person.wait()
    assert hint(person) == ""


def test_what_a_decision_settles_besides_counts_as_resolved(
    open_page: Open, remember: Callable[..., str], service: MemoryService
) -> None:
    remember("Use jest for unit tests. Use npm for packages.", ago=9)
    remember("Use vitest for unit tests.", ago=5)
    remember("Use jest for unit tests and pnpm for packages.", ago=5)
    disagree_count = len(service.list_conflicts())
    person = open_page()
    assert person.resolved == f"0 of {disagree_count} resolved"
    person.key(K.Key_2)
    person.wait()
    assert person.resolved.endswith(f"of {disagree_count} resolved"), "the total stays"


def hint(person: Any) -> str:
    """What the foot says of Ctrl+Z."""
    shown = [w for w in person.page.foot.findChildren(Label) if w.isVisible() and w.text().startswith("Undo")]
    return shown[0].text() if shown else ""


@pytest.mark.slow
def test_after_the_last_decision_the_focus_is_seen(open_page: Open, disagree: Disagree) -> None:
    ident = disagree("unit tests")
    person = open_page()
    person.key(K.Key_2)
    assert person.page.state.isVisible()
    assert person.focus is person.page.state.button and person.focus.isVisible()
    person.key(K.Key_Return)
    assert person.page.controller.shown == ident


@pytest.mark.slow
def test_in_a_low_window_a_conflict_begins_at_its_title(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page(width=844, height=560)
    view = person.page.view
    assert person.focus is view.main_button()
    assert view.verticalScrollBar().value() == 0
