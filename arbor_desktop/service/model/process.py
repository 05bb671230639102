"""The process that a window's model calls run in.

Started with the first call, ended when nothing was asked for a while, and gone with its parent. Both speak
length-prefixed pickles over the child's standard streams, as `service.worker` does; keys go through these
pipes alone, never through arguments or the environment.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

from arbor_desktop.core.model import ModelFailed, Tell, Trouble
from arbor_desktop.service.model.calls import STOPPED, Backends, Cancel, Task, understood
from arbor_desktop.service.worker import die_with, receive, send

log = logging.getLogger(__name__)

IDLE_SECONDS = 300.0
_RUN, _STOP = "run", "stop"
_TEXT, _DONE, _FAILED = "text", "done", "failed"
DIED = "The process that asks the model ended unexpectedly."


class _Child:
    """A running process, and who waits for it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arbor_desktop.service.model.process", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parents[3],
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._sending = threading.Lock()
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[Future[Any], Tell | None]] = {}
        self._gone = False
        self._reader = threading.Thread(target=self._read, name="arbor-model", daemon=True)
        self._reader.start()

    def begin(self, number: int, task: Task, tell: Tell | None) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            if self._gone:
                raise OSError("the process is gone")
            self._waiting[number] = future, tell
        self._send((_RUN, number, task, tell is not None))
        return future

    def stop(self, number: int) -> None:
        self._send((_STOP, number))

    @property
    def alive(self) -> bool:
        return not self._gone and self.process.poll() is None

    @property
    def idle(self) -> bool:
        with self._lock:
            return not self._waiting

    def end(self) -> None:
        self.process.kill()
        self._reader.join()
        assert self.process.stdin is not None and self.process.stdout is not None
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                log.debug("The model process's pipe was closed with unsent bytes")
        self.process.wait()

    def _send(self, message: Any) -> None:
        assert self.process.stdin is not None
        with self._sending:
            send(self.process.stdin, message)

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                kind, number, value = receive(self.process.stdout)
                with self._lock:
                    future, tell = self._waiting.get(number, (None, None))
                    if kind != _TEXT:
                        self._waiting.pop(number, None)
                if future is None:
                    continue
                if kind == _TEXT:
                    if tell is not None:
                        tell(value)
                elif kind == _DONE:
                    future.set_result(value)
                else:
                    future.set_exception(value)
        except (EOFError, OSError, ValueError):
            log.debug("The model process ended")
        finally:
            with self._lock:
                self._gone = True
                left, self._waiting = self._waiting, {}
            for future, _ in left.values():
                future.set_exception(ModelFailed(DIED, Trouble.NETWORK, detail="process ended"))


class ProcessCalls:
    """Runs calls in the process, side by side; safe to use from several threads."""

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._numbers = itertools.count(1)
        self._timer: threading.Timer | None = None
        self._closed = False

    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        number = next(self._numbers)
        try:
            child, future = self._begin(number, task, tell)
        except OSError as error:
            raise ModelFailed(DIED, Trouble.NETWORK, detail="process ended") from error
        if cancel is not None:
            cancel.bind(functools.partial(_stop, child, number))
        try:
            return future.result()
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
    def running(self) -> bool:
        """Whether there is a process at the moment."""
        with self._lock:
            return self._child is not None and self._child.alive

    def _begin(self, number: int, task: Task, tell: Tell | None) -> tuple[_Child, Future[Any]]:
        with self._lock:
            if self._closed:
                raise ModelFailed(STOPPED, Trouble.STOPPED)
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._child is not None and not self._child.alive:
                self._child.end()
                self._child = None
            child = self._child = self._child or _Child()
            return child, child.begin(number, task, tell)

    def _rest(self) -> None:
        """Ends the process if nothing else is asked for a while."""
        with self._lock:
            if self._closed or self._timer is not None or self._child is None or not self._child.idle:
                return
            self._timer = threading.Timer(self._idle_seconds, self._end_idle)
            self._timer.daemon = True
            self._timer.start()

    def _end_idle(self) -> None:
        with self._lock:
            self._timer = None
            if self._child is None or not self._child.idle:
                return
            child, self._child = self._child, None
        child.end()


def _stop(child: _Child, number: int) -> None:
    try:
        child.stop(number)
    except OSError:
        log.debug("The model process was gone before it was told to stop")


# -- the child --


class _Server:
    def __init__(self, answers: IO[bytes]) -> None:
        self._answers = answers
        self._backends = Backends()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def serve(self, requests: IO[bytes]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                message = await loop.run_in_executor(None, receive, requests)
            except EOFError:
                return
            if message[0] == _STOP:
                if (task := self._tasks.get(message[1])) is not None:
                    task.cancel()
                continue
            _, number, job, streams = message
            self._tasks[number] = asyncio.create_task(self._answer(number, job, streams))

    async def _answer(self, number: int, task: Task, streams: bool) -> None:
        try:
            tell = functools.partial(self._send, _TEXT, number) if streams else None
            result = await self._backends.run(task, tell)
            self._send(_DONE, number, result)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the parent waits for it
            self._send(_FAILED, number, understood(error))
        finally:
            self._tasks.pop(number, None)

    def _send(self, kind: str, number: int, value: Any) -> None:
        send(self._answers, (kind, number, value))


def main() -> None:
    parent = int(sys.argv[1])
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not break the protocol
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the parent to handle
    threading.Thread(target=die_with, args=(parent,), daemon=True).start()
    asyncio.run(_Server(answers).serve(requests))
    os._exit(0)  # what is under way is given up with the parent


if __name__ == "__main__":
    # Pickles name classes by their module, so the code must run under its real name.
    from arbor_desktop.service.model.process import main as run

    run()
