"""Reading the claims of a text: its sentences, split into clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import MAIN, SCOPE, SIGNS, Claim, Token, Word, tokens
from arbor_desktop.conflicts.judge.comparison import are_rivals
from arbor_desktop.conflicts.judge.rivals import Rivals
from arbor_desktop.conflicts.judge.roles import ClauseReader
from arbor_desktop.text.sentences import sentences


def read(text: str, rivals: Rivals) -> tuple[Claim, ...]:
    """Return the claims of a statement; none of a longer text. Any text can be read."""
    found: list[Claim] = []
    for sentence in sentences(text):
        read_tokens = tokens(sentence, rivals)
        if sentence.rstrip("\"') ").endswith("?"):
            continue
        before: Sequence[Token] = ()
        for clause in clauses(read_tokens):
            claim = ClauseReader(clause).claim()
            if before and _says_why(claim, found[-1:]):
                continue
            if before and not claim.subject and clause[0].low in v.GOES_ON and found:
                claim = replace(claim, subject=found[-1].subject)
            if _lacks_subject(clause):
                claim = replace(claim, words=(*_subject_of(before, rivals), *claim.words))
            else:
                before = clause
            if claim.words:
                found.append(claim)
    return tuple(found)


def _says_why(claim: Claim, before: Sequence[Claim]) -> bool:
    """Return whether a claim is the reason of the one before: `use npm here, pnpm is too slow`."""
    first = next((word for word in claim.words if word.at == 0), None)
    asked = (word for one in before if one.stance for word in one.role(MAIN, SCOPE))
    if first is None or claim.changed or claim.denied:
        return False
    return any(are_rivals(first, word) for word in asked)


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
    """Split a sentence into clauses. An introduction (`For tests, …`) stays with its clause."""
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
    """Return whether the part up to the next sign has a subject and a finite verb."""
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


def _lacks_subject(clause: Sequence[Token]) -> bool:
    """Return whether a clause continues the one before: `…, never retried`."""
    lows = [token.low for token in clause[:2]]
    return len(lows) == 2 and lows[0] in ("never", "not", "always") and lows[1].endswith(("ed", "en"))


def _subject_of(clause: Sequence[Token], rivals: Rivals) -> list[Word]:
    """Return the words before the verb of a clause."""
    verb = next((at for at, token in enumerate(clause) if token.low in v.BE | v.HAVE), 0)
    found = ClauseReader(clause[:verb]).claim().words if verb else ()
    return [word for word in found if word.key not in rivals.light and not word.quantity]
