"""What each task of maintenance does, in order (spec 5.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.extraction.with_model.reading import OFFLINE
from arbor_desktop.maintenance import contradictions
from arbor_desktop.maintenance.checking import Checking
from arbor_desktop.maintenance.compaction.operation import Compacting
from arbor_desktop.maintenance.duplicates import Duplicates
from arbor_desktop.maintenance.forgetting import Lifecycle
from arbor_desktop.maintenance.housekeeping import Housekeeping
from arbor_desktop.maintenance.learning.learning import Learning
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.maintenance.retention import Retention
from arbor_desktop.projects.operations import Projects
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.task_times import Task

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory
    from arbor_desktop.maintenance.refinement.refining import Refining

REFINING = "Refining with the model"
BRANCHES = "Going over the memory of branches"


def tasks(
    runtime: Runtime,
    detector: Detector,
    lifecycle: Lifecycle,
    housekeeping: Housekeeping,
    retention: Retention,
    learning: Learning,
    projects: Projects,
    compacting: Compacting,
    refining: Callable[[], Refining],
    branches: Callable[[], BranchMemory],
) -> Mapping[Task, Sequence[Step]]:
    """`refining` is built where the person chose a model and lets it refine, `branches` where a branch's
    memory is kept."""
    checking = Checking(runtime)

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
            Duplicates(runtime).step(),
            contradictions.step(detector),
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
