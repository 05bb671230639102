"""Messages between Arbor and a process it started: length-prefixed pickles over standard streams."""

from __future__ import annotations

import os
import pickle
import struct
import time
from typing import IO, Any

PARENT_CHECK_SECONDS = 1.0
_HEADER = struct.Struct(">Q")


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message, whole."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_HEADER.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read the next message. Raises EOFError where the other side is gone."""
    header = stream.read(_HEADER.size)
    if len(header) < _HEADER.size:
        raise EOFError
    (size,) = _HEADER.unpack(header)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)


def die_with(parent: int) -> None:
    """End this process when its parent is gone, even in the middle of a long task."""
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(0)
