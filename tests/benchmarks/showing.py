"""The window: starting, scrolling, filtering, staying awake while sessions are read, and doing nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arbor_desktop.clock import system_clock
from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks import sessions
from tests.benchmarks.data import Stores, Talk
from tests.benchmarks.measure import Goal, Pairs, Result
from tests.benchmarks.processes import child
from tests.benchmarks.sizes import Sizes

_MODULE = "tests.benchmarks.gui"


def _environment(folder: Path) -> dict[str, str]:
    """Drawn unseen, and nothing of the person who measures is read or written."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ARBOR_", "CLAUDE_", "XDG_"))
    }
    person = folder / "person"
    (person / "run").mkdir(parents=True, exist_ok=True, mode=0o700)
    return kept | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(person),
        "XDG_RUNTIME_DIR": str(person / "run"),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "CLAUDE_CONFIG_DIR": str(person / "claude"),
    }


def shown(stores: Stores, task: str, *arguments: str | Path) -> dict[str, Any]:
    return child(task, *arguments, module=_MODULE, environment=_environment(stores.folder))


def window(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """From the start of the process to the first list on the screen."""
    home = stores.home(sizes.many)
    pairs = Pairs()
    settled = []
    for number in range(sizes.starts + 1):
        report = shown(stores, "start", str(time.monotonic_ns()), home)
        bare = shown(stores, "bare", str(time.monotonic_ns()))
        if number:  # the first ones read from the disk what is in memory from then on
            pairs.samples.append(report["ms"])
            pairs.floor.append(bare["ms"])
            settled.append(report["settled"])
    of = f"of {sizes.many:,}"
    yield pairs.result(f"window: start to first list, {of}", 2, "a bare PySide6 window in a new process")
    yield Result(f"window: start until nothing is under way, {of}", tuple(settled))


def scrolling(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Frames of the real page, and how fast another filter's rows are there."""
    report = shown(stores, "scroll", stores.home(sizes.many), str(sizes.frames))
    of = f"of {report['rows']:,}"
    yield Result(f"a frame while scrolling by the wheel, {of}", tuple(report["wheel"]), Goal("p95", 16))
    yield Result(f"a frame while flying over all, {of}", tuple(report["flight"]), Goal("p95", 16))
    yield Result(f"filter chosen to first rows, {of}", tuple(report["filters"]), Goal("p95", 50))


def searching(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The search field of the real page: each letter of some words that memories hold."""
    talk = Talk(4)
    words = [talk.query(text, 1) for text in stores.texts(sizes.many, max(2, sizes.queries // 5))]
    report = shown(stores, "typing", stores.home(sizes.many), " ".join(words))
    of = f"of {sizes.many:,}"
    first = tuple(times[0] for times in report["words"])
    further = tuple(taken for times in report["words"] for taken in times[1:])
    yield Result(f"first letter to first rows, {of}", first, note="mostly the second one comes before")
    yield Result(f"keystroke to first rows, {of}", further, Goal("p95", 50))


def pauses(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The longest time the window's thread took for anything while a folder was captured."""
    folder = stores.folder / "sessions"
    if not folder.exists():
        sessions.write_folder(folder, sizes.captured_mb, sizes.session_mb, system_clock())
    report = shown(stores, "pause", stores.folder / "home-pauses", folder)
    yield Result(
        f"the window's pauses while {sizes.captured_mb:g} MB are captured",
        tuple(report["gaps"]),
        Goal("worst", 50),
        note=f"the longest was {max(report['gaps']):.0f} ms; captured {report['rows']} files in "
        f"{report['ms'] / 1_000:.1f} s; peak memory {report['peak_mb']:.0f} MB",
    )


def idle(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The hidden window over a full store, watching its source."""
    home = stores.home(sizes.many)
    environment = _environment(stores.folder)
    sessions.write_folder(
        Path(environment["CLAUDE_CONFIG_DIR"]), sizes.session_mb, sizes.session_mb, system_clock()
    )
    with MemoryService.open(home, environ=environment) as service:
        service.enable_source("claude-code")
        service.watch_once()
        service.settings.set("search.vectors", "off")  # idle is a window that has made them
    report = shown(stores, "idle", home, str(sizes.idle_seconds))
    what = f"idle for {sizes.idle_seconds:g} s, {sizes.many:,} memories"
    yield Result(f"processor, {what}", (report["percent"],), Goal("worst", 0.2), unit="%")
    yield Result(f"memory, {what}", (report["mb"],), Goal("worst", 200), unit="MB")
    report = shown(stores, "minimized", home)
    yield Result("memory, started minimized and never opened", (report["mb"],), Goal("worst", 120), unit="MB")
