"""Receipts as they stand once a session was told something and was looked at, made by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from arbor_desktop.context.model import Use
from arbor_desktop.context.queries.ready_blocks import Delivery, note_delivery
from arbor_desktop.database.connection import Connection
from arbor_desktop.service import MemoryService

Became = tuple[Use, str, int | None]
"""What became of a memory, why, and at which turn."""


def tell(
    service: MemoryService,
    conversation: str,
    memories: Sequence[str],
    *,
    id_: str = "told-1",
    event: str = "SessionStart",
    tool: str = "claude-code",
    at: int | None = None,
    tokens: int = 120,
    arrived: bool | None = True,
    became: Mapping[str, Became] | None = None,
) -> None:
    """Notes that a conversation was told these memories; `became` None: nobody looked yet what became of
    them."""
    talk = service.conversation(conversation)
    when = at if at is not None else talk.started_at or 0
    session = str(talk.id)
    told = Delivery(
        id_, tool, event, session, when, talk.project, None, "", tokens, json.dumps(list(memories))
    )  # fmt: skip

    def write(conn: Connection) -> None:
        note_delivery(conn, told)
        conn.execute(
            "UPDATE receipt SET conversation = (SELECT row FROM conversation WHERE id = ?), arrived = ?, "
            "judged_at = ? WHERE id = ?",
            (conversation, arrived, None if became is None else when, id_),
        )
        for memory, (use, reason, turn) in (became or {}).items():
            conn.execute(
                "UPDATE receipt_memory SET use = ?, reason = ?, turn = ? WHERE receipt = "
                "(SELECT row FROM receipt WHERE id = ?) AND memory = (SELECT row FROM memory WHERE id = ?)",
                (use.value, reason, turn, id_, memory),
            )

    service._rt.db.write(write)
