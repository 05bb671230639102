"""Where the key comes from: a running window or `watch`, the system's keyring, or the person.

A key in the keyring is looked up without ever causing a prompt, unless a person is at hand.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from arbor_desktop.encryption import keyfile
from arbor_desktop.encryption.keyfile import KeyFile, Mode
from arbor_desktop.errors import ArborError
from arbor_desktop.llm.credentials import KeyringUnusable, SystemKeyring, in_background
from arbor_desktop.paths import Home
from arbor_desktop.search import similarity_client
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

QUIET_SECONDS, PERSON_SECONDS = 1.0, 60.0
"""Wait for the keyring: where nobody must be asked, and where somebody may be typing its password."""
_KEYRING = {
    "missing": "does not have its key",
    "silent": "does not respond",
    "locked": "is locked",
    "unusable": "can't be used",
}
HOW = "Open Arbor's window, or run arbor in a terminal, to unlock it."


class Locked(ArborError):
    """The memory is encrypted, and its key is not to be had; the message says why.

    Context: `mode`, and with a keyring `why`: "missing" (it does not have the key), "silent", "locked" or
    "unusable".
    """

    code = "LOCKED"


class NoKeyring(ArborError):
    """The keyring can't keep the key."""

    code = "NO_KEYRING"


class Keyring(Protocol):
    """The part of `llm.credentials.SystemKeyring` that keeps keys of the memory."""

    def get(self, account: str) -> str | None: ...
    def get_quietly(self, account: str) -> str | None: ...
    def set(self, account: str, key: str) -> None: ...
    def delete(self, account: str) -> None: ...


def account(key_id: str) -> str:
    """Return the name of a key in the keyring."""
    return f"memory-key {key_id}"


def find(home: Home, file: KeyFile | None = None, *, keyring: Keyring | None = None) -> str:
    """Return the key of an encrypted store, without asking anybody. Raises Locked, and StorageError if
    encryption.json is damaged."""
    file = file or keyfile.read(home.encryption)
    if file is None:
        raise Locked(f"There is no {home.encryption}.")
    for key in similarity_client.keys(str(home.folder)):
        if file.fits(key):
            return key
    if file.mode is Mode.PASSPHRASE:
        raise Locked(
            f"The memory is locked: its passphrase has not been entered. {HOW}", mode=file.mode.value
        )
    return _of_keyring(file, (keyring or SystemKeyring()).get_quietly, QUIET_SECONDS)


def ask_keyring(file: KeyFile, keyring: Keyring | None = None) -> str:
    """Return the key from the keyring, which may ask the person for its password. Raises Locked."""
    return _of_keyring(file, (keyring or SystemKeyring()).get, PERSON_SECONDS)


def keep(key_id: str, key: str, keyring: Keyring) -> None:
    """Put a key into the keyring, which may ask the person for its password. Raises NoKeyring."""

    def put() -> str | None:
        keyring.set(account(key_id), key)
        return keyring.get(account(key_id))

    why = Sentence("did not save the key")
    try:
        if in_background(put).result(PERSON_SECONDS) == key:
            return
    except TimeoutError:
        why = Sentence("does not respond")
    except KeyringUnusable as error:
        why = Sentence("is locked") if error.locked else Sentence("can't be used")
        log.info("The keyring can't be used: %s", error.message)
    raise NoKeyring(
        Sentence(
            "The system's keyring {why}, so it can't keep the key. Unlock or install one (on Linux: "
            "gnome-keyring or KWallet), or choose a passphrase.",
            why=why,
        )
    )


def drop(key_id: str, keyring: Keyring) -> None:
    """Remove a key that opens nothing any more from the keyring, where that is possible."""
    try:
        in_background(lambda: keyring.delete(account(key_id))).result(PERSON_SECONDS)
    except (KeyringUnusable, TimeoutError) as error:
        log.info("An old key stays in the keyring: %s", error)


def _of_keyring(file: KeyFile, get: Callable[[str], str | None], patience: float) -> str:
    why = "missing"
    try:
        key = in_background(lambda: get(account(file.key_id))).result(patience)
        if key is not None and file.fits(key):
            return key
    except TimeoutError:
        why = "silent"
    except KeyringUnusable as error:
        why = "locked" if error.locked else "unusable"
        log.info("The keyring can't be used: %s", error.message)
    raise Locked(
        f"The memory is locked: the system's keyring {_KEYRING[why]}. {HOW}", mode=file.mode.value, why=why
    )
