"""Listing, searching, sorting and what is done with conversations."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.conversations import model
from arbor_desktop.ui.conversations.row import lay_out
from arbor_desktop.ui.window_state import WindowState
from tests.reliability.sessions import START, Session

CTRL = Qt.KeyboardModifier.ControlModifier
Capture = Callable[[Session], str]
RULE = "Always run the linter before you commit anything in this repository."
MONDAYS = "Why does the forecast test fail on Mondays only?"


def buttons(within: QWidget) -> dict[str, QWidget]:
    return {
        b.text(): b  # type: ignore[attr-defined]
        for b in within.findChildren(QWidget)
        if b.metaObject().className() == "Button" and b.isVisible()
    }


def test_without_conversations_the_page_says_what_would_be_here_and_the_next_step(
    open_page: Any, qtbot: Any
) -> None:
    person = open_page()
    state = person.page.list_pane.state
    assert state.title.text() == "No conversations yet"
    assert not person.page.transcript.isVisible()
    with qtbot.waitSignal(person.page.capture_settings_wanted):
        person.click(buttons(state)["Choose sources"])


def test_the_newest_comes_first_and_is_read(open_page: Any, three: list[str]) -> None:
    person = open_page()
    assert person.shown() == ["ok", MONDAYS, RULE]
    assert person.selected() == ["ok"]
    assert person.page.transcript.head.title.text() == "ok"
    assert person.said() == [(1, "ok"), (2, "Hi.")]


def test_chips_count_the_states_and_show_one(open_page: Any, three: list[str]) -> None:
    person = open_page()
    chips = person.page.filters.chips
    assert person.page.filters.all_chip.count == 3
    assert chips[ConversationStatus.SKIPPED].count == 1
    person.click(chips[ConversationStatus.SKIPPED])
    assert person.shown() == ["ok"]
    assert chips[ConversationStatus.MEMORIZED].count == 1, "each chip counts what it would show"
    assert chips["nothing"].count == 1
    person.click(chips["nothing"])
    assert person.shown() == [MONDAYS]
    person.click(chips[ConversationStatus.MEMORIZED])
    assert person.shown() == [RULE]
    person.click(chips[ConversationStatus.SKIPPED])
    person.click(chips[ConversationStatus.SKIPPED])
    assert len(person.shown()) == 3


@pytest.mark.slow
def test_heads_sort_and_sort_the_other_way_round(open_page: Any, three: list[str]) -> None:
    person = open_page()
    head = person.page.list_pane.header.heads["title"]
    person.click(head)
    assert person.shown() == [RULE, "ok", MONDAYS]
    assert head.accessibleName() == "Sort by Conversation, currently ascending"
    person.click(head)
    assert person.shown() == [MONDAYS, "ok", RULE]
    assert person.page.filters.sort.currentText() == "Title, Z–A"


def test_pickers_show_one_source_or_project(open_page: Any, three: list[str], qtbot: Any) -> None:
    person = open_page()
    project = person.page.top.project
    assert [project.itemText(n) for n in range(project.count())] == ["All projects", "kiln", "pollen"]
    project.setFocus()
    qtbot.keyClick(project, Qt.Key.Key_Down)
    for _ in range(2):
        qtbot.keyClick(project.view(), Qt.Key.Key_Down)
    qtbot.keyClick(project.view(), Qt.Key.Key_Return)
    person.wait()
    assert person.shown() == [MONDAYS]
    assert [person.page.top.source.itemText(1)] == ["Claude Code"]


def test_a_search_shows_the_line_that_fits_and_opens_it(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.type_search("wall clo")
    assert person.shown() == [MONDAYS]
    hit = person.page.delegate.hits[three[1]]
    assert hit.text == "It reads the wall clock."
    assert person.page.transcript.view.current_turn == hit.turn
    assert person.page.filters.sort.currentText() == "Best match"
    person.key(Qt.Key.Key_Escape, on=person.page.top.search)
    assert len(person.shown()) == 3
    assert not person.page.delegate.hits


def test_the_hint_of_the_search_fits_into_a_small_window(open_page: Any, three: list[str]) -> None:
    search = open_page(width=844).page.top.search
    margins = search.textMargins()
    room = search.width() - margins.left() - margins.right()
    assert search.fontMetrics().horizontalAdvance(search.placeholderText()) < room
    assert search.accessibleName() == "Search titles and messages"


def test_the_down_key_goes_from_the_search_to_what_was_found(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.type_search("wall clo")
    person.key(Qt.Key.Key_Down, on=person.page.top.search)
    assert person.page.view.hasFocus()
    assert len(person.selected()) == 1


def test_a_search_that_finds_more_than_it_lists_says_so(
    open_page: Any, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "FOUND_CONVERSATIONS", 2)
    person = open_page()
    chip = person.page.filters.all_chip
    assert (chip.accessibleName(), chip.toolTip()) == ("All, 3", "")
    person.type_search("the")
    assert chip.accessibleName() == "All, 2+"
    assert "Add a word" in chip.toolTip()


def test_what_the_person_ignores_has_a_chip_of_its_own(open_page: Any, three: list[str]) -> None:
    person = open_page()
    chips = person.page.filters.chips
    assert not chips["ignored"].isVisible(), "there is none"
    person.service.leave_out(three[0])
    person.wait()
    assert (chips["skipped"].count, chips["ignored"].count) == (1, 1)
    person.click(chips["ignored"])
    assert person.shown() == [RULE]
    assert "ignore" in chips["ignored"].toolTip()
    person.click(chips["skipped"])
    assert person.shown() == ["ok"]
    assert "Too short" in chips["skipped"].toolTip()


def test_a_search_without_a_hit_offers_the_ways_back(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.click(person.page.filters.chips[ConversationStatus.SKIPPED])
    person.type_search("linter")
    state = person.page.list_pane.state
    assert state.title.text() == "No matches for “linter”"
    person.click(buttons(state)["Clear filters"])
    assert person.shown() == [RULE]


@pytest.mark.slow
def test_a_new_conversation_comes_on_top_and_nothing_moves(open_page: Any, capture: Capture) -> None:
    for number in range(40):
        capture(
            Session(f"t{number}", start=START + number * 60).say(f"Question number {number}?").reply("Yes.")
        )
    person = open_page()
    view = person.page.view
    view.go_to(20)
    person.wait()
    chosen, top = view.selected_ids(), view.visualRect(view.currentIndex()).top()
    assert view.verticalScrollBar().value() > 0
    capture(Session("new", start=START + 99_999).say("A brand new question?").reply("Yes."))
    person.wait()
    assert person.shown()[0] == "A brand new question?"
    assert view.selected_ids() == chosen
    assert view.visualRect(view.currentIndex()).top() == top
    assert person.page.filters.all_chip.count == 41


def test_a_row_follows_what_becomes_of_its_conversation(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.service.leave_out(three[0])
    person.wait()
    assert person.page.model.loaded(three[0]).status is ConversationStatus.SKIPPED
    person.service.take_in(three[0])
    person.wait()
    assert person.page.model.loaded(three[0]).status is ConversationStatus.PENDING


def test_leaving_out_can_be_undone(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.click_row(0)
    person.click_row(1, CTRL)
    person.choose("Ignore these conversations")
    assert person.snack == "2 conversations ignored"
    assert person.service.conversation(three[1]).status_reason == "not remembered"
    assert "Stop ignoring" in person.menu_words()
    person.click(person.page.snackbar.action_button)
    assert person.service.conversation(three[1]).status is ConversationStatus.PENDING
    assert person.service.conversation(three[2]).status is ConversationStatus.PENDING


def test_excluding_a_project_can_be_undone(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.click_row(1)
    project = person.service.conversation(three[1]).project
    person.choose("Ignore this project")
    assert person.service.exclusions() == [project]
    person.click(person.page.snackbar.action_button)
    assert person.service.exclusions() == []


def test_memorize_again_by_key(open_page: Any, three: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []
    real = MemoryService.memorize

    def memorize(self: MemoryService, conversation_id: str, *, again: bool = False) -> CaptureRow:
        asked.append((conversation_id, again))
        return real(self, conversation_id, again=again)

    monkeypatch.setattr(MemoryService, "memorize", memorize)
    person = open_page()
    person.click_row(2)
    person.key(Qt.Key.Key_R, CTRL)
    assert asked == [(three[0], True)]
    assert person.snack == "1 conversation read · no new memories"


def test_an_error_has_a_link_that_tries_again(
    open_page: Any, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = three[1]
    failures = [True]
    person = open_page()
    service = person.service
    real = service.conversations_by_id

    def by_id(ids: list[str]) -> list[Any]:
        error = {"status": ConversationStatus.ERROR, "status_reason": "The worker died"}
        return [dataclasses.replace(c, **error) if c.id == broken and failures else c for c in real(ids)]

    monkeypatch.setattr(service, "conversations_by_id", by_id)
    person.page.refresh()
    person.wait()
    asked: list[str] = []

    def memorize(ident: str, *, again: bool = False) -> CaptureRow:
        asked.append(ident)
        failures.clear()
        return CaptureRow(None, conversation_id=ident)

    monkeypatch.setattr(service, "memorize", memorize)
    view = person.page.view
    box = view.visualRect(person.page.model.index(1))
    conversation = person.page.model.loaded(broken)
    points = [QPoint(x, box.center().y()) for x in range(0, view.width(), 4)]
    at = next(p for p in points if person.page.delegate.link_at(box, p, conversation) == "retry")
    assert person.page.delegate.tip_at(box, at, conversation) == "The worker died"
    person.click_row(1, at=at)
    assert asked == [broken]
    assert person.selected() == ["ok"], "a link does not select"


def test_the_count_of_memories_leads_to_them(open_page: Any, three: list[str], qtbot: Any) -> None:
    person = open_page()
    view = person.page.view
    box = view.visualRect(person.page.model.index(2))
    conversation = person.page.model.loaded(three[0])
    points = [QPoint(x, box.center().y()) for x in range(0, view.width(), 4)]
    at = next(p for p in points if person.page.delegate.link_at(box, p, conversation) == "memories")
    with qtbot.waitSignal(person.page.memories_wanted) as sent:
        person.click_row(2, at=at)
    assert sent.args == [three[0]]


def test_deleting_for_good_asks_first(open_page: Any, three: list[str], qtbot: Any) -> None:
    person = open_page()
    person.click_row(2)
    qtbot.keyClick(person.page.view, Qt.Key.Key_Delete)
    ask = next(b for b in person.page.findChildren(AskDialog) if b.isVisible())
    assert ask.cancel.text() == "Cancel" and ask.cancel.isDefault()
    qtbot.keyClick(ask, Qt.Key.Key_Return)
    person.wait()
    assert len(person.shown()) == 3
    qtbot.keyClick(person.page.view, Qt.Key.Key_Delete)
    ask = next(b for b in person.page.findChildren(AskDialog) if b.isVisible())
    assert ask.do.text() == "Delete"
    ask.do.click()
    assert person.snack == "Deleting 1 conversation…"
    person.wait()
    assert person.shown() == ["ok", MONDAYS]
    assert person.snack.startswith("1 conversation deleted")
    assert person.service.conversation_ids() == [three[2], three[1]]


def test_files_are_opened_and_ids_copied(open_page: Any, three: list[str], folder: Path) -> None:
    opened: list[str] = []

    def opens(path: str) -> bool:
        opened.append(path)
        return True

    person = open_page(opens=opens)
    person.click_row(0)
    person.choose("Open file")
    person.choose("Show in folder")
    assert Path(opened[0]).suffix == ".jsonl"
    assert Path(opened[1]) == Path(opened[0]).parent
    person.choose("Copy conversation ID")
    assert QGuiApplication.clipboard().text() == three[2]
    Path(opened[0]).unlink()
    person.choose("Open file")
    assert "no longer exists" in person.snack


def test_pausing_and_what_waits(open_page: Any, three: list[str]) -> None:
    person = open_page()
    top = person.page.top
    assert not top.process.isVisible(), "nothing waits"
    person.click(top.pause)
    person.until(lambda: top.pause.text() == "Resume")
    assert person.service.get_status().state == "paused"
    person.click(top.pause)
    person.until(lambda: top.pause.text() == "Pause")
    top.show_waiting(24)
    assert top.process.text() == "Read 24 conversations"


def test_order_filters_and_columns_are_remembered(open_page: Any, three: list[str], tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.click(person.page.list_pane.header.heads["title"])
    person.click(person.page.filters.chips[ConversationStatus.MEMORIZED])
    menu = person.page.list_pane.header.menu()
    next(a for a in menu.actions() if a.text() == "Started").trigger()
    assert not person.page.list_pane.header.heads["started"].isVisible()
    again = open_page(state=state)
    assert again.shown() == [RULE]
    assert (
        again.page.list_pane.header.heads["title"].accessibleName()
        == "Sort by Conversation, currently ascending"
    )
    assert again.page.filters.chips[ConversationStatus.MEMORIZED].isChecked()
    assert not again.page.list_pane.header.heads["started"].isVisible()


@pytest.mark.slow
def test_columns_give_way_in_order_and_the_title_keeps_its_room(theme: Any) -> None:
    dropped: list[str] = []
    everything = {slot.column.key for slot in lay_out(theme, theme.px(900))}
    assert "tokens" in everything
    for width in range(900, 420, -4):
        slots = {slot.column.key: slot for slot in lay_out(theme, theme.px(width))}
        dropped += [key for key in everything if key not in slots and key not in dropped]
        if width > 460:
            assert slots["title"].width >= theme.px(180) - 1
    assert dropped == ["tokens", "turns", "started", "memories"]


def test_a_wide_list_takes_no_more_than_it_needs_and_leaves_the_rest_to_the_transcript(
    open_page: Any, three: list[str], theme: Any
) -> None:
    page = open_page(width=theme.px(2300)).page
    slots = {slot.column.key: slot for slot in page.delegate.slots(page.view.viewport().width())}
    assert slots["title"].width == theme.px(480)
    assert slots["started"].width == theme.px(92), "day and year in one line"
    assert page.list_pane.width() < theme.px(1200)
    assert page.list_pane.width() + page.transcript.width() >= page.width() - theme.px(8)


def test_what_another_page_asks_for_is_shown_though_filters_hide_it(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.click(person.page.filters.chips[ConversationStatus.SKIPPED])
    person.page.open_conversation(three[0], 2)
    person.wait()
    assert person.selected() == [RULE]
    assert person.page.transcript.view.current_turn == 2
    person.page.open_conversation("nowhere")
    person.wait()
    assert person.snack == "That conversation is no longer available"


def test_what_cannot_be_read_is_said_and_tried_again(
    open_page: Any, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = open_page()

    def broken(*_: object, **__: object) -> list[str]:
        raise StorageError("The memory file is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr(person.service, "conversation_ids", broken)
        person.page.refresh()
        person.wait()
    state = person.page.list_pane.state
    assert state.code.text() == "The memory file is damaged."
    person.click(buttons(state)["Try again"])
    assert person.page.list_pane.lists


@pytest.mark.slow
def test_a_narrow_page_shows_one_at_a_time(open_page: Any, three: list[str]) -> None:
    person = open_page(width=600)
    page = person.page
    assert page.list_pane.isVisible() and not page.transcript.isVisible()
    person.click_row(1)
    assert page.transcript.isVisible() and not page.list_pane.isVisible()
    person.click(page.transcript.head.back)
    assert page.list_pane.isVisible() and not page.transcript.isVisible()


def test_in_a_small_window_titles_have_room(open_page: Any, three: list[str], theme: Any) -> None:
    person = open_page(width=1100)
    page, px = person.page, theme.px
    assert page.minimumSizeHint().width() <= px(804), "the smallest window has room for both"
    page.resize(px(844), 600)
    person.wait()
    assert page.transcript.isVisible() and abs(page.transcript.width() - px(340)) <= 1
    page.splitter.setSizes([px(444), px(400)])
    page.resize(px(850), 600)
    person.wait()
    assert abs(page.transcript.width() - px(400)) <= 1, "what the person chose stays"
    page.resize(px(1100), 600)
    page.resize(px(850), 600)
    person.wait()
    assert abs(page.transcript.width() - px(400)) <= 1, "also after a large one"
    opened = open_page(width=px(844)).page
    assert abs(opened.transcript.width() - px(340)) <= 1


@pytest.mark.slow
def test_everything_that_takes_the_focus_has_a_name(open_page: Any, three: list[str]) -> None:
    person = open_page()
    person.page.transcript.open_find()
    nameless = [
        widget
        for widget in person.page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not widget.accessibleName()
    ]
    assert nameless == []
    model = person.page.model
    spoken = model.data(model.index(2), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith(f"{RULE}, Claude Code, project kiln, branch main, ")
    assert isinstance(person.page.top.search, QLineEdit)
