"""One file → stored turns: what is new in it, each batch with its checkpoint in one transaction.

Other processes may read the same file at the same time. Each transaction starts only from the checkpoint that
this reading knows; where another process got further, reading goes on from there.
"""

from __future__ import annotations

import functools
import logging
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.prefetch import LARGEST_AHEAD, ReadAhead
from arbor_desktop.capture.storing import Overtaken, Pass, Piece, Storing
from arbor_desktop.conversations.batch import Batch, Checkpoint
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.readers.companions import holder, stamp
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError
from arbor_desktop.extraction.work import NotAConversation, ReadRequest, Worker, WorkerDied, WorkerFailed
from arbor_desktop.memories import checks
from arbor_desktop.projects.queries import worktrees
from arbor_desktop.projects.root import project_root
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

NOT_A_CONVERSATION, EMPTY_FILE, NOTHING_SAID = "not a conversation", "empty file", "nothing was said"
OVERTAKEN_LIMIT = 50
DEATHS = 2
"""A file that ends the worker process so often is not tried again until it changes or the next look."""


class Stopped(Exception):
    """The reading was asked to end; the batches stored so far stay, the next reading goes on after them.

    `read`: what they brought.
    """

    def __init__(self, read: FileRead) -> None:
        super().__init__(read.path)
        self.read = read


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


def never() -> bool:
    return False


class Intake:
    def __init__(self, runtime: Runtime, worker: Worker) -> None:
        self._rt = runtime
        self._worker = worker
        self._storing = Storing(runtime)

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
            except Overtaken:
                continue
            except NotAConversation:
                return result.said("skipped", NOT_A_CONVERSATION)
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
            except (ArborError, Stopped):
                raise
            except Exception as error:  # whatever one file holds, the next one must be read
                log.exception("Storing what %s holds failed", path)
                return self._note_error(path, result, f"{type(error).__name__}: {error}")
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
            return result.said("empty", EMPTY_FILE)
        since = known.checkpoint if known and known.checkpoint.offset and not taken_back else None
        this = Pass(
            path, result.source or (known.source if known else None), project, patterns,
            expected=known.checkpoint if known else None, start=since.offset if since else -1,
            left_out=known.left_out if known and not taken_back else None,
            anew=known is not None and since is None, known=known is not None,
        )  # fmt: skip
        self._read_batches(this, since, result, stopping, worker)
        return _conclude(this, result)

    def _read_batches(
        self,
        this: Pass,
        since: Checkpoint | None,
        result: FileRead,
        stopping: Callable[[], bool],
        worker: Worker | ReadAhead,
    ) -> None:
        personal = self._rt.settings.get("redaction.personal")
        for batch in worker.read(ReadRequest(this.path, since, this.source, personal)):
            if stopping():
                raise Stopped(result)
            this.anew |= batch.restarted
            pieces = self._pieces(this, batch)
            store = functools.partial(self._storing.store, this=this, batch=batch, pieces=pieces)
            stored = self._rt.db.write(store)
            this.expected = stored.checkpoint
            this.copied |= stored.copied
            this.source = result.source = stored.source or this.source
            for ident, added in stored.new_turns.items():
                result.new_turns[ident] = result.new_turns.get(ident, 0) + added
            if stored.new_turns:
                self._rt.announce(stored.demoted, tuple(stored.new_turns), status=True)

    # -- what may be kept --

    def _pieces(self, this: Pass, batch: Batch) -> list[Piece]:
        """The parts without what the person excluded. Looks at the file system, so it runs before the
        transaction."""
        apart = self._rt.db.read(worktrees.apart)
        places: dict[str, str | None] = {}
        barred: dict[str, str | None] = {}

        def place_of(cwd: str | None) -> str | None:
            if not cwd:
                return None
            if cwd not in places:
                places[cwd] = project_root(cwd, apart)
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
            pieces.append(Piece(kept, this.project or place_of(kept.cwd), len(part.turns)))
        return pieces

    def _note_error(self, path: str, result: FileRead, reason: str) -> FileRead:
        reason = checks.without_secrets(reason)  # a bug's words may quote the file
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


def _conclude(this: Pass, result: FileRead) -> FileRead:
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
    return result.said("empty", NOTHING_SAID)


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
