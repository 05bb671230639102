"""What is remembered of one branch, in four sections (spec 6.3), and how it goes on with what is new. Pure.

`evolved` goes by the rules: what is known is discarded, what says more takes the place of what says less, the
newer wins over what it contradicts, and all else stays. `grouped` only puts everything into its section.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import to_iso
from arbor_desktop.conflicts.model import Judging
from arbor_desktop.memories.model import Category, Privacy
from arbor_desktop.text.words import fold, search_terms

if TYPE_CHECKING:
    from arbor_desktop.text.likeness import Statement


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


MOST_COMPARED = 500
"""Where more is new at once, the older of it is taken in as it is, but for what is the same word for word:
each memory was compared with all others when it was stored."""


def evolved(document: BranchDocument, new: Sequence[Entry], judge: Judging) -> EvolvedBranch:
    """The document with what is `new`, which is newer than all in it, the oldest first."""
    lines = _Lines([_Line(one.section, one.text) for one in document.entries()], judge)
    gone: list[Change] = []
    plain = max(0, len(new) - MOST_COMPARED)
    for number, one in enumerate(new):
        line = _Line(one.section, one.text, added=True)
        if lines.has(line):
            continue
        if number < plain:
            lines.add(line)
        else:
            _take(lines, line, judge, gone)
    entries = [Entry(line.section, line.text) for line in lines]
    return EvolvedBranch(BranchDocument.of(entries), (*(line.change() for line in lines), *gone))


@dataclass(slots=True)
class _Line:
    section: Section
    text: str
    before: tuple[str, ...] = ()
    added: bool = False
    reason: str = ""
    read: Statement | None = None

    def change(self) -> Change:
        kind = ChangeKind.UPDATED if self.before else ChangeKind.ADDED if self.added else ChangeKind.KEPT
        return Change(kind, self.section, self.text, self.before, self.reason)

    @property
    def statement(self) -> Statement:
        """What it says, read once."""
        if self.read is None:
            from arbor_desktop.text import likeness  # reading its words takes a moment

            self.read = likeness.read(self.text)
        return self.read


_MOST_TERMS = 400
MOST_BY_TOPIC = 2_000
"""A document of more lines is looked through by its words alone: to find the topics of all takes seconds."""


def _words(text: str) -> frozenset[str]:
    from arbor_desktop.text.stems import stem

    return frozenset(stem(term) for term in search_terms(text, _MOST_TERMS))


class _Lines:
    """The lines in their order; which have a text, and which speak of what, is looked up and not searched."""

    def __init__(self, lines: Iterable[_Line], judge: Judging) -> None:
        self._judge = judge
        self._lines: dict[int, _Line] = {}
        self._texts: Counter[tuple[Section, str]] = Counter()
        self._about: dict[str, set[int]] | None = None
        self._by_topic = True
        self._next = 0
        for line in lines:
            self.add(line)

    def __iter__(self) -> Iterator[_Line]:
        return iter(self._lines.values())

    def has(self, line: _Line) -> bool:
        return self._texts[line.section, fold(line.text)] > 0

    def add(self, line: _Line) -> None:
        number, self._next = self._next, self._next + 1
        self._lines[number] = line
        self._note(number, line)

    def remove(self, number: int) -> None:
        self._forget(number, self._lines.pop(number))

    def reword(self, number: int, text: str, reason: str) -> None:
        line = self._lines[number]
        self._forget(number, line)
        if not line.added:
            line.before = line.before or (line.text,)
            line.reason = reason
        line.text, line.read = text, None
        self._note(number, line)

    def nearest(self, mine: _Line) -> list[tuple[int, _Line]]:
        """The lines that speak of the most of what the new one speaks of, in their order."""
        if self._about is None:
            self._about = {}
            self._by_topic = len(self._lines) <= MOST_BY_TOPIC
            for number, line in self._lines.items():
                self._note_about(self._about, number, line)
        shared: Counter[int] = Counter()
        for word in self._spoken_of(mine):
            shared.update(self._about.get(word, ()))
        best = heapq.nsmallest(NEAREST, ((-many, number) for number, many in shared.items()))
        return [(number, self._lines[number]) for number in sorted(number for _, number in best)]

    def _spoken_of(self, line: _Line) -> frozenset[str]:
        if not self._by_topic:
            return _words(line.text)
        return _words(line.text).union(f"topic:{topic}" for topic in self._judge.topics(line.text))

    def _note(self, number: int, line: _Line) -> None:
        self._texts[line.section, fold(line.text)] += 1
        if self._about is not None:
            self._note_about(self._about, number, line)

    def _note_about(self, about: dict[str, set[int]], number: int, line: _Line) -> None:
        for word in self._spoken_of(line):
            about.setdefault(word, set()).add(number)

    def _forget(self, number: int, line: _Line) -> None:
        self._texts[line.section, fold(line.text)] -= 1
        if self._about is not None:
            for word in self._spoken_of(line):
                self._about[word].discard(number)


def _take(lines: _Lines, new: _Line, judge: Judging, gone: list[Change]) -> None:
    from arbor_desktop.text import likeness

    near = lines.nearest(new)
    for number, line in near:
        if line.section is new.section and likeness.same(new.statement, line.statement):
            if likeness.fuller(new.statement, line.statement):
                lines.reword(number, new.text, "It says the same, and more.")
            return
    beaten = [(at, line, verdict) for at, line in near if (verdict := judge.judge(line.text, new.text))]
    here = next(((at, verdict) for at, line, verdict in beaten if line.section is new.section), None)
    for at, line, verdict in beaten:
        if here is None or at != here[0]:
            lines.remove(at)
            if not line.added:
                was = line.before[0] if line.before else line.text
                gone.append(Change(ChangeKind.REMOVED, line.section, was, (), verdict.reason))
    if here is not None:
        lines.reword(here[0], new.text, here[1].reason)
    else:
        lines.add(new)
