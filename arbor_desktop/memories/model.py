"""Memories, their filters, history and proposals (spec 1.1, 7.2), with `to_dict()` of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.documents import document
from arbor_desktop.quick_dataclass import dataclass

MOST_TOLD = 300
"""Characters of a fix that are shared with a bug."""
_FIXES = ("fix", "solution")
MIN_CONTENT = 3
MAX_CONTENT = 10_000
MOST_MERGED = 20
"""So many memories are merged by hand at a time: more can't be read together."""


class MemoryType(StrEnum):
    PREFERENCE = "preference"
    FACT = "fact"
    CONTEXT = "context"
    SKILL = "skill"
    INSTRUCTION = "instruction"
    RELATIONSHIP = "relationship"


class Category(StrEnum):
    CODING_PREFERENCES = "coding_preferences"
    ARCHITECTURAL_DECISIONS = "architectural_decisions"
    PROJECT_CONVENTIONS = "project_conventions"
    BUG_PATTERNS = "bug_patterns"
    IMPLEMENTATION_NOTES = "implementation_notes"
    FACTS = "facts"


class Scope(StrEnum):
    GLOBAL = "global"
    PROJECT = "project"
    CONVERSATION = "conversation"


class Source(StrEnum):
    USER_STATED = "user_stated"
    AI_INFERRED = "ai_inferred"
    AGENT_STORED = "agent_stored"
    SYSTEM = "system"
    TEAM = "team"
    """Shared by another member of the team, who alone changes it."""


class Status(StrEnum):
    ACTIVE = "active"
    PENDING = "pending"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    DELETED = "deleted"


LIVING = (Status.ACTIVE, Status.PENDING)


class Privacy(StrEnum):
    ALWAYS_INCLUDE = "always_include"
    NORMAL = "normal"
    SENSITIVE = "sensitive"
    NEVER_SHARE = "never_share"


class FeedbackKind(StrEnum):
    CONFIRM = "CONFIRM"
    INCORRECT = "INCORRECT"
    OUTDATED = "OUTDATED"
    FORGET = "FORGET"


class Severity(StrEnum):
    HIGH = "HIGH"
    MEDIUM = "MEDIUM"
    LOW = "LOW"


CORRECTION = "correction/"
"""Prefix of a rule's name in evidence where the words corrected the assistant."""

SELECTED = "choice.selected-words"
"""The rule of a memory of words that a person selected in a conversation."""


def base_rule(rule: str) -> str:
    """Return the rule without its prefix: "correction/judge.rule" → "judge.rule"."""
    return rule.removeprefix(CORRECTION)


def is_correction(rule: str) -> bool:
    """Return whether the words found by this rule corrected the assistant."""
    return rule.startswith(CORRECTION)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place that a memory comes from. `span_start` and `span_end` are characters of turn `first_turn`;
    `confidence` is what its rule gave, before anything lowered it (None: unknown)."""

    conversation_id: str
    first_turn: int
    last_turn: int
    rule: str
    span_start: int | None = None
    span_end: int | None = None
    project: str | None = None
    verified: bool = False
    error_text: str | None = None
    at: int | None = None
    confidence: float | None = None

    def to_dict(self) -> dict[str, Any]:
        span = None if self.span_start is None else [self.span_start, self.span_end]
        left_out = ("span_start", "span_end", "error_text")
        return document(self, left_out, span=span, confidence=self.confidence)


@dataclass(frozen=True, slots=True)
class Memory:
    """A stored memory when it was read. Times in milliseconds; `current_confidence`: see `confidence`; `row`:
    its key in the memory file."""

    id: str
    content: str
    type: MemoryType
    category: Category
    scope: Scope
    source: Source
    status: Status
    confidence: float
    current_confidence: float
    privacy_level: Privacy
    created_at: int
    updated_at: int
    reinforced_at: int
    summary: str | None = None
    details: dict[str, Any] = field(default_factory=dict)
    scope_id: str | None = None
    branch: str | None = None
    tags: tuple[str, ...] = ()
    technology: str | None = None
    needs_review: bool = False
    invalid: bool = False
    accessed_at: int | None = None
    last_used_at: int | None = None
    confirmed_at: int | None = None
    compacted_at: int | None = None
    expires_at: int | None = None
    archived_at: int | None = None
    access_count: int = 0
    use_count: int = 0
    success_count: int = 0
    failure_count: int = 0
    decay_rate: float = 0.1
    evidence: tuple[Evidence, ...] = ()
    conflict_ids: tuple[str, ...] = ()
    row: int = 0

    @property
    def shown_text(self) -> str:
        """Return the summary if compaction made one, else the content."""
        return self.summary or self.content

    @property
    def said_at(self) -> int | None:
        """When it was last said in a conversation (milliseconds); None for what was added by hand."""
        return max((evidence.at for evidence in self.evidence if evidence.at is not None), default=None)

    @property
    def condition(self) -> str | None:
        """Return the only case in which it applies, as a person worded it ("in the old app")."""
        said = self.details.get("condition")
        return said if isinstance(said, str) and said.strip() else None

    @property
    def told_text(self) -> str:
        """Return the text shared with an AI: with a bug's fix, a convention's files and the condition, unless
        the text names them already."""
        text = told = self.shown_text
        if self.category is Category.BUG_PATTERNS:
            fix = next((f for f in (self.details.get(k) for k in _FIXES) if isinstance(f, str) and f), None)
            if fix is not None and fix not in text:
                told += f" (fix: {fix if len(fix) <= MOST_TOLD else f'{fix[: MOST_TOLD - 1]}…'})"
        if self.category is Category.PROJECT_CONVENTIONS:
            globs = self.details.get("applies_to")
            named = [g for g in globs if isinstance(g, str) and g] if isinstance(globs, list) else []
            if named and not all(glob in text for glob in named):
                told += f" (for {', '.join(named)})"
        return f"{told} (only: {self.condition})" if self.condition else told

    @property
    def conversation_id(self) -> str | None:
        return self.evidence[0].conversation_id if self.evidence else None

    def to_dict(self) -> dict[str, Any]:
        """Return the `Memory` shape of spec 7.2."""
        return document(self, ("row",), details=self.details, conversation_id=self.conversation_id)


@dataclass(frozen=True, slots=True)
class Past:
    """What a new memory brings from another store: its id, times and counts, and its links there, each (kind,
    id of the other memory, weight)."""

    created_at: int
    updated_at: int
    reinforced_at: int
    id: str = ""
    summary: str | None = None
    accessed_at: int | None = None
    last_used_at: int | None = None
    confirmed_at: int | None = None
    compacted_at: int | None = None
    archived_at: int | None = None
    access_count: int = 0
    use_count: int = 0
    success_count: int = 0
    failure_count: int = 0
    needs_review: bool = False
    invalid: bool = False
    links: tuple[tuple[str, str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class StoreResult:
    """`id` is the memory that has the text now, new or saved before."""

    id: str
    success: bool = True
    duplicate: bool = False
    merged: bool = False
    existing_id: str | None = None
    conflicts: tuple[str, ...] = ()
    redacted: bool = False
    """Secrets were removed from the text."""

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Page:
    """Some memories of a list. `next` continues it; `total` counts the whole list."""

    memories: tuple[Memory, ...]
    next: str | None
    total: int

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts of the memories that match a filter. `types` ignores the filter's own types."""

    total: int = 0
    types: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    projects: dict[str, int] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    privacy: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of a memory. `before` and `after` have the changed fields; `before` None: it was created."""

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
        return document(self, before=_with_iso_times(self.before), after=_with_iso_times(self.after))


def _with_iso_times(fields: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the fields with times in ISO 8601, as in all other answers."""
    if fields is None:
        return None
    return {
        name: to_iso(value) if name.endswith("_at") and isinstance(value, int) else value
        for name, value in fields.items()
    }


@dataclass(frozen=True, slots=True)
class Undone:
    """An action that was or would be undone. `text` is that of its first memory."""

    action: str
    ids: tuple[str, ...]
    at: int
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"undone": {"action": self.action, "ids": list(self.ids), "at": to_iso(self.at)}}


@dataclass(frozen=True, slots=True)
class Related:
    """A memory that is linked to another one; `kind` says how, `weight` how closely."""

    memory: Memory
    kind: str
    weight: float

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to the memory `id`, whose text is `content`."""

    kind: str
    id: str
    weight: float
    content: str


class ProposalAction(StrEnum):
    EDIT = "edit"
    DELETE = "delete"


class ProposalDecision(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    OVERTAKEN = "overtaken"
    """The memory was changed or removed before anybody decided."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that an AI tool suggests, for a person to decide in Review (spec 6.2). `fields` has an edit's
    new values, `before` those at the time of the proposal; `client` is the name that the tool gave itself."""

    id: str
    memory_id: str
    action: ProposalAction
    at: int
    content: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    client: str = ""
    reason: str = ""
    decision: ProposalDecision | None = None
    decided_at: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self, fields=dict(self.fields), before=dict(self.before))


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Conditions that memories must all meet; several values of one field are alternatives, none means "any".

    `project` keeps what is visible there: global memories and those of the project. `rule` is a rule of
    extraction, with or without its prefix for corrections. `places` are scopes with their ids, `branches`
    names of branches (None: applies on all), one of which a memory must have; `valid_at` keeps what has not
    expired at that time. `ids` keeps these memories. Times in milliseconds.
    """

    types: tuple[MemoryType, ...] = ()
    categories: tuple[Category, ...] = ()
    scope: Scope | None = None
    scope_id: str | None = None
    project: str | None = None
    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    sources: tuple[Source, ...] = ()
    privacy: tuple[Privacy, ...] = ()
    tags: tuple[str, ...] = ()
    technology: str | None = None
    min_confidence: float | None = None
    since: int | None = None
    until: int | None = None
    conversation: str | None = None
    rule: str | None = None
    needs_review: bool | None = None
    places: tuple[tuple[Scope, str | None], ...] | None = None
    branches: tuple[str | None, ...] | None = None
    valid_at: int | None = None
    ids: tuple[str, ...] | None = None
