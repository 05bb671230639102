"""Changed conversation files: the watcher reports changes in the chosen folders, the scanner compares all
files there with what was read."""

from __future__ import annotations

import logging
import stat
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from arbor_desktop.capture.file_reader import EMPTY_FILE, NO_TURNS, FileRead
from arbor_desktop.capture.model import NOT_A_CONVERSATION
from arbor_desktop.capture.sources import Root, Sources
from arbor_desktop.conversations import files
from arbor_desktop.conversations.files import Stamp
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

WATCHED_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileModifiedEvent, FileMovedEvent, DirCreatedEvent, DirMovedEvent,
]  # fmt: skip
"""Without opened and closed-no-write: with them, 5,000 folders overflow inotify's queue and lose events."""
POLL_SECONDS = 10.0


class _Handler(FileSystemEventHandler):
    def __init__(self, notice: Callable[[str], None], look: Callable[[str], None]) -> None:
        self._notice = notice
        self._look = look

    def on_any_event(self, event: FileSystemEvent) -> None:
        # Atomic saves arrive as moves; a folder that appears may hold files already.
        path = str(event.dest_path if isinstance(event, FileMovedEvent | DirMovedEvent) else event.src_path)
        if event.is_directory:
            self._look(path)
        else:
            self._notice(path)


class Watcher:
    """Calls `notice(path)` for each changed file, and `look(folder)` for each folder that appeared."""

    def __init__(
        self,
        notice: Callable[[str], None],
        look: Callable[[str], None],
        observer: Callable[[], BaseObserver] = Observer,
    ) -> None:
        self._handler = _Handler(notice, look)
        self._make = observer
        self._observer: BaseObserver | None = None
        self._watched: dict[str, tuple[int, int, bool]] = {}
        self._lock = threading.Lock()
        self.polling: str | None = None
        """The reason for polling: the system's error when it refused to report changes. None while it
        does."""

    def watch(self, roots: Iterable[Root]) -> bool:
        """Watch exactly these folders, as far as they exist.

        Return whether they are others than before: then they must be scanned, because existing files make no
        events. A folder that was removed and made again counts as another.
        """
        wanted: dict[str, tuple[int, int, bool]] = {}
        for root in roots:
            try:
                found = root.folder.stat()
            except OSError:  # not there, or not readable: a scan reports it
                continue
            if stat.S_ISDIR(found.st_mode):
                name = str(root.folder)
                deep = root.place.deep or (name in wanted and wanted[name][2])
                wanted[name] = (found.st_dev, found.st_ino, deep)
        with self._lock:
            if wanted == self._watched:
                return False
            self._stop()
            self._watched = wanted
            if wanted:
                self._start({name: deep for name, (_, _, deep) in sorted(wanted.items())})
            return True

    def _start(self, folders: dict[str, bool]) -> None:
        try:
            self._observer = self._started(self._make(), folders)
            self.polling = None
        except OSError as error:  # inotify's limit of watches or instances, or a file system without events
            log.info("Watching by polling: %s", error)
            self.polling = error.strerror or str(error)
            self._observer = self._started(PollingObserver(timeout=POLL_SECONDS), folders)

    def _started(self, observer: BaseObserver, folders: dict[str, bool]) -> BaseObserver:
        try:
            for folder, deep in folders.items():
                observer.schedule(self._handler, folder, recursive=deep, event_filter=WATCHED_EVENTS)
            observer.start()
        except OSError:
            observer.unschedule_all()
            raise
        return observer

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        observer, self._observer, self._watched = self._observer, None, {}
        if observer is not None and observer.is_alive():
            observer.stop()
            observer.join()


# -- the scanner --

NO_CONVERSATION = frozenset((NOT_A_CONVERSATION, NO_TURNS, EMPTY_FILE))
"""Reasons for which a file need not be opened again until it changes."""


class Scanner:
    """`failed` gets messages about folders that can't be listed. Not thread-safe."""

    def __init__(self, runtime: Runtime, sources: Sources, failed: Callable[[str], None]) -> None:
        self._rt = runtime
        self._sources = sources
        self._failed = failed
        self._without_result: dict[str, Stamp] = {}
        """Files that left nothing in the store (no conversation, excluded, empty), as they were when read."""
        self._to_save: dict[str, Stamp] = {}
        """Those of them without a conversation, to be stored: the next start need not open them either."""

    def forget(self) -> None:
        """Scan all files again: settings changed."""
        self._without_result.clear()

    def note(self, path: str, state: Stamp, result: FileRead) -> None:
        """Note the result of reading a file in a state."""
        self._without_result.pop(path, None)
        if result.status in ("skipped", "empty"):
            self._without_result[path] = state
        if result.reason in NO_CONVERSATION:
            self._to_save[path] = state

    def save(self) -> None:
        """Store which files have no conversation."""
        if not self._to_save:
            return
        files_read, self._to_save = self._to_save, {}
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.save_in_vain(c, files_read, now))

    def changed_files(self) -> list[tuple[int, str]]:
        """Return (time, path) of each file to read, in all chosen folders."""
        return [found for root in self._sources.roots() for found in self._changed_in(root)]

    def root_of(self, path: str) -> Root | None:
        """Return the chosen folder that a file lies in."""
        file = Path(path)
        return next(
            (
                root
                for root in self._sources.roots()
                if root.place.holds(file) and files.belongs(file, root.folder)
            ),
            None,
        )

    def _changed_in(self, root: Root) -> list[tuple[int, str]]:
        """Return (time, path) of each file to read in a folder; store which files vanished or are back."""
        folder = str(root.folder)
        patterns = self._rt.settings.get("capture.excluded")
        unseen = self._rt.db.read(lambda c: captures.files_under(c, folder, patterns))
        found: list[tuple[int, str]] = []
        back: list[str] = []
        complete = root.folder.is_dir()

        def failed(error: OSError) -> None:
            nonlocal complete
            complete = False
            if not isinstance(error, FileNotFoundError):  # not there, or no more: no reason to worry
                self._failed(f"{error.filename}: {error.strerror}")

        for path, state in files.stamped(root.place, failed):
            known, was_there = unseen.pop(path, (None, True))
            if not was_there:
                back.append(path)
            if state is None or state == known or state == self._without_result.get(path):
                continue
            if files.excluded_by(path, patterns):
                self._without_result[path] = state
            else:
                found.append((state[1], path))
        gone = [path for path, (_, was_there) in unseen.items() if was_there and root.place.holds(path)]
        if not complete:
            gone.clear()
        if gone or back:
            now = self._rt.clock()

            def write(conn: Connection) -> None:
                for path in gone:
                    captures.mark_gone(conn, path, now)
                for path in back:
                    captures.mark_back(conn, path)

            self._rt.db.write(write)
        return found
