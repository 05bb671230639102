"""What capture has in work at the moment, and jobs that run beside it."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from arbor_desktop.conversations.queries.captures import Job

AT_ONCE = 3
"""So many conversations are with a model at the same time: it is waited for, not worked for."""


@dataclass(frozen=True, slots=True)
class State:
    """`current` is what was begun first of what is in work, or what was in work last while the run goes on;
    `working` how many are in work, `done` how many this run did; `error` came last."""

    current: str | None
    working: int
    done: int
    error: str | None


class UnderWay:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._names: dict[int, str] = {}
        self._last: str | None = None
        self._done = 0
        self._error: str | None = None

    def begin(self, name: str) -> int:
        """Answers what `end` is to be called with."""
        with self._lock:
            number = next(self._numbers)
            self._names[number] = name
            return number

    def end(self, number: int, error: str | None = None) -> None:
        """It is done, or went wrong; what goes well makes an older error a thing of the past."""
        with self._lock:
            self._last = self._names.pop(number)
            self._done += 1
            self._error = error

    def fail(self, message: str) -> None:
        with self._lock:
            self._error = message

    def forgive(self) -> None:
        """What went wrong is tried again."""
        with self._lock:
            self._error = None

    def rest(self) -> bool:
        """Nothing is due any more. Answers whether that ends a run."""
        with self._lock:
            if self._names:
                return False
            ended, self._done, self._last = self._last is not None, 0, None
            return ended

    def state(self) -> State:
        with self._lock:
            current = next(iter(self._names.values()), self._last)
            return State(current, len(self._names), self._done, self._error)


class Beside:
    """Runs jobs that wait for a model, a few at a time, so that files go on being read meanwhile."""

    def __init__(self, run: Callable[[Job], None], freed: Callable[[], None]) -> None:
        """`freed` is called when there may be room for another."""
        self._run, self._freed = run, freed
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._working = 0

    @property
    def room(self) -> bool:
        with self._lock:
            return self._working < AT_ONCE

    def begin(self, job: Job) -> None:
        with self._lock:
            self._working += 1
            if self._pool is None:
                self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="arbor-memorize")
            self._pool.submit(self._work, job)

    def close(self) -> None:
        """Waits for what is in work; whoever wants that to be soon ends the calls first."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True)

    def _work(self, job: Job) -> None:
        try:
            self._run(job)
        finally:
            with self._lock:
                self._working -= 1
            self._freed()
