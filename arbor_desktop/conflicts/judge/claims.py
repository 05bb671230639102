"""What a clause claims, as words in roles.

`Use Jest instead of Mocha for unit tests in CI` claims Jest (main), not Mocha (against), and speaks of unit
tests and CI (scope).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbor_desktop.conflicts.judge.quantities import Quantity
from arbor_desktop.conflicts.judge.tokens import Token

MAIN, SCOPE, CONDITION, AGAINST, GONE, DROPPED, TOPIC = (
    "main", "scope", "condition", "against", "gone", "dropped", "topic",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A word that counts, and the part it plays."""

    key: str
    raw: str
    role: str
    at: int
    members: tuple[tuple[int, int], ...] = ()
    quantity: Quantity | None = None
    bound: str = ""
    name: bool = False
    owner: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A clause. `denied`: it says that something is not so, or not wanted."""

    words: tuple[Word, ...]
    tokens: tuple[Token, ...]
    subject: str
    """`user`, `team` or nobody."""
    denied: bool
    hedged: bool
    """It says what may be, or was once, or is a question."""
    past: bool
    changed: bool
    """It says that something has become so."""
    switched: bool
    """It says to what something was changed."""
    also: bool
    likes: bool
    """It says what is liked, which need not be one thing."""
    knows: bool
    """It says what is known or done, which isn't one thing either."""
    prefers: bool
    stance: bool
    limited: bool
    """It names exceptions."""

    @property
    def holds(self) -> bool:
        return not self.hedged and not self.past

    def role(self, *roles: str) -> Iterator[Word]:
        return (word for word in self.words if word.role in roles)
