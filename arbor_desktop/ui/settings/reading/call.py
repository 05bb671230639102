"""A call of a model from the window: on a thread of its own, since it may take minutes. It can be stopped."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

if TYPE_CHECKING:
    from arbor_desktop.models.calls import Cancel

log = logging.getLogger(__name__)

Work = Callable[["Cancel"], Any]


class ModelCall(QObject):
    """One call at a time; what an earlier one answers is not heard any more. The readers of the bridge stay
    free, and when the service closes it ends the call, and so the thread."""

    _finished = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now: _Running | None = None
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        return self._now is not None

    def start(
        self, work: Work, done: Callable[[Any], object], failed: Callable[[BaseException], object]
    ) -> None:
        """Calls `work(cancel)` elsewhere, then `done(result)` or `failed(error)` here."""
        self.cancel()
        self._now = running = _Running(done, failed)
        threading.Thread(
            target=_run, args=(self, running, work), name="arbor-model-call", daemon=True
        ).start()

    def cancel(self) -> None:
        """Stops what is under way; nobody hears of it any more."""
        running, self._now = self._now, None
        if running is not None:
            running.stop()

    def _deliver(self, running: _Running, result: Any, error: BaseException | None) -> None:
        if running is not self._now:
            return
        self._now = None
        if error is None:
            running.done(result)
        else:
            running.failed(error)


class _Running:
    def __init__(self, done: Callable[[Any], object], failed: Callable[[BaseException], object]) -> None:
        self.done, self.failed = done, failed
        self._lock = threading.Lock()
        self._stopped = False
        self._cancel: Cancel | None = None

    def stop(self) -> None:
        with self._lock:
            self._stopped, cancel = True, self._cancel
        if cancel is not None:
            cancel()

    def begin(self) -> Cancel:
        from arbor_desktop.models.calls import Cancel  # asyncio comes with it: not on the GUI's thread

        with self._lock:
            cancel = self._cancel = Cancel()
            stopped = self._stopped
        if stopped:
            cancel()
        return cancel


def _run(call: ModelCall, running: _Running, work: Work) -> None:
    result: Any = None
    failed: BaseException | None = None
    try:
        result = work(running.begin())
    except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to the GUI thread
        failed = error
    if isValid(call):
        try:
            call._finished.emit(running, result, failed)
        except RuntimeError:  # its page went away at this moment
            log.debug("Nobody waits for the model's answer any more")
