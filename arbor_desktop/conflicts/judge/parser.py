"""Reads what a text claims: its sentences, parted into clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import MAIN, SCOPE, Claim, Word
from arbor_desktop.conflicts.judge.clauses import clauses
from arbor_desktop.conflicts.judge.findings import are_rivals
from arbor_desktop.conflicts.judge.rivals import Rivals
from arbor_desktop.conflicts.judge.roles import ClauseReader
from arbor_desktop.conflicts.judge.tokens import Token, tokens
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
    """`use npm here, pnpm is too slow`: that is no wish for pnpm."""
    first = next((word for word in claim.words if word.at == 0), None)
    asked = (word for one in before if one.stance for word in one.role(MAIN, SCOPE))
    if first is None or claim.changed or claim.denied:
        return False
    return any(are_rivals(first, word) for word in asked)


def _lacks_subject(clause: Sequence[Token]) -> bool:
    """`never retried`, after what it is said of."""
    lows = [token.low for token in clause[:2]]
    return len(lows) == 2 and lows[0] in ("never", "not", "always") and lows[1].endswith(("ed", "en"))


def _subject_of(clause: Sequence[Token], rivals: Rivals) -> list[Word]:
    """What stands before the verb of a clause."""
    verb = next((at for at, token in enumerate(clause) if token.low in v.BE | v.HAVE), 0)
    found = ClauseReader(clause[:verb]).claim().words if verb else ()
    return [word for word in found if word.key not in rivals.light and not word.quantity]
