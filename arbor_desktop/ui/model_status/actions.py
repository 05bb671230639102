"""A call of a model that talks for minutes, heard in batches; what the buttons of a model's trouble do."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.model_status.words import ANTHROPIC, OFFLINE, Wish
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.llm.calls import Cancel
    from arbor_desktop.service import MemoryService


class ModelActions(QObject):
    """`settings_wanted(part)`: Settings → Reading, at its "key", "model", "budget", or "" for none of
    them. `said(words, undo)`: what was done; `undo` takes it back, where that can be done, else None."""

    settings_wanted = Signal(str)
    said = Signal(str, object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    def do(self, wish: Wish) -> None:
        """Fulfils it."""
        if wish is Wish.OFFLINE:
            self._bridge.run(go_offline, self._bridge.service, owner=self, done=self._is_offline)
        elif wish is Wish.RETRY:
            # It reads the keyring, which may ask the person: not among the commands.
            self._bridge.run(_try_again, self._bridge.service, owner=self, ordered=False)
        elif wish is Wish.RESUME:
            self._bridge.run(self._bridge.service.settings.set, "model.paused", False, owner=self)
        else:
            self.settings_wanted.emit("" if wish is Wish.SETTINGS else wish.value)

    def _is_offline(self, done: tuple[str, int]) -> None:
        before, count = done
        words = tr("Now reading on this computer")
        if count:
            waiting = tr("%n conversations are being read", None, count)
            words = f"{words} · {waiting}"
        self.said.emit(words, self._back_to(before))

    def _back_to(self, backend: str) -> Callable[[], None]:
        def undo() -> None:
            self._bridge.run(self._bridge.service.settings.set, "extraction.backend", backend, owner=self)

        return undo


def server_of(service: MemoryService) -> str:
    """The address that is asked where it is not Anthropic's own; empty for that."""
    settings = service.settings
    return str(settings.get("model.base_url")) if settings.get("extraction.backend") == ANTHROPIC else ""


def go_offline(service: MemoryService) -> tuple[str, int]:
    """Lets the rules on this computer read, at once, what waits for a model. Answers what read until now,
    and how many wait."""
    before = str(service.settings.get("extraction.backend"))
    service.settings.set("extraction.backend", OFFLINE)
    return before, service.process_waiting()


def _try_again(service: MemoryService) -> None:
    service.model.try_again()


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
