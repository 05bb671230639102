"""Operations on conflicts: list them with a suggestion, resolve, reopen (spec 5.3, 5.7)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.model import Conflict, ConflictStatus, Decision, Member, Suggestion
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.conflicts.resolution import Resolution, merge_by_hand, reopen, strictest, with_all_tags
from arbor_desktop.conflicts.suggestion import project_of, suggest
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.model import (
    LIVING,
    MAX_CONTENT,
    MOST_MERGED,
    Category,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.memories.queries import memories, sharing
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.support import similarity

log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
MOST_NOTE = 2_000
MOST_CONDITION = 200
PLACE_FIELDS = frozenset({"scope", "scope_id", "branch", "applies_to", "condition"})
"""Fields that "keep both" may set to say where a memory applies."""
DOUBTED = "The model thinks both can be true: {}"


class Conflicts:
    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector

    # -- read --

    def find(
        self, *, include_resolved: bool = False, up_to_date: bool = True, progress: Progress | None = None
    ) -> list[Conflict]:
        """Return open conflicts, oldest first; with `include_resolved` all there ever were.

        `up_to_date` first compares pending memories, which takes seconds for thousands after an import:
        `progress` is called with the numbers of compared and of all memories.
        """
        if up_to_date:
            try:
                total, done = self._rt.db.read(conflicts.count_uncompared), 0
                while compared := self._detector.compare_pending():
                    done += compared
                    if progress is not None:
                        progress(done, max(done, total))
            except StorageError as error:  # busy, full or read-only: the known ones are listed all the same
                log.info("Comparing was put off: %s", error)
        return self._rt.db.read(
            lambda c: self._load(c, conflicts.load(c) if include_resolved else conflicts.open_ones(c))
        )

    def get(self, id: str) -> Conflict:
        """Return one conflict. Raises NotFound."""
        return self._rt.db.read(lambda c: self._load(c, [conflicts.get(c, id)])[0])

    def of_memory(self, memory_id: str) -> list[Conflict]:
        """Return the open conflicts of a memory. Raises NotFound."""

        def read(conn: Connection) -> list[Conflict]:
            memory = memories.get(conn, memory_id, self._rt.policy, self._rt.clock())
            known = conflicts.of_memories(conn, [memory.row])
            return self._load(conn, [one for one in known if one.id in memory.conflict_ids])

        return self._rt.db.read(read)

    def mark_seen(self, id: str) -> None:
        """Note that a person saw a conflict: it is pending their decision from now on."""
        if self._rt.db.write(lambda c: conflicts.mark_seen(c, id)):
            self._rt.announce(conflicts=True)

    def _load(self, conn: Connection, known: Sequence[Record]) -> list[Conflict]:
        ids = [*dict.fromkeys(side.memory for one in known for side in one.sides)]
        now = self._rt.clock()
        loaded = {memory.id: memory for memory in memories.get_many(conn, ids, self._rt.policy, now)}
        stacks: dict[str | None, frozenset[str]] = {None: frozenset()}
        found = []
        for one in known:
            members = tuple(
                Member(loaded[s.memory], s.content, s.confidence, s.at, s.value, s.context) for s in one.sides
            )
            project = project_of(member.memory for member in members)
            if project is not None and project not in stacks:
                stacks[project] = sharing.stack(conn, project)
            found.append(
                Conflict(
                    one.id, one.category, one.status, one.created_at, members,
                    _suggestion(one, members, now, stacks[project], project), one.rule,
                    one.judgement.get("topic", ""), one.judgement.get("reason", ""),
                    bool(one.judgement.get("replaces")), Decision(one.decision) if one.decision else None,
                    one.notes, one.resolved_at,
                )
            )  # fmt: skip
        return found

    # -- decide --

    def resolve(
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
        """Resolve a conflict, as one action.

        With `merged`: `content` is the text, and `fields` (type, category, scope, scope_id, branch,
        privacy_level, confidence, tags, technology) override those of the newer memory. With
        `kept_both_with_context`: `older_context` and `newer_context` are the conditions under which each
        applies; `places` says the same by memory id: some of `scope`, `scope_id`, `branch`, `applies_to`,
        `condition`. With `accepted_…`: `keep` is the member to keep if there are more than two. Raises
        InvalidInput, NotFound.
        """
        chosen = parse_enum(Decision, decision, "decision")
        note = checks.optional_text(note, "note", MOST_NOTE)
        contexts = (older_context, newer_context)
        if chosen is Decision.MERGED and content is None:
            raise InvalidInput("Merging needs the text that replaces both.", field="content")
        if chosen is not Decision.MERGED and content is not None:
            raise InvalidInput("Only “merged” takes a text.", field="content")
        if chosen is not Decision.KEPT_BOTH_WITH_CONTEXT and (places or any(contexts)):
            raise InvalidInput("Only “kept_both_with_context” takes contexts.", field="decision")
        for given in (places or {}).values():
            if unknown := set(given) - PLACE_FIELDS:
                raise InvalidInput(f"There is no {sorted(unknown)[0]!r} to keep a memory by.", field="places")
        by = self._rt.by("user")

        def write(conn: Connection) -> list[str]:
            known = conflicts.get(conn, id)
            if not known.status.open:
                raise InvalidInput(
                    "This conflict is already resolved. Reopen it to decide again.",
                    id=id,
                    status=known.status.value,
                )
            known, conflict = _of_living(known, self._load(conn, [known])[0])
            resolution = Resolution(conn, known, chosen, by, conflict.suggestion, note)
            members = [member.memory for member in conflict.members]
            if chosen is Decision.KEPT_BOTH_WITH_CONTEXT:
                changes = _place_changes(conflict, places or {}, contexts)
                for ident, changed_fields in changes.items():
                    duplicates.refuse_duplicate(conn, conflict.member(ident).memory, changed_fields)
                changed = resolution.keep_all(changes)
            elif chosen is Decision.MARKED_OUTDATED:
                changed = resolution.mark_outdated()
            elif chosen is Decision.MERGED:
                new = _merged(members, {"content": content, **dict(fields or {})})
                changed = resolution.merge(new, members)
            else:
                changed = resolution.keep_one(_kept(conflict, chosen, keep))
            self._detector.compare(conn, changed, by)
            return changed

        changed = self._rt.db.write(write)
        self._rt.announce(tuple(changed), status=True, conflicts=True)
        return self.get(id)

    def merged(self, ids: Sequence[str], **fields: Any) -> NewMemory:
        """Return the memory that `merge` would make of these. Raises InvalidInput, NotFound."""
        now = self._rt.clock()
        return self._rt.db.read(
            lambda c: _merged_by_hand(_mergeable(c, ids, Write("user", "", now, self._rt.policy)), fields)
        )

    def merge(self, ids: Sequence[str], **fields: Any) -> Memory:
        """Replace active or pending memories by one, as one action. `fields` (content, type, category, scope,
        scope_id, branch, privacy_level, confidence, tags, technology) override those of the newest one and
        the strictest privacy; the evidence and tags are those of all. Raises InvalidInput, NotFound."""
        by = self._rt.by("user")

        def write(conn: Connection) -> tuple[str, list[str]]:
            members = _mergeable(conn, ids, by)
            new = _merged_by_hand(members, fields)
            known = {memory.id for memory in members}
            for _, ident, status in memories.find_same(conn, new.content, new.scope, new.scope_id):
                if ident not in known and status in LIVING:
                    raise InvalidInput(
                        "Another memory already says exactly this.", field="content", existing_id=ident
                    )
            before = conflicts.with_others(conn, ids)
            merged = merge_by_hand(conn, new, members, by)
            done = self._detector.compare(conn, [merged], by)
            return merged, [merged, *before, *done.by_memory, *done.changed]

        merged, touched = self._rt.db.write(write)
        self._rt.announce(tuple(dict.fromkeys(touched)), status=True, conflicts=True)
        return self._rt.db.read(lambda c: memories.get(c, merged, self._rt.policy, self._rt.clock()))

    def reopen(self, id: str) -> Conflict:
        """Revert a decision, whoever made it, and open the conflict again; its memories are active again.
        Raises InvalidInput if it is open, or if its memories can't be active again or no longer conflict."""
        by = self._rt.by("user")

        def write(conn: Connection) -> list[str]:
            known = conflicts.get(conn, id)
            if self._load(conn, [known])[0].is_open:
                raise InvalidInput("This conflict is open.", id=id)
            changed = [] if known.status.open else reopen(conn, known, by)
            members = memories.get_many(conn, sorted(known.memories), by.policy, by.now)
            living = [memory for memory in members if memory.status in LIVING]
            gone = [memory for memory in members if memory.status not in LIVING]
            for memory in living:
                duplicates.refuse_duplicate(conn, memory, {"content": memory.content})
            if len(living) < 2:
                quoted = "; ".join(f"“{memory.content[:60]}”" for memory in gone[:3])
                raise InvalidInput(
                    f"Only one of its memories is left: {quoted} is {gone[0].status.value}. "
                    "Restore it first.",
                    ids=[memory.id for memory in gone],
                )
            if not self._still_contradict(conn, known, members, by):
                raise InvalidInput(
                    "Its memories no longer contradict each other. Restore the one you want back.", id=id
                )
            return changed

        changed = self._rt.db.write(write)
        self._rt.announce(tuple(changed), status=True, conflicts=True)
        return self.get(id)

    def _still_contradict(
        self, conn: Connection, known: Record, members: Sequence[Memory], by: Write
    ) -> bool:
        """Return whether there is anything to ask. A conflict found for the present texts is believed."""
        words = {memory.id: memory.content for memory in members}
        reworded = any(side.content != words[side.memory] for side in known.sides)
        settled = known.status is ConflictStatus.AUTO_RESOLVED and known.decision is None
        if not reworded and not settled:
            return True
        living = [memory for memory in members if memory.status in LIVING]
        return self._detector.any_contradict(conn, living, by.now)


def _of_living(known: Record, found: Conflict) -> tuple[Record, Conflict]:
    """Return the conflict without the members that are not living. Raises InvalidInput if nothing is left to
    decide."""
    living = tuple(member for member in found.members if member.memory.status in LIVING)
    if len(living) < 2:
        gone = [member.memory for member in found.members if member.memory.status not in LIVING]
        quoted = "; ".join(f"“{memory.content[:60]}” is {memory.status.value}" for memory in gone[:3])
        raise InvalidInput(
            f"Nothing left to decide: {quoted}.", id=found.id, ids=[memory.id for memory in gone]
        )
    ids = {member.memory.id for member in living}
    sides = tuple(side for side in known.sides if side.memory in ids)
    return replace(known, sides=sides), replace(found, members=living)


def _suggestion(
    one: Record, members: Sequence[Member], now: int, stack: frozenset[str], project: str | None
) -> Suggestion:
    """Suggest one of the living members; of a decided conflict, one of all."""
    every = [member.memory for member in members]
    living = [memory for memory in every if memory.status in LIVING]
    asked = living if one.status.open and len(living) > 1 else every
    where = project_name(project) if project else ""
    replaces = bool(one.judgement.get("replaces")) and asked[-1] is every[-1]
    found = suggest(asked, now, stack, where=where, replaces=replaces)
    doubt = one.judgement.get("doubt") if one.status.open else None
    return replace(found, reason=f"{found.reason} {DOUBTED.format(doubt)}") if doubt else found


def _kept(conflict: Conflict, decision: Decision, keep: str | None) -> str:
    """Return the member that a decision keeps."""
    members = conflict.members
    if keep is not None:
        if keep not in {member.memory.id for member in members}:
            raise InvalidInput("That memory is not part of this conflict.", field="keep", id=keep)
        return keep
    if decision is Decision.ACCEPTED_OLDER:
        return members[0].memory.id
    if decision is Decision.ACCEPTED_NEWER:
        return members[-1].memory.id
    scores = conflict.suggestion.scores

    def order(member: Member) -> tuple[float, float, int]:
        memory = member.memory
        return (round(memory.current_confidence, 4), scores[memory.id].score, member.at)

    return max(members, key=order).memory.id


def _place_changes(
    conflict: Conflict,
    places: Mapping[str, Mapping[str, Any]],
    contexts: tuple[str | None, str | None],
) -> dict[str, dict[str, Any]]:
    """Return the fields of each member that say where it applies, by its id."""
    given = {ident: dict(fields) for ident, fields in places.items()}
    for member, condition in zip((conflict.older, conflict.newer), contexts, strict=True):
        if condition is not None:
            given.setdefault(member.memory.id, {})["condition"] = condition
    changes = {}
    for ident, fields in given.items():
        try:
            memory = conflict.member(ident).memory
        except KeyError:
            raise InvalidInput(
                "That memory is not part of this conflict.", field="places", id=ident
            ) from None
        details = dict(memory.details)
        if "applies_to" in fields:
            details["applies_to"] = [str(glob) for glob in fields.pop("applies_to") or ()]
        if "condition" in fields:
            condition = checks.optional_text(fields.pop("condition"), "context", MOST_CONDITION)
            details.pop("condition", None)
            details |= {"condition": condition} if condition else {}
        changes[ident] = checks.changes({**fields, "details": details}, memory)
    return changes


def _mergeable(conn: Connection, ids: Sequence[str], by: Write) -> list[Memory]:
    """Return memories to be merged by hand, the oldest first."""
    rows = memories.rows_of(conn, ids)
    if not 2 <= len(rows) <= MOST_MERGED:
        raise InvalidInput(f"Choose 2 to {MOST_MERGED} memories to merge.")
    if gone := [ident for _, ident, status in rows if status not in LIVING]:
        raise InvalidInput("Only active and pending memories can be merged.", ids=gone)
    found = memories.get_many(conn, [ident for _, ident, _ in rows], by.policy, by.now)
    return sorted(found, key=lambda memory: (memory.created_at, memory.row))


def _merged_by_hand(members: Sequence[Memory], fields: Mapping[str, Any]) -> NewMemory:
    """Return the memory that replaces these, as certain as the most certain of them."""
    surest = max(memory.current_confidence for memory in members)
    given = {"content": _all_said(members), "confidence": round(surest, 6), **fields}
    return with_all_tags(_merged(members, given), members)


_UNLIKE = 0.3
"""Texts less similar than this say different things."""


def _all_said(members: Sequence[Memory]) -> str:
    """Return the newest text, followed by those that say something else, so that none is lost unseen."""
    said = [members[-1].content]
    for memory in reversed(members[:-1]):
        text = memory.content
        if max(similarity(text, one) for one in said) < _UNLIKE:
            said.append(text)
    whole = " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in said)
    return whole if len(said) > 1 and len(whole) <= MAX_CONTENT else members[-1].content


def _merged(members: Sequence[Memory], fields: Mapping[str, Any]) -> NewMemory:
    """Return the memory that replaces all: like the newest one, except for the given fields."""
    newest = members[-1]
    given = {name: value for name, value in fields.items() if value is not None}
    checked = checks.changes(given, newest)
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
        privacy_level=Privacy(value("privacy_level", strictest(members))),
        tags=value("tags", newest.tags),
        technology=value("technology", newest.technology),
        details={name: kept for name, kept in newest.details.items() if name != "condition"},
        expires_at=newest.expires_at,
        decay_rate=newest.decay_rate,
    )
