"""Storage of a batch of turns: which turns are new, which were taken back, which tokens count."""

from __future__ import annotations

from dataclasses import field, replace
from pathlib import Path

from arbor_desktop.capture.conversations import NOT_REMEMBERED, keep_out
from arbor_desktop.context.receipts import note_shown
from arbor_desktop.conversations.files import excluded_by, holder
from arbor_desktop.conversations.model import (
    Batch,
    Checkpoint,
    ConversationStatus,
    Role,
    SessionPart,
    TurnKind,
)
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.readers.values import title_of
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.settings import Settings

COPIERS = frozenset({"specstory"})
"""Sources that write other assistants' sessions down again, under the same session id."""
OFF_WORDS = frozenset(("arbor off", "/arbor off"))
"""Either, typed in a conversation, keeps it out of the memory (spec 2.4). Many tools refuse the slash."""
ERASED, INTERNAL, COPIED = "deleted for good", "Arbor's own", "copied from another session"
PASSED_OVER = (ERASED, INTERNAL, NOT_REMEMBERED, COPIED)
"""Reasons for which sessions are not stored; of several, the first is reported."""


class Overtaken(Exception):
    """Another process has read on in this file meanwhile."""


@dataclass(slots=True)
class ReadState:
    """One reading of a file, from batch to batch."""

    path: str
    source: str | None
    project: str | None
    patterns: list[str]
    expected: Checkpoint | None = None
    """The stored checkpoint on which the next batch builds; None: the file is not known."""
    start: int = -1
    """The offset where reading began: an unfinished line may have been read there before."""
    left_out: str | None = None
    """The pattern that excluded something of this file."""
    again: bool = False
    """The file was read before, and is now read again from its start."""
    known: bool = False
    passed_over: set[str] = field(default_factory=set)
    """Reasons for which sessions of the file were not stored."""
    titles: dict[str, str] = field(default_factory=dict)
    """Titles of sessions that have no turn yet."""


@dataclass(slots=True)
class Stored:
    """The result of storing a batch."""

    checkpoint: Checkpoint | None = None
    source: str | None = None
    new_turns: dict[str, int] = field(default_factory=dict)
    demoted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptPart:
    """A session's part without what is excluded. `all_turns`: how many turns it had before."""

    part: SessionPart
    place: str | None
    all_turns: int

    @property
    def session(self) -> str:
        return self.part.parent_session_id or self.part.session_id


def store_batch(
    conn: Connection, runtime: Runtime, state: ReadState, batch: Batch, parts: list[KeptPart]
) -> Stored:
    """Store a batch with its checkpoint, as part of the caller's transaction. Raises Overtaken."""
    before = captures.file(conn, state.path)
    if (before.checkpoint if before else None) != state.expected:
        raise Overtaken
    stored = Stored(source=batch.sessions[0].source if batch.sessions else None)
    wanted = _wanted(conn, state, parts)
    if before is None and not wanted and not state.passed_over and state.left_out is None:
        return stored  # nothing to remember the file for: it is read from its start when it has grown
    by = runtime.by("capture")
    source = stored.source or state.source
    file_row = captures.save_file(conn, state.path, source, batch.checkpoint, by.now, None, state.left_out)
    # A file that was not written to lately is quiet now.
    written = min(by.now, batch.checkpoint.mtime_ns // 1_000_000)
    quiet_at = max(by.now, written + int(runtime.settings.get("capture.settle_seconds") * 1000))
    storage = _PartStorage(conn, runtime.settings, state, file_row, by, quiet_at, stored)
    for kept, known in wanted:
        storage.store(kept, known)
    captures.postpone(conn, file_row, now=by.now, due=quiet_at)
    after = captures.file(conn, state.path)
    stored.checkpoint = after.checkpoint if after else None
    return stored


def _wanted(conn: Connection, state: ReadState, parts: list[KeptPart]) -> list[tuple[KeptPart, set[str]]]:
    """Return the parts to store, each with the keys of its turns that are stored already."""
    wanted = []
    for kept in parts:
        part, session = kept.part, kept.session
        keys = {turn.key for turn in part.turns}
        known = conversations.known_keys(conn, list(keys))
        if conversations.is_erased(conn, part.source, session):
            state.passed_over.add(ERASED)
            continue
        row = conversations.find(conn, part.source, session)
        if row is None:
            if part.extra.get("arbor_internal"):
                state.passed_over.add(INTERNAL)
                continue
            if part.source in COPIERS and conversations.held_by_another(conn, part.source, session):
                state.passed_over.add(COPIED)
                continue
            if known == keys:  # a copy of other sessions' turns, or no turns at all
                if keys:
                    state.passed_over.add(COPIED)
                if part.title:
                    state.titles[session] = part.title
                continue
        else:
            if conversations.is_left_out(conn, row):
                state.passed_over.add(NOT_REMEMBERED)
                continue
            place = conversations.project_of(conn, row) if kept.place is None else None
            if place and (pattern := excluded_by(place, state.patterns)):
                state.left_out = pattern
                continue
        wanted.append((kept, known))
    return wanted


@dataclass(frozen=True, slots=True)
class _PartStorage:
    """Stores parts of one batch. `quiet_at`: when the file will have been quiet for long enough."""

    conn: Connection
    settings: Settings
    state: ReadState
    file_row: int
    by: Write
    quiet_at: int
    stored: Stored

    def store(self, kept: KeptPart, known: set[str]) -> None:
        """Store a part; `known` are the keys of its turns that are stored already."""
        conn, by = self.conn, self.by
        part = _with_new_tokens(kept, known, self.state)
        title = self.state.titles.pop(kept.session, None)
        if part.title is None and conversations.find(conn, part.source, kept.session) is None:
            part = replace(part, title=title)
        row = conversations.ensure(conn, part, kept.place, by.now)
        if part.whole and all(path == self.state.path for _, path in captures.files_of(conn, row)):
            # A document that alone holds its session gives the sum of all its tokens.
            counted = conversations.tokens(conn, row)
            part = replace(
                part,
                input_tokens=max(0, kept.part.input_tokens - counted[0]),
                output_tokens=max(0, kept.part.output_tokens - counted[1]),
            )
        missing = self._missing(row, part) if part.whole else []
        added = conversations.add_turns(conn, row, self.file_row, part.turns)
        # In a file that is read again, what was taken back since shows on the turns themselves.
        unsaid = [*missing, *part.unsaid_keys, *(t.key for t in part.turns if t.unsaid and t.key in known)]
        reinstated = None
        if part.whole:
            reinstated = conversations.mark_said(conn, row, [t.key for t in part.turns if not t.unsaid])
        for memory in conversations.mark_unsaid(conn, unsaid):
            self.stored.demoted += memories.retract(conn, memory, by)
        for memory in reinstated or ():
            self.stored.demoted += memories.reinstate(conn, memory, by)
        conversations.update_session(conn, row, part, kept.place, by.now)
        if part.title is None:
            _set_title(conn, row, renew=bool(unsaid))
        captures.link(conn, self.file_row, row)
        note_shown(conn, row, part.shown, by)
        ident = conversations.id_of(conn, row)
        self.stored.new_turns[ident] = self.stored.new_turns.get(ident, 0) + added
        fresh = [turn for turn in part.turns if turn.key not in known]
        if any(
            turn.role is Role.USER
            and turn.kind in (TurnKind.SAID, TurnKind.COMMAND)
            and turn.text.strip().lower() in OFF_WORDS
            for turn in fresh
        ):
            keep_out(conn, row, by.now)
        elif reinstated is not None or any(t.kind is TurnKind.SAID and not t.unsaid for t in fresh):
            self._queue(row)

    def _queue(self, row: int) -> None:
        if self.settings.get("capture.only_when_asked"):
            return
        every = self.settings.get("capture.every_turns")
        long = every and conversations.said_since_memorized(self.conn, row) >= every
        now = self.by.now
        conversations.set_status(self.conn, row, ConversationStatus.PENDING, None, now)
        captures.queue(self.conn, row, due=now if long else self.quiet_at, now=now)

    def _missing(self, row: int, part: SessionPart) -> list[str]:
        """Return the keys of stored turns that a document with its whole session no longer has."""
        keys = [turn.key for turn in part.turns]
        missing = conversations.missing_keys(self.conn, row, self.file_row, keys)
        for other, path in captures.files_of(self.conn, row):
            # It was read by itself before this file, which now stands for it, was there.
            if path != self.state.path and str(holder(Path(path))) == self.state.path:
                missing += set(conversations.said_in(self.conn, row, other)).difference(keys)
        return missing


def _set_title(conn: Connection, row: int, *, renew: bool) -> None:
    """Name a session without a title by its first prompt. `renew`: also one that was named by a prompt which
    was taken back since (edited, or only half written when it was read)."""
    title = conversations.title_of(conn, row)
    if title and not renew:
        return
    prompts = conversations.prompts(conn, row)
    if not title or title in {title_of(text) for text, unsaid in prompts if unsaid}:
        named = next((line for text, unsaid in prompts if not unsaid and (line := title_of(text))), None)
        if named:
            conversations.set_title(conn, row, named)


def _with_new_tokens(kept: KeptPart, known: set[str], state: ReadState) -> SessionPart:
    """Return the part with the tokens not counted before: copied and re-read history counts once.

    An answer's tokens go with its turns, so they are shared out by how many of these are new.
    """
    part = kept.part
    answers = [t for t in part.turns if t.role is Role.ASSISTANT]
    if answers:
        fresh = sum(t.key not in known or t.line == state.start for t in answers)
        share = fresh / len(answers) * (len(part.turns) / kept.all_turns)
    else:
        share = 0.0 if state.again or (part.turns and all(t.key in known for t in part.turns)) else 1.0
    return replace(
        part, input_tokens=round(part.input_tokens * share), output_tokens=round(part.output_tokens * share)
    )
