"""Reading the claims of a text: its sentences split into clauses, and each clause word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.conflicts.comparison.claims import (
    AGAINST,
    CONDITION,
    DROPPED,
    GONE,
    MAIN,
    SCOPE,
    SIGNS,
    TOPIC,
    Claim,
    Token,
    Word,
    are_rivals,
    tokens,
)
from arbor_desktop.conflicts.comparison.data import RuleData
from arbor_desktop.conflicts.comparison.quantities import bound
from arbor_desktop.text.sentences import sentences

_PAST_VERBS = v.words("lived worked studied grew born had spent was were taught sat")
_OF_PEOPLE = frozenset(("retired", "resigned", "left"))
_LEFT_OFF = frozenset(("out", "away", "off"))
_OVER = v.words("take takes took taken taking out sent send sends go goes went come comes runs run")
"""Before `over` they make it an adverb."""
_LASTING = [["born"], ["installed"], ["named"], ["christened"], ["founded"]]
"""Participles of lasting states."""
_TAKEN = frozenset(("took", "takes", "taken", "taking"))
_HABITUAL = frozenset(("deleted", "removed", "handed", "killed"))
_POSSIBLE = v.words("cancelled canceled closed revoked stopped sold traded")
"""After `can be` they say what is allowed, not that anything is over."""
_OFFERED = v.words("without for at by with online only per as via")
"""After `is sold` they say how it is sold, not that it is gone."""
_BEFORE_NOUN = v.words("the a an my his her their our its")
_DATED = v.words("last this yesterday then")
_PASSED_OVER = v.STOP | v.STANCE | v.NEGATIONS | v.HEDGES | v.ALSO | v.OMITS
_GONE = v.GONE_VERBS | v.GONE_STATES | v.ENDED
_ROLES = {
    "gone": GONE, "contrast": AGAINST, "reason": DROPPED, "example": DROPPED, "exception": CONDITION,
}  # fmt: skip


def _is_year(token: Token | None) -> bool:
    amount = token.quantity.amount if token and token.quantity and not token.quantity.kind else 0
    return isinstance(amount, float) and 1900 <= amount < 2030


class ClauseReader:
    """The reader of one clause, token by token."""

    def __init__(self, clause: Sequence[Token]) -> None:
        self._tokens = clause
        self._lows = [token.low for token in clause]
        self._words: list[Word] = []
        self._role = MAIN
        self._led = False
        """The current part began the clause: a comma or a verb ends it."""
        self._denied = self._hedged = self._past = self._changed = False
        self._replacing = False
        self._refused = self._from = self._used_to = self._switched = False
        self._moved_at = 0
        self._verb_at = next((at for at, low in enumerate(self._lows) if low in v.CHANGE_VERBS), len(clause))

    def claim(self) -> Claim:
        at = 0
        self._changed = became(self._lows)
        while at < len(self._tokens):
            at += self._take(at)
        self._end(lows := frozenset(self._lows))
        return Claim(
            words=tuple(self._words),
            tokens=tuple(self._tokens),
            subject=subject_of(self._tokens),
            denied=self._denied,
            hedged=self._hedged,
            past=self._past and not self._changed,
            changed=self._changed,
            switched=self._switched,
            covers=covers(self._lows),
            also=adds(self._tokens),
            likes=bool(lows & v.LIKES) and not lows & v.PREFER,
            knows=bool(lows & v.KNOWS)
            and not lows & v.SOLE
            and (subject_of(self._tokens) == "user" or self._lows[0] in v.KNOWS),
            stance=bool(lows & v.STANCE),
        )

    def _end(self, lows: frozenset[str]) -> None:
        """Find what is gone: `it isn't on this machine any more`, `X took Y's place`, `X made Y
        pointless`."""
        if "place" in lows and lows & _TAKEN:
            self._words, gone = displaced(self._words, self._lows)
            self._changed, self._switched = gone or self._changed, gone or self._switched
        if "made" in lows and lows & v.POINTLESS:
            made = self._lows.index("made")
            self._denied, self._changed = False, True
            self._words = [
                replace(w, role=GONE) if w.at > made and w.role == MAIN else w for w in self._words
            ]
        if self._moved_at:
            self._words = moved(self._words, self._moved_at)
        more = any(
            self._lows[at : at + 2] in (["any", "more"], ["any", "longer"]) for at in range(len(self._lows))
        )
        if self._denied and ("anymore" in lows or more):
            self._denied, self._changed = False, True
            self._words = [
                replace(word, role=GONE) if word.role in (MAIN, SCOPE) else word for word in self._words
            ]

    def _topics(self) -> None:
        """Make the words before a colon the topic of the rest."""
        self._words = [
            replace(word, role=TOPIC) if word.role in (MAIN, SCOPE) else word for word in self._words
        ]

    def _take(self, at: int) -> int:
        """Read what begins here. Return its number of tokens."""
        token = self._tokens[at]
        low = token.low
        if low in SIGNS:
            if self._led or self._role in (AGAINST, CONDITION, GONE):
                self._begin(MAIN)
            if low == ":":
                self._topics()
            if low == "," and self._denied and self._lows[at + 1 : at + 2] in (["only"], ["just"]):
                self._begin(DROPPED)  # no smartphone, only an old one
            if self._says_why(at + 1):
                self._begin(DROPPED)
            return 1
        if low in v.CHANGES and not self._same_as_ever(at, low):
            self._changed = True
        taken = self._phrase(at)
        if taken:
            return taken
        self._flags(at, low)
        if self._starts(at, low):
            if token.members and not self._preposition(at, low):
                self._add(token, at)
            return 1
        if token.quantity:
            self._add(token, at)
            return 1
        if low in _PASSED_OVER or (self._leaves_out(at, low)):
            if token.members:
                self._add(token, at)
            return 1
        moved = low in v.CHANGE_VERBS and any(one in ("to", "from") for one in self._lows[at + 1 :])
        dropped = low in v.CHANGE_VERBS or low in v.CHANGES or (self._denied and low in v.BEARABLE)
        if not moved and (token.members or not dropped):
            self._add(token, at)
        return 1

    def _says_why(self, at: int) -> bool:
        """Return whether a remark on an alternative begins here: `use npm here, pnpm breaks the build`."""
        after = self._lows[at + 1] if at + 1 < len(self._lows) else ","
        if after in SIGNS | v.STOP | v.SCOPE_STARTS | v.NEGATIONS or not _GONE.isdisjoint(self._lows[at:]):
            return False
        groups = {group for word in self._words if word.role in (MAIN, SCOPE) for group, _ in word.members}
        return any(group in groups for group, _ in self._tokens[at].members)

    def _same_as_ever(self, at: int, low: str) -> bool:
        """Return whether a word of change means none: `instead of`, `taken with meals`."""
        after = self._lows[at + 1] if at + 1 < len(self._lows) else ""
        return (low, after) in (("instead", "of"), ("now", "and")) or (
            low == "taken" and after not in v.OFF | {"over", "up"}
        )

    def _leaves_out(self, at: int, low: str) -> bool:
        """Return whether something is left out: `leave captions away`, `keep comments out of the code`."""
        rest = self._lows[at + 1 :]
        if low in ("keep", "keeps"):
            return any(rest[n : n + 2] == ["out", "of"] for n in range(len(rest)))
        return low == "leave" and not _LEFT_OFF.isdisjoint(rest)

    def _preposition(self, at: int, low: str) -> bool:
        """Return whether `on` is a preposition: `on the desk`."""
        after = self._lows[at + 1] if at + 1 < len(self._lows) else ","
        return low == "on" and after not in SIGNS and after not in v.SCOPE_STARTS

    def _phrase(self, at: int) -> int:
        """Read the phrase that begins here. Return its number of words, 0 if there is none."""
        for phrase, kind in v.PHRASES.get(self._lows[at], ()):
            if tuple(self._lows[at : at + len(phrase)]) != phrase or not self._fits(phrase, kind, at):
                continue
            if kind == "refusal":
                self._denied = True
            elif kind in ("change", "noise"):
                self._changed = self._changed or kind == "change"
            elif kind == "ended":
                self._end_of(phrase)
            else:
                self._begin(self._gone(phrase) if kind == "gone" else _ROLES[kind])
            return len(phrase)
        return 0

    def _end_of(self, phrase: tuple[str, ...]) -> None:
        """Read that something ended: `the brace came off`, `they shut down Jenkins`."""
        self._changed = True
        if any(word.role == MAIN for word in self._words):
            self._gone_before()
        else:
            self._begin(GONE)

    def _gone(self, phrase: tuple[str, ...]) -> str:
        """Read that something is gone. Return the role of the words that follow."""
        self._used_to = phrase == ("used", "to")
        self._changed = self._changed or not self._used_to
        if phrase[0] == "not":
            self._gone_before()
        return MAIN if phrase[0] in ("not", "in") else GONE

    def _fits(self, phrase: tuple[str, ...], kind: str, at: int) -> bool:
        """Return whether a phrase has its special meaning here."""
        if phrase == ("used", "to"):
            return at == 0 or self._lows[at - 1] not in v.BE
        if phrase in (("goes", "out"), ("go", "out")):  # neither on Mondays nor to dinner
            return at + 2 == len(self._lows) or self._lows[at + 2] in SIGNS
        if phrase == ("no", "longer") and at == 0:  # stays freelance; no longer a secret
            return self._lows[2:3] not in (["a"], ["an"])
        if phrase[0] == "in" and kind == "gone":  # dropped in favor of
            return any(low in v.GONE_VERBS for low in self._lows[:at])
        if phrase in (("more", "than"), ("no", "more")):
            after = self._tokens[at + 2] if at + 2 < len(self._tokens) else None
            amounts = after is not None and after.low in ("than", "that", "this")  # "more than that"
            return after is not None and after.quantity is None and not amounts
        return bool(self._words) if kind == "reason" and phrase[0] in ("so", "to") else True

    def _flags(self, at: int, low: str) -> None:
        if low in v.HEDGES or (
            low in v.WISHES and self._lows[at + 1 : at + 2] == ["to"] and self._wished(at + 2)
        ):
            self._hedged = True
        if low in v.PAST_ONLY or low in _PAST_VERBS:
            related = any(one in ("that", "which", "who") for one in self._lows[:at])
            related = related or self._lows[at + 1 : at + 2] in _LASTING or low == "born"
            self._past = self._past or not related
        if low in v.OMITS or (self._leaves_out(at, low)):
            self._denied = not self._denied
        if low in v.REFUSALS and self._role in (MAIN, SCOPE):
            self._denied = self._denied == self._refused  # not to avoid is to want
            self._refused = True
        elif low in v.NEGATIONS and self._role in (MAIN, SCOPE) and low != "without":
            before = self._lows[at - 1] if at else ""
            after = self._lows[at + 1] if at + 1 < len(self._lows) else ""
            adds = before in (",", "and", "(") and self._words and low in ("not", "no", "never")
            if not adds and (low, after) != ("never", "mind") and after != "only":
                self._denied = True

    def _wished(self, at: int) -> bool:
        return at < len(self._lows) and self._lows[at] in v.WISHED

    def _is_incident(self, at: int) -> bool:
        """Return whether the verb of an end says what happened once or twice: `stopped again at 02:00`."""
        return not v.REPEATED.isdisjoint(self._lows[at:]) or self._lows[at : at + 2] == ["killed", "by"]

    def _starts(self, at: int, low: str) -> bool:
        """Begin a part if the word starts one. Return whether it is read."""
        if self._role == DROPPED:
            return False
        before = self._lows[at - 1] if at else ","
        after = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if low in v.REPLACE and not (low == "exchanged" and before in ("is", "are")):
            self._replace(at)
        elif (low in v.GONE_VERBS or low in v.ENDED) and not self._is_incident(at):
            self._go(at)
        elif low == "without" or (
            low in ("not", "no", "never") and before in (",", "and", "(") and self._words
        ):
            self._begin(AGAINST)
        elif (low == "like" and before == ",") or low == "former":
            self._begin(DROPPED)
        elif low == "out" and is_out(self._words, self._lows, at):
            self._changed = True
            self._words[-1] = replace(self._words[-1], role=GONE)
            if at + 1 < len(self._lows):  # of what it is no longer a part
                self._begin(DROPPED)
        elif low in v.GONE_STATES and before in v.BE and not (low == "over" and after and after.low == "at"):
            if low in ("out", "over", "history", "closed") or (after is not None and after.low in v.OFF):
                self._changed = True
                self._gone_before()
        elif (
            low in v.CONTRASTS
            and not (low == "over" and (before in _OVER or (after is not None and after.low in v.CARRIERS)))
            and self._words
            and (after is None or (after.quantity is None and after.low not in ("that", "this", "it")))
        ):
            self._begin(AGAINST)
        elif (
            low == "since" and after is not None and (after.members or after.quantity or after.low in _DATED)
        ):
            self._changed = True
            self._begin(DROPPED)
        elif low in v.REASONS:
            self._begin(DROPPED)
        elif low == "from" and (self._verb_at < at or self._took_over(at)) and not left(self._lows, at):
            self._from = True
            self._begin(GONE)
        elif low == "to" and self._verb_at < at:
            self._changed = self._switched = True
            self._moved_at = at
            if any(one.startswith("renam") for one in self._lows[:at]):
                self._gone_before()
            self._begin(MAIN)
        elif low == "to" and self._words and after and after.low != "be" and self._prefers(at):
            self._begin(AGAINST)
        elif low in v.CONDITIONS and not (
            low == "once" and after and after.low in ("a", "an", "per", "every")
        ):
            self._past = self._past or (low in ("until", "till") and _is_year(after))
            self._begin(CONDITION)
        elif low in v.SCOPE_STARTS:
            if self._role == GONE and self._replacing and low == "for":
                self._begin(MAIN)
            elif self._role != CONDITION and not self._still_gone(low):
                self._begin(SCOPE)
        elif low in v.NEUTRAL_STARTS:
            if self._role == SCOPE or (self._role == GONE and self._replacing):
                self._begin(MAIN)
        elif low in v.BE or low in v.HAVE or low in v.USE or low in v.PRONOUNS:
            without = self._role == AGAINST and low == "user" and "without" in self._lows[:at]
            if without or self._role == SCOPE or (self._led and self._role != CONDITION):
                self._begin(MAIN)
            return low in v.STOP or low in v.STANCE
        else:
            return False
        return True

    def _prefers(self, at: int) -> bool:
        """Return whether something is preferred `to` another: not in `prefers data to be immutable`."""
        return any(low in v.PREFER for low in self._lows[:at]) and self._lows[at + 1 : at + 2] != ["be"]

    def _took_over(self, at: int) -> bool:
        before = self._lows[:at]
        return "over" in before and any(low in ("took", "taken", "takes", "taking") for low in before)

    def _still_gone(self, low: str) -> bool:
        """Return whether the part that is gone continues: `no longer lives in Bern`, not `no longer use npm
        in CI`."""
        if self._role != GONE or (low == "for" and any(word.role == GONE for word in self._words)):
            return False
        return self._used_to or not any(w.role == GONE and (w.members or w.name) for w in self._words)

    def _begin(self, role: str) -> None:
        self._led = not self._words and role in (SCOPE, CONDITION)
        self._role = role

    def _replace(self, at: int) -> None:
        """Read a replacement: `replaced X with Y`, `X was replaced by Y`, `Y replaced X`."""
        self._changed = self._replacing = self._switched = True
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
        """Read that something is gone: `we dropped X`, `X was dropped`, `X is gone`."""
        before = self._lows[at - 1] if at else ""
        if self._lows[at] == "left" and (before == "to" or self._lows[at + 1 : at + 2] == ["out"]):
            return
        ahead = self._lows[at - 2] if at > 1 else ""
        possible = before == "be" and ahead in ("can", "may") and self._lows[at] in _POSSIBLE
        if ahead == "where" or possible:
            return  # resume where they stopped; tickets can be cancelled
        of_people = before in ("is", "are", "am") and self._lows[at] in _OF_PEOPLE
        if before in _BEFORE_NOUN or (of_people and self._lows[at - 3 : at - 2] != ["the"]):
            return  # the left knee; they are retired, but not the plotter
        if self._lows[at] == "closed" and self._lows[at + 1 : at + 2] in (["on"], ["at"], ["from"], ["in"]):
            return  # closed on Mondays
        habit = before in ("is", "are", "get", "gets", "or") and "now" not in self._lows
        offered = self._lows[at] == "sold" and not _OFFERED.isdisjoint(self._lows[at + 1 : at + 2])
        if habit and (offered or self._lows[at] in _HABITUAL):
            return  # old records are deleted every night
        if (
            before in v.BE
            or before == "got"
            or (
                self._lows[at] in v.ENDED
                and any(word.role == MAIN for word in self._words)
                and not self._left_behind(at)
            )
        ):
            self._changed = True
            self._gone_before()
        elif self._lows[at] in v.GONE_VERBS and at == len(self._tokens) - 1:
            self._changed = True
            self._gone_before()  # gulp deleted
        elif not any(word.role == MAIN for word in self._words) or self._has_object(at):
            self._changed = True
            self._replacing = self._lows[at] == "traded"
            self._begin(GONE)

    def _left_behind(self, at: int) -> bool:
        """Return whether somebody or something gave up a tool: `the API has left Kafka`, not `Ana has left
        Acme`."""
        after = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if self._lows[at] != "left" or after is None or not after.name:
            return False
        return bool(after.members) or not _is_named(self._tokens[0])

    def _has_object(self, at: int) -> bool:
        """Return whether the verb has an object: `my doctor lifted the ban`."""
        after = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        return after is not None and (after.low in _BEFORE_NOUN or after.name)

    def _gone_before(self) -> None:
        self._words = [replace(w, role=GONE) if w.role == MAIN else w for w in self._words]

    def _add(self, token: Token, at: int) -> None:
        if self._role == DROPPED:
            return
        if (
            token.quantity
            and token.quantity.kind == ""
            and at
            and (self._lows[at - 1] in v.NUMBERED or (at == 1 and len(self._tokens) == 2))
        ):
            named = f"{self._lows[at - 1]} {token.raw.lower()}"
            self._words.append(Word(named, token.raw, self._role, at, name=True))
            return
        limit = bound(self._lows[:at], self._lows[at + 1 :]) if token.quantity else ""
        if (
            self._words
            and self._words[-1].quantity
            and self._words[-1].at == at - 1
            and token.low in v.MEASURED
        ):
            return
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


def subject_of(tokens: Sequence[Token]) -> str:
    """Return the subject: `user`, `team`, the name that comes first, or ""."""
    lows = [token.low for token in tokens[:4]]
    if "team" in lows[1:4] and lows[0] in v.USER:
        return "team"
    for low in lows[:3]:
        if low in v.USER:
            return "user"
        if low in v.TEAM:
            return "team"
    first = tokens[0]
    second = lows[1] if len(lows) > 1 else ""
    return first.low if _is_named(first) and (second in v.BE or second in v.HAVE or second in v.THIRD) else ""


def _is_named(token: Token) -> bool:
    return token.raw[:1].isupper() and token.raw.isalpha() and token.low not in _PASSED_OVER


def became(lows: Sequence[str]) -> bool:
    """Return whether something became so: `was made head chef`."""
    return any(low == "made" and lows[at - 1] in ("was", "been") for at, low in enumerate(lows) if at)


def covers(lows: Sequence[str]) -> bool:
    """Return whether a condition is covered that a former statement may have: `also when I write Dutch`."""
    return any(low in ("also", "even") and after in _COVERED for low, after in pairwise(lows))


def adds(tokens: Sequence[Token]) -> bool:
    """Return whether something is added: `also tea`, not `also for components`."""
    lows = [token.low for token in tokens]
    for at, low in enumerate(lows):
        after = lows[at + 1] if at + 1 < len(lows) else ""
        if low == "too":
            if after in ("", ",", ")"):  # neither "too high" nor "too for components"
                return True
        elif low == "second" and (tokens[at].quantity or after in ("", ",", ")", ":")):
            continue  # the second semester, twice a second
        elif low in v.ALSO and not (low == "also" and after in v.SCOPE_STARTS | _COVERED):
            return True
        if low == "as" and after == "well" and list(lows[at + 2 : at + 3]) != ["as"]:
            return True
    return False


def displaced(words: Sequence[Word], lows: Sequence[str]) -> tuple[list[Word], bool]:
    """Return the words of `X took Y's place`, and whether one of them is gone."""
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
    """Return the words with those left by a move: `the Monday meeting was moved to Wednesday`. `to`: the
    place of that word."""
    after = {group for word in words if word.at > to for group, _ in word.members}
    found = []
    for word in words:
        before = word.at < to and word.role in (MAIN, SCOPE)
        gone = before and any(group in after for group, _ in word.members)
        found.append(replace(word, role=GONE) if gone else word)
    return found


def is_out(words: Sequence[Word], lows: Sequence[str], out: int) -> bool:
    """Return whether a part of a clause is `X out` or `X out of Y`. `out`: the place of that word."""
    begins = out == 1 or (out > 1 and lows[out - 2] in SIGNS and not lows[out - 1].endswith(" first"))
    named = bool(words) and words[-1].at == out - 1 and words[-1].role in (MAIN, SCOPE)
    return begins and named and lows[out - 1] not in v.VERBS and list(lows[out + 1 : out + 2]) in ([], ["of"])


def left(lows: Sequence[str], at: int) -> bool:
    """Return whether something is gone from a place: `towels are gone from the gym`. `at`: the place of
    `from`."""
    return lows[at - 1] in v.GONE_VERBS and "to" not in lows[at:]


def read(text: str, data: RuleData) -> tuple[Claim, ...]:
    """Return the claims of a statement; none of a longer text. Any text can be read."""
    found: list[Claim] = []
    for sentence in sentences(text):
        read_tokens = tokens(sentence, data)
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
                claim = replace(claim, words=(*_subject_of(before, data), *claim.words))
            else:
                before = clause
            if claim.words:
                found.append(claim)
            if claim.covers and (anyway := _without_concession(claim)).words:
                found.append(anyway)
    return tuple(found)


def _without_concession(claim: Claim) -> Claim:
    """Return what applies whatever is granted: `answer in English, even if I write Dutch`."""
    lows = [token.low for token in claim.tokens]
    begin = next(
        at for at, (low, after) in enumerate(pairwise(lows)) if low in ("also", "even") and after in _COVERED
    )
    end = next((at for at in range(begin, len(lows)) if lows[at] in SIGNS), len(lows))
    return replace(claim, words=tuple(word for word in claim.words if not begin <= word.at < end))


def _says_why(claim: Claim, before: Sequence[Claim]) -> bool:
    """Return whether a claim is the reason of the one before: `use npm here, pnpm is too slow`."""
    first = next((word for word in claim.words if word.at == 0), None)
    asked = (word for one in before if one.stance for word in one.role(MAIN, SCOPE))
    if first is None or claim.changed or claim.denied:
        return False
    return any(are_rivals(first, word) for word in asked)


_COVERED = v.words("when whenever if where wherever while")
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


def _subject_of(clause: Sequence[Token], data: RuleData) -> list[Word]:
    """Return the words before the verb of a clause."""
    verb = next((at for at, token in enumerate(clause) if token.low in v.BE | v.HAVE), 0)
    found = ClauseReader(clause[:verb]).claim().words if verb else ()
    return [word for word in found if word.key not in data.light and not word.quantity]
