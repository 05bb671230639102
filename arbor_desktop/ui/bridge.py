"""Calls of the service from the window: on other threads, awaited on the window's asyncio loop (qasync).

    async def resolve(self, action: Action) -> None:
        conflict = await self.bridge.call(self.service.resolve_conflict, self.shown, **action.arguments)
        self.show(conflict)

    button.clicked.connect(lambda: bridge.start(self.resolve(action), owner=self))

Changes run one after the other, in the order in which they were asked for, so that two quick edits never
overtake each other. Questions have a `key` ("memories.list") and run beside them; of one key only the newest
is answered.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from inspect import CORO_CREATED, getcoroutinestate
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

from arbor_desktop.errors import ArborError, Cancelled
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components.errors import crash_report
from arbor_desktop.ui.translation import translated

log = logging.getLogger(__name__)

_READERS = 3
_DRAWN_MS = 100
"""Time for Qt to lay out and draw what has arrived, even on a busy machine."""


class _Events(Protocol):
    def subscribe(self, tell: Callable[[Changes], None]) -> Callable[[], None]: ...


class _Service(Protocol):
    @property
    def events(self) -> _Events: ...


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that failed. `known`: expected, `message` is for people; else a bug, with a report to copy."""

    error: BaseException
    message: str
    known: bool
    report: str
    where: str


def failure(error: BaseException, where: str) -> Failure:
    """Tells expected failures from bugs."""
    known = isinstance(error, ArborError)
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, ArborError):
        message = translated(error.message)
    return Failure(error, message, known, crash_report(error, where), where)


class Bridge(QObject):
    """The threads on which the window's calls run. Lives on the GUI thread.

    Signals: `failed(Failure)` an error that nobody handled; `changed(Changes)` what changed in the service;
    `busy_changed(bool)`.
    """

    failed = Signal(object)
    changed = Signal(object)
    busy_changed = Signal(bool)
    _finished = Signal(object, object)
    _heard = Signal()

    def __init__(self, loop: asyncio.AbstractEventLoop, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop = loop
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="arbor-read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="arbor-command")
        self._newest: dict[Hashable, tuple[Future[Any], asyncio.Future[Any]]] = {}
        """By key, what a thread does for the newest question, and the answer that is still to come."""
        self._tasks: dict[asyncio.Task[Any], Coroutine[Any, Any, Any]] = {}
        self._owned: dict[int, set[asyncio.Task[Any]]] = {}
        self._closed = False
        self.closing = threading.Event()
        """Set when the window ends: what runs for long looks at it, and stops."""
        self._service: _Service | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._news_lock = threading.Lock()
        self._news: list[Changes] = []
        # One event of Qt's brings an answer; asyncio's own way from a thread takes several turns of the loop.
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._heard.connect(self._relay, Qt.ConnectionType.QueuedConnection)

    @property
    def service(self) -> Any:
        """The service, for whom its methods are meant to be run. Raises RuntimeError before `listen`."""
        if self._service is None:
            raise RuntimeError("the service is not open yet")
        return self._service

    def listen(self, service: _Service) -> None:
        """Hands the service out and relays its changes from now on."""
        self._stop_listening()
        self._service = service
        self._unsubscribe = service.events.subscribe(self._hear)

    def call(
        self,
        fn: Callable[..., Any],
        *args: Any,
        key: Hashable | None = None,
        ordered: bool | None = None,
        **kwargs: Any,
    ) -> asyncio.Future[Any]:
        """Call `fn(*args, **kwargs)` on another thread; await the answer.

        With `key` it is a question: older ones of the same key are cancelled, and so is whoever awaits them.
        Without, a change: it runs after those before it, even if nobody awaits it any more. `ordered=False`
        is for a question of which every answer counts, or for a long task that no change shall wait for.
        After `close` the answer is cancelled at once.
        """
        answer: asyncio.Future[Any] = self._loop.create_future()
        if self._closed:
            answer.cancel()
            return answer
        if key is not None:
            self.cancel(key)
        in_order = key is None if ordered is None else ordered
        future = (self._writer if in_order else self._readers).submit(fn, *args, **kwargs)
        if key is not None:
            self._newest[key] = future, answer
            answer.add_done_callback(partial(self._answered, key))
        future.add_done_callback(partial(self._finished.emit, answer))
        return answer

    def cancel(self, key: Hashable) -> None:
        """Cancel the question with this key, and whoever awaits it."""
        future, answer = self._newest.pop(key, (None, None))
        if future is not None and answer is not None:
            future.cancel()  # what waits for a thread is not even asked
            answer.cancel()

    def start(
        self,
        work: Coroutine[Any, Any, Any],
        owner: QObject | None = None,
        *,
        failed: Callable[[BaseException], object] | None = None,
        where: str = "",
    ) -> None:
        """Run a coroutine on the window's loop, until it ends or `owner` is destroyed; none after `close`.

        An error that it does not handle goes to `failed`, or else to the signal of that name; `where` names
        the coroutine in the report.
        """
        if self._closed:
            work.close()
            return
        task = self._loop.create_task(work)
        self._tasks[task] = work
        if len(self._tasks) == 1:
            self.busy_changed.emit(True)
        if owner is not None:
            ident = id(owner)
            if ident not in self._owned:
                self._owned[ident] = set()
                owner.destroyed.connect(lambda: self._disown(ident))
            self._owned[ident].add(task)
            task.add_done_callback(lambda done: self._owned.get(ident, set()).discard(done))
        task.add_done_callback(partial(self._ended, failed, where or getattr(work, "__qualname__", "")))

    def run(
        self,
        fn: Callable[..., Any],
        *args: Any,
        done: Callable[[Any], object] | None = None,
        failed: Callable[[BaseException], object] | None = None,
        key: Hashable | None = None,
        owner: QObject | None = None,
        ordered: bool | None = None,
        **kwargs: Any,
    ) -> None:
        """Call `fn` as `call` does, then `done(answer)` or `failed(error)`, unless `owner` is destroyed."""
        answer = self.call(fn, *args, key=key, ordered=ordered, **kwargs)
        where = getattr(fn, "__qualname__", repr(fn))
        self.start(_answer(answer, done), owner, failed=failed, where=where)

    @property
    def busy(self) -> bool:
        """Whether anything is under way or waits to be delivered."""
        return bool(self._tasks)

    def when_quiet(self, do: Callable[[], object], owner: QObject) -> None:
        """Call `do` as soon as nothing is under way, unless `owner` is destroyed before that. For work that
        must not delay the first list."""
        if self._closed or not isValid(owner):
            return
        if not self.busy:
            do()
            return

        def again(_busy: bool) -> None:
            QTimer.singleShot(_DRAWN_MS, lambda: self.when_quiet(do, owner))

        self.busy_changed.connect(again, Qt.ConnectionType.SingleShotConnection)

    async def begun(self) -> None:
        """Wait until what was started has come to its first call, so that `close` lets it finish."""
        while any(getcoroutinestate(work) == CORO_CREATED for work in self._tasks.values()):
            await asyncio.sleep(0)

    def close(self) -> None:
        """Let changes that were asked for finish, cancel all else, and end the threads."""
        if self._closed:
            return
        self._closed = True
        self.closing.set()
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        self._readers.shutdown(wait=True, cancel_futures=True)
        self._writer.shutdown(wait=True)

    def _answered(self, key: Hashable, answer: asyncio.Future[Any]) -> None:
        if self._newest.get(key, (None, None))[1] is answer:
            del self._newest[key]

    def _deliver(self, answer: asyncio.Future[Any], future: Future[Any]) -> None:
        error = None if future.cancelled() else future.exception()
        if answer.cancelled():
            if error is not None and not isinstance(error, (ArborError, Cancelled)):
                log.error("A call that nobody waits for failed", exc_info=error)
        elif future.cancelled():
            answer.cancel()
        elif error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(future.result())

    def _disown(self, ident: int) -> None:
        for task in self._owned.pop(ident, set()):
            task.cancel()

    def _ended(
        self, failed: Callable[[BaseException], object] | None, where: str, task: asyncio.Task[Any]
    ) -> None:
        try:
            if not task.cancelled() and (error := task.exception()) is not None:
                self._fail(error, failed, where)
        finally:
            # Only now: what the answer asks in turn belongs to the same piece of work.
            del self._tasks[task]
            if not self._tasks:
                self.busy_changed.emit(False)

    def _fail(
        self, error: BaseException, failed: Callable[[BaseException], object] | None, where: str
    ) -> None:
        if self._closed:
            log.error("A call failed after the window had ended: %s", where, exc_info=error)
        elif failed is None:
            self.failed.emit(failure(error, where))
        else:
            try:
                failed(error)
            except Exception as bug:  # noqa: BLE001 - whatever it is, it is shown as a bug
                self.failed.emit(failure(bug, where))

    def _hear(self, changes: Changes) -> None:
        """Called on any thread. What comes before the GUI looks again is told at once."""
        with self._news_lock:
            first = not self._news
            self._news.append(changes)
        if first:
            self._heard.emit()

    def _relay(self) -> None:
        with self._news_lock:
            news, self._news = self._news, []
        if news and not self._closed:
            self.changed.emit(merged(news))

    def _stop_listening(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None


async def _answer(answer: asyncio.Future[Any], done: Callable[[Any], object] | None) -> None:
    result = await answer
    if done is not None:
        done(result)


def merged(news: list[Changes]) -> Changes:
    """Several changes as one."""
    if len(news) == 1:
        return news[0]
    return Changes(
        memories=tuple(dict.fromkeys(id_ for c in news for id_ in c.memories)),
        conversations=tuple(dict.fromkeys(id_ for c in news for id_ in c.conversations)),
        all_memories=any(c.all_memories for c in news),
        all_conversations=any(c.all_conversations for c in news),
        status=any(c.status for c in news),
        sources=any(c.sources for c in news),
        settings=any(c.settings for c in news),
        conflicts=any(c.conflicts for c in news),
        maintenance=any(c.maintenance for c in news),
        projects=any(c.projects for c in news),
        meaning=any(c.meaning for c in news),
        file_versions=any(c.file_versions for c in news),
    )
