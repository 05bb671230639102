"""Claims of a statement: words in roles; and what two claims share.

Phrases of the data file and quantities are one token each. `Use Jest instead of Mocha for unit tests in CI`
claims Jest (main), not Mocha (against), for unit tests and CI (scope).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.data import COMPETING, Entry, Group, RuleData
from arbor_desktop.conflicts.comparison.quantities import MONTHS, Quantity, quantity
from arbor_desktop.quick_dataclass import dataclass
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


def tokens(sentence: str, data: RuleData) -> list[Token]:
    """Return the tokens of a sentence, the longest known phrases first."""
    read = pieces(sentence)
    roots = [root(piece.low) for piece in read]
    nearby = frozenset(roots)
    found: list[Token] = []
    at = 0
    while at < len(read):
        phrase = _phrase(read, roots, at, nearby, data)
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
    read: Sequence[Piece], roots: Sequence[str], at: int, nearby: frozenset[str], data: RuleData
) -> tuple[Token, int] | None:
    for phrase, entry in data.phrases.get(roots[at], ()):
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
    covers: bool
    """It says that it holds under a condition, too."""
    also: bool
    likes: bool
    """It says what somebody likes, which need not be one thing."""
    knows: bool
    """It says what somebody knows or does, which need not be one thing either."""
    stance: bool

    @property
    def holds(self) -> bool:
        return not self.hedged and not self.past

    def role(self, *roles: str) -> Iterator[Word]:
        return (word for word in self.words if word.role in roles)


_UNSAID = frozenset((AGAINST, GONE, DROPPED))


@dataclass(frozen=True, slots=True)
class Difference:
    """The context of two claims: shared words, and words of one alone. `hard` words single out a part of a
    subject: a condition, a place, a name."""

    shared: frozenset[str]
    only_one: frozenset[str]
    only_other: frozenset[str]
    named: bool
    """They share a name."""
    hard_one: frozenset[str]
    hard_other: frozenset[str]

    @property
    def apart(self) -> bool:
        """Whether a claim is about a part that the other one does not mention."""
        return bool(self.hard_one or self.hard_other)

    @property
    def crossed(self) -> bool:
        """Whether each claim has words of its own."""
        return bool(self.only_one and self.only_other)

    @property
    def closeness(self) -> float:
        """The share of common words, 0 to 1."""
        most = len(self.shared) + max(len(self.only_one), len(self.only_other))
        return len(self.shared) / most if most else 0.0


def difference(
    one: Claim,
    other: Claim,
    data: RuleData,
    left_out: Iterable[Word],
    implied: frozenset[str] = frozenset(),
) -> Difference:
    """Compare the context of two claims, without the words `left_out` and the keys `implied`."""
    out = frozenset(id(word) for word in left_out)
    a = _context(one, data, out, implied)
    b = _context(other, data, out, implied)
    if (one.subject == "user") == (other.subject == "user"):
        _leave_out_broad(a, b, data, one, other)
    only_a = {key for key in a.keys() - b.keys() if a[key] is not None}
    only_b = {key for key in b.keys() - a.keys() if b[key] is not None}
    return Difference(
        frozenset(a.keys() & b.keys()),
        frozenset(only_a),
        frozenset(only_b),
        any(word.name and not word.members and word.key in a and word.key in b for word in one.words),
        frozenset(key for key in only_a if a[key]),
        frozenset(key for key in only_b if b[key]),
    )


def _context(
    claim: Claim, data: RuleData, out: frozenset[int], implied: frozenset[str]
) -> dict[str, bool | None]:
    """Return the words of the context, and whether each singles out a part; None if it is only a topic."""
    found: dict[str, bool | None] = {}
    bare = all(word.key in implied or word.key in data.light for word in claim.role(CONDITION))
    for word in claim.words:
        if word.role in _UNSAID or word.quantity or id(word) in out:
            continue
        if word.key in implied and (word.role != CONDITION or bare):
            continue
        if word.raw.lower() in v.SCOPE_STARTS or word.raw.lower() in v.REFUSALS:
            continue
        if claim.changed and word.members and all(group in data.times for group, _ in word.members):
            continue
        if word.key in data.light and not (word.role == CONDITION or _scoped(word, data)):
            continue
        hard = (
            word.role == CONDITION
            or word.key in data.scopes
            or (word.name and not word.members and not _acronym(word.raw))
        )
        hard = hard or somebody_else(word, data)
        introduces = word.role == TOPIC and word.key not in data.scopes
        found[word.key] = None if introduces and word.key not in found else bool(found.get(word.key)) or hard
    return found


def _scoped(word: Word, data: RuleData) -> bool:
    """Return whether a word names a part of life: `at work`, `during the week`."""
    return word.role == SCOPE and word.key in data.scopes


def _leave_out_broad(
    a: dict[str, bool | None], b: dict[str, bool | None], data: RuleData, one: Claim, other: Claim
) -> None:
    """Remove members of broad groups (languages) that only one claim names: they set nothing apart."""
    ours = {key for key in _broad(one, data) if key in a}
    theirs = {key for key in _broad(other, data) if key in b}
    for found, keys in ((a, ours), (b, theirs)):
        if not (ours and theirs):
            for key in keys:
                del found[key]


def _broad(claim: Claim, data: RuleData) -> frozenset[str]:
    return frozenset(w.key for w in claim.words if any(data.groups[group].broad for group, _ in w.members))


def somebody_else(word: Word, data: RuleData) -> bool:
    """Return whether a word means another person: a sister, a neighbour."""
    return word.key in data.relatives or bool(data.relatives & data.kinds.get(word.key, frozenset()))


def _acronym(raw: str) -> bool:
    """Return whether a word is an acronym, which is no name: API, CI, PR."""
    return raw.isupper() and raw.isalpha() and len(raw) <= 5


REPLACEMENT, STANCE, NEGATION, VALUE = "replacement", "stance", "negation", "value"


@dataclass(frozen=True, slots=True)
class Found:
    """A contradiction between two claims: its rule, the words that differ and the shared ones."""

    rule: str
    one: Word | None
    other: Word | None
    shared: frozenset[str]
    group: Group | None = None
    members: tuple[int, int] | None = None
    why: str = ""
    """The reason for people, with {topic}, instead of the rule's own."""


def are_rivals(one: Word, other: Word) -> bool:
    groups = {group for group, _ in one.members}
    return any(group in groups for group, _ in other.members)


def alike(one: Word, other: Word) -> bool:
    """Return whether two words are spellings of one member."""
    return any(member in other.members for member in one.members)


def is_kind(one: Word, kind: Word, data: RuleData) -> bool:
    return kind.key in data.kinds.get(one.key, ()) or alike(one, kind)


def told_apart(word: Word, data: RuleData) -> bool:
    """Return whether a word is a name or a tool, and no everyday word."""
    groups = [data.groups[group] for group, _ in word.members]
    return word.name or any(g.rule == COMPETING and g.lenient and not g.everyday for g in groups)


def alike_subjects(
    one: Claim, other: Claim, data: RuleData, apart_from: frozenset[str] = frozenset()
) -> bool:
    """Return whether both claims are about the same person: the user if nobody else is named."""
    if one.subject != other.subject and not {one.subject, other.subject} <= {"user", ""}:
        return False
    return people(one, data) - apart_from == people(other, data) - apart_from


def people(claim: Claim, data: RuleData) -> frozenset[str]:
    return frozenset(word.key for word in claim.role(MAIN) if somebody_else(word, data))
