"""The API key: in the system's keyring, in the environment, or for this session alone. In no file of ours.

The only place that knows keyring, which is imported when a key is asked for: it takes 0.15 s.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from arbor_desktop.core.errors import ArborError, InvalidInput

log = logging.getLogger(__name__)

SERVICE, USER = "arbor-desktop", "anthropic-api-key"
VARIABLE = "ANTHROPIC_API_KEY"


class KeyringUnusable(ArborError):
    """No keyring on this system, or it is locked and can't ask."""

    code = "NO_KEYRING"


class Where(StrEnum):
    """Where the key that is used comes from."""

    KEYRING = "keyring"
    SESSION = "session"
    ENVIRONMENT = "environment"
    NOWHERE = "none"


@dataclass(frozen=True, slots=True)
class KeyStatus:
    """`hint` is the end of the key, to tell it from another one; `trouble` why the keyring can't be used."""

    where: Where
    hint: str = ""
    trouble: str = ""


class Keyring(Protocol):
    """The three calls of `keyring` that are used. They raise KeyringUnusable and nothing else."""

    def get(self) -> str | None: ...
    def set(self, key: str) -> None: ...
    def delete(self) -> None: ...


class SystemKeyring:
    """The keyring of the person's desktop."""

    def get(self) -> str | None:
        return self._do(lambda keyring: keyring.get_password(SERVICE, USER))

    def set(self, key: str) -> None:
        self._do(lambda keyring: keyring.set_password(SERVICE, USER, key))

    def delete(self) -> None:
        if self.get() is not None:
            self._do(lambda keyring: keyring.delete_password(SERVICE, USER))

    def _do(self, what: Callable[..., str | None]) -> str | None:
        import keyring
        from keyring.errors import InitError, KeyringError, KeyringLocked, NoKeyringError

        try:
            return what(keyring)
        except NoKeyringError as error:
            raise KeyringUnusable(
                "This system has no keyring that Arbor could keep the key in. Install one (on Linux: "
                "gnome-keyring or KWallet), set ANTHROPIC_API_KEY, or use the key for this session only."
            ) from error
        except (KeyringLocked, InitError) as error:
            raise KeyringUnusable(
                "The system's keyring is locked. Unlock it and try again, set ANTHROPIC_API_KEY, or use the "
                "key for this session only."
            ) from error
        except KeyringError as error:
            raise KeyringUnusable(f"The system's keyring failed: {error or type(error).__name__}.") from error


class Credentials:
    """Safe to use from several threads. The key is read once and kept in memory until it changes."""

    def __init__(self, environ: Mapping[str, str], keyring: Keyring | None = None) -> None:
        self._environ = environ
        self._keyring = keyring or SystemKeyring()
        self._lock = threading.Lock()
        self._session: str | None = None
        self._read: str | None = None
        self._trouble = ""
        self._known = False

    def key(self) -> str | None:
        """The key to use: that of this session, else the keyring's, else the environment's."""
        with self._lock:
            return self._session or self._from_keyring() or self._environ.get(VARIABLE) or None

    def status(self) -> KeyStatus:
        with self._lock:
            held = self._from_keyring()
            for where, key in (
                (Where.SESSION, self._session),
                (Where.KEYRING, held),
                (Where.ENVIRONMENT, self._environ.get(VARIABLE)),
            ):
                if key:
                    return KeyStatus(where, hint(key), self._trouble)
            return KeyStatus(Where.NOWHERE, "", self._trouble)

    def set(self, key: str, *, session_only: bool = False) -> None:
        """Keeps a key in the keyring. Raises InvalidInput for what can't be a key, KeyringUnusable."""
        checked = checked_key(key)
        with self._lock:
            if session_only:
                self._session = checked
                return
            self._keyring.set(checked)
            self._session, self._read, self._trouble, self._known = None, checked, "", True

    def clear(self) -> bool:
        """Forgets the key, in the keyring and of this session. Answers whether there was one; one in the
        environment is not ours to remove. Raises KeyringUnusable."""
        with self._lock:
            had = self._session is not None
            self._session = None
            if self._keyring.get() is not None:
                self._keyring.delete()
                had = True
            self._read, self._trouble, self._known = None, "", True
            return had

    def forget(self) -> None:
        """Looks at the keyring again when next asked: it was unlocked, or another process changed it."""
        with self._lock:
            self._known = False

    def _from_keyring(self) -> str | None:
        if not self._known:
            try:
                self._read, self._trouble = self._keyring.get(), ""
            except KeyringUnusable as error:
                log.info("The keyring can't be used: %s", error.message)
                self._read, self._trouble = None, error.message
            self._known = True
        return self._read


def checked_key(key: str) -> str:
    """A key as it can be sent. Raises InvalidInput, which never names it."""
    stripped = key.strip()
    if not stripped:
        raise InvalidInput("The key is empty.", field="key")
    if not stripped.isascii() or not stripped.isprintable() or " " in stripped:
        raise InvalidInput("The key holds characters that no key has. Copy it again.", field="key")
    return stripped


def hint(key: str) -> str:
    """The last four characters of a long enough key."""
    return f"…{key[-4:]}" if len(key) >= 20 else "…"
