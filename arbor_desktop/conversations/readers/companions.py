"""Sessions that lie in several files: which of them stands for all, and when any of them changed.

Only paths are looked at (and, for OpenCode's parts, one id), so that a watcher can ask cheaply.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

_NAME = re.compile(r"\w[\w.-]*")
"""What may stand as a name in a path or a pattern: ids come from files that anybody may have written."""
_LOG_SUFFIXES = ("-wal", "-shm", "-journal")
DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3", ".vscdb")
TASK_FILE, TASK_HISTORY = "ui_messages.json", "api_conversation_history.json"
TASK_FILES = frozenset(
    {TASK_FILE, TASK_HISTORY, "history_item.json", "task_metadata.json", "claude_messages.json"}
)


def holder(path: Path) -> Path:
    """Return the file to read when `path` changed: itself, but where it is only a piece of a session.

    SQLite's log stands for its database; the files of a Cline or Roo task for `ui_messages.json`; OpenCode's
    messages and parts for their session's file.
    """
    for suffix in _LOG_SUFFIXES:
        main = path.name.removesuffix(suffix)
        if main != path.name and main.endswith(DATABASE_SUFFIXES):
            return path.with_name(main)
    if path.name in TASK_FILES:
        for name in (TASK_FILE, TASK_HISTORY, "claude_messages.json"):
            if (path.parent / name).exists():
                return path.parent / name
        return path
    return _opencode_session(path) or path


def stamp(path: Path) -> tuple[int, int]:
    """(size in bytes, time of the last change in ns) of all files that make up what `path` holds.

    Raises OSError where `path` itself is not there.
    """
    found = path.stat()
    size, mtime = found.st_size, found.st_mtime_ns
    for piece in _pieces(path):
        try:
            found = piece.stat()
        except OSError:  # it is not there (any more)
            continue
        size += found.st_size
        mtime = max(mtime, found.st_mtime_ns)
    return size, mtime


def _pieces(path: Path) -> Iterator[Path]:
    if path.name.endswith(DATABASE_SUFFIXES):
        yield path.with_name(f"{path.name}-wal")
    elif path.name in TASK_FILES:
        yield from (path.parent / name for name in TASK_FILES if name != path.name)
    elif path.suffix == ".json" and path.parent.parent.name == "session":
        for message in message_files(path):
            yield message
            yield from part_files(path, message)


def message_files(session: Path) -> list[Path]:
    """Return the message files of OpenCode's `storage/session/<project>/<session>.json`, by name."""
    folder = session.parent.parent.parent / "message"
    return next((found for name in _names(session.stem) if (found := _json_files(folder / name))), [])


def part_files(session: Path, message: Path) -> list[Path]:
    """Return the part files of one of a session's messages, by name (their names ascend with time).

    The folder has the message's id, which is its file's name; where it is not, the id is looked up.
    """
    folder = session.parent.parent.parent / "part"
    return _json_files(folder / message.stem) or _json_files(folder / (_field(message, "id") or message.stem))


def _json_files(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.name.endswith(".json"))
    except OSError:  # nothing was said yet
        return []


def _opencode_session(path: Path) -> Path | None:
    """Return the session's file for `storage/message/<session>/<x>.json` and
    `storage/part/<message>/<x>.json`."""
    if path.suffix != ".json":
        return None
    kind, storage = path.parent.parent.name, path.parent.parent.parent
    if kind not in ("message", "part"):
        return None
    session = path.parent.name if kind == "message" else _session_of_part(path, storage)
    if not _NAME.fullmatch(session):
        return None
    for name in (session, f"ses_{session}"):
        for found in storage.glob(f"session/*/{name}.json"):
            return found
    return None


def _session_of_part(path: Path, storage: Path) -> str:
    """Return the session by the part itself; if that does not say it, by the folder of its message."""
    message = path.parent.name
    if session := _field(path, "sessionID"):
        return session
    if not _NAME.fullmatch(message):
        return ""
    return next((found.parent.name for found in storage.glob(f"message/*/{message}.json")), "")


def _names(session: str) -> tuple[str, ...]:
    """Return possible names of the folder of a session's messages: its id, with or without a prefix."""
    return tuple(dict.fromkeys((session, session.removeprefix("ses_"))))


def _field(path: Path, name: str) -> str:
    """Return a text in a small JSON file; "" where the file is gone, half written, or says nothing of the
    kind."""
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ""
    found = record.get(name) if isinstance(record, dict) else None
    return found if isinstance(found, str) and _NAME.fullmatch(found) else ""
