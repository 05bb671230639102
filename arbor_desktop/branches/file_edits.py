"""Edits in the file of a branch, applied to the memories (spec 6.3).

A bullet that a person added becomes a memory, a changed one edits its memory, a removed one archives it; all
of it is one action, undone as one. If the memory changed in the meantime too, both are kept. What git or
another computer brought is not this person's: new entries need review, and nothing is changed or archived for
the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from arbor_desktop.branches.document import BranchFileBroken
from arbor_desktop.branches.entries import BranchState, Difference, applicable
from arbor_desktop.branches.model import Line, MemoryEntry, Section, mark
from arbor_desktop.conflicts import duplicates
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import (
    MAX_CONTENT,
    MIN_CONTENT,
    Category,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime

ADDED = "Written into the branch's file by hand"
CHANGED = "Changed in the branch's file by hand"
REMOVED = "Removed from the branch's file by hand"
BROUGHT = "Found in the branch's file, which was not changed on this computer by hand"
TAG = "branch-file"
CERTAIN, BROUGHT_CONFIDENCE = 1.0, 0.8
KINDS = {
    Section.FACTS: (MemoryType.FACT, Category.FACTS),
    Section.DECISIONS: (MemoryType.FACT, Category.ARCHITECTURAL_DECISIONS),
    Section.CONVENTIONS: (MemoryType.INSTRUCTION, Category.PROJECT_CONVENTIONS),
    Section.BUGS: (MemoryType.FACT, Category.BUG_PATTERNS),
}
"""Type and category of a new memory in each section."""
MANY_GONE = 20
"""So many entries removed at once, if they are more than half of the file, are refused."""
_SUFFIXES = ("fix", "solution", "applies_to", "condition")
"""Details that are shown after the words of a memory."""


def check(differences: Sequence[Difference], state: BranchState | None = None) -> None:
    """Raise BranchFileBroken for an entry that can't be a memory, before anything is changed; with `state`
    also if most of a long file is gone at once: more likely it was cut off or replaced by a program."""
    for one in differences:
        if one.text is None or one.same:
            continue
        if len(one.text) < MIN_CONTENT:
            raise BranchFileBroken(
                f"“{one.text}” is too short: an entry has at least {MIN_CONTENT} characters."
            )
        if len(one.text) > MAX_CONTENT:
            raise BranchFileBroken(f"An entry has at most {MAX_CONTENT:,} characters: “{one.text[:60]}…”.")
    if state is None:
        return
    gone = sum(
        any(ident in state.memories and state.memories[ident].mark == was for ident, was in one.was.sources)
        for one in differences
        if one.text is None and one.was is not None
    )
    gone -= sum(one.was is None for one in differences)  # a rewritten file is not cut off
    if gone >= MANY_GONE and gone * 2 > sum(one.was is not None for one in differences):
        raise BranchFileBroken(
            f"{gone} of its entries are gone at once, so nothing was archived. Bring them back into it (undo "
            "in your editor, or git), take them out in smaller steps, or archive these memories in Arbor."
        )


@dataclass(slots=True)
class AppliedEdits:
    """The lines as they should be, the lines that the file has, and the ids of the changed memories."""

    lines: tuple[Line, ...]
    filed: tuple[Line, ...]
    touched: list[str]


@dataclass
class FileEdits:
    """Applies the edits of one file, within a transaction of the caller. `clean` removes secrets from a text;
    `foreign`: git or another computer made the edits."""

    conn: Connection
    runtime: Runtime
    state: BranchState
    by: Write
    clean: Callable[[str], str]
    foreign: bool = False
    _touched: dict[str, None] = field(default_factory=dict)
    _gone: set[str] = field(default_factory=set)

    def apply(self, differences: Sequence[Difference]) -> AppliedEdits:
        made = [(one, self._apply(one)) for one in differences]
        now = applicable(self.conn, self.runtime, self.state.kept.project, self.state.kept.branch)
        lines: list[Line] = []
        filed: list[Line] = []
        there: set[str] = set()
        for one, line in made:
            if one.text is None:
                continue
            fresh = None if line is None else _fresh(line, now)
            if fresh is not None and there.isdisjoint(fresh.ids):
                lines.append(fresh)
                there.update(fresh.ids)
            sources = fresh.sources if fresh is not None else one.was.sources if one.was is not None else ()
            if one.was is not None and not one.was.text:
                filed.append(one.was)  # deleted for good: its words are not kept again
            elif fresh is not None and fresh.place == (one.section, one.text):
                filed.append(fresh)
            else:
                filed.append(Line(one.section, one.text, tuple(sources)))
        lines += [
            line
            for line in self.state.kept.lines
            if there.isdisjoint(line.ids) and not (line.ids and self._gone.issuperset(line.ids))
        ]
        return AppliedEdits(tuple(lines), tuple(filed), list(self._touched))

    @cached_property
    def _lines(self) -> dict[str, Line]:
        """The kept line of each memory."""
        return {ident: line for line in reversed(self.state.kept.lines) for ident in line.ids}

    def _apply(self, one: Difference) -> Line | None:
        """Apply one difference. Return the line of its bullet; None if there is none any more."""
        if one.text is None:
            assert one.was is not None
            if not self.foreign:
                self._remove(one.was)
            return None
        if one.was is not None and one.same:
            if not one.was.ids:
                return next((line for line in self.state.kept.lines if line.mark == one.was.mark), None)
            return next((self._lines[ident] for ident in one.was.ids if ident in self._lines), None)
        if one.was is not None and not self.foreign and (memory := self._changeable(one.was)) is not None:
            return self._change(one.section, one.text, one.was, memory)
        return self._add(one.section, self.clean(one.text))

    def _remove(self, was: Line) -> None:
        """Archive the memories of a removed entry that did not change in the meantime."""
        for ident, mark_then in was.sources:
            row, _, status = memories.rows_of(self.conn, [ident])[0]
            now = self.state.memories.get(ident)
            if status is Status.PENDING and was.held:
                fields: dict[str, Any] = {"status": Status.REJECTED}
                action = "rejected"
            elif status is Status.ACTIVE and now is not None and now.mark == mark_then:
                fields = {"status": Status.ARCHIVED, "archived_at": self.by.now}
                action = "archived"
            else:
                continue
            memories.change(self.conn, row, fields, replace(self.by, reason=REMOVED), action)
            self._gone.add(ident)
            self._touched[ident] = None

    def _changeable(self, was: Line) -> Memory | None:
        """Return the memory of a changed entry, if it did not change since the file was written."""
        ident = was.owner or (was.ids[0] if was.ids else None)
        if ident is None:
            return None
        now, mark_then = self.state.memories.get(ident), dict(was.sources)[ident]
        held = was.held and ident in self.state.waiting
        if not held and (now is None or now.mark != mark_then):
            return None
        return memories.get(self.conn, ident, self.by.policy, self.by.now)

    def _change(self, section: Section, text: str, was: Line, memory: Memory) -> Line:
        fields: dict[str, Any] = {}
        if text != was.text:
            fields |= _reworded(memory, self.clean(text))
        if section is not was.section:
            fields["category"] = KINDS[section][1]
        if memory.status is Status.PENDING:
            fields["status"] = Status.ACTIVE
        try:
            duplicates.refuse_duplicate(self.conn, memory, fields)
        except InvalidInput:  # another memory says this already, and takes its place
            self._remove(replace(was, sources=((memory.id, dict(was.sources)[memory.id]),)))
            return self._add(section, self.clean(text))
        row = memories.rows_of(self.conn, [memory.id])[0][0]
        fields |= memories.rebased(self.conn, row, self.by)
        memories.change(self.conn, row, fields, replace(self.by, reason=CHANGED), "edited")
        self._touched[memory.id] = None
        content = fields.get("content", was.text)
        sources = ((memory.id, mark(section, content)), *_others(was, memory.id))
        return Line(section, content, sources, by_hand=True)

    def _add(self, section: Section, text: str) -> Line:
        ident, status = self._remember(section, text)
        held = self.foreign and status is Status.PENDING
        return Line(section, text, ((ident, mark(section, text)),), not self.foreign, held)

    def _remember(self, section: Section, text: str) -> tuple[str, Status]:
        """Return the memory that says this: an existing one, a restored one, or a new one."""
        project, branch = self.state.kept.project, self.state.kept.branch
        by = replace(self.by, reason=BROUGHT if self.foreign else ADDED)
        for row, ident, status in memories.find_same(self.conn, text, Scope.PROJECT, project):
            memory = memories.get(self.conn, ident, by.policy, by.now)
            if memory.privacy_level in (Privacy.SENSITIVE, Privacy.NEVER_SHARE):
                return ident, status  # already saved, but never written into a file
            if self.foreign and status in (Status.ACTIVE, Status.PENDING):
                return ident, status
            if self.foreign or status not in (Status.ACTIVE, Status.PENDING, Status.ARCHIVED):
                continue
            fields: dict[str, Any] = {"status": Status.ACTIVE, "archived_at": None}
            if memory.branch not in (None, branch):
                fields["branch"] = None  # stated on two branches: it applies to the whole project
            action = "restored" if status is Status.ARCHIVED else "said again"
            memories.adjust(self.conn, row, memories.REINFORCEMENT, by, action, **fields)
            self._touched[ident] = None
            return ident, Status.ACTIVE
        kind, category = KINDS[section]
        new = NewMemory(
            content=text,
            type=kind,
            category=category,
            scope=Scope.PROJECT,
            scope_id=project,
            branch=branch,
            source=Source.AGENT_STORED if self.foreign else Source.USER_STATED,
            status=Status.PENDING if self.foreign else Status.ACTIVE,
            confidence=BROUGHT_CONFIDENCE if self.foreign else CERTAIN,
            tags=(TAG,),
        )
        ident, _ = memories.insert(self.conn, new, by)
        self._touched[ident] = None
        return ident, new.status


def _reworded(memory: Memory, text: str) -> dict[str, Any]:
    """Return the fields that make a memory say `text`. Details shown after its words are kept if the person
    left them there; else they are part of the new words."""
    suffix = memory.told_text.removeprefix(memory.shown_text)
    if suffix and text.endswith(suffix) and len(text) - len(suffix) >= MIN_CONTENT:
        return {"content": text.removesuffix(suffix)}
    details = {name: value for name, value in memory.details.items() if name not in _SUFFIXES}
    return {"content": text} | ({"details": details} if suffix else {})


def _others(was: Line, ident: str) -> tuple[tuple[str, str], ...]:
    return tuple(source for source in was.sources if source[0] != ident)


def _fresh(line: Line, now: dict[str, MemoryEntry]) -> Line:
    """Return the line with the current words of its memory."""
    owner = line.owner
    if owner is None or owner not in now:
        return line
    mine = now[owner]
    sources = ((owner, mine.mark), *_others(line, owner))
    return Line(mine.section, mine.text, sources, line.by_hand, line.held)
