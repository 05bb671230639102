"""Calls of models, and the process that a window's calls run in.

Calls run on an event loop: on a thread here (`backends`, for the command line), or in a process of its own,
for the window: importing an SDK would freeze it, and its 80 MB are freed when nothing is asked any more.
Nothing here imports asyncio, which a window that asks no model does without.

The process is started with the first call, ended when nothing was asked for a while, and ends with its
parent. Both sides speak `runtime.child_process` over the child's standard streams; keys go through these
pipes alone, never through arguments or the environment.
"""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from arbor_desktop.llm.model import Access, ModelFailed, OnText, Trouble
from arbor_desktop.runtime.child_process import receive, send

log = logging.getLogger(__name__)

IDLE_SECONDS = 300.0
RUN, STOP = "run", "stop"
TEXT, DONE, FAILED = "text", "done", "failed"
MAKER = "arbor_desktop.llm.backends:make"
STOPPED = "It was stopped."
DIED = "The process that asks the model ended unexpectedly."
_WITHHELD = frozenset(
    ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS",
     "ANTHROPIC_IDENTITY_TOKEN", "ANTHROPIC_IDENTITY_TOKEN_FILE", "ANTHROPIC_LOG", "ANTHROPIC_PROFILE",
     "ANTHROPIC_WEBHOOK_SIGNING_KEY")
)  # fmt: skip
"""Variables that would set the SDK's address, key or logging: all that is given with each call. Proxies and
the like are passed on."""


class Cancel:
    """Stops a call that another thread waits for. Thread-safe, also before the call has begun."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stop: Callable[[], Any] | None = None
        self.asked = False

    def __call__(self) -> None:
        with self._lock:
            self.asked = True
            stop, self._stop = self._stop, None
        if stop is not None:
            stop()

    def bind(self, stop: Callable[[], Any] | None) -> None:
        """Set what ends the current call; None after the call."""
        with self._lock:
            now = self.asked and stop is not None
            self._stop = None if now else stop
        if now and stop is not None:
            stop()


@dataclass(frozen=True, slots=True)
class Task:
    """A call of a method of the backend that `access` names. It is pickled."""

    access: Access
    method: str
    arguments: tuple[Any, ...] = ()


class Calls(Protocol):
    """Runs calls in parallel. Thread-safe."""

    def run(self, task: Task, on_text: OnText | None = None, cancel: Cancel | None = None) -> Any:
        """Return the method's result. Blocks; `on_text` is called on another thread.

        Raises ModelFailed; with Trouble.STOPPED where `cancel` was called.
        """
        ...

    def close(self) -> None:
        """End every call that is under way."""
        ...


def as_failure(error: Exception) -> ModelFailed:
    """Return the failure that a backend's error is for its caller: a bug must not end anything else."""
    if isinstance(error, ModelFailed):
        return error
    log.error("A model's backend met a bug", exc_info=error)
    name = type(error).__name__
    return ModelFailed(f"The model could not be asked: {name}: {error}", Trouble.INVALID, detail=name)


def stopped() -> ModelFailed:
    return ModelFailed(STOPPED, Trouble.STOPPED)


def _died() -> ModelFailed:
    return ModelFailed(DIED, Trouble.NETWORK, detail="process ended")


class _Child:
    """A running process and the calls in it. One thread writes to its pipe and one reads, so no caller waits
    for the pipe."""

    def __init__(self, maker: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arbor_desktop.llm.backends", str(os.getpid()), maker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parents[2],
            env={name: value for name, value in os.environ.items() if name not in _WITHHELD},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[Future[Any], OnText | None]] = {}
        self._gone = False
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"arbor-model-{name}", daemon=True)
            for name, work in (("in", self._read), ("out", self._write))
        ]
        for thread in self._threads:
            thread.start()

    def expect(self, number: int, on_text: OnText | None) -> Future[Any]:
        """Register a call; the process is not idle from now on. Raises ModelFailed where it is gone."""
        future: Future[Any] = Future()
        with self._lock:
            if self._gone:
                raise _died()
            self._waiting[number] = future, on_text
        return future

    def begin(self, number: int, task: Task, *, streams: bool) -> None:
        self._send((RUN, number, task, streams))

    def stop(self, number: int, why: ModelFailed | None = None) -> None:
        """End a call: its caller gets the failure at once, and later messages about it are dropped."""
        with self._lock:
            future, _ = self._waiting.pop(number, (None, None))
        if future is not None:
            future.set_exception(why or stopped())
            self._send((STOP, number))

    @property
    def alive(self) -> bool:
        return not self._gone and self.process.poll() is None

    @property
    def idle(self) -> bool:
        with self._lock:
            return not self._waiting

    def end(self) -> None:
        self.process.kill()
        for thread in self._threads:
            thread.join()

    def _send(self, message: Any) -> None:
        frame = io.BytesIO()
        send(frame, message)
        self._outgoing.put(frame.getvalue())

    def _write(self) -> None:
        assert self.process.stdin is not None
        while (data := self._outgoing.get()) is not None:
            try:
                self.process.stdin.write(data)
                self.process.stdin.flush()
            except (OSError, ValueError):  # its pipe is broken, or closed already
                log.debug("The model process ended before all was written to it")

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self._handle(*receive(self.process.stdout))
        except (EOFError, OSError):
            log.debug("The model process ended")
        except Exception:
            log.exception("The model process sent a message that can't be read")
        finally:
            self._clean_up()

    def _handle(self, kind: str, number: int, value: Any) -> None:
        with self._lock:
            future, on_text = self._waiting.get(number, (None, None))
            if kind != TEXT:
                self._waiting.pop(number, None)
        if future is None:
            return
        if kind == DONE:
            future.set_result(value)
        elif kind == FAILED:
            future.set_exception(value)
        elif on_text is not None:
            try:
                on_text(value)
            except Exception as error:  # noqa: BLE001 - a failing listener ends its own call, not all others
                self.stop(number, as_failure(error))

    def _clean_up(self) -> None:
        """Leave neither a process nor a zombie nor a caller that waits for ever."""
        with self._lock:
            self._gone = True
            left, self._waiting = self._waiting, {}
        self.process.kill()
        self.process.wait()
        for future, _ in left.values():
            future.set_exception(_died())
        self._outgoing.put(None)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # closed with unsent bytes
                stream.close()


class ProcessCalls:
    """Runs calls in the process. Implements Calls."""

    def __init__(
        self,
        idle_seconds: float = IDLE_SECONDS,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
        maker: str = MAKER,
    ) -> None:
        """`timer` makes a timer of so many seconds; `maker` names the function that makes backends there."""
        self._maker = maker
        self._idle_seconds = idle_seconds
        self._make_timer = timer
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._numbers = itertools.count(1)
        self._timer: threading.Timer | None = None
        self._closed = False

    def run(self, task: Task, on_text: OnText | None = None, cancel: Cancel | None = None) -> Any:
        cancel = cancel or Cancel()
        if cancel.asked:
            raise stopped()
        number = next(self._numbers)
        try:
            child, future = self._begin(number, on_text)
        except OSError as error:
            raise _died() from error
        child.begin(number, task, streams=on_text is not None)
        cancel.bind(functools.partial(child.stop, number))
        try:
            return future.result()
        except KeyboardInterrupt:
            child.stop(number)
            raise
        finally:
            cancel.bind(None)
            self._start_timer()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            child, self._child = self._child, None
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        if child is not None:
            child.end()

    @property
    def process_id(self) -> int | None:
        """Id of the process, None while there is none."""
        with self._lock:
            return self._child.process.pid if self._child is not None and self._child.alive else None

    def _begin(self, number: int, on_text: OnText | None) -> tuple[_Child, Future[Any]]:
        with self._lock:
            if self._closed:
                raise stopped()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._child is not None and not self._child.alive:
                self._child.end()
                self._child = None
            child = self._child = self._child or _Child(self._maker)
            return child, child.expect(number, on_text)

    def _start_timer(self) -> None:
        """End the process if nothing else is asked for a while."""
        with self._lock:
            if self._closed or self._timer is not None or self._child is None or not self._child.idle:
                return
            self._timer = self._make_timer(self._idle_seconds, self._end_idle)
            self._timer.daemon = True
            self._timer.start()

    def _end_idle(self) -> None:
        with self._lock:
            if self._timer is None or self._child is None or not self._child.idle:
                return
            self._timer = None
            child, self._child = self._child, None
        child.end()
