"""The capture engine: from a noticed file to its memories, on one thread of its own.

Everything it has to do is either in the file system (found again by a scan) or in the queue of the store,
so it may be killed at any moment.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from arbor_desktop.capture.agenda import Agenda
from arbor_desktop.capture.capture import Capture
from arbor_desktop.capture.intake import Stopped
from arbor_desktop.capture.queries import statistics
from arbor_desktop.capture.scanner import Looking
from arbor_desktop.capture.sources import Root, Sources
from arbor_desktop.capture.under_way import Beside, UnderWay
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.queries.captures import Job
from arbor_desktop.conversations.readers.companions import holder, stamp
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.queries import proposals
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import ServiceStatus

if TYPE_CHECKING:
    from arbor_desktop.capture.spool import Spool
    from arbor_desktop.capture.watcher import Watcher

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.4
"""A file is read when nothing was noticed for so long…"""
PATIENCE_SECONDS = 3.0
"""…but a file that is written all the time waits no longer than this."""
RETRY_SECONDS = 10.0
"""A file that could not be stored (disk full, store busy) is taken up again after so long."""
TICK_SECONDS = 1.0
CHORE_DELAY_SECONDS, CHORE_SECONDS = 30.0, 3600.0
UNTIL_RESUMED = -1


class MakeWatcher(Protocol):
    def __call__(self, notice: Callable[[str], None], look: Callable[[str], None]) -> Watcher: ...


def _real_watcher(notice: Callable[[str], None], look: Callable[[str], None]) -> Watcher:
    from arbor_desktop.capture.watcher import Watcher  # most commands never watch

    return Watcher(notice, look)


class Engine:
    """`start()` begins to watch and work; `stop()` ends that between two commits, `close()` for good."""

    def __init__(
        self,
        runtime: Runtime,
        capture: Capture,
        sources: Sources,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        make_watcher: MakeWatcher | None = None,
        quiet_seconds: float = QUIET_SECONDS,
        chore: Callable[[], object] | None = None,
        spool: Spool | None = None,
    ) -> None:
        """`chore` is done when nothing else is due: soon after the start, then every hour. `spool`: what
        hooks left to be done."""
        self._rt = runtime
        self._capture = capture
        self._sources = sources
        self._monotonic = monotonic
        self._quiet = quiet_seconds
        self._make_watcher = make_watcher or _real_watcher
        self._watcher: Watcher | None = None
        self._changed = threading.Condition()
        self._due = Agenda()
        self._looking = Looking(runtime, sources, self._fail)
        self._under_way = UnderWay()
        self._beside = Beside(self._memorize_beside, self._look_up)
        self._scan_due: float | None = None
        self._cancellations = 0
        self._stopping = False
        self._chore = chore
        self._spool = spool
        self._chore_due = float("inf")
        self._thread: threading.Thread | None = None
        self._end_subscription: Callable[[], None] | None = None

    # -- life --

    def start(self) -> None:
        if self._thread is not None:
            return
        self._stopping = False
        self._end_subscription = self._rt.settings.subscribe(self._settings_changed)
        self._scan_due = self._monotonic()
        self._chore_due = self._monotonic() + CHORE_DELAY_SECONDS
        self._thread = threading.Thread(target=self._run, name="arbor-capture", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread. A conversation in work is finished first, a file is left at its last commit; what
        waits for a model's answer is not waited for, and is stored when that comes."""
        if self._thread is None:
            return
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._end_subscription:
            self._end_subscription()
        self._thread.join()
        self._thread = None
        if self._watcher is not None:
            self._watcher.close()

    def close(self) -> None:
        """Stops for good, when nothing is in work any more. Whoever wants that to be soon ends the calls of
        models first."""
        self.stop()
        self._beside.close()

    @property
    def running(self) -> bool:
        return self._thread is not None

    @property
    def busy(self) -> bool:
        """Whether a file or a conversation is in work."""
        return self._under_way.state().current is not None

    # -- the door --

    def notice(self, path: str) -> None:
        """A file changed, or may have: it is read once it is quiet."""
        path = str(holder(Path(path)))
        now = self._monotonic()
        with self._changed:
            known = self._due.known(path)
            first = known.first if known else now
            self._due.put(path, min(now + self._quiet, first + PATIENCE_SECONDS), first=first)
            self._changed.notify_all()

    def _look_into(self, folder: str) -> None:
        self._scan_within(self._quiet)

    def _scan_within(self, seconds: float) -> None:
        with self._changed:
            soon = self._monotonic() + seconds
            self._scan_due = soon if self._scan_due is None else min(self._scan_due, soon)
            self._changed.notify_all()

    def _settings_changed(self, keys: frozenset[str]) -> None:
        with self._changed:
            if any(key.startswith("capture.") for key in keys):
                self._looking.forget()
                self._scan_due = self._monotonic()
            self._changed.notify_all()

    # -- pause, cancel, status --

    def pause(self, until_ms: int | None = None) -> None:
        self._rt.settings.set("capture.paused_until", UNTIL_RESUMED if until_ms is None else until_ms)
        self._rt.announce(status=True)

    def resume(self) -> None:
        self._rt.settings.set("capture.paused_until", 0)
        self._rt.announce(status=True)

    def cancel(self) -> None:
        """Drops what is waiting, files and conversations; nothing is lost, the next look finds it again."""
        with self._changed:
            self._cancellations += 1
            self._due.clear()
            self._changed.notify_all()
        self._capture.put_off(self._rt.settings.get("capture.rescan_minutes") * 60)
        self._rt.announce(status=True)

    def wake(self) -> None:
        """Looks at the queue at once."""
        self._under_way.forgive()
        self._look_up()

    def _look_up(self) -> None:
        """Ends the thread's rest: there may be something to do."""
        with self._changed:
            self._changed.notify_all()

    def paused(self) -> bool:
        until = self._rt.settings.get("capture.paused_until")
        return bool(until == UNTIL_RESUMED or until > self._rt.clock())

    def status(self) -> ServiceStatus:
        now = self._rt.clock()
        waiting, unread, pending, outdated, proposed, open_conflicts = self._rt.db.read(
            lambda c: (
                captures.due_count(c, now),
                captures.waiting(c),
                statistics.pending_review(c),
                statistics.marked_outdated(c),
                proposals.count_waiting(c),
                conflicts.count_open(c),
            )
        )
        with self._changed:
            files_due = len(self._due)
        now_at = self._under_way.state()
        queue = waiting + files_due
        until = self._rt.settings.get("capture.paused_until")
        paused = self.paused()
        state = (
            "paused" if paused else "processing" if now_at.current else "error" if now_at.error else "ready"
        )
        watching = tuple(dict.fromkeys(r.name for r in self._sources.roots() if r.folder.is_dir()))
        return ServiceStatus(
            state=state,
            queue=queue,
            done=now_at.done,
            total=now_at.done + max(queue, now_at.working),
            current=now_at.current,
            watching=watching,
            last_error=now_at.error,
            paused_until=until if paused and until > 0 else None,
            pending_review=pending,
            open_conflicts=open_conflicts,
            marked_outdated=outdated,
            proposals=proposed,
            unread=max(unread[0], files_due),
            reads_at=unread[1],
        )

    # -- the thread --

    def _run(self) -> None:
        while not self._is_stopping():
            try:
                worked = self._step()
            except Stopped:
                return
            except ArborError as error:
                # The store is busy or the disk full: say so, wait, go on.
                log.warning("Capture rests: %s", error)
                self._fail(error.message)
                worked = False
            except Exception as error:  # whatever it is, capture must go on with the next thing
                log.exception("Capture met a bug")
                self._fail(f"{type(error).__name__}: {error}")
                worked = False
            if not worked:
                self._rest()

    def _is_stopping(self) -> bool:
        return self._stopping

    def _step(self) -> bool:
        """Does one thing that is due. Answers whether there was one."""
        self._watch()
        # What another process is at is no reason to stand still.
        if self._spool is not None and self._spool.due() and self._spool.drain(stopping=self._is_stopping):
            return True
        if self.paused():
            return False
        if self._scan_is_due():
            self.scan()
            return True
        with self._changed:
            path = self._due.take(self._monotonic())
        if path is not None:
            self._read(path)
            return True
        job = self._next_job()
        if job is None:
            self._looking.keep()
            self._do_chore()
            return False
        if self._capture.waits:
            self._beside.begin(job)
        else:
            self._memorize(job)
        return True

    def _next_job(self) -> Job | None:
        return self._capture.next_job() if self._capture.ready and self._beside.room else None

    def _do_chore(self) -> None:
        if self._chore is not None and self._chore_due <= self._monotonic():
            self._chore_due = self._monotonic() + CHORE_SECONDS
            self._chore()

    def _watch(self) -> None:
        """Watches the chosen folders that exist; looks through them where one is new or there again."""
        if self._watcher is None:
            self._watcher = self._make_watcher(self.notice, self._look_into)
        if not self._watcher.watch(self._sources.roots()):
            return
        self._scan_within(0)
        if self._watcher.polling is not None:
            self._note_polling(self._watcher.polling)

    def _note_polling(self, reason: str) -> None:
        from arbor_desktop.capture.watcher import POLL_SECONDS

        title = f"The folders are looked through every {POLL_SECONDS:g} seconds"
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.note(c, now, "watch", title, "warning", reason=reason))
        self._rt.announce(status=True)

    def _rest(self) -> None:
        if self._under_way.rest():
            self._rt.announce(status=True)
        with self._changed:
            if not self._stopping:
                self._changed.wait(self._until_next())

    def _until_next(self) -> float:
        if self.paused():
            return TICK_SECONDS
        now = self._monotonic()
        due = [at for at in (self._due.next_at(), self._scan_due) if at is not None]
        return min(TICK_SECONDS, max(0.0, min(due, default=now + TICK_SECONDS) - now))

    def _scan_is_due(self) -> bool:
        with self._changed:
            return self._scan_due is not None and self._scan_due <= self._monotonic()

    def scan(self) -> int:
        """Looks through the chosen folders for files that were not read as they are now. Answers how many."""
        with self._changed:  # before looking: a folder that appears meanwhile asks for another look
            self._scan_due = self._monotonic() + self._rt.settings.get("capture.rescan_minutes") * 60
            cancellations = self._cancellations
        found = self._looking.everywhere()
        now = self._monotonic()
        with self._changed:
            if cancellations != self._cancellations:
                return 0
            for _, path in sorted(found):  # the oldest first
                if self._due.known(path) is None:
                    self._due.put(path, now, first=now)
        return len(found)

    def _read(self, path: str) -> None:
        root = self._looking.root_of(path)
        if root is None:
            return
        try:
            found = stamp(Path(path))
        except OSError:  # it vanished meanwhile; the next look notes that
            return
        number = self._begin(Path(path).name)
        error: str | None = None
        try:
            read = self._capture.read_file(path, source=root.source, stopping=self._is_stopping)
            error = f"{Path(path).name}: {read.error}" if read.error else None
        except ArborError as failed:
            error = failed.message
            with self._changed:
                now = self._monotonic()
                self._due.put(path, now + RETRY_SECONDS, first=now)
            raise
        finally:
            self._end(number, error)
        self._looking.read(path, found, read)

    def _memorize(self, job: Job) -> None:
        number = self._begin(job.title or job.conversation_id, job.conversation_id)
        error: str | None = None
        try:
            error = self._capture.run_job(job).error
        except ArborError as failed:
            error = failed.message
            raise
        finally:
            self._end(number, error)

    def _memorize_beside(self, job: Job) -> None:
        """A job that a model is waited for, on a thread of its own."""
        try:
            self._memorize(job)
        except ArborError as error:  # the store is busy or the disk full: it stays in the queue
            log.warning("A conversation waits: %s", error)
        except Exception as error:  # a bug that one conversation meets must not stop the others
            log.exception("Capture met a bug")
            self._fail(f"{type(error).__name__}: {error}")

    def _begin(self, what: str, *conversations: str) -> int:
        number = self._under_way.begin(what)
        self._rt.announce((), conversations, status=True)
        return number

    def _end(self, number: int, error: str | None) -> None:
        self._under_way.end(number, error)
        if error is not None:
            self._rt.announce(status=True)

    def _fail(self, message: str) -> None:
        self._under_way.fail(message)
        self._rt.announce(status=True)

    # -- once --

    def drain(self) -> dict[str, int]:
        """Scans, reads and memorizes all there is, without waiting for quiet (`watch --once`)."""
        totals = {"files": 0, "conversations": 0, "items_extracted": 0, "errors": 0}
        self._looking.forget()  # settings that changed meanwhile were not heard of
        if self._spool is not None:
            self._spool.drain()
        looked_in: list[Root] = []
        taken: set[str] = set()
        # What is read may tell of projects, in whose folders other assistants leave theirs.
        while (roots := self._sources.roots()) != looked_in:
            looked_in = roots
            self.scan()
            with self._changed:
                paths = [path for path in self._due.take_all() if path not in taken]
            taken.update(paths)
            for path in paths:
                root = self._looking.root_of(path)
                try:
                    before = stamp(Path(path))
                except OSError:  # it vanished meanwhile
                    continue
                read = self._capture.read_file(path, source=root.source if root else None)
                self._looking.read(path, before, read)
                totals["files"] += 1
                totals["errors"] += read.status == "error"
        self._looking.keep()
        failed: set[int] = set()
        while (
            self._capture.ready
            and (job := self._capture.next_job(now=1 << 62, passed_over=failed)) is not None
        ):
            row = self._capture.run_job(job)
            totals["conversations"] += 1
            totals["items_extracted"] += row.items_extracted
            totals["errors"] += row.status == "error"
            if row.status == "error" or row.reason == "excluded":
                failed.add(job.row)  # it stays in the queue, for a later run
        return totals
