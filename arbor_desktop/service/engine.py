"""The capture engine: from a noticed file to its memories, on one thread of its own.

Everything it has to do is either in the file system (found again by a scan) or in the queue of the store,
so it may be killed at any moment.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.core.errors import ArborError
from arbor_desktop.core.results import ServiceStatus
from arbor_desktop.service import files
from arbor_desktop.service.capture import Capture
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.sources import Sources
from arbor_desktop.service.watcher import Watcher
from arbor_desktop.store import captures, statistics

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.4
"""A file is read when nothing was noticed for so long…"""
PATIENCE_SECONDS = 3.0
"""…but a file that is written all the time waits no longer than this."""
TICK_SECONDS = 1.0
UNTIL_RESUMED = -1


@dataclass(slots=True)
class _Due:
    first: float
    at: float


class Engine:
    """`start()` begins to watch and work; `close()` ends it between two commits."""

    def __init__(
        self,
        runtime: Runtime,
        capture: Capture,
        sources: Sources,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rt = runtime
        self._capture = capture
        self._sources = sources
        self._monotonic = monotonic
        self._watcher = Watcher(self.notice, self._look_into)
        self._changed = threading.Condition()
        self._due: dict[str, _Due] = {}
        self._scan_due: float | None = None
        self._rewatch = False
        self._stopping = False
        self._cancelled = False
        self._thread: threading.Thread | None = None
        self._end_subscription: Callable[[], None] | None = None
        self._done = 0
        self._current: str | None = None
        self._last_error: str | None = None

    # -- life --

    def start(self) -> None:
        if self._thread is not None:
            return
        self._stopping = False
        self._end_subscription = self._rt.settings.subscribe(self._settings_changed)
        self._rewatch, self._scan_due = True, self._monotonic()
        self._thread = threading.Thread(target=self._run, name="arbor-capture", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread; a file or conversation in work is finished first."""
        if self._thread is None:
            return
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._end_subscription:
            self._end_subscription()
        self._thread.join()
        self._thread = None
        self._watcher.close()

    @property
    def running(self) -> bool:
        return self._thread is not None

    # -- the door --

    def notice(self, path: str) -> None:
        """A file changed, or may have: it is read once it is quiet."""
        now = self._monotonic()
        with self._changed:
            known = self._due.get(path)
            first = known.first if known else now
            self._due[path] = _Due(first, min(now + QUIET_SECONDS, first + PATIENCE_SECONDS))
            self._changed.notify_all()

    def _look_into(self, folder: str) -> None:
        with self._changed:
            self._scan_due = min(self._scan_due or float("inf"), self._monotonic() + QUIET_SECONDS)
            self._changed.notify_all()

    def _settings_changed(self, keys: frozenset[str]) -> None:
        with self._changed:
            if any(key.startswith("capture.") for key in keys):
                self._rewatch, self._scan_due = True, self._monotonic()
            self._changed.notify_all()

    # -- pause, cancel, status --

    def pause(self, until_ms: int | None = None) -> None:
        self._rt.settings.set("capture.paused_until", UNTIL_RESUMED if until_ms is None else until_ms)
        self._rt.announce(status=True)

    def resume(self) -> None:
        self._rt.settings.set("capture.paused_until", 0)
        self._rt.announce(status=True)

    def cancel(self) -> None:
        """Drops what is waiting in this run; nothing is lost, the next scan finds it again."""
        with self._changed:
            self._cancelled = True
            self._due.clear()
            self._changed.notify_all()

    def paused(self) -> bool:
        until = self._rt.settings.get("capture.paused_until")
        return bool(until == UNTIL_RESUMED or until > self._rt.clock())

    def status(self) -> ServiceStatus:
        now = self._rt.clock()
        waiting, pending = self._rt.db.read(
            lambda c: (captures.due_count(c, now), statistics.pending_review(c))
        )
        with self._changed:
            files_due, done, current, error = len(self._due), self._done, self._current, self._last_error
        queue = waiting + files_due
        until = self._rt.settings.get("capture.paused_until")
        paused = self.paused()
        state = "paused" if paused else "processing" if current else "error" if error else "ready"
        labels = tuple(root.label for root in self._sources.roots() if root.folder.is_dir())
        return ServiceStatus(
            state=state,
            queue=queue,
            done=done,
            total=done + max(queue, 1 if current else 0),
            current=current,
            watching=labels,
            last_error=error,
            paused_until=until if paused and until > 0 else None,
            pending_review=pending,
        )

    # -- the thread --

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._stopping:
                    return
            try:
                worked = self._step()
            except ArborError as error:
                # The store is busy or the disk full: say so, wait, go on.
                log.warning("Capture rests: %s", error)
                self._fail(error.message)
                worked = False
            if not worked:
                self._rest()

    def _step(self) -> bool:
        """Does one thing that is due. Answers whether there was one."""
        if self._take_rewatch():
            self._watcher.watch(self._sources.roots())
        if self.paused():
            return False
        if self._scan_is_due():
            self.scan()
            return True
        path = self._next_file()
        if path is not None:
            self._read(path)
            return True
        if self._cancelled:
            self._cancelled = False
            return False
        job = self._capture.next_job()
        if job is None:
            return False
        self._work_on(job.title or job.conversation_id)
        row = self._capture.run_job(job)
        self._finished(row.error)
        return True

    def _rest(self) -> None:
        with self._changed:
            self._done, idle = 0, self._current is not None
            self._current = None
        if idle:
            self._rt.announce(status=True)
        with self._changed:
            if not self._stopping:
                self._changed.wait(self._until_next())

    def _until_next(self) -> float:
        now = self._monotonic()
        due = [entry.at for entry in self._due.values()]
        if self._scan_due is not None:
            due.append(self._scan_due)
        nearest = min(due, default=now + TICK_SECONDS) - now
        return min(TICK_SECONDS, max(0.0, nearest)) if not self.paused() else TICK_SECONDS

    def _take_rewatch(self) -> bool:
        with self._changed:
            taken, self._rewatch = self._rewatch, False
            return taken

    def _scan_is_due(self) -> bool:
        with self._changed:
            return self._scan_due is not None and self._scan_due <= self._monotonic()

    def _next_file(self) -> str | None:
        now = self._monotonic()
        with self._changed:
            for path, entry in self._due.items():
                if entry.at <= now:
                    del self._due[path]
                    return path
        return None

    def scan(self) -> int:
        """Looks through the chosen folders for files that were not read as they are now. Answers how many."""
        found: list[tuple[int, str]] = []
        for root in self._sources.roots():
            known = self._rt.db.read(lambda c, r=root: captures.files_under(c, str(r.folder)))  # type: ignore[misc]
            suffix = root.pattern.rpartition("*")[2]
            for path in files.walk(root.folder, self._cannot_list):
                if not path.name.endswith(suffix):
                    continue
                try:
                    stat = path.stat()
                except OSError:  # it vanished meanwhile
                    continue
                if known.get(str(path)) != (stat.st_size, stat.st_mtime_ns):
                    found.append((stat.st_mtime_ns, str(path)))
        now = self._monotonic()
        with self._changed:
            for _, changed in sorted(found):  # the oldest first
                self._due.setdefault(changed, _Due(now, now))
            self._scan_due = now + self._rt.settings.get("capture.rescan_minutes") * 60
            self._rewatch = True  # a folder that was missing may be there now
        return len(found)

    def _cannot_list(self, error: OSError) -> None:
        self._fail(f"{error.filename}: {error.strerror}")

    def _read(self, path: str) -> None:
        root = next((r for r in self._sources.roots() if Path(path).is_relative_to(r.folder)), None)
        if root is None or not path.endswith(root.pattern.rpartition("*")[2]):
            return
        self._work_on(Path(path).name)
        read = self._capture.read_file(path, source=root.source)
        self._finished(read.error)

    def _work_on(self, what: str) -> None:
        with self._changed:
            self._current = what
        self._rt.announce(status=True)

    def _finished(self, error: str | None) -> None:
        with self._changed:
            self._done += 1
            if error is None:
                self._last_error = None
        if error is not None:
            self._fail(error)

    def _fail(self, message: str) -> None:
        with self._changed:
            self._last_error = message
        self._rt.announce(status=True)

    # -- once --

    def drain(self) -> dict[str, int]:
        """Scans, reads and memorizes all there is, without waiting for quiet (`watch --once`)."""
        self.scan()
        totals = {"files": 0, "conversations": 0, "items_extracted": 0, "errors": 0}
        with self._changed:
            paths = list(self._due)
            self._due.clear()
        for path in paths:
            root = next((r for r in self._sources.roots() if Path(path).is_relative_to(r.folder)), None)
            read = self._capture.read_file(path, source=root.source if root else None)
            totals["files"] += 1
            totals["errors"] += read.status == "error"
        while (job := self._capture.next_job(now=1 << 62)) is not None:
            row = self._capture.run_job(job)
            totals["conversations"] += 1
            totals["items_extracted"] += row.items_extracted
            totals["errors"] += row.status == "error"
        return totals
