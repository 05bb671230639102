"""Updates of projects' files after a memory changed or another branch was checked out (spec 6.3).

Nothing runs while nothing is switched on. Else one thread checks every two seconds which branch each project
and each of its worktrees has checked out: reading a few short files costs less than watching git's folder,
which git writes into all the time, and works where the system reports no changes. Without the thread (in a
command), files are updated when the service closes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.errors import ArborError
from arbor_desktop.projects import git, names
from arbor_desktop.projects.git import checked_out, linked_worktrees
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.branches.options import ProjectOptions

log = logging.getLogger(__name__)

FAILURE = "The files of projects could not be brought up to date"

LOOK_SECONDS = 2.0
QUIET_SECONDS = 1.5
"""Files are written after this time without a change of a memory…"""
PATIENCE_SECONDS = 15.0
"""…but at least this often while memories keep changing."""


class CheckoutWatcher:
    """Watches from `start()` to `close()`. `options` are read once a project has something switched on."""

    def __init__(
        self,
        runtime: Runtime,
        options: Callable[[], ProjectOptions],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rt = runtime
        self._options = options
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._first: float | None = None
        self._latest = 0.0
        self._heads: dict[str, str | None] = {}
        self._waiting: set[str] = set()
        self._started = False
        self._thread = BackgroundThread("arbor-branches", self._work, FAILURE, retry_seconds=LOOK_SECONDS)
        self._end = runtime.events.subscribe(self.on_changes)

    @property
    def running(self) -> bool:
        return self._thread.running

    def start(self) -> None:
        """Update all files, and begin to watch."""
        self._started = True
        self._note_change()
        self._begin()

    def close(self) -> None:
        """End the thread, and write the files that are due."""
        self._end()
        self._thread.close()
        if self._first is not None:
            self._first = None
            self._guarded(self._all)

    def look(self) -> None:
        """Update the files of all projects if memories changed a while ago, else of those that have another
        branch checked out since the last look."""
        now = self._monotonic()
        with self._lock:
            due = self._first is not None and (
                now - self._latest >= QUIET_SECONDS or now - self._first >= PATIENCE_SECONDS
            )
            if due:
                self._first = None
        if due:
            self._all()
            return
        for project in self._projects():
            if self._moved(project) or (project in self._waiting and not _busy(project)):
                self._refresh(project)

    # -- what happens --

    def on_changes(self, changes: Changes) -> None:
        """Note that files may be out of date."""
        if (
            changes.memories
            or changes.conversations
            or changes.all_memories
            or changes.all_conversations
            or changes.conflicts
            or changes.projects
            or changes.settings
        ):
            self._note_change()
            if self._started and (changes.projects or changes.all_conversations):
                self._begin()  # something may have been switched on, here or by another process

    def _note_change(self) -> None:
        now = self._monotonic()
        with self._lock:
            self._latest = now
            if self._first is None:
                self._first = now

    def _begin(self) -> None:
        try:
            if not self._projects():
                return
        except ArborError as error:
            log.info("The switches of projects can't be read: %s", error.message)
            return
        self._thread.start()

    # -- the thread --

    def _work(self) -> float:
        self._guarded(self.look)
        return LOOK_SECONDS

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except ArborError as error:
            log.info("%s: %s", FAILURE, error.message)
        except Exception:  # a bug must not end all following
            log.exception(FAILURE)

    def _projects(self) -> list[str]:
        return self._rt.db.read(names.with_files)

    def _all(self) -> None:
        for project in self._projects():
            self._moved(project)
            self._refresh(project)

    def _moved(self, project: str) -> bool:
        """Return whether another branch is checked out than at the last look, there or in a worktree, or a
        file of a branch was written."""
        from arbor_desktop.branches import files

        now = {folder: checked_out(folder) for folder in (project, *linked_worktrees(project))}
        now[files.path_of(project, "*")] = files.stamp(project)
        moved = any(key in self._heads and self._heads[key] != value for key, value in now.items())
        self._heads |= now
        return moved

    def _refresh(self, project: str) -> None:
        before = _busy(project)
        for trouble in self._options().refresh(project):
            log.info("%s: %s", project, trouble)
        if before or _busy(project):  # it may have begun meanwhile
            self._waiting.add(project)
        else:
            self._waiting.discard(project)


def _busy(project: str) -> bool:
    """Return whether git is in the middle of something there, or in a worktree."""
    return any(git.in_progress(folder) is not None for folder in (project, *linked_worktrees(project)))
