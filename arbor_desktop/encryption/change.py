"""A change of the encryption, which may be killed at any moment.

`encryption.change.json` says what is under way, in one of three phases:

- `new`: the memory file is written again beside the old one, and checked. Cut off, it is undone.
- `swap`: the new file is whole and takes the place of the old one, in one step of the file system. Until that
  it is undone, from then on finished.
- `rest`: the old file is wiped, and backups, notes and copies follow. Cut off, it is finished at the next
  start; that takes the key.

The file holds what is needed to finish: the former key, wrapped by the new one; or unwrapped when encryption
is turned off, for the memory is plain by then.
"""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from arbor_desktop.database import keyed
from arbor_desktop.database import keyed_store as store
from arbor_desktop.encryption import keyfile, rest, wiping
from arbor_desktop.encryption.keyfile import KeyFile, wrap
from arbor_desktop.encryption.rest import Progress, Step
from arbor_desktop.errors import ArborError, Cancelled, StorageError
from arbor_desktop.locks import held
from arbor_desktop.paths import Home
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

LOCK = ".encryption.lock"
NEW, OLD = ".new", ".old"
UNDER_WAY = Sentence(
    "The encryption of the memory is being changed by another Arbor. Try again when that is done."
)
ROOM = 1.2
"""Free space that is needed, as a part of the largest file that is written again."""


class Phase(StrEnum):
    NEW = "new"
    SWAP = "swap"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Change:
    """A change. `file`: what encryption.json will say, None for a plain store; `former`: the key before,
    wrapped by the new one, or plain if `file` is None; "" if the store was plain."""

    phase: Phase
    file: KeyFile | None
    former: str = ""

    def to_dict(self) -> dict[str, Any]:
        file = None if self.file is None else self.file.to_dict()
        return {"version": keyfile.VERSION, "phase": self.phase.value, "file": file, "former": self.former}

    @classmethod
    def read(cls, home: Home) -> Change | None:
        """Return the change that is under way, or was cut off. Raises StorageError."""
        path = home.encryption_change
        try:
            data = path.read_bytes()
            if not data.strip(b"\0"):  # it is finished, and was about to be removed
                return None
            found = json.loads(data)
            file = None if found["file"] is None else KeyFile.of(found["file"])
            return cls(Phase(found["phase"]), file, found["former"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StorageError(
                f"{path} can't be read, so it is not known how far the encryption of the memory got. "
                "Restore a backup of the whole folder.",
                path=str(path),
            ) from error

    def write(self, home: Home) -> None:
        keyfile.write_json(home.encryption_change, self.to_dict())

    def former_key(self, key: str | None) -> str | None:
        """Return the key before, by the present one."""
        if not self.former or key is None:
            return self.former or None
        from nacl.secret import SecretBox

        return SecretBox(bytes.fromhex(key)).decrypt(bytes.fromhex(self.former)).hex()


@contextlib.contextmanager
def alone(home: Home, patience: float = 0) -> Iterator[None]:
    """Be the only one that changes the encryption. Raises StorageError."""
    with held(home.folder / LOCK, patience, StorageError(UNDER_WAY)):
        yield


def run(
    home: Home,
    file: KeyFile | None,
    *,
    old: str | None,
    new: str | None,
    progress: Progress,
) -> rest.Done:
    """Write the store again with the key `new` (None: plain), which `file` describes. The caller holds
    `alone` and settled what was left before.

    Raises StorageError, also if another process has the memory open, and what `progress` raises to stop it,
    with nothing changed; once the memory file has been replaced, it is not stopped any more.
    """
    database = home.database
    if database.is_symlink():
        raise StorageError(
            Sentence(
                "{file} is a link to a file elsewhere, which would not be changed. Move that file here.",
                file=database,
            ),
            path=str(database),
        )
    former = ""
    if old is not None:
        former = old if new is None else wrap(old, bytes.fromhex(new))
    change = Change(Phase.NEW, file)
    target = database.with_name(database.name + NEW)
    try:
        _check_room(home)
        change.write(home)
        try:
            with store.opened_alone(database, old) as conn:
                store.write_again(conn, target, new, _steps(progress))
                change = replace(change, phase=Phase.SWAP, former=former)
                change.write(home)
                if sys.platform == "win32":  # a file that is open can't be replaced there
                    conn.close()
                _swap(home)
                change = _replaced(home, change)
                _wipe_old(home)  # who waits for the old file shall find nothing in it
        except BaseException:
            _undo(home)
            raise
    except OSError as error:
        raise StorageError(_unwritable(home, error)) from error
    return finish(home, change, new, progress)


def needs_to_be_alone(home: Home) -> bool:
    """Return whether a change is under way for which nobody else may have the memory open."""
    try:
        change = Change.read(home)
    except StorageError:
        return False
    return change is not None and change.phase is not Phase.REST


def settle(home: Home) -> Change | None:
    """Undo a change that was cut off before the memory file was replaced. Return one of which only the rest
    is missing. Raises StorageError if a change is under way."""
    change = Change.read(home)
    if change is None and not home.encryption_change.exists():
        return None
    try:
        with alone(home):
            return settled(home)
    except StorageError as error:
        # Of a change whose rest is being done elsewhere, the store can be used.
        if error.message == UNDER_WAY and (change is None or change.phase is Phase.REST):
            return None
        raise


def settled(home: Home) -> Change | None:
    """Do what `settle` does, for a caller that holds `alone`."""
    change = Change.read(home)
    if change is None:
        home.encryption_change.unlink(missing_ok=True)
    if change is None or change.phase is Phase.REST:
        return change
    try:
        return None if _undo(home) else _replaced(home, change)
    except OSError as error:
        raise StorageError(_unwritable(home, error)) from error


def counts(home: Home, file: KeyFile) -> bool:
    """Return whether the memory is encrypted as `file` says, or will be once a change is finished."""
    left = Change.read(home)
    return file == (keyfile.read(home.encryption) if left is None else left.file)


def is_plain(path: Path) -> bool:
    """Return whether there is a plain memory file at `path`. Raises StorageError."""
    try:
        return keyed.is_plain(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StorageError(f"{path} can't be read: {error.strerror}.", path=str(path)) from error


def _undo(home: Home) -> bool:
    """Undo a change, unless the memory file has been replaced. Return whether it is undone."""
    change = Change.read(home)
    if change is None:
        home.encryption_change.unlink(missing_ok=True)
        return True
    database = home.database
    target = database.with_name(database.name + NEW)
    if change.phase is Phase.REST or (change.phase is Phase.SWAP and not target.exists()):
        return False
    database.with_name(database.name + OLD).unlink(missing_ok=True)  # the same file still: it is not wiped
    for side in ("", "-journal", "-wal", "-shm"):
        wiping.wipe(target.with_name(target.name + side))
    wiping.wipe(home.encryption_change)
    return True


def _swap(home: Home) -> None:
    database = home.database
    old = database.with_name(database.name + OLD)
    old.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # a file system without links keeps the old blocks
        old.hardlink_to(database)
    database.with_name(database.name + NEW).replace(database)
    keyfile.sync_folder(home.folder)


def _replaced(home: Home, change: Change) -> Change:
    """Note that the memory file has been replaced."""
    write_key_file(home, change.file)
    change = replace(change, phase=Phase.REST)
    change.write(home)
    return change


def write_key_file(home: Home, file: KeyFile | None) -> None:
    """Write encryption.json, and a copy beside the backups, which need it; or remove both. Raises OSError."""
    paths = (home.encryption, home.backups / home.encryption.name)
    for path in paths:
        if file is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            keyfile.write_json(path, file.to_dict())


def _wipe_old(home: Home) -> None:
    old = home.database.with_name(home.database.name + OLD)
    if old.exists() and not old.samefile(home.database):
        wiping.wipe(old)


def finish(home: Home, change: Change, key: str | None, progress: Progress) -> rest.Done:
    """Finish a change. `key`: the present key of the store. The caller holds `alone`. Raises
    StorageError, and goes on at the next start."""
    told = _unstoppable(progress)
    try:
        _wipe_old(home)
        done = rest.follow(home, change.file, key, change.former_key(key), told)
        wiping.wipe(home.encryption_change)
    except OSError as error:
        raise StorageError(
            Sentence(
                "{folder} can't be written ({error}), so old backups or notes are not changed yet. Arbor "
                "goes on at its next start.",
                folder=home.folder,
                error=error.strerror or error,
            )
        ) from error
    return done


def finish_at_start(home: Home, change: Change, key: str | None) -> None:
    """Do the rest of a change that was cut off; what fails is tried again at the next start."""
    try:
        with alone(home):
            again = Change.read(home)
            if again is not None:
                done = finish(home, again, key, lambda step, done, total: None)
                for path in done.removed:
                    log.info("Removed because it was damaged: %s", path)
    except ArborError as error:
        log.warning("%s", error.message)


def _steps(progress: Progress) -> store.Progress:
    """Pass on what `store` does."""
    names = {store.WRITING: Step.WRITING, store.CHECKING: Step.CHECKING}
    return lambda what, done, total: progress(names[what], done, total)


def _unstoppable(progress: Progress) -> Progress:
    def told(step: Step, done: int, total: int) -> None:
        with contextlib.suppress(Cancelled):
            progress(step, done, total)

    return told


def _unwritable(home: Home, error: OSError) -> Sentence:
    return Sentence("{path} can't be written: {error}.", path=home.folder, error=error.strerror or error)


def _check_room(home: Home) -> None:
    files = [home.database, *home.backups.glob("*.db")]
    largest = max((path.stat().st_size for path in files if path.exists()), default=0)
    free = shutil.disk_usage(home.folder).free
    if free < largest * ROOM:
        raise StorageError(
            Sentence(
                "{needed} MB of free space are needed on the disk of {folder}; {free} MB are free.",
                needed=f"{largest * ROOM / 1e6:,.0f}",
                folder=home.folder,
                free=f"{free / 1e6:,.0f}",
            )
        )
