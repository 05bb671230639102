"""What agents propose, as the page lists it: each with the memory that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.editing.review import ReviewItem
from arbor_desktop.memories.model import HistoryEntry, Memory, Proposal, ProposalAction
from arbor_desktop.ui.memories.history_words import field_changes

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


@dataclass(frozen=True, slots=True)
class ProposalItem:
    """One proposal to decide on. `memory` is what it would change, as it is now."""

    proposal: Proposal
    memory: Memory

    @property
    def id(self) -> str:
        return self.proposal.id

    @property
    def deletes(self) -> bool:
        return self.proposal.action is ProposalAction.DELETE

    @property
    def before(self) -> str:
        """The words of the memory."""
        return str(self.proposal.before.get("content", self.proposal.content))

    @property
    def after(self) -> str:
        """The words that it would have; of one that is to be deleted those that it has."""
        return str(self.proposal.fields.get("content", self.before))

    def changes(self) -> list[tuple[str, str, str]]:
        """(field, before, after) of everything but the words, as people call it."""
        one = self.proposal
        before, after = dict(one.before), dict(one.fields)
        return field_changes(HistoryEntry(0, one.at, "agent", "edited", before, after, None, ""))


Waiting = ReviewItem | ProposalItem
"""What is decided on by a card."""


def proposals(service: MemoryService) -> tuple[ProposalItem, ...]:
    """Those that wait, the oldest first."""
    found = service.proposals()
    known = {memory.id: memory for memory in service.get_many([one.memory_id for one in found])}
    return tuple(ProposalItem(one, known[one.memory_id]) for one in found if one.memory_id in known)


def accept_proposals(service: MemoryService, ids: list[str]) -> None:
    """One after the other, each an action of its own."""
    for ident in ids:
        service.accept_proposal(ident)


def reject_proposals(service: MemoryService, ids: list[str]) -> None:
    for ident in ids:
        service.reject_proposal(ident)


def take_back_proposals(service: MemoryService, accepted: int, rejected: list[str]) -> None:
    """The reverse of the last decision: so many accepted ones are undone, these rejected ones wait again."""
    for _ in range(accepted):
        service.undo()
    for ident in rejected:
        service.deliveries.proposals.reopen(ident)
