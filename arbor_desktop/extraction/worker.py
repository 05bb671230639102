"""One worker process for what would hold Python's lock too long: reading, redacting, extracting offline.

Started when first needed, it dies with its parent. Parent and child speak length-prefixed pickles over the
child's standard streams; the child is this very module, run by the same interpreter from the same code.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from arbor_desktop.conversations.batch import Batch
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.work import (
    InlineWorker,
    NotAConversation,
    ReadRequest,
    WorkerDied,
    WorkerFailed,
)
from arbor_desktop.runtime.child_process import die_with, receive, send

log = logging.getLogger(__name__)

_ITEM, _END, _FAILED = "item", "end", "failed"


class ProcessWorker:
    """Runs tasks in the worker process, one at a time; safe to call from several threads."""

    apart = True

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        yield from self._call("read", request)

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        return list(self._call("extract", excerpt))

    def why_nothing(self, excerpt: Excerpt) -> str:
        return "".join(self._call("why_nothing", excerpt))

    def close(self) -> None:
        """Ends the process, also in the middle of a task."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._discard()

    def _call(self, task: str, argument: Any) -> Iterator[Any]:
        with self._lock:
            process = self._started()
            finished = False
            try:
                assert process.stdin is not None and process.stdout is not None
                send(process.stdin, (task, argument))
                while True:
                    kind, value = receive(process.stdout)
                    if kind == _ITEM:
                        yield value
                        continue
                    finished = True
                    if kind == _FAILED:
                        raise value
                    return
            except (EOFError, OSError) as error:
                if finished:  # the task's own OSError, carried over
                    raise
                raise WorkerDied("The worker process ended unexpectedly.") from error
            finally:
                if not finished:  # the caller stopped half way: what is still in the pipe is stale
                    self._discard()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerDied("The worker is closed.")
        if self._process is None or self._process.poll() is not None:
            self._discard()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "arbor_desktop.extraction.worker", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=Path(__file__).resolve().parents[2],
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        return self._process

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # unsent bytes to a process that is gone
                    log.debug("The worker's pipe was closed with unsent bytes")
        process.wait()


def _serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    worker = InlineWorker()
    tasks: dict[str, Callable[[Any], Iterable[Any]]] = {
        "read": worker.read,
        "extract": worker.extract,
        "why_nothing": lambda excerpt: [worker.why_nothing(excerpt)],
    }
    while True:
        try:
            task, argument = receive(requests)
        except EOFError:
            return
        try:
            for item in tasks[task](argument):
                send(answers, (_ITEM, item))
            send(answers, (_END, None))
        except (NotAConversation, OSError, WorkerFailed) as error:
            send(answers, (_FAILED, error))
        except Exception as error:  # every other bug must reach the parent too, which reports it
            log.exception("Task %s failed", task)
            send(answers, (_FAILED, WorkerFailed(f"{type(error).__name__}: {error}")))


def main() -> None:
    parent = int(sys.argv[1])
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not break the protocol
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the parent to handle
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=die_with, args=(parent,), daemon=True).start()
    _serve(requests, answers)


if __name__ == "__main__":
    # Pickles name classes by their module, so the code must run under its real name.
    from arbor_desktop.extraction.worker import main as run

    run()
