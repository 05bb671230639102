"""Lock files: one process at a time. The system releases a lock when its process dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbor_desktop.errors import ArborError, StorageError


@contextmanager
def held(path: Path, patience: float, busy: ArborError) -> Iterator[None]:
    """Hold the lock file at `path`; the same thread can't take it twice.

    Raises `busy` if another thread or process holds it for `patience` seconds, StorageError if the folder
    can't be written.
    """
    from filelock import FileLock, Timeout  # most commands only read

    lock = FileLock(path, mode=0o600)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock.acquire(patience, poll_interval=0.02)
    except Timeout:
        raise busy from None
    except OSError as error:
        raise StorageError(f"{path.parent} can't be written: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()
