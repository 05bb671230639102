"""What the service answers (spec 7.2 and 7.3): frozen, and with `to_dict()` in the shapes of the contract."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import to_iso
from arbor_desktop.memories.hits import Components as Components
from arbor_desktop.memories.hits import Hit as Hit
from arbor_desktop.memories.model import Memory, MemoryType

if TYPE_CHECKING:
    from arbor_desktop.conversations.model import Conversation
    from arbor_desktop.memories.maintenance import Progress
    from arbor_desktop.models.model import Readiness


@dataclass(frozen=True, slots=True)
class Changes:
    """What one commit changed. `all_…`: too many to name, or changed by another process."""

    memories: tuple[str, ...] = ()
    conversations: tuple[str, ...] = ()
    all_memories: bool = False
    all_conversations: bool = False
    status: bool = False
    sources: bool = False
    settings: bool = False
    conflicts: bool = False
    maintenance: bool = False
    projects: bool = False


@dataclass(frozen=True, slots=True)
class StoreResult:
    """`id` is the memory that now holds the text, new or known before."""

    id: str
    success: bool = True
    duplicate: bool = False
    merged: bool = False
    existing_id: str | None = None
    conflicts: tuple[str, ...] = ()
    redacted: bool = False
    """Secrets were taken out of what was to be stored."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "success": self.success,
            "id": self.id,
            "duplicate": self.duplicate,
            "merged": self.merged,
            "existing_id": self.existing_id,
            "conflicts": list(self.conflicts),
            "redacted": self.redacted,
        }


@dataclass(frozen=True, slots=True)
class Page:
    memories: tuple[Memory, ...]
    next: str | None
    total: int

    def to_dict(self) -> dict[str, Any]:
        return {"memories": [m.to_dict() for m in self.memories], "next": self.next, "total": self.total}


@dataclass(frozen=True, slots=True)
class ConversationPage:
    conversations: tuple[Conversation, ...]
    next: str | None
    total: int

    def to_dict(self) -> dict[str, Any]:
        rows = [c.to_dict() for c in self.conversations]
        return {"conversations": rows, "next": self.next, "total": self.total}


@dataclass(frozen=True, slots=True)
class ConversationFacets:
    """How many conversations of each status, source and project a filter leaves, each counted without its own
    filter. `tokens` and `cost` (US dollars) are of all conversations of the month, `waiting` counts all that
    are to be memorized."""

    total: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
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


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What is relevant to a query, and nothing else (spec 7.3): `context` is the block an AI is told, of
    `total_tokens`; `conflicts` are the ids of open conflicts among the memories."""

    memories: tuple[Hit, ...]
    conflicts: tuple[str, ...]
    context: str
    total_tokens: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "memories": [hit.to_dict() for hit in self.memories],
            "conflicts": list(self.conflicts),
            "context": self.context,
            "total_tokens": self.total_tokens,
        }


@dataclass(frozen=True, slots=True)
class TurnHit:
    conversation_id: str
    turn: int
    role: str
    text: str
    at: int | None
    score: float
    project: str | None
    source: str
    marks: tuple[tuple[int, int], ...] = ()
    """Where words of the query stand in `text`: (start, end) in characters. None where a turn beside it does
    hold them."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "conversation_id": self.conversation_id,
            "turn": self.turn,
            "role": self.role,
            "text": self.text,
            "at": to_iso(self.at),
            "score": round(self.score, 4),
            "project": self.project,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation that a search found, with its turn that fits best; `turn` is None and `text` empty where
    nothing but the title fits. `marks` are places in `text`, `title_marks` in `title`: (start, end) in
    characters. `hits` counts the turns that were found to fit: at least so many do."""

    conversation_id: str
    score: float
    turn: int | None
    text: str
    marks: tuple[tuple[int, int], ...]
    hits: int
    title: str = ""
    title_marks: tuple[tuple[int, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "conversation_id": self.conversation_id,
            "score": round(self.score, 4),
            "turn": self.turn,
            "text": self.text,
            "hits": self.hits,
            "title": self.title,
        }


STOPPED = "stopped"
"""The reason of a conversation that was read, and not memorized because the person stopped the run."""


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """What became of one conversation in one file. Counts are of this run; `backend` read it, for so many
    `tokens` and US dollars; `fell_back` is why a model was asked in vain."""

    path: str | None
    source: str | None = None
    conversation_id: str | None = None
    status: str = "success"
    reason: str | None = None
    turns: int = 0
    new_turns: int = 0
    items_extracted: int = 0
    duplicates: int = 0
    merged: int = 0
    conflicts: int = 0
    pending_review: int = 0
    error: str | None = None
    backend: str = "offline"
    tokens: int = 0
    cost: float = 0.0
    fell_back: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of a memory. `before` and `after` hold the changed fields; `before` None: it was created."""

    seq: int
    at: int
    actor: str
    action: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    reason: str | None
    action_id: str
    undone: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "at": to_iso(self.at),
            "actor": self.actor,
            "action": self.action,
            "before": _with_iso_times(self.before),
            "after": _with_iso_times(self.after),
            "reason": self.reason,
            "action_id": self.action_id,
            "undone": self.undone,
        }


def _with_iso_times(fields: dict[str, Any] | None) -> dict[str, Any] | None:
    """A memory's fields with times as programs get them everywhere else."""
    if fields is None:
        return None
    return {
        name: to_iso(value) if name.endswith("_at") and isinstance(value, int) else value
        for name, value in fields.items()
    }


@dataclass(frozen=True, slots=True)
class Undone:
    """An action that was undone, or that would be. `text`: the words of its first memory."""

    action: str
    ids: tuple[str, ...]
    at: int
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"undone": {"action": self.action, "ids": list(self.ids), "at": to_iso(self.at)}}


@dataclass(frozen=True, slots=True)
class Related:
    memory: Memory
    kind: str
    weight: float

    def to_dict(self) -> dict[str, Any]:
        return {"memory": self.memory.to_dict(), "kind": self.kind, "weight": round(self.weight, 4)}


@dataclass(frozen=True, slots=True)
class Facets:
    """How many memories of each kind the filter leaves; `types` are counted without the types asked for."""

    total: int = 0
    types: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    projects: dict[str, int] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    privacy: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A place that conversations come from. `found`: the folder exists on this computer."""

    name: str
    label: str
    path: str
    source: str | None
    enabled: bool
    found: bool
    added: bool
    conversations: int
    """How many were captured from here; `files` are what lies there."""
    bytes: int
    files: int = 0
    error: str | None = None
    kind: str = "folder"
    """`folder`, `projects` (its files lie in the projects' own folders) or `export` (imported by hand)."""
    paths: tuple[str, ...] = ()
    """All folders of it that are there."""

    def to_dict(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"paths": list(self.paths)}


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule of extraction as the person has judged it. `kind` and `phrase` are its name for people;
    `kept` and `turned_down` of its `memories` since `reset_at`; `confidence` is what it gives by itself on
    average (None: not known), `factor` what that is multiplied by for this person."""

    rule: str
    kind: str
    phrase: str
    memories: int
    kept: int
    turned_down: int
    factor: float
    confidence: float | None
    reset_at: int | None = None

    @property
    def name(self) -> str:
        """Kind and phrase: "Standing instruction: always …"."""
        return f"{self.kind}: {self.phrase}" if self.phrase else self.kind

    @property
    def confidence_now(self) -> float | None:
        """What the rule's next memory gets."""
        return None if self.confidence is None else round(self.confidence * self.factor, 4)

    def to_dict(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "name": self.name,
            "memories": self.memories,
            "kept": self.kept,
            "turned_down": self.turned_down,
            "confidence": self.confidence,
            "confidence_now": self.confidence_now,
            "factor": self.factor,
            "reset_at": to_iso(self.reset_at),
        }


@dataclass(frozen=True, slots=True)
class BackendStatus:
    name: str = "offline"
    ready: bool = True
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "ready": self.ready, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """Whether the model that the person chose can be asked, how many conversations wait for it, and which
    server it is where that is not Anthropic's own (its address)."""

    readiness: Readiness
    waiting: int = 0
    server: str = ""

    @property
    def holds_up(self) -> bool:
        """Whether something waits that can't be read now."""
        return self.waiting > 0 and not self.readiness.ready


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """`queue`: conversations waiting; `done` of `total` in the run under way; `paused_until` None with state
    `paused` means until resumed."""

    state: str
    queue: int = 0
    done: int = 0
    total: int = 0
    current: str | None = None
    watching: tuple[str, ...] = ()
    last_error: str | None = None
    backend: BackendStatus = BackendStatus()
    paused_until: int | None = None
    pending_review: int = 0
    open_conflicts: int = 0
    marked_outdated: int = 0
    """Active memories that may no longer hold."""
    proposals: int = 0
    """Edits and deletions that agents propose."""
    maintenance: Progress | None = None
    """How far maintenance is, while it runs in this process."""
    model: ModelStatus | None = None
    """None while the rules on this computer read."""
    batched: int = 0
    """Conversations that were handed to a service, to be answered within a day."""
    unread: int = 0
    """Conversations that were found and not read yet, also those that are not quiet yet."""
    reads_at: int | None = None
    """When the next of them is read, where that is known."""

    @property
    def to_review(self) -> int:
        """All that waits for a person's yes or no on the Review page."""
        return self.pending_review + self.marked_outdated + self.proposals

    def to_dict(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "queue": self.queue,
            "done": self.done,
            "total": self.total,
            "current": self.current,
            "watching": list(self.watching),
            "last_error": self.last_error,
            "backend": self.backend.to_dict(),
            "batched": self.batched,
            "maintenance": None if self.maintenance is None else self.maintenance.to_dict(),
            "paused_until": to_iso(self.paused_until),
            "pending_review": self.pending_review,
            "open_conflicts": self.open_conflicts,
            "marked_outdated": self.marked_outdated,
            "proposals": self.proposals,
        }


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
