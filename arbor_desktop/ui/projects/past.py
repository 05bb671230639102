"""What was done before: past tasks like one that is described, else where its words were said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arbor_desktop.conversations.model import Conversation
from arbor_desktop.projects.model import SimilarTask
from arbor_desktop.search.model import ConversationHit

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

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
