"""Conflicts as people and programs get them: listed with a suggestion, decided, opened again (spec 5.3,
5.7)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbor_desktop.conflicts import doubles, resolution
from arbor_desktop.conflicts.detection import Comparing
from arbor_desktop.conflicts.model import Conflict, ConflictStatus, Decision, Member, Suggestion
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.conflicts.suggestion import suggest
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.model import LIVING, Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.memories.queries import memories, visible
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
MOST_NOTE = 2_000
MOST_CONDITION = 200
PLACE_FIELDS = frozenset({"scope", "scope_id", "branch", "applies_to", "condition"})
"""What "keep both" may say of where a memory holds."""
DOUBTED = "The model thinks that both can hold: {}"


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision with all that belongs to it, checked. `places`: what to change of members, by their ids;
    `merged`: fields of the memory that takes the place of all."""

    decision: Decision
    note: str | None
    keep: str | None
    places: dict[str, dict[str, Any]]
    merged: dict[str, Any]


class Conflicts:
    def __init__(self, runtime: Runtime, comparing: Comparing) -> None:
        self._rt = runtime
        self._comparing = comparing

    # -- read --

    def list_conflicts(
        self, *, include_resolved: bool = False, up_to_date: bool = True, progress: Progress | None = None
    ) -> list[Conflict]:
        """Open conflicts, oldest first; with `include_resolved` all there ever were. `up_to_date` first
        compares what still waits for it, which takes seconds for thousands of memories after an import:
        `progress` is told how many memories are compared, of how many."""
        if up_to_date:
            try:
                self._compare_waiting(progress)
            except StorageError as error:  # busy, full or read-only: what is known is listed all the same
                log.info("Comparing was put off: %s", error)
        return self._rt.db.read(
            lambda c: self._of(c, conflicts.load(c) if include_resolved else conflicts.open_ones(c))
        )

    def _compare_waiting(self, progress: Progress | None) -> None:
        total, done = self._rt.db.read(conflicts.count_uncompared), 0
        while compared := self._comparing.rest():
            done += compared
            if progress is not None:
                progress(done, max(done, total))

    def get_conflict(self, id: str) -> Conflict:
        """Raises NotFound."""
        return self._rt.db.read(lambda c: self._of(c, [conflicts.get(c, id)])[0])

    def conflicts_of(self, memory_id: str) -> list[Conflict]:
        """The open conflicts of a memory. Raises NotFound."""

        def read(conn: Connection) -> list[Conflict]:
            row = memories.rows_of(conn, [memory_id])[0][0]
            ids = memories.get(conn, memory_id, self._rt.policy, self._rt.clock()).conflict_ids
            return self._of(conn, [one for one in conflicts.of_memories(conn, [row]) if one.id in ids])

        return self._rt.db.read(read)

    def mark_conflict_seen(self, id: str) -> None:
        """A person sees it: from now on it waits for their decision."""
        if self._rt.db.write(lambda c: conflicts.mark_seen(c, id)):
            self._rt.announce(conflicts=True)

    def _of(self, conn: Connection, known: Sequence[Record]) -> list[Conflict]:
        ids = list(dict.fromkeys(side.memory for one in known for side in one.sides))
        now = self._rt.clock()
        loaded = {memory.id: memory for memory in memories.get_many(conn, ids, self._rt.policy, now)}
        stacks: dict[str | None, frozenset[str]] = {None: frozenset()}
        found = []
        for one in known:
            members = tuple(
                Member(loaded[s.memory], s.content, s.confidence, s.at, s.value, s.context) for s in one.sides
            )
            project = _project(members)
            if project not in stacks:
                stacks[project] = visible.stack(conn, project) if project else frozenset()
            told = _suggested(one, members, now, stacks[project], project)
            found.append(
                Conflict(
                    one.id, one.category, one.status, one.created_at, members, told, one.rule,
                    one.judgement.get("topic", ""), one.judgement.get("reason", ""),
                    bool(one.judgement.get("replaces")), Decision(one.decision) if one.decision else None,
                    one.notes, one.resolved_at,
                )
            )  # fmt: skip
        return found

    # -- decide --

    def resolve_conflict(
        self,
        id: str,
        decision: str,
        *,
        note: str | None = None,
        content: str | None = None,
        older_context: str | None = None,
        newer_context: str | None = None,
        keep: str | None = None,
        places: Mapping[str, Mapping[str, Any]] | None = None,
        fields: Mapping[str, Any] | None = None,
    ) -> Conflict:
        """Decides a conflict: one transaction, undone as one.

        `content`: the text of `merged`, and `fields` (type, category, scope, scope_id, branch, privacy_level,
        confidence, tags, technology) of it that shall not be the newer one's. `older_context` and
        `newer_context`, with `kept_both_with_context`: under which condition each holds. `places` says the
        same for the window, by memory id: some of `scope`, `scope_id`, `branch`, `applies_to`, `condition`.
        `keep`, with `accepted_…`: the member to keep where there are more than two. Raises InvalidInput,
        NotFound.
        """
        choice = Choice(
            parse_enum(Decision, decision, "decision"),
            checks.optional_text(note, "note", MOST_NOTE),
            keep,
            {ident: _place_fields(given) for ident, given in (places or {}).items()},
            {"content": content, **dict(fields or {})},
        )
        contexts_given = (older_context, newer_context)
        if choice.decision is Decision.MERGED and content is None:
            raise InvalidInput("Merging needs the text that takes the place of both.", field="content")
        if choice.decision is not Decision.MERGED and content is not None:
            raise InvalidInput("Only “merged” takes a text.", field="content")
        if choice.decision is not Decision.KEPT_BOTH_WITH_CONTEXT and (places or any(contexts_given)):
            raise InvalidInput("Only “kept_both_with_context” takes contexts.", field="decision")
        by = self._rt.by("user")

        def write(conn: Connection) -> list[str]:
            known = conflicts.get(conn, id)
            if not known.status.open:
                raise InvalidInput(
                    "This conflict is decided already. Open it again to decide anew.",
                    id=id,
                    status=known.status.value,
                )
            known, found = _of_living(known, self._of(conn, [known])[0])
            changed = self._apply(conn, known, found, choice, contexts_given, by)
            self._comparing.of(conn, changed, by)
            return changed

        changed = self._rt.db.write(write)
        self._rt.announce(tuple(changed), status=True, conflicts=True)
        return self.get_conflict(id)

    def _apply(
        self,
        conn: Connection,
        known: Record,
        found: Conflict,
        choice: Choice,
        contexts_given: tuple[str | None, str | None],
        by: Write,
    ) -> list[str]:
        told, note = found.suggestion, choice.note
        if choice.decision is Decision.KEPT_BOTH_WITH_CONTEXT:
            changes = _changes(found, choice.places, contexts_given)
            for ident, fields in changes.items():
                doubles.refuse_double(conn, found.member(ident).memory, fields)
            return resolution.keep_both(conn, known, changes, by, suggestion=told, notes=note)
        if choice.decision is Decision.MARKED_OUTDATED:
            return resolution.mark_outdated(conn, known, by, suggestion=told, notes=note)
        members = [member.memory for member in found.members]
        if choice.decision is Decision.MERGED:
            new = _merged(members, choice.merged)
            return resolution.merge(conn, known, new, members, by, suggestion=told, notes=note)
        kept = _kept(found, choice)
        return resolution.decide(conn, known, choice.decision, kept, by, suggestion=told, notes=note)

    def reopen_conflict(self, id: str) -> Conflict:
        """Takes a decision back, whoever made it, and opens the conflict again; its memories live again.
        Raises InvalidInput where it is open, or where they don't live again by that."""
        by = self._rt.by("user")

        def write(conn: Connection) -> list[str]:
            known = conflicts.get(conn, id)
            found = self._of(conn, [known])[0]
            if found.is_open:
                raise InvalidInput("This conflict is open.", id=id)
            changed = [] if known.status.open else resolution.reopen(conn, known, by)
            members = memories.get_many(conn, sorted(known.memories), by.policy, by.now)
            for memory in members:
                if memory.status in LIVING:
                    doubles.refuse_double(conn, memory, {"content": memory.content})
            gone = [memory for memory in members if memory.status not in LIVING]
            if len(members) - len(gone) < 2:
                quoted = "; ".join(f"“{memory.content[:60]}”" for memory in gone[:3])
                raise InvalidInput(
                    f"Only one of its memories is left: {quoted} is {gone[0].status.value}. "
                    "Restore it first.",
                    ids=[memory.id for memory in gone],
                )
            if not self._still_contradict(conn, known, members, by):
                raise InvalidInput(
                    "Its memories no longer contradict each other. Restore the one that you miss.", id=id
                )
            return changed

        changed = self._rt.db.write(write)
        self._rt.announce(tuple(changed), status=True, conflicts=True)
        return self.get_conflict(id)

    def _still_contradict(
        self, conn: Connection, known: Record, members: Sequence[Memory], by: Write
    ) -> bool:
        """Whether there is anything to ask. What was found in words that still stand is believed."""
        words = {memory.id: memory.content for memory in members}
        reworded = any(side.content != words[side.memory] for side in known.sides)
        settled = known.status is ConflictStatus.AUTO_RESOLVED and known.decision is None
        if not reworded and not settled:
            return True
        living = [memory for memory in members if memory.status in LIVING]
        return self._comparing.contradict(conn, living, by.now)


def _of_living(known: Record, found: Conflict) -> tuple[Record, Conflict]:
    """A conflict of those of its members that live, which is what a decision is about. Raises InvalidInput
    where there is nothing to decide."""
    living = tuple(member for member in found.members if member.memory.status in LIVING)
    if len(living) < 2:
        gone = [member.memory for member in found.members if member.memory.status not in LIVING]
        quoted = "; ".join(f"“{memory.content[:60]}” is {memory.status.value}" for memory in gone[:3])
        raise InvalidInput(
            f"There is nothing left to decide: {quoted}.", id=found.id, ids=[memory.id for memory in gone]
        )
    alive = {member.memory.id for member in living}
    sides = tuple(side for side in known.sides if side.memory in alive)
    return replace(known, sides=sides), replace(found, members=living)


def _project(members: Sequence[Member]) -> str | None:
    return next((m.memory.scope_id for m in members if m.memory.scope is Scope.PROJECT), None)


def _suggested(
    one: Record, members: Sequence[Member], now: int, stack: frozenset[str], project: str | None
) -> Suggestion:
    """Among the members that live; of a decided conflict, among all."""
    living = [member.memory for member in members if member.memory.status in LIVING]
    asked = living if one.status.open and len(living) > 1 else [member.memory for member in members]
    where = project_name(project) if project else ""
    newest_speaks = bool(one.judgement.get("replaces")) and asked[-1] is members[-1].memory
    told = suggest(asked, now, stack, where=where, replaces=newest_speaks)
    doubt = one.judgement.get("doubt") if one.status.open else None
    return replace(told, reason=f"{told.reason} {DOUBTED.format(doubt)}") if doubt else told


def _kept(found: Conflict, choice: Choice) -> str:
    """The member that a decision keeps."""
    members = [member for member in found.members if member.memory.status in LIVING]
    if choice.keep is not None:
        if choice.keep not in {member.memory.id for member in members}:
            raise InvalidInput("That memory takes no part in this conflict.", field="keep", id=choice.keep)
        return choice.keep
    if choice.decision is Decision.ACCEPTED_OLDER:
        return members[0].memory.id
    if choice.decision is Decision.ACCEPTED_NEWER:
        return members[-1].memory.id
    scores = found.suggestion.scores

    def order(member: Member) -> tuple[float, float, int]:
        memory = member.memory
        return (round(memory.current_confidence, 4), scores[memory.id].score, member.at)

    return max(members, key=order).memory.id


def _place_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    unknown = set(given) - PLACE_FIELDS
    if unknown:
        raise InvalidInput(f"There is no {sorted(unknown)[0]!r} to keep a memory by.", field="places")
    return dict(given)


def _changes(
    found: Conflict, places: Mapping[str, dict[str, Any]], contexts_given: tuple[str | None, str | None]
) -> dict[str, dict[str, Any]]:
    """The fields of each member that say where it holds, by its id."""
    given = {ident: dict(fields) for ident, fields in places.items()}
    for member, condition in zip((found.older, found.newer), contexts_given, strict=True):
        if condition is not None:
            given.setdefault(member.memory.id, {})["condition"] = condition
    changes = {}
    for ident, fields in given.items():
        try:
            memory = found.member(ident).memory
        except KeyError:
            raise InvalidInput(
                "That memory takes no part in this conflict.", field="places", id=ident
            ) from None
        changes[ident] = _place_changes(memory, fields)
    return changes


def _place_changes(memory: Memory, fields: dict[str, Any]) -> dict[str, Any]:
    details = dict(memory.details)
    if "applies_to" in fields:
        details["applies_to"] = [str(glob) for glob in fields.pop("applies_to") or ()]
    if "condition" in fields:
        condition = checks.optional_text(fields.pop("condition"), "context", MOST_CONDITION)
        details.pop("condition", None)
        details |= {"condition": condition} if condition else {}
    return checks.changes({**fields, "details": details}, (memory.scope, memory.scope_id))


def _merged(members: Sequence[Memory], fields: Mapping[str, Any]) -> NewMemory:
    """The memory that takes the place of all: as the newest one, but for the fields given."""
    newest = members[-1]
    checked = checks.changes(
        {name: value for name, value in fields.items() if value is not None}, (newest.scope, newest.scope_id)
    )
    user_stated = any(memory.source is Source.USER_STATED for memory in members)

    def value(name: str, default: Any) -> Any:
        return checked.get(name, default)

    return NewMemory(
        content=checks.content(fields["content"]),
        type=MemoryType(value("type", newest.type)),
        category=Category(value("category", newest.category)),
        scope=Scope(value("scope", newest.scope)),
        scope_id=value("scope_id", newest.scope_id),
        branch=value("branch", newest.branch),
        source=Source.USER_STATED if user_stated else newest.source,
        status=Status.ACTIVE,
        confidence=value("confidence", round(newest.current_confidence, 6)),
        privacy_level=Privacy(value("privacy_level", resolution.strictest(members))),
        tags=value("tags", newest.tags),
        technology=value("technology", newest.technology),
        details={name: kept for name, kept in newest.details.items() if name != "condition"},
        expires_at=newest.expires_at,
        decay_rate=newest.decay_rate,
    )
