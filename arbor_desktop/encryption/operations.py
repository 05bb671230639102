"""Turning encryption on and off, another key, recovery: the interface for the window and the command line.

A change needs the memory for itself: no service of this process may have it open, and if another process has,
`keyed_store.InUse` names it. The window closes its service, calls one of these, and starts again.
"""

from __future__ import annotations

from arbor_desktop.encryption import change, keyfile, keys
from arbor_desktop.encryption.change import finish_at_start
from arbor_desktop.encryption.keyfile import KeyFile, Mode, NewKey, new_key
from arbor_desktop.encryption.rest import Done, Progress, Step
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.llm.credentials import SystemKeyring
from arbor_desktop.paths import Home
from arbor_desktop.quick_dataclass import dataclass

__all__ = ["Done", "Encryption", "NewKey", "Progress", "State", "Step", "new_key"]


@dataclass(frozen=True, slots=True)
class State:
    """`mode`: None for a plain store. `locked`: why the key can't be found without asking, if so;
    `unfinished`: a change was cut off, and goes on at the next start."""

    mode: Mode | None
    locked: str = ""
    unfinished: bool = False

    @property
    def on(self) -> bool:
        return self.mode is not None

    def to_dict(self) -> dict[str, object]:
        mode = self.mode.value if self.mode is not None else None
        return {"on": self.on, "mode": mode, "locked": self.locked or None, "unfinished": self.unfinished}


def _nothing(step: Step, done: int, total: int) -> None:
    """Tell nobody."""


class Encryption:
    """The encryption of a data folder."""

    def __init__(self, home: Home, keyring: keys.Keyring | None = None) -> None:
        self._home = home
        self._keyring = keyring or SystemKeyring()

    # -- the key --

    def state(self) -> State:
        """Return how the store is encrypted. Asks nobody for a password. Raises StorageError."""
        unfinished = self._home.encryption_change.exists()
        file = keyfile.read(self._home.encryption)
        if file is None:
            return State(None, unfinished=unfinished)
        try:
            keys.find(self._home, file, keyring=self._keyring)
        except keys.Locked as error:
            return State(file.mode, error.message, unfinished)
        return State(file.mode, unfinished=unfinished)

    def key(self, *, ask: bool = False) -> str:
        """Return the key. `ask`: the keyring may ask the person for its password. Raises Locked,
        StorageError."""
        file = self._file()
        try:
            return keys.find(self._home, file, keyring=self._keyring)
        except keys.Locked:
            if not ask or file.mode is Mode.PASSPHRASE:
                raise
        return keys.ask_keyring(file, self._keyring)

    def unlock(self, typed: str) -> str:
        """Return the key by the passphrase or the recovery code. Raises InvalidInput, StorageError."""
        return self._file().unlock(typed)

    def recover(self, code: str, passphrase: str | None = None) -> str:
        """Return the key by the recovery code, and keep it in the keyring, or behind a new passphrase.
        Raises InvalidInput, NoKeyring, StorageError."""
        file = self._file()
        key = file.by_code(code)
        if passphrase is None:
            keys.keep(file.key_id, key, self._keyring)
        with change.alone(self._home):
            self._write(
                file.without_passphrase() if passphrase is None else file.with_passphrase(key, passphrase)
            )
        return key

    def _file(self) -> KeyFile:
        file = keyfile.read(self._home.encryption)
        if file is None:
            raise InvalidInput("The memory is not encrypted.")
        return file

    def _write(self, file: KeyFile) -> None:
        try:
            change.write_key_file(self._home, file)
        except OSError as error:
            raise StorageError(f"{self._home.encryption} can't be written: {error.strerror}.") from error

    # -- changes --

    def turn_on(self, new: NewKey, progress: Progress = _nothing) -> Done:
        """Encrypt a plain store. Raises InvalidInput if it is encrypted, NoKeyring, StorageError, and
        what `progress` raises, with nothing changed."""
        with change.alone(self._home):
            self._settle(None)
            if self._home.encryption.exists():
                raise InvalidInput("The memory is encrypted already.")
            return self._with_new(new, None, progress)

    def turn_off(self, key: str, progress: Progress = _nothing) -> Done:
        """Make an encrypted store plain. Raises as `turn_on`."""
        with change.alone(self._home):
            self._settle(key)
            file = self._checked(key)
            done = change.run(self._home, None, old=key, new=None, progress=progress)
        self._drop(file)
        return done

    def rekey(self, key: str, new: NewKey, progress: Progress = _nothing) -> Done:
        """Encrypt an encrypted store with another key; the old key and its recovery code open nothing any
        more. Raises as `turn_on`."""
        with change.alone(self._home):
            self._settle(key)
            file = self._checked(key)
            done = self._with_new(new, key, progress)
        self._drop(file)
        return done

    def _settle(self, key: str | None) -> None:
        """End a change that was cut off. The caller holds `change.alone`."""
        left = change.settled(self._home)
        if left is not None:
            fits = left.file is None or (key is not None and left.file.fits(key))
            present = None if left.file is None else key if fits else self.key()
            change.finish(self._home, left, present, _nothing)

    def _checked(self, key: str) -> KeyFile:
        file = self._file()
        if not file.fits(key):
            raise InvalidInput("This is the key of another memory.")
        return file

    def _with_new(self, new: NewKey, old: str | None, progress: Progress) -> Done:
        if not self._home.database.exists():
            raise InvalidInput(f"There is no memory in {self._home.folder} yet. Open Arbor once.")
        if new.file.mode is Mode.KEYRING:
            keys.keep(new.file.key_id, new.key, self._keyring)
        try:
            return change.run(self._home, new.file, old=old, new=new.key, progress=progress)
        except BaseException:
            if not change.counts(self._home, new.file):
                self._drop(new.file)
            raise

    def _drop(self, file: KeyFile) -> None:
        if file.mode is Mode.KEYRING:
            keys.drop(file.key_id, self._keyring)


def key_at_start(home: Home, key: str | None = None) -> str | None:
    """Return the key to open the store with, None if it is plain; `key`: the key, if it is known, which may
    be that of before. Ends a change that was cut off.

    Raises Locked, and StorageError if encryption.json is damaged or a change is under way.
    """
    left = change.settle(home)
    file = keyfile.read(home.encryption)
    if file is None:
        key = None if change.is_plain(home.database) else key
    elif key is None or not file.fits(key):
        key = keys.find(home, file)
    if left is not None:
        finish_at_start(home, left, key)
    elif file is not None and key is not None and change.is_plain(home.database):
        with change.alone(home):  # somebody put a plain copy in its place
            change.run(home, file, old=None, new=key, progress=_nothing)
    return key
