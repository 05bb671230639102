"""What the made-up person of the sample conversations did with their memories since: said yes to the older
ones, and decided some of the conflicts. The newest memories still wait; so do the other conflicts, and what
agents propose."""

from __future__ import annotations

from typing import NamedTuple

from arbor_desktop.conflicts.model import Conflict, Decision
from arbor_desktop.demo.scripts import load_scripts
from arbor_desktop.demo.told import tell
from arbor_desktop.memories.model import Memory
from arbor_desktop.service.memory_service import MemoryService

EVERY = 1_000


class Decided(NamedTuple):
    """`newer`: words of the newest memory of the conflict, by which it is found."""

    newer: str
    decision: Decision
    note: str | None = None


DECIDED = (
    Decided("four spaces for indentation", Decision.ACCEPTED_NEWER, "hard_tabs is gone from rustfmt.toml."),
    Decided("from npm to pnpm", Decision.ACCEPTED_NEWER),
    Decided("from Jest to Vitest", Decision.ACCEPTED_NEWER),
    Decided("pool size is 20", Decision.MARKED_OUTDATED, "Ask Tomasz whether both machines have the memory."),
)


class Proposed(NamedTuple):
    """What an agent would change; `words`: of the memory. Without `content` it would be deleted."""

    words: str
    content: str | None
    client: str
    reason: str


PROPOSED = (
    Proposed(
        "The API runs on port 8040",
        "The worker polls the jobs table every 5 seconds. The API runs on port 8040; the worker has no port"
        " but 8041, where it answers health checks.",
        "claude-code",
        "deploy/worker.service opens 8041 for health checks.",
    ),
    Proposed("Until Friday the team", None, "codex", "desk-1.9.0 is tagged, so that Friday is past."),
)


def live(service: MemoryService) -> None:
    """Lives with the memories of the sample conversations, which must have been captured. What is not there,
    or not in conflict, is left alone."""
    if reviewed := _reviewed(service):
        service.accept(*(memory.id for memory in reviewed))
    for conflict in service.list_conflicts():
        if (decided := _decided(conflict)) is not None:
            service.resolve_conflict(conflict.id, decided.decision.value, note=decided.note)
    tell(service)
    for proposed in PROPOSED:
        _propose(service, proposed)


def _propose(service: MemoryService, proposed: Proposed) -> None:
    known = service.query(status="active", limit=EVERY).memories
    proposals, why = service.deliveries.proposals, {"client": proposed.client, "reason": proposed.reason}
    for memory in known:
        if proposed.words not in memory.content:
            continue
        if proposed.content is None:
            proposals.propose_deletion(memory.id, **why)
        else:
            proposals.propose_edit(memory.id, {"content": proposed.content}, **why)


def _reviewed(service: MemoryService) -> list[Memory]:
    """What waits for review of the sessions that the person went through."""
    fresh = {script.session_id for script in load_scripts() if not script.reviewed}
    known = service.conversations(limit=EVERY).conversations
    conversations = {one.id for one in known if one.session_id not in fresh}
    pending = service.query(status="pending", limit=EVERY).memories
    return [memory for memory in pending if memory.conversation_id in conversations]


def _decided(conflict: Conflict) -> Decided | None:
    words = conflict.newer.content
    return next((decided for decided in DECIDED if decided.newer in words), None)
