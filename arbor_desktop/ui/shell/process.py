"""What a process with a window needs besides the window: a log file, and an ear for signals."""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)

_LOG_BYTES, _LOG_FILES = 1_000_000, 3


class UnixSignals(QObject):
    """SIGTERM and SIGINT as a Qt signal, so that the app ends in order."""

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._former: dict[int, Any] = {}
        if threading.current_thread() is not threading.main_thread():
            return
        # Python runs its handlers only between steps of Python, of which an idle event loop takes none:
        # the byte that a signal writes here wakes it.
        self._ear, self._mouth = socket.socketpair()
        for end in (self._ear, self._mouth):
            end.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            self._former[number] = signal.signal(number, lambda *_: self.received.emit())
        self._notifier = QSocketNotifier(self._ear.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def close(self) -> None:
        """Gives the signals back to who had them."""
        if not self._former:
            return
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._former = {}
        signal.set_wakeup_fd(self._former_fd)
        self._notifier.setEnabled(False)
        self._ear.close()
        self._mouth.close()

    def _woken(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._ear.recv(64)


def log_to(path: Path) -> Callable[[], None]:
    """Warnings and worse go to a file of the home. Answers how to end that."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handler = RotatingFileHandler(
        path, maxBytes=_LOG_BYTES, backupCount=_LOG_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.INFO)
    root = logging.getLogger()
    root.addHandler(handler)
    former = qInstallMessageHandler(_qt_message)

    def end() -> None:
        qInstallMessageHandler(former)
        root.removeHandler(handler)
        handler.close()

    return end


def _qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    levels = {
        QtMsgType.QtWarningMsg: logging.WARNING,
        QtMsgType.QtCriticalMsg: logging.ERROR,
        QtMsgType.QtFatalMsg: logging.CRITICAL,
    }
    logging.getLogger("qt").log(levels.get(kind, logging.DEBUG), text)
