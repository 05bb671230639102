"""Runs tasks of maintenance: one at a time among all processes, step by step, with a log of every run."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from arbor_desktop.core.errors import ArborError, InvalidInput, MaintenanceFailed
from arbor_desktop.core.maintenance import FULL, Ending, MaintenanceStatus, Progress, Run, Task
from arbor_desktop.service.maintenance.schedule import next_times
from arbor_desktop.service.maintenance.work import Step, Stopped, Work
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import maintenance

log = logging.getLogger(__name__)

Tell = Callable[[Progress], None]


class Maintenance:
    """`steps`: what each task does, in order."""

    def __init__(self, runtime: Runtime, steps: Mapping[Task, Sequence[Step]]) -> None:
        self._rt = runtime
        self._steps = steps
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._cancelled = threading.Event()

    def run(
        self,
        task: str,
        *,
        actor: str = "user",
        progress: Tell | None = None,
        stopping: Callable[[], bool] | None = None,
    ) -> list[Run]:
        """Runs one task, or all (`full`), now. Answers a run for each task that was begun; what failed in one
        does not keep the next from running. Raises InvalidInput, and MaintenanceFailed where maintenance is
        under way already, here or in another process."""
        tasks = list(Task) if task == FULL else [_task(task)]
        with self._alone():
            self._cancelled.clear()
            done = []
            for each in tasks:
                run = self._run_one(each, actor, progress, stopping)
                done.append(run)
                if run.ending is Ending.STOPPED:
                    break
            return done

    def cancel(self) -> None:
        """Stops what is under way in this process, at its next look. What was done stays done."""
        self._cancelled.set()

    def status(self) -> MaintenanceStatus:
        with self._lock:
            running = self._progress
        last = self._rt.db.read(maintenance.last_runs)
        elsewhere = running is None and self._held_elsewhere()
        return MaintenanceStatus(
            running, elsewhere, last, next_times(self._rt.settings.get, self._rt.clock())
        )

    def log(self, limit: int = 50, task: str | None = None) -> list[Run]:
        """Past runs, the newest first."""
        wanted = None if task is None else _task(task)
        return self._rt.db.read(lambda c: maintenance.runs(c, limit, wanted))

    def _run_one(
        self, task: Task, actor: str, progress: Tell | None, stopping: Callable[[], bool] | None
    ) -> Run:
        by = self._rt.by("maintenance")
        row = self._rt.db.write(lambda c: maintenance.begin(c, task, by.now, actor, by.action_id))
        steps = self._steps.get(task, ())

        def tell(news: Progress) -> None:
            with self._lock:
                self._progress = news
            if progress is not None:
                progress(news)
            self._rt.announce(maintenance=True)

        work = Work(
            task,
            by,
            lambda: self._cancelled.is_set() or (stopping is not None and stopping()),
            tell,
            len(steps),
        )
        ending, error = Ending.DONE, None
        try:
            ending, error = self._do(steps, work)
        finally:
            with self._lock:
                self._progress = None
            finished = self._rt.clock()
            self._rt.db.write(
                lambda c: maintenance.finish(
                    c, row, finished, dict(work.counts), ending, error, work.troubles
                )
            )
            self._rt.announce(status=True, maintenance=True)
        return self._rt.db.read(lambda c: maintenance.get(c, row))

    def _do(self, steps: Sequence[Step], work: Work) -> tuple[Ending, str | None]:
        """A step that fails as a whole is noted, and the next is done."""
        failed: list[str] = []
        for number, step in enumerate(steps):
            work.begin(step.title, number)
            try:
                work.check()
                step.run(work)
            except Stopped:
                return Ending.STOPPED, "Stopped. What was done so far is kept."
            except ArborError as error:
                failed.append(f"{step.title}: {error.message}")
            except Exception as error:  # a bug in one step must not keep the others from running
                log.exception("Maintenance: %s", step.title)
                failed.append(f"{step.title}: {type(error).__name__}: {error}")
        return (Ending.FAILED, " ".join(failed)) if failed else (Ending.DONE, None)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One runner among all processes. The system gives the lock back when its holder dies."""
        from filelock import FileLock, Timeout  # most commands never maintain

        lock = FileLock(self._rt.home.folder / ".maintenance.lock", 0, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            raise MaintenanceFailed("Maintenance is under way already. Wait until it is done.") from None
        try:
            yield
        finally:
            lock.release()

    def _held_elsewhere(self) -> bool:
        from filelock import FileLock, Timeout

        path = self._rt.home.folder / ".maintenance.lock"
        if not path.exists():
            return False
        lock = FileLock(path, 0, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            return True
        lock.release()
        return False


def _task(name: str) -> Task:
    try:
        return Task(name)
    except ValueError:
        allowed = ", ".join([*(task.value for task in Task), FULL])
        raise InvalidInput(f"There is no task {name!r}. There are: {allowed}.", field="task") from None
