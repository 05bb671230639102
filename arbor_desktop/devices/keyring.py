"""A device's secrets in the system's keyring."""

from __future__ import annotations

import msgspec

from arbor_desktop.devices.sealing import Keys
from arbor_desktop.encryption.keys import PERSON_SECONDS, QUIET_SECONDS, Keyring
from arbor_desktop.errors import ArborError
from arbor_desktop.llm.credentials import KeyringUnusable, SystemKeyring, in_background
from arbor_desktop.text.sentence import Sentence

_NEEDED = Sentence(
    "Devices need the system's keyring, which is missing, locked or not safe. Set it up or unlock it, then "
    "try again."
)


class KeyNotFound(ArborError):
    """The keyring does not give the key of the group, or can't keep it."""

    code = "NO_KEY"


class KeyStore:
    """Keeps the secrets of devices, by their ids. A `keyring` can be given."""

    def __init__(self, keyring: Keyring | None = None) -> None:
        self._keyring = keyring or SystemKeyring()

    def get(self, device: str, *, ask: bool = False) -> Keys:
        """Return the secrets; `ask`: the keyring may ask the person for its password. Raises KeyNotFound."""
        get = self._keyring.get if ask else self._keyring.get_quietly
        try:
            found = in_background(lambda: get(_account(device))).result(
                PERSON_SECONDS if ask else QUIET_SECONDS
            )
        except TimeoutError:
            raise KeyNotFound(
                Sentence("The system's keyring does not respond, so nothing is synchronized.")
            ) from None
        except KeyringUnusable as error:
            raise KeyNotFound(_NEEDED) from error
        if found is None:
            raise KeyNotFound(
                Sentence(
                    "The keyring does not have the key of your devices, as after copying Arbor's folder to "
                    "another computer. Leave your devices, then join them again."
                )
            )
        return msgspec.json.decode(found, type=Keys)

    def put(self, device: str, keys: Keys) -> None:
        """Keep the secrets. Raises KeyNotFound."""
        text = msgspec.json.encode(keys).decode()

        def keep() -> bool:
            self._keyring.set(_account(device), text)
            return self._keyring.get(_account(device)) == text

        try:
            kept = in_background(keep).result(PERSON_SECONDS)
        except TimeoutError:
            kept = False
        except KeyringUnusable as error:
            raise KeyNotFound(_NEEDED) from error
        if not kept:
            raise KeyNotFound(Sentence("The keyring did not keep the key of your devices."))

    def drop(self, device: str) -> None:
        """Remove the secrets, where that is possible."""
        try:
            in_background(lambda: self._keyring.delete(_account(device))).result(PERSON_SECONDS)
        except (KeyringUnusable, TimeoutError) as error:
            raise KeyNotFound(Sentence("The keyring did not remove the key of your devices.")) from error


def _account(device: str) -> str:
    return f"device {device}"
