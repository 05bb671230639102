"""What the page asks, and what it shows: the text, the memories in or out, the sessions. No Qt here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arbor_desktop.context.block_text import ALWAYS
from arbor_desktop.context.layers import CONVERSATION, FLOORS, GLOBAL, PROJECT, PROMPT
from arbor_desktop.context.model import DeliverySummary, Excluded, Included, Receipt, Use
from arbor_desktop.integrations.view_as import Client, View, views
from arbor_desktop.memories.model import Memory, MemoryType, Privacy, Scope
from arbor_desktop.ui.context.words import spoken_row, why_not_told, why_told

if TYPE_CHECKING:
    from arbor_desktop.projects.model import Branches
    from arbor_desktop.service import MemoryService


@dataclass(frozen=True, slots=True)
class Question:
    """`project` is an absolute path; None asks for what is told everywhere."""

    project: str | None = None
    branch: str | None = None
    prompt: str = ""

    @property
    def place(self) -> tuple[str | None, str | None]:
        return self.project, self.branch

    def remembered(self) -> str:
        """Project and branch for the next start; a prompt is not kept."""
        return json.dumps({"project": self.project, "branch": self.branch})


def recalled(text: str) -> Question | None:
    """The question that `remembered` wrote; None where there is none or it can't be read."""
    try:
        kept: Any = json.loads(text) if text else None
    except ValueError:
        return None
    if not isinstance(kept, dict):
        return None
    project, branch = kept.get("project"), kept.get("branch")
    if not isinstance(project, str) or not project:
        return Question()
    return Question(project, branch if isinstance(branch, str) and branch else None)


NEAR = 0.9
"""Above this share of a limit or of the budget, it is near it."""
_RANKS = (PROMPT, ALWAYS, CONVERSATION, PROJECT, GLOBAL)
_LAYERS = {Scope.GLOBAL: GLOBAL, Scope.PROJECT: PROJECT, Scope.CONVERSATION: CONVERSATION}


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory as a row shows it. Its lines in the text count from 1; 0 where it is not told."""

    id: str
    told: bool
    type: MemoryType
    text: str
    glyph: str
    why: str
    reason: str
    """In full, as the service says it."""
    tokens: int
    privacy: Privacy
    confidence: float
    spoken: str
    floor: float
    """From which confidence on it is told here, if nothing else keeps it out."""
    waits: bool = False
    """It is pending: nothing can be set but its yes or no, on the Memories page."""
    first_line: int = 0
    last_line: int = 0
    rank: int = 0
    """How much it is about this very question, 0 the most: what the prompt brought, what is pinned, what is
    of this place, what is told everywhere."""
    kind: str = ""
    """Why it is left out, as in `EXCLUDED_KINDS`."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What one client gets: the text byte for byte, and the rows of what is in and out.

    `tokens`: without what the client adds, which the budget does not count. `size` is in the unit of the
    client's limit. `nothing`, `trouble`: as in `View`. `any_memory`: whether there is one
    at all, here or not.
    """

    client: Client
    text: str
    size: int
    tokens: int
    budget: int
    prompted: bool
    nothing: str
    trouble: str
    told: tuple[Entry, ...]
    left_out: tuple[Entry, ...]
    any_memory: bool
    elsewhere: bool
    """Nothing is told here, but other projects have memories."""

    @property
    def share(self) -> float:
        """How much of the client's limit is taken, or else of the budget; 1 for all of it."""
        return self.size / self.client.limit if self.client.limit else self.tokens / self.budget

    @property
    def near(self) -> bool:
        """Whether it is near the client's limit."""
        return self.client.limit is not None and self.share > NEAR

    @property
    def by_type(self) -> dict[MemoryType, int]:
        """The tokens of each type, in the order of the text."""
        out: dict[MemoryType, int] = {}
        for entry in self.told:
            out[entry.type] = out.get(entry.type, 0) + entry.tokens
        return out


def previews(service: MemoryService, question: Question) -> tuple[Preview, ...]:
    """Asks as each client would, without leaving a trace in the log of accesses. Raises StorageError."""
    found = views(service, project=question.project, branch=question.branch, prompt=question.prompt.strip())
    ids = {one.id for view in found for one in view.context.included}
    ids |= {one.id for view in found for one in view.context.excluded}
    known = {memory.id: memory for memory in service.get_many(list(ids))}
    any_memory = bool(ids) or service.query(limit=1).total > 0
    elsewhere = any(count for path, count in service.projects().items() if path != question.project)
    return tuple(_preview(view, known, question, any_memory, elsewhere) for view in found)


def _preview(
    view: View, known: Mapping[str, Memory], question: Question, any_memory: bool, elsewhere: bool
) -> Preview:
    context = view.context
    told = [_told(item, known.get(item.id), question) for item in context.included]
    told.sort(key=lambda entry: entry.first_line)
    left_out = tuple(_left_out(item, known.get(item.id), view.client) for item in context.excluded)
    return Preview(
        view.client, context.text, view.size, view.used, view.budget, bool(question.prompt),
        view.nothing, view.trouble, tuple(told), left_out, any_memory, not told and elsewhere,
    )  # fmt: skip


def _told(item: Included, memory: Memory | None, question: Question) -> Entry:
    glyph, why = why_told(item, memory, question.project, question.prompt)
    return Entry(
        item.id, True, item.type, item.content, glyph, why, item.reason, item.tokens, item.privacy_level,
        item.confidence, spoken_row(item, why, told=True), _floor(item),
        first_line=item.first_line, last_line=item.last_line, rank=_RANKS.index(item.layer),
    )  # fmt: skip


def _left_out(item: Excluded, memory: Memory | None, client: Client) -> Entry:
    glyph, why = why_not_told(item, memory, client)
    return Entry(
        item.id, False, item.type, item.content, glyph, why, item.reason, item.tokens, item.privacy_level,
        item.confidence, spoken_row(item, why, told=False), _floor(item), waits=item.kind == "pending",
        kind=item.kind,
    )  # fmt: skip


def _floor(item: Included | Excluded) -> float:
    return FLOORS[ALWAYS if item.privacy_level is Privacy.ALWAYS_INCLUDE else _LAYERS[item.scope]]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the pickers offer: projects, those with most memories first; branches of the chosen one."""

    projects: tuple[str, ...]
    branches: Branches | None


def choices(service: MemoryService, project: str | None) -> Choices:
    return Choices(tuple(service.projects()), service.branches(project) if project else None)


def first_question(service: MemoryService) -> Question:
    """Where nothing is remembered: what the next session would most likely be told."""
    return of_project(service, service.latest_project())


def of_project(service: MemoryService, project: str | None) -> Question:
    """The question of a project that was just chosen: on the branch that is checked out there."""
    return Question(project, service.branches(project).checked_out if project else None)


_RECEIPTS, SESSIONS = 200, 20
"""Receipts that are read (a session has one for its start and for each prompt that brought something), and
sessions that are shown."""


@dataclass(frozen=True, slots=True)
class ToldSession:
    """One session, by all that it was told. `at`: when last. `arrived` None: not known."""

    tool: str
    at: int
    project: str | None
    branch: str | None
    conversation_id: str | None
    title: str
    memories: int
    tokens: int
    arrived: bool | None
    judged: bool
    used: int
    failed: int
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """The latest sessions, the newest first. `project` None: of all projects. `off`: telling is switched off
    in the settings."""

    project: str | None
    sessions: tuple[ToldSession, ...]
    summary: DeliverySummary
    off: bool = False


def told(service: MemoryService, project: str | None) -> Told:
    """What is shown of a project."""
    groups: dict[tuple[str, str], list[Receipt]] = {}
    for receipt in service.latest_receipts(project, _RECEIPTS):
        groups.setdefault((receipt.tool, receipt.session_id), []).append(receipt)
    chosen = list(groups.values())[:SESSIONS]
    ids = {one.conversation_id for group in chosen for one in group if one.conversation_id}
    titles = {talk.id: talk.title for talk in service.conversations_by_id(sorted(ids))}
    sessions = tuple(_session(group, titles) for group in chosen)
    off = not service.settings.get("injection.enabled")
    return Told(project, sessions, service.delivery_summary(project), off)


def _session(group: Sequence[Receipt], titles: dict[str, str]) -> ToldSession:
    newest = group[0]
    conversation = next((one.conversation_id for one in group if one.conversation_id), None)
    became: dict[str, set[Use | None]] = {}
    for receipt in group:
        for one in receipt.delivered:
            became.setdefault(one.memory_id, set()).add(one.use)
    known = [one.arrived for one in group if one.arrived is not None]
    return ToldSession(
        newest.tool,
        newest.at,
        newest.project,
        newest.branch,
        conversation,
        titles.get(conversation or "", ""),
        len(became),
        sum(one.tokens for one in group),
        all(known) if known else None,
        any(one.judged_at is not None for one in group),
        sum(Use.USED in uses for uses in became.values()),
        sum(Use.FAILED in uses for uses in became.values()),
        newest.withheld,
    )
