"""A device's secrets in the system's keyring."""

from __future__ import annotations

import msgspec

from arbor_desktop.devices.sealing import Keys
from arbor_desktop.encryption.keys import Keyring
from arbor_desktop.encryption.secret_store import KeyNotFound, SecretStore
from arbor_desktop.text.sentence import Sentence


class KeyStore:
    """Keeps the secrets of devices, by their ids. A `keyring` can be given."""

    def __init__(self, keyring: Keyring | None = None) -> None:
        self._secrets = SecretStore(keyring)

    def get(self, device: str, *, ask: bool = False) -> Keys:
        """Return the secrets; `ask`: the keyring may ask the person for its password. Raises KeyNotFound."""
        found = self._secrets.get(_account(device), ask=ask)
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
        self._secrets.put(_account(device), msgspec.json.encode(keys).decode())

    def drop(self, device: str) -> None:
        """Remove the secrets. Raises KeyNotFound."""
        self._secrets.drop(_account(device))


def _account(device: str) -> str:
    return f"device {device}"
