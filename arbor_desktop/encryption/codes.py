"""Recovery codes: eight groups of five letters and digits, the last of which reveals typing mistakes."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from arbor_desktop.errors import InvalidInput

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
GROUP, GROUPS = 5, 8
_RANDOM = GROUP * (GROUPS - 1)
"""Letters that are random: 175 bits."""
_ALIKE = str.maketrans("018", "OIB")


def new_code() -> str:
    """Return a new recovery code: `ABCDE-FGHIJ-…`."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(_RANDOM))
    return _grouped(letters + _check(letters))


def checked_code(typed: str) -> str:
    """Return a code as `new_code` writes it, however it was typed. Raises InvalidInput if it is none."""
    letters = "".join(letter for letter in typed.upper().translate(_ALIKE) if letter in LETTERS)
    if len(letters) != GROUP * GROUPS:
        raise InvalidInput(
            f"A recovery code has {GROUPS} groups of {GROUP} letters and digits; this has {len(letters)} of "
            f"{GROUP * GROUPS} characters."
        )
    if _check(letters[:_RANDOM]) != letters[_RANDOM:]:
        raise InvalidInput("The recovery code has a typing mistake. Compare it with what you wrote down.")
    return _grouped(letters)


def _check(letters: str) -> str:
    number = int.from_bytes(blake2b(letters.encode(), digest_size=8, person=b"arbor-check").digest())
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(GROUP))


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))
