"""The one way from the window to the service: work runs on other threads, results come back on the GUI's.

Two lanes. Questions carry a `key` ("memories.list") and run side by side; of one key only the newest
counts. Everything without a key is a command and runs in the order in which it was given, so that two quick
edits never overtake each other.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components.errors import crash_report

log = logging.getLogger(__name__)

_READERS = 3


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
    message = error.message if isinstance(error, ArborError) else f"{type(error).__name__}: {error}"
    return Failure(error, message, known, crash_report(error, where), where)


@dataclass(slots=True)
class _Job:
    call: Callable[[], Any]
    done: Callable[[Any], object] | None
    failed: Callable[[BaseException], object] | None
    key: Hashable | None
    owner: QObject | None
    where: str
    cancelled: bool = False
    future: Future[Any] | None = field(default=None, repr=False)


class Bridge(QObject):
    """Lives on the GUI thread. `failed` carries a Failure nobody handled; `changed` the service's Changes."""

    failed = Signal(object)
    changed = Signal(object)
    busy_changed = Signal(bool)
    _finished = Signal(object, object, object)
    _heard = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="arbor-read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="arbor-command")
        self._newest: dict[Hashable, _Job] = {}
        self._open_jobs = 0
        self._closed = False
        self.closing = threading.Event()
        """Set when the window ends: what runs for long looks at it, and stops."""
        self._service: _Service | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._news_lock = threading.Lock()
        self._news: list[Changes] = []
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
        """Calls `fn(*args, **kwargs)` on another thread, then `done(result)` or `failed(error)` on this one.

        With `key` it is a question: older ones of the same key are dropped, whatever they answer. Without, a
        command: these run one after the other (`ordered=False` for a question of which every answer counts,
        or a long task that nothing waits for). If `owner` is gone by then, nobody is called. Errors without
        `failed` go to the signal of that name. After `close` nothing is run.
        """
        if self._closed:
            return
        where = getattr(fn, "__qualname__", repr(fn))
        job = _Job(lambda: fn(*args, **kwargs), done, failed, key, owner, where)
        if key is not None:
            self.cancel(key)
            self._newest[key] = job
        self._open_jobs += 1
        if self._open_jobs == 1:
            self.busy_changed.emit(True)
        in_order = key is None if ordered is None else ordered
        pool = self._writer if in_order else self._readers
        job.future = pool.submit(self._work, job)

    def cancel(self, key: Hashable) -> None:
        """Forgets the question with this key: no answer will come."""
        job = self._newest.pop(key, None)
        if job is not None:
            job.cancelled = True
            if job.future is not None and job.future.cancel():
                self._one_less()

    @property
    def busy(self) -> bool:
        """Whether anything is under way or waits to be delivered."""
        return self._open_jobs > 0

    def close(self) -> None:
        """Lets commands that were given finish, drops questions and all results, and ends the threads."""
        if self._closed:
            return
        self._closed = True
        self.closing.set()
        self._stop_listening()
        self._readers.shutdown(wait=True, cancel_futures=True)
        self._writer.shutdown(wait=True)

    def _work(self, job: _Job) -> None:
        if job.cancelled:
            self._finished.emit(job, None, None)
            return
        try:
            result = job.call()
        except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to the GUI thread
            self._finished.emit(job, None, error)
        else:
            self._finished.emit(job, result, None)

    def _deliver(self, job: _Job, result: Any, error: BaseException | None) -> None:
        if job.key is not None and self._newest.get(job.key) is job:
            del self._newest[job.key]
        try:
            self._answer(job, result, error)
        finally:
            # Only now: what the answer asks in turn belongs to the same piece of work.
            self._one_less()

    def _answer(self, job: _Job, result: Any, error: BaseException | None) -> None:
        if self._closed or job.cancelled or (job.owner is not None and not isValid(job.owner)):
            if error is not None and not isinstance(error, ArborError):
                log.error("A call that nobody waits for failed: %s", job.where, exc_info=error)
        elif error is None:
            if job.done is not None:
                job.done(result)
        elif job.failed is not None:
            job.failed(error)
        else:
            self.failed.emit(failure(error, job.where))

    def _one_less(self) -> None:
        self._open_jobs -= 1
        if self._open_jobs == 0:
            self.busy_changed.emit(False)

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
    )
