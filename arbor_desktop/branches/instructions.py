"""The instruction files of a project, which contain the memory of the checked-out branch (spec 6.3).

Each file is read, its new content is worked out, and only then is it written: the same plan is shown to
people before, carried out, and tells the state of each file.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.branches import instruction_block, joined_file, queries
from arbor_desktop.branches.joined_file import Joined
from arbor_desktop.branches.model import INSTRUCTION_FILES, OWN_FILE, Switches, Way
from arbor_desktop.branches.queries import WrittenFile
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError
from arbor_desktop.projects.git import checked_out
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.user_files import managed_block, operations
from arbor_desktop.user_files.managed_block import Damaged
from arbor_desktop.user_files.model import FileChange, Part, Standing
from arbor_desktop.user_files.operations import ChangedMeanwhile, UserFiles

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory

ACTIVITY = "instructions"
JOINING = "activation"
"""The key of the building of CLAUDE.md among the parts."""
NOTHING_YET = "Nothing is remembered of this branch yet; the file gets its part when something is."
MOVED = "What you wrote into Arbor's part now stands below it."


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
class _Task:
    """What is to be done in a folder. `only_ours`: only in files that Arbor has written into before."""

    folder: str
    old: Switches
    new: Switches
    branch: str | None
    text: str
    agreed: bool
    only_ours: bool


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
        old: Switches,
        new: Switches,
        *,
        agreed: bool = False,
        folder: str | None = None,
    ) -> list[PlannedFile]:
        """Return a project's files as they are and shall be when the switches change from `old` to `new`.

        `agreed`: the person's own CLAUDE.md may be replaced by the built one. `folder`: another folder (a
        worktree), in which only files that Arbor has written into before are changed. Writes nothing.
        """
        place = folder or project
        branch = checked_out(place)
        text = ""
        if new.instructions:
            entries = instruction_block.entries_for(self._rt, self._memory, project, branch)
            text = instruction_block.block_text(entries)
        task = _Task(place, old, new, branch, text, agreed, folder is not None)
        seen: dict[str, str] = {}
        on_first = sorted(INSTRUCTION_FILES, key=lambda file: not _on(new, file))
        return [self._planned(task, file, seen) for file in (*on_first, OWN_FILE)]

    def write(self, project: str, plan: Iterable[PlannedFile], *, folder: str | None = None) -> list[str]:
        """Carry out a plan. Return what went wrong, which is also added to the activity list; the other files
        are written. Raises ChangedMeanwhile: a file changed since it was planned."""
        with self._lock:
            troubles = [self._write(project, folder or project, one) for one in plan]
        return [trouble for trouble in troubles if trouble is not None]

    def states(self, project: str, switches: Switches) -> tuple[Part, ...]:
        """Return the state of each file, and of the building of CLAUDE.md."""
        found = {one.file: one for one in self.plan(project, switches, switches)}
        parts = [_part(found[file], switches.way(file)) for file in INSTRUCTION_FILES]
        return (*parts, _joining(switches, found[joined_file.FILE]))

    # -- planning --

    def _planned(self, task: _Task, file: str, seen: dict[str, str]) -> PlannedFile:
        asked = str(Path(task.folder) / file)
        on = _on(task.new, file)
        try:
            path = operations.place(asked, task.folder)
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
            trouble = f"{file} is left as it is. {error}"
        except ArborError as error:
            trouble = error.message
        except OSError as error:
            trouble = f"{file} can't be read: {error.strerror or error}."
        return PlannedFile(file, asked, on=on, trouble=trouble, blocked=True)

    @staticmethod
    def _with_content(task: _Task, planned: PlannedFile, known: WrittenFile) -> PlannedFile:
        file, before = planned.file, planned.before
        data = before or b""
        own = managed_block.take_out(data, known=known.marks)
        person = own if before is not None and (own or known.was_there) else None
        made = joined_file.Outcome(person)
        if file == joined_file.FILE and task.new.activation:
            sources = joined_file.sources(task.folder, task.branch)
            made = joined_file.switched_on(person, sources, agreed=task.agreed)
        elif file == joined_file.FILE and (task.old.activation or known.before is not None):
            made = joined_file.switched_off(person, known.before)
        if not planned.on or (file != OWN_FILE and task.new.way(file) is None):
            text = ""
        elif task.text and task.new.way(file) is Way.IMPORT:
            text = instruction_block.import_text(OWN_FILE)
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
                report(f"{one.file} was left as it is", reason=trouble)
            if after is None:
                queries.forget_written(conn, one.path)
            else:
                queries.note_written(conn, one.path, after)

        self._rt.db.write(write)
        if moved or news:
            self._rt.announce(status=True)


def _on(switches: Switches, file: str) -> bool:
    if file == OWN_FILE:
        return Way.IMPORT in dict(switches.instructions).values()
    return switches.way(file) is not None or (file == joined_file.FILE and switches.activation)


def _unknown(before: bytes | None) -> WrittenFile:
    """Return what to assume of a file that this Arbor never wrote into. One with Arbor's block alone came
    from another Arbor (a clone, a worktree), and is removed with the block."""
    return WrittenFile(was_there=before is not None and (not before or managed_block.take_out(before) != b""))


def _is_ours(data: bytes) -> bool:
    """Whether Arbor wrote into a file. Raises Damaged."""
    own = managed_block.take_out(data)
    return own != data or joined_file.state(own) is not Joined.NO


def _what(before: bytes | None, after: bytes | None, text: str, *, joined: bool) -> str:
    if before == after:
        return ""
    if joined:
        return f"It says what {joined_file.BASE} and the file of the branch say."
    there = managed_block.find(before or b"") is not None
    if text:
        return "Arbor's part is brought up to date." if there else "Arbor's part is added at the end."
    return "Arbor's part is taken out." if there else ""


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


def _joining(switches: Switches, one: PlannedFile) -> Part:
    standing, note = Standing.PARTLY, one.what
    if not switches.activation:
        standing, note = Standing.ABSENT, ""
    elif one.trouble is not None:
        standing, note = Standing.BLOCKED, one.trouble
    else:
        try:
            if joined_file.state(managed_block.take_out(one.before or b"")) is Joined.WHOLE:
                standing = Standing.INSTALLED
        except Damaged as error:
            standing, note = Standing.BLOCKED, str(error)
    title = f"{joined_file.FILE} from {joined_file.BASE} and CLAUDE_<branch>.md"
    return Part(JOINING, title, standing, one.path, note)
