"""What the page reads, each as one call that runs away from the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.model import Branch, Project, ProjectSession, ProjectSummary
from arbor_desktop.ui.memories.words import category_label
from arbor_desktop.ui.projects.words import is_quirk, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

QUIRKS = "quirks"
"""The group of what warns; the others are categories."""
PAGE = 40
"""Sessions that are read at once."""
_LOOK = 200
_MOST = 20_000
_CATEGORIES = (
    "project_conventions", "architectural_decisions", "implementation_notes", "coding_preferences", "facts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opened:
    """A project, and the pattern that excludes it from capture, if one does."""

    project: Project
    excluded: str | None
    branches: tuple[Branch, ...] = ()
    """With the files of their memories."""


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    name: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """The memories of a project: what warns first, then by category, the surest of each first. `first` are
    those that are seen first, so that they need not be asked for again."""

    groups: tuple[Group, ...]
    first: tuple[Memory, ...]

    @property
    def total(self) -> int:
        return sum(len(group.ids) for group in self.groups)

    def ids(self, key: str | None) -> list[str]:
        """Of one group, or of all."""
        return [id_ for group in self.groups if key in (None, group.key) for id_ in group.ids]


@dataclass(frozen=True, slots=True)
class Sessions:
    """Some sessions, newest first; `next` asks for those after them, None: there are no more."""

    rows: tuple[ProjectSession, ...]
    next: str | None


def projects(service: MemoryService) -> tuple[ProjectSummary, ...]:
    return tuple(service.list_projects())


def opened(service: MemoryService, path: str) -> Opened:
    """Raises NotFound."""
    return _opened(service, service.get_project(path))


def read_again(service: MemoryService, path: str) -> Opened:
    """Reads the project's files anew. Raises NotFound."""
    return _opened(service, service.read_project(path))


def _opened(service: MemoryService, project: Project) -> Opened:
    excluded = excluded_by(project.path, service.exclusions())
    return Opened(project, excluded, tuple(service.list_branches(project.path)))


def kept(service: MemoryService, path: str, branch: str | None) -> Kept:
    """The project's memories that hold or wait; with `branch`, only those that belong to it."""
    page = service.query(
        scope="project", scope_id=path, status=("active", "pending"), sort="confidence", limit=_MOST
    )
    found = [memory for memory in page.memories if branch is None or memory.branch == branch]
    groups = [_group(QUIRKS, tr("Quirks and gotchas"), found, is_quirk)]
    for category in _CATEGORIES:
        groups.append(_group(category, "", found, lambda m, c=category: m.category == c and not is_quirk(m)))  # type: ignore[misc]
    shown = tuple(group for group in groups if group.ids)
    order = {id_: place for place, id_ in enumerate(id_ for group in shown for id_ in group.ids)}
    first = sorted(found, key=lambda memory: order[memory.id])[:_LOOK]
    return Kept(shown, tuple(first))


def _group(key: str, name: str, found: list[Memory], belongs: Callable[[Memory], bool]) -> Group:
    members = [memory for memory in found if belongs(memory)]
    called = name or (category_label(members[0].category) if members else "")
    return Group(key, called, tuple(memory.id for memory in members))


def sessions(service: MemoryService, path: str, branch: str | None, after: str | None) -> Sessions:
    """The next ones of a project, or of one of its branches."""
    rows: list[ProjectSession] = []
    while True:
        page, after = service.project_sessions(path, limit=PAGE, after=after)
        rows += [one for one in page if branch is None or one.branch == branch]
        if after is None or len(rows) >= PAGE:
            return Sessions(tuple(rows), after)
