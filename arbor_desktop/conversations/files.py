"""Conversation files: which there are, which are never read, and which belong together.

Walking a folder follows no symbolic link out of it, and goes on past what it may not read. Patterns of the
person's choice are never read (spec 2.4). Where a session lies in several files, one of them stands for all;
only paths are looked at (and, for OpenCode's parts, one id), so that a watcher can ask cheaply.
"""

from __future__ import annotations

import fnmatch
import json
import math
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath

from arbor_desktop.errors import InvalidInput
from arbor_desktop.source_folders import Place

IGNORED_FOLDERS = frozenset({".git", "node_modules", "__pycache__", ".venv"})
LARGEST_INODE = (1 << 63) - 1
"""Some network file systems number beyond the integers of SQLite."""

Stamp = tuple[int, int, int]
"""Size in bytes, time of the last change in ns, inode: another one means that the file must be read again."""


def walk(folder: Path, failed: Callable[[OSError], None]) -> Iterator[Path]:
    """Yield all regular files below `folder`, sorted by path. What can't be listed goes to `failed`."""
    for path, _ in _walk(folder, failed):
        yield Path(path)


def stamped(place: Place, failed: Callable[[OSError], None]) -> Iterator[tuple[str, Stamp | None]]:
    """Yield the path of each file in `place`, sorted, and its stamp; None for a piece of another's session.

    What can't be listed goes to `failed`. There may be 50,000 files: most cost one `lstat` and no `Path`.
    """
    for path, found in _walk(place.folder, failed, deep=place.deep):
        if not place.holds(path):
            continue
        if not path.endswith(_IN_PIECES):
            yield path, _stamp_of(found)
            continue
        file = Path(path)
        try:
            yield path, stamp(file) if holder(file) == file else None
        except OSError:  # it vanished meanwhile
            yield path, None


def _walk(
    folder: Path, failed: Callable[[OSError], None], *, deep: bool = True
) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the regular files below `folder` (in it alone, unless `deep`).

    Pipes, sockets and devices are passed over: reading one might wait for ever. `os.DirEntry` is not asked:
    on Windows it knows no inode, and no new size of a file that is being written.
    """
    inside = os.path.realpath(folder)
    for here, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if name not in IGNORED_FOLDERS) if deep else []
        for name in sorted(names):
            path = os.path.join(here, name)  # noqa: PTH118 - a Path of each file costs more than its stat
            try:
                found = os.lstat(path)
                if stat.S_ISLNK(found.st_mode):
                    if not os.path.realpath(path).startswith(inside + os.sep):
                        continue
                    found = os.stat(path)  # noqa: PTH116
            except OSError:  # it vanished meanwhile, or the link leads nowhere
                continue
            if stat.S_ISREG(found.st_mode):
                yield path, found


def folders_named(
    name: str, root: Path, written: Callable[[str], str], most: float = math.inf
) -> Iterator[Path]:
    """Yield the folders below `root` that a tool names `name`: their path, with a dash for each separator and
    every part as `written`. At most `most` folders are searched."""
    rest = [(root, name)]
    while rest and most > 0:
        folder, name = rest.pop()
        most -= 1
        try:
            with os.scandir(folder) as entries:
                named = [(written(entry.name), folder / entry.name) for entry in entries if entry.is_dir()]
        except OSError:
            continue
        yield from (path for part, path in named if part == name)
        named.sort(key=lambda pair: len(pair[0]))  # the longest is looked into first
        rest += [
            (path, name[len(part) + 1 :]) for part, path in named if part and name.startswith(f"{part}-")
        ]


def meant_by(paths: Iterable[str | Path], failed: Callable[[OSError], None]) -> Iterator[Path]:
    """Yield the files that a person means by paths of files and folders; what can't be read goes to `failed`.

    Raises InvalidInput for a path that does not exist.
    """
    for given in paths:
        # Not resolve(): a link keeps its own name. But one file has one path, without "..".
        path = Path(os.path.abspath(Path(given).expanduser()))  # noqa: PTH100
        try:
            exists, folder = path.exists(), path.is_dir()
        except OSError as error:
            failed(error)
            continue
        if not exists:
            raise InvalidInput(f"There is no file or folder {path}.", path=str(path))
        yield from walk(path, failed) if folder else (path,)


def belongs(path: Path, folder: Path) -> bool:
    """Return whether `walk(folder)` would find the file, as far as its path tells."""
    if not path.is_relative_to(folder):
        return False
    if not IGNORED_FOLDERS.isdisjoint(path.relative_to(folder).parts[:-1]):
        return False
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)


def size_of(place: Place) -> tuple[int, int]:
    """(files, bytes) of what lies in `place`, without reading any."""
    files = total = 0
    for _, state in stamped(place, lambda error: None):
        if state is not None:
            files += 1
            total += state[0]
    return files, total


def excluded_by(path: str, patterns: Iterable[str]) -> str | None:
    """Return the first pattern that excludes `path`, if any.

    A pattern with a separator names a folder or file with all below it, or is a glob over the whole path; one
    that does not begin at a root may begin anywhere in it. A pattern without a separator is a glob over the
    name of the file or of any folder above it. Symbolic links in `path` and in a folder that a pattern names
    are followed as well.
    """
    ways: tuple[str, ...] = ()
    for pattern in patterns:
        wanted = os.path.expanduser(pattern.strip()).rstrip("/\\")  # noqa: PTH111 - patterns are no paths
        if not wanted:
            continue
        ways = ways or tuple({path, _real(path)})
        if "/" in wanted or "\\" in wanted:
            forms = {wanted, _real(wanted)}
            if any(_covers(way, form) for way in ways for form in forms):
                return pattern
        elif any(fnmatch.fnmatch(part, wanted) for way in ways for part in PurePath(way).parts):
            return pattern
    return None


def _real(path: str) -> str:
    """Return a path without symbolic links; unchanged where it has no root or no system could open it."""
    try:
        return os.path.realpath(path) if os.path.isabs(path) else path  # noqa: PTH117 - called for each file
    except ValueError:
        return path


def _covers(path: str, wanted: str) -> bool:
    absolute = wanted[0] in "/\\*" or wanted[1:2] == ":"
    for form in (wanted,) if absolute else (wanted, f"*/{wanted}", f"*\\{wanted}"):
        literal = path == form or path.startswith((form + "/", form + "\\"))
        if literal or fnmatch.fnmatch(path, form) or fnmatch.fnmatch(path, f"{form}/*"):
            return True
    return False


_NAME = re.compile(r"\w[\w.-]*")
"""Names that are safe in a path or a pattern: ids come from files that anybody may have written."""
_LOG_SUFFIXES = ("-wal", "-shm", "-journal")
DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3", ".vscdb")
_IN_PIECES = (*_LOG_SUFFIXES, *DATABASE_SUFFIXES, ".json")
"""Ends of the names of files that may be, or have, pieces: see `holder` and `stamp`."""
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


def session_above(path: Path) -> str:
    """Return the session whose folder has the `subagents` that a file lies in; "" for any other file."""
    return path.parts[path.parts.index("subagents") - 1] if "subagents" in path.parts else ""


def stamp(path: Path) -> Stamp:
    """Return the size and latest change of all files that make up what `path` holds, and the inode of itself.

    Raises OSError where `path` itself is not there.
    """
    size, mtime, inode = _stamp_of(path.stat())
    for piece in _pieces(path):
        try:
            found = piece.stat()
        except OSError:  # it is not there (any more)
            continue
        size += found.st_size
        mtime = max(mtime, found.st_mtime_ns)
    return size, mtime, inode


def _stamp_of(found: os.stat_result) -> Stamp:
    return found.st_size, found.st_mtime_ns, found.st_ino & LARGEST_INODE


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
