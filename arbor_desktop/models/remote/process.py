"""The process that a window's model calls run in.

Started with the first call, ended when nothing was asked for a while, and gone with its parent. Both speak
`runtime.child_process` over the child's standard streams; keys go through these pipes alone, never through
arguments or the environment.
"""

from __future__ import annotations

import functools
import io
import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from arbor_desktop.models.calls import Cancel, Task, stopped, understood
from arbor_desktop.models.model import ModelFailed, Tell, Trouble
from arbor_desktop.runtime.child_process import receive, send

log = logging.getLogger(__name__)

IDLE_SECONDS = 300.0
RUN, STOP = "run", "stop"
TEXT, DONE, FAILED = "text", "done", "failed"
MAKER = "arbor_desktop.models.backend:make"
_WITHHELD = frozenset(
    ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS",
     "ANTHROPIC_IDENTITY_TOKEN", "ANTHROPIC_IDENTITY_TOKEN_FILE", "ANTHROPIC_LOG", "ANTHROPIC_PROFILE",
     "ANTHROPIC_WEBHOOK_SIGNING_KEY")
)  # fmt: skip
DIED = "The process that asks the model ended unexpectedly."


class _Child:
    """A running process, and who waits for it. Nobody waits for its pipe: a thread writes, a thread reads."""

    def __init__(self, maker: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arbor_desktop.models.serving", str(os.getpid()), maker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parents[3],
            env=_environ(os.environ),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[Future[Any], Tell | None]] = {}
        self._gone = False
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"arbor-model-{name}", daemon=True)
            for name, work in (("in", self._read), ("out", self._write))
        ]
        for thread in self._threads:
            thread.start()

    def expect(self, number: int, tell: Tell | None) -> Future[Any]:
        """From now on the process is not idle. Raises OSError where it is gone."""
        future: Future[Any] = Future()
        with self._lock:
            if self._gone:
                raise OSError("the process is gone")
            self._waiting[number] = future, tell
        return future

    def begin(self, number: int, task: Task, *, streams: bool) -> None:
        self._outgoing.put(_packed((RUN, number, task, streams)))

    def stop(self, number: int) -> None:
        """Whoever waits for it is told at once; what comes of it yet is dropped."""
        with self._lock:
            future, _ = self._waiting.pop(number, (None, None))
        if future is not None:
            future.set_exception(stopped())
            self._outgoing.put(_packed((STOP, number)))

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

    def _write(self) -> None:
        assert self.process.stdin is not None
        while (data := self._outgoing.get()) is not None:
            try:
                self.process.stdin.write(data)
                self.process.stdin.flush()
            except (OSError, ValueError):  # its pipe is broken, or closed already
                log.debug("The model process was gone before it was told all")

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self._heard(*receive(self.process.stdout))
        except (EOFError, OSError):
            log.debug("The model process ended")
        except Exception:
            log.exception("The model process said what can't be understood")
        finally:
            self._end_of_it()

    def _heard(self, kind: str, number: int, value: Any) -> None:
        with self._lock:
            future, tell = self._waiting.get(number, (None, None))
            if kind != TEXT:
                self._waiting.pop(number, None)
        if future is None:
            return
        if kind == DONE:
            future.set_result(value)
        elif kind == FAILED:
            future.set_exception(value)
        elif tell is not None:
            self._tell(number, tell, value)

    def _tell(self, number: int, tell: Tell, text: str) -> None:
        """A listener that fails ends its own call, not all others."""
        try:
            tell(text)
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller waits for it
            with self._lock:
                future, _ = self._waiting.pop(number, (None, None))
            if future is not None:
                future.set_exception(understood(error))
                self._outgoing.put(_packed((STOP, number)))

    def _end_of_it(self) -> None:
        """Leaves neither a process nor a zombie nor somebody who waits for ever."""
        with self._lock:
            self._gone = True
            left, self._waiting = self._waiting, {}
        self.process.kill()
        self.process.wait()
        for future, _ in left.values():
            future.set_exception(ModelFailed(DIED, Trouble.NETWORK, detail="process ended"))
        self._outgoing.put(None)
        assert self.process.stdin is not None and self.process.stdout is not None
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                log.debug("The model process's pipe was closed with unsent bytes")


class ProcessCalls:
    """Runs calls in the process, side by side; safe to use from several threads."""

    def __init__(
        self,
        idle_seconds: float = IDLE_SECONDS,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
        maker: str = MAKER,
    ) -> None:
        """`timer` makes what rings once after so many seconds; `maker` names what makes a backend there."""
        self._maker = maker
        self._idle_seconds = idle_seconds
        self._make_timer = timer
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._numbers = itertools.count(1)
        self._timer: threading.Timer | None = None
        self._closed = False

    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        if cancel is not None and cancel.asked:
            raise stopped()
        number = next(self._numbers)
        try:
            child, future = self._begin(number, tell)
        except OSError as error:
            raise ModelFailed(DIED, Trouble.NETWORK, detail="process ended") from error
        child.begin(number, task, streams=tell is not None)
        if cancel is not None:
            cancel.bind(functools.partial(child.stop, number))
        try:
            return future.result()
        except KeyboardInterrupt:
            child.stop(number)
            raise
        finally:
            if cancel is not None:
                cancel.bind(None)
            self._rest()

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
        """Of the process, None while there is none."""
        with self._lock:
            return self._child.process.pid if self._child is not None and self._child.alive else None

    @property
    def running(self) -> bool:
        """Whether there is a process at the moment."""
        return self.process_id is not None

    def _begin(self, number: int, tell: Tell | None) -> tuple[_Child, Future[Any]]:
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
            return child, child.expect(number, tell)

    def _rest(self) -> None:
        """Ends the process if nothing else is asked for a while."""
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


def _packed(message: Any) -> bytes:
    frame = io.BytesIO()
    send(frame, message)
    return frame.getvalue()


def _environ(environ: Mapping[str, str]) -> dict[str, str]:
    """Proxies and the like go along. What would tell the SDK where to talk to, with whose key, or to log what
    is asked, does not: all that is given with each call."""
    return {name: value for name, value in environ.items() if name not in _WITHHELD}
