"""Changes of files that belong to a person: CLAUDE.md, a tool's settings (spec 8.3).

A file is written whole beside itself and renamed, keeps its mode, and is copied into `<home>/backups/files`
first. It is changed only if it did not change since it was read, and never through a link that leads out of
its folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from arbor_desktop.clock import Clock, system_clock, to_iso
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.paths import Home
from arbor_desktop.user_files.model import Changed, FileChange

KEPT_BACKUPS = 20
"""Backups of one file; older ones are deleted."""
LARGEST = 16 * 1024 * 1024
"""Bytes of a file that may be changed; a larger one is no instruction file and no configuration."""


class ChangedMeanwhile(StorageError):
    """A file changed since it was read. Nothing was written into it."""


class UserFiles:
    """Carries out changes, with backups."""

    def __init__(self, home: Home, clock: Clock = system_clock) -> None:
        self._folder = home.backups / "files"
        self._clock = clock

    def carry_out(
        self, changes: Iterable[FileChange], *, inside: str | None = None, backup: bool | bytes = True
    ) -> tuple[Changed, ...]:
        """Make the changes, one file after the other, and missing folders; skip those that change nothing.

        All are checked before the first is made. `backup` as bytes: the backup's content, where the rest of
        the file is Arbor's and must be forgotten with its memories. Raises StorageError with a message for
        people: a file changed since it was read, is protected, or leads out of `inside`.
        """
        wanted = [change for change in changes if change.changes]
        for change in wanted:
            _check(change, inside)
        return tuple(self._carry_out(change, backup) for change in wanted)

    def _carry_out(self, change: FileChange, backup: bool | bytes) -> Changed:
        copy = None
        if change.before is not None and backup:
            copy = self._back_up(change.path, change.before if backup is True else backup)

        def as_looked_at() -> None:
            if read(change.path) != change.before:
                raise _changed_meanwhile(change.path)

        try:
            as_looked_at()
            if change.after is None:
                Path(change.path).unlink()
            else:
                write(change.path, change.after, check=as_looked_at)
        except OSError as error:
            raise StorageError(
                f"{change.path} could not be changed: {error.strerror or error}.", path=change.path
            ) from error
        return Changed(change.path, copy)

    def _back_up(self, path: str, content: bytes) -> str:
        """Copy a file under a name of its own, unless the newest copy has the same content. Return its
        path."""
        of_file = hashlib.sha256(os.path.realpath(path).encode(errors="surrogateescape")).hexdigest()[:8]
        name = Path(path).name
        try:
            for folder in (self._folder.parent, self._folder):  # the mode holds for the last one alone
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            there = sorted(self._folder.glob(f"*-{of_file}-*"))
            if there and there[-1].read_bytes() == content:
                return str(there[-1])
            at = (to_iso(self._clock()) or "").replace(":", "").replace(".", "-")
            number, copy = 0, self._folder / f"{at}-{of_file}-{name}"
            while copy.exists():
                number += 1
                copy = self._folder / f"{at}-{number:03}-{of_file}-{name}"
            write(str(copy), content, mode=0o600)
            mine = sorted(self._folder.glob(f"*-{of_file}-*"))
            for old in mine[:-KEPT_BACKUPS]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(
                f"No backup of {path} could be made, so it was left as it is: {error.strerror or error}.",
                path=path,
            ) from error
        return str(copy)


def read(path: str) -> bytes | None:
    """Return a file's content; None if it does not exist. Raises OSError, and StorageError if it is no file
    or too large."""
    try:
        found = os.stat(path)  # noqa: PTH116 - texts
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(f"{path} is no file.", path=path)
        if found.st_size > LARGEST:
            raise StorageError(f"{path} is larger than {LARGEST // 1024 // 1024} MB.", path=path)
        return Path(path).read_bytes()
    except FileNotFoundError:
        if os.path.islink(path):  # noqa: PTH114 - texts
            raise StorageError(f"{path} is a link that leads nowhere.", path=path) from None
        return None


def place(path: str, inside: str) -> str:
    """Return the real path: a link within the folder `inside` is followed, so that it stays a link.

    Raises InvalidInput where it leads out of that folder, or into git's own.
    """
    real, folder = os.path.realpath(path), os.path.realpath(inside)
    if not real.startswith(folder.rstrip(os.sep) + os.sep):
        raise InvalidInput(f"{path} is a link that leads out of {inside}; it is left alone.", path=path)
    if ".git" in Path(real).relative_to(folder).parts:
        raise InvalidInput(f"{path} lies in git's own folder; it is left alone.", path=path)
    return real


def remove_empty(path: str, folder: str) -> None:
    """Remove the folders that were made for the file `path` (`.arbor` in `folder` and below) if they are
    empty."""
    here = Path(os.path.realpath(path)).parent
    while ".arbor" in here.relative_to(os.path.realpath(folder)).parts:
        with contextlib.suppress(OSError):
            here.rmdir()
        here = here.parent


def write(
    path: str, content: bytes, *, mode: int | None = None, check: Callable[[], None] | None = None
) -> None:
    """Write a file whole and rename it into its place, through a link; its mode stays, and its owner if
    possible.

    `check` is called just before the renaming, since writing may take a while; what it raises leaves the file
    unchanged. Raises OSError.
    """
    real = os.path.realpath(path)
    folder = os.path.dirname(real)  # noqa: PTH120 - texts
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    try:
        before = os.stat(real)  # noqa: PTH116
    except FileNotFoundError:
        before = None
    _remove_left(folder)
    handle, new = tempfile.mkstemp(prefix=_NEW[0], suffix=_NEW[1], dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            with contextlib.suppress(
                OSError, AttributeError
            ):  # not root, or not POSIX: the owner is who writes
                os.chown(new, before.st_uid, before.st_gid)
        os.chmod(new, mode or (stat.S_IMODE(before.st_mode) if before else _NEW_FILE))  # noqa: PTH101
        if check is not None:
            check()
        os.replace(new, real)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)  # noqa: PTH108
        raise


def _remove_left(folder: str) -> None:
    """Remove what a killed process had begun to write, once it is a minute old."""
    for left in Path(folder).glob("*".join(_NEW)):
        with contextlib.suppress(OSError):
            if time.time() - left.lstat().st_mtime > _LEFT_SECONDS:
                left.unlink()


_NEW, _LEFT_SECONDS = (".arbor-", ".new"), 60.0
_NEW_FILE = 0o644
"""Mode of a new file: the process's mask can't be read without changing it for all threads."""


def _check(change: FileChange, inside: str | None) -> None:
    if inside is not None:
        place(change.path, inside)
    try:
        if read(change.path) != change.before:
            raise _changed_meanwhile(change.path)
        if change.before is not None and not os.stat(change.path).st_mode & 0o222:  # noqa: PTH116
            raise StorageError(f"{change.path} is read-only; it is left as it is.", path=change.path)
    except OSError as error:
        raise StorageError(
            f"{change.path} can't be read: {error.strerror or error}.", path=change.path
        ) from error


def _changed_meanwhile(path: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(f"{path} was changed meanwhile; look at it and try again.", path=path)
