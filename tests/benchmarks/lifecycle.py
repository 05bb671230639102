"""A made-up year (see `year` for the pattern): what is forgotten, what stays, and whether that is safe.

The real tasks of maintenance are run at their hours. Told are: how many memories are active and archived at
the end; the stale share (active ones that are idle over 90 days and were never used; goal under 5 %); how
much of what was needed had been archived by then, which is the price of forgetting; that nothing pinned or
sensitive was archived by itself; that all that is archived can be brought back, and stays so the next night;
that running the maintenance ten times leaves the same store as running it once; the size of the file.

Each pattern of use is lived three times: with the speeds at which what conversations teach really fades
(`memories.confidence.rate_of`); with one speed, 0.1, for all; and with 0.4 for all until they proved of use,
which is about how fast things must fade to come near the goal.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import DEFAULT_RATE, rate_of
from arbor_desktop.memories.model import Category, MemoryType, Source
from arbor_desktop.service import MemoryService
from tests.benchmarks.data import Stores
from tests.benchmarks.measure import Goal, Result, timed
from tests.benchmarks.sizes import Sizes
from tests.benchmarks.year import BEGIN, HEAVY, HOUR_MS, LIGHT, TYPICAL, Clock, Speed, Use, Year

STALE = Goal("p50", 5)
NONE = Goal("p50", 1)
_LOGS = ("maintenance_run", "activity", "access_log")


def _fast(kind: MemoryType, source: Source, category: Category) -> float:
    return 0.4


def _one_speed(kind: MemoryType, source: Source, category: Category) -> float:
    return DEFAULT_RATE


def lifecycle(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    for use in (LIGHT, TYPICAL, HEAVY):
        for speed, told in ((rate_of, "by kind"), (_one_speed, "all 0.1"), (_fast, "all 0.4")):
            whole = use is TYPICAL and speed is rate_of
            size = sizes.year if whole else sizes.year_beside
            folder = stores.folder / f"year {use.name} {told}"
            yield from _lived(folder, size, sizes.year_days, use, speed, told, whole=whole)
            shutil.rmtree(folder)


def _lived(
    folder: Path, size: int, days: int, use: Use, speed: Speed, told: str, *, whole: bool
) -> Iterator[Result]:
    clock = Clock()
    with _opened(folder, clock) as service:
        year = Year(service, clock, size, use, speed, days)
        took = timed(partial(year.live, partial(_nights, service, clock)))
        clock.now = BEGIN + (days + 1) * DAY_MS
        counts = service.get_stats()["by_status"]
        active, archived = counts.get("active", 0), counts.get("archived", 0)
        what = f"year of {size:,}, {use.name} use, fading {told}"
        stale = service.stale()
        note = (
            f"{stale.part:,} of {stale.whole:,}; in the last six months {100 * mean(year.stale[-6:]):.1f} %; "
            f"{active:,} active, {archived:,} archived, {year.restored:,} restored; {took / 1000:.0f} s"
        )
        yield Result(f"{what}: stale", (100 * (stale.share or 0),), STALE, unit="%", note=note)
        missed = 100 * year.missed / year.needed if year.needed else 0.0
        yield Result(
            f"{what}: missed", (missed,), unit="%", note=f"{year.missed:,} of {year.needed:,} needed"
        )
        safe = _protected(service)
        yield Result(f"{what}: pinned or sensitive, and forgotten", (float(safe),), NONE, unit="")
        if whole:
            megabytes = service.home.database.stat().st_size / 1e6
            yield Result(f"{what}: file", (megabytes,), Goal("p50", 50), unit="MB")
    if whole:
        yield from _safe(folder, days, what)


def _nights(service: MemoryService, clock: Clock, day: int) -> None:
    """What is due at night before a day, at its hour."""
    midnight = BEGIN + day * DAY_MS
    date = datetime.fromtimestamp(midnight / 1000, UTC)
    due = [("nightly", 2), ("daily", 3)]
    due += [("weekly", 4)] if date.weekday() == 6 else []
    due += [("monthly", 5)] if date.day == 1 else []
    for task, hour in due:
        clock.now = midnight + hour * HOUR_MS
        for run in service.run_maintenance(task, actor="schedule"):
            if not run.success:
                raise RuntimeError(f"{run.task.value} on day {day}: {run.error} {run.troubles}")


def _safe(folder: Path, days: int, what: str) -> Iterator[Result]:
    """In copies of the store at the year's end: restoring everything, and maintaining over and over."""
    clock = Clock(BEGIN + (days + 1) * DAY_MS)
    with _copied(folder, clock) as copy:
        ids = [memory.id for memory in copy.query(status="archived", limit=100_000).memories]
        for start in range(0, len(ids), 500):
            copy.restore(*ids[start : start + 500])
        clock.now += DAY_MS
        again = copy.run_decay()["archived"]
        active = sum(memory.status.value == "active" for memory in copy.get_many(ids))
        note = f"{len(ids):,} restored; {again:,} others faded the next night"
        left = float(len(ids) - active)
        yield Result(f"{what}: archived, and not brought back for good", (left,), NONE, unit="", note=note)
    with _copied(folder, Clock(BEGIN + (days + 1) * DAY_MS)) as copy:
        copy.run_maintenance("full")
        once = _dump(copy.home.database)
        took = [timed(copy.run_maintenance, "full") for _ in range(9)]
        tables = _dump(copy.home.database)
        different = [name for name in once if once[name] != tables[name]]
        note = f"{len(once)} tables compared after 1 and 10 times: {', '.join(different) or 'all equal'}"
        yield Result(f"{what}: tables that differ", (float(len(different)),), NONE, unit="", note=note)
        yield Result(f"{what}: all maintenance once more", tuple(took))


def _protected(service: MemoryService) -> int:
    """Pinned or sensitive memories that maintenance archived."""
    found = service.query(status="archived", privacy=["always_include", "sensitive"], limit=100_000).memories
    return sum(any(e.actor == "maintenance" for e in service.history(memory.id)) for memory in found)


@contextmanager
def _opened(folder: Path, clock: Clock) -> Iterator[MemoryService]:
    with MemoryService.open(folder, clock=clock, environ={}) as service:
        service.settings.set("review.mode", "nothing")
        yield service


@contextmanager
def _copied(folder: Path, clock: Clock) -> Iterator[MemoryService]:
    copy = folder / "copy"
    copy.mkdir()
    shutil.copy(folder / "arbor_memory.db", copy)
    with _opened(copy, clock) as service:
        yield service
    shutil.rmtree(copy)


def _dump(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but logs and the insides of indexes."""
    database = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
        names = [name for (name,) in tables if name not in _LOGS and "_fts" not in name]
        kept = [name for name in names if not name.startswith(("sqlite_", "memory_t"))]
        return {name: sorted(database.execute(f'SELECT * FROM "{name}"'), key=repr) for name in kept}
    finally:
        database.close()
