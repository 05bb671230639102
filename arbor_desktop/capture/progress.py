"""The current tasks of background capture, and its progress."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from arbor_desktop.conversations.queries import captures
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import ServiceStatus

LEAST_SECONDS, LEAST_READ = 2.0, 3
"""The remaining time is estimated once this many seconds have passed and conversations were read."""


@dataclass(eq=False, slots=True)
class Task:
    """A file or a conversation in work. `error`: why it failed."""

    name: str
    is_file: bool
    error: str | None = None


class Progress:
    """The tasks in work, and the conversations read since work began, by whichever process. Safe to use from
    several threads."""

    def __init__(self, runtime: Runtime, monotonic: Callable[[], float]) -> None:
        self._rt, self._monotonic = runtime, monotonic
        self._lock = threading.Lock()
        self._tasks: list[Task] = []
        self._last: str | None = None
        self._since: int | None = None
        """When work began; None before the first task."""
        self._seen = 0
        """The last line of the activity list that is counted."""
        self._over = True
        self._read = self._found = 0
        self._timed: tuple[float, int] | None = None
        """When this many conversations were read: the time that is left is estimated from then on."""
        self.error: str | None = None
        """The newest error; a task that succeeds clears it."""

    @property
    def current(self) -> str | None:
        """The task begun first of those in work, or the last one while others are due."""
        with self._lock:
            return self._tasks[0].name if self._tasks else self._last

    def begin(self, task: Task) -> None:
        with self._lock:
            if self._over:
                self._since = self._rt.clock()
                self._read, self._found, self._timed = 0, 0, None
                self._over = False
            self._tasks.append(task)

    def end(self, task: Task) -> None:
        with self._lock:
            self._tasks.remove(task)
            self._last = task.name
            self.error = task.error

    def rest(self, *, paused: bool) -> bool:
        """Note that nothing is due, or that reading is paused, which ends nothing. Return whether tasks were
        done since the last time."""
        with self._lock:
            if paused:
                self._timed = None
            if self._tasks:
                return False
            ended, self._last = self._last is not None, None
            self._over = self._over or not paused
            return ended

    def add_to_status(self, status: ServiceStatus, files: int) -> ServiceStatus:
        """Return a stored status with what is in work. `files`: those that are due."""
        with self._lock:
            if self._since is not None:
                self._count(self._since)
            current = self._tasks[0].name if self._tasks else self._last
            left = status.queue + files + sum(task.is_file for task in self._tasks)
            busy = "processing" if current else "error" if self.error else status.state
            return replace(
                status,
                state=status.state if status.state == "paused" else busy,
                queue=status.queue + files,
                done=self._read,
                total=self._read + left,
                found=self._found,
                seconds_left=None if files else self._seconds_left(left),
                current=current,
                last_error=self.error,
                unread=max(status.unread, files),
            )

    def _count(self, since: int) -> None:
        self._seen, read, found = self._rt.db.read(lambda c: captures.memorized_after(c, self._seen, since))
        self._read += read
        self._found += found

    def _seconds_left(self, left: int) -> int | None:
        now = self._monotonic()
        if self._timed is None and self._read:
            self._timed = now, self._read
        since, before = self._timed or (now, self._read)
        if now - since < LEAST_SECONDS or self._read - before < LEAST_READ:
            return None
        return round((now - since) / (self._read - before) * left)
