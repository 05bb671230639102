"""An answer that is coming: asked on a thread of its own, told to the window in batches.

The bridge's threads are for what is over soon; a model talks for minutes. Pieces come by the hundred a
second: they are gathered here and handed to the page at most twenty times a second, more seldom where showing
them takes long.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

from arbor_desktop.models.calls import Cancel

if TYPE_CHECKING:
    from arbor_desktop.chat.chats import Chats
    from arbor_desktop.chat.model import ChatAnswer

log = logging.getLogger(__name__)

FLUSH_MS = 50
_SHARE = 4
"""Showing takes at most one part of so many of the window's time."""


class Talking(QObject):
    """One answer to one prompt. `came(text)` for what is new, then `ended(said)` or `failed(error)`."""

    came = Signal(str)
    ended = Signal(object)
    failed = Signal(object)
    _heard = Signal()
    _over = Signal(object, object)

    def __init__(
        self, chats: Callable[[], Chats], chat_id: str, number: int, parent: QObject | None = None
    ) -> None:
        """`chats` is called on the thread: what it needs may take long to be made."""
        super().__init__(parent)
        self.chat_id, self.number = chat_id, number
        self.text = ""
        """All that was handed out so far."""
        self.stopping = False
        self._chats = chats
        self._cancel = Cancel()
        self._lock = threading.Lock()
        self._pieces: list[str] = []
        self._soon = QTimer(self, singleShot=True, interval=FLUSH_MS)
        self._soon.timeout.connect(self._flush)
        self._heard.connect(self._wait, Qt.ConnectionType.QueuedConnection)
        self._pause = 0
        self._over.connect(self._end, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="arbor-chat", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the answer; what came of it is kept."""
        self.stopping = True
        self._cancel()

    def join(self) -> None:
        """Stops, and waits until what came is stored: the window closes."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join()

    # On the thread

    def _run(self) -> None:
        try:
            said = self._chats().answer(self.chat_id, self.number, on_text=self._hear, cancel=self._cancel)
        except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to the GUI thread
            self._tell_end(None, error)
        else:
            self._tell_end(said, None)

    def _hear(self, piece: str) -> None:
        with self._lock:
            first = not self._pieces
            self._pieces.append(piece)
        if first:
            self._tell(self._heard)

    def _tell_end(self, said: ChatAnswer | None, error: BaseException | None) -> None:
        self._tell(self._over, said, error)

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

    def _flush(self) -> None:
        began = time.perf_counter()
        with self._lock:
            text = "".join(self._pieces)
            self._pieces.clear()
        if text:
            self.text += text
            self.came.emit(text)
        took = (time.perf_counter() - began) * 1000
        self._pause = max(FLUSH_MS, round(took * _SHARE))

    def _end(self, said: ChatAnswer | None, error: BaseException | None) -> None:
        self._flush()
        self._soon.stop()
        if error is not None:
            self.failed.emit(error)
        else:
            self.ended.emit(said)
