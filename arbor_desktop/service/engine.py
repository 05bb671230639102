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

from arbor_desktop.core.errors import ArborError
from arbor_desktop.core.results import ServiceStatus
from arbor_desktop.formats.companions import holder, stamp
from arbor_desktop.service import files
from arbor_desktop.service.agenda import Agenda
from arbor_desktop.service.capture import Capture
from arbor_desktop.service.intake import Stopped
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.sources import Root, Sources
from arbor_desktop.store import captures, conflicts, statistics
from arbor_desktop.store.database import Connection

if TYPE_CHECKING:
    from arbor_desktop.service.watcher import Watcher

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
    from arbor_desktop.service.watcher import Watcher  # most commands never watch

    return Watcher(notice, look)


class Engine:
    """`start()` begins to watch and work; `close()` ends it between two commits."""

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
    ) -> None:
        """`chore` is done when nothing else is due: soon after the start, then every hour."""
        self._rt = runtime
        self._capture = capture
        self._sources = sources
        self._monotonic = monotonic
        self._quiet = quiet_seconds
        self._make_watcher = make_watcher or _real_watcher
        self._watcher: Watcher | None = None
        self._changed = threading.Condition()
        self._due = Agenda()
        self._looked_at: dict[str, tuple[int, int]] = {}
        """Files that left nothing in the store (no conversation, excluded, empty), as they were: a scan need
        not open them again."""
        self._scan_due: float | None = None
        self._cancellations = 0
        self._stopping = False
        self._chore = chore
        self._chore_due = float("inf")
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
        self._scan_due = self._monotonic()
        self._chore_due = self._monotonic() + CHORE_DELAY_SECONDS
        self._thread = threading.Thread(target=self._run, name="arbor-capture", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread. A conversation in work is finished first, a file is left at its last commit."""
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

    @property
    def running(self) -> bool:
        return self._thread is not None

    @property
    def busy(self) -> bool:
        """Whether a file or a conversation is in work."""
        with self._changed:
            return self._current is not None

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
                self._looked_at.clear()
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
        with self._changed:
            self._last_error = None
            self._changed.notify_all()

    def paused(self) -> bool:
        until = self._rt.settings.get("capture.paused_until")
        return bool(until == UNTIL_RESUMED or until > self._rt.clock())

    def status(self) -> ServiceStatus:
        now = self._rt.clock()
        waiting, pending, outdated, open_conflicts = self._rt.db.read(
            lambda c: (
                captures.due_count(c, now),
                statistics.pending_review(c),
                statistics.marked_outdated(c),
                conflicts.count_open(c),
            )
        )
        with self._changed:
            files_due, done, current, error = len(self._due), self._done, self._current, self._last_error
        queue = waiting + files_due
        until = self._rt.settings.get("capture.paused_until")
        paused = self.paused()
        state = "paused" if paused else "processing" if current else "error" if error else "ready"
        watching = tuple(dict.fromkeys(r.name for r in self._sources.roots() if r.folder.is_dir()))
        return ServiceStatus(
            state=state,
            queue=queue,
            done=done,
            total=done + max(queue, 1 if current else 0),
            current=current,
            watching=watching,
            last_error=error,
            paused_until=until if paused and until > 0 else None,
            pending_review=pending,
            open_conflicts=open_conflicts,
            marked_outdated=outdated,
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
        job = self._capture.next_job() if self._capture.ready else None
        if job is None:
            self._do_chore()
            return False
        self._work_on(job.title or job.conversation_id, job.conversation_id)
        row = self._capture.run_job(job)
        self._finished(row.error)
        return True

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
        from arbor_desktop.service.watcher import POLL_SECONDS

        title = f"The folders are looked through every {POLL_SECONDS:g} seconds"
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.note(c, now, "watch", title, "warning", reason=reason))
        self._rt.announce(status=True)

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
        found: list[tuple[int, str]] = []
        for root in self._sources.roots():
            found.extend(self._changed_files(root))
        now = self._monotonic()
        with self._changed:
            if cancellations != self._cancellations:
                return 0
            for _, path in sorted(found):  # the oldest first
                if self._due.known(path) is None:
                    self._due.put(path, now, first=now)
        return len(found)

    def _changed_files(self, root: Root) -> list[tuple[int, str]]:
        """(time, path) of each file that has to be read; notes which ones vanished and which are back."""
        folder = str(root.folder)
        patterns = self._rt.settings.get("capture.excluded")
        known, there = self._rt.db.read(
            lambda c: (captures.files_under(c, folder, patterns), captures.presence(c, folder))
        )
        found, seen, complete = [], set(), root.folder.is_dir()

        def failed(error: OSError) -> None:
            nonlocal complete
            complete = False
            if not isinstance(error, FileNotFoundError):  # not there, or no more: nothing to be worried about
                self._cannot_list(error)

        for path in files.walk(root.folder, failed, deep=root.place.deep):
            name = str(path)
            seen.add(name)
            if not root.place.holds(path) or holder(path) != path:
                continue
            try:
                state = stamp(path)
            except OSError:  # it vanished meanwhile
                continue
            if state not in (known.get(name), self._looked_at.get(name)):
                found.append((state[1], name))
        if complete:
            here = {path: was for path, was in there.items() if root.place.holds(Path(path))}
            self._note_presence(here, seen)
        return found

    def _note_presence(self, there: dict[str, bool], seen: set[str]) -> None:
        gone = [path for path, was in there.items() if was and path not in seen]
        back = [path for path, was in there.items() if not was and path in seen]
        if not gone and not back:
            return
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for path in gone:
                captures.mark_gone(conn, path, now)
            for path in back:
                captures.mark_back(conn, path)

        self._rt.db.write(write)

    def _cannot_list(self, error: OSError) -> None:
        self._fail(f"{error.filename}: {error.strerror}")

    def _root_of(self, path: str) -> Root | None:
        file = Path(path)
        return next(
            (
                root
                for root in self._sources.roots()
                if root.place.holds(file) and files.belongs(file, root.folder)
            ),
            None,
        )

    def _read(self, path: str) -> None:
        root = self._root_of(path)
        if root is None:
            return
        try:
            found = stamp(Path(path))
        except OSError:  # it vanished meanwhile; the next look notes that
            return
        self._work_on(Path(path).name)
        try:
            read = self._capture.read_file(path, source=root.source, stopping=self._is_stopping)
        except ArborError:
            with self._changed:
                now = self._monotonic()
                self._due.put(path, now + RETRY_SECONDS, first=now)
            raise
        if read.status in ("skipped", "empty"):
            self._looked_at[path] = found
        else:
            self._looked_at.pop(path, None)
        self._finished(read.error)

    def _work_on(self, what: str, *conversations: str) -> None:
        with self._changed:
            self._current = what
        self._rt.announce((), conversations, status=True)

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
        totals = {"files": 0, "conversations": 0, "items_extracted": 0, "errors": 0}
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
                root = self._root_of(path)
                read = self._capture.read_file(path, source=root.source if root else None)
                totals["files"] += 1
                totals["errors"] += read.status == "error"
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
