"""The words of conversations that prove a memory."""

from __future__ import annotations

from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.database.packed_text import turn_text

MOST_QUOTES, MOST_WORDS = 5, 2_000
"""Quotes of a memory, and characters of one."""


def quotes(conn: apsw.Connection, ident: str) -> list[dict[str, Any]]:
    """Return the words of conversations that a memory comes from, oldest first, each with its time and tool;
    none of a conversation with private memories."""
    evidence, turn, talk = db.Evidence, db.Turn, db.Conversation
    query = (
        evidence.select(turn.text, turn.packed, evidence.span_start, evidence.span_end, turn.at, talk.source)
        .join(db.Memory, on=evidence.memory == db.Memory.row)
        .join(turn, on=(turn.conversation == evidence.conversation) & (turn.number == evidence.first_turn))
        .join(talk, on=talk.row == evidence.conversation)
        .where(
            (db.Memory.id == ident)
            & (turn.unsaid == 0)
            & evidence.span_start.is_null(False)
            & (db.fn.json_extract(talk.extra, "$.private").is_null())
        )
        .order_by(evidence.row)
        .limit(MOST_QUOTES)
    )
    found = [
        {"text": turn_text(text, packed)[start:end][:MOST_WORDS], "at": at, "source": source}
        for text, packed, start, end, at, source in db.run(conn, query)
    ]
    return [one for one in found if one["text"]]
