"""Keeping the files of projects up to date: after a conversation was memorized, a memory changed, another
branch was checked out (spec 6.3).

Nothing runs while nothing is switched on. Else one thread looks every two seconds which branch each project,
and each of its worktrees, has checked out: reading a few short files costs less than watching git's folder,
which git writes into all the time, and it works where the system tells nothing about changes. Without that
thread (a command), what changed is written when the service closes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.branches.queries import project_switches
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.branches.switches import ProjectSwitches

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
QUIET_SECONDS = 1.5
"""Files are written when no memory changed for so long…"""
PATIENCE_SECONDS = 15.0
"""…but while they change all the time, so often at least."""


class HeadWatch:
    """`start()` follows until `close()`. `switches` are built where a project has something switched on."""

    def __init__(
        self,
        runtime: Runtime,
        switches: Callable[[], ProjectSwitches],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rt = runtime
        self._switches = switches
        self._monotonic = monotonic
        self._changed = threading.Condition()
        self._first: float | None = None
        self._latest = 0.0
        self._heads: dict[str, str | None] = {}
        self._waiting: set[str] = set()
        self._started = self._stopping = False
        self._thread: threading.Thread | None = None
        self._end = runtime.events.subscribe(self._heard)

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Brings all up to date, and follows."""
        self._started = True
        self._note()
        self._begin()

    def close(self) -> None:
        """Ends the thread; what is still to be written is written now."""
        self._end()
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()
        if self._first is not None:
            self._first = None
            self._guarded(self._all)

    def look(self) -> None:
        """Writes what is due: all projects where memories changed a while ago, and each that has another
        branch checked out than at the last look."""
        now = self._monotonic()
        with self._changed:
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

    def _heard(self, changes: Changes) -> None:
        if (
            changes.memories
            or changes.conversations
            or changes.all_memories
            or changes.all_conversations
            or changes.conflicts
            or changes.projects
            or changes.settings
        ):
            self._note()
            if self._started and (changes.projects or changes.all_conversations):
                self._begin()  # something may have been switched on, here or by another process

    def _note(self) -> None:
        now = self._monotonic()
        with self._changed:
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
        with self._changed:
            if self._thread is None and not self._stopping:
                self._thread = threading.Thread(target=self._run, name="arbor-branches", daemon=True)
                self._thread.start()

    # -- the thread --

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._stopping:
                    self._changed.wait(LOOK_SECONDS)
                if self._stopping:
                    return
            self._guarded(self.look)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except ArborError as error:
            log.info("The files of projects could not be brought up to date: %s", error.message)
        except Exception:  # a bug must not end all following
            log.exception("The files of projects could not be brought up to date")

    def _projects(self) -> list[str]:
        return self._rt.db.read(project_switches.projects)

    def _all(self) -> None:
        for project in self._projects():
            self._moved(project)
            self._refresh(project)

    def _moved(self, project: str) -> bool:
        """Whether another branch is checked out than at the last look, there or in a worktree, or somebody
        wrote a file of a branch."""
        from arbor_desktop.branches import disk
        from arbor_desktop.projects.places import checked_out
        from arbor_desktop.projects.worktrees import linked

        moved = False
        for folder in (project, *linked(project)):
            head = checked_out(Path(folder))
            moved |= folder in self._heads and self._heads[folder] != head
            self._heads[folder] = head
        files = disk.path_of(project, "*")
        stamp = disk.stamp(project)
        moved |= files in self._heads and self._heads[files] != stamp
        self._heads[files] = stamp
        return moved

    def _refresh(self, project: str) -> None:
        before = _busy(project)
        for trouble in self._switches().refresh(project):
            log.info("%s: %s", project, trouble)
        if before or _busy(project):  # it may have begun meanwhile
            self._waiting.add(project)
        else:
            self._waiting.discard(project)


def _busy(project: str) -> bool:
    """Whether git is in the middle of something there, or in a worktree."""
    from arbor_desktop.branches.git_state import under_way
    from arbor_desktop.projects.worktrees import linked

    return any(under_way(folder) is not None for folder in (project, *linked(project)))
