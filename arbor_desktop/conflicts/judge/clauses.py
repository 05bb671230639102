"""A sentence as the clauses of which each claims something of its own."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.tokens import SIGNS, Token

_ADVERBS = v.words("just simply always please only rather instead then also still now usually")
_TURNS = v.words("but however whereas otherwise")
_JOINS = v.words("and so then while")
_FINITE = v.words(
    "gave made took got broke came changed is are was were has have had uses needs goes runs lives "
    "works happens must should can will does did do likes prefers wants drinks eats never"
)
_AFTER_AND = v.words(
    "can could cannot will would does did use uses prefer prefers never always avoid avoids do dont "
    "not is are was has have keep run write don't wants likes gets"
)


def clauses(read: Sequence[Token]) -> list[list[Token]]:
    """The clauses of a sentence. What introduces one (`For tests, …`) stays with it."""
    found: list[list[Token]] = [[]]
    for at, token in enumerate(read):
        if _parts(read, at, found[-1]):
            found.append([])
            if token.low in SIGNS or token.low in _TURNS or token.low in _JOINS:
                continue
        found[-1].append(token)
    return [one for one in found if one]


def _parts(read: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    low = read[at].low
    if not before or low not in SIGNS | _TURNS | _JOINS:
        return False
    if low in _TURNS:
        return not (at + 1 < len(read) and read[at + 1].low == "not")
    if low == ":":
        return False
    introduces = before[0].low in v.SCOPE_STARTS or before[0].low in v.CONDITIONS
    if introduces and not any(token.low in SIGNS for token in before):
        return False
    following = [token.low for token in read[at + 1 : at + 3]]
    if not following:
        return False
    if low in SIGNS:
        if following[0] in _JOINS or following[0] in _TURNS:
            following = [token.low for token in read[at + 2 : at + 4]]
        return _begins_clause(following) or _has_verb(read, at + 1)
    if low == "while":
        return False
    first = following[0].partition(" ")[0]
    if first in _ADVERBS and len(following) > 1:
        first = following[1].partition(" ")[0]
    if first in v.PRONOUNS:
        return len(before) > 2
    if first in _AFTER_AND:
        return True
    if first in v.GONE_VERBS and len(following) > 1 and first not in ("left", "forget"):
        return True
    if low == "and" and first in v.VERBS and any(t.low in _FINITE | v.GONE_VERBS for t in before):
        return True
    return low == "and" and any(token.low in _FINITE for token in before) and _has_verb(read, at + 1)


def _begins_clause(following: Sequence[str]) -> bool:
    if not following:
        return False
    first = following[0].partition(" ")[0]
    if first in _ADVERBS and len(following) > 1:
        first = following[1].partition(" ")[0]
    if first in ("not", "no"):
        return len(following) > 1 and following[1] in ("longer", "more")
    return first in v.PRONOUNS or first in v.VERBS


def _has_verb(read: Sequence[Token], start: int) -> bool:
    """Whether the part up to the next sign has a subject and a finite verb."""
    for offset, token in enumerate(read[start : start + 12]):
        if (
            token.low in SIGNS
            or token.low in _TURNS
            or token.low in v.CONDITIONS
            or token.low in ("which", "who")
        ):
            return False
        if token.low in _FINITE:
            return offset > 0
    return False
