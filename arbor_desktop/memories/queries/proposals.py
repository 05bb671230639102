"""What agents propose: an edit or a deletion of one memory, kept until a person decides.

One is open while nobody decided it, its memory lives, and the memory is as it was when it was proposed. So a
change overtakes it, and undoing that change lets it wait again: "overtaken" is never stored, it is found when
a proposal is read. It goes for good with its memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import apsw

from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.model import LIVING, Proposal, ProposalAction, ProposalDecision
from arbor_desktop.memories.queries import fields as columns
from arbor_desktop.memories.queries import records

_SELECT = (
    "SELECT p.id, m.id, p.action, p.at, m.content, p.fields, p.before, p.client, p.reason, p.decision, "
    "p.decided_at FROM proposal p JOIN memory m ON m.row = p.memory"
)


def insert(conn: apsw.Connection, row: int, new: Proposal) -> str:
    """Notes a proposal about the memory in `row`. Answers its id; that of `new` does not count."""
    ident = new_id(new.at)
    conn.execute(
        "INSERT INTO proposal (id, memory, action, fields, before, client, reason, at) VALUES (?,?,?,?,?,?,?,?)",
        (ident, row, new.action.value, _json(new.fields), _json(new.before), new.client, new.reason, new.at),
    )
    return ident


def like(conn: apsw.Connection, row: int, new: Proposal) -> Proposal | None:
    """The latest one that proposes the same for the same state of the memory in `row`, decided or not."""
    found = conn.execute(
        f"{_SELECT} WHERE p.memory = ? AND p.action = ? AND p.fields = ? AND p.before = ? ORDER BY p.row DESC LIMIT 1",
        (row, new.action.value, _json(new.fields), _json(new.before)),
    ).fetchone()
    return None if found is None else _read(conn, found)


def get(conn: apsw.Connection, ident: str) -> Proposal:
    found = conn.execute(f"{_SELECT} WHERE p.id = ?", (ident,)).fetchone()
    if found is None:
        raise NotFound(f"There is no proposal {ident}.", id=ident)
    return _read(conn, found)


def waiting(conn: apsw.Connection) -> list[Proposal]:
    """The open ones, the oldest first."""
    found = conn.execute(f"{_SELECT} WHERE p.decision IS NULL ORDER BY p.row").fetchall()
    return [one for one in (_read(conn, row) for row in found) if one.decision is None]


def count_waiting(conn: apsw.Connection) -> int:
    """How many are open; where there is none, this costs next to nothing."""
    return len(waiting(conn))


def decide(
    conn: apsw.Connection,
    ident: str,
    decision: ProposalDecision | None,
    now: int,
    action_id: str | None = None,
) -> None:
    """Notes what became of it; None lets it wait again. `action_id` is the action that did what it said."""
    conn.execute(
        "UPDATE proposal SET decision = ?, decided_at = ?, action_id = ? WHERE id = ?",
        (decision, None if decision is None else now, action_id, ident),
    )


def take_back(conn: apsw.Connection, action_id: str) -> None:
    """The action that accepted it was undone: it waits again."""
    conn.execute(
        "UPDATE proposal SET decision = NULL, decided_at = NULL, action_id = NULL WHERE action_id = ?",
        (action_id,),
    )


def values(conn: apsw.Connection, memory_id: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Fields of a memory in the form of `before`. Raises NotFound."""
    found = columns.current(conn, memory_id, names)
    if found is None:
        raise NotFound(f"There is no memory {memory_id}.", id=memory_id)
    return found


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Checked fields in the form of `before`."""
    return {name: columns.plain(name, columns.stored(name, value)) for name, value in values.items()}


def _json(values: Mapping[str, Any]) -> str:
    return records.to_json(dict(sorted(values.items())))


def _read(conn: apsw.Connection, row: tuple[Any, ...]) -> Proposal:
    proposal = _proposal(row)
    if proposal.decision is not None or _stands(conn, proposal):
        return proposal
    return replace(proposal, decision=ProposalDecision.OVERTAKEN)


def _stands(conn: apsw.Connection, proposal: Proposal) -> bool:
    """Whether its memory lives, and is as it was when it was proposed."""
    here = values(conn, proposal.memory_id, ("status", *proposal.before))
    return here.pop("status") in LIVING and here == dict(proposal.before)


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
