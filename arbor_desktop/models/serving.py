"""What runs in the process that `process` starts: it hears of calls on its standard input, and answers on its
standard output."""

from __future__ import annotations

import asyncio
import functools
import importlib
import os
import signal
import sys
import threading
from typing import IO, Any

from arbor_desktop.models.calls import Task, stopped, understood
from arbor_desktop.models.inline import Backends, MakeBackend
from arbor_desktop.models.remote.process import DONE, FAILED, STOP, TEXT
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
            task.add_done_callback(functools.partial(self._over, number))

    def _over(self, number: int, task: asyncio.Task[None]) -> None:
        self._tasks.pop(number, None)
        if task.cancelled():  # before it began: nothing of it ran that could have said so
            self._send(FAILED, number, stopped())

    async def _answer(self, number: int, task: Task, streams: bool) -> None:
        try:
            tell = functools.partial(self._send, TEXT, number) if streams else None
            result = await self._backends.run(task, tell)
            self._send(DONE, number, result)
        except asyncio.CancelledError:
            self._send(FAILED, number, stopped())
        except Exception as error:  # noqa: BLE001 - whatever it is, the parent waits for it
            self._send(FAILED, number, understood(error))

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
    os._exit(0)  # what is under way is given up with the parent


if __name__ == "__main__":
    # Pickles name classes by their module, so the code must run under its real name.
    from arbor_desktop.models.serving import main as run

    run()
