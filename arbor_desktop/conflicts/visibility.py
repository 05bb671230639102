"""Which memories would be told in one place, and in which order they were said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.conflicts.effective import last_said
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import LIVING, Memory, MemoryFilter, Scope, Status
from arbor_desktop.memories.queries.memories import NewMemory


@dataclass(frozen=True, slots=True)
class Said:
    """When memories were said, or last got their words from a person."""

    times: dict[str, int]

    @classmethod
    def of(cls, conn: Connection, some: Sequence[Memory]) -> Said:
        worded = conflicts.worded_at(conn, [memory.id for memory in some])
        return cls({memory.id: max(last_said(memory), worded.get(memory.id, 0)) for memory in some})

    def at(self, memory: Memory) -> int:
        return self.times[memory.id]

    def in_order_ids(self, one: str, other: str) -> tuple[str, str]:
        """The older first; of two said at once, the one that was stored first."""
        first, second = sorted((one, other), key=lambda ident: (self.times[ident], ident))
        return first, second

    def in_order(self, one: Memory, other: Memory) -> tuple[Memory, Memory]:
        return (one, other) if self.in_order_ids(one.id, other.id)[0] == one.id else (other, one)


def as_memory(new: NewMemory, now: int) -> Memory:
    """A memory that is not stored yet, as it would be."""
    return Memory(
        id="", content=new.content, type=new.type, category=new.category, scope=new.scope, source=new.source,
        status=Status.ACTIVE, confidence=new.confidence, current_confidence=new.confidence,
        privacy_level=new.privacy_level, created_at=now, updated_at=now, reinforced_at=now,
        scope_id=new.scope_id, branch=new.branch, technology=new.technology, details=new.details,
        expires_at=new.expires_at,
    )  # fmt: skip


def can_meet(one: Memory, other: Memory, now: int) -> bool:
    """Whether both could be told in one place: what holds in different projects, on different branches or
    under different conditions does not contradict itself."""
    if any(memory.expires_at is not None and memory.expires_at <= now for memory in (one, other)):
        return False
    if one.condition or other.condition:
        return one.condition == other.condition and _meet_in_place(one, other)
    return _meet_in_place(one, other)


def _meet_in_place(one: Memory, other: Memory) -> bool:
    if one.branch is not None and other.branch is not None and one.branch != other.branch:
        return False
    if Scope.CONVERSATION in (one.scope, other.scope):  # said for one conversation: an exception
        return (one.scope, one.scope_id) == (other.scope, other.scope_id)
    return Scope.GLOBAL in (one.scope, other.scope) or one.scope_id == other.scope_id


def around(memory: Memory, now: int) -> MemoryFilter:
    """The living memories of the places where it may meet others."""
    places: tuple[tuple[Scope, str | None], ...] | None = None
    if memory.scope is Scope.PROJECT:
        places = ((Scope.GLOBAL, None), (Scope.PROJECT, memory.scope_id))
    elif memory.scope is Scope.CONVERSATION:
        places = ((Scope.CONVERSATION, memory.scope_id),)
    branches = None if memory.branch is None else (None, memory.branch)
    return MemoryFilter(statuses=LIVING, places=places, branches=branches, valid_at=now)
