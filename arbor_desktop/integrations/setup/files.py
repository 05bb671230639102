"""Files of other programs: read as they are, and replaced whole or not at all (spec 8.3).

A link is followed to the file that it leads to, which is replaced there, so that settings kept in a folder of
their own (dotfiles) stay linked. In a project a link that leaves it is refused.
"""

from __future__ import annotations

import contextlib
import glob
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from arbor_desktop.errors import StorageError

MOST_BYTES = 64_000_000
_NEW = ".arbor-new"


class Refused(StorageError):
    """A file is left alone; the message says to people why and what to do."""


def target(path: Path, within: Path | None = None) -> Path:
    """The file that is read and written for `path`. Raises Refused if a link leads nowhere, to another
    person's file, or out of the folder `within`."""
    try:
        found = path.resolve(strict=path.is_symlink())
    except (OSError, RuntimeError):
        raise Refused(
            f"{path} is a link to {_read_link(path)}, which is not there. Mend or remove the link.",
            path=str(path),
        ) from None
    if within is not None and not found.is_relative_to(within.resolve()):
        raise Refused(
            f"{path} leads out of the project, to {found}. Arbor changes nothing there.", path=str(path)
        )
    if path.is_symlink() and hasattr(os, "getuid") and found.stat().st_uid != os.getuid():
        raise Refused(
            f"{path} is a link to {found}, which belongs to someone else. Change it where it comes from.",
            path=str(path),
        )
    return found


def _read_link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return "somewhere"


def read(path: Path, within: Path | None = None) -> bytes | None:
    """What stands in it; None if there is no such file. Raises Refused where it can't be read or changed."""
    if not os.path.lexists(path):
        _check_folder(path, within)
        return None
    found = target(path, within)
    try:
        mode = found.stat()
        if not stat.S_ISREG(mode.st_mode):
            what = "a folder" if stat.S_ISDIR(mode.st_mode) else "no file"
            raise Refused(f"{path} is {what}. Move it away, then try again.", path=str(path))
        if mode.st_size > MOST_BYTES:
            raise Refused(
                f"{path} is too large to be changed safely ({mode.st_size:,} bytes).", path=str(path)
            )
        data = found.read_bytes()
    except OSError as error:
        raise Refused(
            f"{path} can't be read: {error.strerror}. Make it readable for you, then try again.",
            path=str(path),
        ) from None
    if not mode.st_mode & stat.S_IWUSR:
        raise Refused(
            f"{path} is read-only. Make it writable, or change it where it is made, then try again.",
            path=str(path),
        )
    return data


def _check_folder(path: Path, within: Path | None) -> None:
    """Raises Refused where the file could not be made."""
    folder = next(parent for parent in path.parents if os.path.lexists(parent))
    if within is not None and not folder.resolve().is_relative_to(within.resolve()):
        raise Refused(f"{folder} leads out of the project. Arbor changes nothing there.", path=str(path))
    if not folder.is_dir():
        raise Refused(f"{folder} is no folder. Move it away, then try again.", path=str(path))


def replace(
    path: Path, data: bytes | None, within: Path | None = None, *, check: Callable[[], None] | None = None
) -> None:
    """With `data` as all that stands in it; None removes it. Whole at any moment: what is new is written
    beside it and takes its place. Mode and owner stay; a new file is for its person alone. `check` is called
    last before that; what it raises leaves the file as it is. Raises Refused."""
    try:
        if data is None:
            if check is not None:
                check()
            target(path, within).unlink()
        else:
            _put(target(path, within), data, check)
    except OSError as error:
        raise Refused(
            f"{path} can't be written: {error.strerror}. Nothing of it was changed.", path=str(path)
        ) from error


def remove_folder(folder: Path) -> None:
    """Away with a folder, if nothing is in it."""
    with contextlib.suppress(OSError):  # something is: it stays
        folder.rmdir()


def _put(path: Path, data: bytes, check: Callable[[], None] | None) -> None:
    for folder in (*reversed(path.parent.parents), path.parent):  # mkdir's mode holds for the last one alone
        if not folder.is_dir():
            folder.mkdir(exist_ok=True, mode=0o700)
    before = path.stat() if path.exists() else None
    for left in path.parent.glob(glob.escape(f".{path.name}.") + f"*{_NEW}"):  # of one that was killed
        left.unlink(missing_ok=True)
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=_NEW, dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            if before is not None:
                _like(beside, before)
            os.fsync(file.fileno())
        if check is not None:
            check()
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _like(path: Path, before: os.stat_result) -> None:
    """With the mode and owner that a file had. Raises OSError where another's file would become ours."""
    path.chmod(stat.S_IMODE(before.st_mode))
    if hasattr(os, "chown"):
        made = path.stat()
        if made.st_uid != before.st_uid:
            os.chown(path, before.st_uid, before.st_gid)
        elif made.st_gid != before.st_gid:
            with contextlib.suppress(PermissionError):  # a group that the person has left
                os.chown(path, -1, before.st_gid)


def _sync(folder: Path) -> None:
    """The new name on the disk, where folders can be synced."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
