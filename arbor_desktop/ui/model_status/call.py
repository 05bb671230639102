"""A call of a model that talks for minutes: on a thread of its own, heard in the window in batches.

The bridge's threads are for what is over soon. Pieces of an answer come by the hundred a second: they are
gathered here and handed on at most twenty times a second, more seldom where showing them takes long.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

if TYPE_CHECKING:
    from arbor_desktop.llm.calls import Cancel

log = logging.getLogger(__name__)

_FLUSH_MS = 50
_SHARE = 4
"""Showing takes at most one part of so many of the window's time."""

Hear = Callable[[str], None]
Step = Callable[[Any], None]


class _Stop:
    """What stops a call, also before its thread has begun, and after the window is gone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancel: Cancel | None = None
        self.asked = False

    def begin(self) -> Cancel:
        from arbor_desktop.llm.calls import Cancel  # takes a while: not on the GUI's thread

        with self._lock:
            cancel = self._cancel = Cancel()
        if self.asked:
            cancel()
        return cancel

    def __call__(self) -> None:
        with self._lock:
            self.asked, cancel = True, self._cancel
        if cancel is not None:
            cancel()


class ModelCall(QObject):
    """One call. Signals: `came(text)` for what is new, `stepped(step)`, then `ended(result)` or
    `failed(error)`; none of them after `forget`."""

    came = Signal(str)
    stepped = Signal(object)
    ended = Signal(object)
    failed = Signal(object)
    _heard = Signal()
    _step = Signal(object)
    _over = Signal(object, object)

    def __init__(self, work: Callable[[Hear, Step, Cancel], Any], parent: QObject | None = None) -> None:
        """`work(hear, step, cancel)` is called on the thread, and answers with the result."""
        super().__init__(parent)
        self.text = ""
        """All that was handed out so far."""
        self.stop = _Stop()
        """Ends the call; what came of it is kept."""
        self._work = work
        self._forgotten = False
        self._lock = threading.Lock()
        self._pieces: list[str] = []
        self._pause = 0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._flush)
        queued = Qt.ConnectionType.QueuedConnection
        self._heard.connect(self._wait, queued)
        self._step.connect(self._stepped, queued)
        self._over.connect(self._end, queued)
        self.destroyed.connect(self.stop)
        self._thread = threading.Thread(target=self._run, name="arbor-model-call", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def forget(self) -> None:
        """End the call; nothing of it is heard any more."""
        self.stop()
        self._forgotten = True

    def join(self) -> None:
        """Stop, and wait until what came is stored: the window closes."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join()

    # On the thread

    def _run(self) -> None:
        try:
            result = self._work(self._hear, lambda step: self._tell(self._step, step), self.stop.begin())
        except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to the GUI thread
            self._tell(self._over, None, error)
        else:
            self._tell(self._over, result, None)

    def _hear(self, piece: str) -> None:
        with self._lock:
            first = not self._pieces
            self._pieces.append(piece)
        if first:
            self._tell(self._heard)

    def _tell(self, signal: SignalInstance, *arguments: object) -> None:
        try:
            signal.emit(*arguments)
        except RuntimeError:  # the window is gone; what came is stored
            log.debug("Nobody hears an answer any more")

    # On the GUI's

    def _wait(self) -> None:
        """The first piece of an answer is shown at once, the others together after a pause."""
        if not self._soon.isActive():
            self._soon.start(self._pause)

    def _stepped(self, step: object) -> None:
        if not self._forgotten:
            self.stepped.emit(step)

    def _flush(self) -> None:
        began = time.perf_counter()
        with self._lock:
            text = "".join(self._pieces)
            self._pieces.clear()
        if text and not self._forgotten:
            self.text += text
            self.came.emit(text)
        took = (time.perf_counter() - began) * 1000
        self._pause = max(_FLUSH_MS, round(took * _SHARE))

    def _end(self, result: object, error: BaseException | None) -> None:
        self._flush()
        self._soon.stop()
        self.deleteLater()
        if self._forgotten:
            return
        if error is not None:
            self.failed.emit(error)
        else:
            self.ended.emit(result)
