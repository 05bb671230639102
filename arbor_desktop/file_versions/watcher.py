"""Looks every few seconds for changed memory files of AI tools, while any tool is switched on.

Files are compared rather than reported by the system: they are few, and that a file vanished is seen too,
also on file systems without events.
"""

from __future__ import annotations

from arbor_desktop.capture.sources import is_paused
from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

LOOK_SECONDS = 3.0


class FileVersionWatcher:
    """Watches from `start()` to `close()`."""

    def __init__(self, runtime: Runtime, versions: FileVersions) -> None:
        self._rt, self._versions = runtime, versions
        self._started = False
        self._first = True
        self._thread = BackgroundThread(
            "arbor-file-versions", self._look, "Keeping versions of memory files failed",
            retry_seconds=10 * LOOK_SECONDS,
        )  # fmt: skip
        self._end = runtime.events.subscribe(self._on_changes)

    @property
    def running(self) -> bool:
        return self._thread.running

    def start(self) -> None:
        """Begin to look, now or as soon as a tool is switched on."""
        self._started = True
        self._begin()

    def close(self) -> None:
        self._end()
        self._thread.close()

    def _on_changes(self, changes: Changes) -> None:
        if changes.settings and self._started:
            self._begin()
            self._thread.wake()

    def _begin(self) -> None:
        if self._versions.wanted:
            self._thread.start()

    def _look(self) -> float:
        if not is_paused(self._rt):
            # What was there before needs no second look: nobody is known to write it.
            self._versions.look(settled=not self._first)
            self._first = False
        return LOOK_SECONDS
