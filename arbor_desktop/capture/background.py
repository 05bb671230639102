"""Background capture: a thread that watches folders, reads files once they are quiet, and runs jobs.

Everything it has to do is either in the file system (found again by a scan) or in the queue of the store, so
it may be killed at any moment.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.capture.file_reader import FileRead, Stopped, never
from arbor_desktop.capture.manual import ManualCapture
from arbor_desktop.capture.model import AT_ONCE, LIGHT
from arbor_desktop.capture.progress import Progress, Task
from arbor_desktop.capture.sources import UNTIL_RESUMED, Root, Sources, is_paused, stored_status
from arbor_desktop.capture.watcher import POLL_SECONDS, Scanner, Watcher
from arbor_desktop.conversations.files import Stamp, holder, stamp
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.queries.captures import Job
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import ServiceStatus

if TYPE_CHECKING:
    from arbor_desktop.capture.spool import Spool
    from arbor_desktop.runtime.neighbour import Neighbour, Waiting

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.4
"""A file is read when it was not noticed again for so long…"""
PATIENCE_SECONDS = 3.0
"""…but a file that is written all the time is read after this at the latest."""
RETRY_SECONDS = 10.0
"""Delay after which a file that could not be stored (disk full, store busy) is tried again."""
TICK_SECONDS = 2.0
CHORE_DELAY_SECONDS, CHORE_SECONDS = 30.0, 3600.0


class FileSchedule:
    """Files by the time (monotonic seconds) they are due; scheduling one again moves it. Not thread-safe."""

    def __init__(self) -> None:
        self._due: dict[str, tuple[float, float]] = {}
        """Path → when it was noticed first, and when it is due."""
        self._heap: list[tuple[float, int, str]] = []
        self._order = itertools.count()

    def __len__(self) -> int:
        return len(self._due)

    def __contains__(self, path: str) -> bool:
        return path in self._due

    def noticed_at(self, path: str, now: float) -> float:
        """Return when a file was noticed first; `now` if it is not scheduled."""
        return self._due[path][0] if path in self._due else now

    def put(self, path: str, at: float, *, first: float) -> None:
        self._due[path] = first, at
        heapq.heappush(self._heap, (at, next(self._order), path))

    def clear(self) -> list[str]:
        """Remove all files and return them."""
        paths = list(self._due)
        self._due.clear()
        self._heap.clear()
        return paths

    def next_at(self) -> float | None:
        """Return when the first file is due."""
        while self._heap:
            at, _, path = self._heap[0]
            if path in self._due and self._due[path][1] == at:
                return at
            heapq.heappop(self._heap)  # it was moved or taken
        return None

    def take(self, now: float) -> str | None:
        """Remove and return the first file that is due."""
        at = self.next_at()
        if at is None or at > now:
            return None
        path = heapq.heappop(self._heap)[2]
        del self._due[path]
        return path


class BackgroundCapture:
    """`start()` begins to watch and work; `stop()` ends that between two commits, `close()` for good."""

    def __init__(
        self,
        runtime: Runtime,
        capture: ManualCapture,
        sources: Sources,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        make_watcher: Callable[..., Watcher] = Watcher,
        chore: Callable[[], object] | None = None,
        spool: Spool | None = None,
        neighbour: Neighbour | None = None,
    ) -> None:
        """`make_watcher(notice, look)` makes the watcher. `chore` runs when nothing else is due: soon
        after the start, then every hour. `spool`: notes of hooks to handle. `neighbour` says whether reading
        many conversations has to wait."""
        self._rt = runtime
        self._reader = capture.reader
        self._queue = capture.queue
        self._sources = sources
        self._monotonic = monotonic
        self._watcher = make_watcher(self.notice, self._notice_folder)
        self._lock = threading.Lock()
        self._due = FileSchedule()
        self._scanner = Scanner(runtime, sources, self._fail)
        self._progress = Progress(runtime, monotonic)
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="arbor-memorize")
        self._model_jobs: list[Future[None]] = []
        self._scan_due: float | None = None
        self._cancellations = 0
        self._chore = chore
        self._spool = spool
        self._neighbour = neighbour
        self._waiting: Waiting | None = None
        self._ahead = False
        """Whether someone asked to read everything that is due now, even what would otherwise wait."""
        self._chore_due = float("inf")
        self._thread = BackgroundThread(
            "arbor-capture",
            self._work,
            "Capture rests",
            retry_seconds=TICK_SECONDS,
            subscribe=lambda: runtime.settings.subscribe(self._settings_changed),
        )

    def start(self) -> None:
        if self._thread.running:
            return
        self._scan_due = self._monotonic()
        self._chore_due = self._monotonic() + CHORE_DELAY_SECONDS
        self._thread.start()

    def stop(self) -> None:
        """End the thread. A conversation in work is finished first, a file is left at its last commit.

        Jobs at a model are not waited for; they are stored when the answers come.
        """
        self._thread.stop()
        self._watcher.close()

    def close(self) -> None:
        """Stop for good, when nothing is in work any more. To be quick, end the calls of models first."""
        self.stop()
        self._pool.shutdown(wait=True)

    @property
    def busy(self) -> bool:
        """Return whether a file or a conversation is in work."""
        return self._progress.current is not None

    # -- requests from other threads --

    def notice(self, path: str) -> None:
        """Schedule a file that changed, or may have: it is read once it is quiet."""
        path = str(holder(Path(path)))
        now = self._monotonic()
        with self._lock:
            first = self._due.noticed_at(path, now)
            self._due.put(path, min(now + QUIET_SECONDS, first + PATIENCE_SECONDS), first=first)
        self._thread.wake()

    def _notice_folder(self, folder: str) -> None:
        self._scan_within(QUIET_SECONDS)

    def _scan_within(self, seconds: float) -> None:
        with self._lock:
            soon = self._monotonic() + seconds
            self._scan_due = soon if self._scan_due is None else min(self._scan_due, soon)
        self._thread.wake()

    def _settings_changed(self, keys: frozenset[str]) -> None:
        with self._lock:
            if any(key.startswith("capture.") for key in keys):
                self._scanner.forget()
                self._scan_due = self._monotonic()
        self._thread.wake()

    def pause(self, until_ms: int | None = None) -> None:
        self._rt.settings.set("capture.paused_until", UNTIL_RESUMED if until_ms is None else until_ms)
        self._rt.announce(status=True)

    def resume(self) -> None:
        self._rt.settings.set("capture.paused_until", 0)
        self._rt.announce(status=True)

    def cancel(self) -> None:
        """Postpone all files and conversations that are due; the next scan finds them again."""
        with self._lock:
            self._cancellations += 1
            self._due.clear()
        self._queue.put_off(self._rt.settings.get("capture.rescan_minutes") * 60)
        self._rt.announce(status=True)
        self._thread.wake()

    def wake(self) -> None:
        """Look at the queue at once."""
        self._progress.error = None  # it is tried again
        self._thread.wake()

    def read_now(self) -> None:
        """Read what is due at once, even if it has to wait now; what comes later waits again."""
        self._ahead = True
        self.wake()

    def status(self) -> ServiceStatus:
        """Return the stored status with what background capture is doing."""
        status = stored_status(self._rt, self._sources)
        with self._lock:
            files_due = len(self._due)
        waiting = None if status.state == "paused" else self._waiting
        return replace(self._progress.add_to_status(status, files_due), waiting=waiting)

    # -- the thread --

    def _work(self) -> float:
        """Do what is due, one thing after the other. Return the seconds until something is due again."""
        try:
            while not self._thread.stopping and self._step():
                pass
        except Stopped:  # the thread is to end
            return 0.0
        except Exception as error:
            # The store is busy, the disk full, or it is a bug: say so, wait, go on with the next thing.
            self._fail(error.message if isinstance(error, ArborError) else f"{type(error).__name__}: {error}")
            raise
        finally:
            if self._progress.rest(paused=is_paused(self._rt) or self._waiting is not None):
                self._rt.announce(status=True)
        return self._until_next()

    def _is_stopping(self) -> bool:
        return self._thread.stopping

    def _step(self) -> bool:
        """Do one thing that is due. Return whether there was one."""
        self._watch()
        # Notes are handled first, also while another process works on one.
        if self._spool is not None and self._spool.due() and self._spool.drain(stopping=self._is_stopping):
            return True
        if is_paused(self._rt):
            return False
        with self._lock:
            scan = self._scan_due is not None and self._scan_due <= self._monotonic()
        if scan:
            self.scan()
            return True
        if not self._has_to_wait() and self._read_or_memorize():
            return True
        self._scanner.save()
        if self._chore is not None and self._chore_due <= self._monotonic():
            self._chore_due = self._monotonic() + CHORE_SECONDS
            self._chore()
        return False

    def _has_to_wait(self) -> bool:
        if self._neighbour is None:
            return False
        with self._lock:
            files = len(self._due)
        much = files + self._queue.count_due(LIGHT + 1) > LIGHT
        self._ahead = self._ahead and much
        waiting = self._neighbour.waiting() if much and not self._ahead else None
        if waiting != self._waiting:
            self._waiting = waiting
            self._rt.announce(status=True)
        return waiting is not None

    def _read_or_memorize(self) -> bool:
        """Read a file or begin a job that is due. Return whether there was one."""
        began = self._monotonic()
        with self._lock:
            path = self._due.take(began)
        if path is not None:
            self._read(path)
            self._let_others_go_first(began)
            return True
        self._model_jobs = [job for job in self._model_jobs if not job.done()]
        room = len(self._model_jobs) < AT_ONCE
        job = self._queue.claim() if self._queue.ready and room else None
        if job is None:
            return False
        if self._queue.waits:
            future = self._pool.submit(self._memorize_with_model, job)
            self._model_jobs.append(future)
            future.add_done_callback(lambda _: self._thread.wake())
        else:
            self._memorize(job)
            self._let_others_go_first(began)
        return True

    def _let_others_go_first(self, began: float) -> None:
        """Rest after work that began then, so that it takes no more than its share of one core."""
        share = self._rt.settings.get("limits.processor") / 100
        if share < 1 and not self._ahead:
            self._thread.pause((self._monotonic() - began) * (1 / share - 1))

    def _watch(self) -> None:
        """Watch the chosen folders that exist; scan if one of them is new."""
        if not self._watcher.watch(self._sources.roots()):
            return
        self._scan_within(0)
        if (reason := self._watcher.polling) is not None:
            title = f"The folders are looked through every {POLL_SECONDS:g} seconds"
            now = self._rt.clock()
            self._rt.db.write(lambda c: captures.note(c, now, "watch", title, "warning", reason=reason))
            self._rt.announce(status=True)

    def _until_next(self) -> float:
        """Return the seconds until something is due, at most a tick."""
        if is_paused(self._rt) or self._waiting is not None:
            return TICK_SECONDS
        now = self._monotonic()
        with self._lock:
            due = [at for at in (self._due.next_at(), self._scan_due) if at is not None]
        return min(TICK_SECONDS, max(0.0, min(due, default=now + TICK_SECONDS) - now))

    def scan(self) -> int:
        """Schedule the changed files of the chosen folders. Return how many there are."""
        with self._lock:  # before scanning: a folder that appears meanwhile asks for another scan
            self._scan_due = self._monotonic() + self._rt.settings.get("capture.rescan_minutes") * 60
            cancellations = self._cancellations
        found = self._scanner.changed_files()
        now = self._monotonic()
        with self._lock:
            if cancellations != self._cancellations:
                return 0
            for _, path in sorted(found):  # the oldest first
                if path not in self._due:
                    self._due.put(path, now, first=now)
        return len(found)

    def _read(self, path: str) -> None:
        found = self._find(path)
        if found is None:
            return
        name = Path(path).name
        with self._in_work(Task(name, is_file=True)) as task:
            try:
                read = self._read_now(path, *found, stopping=self._is_stopping)
            except ArborError:
                with self._lock:
                    now = self._monotonic()
                    self._due.put(path, now + RETRY_SECONDS, first=now)
                raise
            task.error = f"{name}: {read.error}" if read.error else None

    def _find(self, path: str) -> tuple[Root, Stamp] | None:
        """Return a file's folder and stamp; None if it lies in no chosen folder, or is gone."""
        root = self._scanner.root_of(path)
        try:
            return None if root is None else (root, stamp(Path(path)))
        except OSError:  # the next scan notes that
            return None

    def _read_now(
        self, path: str, root: Root, state: Stamp, stopping: Callable[[], bool] = never
    ) -> FileRead:
        read = self._reader.read(path, source=root.source, stopping=stopping)
        self._scanner.note(path, state, read)
        return read

    def _memorize(self, job: Job) -> None:
        name = job.title or job.conversation_id
        with self._in_work(Task(name, is_file=False), job.conversation_id) as task:
            task.error = self._queue.run(job).error

    def _memorize_with_model(self, job: Job) -> None:
        """Run a job on a thread of the pool, while files are read."""
        try:
            self._memorize(job)
        except ArborError as error:  # the store is busy or the disk full: it stays in the queue
            log.warning("A conversation waits: %s", error)
        except Exception as error:  # a bug that one conversation meets must not stop the others
            log.exception("Capture met a bug")
            self._fail(f"{type(error).__name__}: {error}")

    @contextmanager
    def _in_work(self, task: Task, *conversations: str) -> Iterator[Task]:
        """Show a task as in work, and its error afterwards."""
        self._progress.begin(task)
        self._rt.announce((), conversations, status=True)
        try:
            yield task
        except ArborError as error:
            task.error = error.message
            raise
        finally:
            self._progress.end(task)
            if task.error is not None:
                self._rt.announce(status=True)

    def _fail(self, message: str) -> None:
        self._progress.error = message
        self._rt.announce(status=True)

    # -- once --

    def drain(self) -> dict[str, int]:
        """Scan, read and memorize all there is, without waiting for quiet (`watch --once`)."""
        totals = {"files": 0, "conversations": 0, "items_extracted": 0, "errors": 0}
        self._scanner.forget()  # settings that changed meanwhile were not heard of
        if self._spool is not None:
            self._spool.drain()
        scanned: list[Root] = []
        taken: set[str] = set()
        # A file may name projects in whose folders other assistants leave files.
        while (roots := self._sources.roots()) != scanned:
            scanned = roots
            self.scan()
            with self._lock:
                paths = [path for path in self._due.clear() if path not in taken]
            taken.update(paths)
            for path in paths:
                if (found := self._find(path)) is not None:
                    totals["files"] += 1
                    totals["errors"] += self._read_now(path, *found).status == "error"
        self._scanner.save()
        failed: set[int] = set()
        while self._queue.ready and (job := self._queue.claim(now=1 << 62, passed_over=failed)) is not None:
            row = self._queue.run(job)
            totals["conversations"] += 1
            totals["items_extracted"] += row.items_extracted
            totals["errors"] += row.status == "error"
            if row.status == "error" or row.reason == "excluded":
                failed.add(job.row)  # it stays in the queue, for a later run
        return totals
