"""What a conversation was told, as its transcript shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from arbor_desktop.context.model import Delivered, Receipt, Use
from arbor_desktop.memories.model import MemoryType

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

_AT_START = frozenset({"sessionstart", "session_start"})
_WITH_PROMPT = frozenset({"userpromptsubmit", "beforeagent", "beforesubmitprompt"})


class When(Enum):
    """When in a session something was told."""

    START = "start"
    PROMPT = "prompt"
    DURING = "during"


def when(event: str) -> When:
    """By the hook's name in the words of its tool (Claude Code, Codex: `SessionStart`, `UserPromptSubmit`;
    Gemini CLI: `SessionStart`, `BeforeAgent`; Cursor: `sessionStart`, `beforeSubmitPrompt`)."""
    name = event.lower()
    if name in _AT_START:
        return When.START
    return When.PROMPT if name in _WITH_PROMPT else When.DURING


@dataclass(frozen=True, slots=True)
class UsedMark:
    """A turn at which a memory that was told was used; `failed`: it did not hold there."""

    turn: int
    memory_id: str
    content: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """All that a conversation was told, the oldest first; `types`: of the memories that are still here."""

    receipts: tuple[Receipt, ...] = ()
    types: tuple[tuple[str, MemoryType], ...] = ()

    def type_of(self, memory_id: str) -> MemoryType | None:
        return dict(self.types).get(memory_id)

    def at(self, moment: When) -> int:
        """How many memories were told then for the first time."""
        seen: set[str] = set()
        count = 0
        for receipt in self.receipts:
            new = {one.memory_id for one in receipt.delivered} - seen
            seen |= new
            count += len(new) if when(receipt.event) is moment else 0
        return count

    def became(self, use: Use) -> int:
        """Of how many memories that is so. What failed once and was used elsewhere is both."""
        return len({one.memory_id for one in self._delivered() if one.use is use})

    @property
    def judged(self) -> bool:
        """Whether any of it was looked at yet."""
        return any(one.use is not None for one in self._delivered())

    @property
    def marks(self) -> tuple[UsedMark, ...]:
        """The turns where something was used, one sign for each memory there."""
        found: dict[tuple[int, str], UsedMark] = {}
        for one in self._delivered():
            if one.turn is not None and one.use in (Use.USED, Use.FAILED):
                mark = UsedMark(one.turn, one.memory_id, one.content, one.use is Use.FAILED)
                found.setdefault((one.turn, one.memory_id), mark)
        return tuple(found[key] for key in sorted(found))

    def _delivered(self) -> Sequence[Delivered]:
        return [one for receipt in self.receipts for one in receipt.delivered]


def told(service: MemoryService, conversation_id: str) -> Told:
    """One that was told nothing has no receipts."""
    receipts = tuple(service.receipts_of(conversation_id))
    ids = list(dict.fromkeys(one.memory_id for receipt in receipts for one in receipt.delivered))
    types = tuple((memory.id, memory.type) for memory in service.get_many(ids)) if ids else ()
    return Told(receipts, types)
