"""One file → stored turns: what is new in it, each batch with its checkpoint in one transaction.

Other processes may read the same file at the same time. Each transaction starts only from the checkpoint that
this reading knows; where another process got further, reading goes on from there.
"""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbor_desktop.core.conversation import ConversationStatus, Role, TurnKind
from arbor_desktop.core.reading import Batch, Checkpoint, SessionPart
from arbor_desktop.formats.companions import holder, stamp
from arbor_desktop.service.ahead import LARGEST_AHEAD, ReadAhead
from arbor_desktop.service.conversations import keep_out
from arbor_desktop.service.exclusions import excluded_by
from arbor_desktop.service.memorize import NOT_REMEMBERED
from arbor_desktop.service.projects import project_root
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.work import NotAConversation, ReadRequest, Worker, WorkerDied, WorkerFailed
from arbor_desktop.store import captures, conversations, memories
from arbor_desktop.store.database import Connection
from arbor_desktop.store.memories import Write

OVERTAKEN_LIMIT = 50
TITLE = 100
COPIERS = frozenset({"specstory"})
"""Sources that write other assistants' sessions down once more, under the same session id."""
OFF_WORDS = "/arbor off"
"""Typed in a conversation, they keep it out of the memory (spec 2.4)."""
DEATHS = 2
"""A file that ends the worker process so often is not tried again until it changes or the next look."""


class Stopped(Exception):
    """The reading was asked to end; the batches stored so far stay, the next reading goes on after them."""


class _Overtaken(Exception):
    """Another process has read on in this file meanwhile."""


@dataclass(slots=True)
class FileRead:
    """What reading one file brought: its conversations, and how many new turns each got."""

    path: str
    source: str | None = None
    status: str = "success"
    reason: str | None = None
    error: str | None = None
    new_turns: dict[str, int] = field(default_factory=dict)

    def said(self, status: str, reason: str | None, error: str | None = None) -> FileRead:
        self.status, self.reason, self.error = status, reason, error
        return self


@dataclass(slots=True)
class _Pass:
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
class _Stored:
    checkpoint: Checkpoint | None = None
    source: str | None = None
    new_turns: dict[str, int] = field(default_factory=dict)
    demoted: tuple[str, ...] = ()
    copied: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part as far as it may be kept. `all_turns`: how many it had before."""

    part: SessionPart
    place: str | None
    all_turns: int


def never() -> bool:
    return False


class Intake:
    def __init__(self, runtime: Runtime, worker: Worker) -> None:
        self._rt = runtime
        self._worker = worker

    def read(
        self,
        path: str,
        *,
        source: str | None = None,
        project: str | None = None,
        stopping: Callable[[], bool] = never,
        ahead: ReadAhead | None = None,
    ) -> FileRead:
        """Stores what is new in a file and queues its conversations. Never raises for a bad file.

        `stopping` is asked between batches. `ahead` may hold what was read of the file before its turn came.
        Raises StorageError where nothing can be stored.
        """
        result = FileRead(printable(path), source)
        if result.path != path:
            return result.said("error", "unreadable", "The file's name is not valid text; rename the file.")
        path = result.path = str(holder(Path(path)))
        patterns = self._rt.settings.get("capture.excluded")
        if excluded_by(path, patterns) or is_own(self._rt, path):
            return result.said("skipped", "excluded")
        deaths = 0
        for _ in range(OVERTAKEN_LIMIT):
            try:
                return self._read_on(path, result, project, patterns, stopping, ahead or self._worker)
            except _Overtaken:
                continue
            except NotAConversation:
                return result.said("skipped", "not a conversation")
            except FileNotFoundError:
                self._rt.db.write(lambda c: captures.mark_gone(c, path, self._rt.clock()))
                return result.said("skipped", "gone")
            except OSError as error:
                return self._note_error(path, result, why(error))
            except WorkerDied as error:
                deaths += 1
                if deaths >= DEATHS:
                    return self._note_error(path, result, str(error))
            except WorkerFailed as error:
                return self._note_error(path, result, str(error))
        return result.said("skipped", "read by another process")

    def request_ahead(self, path: str, source: str | None) -> ReadRequest | None:
        """What reading a file will ask of the worker; None where that is not known yet, or where it is not to
        be read before its turn: nothing but files that are new, not large and not excluded."""
        if printable(path) != path:
            return None
        path = str(holder(Path(path)))
        if excluded_by(path, self._rt.settings.get("capture.excluded")) or is_own(self._rt, path):
            return None
        try:
            found = Path(path).stat()
        except OSError:  # it is told when its turn comes
            return None
        if not stat.S_ISREG(found.st_mode) or not 0 < found.st_size <= LARGEST_AHEAD:
            return None
        if self._rt.db.read(lambda c: captures.file(c, path)) is not None:
            return None
        return ReadRequest(path, None, source, self._rt.settings.get("redaction.personal"))

    def _read_on(
        self,
        path: str,
        result: FileRead,
        project: str | None,
        patterns: list[str],
        stopping: Callable[[], bool],
        worker: Worker | ReadAhead,
    ) -> FileRead:
        known = self._rt.db.read(lambda c: captures.file(c, path))
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):  # reading a pipe or a device might wait for ever
            return result.said("skipped", "not a file")
        taken_back = known is not None and known.left_out is not None and known.left_out not in patterns
        if (
            known is not None
            and not taken_back
            and known.error is None
            and unchanged(known.checkpoint, stamp(Path(path)))
        ):
            result.source = known.source
            if any(result.new_turns.values()):
                return result
            return result.said("skipped", "excluded" if known.left_out else "unchanged")
        if found.st_size == 0:
            return result.said("empty", "empty file")
        since = known.checkpoint if known and known.checkpoint.offset and not taken_back else None
        this = _Pass(
            path, result.source or (known.source if known else None), project, patterns,
            expected=known.checkpoint if known else None, start=since.offset if since else -1,
            left_out=known.left_out if known and not taken_back else None,
            anew=known is not None and since is None, known=known is not None,
        )  # fmt: skip
        self._read_batches(this, since, result, stopping, worker)
        return _conclude(this, result)

    def _read_batches(
        self,
        this: _Pass,
        since: Checkpoint | None,
        result: FileRead,
        stopping: Callable[[], bool],
        worker: Worker | ReadAhead,
    ) -> None:
        personal = self._rt.settings.get("redaction.personal")
        for batch in worker.read(ReadRequest(this.path, since, this.source, personal)):
            if stopping():
                raise Stopped
            this.anew |= batch.restarted
            pieces = self._pieces(this, batch)
            store = functools.partial(self._store_batch, this=this, batch=batch, pieces=pieces)
            stored = self._rt.db.write(store)
            this.expected = stored.checkpoint
            this.copied |= stored.copied
            this.source = result.source = stored.source or this.source
            for ident, added in stored.new_turns.items():
                result.new_turns[ident] = result.new_turns.get(ident, 0) + added
            if stored.new_turns:
                self._rt.announce(stored.demoted, tuple(stored.new_turns), status=True)

    # -- what may be kept --

    def _pieces(self, this: _Pass, batch: Batch) -> list[_Piece]:
        """The parts without what the person excluded. Looks at the file system, so it runs before the
        transaction."""
        places: dict[str, str | None] = {}
        barred: dict[str, str | None] = {}

        def place_of(cwd: str | None) -> str | None:
            if not cwd:
                return None
            if cwd not in places:
                places[cwd] = project_root(cwd)
            return places[cwd]

        def barred_by(cwd: str | None) -> str | None:
            if not cwd or not this.patterns:
                return None
            if cwd not in barred:
                root = place_of(cwd)
                barred[cwd] = excluded_by(cwd, this.patterns) or (
                    excluded_by(root, this.patterns) if root else None
                )
            return barred[cwd]

        pieces = []
        for part in batch.sessions:
            turns = tuple(t for t in part.turns if not barred_by(t.cwd or part.cwd))
            pattern = next(
                (p for t in part.turns if (p := barred_by(t.cwd or part.cwd))), barred_by(part.cwd)
            )
            if pattern is None and this.project:
                pattern = excluded_by(this.project, this.patterns)
                turns = () if pattern else turns
            kept = part
            if pattern is not None:
                this.left_out = pattern
                if not turns:
                    continue
                cwd = next((t.cwd for t in turns if t.cwd), None)
                # Not whole: what is kept out of here is not taken back.
                kept = replace(part, turns=turns, title=None, paths=(), cwd=cwd, whole=False)
            pieces.append(_Piece(kept, this.project or place_of(kept.cwd), len(part.turns)))
        return pieces

    # -- storing --

    def _store_batch(self, conn: Connection, this: _Pass, batch: Batch, pieces: list[_Piece]) -> _Stored:
        before = captures.file(conn, this.path)
        if (before.checkpoint if before else None) != this.expected:
            raise _Overtaken
        stored = _Stored(source=batch.sessions[0].source if batch.sessions else None)
        wanted: list[tuple[_Piece, set[str]]] = []
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
        this: _Pass,
        file_row: int,
        piece: _Piece,
        known: set[str],
        by: Write,
        stored: _Stored,
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

    def _note_error(self, path: str, result: FileRead, reason: str) -> FileRead:
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            before = captures.file(conn, path)
            at = Checkpoint() if before is None or before.left_out else before.checkpoint
            source = before.source if before else result.source
            captures.save_file(conn, path, source, at, now, reason)
            if before is None or before.error != reason:  # the same trouble is told once
                captures.note(conn, now, "read", Path(path).name, "error", reason=reason)

        self._rt.db.write(write)
        self._rt.announce(status=True)
        return result.said("error", "unreadable", reason)


def _session(part: SessionPart) -> str:
    return part.parent_session_id or part.session_id


def _missing(conn: Connection, this: _Pass, file_row: int, row: int, part: SessionPart) -> list[str]:
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
    if not title or title in {_first_line(text) for text, unsaid in prompts if unsaid}:
        named = next((line for text, unsaid in prompts if not unsaid and (line := _first_line(text))), None)
        if named:
            conversations.set_title(conn, row, named)


def _first_line(text: str) -> str:
    return next((line[:TITLE] for line in text.splitlines() if line.strip()), "")


def _counted(piece: _Piece, known: set[str], this: _Pass) -> SessionPart:
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


def _conclude(this: _Pass, result: FileRead) -> FileRead:
    if any(result.new_turns.values()):
        return result
    if this.left_out:
        return result.said("skipped", "excluded")
    if this.erased:
        return result.said("skipped", "deleted for good")
    if this.internal:
        return result.said("skipped", "Arbor's own")
    if this.barred:
        return result.said("skipped", NOT_REMEMBERED)
    if this.copied:
        return result.said("skipped", "copied from another session")
    if this.known or result.new_turns:
        return result.said("skipped", "nothing new")
    return result.said("empty", "nothing was said")


def unchanged(known: Checkpoint, found: tuple[int, int]) -> bool:
    return (known.size, known.mtime_ns) == found


def is_own(runtime: Runtime, path: str) -> bool:
    """Whether the file lies in Arbor's own home, whatever way leads there."""
    own = os.path.realpath(runtime.home.folder)
    return os.path.realpath(path).startswith(own + os.sep)


def printable(path: str) -> str:
    """A path that can be shown and stored: names that are not valid text get replacement characters."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "replace")
    return path


def why(error: OSError) -> str:
    """For people: `Permission denied`, not the whole exception."""
    return error.strerror or str(error)
