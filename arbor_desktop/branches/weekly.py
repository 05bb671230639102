"""Every week the memories of branches are gone over (spec 5.8): those first that waited longest."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arbor_desktop.branches.memory import BranchMemory
from arbor_desktop.branches.queries import branch_memory
from arbor_desktop.branches.sections import ChangeKind
from arbor_desktop.models.calls import Cancel
from arbor_desktop.models.model import ModelFailed, Trouble
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Stopped, Work

MOST_BRANCHES = 20
"""So many a week."""
LOOKED_EVERY_SECONDS = 0.05


class Weekly:
    """`memory` is built when a branch's memory is kept at all."""

    def __init__(self, runtime: Runtime, memory: Callable[[], BranchMemory]) -> None:
        self._rt = runtime
        self._memory = memory

    def run(self, work: Work) -> None:
        """A step of the weekly task."""
        work.count("branches_evolved", 0)
        due = self._rt.db.read(lambda c: branch_memory.longest_unevolved(c, MOST_BRANCHES))
        for done, (project, branch) in enumerate(due):
            work.check()
            work.at(done, len(due))
            with work.record(lambda b=branch, p=project: f"Branch {b} of {p}"):  # type: ignore[misc]
                work.count("branches_evolved", int(self._changes(project, branch, work)))

    def _changes(self, project: str, branch: str, work: Work) -> bool:
        """Goes over one branch. Answers whether that changed anything."""
        try:
            with _cancelled_with(work) as cancel:
                made = self._memory().memorize_branch(project, branch, cancel=cancel)
        except ModelFailed as error:
            if error.trouble is Trouble.STOPPED and work.stopping():
                raise Stopped from error
            raise
        return any(one.kind is not ChangeKind.KEPT for one in made.changes)


@contextmanager
def _cancelled_with(work: Work) -> Iterator[Cancel]:
    """A cancel for what a model is asked meanwhile, which a person who stops the run calls."""
    cancel, done = Cancel(), threading.Event()

    def look() -> None:
        while not done.wait(LOOKED_EVERY_SECONDS):
            if work.stopping():
                cancel()
                return

    thread = threading.Thread(target=look, name="arbor-branches-stop", daemon=True)
    thread.start()
    try:
        yield cancel
    finally:
        done.set()
        thread.join()
