"""Whether what a session was told arrived there: judged whenever more of its record is read."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.context.queries import receipts
from arbor_desktop.conversations.arrival import SeenBlock, arrived, line_hash
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.text.escaping import one_line


def captured(conn: Connection, conversation: int, shown: Sequence[SeenBlock], by: Write) -> None:
    """More of a session was stored, `shown` of it are blocks: joins its receipts to it, and looks again for
    those that did not arrive yet. Part of the caller's transaction."""
    receipts.join(conn, conversation)
    if shown:
        receipts.saw(conn, conversation, shown)
    settle(conn, conversation, by)


def settle(conn: Connection, conversation: int, by: Write) -> None:
    """Says of each receipt whether the record shows it by now, or shows that it did not come."""
    open_ones = receipts.unsettled(conn, conversation)
    if not open_ones:
        return
    seen = receipts.seen(conn, conversation)
    answered = receipts.last_answer(conn, conversation)
    for one in open_ones:
        told = memories.get_many(conn, one.memories, by.policy, by.now)
        lines = {line_hash(one_line(memory.told_text)) for memory in told}
        receipts.set_arrived(
            conn, one.row, arrived(one.text_hash, one.event, lines, seen, went_on=answered > one.at)
        )
