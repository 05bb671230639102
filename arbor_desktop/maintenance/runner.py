"""The maintenance runner, undo of a run, and the scheduler.

One run at a time among all processes of a home, step by step, with a log of every run.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, MaintenanceFailed, StorageError
from arbor_desktop.locks import held
from arbor_desktop.maintenance import schedule
from arbor_desktop.maintenance.model import CUT_SHORT, FULL, Ending, MaintenanceStatus, Run
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Progress, Step, Stopped, Trouble, Work
from arbor_desktop.task_times import Task
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

OnProgress = Callable[[Progress], None]
LOCK_WAIT_SECONDS = 0.5
"""How long to wait for the lock: a process that only checks it holds it for a moment."""
ANNOUNCED_EVERY_SECONDS = 0.1
"""Least time between two announcements of progress."""
SCHEDULE = "schedule"
"""Actor of the runs that were due."""
UNDONE_AT_ONCE = 100
"""Memories restored in one transaction: other writers wait no longer than that takes."""


def maintenance_lock(folder: Path, wait: float = LOCK_WAIT_SECONDS) -> AbstractContextManager[None]:
    """Hold the lock of maintenance in a home's folder; the system releases it when its process dies.

    Raises MaintenanceFailed if another thread or process holds it, StorageError if nothing can be written.
    """
    busy = MaintenanceFailed("Maintenance is already running. Wait until it is done.")
    return held(folder / ".maintenance.lock", wait, busy)


def is_locked(folder: Path) -> bool:
    """Return whether any thread or process holds the lock of maintenance."""
    if not (folder / ".maintenance.lock").exists():
        return False
    try:
        with maintenance_lock(folder, 0):
            return False
    except MaintenanceFailed:
        return True
    except StorageError:  # nothing can be written here, so nobody maintains
        return False


class Maintenance:
    """`steps`: those of each task, in order."""

    def __init__(
        self,
        runtime: Runtime,
        steps: Mapping[Task, Sequence[Step]],
        monotonic: Callable[[], float] = time.monotonic,
        rest: Callable[[float], object] = time.sleep,
    ) -> None:
        self._rt = runtime
        self._steps = steps
        self._monotonic = monotonic
        self._rest = rest
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._cancelled = threading.Event()
        self._closed = False
        self._ended = threading.Event()
        self._ended.set()

    def run(
        self,
        task: str,
        progress: OnProgress | None = None,
        stopping: Callable[[], bool] | None = None,
        actor: str = "user",
    ) -> list[Run]:
        """Run one task, or all (`full`), now. Return a run for each task that was begun; a failure in one
        does not keep the next from running.

        `progress` is called on this thread; `stopping` between small pieces of work. Raises InvalidInput,
        MaintenanceFailed if maintenance is under way already, here or in another process, and StorageError if
        not even the log can be written.
        """
        tasks = list(Task) if task == FULL else [_task(task)]
        return self.run_some(lambda: tasks, actor, progress, stopping)

    def run_some(
        self,
        which: Callable[[], Sequence[Task]],
        actor: str,
        progress: OnProgress | None = None,
        stopping: Callable[[], bool] | None = None,
    ) -> list[Run]:
        """Run the tasks that `which` returns once this process holds the lock."""
        with maintenance_lock(self._rt.home.folder), self._under_way():
            done = []
            for each in which():
                run = self._run_one(each, actor, progress, stopping)
                done.append(run)
                if run.ending in (Ending.STOPPED, Ending.INTERRUPTED):
                    break
            return done

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        with self._lock:
            if self._closed:
                raise MaintenanceFailed("Arbor is closing.")
            self._cancelled.clear()
            self._ended.clear()
        try:
            yield
        finally:
            self._ended.set()

    def close(self) -> None:
        """Stop what is under way, wait until it has stopped, and begin nothing more."""
        with self._lock:
            self._closed = True
            self._cancelled.set()
        self._ended.wait()

    def cancel(self) -> None:
        """Stop what is under way in this process at its next check. What was done stays done."""
        self._cancelled.set()

    @property
    def running(self) -> Progress | None:
        """The progress of this process's run; costs nothing."""
        with self._lock:
            return self._progress

    def status(self) -> MaintenanceStatus:
        """Return what runs, and the last run and next time of each task."""
        running = self.running
        last, begun = self._rt.db.read(lambda c: (maintenance.last_runs(c), maintenance.under_way(c)))
        elsewhere = running is None and begun and is_locked(self._rt.home.folder)
        next_at = schedule.next_times(self._rt.settings.get, self._rt.clock())
        return MaintenanceStatus(running, elsewhere, last, next_at)

    def next_at(self) -> int | None:
        """Return when the next task is due, in milliseconds; None if all are switched off."""
        return min(schedule.next_times(self._rt.settings.get, self._rt.clock()).values(), default=None)

    def log(self, limit: int = 50, task: str | None = None) -> list[Run]:
        """Return past runs, the newest first, with one that is under way; those of a dead process count as
        interrupted. Raises InvalidInput."""
        wanted = None if task is None else _task(task)
        found = self._rt.db.read(lambda c: maintenance.runs(c, limit, wanted))
        if all(run.finished_at is not None for run in found) or is_locked(self._rt.home.folder):
            return found
        cut = {"ending": Ending.INTERRUPTED, "error": CUT_SHORT}
        return [replace(r, finished_at=r.started_at, **cut) if r.finished_at is None else r for r in found]  # type: ignore[arg-type]

    def undo(self, run: int) -> Run:
        """Undo what a run changed in memories. Memories that were changed since are left, and named among the
        troubles of the run.

        Raises NotFound, InvalidInput if that was done already, MaintenanceFailed while maintenance is under
        way.
        """
        with maintenance_lock(self._rt.home.folder):
            changed = _undo(self._rt, run)
        self._rt.announce(tuple(changed), status=True, conflicts=True, maintenance=True)
        return self._rt.db.read(lambda c: maintenance.get(c, run))

    # -- one run --

    def _run_one(
        self, task: Task, actor: str, progress: OnProgress | None, stopping: Callable[[], bool] | None
    ) -> Run:
        by = self._rt.by("maintenance")
        row = self._rt.db.write(lambda c: maintenance.begin(c, task, by.now, actor, by.action_id))
        steps = self._steps.get(task, ())
        work = Work(
            task,
            by,
            lambda: self._cancelled.is_set() or (stopping is not None and stopping()),
            self._reporter(progress),
            len(steps),
            scheduled=actor == SCHEDULE,
            monotonic=self._monotonic,
            rest=self._rest,
        )
        ending, error = Ending.FAILED, CUT_SHORT
        try:
            ending, error = self._do(steps, work)
        finally:
            with self._lock:
                self._progress = None
            run = Run(
                row, task, by.now, self._rt.clock(), dict(work.counts), error or None, ending, actor,
                tuple(work.troubles), by.action_id,
            )  # fmt: skip
            try:
                self._rt.db.write(lambda c: maintenance.finish(c, run))
            except StorageError as failure:  # the disk is full, for example
                log.warning("The end of maintenance can't be noted: %s", failure)
                why = " ".join(filter(None, (run.error, failure.message)))
                run = replace(run, ending=Ending.FAILED, error=why)
            self._rt.announce(status=True, maintenance=True)
        return run

    def _reporter(self, progress: OnProgress | None) -> OnProgress:
        announced_at, step = float("-inf"), ""

        def report(news: Progress) -> None:
            nonlocal announced_at, step
            with self._lock:
                self._progress = news
            if progress is not None:
                progress(news)
            now = self._monotonic()
            if now - announced_at >= ANNOUNCED_EVERY_SECONDS:
                self._rt.announce(maintenance=True, status=news.step != step)
                announced_at, step = now, news.step

        return report

    def _do(self, steps: Sequence[Step], work: Work) -> tuple[Ending, str]:
        """Do the steps; one that fails as a whole is noted, and the next is done.

        A run that is cut short because the program ends is repeated at the next start; one that a person
        stops is not.
        """
        failed: list[str] = []
        for number, step in enumerate(steps):
            try:
                work.begin(step.title, number)
                work.check()
                step.run(work)
            except Stopped:
                if self._closed or (work.scheduled and not self._cancelled.is_set()):
                    return Ending.INTERRUPTED, CUT_SHORT
                return Ending.STOPPED, "Stopped. What was done so far is kept."
            except ArborError as error:
                failed.append(f"{step.title}: {error.message}")
            except Exception as error:  # a bug in one step must not keep the others from running
                log.exception("Maintenance: %s", step.title)
                failed.append(f"{step.title}: {type(error).__name__}: {error}")
        return (Ending.FAILED, " ".join(failed)) if failed else (Ending.DONE, "")


def _task(name: str) -> Task:
    try:
        return Task(name)
    except ValueError:
        allowed = ", ".join([*(task.value for task in Task), FULL])
        raise InvalidInput(f"There is no task {name!r}. There are: {allowed}.", field="task") from None


# -- undo --


def _undo(rt: Runtime, row: int) -> list[str]:
    """Undo a run; one that was killed in the middle can be repeated. Return the ids of the changed memories.

    Raises NotFound, and InvalidInput if the run was undone already or changed nothing.
    """
    run = rt.db.read(lambda c: maintenance.get(c, row))
    if run.undone_at is not None:
        raise InvalidInput("That run was already undone.", id=row)
    action = run.action_id
    ids = rt.db.read(lambda c: maintenance.changed_by(c, action)) if action else []
    if not ids:
        raise InvalidInput("That run changed no memories, so there is nothing to undo.", id=row)
    by = rt.by("undo", Sentence("Maintenance ({task}) was undone", task=run.task.value))
    changed: list[str] = []
    left: list[Trouble] = []
    for start in range(0, len(ids), UNDONE_AT_ONCE):
        part = ids[start : start + UNDONE_AT_ONCE]
        last = start + UNDONE_AT_ONCE >= len(ids)
        back, kept = rt.db.write(
            partial(_undo_part, action=str(action), ids=part, by=by, left=left, run=row if last else None)
        )
        changed, left = changed + back, left + kept
    return changed


def _undo_part(
    conn: Connection, action: str, ids: list[str], by: Write, left: list[Trouble], run: int | None
) -> tuple[list[str], list[Trouble]]:
    """Restore some memories, and store the end of the undo with the last of them, in one transaction: killed
    in between, the run would say for ever that there is nothing to undo."""
    back, texts = maintenance.undo_changes(conn, action, ids, by)
    lifecycle.keep_brought_back(conn, by)  # else they are archived again the next night
    kept = [Trouble(f"“{text}”", "It was changed since, so it was kept.") for text in texts]
    if run is not None:
        maintenance.undone(conn, run, by.now, left + kept)
    return back, kept


# -- scheduler --

START_SECONDS = 30.0
"""After the start of the program the window comes first."""
LOOK_SECONDS = 60.0
"""Longest time between two looks at the clock: it may have been set, or the computer been asleep."""
QUIET_SECONDS, MOST_WAIT_SECONDS = 5.0, 600.0
"""Capture comes first: a task begins when nothing was captured for the first, or after the second."""
MOST_REST_SECONDS = 3600.0
REMEMBERED = 20
"""Runs of a task that are searched for failures."""


class Scheduler:
    """Runs tasks when they are due, while the window or `watch` runs; overdue ones at the start.

    `busy` returns whether capture is at work, `has_to_wait` whether heavy work must not begin;
    `wait(event, seconds)` returns early when the event is set.
    """

    def __init__(
        self,
        runtime: Runtime,
        runner: Maintenance,
        busy: Callable[[], bool],
        has_to_wait: Callable[[], bool] = lambda: False,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._rt = runtime
        self._runner = runner
        self._busy = busy
        self._has_to_wait = has_to_wait
        self._monotonic = monotonic
        self._started = False
        self._thread = BackgroundThread(
            "arbor-maintenance", self._work, "Maintenance can't be kept to its times, and is tried again",
            retry_seconds=LOOK_SECONDS, wait=wait,
            subscribe=lambda: runtime.settings.subscribe(self._settings_changed),
        )  # fmt: skip
        self._due_since: float | None = None
        self._quiet_since: float | None = None
        self._failures = 0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """End the thread; a run under way stops at its next check, and is repeated at the next start."""
        self._thread.stop()
        self._started = False

    def _settings_changed(self, keys: frozenset[str]) -> None:
        if any(key.startswith("maintenance.") for key in keys):
            self._thread.wake()

    def _work(self) -> float:
        if not self._started:  # a start is the wrong moment for maintenance, whatever was set
            self._started = True
            self._thread.pause(START_SECONDS)
        return 0.0 if self._thread.stopping else self.look()

    def look(self) -> float:
        """Run what is due, if this is the moment. Return in how many seconds to look again."""
        try:
            if self._due():
                if self._has_to_wait():
                    return LOOK_SECONDS
                if not self._is_quiet():
                    return QUIET_SECONDS
                self._runner.run_some(self._due, SCHEDULE, stopping=lambda: self._thread.stopping)
            self._due_since, self._quiet_since, self._failures = None, None, 0
            at = self._runner.next_at()
            return LOOK_SECONDS if at is None else min(LOOK_SECONDS, max(1.0, (at - self._rt.clock()) / 1000))
        except MaintenanceFailed:  # by hand, or in another process: what it does is not due any more then
            return LOOK_SECONDS
        except ArborError as error:
            log.warning("Maintenance can't be kept to its times, and is tried again: %s", error)
        except Exception:  # a bug must not end maintenance for as long as the window is open
            log.exception("Maintenance can't be kept to its times, and is tried again")
        self._failures += 1
        return float(min(MOST_REST_SECONDS, LOOK_SECONDS * 2 ** min(self._failures, 10)))

    def _due(self) -> list[Task]:
        def last_runs(task: Task) -> list[Run]:
            return self._rt.db.read(partial(maintenance.runs, limit=REMEMBERED, task=task))

        known_since = self._rt.db.read(maintenance.known_since)
        return schedule.due(self._rt.settings.get, last_runs, known_since, self._rt.clock())

    def _is_quiet(self) -> bool:
        now = self._monotonic()
        if self._due_since is None:
            self._due_since = now
        if self._busy():
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now
        if now - self._due_since >= MOST_WAIT_SECONDS:
            return True
        return self._quiet_since is not None and now - self._quiet_since >= QUIET_SECONDS
