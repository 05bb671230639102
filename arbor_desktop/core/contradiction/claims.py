"""What a text claims: its sentences, parted into clauses, and each as words in roles.

`Use Jest instead of Mocha for unit tests in CI` claims Jest (main), not Mocha (against), and speaks of unit
tests and CI (scope).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbor_desktop.core.contradiction import vocabulary as v
from arbor_desktop.core.contradiction.clauses import clauses
from arbor_desktop.core.contradiction.pieces import sentences
from arbor_desktop.core.contradiction.quantities import Quantity, bound
from arbor_desktop.core.contradiction.rivals import Rivals
from arbor_desktop.core.contradiction.tokens import SIGNS, Token, tokens

MAIN, SCOPE, CONDITION, AGAINST, GONE, DROPPED = "main", "scope", "condition", "against", "gone", "dropped"
MOST_CLAIMS = 40
_PAST_VERBS = v.words("lived worked studied grew born had spent was were taught sat")


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
    also: bool
    taste: bool
    """It says what is liked or known, which need not be one thing."""
    prefers: bool
    stance: bool
    limited: bool
    """It names exceptions."""

    @property
    def holds(self) -> bool:
        return not self.hedged and not self.past

    def role(self, *roles: str) -> Iterator[Word]:
        return (word for word in self.words if word.role in roles)


def read(text: str, rivals: Rivals) -> tuple[Claim, ...]:
    """The claims of a text. Any text can be read."""
    found: list[Claim] = []
    for sentence in sentences(text):
        read_tokens = tokens(sentence, rivals)
        if sentence.rstrip("\"') ").endswith("?"):
            continue
        for clause in clauses(read_tokens):
            claim = _Reader(clause).claim()
            if claim.words:
                found.append(claim)
        if len(found) >= MOST_CLAIMS:
            break
    return tuple(found[:MOST_CLAIMS])


class _Reader:
    """Reads one clause, token by token."""

    def __init__(self, clause: Sequence[Token]) -> None:
        self._tokens = clause
        self._lows = [token.low for token in clause]
        self._words: list[Word] = []
        self._role = MAIN
        self._led = False
        """The part that is open began the clause: a comma or a verb ends it."""
        self._denied = self._hedged = self._past = self._changed = self._limited = False
        self._replacing = False
        self._from = False
        self._change_verb = any(low in v.CHANGE_VERBS for low in self._lows)

    def claim(self) -> Claim:
        at = 0
        while at < len(self._tokens):
            at += self._take(at)
        lows = frozenset(self._lows)
        return Claim(
            words=tuple(self._words),
            tokens=tuple(self._tokens),
            subject=self._subject(),
            denied=self._denied,
            hedged=self._hedged,
            past=self._past and not self._changed,
            changed=self._changed,
            also=bool(lows & v.ALSO),
            taste=bool(lows & v.TASTE) and not lows & v.PREFER,
            prefers=bool(lows & v.PREFER),
            stance=bool(lows & v.STANCE),
            limited=self._limited,
        )

    def _subject(self) -> str:
        for low in self._lows[:3]:
            if low in v.USER:
                return "user"
            if low in v.TEAM:
                return "team"
        return ""

    def _take(self, at: int) -> int:
        """Reads what stands here; returns how many tokens that were."""
        token = self._tokens[at]
        low = token.low
        if low in SIGNS:
            if self._led or self._role == AGAINST:
                self._begin(MAIN)
            return 1
        if low in v.CHANGES:
            self._changed = True
        taken = self._phrase(at)
        if taken:
            return taken
        self._flags(at, low)
        if self._starts(at, low):
            if token.members:
                self._add(token, at)
            return 1
        if low in v.STOP or low in v.STANCE or low in v.NEGATIONS or low in v.HEDGES or low in v.ALSO:
            if token.members:
                self._add(token, at)
            return 1
        self._add(token, at)
        return 1

    def _phrase(self, at: int) -> int:
        for phrases, role in (
            (v.GONE_PHRASES, GONE),
            (v.CONTRAST_PHRASES, AGAINST),
            (v.REASON_PHRASES, DROPPED),
            (v.EXAMPLE_PHRASES, DROPPED),
            (v.EXCEPT_PHRASES, CONDITION),
        ):
            for phrase in phrases:
                if tuple(self._lows[at : at + len(phrase)]) == phrase and self._fits(phrase, at):
                    if phrases is v.EXCEPT_PHRASES:
                        self._limited = True
                    if role == GONE:
                        self._changed = True
                        if phrase[0] == "in":
                            role = MAIN
                        elif phrase[-1] in ("anymore", "more") and phrase[0] == "not":
                            self._gone_before()
                            role = MAIN
                    self._begin(role)
                    return len(phrase)
        return 0

    def _fits(self, phrase: tuple[str, ...], at: int) -> bool:
        before = self._lows[at - 1] if at else ""
        if phrase == ("used", "to"):
            return before not in v.BE
        if phrase in (("instead", "of"), ("in", "favor", "of"), ("in", "favour", "of")):
            gone = any(low in v.GONE_VERBS for low in self._lows[:at])
            return gone if phrase[0] == "in" else False
        if phrase == ("more", "than") or phrase == ("no", "more"):
            after = self._tokens[at + 2] if at + 2 < len(self._tokens) else None
            return after is not None and after.quantity is None and after.low != "than"
        if phrase in (("to", "make"), ("to", "keep"), ("to", "save"), ("to", "reduce"), ("to", "avoid")):
            return bool(self._words)
        return True

    def _flags(self, at: int, low: str) -> None:
        if low in v.HEDGES:
            self._hedged = True
        if low in v.PAST_ONLY or low in _PAST_VERBS:
            self._past = True
        if (low in v.NEGATIONS or low in v.REFUSALS) and self._role in (MAIN, SCOPE) and low != "without":
            after = self._lows[at + 1] if at + 1 < len(self._lows) else ""
            if not (low == "never" and after == "mind") and not (low in ("not", "no") and after == "only"):
                self._denied = not self._denied or low in ("no", "not", "never")

    def _starts(self, at: int, low: str) -> bool:
        """Whether the word begins a part."""
        if self._role == DROPPED:
            return False
        before = self._lows[at - 1] if at else ","
        after = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if low in v.REPLACE:
            self._replace(at)
        elif low in v.GONE_VERBS:
            self._go(at)
        elif low == "without" or (low == "not" and before in (",", "and", "(") and self._words):
            self._denied = self._denied and low == "without"
            self._begin(AGAINST)
        elif low in v.CONTRASTS and self._words and (after is None or after.quantity is None):
            self._begin(AGAINST)
        elif low in v.REASONS:
            self._begin(DROPPED)
        elif low == "from" and self._change_verb:
            self._from = True
            self._begin(GONE)
        elif low == "to" and self._change_verb:
            self._changed = True
            self._begin(MAIN)
        elif low == "to" and self._words and any(one in v.PREFER for one in self._lows[:at]):
            self._begin(AGAINST)
        elif low in v.CONDITIONS:
            self._begin(CONDITION)
        elif low in v.SCOPE_STARTS:
            if self._role != CONDITION:
                self._begin(SCOPE)
        elif low in v.NEUTRAL_STARTS:
            if self._role == SCOPE or (self._role == GONE and self._replacing):
                self._begin(MAIN)
        elif low in v.BE or low in v.HAVE or low in v.USE or low in v.PRONOUNS:
            if self._role == SCOPE or (self._led and self._role != CONDITION):
                self._begin(MAIN)
            return low in v.STOP or low in v.STANCE
        else:
            return False
        return True

    def _begin(self, role: str) -> None:
        self._led = not self._words and role in (SCOPE, CONDITION)
        self._role = role

    def _replace(self, at: int) -> None:
        """`replaced X with Y`, `X was replaced by Y`, `Y replaced X`."""
        self._changed = self._replacing = True
        before = self._lows[at - 1] if at else ""
        rest = self._lows[at + 1 :]
        passive = before in v.BE
        if passive:
            self._gone_before()
        elif any(low in ("with", "by", "for") for low in rest) or any(
            word.role == MAIN for word in self._words
        ):
            self._begin(GONE)

    def _go(self, at: int) -> None:
        """`we dropped X`, `X was dropped`, `X is gone`."""
        before = self._lows[at - 1] if at else ""
        if before in v.BE or before == "got":
            self._changed = True
            self._gone_before()
        elif not any(word.role == MAIN for word in self._words):
            self._changed = True
            self._begin(GONE)

    def _gone_before(self) -> None:
        self._words = [
            Word(w.key, w.raw, GONE, w.at, w.members, w.quantity, w.bound, w.name, w.owner)
            if w.role == MAIN
            else w
            for w in self._words
        ]

    def _add(self, token: Token, at: int) -> None:
        if self._role == DROPPED:
            return
        limit = bound(self._lows[:at], self._lows[at + 1 :]) if token.quantity else ""
        self._words.append(
            Word(
                token.key,
                token.raw,
                self._role,
                at,
                token.members,
                token.quantity,
                limit,
                token.name,
                token.owner,
            )
        )
