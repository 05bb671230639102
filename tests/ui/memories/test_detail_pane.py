"""The detail pane: editing, fields, feedback, source, history, related."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import AskDialog, Badge, Button, Label
from arbor_desktop.ui.components.text_runs import RunsView
from arbor_desktop.ui.formatting import day
from arbor_desktop.ui.memories.detail_pane import HISTORY, RELATED, SOURCE
from arbor_desktop.ui.memory.words import use_line

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
Add = Callable[..., Memory]


def button(parent: QWidget, name: str) -> Button:
    return next(b for b in parent.findChildren(Button) if b.accessibleName() == name and b.isVisible())


def question(person: Any) -> QMessageBox:
    box = QGuiApplication.instance().activeModalWidget()  # type: ignore[union-attr]
    assert isinstance(box, QMessageBox)
    return box


def asked(person: Any) -> AskDialog:
    dialog = QGuiApplication.instance().activeModalWidget()  # type: ignore[union-attr]
    assert isinstance(dialog, AskDialog)
    return dialog


def answer(person: Any, text: str) -> None:
    box = question(person)
    person.click(next(b for b in box.buttons() if b.text().replace("&", "") == text))


def test_enter_edits_control_s_saves_and_escape_returns(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    editor = person.page.detail.editor
    person.key(Qt.Key.Key_Return)
    assert editor.area.hasFocus()
    assert not editor.save_button.isVisible()
    person.rewrite("Uses spaces.")
    assert editor.save_button.isVisible()
    assert "12 of 10,000 characters" in editor.counter.text()
    person.key(Qt.Key.Key_S, CTRL, on=editor.area)
    assert person.shown() == ["Uses spaces."]
    assert not editor.dirty
    assert not editor.save_button.isVisible()
    person.key(Qt.Key.Key_Escape, on=editor.area)
    assert person.page.view.hasFocus()


def test_control_enter_saves_too_and_escape_takes_an_edit_back(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    area = person.page.detail.editor.area
    person.rewrite("Uses spaces.")
    person.key(Qt.Key.Key_Return, CTRL, on=area)
    assert person.shown() == ["Uses spaces."]
    person.rewrite("Something else")
    person.key(Qt.Key.Key_Escape, on=area)
    assert area.toPlainText() == "Uses spaces."
    assert area.hasFocus()


def test_a_text_that_cannot_be_saved_says_why_beside_it(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    editor = person.page.detail.editor
    person.rewrite("ab")
    assert editor.error.text() == "At least 3 characters."
    assert not editor.save_button.isEnabled()
    person.key(Qt.Key.Key_S, CTRL, on=editor.area)
    assert person.shown() == ["Uses tabs."]
    editor.area.setPlainText("x" * 10_003)
    assert editor.error.text() == "3 characters too long."
    editor.revert()
    assert not editor.error.isVisible()


def test_a_text_that_is_there_already_is_refused_beside_the_editor(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    add("Uses spaces.")
    person = open_page()
    person.rewrite("Uses tabs.")
    person.key(Qt.Key.Key_S, CTRL, on=person.page.detail.editor.area)
    assert person.page.detail.editor.error.text()
    assert person.page.detail.editor.text == "Uses tabs.", "what was typed is not lost"
    person.page.detail.editor.revert()


@pytest.mark.parametrize(
    ("choice", "stored", "shown"),
    [
        ("Save", "Writes tests last.", "Uses tabs."),
        ("Discard", "Writes tests first.", "Uses tabs."),
        ("Keep editing", "Writes tests first.", "Writes tests last."),
    ],
)
def test_leaving_an_unsaved_text_asks_once(
    open_page: Any, add: Add, service: MemoryService, choice: str, stored: str, shown: str
) -> None:
    add("Uses tabs.")
    edited = add("Writes tests first.")
    person = open_page()
    person.rewrite("Writes tests last.")
    person.click_card(1)
    answer(person, choice)
    assert service.get(edited.id).content == stored
    assert person.page.detail.editor.text == shown
    assert QGuiApplication.instance().activeModalWidget() is None  # type: ignore[union-attr]
    if choice == "Keep editing":
        assert person.selected() == ["Writes tests first."]
        assert person.page.window().focusWidget() is person.page.detail.editor.area
        person.page.detail.editor.revert()


def test_a_change_from_elsewhere_leaves_what_is_being_typed(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Uses tabs.")
    person = open_page()
    person.rewrite("Uses tabs of four.")
    service.update(memory.id, tags=("style",))
    person.until(lambda: person.page.detail.fields.tags.tags == ("style",))
    assert person.page.detail.editor.text == "Uses tabs of four."
    person.page.detail.editor.revert()


def test_a_choice_in_a_field_holds_at_once_and_can_be_undone(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Uses tabs.", "preference")
    person = open_page()
    fields = person.page.detail.fields
    person.pick(fields.type, "Fact")
    assert service.get(memory.id).type == "fact"
    person.page.undo()
    person.wait()
    assert fields.type.current_data == "preference"


def test_every_row_under_more_has_its_height(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("Uses tabs of four in every file, on Windows, macOS and Linux, and never any spaces.")
    service.apply_compaction(
        memory.id, "Uses MONOSPACED tabs (WINDOWS, MACOS, LINUX) in each file of the WORKFLOW ENGINES."
    )
    person = open_page(width=910)
    more = person.page.detail.rare
    person.click(more.button)
    assert more.height() >= more.layout().heightForWidth(more.width())


def test_every_field_can_be_edited(open_page: Any, add: Add, service: MemoryService) -> None:
    add("Elsewhere.", scope="project", scope_id="/srv/harbor-api")
    memory = add("Uses tabs.")
    person = open_page()
    fields = person.page.detail.fields
    person.click(person.page.detail.rare.button)
    person.pick(fields.category, "Implementation notes")
    person.pick(fields.scope, "harbor-api")
    person.pick(fields.privacy, "Sensitive")
    fields.technology.setFocus()
    person.qtbot.keyClicks(fields.technology, "Python")
    person.key(Qt.Key.Key_Return, on=fields.technology)
    fields.expires.setFocus()
    person.qtbot.keyClicks(fields.expires, "2030-05-01")
    person.key(Qt.Key.Key_Return, on=fields.expires)
    person.click(fields.tags.adding)
    person.qtbot.keyClicks(fields.tags._entry, "style")
    person.key(Qt.Key.Key_Return, on=fields.tags._entry)
    now = service.get(memory.id)
    assert (now.category, now.scope, now.scope_id) == ("implementation_notes", "project", "/srv/harbor-api")
    assert (now.privacy_level, now.technology, now.tags) == ("sensitive", "Python", ("style",))
    assert now.expires_at == 1_903_824_000_000


def test_the_project_of_what_a_chat_said_can_be_chosen(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    add("Elsewhere.", scope="project", scope_id="/srv/harbor-api")
    brought = {"id": "0198db44-c8d2-7a6b-8fcd-38156aad788b", "created_at": "2026-01-01T00:00:00Z"}
    memory = add("The newsletter is sent on Mondays.", scope="project", past=brought)
    person = open_page()
    person.key(Qt.Key.Key_Down)
    scope = person.page.detail.fields.scope
    assert scope.currentText() == "Project not known"
    person.pick(scope, "harbor-api")
    assert service.get(memory.id).scope_id == "/srv/harbor-api"


def test_a_date_that_is_none_is_refused_beside_its_field(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Uses tabs.")
    person = open_page()
    fields = person.page.detail.fields
    person.click(person.page.detail.rare.button)
    fields.expires.setFocus()
    person.qtbot.keyClicks(fields.expires, "next week")
    person.key(Qt.Key.Key_Return, on=fields.expires)
    assert fields.error.isVisible() and "2026-11-21" in fields.error.text()
    assert fields.expires.has_error
    assert service.get(memory.id).expires_at is None


def test_the_confidence_bar_can_be_moved_by_keys(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("Uses tabs.", confidence=0.5)
    person = open_page()
    person.click(person.page.detail.rare.button)
    slider = person.page.detail.fields.confidence
    slider.setFocus()
    person.key(Qt.Key.Key_PageUp, on=slider)
    person.key(Qt.Key.Key_PageUp, on=slider)
    person.until(lambda: service.get(memory.id).confidence == pytest.approx(0.7))
    person.wait()
    assert person.page.detail.fields.confidence_number.text() == "0.70"
    assert person.page.detail.fields.sure.accessibleName() == "Confidence 0.70: High"


@pytest.mark.parametrize(
    ("keys", "field", "value"),
    [
        ((Qt.Key.Key_I, ALT), "privacy_level", Privacy.ALWAYS_INCLUDE),
        ((Qt.Key.Key_C, ALT), "confidence", 0.6),
        ((Qt.Key.Key_O, ALT), "needs_review", True),
        ((Qt.Key.Key_W, ALT), "confidence", 0.2),
        ((Qt.Key.Key_A, ALT), "status", Status.ARCHIVED),
        ((Qt.Key.Key_Delete,), "status", Status.DELETED),
    ],
)
def test_keys_act_on_the_selected_memory_and_can_be_undone(
    open_page: Any, add: Add, service: MemoryService, keys: tuple[Any, ...], field: str, value: object
) -> None:
    memory = add("Uses tabs.", confidence=0.5)
    person = open_page()
    person.key(*keys)
    assert getattr(service.get(memory.id), field) == pytest.approx(value)
    assert person.snack
    person.click(person.page.list_pane.snackbar.action_button)
    assert getattr(service.get(memory.id), field) == getattr(memory, field)


def test_typing_changes_no_memory(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("Uses tabs.")
    person = open_page()
    for key in range(Qt.Key.Key_A, Qt.Key.Key_Z + 1):
        person.key(Qt.Key(key))
    for key in range(Qt.Key.Key_0, Qt.Key.Key_9 + 1):
        person.key(Qt.Key(key))
    assert service.get(memory.id, count=False) == memory
    assert person.snack == ""


@pytest.mark.slow
def test_after_deleting_the_next_card_is_selected_and_has_focus(open_page: Any, add: Add) -> None:
    for number in range(4):
        add(f"Memory number {number}.")
    person = open_page()
    person.click_card(1)
    person.key(Qt.Key.Key_Delete)
    person.until(lambda: len(person.shown()) == 3)
    person.wait()
    assert person.selected() == ["Memory number 1."]
    assert person.page.view.hasFocus()
    assert person.page.detail.editor.text == "Memory number 1."
    person.click(person.page.detail.feedback.buttons["delete"])
    person.wait()
    assert person.selected() == ["Memory number 0."]
    assert person.snack == "Memory deleted"


def test_feedback_buttons_say_what_was_done(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("Uses tabs.", confidence=0.5)
    person = open_page()
    person.click(person.page.detail.feedback.buttons["outdated"])
    assert service.get(memory.id).needs_review
    assert person.snack.startswith("Marked as outdated")
    assert person.page.detail.fields.confidence_number.text() == "0.30"


def test_what_waits_for_an_answer_shows_accept_and_reject_instead(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Always run the linter.", "instruction", source="agent_stored")
    other = add("Never deploy on Fridays.", "instruction", source="agent_stored")
    if memory.status is not Status.PENDING:
        for ident in (memory.id, other.id):
            service.update_many([ident], status="pending")
    person = open_page()
    person.page.state.set(status=("pending",))
    person.wait()
    person.click_card(1)
    detail = person.page.detail
    assert detail.pending.isVisible() and not detail.feedback.isVisible()
    person.click(detail.pending.accept)
    assert service.get(memory.id).status is Status.ACTIVE
    person.key(Qt.Key.Key_W, ALT)
    assert service.get(other.id).status is Status.REJECTED
    assert person.snack == "Memory rejected"


def test_deleting_for_good_asks_first(open_page: Any, add: Add, service: MemoryService) -> None:
    add("Stays.")
    gone = add("Goes.")
    person = open_page()
    person.page.detail.actions_by_name["purge"].trigger()
    person.click(asked(person).cancel)
    assert service.get(gone.id).status is Status.ACTIVE
    person.page.detail.actions_by_name["purge"].trigger()
    person.click(asked(person).do)
    person.until(lambda: person.shown() == ["Stays."])
    person.wait()
    assert person.snack == "Memory deleted permanently"
    assert not person.page.list_pane.snackbar.action_button.isVisible()
    assert service.query(status="all").total == 1


def test_the_more_menu_hides_a_memory_from_every_ai(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("A private matter.")
    person = open_page()
    action = person.page.detail.actions_by_name["never_share"]
    action.trigger()
    person.wait()
    assert service.get(memory.id).privacy_level is Privacy.NEVER_SHARE
    assert action.isChecked()
    action.trigger()
    person.wait()
    assert service.get(memory.id).privacy_level is Privacy.NORMAL


def test_the_context_menu_offers_what_fits_the_card(open_page: Any, add: Add) -> None:
    add("Old habit.", status="archived")
    add("Uses tabs.")
    person = open_page()
    person.page.state.set(status=("active", "archived"))
    person.wait()

    def offered() -> list[str]:
        menu = person.page.controller.menu(*person.page.meant(), person.page.mapToGlobal(person.page.pos()))
        names = [action.text() for action in menu.actions() if action.text()]
        menu.close()
        return names

    assert "Archive" in offered() and "Restore" not in offered()
    person.click_card(1)
    assert "Restore" in offered() and "Archive" not in offered()


def test_both_menus_of_a_memory_lead_to_its_summary(open_page: Any, add: Add, qtbot: Any) -> None:
    add("Uses tabs.", category="project_conventions", scope="project", scope_id="/src/kiln")
    person = open_page()
    page = person.page
    action = page.detail.actions_by_name["summary"]
    assert action.text() == "Open summary: Conventions"
    with qtbot.waitSignal(page.summaries_wanted) as wanted:
        action.trigger()
    assert wanted.args == ["project_conventions", "/src/kiln"]
    menu = page.controller.menu(*page.meant(), page.mapToGlobal(page.pos()))
    (offered,) = [each for each in menu.actions() if each.text() == "Open summary: Conventions"]
    with qtbot.waitSignal(page.summaries_wanted) as wanted:
        offered.trigger()
    assert wanted.args == ["project_conventions", "/src/kiln"]
    menu.close()


def test_what_holds_in_one_conversation_alone_has_no_summary(open_page: Any, add: Add) -> None:
    add("Uses tabs.", scope="conversation", scope_id="0198db44-c8d2-7a6b-8fcd-38156aad788b")
    person = open_page()
    assert not person.page.detail.actions_by_name["summary"].isVisible()


def test_history_shows_differences_and_brings_an_earlier_text_back(
    open_page: Any, add: Add, service: MemoryService, clock: Any
) -> None:
    memory = add("The worker polls every 5 s.")
    clock.advance(days=1)
    service.update(memory.id, content="The worker polls every 2 s.")
    person = open_page()
    detail = person.page.detail
    detail.tabs.setCurrentIndex(HISTORY)
    assert detail.tabs.count_of(HISTORY) == 2
    views = detail.history.findChildren(RunsView)
    assert [run for view in views for run in view.marked()] == ["5", "2"]
    assert any(badge.accessibleName() == "Current" for badge in detail.history.findChildren(Badge))
    restore = next(b for b in detail.history.findChildren(Button) if b.text() == "Restore")
    person.click(restore)
    assert service.get(memory.id).content == "The worker polls every 5 s."
    assert detail.editor.text == "The worker polls every 5 s."


@pytest.fixture
def captured(service: MemoryService, tmp_path: Path, clock: Any) -> list[Memory]:
    """What the demo's first sessions leave behind."""
    files = write_sessions(tmp_path / "claude", clock())
    service.capture(files[:6])
    return [m for m in service.query(sort="created", limit=1000, status="all").memories if m.evidence]


def test_the_source_shows_the_lines_that_said_it(
    open_page: Any, captured: list[Memory], service: MemoryService, qtbot: Any
) -> None:
    memory = captured[0]
    person = open_page(opens_conversations=True)
    person.page.show_memory(memory.id)
    person.wait()
    source = person.page.detail.source
    assert person.page.detail.tabs.currentIndex() == SOURCE
    evidence = memory.evidence[0]
    turn = service.turns(evidence.conversation_id, evidence.first_turn, evidence.first_turn)[0]
    assert evidence.span_start is not None
    words = turn.text[evidence.span_start : evidence.span_end]
    said = [run for view in source.findChildren(RunsView) for run in view.marked()]
    assert words in said
    link = next(b for b in source.findChildren(Button) if b.text() == "Open conversation")
    with qtbot.waitSignal(person.page.conversation_wanted) as told:
        person.click(link)
    assert told.args == [evidence.conversation_id, evidence.first_turn], "at the very line"


@pytest.mark.slow
def test_in_a_small_window_the_source_is_seen_below_the_fields(
    open_page: Any, captured: list[Memory], service: MemoryService
) -> None:
    person = open_page(width=844, height=600)
    page = person.page
    page.show_memory(next(each.id for each in captured if each.status is Status.ACTIVE))
    person.wait()
    detail = page.detail
    assert detail.isVisible() and not page.filters.isVisible(), "the filters are those of the list"
    top = detail.source.mapTo(detail.body_area.viewport(), detail.source.rect().topLeft()).y()
    assert detail.body_area.viewport().height() - top >= 160
    person.click(detail.back)
    assert page.filters.isVisible()


def test_what_was_replaced_leads_to_what_replaced_it(
    open_page: Any, add: Add, service: MemoryService, clock: Any
) -> None:
    old = add("runner: jest")
    clock.advance(days=1)
    new = add("runner: vitest")
    person = open_page()
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "accepted_newer")
    person.page.show_memory(old.id)
    person.wait()
    gone = person.page.detail.gone
    assert gone.label.text().startswith("Replaced today")
    person.click(gone.open)
    person.wait()
    assert person.page.detail.memory.id == new.id
    assert not gone.isVisible()


def test_uses_are_told_on_demand_and_confidence_in_words(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Uses tabs.", confidence=0.65)
    service.record_usage(memory.id, True)
    service.record_usage(memory.id, True)
    person = open_page()
    detail = person.page.detail
    detail.tabs.setCurrentIndex(HISTORY)

    def said() -> list[str]:
        return [label.text() for label in detail.history.findChildren(Label) if label.isVisible()]

    assert "Added by you" in said() and "Used by you" not in said()
    person.click(button(detail.history, "Show 2 uses"))
    assert said().count("Used by you") == 2
    words = " ".join(view.text for view in detail.history.findChildren(RunsView))
    assert "0.6" not in words


def test_code_in_a_text_is_drawn_as_code_and_its_backticks_appear_while_it_is_edited(
    open_page: Any, add: Add
) -> None:
    add("Run `make check` first.")
    person = open_page()
    area = person.page.detail.editor.area

    def look(place: int) -> Any:
        formats = area.document().firstBlock().layout().formats()
        fonts = [part.format.font() for part in formats if part.start <= place < part.start + part.length]
        return [(font.family(), font.pixelSize()) for font in fonts]

    ((family, _size),) = look(6)
    assert family != area.font().family()
    ((_family, size),) = look(4)
    assert size == 1
    person.click(person.page.detail.edit_button)
    assert not look(4) or look(4)[0][1] != 1
    assert area.toPlainText() == "Run `make check` first."


@pytest.mark.slow
def test_the_source_names_the_assistant_and_all_words_begin_at_one_line(
    open_page: Any, service: MemoryService, tmp_path: Path, clock: Any
) -> None:
    service.capture([f for f in write_sessions(tmp_path, clock()) if f.suffix == ".zip"])
    memory = service.query(status="all").memories[0]
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    source = person.page.detail.source
    shown = [label.text() for label in source.findChildren(Label)]
    assert {"ChatGPT", "You"} <= set(shown)
    assert [words for words in shown if words.startswith("ChatGPT · ")]
    assert len({view.x() for view in source.findChildren(RunsView)}) == 1


@pytest.mark.slow
def test_tab_goes_through_the_detail_as_it_is_seen(
    open_page: Any, captured: list[Memory], service: MemoryService
) -> None:
    memory = next(each for each in captured if each.status is Status.ACTIVE)
    service.update(memory.id, tags=["one", "two"])
    person = open_page(opens_conversations=True)
    detail = person.page.detail
    person.page.show_memory(memory.id)
    person.wait()
    detail.fields.confirm.setFocus()
    seen: list[str] = []
    while (focus := QApplication.focusWidget()) is not None and len(seen) < 40:
        seen.append(focus.accessibleName())
        if seen[-1] == "Archive":
            break
        person.qtbot.keyClick(focus, Qt.Key.Key_Tab)
    wanted = ["Confirm", "Type", "Applies to", "Remove one", "Remove two", "Add tag", "Privacy",
              "About this memory", "Open conversation", "Wrong", "Archive"]  # fmt: skip
    assert [name for name in seen if name in wanted] == wanted


@pytest.mark.slow
def test_the_detail_scrolls_no_further_than_to_its_end(open_page: Any, captured: list[Memory]) -> None:
    person = open_page(height=1100)
    area = person.page.detail.body_area
    for _ in range(4):
        person.key(Qt.Key.Key_Down)
        assert person.page.detail.source.isVisible()
        assert area.verticalScrollBar().maximum() == 0
    person.page.resize(1156, 500)
    person.wait()
    bar, source = area.verticalScrollBar(), person.page.detail.source
    assert bar.maximum() > 0
    bar.setValue(bar.maximum())
    tabs = source.parentWidget()
    end = tabs.mapTo(area.viewport(), tabs.rect().bottomLeft()).y()
    assert 0 <= area.viewport().height() - end <= 24


@pytest.mark.slow
def test_a_captured_memory_says_when_it_was_said(
    open_page: Any, captured: list[Memory], add: Add, clock: Any
) -> None:
    person = open_page()
    memory = captured[0]
    person.page.show_memory(memory.id)
    person.wait()
    said = day(max(e.at for e in memory.evidence if e.at), clock())
    assert use_line(memory, clock()) == f"Not used yet · mentioned {said}"
    assert person.page.detail.meta.text() == f"Mentioned {said} · not used yet"
    by_hand = add("Uses tabs.")
    assert use_line(by_hand, clock()) == "Not used yet · added today"
    person.page.show_memory(by_hand.id)
    person.wait()
    assert person.page.detail.meta.text() == "Added today · not used yet"


def test_branch_details_and_summary_are_shown_where_there_are_any(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    detail = person.page.detail
    assert not detail.further.isVisible()
    memory = replace(
        person.stored("Uses tabs."),
        branch="feat/tabs",
        summary="Tabs.",
        details={"key": "formatting.indent", "value": "tab", "applies_to": ["*.py", "*.toml"]},
    )
    person.click(detail.rare.button)
    detail.show_memory(memory)
    assert detail.further.isVisible()
    assert [(name.text(), value.text()) for name, value in detail.further.labels] == [
        ("Short form", "Tabs."),
        ("Branch", "feat/tabs"),
        ("Setting", "formatting.indent = tab"),
        ("Applies to", "*.py, *.toml"),
    ]
    detail.show_memory(replace(memory, branch=None, summary=None, details={}))
    assert not detail.further.isVisible()


@pytest.mark.slow
def test_history_and_undo_call_forgetting_by_its_name(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    memory = add("Uses tabs.")
    person = open_page()
    service.feedback(memory.id, "FORGET")
    person.page.show_memory(memory.id)
    person.wait()
    person.page.detail.tabs.setCurrentIndex(1)
    headings = [label.text() for label in person.page.detail.history.findChildren(Label)]
    assert "Archived by you" in headings
    person.page.undo()
    person.wait()
    assert person.snack == "Memory restored"


@pytest.mark.slow
def test_the_memories_of_one_conversation_can_be_listed(open_page: Any, captured: list[Memory]) -> None:
    active = [m for m in captured if m.status is Status.ACTIVE]
    ident = active[0].evidence[0].conversation_id
    person = open_page()
    person.page.show_conversation(ident)
    person.wait()
    expected = {m.content for m in active if any(e.conversation_id == ident for e in m.evidence)}
    person.until(lambda: set(person.shown()) == expected)


@pytest.mark.slow
def test_a_related_memory_opens_by_a_click(open_page: Any, captured: list[Memory], service: Any) -> None:
    memory, related = next((m, r) for m in captured if (r := service.related(m.id)))
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    detail = person.page.detail
    detail.tabs.setCurrentIndex(RELATED)
    assert detail.tabs.count_of(RELATED) == len(related)
    card = detail.related.findChildren(QWidget, options=Qt.FindChildOption.FindChildrenRecursively)
    cards = [w for w in card if type(w).__name__ == "RelatedCard"]
    assert related[0].memory.content in cards[0].accessibleName().replace("\n", " ")
    person.click(cards[0])
    assert detail.memory.id == related[0].memory.id


def test_alt_and_a_number_choose_a_tab(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    person.key(Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert person.page.detail.tabs.currentIndex() == HISTORY


def test_markup_in_a_conversation_is_shown_as_it_was_typed(open_page: Any, icons: Any) -> None:
    from arbor_desktop.ui.components.text_runs import Run

    view = RunsView(icons.theme, [Run("a <b>bold</b> claim\nand more")])
    assert view.text == "a <b>bold</b> claim\nand more"
    assert view.heightForWidth(2000) == 2 * icons.theme.px(20)


def test_in_a_low_window_a_clicked_tab_comes_into_sight(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page(1156, 480)
    detail = person.page.detail
    tabs = detail.tabs
    person.qtbot.waitUntil(lambda: detail.memory is not None and tabs.isVisible())
    person.qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(tabs.count() - 2).center())
    person.qtbot.waitUntil(
        lambda: (
            tabs.mapTo(detail.body_area.viewport(), tabs.rect().topLeft()).y() + tabs.height() + 40
            < detail.body_area.viewport().height()
        )
    )


def test_the_tabs_scroll_along_and_come_into_sight_by_their_keys(open_page: Any, add: Add) -> None:
    details = {"pattern": "Spaces were mixed in.", "fix": "A formatter for all files."}
    add("Uses tabs.\n" + "And much is to be said about why. " * 20, category="bug_patterns", details=details)
    person = open_page(844, 400)
    person.click_card(0)
    detail = person.page.detail
    view, tabs = detail.body_area.viewport(), detail.tabs

    def top_of_tabs() -> int:
        return int(tabs.mapTo(view, tabs.rect().topLeft()).y())

    bar = detail.body_area.verticalScrollBar()
    person.until(lambda: bar.maximum() > 0)
    assert top_of_tabs() >= view.height(), "they cover nothing"
    person.key(Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    person.until(lambda: bar.value() > 0)
    assert detail.history.isVisible() and 0 <= top_of_tabs() < view.height() - tabs.height()
    bar.setValue(0)
    person.key(Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    person.until(lambda: bar.value() > 0)
    assert detail.source.isVisible(), "also by its key"


def test_what_waits_for_review_is_not_called_highly_sure(open_page: Any, add: Add, service: Any) -> None:
    memory = add("Always run the linter.", "instruction", confidence=0.75)
    service.update_many([memory.id], status="pending")
    person = open_page()
    person.page.state.set(status=("pending",))
    person.wait()
    note = person.page.detail.fields.confidence_note.text()
    assert note.startswith("Needs review")
    assert not person.page.detail.fields.sure.isVisible()
    spoken = person.page.model.data(person.page.model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "confidence 0.75." in spoken


def test_only_what_differs_from_today_can_be_gone_back_to(
    open_page: Any, add: Add, service: MemoryService, clock: Any
) -> None:
    memory = add("The worker polls every 5 s.")
    service.record_usage(memory.id, True)
    clock.advance(days=1)
    person = open_page()
    detail = person.page.detail
    detail.tabs.setCurrentIndex(HISTORY)

    def restorable() -> list[str]:
        return [b.accessibleName() for b in detail.history.findChildren(Button) if b.text() == "Restore"]

    assert detail.tabs.count_of(HISTORY) == 2
    assert restorable() == [], "it says what it said when it was made"
    service.update(memory.id, content="The worker polls every 2 s.")
    person.until(lambda: detail.tabs.count_of(HISTORY) == 3)
    person.wait()
    assert len(restorable()) == 1, "the words it began with; using it changed none"
    service.update(memory.id, content="The worker polls every 5 s.")
    person.until(lambda: detail.tabs.count_of(HISTORY) == 4)
    person.wait()
    assert len(restorable()) == 1, "the words in between; those of the beginning are today's again"


def test_code_in_the_source_stands_without_its_backticks(
    open_page: Any, service: MemoryService, tmp_path: Path
) -> None:
    chat = tmp_path / "chat.md"
    said = "Always use the fixture `frozen_clock` 🙂 for time in tests, in every project."
    chat.write_text(f"User: {said}\n\nAssistant: Understood, `frozen_clock` it is.\n", encoding="utf-8")
    service.capture([chat])
    person = open_page()
    memory = service.query(status="all").memories[0]
    person.page.show_memory(memory.id)
    person.wait()
    views = person.page.detail.source.findChildren(RunsView)
    texts = [view.text for view in views]
    assert any("fixture frozen_clock 🙂 for" in text for text in texts)
    assert not any("`" in text for text in texts)
    evidence = memory.evidence[0]
    assert evidence.span_start is not None
    marked = "".join(run for view in views for run in view.marked())
    assert marked == said[evidence.span_start : evidence.span_end].replace("`", "")


def test_more_is_in_the_one_column_that_scrolls_and_the_source_stays(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    person = open_page()
    detail = person.page.detail
    person.click(detail.rare.button)
    assert detail.body_area.isAncestorOf(detail.rare) and detail.rare.body.isVisible()
    assert detail.source.height() >= detail.source.sizeHint().height() > 0
    bottom = detail.rare.mapTo(detail.body_area.viewport(), detail.rare.rect().bottomLeft()).y()
    assert bottom <= detail.body_area.viewport().height(), "what was opened is in sight"


def test_the_tabs_give_way_while_details_are_edited(open_page: Any, add: Add) -> None:
    add("Uses tabs.", category="coding_preferences", type="preference")
    person = open_page()
    detail = person.page.detail
    person.click(detail.details.edit_button)
    assert not detail.tabs.isVisible() and not detail.source.isVisible()
    person.click(detail.details.cancel_button)
    assert detail.tabs.isVisible() and detail.source.isVisible()


def test_the_menu_of_filters_and_a_new_memory_fit_into_a_small_window(open_page: Any, add: Add) -> None:
    for number in range(12):
        add(f"Wing {number} has a door.", tags=(f"a-long-tag-{number}",))
    person = open_page(800, 560)
    page = person.page
    bar = page.filters
    assert [chip.isVisible() for chip in bar.chips.values()].count(True) == 1, "of what there is"
    person.click(bar.filter_button)
    assert bar.popup.geometry().bottom() <= page.window().geometry().bottom()
    person.until(bar.popup._area.bar.isVisible)
    bar.popup.close()
    person.click(page.top.new_button)
    dialog = page.dialog
    assert dialog is not None
    dialog.category.set_current_data("bug_patterns")
    person.click(dialog.more)
    person.until(lambda: dialog._form.bar.isVisible())
    person.until(lambda: dialog.height() <= page.window().height() - 48)
    assert dialog.rect().contains(dialog.save.mapTo(dialog, dialog.save.rect().bottomRight()))
    dialog.reject()
    person.wait()
