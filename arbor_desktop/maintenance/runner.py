"""The maintenance runner, its lock among processes, its scheduler, and undo of a run."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, MaintenanceFailed, StorageError
from arbor_desktop.locks import held
from arbor_desktop.maintenance import schedule
from arbor_desktop.maintenance.model import FULL, Ending, MaintenanceStatus, Run
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.maintenance.schedule import next_times
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Progress, Step, Stopped, Trouble, Work
from arbor_desktop.task_times import Task

LOCK_WAIT_SECONDS = 0.5
"""Whoever only looks whether somebody holds the lock holds it for a moment."""


class MaintenanceLock:
    def __init__(self, folder: Path) -> None:
        self._path = folder / ".maintenance.lock"

    def held(self) -> AbstractContextManager[None]:
        """Raises MaintenanceFailed where another thread or process holds it, StorageError where nothing can
        be written."""
        busy = MaintenanceFailed("Maintenance is under way already. Wait until it is done.")
        return held(self._path, LOCK_WAIT_SECONDS, busy)

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


# -- undo --


AT_ONCE = 100
"""Memories a transaction: whoever else writes waits no longer than that takes."""
SINCE = "It was changed since, so it was left as it is."


@dataclass(slots=True)
class _Done:
    changed: list[str] = field(default_factory=list)
    left: list[Trouble] = field(default_factory=list)


def take_back(rt: Runtime, row: int) -> list[str]:
    """Killed in the midst of it, it can be asked for again. Answers the ids of what changed. Raises NotFound,
    and InvalidInput where the run was taken back already or is not over."""
    run = rt.db.read(lambda c: maintenance.get(c, row))
    if run.undone_at is not None:
        raise InvalidInput("That run was taken back already.", id=row)
    action = run.action_id
    ids = rt.db.read(lambda c: maintenance.changed_by(c, action)) if action else []
    if not ids:
        raise InvalidInput("That run changed no memories, so there is nothing to take back.", id=row)
    by, done = rt.by("undo", f"Maintenance ({run.task.value}) was taken back"), _Done()
    for start in range(0, len(ids), AT_ONCE):
        last = row if start + AT_ONCE >= len(ids) else None
        rt.db.write(
            partial(_some, action=str(action), ids=ids[start : start + AT_ONCE], by=by, done=done, run=last)
        )
    return done.changed


def _some(conn: Connection, action: str, ids: list[str], by: Write, done: _Done, run: int | None) -> None:
    """`run`: the row of the run that is taken back with these, in the same transaction: killed in between, it
    would say for ever that there is nothing to take back."""
    changed, left = maintenance.take_back(conn, action, ids, by)
    lifecycle.keep_brought_back(conn, by)  # else it is forgotten again the next night
    done.changed += changed
    done.left += [Trouble(f"“{text}”", SINCE) for text in left]
    if run is not None:
        maintenance.undone(conn, run, by.now, done.left)


# -- runner --


log = logging.getLogger(__name__)

Tell = Callable[[Progress], None]
ANNOUNCED_EVERY_SECONDS = 0.1
"""Progress is announced no more often than this."""
SCHEDULE = "schedule"
"""Who runs what is due."""
CUT_SHORT = "Arbor ended before it was done. What was done is kept."


class Maintenance:
    """`steps`: what each task does, in order."""

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
        self._alone = MaintenanceLock(runtime.home.folder)
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._cancelled = threading.Event()
        self._closed = False
        self._ended = threading.Event()
        self._ended.set()

    def run(
        self,
        task: str,
        progress: Tell | None = None,
        stopping: Callable[[], bool] | None = None,
        actor: str = "user",
    ) -> list[Run]:
        """Runs one task, or all (`full`), now. Answers a run for each task that was begun; what failed in one
        does not keep the next from running. `progress` is told on this thread; `stopping` is asked between
        small pieces of work. Raises InvalidInput, MaintenanceFailed where maintenance is under way already,
        here or in another process, and StorageError where not even the log can be written."""
        tasks = list(Task) if task == FULL else [_task(task)]
        return self.run_some(lambda: tasks, actor, progress, stopping)

    def run_some(
        self,
        which: Callable[[], Sequence[Task]],
        actor: str,
        progress: Tell | None = None,
        stopping: Callable[[], bool] | None = None,
    ) -> list[Run]:
        """Runs those tasks that `which` names as soon as nobody else maintains: it is asked then."""
        with self._alone.held(), self._under_way():
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
                raise MaintenanceFailed("Arbor is about to end.")
            self._cancelled.clear()
            self._ended.clear()
        try:
            yield
        finally:
            self._ended.set()

    def close(self) -> None:
        """Stops what is under way, waits until it has stopped, and begins nothing more."""
        with self._lock:
            self._closed = True
            self._cancelled.set()
        self._ended.wait()

    def cancel(self) -> None:
        """Stops what is under way in this process, at its next look. What was done stays done."""
        self._cancelled.set()

    @property
    def running(self) -> Progress | None:
        """How far this process is with a task; costs nothing."""
        with self._lock:
            return self._progress

    def status(self) -> MaintenanceStatus:
        running = self.running
        now = self._rt.clock()
        last, begun = self._rt.db.read(lambda c: (maintenance.last_runs(c), maintenance.under_way(c)))
        elsewhere = running is None and begun and self._alone.is_held()
        return MaintenanceStatus(running, elsewhere, last, next_times(self._rt.settings.get, now))

    def next_at(self) -> int | None:
        """When the next task is due, in milliseconds; None where all are switched off."""
        return min(next_times(self._rt.settings.get, self._rt.clock()).values(), default=None)

    def log(self, limit: int = 50, task: str | None = None) -> list[Run]:
        """Past runs, the newest first, with one that is under way; what a dead process began is told as
        interrupted. Raises InvalidInput."""
        wanted = None if task is None else _task(task)
        found = self._rt.db.read(lambda c: maintenance.runs(c, limit, wanted))
        if all(run.finished_at is not None for run in found) or self._alone.is_held():
            return found
        return [_interrupted(run) if run.finished_at is None else run for run in found]

    def undo(self, run: int) -> Run:
        """Takes back what a run changed in memories. What was changed since is left as it is, and named among
        the troubles of the run. Raises NotFound, InvalidInput where that was done already, MaintenanceFailed
        while maintenance is under way."""
        with self._alone.held():
            changed = take_back(self._rt, run)
        self._rt.announce(tuple(changed), status=True, conflicts=True, maintenance=True)
        return self._rt.db.read(lambda c: maintenance.get(c, run))

    # -- one run --

    def _run_one(
        self, task: Task, actor: str, progress: Tell | None, stopping: Callable[[], bool] | None
    ) -> Run:
        by = self._rt.by("maintenance")
        row = self._rt.db.write(lambda c: maintenance.begin(c, task, by.now, actor, by.action_id))
        steps = self._steps.get(task, ())
        work = Work(
            task,
            by,
            lambda: self._cancelled.is_set() or (stopping is not None and stopping()),
            self._teller(progress),
            len(steps),
            scheduled=actor == SCHEDULE,
            monotonic=self._monotonic,
            rest=self._rest,
        )
        ending, error = Ending.FAILED, CUT_SHORT
        try:
            ending, error = self._do(steps, work, by_schedule=work.scheduled)
        finally:
            with self._lock:
                self._progress = None
            run = Run(
                row, task, by.now, self._rt.clock(), dict(work.counts), error or None, ending, actor,
                tuple(work.troubles), by.action_id,
            )  # fmt: skip
            run = self._finished(run)
            self._rt.announce(status=True, maintenance=True)
        return run

    def _teller(self, progress: Tell | None) -> Tell:
        told_at, step = float("-inf"), ""

        def tell(news: Progress) -> None:
            nonlocal told_at, step
            with self._lock:
                self._progress = news
            if progress is not None:
                progress(news)
            now = self._monotonic()
            if now - told_at >= ANNOUNCED_EVERY_SECONDS:
                self._rt.announce(maintenance=True, status=news.step != step)
                told_at, step = now, news.step

        return tell

    def _finished(self, run: Run) -> Run:
        """Writes the end of a run into the log. Where even that fails (disk full), the run says so."""
        try:
            self._rt.db.write(lambda c: maintenance.finish(c, run))
        except StorageError as error:
            log.warning("The end of maintenance can't be noted: %s", error)
            said = " ".join(filter(None, (run.error, error.message)))
            return replace(run, ending=Ending.FAILED, error=said)
        return run

    def _do(self, steps: Sequence[Step], work: Work, *, by_schedule: bool) -> tuple[Ending, str]:
        """A step that fails as a whole is noted, and the next is done. What is broken off because the program
        ends is taken up again at the next start; what a person stops is not."""
        failed: list[str] = []
        for number, step in enumerate(steps):
            try:
                work.begin(step.title, number)
                work.check()
                step.run(work)
            except Stopped:
                if self._closed or (by_schedule and not self._cancelled.is_set()):
                    return Ending.INTERRUPTED, CUT_SHORT
                return Ending.STOPPED, "Stopped. What was done so far is kept."
            except ArborError as error:
                failed.append(f"{step.title}: {error.message}")
            except Exception as error:  # a bug in one step must not keep the others from running
                log.exception("Maintenance: %s", step.title)
                failed.append(f"{step.title}: {type(error).__name__}: {error}")
        return (Ending.FAILED, " ".join(failed)) if failed else (Ending.DONE, "")


def _interrupted(run: Run) -> Run:
    return replace(run, finished_at=run.started_at, ending=Ending.INTERRUPTED, error=CUT_SHORT)


def _task(name: str) -> Task:
    try:
        return Task(name)
    except ValueError:
        allowed = ", ".join([*(task.value for task in Task), FULL])
        raise InvalidInput(f"There is no task {name!r}. There are: {allowed}.", field="task") from None


# -- scheduler --


START_SECONDS = 30.0
"""After the start of the program the window comes first."""
LOOK_SECONDS = 60.0
"""At least so often the clock is looked at: it may have been set, or the computer been asleep."""
QUIET_SECONDS = 5.0
MOST_WAIT_SECONDS = 600.0
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
        if now - self._due_since >= MOST_WAIT_SECONDS:
            return True
        return self._quiet_since is not None and now - self._quiet_since >= QUIET_SECONDS

    def _until_next(self) -> float:
        self._quiet_since = None
        at = self._runner.next_at()
        if at is None:
            return LOOK_SECONDS
        return min(LOOK_SECONDS, max(1.0, (at - self._rt.clock()) / 1000))
