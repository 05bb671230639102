"""The data of the page, and the calls that read and change it, each off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arbor_desktop.branches.model import (
    WRITTEN_FILES,
    BranchDocument,
    FileOptions,
    KeptDocument,
    Section,
    Way,
)
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.model import Branch, Project, ProjectSession, SimilarTask
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.integrations.diff import Line, difference
from arbor_desktop.ui.memory.words import category_label
from arbor_desktop.ui.projects.words import is_quirk
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files.model import FileChange, Part, Plan

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
    groups = [_group(QUIRKS, tr("Quirks and pitfalls"), found, is_quirk)]
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


MOST = 5
_EXCERPT = 240


@dataclass(frozen=True, slots=True)
class Past:
    """Something that was done. `alike`: how much of the task it is, 0 to 1; None where only words of it were
    said, at `turn`: `said` is what was said there. `status`, `type` and `complexity` are None without an
    outcome."""

    conversation_id: str
    task: str
    status: str | None = None
    type: str | None = None
    complexity: int | None = None
    project: str | None = None
    at: int | None = None
    files: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    learnings: tuple[str, ...] = ()
    alike: float | None = None
    turn: int | None = None
    said: str = ""


def done_before(service: MemoryService, task: str, project: str | None) -> tuple[Past, ...]:
    """Past tasks that are much like this one, the most alike first. Where there is none: the sessions in
    which its words were said, which a few words find that are no whole task."""
    found = service.find_similar_tasks(task, project=project, limit=MOST)
    if found:
        return tuple(_task(one) for one in found)
    hits = service.search_conversations(task, project=project, limit=MOST)
    known = {one.id: one for one in service.conversations_by_id([hit.conversation_id for hit in hits])}
    return tuple(
        _spoken(service, hit, known[hit.conversation_id]) for hit in hits if hit.conversation_id in known
    )


def _task(one: SimilarTask) -> Past:
    return Past(
        one.conversation_id, one.task, one.status, one.type, one.complexity, one.project, one.at, one.files,
        one.checks, one.learnings, one.similarity,
    )  # fmt: skip


def _spoken(service: MemoryService, hit: ConversationHit, conversation: Conversation) -> Past:
    outcome = service.outcome(conversation.id)
    said = " ".join(hit.text.split())
    past = Past(
        conversation.id,
        (outcome.task if outcome is not None else "") or conversation.title,
        project=conversation.project,
        at=conversation.started_at,
        turn=hit.turn,
        said=said if len(said) <= _EXCERPT else f"{said[:_EXCERPT].rstrip()}…",
    )
    if outcome is None:
        return past
    return replace(
        past,
        status=outcome.status.value,
        type=outcome.type.value,
        complexity=outcome.complexity,
        files=(*outcome.files_created, *outcome.files_modified),
    )


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


def branch_memory(service: MemoryService, project: str, branch: str) -> KeptDocument:
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
    return {"instructions": {name: ways[name].value for name in WRITTEN_FILES if name in ways}}


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
        service.undo(here=True)
    service.memorize_branch(project, branch, again=True)
