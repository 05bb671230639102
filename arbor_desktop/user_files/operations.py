"""Changes of files that belong to a person: CLAUDE.md, a tool's settings (spec 8.3).

A file is written whole beside itself and renamed, keeps its mode, and is copied into `<home>/backups/files`
first, sealed if the memory is encrypted. It is changed only if it did not change since it was read, and never
through a link that leads out of its folder.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

from arbor_desktop.clock import Clock, system_clock, to_iso
from arbor_desktop.encryption.sealing import SEALED, Unreadable, seal_for, sealed_name
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.paths import Home
from arbor_desktop.user_files.model import Changed, FileChange

_NEW = ".arbor-new"
KEPT_BACKUPS = 20
"""Backups of one file; older ones are deleted."""
DIFF_CONTEXT = 3
"""Unchanged lines that are shown around a change."""
LARGEST = 16 * 1024 * 1024
"""The most bytes of a file that may be changed; a larger one is neither an instruction file nor a
configuration."""


class ChangedMeanwhile(StorageError):
    """A file changed since it was read. Nothing was written into it."""


class UserFiles:
    """Carries out changes, with backups."""

    def __init__(self, home: Home, clock: Clock = system_clock) -> None:
        self._home, self._folder = home, home.backups / "files"
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
            kept, sealed = seal_for(str(self._home.folder), content), self._home.encryption.exists()
            there = sorted(self._folder.glob(f"*-{of_file}-*"))
            if there and _holds(there[-1], content):
                return str(there[-1])
            at = (to_iso(self._clock()) or "").replace(":", "").replace(".", "-")
            number, copy = 0, self._folder / f"{at}-{of_file}-{name}"
            while copy.exists():
                number += 1
                copy = self._folder / f"{at}-{number:03}-{of_file}-{name}"
            copy = sealed_name(copy, content) if sealed else copy
            write(str(copy), kept, new_mode=0o600)
            mine = sorted(self._folder.glob(f"*-{of_file}-*"))
            for old in mine[:-KEPT_BACKUPS]:
                old.unlink(missing_ok=True)
        except (OSError, Unreadable) as error:
            why = str(error) if isinstance(error, Unreadable) else error.strerror or error
            raise StorageError(
                f"No backup of {path} could be made, so it was not changed: {why}.",
                path=path,
            ) from error
        return str(copy)


def _holds(copy: Path, content: bytes) -> bool:
    """Return whether a copy has this content."""
    if copy.suffix == SEALED:
        former = copy.with_name(copy.name.removesuffix(SEALED).rpartition(".")[0])
        return sealed_name(former, content) == copy
    return copy.read_bytes() == content


def read(path: str) -> bytes | None:
    """Return a file's content; None if it does not exist. Raises OSError, and StorageError if it is no file
    or too large."""
    try:
        found = os.stat(path)  # noqa: PTH116 - texts
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(f"{path} is not a file.", path=path)
        if found.st_size > LARGEST:
            raise StorageError(f"{path} is larger than {LARGEST // 1024 // 1024} MB.", path=path)
        return Path(path).read_bytes()
    except FileNotFoundError:
        if os.path.islink(path):  # noqa: PTH114 - texts
            raise StorageError(f"{path} is a link that leads nowhere.", path=path) from None
        return None


def resolve_inside(path: str, inside: str) -> str:
    """Return the real path: a link within the folder `inside` is followed, so that it stays a link.

    Raises InvalidInput where it leads out of that folder, or into git's own.
    """
    real, folder = os.path.realpath(path), os.path.realpath(inside)
    if not real.startswith(folder.rstrip(os.sep) + os.sep):
        raise InvalidInput(f"{path} is a link that leads out of {inside}, so it is not changed.", path=path)
    if ".git" in Path(real).relative_to(folder).parts:
        raise InvalidInput(f"{path} is in git's own folder, so it is not changed.", path=path)
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
    path: str,
    content: bytes,
    *,
    new_mode: int = 0o644,
    keep_owner: bool = False,
    left_seconds: float = 60.0,
    check: Callable[[], None] | None = None,
) -> None:
    """Write a file whole beside itself and rename it into its place, through a link; its mode stays, and its
    owner if possible. Raises OSError.

    `new_mode` is for a new file: the process's mask can't be read without changing it for all threads. With
    `keep_owner`, a file whose owner can't be kept is not changed. What a killed process left of the same file
    is removed after `left_seconds`. `check` is called just before the renaming, since writing may take a
    while; what it raises leaves the file unchanged.
    """
    real = os.path.realpath(path)
    folder = os.path.dirname(real)  # noqa: PTH120 - texts
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    try:
        before = os.stat(real)  # noqa: PTH116
    except FileNotFoundError:
        before = None
    prefix = f".{os.path.basename(real)}."  # noqa: PTH119
    for left in Path(folder).glob(f"{glob.escape(prefix)}*{_NEW}"):
        with contextlib.suppress(OSError):
            if time.time() - left.lstat().st_mtime >= left_seconds:
                left.unlink()
    handle, new = tempfile.mkstemp(prefix=prefix, suffix=_NEW, dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            if before is not None and hasattr(os, "chown"):
                _keep_owner(new, before, strict=keep_owner)
            os.chmod(new, stat.S_IMODE(before.st_mode) if before else new_mode)  # noqa: PTH101
            os.fsync(file.fileno())
        if check is not None:
            check()
        os.replace(new, real)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)  # noqa: PTH108
        raise
    if os.name != "nt":  # the new name on the disk; folders can't be synced on Windows
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _keep_owner(path: str, before: os.stat_result, *, strict: bool) -> None:
    """Give a new file the owner and group of the old one, if possible: only root may change the owner. With
    `strict`, raise OSError where the owner can't be kept."""
    if os.stat(path).st_uid != before.st_uid:  # noqa: PTH116
        try:
            os.chown(path, before.st_uid, -1)
        except OSError:
            if strict:
                raise
    with contextlib.suppress(OSError):  # a group that the person has left
        os.chown(path, -1, before.st_gid)


def _check(change: FileChange, inside: str | None) -> None:
    if inside is not None:
        resolve_inside(change.path, inside)
    try:
        if read(change.path) != change.before:
            raise _changed_meanwhile(change.path)
        if change.before is not None and not os.stat(change.path).st_mode & 0o222:  # noqa: PTH116
            raise StorageError(f"{change.path} is read-only, so it was not changed.", path=change.path)
    except OSError as error:
        raise StorageError(
            f"{change.path} can't be read: {error.strerror or error}.", path=change.path
        ) from error


def _changed_meanwhile(path: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(f"{path} was changed in the meantime; check it and try again.", path=path)


# -- shown before it is made --


def unified_diff(change: FileChange) -> Iterator[str]:
    """Yield the lines of a change as a unified diff. Invalid UTF-8 is shown as replacement characters."""
    old, new = _diff_lines(change.before), _diff_lines(change.after)
    yield f"--- {change.path if change.before is not None else '(no file)'}"
    yield f"+++ {change.path if change.after is not None else '(no file)'}"
    # Files of megabytes differ in a few lines: the same beginning and end are not compared.
    least = min(len(old), len(new))
    head = next((n for n in range(least) if old[n] != new[n]), least)
    tail = next((n for n in range(least - head) if old[-1 - n] != new[-1 - n]), least - head)
    first, last = max(0, head - DIFF_CONTEXT), max(0, tail - DIFF_CONTEXT)
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(DIFF_CONTEXT):
        (_, a, _, c, _), (_, _, b, _, d) = group[0], group[-1]
        yield f"@@ -{_diff_range(first + a, first + b)} +{_diff_range(first + c, first + d)} @@"
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from (f" {line}" for line in old[a:b])
                continue
            yield from (f"-{line}" for line in old[a:b])
            yield from (f"+{line}" for line in new[c:d])


def _diff_lines(data: bytes | None) -> list[str]:
    """Return the lines without their ends; a last line without one is marked, since that can be the
    change."""
    text = (data or b"").decode("utf-8", "replace")
    lines = text.split("\n")
    if lines[-1] == "":
        return [line.removesuffix("\r") for line in lines[:-1]]
    return [*(line.removesuffix("\r") for line in lines[:-1]), lines[-1] + " (no line end)"]


def _diff_range(begin: int, end: int) -> str:
    length = end - begin
    return f"{begin + 1 if length else begin}" + ("" if length == 1 else f",{length}")
