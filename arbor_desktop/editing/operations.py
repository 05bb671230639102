"""Memories as a person or a program handles them: store, change, delete, give feedback, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.conflicts import doubles, resolution
from arbor_desktop.conflicts.detection import Compared, Comparing
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.visibility import LIVING
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.queries import learning, undo
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import check_sort, parse_enum
from arbor_desktop.memories.confidence import FAILURE_DELTA, USED_DELTA, USED_IN_VAIN_DELTA, slower
from arbor_desktop.memories.model import (
    Category,
    Facets,
    FeedbackKind,
    HistoryEntry,
    Memory,
    MemoryType,
    Page,
    Privacy,
    Related,
    Severity,
    Source,
    Status,
    StoreResult,
    Undone,
)
from arbor_desktop.memories.queries import events, lifecycle, memories, relations, search
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime

FEEDBACK_DELTA = {FeedbackKind.CONFIRM: 0.1, FeedbackKind.INCORRECT: -0.3, FeedbackKind.OUTDATED: -0.2}
"""What a person's word changes confidence by (spec 5.4)."""
RESTORABLE = (
    "content",
    "summary",
    "type",
    "category",
    "details",
    "scope",
    "scope_id",
    "branch",
    "privacy_level",
    "tags",
    "technology",
    "expires_at",
)
"""What restoring an older version brings back: its words and place, not its counters."""


class Memories:
    def __init__(self, runtime: Runtime, comparing: Comparing) -> None:
        self._rt = runtime
        self._comparing = comparing

    # -- store --

    def store(self, content: str, *, actor: str = "user", **fields: Any) -> StoreResult:
        """Stores one memory, or answers the one that already says it (spec 1.3, 7.3). Raises InvalidInput."""
        new = self._checked(content, **fields)
        by = self._rt.by(actor)
        self._comparing.beforehand([new], by)
        result = self._store(lambda conn: [doubles.store(conn, new, by)], by)[0]
        return replace(result, redacted=checks.were_secrets((content, fields), new))

    def store_many(self, items: Iterable[dict[str, Any]], *, actor: str = "user") -> list[StoreResult]:
        """Stores all or, if one is refused, none; one transaction, undone as one. What they contradict is
        found at once for a few; of many the rest is compared later, in the background or before conflicts
        are listed."""
        new = [self._checked(**item) for item in items]
        by = self._rt.by(actor)
        self._comparing.beforehand(new, by)
        return self._store(lambda conn: doubles.store_many(conn, new, by), by)

    def _store(self, put: Callable[[Connection], list[StoreResult]], by: Write) -> list[StoreResult]:
        def write(conn: Connection) -> tuple[list[StoreResult], Compared]:
            results = put(conn)
            return results, self._comparing.of(conn, [one.id for one in results], by)

        results, done = self._rt.db.write(write)
        touched = dict.fromkeys([*(one.id for one in results), *done.by_memory, *done.changed])
        self._rt.announce(tuple(touched), status=done.anything, conflicts=done.anything)
        if not done.new:
            return results
        return [replace(one, conflicts=tuple(done.by_memory.get(one.id, ()))) for one in results]

    def _checked(
        self,
        content: str,
        *,
        type: str,
        category: str | None = None,
        scope: str = "global",
        scope_id: str | None = None,
        branch: str | None = None,
        source: str = "user_stated",
        confidence: float | None = None,
        privacy_level: str = "normal",
        tags: Sequence[str] = (),
        technology: str | None = None,
        details: dict[str, Any] | None = None,
        expires_at: int | str | None = None,
        decay_rate: float | None = None,
    ) -> NewMemory:
        kind = parse_enum(MemoryType, type, "type")
        of = parse_enum(Category, category, "category") if category else checks.DEFAULT_CATEGORY[kind]
        place = checks.place(scope, scope_id)
        origin = parse_enum(Source, source, "source")
        if confidence is None:
            confidence = 1.0 if origin is Source.USER_STATED else 0.8
        return NewMemory(
            content=checks.content(content),
            type=kind,
            category=of,
            scope=place[0],
            scope_id=place[1],
            branch=checks.optional_text(branch, "branch"),
            source=origin,
            confidence=checks.confidence(confidence),
            privacy_level=parse_enum(Privacy, privacy_level, "privacy_level"),
            tags=checks.tags(tags),
            technology=checks.optional_text(technology, "technology"),
            details=checks.details(details, of),
            expires_at=checks.moment(expires_at, "expires_at"),
            decay_rate=0.1 if decay_rate is None else checks.decay_rate(decay_rate),
        )

    # -- read --

    def get(self, id: str) -> Memory:
        """Raises NotFound."""
        return self._rt.db.read(lambda c: memories.get(c, id, self._rt.policy, self._rt.clock()))

    def get_many(self, ids: Sequence[str]) -> list[Memory]:
        """Those that exist, in the order of `ids`."""
        return self._rt.db.read(lambda c: memories.get_many(c, ids, self._rt.policy, self._rt.clock()))

    def query(
        self,
        *,
        sort: str = "relevance",
        order: str = "desc",
        limit: int = 50,
        after: str | None = None,
        **filters: Any,
    ) -> Page:
        """One page of what the filters leave; `after` is the page mark of the one before."""
        check_sort(sort, order)
        wanted = checks.memory_filter(**filters)
        if not 1 <= limit <= 100_000:
            raise InvalidInput("limit must be between 1 and 100,000.", field="limit")
        return self._rt.db.read(
            lambda c: search.page(
                c, wanted, sort=sort, order=order, limit=limit, after=after, policy=self._rt.policy,
                now=self._rt.clock(),
            )
        )  # fmt: skip

    def facets(self, **filters: Any) -> Facets:
        wanted = checks.memory_filter(**filters)
        return self._rt.db.read(lambda c: search.facets(c, wanted, self._rt.policy, self._rt.clock()))

    def recent(self, limit: int = 5) -> list[Memory]:
        """The newest active memories."""
        return self._rt.db.read(lambda c: search.newest(c, limit, self._rt.policy, self._rt.clock()))

    def history(self, id: str) -> list[HistoryEntry]:
        """Oldest first. Raises NotFound."""

        def read(conn: Connection) -> list[HistoryEntry]:
            memories.rows_of(conn, [id])
            return events.history(conn, id)

        return self._rt.db.read(read)

    def related(self, id: str) -> list[Related]:
        """Memories linked to this one, and those that the same turn gave."""
        return self._rt.db.read(lambda c: relations.related(c, id, self._rt.policy, self._rt.clock()))

    # -- change --

    def update(self, id: str, *, actor: str = "user", **fields: Any) -> Memory:
        """Changes fields of one memory. Raises InvalidInput, NotFound."""
        return self.update_many([id], actor=actor, **fields)[0]

    def update_many(self, ids: Sequence[str], *, actor: str = "user", **fields: Any) -> list[Memory]:
        """The same change on several memories, undone as one."""
        if not fields:
            raise InvalidInput("Say what to change.")
        by = self._rt.by(actor)

        def write(conn: Connection) -> None:
            for memory in memories.get_many(conn, _existing(conn, ids), by.policy, by.now):
                checked = checks.changes(fields, (memory.scope, memory.scope_id), memory)
                doubles.refuse_double(conn, memory, checked)
                edit(conn, memory, checked, by)

        return self.written(write, ids, by)

    def add_tags(self, ids: Sequence[str], tags: Sequence[str]) -> list[Memory]:
        by = self._rt.by("user")
        added = checks.tags(tags)

        def write(conn: Connection) -> None:
            for memory in memories.get_many(conn, _existing(conn, ids), by.policy, by.now):
                edit(conn, memory, {"tags": checks.tags((*memory.tags, *added))}, by)

        self._rt.db.write(write)
        return self._announced(ids)

    def delete(self, *ids: str) -> list[Memory]:
        """Status `deleted`: in no list, and brought back by undo or restore."""
        return self._set_status(ids, Status.DELETED, "deleted")

    def archive(self, *ids: str) -> list[Memory]:
        return self._set_status(ids, Status.ARCHIVED, "archived", archived_at=True)

    def restore(self, *ids: str) -> list[Memory]:
        """Back to active, from whatever it was. That a person wants it is a yes: it starts anew, so that it
        is not forgotten again for what it was forgotten for."""
        return self._set_status(ids, Status.ACTIVE, "restored", archived_at=False, also=lifecycle.vouched)

    def accept(self, *ids: str) -> list[Memory]:
        """A person's yes to a pending memory: it becomes active, and confirmed."""
        return self._set_status(ids, Status.ACTIVE, "accepted", also=lifecycle.accepted)

    def reject(self, *ids: str) -> list[Memory]:
        """A person's no: capture does not bring it again. What was marked outdated and is active is thereby
        confirmed to be so: another one took its place."""
        if not ids:
            raise InvalidInput("Name at least one memory.")
        by = self._rt.by("user")

        def write(conn: Connection) -> None:
            for memory in memories.get_many(conn, _existing(conn, ids), by.policy, by.now):
                row = memories.rows_of(conn, [memory.id])[0][0]
                if memory.status is Status.ACTIVE and memory.needs_review:
                    fields = {"status": Status.SUPERSEDED, "needs_review": False}
                    memories.change(conn, row, fields, by, "outdated")
                else:
                    memories.change(conn, row, {"status": Status.REJECTED}, by, "rejected")

        return self.written(write, ids, by)

    def _set_status(
        self,
        ids: Sequence[str],
        status: Status,
        action: str,
        *,
        archived_at: bool | None = None,
        also: Callable[[Connection, str, Write], dict[str, Any]] | None = None,
    ) -> list[Memory]:
        if not ids:
            raise InvalidInput("Name at least one memory.")
        by = self._rt.by("user")
        fields: dict[str, Any] = {"status": status}
        if archived_at is not None:
            fields["archived_at"] = by.now if archived_at else None

        def write(conn: Connection) -> None:
            for row, ident, before in memories.rows_of(conn, ids):
                if status is Status.ACTIVE and before not in LIVING:
                    memory = memories.get(conn, ident, by.policy, by.now)
                    doubles.refuse_double(conn, memory, {"content": memory.content})
                memories.change(conn, row, fields | (also(conn, ident, by) if also else {}), by, action)

        return self.written(write, ids, by)

    def written(self, write: Callable[[Connection], object], ids: Sequence[str], by: Write) -> list[Memory]:
        """Changes memories, and finds what they contradict now; both or, if one fails, neither."""

        def both(conn: Connection) -> list[str]:
            before = conflicts.with_others(conn, ids)
            write(conn)
            done = self._comparing.of(conn, ids, by)
            return conflicts.with_others(conn, [*before, *done.by_memory, *done.changed])

        touched = self._rt.db.write(both)
        # A conflict is open while two of its memories live: any change of status may begin or end one.
        self._rt.announce(tuple(touched), status=True, conflicts=True)
        return self.get_many(list(dict.fromkeys(ids)))

    def _announced(self, ids: Sequence[str]) -> list[Memory]:
        self._rt.announce(tuple(dict.fromkeys(ids)), status=True)
        return self.get_many(list(dict.fromkeys(ids)))

    def restore_version(self, id: str, seq: int) -> Memory:
        """Brings back the words and place that the memory had just after event `seq`. An edit like others."""
        by = self._rt.by("user", "An older version was brought back")

        def write(conn: Connection) -> None:
            row = memories.rows_of(conn, [id])[0][0]
            values = events.version(conn, id, seq, RESTORABLE)
            memory = memories.get(conn, id, by.policy, by.now)
            doubles.refuse_double(conn, memory, values)
            if memory.summary != values.get("summary"):
                values["compacted_at"] = by.now if values.get("summary") else None
            memories.change(conn, row, values | memories.rebased(conn, row, by), by, "restored version")

        return self.written(write, [id], by)[0]

    def next_undo(self) -> Undone | None:
        """Return what `undo` would take back, if there is anything."""
        return self._rt.db.read(undo.next_undo)

    def undo(self) -> Undone:
        """Takes back the person's newest action. Raises NotFound for none, InvalidInput if it is blocked."""
        by = self._rt.by("undo")

        def write(conn: Connection) -> tuple[Undone, list[str]]:
            undone = undo.undo(conn, by.action_id, by.now)
            learning.unmerge(conn, undone.ids)
            lifecycle.keep_brought_back(conn, by)
            resolution.ask_once(conn, undone.ids, by)
            touched = conflicts.with_others(conn, undone.ids)
            done = self._comparing.of(conn, undone.ids, by)
            return undone, conflicts.with_others(conn, [*touched, *done.by_memory, *done.changed])

        undone, touched = self._rt.db.write(write)
        self._rt.announce(tuple(touched), status=True, conflicts=True)
        return undone

    # -- feedback and use --

    def feedback(self, id: str, kind: str, comment: str = "") -> Memory:
        """A person's word on a memory (spec 5.4)."""
        word = parse_enum(FeedbackKind, kind, "feedback")
        comment = checks.without_secrets(comment)
        by = self._rt.by("user", comment or None)

        def write(conn: Connection) -> None:
            row = memories.rows_of(conn, [id])[0][0]
            relations.add_feedback(conn, row, word.value, comment or None, by.now)
            if word is FeedbackKind.FORGET:
                memories.change(
                    conn, row, {"status": Status.ARCHIVED, "archived_at": by.now}, by, "forgotten"
                )
                return
            also: dict[str, Any] = {}
            if word is FeedbackKind.CONFIRM:
                also = lifecycle.confirmed(conn, id, by)
            elif word is FeedbackKind.OUTDATED:
                also = {"needs_review": True}
            memories.adjust(conn, row, FEEDBACK_DELTA[word], by, word.value.lower(), **also)

        return self.written(write, [id], by)[0]

    def record_usage(self, id: str, success: bool, context: str = "", *, actor: str = "user") -> Memory:
        context = checks.without_secrets(context)
        by = self._rt.by(actor, context or None)

        def write(conn: Connection) -> None:
            row = memories.rows_of(conn, [id])[0][0]
            counts = memories.counts(conn, row)
            relations.add_usage(conn, row, success, None, context or None, by.now)
            if success:
                also = {
                    "use_count": counts["use_count"] + 1,
                    "success_count": counts["success_count"] + 1,
                    "last_used_at": by.now,
                    "decay_rate": lifecycle.proven(conn, id, by),
                }
                memories.adjust(conn, row, USED_DELTA, by, "used", **also)
            else:
                also = {"use_count": counts["use_count"] + 1, "failure_count": counts["failure_count"] + 1}
                memories.adjust(conn, row, USED_IN_VAIN_DELTA, by, "used in vain", **also)

        self._rt.db.write(write)
        return self._announced([id])[0]

    def report_failure(self, id: str, severity: str, context: str = "", *, actor: str = "user") -> Memory:
        weight = parse_enum(Severity, severity, "severity")
        context = checks.without_secrets(context)
        by = self._rt.by(actor, context or None)

        def write(conn: Connection) -> None:
            row = memories.rows_of(conn, [id])[0][0]
            failures = memories.counts(conn, row)["failure_count"]
            relations.add_usage(conn, row, False, weight.value, context or None, by.now)
            memories.adjust(conn, row, FAILURE_DELTA[weight], by, "failed", failure_count=failures + 1)

        self._rt.db.write(write)
        return self._announced([id])[0]

    def adjust_confidence(self, id: str, delta: float, reason: str, *, actor: str = "user") -> Memory:
        if not -1 <= delta <= 1:
            raise InvalidInput("delta must be between -1 and 1.", field="delta")
        by = self._rt.by(actor, checks.without_secrets(reason))

        def write(conn: Connection) -> None:
            memories.adjust(conn, memories.rows_of(conn, [id])[0][0], delta, by, "adjusted")

        self._rt.db.write(write)
        return self._announced([id])[0]

    # -- for good --

    def purge(
        self,
        ids: Sequence[str] = (),
        *,
        type: str | None = None,
        project: str | None = None,
        conversation: str | Sequence[str] | None = None,
        everything: bool = False,
    ) -> dict[str, int]:
        """Deletes for good what is named (spec 1.3): `{memories, conversations}` that are gone. No undo.

        `conversation` is one or several; several cost little more, for the file is scrubbed once.
        """
        from arbor_desktop.editing.erasing import finish_erasing
        from arbor_desktop.editing.queries import (
            purge,  # it knows of every table: only here is all of that needed
        )

        if sum((bool(ids), bool(type), bool(project), bool(conversation), everything)) != 1:
            raise InvalidInput("Say one of: ids, a type, a project, a conversation, or everything.")
        kind = None if type is None else parse_enum(MemoryType, type, "type")
        path = None if project is None else checks.project_path(project)
        named = [conversation] if isinstance(conversation, str) else list(conversation or ())
        now = self._rt.clock()
        erased, count = self._rt.db.write(
            lambda c: purge.erase(
                c, ids=ids, kind=kind, project=path, conversations_named=named, everything=everything, now=now
            )
        )
        self._rt.announce(tuple(erased), all_conversations=True, status=True, conflicts=True)
        finish_erasing(self._rt)
        return {"memories": len(erased), "conversations": count}


def edit(conn: Connection, memory: Memory, fields: dict[str, Any], by: Write) -> None:
    """A change by hand, which starts from what the memory is worth today. One that changes nothing leaves its
    worth alone, too."""
    today = {"confidence": memory.current_confidence}
    if all(today.get(name, getattr(memory, name)) == value for name, value in fields.items()):
        return
    row = memories.rows_of(conn, [memory.id])[0][0]
    if memory.status is Status.ARCHIVED and fields.get("status") is Status.ACTIVE:
        fields = lifecycle.vouched(conn, memory.id, by) | {"archived_at": None} | fields
    if "summary" in fields:
        fields = fields | {"compacted_at": by.now if fields["summary"] else None}
    if "type" in fields and "decay_rate" not in fields:
        fields = fields | {"decay_rate": slower(memory.decay_rate, fields["type"])}
    memories.change(conn, row, memories.rebased(conn, row, by) | fields, by, "edited")


def _existing(conn: Connection, ids: Sequence[str]) -> list[str]:
    return [ident for _, ident, _ in memories.rows_of(conn, ids)]
