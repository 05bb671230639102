"""Sealing of what lies in the folder, and the keys for it.

All devices of a group share a key for segments (XChaCha20-Poly1305). Each also has a pair of keys, for which
the others seal a new shared key when a device joined or was removed. A pairing code opens an offer: the key
that is shared until its device has joined.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

import msgspec

from arbor_desktop.errors import InvalidInput
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.resources import common_words
from arbor_desktop.text.sentence import Sentence

WORDS = 8
"""Words of a pairing code: 86 bits, which nobody tries out, at a tenth of a second each."""
SHORTEST, LONGEST = 4, 6
_ENOUGH = 4
"""Letters by which a word is known."""
_NONCE, _KEY_ID = 24, 8


class NotOpened(Exception):
    """Sealed for another key, or damaged."""


class Keys(msgspec.Struct, forbid_unknown_fields=False):
    """A device's secrets, as the system's keyring has them. Bytes are in hex.

    `generation` counts shared keys; `older`: earlier ones, until everything is sealed with the present one;
    `gone`: ids of removed devices. `code`: the pairing code that was shown, until `code_until`
    (milliseconds).
    """

    private: str
    shared: str = ""
    generation: int = 0
    older: list[str] = []
    gone: list[str] = []
    code: str = ""
    code_until: int = 0

    @property
    def public(self) -> str:
        from nacl.bindings import crypto_scalarmult_base

        return crypto_scalarmult_base(bytes.fromhex(self.private)).hex()


@dataclass(frozen=True, slots=True)
class Grant:
    """The shared key, from one device for another; `removed` where that one is no longer of the group."""

    shared: str
    generation: int
    group_id: str
    older: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Ids of removed devices."""
    removed: bool = False
    giver: str = ""
    until: int = 0
    """Of an offer: the name of the device that gives the key, and until when the code is valid
    (milliseconds)."""


def new_key() -> str:
    return secrets.token_hex(32)


def seal(data: bytes, key: str, header: bytes) -> bytes:
    """Return `data` sealed with a shared key; `header` comes first, readable and protected from changes."""
    from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt

    nonce, header = secrets.token_bytes(_NONCE), header + _id_of(key)
    return header + nonce + encrypt(data, header, nonce, bytes.fromhex(key))


def unseal(data: bytes, size: int, keys: list[str]) -> tuple[bytes, str]:
    """Return what was sealed after a header of this size, and the key. Raises NotOpened."""
    from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as decrypt
    from nacl.exceptions import CryptoError

    start = size + _KEY_ID
    for key in keys:
        if data[size:start] == _id_of(key):
            try:
                nonce = data[start : start + _NONCE]
                return decrypt(data[start + _NONCE :], data[:start], nonce, bytes.fromhex(key)), key
            except (CryptoError, ValueError, TypeError) as error:
                raise NotOpened("damaged") from error
    raise NotOpened("key")


def _id_of(key: str) -> bytes:
    return blake2b(bytes.fromhex(key), digest_size=_KEY_ID, person=b"arbor-group-key").digest()


# -- from one device to another --


def box(data: bytes, private: str, public: str) -> bytes:
    """Return `data` as only the owner of `public` can read it, who knows that it is from the owner of
    `private`."""
    from nacl.bindings import crypto_box

    nonce = secrets.token_bytes(_NONCE)
    return nonce + crypto_box(data, nonce, bytes.fromhex(public), bytes.fromhex(private))


def unbox(data: bytes, private: str, public: str) -> bytes:
    """Return what the owner of `public` sealed for that of `private`. Raises NotOpened."""
    from nacl.bindings import crypto_box_open
    from nacl.exceptions import CryptoError

    try:
        return crypto_box_open(data[_NONCE:], data[:_NONCE], bytes.fromhex(public), bytes.fromhex(private))
    except (CryptoError, ValueError, TypeError) as error:
        raise NotOpened("damaged") from error


# -- pairing --

_UNFIT = """
abuse arab bible bitch blood bomb crime damn damned dead death deaths dick died drug drugs drunk
dying fuck fucking gang gender guns hate hated hell hindu islam islamic israel jail jesus jewish
jews kill killed kiss kissed murder muslim muslims naked nazi nazis pope porn prison race races
racial racist rape rifle rifles sexual sexy shit slave slaves suicide terror virgin wars weapon
weapons witch
""".split()  # noqa: SIM905
"""Common words that nobody wants to read out."""


def new_code() -> str:
    """Return a new pairing code."""
    words = code_words()
    return " ".join(secrets.choice(words) for _ in range(WORDS))


def code_words() -> list[str]:
    """Return the words of codes, in order. Each begins with four letters of its own."""
    fit = (word for word in common_words() if SHORTEST <= len(word) <= LONGEST and word.isascii())
    words = sorted(word for word in fit if word not in _UNFIT)
    return list({word[:_ENOUGH]: word for word in reversed(words)}.values())[::-1]


def checked_code(typed: str) -> str:
    """Return a code as `new_code` writes it, however it was typed. Raises InvalidInput if it is none."""
    words = _words(typed)
    if len(words) != WORDS:
        raise InvalidInput(
            Sentence("A pairing code has {count} words; this has {typed}.", count=WORDS, typed=len(words))
        )
    if unknown := unknown_words(typed):
        raise InvalidInput(
            Sentence("The pairing code has a typing mistake: no code has “{word}”.", word=unknown[0])
        )
    known = {word[:_ENOUGH]: word for word in code_words()}
    return " ".join(known[word[:_ENOUGH]] for word in words)


def unknown_words(typed: str) -> list[str]:
    """Return those of the words that are in no code. The first four letters of a word are enough."""
    known = {word[:_ENOUGH]: word for word in code_words()}
    words = _words(typed)
    return [
        word
        for word in words
        if not (len(word) >= _ENOUGH and known.get(word[:_ENOUGH], "").startswith(word))
    ]


def _words(typed: str) -> list[str]:
    return typed.casefold().replace("-", " ").split()


def key_of_code(code: str, salt: bytes) -> str:
    """Return the key that a pairing code stands for in one exchange."""
    from nacl.pwhash import argon2id

    effort = argon2id.OPSLIMIT_INTERACTIVE, argon2id.MEMLIMIT_INTERACTIVE
    return argon2id.kdf(32, code.encode(), salt, opslimit=effort[0], memlimit=effort[1]).hex()
