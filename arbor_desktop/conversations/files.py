"""Finding files: follows no symbolic link out of the folder, goes on past what it may not read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from arbor_desktop.conversations.readers.companions import stamp
from arbor_desktop.places import Place

IGNORED_FOLDERS = frozenset({".git", "node_modules", "__pycache__", ".venv"})


def walk(folder: Path, failed: Callable[[OSError], None], *, deep: bool = True) -> Iterator[Path]:
    """Yield all regular files below `folder` (in it alone, unless `deep`), sorted by path.

    What can't be listed goes to `failed`.

    Pipes, sockets and devices are passed over: reading one might wait for ever.
    """
    inside = os.path.realpath(folder)
    for here, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if name not in IGNORED_FOLDERS) if deep else []
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
    """Return whether `walk(folder)` would find the file, as far as its path tells."""
    if not path.is_relative_to(folder):
        return False
    if not IGNORED_FOLDERS.isdisjoint(path.relative_to(folder).parts[:-1]):
        return False
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)


def size_of(place: Place) -> tuple[int, int]:
    """(files, bytes) of what lies in `place`, without reading any."""
    files = total = 0
    for path in walk(place.folder, lambda error: None, deep=place.deep):
        if place.holds(path):
            try:
                total += stamp(path)[0]
            except OSError:  # it vanished meanwhile
                continue
            files += 1
    return files, total
