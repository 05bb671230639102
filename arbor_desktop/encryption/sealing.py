"""Sealing of small files: whoever has encryption.json can seal, only who has the key can open.

Notes of hooks are sealed so while the store is locked, and copies of people's files always. Hooks use this
module, so it imports almost nothing.
"""

from __future__ import annotations

import os
from json import loads

FILE = "encryption.json"
MARK = b"arbor-sealed-1\n"
SEALED = ".sealed"
"""Ending of sealed copies of people's files."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


class Unreadable(Exception):
    """encryption.json or a sealed file is damaged, or sealed for another key; the message is for people."""


def key_file(home: str) -> dict[str, str] | None:
    """Return what encryption.json says, unchecked but for its form; None if the store is plain. Raises
    Unreadable."""
    try:
        with open(os.path.join(home, FILE), "rb") as file:  # noqa: PTH118, PTH123 - hooks use it
            found = loads(file.read())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), str) for name in ("mode", "key_id", "public_key")
    ):
        raise Unreadable(
            f"{os.path.join(home, FILE)} is damaged, so the memory can't be unlocked. "  # noqa: PTH118
            f"Copy {FILE} from the folder of backups to its place."
        )
    return found


def key_id(key: str) -> str:
    """Return what identifies a key without revealing it."""
    return _derived(key, b"arbor-key-id")[:16].hex()


def public_key(key: str) -> str:
    """Return the public key, in hex, with which anybody can seal for the owner of `key`."""
    from nacl.bindings import crypto_scalarmult_base

    return crypto_scalarmult_base(_derived(key, b"arbor-seal")).hex()


def seal(data: bytes, public: str) -> bytes:
    """Return `data` as only the owner of the key can read it. Raises Unreadable."""
    from nacl.bindings import crypto_box_seal

    try:
        return MARK + crypto_box_seal(data, bytes.fromhex(public))
    except Exception as error:
        raise Unreadable("The public key in encryption.json is damaged.") from error


def seal_for(home: str, data: bytes) -> bytes:
    """Return `data` sealed if the store at `home` is encrypted, else as it is. Raises Unreadable."""
    found = key_file(home)
    return data if found is None else seal(data, found["public_key"])


def is_sealed(data: bytes) -> bool:
    return data.startswith(MARK)


def unseal(data: bytes, *keys: str | None) -> bytes:
    """Return what was sealed, if it was, with the first of the keys that fits. Raises Unreadable."""
    if not is_sealed(data):
        return data
    from nacl.bindings import crypto_box_seal_open, crypto_scalarmult_base
    from nacl.exceptions import CryptoError

    for key in keys:
        if key is not None:
            private = _derived(key, b"arbor-seal")
            try:
                return crypto_box_seal_open(data[len(MARK) :], crypto_scalarmult_base(private), private)
            except (CryptoError, ValueError, TypeError):
                continue
    raise Unreadable("It is sealed for another key, or damaged.")


def sealed_name(path: Path, content: bytes) -> Path:
    """Return the name of a sealed copy. It has a digest of the content, so that none is kept twice."""
    from hashlib import blake2b

    return path.with_name(f"{path.name}.{blake2b(content, digest_size=6).hexdigest()}{SEALED}")


def _derived(key: str, purpose: bytes) -> bytes:
    from hashlib import blake2b

    return blake2b(bytes.fromhex(key), digest_size=32, person=purpose).digest()
