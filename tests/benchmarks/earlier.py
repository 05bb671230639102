"""An earlier day of a store in which much has happened, computed from its history."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.clock import local_day
from arbor_desktop.memories.queries.records import to_json
from arbor_desktop.service import MemoryService
from tests.benchmarks.data import SEED, Stores
from tests.benchmarks.measure import Goal, Result, timed
from tests.benchmarks.sizes import Sizes

EVENTS_EACH = 10
"""Changes of a memory on average."""
_PROJECT = "/home/somebody/src/project-3"


def time_machine(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """A day as the window asks for it, beside the least that reading the whole history takes."""
    home = stores.folder / f"history-{sizes.many}"
    shutil.copytree(stores.home(sizes.many), home)
    _live(home / "arbor_memory.db", stores.now)
    rounds = max(3, sizes.contexts // 4)
    with MemoryService.open(home, clock=lambda: stores.now) as service:
        count = service._rt.db.read(lambda c: c.execute("SELECT count(*) FROM memory_event").fetchone()[0])
        machine, today = service.time_machine, local_day(stores.now)

        def floor() -> float:
            every = "SELECT count(*), sum(length(after)) FROM memory_event NOT INDEXED"
            return timed(service._rt.db.read, lambda c: c.execute(every).fetchone())

        asked: list[tuple[str, Goal | None, Any, tuple[Any, ...]]] = [
            ("30 days ago", Goal("p95", 300), machine.on, (today - timedelta(days=30),)),
            ("180 days ago", Goal("p95", 300), machine.on, (today - timedelta(days=180),)),
            ("180 days ago, as a ratio", Goal("ratio", 1.5), machine.on, (today - timedelta(days=180),)),
            ("180 days ago, a project", None, machine.on, (today - timedelta(days=180), _PROJECT)),
            ("180 days ago, with words", None, machine.on, (today - timedelta(days=180), None, "the")),
            ("330 days ago", Goal("p95", 300), machine.on, (today - timedelta(days=330),)),
            ("all days, for the slider", None, machine.days, ()),
        ]
        for what, goal, ask, arguments in asked:
            ask(*arguments)  # from the disk once
            samples = tuple(timed(ask, *arguments) for _ in range(rounds))
            floors = tuple(floor() for _ in range(rounds))
            yield Result(
                f"time machine: {what}, of {sizes.many:,}", samples, goal, floors,
                "reading every change on the same connection", note=f"{count:,} events",
            )  # fmt: skip


def _live(database: Path, now: int) -> None:
    """Let most memories be used, a third be edited and some leave, as long as they are there."""
    conn, rng = apsw.Connection(str(database)), random.Random(SEED)
    conn.execute("PRAGMA synchronous = OFF")
    known = conn.execute("SELECT id, content, status, created_at FROM memory ORDER BY row").fetchall()
    rows: list[tuple[Any, ...]] = []
    for ident, content, status, made in known:
        times = iter(sorted(rng.randrange(made, now + 1) for _ in range(2 * EVENTS_EACH)))
        for _ in range(rng.randrange(2 * EVENTS_EACH - 3)):
            before, after = {"confidence": 0.8, "use_count": 1}, {"confidence": 0.85, "use_count": 2}
            rows.append((ident, next(times), "capture", "used", before, after))
        if rng.random() < 0.3:
            was = {"content": f"{content} once"}
            rows.append((ident, rng.randrange(made, now + 1), "user", "edited", was, {"content": content}))
        if status != "active" or rng.random() < 0.1:
            was = {"status": "active" if status != "active" else "pending"}
            rows.append(
                (ident, rng.randrange(made, now + 1), "maintenance", "moved", was, {"status": status})
            )
    rows.sort(key=lambda row: row[1])
    with conn:
        conn.execute(
            "UPDATE memory_event SET clock = at << 16, after = json_set(after, '$.status', 'active'), "
            "device = (SELECT id FROM device_self)"
        )
        conn.executemany(
            "INSERT INTO memory_event (memory_id, at, actor, action, before, after, action_id, clock, "
            "device) SELECT ?, ?, ?, ?, ?, ?, ?, ?, id FROM device_self",
            (
                (*row[:4], to_json(row[4]), to_json(row[5]), f"action-{number // 3}", row[1] << 16)
                for number, row in enumerate(rows)
            ),
        )
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()
