"""Arbor's folder as hooks use it: where it is, the settings in it, and notes that are read later.

It repeats what `paths`, `settings` and `ids` do in the few lines that a hook has time for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbor_desktop.integrations.hooks.contracts import Call

DATABASE, SETTINGS, SPOOL, ENCRYPTION = "arbor_memory.db", "settings.json", "spool", "encryption.json"
MOST_NOTES = 5_000
"""If there are more, nobody reads them: then none is added."""
_VARIABLE = "ARBOR_HOME"
_USUAL = {"linux": "~/.local/share/arbor", "darwin": "~/Library/Application Support/arbor"}


class HookError(Exception):
    """A failure that a person can do something about. It is not printed but shown in Arbor; the message is
    for the person."""


def locate(given: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """Return the folder that `paths.resolve_home` returns, without checking that it exists."""
    chosen = given or environ.get(_VARIABLE)
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    data = environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(data) and sys.platform in _USUAL:
        return os.path.join(data, "arbor")
    if sys.platform in _USUAL:
        return os.path.expanduser(_USUAL[sys.platform])
    from platformdirs import user_data_dir

    return user_data_dir("arbor", appauthor=False)


def has_memory(home: str) -> bool:
    """Return whether there is a memory file."""
    return os.path.isfile(os.path.join(home, DATABASE))


def is_encrypted(home: str) -> bool:
    """Return whether the memory is encrypted."""
    return os.path.exists(os.path.join(home, ENCRYPTION))


def stored_settings(home: str) -> dict[str, object]:
    """Return the settings that differ from their defaults, unchecked. Raises HookError, OSError."""
    try:
        with open(os.path.join(home, SETTINGS), "rb") as file:
            stored = loads(file.read())
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError):
        stored = None
    if not isinstance(stored, dict):
        raise HookError("The settings file is damaged, so no memory is shared. Open Arbor once.")
    return stored


def enabled(settings: Mapping[str, object], *keys: str) -> bool:
    """Return whether none of these settings, which are on by default, is switched off."""
    return all(settings.get(key) is not False for key in keys)


def excluded(settings: Mapping[str, object], *paths: str | None) -> bool:
    """Return whether the person excluded any of the paths."""
    patterns = settings.get("capture.excluded")
    if not isinstance(patterns, list) or not patterns:
        return False
    from arbor_desktop.conversations.files import excluded_by

    texts = [pattern for pattern in patterns if isinstance(pattern, str)]
    return any(path and excluded_by(path, texts) is not None for path in paths)


def new_id(at: int) -> str:
    """Return an id like those of `ids.new_id`: a UUID version 7, which begins with its time."""
    value = (at & (1 << 48) - 1) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0b11 << 62) | 0b10 << 62
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def leave_note(home: str, call: Call, kind: str, *, name: str | None = None, **more: object) -> None:
    """Write a note into the spool, which `capture/spool` reads, whole or not at all; a note with a `name`
    replaces the one before it. It is sealed if the memory is encrypted. Raises OSError, and
    `sealing.Unreadable` if it can't be sealed."""
    note = {
        "v": 1, "kind": kind, "tool": call.tool, "event": call.event, "session_id": call.session_id,
        "at": call.at,
    }  # fmt: skip
    spool = os.path.join(home, SPOOL)
    try:
        unread = len(os.listdir(spool))
    except FileNotFoundError:
        os.mkdir(spool, 0o700)
        unread = 0
    if unread >= MOST_NOTES:
        return
    data = dumps(note | more).encode()
    if is_encrypted(home):
        from arbor_desktop.encryption.sealing import seal_for

        data = seal_for(home, data)
    own = new_id(call.at)
    partial, whole = os.path.join(spool, f".{own}.partial"), os.path.join(spool, f"{name or own}.json")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.replace(partial, whole)
    except OSError:
        os.unlink(partial)
        raise
