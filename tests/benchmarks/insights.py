"""The figures, the graph and the timeline of a large store; and the graph in the window."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks.data import Stores
from tests.benchmarks.insights_data import live
from tests.benchmarks.measure import Goal, Result, timed
from tests.benchmarks.processes import child
from tests.benchmarks.showing import _environment
from tests.benchmarks.sizes import Sizes

_PROJECT = "/home/somebody/src/project-3"


def insights(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Each is asked for as the page asks for it, beside the least that counting in this file takes."""
    home = _lived(sizes, stores)
    rounds = max(3, sizes.contexts // 4)
    with MemoryService.open(home) as service:
        floor_of = "SELECT count(*) FROM memory on the same connection"
        events = service._rt.db.read(lambda c: c.execute("SELECT count(*) FROM memory_event").fetchone()[0])
        note = f"{events:,} events"

        def floor() -> float:
            return timed(service._rt.db.read, lambda c: c.execute("SELECT count(*) FROM memory").fetchone())

        asked: list[tuple[str, Goal | None, Any, dict[str, Any]]] = [
            ("figures, 6 months", Goal("p95", 300), service.insights, {}),
            ("figures, 30 days", None, service.insights, {"days": 30}),
            ("figures, 1 year", None, service.insights, {"days": 364}),
            ("figures of a project", None, service.insights, {"project": _PROJECT}),
            ("last week", Goal("p95", 50), service.week, {}),
            ("graph", None, service.memory_graph, {}),
            ("graph of a project", None, service.memory_graph, {"project": _PROJECT}),
            ("timeline, a page", None, service.timeline, {}),
            ("timeline, a page of a project", None, service.timeline, {"project": _PROJECT}),
        ]
        for what, goal, ask, fields in asked:
            ask(**fields)  # from the disk once
            samples = tuple(timed(ask, **fields) for _ in range(rounds))
            floors = tuple(floor() for _ in range(rounds))
            yield Result(f"insights: {what}, of {sizes.many:,}", samples, goal, floors, floor_of, note=note)
    yield from _window(sizes, stores)


def _lived(sizes: Sizes, stores: Stores) -> Path:
    home = stores.folder / f"lived-{sizes.many}"
    if not home.exists():
        shutil.copytree(stores.home(sizes.many), home)
        live(home / "arbor_memory.db", stores.now)
    return home


def _window(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    nodes = max(20, sizes.many * 3 // 100)
    report = child(
        "graph", str(nodes), str(2 * nodes), str(sizes.frames), module="tests.benchmarks.graph_gui",
        environment=_environment(stores.folder),
    )  # fmt: skip
    of = f"{nodes:,} memories, {2 * nodes:,} links"
    yield Result(f"graph: laying out {of}", (report["ms"],))
    yield Result(f"graph: the window's pauses meanwhile, {of}", tuple(report["gaps"]), Goal("worst", 50))
    yield Result(f"graph: first seen, {of}", (report["shown"],))
    frames = {
        "whole": "moved, all of it in view",
        "near": "moved, magnified",
        "zoom": "magnified",
        "hover": "another one marked",
    }
    for key, what in frames.items():
        yield Result(f"graph: a frame while {what}, {of}", tuple(report[key]), Goal("p95", 16))
    yield Result(f"graph: painted anew at rest, {of}", tuple(report["rest"]))
