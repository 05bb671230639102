"""The log of changes (table memory_event) as devices exchange it, and the memories that it makes.

Plain SQL: the log is read and written a thousand changes at a time, with ids that come from outside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import apsw

from arbor_desktop.conflicts.queries.merges import MERGED_MEMORY
from arbor_desktop.devices.model import Event, Folded, Position
from arbor_desktop.devices.rules import FIELDS
from arbor_desktop.memories.queries import records
from arbor_desktop.text.words import fold as folded_text

DERIVED, SHARED = "derived", "devices"
"""Actors of changes that no person made: one that every device derives for itself, and one that is sent, as it
is said nowhere else."""
APART_FROM = "apart_from"
"""In the history of a memory made of a text that lost: the id of the memory that it was the text of."""
_TRAVELS = frozenset((*FIELDS, MERGED_MEMORY, APART_FROM))
_COLUMNS = "memory_id, clock, device, at, actor, action, action_id, before, after, parent"


def _event(row: Sequence[Any]) -> Event:
    memory, clock, device, at, actor, action, action_id, before, after, parent = row
    return Event(
        memory, clock, device, at, actor, action, action_id,
        None if before is None else _travelling(records.from_json(before)),
        _travelling(records.from_json(after or "{}")),
        parse_position(parent),
    )  # fmt: skip


def _travelling(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name in _TRAVELS}


def parse_position(text: str | None) -> Position | None:
    if text is None:
        return None
    clock, _, device = text.partition(" ")
    return int(clock), device


def of_memories(conn: apsw.Connection, ids: Collection[str]) -> dict[str, list[Event]]:
    """Return all changes of these memories that count on every device."""
    found: dict[str, list[Event]] = {ident: [] for ident in ids}
    for part in records.chunks(list(found)):
        for row in conn.execute(
            f"SELECT {_COLUMNS} FROM memory_event e LEFT JOIN device_kept_back k USING (memory_id) "
            f"WHERE memory_id IN ({records.marks(part)}) AND clock >= ifnull(k.since, clock)",
            part,
        ):
            found[row[0]].append(_event(row))
    return found


def own(conn: apsw.Connection, devices: Sequence[str], since: int) -> list[Event]:
    """Return the changes to send that this device recorded after event `since`: its own, also under former ids,
    and what it derived of memories that it then changed."""
    rows = conn.execute(
        f"SELECT {_COLUMNS} FROM memory_event e LEFT JOIN device_kept_back k USING (memory_id) "
        "WHERE seq > ?2 AND (device IN (SELECT value FROM json_each(?1)) AND actor != ?3 OR actor = ?4) AND (k.memory_id IS NULL OR clock >= k.since) "
        "AND memory_id NOT IN (SELECT memory_id FROM device_withdrawn) ORDER BY seq",
        (records.to_json(list(devices)), since, DERIVED, SHARED),
    )
    return [_event(row) for row in rows]


def changed_here(conn: apsw.Connection, devices: Sequence[str], since: int) -> list[str]:
    """Return the memories that this device changed after event `since`."""
    rows = conn.execute(
        "SELECT DISTINCT memory_id FROM memory_event WHERE seq > ?1 AND actor != ?3 AND device IN (SELECT value FROM json_each(?2))",
        (since, records.to_json(list(devices)), DERIVED),
    )
    return [ident for (ident,) in rows]


def add(conn: apsw.Connection, events: Iterable[Event]) -> list[str]:
    """Add changes of other devices to the log. Return the memories that have new ones.

    Where the same change is there with other words, the shorter one stays: words of it were deleted
    permanently.
    """
    by_memory: dict[str, list[Event]] = {}
    for one in events:
        by_memory.setdefault(one.memory, []).append(one)
    touched = []
    for part in records.chunks(list(by_memory)):
        here = {
            row[1:4]: (row[0], _event(row[1:]))
            for row in conn.execute(
                f"SELECT seq, {_COLUMNS} FROM memory_event WHERE memory_id IN ({records.marks(part)})", part
            )
        }
        for ident in part:
            if sum([_add(conn, one, here) for one in by_memory[ident]]):
                touched.append(ident)
    return touched


def _add(conn: apsw.Connection, one: Event, here: dict[tuple[str, int, str], tuple[int, Event]]) -> bool:
    known = here.get(one.key)
    if known is None:
        here[one.key] = (insert(conn, one), one)
        return True
    seq, other = known
    if (
        other.actor != DERIVED
        and (other.actor == one.actor or one.actor == SHARED)
        and _said(other) <= _said(one)
    ):
        return False
    here[one.key] = (seq, one)
    conn.execute(
        "UPDATE memory_event SET actor = ?, before = ?, after = ? WHERE seq = ?",
        (one.actor, _json(one.before), _json(one.after), seq),
    )
    return True


def _said(one: Event) -> tuple[int, str]:
    text = f"{_json(one.before)} {_json(one.after)}"
    return len(text), text


def _json(fields: Mapping[str, Any] | None) -> str | None:
    return None if fields is None else records.to_json(dict(sorted(fields.items())))


def insert(conn: apsw.Connection, one: Event) -> int:
    """Add a change as it is. Return its `seq`."""
    parent = None if one.parent is None else f"{one.parent[0]} {one.parent[1]}"
    conn.execute(
        f"INSERT INTO memory_event ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)",
        (*one.key, one.at, one.actor, one.action, one.action_id, _json(one.before), _json(one.after), parent),
    )
    return int(conn.last_insert_rowid())


def share_derived(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Have what was derived of these memories sent, too, as this device changed them since."""
    for part in records.chunks(ids):
        for row in conn.execute(
            f"SELECT {_COLUMNS} FROM memory_event WHERE actor = ? AND memory_id IN ({records.marks(part)})",
            (DERIVED, *part),
        ).fetchall():
            conn.execute("DELETE FROM memory_event WHERE memory_id = ? AND clock = ? AND device = ?", row[:3])
            one = _event(row)
            insert(conn, Event(*one.key, one.at, SHARED, one.action, one.action_id, None, one.after))


def drop(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Remove the changes of memories that are not here, or that are derived and are no more."""
    for part in records.chunks(ids):
        conn.execute(f"DELETE FROM memory_event WHERE memory_id IN ({records.marks(part)})", part)


def apart_of(conn: apsw.Connection, ident: str) -> list[str]:
    """Return the memories that only this device's own derivation makes of lost texts of a memory."""
    rows = conn.execute(
        "SELECT memory_id FROM memory_event e WHERE actor = ?1 AND after ->> '$.apart_from' = ?2 AND NOT EXISTS "
        "(SELECT 1 FROM memory_event o WHERE o.memory_id = e.memory_id AND o.seq != e.seq)",
        (DERIVED, ident),
    )
    return [other for (other,) in rows]


def merged_into(conn: apsw.Connection, ident: str) -> str | None:
    """Return the memory that a replaced one was merged into, if that is what replaced it."""
    found = conn.execute(
        "SELECT memory_id FROM memory_event WHERE action_id = (SELECT e.action_id FROM memory_event e "
        "JOIN memory m ON m.id = e.memory_id WHERE e.memory_id = ?1 AND m.status = 'superseded' "
        "AND e.after ->> '$.status' IS NOT NULL ORDER BY e.clock DESC, e.device DESC LIMIT 1) "
        f"AND after ->> '$.{MERGED_MEMORY}' = ?1",
        (ident,),
    ).fetchone()
    return found and str(found[0])


# -- the rows of memories --


def rows(conn: apsw.Connection, ids: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return `row` and the fields that are the same on all devices of those memories that are here."""
    found = {}
    for part in records.chunks(list(ids)):
        for ident, row, *values in conn.execute(
            f"SELECT id, row, {', '.join(FIELDS)} FROM memory WHERE id IN ({records.marks(part)})", part
        ):
            fields = {name: records.plain(name, value) for name, value in zip(FIELDS, values, strict=True)}
            found[ident] = {"row": row} | fields
    return found


def write(conn: apsw.Connection, ident: str, made: Folded, here: Mapping[str, Any] | None) -> bool:
    """Give a memory these fields, or store it. Return whether it is new or changed."""
    if here is None:
        columns = {name: records.stored(name, value) for name, value in made.fields.items()}
        columns |= {
            "id": ident, "updated_at": made.updated_at, "fold": folded_text(made.fields["content"]),
            "search_text": records.search_text(made.fields["content"], made.fields["details"]),
        }  # fmt: skip
        conn.execute(
            f"INSERT INTO memory ({', '.join(columns)}) VALUES ({records.marks(list(columns))})",
            tuple(columns.values()),
        )
        return True
    changed = {name: value for name, value in made.fields.items() if here[name] != value}
    if not changed:
        return False
    columns = {name: records.stored(name, value) for name, value in changed.items()}
    columns["updated_at"] = made.updated_at
    if "content" in changed:
        columns |= {"summary": None, "compacted_at": None}
    records.write_columns(conn, here["row"], columns)
    return True


def remove(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Remove memories that nothing makes any more, with their conflicts; other devices do the same."""
    for part in records.chunks(ids):
        among = f"(SELECT row FROM memory WHERE id IN ({records.marks(part)}))"
        conn.execute(
            f"DELETE FROM conflict WHERE row IN (SELECT conflict FROM conflict_member WHERE memory IN {among})",
            part,
        )
        conn.execute(f"DELETE FROM embedding WHERE owner = 'memory' AND owner_row IN {among}", part)
        conn.execute(f"DELETE FROM memory WHERE id IN ({records.marks(part)})", part)
        conn.execute(f"DELETE FROM device_withdrawn WHERE memory_id IN ({records.marks(part)})", part)
    drop(conn, ids)


# -- what is not sent --


def private(conn: apsw.Connection, excluded: Collection[str]) -> list[str]:
    """Return the memories that must not leave this device. `excluded`: projects."""
    found = conn.execute(
        "SELECT id FROM memory WHERE privacy_level = 'never_share' OR scope = 'conversation' OR source = 'team' "
        "OR scope = 'project' AND scope_id IN (SELECT value FROM json_each(?))",
        (records.to_json(list(excluded)),),
    )
    return [ident for (ident,) in found]


def kept_back(conn: apsw.Connection) -> set[str]:
    """Return the memories that are not sent."""
    return {ident for (ident,) in conn.execute("SELECT memory_id FROM device_kept_back WHERE since IS NULL")}


def keep_back(conn: apsw.Connection, ids: Iterable[str]) -> None:
    conn.executemany(
        "INSERT INTO device_kept_back (memory_id) VALUES (?) ON CONFLICT DO UPDATE SET since = NULL",
        [(ident,) for ident in ids],
    )


def release(conn: apsw.Connection, ident: str, since: int) -> None:
    """Send a memory from now on, with its changes since a clock."""
    conn.execute("UPDATE device_kept_back SET since = ? WHERE memory_id = ?", (since, ident))


def was_sent(conn: apsw.Connection, ids: Sequence[str], devices: Sequence[str], sent: int) -> list[str]:
    """Return those of these memories that other devices may have."""
    return [
        ident
        for part in records.chunks(ids)
        for (ident,) in conn.execute(
            f"SELECT DISTINCT memory_id FROM memory_event WHERE memory_id IN ({records.marks(part)}) "
            "AND (seq <= ? OR device NOT IN (SELECT value FROM json_each(?)))",
            (*part, sent, records.to_json(list(devices))),
        )
    ]


# -- what is deleted permanently --


def withdrawn(conn: apsw.Connection) -> set[str]:
    return {ident for (ident,) in conn.execute("SELECT memory_id FROM device_withdrawn")}


def withdraw(conn: apsw.Connection, ids: Iterable[str], number: int | None) -> list[str]:
    """Note that memories are withdrawn. Return those of which that is new."""
    new = []
    for ident in ids:
        conn.execute(
            "INSERT OR IGNORE INTO device_withdrawn (memory_id, number) VALUES (?, ?)", (ident, number)
        )
        if conn.changes():
            new.append(ident)
    return new


def withdrawals(conn: apsw.Connection, *, all_of_them: bool = False) -> list[str]:
    """Return the memories that this device withdrew, and of which no segment says so yet."""
    found = conn.execute(
        "SELECT memory_id FROM device_withdrawn WHERE (number IS NULL OR ?) AND memory_id NOT IN "
        "(SELECT memory_id FROM device_kept_back WHERE since IS NULL AND memory_id NOT IN "
        "(SELECT id FROM memory)) ORDER BY memory_id",
        (all_of_them,),
    )
    return [ident for (ident,) in found]


def withdrawals_sent(conn: apsw.Connection, ids: Iterable[str], number: int) -> None:
    conn.executemany(
        "UPDATE device_withdrawn SET number = ? WHERE memory_id = ? AND number IS NULL",
        [(number, one) for one in ids],
    )


def edited_apart(conn: apsw.Connection, ids: Sequence[str]) -> tuple[dict[str, str], str]:
    """Return the devices of the last texts of a memory and of the one that became a memory of its own, by id,
    and the text that the latter was made of."""
    worded = [one for said in of_memories(conn, ids).values() for one in said if "content" in one.after]
    in_order = sorted(worded, key=lambda one: one.position)
    devices = {one.memory: one.device for one in in_order}
    lost = {one.position for one in worded if APART_FROM in one.after}
    before = {one.parent for one in worded if one.position in lost and APART_FROM not in one.after}
    return devices, next((one.after["content"] for one in worded if one.position in before), "")


def last_withdrawal(conn: apsw.Connection) -> int:
    """Return the number of this device's last segment that withdraws something; 0 if none does."""
    return int(conn.execute("SELECT ifnull(max(number), 0) FROM device_withdrawn").fetchone()[0])


def ids_of(conn: apsw.Connection, rows: Sequence[int]) -> list[str]:
    """Return the ids of memories."""
    return [
        ident
        for part in records.chunks(rows)
        for (ident,) in conn.execute(f"SELECT id FROM memory WHERE row IN ({records.marks(part)})", part)
    ]


def same(conn: apsw.Connection, ident: str) -> list[str]:
    """Return the other living memories that say the same in the same place, oldest first."""
    found = conn.execute(
        "SELECT o.id FROM memory m JOIN memory o ON o.fold = m.fold AND o.scope = m.scope AND o.scope_id IS m.scope_id "
        "AND o.branch IS m.branch AND o.expires_at IS m.expires_at AND o.row != m.row WHERE m.id = ? "
        "AND m.status IN ('active', 'pending') AND o.status IN ('active', 'pending') ORDER BY o.created_at, o.id",
        (ident,),
    )
    return [other for (other,) in found]
