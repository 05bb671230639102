"""Maintenance over a full store: how long it takes, how long others wait for it, how soon it stops."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service.memory_service import MemoryService
from arbor_desktop.task_times import Task
from tests.benchmarks.data import SEED, Stores, Talk
from tests.benchmarks.measure import Goal, Result
from tests.benchmarks.showing import shown
from tests.benchmarks.sizes import Sizes

DELAYS_MS = (0, 15, 60, 150, 400)
"""So long after the begin of a step the person stops it."""
WRITES_EVERY_SECONDS = 0.002
_TURNS, _PAIRS = 5, 50
"""One turn of old text, and one pair that says the same, for so many (hundred) memories."""


def maintenance(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """All tasks over a store in which nothing was ever tidied up."""
    untidy = _untidy(sizes, stores)
    of = f"of {sizes.many:,}"
    home = _copy(untidy, "whole")
    with Waiting(home) as waiting:
        runs = _run(home)
    for run in runs:
        counted = ", ".join(f"{many} {name}" for name, many in run.result.items() if many)
        yield Result(f"maintain {run.task.value}, {of}", (_ms(run),), note=f"{run.ending}; {counted}")
    again = _run(home)
    yield Result(f"maintain full a second time, {of}", (sum(map(_ms, again)),))
    yield Result(
        f"another program waits to write meanwhile, {of}",
        tuple(waiting.waits),
        note=f"the longest was {max(waiting.waits):.0f} ms",
    )
    stops = Stops()
    with MemoryService.open(_copy(untidy, "stopped")) as service:
        service.settings.set("learning.promote", True)
        stops.sample(service, DELAYS_MS[: sizes.repeats * 2])
    for step, waits in sorted(stops.waits.items(), key=lambda entry: -max(entry[1])):
        yield Result(
            f"stopping “{step}”, {of}",
            tuple(waits),
            Goal("worst", 200),
            note=f"the longest {max(waits):.0f} ms",
        )
    report = shown(stores, "maintain", _copy(untidy, "shown"))
    yield Result(
        f"the window's pauses meanwhile, {of}",
        tuple(report["gaps"]),
        Goal("worst", 50),
        note=f"the longest was {max(report['gaps']):.0f} ms, in {report['ms'] / 1_000:.0f} s",
    )


def _ms(run: Run) -> float:
    return float((run.finished_at or run.started_at) - run.started_at)


def _run(home: Path) -> list[Run]:
    with MemoryService.open(home) as service:
        return service.run_maintenance("full")


def _copy(home: Path, name: str) -> Path:
    target = home.with_name(f"maintained-{name}")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(home, target)
    return target


def _untidy(sizes: Sizes, stores: Stores) -> Path:
    """A full store with old text to be packed, and with pairs of the day that say the same. What holds
    everywhere is not looked for: of made-up words, which all projects share, that is a fifth of all."""
    home = _copy(stores.home(sizes.many), "untidy")
    talk = Talk(7)
    with MemoryService.open(home) as service:
        service.settings.set("learning.promote", False)
        old = stores.now - 90 * DAY_MS

        def write(conn: Any) -> None:
            conn.execute("UPDATE conversation SET ended_at = ?", (old,))
            for number in range(1, sizes.many // _TURNS // 4 + 1):
                text = " ".join(talk.sentence() for _ in range(15))
                conn.execute(
                    "INSERT INTO turn (conversation, number, key, role, kind, text, at) "
                    "VALUES (?, ?, ?, 'user', 'said', ?, ?)",
                    (1 + number % 500, 1 + number // 500, f"made-up-{number}", text, old),
                )
                conn.execute(
                    "INSERT INTO turn_fts (rowid, text) VALUES (?, ?)", (conn.last_insert_rowid(), text)
                )

        service._rt.db.write(write)
        places = [" ".join(talk.words(2)) for _ in range(max(2, sizes.many // _PAIRS // 10))]
        for form in ("The {} server is in Frankfurt", "Our {} server is in Frankfurt"):
            service.store_many([{"content": form.format(place), "type": "fact"} for place in places])
        # All others were compared long ago: that is measured by `comparing`.
        service._rt.db.write(lambda c: c.execute("DELETE FROM uncompared WHERE memory <= ?", (sizes.many,)))
    return home


class Waiting:
    """Another program that writes all the time, and how long each of its writes had to wait."""

    def __init__(self, home: Path) -> None:
        self._database = home / "arbor_memory.db"
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._write)
        self.waits: list[float] = []

    def __enter__(self) -> Waiting:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _write(self) -> None:
        conn = apsw.Connection(str(self._database))
        conn.set_busy_timeout(60_000)
        while not self._end.wait(WRITES_EVERY_SECONDS):
            began = time.perf_counter_ns()
            conn.execute("BEGIN IMMEDIATE")
            self.waits.append((time.perf_counter_ns() - began) / 1e6)
            conn.execute("ROLLBACK")
        conn.close()


@dataclass(slots=True)
class Stops:
    """Milliseconds from the wish to stop until the run has ended, by the step that it hit."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    _step: str = ""
    _steps: int = 0
    _wished: float = float("inf")

    def sample(self, service: MemoryService, delays: Sequence[int]) -> None:
        """Stops each step at several moments after its begin; what a run did stays done."""
        jitter = random.Random(SEED)
        for task in Task:
            for delay in delays:
                aimed: set[str] = set()
                while self._stop_once(service, task, delay * jitter.uniform(0.6, 1.4), aimed):
                    pass

    def _stop_once(self, service: MemoryService, task: Task, delay: float, aimed: set[str]) -> bool:
        """Stops the first step that was not aimed at yet. Answers whether others are left."""
        self._wished, self._step = float("inf"), ""

        def told(progress: Progress) -> None:
            self._steps = progress.steps
            if not self._step and progress.step not in aimed:
                self._step = progress.step
                self._wished = time.perf_counter() + delay / 1_000

        (run,) = service.run_maintenance(task, told, lambda: time.perf_counter() >= self._wished)
        ended = time.perf_counter()
        aimed.add(self._step)
        if run.ending is Ending.STOPPED:
            self.waits.setdefault(self._step, []).append((ended - self._wished) * 1_000)
        return bool(self._step) and len(aimed) < self._steps
