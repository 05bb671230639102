"""What each task of maintenance does, in order (spec 5.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbor_desktop.core.maintenance import Task
from arbor_desktop.service.comparing import Comparing
from arbor_desktop.service.housekeeping import Housekeeping
from arbor_desktop.service.learning import Learning
from arbor_desktop.service.lifecycle import Lifecycle
from arbor_desktop.service.maintenance.work import Step, Work
from arbor_desktop.service.retention import Retention

AT_ONCE = 10


def tasks(
    comparing: Comparing,
    lifecycle: Lifecycle,
    housekeeping: Housekeeping,
    retention: Retention,
    learning: Learning,
) -> Mapping[Task, Sequence[Step]]:
    def compare(work: Work) -> None:
        done = 0
        while some := comparing.rest(AT_ONCE):
            done += some
            work.at(done, 0)
            work.check()
        work.count("resources_processed", done)

    def back_up(work: Work) -> None:
        work.count("backups_made", int(housekeeping.daily_backup() is not None))

    def retain(work: Work) -> None:
        for name, many in retention.run(work.stopping).to_dict().items():
            work.count(name, many)

    return {
        Task.NIGHTLY: [Step("Looking for contradictions", compare), *learning.steps()],
        Task.DAILY: [
            *lifecycle.steps(),
            Step("Packing old conversations", retain),
            Step("Backing up", back_up),
        ],
        Task.WEEKLY: [*lifecycle.weekly_steps()],
        Task.MONTHLY: [*lifecycle.purge_steps()],
    }
