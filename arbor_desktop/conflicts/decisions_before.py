"""What was decided, or is asked, about memories before they are found to contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arbor_desktop.conflicts.model import ConflictStatus
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import LIVING, Memory
from arbor_desktop.memories.queries import memories

SETTLED = (ConflictStatus.KEPT_BOTH_WITH_CONTEXT, ConflictStatus.MARKED_OUTDATED)
"""After these both memories live on, and that is what was decided."""


def asked_beside(conn: Connection, row: int) -> frozenset[str]:
    """The memories that an open conflict has beside this one."""
    found = conflicts.of_memories(conn, [row])
    return frozenset(ident for one in found if one.status.open for ident in one.memories)


def last_decided(known: Sequence[Record], memory: Memory, other: Memory) -> Record | None:
    """The last decision about the two as they are worded now."""
    words = {memory.id: memory.content, other.id: other.content}
    same = [
        one
        for one in known
        if not one.status.open
        and words.keys() <= one.memories
        and all(side.content == words.get(side.memory, side.content) for side in one.sides)
    ]
    return max(same, key=lambda one: (one.resolved_at or 0, one.row), default=None)


def both_hold(known: Sequence[Record], memory: Memory, other: Memory) -> bool:
    """Whether a person decided that both live on, worded as they are."""
    last = last_decided(known, memory, other)
    return last is not None and last.status in SETTLED


def both_live(conn: Connection, one: str, other: str, changed: Collection[str]) -> bool:
    """Whether no decision of this very comparing has taken one of the two."""
    if not {one, other} & set(changed):
        return True
    return all(status in LIVING for _, _, status in memories.rows_of(conn, [one, other]))
