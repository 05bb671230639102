"""One runner of maintenance among all processes on a home: a lock that the system gives back when its holder
dies."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from arbor_desktop.errors import MaintenanceFailed
from arbor_desktop.locks import held

PATIENCE_SECONDS = 0.5
"""Whoever only looks whether somebody holds the lock holds it for a moment."""


class Alone:
    def __init__(self, folder: Path) -> None:
        self._path = folder / ".maintenance.lock"

    def held(self) -> AbstractContextManager[None]:
        """Raises MaintenanceFailed where another thread or process holds it, StorageError where nothing can
        be written."""
        busy = MaintenanceFailed("Maintenance is under way already. Wait until it is done.")
        return held(self._path, PATIENCE_SECONDS, busy)

    def is_held(self) -> bool:
        """Whether any thread or process holds it now."""
        from filelock import FileLock, Timeout

        if not self._path.exists():
            return False
        lock = FileLock(self._path, 0, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            return True
        except OSError:  # nothing can be written here, so nobody maintains
            return False
        lock.release()
        return False
