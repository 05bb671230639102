"""The client with which hooks and other programs ask a running window, or `watch`, how near memories are to
a prompt; and for the key of an encrypted memory.

A hook has no time to load a model, and ten sessions need no ten models. The server compares and sends rows
and scores, so that its clients need neither a model nor numpy. Every server has a socket of its own, in a
folder that only this user opens. A dead server's socket refuses the connection, and the next one is asked.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from array import array
from collections.abc import Iterator, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket  # what `socket` is made of: the rest of that takes a hook too long to import

PATIENCE_SECONDS = 0.04
"""Time that a hook waits in all; then it searches by words alone."""
FOLDER, ENDING = "run", ".sock"
"""In the data folder."""
HEAD = struct.Struct("<fI")
"""Head of an answer: the model's weight and a count of the rows (64 bits) and scores (floats) that follow."""
MOST_BYTES = 32_000
"""Longest prompt; more than a model reads."""
WAKE, KEY = b"\n", b"\0key\0"
"""Sent in place of a prompt."""
KEY_PATIENCE_SECONDS = 0.5
_CHUNK = 65_536


class Near:
    """A server's answer (a `search.model.Similar`). Rows that do not stand out are left out: they are of no
    use to a search."""

    def __init__(self, weight: float, best: Sequence[tuple[int, float]]) -> None:
        self.weight = weight
        self._best = best
        self._scores = dict(best)

    def best(self, count: int) -> list[tuple[int, float]]:
        return list(self._best[:count])

    def of(self, rows: Sequence[int]) -> dict[int, float]:
        return {row: self._scores[row] for row in rows if row in self._scores}


def ask(home: str, prompt: str, patience: float | None = None) -> Near | None:
    """Return how near memories are to a prompt; None if nobody answers in time (`patience`: seconds; as long
    as a hook has without it)."""
    deadline = time.monotonic() + (PATIENCE_SECONDS if patience is None else patience)
    said = prompt.encode("utf-8", "replace")[:MOST_BYTES]
    for path in sockets(home):
        try:
            answer = _answer(path, said, deadline)
        except OSError:  # it died, or takes too long
            continue
        if len(answer) >= HEAD.size:
            return _near(answer)
    return None


def keys(home: str) -> Iterator[str]:
    """Yield the keys with which running processes opened the memory, if it is encrypted."""
    deadline = time.monotonic() + KEY_PATIENCE_SECONDS
    for path in sockets(home):
        try:
            if answer := _answer(path, KEY, deadline):
                yield answer.decode("ascii", "replace")
        except OSError:  # it died, or takes too long
            continue


def wake(home: str) -> None:
    """Let a server load its model for the prompts that will follow. Waits for nothing."""
    for path in sockets(home):
        try:
            connection = _connected(path, time.monotonic() + PATIENCE_SECONDS)
            try:
                connection.sendall(WAKE)
            finally:
                connection.close()
        except OSError:  # it died
            continue
        return


def sockets(home: str) -> list[str]:
    """Return the sockets there are, the newest first."""
    if sys.platform == "win32":  # Python has no sockets there that other users can't reach
        return []
    try:
        with os.scandir(f"{home}/{FOLDER}") as found:
            own = [one for one in found if one.name.endswith(ENDING)]
            return [one.path for one in sorted(own, key=lambda one: one.stat().st_mtime_ns, reverse=True)]
    except OSError:  # nothing runs, or it just ended
        return []


def _answer(path: str, said: bytes, deadline: float) -> bytes:
    from _socket import SHUT_WR

    connection = _connected(path, deadline)
    try:
        connection.sendall(said)
        connection.shutdown(SHUT_WR)
        found = bytearray()
        while True:
            connection.settimeout(_left(deadline))
            if not (chunk := connection.recv(_CHUNK)):
                return bytes(found)
            found += chunk
    finally:
        connection.close()


def _connected(path: str, deadline: float) -> socket:
    import _socket

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(_left(deadline))
        connection.connect(path)
        if not is_own(connection):
            raise PermissionError(f"{path} belongs to another user")
    except OSError:
        connection.close()
        raise
    return connection


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def is_own(connection: socket) -> bool:
    """Return whether the other side is a process of this user. Raises OSError."""
    import _socket

    if hasattr(_socket, "SO_PEERCRED"):
        found = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, struct.calcsize("3i"))
        uid = struct.unpack("3i", found)[1]
    else:  # macOS: SOL_LOCAL, LOCAL_PEERCRED; struct xucred begins with its version and the user
        uid = struct.unpack_from("2I", connection.getsockopt(0, 1, 128))[1]
    return bool(uid == os.geteuid())


def packed(weight: float, rows: bytes, scores: bytes) -> bytes:
    """Return an answer. `rows` and `scores` are as the machine keeps 64-bit integers and 32-bit floats."""
    return HEAD.pack(weight, len(scores) // 4) + rows + scores


def _near(answer: bytes) -> Near | None:
    weight, count = HEAD.unpack_from(answer)
    if len(answer) != HEAD.size + 12 * count:
        return None  # the server ended in the middle
    rows, scores = array("q"), array("f")
    rows.frombytes(answer[HEAD.size : HEAD.size + 8 * count])
    scores.frombytes(answer[HEAD.size + 8 * count :])
    return Near(weight, list(zip(rows, scores, strict=True)))
