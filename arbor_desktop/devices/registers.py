"""Values that are the same on all devices beside memories: decisions on conflicts, settings of projects, and
quotes that prove memories. The last one set counts, and is noticed by comparing: whoever changes such a thing
need not know of devices."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.database.connection import Connection
from arbor_desktop.devices.model import Register
from arbor_desktop.devices.queries import conflicts, group, local, log
from arbor_desktop.devices.queries.group import Own
from arbor_desktop.editing.queries.quotes import quotes
from arbor_desktop.memories.queries import records
from arbor_desktop.memories.queries.memories import Write

OPEN = "pending_user_review"


def quotes_key(ident: str) -> str:
    return f"quotes {ident}"


def memories_of(one: Register) -> set[str]:
    """Return the memories that a register is about."""
    return set(local.members(one.key))


def note(conn: Connection, changed: Sequence[str], me: Own, excluded: Collection[str], now: int) -> None:
    """Set the registers to what this device says, where it says something else. `changed`: memories that may
    have new quotes."""
    dead = log.kept_back(conn) | log.withdrawn(conn)
    said: dict[str, Any] = {
        f"decision {' '.join(ids)}": _decision(one)
        for ids, one in _by_members(conflicts.decided(conn)).items()
        if not dead & set(ids)
    }
    said |= {f"project {path}": one for path, one in local.settings(conn).items() if path not in excluded}
    for ident in changed:
        if ident not in dead and (found := quotes(conn, ident)):
            said[quotes_key(ident)] = found
    known = group.registers(conn)
    for key, value in said.items():
        here = known.get(key)
        if here is None or _compared(json.loads(here.value)) != _compared(value):
            clock = max(now << 16, here.clock + 1 if here else 0)
            group.put_register(conn, Register(key, records.to_json(value), clock, me.id), sent=False)


def _by_members(found: Iterable[Record]) -> dict[tuple[str, ...], Record]:
    """Return the conflicts by their memories, of several of the same the one that was decided last."""
    return {
        tuple(sorted(one.memories)): one
        for one in sorted(found, key=lambda one: (one.resolved_at or 0, one.id))
        if len(one.memories) > 1
    }


def _decision(one: Record) -> dict[str, Any]:
    return {
        "status": OPEN if one.status.open else one.status.value,
        "decision": one.decision,
        "notes": one.notes,
        "contexts": {side.memory: side.context for side in one.sides if side.context},
        "resolved_at": one.resolved_at,
        "rule": one.rule,
        "judgement": one.judgement,
    }


def _compared(value: Any) -> Any:
    """Return the part of a value that a person decides."""
    if isinstance(value, dict) and "contexts" in value:
        return {name: value[name] for name in ("status", "decision", "notes", "contexts")}
    return value


def receive(conn: Connection, came: Iterable[Register], by: Write) -> list[str]:
    """Take over values of other devices, and those that waited for their memories. Return the memories that
    this changes."""
    known = group.registers(conn)
    for one in came:
        here = known.get(one.key)
        if here is None or (one.position, one.value) > (here.position, here.value):
            group.put_register(conn, one, sent=True)
            known[one.key] = one
    found = conflicts.by_members(conn)
    changed: list[str] = []
    for one in known.values():
        kind, _, rest = one.key.partition(" ")
        if kind == "decision":
            ids = tuple(rest.split(" "))
            same = found.get(frozenset(ids), [])
            if conflicts.decide(conn, ids, same, json.loads(one.value), one.clock, by):
                changed += ids
        elif kind == "project":
            local.set_settings(conn, rest, json.loads(one.value))
    return changed
