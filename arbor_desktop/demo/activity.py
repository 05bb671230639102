"""Activity of the made-up person of the sample conversations since: the older memories are accepted, some
conflicts decided, and sessions were sent memories. The newest memories, other conflicts and agents' proposals
are still open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from arbor_desktop.clock import DAY_MS, local_day
from arbor_desktop.conflicts.model import Decision
from arbor_desktop.context.block_text import Offered, pack
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.context.receipts import Uses, note_shown
from arbor_desktop.conversations.arrival import SeenBlock, text_hash
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.demo.scripts import load_scripts
from arbor_desktop.memories.model import Memory, Privacy, Scope
from arbor_desktop.runtime.usage_notes import note
from arbor_desktop.service.memory_service import MemoryService

EVERY = 1_000
EVENT = "SessionStart"
SHOWS = {"claude-code": True, "codex": True, "gemini-cli": False}
"""Tools whose sessions are sent memories, and whether their records show them at a session's start."""
DAYS = 30
TOKENS = 1_000


USED = (12, 50, 71, 118, 78, 105, 41)
"""Seconds of the processor that Arbor took on each of the last days, today first."""


class Decided(NamedTuple):
    """A decision on the conflict whose newest memory contains the words `newer`."""

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
    """An agent's proposal for the memory that contains `words`; without `content`, to delete it."""

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


COMPARED = ("kiln-api", "kiln-desk")
"""The projects whose sessions with and without memories are compared."""


def live(service: MemoryService) -> None:
    """Add the person's activity to the captured sample conversations. Missing memories and conflicts are
    skipped."""
    if reviewed := _reviewed(service):
        service.accept(*(memory.id for memory in reviewed))
    for conflict in service.list_conflicts():
        words = conflict.newer.content
        if (decided := next((one for one in DECIDED if one.newer in words), None)) is not None:
            service.resolve_conflict(conflict.id, decided.decision.value, note=decided.note)
    projects = [path for path in service.projects() if PurePath(path).name in COMPARED]
    if projects:
        service.effect.turn_on(projects)
    _send_memories(service)
    for days, seconds in enumerate(USED):
        day = local_day(service._rt.clock() - days * DAY_MS).isoformat()
        note(str(service.home.folder), seconds, seconds * 60_000, DAY_MS / 1000, 86_000_000, day)
    for proposed in PROPOSED:
        _propose(service, proposed)


def _propose(service: MemoryService, proposed: Proposed) -> None:
    known = service.query(status="active", limit=EVERY).memories
    proposals, why = service.agent_proposals, {"client": proposed.client, "reason": proposed.reason}
    for memory in known:
        if proposed.words not in memory.content:
            continue
        if proposed.content is None:
            proposals.propose_deletion(memory.id, **why)
        else:
            proposals.propose_edit(memory.id, {"content": proposed.content}, **why)


def _reviewed(service: MemoryService) -> list[Memory]:
    """Return the pending memories of the sessions that the person reviewed."""
    fresh = {script.session_id for script in load_scripts() if not script.reviewed}
    known = service.conversations(limit=EVERY).conversations
    conversations = {one.id for one in known if one.session_id not in fresh}
    pending = service.query(status="pending", limit=EVERY).memories
    return [memory for memory in pending if memory.conversation_id in conversations]


# -- what sessions were sent --


def _send_memories(service: MemoryService) -> None:
    """Note for every session of the last weeks that its start was sent the memories of its project from
    earlier sessions. Their use is judged as in real ones."""
    known = service.query(status="active", limit=EVERY).memories
    talks = service.conversations(limit=EVERY).conversations
    began = {one.id: one.started_at for one in talks if one.started_at is not None}
    since = service._rt.clock() - DAYS * DAY_MS
    uses = Uses(service._rt)
    for talk in sorted(talks, key=lambda one: (one.started_at or 0, one.id)):
        start = began.get(talk.id, 0)
        sent = [memory for memory in known if _is_sent(memory, talk, start, began)]
        if talk.source in SHOWS and sent and start > since and _gets_memories(service, talk):
            _note_sent(service, uses, talk, sent)


def _gets_memories(service: MemoryService, talk: Conversation) -> bool:
    """Return whether a session is sent memories; of the compared projects, one in five is not."""
    if talk.project is None or PurePath(talk.project).name not in COMPARED:
        return talk.project is not None
    drawn = ready_blocks.Drawn(
        talk.source, talk.session_id, talk.started_at, talk.project, ready_blocks.draw(talk.session_id, 5), 5
    )
    service._rt.db.write(lambda c: ready_blocks.note_drawn(c, drawn))
    return bool(drawn.shared)


def _is_sent(memory: Memory, talk: Conversation, start: int, began: Mapping[str, int]) -> bool:
    """Return whether a memory was stored before the session began, and may be sent to it."""
    if memory.privacy_level in (Privacy.NEVER_SHARE, Privacy.SENSITIVE):
        return False
    here = memory.scope is Scope.GLOBAL or memory.scope_id == talk.project
    return here and began.get(memory.conversation_id or "", start) < start


def _note_sent(service: MemoryService, uses: Uses, talk: Conversation, sent: Sequence[Memory]) -> None:
    packed = pack([Offered(memory, 3) for memory in sent], TOKENS)
    at = talk.started_at or 0
    note = ready_blocks.Delivery(
        f"told-{talk.session_id}", talk.source, EVENT, talk.session_id, at, talk.project, talk.branch,
        text_hash(packed.text), packed.tokens,
        ready_blocks.ids([one.offered.memory.id for one in packed.included]),
    )  # fmt: skip

    def noted(conn: Connection) -> None:
        row = conversations.row_of(conn, talk.id)
        ready_blocks.note_delivery(conn, note)
        ready_blocks.note_called(conn, talk.source, EVENT, at, True)
        shown = [SeenBlock(EVENT, note.text_hash)] if SHOWS[talk.source] else []
        note_shown(conn, row, shown, service._rt.by("capture"))

    service._rt.db.write(noted)
    judged = uses.judge(talk)
    service._rt.db.write(
        lambda c: uses.commit(c, conversations.row_of(c, talk.id), judged, service._rt.by("capture"))
    )
