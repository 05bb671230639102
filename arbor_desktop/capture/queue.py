"""The queue of conversations to memorize: durable jobs, leased by a process and released when it dies."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection
from functools import cached_property

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.memorization import EXCLUDED, Memorizer
from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.queries.captures import Job, Owner
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, NotFound
from arbor_desktop.extraction.with_model.extraction import OFFLINE
from arbor_desktop.extraction.worker import WorkerDied, WorkerFailed
from arbor_desktop.llm.model import ModelFailed, Trouble
from arbor_desktop.memories import checks
from arbor_desktop.runtime.runtime import Alive, Runtime, is_alive, this_process

log = logging.getLogger(__name__)

RETRY_SECONDS = (2, 4, 8, 10, 10, 10)
EXCLUDED_SECONDS = 600
"""Time between two looks at the queued conversation of an excluded project."""


class JobQueue:
    """Safe to use from several threads and processes."""

    def __init__(self, runtime: Runtime, memorizer: Memorizer, alive: Alive = is_alive) -> None:
        self._rt = runtime
        self._memorizer = memorizer
        self._alive = alive
        self._held: set[int] = set()
        self._lock = threading.Lock()

    @cached_property
    def _owner(self) -> Owner:
        return this_process()

    @property
    def ready(self) -> bool:
        """Return whether the chosen backend can be asked now; else jobs stay queued."""
        return self._memorizer.extracting.ready()

    @property
    def waits(self) -> bool:
        """Return whether a job is mostly waiting for a model's answer."""
        return self._memorizer.extracting.backend() != OFFLINE

    def claim(
        self, *, conversation: int | None = None, now: int | None = None, passed_over: Collection[int] = ()
    ) -> Job | None:
        """Lease the next job that is due at `now` (milliseconds; None: at this moment), or that of one
        conversation (its row)."""
        moment = self._rt.clock() if now is None else now
        if conversation is None and not self._rt.db.read(lambda c: captures.any_due(c, moment)):
            return None
        with self._lock:
            job = self._rt.db.write(
                lambda c: captures.claim(
                    c,
                    self._owner,
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

    def count_due(self, most: int) -> int:
        """Return how many jobs are due or in work, counted up to `most`."""
        moment = self._rt.clock()
        return self._rt.db.read(lambda c: captures.count_due(c, moment, most))

    def put_off(self, seconds: float) -> None:
        """Postpone the jobs that are due."""
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.put_off(c, now=now, until=now + int(seconds * 1000)))

    def run(self, job: Job, *, path: str | None = None, backend: str | None = None) -> CaptureRow:
        """Memorize a leased conversation.

        A failure releases the job for a later try, and the row says why. A model that can't be asked counts
        as no try: the job stays queued. Raises StorageError where nothing can be stored; the job stays
        queued.
        """
        try:
            if (excluded := self._excluded(job, path)) is not None:
                return excluded
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
            with self._lock:
                self._held.discard(job.row)

    def _excluded(self, job: Job, path: str | None) -> CaptureRow | None:
        """Postpone the job of a conversation whose project was excluded meanwhile, and return its row.

        It stays queued, so that nothing is lost when the exclusion is removed.
        """
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
        ident = job.conversation_id
        if error.trouble is Trouble.PRIVATE and (excluded := self._excluded(job, path)) is not None:
            return excluded
        try:
            left_out = self._rt.db.read(
                lambda c: conversations.is_left_out(c, conversations.row_of(c, ident))
            )
        except NotFound:
            return CaptureRow(path, None, ident, "skipped", "deleted")
        if left_out:
            return CaptureRow(path, None, ident, "skipped", NOT_REMEMBERED)
        if not (error.temporary or error.lasting or error.trouble is Trouble.STOPPED):
            return self._failed(job, path, error.message, final=True)
        self._rt.db.write(lambda c: captures.release(c, job.row))
        self._rt.announce((), (ident,), status=True)
        return CaptureRow(path, None, ident, "error", f"model: {error.trouble.value}", error=error.message)

    def _failed(self, job: Job, path: str | None, reason: str, *, final: bool = False) -> CaptureRow:
        """Note a failure. `final`: it is tried again only when somebody asks for it."""
        reason = checks.without_secrets(reason)  # a bug's message may quote the conversation
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
