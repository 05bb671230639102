"""Asking on the Memories page: how it begins, what it shows, where its memories lead, and how it ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from arbor_desktop.ui.model_status.words import Wish
from tests.standin.server import Fail, Say

CTRL = Qt.KeyboardModifier.ControlModifier
QUESTION = "which package manager do I use?"
PNPM = "User uses pnpm as the package manager in every project"


@pytest.fixture
def pnpm(service):
    return service.store(PNPM, type="preference").id


def test_a_question_is_offered_to_be_asked_and_other_words_are_not(open_page, pnpm):
    asker = open_page()
    asker.type("package manager")
    assert not asker.page.asking.offer.isVisible()
    asker.type(QUESTION)
    assert asker.page.asking.offer.isVisible()
    assert not asker.panel.isVisible()


def test_ctrl_enter_asks_and_the_answer_names_its_memories(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    panel = asker.panel
    assert panel.isVisible()
    assert panel.question.text() == QUESTION
    assert panel.answer.text == "You use pnpm [1]."
    assert panel.answer.chips == (1,)
    assert [row.citation.memory_id for row in panel.rows] == [pnpm]
    assert "Claude Haiku 5.5 · 1 call · $0.0" in panel.cost.text()
    assert not asker.page.asking.offer.isVisible()


def test_return_asks_a_question_where_a_model_is_chosen(open_page, mind, pnpm):
    asker = open_page()
    asker.type(QUESTION)
    asker.press(Qt.Key.Key_Return)
    asker.answered()
    assert asker.panel.answer.text == "You use pnpm [1]."


def test_return_only_searches_without_a_model_and_for_what_is_no_question(open_page, pnpm):
    asker = open_page()
    asker.type(QUESTION)
    asker.press(Qt.Key.Key_Return)
    asker.settle()
    assert not asker.panel.isVisible()


@pytest.mark.slow
def test_return_searches_for_plain_words(open_page, mind, pnpm):
    asker = open_page()
    asker.type("package manager")
    asker.press(Qt.Key.Key_Return)
    asker.settle()
    assert not asker.panel.isVisible()
    assert mind.asked() == []


@pytest.mark.slow
def test_the_button_asks_what_stands_in_the_field(open_page, mind, pnpm):
    asker = open_page()
    asker.click(asker.page.top.ask)
    assert asker.page.top.search.hasFocus()
    assert not asker.panel.isVisible()
    asker.type("package manager")
    asker.click(asker.page.top.ask)
    asker.answered()
    assert asker.panel.answer.text == "You use pnpm [1]."


def test_only_the_chosen_project_is_asked(open_page, mind, service):
    service.store("The package manager here is npm", type="fact", scope="project", scope_id="/src/kiln")
    service.store("The package manager here is Quux", type="fact", scope="project", scope_id="/src/home")
    asker = open_page()
    asker.page.state.set(scope="project", scope_id="/src/kiln")
    asker.ask(QUESTION)
    assert "npm" in mind.received[-1].raw
    assert "Quux" not in mind.received[-1].raw


@pytest.mark.slow
def test_a_row_opens_its_memory_beside_the_list_which_stays(open_page, mind, pnpm, service):
    service.store("Zebras have stripes", type="fact")
    asker = open_page()
    asker.ask(QUESTION)
    asker.page.top.search.clear_search()
    asker.qtbot.waitUntil(lambda: len(asker.page.model.ids) == 2, timeout=20_000)
    listed = list(asker.page.model.ids)
    assert len(listed) == 2
    asker.click(asker.panel.rows[0])
    assert asker.page.detail.memory.id == pnpm
    assert list(asker.page.model.ids) == listed
    assert asker.panel.isVisible()


def test_a_chip_in_the_text_opens_its_memory(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    view = asker.panel.answer
    at = view.chip_rect(1).center().toPoint()
    asker.qtbot.mouseMove(view.viewport(), at)
    asker.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    asker.settle()
    assert asker.page.detail.memory.id == pnpm


@pytest.mark.slow
def test_rows_are_gone_through_by_keys_and_return_opens(open_page, mind, pnpm, service):
    npm = service.store("The old package manager of the team was npm", type="fact").id
    mind.mind = lambda body: "First pnpm [m1], once npm [m2]."
    asker = open_page()
    asker.ask(QUESTION)
    first, second = asker.panel.rows
    first.setFocus()
    asker.press(Qt.Key.Key_Down, on=first)
    assert second.hasFocus()
    asker.press(Qt.Key.Key_Return, on=second)
    asker.settle()
    assert asker.page.detail.memory.id == second.citation.memory_id
    assert {first.citation.memory_id, second.citation.memory_id} == {pnpm, npm}


def test_esc_stops_what_is_under_way_and_closes_what_is_there(open_page, slow, pnpm):
    asker = open_page()
    asker.type(QUESTION)
    asker.press(Qt.Key.Key_Return, CTRL)
    assert asker.panel.stop_button.isVisible()
    asker.qtbot.waitUntil(slow.asked.is_set, timeout=30_000)
    asker.press(Qt.Key.Key_Escape)
    asker.answered()
    assert asker.panel.lead.text() == "Stopped"
    assert asker.page.top.search.text() == QUESTION
    asker.press(Qt.Key.Key_Escape, on=asker.panel.close_button)
    assert not asker.panel.isVisible()


def test_the_window_works_on_while_it_is_asked(open_page, slow, pnpm, service):
    service.store("Zebras have stripes", type="fact")
    asker = open_page()
    asker.type(QUESTION)
    asker.press(Qt.Key.Key_Return, CTRL)
    asker.qtbot.waitUntil(slow.asked.is_set, timeout=30_000)
    asker.type("zebras")
    assert asker.page.model.rowCount() == 1
    assert asker.panel.running
    slow.go_on.set()
    asker.answered()
    assert asker.panel.answer.text == "Late [1]."


def test_closing_the_panel_stops_the_question(open_page, slow, pnpm):
    asker = open_page()
    asker.type(QUESTION)
    asker.press(Qt.Key.Key_Return, CTRL)
    asker.qtbot.waitUntil(slow.asked.is_set, timeout=30_000)
    thread = asker.page.asking._call._thread
    asker.click(asker.panel.close_button)
    asker.qtbot.waitUntil(lambda: not thread.is_alive(), timeout=30_000)
    assert not asker.panel.isVisible()


@pytest.mark.slow
def test_closing_the_service_ends_the_question(open_page, slow, pnpm, service):
    asker = open_page()
    asker.type(QUESTION)
    asker.press(Qt.Key.Key_Return, CTRL)
    asker.qtbot.waitUntil(slow.asked.is_set, timeout=30_000)
    thread = asker.page.asking._call._thread
    service.models.close()
    asker.qtbot.waitUntil(lambda: not thread.is_alive(), timeout=30_000)


def test_without_a_model_the_memories_are_listed_and_the_next_step_is_offered(open_page, pnpm):
    asker = open_page()
    wanted = []
    asker.page.model_settings_wanted.connect(wanted.append)
    asker.ask(QUESTION)
    panel = asker.panel
    assert [row.citation.memory_id for row in panel.rows] == [pnpm]
    assert panel.trouble.isVisible()
    assert panel.trouble.title.text() == "No model selected"
    asker.click(panel.trouble.buttons[Wish.SETTINGS])
    assert wanted == [""]


def test_a_refused_key_says_so_beside_the_memories(open_page, mind, pnpm):
    mind.fail_next(Fail(401, "invalid x-api-key"))
    asker = open_page()
    asker.ask(QUESTION)
    assert asker.panel.trouble.title.text() == "API key rejected"
    assert asker.panel.trouble.text.text().startswith("The server at 127.0.0.1:")
    assert Wish.KEY in asker.panel.trouble.buttons
    assert len(asker.panel.rows) == 1


@pytest.mark.slow
def test_nothing_found_and_nothing_known_are_told_apart(open_page, mind, pnpm):
    asker = open_page()
    mind.mind = lambda body: '{"queries": ["zebra"]}'
    asker.ask("where is the zebra?")
    assert asker.panel.lead.text() == "No memory answers this question"
    empty = asker.page.list_pane.state
    assert empty.isVisible() and not empty.title.isVisible(), "it is said once"
    mind.mind = lambda body: "NOT_IN_MEMORY"
    asker.ask(QUESTION)
    assert asker.panel.lead.text() == "Your memories don't say"
    asker.panel.close_button.click()
    asker.type("zebra zebra")
    assert empty.isVisible() and empty.title.isVisible()


@pytest.mark.slow
def test_words_without_a_memory_are_marked(open_page, mind, pnpm):
    mind.mind = lambda body: "Most people use npm."
    asker = open_page()
    asker.ask(QUESTION)
    assert asker.panel.lead.text() == "Not based on your memories"
    assert asker.panel.answer.text == "Most people use npm."


@pytest.mark.slow
def test_a_cut_answer_is_kept_and_marked(open_page, mind, pnpm):
    mind.mind = lambda body: Say("You use pnpm [m1] since", stop="max_tokens")
    asker = open_page()
    asker.ask(QUESTION)
    assert asker.panel.answer.text == "You use pnpm [1] since"
    assert "cut off" in asker.panel.end.text()


def test_what_a_model_says_is_never_markup(open_page, mind, pnpm):
    planted = (
        '<img src="http://evil.example/x.png"> ![x](http://evil.example/y.png) [l](http://evil.example) [m1]'
    )
    mind.mind = lambda body: planted
    asker = open_page()
    asker.ask(QUESTION)
    view = asker.panel.answer
    assert "<img" in view.toPlainText()
    assert "![x](" in view.toPlainText()
    html = view.toHtml()
    assert "<img" not in html
    assert "href" not in html


@pytest.mark.slow
def test_the_answer_can_be_copied_with_its_memories(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    asker.click(asker.panel.copy_button)
    assert QGuiApplication.clipboard().text() == f"You use pnpm [1].\n\n[1] {PNPM}"


@pytest.mark.slow
def test_a_selection_is_copied_as_it_was_written(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    view = asker.panel.answer
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == "You use pnpm [1]."


@pytest.mark.slow
def test_it_can_be_asked_again(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    mind.mind = lambda body: "Still pnpm [m1]."
    asker.click(asker.panel.again_button)
    asker.answered()
    assert asker.panel.answer.text == "Still pnpm [1]."
    assert len(mind.asked("answer")) == 2


@pytest.mark.slow
def test_the_up_key_in_the_empty_field_brings_the_last_question_back(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    asker.ask("which package manager is best?")
    asker.page.top.search.clear_search()
    asker.press(Qt.Key.Key_Up)
    assert asker.page.top.search.text() == "which package manager is best?"
    asker.press(Qt.Key.Key_Up)
    assert asker.page.top.search.text() == QUESTION


@pytest.mark.slow
def test_a_conflict_among_the_memories_leads_to_it(open_page, mind, service):
    service.store("Indentation of code: tabs", type="preference")
    service.store("Indentation of code: spaces", type="preference")
    conflict = service.list_conflicts()[0].id
    mind.mind = lambda body: "Tabs [m1]."
    asker = open_page()
    wanted = []
    asker.page.conflict_wanted.connect(wanted.append)
    asker.ask("which indentation of code do I use?")
    assert asker.panel.dispute.text() == "Unresolved conflict between memories 1 and 2."
    assert len(asker.panel.rows) == 2
    asker.click(asker.panel.resolve)
    assert wanted == [conflict]


@pytest.mark.slow
@pytest.mark.parametrize("width", [1156, 844])
def test_a_long_answer_leaves_room_for_the_list(qtbot, open_page, mind, pnpm, width):
    mind.mind = lambda body: "\n".join(f"- pnpm is used in project {n} [m1]." for n in range(60))
    asker = open_page(width=width, height=548)
    asker.ask(QUESTION)
    qtbot.waitUntil(lambda: asker.panel.area.verticalScrollBar().maximum() > 0)  # once it is laid out
    assert asker.page.list_pane.stack.height() > 60


@pytest.mark.slow
def test_an_answer_is_shown_whole_while_a_card_fits_below(open_page, mind, pnpm):
    mind.mind = lambda body: "\n".join(f"- pnpm is used in project {n} [m1]." for n in range(7))
    asker = open_page(width=844, height=548)
    asker.ask(QUESTION)
    assert asker.panel.area.verticalScrollBar().maximum() == 0
    assert asker.panel.height() > asker.page.list_pane.height() * 0.62, "not much more is left"


@pytest.mark.slow
def test_the_tab_key_goes_through_the_panel_as_it_is_seen(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    panel = asker.panel
    panel.copy_button.setFocus()
    gone = []
    for _ in range(5):
        asker.press(Qt.Key.Key_Tab, on=asker.page.focusWidget())
        gone.append(asker.page.focusWidget())
    assert gone[:4] == [panel.again_button, panel.close_button, panel.answer, panel.rows[0]]
    assert gone[4] is asker.page.view


@pytest.mark.slow
def test_the_panel_is_one_of_the_panes(open_page, mind, pnpm):
    asker = open_page()
    asker.ask(QUESTION)
    assert asker.panel.rows[0] in asker.page.focus_groups()


@pytest.mark.slow
def test_a_memory_opens_over_the_list_in_a_narrow_page_and_the_answer_is_still_there_after(
    open_page, mind, pnpm
):
    asker = open_page(width=844, height=548)
    asker.ask(QUESTION)
    asker.click(asker.panel.rows[0])
    asker.qtbot.waitUntil(lambda: asker.page.detail.isVisible())
    assert not asker.panel.isVisible()
    assert asker.page.step_back()
    assert asker.panel.isVisible()
    assert asker.panel.answer.text == "You use pnpm [1]."


def test_asking_nothing_says_what_is_missing(open_page, mind, pnpm):
    asker = open_page()
    asker.page.ask()
    assert asker.page.list_pane.snackbar.message == "Type a question first"
    assert asker.page.top.search.hasFocus()
    assert mind.asked("answer") == []
    asker.ask(QUESTION)
    assert asker.page.list_pane.snackbar.message == "", "nothing is missing any more"


@pytest.mark.slow
def test_an_answer_is_closed_by_another_search(open_page, mind, pnpm):
    asker = open_page()
    asker.ask("Which package manager do I use?")
    assert asker.panel.isVisible()
    asker.type("glaze")
    assert not asker.panel.isVisible()
