"""A process that works on a home until it kills itself in the midst of it.

`python -m tests.reliability.killable TASK HOME FOLDER [STATEMENT]`: TASK is `capture`, `watch` or `lease`, or
for all assistants in a person's home FOLDER `once` or `watch-all`;
with STATEMENT, the process gets SIGKILL just before it executes its so-many-th SQL statement.
"""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.extraction.worker import ProcessWorker, Worker
from arbor_desktop.service import MemoryService
from tests.reliability.assistants import SOURCES

CHECKOUT = Path(__file__).resolve().parents[2]


def start(
    task: str, home: Path, folder: Path, statement: int | None = None, **options: Any
) -> subprocess.Popen[str]:
    """Starts this module as a process of its own."""
    command = [sys.executable, "-m", "tests.reliability.killable", task, str(home), str(folder)]
    if statement is not None:
        command.append(str(statement))
    return subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True, **options)


def statements_of(work: Iterable[object]) -> int:
    """How many SQL statements running `work` takes."""
    counted = itertools.count()
    hook = _on_each_statement(lambda: next(counted))
    try:
        for _ in work:
            pass
    finally:
        apsw.connection_hooks.remove(hook)
    return next(counted)


def _on_each_statement(tell: Any) -> Any:
    def traced(*_: Any) -> bool:
        tell()
        return True

    def hook(connection: apsw.Connection) -> None:
        connection.exec_trace = traced

    apsw.connection_hooks.append(hook)
    return hook


def _die_at(statement: int) -> None:
    counted = itertools.count(1)

    def count() -> None:
        if next(counted) == statement:
            os.kill(os.getpid(), signal.SIGKILL)

    _on_each_statement(count)


def _watch(home: str, folder: str, worker: Worker) -> None:
    environ = os.environ | {"CLAUDE_CONFIG_DIR": str(Path(folder).parent)}
    with MemoryService.open(home, worker=worker, environ=environ) as service:
        service.settings.set("capture.settle_seconds", 0)
        service.enable_source("claude-code")
        service.start_watching()
        print("watching", flush=True)
        sys.stdin.read()


def all_of(
    home: Path | str, person: Path | str, sources: Iterable[str], worker: Worker | None = None
) -> MemoryService:
    """A service that may read what these assistants left in a person's home."""
    environ = {"HOME": str(person), "USERPROFILE": str(person)}
    service = MemoryService.open(home, worker=worker, environ=environ)
    service.settings.set("capture.settle_seconds", 0)
    for name in sources:
        service.enable_source(name)
    return service


def main() -> None:
    task, home, folder = sys.argv[1:4]
    if len(sys.argv) > 4:
        _die_at(int(sys.argv[4]))
    if task == "capture":
        with MemoryService.open(home) as service:
            print("started", flush=True)
            service.capture([folder])
    elif task == "watch":
        _watch(home, folder, ProcessWorker())
    elif task == "once":
        with all_of(home, folder, SOURCES) as service:
            service.watch_once()
    elif task == "watch-all":
        with all_of(home, folder, SOURCES, ProcessWorker()) as service:
            service.start_watching()
            print("watching", flush=True)
            sys.stdin.read()
    elif task == "lease":
        with MemoryService.open(home) as service:
            assert service._capture.queue.claim(now=1 << 62) is not None
            print("leased", flush=True)
            sys.stdin.read()


if __name__ == "__main__":
    main()
