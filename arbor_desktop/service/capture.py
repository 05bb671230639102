"""Files → stored turns → queued jobs → memories: one door for watcher, command line and window."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbor_desktop.core.conversation import ConversationStatus, TurnKind
from arbor_desktop.core.errors import InvalidInput
from arbor_desktop.core.reading import Batch, Checkpoint, SessionPart
from arbor_desktop.core.results import CaptureRow
from arbor_desktop.formats.registry import all_readers
from arbor_desktop.service import checks, files
from arbor_desktop.service.exclusions import excluded_by
from arbor_desktop.service.memorize import Memorizer
from arbor_desktop.service.preview import preview
from arbor_desktop.service.projects import project_root
from arbor_desktop.service.runtime import Alive, Runtime, is_alive, this_process
from arbor_desktop.service.work import NotAConversation, ReadRequest, Worker
from arbor_desktop.service.worker import WorkerDied, WorkerFailed
from arbor_desktop.store import captures, conversations, memories
from arbor_desktop.store.captures import CapturedFile, Job
from arbor_desktop.store.database import Connection
from arbor_desktop.store.memories import Write

log = logging.getLogger(__name__)

RETRY_SECONDS = (2, 4, 8, 10, 10, 10)
Progress = Callable[[str, int, int], None]
"""`progress(what, done, total)`; may raise Cancelled."""


class Cancelled(Exception):
    """The person stopped a long run; what was committed stays."""


@dataclass(slots=True)
class FileRead:
    """What reading one file brought: its conversations, and how many new turns each got."""

    path: str
    source: str | None = None
    status: str = "success"
    reason: str | None = None
    error: str | None = None
    new_turns: dict[str, int] = field(default_factory=dict)


class Capture:
    def __init__(
        self, runtime: Runtime, worker: Worker, memorizer: Memorizer, alive: Alive = is_alive
    ) -> None:
        self._rt = runtime
        self._worker = worker
        self._memorizer = memorizer
        self._alive = alive
        self._owner = this_process()
        self._projects: dict[str, str | None] = {}

    # -- by hand --

    def capture(
        self,
        paths: Sequence[str | Path],
        *,
        source: str | None = None,
        backend: str | None = None,
        project: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> list[CaptureRow]:
        """Reads and memorizes files and folders at once (spec 7.2 `capture`). Naming a path is consent.

        Raises InvalidInput for a path that does not exist; what can't be read becomes a row that says so.
        """
        if backend not in (None, "offline"):
            raise InvalidInput(
                f"The backend {backend!r} is not available; there is: offline.", field="backend"
            )
        known_sources = [reader.source for reader in all_readers()]
        if source is not None and source not in known_sources:
            raise InvalidInput(
                f"There is no source {source!r}; there are: {', '.join(known_sources)}.", field="source"
            )
        place = None if project is None else checks.project_path(project)
        rows: list[CaptureRow] = []
        found = list(self._expand(paths, rows))
        with contextlib.suppress(Cancelled):
            for done, path in enumerate(found):
                if progress:
                    progress(path.name, done, len(found))
                if dry_run:
                    rows.extend(preview(self._rt, self._worker, path, source, place))
                else:
                    rows.extend(self._capture_file(path, source, place))
        if progress:
            with contextlib.suppress(Cancelled):
                progress("", len(found), len(found))
        return rows

    def _expand(self, paths: Sequence[str | Path], rows: list[CaptureRow]) -> Iterator[Path]:
        def failed(error: OSError) -> None:
            rows.append(
                CaptureRow(str(error.filename), status="error", reason="unreadable", error=_why(error))
            )

        for given in paths:
            path = Path(given).expanduser().absolute()
            try:
                exists, folder = path.exists(), path.is_dir()
            except OSError as error:
                failed(error)
                continue
            if not exists:
                raise InvalidInput(f"There is no file or folder {path}.", path=str(path))
            if folder:
                yield from files.walk(path, failed)
            else:
                yield path

    def _capture_file(self, path: Path, source: str | None, project: str | None) -> list[CaptureRow]:
        read = self.read_file(str(path), source=source, project=project)
        held = self._rt.db.read(lambda c: self._held(c, str(path)))
        rows = []
        for row, ident, turns in held:
            base = CaptureRow(
                str(path), read.source, ident, read.status, read.reason, turns, read.new_turns.get(ident, 0),
                error=read.error,
            )  # fmt: skip
            job = self._claim(conversation=row)
            if job is not None:
                done = self.run_job(job, path=str(path))
                base = replace(done, new_turns=base.new_turns, turns=turns)
            rows.append(base)
        if not rows:
            rows.append(CaptureRow(str(path), read.source, None, read.status, read.reason, error=read.error))
        return rows

    def _held(self, conn: Connection, path: str) -> list[tuple[int, str, int]]:
        known = captures.file(conn, path)
        if known is None:
            return []
        return [
            (row, ident, conversations.get(conn, ident).turn_count)
            for row, ident in captures.conversations_of(conn, known.row)
        ]

    # -- one file --

    def read_file(self, path: str, *, source: str | None = None, project: str | None = None) -> FileRead:
        """Stores what is new in a file and queues its conversations. Never raises for a bad file."""
        result = FileRead(path, source)
        patterns = self._rt.settings.get("capture.excluded")
        if excluded_by(path, patterns) or self._is_own(path):
            result.status, result.reason = "skipped", "excluded"
            return result
        known = self._rt.db.read(lambda c: captures.file(c, path))
        try:
            found = Path(path).stat()
            if known is not None and known.error is None and _unchanged(known.checkpoint, found):
                result.status, result.reason, result.source = "skipped", "unchanged", known.source
                return result
            if found.st_size == 0:
                result.status, result.reason = "empty", "empty file"
                return result
            self._read_batches(path, known, result, project, patterns)
        except NotAConversation:
            result.status, result.reason = "skipped", "not a conversation"
        except FileNotFoundError:
            self._rt.db.write(lambda c: captures.mark_gone(c, path, self._rt.clock()))
            result.status, result.reason = "skipped", "gone"
        except OSError as error:
            self._note_error(path, known, result, _why(error))
        except (WorkerDied, WorkerFailed) as error:
            self._note_error(path, known, result, str(error))
        return result

    def _read_batches(
        self,
        path: str,
        known: CapturedFile | None,
        result: FileRead,
        project: str | None,
        patterns: list[str],
    ) -> None:
        request = ReadRequest(
            path,
            known.checkpoint if known else None,
            result.source or (known.source if known else None),
            self._rt.settings.get("redaction.personal"),
        )
        any_session = copied = excluded = False
        for batch in self._worker.read(request):
            store = functools.partial(
                self._store_batch, path=path, batch=batch, result=result, project=project, patterns=patterns
            )
            stored = self._rt.db.write(store)
            any_session |= bool(batch.sessions)
            copied |= stored.copied
            excluded |= stored.excluded
            if stored.touched:
                self._rt.announce(stored.demoted, stored.touched, status=True)
        if result.new_turns:
            return
        if excluded:
            result.status, result.reason = "skipped", "excluded"
        elif copied:
            result.status, result.reason = "skipped", "copied from another session"
        elif known is not None:
            result.status, result.reason = "skipped", "nothing new"
        elif not any_session or not result.new_turns:
            result.status, result.reason = "empty", "nothing was said"

    def _store_batch(
        self,
        conn: Connection,
        path: str,
        batch: Batch,
        result: FileRead,
        project: str | None,
        patterns: list[str],
    ) -> _Stored:
        by = self._rt.by("capture")
        source = batch.sessions[0].source if batch.sessions else result.source
        result.source = source
        file_row = captures.save_file(conn, path, source, batch.checkpoint, by.now, None)
        stored = _Stored()
        for part in batch.sessions:
            place = project or self._project(part.cwd)
            if part.cwd and (excluded_by(part.cwd, patterns) or (place and excluded_by(place, patterns))):
                stored.excluded = True
                continue
            self._store_part(conn, file_row, part, place, by, result, stored)
        return stored

    def _store_part(
        self,
        conn: Connection,
        file_row: int,
        part: SessionPart,
        place: str | None,
        by: Write,
        result: FileRead,
        stored: _Stored,
    ) -> None:
        session = part.parent_session_id or part.session_id
        known = conversations.known_keys(conn, [turn.key for turn in part.turns])
        if conversations.find(conn, part.source, session) is None and len(known) == len(
            {t.key for t in part.turns}
        ):
            stored.copied |= bool(part.turns)  # a copy of what other sessions hold, or nothing at all
            return
        row = conversations.ensure(conn, part, place, by.now)
        added = conversations.add_turns(conn, row, file_row, part.turns)
        for memory in conversations.mark_unsaid(conn, part.unsaid_keys) if part.unsaid_keys else ():
            stored.demoted += memories.demote(
                conn, memory, replace(by, reason="What it rests on was taken back")
            )
        conversations.update_session(conn, row, part, place, by.now)
        captures.link(conn, file_row, row)
        ident = conversations.id_of(conn, row)
        result.new_turns[ident] = result.new_turns.get(ident, 0) + added
        stored.touched += (ident,)
        fresh = any(t.kind is TurnKind.SAID and t.key not in known for t in part.turns)
        if fresh and not self._rt.settings.get("capture.only_when_asked"):
            self._queue(conn, row, by.now)

    def _queue(self, conn: Connection, row: int, now: int) -> None:
        settle = int(self._rt.settings.get("capture.settle_seconds") * 1000)
        every = self._rt.settings.get("capture.every_turns")
        long = every and conversations.said_since_memorized(conn, row) >= every
        conversations.set_status(conn, row, ConversationStatus.PENDING, None, now)
        captures.queue(conn, row, due=now if long else now + settle, now=now)

    def _project(self, cwd: str | None) -> str | None:
        if not cwd:
            return None
        if cwd not in self._projects:
            self._projects[cwd] = project_root(cwd)
        return self._projects[cwd]

    def _is_own(self, path: str) -> bool:
        return Path(path).is_relative_to(self._rt.home.folder)

    def _note_error(self, path: str, known: CapturedFile | None, result: FileRead, why: str) -> None:
        result.status, result.reason, result.error = "error", "unreadable", why
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            checkpoint = known.checkpoint if known else Checkpoint()
            captures.save_file(conn, path, known.source if known else None, checkpoint, now, why)
            captures.note(conn, now, "read", Path(path).name, "error", reason=why)

        self._rt.db.write(write)
        self._rt.announce(status=True)

    # -- jobs --

    def _claim(self, *, conversation: int | None = None, now: int | None = None) -> Job | None:
        moment = self._rt.clock() if now is None else now
        return self._rt.db.write(lambda c: captures.claim(c, self._owner, moment, self._alive, conversation))

    def next_job(self, *, now: int | None = None) -> Job | None:
        """Leases the next job that is due at `now` (milliseconds; None: at this moment)."""
        return self._claim(now=now)

    def run_job(self, job: Job, *, path: str | None = None) -> CaptureRow:
        """Memorizes a leased conversation; a failure gives the lease back for a later try, and says why."""
        try:
            return self._memorizer.memorize(job.conversation_id, path=path)
        except (WorkerDied, WorkerFailed) as error:
            why = str(error)
            now = self._rt.clock()
            delay = RETRY_SECONDS[min(job.attempts, len(RETRY_SECONDS) - 1)]

            def write(conn: Connection) -> None:
                again = captures.fail(conn, job.row, why, retry_at=now + delay * 1000)
                status = ConversationStatus.PENDING if again else ConversationStatus.ERROR
                conversations.set_status(conn, job.conversation, status, why, now)
                captures.note(
                    conn,
                    now,
                    "memorize",
                    job.title,
                    "error",
                    reason=why,
                    conversation=job.conversation,
                )

            self._rt.db.write(write)
            self._rt.announce((), (job.conversation_id,), status=True)
            return CaptureRow(path, None, job.conversation_id, "error", "extraction failed", error=why)
        except BaseException:
            self._rt.db.write(lambda c: captures.release(c, job.row))
            raise

    def memorize(self, conversation_id: str, *, again: bool = False) -> CaptureRow:
        """Memorizes one conversation now. Raises NotFound."""
        return self._memorizer.memorize(conversation_id, again=again)


@dataclass(slots=True)
class _Stored:
    touched: tuple[str, ...] = ()
    demoted: tuple[str, ...] = ()
    copied: bool = False
    excluded: bool = False


def _unchanged(known: Checkpoint, found: os.stat_result) -> bool:
    return known.size == found.st_size and known.mtime_ns == found.st_mtime_ns


def _why(error: OSError) -> str:
    """For people: `Permission denied`, not the whole exception."""
    return error.strerror or str(error)
