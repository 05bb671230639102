"""What the Branches tab reads and does, each as one call that runs away from the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arbor_desktop.branches.model import (
    INSTRUCTION_FILES,
    BranchDocument,
    BranchUpdate,
    FileOptions,
    KeptDocument,
    Section,
    Way,
)
from arbor_desktop.ui.integrations.diff import Line, difference
from arbor_desktop.user_files.model import FileChange, Part, Plan

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

JOINING = "activation"
"""The key of the joining of CLAUDE.md among the parts."""


@dataclass(frozen=True, slots=True)
class Files:
    """What is switched on for a project, and where each instruction file and the joining stand."""

    project: str
    switches: FileOptions
    parts: tuple[Part, ...]

    def part(self, key: str) -> Part | None:
        return next((part for part in self.parts if part.key == key), None)


@dataclass(frozen=True, slots=True)
class Shown:
    """What switching would change, with the lines of each file; `fields` are what is switched."""

    fields: Mapping[str, Any]
    plan: Plan
    changes: tuple[tuple[FileChange, tuple[Line, ...]], ...]


def kept(service: MemoryService, project: str, branch: str) -> KeptDocument:
    """The memory of one branch, with its file."""
    document = service.get_branch_memory(project, branch)
    assert isinstance(document, KeptDocument)
    return document


def files(service: MemoryService, project: str) -> Files:
    """Reads the project's instruction files."""
    switches = service.branch_memory.options
    return Files(project, switches.get(project), switches.states(project))


def planned(service: MemoryService, project: str, fields: Mapping[str, Any]) -> Shown:
    """What `switched` would change; nothing is written."""
    plan = service.branch_memory.options.plan(project, **fields)
    changes = [change for change in plan.changes if change.changes]
    return Shown(fields, plan, tuple((one, tuple(difference(one.before, one.after))) for one in changes))


def switched(service: MemoryService, project: str, fields: Mapping[str, Any]) -> Files:
    service.switch(project, **fields)
    return files(service, project)


def with_way(switches: FileOptions, file: str, way: Way | None) -> dict[str, Any]:
    """The fields that set one instruction file and leave the others as they are."""
    ways = dict(switches.instructions) | ({file: way} if way is not None else {})
    if way is None:
        ways.pop(file, None)
    return {"instructions": {name: ways[name].value for name in INSTRUCTION_FILES if name in ways}}


def markdown(document: BranchDocument) -> str:
    """The sections that have entries, to be pasted elsewhere."""
    parts = []
    for section in Section:
        entries = document.sections.get(section, ())
        if entries:
            parts.append("\n".join((f"## {section.value}", "", *(f"- {text}" for text in entries))))
    return "\n\n".join(parts) + ("\n" if parts else "")


def take_back_clear(service: MemoryService, project: str, branch: str, archived: int) -> None:
    """What was archived comes back, and what was left out of the branch's memory is taken in again."""
    if archived:
        service.undo()
    service.memorize_branch(project, branch, again=True)


def memorize(service: MemoryService, project: str, branch: str) -> BranchUpdate:
    """Goes on with the branch's memory; may ask a model, and take long."""
    return service.memorize_branch(project, branch)
