"""What a clause says as a whole, apart from the part that each word plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import GONE, MAIN, SCOPE, Word
from arbor_desktop.conflicts.judge.tokens import SIGNS, Token

_PASSED_OVER = v.STOP | v.STANCE | v.NEGATIONS | v.HEDGES | v.ALSO | v.OMITS


def subject(tokens: Sequence[Token]) -> str:
    """Who it is about: `user`, `team`, somebody or something that is named first, or nobody."""
    lows = [token.low for token in tokens[:4]]
    if "team" in lows[1:4] and lows[0] in v.USER:
        return "team"
    for low in lows[:3]:
        if low in v.USER:
            return "user"
        if low in v.TEAM:
            return "team"
    first = tokens[0]
    named = first.raw[:1].isupper() and first.raw.isalpha() and first.low not in _PASSED_OVER
    second = lows[1] if len(lows) > 1 else ""
    return first.low if named and (second in v.BE or second in v.HAVE or second in v.THIRD) else ""


def became(lows: Sequence[str]) -> bool:
    """`was made head chef`."""
    return any(low == "made" and lows[at - 1] in ("was", "been") for at, low in enumerate(lows) if at)


def adds(tokens: Sequence[Token]) -> bool:
    """Whether something is added to what there is: `also tea`, not `also for components`."""
    lows = [token.low for token in tokens]
    for at, low in enumerate(lows):
        after = lows[at + 1] if at + 1 < len(lows) else ""
        if low == "too":
            if after in ("", ",", ")"):  # neither "too high" nor "too for components"
                return True
        elif low == "second" and (tokens[at].quantity or after in ("", ",", ")", ":")):
            continue  # the second semester, twice a second
        elif low in v.ALSO and not (low == "also" and after in v.SCOPE_STARTS):
            return True
        if low == "as" and after == "well" and list(lows[at + 2 : at + 3]) != ["as"]:
            return True
    return False


def displaced(words: Sequence[Word], lows: Sequence[str]) -> tuple[list[Word], bool]:
    """`X took Y's place`, `X took the place of Y`: the words, and whether one of them is gone."""
    place = lows.index("place")
    of = list(lows[place + 1 : place + 2]) == ["of"]
    found, any_gone = [], False
    for word in words:
        gone = (word.owner and word.at == place - 1) or (of and word.at > place)
        any_gone = any_gone or gone
        if word.at != place:
            found.append(replace(word, role=GONE) if gone else word)
    return found, any_gone


def moved(words: Sequence[Word], to: int) -> list[Word]:
    """`The Monday meeting was moved to Wednesday` leaves Monday. `to`: where that word stands."""
    after = {group for word in words if word.at > to for group, _ in word.members}
    found = []
    for word in words:
        before = word.at < to and word.role in (MAIN, SCOPE)
        gone = before and any(group in after for group, _ in word.members)
        found.append(replace(word, role=GONE) if gone else word)
    return found


def is_out(words: Sequence[Word], lows: Sequence[str], out: int) -> bool:
    """Say whether a part of a clause is `X out` or `X out of Y`. `out`: where that word stands."""
    begins = out == 1 or (out > 1 and lows[out - 2] in SIGNS)
    named = bool(words) and words[-1].at == out - 1 and words[-1].role in (MAIN, SCOPE)
    return begins and named and lows[out - 1] not in v.VERBS and list(lows[out + 1 : out + 2]) in ([], ["of"])


def left(lows: Sequence[str], at: int) -> bool:
    """Say whether something is no more in a place: `towels are gone from the gym`. `at`: of `from`."""
    return lows[at - 1] in v.GONE_VERBS and "to" not in lows[at:]
