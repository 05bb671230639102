"""Noticing that files changed: one observer over the chosen folders, which only says `notice(path)`."""

from __future__ import annotations

import logging
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

from arbor_desktop.service.sources import Root

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
    """Watches folders; `notice(path)` for each changed file, `look(folder)` for each folder that appeared."""

    def __init__(self, notice: Callable[[str], None], look: Callable[[str], None]) -> None:
        self._handler = _Handler(notice, look)
        self._observer: BaseObserver | None = None
        self._watched: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        self.polling = False
        """The system refused to watch so many folders, so they are looked through every few seconds."""

    def watch(self, roots: Iterable[Root]) -> None:
        """Watches exactly these folders, as far as they exist. Scan afterwards: old files make no events."""
        wanted = frozenset(str(root.folder) for root in roots if root.folder.is_dir())
        with self._lock:
            if wanted == self._watched and (self._observer is not None or not wanted):
                return
            self._stop()
            if wanted:
                self._start(wanted)

    def _start(self, folders: frozenset[str]) -> None:
        try:
            self._observer = self._started(Observer(), folders)
            self.polling = False
        except OSError as error:  # inotify's limit of watches or instances, or a file system without events
            log.info("Watching by polling: %s", error)
            self._observer = self._started(PollingObserver(timeout=POLL_SECONDS), folders)
            self.polling = True
        self._watched = folders

    def _started(self, observer: BaseObserver, folders: frozenset[str]) -> BaseObserver:
        try:
            for folder in sorted(folders):
                observer.schedule(self._handler, folder, recursive=True, event_filter=WATCHED_EVENTS)
            observer.start()
        except OSError:
            observer.unschedule_all()
            raise
        return observer

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        observer, self._observer, self._watched = self._observer, None, frozenset()
        if observer is not None and observer.is_alive():
            observer.stop()
            observer.join()
