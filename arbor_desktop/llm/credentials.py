"""API keys: in the system's keyring, in the environment, or for this session alone; never in a file of ours.

A key belongs to the address that it was entered for and is never sent to another one. This is the only module
that imports keyring, when a key is asked for: that takes 0.15 s.
"""

from __future__ import annotations

import contextlib
import logging
import math
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from arbor_desktop.errors import ArborError, InvalidInput
from arbor_desktop.llm.model import OWN_ADDRESS
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

T = TypeVar("T")

SERVICE, USER = "arbor-desktop", "anthropic-api-key"
VARIABLE, ADDRESS_VARIABLE = "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"
WINDOW_PATIENCE, PERSON_PATIENCE = 2.0, 30.0
"""Seconds to wait for a keyring, which answers within milliseconds or asks the person for a password, which
may take for ever. A window can show a late answer; on the command line somebody may be typing it."""
AGAIN_SECONDS = 60.0
"""Pause before a missing keyring is looked for again: at login it may start after Arbor. A locked one asks
the person, so Arbor asks it again only when they say so."""
CHANGE_SECONDS = 60.0
"""Time for a person to unlock the keyring when they asked for a change themselves."""
MOST_CHARS = 8192
_ELSE = Sentence(
    "You can also set the environment variable ANTHROPIC_API_KEY or, in Arbor's window, choose to "
    "keep the key only until you quit Arbor."
)
NO_KEYRING = Sentence(
    "This system has no keyring to store the key in. Install one (on Linux: gnome-keyring or "
    "KWallet). {otherwise}",
    otherwise=_ELSE,
)
LOCKED = Sentence("The system's keyring is locked. Unlock it and try again. {otherwise}", otherwise=_ELSE)
SLOW = Sentence(
    "The system's keyring does not respond. If it is locked, unlock it and try again. {otherwise}",
    otherwise=_ELSE,
)
_AT_HOME = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
_LOCKED_KINDS = frozenset(("KeyringLocked", "InitError", "LockedException", "PromptDismissedException"))


class KeyringUnusable(ArborError):
    """No keyring on this system, a locked one, or one that fails. `locked`: asking again would ask the person
    again."""

    code = "NO_KEYRING"

    def __init__(self, message: str, *, locked: bool = False) -> None:
        super().__init__(message)
        self.locked = locked


class Where(StrEnum):
    """Origin of the key that is used."""

    KEYRING = "keyring"
    SESSION = "session"
    ENVIRONMENT = "environment"
    NOWHERE = "none"


@dataclass(frozen=True, slots=True)
class KeyStatus:
    """Status of a key. `hint` is its end, to recognize it; `trouble` why the keyring can't be used."""

    where: Where
    hint: str = ""
    trouble: str = ""


class Keyring(Protocol):
    """A keyring; `account` names a key. Raises KeyringUnusable and nothing else."""

    def get(self, account: str) -> str | None: ...
    def set(self, account: str, key: str) -> None: ...
    def delete(self, account: str) -> None: ...


class SystemKeyring:
    """The keyring of the desktop. One that stores keys in a plain file is refused."""

    def get(self, account: str) -> str | None:
        found = _using(lambda keyring: keyring.get_password(SERVICE, account))
        return found if isinstance(found, str) and found else None

    def get_quietly(self, account: str) -> str | None:
        """Return a key as `get` does, but never let the keyring ask the person. A locked one raises
        KeyringUnusable."""
        if sys.platform == "linux" and (key := _at_once(account)):
            return key
        found = _using(lambda keyring: _without_prompt(keyring, account))
        return found if isinstance(found, str) and found else None

    def set(self, account: str, key: str) -> None:
        _using(lambda keyring: keyring.set_password(SERVICE, account, key), secret=key)

    def delete(self, account: str) -> None:
        if self.get(account) is not None:
            _using(lambda keyring: keyring.delete_password(SERVICE, account))


def keyring_trouble() -> str | None:
    """Return why no keyring can be used, if so. It is not opened, so that nobody is asked for a password."""
    try:
        _using(lambda keyring: None)
    except KeyringUnusable as error:
        return error.message
    return None


def _using(what: Callable[[Any], T], secret: str = "") -> T:
    """Call `what` with the system's keyring. Raises KeyringUnusable, whose message never contains `secret`.

    Backends raise whatever D-Bus, the Keychain or Windows raise, so everything is caught.
    """
    try:
        return what(_backend())
    except KeyringUnusable:
        raise
    except Exception as error:  # noqa: BLE001 - see above
        words = _words_for(error, secret)
        raise KeyringUnusable(words, locked=words == LOCKED) from (
            None if secret and secret in str(error) else error
        )


def _backend() -> Any:
    import keyring
    from keyring.backends import fail

    found = keyring.get_keyring()
    if isinstance(found, fail.Keyring):
        # keyring remembers what it found; another one may have started since.
        with contextlib.suppress(AttributeError, KeyError):
            keyring.backend.get_all_keyring.reset()
        keyring.core.init_backend()
        found = keyring.get_keyring()
    usable = [one for one in getattr(found, "backends", (found,)) if _weakness(one) is None]
    if usable:
        return found if len(usable) == len(getattr(found, "backends", (found,))) else usable[0]
    weakness = _weakness(found)
    if weakness is None or isinstance(found, fail.Keyring):
        raise KeyringUnusable(NO_KEYRING)
    name = f"{type(found).__module__}.{type(found).__qualname__}"
    raise KeyringUnusable(
        f"The keyring that is set up here ({name}) {weakness}, so Arbor does not use it. Set up the system's "
        f"own keyring, {_ELSE}"
    )


def _without_prompt(backend: Any, account: str) -> str | None:
    """Return a password if that needs no prompt. Raises KeyringUnusable if it would."""
    for one in getattr(backend, "backends", (backend,)):
        module = type(one).__module__
        if module == "keyring.backends.SecretService":
            return _of_secret_service(account)
        if module == "keyring.backends.macOS":
            return _of_keychain(one, account)
        if module == "keyring.backends.Windows":  # it never asks
            found: str | None = one.get_password(SERVICE, account)
            return found
    raise KeyringUnusable(LOCKED, locked=True)  # it may ask, as KWallet does for each program


def _at_once(account: str) -> str | None:
    """Return a password from the Secret Service, if there is one: a hook has no time for keyring's search of
    all backends."""
    try:
        return _of_secret_service(account)
    except KeyringUnusable:
        raise
    except Exception as error:  # noqa: BLE001 - whatever D-Bus raises: keyring looks for other backends
        log.debug("No Secret Service: %s", error)
        return None


def _of_secret_service(account: str) -> str | None:
    """Return a password from the Secret Service, by the attributes that keyring gives its items. keyring
    itself unlocks the collection, which asks (jaraco/keyring, keyring/backends/SecretService.py)."""
    import secretstorage

    with contextlib.closing(secretstorage.dbus_init()) as connection:
        items = list(secretstorage.search_items(connection, {"service": SERVICE, "username": account}))
        for item in items:
            if not item.is_locked():
                secret: bytes = item.get_secret()
                return secret.decode("utf-8")
        if items or _default_is_locked(connection):
            raise KeyringUnusable(LOCKED, locked=True)
    return None


def _default_is_locked(connection: Any) -> bool:
    import secretstorage

    try:
        locked: bool = secretstorage.get_collection_by_alias(connection, "default").is_locked()
    except secretstorage.exceptions.ItemNotFoundException:  # nothing was ever kept
        return False
    return locked


def _of_keychain(backend: Any, account: str) -> str | None:
    """Return a password from the Keychain, which asks if another program wrote it, unless the process forbids
    that."""
    import ctypes
    import ctypes.util

    security = ctypes.CDLL(ctypes.util.find_library("Security"))
    security.SecKeychainSetUserInteractionAllowed(ctypes.c_ubyte(0))
    try:
        found: str | None = backend.get_password(SERVICE, account)
    finally:
        security.SecKeychainSetUserInteractionAllowed(ctypes.c_ubyte(1))
    return found


def _weakness(backend: Any) -> str | None:
    """Return why a key may not be given to this backend, if so."""
    kind = type(backend)
    module = kind.__module__
    if module == "keyring.backends.fail":
        return "is none"
    if module == "keyring.backends.null":
        return "keeps nothing"
    plain = "plaintext" in kind.__name__.lower() or getattr(backend, "scheme", None) == "no encyption"
    if module.startswith("keyrings.alt.") or plain:
        return "keeps keys in a file that programs can read"
    return None


def _words_for(error: Exception, secret: str) -> str:
    from keyring.errors import NoKeyringError

    if isinstance(error, NoKeyringError):
        return NO_KEYRING
    if not _LOCKED_KINDS.isdisjoint(kind.__name__ for kind in type(error).__mro__):
        return LOCKED
    text = " ".join(str(error).split())[:200]
    if secret:
        text = text.replace(secret, "…")
    return f"The system's keyring failed: {text or type(error).__name__}. Fix it, {_ELSE}"


@dataclass(frozen=True, slots=True)
class _Held:
    """The keyring's answer. `until`: when it is asked again automatically, if ever."""

    key: str | None
    trouble: str = ""
    until: float = math.inf


class Credentials:
    """The keys of all addresses. Thread-safe.

    A key is read once for each address and cached until it changes. Reading waits at most `patience` seconds,
    once: a keyring that asks the person for a password answers later, and `changed` is called then.
    """

    def __init__(
        self,
        environ: Mapping[str, str],
        keyring: Keyring | None = None,
        *,
        address: Callable[[], str] = lambda: "",
        patience: float = WINDOW_PATIENCE,
        changed: Callable[[], None] = lambda: None,
        kept: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`address` returns where keys are sent at present, "" for Anthropic's own. `changed` is called on
        another thread after a late or different answer of the keyring, `kept` after this process changed the
        keyring; `clock` returns seconds."""
        self._environ = environ
        self._keyring = keyring or SystemKeyring()
        self._address = address
        self._patience = patience
        self._changed = changed
        self._kept = kept
        self._clock = clock
        self._lock = threading.Lock()
        self._session: dict[str, str] = {}
        self._held: dict[str, _Held] = {}
        self._reads: dict[str, tuple[Future[_Held], float]] = {}
        """Reads of the keyring that are under way, and until when a caller waits for them."""
        self._age = 0

    def key(self, address: str | None = None) -> str | None:
        """Return the key for an address (default: the present one): that of this session, else the keyring's,
        else the environment's, which is Anthropic's unless ANTHROPIC_BASE_URL names another address."""
        origin = self._origin(address)
        with self._lock:
            if origin in self._session:
                return self._session[origin]
        return self._from_keyring(origin).key or self._from_environment(origin)

    def status(self, address: str | None = None) -> KeyStatus:
        """Return where the key for an address comes from."""
        origin = self._origin(address)
        held = self._from_keyring(origin)
        with self._lock:
            session = self._session.get(origin)
        for where, key in (
            (Where.SESSION, session),
            (Where.KEYRING, held.key),
            (Where.ENVIRONMENT, self._from_environment(origin)),
        ):
            if key:
                return KeyStatus(where, hint(key), held.trouble)
        return KeyStatus(Where.NOWHERE, "", held.trouble)

    def set(self, key: str, *, session_only: bool = False, address: str | None = None) -> None:
        """Store a key for an address in the keyring. Raises InvalidInput for what can't be a key,
        KeyringUnusable."""
        checked, origin = checked_key(key), self._origin(address)
        if session_only:
            with self._lock:
                self._session[origin] = checked
            return
        self._change(lambda: self._store(_account(origin), checked))
        with self._lock:
            self._session.pop(origin, None)
            self._held[origin] = _Held(checked)
        self._kept()

    def clear(self, address: str | None = None) -> bool:
        """Delete the key for an address from the keyring and this session. Returns whether there was one; the
        environment's stays. Raises KeyringUnusable."""
        origin = self._origin(address)
        with self._lock:
            had_session = self._session.pop(origin, None) is not None
        try:
            had = self._change(lambda: self._remove(_account(origin)))
        except KeyringUnusable:
            if not had_session:
                raise
            return True
        with self._lock:
            self._held[origin] = _Held(None)
        self._kept()
        return had or had_session

    def forget(self) -> None:
        """Drop the cache: the keyring was unlocked, or another process changed it."""
        with self._lock:
            self._age += 1
            self._held.clear()

    # -- the keyring --

    def _store(self, account: str, key: str) -> None:
        self._keyring.set(account, key)
        if self._keyring.get(account) != key:
            raise KeyringUnusable(f"The system's keyring did not save the key. Fix it, {_ELSE}")

    def _remove(self, account: str) -> bool:
        had = self._keyring.get(account) is not None
        if had:
            self._keyring.delete(account)
        return had

    def _change(self, what: Callable[[], T]) -> T:
        """Run a change that a person asked for, who can unlock the keyring."""
        with self._lock:
            self._age += 1
        future = in_background(what)
        try:
            return future.result(max(self._patience, CHANGE_SECONDS))
        except TimeoutError:
            future.add_done_callback(lambda _: self.forget())  # the result is not known
            raise KeyringUnusable(SLOW) from None

    def _from_keyring(self, origin: str) -> _Held:
        with self._lock:
            held = self._held.get(origin)
            if held is not None and self._clock() < held.until:
                return held
            future, until = self._reads.get(origin) or self._begin(origin, held)
        if held is not None:
            return held  # while it is read again
        try:
            return future.result(max(0.0, until - self._clock()))
        except TimeoutError:
            return _Held(None, SLOW)

    def _begin(self, origin: str, before: _Held | None) -> tuple[Future[_Held], float]:
        """Read the keyring on a thread of its own. The caller holds the lock."""
        age, until = self._age, self._clock() + self._patience
        # It can't end before it is noted, because it waits for the lock.
        read = self._reads[origin] = in_background(lambda: self._read(origin, age, until, before)), until
        return read

    def _read(self, origin: str, age: int, until: float, before: _Held | None) -> _Held:
        held = _Held(None, SLOW)
        try:
            held = _Held(self._keyring.get(_account(origin)))
        except KeyringUnusable as error:
            log.info("The keyring can't be used: %s", error.message)
            again = math.inf if error.locked else self._clock() + AGAIN_SECONDS
            held = _Held(None, error.message, again)
        finally:
            with self._lock:
                self._reads.pop(origin, None)
                if self._age == age:  # else something changed meanwhile, and the next one reads again
                    self._held[origin] = held
        if self._clock() >= until or (before and (before.key, before.trouble) != (held.key, held.trouble)):
            self._changed()
        return held

    def _origin(self, address: str | None) -> str:
        return origin_of(self._address() if address is None else address)

    def _from_environment(self, origin: str) -> str | None:
        meant = origin_of(self._environ.get(ADDRESS_VARIABLE, ""))
        return (self._environ.get(VARIABLE, "").strip() or None) if origin == meant else None


def in_background(what: Callable[[], T]) -> Future[T]:
    """Run `what` on a daemon thread: a keyring may never answer."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(what())
        except BaseException as error:  # noqa: BLE001 - raised again where the future is read
            future.set_exception(error)

    threading.Thread(target=run, name="arbor-keyring", daemon=True).start()
    return future


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address, which a key belongs to: `https://host:8443`."""
    try:
        parts = urlsplit(address.strip() or OWN_ADDRESS)
        port = parts.port
    except ValueError:  # no valid address, so nothing is sent there either
        return address.strip()
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    usual = {"https": 443, "http": 80}.get(parts.scheme.lower())
    return f"{parts.scheme.lower()}://{shown}" + ("" if port in (None, usual) else f":{port}")


def _account(origin: str) -> str:
    return USER if origin == OWN_ADDRESS else f"{USER} {origin}"


def checked_key(key: str) -> str:
    """Return a key as it can be sent. Raises InvalidInput, whose message never contains the key."""
    stripped = key.strip()
    if not stripped:
        raise InvalidInput("The key is empty.", field="key")
    if not stripped.isascii() or not stripped.isprintable() or " " in stripped:
        raise InvalidInput("The key has invalid characters. Copy it again.", field="key")
    if len(stripped) > MOST_CHARS:
        raise InvalidInput("This is too long for a key. Copy it again.", field="key")
    return stripped


def hint(key: str) -> str:
    """Return the last four characters of a long enough key."""
    return f"…{key[-4:]}" if len(key) >= 20 else "…"


def unencrypted(address: str) -> bool:
    """Return whether what is sent to an address, with the key, can be read on the internet: http, to no
    computer of one's own network."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:  # half typed: no address yet
        return False
    if parts.scheme != "http" or not host:
        return False
    from ipaddress import ip_address

    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith(_AT_HOME)
