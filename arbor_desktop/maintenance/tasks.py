"""The steps of each maintenance task, in order (spec 5.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.extraction.with_model.extraction import OFFLINE
from arbor_desktop.maintenance import duplicates
from arbor_desktop.maintenance.backups import Backups
from arbor_desktop.maintenance.compaction import Compaction
from arbor_desktop.maintenance.forgetting import Lifecycle, retain
from arbor_desktop.maintenance.learning import Learning
from arbor_desktop.maintenance.verification import Verification
from arbor_desktop.projects.operations import Projects
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.task_times import Task

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory
    from arbor_desktop.maintenance.refinement import Refinement

REFINING = "Refining with the model"
EVERYWHERE = "Looking for memories that apply everywhere"
BRANCHES = "Going over the memory of branches"
COMPARED_AT_ONCE = 4
"""Memories in a transaction: each takes some milliseconds in a large store, and other writers wait."""


def tasks(
    runtime: Runtime,
    detector: Detector,
    lifecycle: Lifecycle,
    backups: Backups,
    learning: Learning,
    projects: Projects,
    compaction: Compaction,
    verification: Verification,
    refinement: Callable[[], Refinement],
    branches: Callable[[], BranchMemory],
) -> Mapping[Task, Sequence[Step]]:
    """Return the steps of each task.

    `refinement` is built if the person chose a model and lets it refine, `branches` if a branch's memory is
    kept.
    """

    def compare(work: Work) -> None:
        """Compare what was not compared when it was stored: what an import added, or another process
        wrote."""

        def compare_rows(rows: Sequence[int]) -> None:
            work.count("contradictions_found", detector.compare_rows(rows))
            work.count("resources_processed", len(rows))

        work.count("resources_processed", 0)
        work.count("contradictions_found", 0)
        rows = detector.pending()
        for start in range(0, len(rows), COMPARED_AT_ONCE):
            work.check()
            some = rows[start : start + COMPARED_AT_ONCE]
            work.together(some, compare_rows, "Comparing memory {}".format)
            work.at(start + len(some), len(rows))

    def update_branches(work: Work) -> None:
        from arbor_desktop.branches.memory import update_least_recent  # hardly ever

        update_least_recent(runtime, branches, work)

    def back_up(work: Work) -> None:
        work.count("backups_made", int(backups.daily_backup(work.check) is not None))

    def refine(work: Work, step: Callable[[Refinement, Work], None]) -> None:
        get = runtime.settings.get
        if get("extraction.backend") != OFFLINE and get("model.refine"):
            step(refinement(), work)

    return {
        Task.NIGHTLY: [
            Step("Merging duplicates", partial(duplicates.merge_all, runtime)),
            Step("Looking for contradictions", compare),
            Step("Reading session outcomes", learning.derive_outcomes),
            Step(EVERYWHERE, partial(learning.promote_learned, changed=True)),
            Step(REFINING, partial(refine, step=lambda model, work: model.nightly(work))),
        ],
        Task.DAILY: [
            Step("Archiving what faded", lifecycle.archive),
            Step("Looking at projects' files", projects.refresh_all),
            Step("Packing old conversations", partial(retain, runtime)),
            Step("Backing up", back_up),
        ],
        Task.WEEKLY: [
            Step("Shortening long memories", compaction.shorten),
            Step(REFINING, partial(refine, step=lambda model, work: model.weekly(work))),
            Step(BRANCHES, update_branches),
            Step("Archiving memories that never helped", partial(lifecycle.archive, weekly=True)),
            Step(EVERYWHERE, partial(learning.promote_learned, changed=False)),
        ],
        Task.MONTHLY: [
            Step("Checking every memory", verification.check_memories),
            Step("Checking the memory file", verification.check_file),
            Step("Checking the search index", verification.check_indexes),
            Step("Deleting old archived memories", lifecycle.purge),
            Step("Tidying the memory file", verification.tidy),
        ],
    }
