"""A question on a thread of its own: it may take minutes, and the bridge's readers stay free."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from arbor_desktop.chat.model import AskResult, Step

if TYPE_CHECKING:
    from arbor_desktop.models.calls import Cancel
    from arbor_desktop.service import MemoryService

log = logging.getLogger(__name__)


class _Call:
    """One question. `stop` may come before its thread has begun."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancel: Cancel | None = None
        self._stopped = False

    def begin(self) -> Cancel:
        from arbor_desktop.models.calls import Cancel  # asyncio comes with it: not on the GUI's thread

        with self._lock:
            cancel = self._cancel = Cancel()
            stopped = self._stopped
        if stopped:
            cancel()
        return cancel

    def stop(self) -> None:
        with self._lock:
            self._stopped, cancel = True, self._cancel
        if cancel is not None:
            cancel()


class Asker(QObject):
    """One question at a time; what belongs to an earlier one is not heard any more. When the service closes,
    it ends the call, and so the thread."""

    stepped = Signal(object)
    told = Signal(str)
    answered = Signal(object)
    failed = Signal(object)
    _heard = Signal(object, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now: _Call | None = None
        self._thread: threading.Thread | None = None
        self._heard.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        return self._now is not None

    def ask(self, service: MemoryService, question: str, project: str | None) -> None:
        """Answers at once and tells by signals: steps, pieces of the answer, then `answered` or `failed`."""
        self.forget()
        call = self._now = _Call()
        self.destroyed.connect(call.stop)
        self._thread = threading.Thread(
            target=_run, args=(self, call, service, question, project), name="arbor-ask", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Ends the question; what was answered so far still comes."""
        if self._now is not None:
            self._now.stop()

    def forget(self) -> None:
        """Ends the question; nothing of it is heard any more."""
        self.stop()
        self._now = None

    def _deliver(self, call: _Call, kind: str, value: object) -> None:
        if call is not self._now:
            return
        if kind == "step":
            self.stepped.emit(value)
        elif kind == "text":
            self.told.emit(value)
        else:
            self._now = None
            (self.answered if kind == "answer" else self.failed).emit(value)


def _run(asker: Asker, call: _Call, service: MemoryService, question: str, project: str | None) -> None:
    def tell(kind: str, value: object) -> None:
        if isValid(asker):
            try:
                asker._heard.emit(call, kind, value)
            except RuntimeError:  # its page went away at this moment
                log.debug("Nobody waits for this answer any more")

    def step(what: Step) -> None:
        tell("step", what)

    def text(piece: str) -> None:
        tell("text", piece)

    try:
        asked: AskResult = service.models.questions.ask(
            question, project=project, on_text=text, cancel=call.begin(), steps=step
        )
    except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to the GUI thread
        tell("error", error)
    else:
        tell("answer", asked)
