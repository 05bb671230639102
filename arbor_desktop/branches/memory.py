"""The memory of a branch: four sections, kept in a file of the project if that is switched on.

It consists of the project's memories that apply to that branch: those of this branch, and those of all. The
file is always read before it is written, and written only if that changes it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from arbor_desktop.branches import queries as branches
from arbor_desktop.branches import reconciliation
from arbor_desktop.branches.files import BranchFiles
from arbor_desktop.branches.model import (
    BranchDocument,
    BranchUpdate,
    ChangeKind,
    Entry,
    KeptDocument,
    Section,
)
from arbor_desktop.branches.options import ProjectOptions
from arbor_desktop.branches.queries import Kept
from arbor_desktop.branches.reconciliation import BranchState, LinesUpdate
from arbor_desktop.branches.updater import DocumentUpdater, merged_by_rules
from arbor_desktop.conflicts.detection import Detector, offline_judge
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.llm.calls import Cancel
from arbor_desktop.llm.model import ModelFailed, Trouble
from arbor_desktop.llm.structured import cancelled_with
from arbor_desktop.locks import held
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.projects import git
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.files import NOT_HERE, ProjectFiles
from arbor_desktop.projects.git import checked_out, linked_worktrees
from arbor_desktop.projects.model import Branch
from arbor_desktop.projects.operations import MOST_BRANCHES
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Stopped, Work
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

TRIES = 3
"""Attempts to update a document while its memories keep changing."""
LONGEST_BRANCH = 1_000
LOCK_WAIT_SECONDS = 15.0
MOST_A_WEEK = 20
"""Branches that are updated in one weekly run."""
CLEARED = Sentence("The memory of the branch was cleared")


class BranchMemory:
    """Safe to use from several threads and processes: only one at a time reads and writes files.

    `updater` returns what merges new memories into a document, with a model where one is chosen. `options`:
    what Arbor writes into projects' folders.
    """

    def __init__(self, runtime: Runtime, updater: Callable[[], DocumentUpdater], detector: Detector) -> None:
        self.options = ProjectOptions(runtime, self)
        self._rt = runtime
        self._updater = updater
        self._branch_files = BranchFiles(runtime, detector)
        self._project_files = ProjectFiles(runtime)

    # -- read --

    def list_branches(self, project: str) -> list[Branch]:
        """Return the branches that are checked out, or have memories, conversations or a kept document: the
        checked-out one first, then the latest. `memories` counts those of this branch alone."""
        path = checks.project_path(project)
        heard, kept = self._rt.db.read(
            lambda c: (projects.branches(c, path, MOST_BRANCHES), branches.of_project(c, path))
        )
        named = {one.name: one for one in heard}
        listed = {one.branch: one for one in kept}
        here = checked_out(path)
        names = dict.fromkeys([*([here] if here else []), *named, *listed])
        found = [replace(named.get(name) or Branch(name), checked_out=name == here) for name in names]
        return [self._with_file(branch, listed.get(branch.name)) for branch in found]

    def _with_file(self, branch: Branch, kept: Kept | None) -> Branch:
        if kept is None:
            return branch
        there = self._branch_files.file_of(kept) if kept.stem and kept.has_file else None
        return replace(
            branch,
            path=there.path if there and there.content is not None else None,
            updated_at=kept.updated_at,
            edited=there is not None and self._branch_files.is_edited(kept, there.content),
            trouble=kept.trouble,
        )

    def get_branch_memory(self, project: str, branch: str) -> KeptDocument:
        """Return the document of a branch as it is now, with new memories; neither stores nor writes it."""
        path, name = _checked(project, branch)
        state = self._load(path, name)
        made = reconciliation.update(state, _by_rules)
        on = self.options.get(path).branch_files
        newest = max((one.at for one in state.memories.values()), default=None)
        kept = replace(state.kept, lines=made.lines, updated_at=state.kept.updated_at or newest)
        file = self._branch_files.file_of(kept)
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
            edited=self._branch_files.is_edited(state.kept, file.content),
            waiting=sum(line.held for line in made.lines),
            left_out=len(kept.left_out),
            trouble=kept.trouble if on else None,
            text=self._branch_files.text_of(kept, file.content),
        )

    # -- change --

    def memorize_branch(
        self, project: str, branch: str, *, again: bool = False, cancel: Cancel | None = None
    ) -> BranchUpdate:
        """Update the document with new memories, by a model where one is chosen, and write its file where
        that is switched on. Return what changed. `again`: memories cleared here are new, too.

        Raises InvalidInput, StorageError, and ModelFailed if `cancel` stopped it.
        """
        path, name = _checked(project, branch)

        def merge(document: BranchDocument, new: Sequence[Entry]) -> BranchUpdate:
            return self._updater().update(document, new, path, cancel=cancel)

        with self._locked():
            self._read_back(path, name)
            if again:
                self._rt.db.write(lambda c: _forget_cleared(c, path, name))
        made = self._merge(path, name, merge)  # a model may take minutes: the lock is free meanwhile
        with self._locked():
            self._write_or_sync(path, name)
        self._rt.announce(projects=True)
        return BranchUpdate(made.document, made.changes, made.warning)

    def edit_branch_memory(
        self, project: str, branch: str, text: str, *, was: str | None = None
    ) -> KeptDocument:
        """Apply a person's whole text of the document, as if they had saved it in its file: added, changed
        and removed entries change memories, undone as one. `was`: the text that they began from (by default
        the current one); what was added since stays. Text beside the entries is kept only in a file.

        Raises BranchFileBroken (an InvalidInput) with what to correct, and StorageError if the file can't be
        read or written: then nothing is changed.
        """
        path, name = _checked(project, branch)
        text = checks.without_secrets(text)
        with self._locked():
            if not self._read_back(path, name):
                why = self.get_branch_memory(path, name).trouble
                raise StorageError(f"The file of branch {name} can't be written: {why}")
            self._update(path, name)
            began = was if was is not None else self.get_branch_memory(path, name).text
            self._branch_files.take(path, name, text, began)
            if self._has_files(path):
                self._branch_files.put_text(path, name, text, began)
            self._update(path, name)
            self._write_or_sync(path, name)
        self._rt.announce(projects=True)
        return self.get_branch_memory(path, name)

    def clear_branch_memory(self, project: str, branch: str) -> int:
        """Empty the document. Return how many memories were archived.

        Memories of this branch are archived; those of the whole project stay, and are left out here until
        they change or `memorize_branch` adds them again. It is one action for undo.
        """
        path, name = _checked(project, branch)
        with self._locked():
            self._read_back(path, name)
            archived = self._rt.db.write(lambda c: self._clear(c, path, name))
            self._update(path, name)
            self._write_or_sync(path, name)
        self._rt.announce(tuple(archived), status=True, conflicts=True, projects=True)
        return len(archived)

    def _clear(self, conn: Connection, project: str, branch: str) -> list[str]:
        state = reconciliation.load(conn, self._rt, project, branch)
        by = self._rt.by("user", CLEARED)
        own = [one.id for one in state.memories.values() if one.own]
        for row, _, _ in memories.rows_of(conn, own):
            fields = {"status": Status.ARCHIVED, "archived_at": by.now}
            memories.change(conn, row, fields, by, "archived")
        left_out = {one.id: one.mark for one in state.memories.values() if not one.own}
        new = [ident for ident in left_out if ident not in state.kept.left_out]
        branches.note_left_out(conn, project, branch, new, by)
        held = tuple(line for line in state.kept.lines if line.held)
        at = self._rt.clock() if state.kept.lines != held else state.kept.updated_at
        branches.put(conn, replace(state.kept, lines=held, left_out=left_out, updated_at=at))
        return own

    # -- files --

    def sync(self, project: str, branch: str) -> bool:
        """Read the branch's file back, update the document by the rules, and write the file, where that is
        switched on. Return whether the file is up to date; the activity list and the document's `trouble`
        say why not."""
        path, name = _checked(project, branch)
        if not self._has_files(path):
            return False
        with self._locked():
            return self._sync(path, name)

    def sync_project(self, project: str) -> None:
        """Sync the branches of a project that have a document or memories of their own, or are checked out,
        there or in another worktree."""
        path = checks.project_path(project)
        if not self._has_files(path):
            return
        kept, own = self._rt.db.read(lambda c: (branches.of_project(c, path), branches.own_branches(c, path)))
        here = (checked_out(folder) for folder in (path, *linked_worktrees(path)))
        first = [branch for branch in here if branch]
        for name in dict.fromkeys([*first, *(one.branch for one in kept), *own]):
            try:
                self.sync(path, name)
            except ArborError as error:  # the others are still brought up to date
                log.info("The memory of branch %s waits: %s", name, error)

    def remove_files(self, project: str, *, unread: bool = False) -> None:
        """Read back and remove the files of a project; one that can't be read back stays. `unread`: remove
        those without edits, and read none. The memories stay."""
        path = checks.project_path(project)
        with self._locked():
            for one in self._rt.db.read(lambda c: branches.of_project(c, path)):
                if one.has_file and (unread or self._branch_files.read_back(path, one.branch)):
                    self._branch_files.remove(path, one.branch)

    # -- steps --

    def _locked(self) -> AbstractContextManager[None]:
        """Keep other threads and processes from reading back and writing files of branches."""
        busy = StorageError("Another Arbor process is writing branch files. Try again in a moment.")
        return held(self._rt.home.folder / ".branches.lock", LOCK_WAIT_SECONDS, busy)

    def _has_files(self, project: str) -> bool:
        """Return whether the files of a project's branches are switched on, the project is not excluded, and
        git is not in the middle of something."""
        if not self.options.get(project).branch_files or git.in_progress(project):
            return False
        return self._project_files.barred(project) in (None, NOT_HERE)  # a missing one is reported on reading

    def _load(self, project: str, branch: str) -> BranchState:
        return self._rt.db.read(lambda c: reconciliation.load(c, self._rt, project, branch))

    def _update(self, project: str, branch: str) -> LinesUpdate:
        return self._merge(project, branch, _by_rules, thorough=False)

    def _merge(
        self, project: str, branch: str, merge: reconciliation.Merge, *, thorough: bool = True
    ) -> LinesUpdate:
        """Update and store the document. `thorough`: it counts as merged now."""
        for _ in range(TRIES):
            state = self._load(project, branch)
            made = reconciliation.update(state, merge, again=thorough and self._updater().refines)
            if self._rt.db.write(
                lambda c, old=state, new=made: reconciliation.save(c, self._rt, old, new, merged_now=thorough)  # type: ignore[misc]
            ):
                return made

        def update(conn: Connection) -> LinesUpdate:
            state = reconciliation.load(conn, self._rt, project, branch)
            made = reconciliation.update(state, _by_rules)
            reconciliation.save(conn, self._rt, state, made)
            return made

        return self._rt.db.write(update)  # memories keep changing: by the rules, while nobody else writes

    def _read_back(self, project: str, branch: str) -> bool:
        return not self._has_files(project) or self._branch_files.read_back(project, branch)

    def _write_or_sync(self, project: str, branch: str) -> None:
        """Write the file; sync it if it was edited meanwhile."""
        if self._has_files(project) and not self._branch_files.write(project, branch):
            self._sync(project, branch)

    def _sync(self, project: str, branch: str) -> bool:
        for _ in range(TRIES):
            if not self._has_files(project) or not self._branch_files.read_back(project, branch):
                return False
            self._update(project, branch)
            if self._branch_files.write(project, branch):
                return True
        return False


def _forget_cleared(conn: Connection, project: str, branch: str) -> None:
    kept = branches.get(conn, project, branch) or Kept(project, branch)
    branches.put(conn, replace(kept, left_out={}))


def _by_rules(document: BranchDocument, new: Sequence[Entry]) -> BranchUpdate:
    return merged_by_rules(document, new, offline_judge())


def _checked(project: str, branch: str) -> tuple[str, str]:
    name = checks.optional_text(branch, "branch", LONGEST_BRANCH)
    if name is None:
        raise InvalidInput("Name a branch.", field="branch")
    return checks.project_path(project), name


# -- every week --


def update_least_recent(runtime: Runtime, memory: Callable[[], BranchMemory], work: Work) -> None:
    """Update the documents that were not updated for longest (spec 5.8), a step of the weekly task. `memory`
    is made if there is any document."""
    work.count("branches_evolved", 0)
    due = runtime.db.read(lambda c: branches.least_recently_updated(c, MOST_A_WEEK))
    for done, (project, branch) in enumerate(due):
        work.check()
        work.at(done, len(due))
        with work.record(lambda b=branch, p=project: f"Branch {b} of {p}"):  # type: ignore[misc]
            try:
                with cancelled_with(work) as cancel:
                    made = memory().memorize_branch(project, branch, cancel=cancel)
            except ModelFailed as error:
                if error.trouble is Trouble.STOPPED and work.stopping():
                    raise Stopped from error
                raise
            work.count("branches_evolved", int(any(one.kind is not ChangeKind.KEPT for one in made.changes)))
