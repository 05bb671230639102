"""Steps of maintenance, their progress and their troubles."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Any, TypeVar

from arbor_desktop.database.connection import concerns_the_file
from arbor_desktop.documents import document
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.task_times import Task

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_TROUBLES = 50
"""Troubles that are kept of one run; the counter `failures` counts all."""
WORTH_RESTING_SECONDS, MOST_REST_SECONDS = 0.01, 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a maintenance run. `step`: the current step, for people; `done` of `total` in that
    step, `total` 0 where it is not known; `steps_done` of `steps` in all."""

    task: Task
    step: str
    done: int = 0
    total: int = 0
    steps_done: int = 0
    steps: int = 1

    @property
    def share(self) -> float:
        """The share of the whole that is done, 0 to 1."""
        within = self.done / self.total if self.total else 0.0
        return min(1.0, (self.steps_done + within) / max(1, self.steps))

    def to_dict(self) -> dict[str, Any]:
        return document(self, ("steps_done", "steps"), share=round(self.share, 4))


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failure of one record, while the rest went on."""

    what: str
    why: str

    def to_dict(self) -> dict[str, str]:
        return {"what": self.what, "why": self.why}


class Stopped(Exception):
    """The person stopped the run; what was committed stays."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a task. `title` is for people ("Archiving what faded"). `run` commits in small
    transactions, each whole, calls `work.check()` between them, and counts what it did; run twice, it does
    nothing more the second time."""

    title: str
    run: Callable[[Work], None]


@dataclass(slots=True)
class Work:
    """A run of a task. `by` signs every change, so that history names the actor and the run can be undone.
    `scheduled`: it was started by the schedule."""

    task: Task
    by: Write
    stopping: Callable[[], bool]
    tell: Callable[[Progress], None]
    steps: int = 1
    scheduled: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[Trouble] = field(default_factory=list)
    monotonic: Callable[[], float] = time.monotonic
    rest: Callable[[float], object] = time.sleep
    _step: str = ""
    _steps_done: int = 0
    _rested: float = float("inf")

    def begin(self, title: str, steps_done: int) -> None:
        """Begin the next step. Called by the runner."""
        self._step, self._steps_done, self._rested = title, steps_done, self.monotonic()
        self.at(0, 0)

    def check(self) -> None:
        """Raise Stopped if the person stopped the run. To be called between two transactions, about every 100
        ms.

        It also rests as long as was worked since: SQLite has no queue, so another program that waits to write
        would otherwise find the file busy each time it looks.
        """
        if self.stopping():
            raise Stopped
        worked = self.monotonic() - self._rested
        if worked < WORTH_RESTING_SECONDS:
            return
        self.rest(min(worked, MOST_REST_SECONDS))
        self._rested = self.monotonic()
        if self.stopping():
            raise Stopped

    def stopped(self) -> bool:
        """Return whether the person stopped the run; rests as `check` does."""
        try:
            self.check()
        except Stopped:
            return True
        return False

    def at(self, done: int, total: int) -> None:
        """Report the progress of the step; `total` 0 where it is not known."""
        self.tell(Progress(self.task, self._step, done, total, self._steps_done, self.steps))

    def count(self, name: str, many: int = 1) -> None:
        """Add to a counter of the result, named as in spec 5.8 where it has one. Adding 0 makes it appear."""
        self.counts[name] += many

    @contextmanager
    def record(self, what: Callable[[], str]) -> Iterator[None]:
        """Log an error inside as the failure of one record, named by `what`; the others are still
        processed."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not keep the other records
            self.failed(what(), error)

    def together(
        self,
        some: Sequence[T],
        do: Callable[[Sequence[T]], object],
        what: Callable[[T], str],
        *,
        or_none: bool = False,
    ) -> None:
        """Do `some` in one transaction; if that fails, one by one, noting each that fails by its name
        (`what`).

        With `or_none`, where several fail and none succeeds, the step ends with the error.
        """
        try:
            do(some)
            return
        except Exception as error:
            if concerns_the_file(error):
                raise
            log.info("Several at once failed; now one by one", exc_info=True)
            together = error
        failed: list[tuple[T, Exception]] = []
        for one in some:
            try:
                do([one])
            except Exception as single:  # noqa: BLE001 - noted below
                failed.append((one, single))
                if concerns_the_file(single):
                    break
        if or_none and len(failed) == len(some) > 1:
            raise together
        for one, why in failed:
            self.failed(what(one), why)

    def failed(self, what: str, error: BaseException) -> None:
        """Log that one record failed; the others are still processed.

        An error that does not concern one record (stopped, the file is busy, the disk full) is raised again:
        the step ends.
        """
        if isinstance(error, Stopped) or concerns_the_file(error):
            raise error
        if not isinstance(error, ArborError):
            log.error("Maintenance failed for %s", what, exc_info=error)
        self.counts["failures"] += 1
        if len(self.troubles) < MOST_TROUBLES:
            why = error.message if isinstance(error, ArborError) else f"{type(error).__name__}: {error}"
            self.troubles.append(Trouble(what, why))
