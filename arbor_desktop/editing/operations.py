"""Operations on memories: store, read, change, delete, feedback, undo (spec 7.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.model import Compared
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.lookup import MemoryLookup
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.confidence import (
    FAILURE_DELTA,
    USED_DELTA,
    USED_IN_VAIN_DELTA,
    accepted,
    proven_rate,
    rebased,
    restored,
)
from arbor_desktop.memories.model import (
    LIVING,
    Category,
    Evidence,
    FeedbackKind,
    Memory,
    MemoryType,
    Privacy,
    Severity,
    Source,
    Status,
    StoreResult,
    Undone,
)
from arbor_desktop.memories.queries import events, lifecycle, memories, relations
from arbor_desktop.memories.queries.memories import NewMemory, Progress, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

if TYPE_CHECKING:
    from arbor_desktop.conflicts.detection import Detector

FEEDBACK_DELTA = {FeedbackKind.CONFIRM: 0.1, FeedbackKind.INCORRECT: -0.3, FeedbackKind.OUTDATED: -0.2}
"""How feedback changes confidence (spec 5.4)."""
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
"""Fields set by restoring an older version: its text and place, not its counters."""


_TOLD_EVERY = 50


class _DryRun(Exception):
    """Ends a transaction whose result is wanted, but not its changes."""


class Memories(MemoryLookup):
    """All operations on memories. `detector` makes what compares them: most changes leave their words as they
    are."""

    def __init__(self, runtime: Runtime, detector: Callable[[], Detector]) -> None:
        super().__init__(runtime)
        self._detector = detector

    def _compare(self, conn: Connection, ids: Sequence[str], by: Write) -> Compared:
        """Compare those of the memories that are new or changed."""
        if not conflicts.uncompared_among(conn, ids):  # else nothing of what compares is imported
            return Compared()
        return self._detector().compare(conn, ids, by)

    # -- store --

    def store(
        self, content: str, *, actor: str = "user", evidence: Evidence | None = None, **fields: Any
    ) -> StoreResult:
        """Store a memory, or return the one that has the same text already (spec 1.3). `evidence`: the place
        in a conversation that it comes from. Raises InvalidInput, and NotFound without that conversation."""
        new = self.checked(content, **fields)
        by = self._rt.by(actor)
        self._detector().prepare([new], by)

        def put(conn: Connection) -> list[StoreResult]:
            result = duplicates.store(conn, new, by)
            if evidence is not None:
                from arbor_desktop.conversations.queries import conversations  # only tools name one

                row = memories.rows_of(conn, [result.id])[0][0]
                conversation = conversations.row_of(conn, evidence.conversation_id)
                memories.add_evidence(conn, row, conversation, [evidence])
            return [result]

        result = self._store(put, by)[0]
        kept = [new.content, new.tags, new.technology, new.details, new.scope_id, new.branch]
        return replace(result, redacted=True) if checks.were_secrets((content, fields), kept) else result

    def store_many(self, items: Iterable[dict[str, Any]], *, actor: str = "user") -> list[StoreResult]:
        """Store all memories or, if one is refused, none, as one action.

        Conflicts of the first few are found at once, of the others later: in the background or before
        conflicts are listed.
        """
        new = [self.checked(**item) for item in items]
        by = self._rt.by(actor)
        self._detector().prepare(new, by)
        return self._store(lambda conn: duplicates.store_many(conn, new, by), by)

    def import_all(
        self,
        new: Sequence[NewMemory],
        by: Write,
        *,
        merge: bool,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> list[StoreResult]:
        """Store checked memories as one action, but raise no confidence of those that are saved already: a
        file says nothing again. Those with a past are stored as they were.

        Args:
            merge: Merge the others with those that say the same in other words.
            dry_run: Return what would be stored, and store nothing.
        """
        restored = [one for one in new if one.past]
        others = [one for one in new if not one.past]
        only_read = dry_run and not merge

        def put(conn: Connection) -> list[StoreResult]:
            own = duplicates.restore(conn, restored, by, dry_run=only_read, progress=progress)
            if merge:
                rest = duplicates.store_each(conn, others, by, progress)
            else:
                rest = duplicates.store_many(
                    conn, others, by, reinforce=False, dry_run=only_read, progress=progress
                )
            results = iter(own), iter(rest)
            return [next(results[0 if one.past else 1]) for one in new]

        if only_read:
            return self._rt.db.read(put)
        self._detector().prepare([one for one in new if one.status in LIVING], by)
        return self._store(put, by, dry_run=dry_run)

    def contradicted(
        self, new: Sequence[NewMemory], by: Write, progress: Progress | None = None
    ) -> list[Memory | None]:
        """Return for each checked memory the first one that it would contradict."""
        return self._detector().contradicted(new, by, progress)

    def _store(
        self, put: Callable[[Connection], list[StoreResult]], by: Write, *, dry_run: bool = False
    ) -> list[StoreResult]:
        def write(conn: Connection) -> tuple[list[StoreResult], Compared]:
            results = put(conn)
            done = self._compare(conn, [one.id for one in results], by)
            if dry_run:
                raise _DryRun(results, done)
            return results, done

        try:
            results, done = self._rt.db.write(write)
        except _DryRun as would:  # the transaction was rolled back
            results, done = would.args
            return [replace(one, conflicts=tuple(done.by_memory.get(one.id, ()))) for one in results]
        touched = dict.fromkeys([*(one.id for one in results), *done.by_memory, *done.changed])
        self._rt.announce(tuple(touched), status=done.anything, conflicts=done.anything)
        if not done.new:
            return results
        return [replace(one, conflicts=tuple(done.by_memory.get(one.id, ()))) for one in results]

    def checked(
        self,
        content: str,
        *,
        type: str,
        category: str | None = None,
        scope: str = "global",
        scope_id: str | None = None,
        branch: str | None = None,
        source: str = "user_stated",
        status: str = "active",
        confidence: float | None = None,
        privacy_level: str = "normal",
        tags: Sequence[str] = (),
        technology: str | None = None,
        details: dict[str, Any] | None = None,
        expires_at: int | str | None = None,
        decay_rate: float | None = None,
        past: Mapping[str, Any] | None = None,
    ) -> NewMemory:
        """Return the fields of a new memory in their types (`past`: see `checks`). Raises InvalidInput."""
        kind = parse_enum(MemoryType, type, "type")
        of = parse_enum(Category, category, "category") if category else checks.DEFAULT_CATEGORY[kind]
        place = checks.place(scope, scope_id, unknown=past is not None)
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
            status=parse_enum(Status, status, "status"),
            confidence=checks.confidence(confidence),
            privacy_level=parse_enum(Privacy, privacy_level, "privacy_level"),
            tags=checks.tags(tags),
            technology=checks.optional_text(technology, "technology"),
            details=checks.details(details, of),
            expires_at=checks.moment(expires_at, "expires_at"),
            decay_rate=0.1 if decay_rate is None else checks.decay_rate(decay_rate),
            past=None if past is None else checks.past(past),
        )

    # -- change --

    def update(self, id: str, *, actor: str = "user", **fields: Any) -> Memory:
        """Change fields of one memory. Raises InvalidInput, NotFound."""
        return self.update_many([id], actor=actor, **fields)[0]

    def update_many(
        self, ids: Sequence[str], *, actor: str = "user", progress: Progress | None = None, **fields: Any
    ) -> list[Memory]:
        """Make the same change to several memories, as one action; see `edit`."""
        if not fields:
            raise InvalidInput("Say what to change.")
        by = self._rt.by(actor)

        def write(conn: Connection) -> None:
            for memory in _load(conn, ids, by, progress):
                checked = checks.changes(fields, memory)
                duplicates.refuse_duplicate(conn, memory, checked)
                edited[memory.id] = edit(conn, memory, checked, by)
            touched.extend(edited.values())

        edited: dict[str, str] = {}
        touched = list(ids)
        found = {memory.id: memory for memory in self.apply(write, touched, by)}
        return [found[ident] for ident in edited.values()]

    def add_tags(
        self, ids: Sequence[str], tags: Sequence[str], *, progress: Progress | None = None
    ) -> list[Memory]:
        by = self._rt.by("user")
        added = checks.tags(tags)

        def write(conn: Connection) -> None:
            for memory in _load(conn, ids, by, progress):
                edit(conn, memory, {"tags": checks.tags((*memory.tags, *added))}, by)

        return self._write(write, ids)

    def delete(self, *ids: str, progress: Progress | None = None) -> list[Memory]:
        """Set the status `deleted`: the memories are in no list; undo and restore bring them back."""
        return self._set_status(ids, "deleted", lambda memory, now: {"status": Status.DELETED}, progress)

    def archive(self, *ids: str, progress: Progress | None = None) -> list[Memory]:
        def archived(_memory: Memory, now: int) -> dict[str, Any]:
            return {"status": Status.ARCHIVED, "archived_at": now}

        return self._set_status(ids, "archived", archived, progress)

    def restore(self, *ids: str, progress: Progress | None = None) -> list[Memory]:
        """Make memories active again, whatever their status. They start again as if confirmed, so that the
        reason for which they were archived is gone."""
        return self._set_status(ids, "restored", restored, progress)

    def accept(self, *ids: str, progress: Progress | None = None) -> list[Memory]:
        """Make pending memories active and confirmed."""
        return self._set_status(ids, "accepted", accepted, progress)

    def _set_status(
        self,
        ids: Sequence[str],
        action: str,
        changed: Callable[[Memory, int], dict[str, Any]],
        progress: Progress | None,
    ) -> list[Memory]:
        """Set the fields that `changed` returns for each memory and the time in milliseconds."""

        def write(conn: Connection, memory: Memory, by: Write) -> None:
            fields = changed(memory, by.now)
            if fields["status"] is Status.ACTIVE and memory.status not in LIVING:
                duplicates.refuse_duplicate(conn, memory, {"content": memory.content})
            memories.change(conn, memory.row, fields, by, action)

        return self._change_each(ids, write, progress)

    def reject(self, *ids: str, progress: Progress | None = None) -> list[Memory]:
        """Reject memories: capture does not bring them again. An active memory marked as outdated is thereby
        confirmed to be replaced."""

        def write(conn: Connection, memory: Memory, by: Write) -> None:
            if memory.status is Status.ACTIVE and memory.needs_review:
                fields = {"status": Status.SUPERSEDED, "needs_review": False}
                memories.change(conn, memory.row, fields, by, "outdated")
            else:
                memories.change(conn, memory.row, {"status": Status.REJECTED}, by, "rejected")

        return self._change_each(ids, write, progress)

    def _change_each(
        self,
        ids: Sequence[str],
        change: Callable[[Connection, Memory, Write], None],
        progress: Progress | None = None,
    ) -> list[Memory]:
        if not ids:
            raise InvalidInput("Name at least one memory.")
        by = self._rt.by("user")

        def write(conn: Connection) -> None:
            for memory in _load(conn, ids, by, progress):
                change(conn, memory, by)

        return self.apply(write, ids, by)

    def apply(self, write: Callable[[Connection], object], ids: Sequence[str], by: Write) -> list[Memory]:
        """Change memories and find their new conflicts, in one transaction."""

        def both(conn: Connection) -> list[str]:
            before = conflicts.with_others(conn, ids)
            write(conn)
            done = self._compare(conn, ids, by)
            return conflicts.with_others(conn, [*before, *ids, *done.by_memory, *done.changed])

        touched = self._rt.db.write(both)
        # A conflict is open while two of its memories are living: any change of status may open or close one.
        self._rt.announce(tuple(touched), status=True, conflicts=True)
        return self.get_many(list(dict.fromkeys(ids)))

    def _write(self, write: Callable[[Connection], None], ids: Sequence[str]) -> list[Memory]:
        """Change memories in a way that neither begins nor ends a conflict."""
        self._rt.db.write(write)
        self._rt.announce(tuple(dict.fromkeys(ids)), status=True)
        return self.get_many(list(dict.fromkeys(ids)))

    def restore_version(self, id: str, seq: int) -> Memory:
        """Set the text and place that the memory had just after event `seq`, as an edit."""
        by = self._rt.by("user", Sentence("An older version was brought back"))

        def write(conn: Connection) -> None:
            memory = memories.get(conn, id, by.policy, by.now)
            if memory.source is Source.TEAM:
                raise InvalidInput("Another member of the team shared this memory, and alone changes it.")
            values = events.version(conn, id, seq, RESTORABLE)
            duplicates.refuse_duplicate(conn, memory, values)
            if memory.summary != values.get("summary"):
                values["compacted_at"] = by.now if values.get("summary") else None
            memories.change(conn, memory.row, values | rebased(memory, by.now), by, "restored version")

        return self.apply(write, [id], by)[0]

    def next_undo(self, *, here: bool = False) -> Undone | None:
        """Return what `undo` would undo, if there is anything."""
        from arbor_desktop.editing.queries import undo  # hardly any change is undone

        among = self._rt.own_actions if here else None
        return self._rt.db.read(lambda conn: undo.next_undo(conn, among))

    def undo(self, *, before_purge: bool = False, here: bool = False) -> Undone:
        """Undo the person's newest action; with `here`, the newest in this process. Raises NotFound if there
        is none, InvalidInput if it is blocked."""
        from arbor_desktop.conflicts import resolution  # hardly any change is undone
        from arbor_desktop.conflicts.queries import merges
        from arbor_desktop.editing.queries import undo

        by = self._rt.by("undo")

        def write(conn: Connection) -> tuple[Undone, list[str]]:
            among = self._rt.own_actions if here else None
            undone = undo.undo(conn, by.action_id, by.now, before_purge=before_purge, among=among)
            merges.unmerge(conn, undone.ids)
            lifecycle.keep_brought_back(conn, by)
            resolution.close_repeated(conn, undone.ids, by)
            touched = conflicts.with_others(conn, undone.ids)
            done = self._compare(conn, undone.ids, by)
            return undone, conflicts.with_others(conn, [*touched, *done.by_memory, *done.changed])

        undone, touched = self._rt.db.write(write)
        self._rt.announce(tuple(touched), status=True, conflicts=True)
        return undone

    # -- feedback and use --

    def confirm(self, *ids: str, progress: Progress | None = None) -> list[Memory]:
        """Confirm memories that a person looked at together; pending ones are accepted."""

        def write(conn: Connection, memory: Memory, by: Write) -> None:
            if memory.status is Status.PENDING:
                memories.change(conn, memory.row, accepted(memory, by.now), by, "accepted")
            else:
                _give_feedback(conn, memory, FeedbackKind.CONFIRM, None, by)

        return self._change_each(ids, write, progress)

    def feedback(self, id: str, kind: str, comment: str = "") -> Memory:
        """Apply a person's feedback on a memory (spec 5.4)."""
        word = parse_enum(FeedbackKind, kind, "feedback")
        comment = checks.without_secrets(comment)
        by = self._rt.by("user", comment or None)

        def write(conn: Connection) -> None:
            _give_feedback(conn, memories.get(conn, id, by.policy, by.now), word, comment or None, by)

        return self.apply(write, [id], by)[0]

    def record_usage(self, id: str, success: bool, context: str = "", *, actor: str = "user") -> Memory:
        context = checks.without_secrets(context)
        by = self._rt.by(actor, context or None)

        def write(conn: Connection) -> None:
            memory = memories.get(conn, id, by.policy, by.now)
            relations.add_usage(conn, memory.row, success, None, context or None, by.now)
            uses = memory.use_count + 1
            if success:
                memories.adjust(
                    conn, memory.row, USED_DELTA, by, "used",
                    use_count=uses, success_count=memory.success_count + 1, last_used_at=by.now,
                    decay_rate=proven_rate(memory.decay_rate, memory.type),
                )  # fmt: skip
            else:
                also = {"use_count": uses, "failure_count": memory.failure_count + 1}
                memories.adjust(conn, memory.row, USED_IN_VAIN_DELTA, by, "used in vain", **also)

        return self._write(write, [id])[0]

    def report_failure(self, id: str, severity: str, context: str = "", *, actor: str = "user") -> Memory:
        weight = parse_enum(Severity, severity, "severity")
        context = checks.without_secrets(context)
        by = self._rt.by(actor, context or None)

        def write(conn: Connection) -> None:
            memory = memories.get(conn, id, by.policy, by.now)
            relations.add_usage(conn, memory.row, False, weight.value, context or None, by.now)
            failures = memory.failure_count + 1
            memories.adjust(conn, memory.row, FAILURE_DELTA[weight], by, "failed", failure_count=failures)

        return self._write(write, [id])[0]

    def adjust_confidence(self, id: str, delta: float, reason: str, *, actor: str = "user") -> Memory:
        if not -1 <= delta <= 1:
            raise InvalidInput("delta must be between -1 and 1.", field="delta")
        by = self._rt.by(actor, checks.without_secrets(reason))

        def write(conn: Connection) -> None:
            memories.adjust(conn, memories.rows_of(conn, [id])[0][0], delta, by, "adjusted")

        return self._write(write, [id])[0]

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
        """Delete for good, without undo (spec 1.3). Return the counts `{memories, conversations}`.

        `conversation` is one or several; several cost little more, since the file is scrubbed once.
        """
        from arbor_desktop.editing.queries import purge  # it knows every table: only here is that needed

        if sum((bool(ids), bool(type), bool(project), bool(conversation), everything)) != 1:
            raise InvalidInput("Say one of: ids, a type, a project, a conversation, or everything.")
        kind = None if type is None else parse_enum(MemoryType, type, "type")
        path = None if project is None else checks.project_path(project)
        named = [conversation] if isinstance(conversation, str) else list(conversation or ())
        by = self._rt.by("user")

        def write(conn: Connection) -> tuple[list[str], int]:
            gone, count = purge.erase(
                conn,
                ids=ids,
                kind=kind,
                project=path,
                conversations_named=named,
                everything=everything,
                now=by.now,
            )
            if gone or count:
                events.record_purge(conn, by.action_id, by.now)
            return gone, count

        gone, count = self._rt.db.write(write)
        self._rt.announce(tuple(gone), all_conversations=True, status=True, conflicts=True)
        finish_erasing(self._rt)
        return {"memories": len(gone), "conversations": count}


def finish_erasing(runtime: Runtime, patience: float = -1) -> None:
    """Remove the last traces of deleted memories from the memory file and its backups.

    If it is interrupted, the next start takes it up again. Raises StorageError.
    """
    from arbor_desktop.database import backup, erased
    from arbor_desktop.editing.queries import purge

    gone = runtime.db.read(erased.unfinished)
    if not gone.keys:
        return
    try:
        with backup.locked(runtime.home.backups, patience):
            runtime.db.outside_transaction(purge.scrub)
            purge.erase_from_all(runtime.home.backups, gone, runtime.clock(), runtime.db.key)
            runtime.db.write(lambda c: erased.finish(c, gone.keys))
    except (OSError, StorageError) as error:
        raise StorageError(
            f"It is deleted, but traces remain in the memory file or its backups: {error}. Arbor removes "
            "them at its next start."
        ) from error


def _give_feedback(
    conn: Connection, memory: Memory, word: FeedbackKind, comment: str | None, by: Write
) -> None:
    relations.add_feedback(conn, memory.row, word.value, comment, by.now)
    if word is FeedbackKind.FORGET:
        fields = {"status": Status.ARCHIVED, "archived_at": by.now}
        memories.change(conn, memory.row, fields, by, "forgotten")
        return
    also: dict[str, Any] = {}
    if word is FeedbackKind.CONFIRM:
        rate = proven_rate(memory.decay_rate, memory.type)
        also = {"confirmed_at": by.now, "needs_review": False, "decay_rate": rate}
    elif word is FeedbackKind.INCORRECT:
        also = {"status": Status.REJECTED, "needs_review": False}
    elif word is FeedbackKind.OUTDATED:
        also = {"needs_review": True}
    memories.adjust(conn, memory.row, FEEDBACK_DELTA[word], by, word.value.lower(), **also)


_OWN_OPINION = ("privacy_level", "status", "confidence", "decay_rate", "needs_review", "summary")
"""The fields of another member's memory that are not theirs."""


def edit(conn: Connection, memory: Memory, fields: dict[str, Any], by: Write) -> str:
    """Edit a memory by hand. Its confidence starts again from today's, unless nothing changes.

    Return the id of the edited memory: of another member's it is a copy, and theirs is archived.
    """
    today = {"confidence": memory.current_confidence}
    changed = {name for name, value in fields.items() if today.get(name, getattr(memory, name)) != value}
    if not changed:
        return memory.id
    if memory.source is Source.TEAM and not changed <= set(_OWN_OPINION):
        return _copy(conn, memory, fields, by)
    if memory.status is Status.ARCHIVED and fields.get("status") is Status.ACTIVE:
        fields = restored(memory, by.now) | fields
    if "summary" in fields:
        fields = fields | {"compacted_at": by.now if fields["summary"] else None}
    if "type" in fields and "decay_rate" not in fields:
        fields = fields | {"decay_rate": proven_rate(memory.decay_rate, fields["type"])}
    memories.change(conn, memory.row, rebased(memory, by.now) | fields, by, "edited")
    return memory.id


def _copy(conn: Connection, memory: Memory, fields: dict[str, Any], by: Write) -> str:
    """Store another member's memory as this person's own, with these fields, and archive theirs."""
    kept = {name: getattr(memory, name) for name in NewMemory.__slots__ if name != "past"}
    own = {"source": Source.USER_STATED, "status": Status.ACTIVE, "confidence": 1.0}
    new = NewMemory(**kept | own | {name: fields[name] for name in fields if name in kept})
    archived = {"status": Status.ARCHIVED, "archived_at": by.now}
    memories.change(conn, memory.row, archived, by, "archived")
    return memories.insert(conn, new, by)[0]


def _load(
    conn: Connection, ids: Sequence[str], by: Write, progress: Progress | None = None
) -> Iterator[Memory]:
    """Yield all the memories, and say how far that is. Raises NotFound if one is missing."""
    existing = [ident for _, ident, _ in memories.rows_of(conn, ids)]
    for done, memory in enumerate(memories.get_many(conn, existing, by.policy, by.now)):
        if progress is not None and done % _TOLD_EVERY == 0:
            progress(done, len(existing))
        yield memory
