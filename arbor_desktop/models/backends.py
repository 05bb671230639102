"""Backends of models, the event loop that they run on, and calls on a thread of this process."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from typing import Any, Protocol

from arbor_desktop.models.calls import Cancel, Task, as_failure, stopped
from arbor_desktop.models.model import Access, Answer, Ask, BatchReport, HandedIn, ModelInfo, OnText

MAX_KEPT = 4
"""So many ways to reach a model (model, address, key) keep a client with open connections."""


class Backend(Protocol):
    """All methods raise ModelFailed. A cancelled call leaves nothing running."""

    async def ask(self, ask: Ask, on_text: OnText | None = None) -> Answer:
        """Return the answer to one question; `on_text` is called with each piece of text."""
        ...

    async def count(self, ask: Ask) -> int:
        """Return the number of input tokens that a question would take."""
        ...

    async def models(self) -> list[ModelInfo]:
        """Return the models to choose from, newest first."""
        ...

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        """Submit a batch, which is answered within a day at half the price. Returns its id."""
        ...

    async def batch(self, ident: str) -> BatchReport:
        """Return the progress of a batch, with its answers once it has ended."""
        ...

    async def batches(self, since: int) -> list[HandedIn]:
        """Return the batches submitted with this key since `since` (milliseconds), newest first."""
        ...

    async def cancel_batch(self, ident: str) -> None: ...

    async def close(self) -> None: ...


MakeBackend = Callable[[Access], Backend]


def make(access: Access) -> Backend:
    """Return the backend that `access` names. May take seconds: an SDK is imported here."""
    if access.backend == "anthropic":
        from arbor_desktop.models.anthropic.client import AnthropicApi

        return AnthropicApi(access)
    if access.backend == "claude-cli":
        from arbor_desktop.models.claude_command.client import ClaudeCli

        return ClaudeCli(access)
    raise ValueError(f"no backend {access.backend!r}")


class Backends:
    """The backends of one event loop, one for each access; used on that loop alone.

    Unused ones are closed when the key changes and when there are many: a key is kept no longer than needed.
    """

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._make = make_backend
        self._made: dict[Access, Backend] = {}
        """In the order of their last use."""
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
            else:
                self._made[access] = self._made.pop(access)
            backend = self._made[access]
            idle = [one for one in self._made if one != access and not self._users[one]]
            stale = [one for one in idle if one.backend == access.backend and one.key != access.key]
            rest = [one for one in idle if one not in stale]
            for other in stale + rest[: max(0, len(self._made) - len(stale) - MAX_KEPT)]:
                await self._made.pop(other).close()
            return backend

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
        if cancel is not None and cancel.asked:
            raise stopped()
        future = self._begin(task, on_text)
        if cancel is not None:
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
            if cancel is not None:
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
