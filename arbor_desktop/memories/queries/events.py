"""The append-only history of every memory, and the changes that undo makes by it.

Plain SQL: it is written with every change of a memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import apsw

from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import HistoryEntry
from arbor_desktop.memories.queries import records

EDITS = ("edited", "restored version")
REBASING = ("confidence", "reinforced_at")
PURGED = "purged"
OWN_DEVICE = "(SELECT id FROM device_self)"
_INSERT = (
    "INSERT INTO memory_event (memory_id, at, actor, action, action_id, before, after, reason, clock, parent, device) "
    f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {OWN_DEVICE})"
)


def newest_clock(conn: apsw.Connection, memory_id: str) -> int:
    """Return the greatest clock of a memory's changes; 0 if there are none."""
    # Apart from the INSERT: a subquery on the table that it writes to takes four times as long.
    sql = "SELECT ifnull(max(clock), 0) FROM memory_event WHERE memory_id = ?"
    return int(conn.execute(sql, (memory_id,)).fetchone()[0])


def _newest_wording(conn: apsw.Connection, memory_id: str) -> str | None:
    found = conn.execute(
        "SELECT clock || ' ' || device FROM memory_event WHERE memory_id = ? "
        "AND after ->> '$.content' IS NOT NULL ORDER BY clock DESC, device DESC LIMIT 1",
        (memory_id,),
    ).fetchone()
    return found and str(found[0])


def record(
    conn: apsw.Connection,
    memory_id: str,
    action: str,
    actor: str,
    action_id: str,
    at: int,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    reason: str | None,
) -> None:
    """Record a change. Its clock is later than all that is known of the memory, even if another device's clock
    is ahead."""
    rewords = before is not None and after is not None and "content" in after
    conn.execute(
        _INSERT,
        (
            memory_id,
            at,
            actor,
            action,
            action_id,
            None if before is None else records.to_json(before),
            None if after is None else records.to_json(after),
            reason,
            max(at << 16, newest_clock(conn, memory_id) + 1),
            _newest_wording(conn, memory_id) if rewords else None,
        ),
    )


def record_created(
    conn: apsw.Connection,
    created: Iterable[tuple[str, dict[str, Any]]],
    action: str,
    actor: str,
    action_id: str,
    at: int,
    reason: str | None,
) -> None:
    """Record the beginning of several histories, given as (memory's id, its fields)."""
    conn.executemany(
        _INSERT,
        (
            (ident, at, actor, action, action_id, None, records.to_json(after), reason, at << 16, None)
            for ident, after in created
        ),
    )


def record_purge(conn: apsw.Connection, action_id: str, at: int) -> None:
    """Record that a person deleted something permanently, without a word of what: `undo` stops there. It belongs
    to no memory and no device, so it is in no history and not sent to devices."""
    conn.execute(f"DELETE FROM memory_event WHERE memory_id = '' AND action = '{PURGED}'")
    conn.execute(
        "INSERT INTO memory_event (memory_id, at, actor, action, action_id, before, after) "
        f"VALUES ('', ?, 'user', '{PURGED}', ?, '{{}}', '{{}}')",
        (at, action_id),
    )


COLUMNS = "seq, at, actor, action, before, after, reason, action_id, undone_by"


def entry_of(row: Sequence[Any]) -> HistoryEntry:
    before, after = (None if text is None else records.from_json(text) for text in row[4:6])
    return HistoryEntry(row[0], row[1], row[2], row[3], before, after, row[6], row[7], row[8] is not None)


def history(conn: apsw.Connection, memory_id: str) -> list[HistoryEntry]:
    """Return all changes of one memory, oldest first, also those made on other devices."""
    rows = conn.execute(
        f"SELECT {COLUMNS} FROM memory_event WHERE memory_id = ? ORDER BY clock, device, seq", (memory_id,)
    )
    return [entry_of(row) for row in rows]


def version(conn: apsw.Connection, memory_id: str, seq: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the values of the fields `names` just after event `seq`. Raises NotFound."""
    entries = history(conn, memory_id)
    if all(entry.seq != seq for entry in entries):
        raise NotFound("That version is not in the memory's history.", id=memory_id)
    state = records.current(conn, memory_id, names)
    if state is None:
        raise NotFound(f"There is no memory {memory_id}.", id=memory_id)
    for entry in reversed(entries):
        if entry.seq == seq:
            break
        state.update({k: v for k, v in (entry.before or {}).items() if k in state})
    return state


def content_at(conn: apsw.Connection, memory_id: str, at: int) -> str | None:
    """Return what a memory said at a time (milliseconds); None if that did not change since."""
    later = conn.execute(
        "SELECT before ->> '$.content' FROM memory_event WHERE memory_id = ? AND at > ? "
        "AND before ->> '$.content' IS NOT NULL ORDER BY clock, device LIMIT 1",
        (memory_id, at),
    ).fetchone()
    return None if later is None else str(later[0])


def last_seq(conn: apsw.Connection) -> int:
    return int(conn.execute("SELECT ifnull(max(seq), 0) FROM memory_event").fetchone()[0])


def changed_since(conn: apsw.Connection, seq: int, limit: int) -> list[str] | None:
    """Return the ids of the memories changed after event `seq`; None if there are more than `limit`."""
    sql = "SELECT DISTINCT memory_id FROM memory_event WHERE seq > ? LIMIT ?"
    found = [ident for (ident,) in conn.execute(sql, (seq, limit + 1))]
    return None if len(found) > limit else found


def of_action(
    conn: apsw.Connection, action_id: str, actor: str | None = None
) -> dict[str, list[HistoryEntry]]:
    """Return the changes of an action that are not undone, oldest first, by memories' ids; `actor`: only those
    by one actor."""
    found: dict[str, list[HistoryEntry]] = {}
    for *entry, ident in conn.execute(
        f"SELECT {COLUMNS}, memory_id FROM memory_event WHERE action_id = ?1 AND undone_by IS NULL "
        "AND (?2 IS NULL OR actor = ?2) ORDER BY seq",
        (action_id, actor),
    ):
        found.setdefault(ident, []).append(entry_of(entry))
    return found


def before_action(
    conn: apsw.Connection, action_id: str, actor: str, among: Collection[str] | None = None
) -> dict[str, dict[str, Any]]:
    """Return the fields that undoing what `actor` did in an action sets, by memories' ids, without fields that
    changed again since. `among`: the memories to undo, None for all."""
    found = {}
    for ident, entries in of_action(conn, action_id, actor).items():
        if among is not None and ident not in among:
            continue
        before, after = plan(entries)
        now = records.current(conn, ident, list(after))
        if now is not None:
            found[ident] = {name: value for name, value in before.items() if now.get(name) == after.get(name)}
    return found


def plan(entries: list[HistoryEntry]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields that undoing one action sets on a memory, and their values that it needs to find."""
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    created = False
    for entry in entries:
        if entry.before is None:
            created = True
        else:
            before = entry.before | before
        after |= entry.after or {}
    if created:  # undoing a creation deletes it: nothing is lost
        return {"status": "deleted"}, {"status": after["status"]}
    return before, {name: after[name] for name in before}
