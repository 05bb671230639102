"""Tokens of a sentence, and claims: words in roles.

Phrases of the data file and quantities are one token each. `Use Jest instead of Mocha for unit tests in CI`
claims Jest (main), not Mocha (against), for unit tests and CI (scope).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbor_desktop.conflicts.judge.quantities import MONTHS, Quantity, quantity
from arbor_desktop.conflicts.judge.rivals import Entry, Rivals
from arbor_desktop.text.sentences import Piece, pieces, root

SIGNS = frozenset(",:()?")


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `low`: in lower case; `key`: for comparisons; `members`: (group, member) pairs."""

    low: str
    stem: str
    key: str
    raw: str
    members: tuple[tuple[int, int], ...] = ()
    quantity: Quantity | None = None
    name: bool = False
    owner: bool = False


def tokens(sentence: str, rivals: Rivals) -> list[Token]:
    """Return the tokens of a sentence, the longest known phrases first."""
    read = pieces(sentence)
    roots = [root(piece.low) for piece in read]
    nearby = frozenset(roots)
    found: list[Token] = []
    at = 0
    while at < len(read):
        phrase = _phrase(read, roots, at, nearby, rivals)
        if phrase and phrase[1] == 1 and _begins_date(read, at):
            phrase = None
        if phrase and (phrase[1] > 1 or (phrase[0].members and read[at].low not in ("noon", "midnight"))):
            token, taken = phrase
        else:
            counted = quantity(read, at)
            if counted:
                amount, taken = counted
                token = Token(read[at].low, "#", "#", amount.raw, quantity=amount)
            elif phrase:
                token, taken = phrase
            else:
                one = read[at]
                token, taken = (
                    Token(one.low, roots[at], roots[at], one.raw, name=one.name, owner=one.owner),
                    1,
                )
        found.append(token)
        at += taken
    return found


def _begins_date(read: Sequence[Piece], at: int) -> bool:
    """Return whether a date begins here: `September 16` is a day, not a month."""
    return at + 1 < len(read) and read[at + 1].low[:1].isdigit() and read[at].low in MONTHS


def _phrase(
    read: Sequence[Piece], roots: Sequence[str], at: int, nearby: frozenset[str], rivals: Rivals
) -> tuple[Token, int] | None:
    for phrase, entry in rivals.phrases.get(roots[at], ()):
        end = at + len(phrase)
        if end > len(read) or tuple(roots[at:end]) != phrase:
            continue
        taken = read[at:end]
        members = _members(entry, taken, nearby)
        if not members and not entry.same:
            continue
        raw = " ".join(piece.raw for piece in taken)
        low = " ".join(piece.low for piece in taken)
        name = any(piece.name for piece in taken)
        key = entry.same or " ".join(phrase)
        return Token(low, roots[at], key, raw, members, name=name, owner=taken[-1].owner), len(phrase)
    return None


def _members(entry: Entry, taken: Sequence[Piece], nearby: frozenset[str]) -> tuple[tuple[int, int], ...]:
    raw = " ".join(piece.raw for piece in taken)
    code = all(piece.code for piece in taken)
    return tuple(
        alias.member
        for alias in entry.aliases
        if (not alias.exact or code or (raw == alias.exact and not taken[0].first))
        and (not alias.needs or alias.needs & nearby)
    )


MAIN, SCOPE, CONDITION, AGAINST, GONE, DROPPED, TOPIC = (
    "main", "scope", "condition", "against", "gone", "dropped", "topic",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A word that counts, with its role."""

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
    """A clause. `denied`: it says that something is not so, or not wanted. `subject`: `user`, `team`, a name
    or ""."""

    words: tuple[Word, ...]
    tokens: tuple[Token, ...]
    subject: str

    denied: bool
    hedged: bool
    """It is a possibility, a plan or a question."""
    past: bool
    changed: bool
    """It says that something has changed."""
    switched: bool
    """It names the new state."""
    also: bool
    likes: bool
    """It says what somebody likes, which need not be one thing."""
    knows: bool
    """It says what somebody knows or does, which need not be one thing either."""
    prefers: bool
    stance: bool
    limited: bool
    """It names exceptions."""

    @property
    def holds(self) -> bool:
        return not self.hedged and not self.past

    def role(self, *roles: str) -> Iterator[Word]:
        return (word for word in self.words if word.role in roles)
