"""A batch of a file's turns → the store: what of it is new, what was taken back, whose tokens count."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from arbor_desktop.capture.conversations import keep_out
from arbor_desktop.context import arrival
from arbor_desktop.conversations.batch import Batch, Checkpoint, SessionPart
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.model import ConversationStatus, Role, TurnKind
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.readers.companions import holder
from arbor_desktop.conversations.readers.speech import title_of
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime

COPIERS = frozenset({"specstory"})
"""Sources that write other assistants' sessions down once more, under the same session id."""
OFF_WORDS = "/arbor off"
"""Typed in a conversation, they keep it out of the memory (spec 2.4)."""


class Overtaken(Exception):
    """Another process has read on in this file meanwhile."""


@dataclass(slots=True)
class Pass:
    """One reading of a file, from batch to batch."""

    path: str
    source: str | None
    project: str | None
    patterns: list[str]
    expected: Checkpoint | None
    """The stored checkpoint on which the next batch builds; None: the file is not known."""
    start: int
    """The offset that reading began at: there may lie an unfinished line that was taken before."""
    left_out: str | None = None
    """The pattern that kept something of this file from being read."""
    anew: bool = False
    """The file was read before, and is now read again from its start."""
    known: bool = False
    copied: bool = False
    erased: bool = False
    """Sessions that the person had deleted for good are passed over."""
    internal: bool = False
    """Sessions of Arbor's own model calls are passed over."""
    barred: bool = False
    """Sessions that the person keeps out of the memory are passed over."""
    titles: dict[str, str] = field(default_factory=dict)
    """Of sessions that have no turn yet."""

    @property
    def passed(self) -> bool:
        """Whether anything was passed over, which the file is remembered for."""
        return any((self.erased, self.copied, self.internal, self.barred, self.left_out is not None))


@dataclass(slots=True)
class Stored:
    checkpoint: Checkpoint | None = None
    source: str | None = None
    new_turns: dict[str, int] = field(default_factory=dict)
    demoted: tuple[str, ...] = ()
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A part as far as it may be kept. `all_turns`: how many it had before."""

    part: SessionPart
    place: str | None
    all_turns: int


class Storing:
    """Stores batches. Whoever reads the file hands in its `Pass`, which this keeps up to date."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def store(self, conn: Connection, this: Pass, batch: Batch, pieces: list[Piece]) -> Stored:
        """Stores a batch with its checkpoint, as part of the caller's transaction. Raises Overtaken."""
        before = captures.file(conn, this.path)
        if (before.checkpoint if before else None) != this.expected:
            raise Overtaken
        stored = Stored(source=batch.sessions[0].source if batch.sessions else None)
        wanted: list[tuple[Piece, set[str]]] = []
        for piece in pieces:
            keys = {turn.key for turn in piece.part.turns}
            known = conversations.known_keys(conn, list(keys))
            if conversations.is_erased(conn, piece.part.source, _session(piece.part)):
                this.erased = True
                continue
            row = conversations.find(conn, piece.part.source, _session(piece.part))
            if piece.part.extra.get("arbor_internal") and row is None:
                this.internal = True
                continue
            if (
                row is None
                and piece.part.source in COPIERS
                and conversations.held_by_another(conn, piece.part.source, _session(piece.part))
            ):
                stored.copied = True
                continue
            if row is not None and conversations.is_left_out(conn, row):
                this.barred = True
                continue
            if row is None and known == keys:
                # A copy of what other sessions hold, or nothing at all: no conversation of its own.
                stored.copied |= bool(keys)
                if piece.part.title:
                    this.titles[_session(piece.part)] = piece.part.title
                continue
            if row is not None and piece.place is None:
                place = conversations.project_of(conn, row)
                if place and (pattern := excluded_by(place, this.patterns)):
                    this.left_out = pattern
                    continue
            wanted.append((piece, known))
        passed = this.passed or stored.copied
        if before is None and not wanted and not passed:
            return stored  # it left nothing behind: it is read from its start when it has grown
        by = self._rt.by("capture")
        source = stored.source or this.source
        file_row = captures.save_file(conn, this.path, source, batch.checkpoint, by.now, None, this.left_out)
        quiet_at = self._quiet_at(batch.checkpoint, by.now)
        for piece, known in wanted:
            self._store_piece(conn, this, file_row, piece, known, by, stored, quiet_at)
        captures.postpone(conn, file_row, now=by.now, due=quiet_at)
        after = captures.file(conn, this.path)
        stored.checkpoint = after.checkpoint if after else None
        return stored

    def _store_piece(
        self,
        conn: Connection,
        this: Pass,
        file_row: int,
        piece: Piece,
        known: set[str],
        by: Write,
        stored: Stored,
        quiet_at: int,
    ) -> None:
        part = _counted(piece, known, this)
        title = this.titles.pop(_session(part), None)
        if part.title is None and conversations.find(conn, part.source, _session(part)) is None:
            part = replace(part, title=title)
        row = conversations.ensure(conn, part, piece.place, by.now)
        if part.whole and all(path == this.path for _, path in captures.files_of(conn, row)):
            part = _counted_whole(part, piece.part, conversations.tokens(conn, row))
        missing = _missing(conn, this, file_row, row, part) if part.whole else []
        added = conversations.add_turns(conn, row, file_row, part.turns)
        # In a file that is read again, what was taken back since shows on the turns themselves.
        unsaid = [*missing, *part.unsaid_keys, *(t.key for t in part.turns if t.unsaid and t.key in known)]
        again = None
        if part.whole:
            again = conversations.mark_said(conn, row, [t.key for t in part.turns if not t.unsaid])
        for memory in conversations.mark_unsaid(conn, unsaid):
            stored.demoted += memories.take_back(conn, memory, by)
        for memory in again or ():
            stored.demoted += memories.reinstate(conn, memory, by)
        conversations.update_session(conn, row, part, piece.place, by.now)
        if part.title is None:
            _entitle(conn, row, anew=bool(unsaid))
        captures.link(conn, file_row, row)
        arrival.captured(conn, row, part.shown, by)
        ident = conversations.id_of(conn, row)
        stored.new_turns[ident] = stored.new_turns.get(ident, 0) + added
        fresh = again is not None or any(
            t.kind is TurnKind.SAID and not t.unsaid and t.key not in known for t in part.turns
        )
        if _turns_off(part, known):
            keep_out(conn, row, by.now)
        elif fresh and not self._rt.settings.get("capture.only_when_asked"):
            self._queue(conn, row, by.now, quiet_at)

    def _quiet_at(self, at: Checkpoint, now: int) -> int:
        """When the file will have been quiet for long enough; one not written to lately is so now."""
        written = min(now, at.mtime_ns // 1_000_000)
        return max(now, written + int(self._rt.settings.get("capture.settle_seconds") * 1000))

    def _queue(self, conn: Connection, row: int, now: int, quiet_at: int) -> None:
        every = self._rt.settings.get("capture.every_turns")
        long = every and conversations.said_since_memorized(conn, row) >= every
        conversations.set_status(conn, row, ConversationStatus.PENDING, None, now)
        captures.queue(conn, row, due=now if long else quiet_at, now=now)


def _session(part: SessionPart) -> str:
    return part.parent_session_id or part.session_id


def _missing(conn: Connection, this: Pass, file_row: int, row: int, part: SessionPart) -> list[str]:
    """The turns that a document, which holds all of its session, has no more."""
    keys = [turn.key for turn in part.turns]
    missing = conversations.missing_keys(conn, row, file_row, keys)
    for other, path in captures.files_of(conn, row):
        # It was read by itself before this file, which stands for it now, was there.
        if path != this.path and str(holder(Path(path))) == this.path:
            missing += set(conversations.said_in(conn, row, other)).difference(keys)
    return missing


def _turns_off(part: SessionPart, known: set[str]) -> bool:
    """Whether the person typed that this session is not to be remembered."""
    return any(
        turn.role is Role.USER
        and turn.kind in (TurnKind.SAID, TurnKind.COMMAND)
        and turn.text.strip().lower() == OFF_WORDS
        and turn.key not in known
        for turn in part.turns
    )


def _entitle(conn: Connection, row: int, *, anew: bool) -> None:
    """Names a session that has no name by what the person said first. `anew`: also one that bears the name
    of words that were taken back since (they were edited, or only half written when they were read)."""
    title = conversations.title_of(conn, row)
    if title and not anew:
        return
    prompts = conversations.prompts(conn, row)
    if not title or title in {title_of(text) for text, unsaid in prompts if unsaid}:
        named = next((line for text, unsaid in prompts if not unsaid and (line := title_of(text))), None)
        if named:
            conversations.set_title(conn, row, named)


def _counted(piece: Piece, known: set[str], this: Pass) -> SessionPart:
    """The part with the tokens that were not counted before: copied and re-read history counts once.

    An answer's tokens go with its turns, so they are shared out by how many of these are new.
    """
    part = piece.part
    answers = [t for t in part.turns if t.role is Role.ASSISTANT]
    if answers:
        fresh = sum(t.key not in known or t.line == this.start for t in answers)
        share = fresh / len(answers) * (len(part.turns) / piece.all_turns)
    else:
        share = 0.0 if this.anew or (part.turns and all(t.key in known for t in part.turns)) else 1.0
    return replace(
        part, input_tokens=round(part.input_tokens * share), output_tokens=round(part.output_tokens * share)
    )


def _counted_whole(part: SessionPart, told: SessionPart, counted: tuple[int, int]) -> SessionPart:
    """The part of a document that alone holds its session: it tells the sum of all tokens, of which `counted`
    were counted before."""
    return replace(
        part,
        input_tokens=max(0, told.input_tokens - counted[0]),
        output_tokens=max(0, told.output_tokens - counted[1]),
    )
