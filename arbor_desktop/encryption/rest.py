"""What follows the memory file when its key changes: backups, notes of hooks, copies of people's files."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from arbor_desktop.database import backup
from arbor_desktop.database import keyed_store as store
from arbor_desktop.database.keyed import is_plain
from arbor_desktop.encryption import sealing, wiping
from arbor_desktop.encryption.keyfile import KeyFile
from arbor_desktop.paths import TYPED, Home
from arbor_desktop.quick_dataclass import dataclass


class Step(StrEnum):
    """What is being done."""

    WRITING = "writing"
    CHECKING = "checking"
    BACKUPS = "backups"


HOOK_SECONDS = 0.25
"""A hook that saw the former encryption.json has written its note after this time."""
Progress = Callable[[Step, int, int], None]
"""Called with how much is done of how much: bytes, tables or files by the step. It stops the change by
raising Cancelled, as long as that is possible."""


@dataclass(frozen=True, slots=True)
class Done:
    """`removed`: files that could not be read, and so were removed when encryption was turned on."""

    removed: tuple[str, ...] = ()


def follow(home: Home, file: KeyFile | None, key: str | None, former: str | None, progress: Progress) -> Done:
    """Bring everything beside the memory file into line with its `key`. Doing it twice changes nothing more.
    Raises OSError, StorageError."""
    removed = []
    for folder in (home.folder, home.backups, home.backups / "files", home.spool, home.spool / "broken",
                   home.folder / "first-look"):  # fmt: skip
        wiping.wipe_left(folder)
    public = None if file is None else file.public_key
    _seal_notes(home, public, key, former)
    hooks_end = time.monotonic() + HOOK_SECONDS
    with backup.locked(home.backups):
        backups = sorted(home.backups.glob("*.db"))
        for number, path in enumerate(backups):
            progress(Step.BACKUPS, number, len(backups))
            if not _with_key(path, key, former):
                wiping.wipe(path)
                removed.append(str(path))
        progress(Step.BACKUPS, len(backups), len(backups))
    _sealed(home.folder / "first-look" / "choices.json", public, key, former)
    _copies(home.backups / "files", public, key, former)
    if key is not None:
        removed += _remove_plain(home)
    time.sleep(max(0.0, hooks_end - time.monotonic()))
    _seal_notes(home, public, key, former)
    return Done(tuple(removed))


def _with_key(path: Path, key: str | None, former: str | None) -> bool:
    """Give a backup the key; return False if it is damaged and has to go."""
    plain = is_plain(path)
    if plain if key is None else not plain and store.opens(path, key):
        return True
    own = None if plain else former
    partial = path.with_name(f".{path.name}.partial")
    stat = path.stat()
    try:
        store.copy_with(path, own, partial, key)
    except store.Unreadable:
        partial.unlink(missing_ok=True)
        # It is damaged: nobody shall read the rest of it. With an unknown key, nobody can.
        return key is None or not (plain or store.opens(path, former))
    os.utime(partial, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    wiping.replace(partial, path)
    return True


def _seal_notes(home: Home, public: str | None, key: str | None, former: str | None) -> None:
    for path in _notes(home):
        _sealed(path, public, key, former)


def _notes(home: Home) -> Iterator[Path]:
    for folder in (home.spool, home.spool / "broken"):
        with contextlib.suppress(FileNotFoundError):
            yield from (
                path
                for path in folder.iterdir()
                if path.is_file() and not path.is_symlink() and path.name[0] != "."  # being written
            )


def _sealed(path: Path, public: str | None, key: str | None, former: str | None) -> None:
    """Seal a small file for `public` (None: unseal it). One of another key stays as it is."""
    try:
        found = path.read_bytes()
        content = sealing.unseal(found, former, key)
    except (FileNotFoundError, sealing.Unreadable):
        return
    if public is not None and sealing.is_sealed(found):
        with contextlib.suppress(sealing.Unreadable):
            sealing.unseal(found, key)
            return
    if public is None and content == found:
        return
    wiping.write_over(path, content if public is None else sealing.seal(content, public))


def _copies(folder: Path, public: str | None, key: str | None, former: str | None) -> None:
    """Seal or unseal the copies of people's files, which have another name then."""
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if not path.is_file() or path.is_symlink():
            continue
        _sealed(path, public, key, former)
        if public is None and path.suffix == sealing.SEALED and not sealing.is_sealed(path.read_bytes()):
            path.replace(path.with_name(path.name.removesuffix(sealing.SEALED).rpartition(".")[0]))
        elif public is not None and path.suffix != sealing.SEALED:
            path.replace(sealing.sealed_name(path, sealing.unseal(path.read_bytes(), key)))


def _forget_typed(path: Path) -> None:
    """Remove what people typed from the state of the window, an INI file with one line for each value."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return
    section, kept = b"", []
    for line in lines:
        if line.startswith(b"["):
            section = line.strip().strip(b"[]")
        name = section + b"/" + line.partition(b"=")[0]
        if name.decode("utf-8", "replace") not in TYPED:
            kept.append(line)
    if kept != lines:
        wiping.write_over(path, b"".join(kept))


def _remove_plain(home: Home) -> Iterator[str]:
    """Remove what can't be encrypted: logs, damaged memory files that were set aside, drafts for a model."""
    for path in sorted(home.folder.glob(f"{home.database.stem}.damaged-*")):
        wiping.wipe(path)
        yield str(path)
    for path in home.logs.glob("*"):
        wiping.wipe(path)
    _forget_typed(home.window)
    for path in (home.folder / "claude").glob("system-*.md"):
        wiping.wipe(path)
    first_look = home.folder / "first-look"
    for path in [*first_look.glob("**/*")] if first_look.is_dir() else []:
        if path.is_file() and path.name != "choices.json":
            wiping.wipe(path)
