"""The checks of resources/extract/rules_plain.toml: whether a plainly built clause says how things are.

Those rules go by the build of a clause alone, so what is asked, broken, of the moment or about the thing
being worked on has to be told by the words in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from arbor_desktop.extract.offline.statement import Statement
from arbor_desktop.extract.offline.vocabulary import Vocabulary, words_of

_NO_SUBJECT_WORDS = """
about add again also and anything are as be because been but can could did do does everything fix
had has have he her here him his how i i'm i've if is it it's its just let let's lets make me no not
now ok one ones or other please same see she should so someone something still stuff sure than that
that's them then there there's these they thing things this those till today try until us use was we
we're were what when where which while who why will would yes you you're
"""
_NO_SUBJECT = frozenset(_NO_SUBJECT_WORDS.split())
_NO_HEAD = _NO_SUBJECT | {
    "my",
    "our",
    "your",
    "his",
    "in",
    "on",
    "at",
    "for",
    "with",
    "from",
    "by",
    "to",
    "of",
    "after",
    "before",
}
_MAX_SUBJECT = 8
_FOR_WHOM = re.compile(r" (?:for|in|at|with) (?:my|an?|small|local|other|old|young|[A-Z]\w+)\b")
_AT_HOME = re.compile(r"(?:live|rent|own|keep|sell|grow|breed|rehearse|farm)\b", re.I)
_NUMBER_WORD = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|dozen|hundred)\b",
    re.I,
)
_FIRST_WORD = re.compile(r"[\w'’]+")


def plain_checks(vocabulary: Vocabulary) -> dict[str, Callable[[Statement], bool]]:
    """The checks by the name rules use in `needs`."""
    plain = _Plain(vocabulary)
    return {
        "states": plain.states,
        "no_trouble": plain.untroubled,
        "steady": plain.steady,
        "no_temper": lambda s: not plain.finds("temper", s.group("what")),
        "not_this_talk": lambda s: not plain.finds("pointing", s.group("what", "obj")),
        "plain_object": lambda s: not plain.finds("definite", s.group("obj", "what")),
        "uncoded": lambda s: not plain.concrete(s.clause),
        "possession": lambda s: (
            not plain.finds("talk_possession", s.group("obj")) and not plain.concrete(s.clause)
        ),
        "own_present": lambda s: (
            re.match(
                r"(?:.{0,24}\bi(?:'ve got| have| own|'ve only got| only have| also have))\b", s.clause, re.I
            )
            is not None
        ),
        "habit": plain.habit,
        "no_appointment": plain.no_appointment,
        "home_object": plain.home_object,
        "kin_fact": plain.kin_fact,
        "own_thing": lambda s: (
            not plain.finds("work_thing", s.group("what")) and plain.subject(s.group("what"))
        ),
        "telling": plain.telling,
        "named_one": plain.named_one,
        "weighty": lambda s: s.told or plain.weighty(s.clause) or plain.finds("general", s.clause),
        "rule_of_team": lambda s: plain.finds("general", s.clause) or plain.concrete(s.clause),
        "plain_what": lambda s: (
            plain.subject(s.group("what")) and not plain.finds("talk_subject", s.group("what"))
        ),
        "firm_fact": plain.firm_fact,
        "dated_what": lambda s: plain.finds("deadline_subject", s.group("what")),
        "named_what": lambda s: (
            plain.weighty(s.clause) and not plain.finds("own_subject", s.clause.replace("we call", ""))
        ),
        "lasting_lead": plain.lasting_lead,
        "rule_body": plain.rule_body,
        "generic_body": lambda s: not plain.finds("definite", s.group("body")),
        "standing": plain.standing,
        "no_piece": plain.no_piece,
        "language_rule": lambda s: (
            re.search(
                r"\b(?:must|should|please|pls|always|only|write|keep|answer|reply|talk|stay|stick|use)\b|^(?:comments|commit|names|docs|code|answers|metric)",
                s.clause,
                re.I,
            )
            is not None
        ),
        "standing_limit": lambda s: (
            plain.finds("general_wish", s.clause)
            or re.search(r"\bat a time\b|\bis (?:plenty|enough)\b", s.clause) is not None
        ),
        "lasting_no": lambda s: s.told or plain.finds("general", s.clause) or plain.weighty(s.clause),
        "telling_cause": lambda s: len(s.group("cause").split()) >= 6 and plain.weighty(s.group("cause")),
    }


class _Plain:
    """Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        # Many rules ask the same of one clause.
        self.finds = lru_cache(maxsize=512)(self._search)

    def _search(self, pattern: str, text: str) -> bool:
        return self._vocabulary.patterns[pattern].search(text) is not None

    def concrete(self, text: str) -> bool:
        """Whether it names a tool or an identifier."""
        return bool(self._vocabulary.technologies_in(" " + text)) or self.finds("code", text)

    def weighty(self, text: str) -> bool:
        """Whether it names anything one could look up: a tool, an identifier, a number, a name."""
        return (
            self.concrete(text)
            or any(c.isdigit() for c in text)
            or self.finds("proper_name", text)
            or _NUMBER_WORD.search(text) is not None
        )

    def states(self, s: Statement) -> bool:
        """Whether the clause states, and neither asks, addresses nor muses."""
        return not any(self.finds(name, s.clause) for name in ("asking", "minded", "two_statements"))

    def untroubled(self, s: Statement) -> bool:
        return not self.finds("out_of_order", s.clause)

    def subject(self, text: str) -> bool:
        """Whether it is a plain noun phrase."""
        words = words_of(text)
        if not 1 <= len(words) <= _MAX_SUBJECT or not _NO_SUBJECT.isdisjoint(words[1:]):
            return False
        return words[0] not in _NO_HEAD or words[0] in ("no", "nobody", "everything")

    def habit(self, s: Statement) -> bool:
        """Whether "I <verb> …" tells a habit or a trade, not a step of the work at hand."""
        obj = s.group("obj")
        if self.finds("one_task", obj[:30]) or len(obj.split()) < 2:
            return False
        return (
            bool(s.group("how"))
            or self.finds("general", s.clause)
            or self.finds("habitual", obj)
            or (not self.concrete(obj) and _FOR_WHOM.search(obj) is not None)
            or re.match(r"(?:at|for|in|with|on|as) (?:an?|my|the|[A-Z]\w+)\b", obj) is not None
        )

    def home_object(self, s: Statement) -> bool:
        """What "we <verb> …" is about: anything, where people tell how they live; else something concrete."""
        if _AT_HOME.match(s.group("verb")) and not self.concrete(s.clause):
            return True
        concrete = s.told or self.weighty(s.clause) or self.finds("general", s.clause)
        return concrete and not self.finds("definite", s.group("obj"))

    def no_appointment(self, s: Statement) -> bool:
        """Not "we have a meeting at three"."""
        return not s.group("verb").lower().startswith("have") or not self.finds(
            "talk_possession", " ".join(s.group("obj").split()[:4])
        )

    def kin_fact(self, s: Statement) -> bool:
        be, obj = s.group("be").lower(), s.group("obj")
        if be in (
            "is",
            "are",
            "has",
            "have",
            "can't",
            "cannot",
            "doesn't",
            "don't",
            "won't",
            "only",
            "never",
        ):
            return self.finds("kin_lasting", obj)
        return True

    def telling(self, s: Statement) -> bool:
        """Whether what is said of a thing is more than a word of praise."""
        obj = s.group("obj")
        return len(obj.split()) >= 2 or self.weighty(obj)

    def named_one(self, s: Statement) -> bool:
        who = s.group("who")
        if self.finds("no_name", who) or self._vocabulary.technologies_in(" " + who):
            return False
        titled = re.match(r"(?:mr|ms|mrs|dr|prof)\b", who, re.I) is not None
        words = words_of(who)
        known = any(
            w in self._vocabulary.lists["verbs"]
            or w in _NO_SUBJECT
            or w in self._vocabulary.lists["people"]
            or w in self._vocabulary.lists["project_nouns"]
            for w in words
        )
        plural = who.endswith("s") and not who.endswith("ss") and len(words) == 1
        return titled or (
            who[:1].isupper()
            and who[1:2].islower()
            and not known
            and not (plural and s.group("be").startswith("a"))
        )

    def firm_fact(self, s: Statement) -> bool:
        """Whether a thing's state is told as one that lasts: in general words about something concrete."""
        what, obj = s.group("what"), s.group("obj")
        if self.finds("first_person", s.clause) or re.search(r"\b(?:it|them|there)$", obj):
            return False
        if self.finds("story_subject", what) and not self.finds("proper_name", s.clause):
            return False
        if s.told:
            return True
        general = self.finds("general", s.clause)
        weight = self.weighty(obj)
        if general and (weight or self.concrete(what) or len(s.clause.split()) >= 6):
            return not self.finds("one_task", what)
        if self.finds("work_thing", what):
            return False
        named = self.concrete(what) or self.finds("product_part", what) or self.finds("whole_thing", what)
        described = (self.concrete(obj) or self.finds("proper_name", obj)) and len(obj.split()) >= 2
        kept = self.concrete(what) and s.group("be").strip() in ("is", "are") and self._lasting_state(obj)
        return (
            kept
            or (weight and named)
            or (described and s.group("be").strip() in ("is", "are", "runs", "run", "only"))
        )

    def _lasting_state(self, obj: str) -> bool:
        word = _FIRST_WORD.match(obj.lower())
        return word is not None and word.group() in self._vocabulary.lists["lasting_states"]

    def steady(self, s: Statement) -> bool:
        """Not "is broken", "is getting slow": states that are gone tomorrow."""
        word = _FIRST_WORD.match(s.group("obj", "what").lower())
        be = s.group("be").lower()
        if word is None or be not in ("", "is", "are", "has", "have", "'s"):
            return True
        first, lists = word.group(), self._vocabulary.lists
        moving = be in ("is", "are", "'s") and re.fullmatch(r"\w{3,}ing", first)
        return first not in lists["passing_states"] and (not moving or first in lists["lasting_states"])

    def lasting_lead(self, s: Statement) -> bool:
        lead = s.group("lead")
        return not self.finds("pointing", lead) and not self.finds("particular_lead", lead)

    def rule_body(self, s: Statement) -> bool:
        """Whether a wish could hold beyond the task it was said in."""
        text = s.group("body") or s.clause
        if self.finds("pointing", text):
            return False
        return not self.finds("of_the_day", text)

    def no_piece(self, s: Statement) -> bool:
        """Whether a wish is not about one thing to be made or changed."""
        text = s.group("body") or s.clause
        if self.finds("one_piece", text) or self.finds("definite", text):
            return False
        return s.told or self.finds("strong_wish", s.clause) or not self.finds("one_task", text)

    def standing(self, s: Statement) -> bool:
        body = s.group("body")
        if self.finds("one_piece", body):
            return False
        if self.finds("strong_wish", s.clause):
            return True
        if self.finds("one_task", body) or self.finds("definite", body):
            return False
        return s.told or self.finds("general_wish", s.clause)
