"""The parts that most commands, and the window until its first list, go without: they are imported and built
together, when one of them is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.service.compacting import Compacting
from arbor_desktop.service.comparing import Comparing
from arbor_desktop.service.housekeeping import Housekeeping
from arbor_desktop.service.insights import Figures
from arbor_desktop.service.learning import Learning
from arbor_desktop.service.lifecycle import Lifecycle
from arbor_desktop.service.maintenance.runner import Maintenance
from arbor_desktop.service.maintenance.scheduler import Scheduler
from arbor_desktop.service.maintenance.tasks import tasks
from arbor_desktop.service.project_files import ProjectFiles, ProjectReading
from arbor_desktop.service.projects import Projects
from arbor_desktop.service.retention import Retention
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.similar_tasks import SimilarTasks

if TYPE_CHECKING:
    from arbor_desktop.service.branches.memory import BranchMemory
    from arbor_desktop.service.model.refining import Refining


class Upkeep:
    """`busy`: whether capture is at work, which maintenance lets go first. `refining` is built where a model
    is to refine what the rules do."""

    def __init__(
        self,
        runtime: Runtime,
        comparing: Comparing,
        housekeeping: Housekeeping,
        retention: Retention,
        busy: Callable[[], bool],
        refining: Callable[[], Refining],
        branches: Callable[[], BranchMemory],
    ) -> None:
        self.learning: Learning = Learning(runtime, comparing)
        self.lifecycle: Lifecycle = Lifecycle(runtime)
        self.compacting: Compacting = Compacting(runtime)
        files = ProjectFiles(runtime)
        self.project_reading: ProjectReading = ProjectReading(runtime, files)
        self.projects: Projects = Projects(runtime, files)
        self.similar_tasks: SimilarTasks = SimilarTasks(runtime)
        self.figures: Figures = Figures(runtime)
        self.maintenance: Maintenance = Maintenance(
            runtime,
            tasks(
                runtime, comparing, self.lifecycle, housekeeping, retention, self.learning, self.projects,
                self.compacting, refining, branches,
            ),
        )  # fmt: skip
        self.scheduler: Scheduler = Scheduler(runtime, self.maintenance, busy)

    def close(self) -> None:
        """Ends their threads; what maintenance has under way stops at its next look."""
        self.project_reading.close()
        self.scheduler.close()
        self.maintenance.close()
