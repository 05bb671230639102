"""Files of AI tools: read, replaced whole or not at all (spec 8.3), and what is needed to undo a change.

A link is followed and its target replaced, so that settings in a folder of their own (dotfiles) stay linked.
In a project a link that leaves it is refused. Copies of the files as they were, and the ledger, are in
`<home>/backups/files`, for their person alone, since such files may have keys.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.errors import StorageError
from arbor_desktop.integrations.setup.json_text import Path as JsonPath
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.user_files import operations

MOST_BYTES = 64_000_000
KEPT_COPIES = 20
"""Of one file; the copy that a change is undone with is kept as well."""
INDEX = "index.json"


class Refused(StorageError):
    """A file is not changed; the message says to people why and what to do."""


def target(path: Path, within: Path | None = None) -> Path:
    """Return the file that is read and written for `path`. Raises Refused if a link leads nowhere, to another
    person's file, or out of the folder `within`."""
    try:
        found = path.resolve(strict=path.is_symlink())
    except (OSError, RuntimeError):
        raise Refused(
            f"{path} is a link to {_read_link(path)}, which doesn't exist. Fix or remove the link.",
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
    """Return the content of a file; None if there is none. Raises Refused if it can't be read or changed."""
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
    """Raise Refused if the file could not be created."""
    folder = next(parent for parent in path.parents if os.path.lexists(parent))
    if within is not None and not folder.resolve().is_relative_to(within.resolve()):
        raise Refused(f"{folder} leads out of the project. Arbor changes nothing there.", path=str(path))
    if not folder.is_dir():
        raise Refused(f"{folder} is not a folder. Move it away, then try again.", path=str(path))


def replace(
    path: Path, data: bytes | None, within: Path | None = None, *, check: Callable[[], None] | None = None
) -> None:
    """Replace the content of a file by `data`; None removes it. It is whole at any moment. Mode and owner
    stay; a new file is for its person alone. `check` is called right before; what it raises leaves the file
    unchanged. Raises Refused."""
    try:
        if data is None:
            if check is not None:
                check()
            target(path, within).unlink()
        else:
            found = target(path, within)
            for folder in (*reversed(found.parent.parents), found.parent):  # each with this mode
                if not folder.is_dir():
                    folder.mkdir(exist_ok=True, mode=0o700)
            operations.write(str(found), data, new_mode=0o600, keep_owner=True, left_seconds=0, check=check)
    except OSError as error:
        raise Refused(
            f"{path} can't be written: {error.strerror}. Nothing of it was changed.", path=str(path)
        ) from error


def remove_folder(folder: Path) -> None:
    """Remove a folder if it is empty."""
    with contextlib.suppress(OSError):  # not empty
        folder.rmdir()


@dataclass(frozen=True, slots=True)
class Record:
    """A file that Arbor is set up in: the hash of its content `after` Arbor's change; the name of the `copy`
    from before the first change (None: there was no file, or it is not known); whether Arbor `created` it,
    and its `folder`; the paths of the containers that existed before (`kept`)."""

    after: str
    copy: str | None
    created: bool
    kept: tuple[JsonPath, ...] = ()
    folder: bool = False


def hashed(data: bytes) -> str:
    """Return the hash of a content."""
    return hashlib.sha256(data).hexdigest()


class Ledger:
    """The records and copies of changed files. Used under the lock of the setup."""

    def __init__(self, backups: Path) -> None:
        self.folder = backups / "files"

    def record(self, path: str) -> Record | None:
        """Return the record of a file; None if Arbor is not set up in it."""
        found = self._load()["files"].get(path)
        if found is None:
            return None
        kept = tuple(tuple(keys) for keys in found["kept"])
        return Record(found["after"], found["copy"], found["created"], kept, found["folder"])

    def keep(self, path: str, record: Record | None) -> None:
        """Store the record of a file; None removes it."""
        index = self._load()
        index["files"].pop(path, None)
        if record is not None:
            index["files"][path] = {
                "after": record.after, "copy": record.copy, "created": record.created,
                "folder": record.folder,
                "kept": [list(keys) for keys in record.kept],
            }  # fmt: skip
        self._store(index)

    def copy(self, path: str, data: bytes, tool: str, verb: str, at: int) -> Path:
        """Copy a file, under a name with its time and tool. Return the path of the copy."""
        index = self._load()
        stamp = str(to_iso(at)).translate(str.maketrans("", "", "-:."))
        name = f"{stamp}-{tool}-{Path(path).name.lstrip('.')}"
        number = 1
        while (self.folder / name).exists():
            number += 1
            name = f"{stamp}-{number}-{tool}-{Path(path).name.lstrip('.')}"
        replace(self.folder / name, data)
        index["copies"].append({"copy": name, "path": path, "tool": tool, "before": verb, "at": to_iso(at)})
        self._thin(index, path)
        self._store(index)
        return self.folder / name

    def newest(self, path: str) -> str | None:
        """Return the name of the newest copy of a file."""
        return next((one["copy"] for one in reversed(self._load()["copies"]) if one["path"] == path), None)

    def read_copy(self, name: str) -> bytes | None:
        """Return the content of a copy; None if it is gone."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def _thin(self, index: dict[str, Any], path: str) -> None:
        needed = {found["copy"] for found in index["files"].values()}
        copies = [one for one in index["copies"] if one["path"] == path]
        for old in copies[:-KEPT_COPIES]:
            if old["copy"] not in needed:
                (self.folder / old["copy"]).unlink(missing_ok=True)
                index["copies"].remove(old)

    def _load(self) -> dict[str, Any]:
        try:
            index = json.loads((self.folder / INDEX).read_bytes())
            if {"copies", "files"} <= index.keys():
                return dict(index)
        except (OSError, ValueError, AttributeError):
            pass  # none yet, or damaged: changes are then undone by the content of the files
        return {"copies": [], "files": {}}

    def _store(self, index: dict[str, Any]) -> None:
        text = json.dumps(index, indent=2, ensure_ascii=False) + "\n"
        replace(self.folder / INDEX, text.encode("utf-8", "surrogatepass"))
