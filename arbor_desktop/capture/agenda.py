"""Which file is to be read when."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass


@dataclass(slots=True)
class Due:
    """`first`: when the file was noticed first; `at`: when it is to be read. Monotonic seconds."""

    first: float
    at: float


class Agenda:
    """Files by when they are due; noticing one again moves it. Not safe for threads by itself."""

    def __init__(self) -> None:
        self._due: dict[str, Due] = {}
        self._heap: list[tuple[float, int, str]] = []
        self._order = itertools.count()

    def __len__(self) -> int:
        return len(self._due)

    def put(self, path: str, at: float, *, first: float) -> None:
        self._due[path] = Due(first, at)
        heapq.heappush(self._heap, (at, next(self._order), path))

    def known(self, path: str) -> Due | None:
        return self._due.get(path)

    def clear(self) -> None:
        self._due.clear()
        self._heap.clear()

    def next_at(self) -> float | None:
        """When the first file is due."""
        while self._heap:
            at, _, path = self._heap[0]
            due = self._due.get(path)
            if due is not None and due.at == at:
                return at
            heapq.heappop(self._heap)  # it was moved or taken
        return None

    def take(self, now: float) -> str | None:
        """Takes out the first file that is due."""
        at = self.next_at()
        if at is None or at > now:
            return None
        path = heapq.heappop(self._heap)[2]
        del self._due[path]
        return path

    def take_all(self) -> list[str]:
        paths = list(self._due)
        self.clear()
        return paths
