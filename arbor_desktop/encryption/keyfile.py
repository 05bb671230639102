"""encryption.json: what is needed to get the key back, and no secret."""

from __future__ import annotations

import json
import os
import secrets
import unicodedata
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import Any

from arbor_desktop.encryption.codes import checked_code, new_code
from arbor_desktop.encryption.sealing import key_id, public_key
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

VERSION = 1
MOST_MEMORY = 1 << 31
SHORTEST_PASSPHRASE = 8
OTHER_CODE = Sentence("This is the recovery code of another memory.")
WRONG_PASSPHRASE = Sentence("The passphrase is wrong.")


class Mode(StrEnum):
    """Where the key is kept: in the system's keyring, or nowhere, as a passphrase opens it."""

    KEYRING = "keyring"
    PASSPHRASE = "passphrase"


class Damaged(StorageError):
    """encryption.json can't be read."""


@dataclass(frozen=True, slots=True)
class Passphrase:
    """The key wrapped by a passphrase, through Argon2id with this salt and effort (`memory` in bytes)."""

    salt: str
    operations: int
    memory: int
    key: str


@dataclass(frozen=True, slots=True)
class KeyFile:
    """Bytes are in hex. `recovery`: the key wrapped by the recovery code."""

    mode: Mode
    key_id: str
    public_key: str
    recovery: str
    passphrase: Passphrase | None = None

    def to_dict(self) -> dict[str, Any]:
        document: dict[str, Any] = {"version": VERSION, "mode": self.mode.value}
        document |= {name: getattr(self, name) for name in ("key_id", "public_key", "recovery")}
        if (given := self.passphrase) is not None:
            names = ("salt", "operations", "memory", "key")
            document["passphrase"] = {name: getattr(given, name) for name in names}
        return document

    @classmethod
    def of(cls, document: Any) -> KeyFile:
        """Raises ValueError if the document is damaged or of a newer version."""
        try:
            if document["version"] != VERSION:
                raise ValueError("it was written by a newer Arbor")
            given = document.get("passphrase")
            wrapped = None
            if given is not None:
                wrapped = Passphrase(
                    given["salt"], int(given["operations"]), int(given["memory"]), given["key"]
                )
                if not 0 < wrapped.memory <= MOST_MEMORY:
                    raise ValueError("it asks for too much memory")
            found = cls(
                Mode(document["mode"]),
                document["key_id"],
                document["public_key"],
                document["recovery"],
                wrapped,
            )
            for text in (found.key_id, found.public_key, found.recovery):
                bytes.fromhex(text)
            if (found.mode is Mode.PASSPHRASE) != (wrapped is not None):
                raise ValueError("its passphrase is missing")
            return found
        except (KeyError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError("it is damaged") from error

    # -- getting the key --

    def fits(self, key: str) -> bool:
        """Return whether this is the key."""
        try:
            return key_id(key) == self.key_id
        except ValueError:
            return False

    def unlock(self, typed: str) -> str:
        """Return the key by the passphrase or the recovery code. Raises InvalidInput, StorageError."""
        try:
            return self.by_code(typed)
        except InvalidInput:
            if self.passphrase is None:
                raise
        return self.by_passphrase(typed)

    def by_code(self, typed: str) -> str:
        """Return the key. Raises InvalidInput."""
        code = checked_code(typed)
        return self._opened(self.recovery, _of_code(code), OTHER_CODE)

    def by_passphrase(self, typed: str) -> str:
        """Return the key; takes about a second. Raises InvalidInput."""
        given = self.passphrase
        if given is None:
            raise InvalidInput("This memory has no passphrase: its key is in the system's keyring.")
        wrapping = _of_passphrase(typed, bytes.fromhex(given.salt), given.operations, given.memory)
        return self._opened(given.key, wrapping, WRONG_PASSPHRASE)

    def _opened(self, wrapped: str, wrapping: bytes, wrong: str) -> str:
        from nacl.exceptions import CryptoError
        from nacl.secret import SecretBox

        try:
            key = SecretBox(wrapping).decrypt(bytes.fromhex(wrapped)).hex()
        except (CryptoError, ValueError):
            raise InvalidInput(wrong) from None
        if not self.fits(key):
            raise InvalidInput(wrong)
        return key

    def with_passphrase(self, key: str, typed: str) -> KeyFile:
        """Return the file with another passphrase for the same key. Raises InvalidInput."""
        return KeyFile(Mode.PASSPHRASE, self.key_id, self.public_key, self.recovery, _wrapped(key, typed))

    def without_passphrase(self) -> KeyFile:
        """Return the file of a key that is kept in the keyring."""
        return KeyFile(Mode.KEYRING, self.key_id, self.public_key, self.recovery)


@dataclass(frozen=True, slots=True)
class NewKey:
    """A new key. `code` is shown once; the key counts once a store is encrypted with it."""

    key: str
    code: str
    file: KeyFile

    def typed_back(self, typed: str) -> bool:
        """Return whether the code was written down. Raises InvalidInput for what can't be a code."""
        return checked_code(typed) == self.code


def new_key(passphrase: str | None = None) -> NewKey:
    """Return a new key, which `passphrase` opens, or which is to be kept in the keyring. Raises
    InvalidInput."""
    key, code = secrets.token_hex(32), new_code()
    mode = Mode.KEYRING if passphrase is None else Mode.PASSPHRASE
    opened = None if passphrase is None else _wrapped(key, passphrase)
    return NewKey(key, code, KeyFile(mode, key_id(key), public_key(key), wrap(key, _of_code(code)), opened))


def wrap(key: str, wrapping: bytes) -> str:
    """Return a key as only `wrapping` (32 bytes) opens it."""
    from nacl.secret import SecretBox

    return SecretBox(wrapping).encrypt(bytes.fromhex(key)).hex()


def _wrapped(key: str, typed: str) -> Passphrase:
    from nacl.pwhash import argon2id

    if len(typed) < SHORTEST_PASSPHRASE:
        raise InvalidInput(
            Sentence("Choose a passphrase of at least {count} characters.", count=SHORTEST_PASSPHRASE)
        )
    salt = secrets.token_bytes(argon2id.SALTBYTES)
    effort = argon2id.OPSLIMIT_MODERATE, argon2id.MEMLIMIT_MODERATE
    return Passphrase(salt.hex(), *effort, wrap(key, _of_passphrase(typed, salt, *effort)))


def _of_passphrase(typed: str, salt: bytes, operations: int, memory: int) -> bytes:
    from nacl.exceptions import CryptoError
    from nacl.pwhash import argon2id

    text = unicodedata.normalize("NFC", typed).encode("utf-8", "surrogatepass")
    try:
        return argon2id.kdf(32, text, salt, opslimit=operations, memlimit=memory)
    except (CryptoError, ValueError) as error:
        raise StorageError(
            Sentence(
                "There is not enough memory to check the passphrase: {size} MB are needed.",
                size=memory >> 20,
            )
        ) from error


def _of_code(code: str) -> bytes:
    return blake2b(code.replace("-", "").encode(), digest_size=32, person=b"arbor-recovery").digest()


# -- the file --


def read(path: Path) -> KeyFile | None:
    """Return what encryption.json says; None if there is none. Raises Damaged."""
    try:
        return KeyFile.of(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is damaged"
        if isinstance(error, ValueError) and not isinstance(error, json.JSONDecodeError | UnicodeError):
            why = str(error)
        raise Damaged(
            f"{path} can't be read ({why}), so the memory can't be unlocked. Copy {path.name} from the "
            "folder of backups to its place.",
            path=str(path),
        ) from error


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a file of this room whole, for its user alone, and on to the disk. Raises OSError."""
    partial = path.with_name(f".{path.name}.partial")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(json.dumps(document, indent=2).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
