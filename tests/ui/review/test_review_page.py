"""What waits is seen with the words it comes from, and decided on by one key each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from arbor_desktop.editing.model import Relation
from arbor_desktop.errors import StorageError
from arbor_desktop.memories.model import Evidence
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components.text_runs import RunsView
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.excerpts import ExcerptLines
from arbor_desktop.ui.memory.merge import MergeDialog
from arbor_desktop.ui.review.delegate import ReviewDelegate
from arbor_desktop.ui.shell.pages import (
    Focusable,
    Grouped,
    Lettered,
    Refreshable,
    Undoing,
    Writing,
)
from arbor_desktop.ui.theme import Theme
from tests.conftest import ManualClock
from tests.window_loop import complete

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Make = Callable[..., str]

MIXED, COOLED, WASHED, SHOP = (
    "Glazes are mixed on Mondays.",
    "Kilns cool for a day.",
    "Shelves are washed in spring.",
    "The shop opens at nine.",
)


# What is seen


def test_what_waits_stands_by_conversation_and_what_is_outdated_last(
    open_page: Any, some: dict[str, str]
) -> None:
    person = open_page()
    assert person.cards() == [MIXED, COOLED, WASHED, SHOP]
    assert [(meta, count) for _, meta, count in person.headings()] == [
        ("Claude Code · kiln · 38 min ago", 2), ("Claude Code · kiln · 2 hours ago", 1), ("Still true?", 1)
    ]  # fmt: skip
    assert person.headings()[-1][0] == "Marked as outdated"
    assert person.page.title.line.text() == "3 new memories from 2 conversations · 1 marked outdated"
    assert person.current() == MIXED, "work begins at once"
    assert person.view.hasFocus()


def test_a_card_is_read_aloud_whole(open_page: Any, service: MemoryService, capture: Make) -> None:
    service.store("runner: jest", type="fact")
    capture("Talk", "runner: vitest")
    person = open_page()
    said = person.page.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Fact, global, confidence 0.95. runner: vitest. Contradicts: “runner: jest”. Line 1."


def test_the_lines_it_comes_from_are_marked_beside_it(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    assert person.page.pane.source_meta.text() == "Claude Code · kiln · main"
    (lines,) = person.page.pane.findChildren(ExcerptLines)
    assert [view.marked() for view in lines.findChildren(RunsView) if view.marked()] == [[MIXED]]
    person.key(Qt.Key.Key_J)
    (lines,) = [one for one in person.page.pane.findChildren(ExcerptLines) if one.isVisible()]
    assert [view.marked() for view in lines.findChildren(RunsView) if view.marked()] == [[COOLED]]


def test_what_an_assistant_wrote_says_so(open_page: Any, pending: Make) -> None:
    pending("Cats sleep in kilns.", source="agent_stored")
    person = open_page()
    assert person.headings() == [("Saved by an AI tool", "", 1)]
    assert person.page.title.line.text() == "1 new memory"
    assert not person.page.pane.open.isVisible()
    assert "Saved by an AI tool." in words_in(person.page.pane)


def test_why_it_was_marked_outdated_is_told(open_page: Any, outdated: Make) -> None:
    outdated(SHOP)
    person = open_page()
    assert "Marked outdated just now. The shop moved." in words_in(person.page.pane)
    assert person.page.pane.before_title.text() == "Before you decide"


def test_what_a_conflict_marked_outdated_is_shown_beside_what_it_was_marked_for(
    open_page: Any, service: MemoryService, clock: ManualClock
) -> None:
    service.store("runner: jest", type="fact")
    clock.advance(days=1)
    service.store("runner: vitest", type="fact")
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "marked_outdated", note="Since the move.")
    person = open_page()
    said = "In a conflict over runner, the older one was marked as outdated. You wrote: Since the move."
    assert said in words_in(person.page.pane)
    closest = person.page.pane.closest
    assert closest.caption == "Makes this memory outdated"
    assert [text.marked() for text in closest.texts] == [["jest"], ["vitest"]]


def words_in(widget: QWidget) -> str:
    return " ".join(
        part.text() for part in widget.findChildren(QWidget) if part.isVisible() and hasattr(part, "text")
        and callable(part.text)
    )  # fmt: skip


# Deciding


def test_a_accepts_and_the_next_card_has_the_focus(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_A)
    assert person.status(MIXED) == "active"
    assert (person.current(), person.snack) == (COOLED, "Memory accepted")
    assert person.cards() == [COOLED, WASHED, SHOP]
    assert person.page.title.line.text() == "2 new memories from 2 conversations · 1 marked outdated"


def test_r_rejects_and_the_next_group_follows(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_J)
    person.key(Qt.Key.Key_Delete)
    assert person.status(COOLED) == "rejected"
    assert (person.current(), person.snack) == (WASHED, "Memory rejected")
    person.key(Qt.Key.Key_Delete)
    assert person.headings()[0][1:] == ("Claude Code · kiln · 38 min ago", 1), (
        "a group without memories is gone"
    )


def test_keys_typed_fast_decide_on_one_card_after_the_other(
    open_page: Any, some: dict[str, str], qtbot: Any
) -> None:
    person = open_page()
    for key in (Qt.Key.Key_A, Qt.Key.Key_Delete, Qt.Key.Key_A):
        qtbot.keyClick(person.view, key)
    person.wait()
    assert [person.status(text) for text in (MIXED, COOLED, WASHED)] == ["active", "rejected", "active"]
    assert person.cards() == [SHOP]


def test_undo_brings_a_decision_back_with_the_focus_on_it(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_A)
    person.key(Qt.Key.Key_Delete)
    person.click(person.page.snackbar.action_button)
    assert (person.status(COOLED), person.current()) == ("pending", COOLED)
    assert person.snack == "Memory restored"
    person.page.undo()
    person.wait()
    assert (person.status(MIXED), person.current()) == ("pending", MIXED)
    assert person.cards()[:2] == [MIXED, COOLED]


@pytest.mark.slow
def test_the_buttons_of_the_current_card_do_what_the_keys_do(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click(person.bar.accept)
    assert person.status(MIXED) == "active"
    person.click(person.bar.reject)
    assert person.status(COOLED) == "rejected"
    assert person.view.hasFocus(), "the keys go on working"


@pytest.mark.slow
def test_the_icons_of_other_cards_decide_on_these(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click_card(WASHED, icon="accept")
    assert person.status(WASHED) == "active"
    assert person.current() == MIXED, "what was looked at is still looked at"
    person.click_card(COOLED, icon="reject")
    assert person.status(COOLED) == "rejected"
    assert person.cards() == [MIXED, SHOP]


@pytest.mark.slow
def test_the_last_card_gives_the_focus_to_the_one_before(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_End)
    person.key(Qt.Key.Key_A)
    assert person.current() == WASHED


def test_what_is_outdated_is_kept_or_confirmed(open_page: Any, outdated: Make) -> None:
    outdated(SHOP)
    outdated(COOLED)
    person = open_page()
    assert {b.text() for b in (person.bar.accept, person.bar.reject)} == {"Keep", "Confirm as outdated"}
    hints = words_in(person.page.footer)
    assert "Keep" in hints
    assert "no longer shared" in hints
    person.click_card(SHOP)
    person.key(Qt.Key.Key_A)
    assert not person.stored(SHOP).needs_review
    assert person.snack == "Memory kept"
    person.key(Qt.Key.Key_Delete)
    assert person.status(COOLED) == "superseded"
    assert person.snack == "Memory confirmed as outdated"


def test_a_decision_that_fails_brings_the_card_back_and_says_why(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()

    def fail(*_ids: str) -> None:
        raise StorageError("The disk is full.")

    service.accept = fail  # type: ignore[method-assign, assignment]
    person.key(Qt.Key.Key_A)
    assert person.cards()[0] == person.current() == MIXED
    assert person.snack == "The disk is full."
    assert not person.page.snackbar.action_button.isVisible()


def test_what_is_decided_elsewhere_leaves_the_list(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.key(Qt.Key.Key_J)
    service.accept(person.item(MIXED).id)
    person.wait()
    assert (person.cards(), person.current()) == ([COOLED, WASHED, SHOP], COOLED)


def test_what_is_captured_meanwhile_comes_to_the_list_and_moves_nothing(
    open_page: Any, some: dict[str, str], capture: Make
) -> None:
    person = open_page()
    person.key(Qt.Key.Key_J)
    capture("Just now", "Cats sleep in kilns.", minutes=1)
    person.wait()
    assert person.cards()[0] == "Cats sleep in kilns."
    assert person.current() == COOLED


def test_a_second_click_at_the_same_place_decides_on_nothing_else(
    open_page: Any, some: dict[str, str], qtbot: Any
) -> None:
    """The cards move up under the pointer."""
    person = open_page()
    view = person.view
    index = person.page.model.index(person.page.model.row_of(person.item(COOLED).id))
    at = view._delegate.icon_rects(view.visualRect(index), person.item(COOLED))["accept"].center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    for place in (at, at + QPoint(-200, 0)):
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    person.wait()
    assert person.cards() == [MIXED, WASHED, SHOP]
    assert not person.editor.isVisible()


@pytest.mark.slow
def test_a_double_click_edits(open_page: Any, some: dict[str, str], qtbot: Any) -> None:
    person = open_page()
    box = person.view.visualRect(person.page.model.index(person.page.model.row_of(person.item(COOLED).id)))
    qtbot.mouseDClick(person.view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    person.wait()
    assert person.editor.area.toPlainText() == COOLED


@pytest.mark.slow
def test_looking_again_takes_nothing_from_under_somebodys_hands(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    (before,) = person.page.pane.findChildren(ExcerptLines)
    person.page.refresh()
    person.wait()
    assert person.page.pane.findChildren(ExcerptLines) == [before]


def test_several_sources_are_walked_through_and_the_shown_one_is_opened(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    older = next(one.id for one in service.conversations().conversations if one.id != some["talk"])
    person = open_page()
    memory = person.stored(MIXED)
    service.store(MIXED, type=memory.type, scope=memory.scope, scope_id=memory.scope_id,
                  evidence=Evidence(older, 1, 1, "hand"))  # fmt: skip
    person.page.refresh()
    person.wait()
    walk = person.page.pane.walk
    assert walk.isVisible() and walk.words.text() == "1 of 2"
    person.click(walk.next)
    assert walk.words.text() == "2 of 2" and not walk.next.isEnabled()
    person.page.refresh()
    person.wait()
    assert walk.words.text() == "2 of 2"
    person.click(person.page.pane.open)
    assert person.asked == [("open", older, 1)]
    person.key(Qt.Key.Key_Down)
    assert not walk.isVisible()


# Several at once


def test_several_are_accepted_and_undone_as_one(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click_card(WASHED, SHIFT)
    assert (person.bar.accept.text(), person.bar.reject.text()) == ("Accept 3", "Reject 3")
    assert not person.bar.edit.isVisible()
    person.key(Qt.Key.Key_A)
    assert {person.status(text) for text in (MIXED, COOLED, WASHED)} == {"active"}
    assert person.snack == "3 memories accepted"
    assert person.current() == SHOP
    person.click(person.page.snackbar.action_button)
    assert {person.status(text) for text in (MIXED, COOLED, WASHED)} == {"pending"}


def test_several_have_a_form_for_all_of_them_and_keys(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.click_card(WASHED, SHIFT)
    batch = person.page.batch
    assert batch.isVisible() and batch.heading.text() == "3 memories selected"
    assert batch.buttons["accept"].isVisible() and not batch.buttons["confirm"].isVisible()
    person.choose(batch.type, "Skill")
    assert {person.stored(text).type for text in (MIXED, COOLED, WASHED)} == {"skill"}
    assert person.snack == "3 memories changed"
    person.key(Qt.Key.Key_I, Qt.KeyboardModifier.AltModifier)
    assert {person.stored(text).privacy_level for text in (MIXED, COOLED, WASHED)} == {"always_include"}
    person.click(batch.buttons["archive"])
    assert {person.status(text) for text in (MIXED, COOLED, WASHED)} == {"archived"}
    assert person.current() == SHOP and not batch.isVisible()
    person.click(person.page.snackbar.action_button)
    assert person.cards() == [MIXED, COOLED, WASHED, SHOP]
    person.key(Qt.Key.Key_A, CTRL)
    assert batch.isVisible()
    person.click(batch.buttons["clear"])
    assert not batch.isVisible()


def test_several_are_merged_into_one_and_undone(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.click_card(COOLED, SHIFT)
    person.key(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    (dialog,) = person.page.findChildren(MergeDialog)
    person.qtbot.waitExposed(dialog)
    dialog.use_text("Glazes are mixed on Mondays, kilns cool for a day.")
    person.click(dialog.do)
    person.until(lambda: person.snack == "2 memories merged")
    assert person.cards() == [WASHED, SHOP]
    assert person.status("Glazes are mixed on Mondays, kilns cool for a day.") == "active"
    person.page.undo()
    person.wait()
    assert person.snack == "Merge undone" and person.cards() == [MIXED, COOLED, WASHED, SHOP]


@pytest.mark.slow
def test_single_ones_are_added_with_ctrl_and_rejected(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click_card(WASHED, CTRL)
    person.key(Qt.Key.Key_Delete)
    assert [person.status(text) for text in (MIXED, COOLED, WASHED)] == ["rejected", "pending", "rejected"]
    assert person.current() in (COOLED, SHOP)


# Moving


@pytest.mark.slow
def test_keys_move_over_headings(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    seen = [person.current()]
    for key in (Qt.Key.Key_J, Qt.Key.Key_Down, Qt.Key.Key_J, Qt.Key.Key_J):
        person.key(key)
        seen.append(person.current())
    assert seen == [MIXED, COOLED, WASHED, SHOP, SHOP]
    person.key(Qt.Key.Key_K)
    person.key(Qt.Key.Key_Up)
    assert person.current() == COOLED
    person.key(Qt.Key.Key_Home)
    assert person.current() == MIXED
    person.key(Qt.Key.Key_End)
    assert person.current() == SHOP


@pytest.mark.slow
def test_letters_can_be_turned_off(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.page.set_letters(False)
    for key in (Qt.Key.Key_A, Qt.Key.Key_E, Qt.Key.Key_J):
        person.key(key)
    person.key(Qt.Key.Key_A, SHIFT)
    assert (person.cards(), person.current()) == ([MIXED, COOLED, WASHED, SHOP], MIXED)


@pytest.mark.slow
def test_others_send_people_to_a_memory_that_waits(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.page.show_memory(person.item(WASHED).id)
    person.wait()
    assert person.current() == WASHED


@pytest.mark.slow
def test_a_memory_that_is_not_listed_yet_is_waited_for(
    open_page: Any, some: dict[str, str], pending: Make
) -> None:
    person = open_page()
    person.page.show_memory(pending("Cats sleep in kilns."))
    person.wait()
    assert person.current() == "Cats sleep in kilns."


@pytest.mark.slow
def test_the_page_keeps_the_windows_agreements(open_page: Any, some: dict[str, str]) -> None:
    page = open_page().page
    for agreement in (Focusable, Refreshable, Undoing, Writing, Grouped, Lettered):
        assert isinstance(page, agreement)
    assert list(page.focus_groups()) == [page.title, page.view, page.pane.content]


# Editing


def test_an_edit_is_accepted_with_ctrl_enter(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    assert person.editor.area.hasFocus()
    assert not person.bar.isVisible()
    person.retype("Glazes are mixed on Tuesdays.")
    person.key(Qt.Key.Key_Return, CTRL, on=person.editor.area)
    assert person.status("Glazes are mixed on Tuesdays.") == "active"
    assert (person.snack, person.current()) == ("Edited memory accepted", COOLED)
    assert person.view.hasFocus()
    assert not person.editor.isVisible()
    person.click(person.page.snackbar.action_button)
    assert (person.status(MIXED), person.current()) == ("pending", MIXED)


def test_an_edit_is_saved_and_still_waits(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_Return)
    person.retype("Glazes are mixed on Tuesdays.")
    person.key(Qt.Key.Key_S, CTRL, on=person.editor.area)
    assert person.status("Glazes are mixed on Tuesdays.") == "pending"
    assert (person.cards()[0], person.current()) == ("Glazes are mixed on Tuesdays.",) * 2
    assert person.view.hasFocus()


def test_escape_leaves_the_text_as_it_was(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click(person.bar.edit)
    person.retype("Something else entirely.")
    person.key(Qt.Key.Key_Escape, on=person.editor.area)
    assert (person.current(), person.status(MIXED)) == (MIXED, "pending")
    assert person.view.hasFocus()
    person.key(Qt.Key.Key_E)
    assert person.editor.area.toPlainText() == MIXED


def test_letters_typed_into_a_text_are_no_commands(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    person.retype("a r j k A")
    assert person.editor.area.toPlainText() == "a r j k A"
    assert person.cards() == [MIXED, COOLED, WASHED, SHOP]


def test_what_is_too_short_is_told_beside_the_field_and_not_stored(
    open_page: Any, some: dict[str, str]
) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    person.retype("x")
    assert person.editor.error.text() == "At least 3 characters."
    assert not person.editor.save.isEnabled()
    person.key(Qt.Key.Key_Return, CTRL, on=person.editor.area)
    assert person.editor.isVisible()
    assert person.status(MIXED) == "pending"


def test_what_another_memory_says_already_is_refused_beside_the_field(
    open_page: Any, some: dict[str, str]
) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    person.retype(COOLED)
    person.click(person.editor.accept)
    assert person.editor.error.text() == "Another memory already says exactly this."
    assert person.editor.area.has_error
    assert person.editor.area.toPlainText() == COOLED, "what was typed is still there"


@pytest.mark.slow
def test_a_card_is_as_high_as_its_editor(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    before = person.view.visualRect(person.view.currentIndex()).height()
    person.retype("Glazes are mixed. " * 40)
    box = person.view.visualRect(person.view.currentIndex())
    assert box.height() > before
    assert box.contains(person.editor.geometry())
    person.retype("x")
    box = person.view.visualRect(person.view.currentIndex())
    assert box.contains(person.editor.geometry()), "also with an error below it"


@pytest.mark.slow
def test_another_card_is_edited_after_the_first_was_saved(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    person.retype("Glazes are mixed on Tuesdays.")
    person.click_card(COOLED, icon="edit")
    assert person.editor.area.toPlainText() == COOLED
    assert person.status("Glazes are mixed on Tuesdays.") == "pending"


def test_an_edit_that_cannot_be_saved_is_not_left_for_another(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    person.retype("x")
    person.click_card(COOLED, icon="edit")
    assert person.editor.area.toPlainText() == "x"
    assert person.editor.area.hasFocus()


def test_what_is_being_typed_is_stored_when_the_app_ends(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    person.retype("Glazes are mixed on Tuesdays.")
    person.page.save_unsaved()
    complete(person.bridge.begun())
    person.bridge.close()  # the window ends at once
    assert person.status("Glazes are mixed on Tuesdays.") == "pending"


@pytest.mark.slow
def test_what_is_outdated_is_kept_with_other_words(open_page: Any, outdated: Make) -> None:
    outdated(SHOP)
    person = open_page()
    person.key(Qt.Key.Key_E)
    assert person.editor.accept.text() == "Save and keep"
    person.retype("The shop opens at ten.")
    person.click(person.editor.accept)
    assert not person.stored("The shop opens at ten.").needs_review


# Accepting what is certain


def test_all_that_is_certain_is_accepted_and_what_is_left_is_told(
    open_page: Any, some: dict[str, str], service: MemoryService, pending: Make
) -> None:
    service.store("runner: jest", type="fact")
    pending("runner: vitest")
    person = open_page()
    certain = "Accept 2 very certain memories"
    assert person.page.title.accept_all.text() == certain, "not those that contradict another"
    person.key(Qt.Key.Key_A, SHIFT)
    assert (
        person.snack
        == "2 memories accepted. 1 still needs review: it conflicts with or updates another memory."
    )
    assert person.cards() == [WASHED, "runner: vitest", SHOP]
    assert person.current() == "runner: vitest", "what was left is looked at next"
    person.click(person.page.snackbar.action_button)
    assert {person.status(text) for text in (MIXED, COOLED)} == {"pending"}


@pytest.mark.slow
def test_the_button_does_the_same_and_rests_where_nothing_is_certain(
    open_page: Any, some: dict[str, str]
) -> None:
    person = open_page()
    person.click(person.page.title.accept_all)
    assert person.snack == "2 memories accepted"
    assert not person.page.title.accept_all.isVisible()
    assert person.page.title.why_not.text() == "None is certain enough"
    assert person.page.title.why_not.isVisible()
    person.key(Qt.Key.Key_A, SHIFT)
    assert person.snack == "None is certain enough", "the key says why it does nothing"
    assert person.status(WASHED) == "pending"


def test_where_all_that_is_certain_touches_another_memory_nothing_is_accepted(
    open_page: Any, pending: Make
) -> None:
    pending("runner: jest")
    pending("runner: vitest")
    person = open_page()
    assert not person.page.title.accept_all.isVisible()
    assert person.page.title.why_not.text() == "2 very certain, but in conflict"
    person.key(Qt.Key.Key_A, SHIFT)
    assert person.snack == "2 very certain, but in conflict"
    assert not person.page.snackbar.action_button.isVisible()
    assert len(person.cards()) == 2


def test_the_switch_is_the_setting(open_page: Any, some: dict[str, str], service: MemoryService) -> None:
    person = open_page()
    switch = person.page.title.switch
    assert switch.accessibleName() == "Auto-accept very certain memories"
    person.click(switch)
    assert service.settings.get("review.accept_certain") is True
    assert person.snack == "Very certain memories are now accepted automatically"
    assert person.cards() == [MIXED, COOLED, WASHED, SHOP], "what waits already still waits"
    service.settings.set("review.accept_certain", False)
    person.wait()
    assert not switch.isChecked()


@pytest.mark.slow
def test_the_threshold_is_the_one_that_was_set(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    service.settings.set("review.accept_from", 0.6)
    person = open_page()
    assert "confidence 0.60 or higher" in person.page.title.words.toolTip()
    person.click(person.page.title.accept_all)
    assert person.snack == "3 memories accepted"


# What it is next to


def test_a_contradiction_leads_to_the_page_of_conflicts(
    open_page: Any, service: MemoryService, pending: Make
) -> None:
    service.store("runner: jest", type="fact")
    pending("runner: vitest")
    person = open_page()
    conflict = person.item("runner: vitest").conflict
    person.click_card("runner: vitest", icon="compare")
    person.key(Qt.Key.Key_Right)
    person.click(person.buttons(person.page.pane.closest)["Open in Conflicts"])
    assert person.asked == [("conflict", conflict)] * 3
    assert person.page.pane.closest.caption == "Contradicts this memory"


def test_an_accepted_contradiction_still_is_one_and_that_is_said(
    open_page: Any, service: MemoryService, pending: Make
) -> None:
    service.store("runner: jest", type="fact")
    pending("runner: vitest")
    person = open_page()
    person.key(Qt.Key.Key_A)
    assert person.snack == "Memory accepted. It still conflicts with another memory: see Conflicts."
    assert len(service.list_conflicts()) == 1


@pytest.fixture
def update(service: MemoryService, pending: Make, clock: ManualClock) -> None:
    service.store("runner: jest", type="fact")
    clock.advance(days=1)
    pending("Cats sleep in kilns.")
    pending("runner: now vitest")


def test_an_update_shows_the_words_that_differ_and_replaces_the_older_at_a_key(
    open_page: Any, update: None
) -> None:
    person = open_page()
    assert person.item("runner: now vitest").relation is Relation.UPDATES
    person.click_card("runner: now vitest", icon="compare")
    assert person.current() == "runner: now vitest"
    older, newer = person.page.pane.closest.texts
    assert (older.text, older.marked()) == ("runner: jest", ["jest"])
    assert (newer.text, newer.marked()) == ("runner: now vitest", ["now vitest"])
    button = person.page.pane.closest.main_button
    assert button is not None
    assert button.hasFocus()
    person.key(Qt.Key.Key_Return, on=button)
    assert (person.status("runner: now vitest"), person.status("runner: jest")) == ("active", "superseded")
    assert person.snack == "Memory accepted. It replaces the older one."
    assert person.current() == "Cats sleep in kilns."
    person.click(person.page.snackbar.action_button)
    assert (person.status("runner: now vitest"), person.status("runner: jest")) == ("pending", "active")


@pytest.mark.slow
def test_c_compares_an_update_that_is_shown_already(open_page: Any, update: None) -> None:
    person = open_page()
    person.click_card("runner: now vitest")
    person.key(Qt.Key.Key_Right)
    assert person.page.pane.closest.main_button.hasFocus()
    assert person.asked == []


def test_what_is_merely_near_is_shown_with_how_near_it_is(
    open_page: Any, service: MemoryService, capture: Make
) -> None:
    near = service.store(
        "Glazes are mixed on Mondays and sieved `twice` through mesh.", type="instruction"
    ).id
    capture("Talk", MIXED)
    person = open_page()
    closest = person.page.pane.closest
    assert closest.caption == "Not a duplicate"
    (text,) = closest.texts
    assert text.text == "Glazes are mixed on Mondays and sieved twice through mesh."
    person.click(person.buttons(closest)["Open memory"])
    assert person.asked == [("memory", near)]


def test_where_nothing_is_near_that_is_said(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.page.show_memory(person.item(WASHED).id)
    person.wait()
    assert "No similar active memory." in words_in(person.page.pane)


# Before it is accepted


@pytest.mark.slow
def test_type_scope_and_privacy_are_changed_at_once_and_undone(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    service.store("Elsewhere.", type="fact", scope="project", scope_id="/srv/pollen")
    person = open_page()
    pane = person.page.pane
    person.choose(pane.type, "Instruction")
    assert (person.stored(MIXED).type.value, person.snack) == ("instruction", "Type set to Instruction")
    person.choose(pane.scope, "pollen")
    assert person.stored(MIXED).scope_id == "/srv/pollen"
    person.choose(pane.privacy, "Never share")
    assert person.stored(MIXED).privacy_level.value == "never_share"
    assert person.item(MIXED).privacy.value == "never_share", "and the card says so"
    assert person.current() == MIXED
    person.click(person.page.snackbar.action_button)
    assert person.stored(MIXED).privacy_level.value == "normal"
    assert pane.privacy.currentText() == "Normal"


@pytest.mark.slow
def test_a_change_that_is_refused_is_taken_back_in_the_field(
    open_page: Any, service: MemoryService, capture: Make
) -> None:
    capture("Talk", MIXED)
    service.store(MIXED, type="fact", scope="project", scope_id="/srv/pollen")
    person = open_page()
    person.choose(person.page.pane.scope, "pollen")
    assert person.snack == "Another memory already says exactly this."
    assert person.page.pane.scope.currentText() == "Global"


# Where it leads


def test_the_conversation_is_opened_at_its_line(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click(person.page.pane.open)
    person.key(Qt.Key.Key_J)
    person.key(Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert person.asked == [("open", some["talk"], 1), ("open", some["talk"], 3)]


def test_the_menu_offers_what_can_be_done(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    menu = person.menu()
    assert list(menu) == ["Accept", "Edit text", "Reject", "Open conversation", "Open memory"]
    menu["Open memory"].trigger()
    person.wait()
    assert person.asked == [("memory", person.item(MIXED).id)]
    menu["Reject"].trigger()
    person.wait()
    assert person.status(MIXED) == "rejected"


# Nothing, and failures


def test_where_nothing_waits_the_page_says_what_would_be_here(open_page: Any) -> None:
    person = open_page()
    assert person.page.state.title.text() == "Nothing to review"
    assert not person.page.footer.isVisible()
    assert not person.page.title.accept_all.isEnabled()
    person.click(person.buttons(person.page.state)["Open review settings"])
    assert person.asked == [("settings", "review")]


@pytest.mark.slow
def test_where_nothing_ever_waits_that_is_said(open_page: Any, service: MemoryService) -> None:
    service.settings.set("review.mode", "nothing")
    said = open_page().page.state.text.text()
    assert said.startswith("Most new memories become active right away, as you chose.")


@pytest.mark.slow
def test_where_nothing_waits_anyway_the_switch_rests(open_page: Any, service: MemoryService) -> None:
    person = open_page()
    assert person.page.title.switch.isEnabled()
    service.settings.set("review.mode", "nothing")
    person.wait()
    assert not person.page.title.switch.isEnabled()


def test_what_was_confirmed_to_be_outdated_is_not_counted_as_rejected(open_page: Any, outdated: Make) -> None:
    outdated(SHOP)
    person = open_page()
    person.key(Qt.Key.Key_Delete)
    assert person.page.state.text.text() == "Reviewed just now: 1 confirmed as outdated."


@pytest.mark.slow
def test_when_all_is_decided_the_page_says_how_much_that_was(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    for key in (Qt.Key.Key_A, Qt.Key.Key_Delete, Qt.Key.Key_A, Qt.Key.Key_A):
        person.key(key)
    assert person.page.state.title.text() == "All done"
    assert person.page.state.text.text() == "Reviewed just now: 2 accepted, 1 rejected, 1 kept."
    assert person.page.state.hasFocus(), "no stray key presses a button"
    person.click(person.page.snackbar.action_button)
    assert (person.cards(), person.current()) == ([SHOP], SHOP)
    assert person.page.splitter.isVisible()
    assert person.page.footer.isVisible()
    assert person.view.hasFocus()


def test_what_cannot_be_read_says_so_and_can_be_tried_again(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    real = service.review_groups

    def fail() -> None:
        raise StorageError("The memory file is damaged.")

    service.review_groups = fail  # type: ignore[method-assign, assignment]
    person = open_page()
    assert person.page.state.title.text() == "Couldn't load the review list"
    assert person.page.state.code.text() == "The memory file is damaged."
    service.review_groups = real  # type: ignore[method-assign]
    person.click(person.buttons(person.page.state)["Try again"])
    assert person.cards() == [MIXED, COOLED, WASHED, SHOP]


# Sizes, and many


@pytest.mark.slow
def test_in_a_narrow_window_the_source_stands_below(
    open_page: Any, some: dict[str, str], icons: Icons
) -> None:
    page = (person := open_page(width=icons.theme.px(804), height=icons.theme.px(564))).page
    assert page.splitter.orientation() is Qt.Orientation.Vertical
    assert page.splitter.objectName() == "", "the window does not remember it lying down"
    assert page.pane.isVisible()
    assert page.pane.mapTo(page, QPoint()).y() > page.view.mapTo(page, QPoint()).y() + 100
    above, below = page.splitter.sizes()
    assert above / (above + below) > 0.59, "the list has the greater part"
    page.resize(icons.theme.px(1156), icons.theme.px(780))
    person.wait()
    assert page.splitter.orientation() is Qt.Orientation.Horizontal
    assert page.splitter.objectName() == "reviewSplitter"


@pytest.mark.slow
@pytest.mark.parametrize("width", [480, 560, 700, 1156])
def test_hints_for_which_there_is_no_room_are_not_begun(
    open_page: Any, some: dict[str, str], icons: Icons, width: int
) -> None:
    footer = open_page(width=icons.theme.px(width)).page.footer
    hints = [hint for hint in footer._hints if hint.isVisible()]
    assert hints
    assert all(hint.geometry().right() < footer.width() for hint in hints)
    assert all(hint.width() >= hint.sizeHint().width() for hint in hints)
    assert footer.note.isVisible() is (width > 1000)


@pytest.mark.slow
@pytest.mark.parametrize("width", [804, 1156])
def test_all_of_the_current_card_can_be_read_and_its_buttons_lie_in_it(
    open_page: Any, pending: Make, width: int
) -> None:
    long = " ".join(f"Glaze number {n} is fired at cone {n % 10}." for n in range(30))
    pending(long)
    pending("A short one that waits as well.")
    person = open_page(width=width, height=700)
    delegate = person.view._delegate
    person.click_card(long)
    item = person.item(long)
    box = person.view.visualRect(person.view.currentIndex())
    assert delegate.lines(item) > 5
    assert delegate.card_rect(box).contains(person.bar.geometry())
    person.key(Qt.Key.Key_J)
    person.key(Qt.Key.Key_K)
    person.click_card("A short one that waits as well.")
    assert delegate.lines(item) == 2


@pytest.mark.slow
def test_of_many_only_the_one_in_question_is_searched_for(open_page: Any, service: MemoryService) -> None:
    service.settings.set("conflicts.detect", False)
    service.store_many([{"content": f"Shelf {n} holds pot {n}.", "type": "fact"} for n in range(600)])
    service.update_many([m.id for m in service.query(limit=600).memories], status="pending")
    asked: list[str] = []
    real = service.review_nearest
    service.review_nearest = lambda id: asked.append(id) or real(id)  # type: ignore[method-assign, func-returns-value]
    person = open_page()
    person.key(Qt.Key.Key_J)
    assert len(person.cards()) == 600
    assert person.page.title.line.text() == "600 new memories"
    assert set(asked) == {person.page.model.ids[1], person.page.model.ids[2]}
    person.key(Qt.Key.Key_End)
    person.key(Qt.Key.Key_A)
    assert len(person.cards()) == 599
    assert person.current() == person.cards()[-1]


@pytest.mark.slow
def test_a_step_measures_the_two_cards_alone(
    open_page: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt asks for all sizes at every step."""
    service.settings.set("conflicts.detect", False)
    stored = service.store_many(
        [{"content": f"Shelf {n} holds pot {n}.", "type": "fact"} for n in range(300)]
    )
    service.update_many([one.id for one in stored], status="pending")
    person = open_page()
    measured: list[int] = []
    real = ReviewDelegate._size

    def counted(delegate: ReviewDelegate, row: int) -> Any:
        measured.append(row)
        return real(delegate, row)

    monkeypatch.setattr(ReviewDelegate, "_size", counted)
    person.key(Qt.Key.Key_J)
    assert set(measured) == {1, 2}


# What is painted


def painted(person: Any, at: QPoint) -> QColor:
    return person.view.viewport().grab().toImage().pixelColor(at)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_current_card_is_told_by_its_edge_and_others_are_not(
    open_page: Any, some: dict[str, str], theme: Theme, mode: str
) -> None:
    theme.set_setting(mode)
    person = open_page()
    cards = {}
    for row in (1, 2):
        box = person.view.visualRect(person.page.model.index(row))
        cards[row] = person.view._delegate.card_rect(box)
    edges = {row: painted(person, QPoint(box.left(), box.center().y())) for row, box in cards.items()}
    assert edges == {1: theme.color("focus"), 2: theme.color("border")}
    inside = {row: painted(person, box.topLeft() + QPoint(6, 14)) for row, box in cards.items()}
    assert inside == {1: theme.color("selected"), 2: theme.color("card")}


@pytest.mark.slow
def test_the_list_without_the_focus_shows_a_quieter_edge(
    open_page: Any, some: dict[str, str], theme: Theme
) -> None:
    person = open_page()
    person.page.pane.open.setFocus()
    person.wait()
    card = person.view._delegate.card_rect(person.view.visualRect(person.page.model.index(1)))
    assert painted(person, QPoint(card.left(), card.center().y())) == theme.color("accent")
    assert painted(person, QPoint(card.left() + 1, card.center().y())) == theme.color("selected")


@pytest.mark.slow
def test_code_in_a_text_is_set_apart_without_its_marks(open_page: Any, pending: Make, theme: Theme) -> None:
    pending("Never `git push --force` on main.")
    person = open_page()
    ((layout, _),) = person.view._delegate._block(person.view.current_item()).lines
    assert layout.text() == "Never git push --force on main."
    (code,) = layout.formats()
    assert layout.text()[code.start : code.start + code.length] == "git push --force"
    assert code.format.font().family() == theme.font("mono").family()


def test_every_control_has_a_name(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_E)
    reachable = [
        w for w in person.page.findChildren(QWidget)
        if w.isVisible() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]  # fmt: skip
    assert reachable
    assert [w for w in reachable if not w.accessibleName()] == []


@pytest.mark.slow
def test_icons_say_what_they_do_with_their_key(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    view = person.view
    index = person.page.model.index(person.page.model.row_of(person.item(COOLED).id))
    at = view._delegate.icon_rects(view.visualRect(index), person.item(COOLED))["reject"].center()
    help_event = QHelpEvent(QHelpEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), help_event)
    assert QToolTip.text() == "Reject  Del"
    QToolTip.hideText()


def test_a_yes_to_an_update_replaces_the_older_at_once(open_page: Any, update: None) -> None:
    person = open_page()
    person.click_card("runner: now vitest")
    assert person.page.view.actions_bar.accept.text() == "Accept and replace"
    person.key(Qt.Key.Key_A)
    assert (person.status("runner: now vitest"), person.status("runner: jest")) == ("active", "superseded")


@pytest.mark.slow
def test_both_can_be_kept_by_the_menu(open_page: Any, update: None) -> None:
    person = open_page()
    person.click_card("runner: now vitest")
    person.page._command("keep_both", [person.item("runner: now vitest").id])
    person.wait()
    assert (person.status("runner: now vitest"), person.status("runner: jest")) == ("active", "active")
