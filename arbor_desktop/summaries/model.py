"""Summaries of the categories of a scope (spec 4.4): their parts, and what the service returns."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from arbor_desktop.documents import document
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope
from arbor_desktop.projects.names import folder_name

ARBOR, PERSON = "maintenance", "user"
"""Who wrote a version."""
SUMMARIZED = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
"""Privacy levels of memories in summaries, which may be shared with an AI whole."""

TITLES = {
    Category.CODING_PREFERENCES: "Coding preferences",
    Category.ARCHITECTURAL_DECISIONS: "Architectural decisions",
    Category.PROJECT_CONVENTIONS: "Project conventions",
    Category.BUG_PATTERNS: "Bug patterns",
    Category.IMPLEMENTATION_NOTES: "Implementation notes",
    Category.FACTS: "Facts",
}


def mark(*parts: str) -> str:
    """Return a hash of texts."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass")
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


@dataclass(frozen=True, slots=True)
class Place:
    """One category of one scope, which has a summary."""

    category: Category
    scope: Scope
    scope_id: str | None = None

    @property
    def title(self) -> str:
        """`Bug patterns: everywhere`, `Bug patterns: kiln`."""
        where = "everywhere"
        if self.scope is Scope.PROJECT:
            where = folder_name(self.scope_id)
        elif self.scope is Scope.CONVERSATION:
            where = "one conversation"
        return f"{TITLES[self.category]}: {where}"


@dataclass(frozen=True, slots=True)
class Item:
    """An active memory for a summary. `text` is its shown text; `confidence` is today's; `said_at` is when it
    was last said in a conversation, or stored by hand; `rivals` are the ids of its open conflicts. Times in
    milliseconds."""

    id: str
    text: str
    type: MemoryType
    privacy: Privacy
    confidence: float
    said_at: int
    updated_at: int
    branch: str | None = None
    technology: str | None = None
    expires_at: int | None = None
    use_count: int = 0
    needs_review: bool = False
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryOrigin:
    """The source of a memory: a conversation, by its title, or whoever stored it."""

    title: str | None
    at: int
    actor: str = "capture"


@dataclass(frozen=True, slots=True)
class Side:
    """One statement of a conflict or a replacement."""

    id: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """An open conflict."""

    id: str
    sides: tuple[Side, ...]
    created_at: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A statement and the one that replaced it."""

    older: Side
    newer: Side


@dataclass(frozen=True, slots=True)
class Fact:
    """A key fact. `sources` are ids of memories, first the one whose text it has; `more_sources` are only
    counted. `updated_at` in milliseconds."""

    statement: str
    evidence: str
    confidence: float
    updated_at: int
    sources: tuple[str, ...]
    more_sources: int = 0


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement that a model made of memories. `sources`: the hash of each one's text, by its id.
    `time_bound`: it may not be true for long."""

    statement: str
    sources: dict[str, str]
    time_bound: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """The parts of a summary. `more` memories are in no fact. Times in milliseconds."""

    title: str
    updated_at: int
    item_count: int
    confidence: tuple[float, float] | None
    reviewed_at: int | None
    summary: str
    facts: tuple[Fact, ...]
    conflicts: tuple[str, ...] = ()
    usage: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class CategorySummary:
    """One version of a summary. Without memories `markdown` is empty, and `version` may be 0.

    `edited`: a person wrote parts, which are kept; else all of it is made from the memories. `problems` keep
    it from being a valid document. `confidence_range` is that of its memories today.
    """

    name: str
    scope: str
    scope_id: str | None
    title: str
    markdown: str = ""
    version: int = 0
    actor: str = ARBOR
    edited: bool = False
    item_count: int = 0
    confidence_range: tuple[float, float] | None = None
    updated_at: int | None = None
    reviewed_at: int | None = None
    sources: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.markdown

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class CategoryInfo:
    """A category of one scope in a list: the number of its memories, and its newest version (0: none yet)."""

    name: str
    scope: str
    scope_id: str | None
    title: str
    item_count: int
    version: int = 0
    edited: bool = False
    updated_at: int | None = None
    reviewed_at: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self)
