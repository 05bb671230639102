"""Files → stored turns → queued jobs → memories: one door for watcher, command line and window."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.intake import FileRead, Intake, Stopped, never, printable, why
from arbor_desktop.capture.memorization import EXCLUDED, Memorizer
from arbor_desktop.capture.model import STOPPED, CaptureRow
from arbor_desktop.capture.prefetch import ReadAhead
from arbor_desktop.capture.preview import preview
from arbor_desktop.capture.sources import source_names
from arbor_desktop.conversations import files
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.queries.captures import Job, Owner
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.extraction.with_model.extracting import BACKENDS
from arbor_desktop.extraction.work import Worker, WorkerDied, WorkerFailed
from arbor_desktop.memories import checks
from arbor_desktop.models.model import ModelFailed, Trouble
from arbor_desktop.runtime.runtime import Alive, Runtime, is_alive, this_process

log = logging.getLogger(__name__)

RETRY_SECONDS = (2, 4, 8, 10, 10, 10)
EXCLUDED_SECONDS = 600
"""How often a waiting conversation of an excluded project is looked at again."""
Progress = Callable[[str, int, int], None]
"""`progress(what, done, total)`; may raise Cancelled."""


class Cancelled(Exception):
    """The person stopped a long run; what was committed stays."""


class Capture:
    def __init__(
        self, runtime: Runtime, worker: Worker, memorizer: Memorizer, alive: Alive = is_alive
    ) -> None:
        self._rt = runtime
        self._worker = worker
        self._memorizer = memorizer
        self._alive = alive
        self._intake = Intake(runtime, worker)
        self._owner: Owner | None = None
        self._held: set[int] = set()
        self._held_lock = threading.Lock()

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
        if backend is not None and backend not in BACKENDS:
            raise InvalidInput(
                f"There is no backend {backend!r}; there are: {', '.join(BACKENDS)}.", field="backend"
            )
        if source is not None and source not in (known := source_names()):
            raise InvalidInput(
                f"There is no source {source!r}; there are: {', '.join(known)}.", field="source"
            )
        place = None if project is None else checks.project_path(project)
        rows: list[CaptureRow] = []
        found = _oldest_first(self._expand(paths, rows))
        with contextlib.suppress(Cancelled), ReadAhead(self._worker) as ahead:
            for done, path in enumerate(found):
                if progress:
                    progress(path.name, done, len(found))
                if dry_run:
                    rows.extend(preview(self._rt, self._worker, path, source, place))
                else:
                    steps = _Steps(progress, path.name, done, len(found))
                    for following in found[done + 1 : done + 2] if self._worker.apart else ():
                        if (request := self._intake.request_ahead(str(following), source)) is not None:
                            ahead.begin(request)
                    self._capture_file(path, source, place, steps, rows, ahead, backend)
        if progress:
            with contextlib.suppress(Cancelled):
                progress("", len(found), len(found))
        return rows

    def _expand(self, paths: Sequence[str | Path], rows: list[CaptureRow]) -> Iterator[Path]:
        def failed(error: OSError) -> None:
            path = printable(str(error.filename))
            if isinstance(error, FileNotFoundError):
                rows.append(CaptureRow(path, status="skipped", reason="gone"))
            else:
                rows.append(CaptureRow(path, status="error", reason="unreadable", error=why(error)))

        for given in paths:
            # Not resolve(): a link keeps its own name. But one file has one path, without "..".
            path = Path(os.path.abspath(Path(given).expanduser()))  # noqa: PTH100
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

    def _capture_file(
        self,
        path: Path,
        source: str | None,
        project: str | None,
        steps: _Steps,
        rows: list[CaptureRow],
        ahead: ReadAhead,
        backend: str | None,
    ) -> None:
        """Adds a row for each conversation of the file. Raises Cancelled where it was stopped: what it has
        stored by then stays, but is memorized only when somebody asks for it."""
        stopped = False
        try:
            read = self._intake.read(
                str(path), source=source, project=project, stopping=steps.stops, ahead=ahead
            )
        except Stopped as stop:
            read, stopped = stop.read, True
        held = self._rt.db.read(lambda c: self._in_file(c, read.path))
        for number, (row, ident, turns) in enumerate(held):
            if stopped or steps.stops(number, len(held)):
                rows.extend(self._left(read, held[number:]))
                raise Cancelled
            new = read.new_turns.get(ident, 0)
            status, reason = read.status, read.reason
            if status == "success" and not new:  # another conversation of the file has grown
                status, reason = "skipped", "nothing new"
            base = CaptureRow(read.path, read.source, ident, status, reason, turns, new, error=read.error)
            job = self._claim(conversation=row) or self._claim_left(row)
            if job is None and new and (barred := self._rt.db.read(functools.partial(_barred, row=row))):
                base = replace(base, status="skipped", reason=barred)
            if job is not None:
                done = self.run_job(job, path=read.path, backend=backend)
                base = replace(done, source=read.source, new_turns=new, turns=turns)
            rows.append(base)
        if stopped:
            raise Cancelled
        if not held:
            rows.append(CaptureRow(read.path, read.source, None, read.status, read.reason, error=read.error))

    def _left(self, read: FileRead, held: Sequence[tuple[int, str, int]]) -> list[CaptureRow]:
        """The rows of what this run has read and does not memorize. It leaves the queue: whoever stops a
        long import does not want it to go on unseen."""
        left = [(row, ident, turns) for row, ident, turns in held if read.new_turns.get(ident)]
        self._rt.db.write(lambda c: captures.drop(c, [row for row, _, _ in left]))
        self._rt.announce((), tuple(ident for _, ident, _ in left), status=True)
        return [
            CaptureRow(read.path, read.source, ident, "skipped", STOPPED, turns, read.new_turns[ident])
            for _, ident, turns in left
        ]

    def _claim_left(self, row: int) -> Job | None:
        """The job of a conversation that waits for nothing but to be asked for, as after a stopped import."""
        if self._rt.settings.get("capture.only_when_asked"):
            return None
        if self._rt.db.read(lambda c: conversations.status_of(c, row)) is not ConversationStatus.PENDING:
            return None
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.queue(c, row, due=now, now=now))
        return self._claim(conversation=row)

    def _in_file(self, conn: Connection, path: str) -> list[tuple[int, str, int]]:
        known = captures.file(conn, path)
        if known is None:
            return []
        return [
            (row, ident, conversations.get(conn, ident).turn_count)
            for row, ident in captures.conversations_of(conn, known.row)
        ]

    def read_file(
        self,
        path: str,
        *,
        source: str | None = None,
        project: str | None = None,
        stopping: Callable[[], bool] = never,
    ) -> FileRead:
        """Stores what is new in a file and queues its conversations. Never raises for a bad file."""
        return self._intake.read(path, source=source, project=project, stopping=stopping)

    # -- jobs --

    def _claim(
        self,
        *,
        conversation: int | None = None,
        now: int | None = None,
        passed_over: Collection[int] = (),
    ) -> Job | None:
        moment = self._rt.clock() if now is None else now
        if conversation is None and not self._rt.db.read(lambda c: captures.any_due(c, moment)):
            return None
        with self._held_lock:
            owner = self._owner = self._owner or this_process()
            job = self._rt.db.write(
                lambda c: captures.claim(
                    c,
                    owner,
                    moment,
                    self._alive,
                    conversation,
                    held=self._held,
                    passed_over=passed_over,
                )
            )
            if job is not None:
                self._held.add(job.row)
            return job

    def next_job(
        self, *, conversation: int | None = None, now: int | None = None, passed_over: Collection[int] = ()
    ) -> Job | None:
        """Leases the next job that is due at `now` (milliseconds; None: at this moment), or that of one
        conversation (its row)."""
        return self._claim(conversation=conversation, now=now, passed_over=passed_over)

    @property
    def ready(self) -> bool:
        """Whether what reads conversations can be asked now; else jobs wait."""
        return self._memorizer.ready

    @property
    def waits(self) -> bool:
        """Whether memorizing is mostly waiting, for a model to answer."""
        return self._memorizer.waits

    def run_job(self, job: Job, *, path: str | None = None, backend: str | None = None) -> CaptureRow:
        """Memorizes a leased conversation; a failure gives the lease back for a later try, and says why. A
        model that can't be asked counts as no try: the conversation waits for as long as that lasts.

        Raises StorageError where nothing can be stored; the job stays in the queue.
        """
        try:
            if (left_out := self._excluded(job, path)) is not None:
                return left_out
            done = self._memorizer.memorize(job.conversation_id, path=path, backend=backend)
            return (self._excluded(job, path) or done) if done.reason == EXCLUDED else done
        except NotFound:
            return CaptureRow(path, None, job.conversation_id, "skipped", "deleted")
        except (WorkerDied, WorkerFailed) as error:
            return self._failed(job, path, str(error))
        except ModelFailed as error:
            return self._model_failed(job, path, error)
        except ArborError:
            self._rt.db.write(lambda c: captures.release(c, job.row))
            raise
        except Exception as error:  # a bug that one conversation meets must not stop the others
            log.exception("Memorizing %s failed", job.conversation_id)
            return self._failed(job, path, f"{type(error).__name__}: {error}")
        finally:
            with self._held_lock:
                self._held.discard(job.row)

    def _excluded(self, job: Job, path: str | None) -> CaptureRow | None:
        """The row of a conversation whose project was excluded while it waited. It goes on waiting, so that
        nothing is lost when the exclusion is taken back."""
        project = self._rt.db.read(lambda c: conversations.project_of(c, job.conversation))
        if project is None or not excluded_by(project, self._rt.settings.get("capture.excluded")):
            return None
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            conversations.set_status(conn, job.conversation, ConversationStatus.SKIPPED, EXCLUDED, now)
            captures.release(conn, job.row, due=now + EXCLUDED_SECONDS * 1000)

        self._rt.db.write(write)
        self._rt.announce((), (job.conversation_id,), status=True)
        return CaptureRow(path, None, job.conversation_id, "skipped", EXCLUDED)

    def _model_failed(self, job: Job, path: str | None, error: ModelFailed) -> CaptureRow:
        if error.trouble is Trouble.PRIVATE and (left_out := self._excluded(job, path)) is not None:
            return left_out
        try:
            barred = self._rt.db.read(lambda c: _barred(c, conversations.row_of(c, job.conversation_id)))
        except NotFound:
            return CaptureRow(path, None, job.conversation_id, "skipped", "deleted")
        if barred is not None:
            return CaptureRow(path, None, job.conversation_id, "skipped", barred)
        if not (error.passes or error.stands or error.trouble is Trouble.STOPPED):
            return self._failed(job, path, error.message, final=True)
        self._rt.db.write(lambda c: captures.release(c, job.row))
        self._rt.announce((), (job.conversation_id,), status=True)
        return CaptureRow(
            path, None, job.conversation_id, "error", f"model: {error.trouble.value}", error=error.message
        )

    def _failed(self, job: Job, path: str | None, reason: str, *, final: bool = False) -> CaptureRow:
        """`final`: it is not tried again by itself, only when somebody asks for it."""
        reason = checks.without_secrets(reason)  # a bug's words may quote what was said
        now = self._rt.clock()
        delay = RETRY_SECONDS[min(job.attempts, len(RETRY_SECONDS) - 1)]

        def write(conn: Connection) -> None:
            again = captures.fail(conn, job.row, reason, retry_at=now + delay * 1000, final=final)
            status = ConversationStatus.PENDING if again else ConversationStatus.ERROR
            conversations.set_status(conn, job.conversation, status, reason, now)
            captures.note(
                conn, now, "memorize", job.title, "error", reason=reason, conversation=job.conversation
            )

        self._rt.db.write(write)
        self._rt.announce((), (job.conversation_id,), status=True)
        return CaptureRow(path, None, job.conversation_id, "error", "extraction failed", error=reason)

    def put_off(self, seconds: float) -> None:
        """Lets the conversations that are due wait for so long."""
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.put_off(c, now=now, until=now + int(seconds * 1000)))

    def memorize(
        self, conversation_id: str, *, again: bool = False, backend: str | None = None
    ) -> CaptureRow:
        """Memorizes one conversation now. Raises NotFound; another failure is a row that says so."""
        try:
            return self._memorizer.memorize(conversation_id, again=again, backend=backend)
        except (WorkerDied, WorkerFailed) as error:
            return CaptureRow(None, None, conversation_id, "error", "extraction failed", error=str(error))
        except ModelFailed as error:
            reason = f"model: {error.trouble.value}"
            return CaptureRow(None, None, conversation_id, "error", reason, error=error.message)


def _barred(conn: Connection, row: int) -> str | None:
    """Why a conversation is not memorized though it was captured."""
    return NOT_REMEMBERED if conversations.is_left_out(conn, row) else None


class _Steps:
    """How far the reading of one file among many is; asks now and then whether to stop."""

    def __init__(self, progress: Progress | None, name: str, done: int, total: int) -> None:
        self._progress = progress
        self._name, self._done, self._total = name, done, total

    def stops(self, number: int = 0, conversations: int = 0) -> bool:
        """Tells how far it is, `number` of so many conversations of the file; answers whether to stop. Where
        one file holds them all, they are what is counted."""
        if self._progress is None:
            return False
        try:
            if self._total == 1 and conversations > 1:
                self._progress(self._name, number, conversations)
            else:
                self._progress(self._name, self._done, self._total)
        except Cancelled:
            return True
        return False


def _oldest_first(found: Iterable[Path]) -> list[Path]:
    """Each file once, by its time, so that what was said later comes later."""

    def age(path: Path) -> tuple[int, Path]:
        try:
            return path.stat().st_mtime_ns, path
        except OSError:  # it vanished meanwhile; its row will say so
            return 0, path

    return sorted(dict.fromkeys(found), key=age)
