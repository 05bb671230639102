"""Which benchmarks there are, and running them."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw

from tests.benchmarks import (
    capturing,
    earlier,
    encrypting,
    finding,
    hooking,
    insights,
    lifecycle,
    long,
    maintaining,
    meaning,
    peers,
    redacting,
    retrieval,
    showing,
    storing,
    suggesting,
    teaming,
    turns,
)
from tests.benchmarks.data import Stores
from tests.benchmarks.measure import Result, brief, table
from tests.benchmarks.sizes import FULL, Sizes

Benchmark = Callable[[Sizes, Stores], Iterator[Result]]

BENCHMARKS: dict[str, Benchmark] = {
    "store": storing.store,
    "store-many": storing.store_many,
    "import": storing.importing,
    "merging": storing.merging,
    "comparing": storing.comparing,
    "search": finding.search,
    "retrieval": retrieval.retrieval,
    "meaning": meaning.meaning,
    "typing": finding.typing,
    "suggesting": suggesting.suggesting,
    "lists": finding.lists,
    "turns": turns.turns,
    "context": finding.context,
    "long": long.long,
    "hook": hooking.hook,
    "encryption": encrypting.encryption,
    "mcp": hooking.mcp,
    "short": hooking.short,
    "changes": storing.changes,
    "capture": capturing.capture,
    "grown": capturing.grown,
    "looking": capturing.looking,
    "memorize": capturing.memorize,
    "redaction": redacting.redaction,
    "team": teaming.team,
    "maintenance": maintaining.maintenance,
    "lifecycle": lifecycle.lifecycle,
    "insights": insights.insights,
    "time-machine": earlier.time_machine,
    "window": showing.window,
    "scrolling": showing.scrolling,
    "searching": showing.searching,
    "pauses": showing.pauses,
    "idle": showing.idle,
    "peers": peers.peers,
}
ONLY_IF_NAMED = ("peers",)
"""It installs other programs from their registries."""


def run(names: list[str], sizes: Sizes = FULL, told: Callable[[Result], None] | None = None) -> list[Result]:
    """Runs the named benchmarks in one temporary folder; `told` hears of each result as it comes."""
    results = []
    with tempfile.TemporaryDirectory(prefix="arbor-benchmarks-") as folder:
        stores = Stores(Path(folder))
        for name in names:
            for result in BENCHMARKS[name](sizes, stores):
                results.append(result)
                if told is not None:
                    told(result)
    return results


def machine() -> dict[str, Any]:
    """What the figures were taken on."""
    return {
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "sqlite": apsw.sqlite_lib_version(),
    }


def main(arguments: list[str]) -> int:
    """Runs what is asked for (all by default); the exit code. A missed goal is said, and is no failure."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.benchmarks", description="Measures Arbor, each time beside its floor."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="one of: " + ", ".join(BENCHMARKS))
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the results there")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are: {', '.join(BENCHMARKS)}")
    about = machine()
    print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    results = run(
        asked.names or [name for name in BENCHMARKS if name not in ONLY_IF_NAMED],
        told=lambda r: print(f"  {brief(r)}", file=sys.stderr, flush=True),
    )
    print(table(results))
    if asked.json:
        report = {"machine": about, "results": [result.to_dict() for result in results]}
        asked.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0
