"""What sessions of the made-up person were told by hooks, and what became of it: judged as in real ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.packing import Offered, pack
from arbor_desktop.context.queries import prepared
from arbor_desktop.context.receipts import Uses, note_shown
from arbor_desktop.conversations.arrival import SeenBlock, text_hash
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Memory, Privacy, Scope
from arbor_desktop.service.memory_service import MemoryService

EVENT = "SessionStart"
SHOWS = {"claude-code": True, "codex": True, "gemini-cli": False}
"""The tools that asked, and whether their records show what they were answered at a session's start."""
DAYS = 30
TOKENS = 1_000
EVERY = 1_000


def tell(service: MemoryService) -> None:
    """Notes of every session of the last weeks what it was told at its start: what was known of its project
    from the sessions before it. What came of it is judged from what was said there."""
    known = service.query(status="active", limit=EVERY).memories
    talks = service.conversations(limit=EVERY).conversations
    began = {one.id: one.started_at for one in talks if one.started_at is not None}
    since = service._rt.clock() - DAYS * DAY_MS
    uses = Uses(service._rt)
    for talk in sorted(talks, key=lambda one: (one.started_at or 0, one.id)):
        start = began.get(talk.id, 0)
        told = [memory for memory in known if _is_told(memory, talk, start, began)]
        if talk.source in SHOWS and talk.project and told and start > since:
            _tell(service, uses, talk, told)


def _is_told(memory: Memory, talk: Conversation, start: int, began: Mapping[str, int]) -> bool:
    """Whether a memory was known when the session began, and may be told there."""
    if memory.privacy_level in (Privacy.NEVER_SHARE, Privacy.SENSITIVE):
        return False
    here = memory.scope is Scope.GLOBAL or memory.scope_id == talk.project
    return here and began.get(memory.conversation_id or "", start) < start


def _tell(service: MemoryService, uses: Uses, talk: Conversation, told: Sequence[Memory]) -> None:
    packed = pack([Offered(memory, 3) for memory in told], TOKENS)
    at = talk.started_at or 0
    note = prepared.Told(
        f"told-{talk.session_id}", talk.source, EVENT, talk.session_id, at, talk.project, talk.branch,
        text_hash(packed.text), packed.tokens,
        prepared.ids([one.offered.memory.id for one in packed.included]),
    )  # fmt: skip

    def noted(conn: Connection) -> None:
        row = conversations.row_of(conn, talk.id)
        prepared.note_told(conn, note)
        prepared.note_called(conn, talk.source, EVENT, at, True)
        shown = [SeenBlock(EVENT, note.text_hash)] if SHOWS[talk.source] else []
        note_shown(conn, row, shown, service._rt.by("capture"))

    service._rt.db.write(noted)
    judged = uses.judge(talk)
    service._rt.db.write(
        lambda c: uses.commit(c, conversations.row_of(c, talk.id), judged, service._rt.by("capture"))
    )
