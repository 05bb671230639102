"""The instruction files of a project, which contain the memory of the checked-out branch (spec 6.3).

Each file is read, its new content is worked out, and only then is it written: the same plan is shown to
people first, carried out, and gives the state of each file. Arbor's block has the public entries of the
branch.

CLAUDE.md can be built from `CLAUDE_base.md` and `CLAUDE_<branch>.md`. Its first line is then a comment with a
checksum of all that follows, without Arbor's block: it shows, in every clone, that Arbor built the file, and
whether a person changed it since. A person's own CLAUDE.md is replaced only if they just agreed to that, and
restored when the building is switched off. A built file that a person changed is left alone until they moved
their change into one of its sources.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.branches import queries
from arbor_desktop.branches.model import (
    DIGEST_FILE,
    INSTRUCTION_FILES,
    OWN_FILE,
    WRITTEN_FILES,
    Entry,
    FileOptions,
    KeptDocument,
    Section,
    Way,
    section_of,
)
from arbor_desktop.branches.queries import Kept, WrittenFile
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import Memory, Privacy
from arbor_desktop.projects.git import checked_out
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.escaping import one_line, shortened
from arbor_desktop.text.words import fold
from arbor_desktop.user_files import managed_block, operations
from arbor_desktop.user_files.managed_block import Damaged
from arbor_desktop.user_files.model import FileChange, Part, Standing
from arbor_desktop.user_files.operations import ChangedMeanwhile, UserFiles

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory

BLOCK_TITLE = "## Branch Memory (auto-extracted)"
MOST_CHARACTERS = 4_000
"""Characters of the block, with its markers."""
MOST_OF_AN_ENTRY = 500
BLOCK_SECTIONS = (Section.CONVENTIONS, Section.DECISIONS, Section.BUGS)
"""The sections of the block in their order; facts are left out."""
PUBLIC = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
"""Privacy levels allowed in a project's file, which others read too."""
MOST_NEW = 50
"""New memories that are merged into a kept document on each look; with more of them, which would take long,
the memories are used instead of the document."""

_CODE = re.compile(r"(`[^`]+`)")
_IMPORT = re.compile(r"(?<![\w`])@[^\s`]+")


# -- the block --


def block_text(entries: Iterable[Entry]) -> str:
    """Return the lines of the block; empty if there is nothing to say."""
    return laid_out(entries)[0]


def laid_out(entries: Iterable[Entry]) -> tuple[str, list[tuple[int, Entry]], list[Entry]]:
    """Return the lines of the block, its entries with their lines (from 1), and those that do not fit. It is
    filled entry by entry in the order of the sections."""
    public = [one for one in entries if one.privacy_level in PUBLIC]
    lines = [BLOCK_TITLE]
    told: list[tuple[int, Entry]] = []
    left_out: list[Entry] = []
    for section in BLOCK_SECTIONS:
        heading: list[str] = ["", f"### {section.value}"]
        there: set[str] = set()
        for one in public:
            if one.section is not section or fold(one.text) in there:
                continue
            more = [*heading, f"- {entry_line(one.text)}"]
            if managed_block.size("\n".join([*lines, *more])) <= MOST_CHARACTERS:
                there.add(fold(one.text))
                lines += more
                heading = []
                told.append((len(lines), one))
            else:
                left_out.append(one)
    return "\n".join(lines) if told else "", told, left_out


def entry_line(text: str) -> str:
    """Return an entry as one line that opens no comment and imports no file (Claude Code and Gemini CLI read
    `@path` outside of code)."""
    line = one_line(text).replace("<!--", "(!--").replace("-->", "--)")
    line = shortened(line, MOST_OF_AN_ENTRY)
    if "@" not in line:
        return line
    if "``" in line or line.count("`") % 2:
        line = line.replace("`", "'")
    parts = _CODE.split(line)
    parts[::2] = [_IMPORT.sub(lambda found: f"`{found[0]}`", part) for part in parts[::2]]
    return "".join(parts)


def import_text(path: str) -> str:
    """Return the line that imports another file; `path` is relative to the file."""
    return f"@./{path}"


def entries_for(runtime: Runtime, memory: BranchMemory, project: str, branch: str | None) -> list[Entry]:
    """Return the entries for a project's files, most important first: those of the branch's kept document, or
    else of the memories. `branch` None (none is checked out): only what applies to all branches."""

    def read(conn: Connection) -> tuple[list[Memory], Kept | None, int]:
        levels = [level.value for level in PUBLIC]
        found = queries.shareable(conn, project, branch, levels, runtime.policy, runtime.clock())
        kept = None if branch is None else queries.get(conn, project, branch)
        return found, kept, queries.count_applicable(conn, project, branch, levels)

    found, kept, held = runtime.db.read(read)
    if branch is None or kept is None:
        return _of_memories(found, ())
    known = {ident for line in kept.lines for ident in line.ids} | set(kept.left_out)
    if kept.updated_at is None or held - len(known) > MOST_NEW:
        return _of_memories(found, kept.left_out)
    return _of_document(memory.get_branch_memory(project, branch), found)


def _of_memories(found: Sequence[Memory], left_out: Collection[str]) -> list[Entry]:
    """Return entries of the memories; of an undecided conflict only the newest."""
    newest: dict[str, tuple[int, str]] = {}
    for one in found:
        for conflict in one.conflict_ids:
            newest[conflict] = max(newest.get(conflict, (0, "")), (one.created_at, one.id))
    return [
        Entry(section, one.told_text, one.privacy_level, (one.id,))
        for one in found
        if one.id not in left_out
        and all(newest[conflict] == (one.created_at, one.id) for conflict in one.conflict_ids)
        and (section := section_of(one.category, one.details)) is not None
    ]


def _of_document(document: KeptDocument, found: Sequence[Memory]) -> list[Entry]:
    """Return the document's lines that come from these memories only, in the order of the memories."""
    rank = {one.id: number for number, one in enumerate(found)}
    entries = [
        (min(rank[ident] for ident in ids), Entry(section, text, ids=ids))
        for section, lines in document.sections.items()
        for text, ids in zip(lines, document.memory_ids.get(section, ()), strict=False)
        if ids and all(ident in rank for ident in ids)
    ]
    return [entry for _, entry in sorted(entries, key=lambda pair: pair[0])]


# -- CLAUDE.md, built from two files --

BUILT_FILE = "CLAUDE.md"
BASE_FILE = "CLAUDE_base.md"
BUILT_AND_CHANGED = (
    f"You changed {BUILT_FILE}, which Arbor builds from {BASE_FILE} and the file of the branch. Move your "
    f"change into one of these and delete {BUILT_FILE}, or turn this off."
)
NOT_BUILT = (
    f"{BUILT_FILE} is your own, so Arbor does not replace it with {BASE_FILE} and the file of the branch. "
    "To allow that, turn this on again; yours is restored when you turn it off."
)
_HEAD = re.compile(rb"<!-- arbor:joined ([0-9a-f]{12}) from [^\r\n]*-->\r?\n")
_UTF8_MARK = b"\xef\xbb\xbf"
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")


class BuildState(StrEnum):
    NO = "no"
    """A person's file."""
    WHOLE = "whole"
    """Built by Arbor."""
    CHANGED = "changed"
    """Built by Arbor, and changed by a person since."""


def build_state(data: bytes | None) -> BuildState:
    """Return what a file is; `data` is without Arbor's block."""
    head = None if data is None else _HEAD.match(data)
    if data is None or head is None:
        return BuildState.NO
    same = managed_block.checksum(data[head.end() :]) == head[1]
    return BuildState.WHOLE if same else BuildState.CHANGED


@dataclass(frozen=True, slots=True)
class BuildSources:
    """The files to join; `branch` None: there is none of the `name` for this branch."""

    base: bytes
    branch: bytes | None
    name: str

    @property
    def joined(self) -> bytes:
        """Return both files, one below the other, with a checksum in the first line."""
        line_end = managed_block.usual_end(self.base)
        parts = [part.removeprefix(_UTF8_MARK) for part in (self.base, self.branch) if part]
        body = line_end.join(part if part.endswith(b"\n") else part + line_end for part in parts)
        files = BASE_FILE if self.branch is None else f"{BASE_FILE} and {self.name}"
        check = managed_block.checksum(body).decode()
        return f"<!-- arbor:joined {check} from {files}: change it there -->".encode() + line_end + body


def build_sources(folder: str, branch: str | None) -> BuildSources | str:
    """Return the files of a folder to join, or what is missing. Raises OSError, StorageError,
    InvalidInput."""
    base = _content(folder, BASE_FILE)
    if base is None:
        return f"There is no {BASE_FILE}."
    if branch is None:
        return BuildSources(base, None, "")
    name = f"CLAUDE_{_NOT_IN_NAMES.sub('_', branch)}.md"
    return BuildSources(base, _content(folder, name), name)


def _content(folder: str, name: str) -> bytes | None:
    return operations.read(operations.resolve_inside(str(Path(folder) / name), folder))


@dataclass(frozen=True, slots=True)
class Built:
    """`text`: CLAUDE.md without Arbor's block, None: there is none. `replaced`: it replaces a person's file,
    which is `kept`."""

    text: bytes | None
    note: str = ""
    trouble: str | None = None
    kept: bytes | None = None
    replaced: bool = False


def built(person: bytes | None, found: BuildSources | str, *, agreed: bool) -> Built:
    """Return CLAUDE.md while the building is on. `person`: the file now, without Arbor's block; `agreed`: the
    person knows that their own file is replaced."""
    there = build_state(person)
    if there is BuildState.CHANGED:
        return Built(person, trouble=BUILT_AND_CHANGED)
    if isinstance(found, str):
        return Built(person, note=f"{found} Nothing is joined.")
    if there is BuildState.WHOLE:
        return Built(found.joined)
    if found.branch is None:
        missing = f"There is no {found.name}." if found.name else "No branch is checked out."
        return Built(person, note=f"{missing} Nothing is joined.")
    if person is None or not person.strip() or agreed:
        return Built(found.joined, kept=person, replaced=True)
    return Built(person, trouble=NOT_BUILT)


def restored(person: bytes | None, kept: bytes | None) -> Built:
    """Return CLAUDE.md after the building was switched off; `kept`: the file before it was switched on."""
    there = build_state(person)
    if there is BuildState.WHOLE:
        deleted = "The file is deleted, since Arbor created it."
        return Built(kept, note=deleted if kept is None else "Your own file is restored.")
    if there is BuildState.CHANGED and person is not None:
        return Built(_HEAD.sub(b"", person, count=1), note=f"You changed {BUILT_FILE}, so it is kept.")
    return Built(person)


# -- all files --

ACTIVITY = "instructions"
JOINING = "activation"
"""The key of the building of CLAUDE.md among the parts."""
NOTHING_YET = "Nothing but facts yet, which are left out; the block is added once there is more."
MOVED = "What you wrote inside Arbor's block was moved below it."


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file as it is and as it shall be.

    `path`: where it really is. `on`: Arbor writes into it. `what`: what changes, for people. `trouble`: what
    a person has to correct; `blocked`: the file is not changed because of it. `written`: what to keep of the
    file once it is written. `moved`: a person's words in the block are moved below it. `own`: the file
    without Arbor's block; only that is backed up, as memories in the block may be erased or made private
    later.
    """

    file: str
    path: str
    before: bytes | None = None
    after: bytes | None = None
    on: bool = False
    what: str = ""
    trouble: str | None = None
    blocked: bool = False
    written: WrittenFile | None = None
    moved: bool = False
    own: bytes = b""

    @property
    def changes(self) -> bool:
        return not self.blocked and self.before != self.after

    def change(self) -> FileChange:
        return FileChange(self.path, self.before, self.after, self.what)


@dataclass(frozen=True, slots=True)
class WrittenBlock:
    """Arbor's block of a file, with its markers. `entries`: with their lines, from 1; `left_out`: those that
    do not fit. `trouble`: why the file can't be changed, for people."""

    text: str = ""
    entries: tuple[tuple[int, Entry], ...] = ()
    left_out: tuple[Entry, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class _Task:
    """The changes to make in a folder. `only_ours`: only in files that Arbor wrote into before; `page`: that
    for colleagues."""

    folder: str
    old: FileOptions
    new: FileOptions
    branch: str | None
    text: str
    agreed: bool
    only_ours: bool
    page: str = ""


class InstructionFiles:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime, memory: BranchMemory) -> None:
        self._rt = runtime
        self._memory = memory
        self._files = UserFiles(runtime.home, runtime.clock)
        self._lock = threading.Lock()

    def plan(
        self,
        project: str,
        old: FileOptions,
        new: FileOptions,
        *,
        agreed: bool = False,
        folder: str | None = None,
    ) -> list[PlannedFile]:
        """Return a project's files as they are and shall be when the options change from `old` to `new`.

        `agreed`: the person's own CLAUDE.md may be replaced by the built one. `folder`: another folder (a
        worktree), in which only files that Arbor has written into before are changed. Writes nothing.
        """
        place = folder or project
        branch = checked_out(place)
        text = page = ""
        if any(new.way(file) for file in INSTRUCTION_FILES):
            entries = entries_for(self._rt, self._memory, project, branch)
            text = block_text(entries)
        if new.way(DIGEST_FILE):
            from arbor_desktop.branches.digest import digest  # most projects have none

            page = digest(self._rt, project).text
        task = _Task(place, old, new, branch, text, agreed, folder is not None, page)
        seen: dict[str, str] = {}
        on_first = sorted(WRITTEN_FILES, key=lambda file: not _on(new, file))
        return [self._planned(task, file, seen) for file in (*on_first, OWN_FILE)]

    def block(self, project: str, branch: str | None, options: FileOptions) -> WrittenBlock:
        """Return Arbor's block of CLAUDE.md for a branch, as it would be written now, whether that is turned
        on or not."""
        text, told, left_out = laid_out(entries_for(self._rt, self._memory, project, branch))
        way = options.way(BUILT_FILE) or Way.BLOCK
        on = replace(options, instructions=((BUILT_FILE, way),))
        file = OWN_FILE if way is Way.IMPORT else BUILT_FILE
        planned = self._planned(_Task(project, options, on, branch, text, False, False), file, {})
        if planned.blocked:
            return WrittenBlock(trouble=planned.trouble or "")
        found = managed_block.find(planned.after or b"")
        if found is None or planned.after is None:
            return WrittenBlock()
        shown = planned.after[found.start : found.end].decode()
        return WrittenBlock(shown, tuple((line + 1, one) for line, one in told), tuple(left_out))

    def write(self, project: str, plan: Iterable[PlannedFile], *, folder: str | None = None) -> list[str]:
        """Carry out a plan. Return what went wrong, which is also added to the activity list; the other files
        are written. Raises ChangedMeanwhile: a file changed since it was planned."""
        with self._lock:
            troubles = [self._write(project, folder or project, one) for one in plan]
        return [trouble for trouble in troubles if trouble is not None]

    def states(self, project: str, options: FileOptions) -> tuple[Part, ...]:
        """Return the state of each file, and of the building of CLAUDE.md."""
        found = {one.file: one for one in self.plan(project, options, options)}
        parts = [_part(found[file], options.way(file)) for file in WRITTEN_FILES]
        return (*parts, _joining(options, found[BUILT_FILE]))

    # -- planning --

    def _planned(self, task: _Task, file: str, seen: dict[str, str]) -> PlannedFile:
        asked = str(Path(task.folder) / file)
        on = _on(task.new, file)
        try:
            path = operations.resolve_inside(asked, task.folder)
            before = operations.read(path)
            unchanged = PlannedFile(file, path, before, before, on)
            if (first := seen.get(path)) is not None:
                return replace(unchanged, what=f"It is the same file as {first}.")
            if on:
                seen[path] = file
            known = self._rt.db.read(lambda c: queries.written(c, path))
            if not on and not _on(task.old, file) and known is None:
                return unchanged
            if task.only_ours and (before is None or not _is_ours(before)):
                return unchanged
            if before is not None and not os.stat(path).st_mode & 0o222:  # noqa: PTH116
                return replace(unchanged, trouble=f"{file} is read-only.", blocked=True)
            return self._with_content(task, unchanged, known or _unknown(before))
        except Damaged as error:
            trouble = f"{file} was not changed. {error}"
        except ArborError as error:
            trouble = error.message
        except OSError as error:
            trouble = f"{file} can't be read: {error.strerror or error}."
        return PlannedFile(file, asked, on=on, trouble=trouble, blocked=True)

    @staticmethod
    def _with_content(task: _Task, planned: PlannedFile, known: WrittenFile) -> PlannedFile:
        file, before = planned.file, planned.before
        data = before or b""
        own = managed_block.remove(data, known=known.marks)
        person = own if before is not None and (own or known.was_there) else None
        made = Built(person)
        if file == BUILT_FILE and task.new.activation:
            found = build_sources(task.folder, task.branch)
            made = built(person, found, agreed=task.agreed)
        elif file == BUILT_FILE and (task.old.activation or known.before is not None):
            made = restored(person, known.before)
        if not planned.on or (file != OWN_FILE and task.new.way(file) is None):
            text = ""
        elif file == DIGEST_FILE:
            text = task.page
        elif task.text and task.new.way(file) is Way.IMPORT:
            text = import_text(OWN_FILE)
        else:
            text = task.text
        base = data if made.text == person else made.text or b""
        written = managed_block.put(base, text, known=known.marks)
        after = None if not written and made.text is None else written
        return replace(
            planned,
            after=after,
            what=made.note or _what(before, after, text, joined=made.text != person),
            trouble=made.trouble,
            written=WrittenFile(
                managed_block.marks(text),
                known.was_there,
                made.kept if made.replaced else known.before if task.new.activation else None,
                known.trouble,
            ),
            moved=managed_block.edited(data),
            own=own,
        )

    # -- writing --

    def _write(self, project: str, folder: str, one: PlannedFile) -> str | None:
        trouble, done = one.trouble, not one.blocked
        if one.changes:
            self._keep_persons_file(one)
            try:
                self._files.carry_out([one.change()], inside=folder, backup=one.own)
            except ChangedMeanwhile:
                raise
            except ArborError as error:
                trouble, done = error.message, False
        if done and one.after is None and one.before is not None:
            operations.remove_empty(one.path, folder)
        self._note(project, one, trouble, done=done)
        return trouble

    def _keep_persons_file(self, one: PlannedFile) -> None:
        """Store a person's file before it is replaced: after a kill in between, nothing is lost."""
        known = self._rt.db.read(lambda c: queries.written(c, one.path))
        after = one.written
        if after is not None and after.before is not None and (known is None or known.before != after.before):
            self._rt.db.write(lambda c: queries.note_written(c, one.path, after))

    def _note(self, project: str, one: PlannedFile, trouble: str | None, *, done: bool) -> None:
        """Store what to know of the file the next time, and report news once. If nothing is new, nothing is
        written: other processes would take that for a change."""
        known = self._rt.db.read(lambda c: queries.written(c, one.path))
        moved = done and one.moved and one.changes
        news = trouble is not None and trouble != (known.trouble if known else None)
        after = known
        if done and one.written is not None:
            after = replace(one.written, trouble=trouble)
            if not one.on and after.trouble is None and after.before is None:
                after = None
        elif trouble is not None:
            after = replace(known or WrittenFile(was_there=one.before is not None), trouble=trouble)
        if after == known and not moved:
            return

        def write(conn: Connection) -> None:
            report = partial(
                captures.note, conn, self._rt.clock(), ACTIVITY, status="warning", project=project
            )
            if moved:
                report(f"Your words in {one.file} were moved", reason=MOVED)
            if news:
                report(f"{one.file} was not changed", reason=trouble)
            if after is None:
                queries.forget_written(conn, one.path)
            else:
                queries.note_written(conn, one.path, after)

        self._rt.db.write(write)
        if moved or news:
            self._rt.announce(status=True)


def _on(options: FileOptions, file: str) -> bool:
    if file == OWN_FILE:
        return Way.IMPORT in dict(options.instructions).values()
    return options.way(file) is not None or (file == BUILT_FILE and options.activation)


def _unknown(before: bytes | None) -> WrittenFile:
    """Return what to assume of a file that this Arbor never wrote into. One with Arbor's block alone came
    from another Arbor (a clone, a worktree), and is removed with the block."""
    return WrittenFile(was_there=before is not None and (not before or managed_block.remove(before) != b""))


def _is_ours(data: bytes) -> bool:
    """Return whether Arbor wrote into a file. Raises Damaged."""
    own = managed_block.remove(data)
    return own != data or build_state(own) is not BuildState.NO


def _what(before: bytes | None, after: bytes | None, text: str, *, joined: bool) -> str:
    if before == after:
        return ""
    if joined:
        return f"It says what {BASE_FILE} and the file of the branch say."
    there = managed_block.find(before or b"") is not None
    if text:
        return "Arbor's block is updated." if there else "Arbor's block is added at the end."
    return "Arbor's block is removed." if there else ""


def _part(one: PlannedFile, way: Way | None) -> Part:
    standing, note = Standing.INSTALLED, NOTHING_YET
    if way is None:
        standing, note = Standing.ABSENT, ""
    elif one.trouble is not None:
        standing, note = Standing.BLOCKED, one.trouble
    elif one.changes:
        standing, note = Standing.PARTLY, "It is not up to date."
    else:
        try:
            if managed_block.find(one.before or b"") is not None:
                note = f"It imports {OWN_FILE}." if way is Way.IMPORT else one.what
        except Damaged as error:
            standing, note = Standing.BLOCKED, str(error)
    return Part(one.file, one.file, standing, one.path, note)


def _joining(options: FileOptions, one: PlannedFile) -> Part:
    standing, note = Standing.PARTLY, one.what
    if not options.activation:
        standing, note = Standing.ABSENT, ""
    elif one.trouble is not None:
        standing, note = Standing.BLOCKED, one.trouble
    else:
        try:
            if build_state(managed_block.remove(one.before or b"")) is BuildState.WHOLE:
                standing = Standing.INSTALLED
        except Damaged as error:
            standing, note = Standing.BLOCKED, str(error)
    title = f"{BUILT_FILE} from {BASE_FILE} and CLAUDE_<branch>.md"
    return Part(JOINING, title, standing, one.path, note)
