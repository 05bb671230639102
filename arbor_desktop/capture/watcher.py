"""The watcher: notices changed files in the chosen folders."""

from __future__ import annotations

import logging
import stat
import threading
from collections.abc import Callable, Iterable

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

from arbor_desktop.capture.sources import Root

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
        """Why folders are polled: the system's error when it refused to report changes. None while it
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
