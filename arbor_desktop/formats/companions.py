"""Sessions that lie in several files: which of them stands for all, and when any of them changed.

Only paths are looked at (and, for OpenCode's parts, one id), so that a watcher can ask cheaply.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

_LOG_SUFFIXES = ("-wal", "-shm", "-journal")
DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3", ".vscdb")
TASK_FILE, TASK_HISTORY = "ui_messages.json", "api_conversation_history.json"
TASK_FILES = frozenset(
    {TASK_FILE, TASK_HISTORY, "history_item.json", "task_metadata.json", "claude_messages.json"}
)


def holder(path: Path) -> Path:
    """The file to read when `path` changed: itself, but where it is only a piece of a session.

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
        yield from opencode_pieces(path)


def opencode_pieces(session: Path) -> Iterator[Path]:
    """The message and part files of `storage/session/<project>/<session>.json`."""
    storage = session.parent.parent.parent
    for message in _json_files(storage / "message" / session.stem):
        yield message
        yield from _json_files(storage / "part" / message.stem)


def _json_files(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.name.endswith(".json"))
    except OSError:  # no messages yet
        return []


def _opencode_session(path: Path) -> Path | None:
    """The session's file for `storage/message/<session>/<x>.json` and `storage/part/<message>/<x>.json`."""
    kind, storage = path.parent.parent.name, path.parent.parent.parent
    if path.suffix != ".json" or kind not in ("message", "part"):
        return None
    session = path.parent.name
    if kind == "part":
        try:
            session = str(json.loads(path.read_bytes()).get("sessionID") or "")
        except (OSError, ValueError, AttributeError):  # gone or half written: the next look finds it
            return None
    found = list(storage.glob(f"session/*/{session}.json")) if session else []
    return found[0] if found else None
