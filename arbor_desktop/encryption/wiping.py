"""Files whose former content is overwritten before it is given up.

That is as far as a program gets: a disk that writes elsewhere (flash, snapshots, some file systems) may keep
the old blocks.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FORMER, SEALING = ".former.partial", ".sealing.partial"
"""Endings of what is there only for a moment."""
_CHUNK = bytes(1 << 20)


def wipe(path: Path) -> None:
    """Overwrite and remove a file; a link is only removed, and what is not there is no error. Raises
    OSError."""
    try:
        if not path.is_symlink():
            with path.open("rb+") as file:
                left = os.fstat(file.fileno()).st_size
                while left > 0:
                    left -= file.write(_CHUNK[:left])
                file.flush()
                os.fsync(file.fileno())
        path.unlink()
    except FileNotFoundError:
        return


def wipe_left(folder: Path) -> None:
    """Wipe what a killed process left of `replace` and `write_over` in a folder. Raises OSError."""
    for ending in (FORMER, SEALING):
        for path in folder.glob(f".*{ending}"):
            if path.lstat().st_nlink > 1:  # it is still the file in use, by another name
                path.unlink()
            else:
                wipe(path)


def replace(new: Path, path: Path) -> None:
    """Put `new` at `path` in one step and wipe what was there. Raises OSError."""
    former = path.with_name(f".{path.name}{FORMER}")
    former.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # a file system without links keeps the old blocks
        os.link(path, former)
    new.replace(path)
    wipe(former)


def write_over(path: Path, content: bytes) -> None:
    """Give a small file another content and wipe the former. Raises OSError."""
    partial = path.with_name(f".{path.name}{SEALING}")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    replace(partial, path)
