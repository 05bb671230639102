"""Reading the next file while the one before it is stored and memorized.

Worth it only where reading runs in a process of its own, which storing would leave idle. Nothing is
stored ahead of its turn, so a kill loses nothing but the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from arbor_desktop.conversations.batch import Batch
from arbor_desktop.extraction.work import ReadRequest, Worker

LARGEST_AHEAD = 8 * 1024 * 1024
"""Bytes: a larger file is read when its turn comes, since all that is read ahead is held in memory."""


class ReadAhead:
    """Reads as its worker does; what was begun before is at hand. Use as a context manager, by one thread."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._pool: ThreadPoolExecutor | None = None
        self._begun: dict[str, tuple[ReadRequest, Future[list[Batch]]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def begin(self, request: ReadRequest) -> None:
        """Starts to read; all of it is held until it is asked for."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="arbor-ahead")
        self._begun[request.path] = request, self._pool.submit(lambda: list(self._worker.read(request)))

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        """See `Worker.read`, also for what it raises."""
        begun = self._begun.pop(request.path, None)
        if begun is not None and begun[0] == request:
            yield from begun[1].result()
        else:
            yield from self._worker.read(request)
