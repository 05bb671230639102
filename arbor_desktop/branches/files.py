"""The files of branches on the disk: read back, written, taken away.

What was written or read last is kept as a hash: a file that is still that is nobody's change. The hash of
what is being written is kept before it is, so that a kill between both never takes Arbor's words for a
person's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from arbor_desktop.branches import disk, file_edits, growth
from arbor_desktop.branches import document as branch_file
from arbor_desktop.branches.document import BranchFile, BranchFileBroken
from arbor_desktop.branches.entries import Line, differences, written
from arbor_desktop.branches.file_edits import Reading
from arbor_desktop.branches.git_state import under_way
from arbor_desktop.branches.queries import branch_memory
from arbor_desktop.branches.queries.branch_memory import Kept, Listed
from arbor_desktop.branches.sections import BranchDocument, Section
from arbor_desktop.conflicts.detection import Comparing
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.runtime.redacted_texts import Redacting
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.user_files import operations
from arbor_desktop.user_files.model import FileChange
from arbor_desktop.user_files.operations import UserFiles

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OnDisk:
    """Where the file of a branch is or would be, and what it holds; `content` None: it is not there."""

    path: str | None
    stem: str
    content: bytes | None = None


class BranchWriting:
    def __init__(self, runtime: Runtime, comparing: Comparing) -> None:
        self._rt = runtime
        self._comparing = comparing
        self._files = UserFiles(runtime.home, runtime.clock)
        self._redacted = Redacting(runtime)

    # -- look --

    def file_of(self, kept: Kept) -> OnDisk:
        """The file of a branch; without a word where it can't be looked at: that is told when it is kept."""
        stem = kept.stem or self._new_stem(kept)
        path = disk.path_of(kept.project, stem)
        try:
            return OnDisk(path, stem, disk.read(kept.project, stem))
        except ArborError:
            return OnDisk(path, stem)

    @staticmethod
    def is_edited(kept: Kept | Listed, content: bytes | None) -> bool:
        """Whether somebody changed the file since it was read or written."""
        return content is not None and disk.digest(content) not in (kept.seen, kept.writing)

    def text_of(self, kept: Kept, there: bytes | None) -> str:
        """The file as it would be written now: what a person added to it stays in it."""
        if there is not None:
            try:
                return branch_file.update(_text(there), written(kept.lines), self._rt.clock())
            except BranchFileBroken:
                pass  # it is left alone, and shown as a new one would be
        shown = BranchDocument(written(kept.lines))
        return branch_file.generate(kept.branch, shown, kept.updated_at or self._rt.clock())

    def _kept(self, project: str, branch: str) -> Kept:
        return self._rt.db.read(lambda c: branch_memory.get(c, project, branch)) or Kept(project, branch)

    def _new_stem(self, kept: Kept) -> str:
        """A name that no other branch's file has: neither one that is kept, nor one that lies there."""
        taken = self._rt.db.read(lambda c: branch_memory.stems(c, kept.project, kept.branch))
        stem = branch_file.stem_for(kept.branch, taken)
        if stem == branch_file.plain_stem(kept.branch):
            try:
                there = disk.read(kept.project, stem)
                if there is not None and _parsed(there).branch != branch_file.entry_of(kept.branch):
                    return branch_file.hashed_stem(kept.branch)
            except ArborError:
                return stem  # whose it is can't be told: it is left alone
        return stem

    # -- read back --

    def read_back(self, project: str, branch: str) -> bool:
        """Takes what somebody changed in the file into the memory. Answers whether the file may be written
        now: one that can't be read, or says what can't be remembered, is left alone, and the list of activity
        says why."""
        return self._careful(project, branch, lambda: self._read_back(project, branch))

    def _read_back(self, project: str, branch: str) -> None:
        kept = self._kept(project, branch)
        stem = kept.stem or self._new_stem(kept)
        content = disk.read(project, stem)
        head = disk.head(project)
        if under_way(project):
            return  # git changes files first, and says so in HEAD when it is done: it is looked at again then
        if content is None:
            if kept.head and not head:
                raise StorageError(f"There is nothing in {project}, neither it nor git. Is its disk there?")
            self._rt.db.write(lambda c: _noted(c, project, branch, stem=stem, head=head, trouble=None))
            return
        found = disk.digest(content)
        if found == kept.seen:
            self._rt.db.write(lambda c: _noted(c, project, branch, stem=stem, head=head, trouble=None))
            return
        read = _parsed(content)
        if read.branch != branch_file.entry_of(branch):
            raise BranchFileBroken(f"Its title names another branch: {read.branch}.")
        git = disk.brought_by_git(project, kept.head, head)
        earlier = found in kept.known and disk.restored_by_git(project, kept.head, head)
        if found == kept.writing or earlier:
            filed = _filed(read.document, (*kept.lines, *kept.filed))
            self._rt.db.write(
                lambda c: _noted(
                    c, project, branch, stem=stem, head=head, trouble=None, filed=filed, seen=found
                )
            )
            return
        foreign = git or kept.seen is None
        touched, disputed = self._rt.db.write(
            lambda c: self._take(c, project, branch, read, found, stem, head, foreign=foreign)
        )
        self._rt.announce(
            tuple(dict.fromkeys([*touched, *disputed])), status=True, conflicts=True, projects=True
        )

    def _take(
        self,
        conn: Connection,
        project: str,
        branch: str,
        read: BranchFile,
        found: str,
        stem: str,
        head: str,
        *,
        foreign: bool,
    ) -> tuple[list[str], list[str]]:
        seen = growth.look(conn, self._rt, project, branch)
        before = seen.kept.filed if seen.kept.seen is not None else seen.kept.lines
        differing = differences(before, read.document)
        file_edits.check(differing)
        if not foreign:
            file_edits.refuse_many_removed(differing, seen)
        by = self._rt.by("user", file_edits.CHANGED)
        reading = Reading(conn, self._rt, seen, by, self._clean, foreign=foreign)
        made = reading.read(differing)
        disputed = conflicts.with_others(conn, made.touched)
        done = self._comparing.of(conn, made.touched, by)
        kept = replace(
            seen.kept,
            stem=stem,
            head=head,
            seen=found,
            known=_with(seen.kept.known, found),
            trouble=None,
            lines=made.lines,
            filed=made.filed,
            updated_at=by.now if written(made.lines) != written(seen.kept.lines) else seen.kept.updated_at,
        )
        branch_memory.put(conn, kept)
        return made.touched, conflicts.with_others(conn, [*disputed, *done.by_memory, *done.changed])

    def take(self, project: str, branch: str, text: str, began: str) -> None:
        """Takes a person's text of the document, who began from the text `began`, into the memory. Raises
        BranchFileBroken."""
        read, before = branch_file.parse(text), branch_file.parse(began)
        if read.branch != before.branch:
            raise BranchFileBroken(f"Its title names another branch: {read.branch}.")

        def work(conn: Connection) -> list[str]:
            seen = growth.look(conn, self._rt, project, branch)
            differing = differences(_filed(before.document, seen.kept.lines), read.document)
            file_edits.check(differing)
            by = self._rt.by("user", file_edits.CHANGED)
            made = Reading(conn, self._rt, seen, by, self._clean, foreign=False).read(differing)
            disputed = conflicts.with_others(conn, made.touched)
            done = self._comparing.of(conn, made.touched, by)
            branch_memory.put(conn, replace(seen.kept, lines=made.lines, updated_at=by.now))
            return conflicts.with_others(conn, [*disputed, *done.by_memory, *done.changed])

        self._rt.announce(tuple(self._rt.db.write(work)), status=True, conflicts=True, projects=True)

    def put_text(self, project: str, branch: str, text: str, began: str) -> None:
        """Writes what a person wrote beside the entries into the file, if it is as they saw it."""
        kept = self._kept(project, branch)
        there = self.file_of(kept)
        if there.content is None or there.path is None or _outside(_text(there.content)) == _outside(text):
            return
        if _outside(_text(there.content)) != _outside(began):
            raise StorageError(f"{there.path} was changed meanwhile; look at it and try again.")
        document = branch_file.parse(_text(there.content)).document
        content = branch_file.update(text, document.sections, self._rt.clock()).encode()
        digest = disk.digest(content)
        self._rt.db.write(lambda c: _noted(c, project, branch, writing=digest))
        change = FileChange(there.path, there.content, content, f"Memory of branch {branch}")
        self._files.carry_out([change], inside=project, backup=_outside(_text(there.content)).encode())
        self._rt.db.write(
            lambda c: _noted(c, project, branch, seen=digest, writing=None, known=_with(kept.known, digest))
        )

    def _clean(self, text: str) -> str:
        return branch_file.entry_of(self._redacted(text))

    # -- write --

    def write(self, project: str, branch: str) -> bool:
        """Writes the file if it would change. Answers whether it is as it should be: it is not where it was
        changed since it was read back, and where something is in the way."""
        done: list[bool] = []
        self._careful(project, branch, lambda: done.append(self._write(project, branch)))
        return any(done)

    def _write(self, project: str, branch: str) -> bool:
        kept = self._kept(project, branch)
        stem = kept.stem or self._new_stem(kept)
        before = disk.read(project, stem)
        if before is not None and disk.digest(before) != kept.seen:
            return False
        if before is None and (not kept.lines or (kept.seen and written(kept.filed) == written(kept.lines))):
            return True  # there is nothing to say, or nothing new since a person took the file away
        at = kept.updated_at or self._rt.clock()
        if before is None:
            text = branch_file.generate(branch, BranchDocument(written(kept.lines)), at)
        else:
            text = branch_file.update(_text(before), written(kept.lines), at)
        content = text.encode()
        digest = disk.digest(content)
        if content != before:
            self._rt.db.write(lambda c: _noted(c, project, branch, stem=stem, writing=digest))
            change = FileChange(disk.path_of(project, stem), before, content, f"Memory of branch {branch}")
            self._files.carry_out([change], inside=project, backup=False)
        if content != before or kept.filed != kept.lines:
            self._rt.db.write(
                lambda c: _noted(
                    c, project, branch, stem=stem, seen=digest, writing=None, filed=kept.lines, trouble=None,
                    known=_with(kept.known, digest),
                )
            )  # fmt: skip
        if content != before:
            self._rt.announce(projects=True)
        return True

    def remove(self, project: str, branch: str) -> bool:
        """Takes the file of a branch away, and forgets that there was one."""

        def remove() -> None:
            kept = self._kept(project, branch)
            before = disk.read(project, kept.stem) if kept.stem else None
            if kept.stem and before is not None:
                if disk.digest(before) != kept.seen:
                    raise StorageError("It was changed meanwhile, and stays.")
                change = FileChange(disk.path_of(project, kept.stem), before, None)
                # The entries are memories, which may be erased; the rest is the person's.
                self._files.carry_out([change], inside=project, backup=_outside(_text(before)).encode())
                operations.remove_empty(change.path, project)
            self._rt.db.write(lambda c: _noted(c, project, branch, seen=None, writing=None, filed=()))

        return self._careful(project, branch, remove)

    # -- trouble --

    def _careful(self, project: str, branch: str, work: Callable[[], object]) -> bool:
        """Does it, or notes why it can't be done: once, in the list of activity, until that changes."""
        try:
            work()
        except (BranchFileBroken, StorageError, InvalidInput, OSError) as error:
            why = error.message if isinstance(error, ArborError) else error.strerror or str(error)
            self._tell(project, branch, why)
            return False
        return True

    def _tell(self, project: str, branch: str, why: str) -> None:
        log.info("The file of branch %s of %s is left alone: %s", branch, project, why)

        def note(conn: Connection) -> bool:
            kept = branch_memory.get(conn, project, branch) or Kept(project, branch)
            if kept.trouble == why:
                return False
            branch_memory.put(conn, replace(kept, trouble=why))
            title = f"The memory file of branch {branch} is left alone"
            captures.note(conn, self._rt.clock(), "branch", title, "warning", reason=why, project=project)
            return True

        if self._rt.db.write(note):
            self._rt.announce(status=True, projects=True)


def _noted(conn: Connection, project: str, branch: str, **fields: object) -> None:
    kept = branch_memory.get(conn, project, branch) or Kept(project, branch)
    after = replace(kept, **fields)  # type: ignore[arg-type]
    if after != kept:
        branch_memory.put(conn, after)


def _with(known: tuple[str, ...], one: str) -> tuple[str, ...]:
    return (*(other for other in known if other != one), one)


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BranchFileBroken("It is not UTF-8 text.") from None


def _outside(text: str) -> str:
    """What stands beside the entries, without the date."""
    return branch_file.update(branch_file.update(text, dict.fromkeys(Section, ("-",)), 0), _NONE, 0)


_NONE: dict[Section, tuple[str, ...]] = dict.fromkeys(Section, ())


def _parsed(content: bytes) -> BranchFile:
    return branch_file.parse(_text(content))


def _filed(read: BranchDocument, known: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines of a file that Arbor wrote before, with their memories as far as they are known."""
    places = {(line.section, line.text): line for line in reversed(known)}
    return tuple(places.get((one.section, one.text)) or Line(one.section, one.text) for one in read.entries())
