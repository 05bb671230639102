"""The threads that work in the background while the window or `watch` runs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from arbor_desktop.errors import ArborError

log = logging.getLogger(__name__)


class BackgroundThread:
    """A thread that does `work` at its start, whenever it is woken, and after as many seconds as that
    returned.

    What it is woken for while it works is done right after. An error is logged after `failure` ("Comparing
    memories failed"), and the work is tried again in `retry_seconds`.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], float],
        failure: str,
        *,
        retry_seconds: float,
        settle_seconds: float = 0.0,
        subscribe: Callable[[], Callable[[], None]] | None = None,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        """`settle_seconds`: the time between being started or woken and working, for a burst of changes to
        end. `subscribe` is called at the start and returns what ends the subscription. `wait(event, seconds)`
        returns early when the event is set."""
        self._name = name
        self._work = work
        self._failure = failure
        self._retry_seconds = retry_seconds
        self._settle_seconds = settle_seconds
        self._subscribe = subscribe
        self._wait = wait
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._unsubscribe: Callable[[], None] | None = None

    @property
    def running(self) -> bool:
        return self._thread is not None

    @property
    def stopping(self) -> bool:
        """Whether the thread should end: long work checks this between two steps."""
        return self._stopping.is_set()

    def start(self) -> bool:
        """Start the thread. Return whether it was not running; never so after `close`."""
        with self._lock:
            if self._thread is not None or self._closed:
                return False
            self._stopping.clear()
            self._woken.set()
            self._unsubscribe = self._subscribe() if self._subscribe else None
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
            return True

    def wake(self) -> None:
        """Have the work done now, or once more if it is being done."""
        self._woken.set()

    def pause(self, seconds: float) -> None:
        """Wait within the work; the end shortens it."""
        self._wait(self._stopping, seconds)

    def stop(self) -> None:
        """End the thread after the step it is at. It can be started again."""
        with self._lock:
            thread, self._thread = self._thread, None
            unsubscribe, self._unsubscribe = self._unsubscribe, None
            self._stopping.set()
            self._woken.set()
        if unsubscribe:
            unsubscribe()
        if thread is not None:
            thread.join()

    def close(self) -> None:
        """End the thread; it can't be started again."""
        self._closed = True
        self.stop()

    def _run(self) -> None:
        while True:
            if self._settle_seconds and self._woken.is_set():
                self.pause(self._settle_seconds)
            self._woken.clear()
            if self._stopping.is_set():
                return
            seconds = self._retry_seconds
            try:
                seconds = self._work()
            except ArborError as error:  # the file is busy, the disk full
                log.warning("%s: %s", self._failure, error.message)
            except Exception:  # a bug must not end the thread for as long as the window is open
                log.exception("%s", self._failure)
            if not self._stopping.is_set():
                self._wait(self._woken, seconds)
