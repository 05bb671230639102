"""Proposals of AI tools: an edit or a deletion of one memory, for a person to decide.

A proposal is open if nobody decided it and its memory is living and unchanged since. So a change of the
memory closes it as overtaken, and undoing the change opens it again: that is never stored, but found when a
proposal is read. It is deleted with its memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.model import LIVING, Proposal, ProposalAction, ProposalDecision
from arbor_desktop.memories.queries import records


def insert(conn: apsw.Connection, row: int, new: Proposal) -> str:
    """Store a proposal about the memory in `row` and return its id; that of `new` does not count."""
    ident = new_id(new.at)
    values = {name: getattr(new, name) for name in ("action", "client", "reason", "at")}
    states = {"fields": _ordered(new.fields), "before": _ordered(new.before)}
    db.run(conn, db.Proposal.insert(id=ident, memory=row, **values, **states))
    return ident


def like(conn: apsw.Connection, row: int, new: Proposal) -> Proposal | None:
    """Return the latest one that proposes the same for the same state of the memory in `row`, decided or not."""
    one = db.Proposal
    query = _select().where(one.memory == row, one.action == new.action, one.fields == _ordered(new.fields))
    query = query.where(one.before == _ordered(new.before)).order_by(one.row.desc()).limit(1)
    found = db.run(conn, query).fetchone()
    return None if found is None else _read(conn, found)


def get(conn: apsw.Connection, ident: str) -> Proposal:
    """Return a proposal. Raises NotFound."""
    found = db.run(conn, _select().where(db.Proposal.id == ident)).fetchone()
    if found is None:
        raise NotFound(f"There is no proposal {ident}.", id=ident)
    return _read(conn, found)


def waiting(conn: apsw.Connection) -> list[Proposal]:
    """Return the open ones, the oldest first."""
    query = _select().where(db.Proposal.decision.is_null()).order_by(db.Proposal.row)
    found = [_read(conn, row) for row in db.run(conn, query).fetchall()]
    return [one for one in found if one.decision is None]


def count_waiting(conn: apsw.Connection) -> int:
    """Return how many are open. Plain SQL: short commands ask, without peewee."""
    undecided = conn.execute(
        "SELECT m.id, p.before FROM proposal p JOIN memory m ON m.row = p.memory WHERE p.decision IS NULL"
    ).fetchall()
    return sum(_unchanged(conn, ident, records.from_json(before)) for ident, before in undecided)


def decide(
    conn: apsw.Connection,
    ident: str,
    decision: ProposalDecision | None,
    now: int,
    action_id: str | None = None,
) -> None:
    """Store what became of it; None opens it again. `action_id` is the action that did what it said."""
    at = None if decision is None else now
    change = db.Proposal.update(decision=decision, decided_at=at, action_id=action_id)
    db.run(conn, change.where(db.Proposal.id == ident))


def reopen(conn: apsw.Connection, action_id: str) -> None:
    """Open the proposals again that an undone action accepted."""
    change = db.Proposal.update(decision=None, decided_at=None, action_id=None)
    db.run(conn, change.where(db.Proposal.action_id == action_id))


def values(conn: apsw.Connection, memory_id: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return fields of a memory in the form of `before`. Raises NotFound."""
    found = records.current(conn, memory_id, names)
    if found is None:
        raise NotFound(f"There is no memory {memory_id}.", id=memory_id)
    return found


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked fields in the form of `before`."""
    return {name: records.plain(name, records.stored(name, value)) for name, value in values.items()}


def _ordered(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields sorted by name, so that equal ones are the same text."""
    return dict(sorted(values.items()))


def _select() -> db.ModelSelect[Any]:
    one, memory = db.Proposal, db.Memory
    fields = (
        one.id, memory.id, one.action, one.at, memory.content, one.fields, one.before, one.client, one.reason,
        one.decision, one.decided_at,
    )  # fmt: skip
    return one.select(*fields).join(memory)


def _read(conn: apsw.Connection, row: tuple[Any, ...]) -> Proposal:
    proposal = _proposal(row)
    if proposal.decision is not None or _unchanged(conn, proposal.memory_id, proposal.before):
        return proposal
    return replace(proposal, decision=ProposalDecision.OVERTAKEN)


def _unchanged(conn: apsw.Connection, memory_id: str, before: Mapping[str, Any]) -> bool:
    """Return whether a memory lives, and is as it was `before`."""
    here = values(conn, memory_id, ("status", *before))
    return here.pop("status") in LIVING and here == dict(before)


def _proposal(row: tuple[Any, ...]) -> Proposal:
    ident, memory, action, at, content, given, before, client, reason, decision, decided_at = row
    return Proposal(
        ident, memory, ProposalAction(action), at, content,
        fields=records.from_json(given),
        before=records.from_json(before),
        client=client or "",
        reason=reason or "",
        decision=None if decision is None else ProposalDecision(decision),
        decided_at=decided_at,
    )  # fmt: skip
