"""What is remembered of one branch, in four sections (spec 6.3), and how it goes on with what is new. Pure.

`evolved` goes by the rules: what is known is discarded, what says more takes the place of what says less, the
newer wins over what it contradicts, and all else stays. `grouped` only puts everything into its section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arbor_desktop.core.clock import to_iso
from arbor_desktop.core.conflict import Judging
from arbor_desktop.core.memory import Category, Privacy
from arbor_desktop.core.words import fold, search_terms

if TYPE_CHECKING:
    from arbor_desktop.core.likeness import Statement


class Section(StrEnum):
    """In the order in which they stand."""

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
    """Where a memory stands. Notes on an implementation stand among the bugs where they tell a problem with
    its solution, and else nowhere."""
    if category is Category.IMPLEMENTATION_NOTES:
        return Section.BUGS if details.get("problem") and details.get("solution") else None
    return _SECTIONS[category]


@dataclass(frozen=True, slots=True)
class Entry:
    """One bullet. `privacy_level` is of the memory that it comes from."""

    section: Section
    text: str
    privacy_level: Privacy = Privacy.NORMAL


@dataclass(frozen=True, slots=True)
class BranchDocument:
    """The entries of each section, in their order."""

    sections: Mapping[Section, tuple[str, ...]] = field(default_factory=dict)

    def entries(self) -> list[Entry]:
        return [Entry(section, text) for section in Section for text in self.sections.get(section, ())]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> BranchDocument:
        return cls(
            {section: tuple(one.text for one in entries if one.section is section) for section in Section}
        )


@dataclass(frozen=True, slots=True)
class KeptDocument(BranchDocument):
    """The memory of one branch as it is kept, with its file. `memory_ids`: of each entry the memories that it
    comes from, in the same order as `sections`. `path` is where the file is or would be (None: the project's
    folder is not here), `has_file` whether it is there, `switched_on` whether Arbor writes it. `updated_at`
    (milliseconds): when the entries changed last. `edited`: somebody changed the file since Arbor read or
    wrote it last. `waiting`: so many entries came into the file by no person's hand and wait in Review.
    `left_out`: so many memories of the whole project were cleared from this branch. `trouble`: why the file
    is left alone, in words for people. `text`: the file as Arbor would write it now."""

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
        """The shape of `arbor branch show`."""
        return {
            "branch": self.branch,
            "project": self.project,
            "sections": {section.value: list(self.sections.get(section, ())) for section in Section},
            "memory_ids": {
                section.value: [list(ids) for ids in self.memory_ids.get(section, ())] for section in Section
            },
            "path": self.path,
            "has_file": self.has_file,
            "switched_on": self.switched_on,
            "updated_at": to_iso(self.updated_at),
            "edited": self.edited,
            "waiting": self.waiting,
            "left_out": self.left_out,
            "trouble": self.trouble,
            "text": self.text,
        }


class ChangeKind(StrEnum):
    ADDED = "added"
    UPDATED = "updated"
    REMOVED = "removed"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the audit. `text` is the entry as it is now, of a removed one as it was; `before` are the
    entries in whose place it stands; `reason` says why, where it is not plain."""

    kind: ChangeKind
    section: Section
    text: str
    before: tuple[str, ...] = ()
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "section": self.section.value,
            "text": self.text,
            "before": list(self.before),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class EvolvedBranch:
    """`warning`: why it was done in a plainer way than was wanted."""

    document: BranchDocument
    changes: tuple[Change, ...]
    warning: str | None = None

    def counts(self) -> dict[str, int]:
        """How many changes of each kind there are."""
        return {kind.value: sum(one.kind is kind for one in self.changes) for kind in ChangeKind}

    def to_dict(self) -> dict[str, Any]:
        """The shape of `arbor branch memorize`, without what the command adds."""
        return {
            "sections": {section.value: list(self.document.sections.get(section, ())) for section in Section},
            "changes": [one.to_dict() for one in self.changes],
            **self.counts(),
            "warning": self.warning,
        }


def grouped(document: BranchDocument, new: Sequence[Entry], warning: str | None = None) -> EvolvedBranch:
    """All that there was, and what is new at the end of its section; nothing is judged but word for word."""
    there = document.entries()
    known = {(one.section, fold(one.text)) for one in there}
    changes = [Change(ChangeKind.KEPT, one.section, one.text) for one in there]
    for one in new:
        if (one.section, fold(one.text)) not in known:
            known.add((one.section, fold(one.text)))
            there.append(one)
            changes.append(Change(ChangeKind.ADDED, one.section, one.text))
    return EvolvedBranch(BranchDocument.of(there), tuple(changes), warning)


NEAREST = 12
"""So many entries are compared with a new one: those that share the most words or a topic with it."""


def evolved(document: BranchDocument, new: Sequence[Entry], judge: Judging) -> EvolvedBranch:
    """The document with what is `new`, which is newer than all in it, the oldest first."""
    lines = [_Line(one.section, one.text) for one in document.entries()]
    gone: list[Change] = []
    for one in new:
        _take(lines, one, judge, gone)
    entries = [Entry(line.section, line.text) for line in lines]
    return EvolvedBranch(BranchDocument.of(entries), (*(line.change() for line in lines), *gone))


@dataclass(slots=True)
class _Line:
    section: Section
    text: str
    before: tuple[str, ...] = ()
    added: bool = False
    reason: str = ""
    read: _Read | None = None

    def change(self) -> Change:
        kind = ChangeKind.UPDATED if self.before else ChangeKind.ADDED if self.added else ChangeKind.KEPT
        return Change(kind, self.section, self.text, self.before, self.reason)

    def reading(self, judge: Judging) -> _Read:
        if self.read is None:
            self.read = _Read.of(self.text, judge)
        return self.read


@dataclass(frozen=True, slots=True)
class _Read:
    """What is compared of a text, read once."""

    folded: str
    about: frozenset[str]
    statement: Statement

    @classmethod
    def of(cls, text: str, judge: Judging) -> _Read:
        from arbor_desktop.core import likeness  # reading its words takes a moment
        from arbor_desktop.core.likeness.stems import stem

        words = (stem(term) for term in search_terms(text, _MOST_TERMS))
        about = frozenset((*words, *(f"topic:{topic}" for topic in judge.topics(text))))
        return cls(fold(text), about, likeness.read(text))


_MOST_TERMS = 400


def _take(lines: list[_Line], one: Entry, judge: Judging, gone: list[Change]) -> None:
    from arbor_desktop.core import likeness

    new = _Line(one.section, one.text, added=True)
    mine = new.reading(judge)
    if any(line.section is one.section and line.reading(judge).folded == mine.folded for line in lines):
        return
    near = _nearest(lines, mine, judge)
    for line in near:
        theirs = line.reading(judge).statement
        if line.section is one.section and likeness.same(mine.statement, theirs):
            if likeness.fuller(mine.statement, theirs):
                _reword(line, one.text, "It says the same, and more.")
            return
    beaten = [(line, verdict) for line in near if (verdict := judge.judge(line.text, one.text))]
    here = next(((line, verdict) for line, verdict in beaten if line.section is one.section), None)
    for line, verdict in beaten:
        if here is None or line is not here[0]:
            lines.remove(line)
            if not line.added:
                was = line.before[0] if line.before else line.text
                gone.append(Change(ChangeKind.REMOVED, line.section, was, (), verdict.reason))
    if here is not None:
        _reword(here[0], one.text, here[1].reason)
    else:
        lines.append(new)


def _nearest(lines: Sequence[_Line], mine: _Read, judge: Judging) -> list[_Line]:
    """The lines that speak of the most of what the new one speaks of, in their order."""
    shared = [(len(mine.about & line.reading(judge).about), number) for number, line in enumerate(lines)]
    best = sorted((-many, number) for many, number in shared if many)[:NEAREST]
    return [lines[number] for number in sorted(number for _, number in best)]


def _reword(line: _Line, text: str, reason: str) -> None:
    if not line.added:
        line.before = line.before or (line.text,)
        line.reason = reason
    line.text, line.read = text, None
