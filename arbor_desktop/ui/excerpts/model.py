"""Reads the place a memory comes from, off the GUI thread. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.conversations.model import Conversation, Turn, TurnKind
from arbor_desktop.errors import NotFound
from arbor_desktop.extraction.rule_words import Called
from arbor_desktop.memories.model import Evidence

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

_AROUND = 1
_FAR = 6
"""Turns of tools and commands lie between what is said: so far is looked for a neighbour."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One place a memory comes from: its turns and a neighbour on either side. `conversation` may be gone.
    `called`: what its rule is called."""

    evidence: Evidence
    conversation: Conversation | None
    turns: tuple[Turn, ...]
    called: Called

    def is_evidence(self, turn: Turn) -> bool:
        return self.evidence.first_turn <= turn.number <= self.evidence.last_turn


def excerpt(service: MemoryService, evidence: Evidence) -> Excerpt:
    called = service.rules.words.of(evidence.rule)
    try:
        conversation = service.conversation(evidence.conversation_id)
    except NotFound:  # deleted for good; the memory stays, without its source
        return Excerpt(evidence, None, (), called)
    first, last = evidence.first_turn, evidence.last_turn
    turns = service.turns(evidence.conversation_id, max(1, first - _FAR), last + _FAR)
    said = [turn for turn in turns if first <= turn.number <= last or turn.kind is TurnKind.SAID]
    before = [turn for turn in said if turn.number < first][-_AROUND:]
    after = [turn for turn in said if turn.number > last][:_AROUND]
    inside = [turn for turn in said if first <= turn.number <= last]
    return Excerpt(evidence, conversation, (*before, *inside, *after), called)
