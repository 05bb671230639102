"""Built together when one is first needed."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.branches.memory import BranchMemory
from arbor_desktop.branches.refinement import Branches
from arbor_desktop.branches.switches import ProjectSwitches
from arbor_desktop.conflicts.detection import Comparing
from arbor_desktop.runtime.runtime import Runtime


class BranchFiles:
    """`evolving` goes on with a branch's memory, by a model where one is chosen."""

    def __init__(
        self,
        runtime: Runtime,
        evolving: Callable[[], Branches],
        comparing: Comparing,
    ) -> None:
        self.switches: ProjectSwitches = ProjectSwitches(runtime)
        self.memory: BranchMemory = BranchMemory(runtime, self.switches, evolving, comparing)
        self.switches.keep(self.memory)

    def close(self) -> None:
        """Ends what they have under way."""
