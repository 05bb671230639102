"""Contradictions by denial: preferred and avoided, is and is not, vegan and bacon."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.claims import (
    AGAINST,
    CONDITION,
    GONE,
    MAIN,
    NEGATION,
    SCOPE,
    STANCE,
    TOPIC,
    Claim,
    Difference,
    Found,
    Word,
    alike_subjects,
    are_rivals,
    difference,
    is_kind,
    somebody_else,
    told_apart,
)
from arbor_desktop.conflicts.comparison.data import RuleData

_MAY = frozenset(("may", "can"))
_OWNING = frozenset(("have", "has", "own", "owns"))
_CONSUMED = frozenset(("eat", "drink", "food", "drive", "smok", "own", "touch", "buy", "at", "kind"))


def stance(one: Claim, other: Claim, data: RuleData) -> Found | None:
    """Find something that one claim asserts and the other denies."""
    if not (one.holds and other.holds):
        return None
    if _of_assistant(one) != _of_assistant(other) and "user" in (one.subject, other.subject):
        return None  # the assistant never commits, and the user does
    if one.denied != other.denied:
        denied, asserted = (one, other) if one.denied else (other, one)
        found = difference(one, other, data, [w for w in (*one.words, *other.words) if _modal(w, data)])
        too_much = found.only_one if one.denied else found.only_other
        able = _able(denied, asserted, data)
        if able:
            return able
        too_much -= {"reply"}  # all that is asked of an assistant is about its replies
        too_much -= _forbidden_act(denied, asserted, data)
        meant = (
            _meant(asserted, found)
            and _denies(denied, found)
            and not _qualifiers(denied) - _qualifiers(asserted)
            and not _elsewhere(denied, asserted, found)
            and not _done_to(denied, asserted, found)
        )
        if meant and _same_statement(found, too_much, _of_a_part(asserted, found, data)):
            rule = STANCE if one.stance and other.stance else NEGATION
            return Found(rule, None, None, found.shared)
        kind = _kind(one, other, data) if one.denied else _kind(other, one, data, turned=True)
        if kind:
            return kind
    if not one.denied and not other.denied:
        refused = _refused(one, other, data) or _refused(other, one, data, turned=True)
        if refused:
            return refused
    return _against(one, other, data) or _against(other, one, data, turned=True)


def _of_assistant(claim: Claim) -> bool:
    return claim.tokens[0].low == "you"


def _modal(word: Word, data: RuleData) -> bool:
    return any(data.groups[group].modal for group, _ in word.members)


def _of_a_part(asserted: Claim, found: Difference, data: RuleData) -> bool:
    """Return whether it is asserted only of some place, time or person: there it may be true."""
    hard = found.hard_one | found.hard_other
    return any(
        word.key in hard and (word.role in (SCOPE, CONDITION) or somebody_else(word, data))
        for word in asserted.words
    )


def _qualifiers(claim: Claim) -> set[str]:
    """Return the qualifiers of a claim: who doesn't like long meetings may like meetings."""
    return {word.raw.lower() for word in claim.role(MAIN, SCOPE)} & v.QUALIFIERS


def _meant(asserted: Claim, found: Difference) -> bool:
    """Return whether the shared words are what is asserted, and not merely where or for what."""
    main = list(asserted.role(MAIN))
    return len(main) < 2 or any(word.key in found.shared for word in main)


def _done_to(denied: Claim, asserted: Claim, found: Difference) -> bool:
    """`heat is unbearable` says nothing of a barn that is heated."""
    if len(found.shared) != 1:
        return False
    for word in asserted.words:
        if word.key in found.shared and word.at and asserted.tokens[word.at - 1].low in v.BE:
            before = any(w.at < word.at and w.key not in found.shared for w in asserted.role(MAIN))
            ours = [w.raw for w in denied.words if w.key == word.key]
            return word.raw.endswith("ed") and before and not any(raw.endswith("ed") for raw in ours)
    return False


def _able(denied: Claim, asserted: Claim, data: RuleData) -> Found | None:
    """`User can't swim`, and swims."""
    lows = [token.low for token in denied.tokens]
    words = [word for word in denied.words if word.key not in data.light]
    first = next((word for word in asserted.role(MAIN) if word.key not in data.light), None)
    if len(words) != 1 or first is None or lows[1:3] != ["can", "not"] or words[0].key != first.key:
        return None
    if denied.subject != "user" or asserted.subject != "user" or first.at != 1:
        return None
    return Found(NEGATION, None, None, frozenset((first.key,)))


def _forbidden_act(denied: Claim, asserted: Claim, data: RuleData) -> frozenset[str]:
    """`don't commit notebooks` denies `notebooks are allowed`: what not to do with them adds nothing."""
    if not any(_modal(word, data) for word in asserted.words):
        return frozenset()
    no = next((at for at, token in enumerate(denied.tokens) if token.low in ("not", "never")), None)
    return frozenset(word.key for word in denied.words if no is not None and word.at == no + 1)


def _denies(denied: Claim, found: Difference) -> bool:
    """Return whether the shared words are denied, and not merely where: `any is forbidden in TypeScript`."""
    keys = {word.key for word in denied.role(MAIN, GONE) if word.key != "any"}
    return not any(denied.role(SCOPE)) or not keys or bool(keys & found.shared)


def _elsewhere(denied: Claim, asserted: Claim, found: Difference) -> bool:
    """Return whether it is denied in one place and asserted in another, or of some: `loggers may be
    globals`."""
    here = {word.key for word in denied.role(SCOPE) if not word.quantity}
    there = {word.key for word in asserted.role(SCOPE) if not word.quantity}
    if here and there and not here & {word.key for word in asserted.words}:
        return True
    may = next((at for at, token in enumerate(asserted.tokens) if token.low in _MAY), None)
    ahead = [w for w in asserted.role(MAIN) if may is not None and w.at < may]
    only = found.only_one | found.only_other
    return bool(ahead) and asserted.subject == "" and all(word.key in only for word in ahead)


def _kind(denied: Claim, asserted: Claim, data: RuleData, turned: bool = False) -> Found | None:
    """`User has no pets`, and their parrot."""
    said = {word.key: word for word in asserted.role(MAIN, SCOPE)}
    words = [w for w in denied.role(MAIN, SCOPE) if w.key not in data.light and w.key not in _CONSUMED]
    new = [word for word in words if word.key not in said]
    if len(words) == 1 and not new and _lacks(denied) and alike_subjects(denied, asserted, data):
        return Found(NEGATION, None, None, frozenset((words[0].key,)))
    limited = any(w.role in (SCOPE, CONDITION) and w.key not in said for w in denied.words)
    if len(new) != 1 or new[0].quantity or limited:
        return None
    for word in said.values():
        if new[0].key in data.kinds.get(word.key, ()):
            same = alike_subjects(denied, asserted, data, frozenset((new[0].key, word.key)))
            a, b = (word, new[0]) if turned else (new[0], word)
            return Found(NEGATION, a, b, frozenset((new[0].key, word.key))) if same else None
    return None


def _lacks(denied: Claim) -> bool:
    """`User has no car`, `User doesn't own a car`."""
    lows = {token.low for token in denied.tokens}
    return denied.subject == "user" and bool(lows & _OWNING) and not any(denied.role(SCOPE, CONDITION))


def _refused(label: Claim, asserted: Claim, data: RuleData, turned: bool = False) -> Found | None:
    """`User is vegan`, and bacon."""
    for word in label.role(MAIN):
        refused = data.refused.get(word.key, frozenset())
        for other in asserted.role(MAIN, SCOPE) if refused else ():
            if told_apart(other, data):
                continue  # fish, the shell
            named = refused & {other.key, *data.kinds.get(other.key, ())}
            if named and (named & data.relatives or alike_subjects(label, asserted, data)):
                a, b = (other, word) if turned else (word, other)
                return Found(NEGATION, a, b, frozenset((word.key, other.key)))
    return None


def _same_statement(found: Difference, denied_only: frozenset[str], apart: bool) -> bool:
    """Return whether one claim says what the other denies, and not only of a part."""
    return not apart and bool(found.shared) and not denied_only and found.closeness >= 0.3


def _of_the_other(claim: Claim, match: Word, picked: Sequence[Word]) -> list[Word]:
    """Return the words for what the other one picked, and for why not: `use npm, pnpm breaks the build`."""
    keys = {word.key for word in picked}
    named = [word.at for word in claim.words if word.key in keys]
    why = min((at for at in named if at > match.at), default=len(claim.tokens))
    return [word for word in claim.words if word.at in named or word.at >= why]


def _against(one: Claim, other: Claim, data: RuleData, turned: bool = False) -> Found | None:
    """`X instead of Y`, and `Y`."""
    if one.denied or other.denied or other.knows or (other.subject == "user" and not other.stance):
        return None
    chosen = {word.key for word in one.role(MAIN, SCOPE)}
    for word in one.role(AGAINST):
        match = next(
            (w for w in other.role(MAIN, SCOPE, TOPIC) if w.key == word.key or is_kind(w, word, data)), None
        )
        if match is None or word.key in data.light or word.key in chosen or word.owner:
            continue
        if other.likes and not any(data.groups[group].lenient for group, _ in word.members):
            continue
        picked: list[Word] = []
        if one.tokens[word.at - 1].low != "without":  # which follows what it is said of, not what is chosen
            picked = [w for w in one.role(MAIN) if set(w.members) or w.key not in data.light]
            picked += [w for w in one.role(SCOPE) if w.at < word.at][-1:]
        theirs = _of_the_other(other, match, picked)
        if match.role == TOPIC and not theirs:
            continue
        found = difference(one, other, data, (*picked, match, *theirs))
        if (
            found.apart
            or found.crossed
            or not (
                found.shared
                or not found.only_one | found.only_other
                or told_apart(match, data)
                or difference(one, other, data, (match,)).shared
            )
        ):
            continue
        left = next((w for w in picked if are_rivals(w, word)), picked[-1] if picked else None)
        pair = (match, left) if turned else (left, match)
        return Found(STANCE, pair[0], pair[1], found.shared | {word.key})
    return None
