"""Finding files: follows no symbolic link out of the folder, goes on past what it may not read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

IGNORED_FOLDERS = frozenset({".git", "node_modules", "__pycache__", ".venv"})


def walk(folder: Path, failed: Callable[[OSError], None]) -> Iterator[Path]:
    """All regular files below `folder`, sorted by path; what can't be listed goes to `failed`.

    Pipes, sockets and devices are passed over: reading one might wait for ever.
    """
    inside = os.path.realpath(folder)
    for here, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if name not in IGNORED_FOLDERS)
        for name in sorted(names):
            path = Path(here, name)
            try:
                mode = path.lstat().st_mode
                if stat.S_ISLNK(mode):
                    if not os.path.realpath(path).startswith(inside + os.sep):
                        continue
                    mode = path.stat().st_mode
            except OSError:  # it vanished meanwhile, or the link leads nowhere
                continue
            if stat.S_ISREG(mode):
                yield path


def belongs(path: Path, folder: Path) -> bool:
    """Whether `walk(folder)` would find the file, as far as its path tells."""
    if not path.is_relative_to(folder):
        return False
    if not IGNORED_FOLDERS.isdisjoint(path.relative_to(folder).parts[:-1]):
        return False
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)


def size_of(folder: Path, pattern: str) -> tuple[int, int]:
    """(files, bytes) below `folder` that match, without reading any."""
    files = total = 0
    suffix = pattern.rpartition("*")[2]
    for path in walk(folder, lambda error: None):
        if path.name.endswith(suffix):
            try:
                total += path.stat().st_size
            except OSError:  # it vanished meanwhile
                continue
            files += 1
    return files, total
