"""The memory of a branch, its entries and changes, and what Arbor writes into a project's folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from arbor_desktop.documents import document
from arbor_desktop.memories.model import Category, Privacy
from arbor_desktop.quick_dataclass import dataclass


class Section(StrEnum):
    """The sections of a branch's document, in their order."""

    FACTS = "Facts"
    DECISIONS = "Architectural Decisions"
    CONVENTIONS = "Conventions"
    BUGS = "Bug Patterns"


_SECTIONS = {
    Category.FACTS: Section.FACTS,
    Category.ARCHITECTURAL_DECISIONS: Section.DECISIONS,
    Category.PROJECT_CONVENTIONS: Section.CONVENTIONS,
    Category.CODING_PREFERENCES: Section.CONVENTIONS,
    Category.BUG_PATTERNS: Section.BUGS,
}


def section_of(category: Category, details: Mapping[str, Any]) -> Section | None:
    """Return the section of a memory. An implementation note belongs to the bugs if it names a problem with
    its solution, and else to none."""
    if category is Category.IMPLEMENTATION_NOTES:
        return Section.BUGS if details.get("problem") and details.get("solution") else None
    return _SECTIONS[category]


@dataclass(frozen=True, slots=True)
class Entry:
    """One bullet. `privacy_level` is that of its memory; `ids`: the memories that it comes from, if they are
    known."""

    section: Section
    text: str
    privacy_level: Privacy = Privacy.NORMAL
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchDocument:
    """The entries of each section, in their order."""

    sections: Mapping[Section, tuple[str, ...]] = field(default_factory=dict)

    def entries(self) -> list[Entry]:
        return [Entry(section, text) for section in Section for text in self.sections.get(section, ())]

    def to_dict(self) -> dict[str, Any]:
        """Return the entries by the names of their sections."""
        return {section.value: list(self.sections.get(section, ())) for section in Section}

    @classmethod
    def of(cls, entries: Iterable[Entry | Line]) -> BranchDocument:
        found = list(entries)
        return cls(
            {section: tuple(one.text for one in found if one.section is section) for section in Section}
        )


@dataclass(frozen=True, slots=True)
class KeptDocument(BranchDocument):
    """The memory of one branch, with its file.

    `memory_ids`: the memories of each entry, in the order of `sections`. `path`: where the file is or would
    be (None: the project's folder does not exist). `has_file`: the file exists. `switched_on`: Arbor writes
    it. `updated_at`: when the entries changed last, in milliseconds. `edited`: the file changed since Arbor
    last read or wrote it. `waiting`: the number of entries from other computers or git that need review.
    `left_out`: the number of project-wide memories cleared from this branch. `trouble`: why the file is not
    updated, for people. `text`: the file as Arbor would write it now.
    """

    branch: str = ""
    project: str = ""
    memory_ids: Mapping[Section, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    path: str | None = None
    has_file: bool = False
    switched_on: bool = False
    updated_at: int | None = None
    edited: bool = False
    waiting: int = 0
    left_out: int = 0
    trouble: str | None = None
    text: str = ""

    @property
    def empty(self) -> bool:
        return not any(self.sections.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `arbor branch show`."""
        sections = BranchDocument.to_dict(self)
        memory_ids = {s.value: [list(ids) for ids in self.memory_ids.get(s, ())] for s in Section}
        return document(self, sections=sections, memory_ids=memory_ids)


class ChangeKind(StrEnum):
    ADDED = "added"
    UPDATED = "updated"
    REMOVED = "removed"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the audit. `text`: the entry after the change, or the removed one. `before`: the entries
    that it replaces. `reason`: why, unless it is obvious."""

    kind: ChangeKind
    section: Section
    text: str
    before: tuple[str, ...] = ()
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class BranchUpdate:
    """A document after an update. `warning`: why a simpler method than the chosen one was used."""

    document: BranchDocument
    changes: tuple[Change, ...]
    warning: str | None = None

    def counts(self) -> dict[str, int]:
        """Return the number of changes of each kind."""
        return {kind.value: sum(one.kind is kind for one in self.changes) for kind in ChangeKind}

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `arbor branch memorize`, without what the command adds."""
        return {
            "sections": self.document.to_dict(),
            "changes": [one.to_dict() for one in self.changes],
            **self.counts(),
            "warning": self.warning,
        }


# -- entries and their memories --


def mark(section: Section, text: str) -> str:
    """Return a hash that identifies an entry after its words were erased."""
    return hashlib.sha256(f"{section.value}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """A memory as an entry of a document. `own`: it applies to this branch only, not to the whole project.
    `at`: when it was last changed, in milliseconds."""

    id: str
    section: Section
    text: str
    privacy_level: Privacy = Privacy.NORMAL
    own: bool = False
    at: int = 0

    @property
    def mark(self) -> str:
        return mark(self.section, self.text)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a kept document, with its memories.

    `sources`: the id of each memory, with its `mark` when the line was made; the memory that gave the line
    its words has the line's own mark, and a line merged from several has none of that mark. `by_hand`: a
    person wrote it into the file. `held`: git or another computer brought it into the file, so it needs
    review. `mark`: identifies the entry after its words were erased.
    """

    section: Section
    text: str
    sources: tuple[tuple[str, str], ...] = ()
    by_hand: bool = False
    held: bool = False
    mark: str = ""

    def __post_init__(self) -> None:
        if not self.mark:
            object.__setattr__(self, "mark", mark(self.section, self.text))

    @property
    def place(self) -> tuple[Section, str]:
        return self.section, self.text

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(ident for ident, _ in self.sources)

    @property
    def owner(self) -> str | None:
        """Return the memory whose words the line has; None if it was merged from several."""
        return next((ident for ident, was in self.sources if was == self.mark), None)


# -- options of a project --


class Way(StrEnum):
    """The way in which an instruction file contains the memory."""

    BLOCK = "block"
    """Between markers in the file itself."""
    IMPORT = "import"
    """In a separate file, imported by an `@path` line."""


INSTRUCTION_FILES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
IMPORTING = ("CLAUDE.md", "GEMINI.md")
"""Files whose tools read `@path` lines: Claude Code (its documentation, "Import additional files") and Gemini
CLI (google-gemini/gemini-cli: docs/core/memport.md). No tool that reads AGENTS.md documents it."""
DIGEST_FILE = "ONBOARDING.md"
"""Contains the page for colleagues (`branches.digest`) instead of the branch's memory."""
WRITTEN_FILES = (*INSTRUCTION_FILES, DIGEST_FILE)
OWN_FILE = ".arbor/memory/instructions.md"
"""The separate file of `Way.IMPORT`, relative to the project."""


@dataclass(frozen=True, slots=True)
class FileOptions:
    """What Arbor writes into a project's folder; by default nothing.

    `branch_files`: a Markdown file for each branch in `.arbor/memory/branches`. `instructions`: the
    instruction files that contain the branch's memory, each with its way. `activation`: CLAUDE.md is built
    from `CLAUDE_base.md` and `CLAUDE_<branch>.md`. `share_worktrees`: the repository's worktrees share its
    memory.
    """

    branch_files: bool = False
    instructions: tuple[tuple[str, Way], ...] = ()
    activation: bool = False
    share_worktrees: bool = True

    def way(self, file: str) -> Way | None:
        return dict(self.instructions).get(file)

    def to_dict(self) -> dict[str, Any]:
        return document(self, instructions={file: way.value for file, way in self.instructions})
