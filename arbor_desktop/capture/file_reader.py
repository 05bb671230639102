"""Reading one file into stored turns: what is new in it, each batch with its checkpoint in one transaction.

Other processes may read the same file at the same time. Each transaction starts only from the checkpoint that
this reading knows; where another process got further, reading goes on from there.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from arbor_desktop.capture import turn_storage
from arbor_desktop.capture.model import NOT_A_CONVERSATION
from arbor_desktop.capture.turn_storage import PASSED_OVER, KeptPart, Overtaken, ReadState
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.conversations.files import excluded_by, holder, stamp
from arbor_desktop.conversations.model import Batch, Checkpoint
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError
from arbor_desktop.extraction.worker import NotAConversation, ReadRequest, Worker, WorkerDied, WorkerFailed
from arbor_desktop.memories import checks
from arbor_desktop.projects.git import project_root
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

EMPTY_FILE, NO_TURNS = "empty file", "no messages"
EXCLUDED, UNREADABLE = "excluded", "unreadable"
OVERTAKEN_LIMIT = 50
DEATHS = 2
"""A file that ends the worker process so often is not tried again until it changes or the next scan."""
LARGEST_AHEAD = 8 * 1024 * 1024
"""Bytes: larger files are not prefetched, since all that is prefetched is kept in memory."""


class Stopped(Exception):
    """Reading was stopped; the batches stored so far stay, and the next reading goes on after them.

    `read`: the result so far.
    """

    def __init__(self, read: FileRead) -> None:
        super().__init__(read.path)
        self.read = read


@dataclass(slots=True)
class FileRead:
    """The result of reading one file: how many new turns each of its conversations got."""

    path: str
    source: str | None = None
    status: str = "success"
    reason: str | None = None
    error: str | None = None
    new_turns: dict[str, int] = field(default_factory=dict)

    def ended(self, status: str, reason: str | None, error: str | None = None) -> FileRead:
        """Set the status and return this result."""
        self.status, self.reason, self.error = status, reason, error
        return self


def never() -> bool:
    return False


class Prefetch:
    """Reads files ahead of their turn, while the one before is stored and memorized.

    Worth it only where the worker has a process of its own. Nothing is stored ahead, so a kill loses only
    time. A context manager, for one thread.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._pool: ThreadPoolExecutor | None = None
        self._begun: dict[str, tuple[ReadRequest, Future[list[Batch]]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def begin(self, request: ReadRequest) -> None:
        """Start to read; the batches are kept until `read` asks for them."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="arbor-ahead")
        self._begun[request.path] = request, self._pool.submit(lambda: list(self._worker.read(request)))

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        """Yield the batches of a file. Raises what `Worker.read` raises."""
        begun = self._begun.pop(request.path, None)
        if begun is not None and begun[0] == request:
            yield from begun[1].result()
        else:
            yield from self._worker.read(request)


class FileReader:
    """Reads files through the worker. Safe to use from several threads."""

    def __init__(self, runtime: Runtime, worker: Worker) -> None:
        self._rt = runtime
        self._worker = worker

    def locate(self, path: str) -> tuple[str, str | None]:
        """Return the path of the file to read for `path`, and the reason if it must not be read."""
        shown = printable(path)
        if shown != path:
            return shown, UNREADABLE
        path = str(holder(Path(path)))
        own = os.path.realpath(self._rt.home.folder)
        if os.path.realpath(path).startswith(own + os.sep):  # whatever way leads into Arbor's home
            return path, EXCLUDED
        return path, EXCLUDED if excluded_by(path, self._rt.settings.get("capture.excluded")) else None

    def request(self, path: str, since: Checkpoint | None, source: str | None) -> ReadRequest:
        """Return the worker's request for a file, by the settings."""
        return ReadRequest(path, since, source, self._rt.settings.get("redaction.personal"))

    def read(
        self,
        path: str,
        *,
        source: str | None = None,
        project: str | None = None,
        stopping: Callable[[], bool] = never,
        prefetch: Prefetch | None = None,
    ) -> FileRead:
        """Store what is new in a file and queue its conversations. Never raises for a bad file.

        `stopping` is asked between batches; Stopped is raised where it answers True. `prefetch` may have read
        the file already. Raises StorageError where nothing can be stored.
        """
        path, refused = self.locate(path)
        result = FileRead(path, source)
        if refused == UNREADABLE:
            return result.ended("error", UNREADABLE, "The file's name is not valid text; rename the file.")
        if refused is not None:
            return result.ended("skipped", refused)
        deaths = 0
        for _ in range(OVERTAKEN_LIMIT):
            try:
                return self._read_on(result, project, stopping, prefetch or self._worker)
            except Overtaken:
                continue
            except NotAConversation:
                return result.ended("skipped", NOT_A_CONVERSATION)
            except FileNotFoundError:
                self._rt.db.write(lambda c: captures.mark_gone(c, path, self._rt.clock()))
                return result.ended("skipped", "gone")
            except OSError as error:
                return self._note_error(result, why(error))
            except WorkerDied as error:
                deaths += 1
                if deaths >= DEATHS:
                    return self._note_error(result, str(error))
            except WorkerFailed as error:
                return self._note_error(result, str(error))
            except (ArborError, Stopped):
                raise
            except Exception as error:  # whatever is in one file, the next one must be read
                log.exception("Storing what %s holds failed", path)
                return self._note_error(result, f"{type(error).__name__}: {error}")
        return result.ended("skipped", "read by another process")

    def prefetch_request(self, path: str, source: str | None) -> ReadRequest | None:
        """Return the request to prefetch a file with; None unless it is new, not large and not excluded."""
        path, refused = self.locate(path)
        if refused is not None:
            return None
        try:
            found = Path(path).stat()
        except OSError:  # reported when its turn comes
            return None
        if not stat.S_ISREG(found.st_mode) or not 0 < found.st_size <= LARGEST_AHEAD:
            return None
        if self._rt.db.read(lambda c: captures.file(c, path)) is not None:
            return None
        return self.request(path, None, source)

    def _read_on(
        self,
        result: FileRead,
        project: str | None,
        stopping: Callable[[], bool],
        worker: Worker | Prefetch,
    ) -> FileRead:
        """Read a file from its stored checkpoint on. Raises Overtaken, Stopped and what the worker raises."""
        path, patterns = result.path, self._rt.settings.get("capture.excluded")
        known = self._rt.db.read(lambda c: captures.file(c, path))
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):  # reading a pipe or a device might wait for ever
            return result.ended("skipped", "not a file")
        included_again = known is not None and known.left_out is not None and known.left_out not in patterns
        current = known if known is not None and not included_again and known.error is None else None
        if current is not None and current.checkpoint.stamp == stamp(Path(path)):
            result.source = current.source
            if any(result.new_turns.values()):
                return result
            return result.ended("skipped", EXCLUDED if current.left_out else "unchanged")
        if found.st_size == 0:
            return result.ended("empty", EMPTY_FILE)
        since = known.checkpoint if known and known.checkpoint.offset and not included_again else None
        state = ReadState(
            path, result.source or (known.source if known else None), project, patterns,
            expected=known.checkpoint if known else None, start=since.offset if since else -1,
            left_out=known.left_out if known and not included_again else None,
            again=known is not None and since is None, known=known is not None,
        )  # fmt: skip
        for batch in worker.read(self.request(path, since, state.source)):
            if stopping():
                raise Stopped(result)
            self._store(state, batch, result)
        if any(result.new_turns.values()):
            return result
        if state.left_out:
            return result.ended("skipped", EXCLUDED)
        if reason := next((one for one in PASSED_OVER if one in state.passed_over), None):
            return result.ended("skipped", reason)
        if state.known or result.new_turns:
            return result.ended("skipped", "nothing new")
        return result.ended("empty", NO_TURNS)

    def _store(self, state: ReadState, batch: Batch, result: FileRead) -> None:
        state.again |= batch.restarted
        parts = self.kept_parts(state, batch)
        stored = self._rt.db.write(lambda conn: turn_storage.store_batch(conn, self._rt, state, batch, parts))
        state.expected = stored.checkpoint
        state.source = result.source = stored.source or state.source
        for ident, added in stored.new_turns.items():
            result.new_turns[ident] = result.new_turns.get(ident, 0) + added
        if stored.new_turns:
            self._rt.announce(stored.demoted, tuple(stored.new_turns), status=True)

    def kept_parts(self, state: ReadState, batch: Batch) -> list[KeptPart]:
        """Return the parts of a batch without what is excluded, each with its project.

        Looks at the file system, so it is to be called outside of transactions.
        """
        apart = self._rt.db.read(ready_blocks.apart)

        @cache
        def place_of(cwd: str | None) -> str | None:
            return project_root(cwd, apart) if cwd else None

        @cache
        def pattern_of(cwd: str | None) -> str | None:
            if not cwd or not state.patterns:
                return None
            root = place_of(cwd)
            return excluded_by(cwd, state.patterns) or (excluded_by(root, state.patterns) if root else None)

        parts = []
        for part in batch.sessions:
            patterns = [pattern_of(t.cwd or part.cwd) for t in part.turns]
            turns = tuple(t for t, found in zip(part.turns, patterns, strict=True) if not found)
            pattern = next((found for found in patterns if found), pattern_of(part.cwd))
            if pattern is None and state.project:
                pattern = excluded_by(state.project, state.patterns)
                turns = () if pattern else turns
            kept = part
            if pattern is not None:
                state.left_out = pattern
                if not turns:
                    continue
                cwd = next((t.cwd for t in turns if t.cwd), None)
                # Not whole: turns that are missing here were not taken back.
                kept = replace(part, turns=turns, title=None, paths=(), cwd=cwd, whole=False)
            parts.append(KeptPart(kept, state.project or place_of(kept.cwd), len(part.turns)))
        return parts

    def _note_error(self, result: FileRead, reason: str) -> FileRead:
        reason = checks.without_secrets(reason)  # a bug's message may quote the file
        path, now = result.path, self._rt.clock()

        def write(conn: Connection) -> None:
            before = captures.file(conn, path)
            at = Checkpoint() if before is None or before.left_out else before.checkpoint
            source = before.source if before else result.source
            captures.save_file(conn, path, source, at, now, reason)
            if before is None or before.error != reason:  # the same error is noted once
                captures.note(conn, now, "read", Path(path).name, "error", reason=reason)

        self._rt.db.write(write)
        self._rt.announce(status=True)
        return result.ended("error", UNREADABLE, reason)


def printable(path: str) -> str:
    """Return a path that can be shown and stored, with replacement characters where it is not valid text."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "replace")
    return path


def why(error: OSError) -> str:
    """Return an error's message for people: `Permission denied`, not the whole exception."""
    return error.strerror or str(error)
