"""What to search for to find whatever may contradict a statement."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.core.contradiction.claims import Claim
from arbor_desktop.core.contradiction.rivals import Rivals

MOST_TERMS = 14


def search_words(claims: Sequence[Claim], rivals: Rivals) -> tuple[str, ...]:
    """Its own words that count, then the rivals of what it names, then other words for the same."""
    words = [word for claim in claims for word in claim.words if word.quantity is None]
    own = dict.fromkeys(part for word in words if word.key not in rivals.light for part in _parts(word.raw))
    return tuple(own)[:MOST_TERMS]


def _parts(raw: str) -> list[str]:
    return [part for part in raw.lower().split() if any(sign.isalnum() for sign in part)]
