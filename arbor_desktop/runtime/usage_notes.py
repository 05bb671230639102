"""Notes of what processes used, which each adds to the file of the day. Imports almost nothing, for hooks."""

from __future__ import annotations

import os
import time
from contextlib import suppress

FOLDER = "usage"


def note(home: str, cpu: float, written: int = 0, on: float = 0.0, memory: int = 0, day: str = "") -> None:
    """Add seconds of the processor, bytes written, seconds that Arbor ran, and bytes of memory to the
    file of a day, by default today. Nothing happens if it can't be written: nothing else needs them."""
    folder = os.path.join(home, FOLDER)  # noqa: PTH118 - a text
    with suppress(OSError):
        if not os.path.isdir(folder):  # noqa: PTH112
            os.mkdir(folder, 0o700)  # noqa: PTH102
        path = os.path.join(folder, day or time.strftime("%Y-%m-%d"))  # noqa: PTH118
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(file, f"{cpu:.3f} {written} {on:.0f} {memory}\n".encode())
        finally:
            os.close(file)
