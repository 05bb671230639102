"""The event loop that backends live on, and calls that run it on a thread of this process."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

from arbor_desktop.models.backend import Backend, make
from arbor_desktop.models.calls import Cancel, Task, stopped, understood
from arbor_desktop.models.model import Access, Tell

MakeBackend = Callable[[Access], Backend]
MAX_KEPT = 4
"""So many ways to reach a model (model, address, key) keep a client with open connections."""


class Backends:
    """The backends of one event loop, one for each access; used on that loop alone. Those that are not used
    are closed when the key changes, and when there are many: a key is kept no longer than it is needed."""

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._make = make_backend
        self._made: dict[Access, Backend] = {}
        self._users: Counter[Access] = Counter()
        self._making = asyncio.Lock()

    async def run(self, task: Task, tell: Tell | None) -> Any:
        self._users[task.access] += 1
        try:
            call = getattr(await self._backend(task.access), task.method)
            if tell is not None:
                return await call(*task.arguments, tell)
            return await call(*task.arguments)
        finally:
            self._users -= Counter((task.access,))  # also forgets it, with its key, when nobody is left

    async def _backend(self, access: Access) -> Backend:
        async with self._making:  # an SDK is imported once, and a client made once
            if access not in self._made:
                self._made[access] = await asyncio.to_thread(self._make, access)
            else:
                self._made[access] = self._made.pop(access)  # the last used is the last
            backend = self._made[access]
            for other in self._unneeded(access):
                await self._made.pop(other).close()
            return backend

    def _unneeded(self, access: Access) -> list[Access]:
        idle = [one for one in self._made if one != access and not self._users[one]]
        stale = [one for one in idle if one.backend == access.backend and one.key != access.key]
        many = [one for one in idle if one not in stale]
        return stale + many[: max(0, len(self._made) - len(stale) - MAX_KEPT)]

    async def close(self) -> None:
        made, self._made = self._made, {}
        for backend in made.values():
            await backend.close()


class InlineCalls:
    """Runs calls on a thread of this process, which is started with the first one."""

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._make_backend = make_backend
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._backends: Backends | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        if cancel is not None and cancel.asked:
            raise stopped()
        future = self._begin(task, tell)
        if cancel is not None:
            cancel.bind(future.cancel)
        try:
            return future.result()
        except CancelledError:
            raise stopped() from None
        except KeyboardInterrupt:
            future.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - a backend's bug is told as every failure is
            raise understood(error) from None
        finally:
            if cancel is not None:
                cancel.bind(None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            loop, thread, backends = self._loop, self._thread, self._backends
            self._loop = self._thread = self._backends = None
        if loop is None or thread is None or backends is None:
            return
        asyncio.run_coroutine_threadsafe(_end(backends), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _begin(self, task: Task, tell: Tell | None) -> Future[Any]:
        """Inside the lock: what is begun before `close` is ended by it."""
        with self._lock:
            if self._closed:
                raise stopped()
            if self._loop is None or self._backends is None:
                self._loop, self._backends = asyncio.new_event_loop(), Backends(self._make_backend)
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="arbor-model", daemon=True
                )
                self._thread.start()
            return asyncio.run_coroutine_threadsafe(self._backends.run(task, tell), self._loop)


async def _end(backends: Backends) -> None:
    mine = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not mine]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await backends.close()
    await asyncio.get_running_loop().shutdown_default_executor()
