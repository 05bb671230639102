"""Memories in Review: what a person has to decide on, and how each relates to others."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from arbor_desktop.conversations.model import Conversation
from arbor_desktop.memories.model import Memory, MemoryType, Privacy, Scope, Source
from arbor_desktop.quick_dataclass import dataclass


class GroupKind(StrEnum):
    TEAM = "team"
    """Shared by other members of the team."""
    CONVERSATION = "conversation"
    ASSISTANT = "assistant"
    """Stored by an AI tool, in no known conversation."""
    OTHER = "other"
    """Added by hand, or from a conversation that was deleted."""
    OUTDATED = "outdated"
    """Active, and marked as outdated."""


class Relation(StrEnum):
    CONTRADICTS = "contradicts"
    UPDATES = "updates"
    """It contradicts an older memory and says that it replaces it."""
    OUTDATED_BY = "outdated_by"
    """It was marked as outdated in favour of the other."""
    NEAR = "near"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One memory to decide on. `conversation` and its turns are its first source (None and 0 without one).
    `relation` is contradicts or updates if there is an open `conflict`, whose other side is `other` with the
    text `other_content`; else none, for finding the nearest memory takes a search (see `Review.nearest`)."""

    row: int
    id: str
    content: str
    type: MemoryType
    scope: Scope
    scope_id: str | None
    source: Source
    privacy: Privacy
    confidence: float
    created_at: int
    outdated: bool
    conversation: str | None
    first_turn: int
    last_turn: int
    relation: Relation = Relation.NONE
    conflict: str | None = None
    other: str | None = None
    other_content: str = ""


@dataclass(frozen=True, slots=True)
class ReviewGroup:
    """Memories under one heading. `conversation` is None for all kinds but that one; its memories are
    not counted."""

    kind: GroupKind
    conversation: Conversation | None
    items: tuple[ReviewItem, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """The memory nearest to another one. `similarity` is 0 to 1 (see text.support); `same`: it says the
    same in other words; `newer`: it is the newer side of their conflict."""

    memory: Memory
    similarity: float
    relation: Relation
    same: bool = False
    conflict: str | None = None
    newer: bool = False


class Certain(NamedTuple):
    """Ids of the accepted memories, and of those as certain that contradict or replace another one."""

    accepted: tuple[str, ...]
    left: tuple[str, ...]
