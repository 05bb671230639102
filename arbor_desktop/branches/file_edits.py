"""What somebody changed in the file of a branch becomes changes of memories (spec 6.3).

A bullet that a person added is a memory that they stated; one that they changed is an edit, one that they
removed is archived: one action, undone as one. Where the memory was changed in the meantime too, both stay.
What git or another computer brought is no word of this person: what is new in it waits in Review, and nothing
is changed or archived for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbor_desktop.branches.document import BranchFileBroken
from arbor_desktop.branches.entries import Difference, Line, Told, mark
from arbor_desktop.branches.growth import Look, told
from arbor_desktop.branches.sections import Section
from arbor_desktop.conflicts import doubles
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
"""What an entry of a section is where nobody said more."""
MANY_GONE = 20
"""Entries that are gone from a file at once, and are more than half of it: that is asked about."""
_SUFFIXES = ("fix", "solution", "applies_to", "condition")
"""Details that are told behind the words of a memory."""


@dataclass(slots=True)
class ReadBack:
    """What came of it: the lines as they should be, the lines as the file has them, the changed memories."""

    lines: tuple[Line, ...] = ()
    filed: tuple[Line, ...] = ()
    touched: list[str] = field(default_factory=list)


def check(differences: Sequence[Difference]) -> None:
    """Raises BranchFileBroken for an entry that can't be a memory, before anything is changed."""
    for one in differences:
        if one.text is None or one.same:
            continue
        if len(one.text) < MIN_CONTENT:
            raise BranchFileBroken(
                f"“{one.text}” is too short: an entry has at least {MIN_CONTENT} characters."
            )
        if len(one.text) > MAX_CONTENT:
            raise BranchFileBroken(f"An entry has at most {MAX_CONTENT:,} characters: “{one.text[:60]}…”.")


def refuse_many_removed(differences: Sequence[Difference], seen: Look) -> None:
    """Raises BranchFileBroken where most of a long file is gone at once: more likely a program cut it off,
    or brought another one, than that a person took all of it back."""
    gone = sum(
        any(ident in seen.told and seen.told[ident].mark == was for ident, was in one.was.sources)
        for one in differences
        if one.text is None and one.was is not None
    )
    gone -= sum(one.was is None for one in differences)  # written anew is not cut off
    if gone >= MANY_GONE and gone * 2 > sum(one.was is not None for one in differences):
        raise BranchFileBroken(
            f"{gone} of its entries are gone at once, so nothing was archived. Bring them back into it (undo "
            "in your editor, or git), take them out in smaller steps, or archive these memories in Arbor."
        )


class Reading:
    """Reads back one file, within a transaction of the caller. `clean` takes secrets out of a text;
    `foreign`: nobody's hand on this computer made the differences."""

    def __init__(
        self,
        conn: Connection,
        runtime: Runtime,
        seen: Look,
        by: Write,
        clean: Callable[[str], str],
        *,
        foreign: bool,
    ) -> None:
        self._conn = conn
        self._rt = runtime
        self._seen = seen
        self._by = by
        self._clean = clean
        self._foreign = foreign
        self._touched: list[str] = []
        self._gone: set[str] = set()
        self._lines = {ident: line for line in reversed(seen.kept.lines) for ident in line.ids}

    def read(self, differences: Sequence[Difference]) -> ReadBack:
        made = [(one, self._made(one)) for one in differences]
        now = told(self._conn, self._rt, self._seen.kept.project, self._seen.kept.branch)
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
            elif fresh is not None and fresh.text == one.text and fresh.section is one.section:
                filed.append(fresh)
            else:
                filed.append(Line(one.section, one.text, tuple(sources)))
        lines += [
            line
            for line in self._seen.kept.lines
            if there.isdisjoint(line.ids) and not (line.ids and self._gone.issuperset(line.ids))
        ]
        return ReadBack(tuple(lines), tuple(filed), list(dict.fromkeys(self._touched)))

    def _made(self, one: Difference) -> Line | None:
        """The line that a bullet stands for now; None where there is none."""
        if one.text is None:
            assert one.was is not None
            if not self._foreign:
                self._remove(one.was)
            return None
        if one.same:
            assert one.was is not None
            return self._now(one.was)
        if one.was is not None and not self._foreign and (memory := self._changeable(one.was)) is not None:
            return self._change(one, memory)
        return self._add(one.section, self._clean(one.text))

    def _now(self, was: Line) -> Line | None:
        if not was.ids:
            return next((line for line in self._seen.kept.lines if line.mark == was.mark), None)
        return next((self._lines[ident] for ident in was.ids if ident in self._lines), None)

    # -- removed --

    def _remove(self, was: Line) -> None:
        """Archives what the entry said, as far as nobody changed it in the meantime."""
        for ident, as_was in was.sources:
            row, _, status = memories.rows_of(self._conn, [ident])[0]
            mine = self._seen.told.get(ident)
            if status is Status.PENDING and was.held:
                fields: dict[str, Any] = {"status": Status.REJECTED}
                action = "rejected"
            elif status is Status.ACTIVE and mine is not None and mine.mark == as_was:
                fields = {"status": Status.ARCHIVED, "archived_at": self._by.now}
                action = "archived"
            else:
                continue
            memories.change(self._conn, row, fields, replace(self._by, reason=REMOVED), action)
            self._gone.add(ident)
            self._touched.append(ident)

    # -- changed --

    def _changeable(self, was: Line) -> Memory | None:
        """The memory whose words a bullet has, if it is as it was when the file was written."""
        ident = was.owner or (was.ids[0] if was.ids else None)
        if ident is None:
            return None
        mine, as_was = self._seen.told.get(ident), dict(was.sources)[ident]
        held = was.held and ident in self._seen.waiting
        if not held and (mine is None or mine.mark != as_was):
            return None
        return memories.get(self._conn, ident, self._by.policy, self._by.now)

    def _change(self, one: Difference, memory: Memory) -> Line:
        assert one.text is not None
        assert one.was is not None
        fields: dict[str, Any] = {}
        if one.text != one.was.text:
            fields |= _reworded(memory, self._clean(one.text))
        if one.section is not one.was.section:
            fields["category"] = KINDS[one.section][1]
        if memory.status is Status.PENDING:
            fields["status"] = Status.ACTIVE
        try:
            doubles.refuse_double(self._conn, memory, fields)
        except InvalidInput:  # it says now what another memory says: that one stands for it
            self._remove(replace(one.was, sources=((memory.id, dict(one.was.sources)[memory.id]),)))
            return self._add(one.section, self._clean(one.text))
        row = memories.rows_of(self._conn, [memory.id])[0][0]
        fields |= memories.rebased(self._conn, row, self._by)
        memories.change(self._conn, row, fields, replace(self._by, reason=CHANGED), "edited")
        self._touched.append(memory.id)
        text = fields.get("content", one.was.text)
        return Line(
            one.section, text, ((memory.id, mark(one.section, text)), *_others(one.was, memory.id)), True
        )

    # -- added --

    def _add(self, section: Section, text: str) -> Line:
        ident, status = self._remembered(section, text)
        held = self._foreign and status is Status.PENDING
        return Line(section, text, ((ident, mark(section, text)),), not self._foreign, held)

    def _remembered(self, section: Section, text: str) -> tuple[str, Status]:
        """The memory that says it: one that is there, one that was archived, or a new one."""
        project, branch = self._seen.kept.project, self._seen.kept.branch
        by = replace(self._by, reason=BROUGHT if self._foreign else ADDED)
        for row, ident, status in memories.find_same(self._conn, text, Scope.PROJECT, project):
            memory = memories.get(self._conn, ident, by.policy, by.now)
            if memory.privacy_level in (Privacy.SENSITIVE, Privacy.NEVER_SHARE):
                return ident, status  # it is known, and does not stand in a file
            if self._foreign and status in (Status.ACTIVE, Status.PENDING):
                return ident, status
            if self._foreign or status not in (Status.ACTIVE, Status.PENDING, Status.ARCHIVED):
                continue
            fields: dict[str, Any] = {"status": Status.ACTIVE, "archived_at": None}
            if memory.branch not in (None, branch):
                fields["branch"] = None  # said on two branches: it holds in the whole project
            action = "restored" if status is Status.ARCHIVED else "said again"
            memories.adjust(self._conn, row, memories.REINFORCEMENT, by, action, **fields)
            self._touched.append(ident)
            return ident, Status.ACTIVE
        kind, category = KINDS[section]
        new = NewMemory(
            content=text,
            type=kind,
            category=category,
            scope=Scope.PROJECT,
            scope_id=project,
            branch=branch,
            source=Source.AGENT_STORED if self._foreign else Source.USER_STATED,
            status=Status.PENDING if self._foreign else Status.ACTIVE,
            confidence=BROUGHT_CONFIDENCE if self._foreign else CERTAIN,
            tags=(TAG,),
        )
        ident, _ = memories.insert(self._conn, new, by)
        self._touched.append(ident)
        return ident, new.status


def _reworded(memory: Memory, text: str) -> dict[str, Any]:
    """The fields that make a memory say `text`. What is told behind its words stays where the person left it
    there; else it is part of what they changed."""
    behind = memory.told_text.removeprefix(memory.shown_text)
    if behind and text.endswith(behind) and len(text) - len(behind) >= MIN_CONTENT:
        return {"content": text.removesuffix(behind)}
    details = {name: value for name, value in memory.details.items() if name not in _SUFFIXES}
    return {"content": text} | ({"details": details} if behind else {})


def _others(was: Line, ident: str) -> tuple[tuple[str, str], ...]:
    return tuple(source for source in was.sources if source[0] != ident)


def _fresh(line: Line, now: dict[str, Told]) -> Line:
    """The line with its memory's words as they are told from now on."""
    owner = line.owner
    if owner is None or owner not in now:
        return line
    mine = now[owner]
    sources = ((owner, mine.mark), *_others(line, owner))
    return Line(mine.section, mine.text, sources, line.by_hand, line.held)
