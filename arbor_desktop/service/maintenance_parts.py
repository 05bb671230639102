"""The parts that most commands, and the window until its first list, go without: they are imported and built
together, when one of them is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.context.similar_tasks import SimilarTasks
from arbor_desktop.maintenance.backups import Backups
from arbor_desktop.maintenance.compaction import Compaction
from arbor_desktop.maintenance.forgetting import Lifecycle
from arbor_desktop.maintenance.learning import Learning
from arbor_desktop.maintenance.runner import Maintenance, Scheduler
from arbor_desktop.maintenance.tasks import tasks
from arbor_desktop.maintenance.verification import Verification
from arbor_desktop.projects.files import ProjectFiles, ProjectWatch
from arbor_desktop.projects.operations import Projects
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory
    from arbor_desktop.maintenance.refinement import Refinement


class MaintenanceParts:
    """`busy`: whether capture is working, which goes before maintenance. `refining` is built where a model
    is to refine what the rules do."""

    def __init__(
        self,
        runtime: Runtime,
        detector: Detector,
        backups: Backups,
        verification: Verification,
        busy: Callable[[], bool],
        refining: Callable[[], Refinement],
        branches: Callable[[], BranchMemory],
        has_to_wait: Callable[[], bool],
    ) -> None:
        self.learning: Learning = Learning(runtime, detector)
        self.lifecycle: Lifecycle = Lifecycle(runtime)
        self.compaction: Compaction = Compaction(runtime)
        files = ProjectFiles(runtime)
        self.project_reading: ProjectWatch = ProjectWatch(runtime, files)
        self.projects: Projects = Projects(runtime, files)
        self.similar_tasks: SimilarTasks = SimilarTasks(runtime)
        self.maintenance: Maintenance = Maintenance(
            runtime,
            tasks(
                runtime, detector, self.lifecycle, backups, self.learning, self.projects,
                self.compaction, verification, refining, branches,
            ),
        )  # fmt: skip
        self.scheduler: Scheduler = Scheduler(runtime, self.maintenance, busy, has_to_wait)

    def close(self) -> None:
        """End their threads; a running task of maintenance stops at its next check."""
        self.project_reading.close()
        self.scheduler.close()
        self.maintenance.close()
