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
from arbor_desktop.maintenance.forgetting import Lifecycle
from arbor_desktop.maintenance.learning import Learning
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.maintenance.retention import Retention
from arbor_desktop.maintenance.verification import Verification
from arbor_desktop.projects.operations import Projects
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.task_times import Task

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory
    from arbor_desktop.maintenance.refinement import Refinement

AT_ONCE = 4
"""Memories a transaction: each takes some milliseconds in a large store, and whoever else writes waits."""


def step(detector: Detector) -> Step:
    def compare(work: Work) -> None:
        work.count("resources_processed", 0)
        work.count("contradictions_found", 0)
        rows = detector.pending()
        for start in range(0, len(rows), AT_ONCE):
            work.check()
            some = rows[start : start + AT_ONCE]
            work.together(some, partial(_compare, detector, work), "Comparing memory {}".format)
            work.at(min(start + AT_ONCE, len(rows)), len(rows))

    return Step("Looking for contradictions", compare)


def _compare(detector: Detector, work: Work, rows: Sequence[int]) -> None:
    work.count("contradictions_found", detector.compare_rows(rows))
    work.count("resources_processed", len(rows))


REFINING = "Refinement with the model"
BRANCHES = "Going over the memory of branches"


def tasks(
    runtime: Runtime,
    detector: Detector,
    lifecycle: Lifecycle,
    housekeeping: Backups,
    retention: Retention,
    learning: Learning,
    projects: Projects,
    compacting: Compaction,
    refining: Callable[[], Refinement],
    branches: Callable[[], BranchMemory],
) -> Mapping[Task, Sequence[Step]]:
    """`refining` is built where the person chose a model and lets it refine, `branches` where a branch's
    memory is kept."""
    checking = Verification(runtime)

    def go_over_branches(work: Work) -> None:
        from arbor_desktop.branches.memory import evolve_longest_waiting  # hardly ever

        evolve_longest_waiting(runtime, branches, work)

    def back_up(work: Work) -> None:
        work.count("backups_made", int(housekeeping.daily_backup(work.check) is not None))

    def retain(work: Work) -> None:
        # What is taken away is gone for good: not by a clock that may be wrong.
        leapt = work.scheduled and runtime.db.read(lambda c: maintenance.leapt(c, work.by.now))
        for name, many in retention.run(work.stopped, work.record, by_age=not leapt).to_dict().items():
            work.count(name, many)
        work.check()

    def wanted() -> bool:
        chosen = runtime.settings.get("extraction.backend") != OFFLINE
        return chosen and bool(runtime.settings.get("model.refine"))

    def refine_nightly(work: Work) -> None:
        if wanted():
            refining().nightly(work)

    def refine_weekly(work: Work) -> None:
        if wanted():
            refining().weekly(work)

    return {
        Task.NIGHTLY: [
            duplicates.step(runtime),
            step(detector),
            *learning.steps(),
            Step(REFINING, refine_nightly),
        ],
        Task.DAILY: [
            *lifecycle.steps(),
            *projects.steps(),
            Step("Packing old conversations", retain),
            Step("Backing up", back_up),
        ],
        Task.WEEKLY: [
            *compacting.steps(),
            Step(REFINING, refine_weekly),
            Step(BRANCHES, go_over_branches),
            *lifecycle.weekly_steps(),
            *learning.weekly_steps(),
        ],
        Task.MONTHLY: [*checking.checks(), *lifecycle.purge_steps(), *checking.tidying()],
    }
