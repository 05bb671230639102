"""The Markdown files of branches: read back, written, removed (spec 6.3).

They lie in the project's main worktree, also those of branches that are checked out in another one (spec
5.6). The hash of what was last written or read is kept: a file with that hash has no edits. The hash of what
is being written is kept before the file is, so that after a kill in between Arbor's words are not taken for a
person's.

Edits change memories: a bullet that a person added becomes a memory, a changed one edits its memory, a
removed one archives it; all of it is one action for undo. If the memory changed in the meantime too, both are
kept. What git or another computer brought is not this person's: new entries need review, and nothing is
changed or archived for the rest.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from arbor_desktop.branches import document as markdown
from arbor_desktop.branches import queries, reconciliation
from arbor_desktop.branches.document import BranchFile, BranchFileBroken
from arbor_desktop.branches.model import BranchDocument, Line, MemoryEntry, Section, mark
from arbor_desktop.branches.queries import Kept
from arbor_desktop.branches.reconciliation import BranchState, Difference, applicable, differences, written
from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.memories.confidence import rebased
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
from arbor_desktop.projects import git
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.user_files import operations
from arbor_desktop.user_files.model import FileChange
from arbor_desktop.user_files.operations import UserFiles

ADDED = Sentence("Written into the branch's file by hand")
CHANGED = Sentence("Changed in the branch's file by hand")
REMOVED = Sentence("Removed from the branch's file by hand")
BROUGHT = Sentence("Found in the branch's file, which was not changed on this computer by hand")
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
"""From this many entries on, a change that removes more than half of the file is refused."""
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
            f"{gone} of its entries disappeared at once, so nothing was archived. Bring them back (undo "
            "in your editor, or git), remove them in smaller steps, or archive these memories in Arbor."
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
        """Return the kept line of each memory."""
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
        fields |= rebased(memory, self.by.now)
        memories.change(self.conn, memory.row, fields, replace(self.by, reason=CHANGED), "edited")
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


log = logging.getLogger(__name__)


# -- files on the disk --


def _folder(project: str) -> str:
    return os.path.join(project, ".arbor", "memory", "branches")  # noqa: PTH118 - texts


def path_of(project: str, stem: str) -> str:
    return os.path.join(_folder(project), f"{stem}.md")  # noqa: PTH118 - texts


def read(project: str, stem: str) -> bytes | None:
    """Return the content of a branch's file; None if there is none. Raises StorageError."""
    if not Path(project).is_dir():
        raise StorageError(f"The folder {project} is not there.", path=project)
    path = path_of(project, stem)
    try:
        operations.resolve_inside(path, project)
        return operations.read(path)
    except OSError as error:
        raise StorageError(f"{path} can't be read: {error.strerror or error}.", path=path) from error


def stamp(project: str) -> str:
    """Return a text that differs whenever a branch's file was added, changed or removed."""
    try:
        with os.scandir(_folder(project)) as found:
            files = sorted((one.name, one.stat()) for one in found if one.name.endswith(".md"))
    except OSError:
        return ""
    return " ".join(f"{name}:{at.st_mtime_ns}:{at.st_size}" for name, at in files)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class OnDisk:
    """The path of a branch's file, and its content; None: there is no file."""

    path: str
    content: bytes | None = None


class BranchFiles:
    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector
        self._files = UserFiles(runtime.home, runtime.clock)
        self._redacted = runtime.redact

    # -- look --

    def file_of(self, kept: Kept) -> OnDisk:
        """Return the file of a branch. One that can't be read counts as missing: `read_back` reports it."""
        stem = self._stem(kept)
        path = path_of(kept.project, stem)
        try:
            return OnDisk(path, read(kept.project, stem))
        except ArborError:
            return OnDisk(path)

    @staticmethod
    def is_edited(kept: Kept, content: bytes | None) -> bool:
        """Return whether the file changed since it was read or written."""
        return content is not None and _digest(content) not in (kept.seen, kept.writing)

    def text_of(self, kept: Kept, there: bytes | None) -> str:
        """Return the file as it would be written now, with what a person added to it."""
        if there is not None:
            try:
                return markdown.update(_text(there), written(kept.lines), self._rt.clock())
            except BranchFileBroken:
                pass  # it is not written, and shown as a new one would be
        return self._new_text(kept)

    def _new_text(self, kept: Kept) -> str:
        document = BranchDocument(written(kept.lines))
        return markdown.generate(kept.branch, document, kept.updated_at or self._rt.clock())

    def _kept(self, project: str, branch: str) -> Kept:
        return self._rt.db.read(lambda c: queries.get(c, project, branch)) or Kept(project, branch)

    def _stem(self, kept: Kept) -> str:
        """Return the name of the file; a new one is neither kept for nor used by another branch."""
        if kept.stem:
            return kept.stem
        taken = self._rt.db.read(lambda c: queries.stems(c, kept.project, kept.branch))
        stem = markdown.stem_for(kept.branch, taken)
        if stem == markdown.plain_stem(kept.branch):
            try:
                there = read(kept.project, stem)
                if there is not None and _parsed(there).branch != markdown.entry_of(kept.branch):
                    return markdown.hashed_stem(kept.branch)
            except ArborError:
                return stem  # whose it is can't be known: it is not changed
        return stem

    # -- read back --

    def read_back(self, project: str, branch: str) -> bool:
        """Apply the edits of the file to the memories. Return whether the file may be written now: one that
        can't be read or remembered is not changed, and the activity list says why."""
        return self._reported(project, branch, lambda: self._read_back(project, branch))

    def _read_back(self, project: str, branch: str) -> None:
        kept = self._kept(project, branch)
        stem = self._stem(kept)
        content = read(project, stem)
        head = git.head(project)
        if git.in_progress(project):
            return  # git changes files first and HEAD last: the file is read when git is done
        if content is None and kept.head and not head:
            raise StorageError(f"{project} is missing, or its disk is not connected.")
        seen = None if content is None else _digest(content)
        if content is None or seen is None or seen == kept.seen:
            self._note(project, branch, stem=stem, head=head, trouble=None)
            return
        read_file = _parsed(content)
        if read_file.branch != markdown.entry_of(branch):
            raise BranchFileBroken(f"Its title names another branch: {read_file.branch}.")
        restored = seen in kept.known and git.may_have_restored(project, kept.head, head)
        if seen == kept.writing or restored:
            filed = _filed(read_file.document, (*kept.lines, *kept.filed))
            self._note(project, branch, stem=stem, head=head, trouble=None, filed=filed, seen=seen)
            return
        foreign = kept.seen is None or git.may_have_written(project, kept.head, head)

        def apply(conn: Connection) -> list[str]:
            state = reconciliation.load(conn, self._rt, project, branch)
            before = state.kept.lines if state.kept.seen is None else state.kept.filed
            return self._apply(
                conn, state, differences(before, read_file.document), foreign=foreign, cut_off=not foreign,
                stem=stem, head=head, seen=seen, known=_with(state.kept.known, seen), trouble=None,
            )  # fmt: skip

        self._announce(self._rt.db.write(apply))

    def take(self, project: str, branch: str, text: str, began: str) -> None:
        """Apply a person's text of the document, who began from the text `began`. Raises BranchFileBroken."""
        after, before = markdown.parse(text), markdown.parse(began)
        if after.branch != before.branch:
            raise BranchFileBroken(f"Its title names another branch: {after.branch}.")

        def apply(conn: Connection) -> list[str]:
            state = reconciliation.load(conn, self._rt, project, branch)
            differing = differences(_filed(before.document, state.kept.lines), after.document)
            return self._apply(conn, state, differing)

        self._announce(self._rt.db.write(apply))

    def _apply(
        self,
        conn: Connection,
        state: BranchState,
        differing: Sequence[Difference],
        *,
        foreign: bool = False,
        cut_off: bool = False,
        **file: object,
    ) -> list[str]:
        """Change the memories as the differences say. `cut_off`: refuse a file that may have been cut off;
        `file`: fields to keep if the differences were read from the file. Return the ids of changed
        memories."""
        check(differing, state if cut_off else None)
        by = self._rt.by("user", CHANGED)
        made = FileEdits(conn, self._rt, state, by, self._clean, foreign=foreign).apply(differing)
        disputed = conflicts.with_others(conn, made.touched)
        compared = self._detector.compare(conn, made.touched, by)
        differs = not file or written(made.lines) != written(state.kept.lines)
        at = by.now if differs else state.kept.updated_at
        if file:
            file["filed"] = made.filed
        queries.put(conn, replace(state.kept, lines=made.lines, updated_at=at, **file))  # type: ignore[arg-type]
        return conflicts.with_others(conn, [*disputed, *compared.by_memory, *compared.changed])

    def _announce(self, changed: Sequence[str]) -> None:
        self._rt.announce(tuple(changed), status=True, conflicts=True, projects=True)

    def put_text(self, project: str, branch: str, text: str, began: str) -> None:
        """Write what a person wrote beside the entries into the file, if it is as they saw it."""
        kept = self._kept(project, branch)
        there = self.file_of(kept)
        if there.content is None or _outside(_text(there.content)) == _outside(text):
            return
        if _outside(_text(there.content)) != _outside(began):
            raise StorageError(f"{there.path} was changed in the meantime; check it and try again.")
        document = _parsed(there.content).document
        content = markdown.update(text, document.sections, self._rt.clock()).encode()
        self._note(project, branch, writing=_digest(content))
        change = FileChange(there.path, there.content, content, f"Memory of branch {branch}")
        self._files.carry_out([change], inside=project, backup=_outside(_text(there.content)).encode())
        seen = _digest(content)
        self._note(project, branch, seen=seen, writing=None, known=_with(kept.known, seen))

    def _clean(self, text: str) -> str:
        return markdown.entry_of(self._redacted(text))

    # -- write --

    def write(self, project: str, branch: str) -> bool:
        """Write the file if it would change. Return whether it is up to date: it is not if it was changed
        since it was read back, or can't be written."""
        done: list[bool] = []
        self._reported(project, branch, lambda: done.append(self._write(project, branch)))
        return any(done)

    def _write(self, project: str, branch: str) -> bool:
        kept = self._kept(project, branch)
        stem = self._stem(kept)
        before = read(project, stem)
        if before is not None and _digest(before) != kept.seen:
            return False
        if before is None and (not kept.lines or (kept.seen and written(kept.filed) == written(kept.lines))):
            return True  # there is nothing to write, or nothing new since a person deleted the file
        if before is None:
            content = self._new_text(kept).encode()
        else:
            at = kept.updated_at or self._rt.clock()
            content = markdown.update(_text(before), written(kept.lines), at).encode()
        seen = _digest(content)
        if content != before:
            self._note(project, branch, stem=stem, writing=seen)
            change = FileChange(path_of(project, stem), before, content, f"Memory of branch {branch}")
            self._files.carry_out([change], inside=project, backup=False)
        if content != before or kept.filed != kept.lines:
            self._note(
                project, branch, stem=stem, seen=seen, writing=None, filed=kept.lines, trouble=None,
                known=_with(kept.known, seen),
            )  # fmt: skip
        if content != before:
            self._rt.announce(projects=True)
        return True

    def remove(self, project: str, branch: str) -> bool:
        """Remove the file of a branch unless it was edited. Return whether it is gone."""

        def remove() -> None:
            kept = self._kept(project, branch)
            before = read(project, kept.stem) if kept.stem else None
            if kept.stem and before is not None:
                if _digest(before) != kept.seen:
                    raise StorageError("It was changed in the meantime, so it is kept.")
                change = FileChange(path_of(project, kept.stem), before, None)
                # The entries are memories, which may be erased; the rest is the person's.
                self._files.carry_out([change], inside=project, backup=_outside(_text(before)).encode())
                operations.remove_empty(change.path, project)
            self._note(project, branch, seen=None, writing=None, filed=())

        return self._reported(project, branch, remove)

    # -- trouble --

    def _reported(self, project: str, branch: str, work: Callable[[], object]) -> bool:
        """Do `work`. If it fails, add the reason to the activity list (once until it changes), and return
        False."""
        try:
            work()
        except (BranchFileBroken, StorageError, InvalidInput, OSError) as error:
            why = error.message if isinstance(error, ArborError) else error.strerror or str(error)
            self._report(project, branch, why)
            return False
        return True

    def _report(self, project: str, branch: str, why: str) -> None:
        log.info("The file of branch %s of %s is left alone: %s", branch, project, why)

        def note(conn: Connection) -> bool:
            if not _noted(conn, project, branch, trouble=why):
                return False
            title = f"The memory file of branch {branch} is left alone"
            captures.note(conn, self._rt.clock(), "branch", title, "warning", reason=why, project=project)
            return True

        if self._rt.db.write(note):
            self._rt.announce(status=True, projects=True)

    def _note(self, project: str, branch: str, **fields: object) -> None:
        self._rt.db.write(lambda c: _noted(c, project, branch, **fields))


def _noted(conn: Connection, project: str, branch: str, **fields: object) -> bool:
    """Keep fields of `Kept`. Return whether that changed anything."""
    kept = queries.get(conn, project, branch) or Kept(project, branch)
    after = replace(kept, **fields)  # type: ignore[arg-type]
    if after == kept:
        return False
    queries.put(conn, after)
    return True


def _with(known: tuple[str, ...], one: str) -> tuple[str, ...]:
    return (*(other for other in known if other != one), one)


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BranchFileBroken("It is not UTF-8 text.") from None


def _outside(text: str) -> str:
    """Return what a file has beside the entries, without the date."""
    filled = markdown.update(text, dict.fromkeys(Section, ("-",)), 0)
    return markdown.update(filled, dict.fromkeys(Section, ()), 0)


def _parsed(content: bytes) -> BranchFile:
    return markdown.parse(_text(content))


def _filed(read: BranchDocument, known: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines of a file that Arbor wrote, with their memories as far as they are `known`."""
    places = {line.place: line for line in reversed(known)}
    return tuple(places.get((one.section, one.text)) or Line(one.section, one.text) for one in read.entries())
