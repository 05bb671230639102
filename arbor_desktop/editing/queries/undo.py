"""Undo of the person's newest action, in every table that it changed (spec 7.2)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop.branches import queries as branches
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Undone
from arbor_desktop.memories.queries import events, proposals, records, relations
from arbor_desktop.memories.queries.events import EDITS, PURGED, REBASING
from arbor_desktop.text.escaping import shortened
from arbor_desktop.text.sentence import Sentence

_NEWEST = (
    "SELECT action_id, action, at FROM memory_event WHERE actor = 'user' AND undone_by IS NULL "
    f"AND (device = {events.OWN_DEVICE} OR action = '{PURGED}')"
)
"""The newest action on this device: it can be undone, however long ago other devices' changes came.
And the one before, as the newest may be a permanent deletion."""
_AMONG = "AND action_id IN (SELECT value FROM json_each(?)) ORDER BY +seq DESC LIMIT 2"
"""`+seq`: found by the ids, without reading the whole history."""


class Purged(InvalidInput):
    """The person deleted something permanently after `undone`, their newest change that can be undone."""

    def __init__(self, undone: Undone) -> None:
        super().__init__(
            Sentence(
                "You last deleted something permanently, which can't be undone. To undo your change of “{text}” "
                "before that, use its history.",
                text=shortened(undone.text, 60),
            )
        )
        self.undone = undone


def next_undo(conn: apsw.Connection, among: Sequence[str] | None = None) -> Undone | None:
    """Return what `undo` would undo, if there is anything."""
    newest = next(iter(_newest(conn, among)), None)
    return None if newest is None or newest[1] == PURGED else _undone(conn, newest)


def _newest(conn: apsw.Connection, among: Sequence[str] | None) -> list[tuple[str, str, int]]:
    if among is None:
        rows = conn.execute(f"{_NEWEST} ORDER BY seq DESC LIMIT 2")
    else:
        rows = conn.execute(f"{_NEWEST} {_AMONG}", (json.dumps(among),))
    return list(rows)


def _undone(conn: apsw.Connection, change: tuple[str, str, int]) -> Undone:
    action_id, action, at = change
    rows = conn.execute(
        "SELECT e.memory_id, ifnull(m.content, '') FROM memory_event e LEFT JOIN memory m ON m.id = e.memory_id "
        "WHERE e.action_id = ? AND e.undone_by IS NULL GROUP BY e.memory_id ORDER BY min(e.seq)",
        (action_id,),
    ).fetchall()
    return Undone(action, tuple(ident for ident, _ in rows), at, rows[0][1])


def _last(conn: apsw.Connection, before_purge: bool, among: Sequence[str] | None) -> tuple[str, str, int]:
    newest = _newest(conn, among)
    changes = [one for one in newest if one[1] != PURGED]
    if not changes:
        raise NotFound(Sentence("Nothing to undo."))
    if newest[0][1] == PURGED and not before_purge:
        raise Purged(_undone(conn, changes[0]))
    return changes[0]


def undo(
    conn: apsw.Connection,
    action_id: str,
    now: int,
    *,
    before_purge: bool = False,
    among: Sequence[str] | None = None,
) -> Undone:
    """Undo the person's newest action (of `among`, if given), a bulk action as one (spec 7.2).

    Restores only the fields that it changed. Raises NotFound if there is nothing, Purged if something was
    deleted permanently since and that is not to be skipped (`before_purge`), InvalidInput (naming the
    memories) if one of those fields was changed since. `action_id` is that of the undo itself.
    """
    undone, action, _at = _last(conn, before_purge, among)
    changes = events.of_action(conn, undone)
    plans = {ident: events.plan(entries) for ident, entries in changes.items()}
    if action in EDITS:
        plans = {ident: _without_rebasing(conn, ident, plan) for ident, plan in plans.items()}
    blocked = [
        ident for ident, plan in plans.items() if records.current(conn, ident, list(plan[1])) != plan[1]
    ]
    if blocked:
        names = [records.current(conn, ident, ["content"]) for ident in blocked[:3]]
        quoted = "; ".join(f"“{n['content'][:60]}”" for n in names if n)
        raise InvalidInput(
            f"Can't undo “{action}”: {len(blocked)} of its memories changed since ({quoted}). "
            "Restore them from their history instead.",
            ids=blocked,
        )
    for ident, (before, after) in plans.items():
        key = conn.execute("SELECT row FROM memory WHERE id = ?", (ident,)).fetchone()[0]
        back = {name: records.stored(name, value) for name, value in before.items()}
        records.write_columns(conn, key, back | {"updated_at": now})
        events.record(
            conn,
            ident,
            "undo",
            "undo",
            action_id,
            now,
            after,
            before,
            Sentence("Undone: {action}", action=action),
        )
    for entries in changes.values():
        for entry in entries:
            relations.take_back(conn, entry)
    conn.execute("UPDATE memory_event SET undone_by = ? WHERE action_id = ?", (action_id, undone))
    conflicts.take_back(conn, undone, action_id)
    proposals.reopen(conn, undone)
    branches.restore_left_out(conn, undone)
    return Undone(action, tuple(plans), next(iter(changes.values()))[0].at)


def _without_rebasing(
    conn: apsw.Connection, ident: str, plan: tuple[dict[str, Any], dict[str, Any]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Leave the confidence out of the undo of an edit, which also sets it, if a use or feedback set it since."""
    before, after = plan
    others = [name for name in after if name not in REBASING]
    here = {name: after[name] for name in REBASING if name in after}
    if not others or records.current(conn, ident, list(here)) == here:
        return plan
    return {name: before[name] for name in others}, {name: after[name] for name in others}
