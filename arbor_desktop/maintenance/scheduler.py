"""Runs tasks of maintenance when they are due, while the window or `watch` runs; what fell due while nobody
was there, as soon as somebody is."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial

from arbor_desktop.errors import ArborError, MaintenanceFailed
from arbor_desktop.maintenance import schedule
from arbor_desktop.maintenance.model import Run
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.maintenance.runner import SCHEDULE, Maintenance
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.task_times import Task

log = logging.getLogger(__name__)

START_SECONDS = 30.0
"""After the start of the program the window comes first."""
LOOK_SECONDS = 60.0
"""At least so often the clock is looked at: it may have been set, or the computer been asleep."""
QUIET_SECONDS = 5.0
PATIENCE_SECONDS = 600.0
"""Capture comes first: a task begins when nothing was captured for the first, or after the second."""
MOST_REST_SECONDS = 3600.0
REMEMBERED = 20
"""So many runs of a task are looked at for what failed."""


class Scheduler:
    """One thread. `busy`: whether capture is at work; `wait(seconds)` returns early when `wake` is set."""

    def __init__(
        self,
        runtime: Runtime,
        runner: Maintenance,
        busy: Callable[[], bool],
        *,
        monotonic: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._rt = runtime
        self._runner = runner
        self._busy = busy
        self._monotonic = monotonic
        self._wait = wait
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._end_subscription: Callable[[], None] | None = None
        self._due_since: float | None = None
        self._quiet_since: float | None = None
        self._failures = 0

    def start(self) -> None:
        if self._thread is None:
            self._stop.clear()
            self._end_subscription = self._rt.settings.subscribe(self._settings_changed)
            self._thread = threading.Thread(target=self._run, name="arbor-maintenance", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends the thread; a run under way stops at its next look, and is taken up at the next start."""
        if self._thread is None:
            return
        self._stop.set()
        self._wake.set()
        if self._end_subscription:
            self._end_subscription()
        self._thread.join()
        self._thread = None

    def _settings_changed(self, keys: frozenset[str]) -> None:
        if any(key.startswith("maintenance.") for key in keys):
            self._wake.set()

    def _run(self) -> None:
        # Nothing wakes it from this one but the end: a start is the wrong moment, whatever was set.
        self._wait(self._stop, START_SECONDS)
        while not self._stop.is_set():
            self._wake.clear()
            self._wait(self._wake, self.look())

    def look(self) -> float:
        """Runs what is due, if this is the moment. Answers in how many seconds to look again."""
        try:
            if self._due():
                if not self._is_quiet():
                    return QUIET_SECONDS
                self._runner.run_some(self._due, SCHEDULE, stopping=self._stop.is_set)
            self._due_since, self._failures = None, 0
            return self._until_next()
        except MaintenanceFailed:  # by hand, or by another process: what it does is not due any more then
            return LOOK_SECONDS
        except ArborError as error:
            log.warning("Maintenance can't be kept to its times, and is tried again: %s", error)
        except Exception:  # a bug must not end maintenance for as long as the window is open
            log.exception("Maintenance can't be kept to its times, and is tried again")
        self._failures += 1
        return float(min(MOST_REST_SECONDS, LOOK_SECONDS * 2 ** min(self._failures, 10)))

    def _due(self) -> list[Task]:
        now = self._rt.clock()
        known_since = self._rt.db.read(maintenance.known_since)
        return schedule.due(self._rt.settings.get, self._last_runs, known_since, now)

    def _last_runs(self, task: Task) -> list[Run]:
        return self._rt.db.read(partial(maintenance.runs, limit=REMEMBERED, task=task))

    def _is_quiet(self) -> bool:
        now = self._monotonic()
        if self._due_since is None:
            self._due_since = now
        if self._busy():
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now
        if now - self._due_since >= PATIENCE_SECONDS:
            return True
        return self._quiet_since is not None and now - self._quiet_since >= QUIET_SECONDS

    def _until_next(self) -> float:
        self._quiet_since = None
        at = self._runner.next_at()
        if at is None:
            return LOOK_SECONDS
        return min(LOOK_SECONDS, max(1.0, (at - self._rt.clock()) / 1000))
