"""Backends of models and the event loop that they run on: on a thread of this process, or as the main module
of the process that `calls` starts. Requests come on its standard input then, results go to standard output.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import IO, Any, Protocol

from arbor_desktop.llm.calls import DONE, FAILED, STOP, TEXT, Cancel, Task, as_failure, stopped
from arbor_desktop.llm.model import Access, Answer, Ask, ModelInfo, OnText
from arbor_desktop.runtime.child_process import die_with, receive, send


class Backend(Protocol):
    """All methods raise ModelFailed. A cancelled call leaves nothing running."""

    async def ask(self, ask: Ask, on_text: OnText | None = None) -> Answer:
        """Return the answer to one question; `on_text` is called with each piece of text."""
        ...

    async def models(self) -> list[ModelInfo]:
        """Return the models to choose from, newest first."""
        ...

    async def close(self) -> None: ...


MakeBackend = Callable[[Access], Backend]


def make(access: Access) -> Backend:
    """Return the backend that `access` names. May take seconds: an SDK is imported here."""
    if access.backend == "anthropic":
        from arbor_desktop.llm.anthropic_client import AnthropicApi

        return AnthropicApi(access)
    if access.backend == "claude-cli":
        from arbor_desktop.llm.claude_client import ClaudeCli

        return ClaudeCli(access)
    raise ValueError(f"no backend {access.backend!r}")


class Backends:
    """The backends of one event loop, one for each access; used on that loop alone.

    The last one stays open, others until nobody uses them: a key is kept no longer than needed.
    """

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._make = make_backend
        self._made: dict[Access, Backend] = {}
        self._users: Counter[Access] = Counter()
        self._making = asyncio.Lock()

    async def run(self, task: Task, on_text: OnText | None) -> Any:
        self._users[task.access] += 1
        try:
            call = getattr(await self._backend(task.access), task.method)
            return await (call(*task.arguments) if on_text is None else call(*task.arguments, on_text))
        finally:
            self._users -= Counter((task.access,))  # also forgets it, with its key, when nobody is left

    async def _backend(self, access: Access) -> Backend:
        async with self._making:  # an SDK is imported once, and a client made once
            if access not in self._made:
                self._made[access] = await asyncio.to_thread(self._make, access)
            for other in [one for one in self._made if one != access and not self._users[one]]:
                await self._made.pop(other).close()
            return self._made[access]

    async def close(self) -> None:
        made, self._made = self._made, {}
        for backend in made.values():
            await backend.close()


class InlineCalls:
    """Runs calls on a thread of this process, which is started with the first one. Implements Calls."""

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._make_backend = make_backend
        self._lock = threading.Lock()
        self._running: tuple[asyncio.AbstractEventLoop, Backends, threading.Thread] | None = None
        self._closed = False

    def run(self, task: Task, on_text: OnText | None = None, cancel: Cancel | None = None) -> Any:
        cancel = cancel or Cancel()
        if cancel.asked:
            raise stopped()
        future = self._begin(task, on_text)
        cancel.bind(future.cancel)
        try:
            return future.result()
        except CancelledError:
            raise stopped() from None
        except KeyboardInterrupt:
            future.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - a backend's bug is reported as every failure
            raise as_failure(error) from None
        finally:
            cancel.bind(None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            running, self._running = self._running, None
        if running is None:
            return
        loop, backends, thread = running
        asyncio.run_coroutine_threadsafe(_end(backends), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _begin(self, task: Task, on_text: OnText | None) -> Future[Any]:
        with self._lock:  # held to the end: `close` ends what was begun before
            if self._closed:
                raise stopped()
            if self._running is None:
                loop = asyncio.new_event_loop()
                thread = threading.Thread(target=loop.run_forever, name="arbor-model", daemon=True)
                self._running = loop, Backends(self._make_backend), thread
                thread.start()
            loop, backends, _ = self._running
            return asyncio.run_coroutine_threadsafe(backends.run(task, on_text), loop)


async def _end(backends: Backends) -> None:
    mine = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not mine]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await backends.close()
    await asyncio.get_running_loop().shutdown_default_executor()


# -- in a process of its own --


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
    from arbor_desktop.llm.backends import main as run

    run()
