"""Notes for whoever has time: files in the spool (their form: service.delivery.spool)."""

from __future__ import annotations

import os
from json import dumps

from arbor_desktop.integrations.hooks.call import Call
from arbor_desktop.integrations.hooks.place import SPOOL

MOST_NOTES = 5_000
"""More than that lie there only where nobody reads them: then nothing is added."""


def new_id(at: int) -> str:
    """As `ids.new_id` makes them: a UUID version 7, which begins with its time."""
    value = (at & (1 << 48) - 1) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0b11 << 62) | 0b10 << 62
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def leave(home: str, call: Call, kind: str, *, name: str | None = None, **more: object) -> None:
    """Leaves a note, whole or not at all; one with a `name` takes the place of the one before it. Raises
    OSError."""
    note = {
        "v": 1, "kind": kind, "tool": call.tool, "event": call.event, "session_id": call.session_id,
        "at": call.at,
    }  # fmt: skip
    spool = os.path.join(home, SPOOL)
    try:
        waiting = len(os.listdir(spool))
    except FileNotFoundError:
        os.mkdir(spool, 0o700)
        waiting = 0
    if waiting >= MOST_NOTES:
        return
    own = new_id(call.at)
    partial, whole = os.path.join(spool, f".{own}.partial"), os.path.join(spool, f"{name or own}.json")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(dumps(note | more).encode())
        os.replace(partial, whole)
    except OSError:
        os.unlink(partial)
        raise
