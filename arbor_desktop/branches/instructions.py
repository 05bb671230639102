"""The instruction files of a project carry what is remembered of the branch that is checked out (spec 6.3).

Each file is looked at, what it is to hold is worked out, and only then is it written: the same looking makes
what a person is shown before, what is done, and where each file stands.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from arbor_desktop.branches import activation, instruction_text, joined_file
from arbor_desktop.branches.joined_file import Joined
from arbor_desktop.branches.queries import project_switches
from arbor_desktop.branches.queries.project_switches import WrittenFile
from arbor_desktop.branches.sections import Entry
from arbor_desktop.branches.switch_model import INSTRUCTION_FILES, OWN_FILE, Switches, Way
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError
from arbor_desktop.projects.places import checked_out
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.user_files import managed_block, operations
from arbor_desktop.user_files.managed_block import Damaged
from arbor_desktop.user_files.model import FileChange, Part, Standing
from arbor_desktop.user_files.operations import ChangedMeanwhile, UserFiles

ACTIVITY = "instructions"
JOINING = "activation"
"""The key of the joining among the parts."""
NOTHING_YET = "Nothing is remembered of this branch yet; the file gets its part when something is."

MOVED = "What you wrote into Arbor's part now stands below it."

Entries = Callable[[str, str | None], list[Entry]]
"""What is remembered of a project's branch (None: no branch is checked out), the most important first."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A file, where it really is, as it is and as it shall be. `on`: whether Arbor is to write into it;
    `what` changes; `trouble`: what a person has to see to; `blocked`: it is left as it is because of that."""

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
    """Whether words of the person that stood in the block come to stand below it."""
    own: bytes = b""
    """What it holds beside Arbor's block: that is what a backup keeps, as the block tells of memories, which
    may be erased or made private later."""

    @property
    def changes(self) -> bool:
        return not self.blocked and self.before != self.after

    def change(self) -> FileChange:
        return FileChange(self.path, self.before, self.after, self.what)


@dataclass(frozen=True, slots=True)
class _Task:
    """What is to be done in a folder."""

    folder: str
    old: Switches
    new: Switches
    branch: str | None
    text: str
    agreed: bool
    only_ours: bool


class InstructionFiles:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime, files: UserFiles, entries: Entries) -> None:
        self._rt = runtime
        self._files = files
        self._entries = entries
        self._lock = threading.Lock()

    def look(
        self,
        project: str,
        old: Switches,
        new: Switches,
        *,
        agreed: bool = False,
        folder: str | None = None,
    ) -> list[Looked]:
        """What the files of a project are and shall be, from the switches as they were to those that they
        are set to. `agreed`: the person's own CLAUDE.md may give way to the joined one. In another `folder`
        (a worktree), only files that carry Arbor's part already are changed. Writes nothing."""
        place = folder or project
        branch = checked_out(Path(place))
        wanted = any(new.way(file) for file in INSTRUCTION_FILES)
        text = instruction_text.block_text(self._entries(project, branch)) if wanted else ""
        task = _Task(place, old, new, branch, text, agreed, folder is not None)
        seen: dict[str, str] = {}
        on_first = sorted(INSTRUCTION_FILES, key=lambda file: not _on(new, file))
        found = [self._looked(task, file, seen) for file in on_first]
        found.append(self._own(task))
        return found

    def write(self, project: str, found: Iterable[Looked], *, folder: str | None = None) -> list[str]:
        """Makes the changes; what can't be made is noted in the activity list, and the rest goes on. Answers
        what went wrong. Raises ChangedMeanwhile where a file is not as it was looked at: look again."""
        with self._lock:
            return [
                trouble
                for one in found
                if (trouble := self._write(project, folder or project, one)) is not None
            ]

    def states(self, project: str, switches: Switches) -> tuple[Part, ...]:
        """Where each file stands, and the joining."""
        found = {one.file: one for one in self.look(project, switches, switches)}
        parts = [_part(found[file], switches.way(file)) for file in INSTRUCTION_FILES]
        return (*parts, _joining(switches, found[activation.FILE]))

    # -- looking --

    def _looked(self, task: _Task, file: str, seen: dict[str, str]) -> Looked:
        asked = str(Path(task.folder) / file)
        on = _on(task.new, file)
        try:
            path = operations.place(asked, task.folder)
            if (first := seen.get(path)) is not None:
                held = operations.read(path)
                return Looked(file, path, held, held, on, f"It is the same file as {first}.")
            if on:
                seen[path] = file
            before = operations.read(path)
            known = self._rt.db.read(lambda c: project_switches.written(c, path))
            if not on and not _on(task.old, file) and known is None:
                return Looked(file, path, before, before)
            if task.only_ours and (before is None or not _is_ours(before)):
                return Looked(file, path, before, before, on)
            if before is not None and not os.stat(path).st_mode & 0o222:  # noqa: PTH116
                return Looked(file, path, before, before, on, trouble=f"{file} is read-only.", blocked=True)
            return self._worked_out(task, file, path, before, known or _unknown(before))
        except Damaged as error:
            return Looked(file, asked, on=on, trouble=f"{file} is left as it is. {error}", blocked=True)
        except ArborError as error:
            return Looked(file, asked, on=on, trouble=error.message, blocked=True)
        except OSError as error:
            return Looked(file, asked, on=on, trouble=f"{file} can't be read: {_why(error)}.", blocked=True)

    def _worked_out(
        self, task: _Task, file: str, path: str, before: bytes | None, known: WrittenFile
    ) -> Looked:
        data = before or b""
        own = managed_block.take_out(data, known=known.marks)
        person = own if before is not None and (own or known.was_there) else None
        made = activation.Outcome(person)
        if file == activation.FILE and task.new.activation:
            found = activation.parts(task.folder, task.branch)
            made = activation.joined(person, found, agreed=task.agreed)
        elif file == activation.FILE and (task.old.activation or known.before is not None):
            made = activation.parted(person, known.before)
        base = data if made.text == person else made.text or b""
        text = self._text_of(task, file)
        written = managed_block.put(base, text, known=known.marks)
        after = None if not written and made.text is None else written
        kept = WrittenFile(
            managed_block.marks(text),
            known.was_there,
            made.kept if made.replaced else known.before if task.new.activation else None,
            known.trouble,
        )
        return Looked(
            file, path, before, after, _on(task.new, file),
            made.note or _what(before, after, text, joined=made.text != person), made.trouble, False, kept,
            managed_block.edited(data), own,
        )  # fmt: skip

    @staticmethod
    def _text_of(task: _Task, file: str) -> str:
        way = task.new.way(file)
        if way is None or not task.text:
            return ""
        return task.text if way is Way.BLOCK else instruction_text.import_text(OWN_FILE)

    def _own(self, task: _Task) -> Looked:
        """The file that others import."""
        on = Way.IMPORT in dict(task.new.instructions).values()
        asked = str(Path(task.folder) / OWN_FILE)
        try:
            path = operations.place(asked, task.folder)
            before = operations.read(path)
            if before is None and (not on or task.only_ours):
                return Looked(OWN_FILE, path)
            known = self._rt.db.read(lambda c: project_switches.written(c, path))
            known = known or _unknown(before)
            text = task.text if on else ""
            written = managed_block.put(before or b"", text, known=known.marks)
            after = written if written or (before is not None and known.was_there) else None
            return Looked(
                OWN_FILE, path, before, after, on, _what(before, after, text), None, False,
                WrittenFile(managed_block.marks(text), known.was_there),
                before is not None and managed_block.edited(before),
                managed_block.take_out(before or b"", known=known.marks),
            )  # fmt: skip
        except Damaged as error:
            return Looked(
                OWN_FILE, asked, on=on, trouble=f"{OWN_FILE} is left as it is. {error}", blocked=True
            )
        except ArborError as error:
            return Looked(OWN_FILE, asked, on=on, trouble=error.message, blocked=True)
        except OSError as error:
            return Looked(
                OWN_FILE, asked, on=on, trouble=f"{OWN_FILE} can't be read: {_why(error)}.", blocked=True
            )

    # -- writing --

    def _write(self, project: str, folder: str, one: Looked) -> str | None:
        trouble, done = one.trouble, not one.blocked
        if one.changes:
            self._keep_own(one)
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

    def _keep_own(self, one: Looked) -> None:
        """What the person's file held is kept before it gives way: killed in between, nothing is lost."""
        known = self._rt.db.read(lambda c: project_switches.written(c, one.path))
        after = one.written
        if after is not None and after.before is not None and (known is None or known.before != after.before):
            self._rt.db.write(lambda c: project_switches.note_written(c, one.path, after))

    def _note(self, project: str, one: Looked, trouble: str | None, *, done: bool) -> None:
        """What is to be known of the file the next time, and for people what they should know of it, once.
        Where all is as before nothing is written: that would be news for other processes."""
        known = self._rt.db.read(lambda c: project_switches.written(c, one.path))
        moved = done and one.moved and one.changes
        news = trouble is not None and trouble != (known.trouble if known else None)
        after = _to_know(one, known, trouble, done=done)
        if after == known and not moved:
            return

        def write(conn: Connection) -> None:
            tell = partial(captures.note, conn, self._rt.clock(), ACTIVITY, status="warning", project=project)
            if moved:
                tell(f"Your words in {one.file} were moved", reason=MOVED)
            if news:
                tell(f"{one.file} was left as it is", reason=trouble)
            if after is None:
                project_switches.forget_written(conn, one.path)
            else:
                project_switches.note_written(conn, one.path, after)

        self._rt.db.write(write)
        if moved or news:
            self._rt.announce(status=True)


def _to_know(
    one: Looked, known: WrittenFile | None, trouble: str | None, *, done: bool
) -> WrittenFile | None:
    if done and one.written is not None:
        file = replace(one.written, trouble=trouble)
        return file if one.on or file.trouble or file.before is not None else None
    if trouble is not None:
        return replace(known or WrittenFile(was_there=one.before is not None), trouble=trouble)
    return known


def _on(switches: Switches, file: str) -> bool:
    return switches.way(file) is not None or (file == activation.FILE and switches.activation)


def _unknown(before: bytes | None) -> WrittenFile:
    """Of a file that this Arbor never wrote into. One that holds Arbor's part alone came from another one
    (a clone, a worktree), and goes with it."""
    return WrittenFile(was_there=before is not None and (not before or managed_block.take_out(before) != b""))


def _is_ours(data: bytes) -> bool:
    """Whether Arbor wrote into a file. Raises Damaged."""
    own = managed_block.take_out(data)
    return own != data or joined_file.state(own) is not Joined.NO


def _what(before: bytes | None, after: bytes | None, text: str, *, joined: bool = False) -> str:
    if before == after:
        return ""
    if joined:
        return f"It says what {joined_file.BASE} and the file of the branch say."
    there = managed_block.find(before or b"") is not None
    if text:
        return "Arbor's part is brought up to date." if there else "Arbor's part is added at the end."
    return "Arbor's part is taken out." if there else ""


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _part(one: Looked, way: Way | None) -> Part:
    if way is None:
        return Part(one.file, one.file, Standing.ABSENT, one.path)
    if one.trouble is not None:
        return Part(one.file, one.file, Standing.BLOCKED, one.path, one.trouble)
    if one.changes:
        return Part(one.file, one.file, Standing.PARTLY, one.path, "It is not up to date.")
    try:
        there = one.before is not None and managed_block.find(one.before) is not None
    except Damaged as error:
        return Part(one.file, one.file, Standing.BLOCKED, one.path, str(error))
    by = f"It imports {OWN_FILE}." if way is Way.IMPORT else one.what
    return Part(one.file, one.file, Standing.INSTALLED, one.path, by if there else NOTHING_YET)


def _joining(switches: Switches, one: Looked) -> Part:
    title = f"{activation.FILE} from {joined_file.BASE} and CLAUDE_<branch>.md"
    if not switches.activation:
        return Part(JOINING, title, Standing.ABSENT, one.path)
    if one.trouble is not None:
        return Part(JOINING, title, Standing.BLOCKED, one.path, one.trouble)
    try:
        made = (
            one.before is not None and joined_file.state(managed_block.take_out(one.before)) is Joined.WHOLE
        )
    except Damaged as error:
        return Part(JOINING, title, Standing.BLOCKED, one.path, str(error))
    return Part(JOINING, title, Standing.INSTALLED if made else Standing.PARTLY, one.path, one.what)
