"""Main module of the process that `calls` starts: requests come on standard input, results go to standard
output."""

from __future__ import annotations

import asyncio
import functools
import importlib
import os
import signal
import sys
import threading
from typing import IO, Any

from arbor_desktop.models.backends import Backends, MakeBackend
from arbor_desktop.models.calls import DONE, FAILED, STOP, TEXT, Task, as_failure, stopped
from arbor_desktop.runtime.child_process import die_with, receive, send


class _Server:
    def __init__(self, answers: IO[bytes], make_backend: MakeBackend) -> None:
        self._answers = answers
        self._backends = Backends(make_backend)
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def serve(self, requests: IO[bytes]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                message = await loop.run_in_executor(None, receive, requests)
            except EOFError:
                return
            if message[0] == STOP:
                if (task := self._tasks.get(message[1])) is not None:
                    task.cancel()
                continue
            _, number, job, streams = message
            task = self._tasks[number] = asyncio.create_task(self._answer(number, job, streams))
            task.add_done_callback(functools.partial(self._ended, number))

    def _ended(self, number: int, task: asyncio.Task[None]) -> None:
        self._tasks.pop(number, None)
        if task.cancelled():  # before it began, so `_answer` sent nothing
            self._send(FAILED, number, stopped())

    async def _answer(self, number: int, task: Task, streams: bool) -> None:
        try:
            on_text = functools.partial(self._send, TEXT, number) if streams else None
            result = await self._backends.run(task, on_text)
            self._send(DONE, number, result)
        except asyncio.CancelledError:
            self._send(FAILED, number, stopped())
        except Exception as error:  # noqa: BLE001 - whatever it is, the parent waits for it
            self._send(FAILED, number, as_failure(error))

    def _send(self, kind: str, number: int, value: Any) -> None:
        send(self._answers, (kind, number, value))


def main() -> None:
    parent = int(sys.argv[1])
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not break the protocol
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the parent to handle
    threading.Thread(target=die_with, args=(parent,), daemon=True).start()
    module, name = sys.argv[2].split(":")
    make_backend: MakeBackend = getattr(importlib.import_module(module), name)
    asyncio.run(_Server(answers, make_backend).serve(requests))
    os._exit(0)  # calls under way are given up with the parent


if __name__ == "__main__":
    # Pickles name classes by their module, so the code must run under its real name.
    from arbor_desktop.models.server import main as run

    run()
