"""The memory of a branch: its four sections, kept in a file of the project where that is switched on."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.core.branch_memory import BranchDocument, EvolvedBranch
from arbor_desktop.core.project import Branch
from arbor_desktop.service.branches.switches import ProjectSwitches
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.model.branches import Branches
from arbor_desktop.service.runtime import Runtime


class BranchMemory:
    def __init__(
        self,
        runtime: Runtime,
        memories: Memories,
        switches: ProjectSwitches,
        evolving: Callable[[], Branches],
    ) -> None:
        self._rt = runtime
        self._memories = memories
        self._switches = switches
        self._evolving = evolving

    def list_branches(self, project: str) -> list[Branch]:
        raise NotImplementedError

    def get_branch_memory(self, project: str, branch: str) -> BranchDocument:
        raise NotImplementedError

    def memorize_branch(self, project: str, branch: str) -> EvolvedBranch:
        raise NotImplementedError

    def clear_branch_memory(self, project: str, branch: str) -> int:
        raise NotImplementedError
