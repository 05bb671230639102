"""What every extractor takes and gives. Plain frozen data: the offline one runs in a worker process."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.conversations.model import Turn
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope, Source
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

NOT_ENGLISH = Sentence("not in English")
"""Why the rules found nothing in a conversation: only a model reads other languages."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of a conversation to read. Turns numbered up to `context_through` were memorized before:
    they explain, but are no evidence."""

    conversation_id: str
    source: str
    turns: tuple[Turn, ...]
    project: str | None = None
    branch: str | None = None
    context_through: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory to be. `span_*` are the characters of turn `first_turn` that say it."""

    content: str
    type: MemoryType
    category: Category
    confidence: float
    rule: str
    first_turn: int
    last_turn: int
    span_start: int
    span_end: int
    source: Source = Source.USER_STATED
    scope: Scope = Scope.GLOBAL
    """A hint: `project` falls back to `global` where no project is known."""
    project: str | None = None
    """Another project than the conversation's, of which it speaks."""
    on_branch: bool = False
    """The words say that it applies on the conversation's branch only."""
    privacy_level: Privacy = Privacy.NORMAL
    details: dict[str, Any] = field(default_factory=dict)
    technology: str | None = None
    tags: tuple[str, ...] = ()
    expires_at: int | None = None


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule of extraction as the person has judged it. `kind` and `phrase` are its name for people;
    `kept` and `turned_down` of its `memories` since `reset_at`; `confidence` is what it gives on
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
