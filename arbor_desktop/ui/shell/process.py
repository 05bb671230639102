"""The process that has the window: the only one of its home, its log file, its signals.

A second start raises the first one's window: a lock file says who is first (Qt frees it when its process is
gone, also after a crash), and a local socket carries the request.
"""

from __future__ import annotations

import contextlib
import copy
import logging
import signal
import socket
import threading
import traceback
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QLockFile,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QThread,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

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


class _WithoutMessages(logging.Formatter):
    """Leaves out what errors say, which may be text of a memory."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy.copy(record)
        own.exc_text = None  # what another handler made of it
        return super().format(own)

    def formatException(self, ei: Any) -> str:
        kind, _, trace = ei
        return "".join([*traceback.format_tb(trace), kind.__name__])


def log_to(path: Path, *, private: bool = False) -> Callable[[], None]:
    """Warnings and worse go to a file of the home. Answers how to end that. `private`: the memory is
    encrypted, and the file is not."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handler = RotatingFileHandler(
        path, maxBytes=_LOG_BYTES, backupCount=_LOG_FILES, encoding="utf-8", delay=True
    )
    formatter = _WithoutMessages if private else logging.Formatter
    handler.setFormatter(formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
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


_SHOW, _SEEN = b"show\n", b"ok\n"
_TRIES, _PAUSE_MS, _ANSWER_MS = 50, 100, 3000


class InstanceUnusable(Exception):
    """The home can't be locked, or the process that has its window does not answer; the message says it."""


class Instance(QObject):
    """`raise_wanted` when another start asks for the window."""

    raise_wanted = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self._lock = QLockFile(str(home / "window.lock"))
        self._lock.setStaleLockTime(0)  # age alone frees nothing; the end of its process does
        self._server: QLocalServer | None = None

    def acquire(self) -> bool:
        """Answers whether this process is the first. Raises InstanceUnusable if the home can't be locked."""
        if self._lock.tryLock(0):
            return True
        if self._lock.error() != QLockFile.LockError.LockFailedError:
            raise InstanceUnusable(f"Arbor can't write to its folder {self._home}.")
        return False

    def listen(self) -> None:
        """Takes requests from now on; for the first process, once its window is up. Raises OSError."""
        # Imported here: the network's library is not needed to bring the window up.
        from PySide6.QtNetwork import QLocalServer

        name = server_name(self._home)
        # Ours by the lock: what a killed process left can go.
        QLocalServer.removeServer(name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._greet)
        if not server.listen(name):
            raise OSError(f"can't listen for other starts: {server.errorString()}")
        self._server = server

    def ask_to_show(self) -> None:
        """Asks the first process for its window. Raises InstanceUnusable if it does not answer."""
        from PySide6.QtNetwork import QLocalSocket

        name = server_name(self._home)
        for _ in range(_TRIES):
            socket = QLocalSocket()
            socket.connectToServer(name)
            if socket.waitForConnected(_ANSWER_MS):
                socket.write(_SHOW)
                socket.flush()
                answered = socket.bytesAvailable() or socket.waitForReadyRead(_ANSWER_MS)
                socket.disconnectFromServer()
                if answered:
                    return
                break
            QThread.msleep(_PAUSE_MS)  # it holds the lock, but does not listen yet
        raise InstanceUnusable("Arbor is running already, but does not answer. End it, then start again.")

    def release(self) -> None:
        """Lets the next start be the first."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self._lock.unlock()

    def _greet(self) -> None:
        socket = self._server.nextPendingConnection() if self._server is not None else None
        if socket is None:
            return
        socket.readyRead.connect(lambda: self._hear(socket))
        socket.disconnected.connect(socket.deleteLater)
        if socket.bytesAvailable():
            self._hear(socket)

    def _hear(self, socket: QLocalSocket) -> None:
        if bytes(socket.readAll().data()).startswith(_SHOW):
            socket.write(_SEEN)
            socket.flush()
            self.raise_wanted.emit()


def server_name(home: Path) -> str:
    """The socket's name: one for each user and home, short enough for every system."""
    import getpass
    import hashlib

    whole = f"{getpass.getuser()}\0{home.absolute()}"
    return "arbor-" + hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:24]
