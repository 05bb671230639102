"""A conversation: one AI session, and its turns (spec 1.2); and what reading a file of it gives: batches of
turns, each with its checkpoint.

Plain data: a reader runs in a worker process.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import to_iso
from arbor_desktop.documents import document
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from arbor_desktop.conversations.arrival import SeenBlock

ARBOR_MARKER = "<arbor-internal"
"""What Arbor itself says to an assistant's command begins with this: capture never takes such a session for
the person's own."""


HEAD_BYTES = 64 * 1024
"""So much of a file's beginning says whose it is."""


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


class TurnKind(StrEnum):
    """Who is really speaking. Only `said` turns are evidence."""

    SAID = "said"
    TOOL = "tool"
    INJECTED = "injected"
    COMMAND = "command"
    SUMMARY = "summary"
    SUBAGENT = "subagent"
    INTERRUPT = "interrupt"


class ConversationStatus(StrEnum):
    PENDING = "pending"
    PROCESSING = "processing"
    MEMORIZED = "memorized"
    SKIPPED = "skipped"
    EMPTY = "empty"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side said. `number` counts from 1 within the conversation; `at` in milliseconds."""

    number: int
    role: Role
    kind: TurnKind
    text: str
    at: int | None = None
    uuid: str | None = None
    unsaid: bool = False
    memory_ids: tuple[str, ...] = ()

    @property
    def is_reply(self) -> bool:
        """Return whether these are words of the assistant that count."""
        return self.role is Role.ASSISTANT and self.kind is TurnKind.SAID and not self.unsaid

    def to_dict(self) -> dict[str, Any]:
        return document(self, ("uuid",))


@dataclass(frozen=True, slots=True)
class Conversation:
    """One captured session. Times in milliseconds, cost in US dollars."""

    id: str
    source: str
    session_id: str
    status: ConversationStatus
    title: str = ""
    project: str | None = None
    branch: str | None = None
    started_at: int | None = None
    ended_at: int | None = None
    status_reason: str | None = None
    turn_count: int = 0
    user_turns: int = 0
    memories: int = 0
    memorized_through: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    paths: tuple[str, ...] = ()
    text_removed_at: int | None = None
    """When retention took its text away; what was learned from it stays."""
    left_out: bool = False
    """The person keeps it out of the memory."""
    turns: tuple[Turn, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the shape of spec 7.2; `turns` is the list where it was asked for, else the number of
        turns."""
        turns = self.turn_count if self.turns is None else [turn.to_dict() for turn in self.turns]
        return document(self, turns=turns, cost=self.cost)


@dataclass(frozen=True, slots=True)
class ConversationPage:
    conversations: tuple[Conversation, ...]
    next: str | None
    total: int

    def to_dict(self) -> dict[str, Any]:
        rows = [c.to_dict() for c in self.conversations]
        return {"conversations": rows, "next": self.next, "total": self.total}


TRIVIAL = "trivial"
"""The reason of a conversation that is too short to have anything worth remembering."""
NOTHING_TO_REMEMBER, IGNORED = "nothing", "ignored"
"""States of what was read and gave no memory, and of what the person keeps out; else the state is the
status."""


@dataclass(frozen=True, slots=True)
class ConversationFacets:
    """The number of conversations by state, source and project that match a filter, each counted as if it
    were not filtered itself. `tokens` and `cost` (US dollars) are of all conversations of the month;
    `waiting` counts all that are to be memorized."""

    total: int = 0
    states: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    projects: dict[str, int] = field(default_factory=dict)
    tokens: int = 0
    cost: float = 0.0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A place in a conversation that made a memory; `start` and `end` are characters of the first turn's
    text, None where the whole turn is meant."""

    first_turn: int
    last_turn: int
    memory_id: str
    type: MemoryType
    start: int | None = None
    end: int | None = None
    content: str = ""
    """The text of the memory."""


@dataclass(frozen=True, slots=True)
class Activity:
    """One line of the activity list: what was captured when, with its result."""

    at: int
    kind: str
    title: str
    status: str
    reason: str | None = None
    project: str | None = None
    conversation_id: str | None = None
    items_extracted: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__} | {"at": to_iso(self.at)}


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The position up to which a file was read. `offset` is just after the last complete line that was read.

    `head_hash` covers the first 4 KB (or less), `tail_hash` the 64 bytes before `offset`: together they tell
    a grown file from a rewritten one.
    """

    size: int = 0
    mtime_ns: int = 0
    device: int = 0
    inode: int = 0
    offset: int = 0
    head_hash: str = ""
    tail_hash: str = ""
    state: str = ""
    """What the reader must know about the part before `offset` to continue, as JSON. Its texts are `cwd`,
    `branch` and `lines` (an unfinished block): secrets are redacted in them, as in turns."""

    @property
    def stamp(self) -> tuple[int, int, int]:
        """The `conversations.files.stamp` of the file while it does not change."""
        return self.size, self.mtime_ns, self.inode


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """One turn as found. `key` is the source's own record id: the same key is never stored twice."""

    key: str
    role: Role
    kind: TurnKind
    text: str
    at: int | None = None
    unsaid: bool = False
    cwd: str | None = None
    branch: str | None = None
    line: int = 0
    """Byte offset of the record in its file."""


@dataclass(frozen=True, slots=True)
class SessionPart:
    """What a batch says of one session. None or empty means "nothing new about this"."""

    source: str
    session_id: str
    turns: tuple[ReadTurn, ...] = ()
    unsaid_keys: tuple[str, ...] = ()
    """Keys of turns read earlier that were taken back since (rewind, rollback)."""
    title: str | None = None
    cwd: str | None = None
    branch: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    paths: tuple[str, ...] = ()
    parent_session_id: str | None = None
    """Set where this file is a sub-agent's transcript: its turns belong to that session."""
    whole: bool = False
    """`turns` is all of this session that the file holds now (documents that are rewritten). What was read
    from it before, and is missing after a turn that is still there, was taken back; what is missing before,
    was trimmed away."""
    headless: bool = False
    """A program ran this session, not a person (`entrypoint: sdk-*`, and the like)."""
    extra: dict[str, Any] = field(default_factory=dict)
    shown: tuple[SeenBlock, ...] = ()
    """What the record shows of what hooks put into the session; no turn of it holds that."""


@dataclass(frozen=True, slots=True)
class Batch:
    """New turns of one file, and the checkpoint that is true once they are stored."""

    checkpoint: Checkpoint
    sessions: tuple[SessionPart, ...] = ()
    restarted: bool = False
    """The file was rewritten, so it is being read again from its start."""
    skipped_lines: int = 0
    broken_lines: int = 0
    unknown_records: int = 0
