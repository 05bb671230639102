"""What talking in a chat answers: frozen, and with `to_dict()` in the shapes of the contract."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.chat.queries import AnswerRow, ChatInfo, StoredMemory
from arbor_desktop.chat.tool import Kept
from arbor_desktop.conversations.model import Role
from arbor_desktop.models.model import Readiness, Usage


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt that was stored, and its text as it was. `off`: it was the command that keeps the chat out of
    the memory."""

    chat_id: str
    number: int
    text: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """One answer. `state`: whole, stopped, cut, length or refused. `loaded` are the memories that the model
    was told, `added` those of them that it was not told before in this chat; `left_out`: how many of the
    oldest turns were not sent. `cost` in US dollars, None where no price is known."""

    chat_id: str
    answer: str
    state: str
    loaded: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    stored: tuple[Kept, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    model: str = ""
    left_out: int = 0
    turn: int = 0

    @property
    def stopped(self) -> bool:
        return self.state == "stopped"

    def to_dict(self) -> dict[str, Any]:
        return {
            "conversation_id": self.chat_id,
            "turn": self.turn,
            "answer": self.answer,
            "state": self.state,
            "memories": list(self.loaded),
            "memories_added": list(self.added),
            "stored": [one.to_dict() for one in self.stored],
            "model": self.model,
            "input_tokens": self.usage.all_input,
            "output_tokens": self.usage.output,
            "cost": None if self.cost is None else round(self.cost, 6),
            "turns_left_out": self.left_out,
        }


@dataclass(frozen=True, slots=True)
class Line:
    """One turn of a chat as it is shown. Of an answer: what is known of it; `added` are the memories that the
    model was told for it and not before."""

    number: int
    role: Role
    text: str
    at: int | None
    command: bool = False
    answer: AnswerRow | None = None
    added: tuple[str, ...] = ()
    stored: tuple[StoredMemory, ...] = ()


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat with its last turns. `earlier`: how many turns come before `lines`; `unanswered`: the number of
    the last prompt, where it has no answer that counts; `first_sent`: the number of the oldest turn that
    goes along with the next prompt, 0 where all do."""

    info: ChatInfo
    lines: tuple[Line, ...]
    earlier: int = 0
    unanswered: int = 0
    first_sent: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether one can chat now, and with which model."""

    readiness: Readiness
    chosen: bool
    model: str
