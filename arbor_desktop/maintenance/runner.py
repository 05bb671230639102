"""Runs tasks of maintenance: one at a time among all processes, step by step, with a log of every run."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from arbor_desktop.errors import ArborError, InvalidInput, MaintenanceFailed, StorageError
from arbor_desktop.maintenance.alone import Alone
from arbor_desktop.maintenance.model import FULL, Ending, MaintenanceStatus, Run
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.maintenance.schedule import next_times
from arbor_desktop.maintenance.undoing import take_back
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Progress, Step, Stopped, Work
from arbor_desktop.task_times import Task

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
        self._alone = Alone(runtime.home.folder)
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
