"""Finding files: follows no symbolic link out of the folder, goes on past what it may not read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

IGNORED_FOLDERS = frozenset({".git", "node_modules", "__pycache__", ".venv"})


def walk(folder: Path, failed: Callable[[OSError], None]) -> Iterator[Path]:
    """All files below `folder`, sorted by path; what can't be listed goes to `failed`."""
    inside = os.path.realpath(folder)
    for here, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if name not in IGNORED_FOLDERS)
        for name in sorted(names):
            path = Path(here, name)
            if path.is_symlink() and not os.path.realpath(path).startswith(inside + os.sep):
                continue
            yield path


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
