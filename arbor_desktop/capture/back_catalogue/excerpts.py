"""What of a conversation would be read next, as memorizing reads it."""

from __future__ import annotations

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.memorize import CONTEXT_TURNS, HEADLESS, gate
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.extraction.model import Excerpt


def excerpt_of(conn: Connection, row: int, ident: str, *, again: bool = False) -> Excerpt | None:
    """None where nothing of it would be read. `again`: from its start."""
    conversation = conversations.get(conn, ident)
    through = 0 if again else conversation.memorized_through
    turns = conversations.turns(conn, row, max(1, through + 1 - CONTEXT_TURNS))
    barred = HEADLESS if conversations.is_headless(conn, row) else None
    barred = NOT_REMEMBERED if conversations.is_left_out(conn, row) else barred
    if gate(turns, through, barred)[0] is not ConversationStatus.MEMORIZED:
        return None
    return Excerpt(
        ident, conversation.source, tuple(turns), conversation.project, conversation.branch, through
    )
