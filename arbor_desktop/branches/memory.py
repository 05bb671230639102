"""The memory of a branch: its four sections, kept in a file of the project where that is switched on.

It is what is remembered of the project and holds on that branch: what was said of this very branch, and what
holds on all of them. The file is always read before it is written, and written only where it would change.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from arbor_desktop.branches import disk, growth
from arbor_desktop.branches.entries import Evolve, Grown
from arbor_desktop.branches.files import BranchWriting
from arbor_desktop.branches.git_state import under_way
from arbor_desktop.branches.growth import Look
from arbor_desktop.branches.queries import branch_memory, project_switches
from arbor_desktop.branches.queries.branch_memory import Kept, Listed
from arbor_desktop.branches.refinement import Branches
from arbor_desktop.branches.sections import BranchDocument, Entry, EvolvedBranch, KeptDocument, Section
from arbor_desktop.branches.switches import ProjectSwitches
from arbor_desktop.conflicts.detection import Comparing, offline_judge
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.locks import held
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.models.calls import Cancel
from arbor_desktop.projects.files import NOT_HERE, ProjectFiles
from arbor_desktop.projects.model import Branch
from arbor_desktop.projects.places import MOST_BRANCHES, checked_out
from arbor_desktop.projects.queries import projects
from arbor_desktop.projects.worktrees import linked
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

TRIES = 3
"""So often a document is made anew where memories change meanwhile."""
LONGEST_BRANCH = 1_000
LOCK_WAIT_SECONDS = 15.0
CLEARED = "The memory of the branch was cleared"


class BranchMemory:
    """Safe to use from several threads and processes: one works on the files at a time."""

    def __init__(
        self,
        runtime: Runtime,
        switches: ProjectSwitches,
        evolving: Callable[[], Branches],
        comparing: Comparing,
    ) -> None:
        self._rt = runtime
        self._switches = switches
        self._evolving = evolving
        self._writing = BranchWriting(runtime, comparing)
        self._files = ProjectFiles(runtime)
        self._rules = growth.by_rules(offline_judge)

    # -- read --

    def list_branches(self, project: str) -> list[Branch]:
        """The branches that are checked out, or that memories, conversations or a kept document name: what is
        checked out first, then the latest. `memories` counts those that hold on this branch alone."""
        path = checks.project_path(project)
        heard, kept = self._rt.db.read(
            lambda c: (projects.branches(c, path, MOST_BRANCHES), branch_memory.of_project(c, path))
        )
        named = {one.name: one for one in heard}
        of = {one.branch: one for one in kept}
        here = checked_out(Path(path))
        names = dict.fromkeys([*([here] if here else []), *named, *of])
        return [
            self._with_file(
                path, replace(named.get(name) or Branch(name), checked_out=name == here), of.get(name)
            )
            for name in names
        ]

    def _with_file(self, project: str, branch: Branch, listed: Listed | None) -> Branch:
        if listed is None:
            return branch
        there = None
        if listed.stem and listed.has_file:
            there = self._writing.file_of(Kept(project, branch.name, listed.stem))
        return replace(
            branch,
            path=there.path if there and there.content is not None else None,
            updated_at=listed.updated_at,
            edited=there is not None and self._writing.is_edited(listed, there.content),
            trouble=listed.trouble,
        )

    def get_branch_memory(self, project: str, branch: str) -> KeptDocument:
        """The document of a branch as it is now, with what is new; neither kept nor written by that."""
        path, name = _checked(project, branch)
        seen = self._look(path, name)
        made = growth.step(seen, self._rules)
        on = self._switches.get(path).branch_files
        newest = max((one.at for one in seen.told.values()), default=None)
        kept = replace(seen.kept, lines=made.lines, updated_at=seen.kept.updated_at or newest)
        file = self._writing.file_of(kept)
        shown = [line for line in made.lines if not line.held]
        return KeptDocument(
            made.document.sections,
            branch=name,
            project=path,
            memory_ids={s: tuple(line.ids for line in shown if line.section is s) for s in Section},
            path=file.path,
            has_file=file.content is not None,
            switched_on=on,
            updated_at=kept.updated_at,
            edited=self._writing.is_edited(seen.kept, file.content),
            waiting=sum(line.held for line in made.lines),
            left_out=len(kept.left_out),
            trouble=kept.trouble if on else None,
            text=self._writing.text_of(kept, file.content),
        )

    # -- change --

    def memorize_branch(
        self, project: str, branch: str, *, again: bool = False, cancel: Cancel | None = None
    ) -> EvolvedBranch:
        """Goes on with the document with what is new since, by a model where one is chosen, and writes the
        file where that is switched on; answers what changed. `again` takes in again what was cleared here.
        Raises InvalidInput, StorageError, and ModelFailed where `cancel` stopped it."""
        path, name = _checked(project, branch)

        def evolve(document: BranchDocument, new: Sequence[Entry]) -> EvolvedBranch:
            return self._evolving().evolve(document, new, path, cancel=cancel)

        with self._alone():
            self._read_back(path, name)
            if again:
                self._rt.db.write(lambda c: _take_in_again(c, path, name))
        made = self._go_on(path, name, evolve, thorough=True)  # a model may take minutes: others go on
        with self._alone():
            written = self._write(path, name)
        if not written:  # somebody changed the file meanwhile: it is read again first
            self.sync(path, name)
        self._rt.announce(projects=True)
        return growth.result(made)

    def edit_branch_memory(
        self, project: str, branch: str, text: str, *, was: str | None = None
    ) -> KeptDocument:
        """Takes a person's whole text of the document, as if they had saved it in its file: added, changed
        and removed entries become changes of memories, undone as one. `was` is the text that they began
        from (as `get_branch_memory` told it; without it, that of now): what came since stays. What stands
        beside the entries is kept only in a file. Raises BranchFileBroken (an InvalidInput) with what to
        mend, and StorageError where the file can't be read or written: then nothing is changed."""
        path, name = _checked(project, branch)
        text = checks.without_secrets(text)
        with self._alone():
            if not self._read_back(path, name):
                why = self.get_branch_memory(path, name).trouble
                raise StorageError(f"The file of branch {name} can't be written: {why}")
            self._go_on(path, name, self._rules)
            began = was if was is not None else self.get_branch_memory(path, name).text
            self._writing.take(path, name, text, began)
            if self._has_files(path):
                self._writing.put_text(path, name, text, began)
            self._go_on(path, name, self._rules)
            written = self._write(path, name)
        if not written:
            self.sync(path, name)
        self._rt.announce(projects=True)
        return self.get_branch_memory(path, name)

    def clear_branch_memory(self, project: str, branch: str) -> int:
        """Empties the document: memories of this very branch are archived; those of the whole project stay,
        and are left out here until they change or `memorize_branch` takes them in again. It is one action
        for undo. Answers how many were archived."""
        path, name = _checked(project, branch)
        with self._alone():
            self._read_back(path, name)
            archived = self._rt.db.write(lambda c: self._clear(c, path, name))
            self._go_on(path, name, self._rules)
            written = self._write(path, name)
        if not written:
            self.sync(path, name)
        self._rt.announce(tuple(archived), status=True, conflicts=True, projects=True)
        return len(archived)

    def _clear(self, conn: Connection, project: str, branch: str) -> list[str]:
        seen = growth.look(conn, self._rt, project, branch)
        by = self._rt.by("user", CLEARED)
        own = [one.id for one in seen.told.values() if one.own]
        for row, _, _ in memories.rows_of(conn, own):
            fields = {"status": Status.ARCHIVED, "archived_at": by.now}
            memories.change(conn, row, fields, by, "archived")
        left_out = {one.id: one.mark for one in seen.told.values() if not one.own}
        new = [ident for ident in left_out if ident not in seen.kept.left_out]
        branch_memory.note_left_out(conn, project, branch, new, by)
        held = tuple(line for line in seen.kept.lines if line.held)
        at = self._rt.clock() if seen.kept.lines != held else seen.kept.updated_at
        branch_memory.put(conn, replace(seen.kept, lines=held, left_out=left_out, updated_at=at))
        return own

    # -- keeping files --

    def sync(self, project: str, branch: str) -> bool:
        """Reads the branch's file back, brings the document up to date by the rules, and writes the file: all
        only where that is switched on. Answers whether the file is as it should be; why not is told in the
        list of activity and in the document's `trouble`."""
        path, name = _checked(project, branch)
        if not self._has_files(path):
            return False
        with self._alone():
            for _ in range(TRIES):
                if not self._read_back(path, name):
                    return False
                self._go_on(path, name, self._rules)
                if self._write(path, name):
                    return True
        return False

    def sync_project(self, project: str, also: Iterable[str] = ()) -> None:
        """The same for the branches of a project that have a document, that are checked out, there or in
        another worktree, or on which alone a memory holds, and for those of `also`."""
        path = checks.project_path(project)
        if not self._has_files(path):
            return
        kept, own = self._rt.db.read(
            lambda c: (branch_memory.of_project(c, path), branch_memory.own_branches(c, path))
        )
        here = (checked_out(Path(folder)) for folder in (path, *linked(path)))
        first = [branch for branch in here if branch]
        for name in dict.fromkeys([*first, *(one.branch for one in kept), *own, *also]):
            try:
                self.sync(path, name)
            except ArborError as error:  # the others are still brought up to date
                log.info("The memory of branch %s waits: %s", name, error)

    def sync_all(self) -> None:
        """The same for every project where it is switched on."""
        for project in self.projects():
            self.sync_project(project)

    def projects(self) -> list[str]:
        """Projects with files for their branches."""
        return self._rt.db.read(
            lambda c: [p for p in project_switches.projects(c) if project_switches.get(c, p).branch_files]
        )

    def files(self) -> list[str]:
        """The paths of the files that Arbor keeps."""
        wanted = self.projects()
        kept = self._rt.db.read(
            lambda c: [(p, one) for p in wanted for one in branch_memory.of_project(c, p)]
        )
        return [disk.path_of(project, one.stem) for project, one in kept if one.stem]

    def take_files_away(self, project: str) -> None:
        """Reads back and removes the files of a project, for when they are switched off; one that can't be
        read back stays. What is remembered stays as it is."""
        path = checks.project_path(project)
        with self._alone():
            for one in self._rt.db.read(lambda c: branch_memory.of_project(c, path)):
                if one.has_file and self._writing.read_back(path, one.branch):
                    self._writing.remove(path, one.branch)

    def take_unread_away(self, project: str) -> None:
        """Removes the files of a project that nobody edited, without reading others: for one that is
        excluded."""
        path = checks.project_path(project)
        with self._alone():
            for one in self._rt.db.read(lambda c: branch_memory.of_project(c, path)):
                if one.has_file:
                    self._writing.remove(path, one.branch)

    # -- steps --

    def _alone(self) -> AbstractContextManager[None]:
        """Keep other threads and processes from reading back and writing files of branches."""
        busy = StorageError("Another Arbor is writing files of branches. Try again in a moment.")
        return held(self._rt.home.folder / ".branches.lock", LOCK_WAIT_SECONDS, busy)

    def _has_files(self, project: str) -> bool:
        """Whether the files of a project's branches are switched on, the project is not excluded, and git is
        not in the middle of something."""
        if not self._switches.get(project).branch_files or under_way(project):
            return False
        return self._files.barred(project) in (None, NOT_HERE)  # that it is gone is told where it is met

    def _look(self, project: str, branch: str) -> Look:
        return self._rt.db.read(lambda c: growth.look(c, self._rt, project, branch))

    def _go_on(self, project: str, branch: str, evolve: Evolve, *, thorough: bool = False) -> Grown:
        for _ in range(TRIES):
            seen = self._look(project, branch)
            made = growth.step(seen, evolve, anew=thorough and self._evolving().refines)
            if self._saved(seen, made, thorough=thorough):
                return made
        # Memories change all the time: by the rules, while nobody else writes.
        return self._rt.db.write(lambda c: self._at_once(c, project, branch))

    def _saved(self, seen: Look, made: Grown, *, thorough: bool) -> bool:
        return self._rt.db.write(lambda c: growth.save(c, self._rt, seen, made, evolved_now=thorough))

    def _at_once(self, conn: Connection, project: str, branch: str) -> Grown:
        seen = growth.look(conn, self._rt, project, branch)
        made = growth.step(seen, self._rules)
        growth.save(conn, self._rt, seen, made)
        return made

    def _read_back(self, project: str, branch: str) -> bool:
        if not self._has_files(project):
            return True
        return self._writing.read_back(project, branch)

    def _write(self, project: str, branch: str) -> bool:
        return self._has_files(project) and self._writing.write(project, branch)


def _take_in_again(conn: Connection, project: str, branch: str) -> None:
    kept = branch_memory.get(conn, project, branch) or Kept(project, branch)
    branch_memory.put(conn, replace(kept, left_out={}))


def _checked(project: str, branch: str) -> tuple[str, str]:
    name = checks.optional_text(branch, "branch", LONGEST_BRANCH)
    if name is None:
        raise InvalidInput("Name a branch.", field="branch")
    return checks.project_path(project), name
