"""The server that answers hooks how near memories are to a prompt, and tells other Arbor processes the key of
an encrypted memory, on a socket only its user can open."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from arbor_desktop.search.similarity_client import ENDING, KEY, MOST_BYTES, is_own

log = logging.getLogger(__name__)

LONGEST_PATH = 100
"""The longest path of a socket, in bytes; all systems accept 103."""
HEARD_SECONDS = 1.0
"""Seconds after which a silent caller is dropped."""


class SimilarityServer:
    """`answer` returns the answer to a prompt (empty: none) without waiting for a model; `load` is called
    afterwards and may take longer; `key`: of an encrypted memory. Does nothing on Windows."""

    def __init__(
        self,
        folder: Path,
        answer: Callable[[str], bytes],
        load: Callable[[], object],
        key: str | None = None,
    ) -> None:
        self._folder, self._answer, self._load, self._key = folder, answer, load, key
        self._path = folder / f"{os.getpid()}-{os.urandom(4).hex()}{ENDING}"
        self._listener: socket.socket | None = None
        self._thread: threading.Thread | None = None

    @property
    def listening(self) -> bool:
        return self._listener is not None

    def start(self) -> None:
        """Listen from now on. Where that is not possible, hooks search by words alone."""
        if sys.platform == "win32" or len(os.fsencode(self._path)) > LONGEST_PATH:
            return
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._folder.chmod(0o700)
            self._clear()
            listener.bind(str(self._path))
            self._path.chmod(0o600)
            listener.listen()
        except OSError as error:
            listener.close()
            log.warning("Hooks find no memories by meaning: no socket in %s: %s", self._folder, error)
            return
        self._listener = listener
        self._thread = threading.Thread(target=self._run, args=(listener,), name="arbor-hooks", daemon=True)
        self._thread.start()

    def close(self) -> None:
        listener, self._listener = self._listener, None
        if listener is None or self._thread is None:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
            caller.settimeout(HEARD_SECONDS)
            caller.connect(str(self._path))  # no other call ends a waiting accept() on every system
            self._thread.join()
        self._path.unlink(missing_ok=True)
        listener.close()

    def _clear(self) -> None:
        """Remove the sockets of servers that died."""
        for path in self._folder.glob(f"*{ENDING}"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
                caller.settimeout(HEARD_SECONDS)
                try:
                    caller.connect(str(path))
                except ConnectionRefusedError:
                    path.unlink(missing_ok=True)
                except OSError:  # busy: it lives
                    continue

    def _run(self, listener: socket.socket) -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError as error:
                log.warning("Hooks find no memories by meaning any more: %s", error)
                return
            if self._listener is None:
                caller.close()
                return
            threading.Thread(target=self._serve, args=(caller,), name="arbor-hook", daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        try:
            with caller:
                caller.settimeout(HEARD_SECONDS)
                if not is_own(caller):
                    return
                said = _heard(caller)
                if said == KEY.decode():
                    caller.sendall((self._key or "").encode())
                    return
                if said.strip() and (answer := self._answer(said)):
                    caller.sendall(answer)
        except OSError:  # the hook waits no longer
            return
        if said:
            self._load()


def _heard(caller: socket.socket) -> str:
    said = bytearray()
    while len(said) < MOST_BYTES and (chunk := caller.recv(MOST_BYTES)):
        said += chunk
    return said.decode("utf-8", "replace")
