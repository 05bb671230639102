"""The secrets of devices and of a team, in the system's keyring."""

from __future__ import annotations

from arbor_desktop.encryption.keys import PERSON_SECONDS, QUIET_SECONDS, Keyring
from arbor_desktop.errors import ArborError
from arbor_desktop.llm.credentials import KeyringUnusable, SystemKeyring, in_background
from arbor_desktop.text.sentence import Sentence

_NEEDED = Sentence(
    "The system's keyring is missing, locked or not safe. Set it up or unlock it, then try again."
)


class KeyNotFound(ArborError):
    """The keyring does not give a secret, or can't keep it."""

    code = "NO_KEY"


class SecretStore:
    """Keeps secrets by the names of their accounts. A `keyring` can be given."""

    def __init__(self, keyring: Keyring | None = None) -> None:
        self._keyring = keyring or SystemKeyring()

    def get(self, account: str, *, ask: bool = False) -> str | None:
        """Return a secret; `ask`: the keyring may ask the person for its password. Raises KeyNotFound."""
        get = self._keyring.get if ask else self._keyring.get_quietly
        try:
            return in_background(lambda: get(account)).result(PERSON_SECONDS if ask else QUIET_SECONDS)
        except TimeoutError:
            raise KeyNotFound(
                Sentence("The system's keyring does not respond, so nothing is synchronized.")
            ) from None
        except KeyringUnusable as error:
            raise KeyNotFound(_NEEDED) from error

    def put(self, account: str, secret: str) -> None:
        """Keep a secret. Raises KeyNotFound."""

        def keep() -> bool:
            self._keyring.set(account, secret)
            return self._keyring.get(account) == secret

        try:
            kept = in_background(keep).result(PERSON_SECONDS)
        except TimeoutError:
            kept = False
        except KeyringUnusable as error:
            raise KeyNotFound(_NEEDED) from error
        if not kept:
            raise KeyNotFound(Sentence("The system's keyring did not keep the key."))

    def drop(self, account: str) -> None:
        """Remove a secret. Raises KeyNotFound."""
        try:
            in_background(lambda: self._keyring.delete(account)).result(PERSON_SECONDS)
        except (KeyringUnusable, TimeoutError) as error:
            raise KeyNotFound(Sentence("The system's keyring did not remove the key.")) from error
