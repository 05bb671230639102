"""Where calls of a model run: an event loop of its own, on a thread here (command line) or in a process of
its own (window: importing an SDK would freeze it, and its 80 MB go when nothing is asked any more)."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from arbor_desktop.core.model import Access, ModelFailed, Tell, Trouble
from arbor_desktop.extract.model.base import Backend, make

log = logging.getLogger(__name__)

MakeBackend = Callable[[Access], Backend]
STOPPED = "It was stopped."


class Cancel:
    """Lets one thread stop what another one waits for. Safe from any thread, also before it has begun."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tell: Callable[[], None] | None = None
        self.asked = False

    def __call__(self) -> None:
        with self._lock:
            self.asked = True
            tell, self._tell = self._tell, None
        if tell is not None:
            tell()

    def bind(self, tell: Callable[[], None] | None) -> None:
        """`tell` ends the call that is under way; None: there is none any more."""
        with self._lock:
            now = self.asked and tell is not None
            self._tell = None if now else tell
        if now and tell is not None:
            tell()


@dataclass(frozen=True, slots=True)
class Task:
    """One call: a method of the backend that `access` names. Pickled as it is."""

    access: Access
    method: str
    arguments: tuple[Any, ...] = ()


class Calls(Protocol):
    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        """What the method answers. Blocks. `tell` hears pieces on another thread. Raises ModelFailed; with
        Trouble.STOPPED where `cancel` was called."""
        ...

    def close(self) -> None:
        """Ends all that is under way."""
        ...


class Backends:
    """The backends of one event loop, one for each access; used on that loop alone."""

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._make = make_backend
        self._made: dict[Access, Backend] = {}

    async def run(self, task: Task, tell: Tell | None) -> Any:
        if task.access not in self._made:
            self._made[task.access] = await asyncio.to_thread(self._make, task.access)
        call = getattr(self._made[task.access], task.method)
        if tell is not None:
            return await call(*task.arguments, tell)
        return await call(*task.arguments)

    async def close(self) -> None:
        made, self._made = self._made, {}
        for backend in made.values():
            await backend.close()


def understood(error: BaseException) -> BaseException:
    """What a caller is told of an error in a backend: a bug of it must not end anything else."""
    if isinstance(error, ModelFailed):
        return error
    if isinstance(error, asyncio.CancelledError):
        return ModelFailed(STOPPED, Trouble.STOPPED)
    log.error("A model's backend met a bug", exc_info=error)
    name = type(error).__name__
    return ModelFailed(f"The model could not be asked: {name}: {error}", Trouble.INVALID, detail=name)


def _give_up(future: Future[Any]) -> None:
    future.cancel()


class InlineCalls:
    """Runs calls on a thread of this process, which is started with the first one."""

    def __init__(self, make_backend: MakeBackend = make) -> None:
        self._backends = Backends(make_backend)
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(
            self._backends.run(task, tell), self._started()
        )
        if cancel is not None:
            cancel.bind(lambda: _give_up(future))
        try:
            return future.result()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                future.cancel()
                raise
            if future.cancelled():
                raise ModelFailed(STOPPED, Trouble.STOPPED) from None
            raise understood(error) from error
        finally:
            if cancel is not None:
                cancel.bind(None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(self._end(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    async def _end(self) -> None:
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._backends.close()
        await asyncio.get_running_loop().shutdown_default_executor()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise ModelFailed(STOPPED, Trouble.STOPPED)
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="arbor-model", daemon=True
                )
                self._thread.start()
            return self._loop
