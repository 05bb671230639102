"""Answers to questions to one's memory (spec 4.3), and chats. Frozen; `to_dict()` has the shapes of the
contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arbor_desktop.conversations.model import Role
from arbor_desktop.llm.model import Readiness, Trouble, Usage
from arbor_desktop.memories.model import Memory
from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from arbor_desktop.agents.storage import StoreOutcome
    from arbor_desktop.chat.queries import AnswerRow, ChatInfo, StoredMemory

# -- ask your memory --


class Outcome(StrEnum):
    """How a question ended.

    `answered`: from memories that are named. `unsupported`: the model named no memory. `unknown`: the
    matching memories don't say it. `nothing`: no memory matches. `listed`: no model answered, the best
    matches are listed. `cut`: the answer ended in the middle. `stopped`: by the person.
    """

    ANSWERED = "answered"
    UNSUPPORTED = "unsupported"
    UNKNOWN = "unknown"
    NOTHING = "nothing"
    LISTED = "listed"
    CUT = "cut"
    STOPPED = "stopped"


class Stage(StrEnum):
    """Stage of answering a question."""

    SEARCHING = "searching"
    REWRITING = "rewriting"
    SUMMARIES = "summaries"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Step:
    """Progress. `count`: memories searched, or statements (`summaries`) and memories (`reading`) that the
    model gets."""

    stage: Stage
    count: int = 0


Steps = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Citation:
    """A memory with its number in the answer, counted from 1 in order of appearance."""

    number: int
    memory: Memory

    @property
    def memory_id(self) -> str:
        return self.memory.id

    @property
    def content(self) -> str:
        return self.memory.content

    def to_dict(self) -> dict[str, Any]:
        memory = self.memory
        return {
            "number": self.number,
            "memory_id": memory.id,
            "content": memory.content,
            "type": memory.type.value,
            "scope": memory.scope.value,
            "scope_id": memory.scope_id,
        }


@dataclass(frozen=True, slots=True)
class AskResult:
    """Result of a question.

    `text` names memories as [1], [2]: the numbers of `citations`. With `listed` the citations are the best
    matches, and `reason` says for people why no model answered. `disputes` are the numbers of memories in an
    open conflict. `considered` were sent to the model. `cost` in US dollars, None where unknown;
    `milliseconds` in all.
    """

    question: str
    outcome: Outcome
    text: str = ""
    citations: tuple[Citation, ...] = ()
    considered: tuple[Memory, ...] = ()
    disputes: tuple[tuple[int, ...], ...] = ()
    from_summaries: bool = False
    backend: str = "offline"
    model: str = ""
    calls: int = 0
    cost: float | None = 0.0
    usage: Usage = field(default_factory=Usage)
    milliseconds: int = 0
    trouble: Trouble | None = None
    reason: str = ""
    detail: str = ""
    retry_after: float | None = None

    @property
    def found(self) -> bool:
        """Whether memories are cited or listed."""
        return bool(self.citations) and self.outcome is not Outcome.UNKNOWN

    def to_dict(self) -> dict[str, Any]:
        """Return the shape of `arbor ask --json`."""
        fallback = None
        if self.outcome is Outcome.LISTED:
            fallback = {"trouble": self.trouble and self.trouble.value, "reason": self.reason}
        return {
            "question": self.question,
            "answer": self.text,
            "outcome": self.outcome.value,
            "citations": [citation.to_dict() for citation in self.citations],
            "conflicts": [list(numbers) for numbers in self.disputes],
            "from_summaries": self.from_summaries,
            "considered": len(self.considered),
            "backend": self.backend,
            "model": self.model or None,
            "calls": self.calls,
            "tokens": {"input": self.usage.all_input, "output": self.usage.output},
            "cost": None if self.cost is None else round(self.cost, 6),
            "milliseconds": self.milliseconds,
            "fallback": fallback,
        }


# -- chats --


@dataclass(frozen=True, slots=True)
class StoredPrompt:
    """A stored prompt, with its text after redaction. `off`: it was the command to ignore the chat."""

    chat_id: str
    number: int
    text: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """One answer. `state`: whole, stopped, cut, length or refused.

    `loaded` are the memories that the model was sent, `added` those of them that are new in this chat;
    `left_out` counts the oldest turns that were not sent. `cost` in US dollars, None where no price is known.
    """

    chat_id: str
    answer: str
    state: str
    loaded: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    stored: tuple[StoreOutcome, ...] = ()
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
class ChatTurn:
    """One turn as it is shown; an answer with its details, the memories first sent for it (`added`) and those
    stored from it."""

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
    """A chat with its last turns.

    `earlier` counts the turns before `lines`; `unanswered` is the number of the last prompt, if it has no
    valid answer; `first_sent` the number of the oldest turn that is sent with the next prompt, 0 for all.
    """

    info: ChatInfo
    lines: tuple[ChatTurn, ...]
    earlier: int = 0
    unanswered: int = 0
    first_sent: int = 0


@dataclass(frozen=True, slots=True)
class ChatReadiness:
    """Whether one can chat now, and with which model."""

    readiness: Readiness
    chosen: bool
    model: str
