"""A memory is held once: storing what is known reinforces it, and no edit makes a second one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbor_desktop.conflicts import merging
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Memory, Scope, Status, StoreResult
from arbor_desktop.memories.queries import lifecycle, memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.text.words import fold


def refuse_double(conn: Connection, memory: Memory, changes: dict[str, Any]) -> None:
    """An edit must not make a second memory that says the same in the same place."""
    if not {"content", "scope", "scope_id"} & changes.keys():
        return
    scope = changes.get("scope", memory.scope)
    scope_id = changes.get("scope_id", memory.scope_id)
    for _, ident, status in memories.find_same(
        conn, changes.get("content", memory.content), Scope(scope), scope_id
    ):
        if ident != memory.id and status in (Status.ACTIVE, Status.PENDING):
            raise InvalidInput(
                "Another memory says exactly this already.", field="content", existing_id=ident
            )


def store(conn: Connection, new: NewMemory, by: Write) -> StoreResult:
    """A new memory, or the living one that says the same, which gains in confidence. One that says it in
    other words takes the new one in. What was forgotten, not turned down, comes back when said again."""
    same = memories.find_same(conn, new.content, new.scope, new.scope_id)
    for row, ident, status in same:
        if status in (Status.ACTIVE, Status.PENDING):
            memories.adjust(conn, row, memories.REINFORCEMENT, by, "said again")
            return StoreResult(ident, duplicate=True, existing_id=ident)
    for row, ident, status in same:
        if status is Status.ARCHIVED and lifecycle.was_forgotten(conn, ident):
            merging.bring_back(conn, row, new, by)
            return StoreResult(ident, duplicate=True, existing_id=ident)
    if merged := merging.store(conn, new, by):
        return StoreResult(merged, merged=True, existing_id=merged)
    ident, _ = memories.insert(conn, new, by)
    return StoreResult(ident)


def store_many(conn: Connection, new: Sequence[NewMemory], by: Write) -> list[StoreResult]:
    """As `store` one after the other, in few statements; but what says the same in other words stays apart,
    since imports bring thousands."""
    keys = [(fold(one.content), one.scope.value, one.scope_id) for one in new]
    known = memories.living(conn, list({folded: None for folded, _, _ in keys}))
    fresh: dict[tuple[str, str, str | None], NewMemory] = {}
    for key, one in zip(keys, new, strict=True):
        if key not in known:
            fresh.setdefault(key, one)
    made = memories.insert_many(conn, [(one, key[0]) for key, one in fresh.items()], by)
    first = {key: ident for key, (ident, _) in zip(fresh, made, strict=True)}
    known |= {key: (row, ident) for key, (ident, row) in zip(fresh, made, strict=True)}
    results = []
    for key in keys:
        if key in first:
            results.append(StoreResult(first.pop(key)))
            continue
        row, ident = known[key]
        memories.adjust(conn, row, memories.REINFORCEMENT, by, "said again")
        results.append(StoreResult(ident, duplicate=True, existing_id=ident))
    return results
