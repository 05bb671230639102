"""A conflict's decision, as part of the caller's transaction: what becomes of its memories, and what is
written down so that it can be taken back (spec 5.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.conflicts.model import ConflictStatus, Decision, Suggestion
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Status
from arbor_desktop.memories.queries import events, lifecycle, memories, records
from arbor_desktop.memories.queries.memories import NewMemory, Write

MOST_TAGS = 20
ASKED_ELSEWHERE = "Asked in another conflict of the same memories."
_SAID = {
    Decision.ACCEPTED_OLDER: "the older one was kept",
    Decision.ACCEPTED_NEWER: "the newer one was kept",
    Decision.ACCEPTED_HIGHER_CONFIDENCE: "the more certain one was kept",
    Decision.KEPT_BOTH_WITH_CONTEXT: "both were kept",
    Decision.MARKED_OUTDATED: "the older one was marked as outdated",
    Decision.MERGED: "they were merged",
}


def decide(
    conn: Connection,
    known: Record,
    decision: Decision,
    kept: str,
    by: Write,
    *,
    suggestion: Suggestion,
    notes: str | None = None,
    status: ConflictStatus | None = None,
) -> list[str]:
    """Keeps one member; the others become superseded. Answers the ids of the memories it changed."""
    by = _told(known, decision, by, notes)
    changed = []
    for row, ident, state in memories.rows_of(conn, [side.memory for side in known.sides]):
        if ident == kept:
            _keep(conn, row, ident, by)
        elif state in LIVING:
            memories.change(conn, row, {"status": Status.SUPERSEDED}, by, "superseded")
        changed.append(ident)
    linked = conflicts.link(conn, [(kept, ident) for ident in changed if ident != kept])
    settle(conn, known, decision, by, suggestion=suggestion, notes=notes, status=status, linked=linked)
    return changed


def keep_both(
    conn: Connection,
    known: Record,
    changes: Mapping[str, dict[str, Any]],
    by: Write,
    *,
    suggestion: Suggestion,
    notes: str | None,
) -> list[str]:
    """All members live on; `changes` are the fields of each that say where it holds, by its id."""
    by = _told(known, Decision.KEPT_BOTH_WITH_CONTEXT, by, notes)
    changed = []
    for row, ident, state in memories.rows_of(conn, [side.memory for side in known.sides]):
        fields = dict(changes.get(ident, {}))
        if state is Status.PENDING:
            fields |= {"status": Status.ACTIVE} | lifecycle.accepted(conn, ident, by)
        if not fields or not memories.change(conn, row, fields, by, "kept with context"):
            _note(conn, ident, "kept", by)
        changed.append(ident)
    conditions = [(ident, changes.get(ident, {}).get("details", {}).get("condition")) for ident in changed]
    conflicts.set_conditions(conn, known.row, conditions)
    settle(conn, known, Decision.KEPT_BOTH_WITH_CONTEXT, by, suggestion=suggestion, notes=notes)
    return changed


def mark_outdated(
    conn: Connection, known: Record, by: Write, *, suggestion: Suggestion, notes: str | None
) -> list[str]:
    """The newest stays as it is; the others are to be looked at, and no longer told until then."""
    by = _told(known, Decision.MARKED_OUTDATED, by, notes)
    *older, newest = [side.memory for side in known.sides]
    for row, ident, _ in memories.rows_of(conn, older):
        if not memories.change(conn, row, {"needs_review": True}, by, "marked outdated"):
            _note(conn, ident, "marked outdated", by)
    _note(conn, newest, "kept", by)
    settle(conn, known, Decision.MARKED_OUTDATED, by, suggestion=suggestion, notes=notes)
    return [*older, newest]


def merge(
    conn: Connection,
    known: Record,
    new: NewMemory,
    members: Sequence[Memory],
    by: Write,
    *,
    suggestion: Suggestion,
    notes: str | None,
) -> list[str]:
    """One memory takes the place of all: a new one, or the living one that has these very words already."""
    by = _told(known, Decision.MERGED, by, notes)
    ids = [side.memory for side in known.sides]
    same = next((f for f in memories.find_same(conn, new.content, new.scope, new.scope_id)), None)
    if same is not None and same[2] in LIVING:
        row, merged = same[0], same[1]
        _keep(conn, row, merged, by)
    else:
        merged, row = memories.insert(conn, replace(new, tags=_tags(members, new)), by, "merged")
        conflicts.share_evidence(conn, row, ids)
    losers = [ident for ident in ids if ident != merged]
    for loser, _, state in memories.rows_of(conn, losers):
        if state in LIVING:
            memories.change(conn, loser, {"status": Status.SUPERSEDED}, by, "superseded")
    linked = conflicts.link(conn, [(merged, loser) for loser in losers])
    settle(conn, known, Decision.MERGED, by, suggestion=suggestion, notes=notes, linked=linked)
    return [*losers, merged]


def settle(
    conn: Connection,
    known: Record,
    decision: Decision,
    by: Write,
    *,
    suggestion: Suggestion,
    notes: str | None,
    status: ConflictStatus | None = None,
    linked: Sequence[tuple[str, str]] = (),
) -> None:
    """Writes the decision down, with what was suggested then and the links that it made."""
    fields = {
        "status": (status or ConflictStatus(decision.value)).value,
        "decision": decision.value,
        "notes": notes or known.notes,
        "suggestion": records.to_json(suggestion.to_dict()),
        "resolved_at": by.now,
    }
    conflicts.change(
        conn, known.row, fields, "decided", by.actor, by.action_id, by.now,
        conditions=_conditions(known), linked=linked,
    )  # fmt: skip


def _conditions(known: Record) -> dict[str, str | None]:
    return {side.memory: side.context for side in known.sides}


def close(conn: Connection, known: Record, by: Write, note: str) -> None:
    """Nothing is left to decide."""
    fields = {"status": ConflictStatus.AUTO_RESOLVED.value, "notes": note, "resolved_at": by.now}
    conflicts.change(conn, known.row, fields, "settled", by.actor, by.action_id, by.now)


def ask_once(conn: Connection, ids: Sequence[str], by: Write) -> None:
    """What taking an action back opened again may be asked in a newer conflict meanwhile: of two open
    conflicts of these memories, one of which has all members of the other, that other one is closed."""
    found = [one for one in conflicts.of_memories(conn, _rows(conn, ids)) if one.status.open]
    closed: set[int] = set()
    for one in sorted(found, key=lambda known: (len(known.sides), -known.row)):
        rest = (other for other in found if other.row != one.row and other.row not in closed)
        if any(one.memories <= other.memories for other in rest):
            close(conn, one, by, ASKED_ELSEWHERE)
            closed.add(one.row)


def _rows(conn: Connection, ids: Sequence[str]) -> list[int]:
    return [row for row, _, _ in memories.rows_of(conn, ids)]


def reopen(conn: Connection, known: Record, by: Write) -> list[str]:
    """Takes a decision back, as far as nothing was changed since, and opens the conflict again. Answers the
    ids of the memories it changed. Not an undo: it can itself be undone."""
    by = replace(by, reason=f"The conflict {_over(known)}was opened again")
    changed = []
    for ident, fields in _before(conn, known).items():
        row = memories.rows_of(conn, [ident])[0][0]
        if not fields or not memories.change(conn, row, fields, by, "reopened"):
            _note(conn, ident, "reopened", by)
        changed.append(ident)
    ids = [side.memory for side in known.sides]
    for ident in ids:
        if ident not in changed:  # undo goes by the histories of memories
            _note(conn, ident, "reopened", by)
    unlinked = conflicts.links_among(conn, list({*ids, *changed}))
    conflicts.unlink(conn, unlinked)
    conflicts.set_conditions(conn, known.row, [(ident, None) for ident in ids])
    fields = {"status": ConflictStatus.PENDING_USER_REVIEW.value, "decision": None, "resolved_at": None}
    if known.status is ConflictStatus.AUTO_RESOLVED:  # no person's note, and no longer true
        fields["notes"] = None
    conflicts.change(
        conn, known.row, fields, "reopened", by.actor, by.action_id, by.now,
        conditions=_conditions(known), unlinked=unlinked,
    )  # fmt: skip
    _ask_here(conn, known, by)
    return list(dict.fromkeys([*changed, *ids]))


def _before(conn: Connection, known: Record) -> dict[str, dict[str, Any]]:
    """What the decision changed, as it was before. One made without asking is part of an action that may have
    done much else."""
    decided = conflicts.decided_by(conn, known.row)
    if decided is None:
        return {}
    action, actor = decided
    return events.before_action(conn, action, actor, None if actor == "user" else known.memories)


def _ask_here(conn: Connection, known: Record, by: Write) -> None:
    """The same is not asked in a newer conflict as well. Raises InvalidInput where that asks for more."""
    for other in conflicts.of_memories(conn, _rows(conn, sorted(known.memories))):
        if other.row == known.row or not other.status.open or len(other.memories & known.memories) < 2:
            continue
        if not other.memories <= known.memories:
            raise InvalidInput(
                "Its memories are part of another open conflict: decide that one.", id=other.id
            )
        close(conn, other, by, ASKED_ELSEWHERE)


def strictest(members: Sequence[Memory]) -> Privacy:
    """The privacy of what takes the place of several: none of them is told to anybody it was not told to."""
    levels = {memory.privacy_level for memory in members}
    for level in (Privacy.NEVER_SHARE, Privacy.SENSITIVE, Privacy.ALWAYS_INCLUDE):
        if level in levels:
            return level
    return Privacy.NORMAL


def _tags(members: Sequence[Memory], new: NewMemory) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys((*new.tags, *(tag for memory in members for tag in memory.tags))))
    return tags[:MOST_TAGS]


def _keep(conn: Connection, row: int, ident: str, by: Write) -> None:
    """A chosen memory is active and, where a person chose, confirmed as by accepting it."""
    if by.actor != "user":
        memories.adjust(conn, row, 0.0, by, "kept", status=Status.ACTIVE)
        return
    fields = {"status": Status.ACTIVE} | lifecycle.accepted(conn, ident, by)
    memories.change(conn, row, fields, by, "kept", touch=False)


def _note(conn: Connection, ident: str, action: str, by: Write) -> None:
    """A line in the history of a memory that the decision did not change."""
    events.record(conn, ident, action, by.actor, by.action_id, by.now, {}, {}, by.reason)


def _told(known: Record, decision: Decision, by: Write, notes: str | None) -> Write:
    """The action with its reason in words, for the history of each memory."""
    if by.actor != "user":
        return by
    said = f"In a conflict {_over(known)}{_SAID[decision]}"
    return replace(by, reason=f"{said}: {notes}" if notes else said)


def _over(known: Record) -> str:
    topic = known.judgement.get("topic")
    return f"over {topic[:1].lower() + topic[1:]} " if topic else ""
