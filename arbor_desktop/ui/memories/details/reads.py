"""How a memory proved right, asked of the service off the GUI thread. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from arbor_desktop.conversations.outcome import CheckKind, CheckResult, Outcome
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Evidence, Memory

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class By(Enum):
    """What proved it; `EITHER` where nobody knows any more which of these."""

    TESTS = "tests"
    BUILD = "build"
    WORD = "word"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a memory proved right. `turn`: the one that shows it or, where that is not known, the one that
    the memory comes from; `title` empty for a conversation that is gone."""

    by: By
    conversation_id: str
    turn: int
    title: str = ""


def proof_of(service: MemoryService, memory: Memory) -> Proof | None:
    """The newest proof; None where nothing proved it."""
    place = max((e for e in memory.evidence if e.verified), key=lambda e: e.at or 0, default=None)
    if place is None:
        return None
    try:
        title = service.conversation(place.conversation_id).title
        outcome = service.outcome(place.conversation_id)
    except NotFound:  # deleted meanwhile
        title, outcome = "", None
    by, turn = _by_what(outcome, place)
    return Proof(by, place.conversation_id, turn, title)


def _by_what(outcome: Outcome | None, place: Evidence) -> tuple[By, int]:
    """No more is said than is known: where the last test failed, or ran before, either may have proved it."""
    proving = [c for c in outcome.checks if c.kind is not CheckKind.CHECK] if outcome is not None else []
    if outcome is not None and not proving:
        return By.WORD, place.last_turn
    last = max(proving, key=lambda check: check.turn, default=None)
    if last is None or last.result is not CheckResult.PASSED or last.turn <= place.last_turn:
        return By.EITHER, place.last_turn
    return (By.TESTS if last.kind is CheckKind.TEST else By.BUILD), last.turn
