"""Recovery codes: eight groups of five letters and digits, the last of which reveals typing mistakes."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from arbor_desktop.errors import InvalidInput
from arbor_desktop.text.sentence import Sentence

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
    letters = _letters(typed)
    if len(letters) != GROUP * GROUPS:
        raise InvalidInput(
            Sentence(
                "A recovery code has {groups} groups of {size} letters and digits; this has {typed} of {all} "
                "characters.",
                groups=GROUPS, size=GROUP, typed=len(letters), all=GROUP * GROUPS,
            )
        )  # fmt: skip
    if _check(letters[:_RANDOM]) != letters[_RANDOM:]:
        raise InvalidInput(
            Sentence("The recovery code has a typing mistake. Compare it with what you wrote down.")
        )
    return _grouped(letters)


def typed_groups(typed: str) -> list[str]:
    """Return the groups of what was typed so far, the last of which may be incomplete."""
    letters = _letters(typed)
    return [letters[start : start + GROUP] for start in range(0, len(letters), GROUP)]


def _letters(typed: str) -> str:
    return "".join(letter for letter in typed.upper().translate(_ALIKE) if letter in LETTERS)


def _check(letters: str) -> str:
    number = int.from_bytes(blake2b(letters.encode(), digest_size=8, person=b"arbor-check").digest())
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(GROUP))


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))
