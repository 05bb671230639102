"""What agents propose, in the list of what waits: shown whole, decided by the same keys, taken back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.memories.model import Proposal
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.review.model import ProposalItem

PORT, PORT_NEW = "The API runs on port 8040.", "The API runs on port 8041."
OLD = "Until Friday, only merge bug fixes."


@pytest.fixture
def proposed(service: MemoryService) -> dict[str, Proposal]:
    """An edit and a deletion that wait, and nothing else."""
    port = service.store(PORT, type="fact")
    old = service.store(OLD, type="instruction")
    propose = service.agent_proposals
    return {
        "edit": propose.propose_edit(
            port.id,
            {"content": PORT_NEW, "type": "context"},
            client="claude-code",
            reason="The config says so.",
        ),
        "delete": propose.propose_deletion(old.id, client="codex", reason="Friday is past."),
    }


def cards(person: Any) -> list[ProposalItem]:
    return [row for row in person.rows() if isinstance(row, ProposalItem)]


def words(person: Any) -> list[str]:
    content = person.page.proposal.widget()
    return [label.text() for label in content.findChildren(Label) if label.text()]


def test_they_are_a_group_of_their_own(open_page: Any, proposed: Any) -> None:
    person = open_page()
    assert person.headings() == [("Suggested by AI tools", "", 2)]
    assert [card.proposal.client for card in cards(person)] == ["claude-code", "codex"]
    assert person.page.title.line.text() == "2 suggestions from AI tools"
    assert not person.page.title.accept_all.isEnabled()


def test_the_buttons_say_what_becomes_of_the_memory(open_page: Any, proposed: Any) -> None:
    person = open_page()
    person.page.view.select(proposed["edit"].id)
    person.wait()
    assert (person.bar.accept.text(), person.bar.reject.text()) == ("Accept change", "Keep unchanged")
    assert person.bar.accept._variant == "primary"
    person.page.view.select(proposed["delete"].id)
    person.wait()
    assert (person.bar.accept.text(), person.bar.reject.text()) == ("Delete memory", "Keep")
    assert person.bar.accept._variant == "danger"


def test_they_stand_after_what_is_new_and_before_what_is_outdated(
    open_page: Any, service: MemoryService, proposed: Any, some: dict[str, str], outdated: Any
) -> None:
    outdated("The office is in Bergen.")
    titles = [title for title, _, _ in open_page().headings()]
    assert titles[-2:] == ["Suggested by AI tools", "Marked as outdated"]
    assert len(titles) > 2


def test_the_pane_says_who_why_and_what(open_page: Any, proposed: Any) -> None:
    person = open_page()
    person.page.view.select(proposed["edit"].id)
    person.wait()
    pane = person.page.proposal
    assert pane.isVisible() and not person.page.pane.isVisible()
    assert "Claude Code wants to change a memory" in words(person)
    assert "The config says so." in words(person)
    assert pane.texts[0].marked() == ["8040", "8041"]
    assert [view.text for view in pane.texts[1:]] == ["Type: Fact\u2002Context"]
    person.key(Qt.Key.Key_J)
    assert "Codex wants to delete a memory" in words(person)
    assert pane.texts[0].text == OLD


def test_a_card_is_read_aloud_whole(open_page: Any, proposed: Any) -> None:
    person = open_page()
    index = person.page.model.index(person.page.model.row_of(proposed["edit"].id))
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == (
        "Claude Code suggests changing: The API runs on port 8040. New text: The API runs on port 8041. "
        "Type: Fact → Context. Why: The config says so."
    )


def test_a_yes_changes_the_memory_and_undo_brings_the_proposal_back(
    open_page: Any, service: MemoryService, proposed: Any
) -> None:
    person = open_page()
    person.page.view.select(proposed["edit"].id)
    person.key(Qt.Key.Key_A)
    assert person.snack == "Suggestion accepted: memory changed"
    memory = service.get(proposed["edit"].memory_id)
    assert (memory.content, memory.type.value) == (PORT_NEW, "context")
    assert len(cards(person)) == 1
    person.page.undo()
    person.wait()
    assert service.get(memory.id).content == PORT
    assert person.snack == "The suggestion needs review again"
    assert len(cards(person)) == 2


def test_a_no_changes_nothing_and_undo_lets_it_wait_again(
    open_page: Any, service: MemoryService, proposed: Any
) -> None:
    person = open_page()
    person.page.view.select(proposed["delete"].id)
    person.key(Qt.Key.Key_Delete)
    assert person.snack == "Suggestion rejected: memory unchanged"
    assert service.get(proposed["delete"].memory_id).status.value == "active"
    assert [one.id for one in service.proposals()] == [proposed["edit"].id]
    person.click(person.page.snackbar.action_button)
    assert len(service.proposals()) == 2
    assert person.page.view.current_id() == proposed["delete"].id


def test_a_deletion_is_done_by_the_button_of_its_card(
    open_page: Any, service: MemoryService, proposed: Any
) -> None:
    person = open_page()
    person.page.view.select(proposed["delete"].id)
    person.wait()
    assert not person.bar.edit.isVisible(), "it is taken as it is, or not"
    person.click(person.bar.accept)
    assert person.snack == "Suggestion accepted: memory deleted"
    assert service.get(proposed["delete"].memory_id).status.value == "deleted"


def test_several_are_decided_together_and_apart_from_memories(
    open_page: Any, service: MemoryService, proposed: Any, some: dict[str, str]
) -> None:
    person = open_page()
    waiting = len(service.review_items())
    person.page.view.selectAll()
    person.page.view.select_ids(person.page.view.selected_ids(), proposed["edit"].id)
    person.wait()
    assert person.bar.accept.text() == "Accept 2"
    person.key(Qt.Key.Key_Delete)
    assert service.proposals() == []
    assert len(service.review_items()) == waiting


def test_accept_all_certain_takes_none_along(
    open_page: Any, service: MemoryService, proposed: Any, some: dict[str, str]
) -> None:
    person = open_page()
    person.key(Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert len(service.proposals()) == 2


def test_one_that_was_overtaken_says_so_and_goes(
    open_page: Any, service: MemoryService, proposed: Any, bridge: Any
) -> None:
    person = open_page()
    person.page.view.select(proposed["edit"].id)
    person.wait()
    # As it is when the memory is changed elsewhere and nobody told the page yet.
    bridge.blockSignals(True)
    service.update(proposed["edit"].memory_id, content="The API runs on port 9000.")
    bridge.blockSignals(False)
    person.key(Qt.Key.Key_A)
    assert (
        person.snack == "The memory was changed since this was proposed, so the proposal no longer applies."
    )
    assert service.get(proposed["edit"].memory_id).content == "The API runs on port 9000."
    assert [card.id for card in cards(person)] == [proposed["delete"].id]


def test_its_text_is_not_edited_and_o_opens_the_memory(open_page: Any, proposed: Any) -> None:
    person = open_page()
    person.page.view.select(proposed["edit"].id)
    person.key(Qt.Key.Key_E)
    assert person.snack.startswith("Suggestions can't be edited.")
    person.key(Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert person.asked == [("memory", proposed["edit"].memory_id)]


def test_what_is_done_after_it_is_what_undo_takes_back(
    open_page: Any, service: MemoryService, proposed: Any, some: dict[str, str]
) -> None:
    person = open_page()
    person.page.view.select(proposed["delete"].id)
    person.key(Qt.Key.Key_Delete)
    first = service.review_items()[0]
    person.page.view.select(first.id)
    person.key(Qt.Key.Key_Delete)
    person.page.undo()
    person.wait()
    assert service.get(first.id).status.value == "pending"
    assert len(service.proposals()) == 1, "the no to the proposal stands"


def test_the_current_card_is_as_high_as_its_change(open_page: Any, service: MemoryService) -> None:
    long = "The nightly export reads one table after the other and writes each into a file of its own. " * 5
    memory = service.store(long, type="fact")
    other = service.store(OLD, type="instruction")
    propose = service.agent_proposals
    propose.propose_deletion(other.id)
    big = propose.propose_edit(memory.id, {"content": long.replace("one table", "two tables")})
    person = open_page()
    view = person.page.view
    row = view.visualRect(person.page.model.index(person.page.model.row_of(big.id))).height()
    view.select(big.id)
    person.wait()
    grown = view.visualRect(person.page.model.index(person.page.model.row_of(big.id))).height()
    assert grown > row
    box = view.visualRect(person.page.model.index(person.page.model.row_of(big.id)))
    assert box.contains(person.bar.geometry())
