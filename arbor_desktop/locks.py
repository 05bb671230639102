"""Lock files: one process at a time. The system gives a lock back when its holder dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbor_desktop.errors import ArborError, StorageError


@contextmanager
def held(path: Path, patience: float, busy: ArborError) -> Iterator[None]:
    """Hold the lock file at `path`, which can not be taken twice.

    Raises `busy` where another thread or process holds it for `patience` seconds, StorageError where nothing
    can be written.
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
