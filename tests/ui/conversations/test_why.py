"""Why did my AI do that? The panel beside a transcript, and what is done with the memories there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from arbor_desktop.context.following import Regard
from arbor_desktop.memories.model import Privacy, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.conversations.why import WhyPanel
from arbor_desktop.ui.conversations.why_card import WhyCard
from tests._receipts import tell
from tests.reliability.sessions import Session

Capture = Callable[[Session], str]
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
RULE = "Use `pnpm`, never npm."


def talk() -> Session:
    one = Session("why").say("Please add zod to the api, and say when it is in.")
    one.tool("npm install zod", "added 1 package").reply("It is in.")
    return one.say("Which version of it is that now?").reply("It is the newest one.")


@pytest.fixture
def told(open_page: Any, capture: Capture, service: MemoryService) -> Any:
    """A person whose AI was told three memories, and ignored the first."""
    conversation = capture(talk())
    rule = service.store(RULE, type="instruction")
    other = [service.store(text, type="fact") for text in ("User likes tea.", "The kiln is in Ghent.")]
    tell(service, conversation, [one.id for one in (*other, rule)])
    person = open_page()
    person.page.resize(1400, 800)
    person.wait()
    return person, rule.id


def ask(person: Any, turn: int = 4) -> WhyPanel:
    view = person.page.transcript.view
    view.go_to(turn)
    view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    person.key(Qt.Key.Key_Y, ALT, on=view)
    panel: WhyPanel = person.page.transcript.why
    return panel


def current(panel: WhyPanel) -> WhyCard:
    assert panel.current is not None
    return panel.current


def test_the_button_is_at_an_answer_that_is_pointed_at_or_current(told: Any, qtbot: QtBot) -> None:
    person, _ = told
    view, button = person.page.transcript.view, person.page.transcript.why_button
    assert not button.isVisible()
    view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    view.go_to(4)
    assert button.isVisible()
    view.go_to(5)
    assert not button.isVisible(), "nobody asks why about the person's own words"
    row = view.layout_.place_of_turn(6)
    qtbot.mouseMove(view.viewport(), QPoint(60, view.layout_.top(row) + 20))
    assert button.isVisible()
    person.click(button)
    assert person.page.transcript.why.place.text().startswith("Line 6 · Claude · ")


def test_what_was_ignored_is_first_and_quotes_what_the_ai_did(told: Any) -> None:
    person, _ = told
    panel = ask(person)
    card = current(panel)
    assert (card.one.regard, card.did) == (Regard.IGNORED, "It ran npm install zod on line 2.")
    assert card.text.marked() == ["npm"]
    assert card.accessibleName() == (
        "Ignored, Instruction, Use pnpm, never npm., It ran npm install zod on line 2."
    )
    assert [chip.accessibleName() for chip in panel.chips.values()] == [
        "All, 3", "Followed, 0", "Ignored, 1", "Not needed, 2",
    ]  # fmt: skip
    assert panel.rest is not None and panel.rest.text() == "2 memories on other topics"


def test_what_was_not_needed_opens_and_arrows_go_through_the_cards(told: Any) -> None:
    person, _ = told
    panel = ask(person)
    assert panel.rest is not None
    person.click(panel.rest)
    assert len([card for card in panel.cards if card.isVisible()]) == 3
    current(panel).setFocus()
    person.key(Qt.Key.Key_Down, on=current(panel))
    assert current(panel).one.content == "User likes tea."
    person.key(Qt.Key.Key_Up, on=current(panel))
    assert current(panel).one.content == RULE
    person.click(panel.chips[Regard.NOT_NEEDED])
    assert [card.one.regard for card in panel.cards if card.isVisible()] == [Regard.NOT_NEEDED] * 2
    person.click(panel.chips[Regard.FOLLOWED])
    assert not [card for card in panel.cards if card.isVisible()]


def test_a_memory_is_corrected_in_its_card_and_undone(told: Any, service: MemoryService) -> None:
    person, rule = told
    panel = ask(person)
    person.key(Qt.Key.Key_Return, on=current(panel))
    area = current(panel).area
    assert area.toPlainText() == RULE
    area.setPlainText("Use pnpm in the api, never npm.")
    person.key(Qt.Key.Key_S, CTRL, on=area)
    assert service.get(rule).content == "Use pnpm in the api, never npm."
    assert person.snack == "Memory corrected"
    card = current(panel)
    assert card.one.content == RULE, "the answer had these words"
    assert card.state == "Changed since: Use pnpm in the api, never npm."
    person.page.snackbar.action_button.click()
    person.wait()
    assert service.get(rule).content == RULE
    assert current(panel).state == ""


def test_an_empty_text_is_refused_and_escape_leaves_it_as_it_was(told: Any, service: MemoryService) -> None:
    person, rule = told
    panel = ask(person)
    person.key(Qt.Key.Key_Return, on=current(panel))
    card = current(panel)
    card.area.setPlainText("")
    person.click(card.save)
    assert card.error.isVisible() and card.is_editing
    person.key(Qt.Key.Key_Escape, on=card.area)
    assert not card.is_editing and panel.isVisible()
    assert service.get(rule).content == RULE


def test_keys_pin_it_and_mark_it_as_wrong(told: Any, service: MemoryService) -> None:
    person, rule = told
    panel = ask(person)
    person.key(Qt.Key.Key_I, ALT, on=current(panel))
    assert service.get(rule).privacy_level is Privacy.ALWAYS_INCLUDE
    assert current(panel).pin.text() == "Unpin"
    person.key(Qt.Key.Key_W, ALT, on=current(panel))
    assert service.get(rule).status is not Status.ACTIVE
    assert current(panel).state and not current(panel).correct.isEnabled()


def test_it_is_copied_as_a_reminder(told: Any) -> None:
    person, _ = told
    person.click(current(ask(person)).copy)
    assert QGuiApplication.clipboard().text() == f"Please keep this in mind: {RULE}"
    assert person.snack == "Copied. Paste it into the session."


def test_escape_and_the_same_key_close_it_and_the_list_comes_back(told: Any) -> None:
    person, _ = told
    page = person.page
    page.resize(1100, 700)
    panel = ask(person)
    assert panel.isVisible() and not page.list_pane.isVisible()
    person.key(Qt.Key.Key_Escape, on=current(panel))
    assert not panel.isVisible() and page.list_pane.isVisible()
    assert page.transcript.view.hasFocus()
    ask(person)
    person.key(Qt.Key.Key_Y, ALT, on=page.transcript.view)
    assert not panel.isVisible()


def test_with_room_the_list_stays_and_without_any_the_panel_is_alone(told: Any) -> None:
    person, _ = told
    page = person.page
    panel = ask(person)
    assert page.list_pane.isVisible() and page.transcript.view.isVisible()
    for width in (900, 600):
        page.resize(width, 700)
        person.wait()
    assert panel.isVisible() and not page.transcript.view.isVisible()
    person.click(panel.close_button)
    assert page.transcript.view.isVisible()


def test_escape_in_the_transcript_closes_it_first(told: Any) -> None:
    person, _ = told
    page = person.page
    panel = ask(person)
    page.transcript.view.setFocus()
    person.key(Qt.Key.Key_Escape, on=page.transcript.view)
    assert not panel.isVisible() and page.transcript.view.hasFocus()
    person.key(Qt.Key.Key_Escape, on=page.transcript.view)
    assert page.view.hasFocus()


def test_what_changes_meanwhile_leaves_the_focus_where_it_is(told: Any, service: MemoryService) -> None:
    person, rule = told
    panel = ask(person)
    search = person.page.top.search
    search.setFocus()
    service.update(rule, content="Use pnpm in the api, never npm.")
    person.wait()
    assert panel.cards[0].state.startswith("Changed since") and search.hasFocus()


def test_words_that_no_answer_follows_are_not_explained(
    open_page: Any, capture: Capture, service: MemoryService
) -> None:
    capture(Session("open").say("What is the best way to peel a mango?").reply("Cut it.").say("And a kiwi?"))
    person = open_page()
    assert not ask(person, 3).isVisible()
    assert person.snack == "The AI said and did nothing from here on."


def test_another_conversation_closes_it(told: Any, capture: Capture) -> None:
    person, _ = told
    ask(person)
    other = capture(Session("other").say("What is the best way to peel a mango?").reply("Cut it."))
    person.wait()
    person.page.open_conversation(other)
    person.wait()
    assert not person.page.transcript.why.isVisible()


def test_where_nothing_arrived_it_says_why_and_offers_one_thing(
    open_page: Any, capture: Capture, service: MemoryService, qtbot: QtBot
) -> None:
    capture(talk())
    person = open_page()
    panel = ask(person)
    assert panel.empty.title.text() == "No memories reached this session"
    assert panel.empty.text.text() == "Claude Code isn't connected to Arbor."
    [button] = [one for one in panel.empty.findChildren(QAbstractButton) if one.isVisible()]
    with qtbot.waitSignal(person.page.connection_wanted):
        person.click(button)
    service.settings.set("injection.enabled", False)
    panel = ask(person, 6)
    [button] = [one for one in panel.empty.findChildren(QAbstractButton) if one.isVisible()]
    assert (button.text(), panel.empty.text.text()) == ("Sharing settings", "Sharing is off.")
    with qtbot.waitSignal(person.page.sharing_settings_wanted):
        person.click(button)


def test_it_says_whether_the_ai_saw_them(
    open_page: Any, capture: Capture, service: MemoryService, told: Any
) -> None:
    person, rule = told
    panel = ask(person)
    assert panel.context.label.text().startswith("3 memories in its context, shared at ")
    conversation = person.page.transcript.controller.shown_id
    service._rt.db.write(lambda c: c.execute("UPDATE receipt SET arrived = NULL"))
    person.page.transcript.controller.changed()
    person.wait()
    assert panel.context.label.text().endswith("Not known whether it saw them.")
    assert conversation and rule


def test_a_memory_that_is_missing_is_added_for_the_project(told: Any) -> None:
    person, _ = told
    panel = ask(person)
    person.click(panel.add)
    dialog = person.page.transcript.explainer._actions.dialog
    assert dialog is not None and dialog.isVisible()
    dialog.close()
