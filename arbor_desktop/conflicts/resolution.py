"""Decisions of conflicts within the caller's transaction: what becomes of the memories, and the record that
lets a decision be undone (spec 5.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.conflicts.model import ConflictStatus, Decision, Suggestion
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.checks import MAX_TAGS
from arbor_desktop.memories.confidence import accepted
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Status
from arbor_desktop.memories.queries import events, memories, records, relations
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

ASKED_ELSEWHERE = "Asked in another conflict of the same memories."
_SAID = {
    Decision.ACCEPTED_OLDER: Sentence("the older one was kept"),
    Decision.ACCEPTED_NEWER: Sentence("the newer one was kept"),
    Decision.ACCEPTED_HIGHER_CONFIDENCE: Sentence("the more certain one was kept"),
    Decision.KEPT_BOTH_WITH_CONTEXT: Sentence("both were kept"),
    Decision.MARKED_OUTDATED: Sentence("the older one was marked as outdated"),
    Decision.MERGED: Sentence("they were merged"),
}


@dataclass(frozen=True, slots=True)
class Resolution:
    """A decision about a conflict. Each method carries it out in one way and returns the ids of the memories
    that it changed. `suggestion` is what was suggested; `status` is set if nobody was asked."""

    conn: Connection
    conflict: Record
    decision: Decision
    actor: Write
    suggestion: Suggestion
    notes: str | None = None
    status: ConflictStatus | None = None

    @property
    def by(self) -> Write:
        """The action, with its reason for the history of each memory."""
        if self.actor.actor != "user":
            return self.actor
        topic, said = _topic(self.conflict), _SAID[self.decision]
        reason = Sentence("In a conflict over {topic}, {said}", topic=topic, said=said)
        if not topic:
            reason = Sentence("In a conflict, {said}", said=said)
        if self.notes:
            reason = Sentence("{reason}. You wrote: {notes}", reason=reason, notes=self.notes)
        return replace(self.actor, reason=reason)

    def keep_one(self, kept: str) -> list[str]:
        """Keep one member; the others become superseded."""
        by, changed = self.by, []
        for row, ident, state in memories.rows_of(self.conn, self._members()):
            if ident == kept:
                _keep(self.conn, row, ident, by)
            elif state in LIVING:
                memories.change(self.conn, row, {"status": Status.SUPERSEDED}, by, "superseded")
            changed.append(ident)
        pairs = [(kept, ident) for ident in changed if ident != kept]
        self._record(relations.connect(self.conn, conflicts.SUPERSEDES, pairs))
        return changed

    def keep_all(self, changes: Mapping[str, dict[str, Any]]) -> list[str]:
        """Keep all members; `changes` are the fields of each that say where it applies, by its id."""
        by, changed = self.by, []
        for row, ident, state in memories.rows_of(self.conn, self._members()):
            fields = dict(changes.get(ident, {}))
            if state is Status.PENDING:
                fields |= accepted(memories.get(self.conn, ident, by.policy, by.now), by.now)
            if not fields or not memories.change(self.conn, row, fields, by, "kept with context"):
                _note(self.conn, ident, "kept", by)
            changed.append(ident)
        conditions = [
            (ident, changes.get(ident, {}).get("details", {}).get("condition")) for ident in changed
        ]
        conflicts.set_conditions(self.conn, self.conflict.row, conditions)
        self._record()
        return changed

    def mark_outdated(self) -> list[str]:
        """Keep the newest member; the others need review, and are not shared until then."""
        by = self.by
        *older, newest = self._members()
        for row, ident, _ in memories.rows_of(self.conn, older):
            if not memories.change(self.conn, row, {"needs_review": True}, by, "marked outdated"):
                _note(self.conn, ident, "marked outdated", by)
        _note(self.conn, newest, "kept", by)
        self._record()
        return [*older, newest]

    def merge(self, new: NewMemory, members: Sequence[Memory]) -> list[str]:
        """Replace all members by one memory: a new one, or the living one that has the same text already."""
        by, ids = self.by, self._members()
        same = next(iter(memories.find_same(self.conn, new.content, new.scope, new.scope_id)), None)
        if same is not None and same[2] in LIVING:
            row, merged = same[0], same[1]
            _keep(self.conn, row, merged, by)
        else:
            merged, row = memories.insert(self.conn, with_all_tags(new, members), by, "merged")
            conflicts.share_evidence(self.conn, row, ids)
        losers = [ident for ident in ids if ident != merged]
        for loser, _, state in memories.rows_of(self.conn, losers):
            if state in LIVING:
                memories.change(self.conn, loser, {"status": Status.SUPERSEDED}, by, "superseded")
        self._record(
            relations.connect(self.conn, conflicts.SUPERSEDES, [(merged, loser) for loser in losers])
        )
        return [*losers, merged]

    def _members(self) -> list[str]:
        return [side.memory for side in self.conflict.sides]

    def _record(self, linked: Sequence[tuple[str, str]] = ()) -> None:
        """Store the decision, the suggestion at its time and the links between memories that it made."""
        fields = {
            "status": (self.status or ConflictStatus(self.decision.value)).value,
            "decision": self.decision.value,
            "notes": self.notes or self.conflict.notes,
            "suggestion": records.to_json(self.suggestion.to_dict()),
            "resolved_at": self.actor.now,
        }
        _change(self.conn, self.conflict, fields, "decided", self.actor, linked=linked)


def _change(
    conn: Connection,
    known: Record,
    fields: dict[str, Any],
    action: str,
    by: Write,
    *,
    linked: Sequence[tuple[str, str]] = (),
    unlinked: Sequence[tuple[str, str]] = (),
) -> None:
    conditions = {side.memory: side.context for side in known.sides}
    conflicts.change(
        conn, known.row, fields, action, by.actor, by.action_id, by.now, conditions=conditions, linked=linked,
        unlinked=unlinked,
    )  # fmt: skip


def close(conn: Connection, known: Record, by: Write, note: str) -> None:
    """Close a conflict in which nothing is left to decide."""
    fields = {"status": ConflictStatus.AUTO_RESOLVED.value, "notes": note, "resolved_at": by.now}
    conflicts.change(conn, known.row, fields, "settled", by.actor, by.action_id, by.now)


def close_repeated(conn: Connection, ids: Sequence[str], by: Write) -> None:
    """After an undo, close each open conflict of these memories whose members are all in another open one."""
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
    """Revert a decision, as far as nothing was changed since, and open the conflict again. This is an action
    of its own, which can be undone. Returns the ids of the memories it changed. Raises InvalidInput if one of
    the memories is in another open conflict with more members."""
    topic = _topic(known)
    again = Sentence("The conflict over {topic} was reopened", topic=topic)
    by = replace(by, reason=again if topic else Sentence("The conflict was reopened"))
    before: dict[str, dict[str, Any]] = {}
    if decided := conflicts.decided_by(conn, known.row):
        action, actor = decided
        # An automatic decision is part of an action that may have changed much else.
        before = events.before_action(conn, action, actor, None if actor == "user" else known.memories)
    ids = list(dict.fromkeys([*before, *(side.memory for side in known.sides)]))
    for row, ident, _ in memories.rows_of(conn, ids):
        fields = before.get(ident)
        if not fields or not memories.change(conn, row, fields, by, "reopened"):
            _note(conn, ident, "reopened", by)  # undo goes by the histories of memories
    unlinked = conflicts.links_among(conn, ids)
    relations.disconnect(conn, conflicts.SUPERSEDES, unlinked)
    conflicts.set_conditions(conn, known.row, [(side.memory, None) for side in known.sides])
    fields = {"status": ConflictStatus.PENDING_USER_REVIEW.value, "decision": None, "resolved_at": None}
    if known.status is ConflictStatus.AUTO_RESOLVED:  # no person's note, and no longer true
        fields["notes"] = None
    _change(conn, known, fields, "reopened", by, unlinked=unlinked)
    for other in conflicts.of_memories(conn, _rows(conn, sorted(known.memories))):
        if other.row == known.row or not other.status.open or len(other.memories & known.memories) < 2:
            continue
        if not other.memories <= known.memories:
            raise InvalidInput(
                "Its memories are part of another open conflict: decide that one.", id=other.id
            )
        close(conn, other, by, ASKED_ELSEWHERE)
    return ids


def merge_by_hand(conn: Connection, new: NewMemory, members: Sequence[Memory], by: Write) -> str:
    """Replace memories by a new one that has the evidence and tags of all. Return its id."""
    ids = [memory.id for memory in members]
    by = replace(by, reason=Sentence("You merged them"))
    merged, row = memories.insert(conn, with_all_tags(new, members), by, "merged")
    conflicts.share_evidence(conn, row, ids)
    relations.connect(conn, conflicts.SUPERSEDES, [(merged, ident) for ident in ids])
    for memory in members:
        noted = {relations.LINKS: [(conflicts.SUPERSEDES, merged, memory.id)]}
        memories.change(conn, memory.row, {"status": Status.SUPERSEDED}, by, "merged into", noted=noted)
    return merged


def with_all_tags(new: NewMemory, members: Sequence[Memory]) -> NewMemory:
    """Return a memory with its own tags and those of the members, as far as there is room."""
    tags = dict.fromkeys((*new.tags, *(tag for memory in members for tag in memory.tags)))
    return replace(new, tags=tuple(tags)[:MAX_TAGS])


def strictest(members: Sequence[Memory]) -> Privacy:
    """Return the privacy of a memory that replaces several: it is shared with nobody who did not get all."""
    levels = {memory.privacy_level for memory in members}
    for level in (Privacy.NEVER_SHARE, Privacy.SENSITIVE, Privacy.ALWAYS_INCLUDE):
        if level in levels:
            return level
    return Privacy.NORMAL


def _keep(conn: Connection, row: int, ident: str, by: Write) -> None:
    """Make a chosen memory active and, if a person chose, confirmed."""
    if by.actor != "user":
        memories.adjust(conn, row, 0.0, by, "kept", status=Status.ACTIVE)
        return
    fields = accepted(memories.get(conn, ident, by.policy, by.now), by.now)
    memories.change(conn, row, fields, by, "kept", touch=False)


def _note(conn: Connection, ident: str, action: str, by: Write) -> None:
    """Add a line to the history of a memory that the decision did not change."""
    events.record(conn, ident, action, by.actor, by.action_id, by.now, {}, {}, by.reason)


def _topic(known: Record) -> str:
    topic = known.judgement.get("topic") or ""
    return topic[:1].lower() + topic[1:]
