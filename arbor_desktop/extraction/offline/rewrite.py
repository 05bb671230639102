"""Statements written to be understood alone, in the third person, word by word: "I'm a nurse and my wife
teaches" becomes "User is a nurse and their wife teaches".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

MAX_LENGTH = 300
MIN_WORDS = 3
_WORD_ENDS = re.compile(r"\s+|(?<=\w)/(?=\w)")
"""A name of two words joined by a slash, as in "async/await", counts as two."""

_IRREGULAR = {
    "have": "has",
    "do": "does",
    "be": "is",
    "go": "goes",
    "don't": "doesn't",
    "'ve": "has",
    "haven't": "hasn't",
    "aren't": "isn't",
    "weren't": "wasn't",
    "am": "is",
}
_STATED = (
    "ask say tell want need approve request confirm prefer like use work have do go know think review get "
    "give see find run write specify mention type call send paste mean push commit merge deploy make start "
    "finish choose decide agree support own expect haven't"
)
_BASE = frozenset(_STATED.split())
_HERE = re.compile(r"(?<=\w) here(?=,|;| because\b| since\b)")
_PROJECT_TWICE = re.compile(
    r"(?<=^The project)'s project(?= )"
    r"|(?<=^The project )(?P<said>.*?) (?:in|for) (?:this|our) (?:project|repo|repository|codebase)(?=[.,]|$)"
)
"""Who is spoken of is said once."""
_LISTENER = {
    "you": "the user",
    "your": "the user's",
    "you're": "the user is",
    "you've": "the user has",
    "you'd": "the user would",
    "you'll": "the user will",
    "yours": "the user's",
    "yourself": "themselves",
}
_YOU = re.compile(r"\b(?:you're|you've|you'd|you'll|yourself|yours|your|you)\b", re.IGNORECASE)
_YOU_SUBJECT = re.compile(r"\b(you)( (?:\w+ly|also|always|never))? ([a-z]+(?:'t)?)\b", re.IGNORECASE)


def third_person(verb: str) -> str:
    """Return a verb in the third person: "prefer" → "prefers", "push" → "pushes", "rely on" → "relies on"."""
    head, _, rest = verb.lower().partition(" ")
    if head in _IRREGULAR:
        head = _IRREGULAR[head]
    elif re.search(r"(?:s|x|z|ch|sh|o)$", head):
        head += "es"
    elif re.search(r"[^aeiou]y$", head):
        head = head[:-1] + "ies"
    else:
        head += "s"
    return f"{head} {rest}" if rest else head


def finished(text: str, words: int = MIN_WORDS) -> str | None:
    """Return a text with a capital first letter and one full stop; None unless it has `words` words and at
    most 300 characters."""
    text = " ".join(text.split()).strip(" ,;:-–—.!")
    text = re.sub(r"\s+([,.;:])(?=\s|$)", r"\1", text)
    text = _PROJECT_TWICE.sub(lambda found: found["said"] or "", _HERE.sub("", text))
    text = re.sub(
        r",?\s+(?:please|thanks|thank you|thx|ok|okay|lol|haha|though|too|as well|btw|right|obviously"
        r"|(?:not )?here)$",
        "",
        text,
        flags=re.I,
    )
    if (
        len(text) < 8
        or len(text) >= MAX_LENGTH
        or len(_WORD_ENDS.split(text)) < words
        or not any(letter.isalpha() for letter in text)
        or text.count("`") % 2
    ):
        return None
    # An identifier at the start keeps its spelling if it is marked as code or has a capital or a sign inside.
    first = text[0].upper() + text[1:] if re.match(r"[a-z]+(?:['\s,-]|\.\s|$)", text) else text
    return first + "."


def told_to_user(text: str) -> str:
    """Return what an assistant says to the user as said of the user: "you prefer" → "User prefers"."""

    def subject(match: re.Match[str]) -> str:
        verb = match.group(3).lower()
        verb = (
            third_person(verb)
            if verb in _BASE or verb in ("don't",)
            else {"are": "is", "were": "was"}.get(verb, verb)
        )
        return f"the user{match.group(2) or ''} {verb}"

    text = _YOU_SUBJECT.sub(subject, text)
    text = _YOU.sub(lambda match: _LISTENER[match.group().lower()], text)
    return re.sub(r"^the user", "User", text)


_WORD = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|(?<![\w./@#-])[A-Za-z]+(?:'[A-Za-z]+)?(?![\w/-]|\.\w)")
"""Code or a quotation is one word, and parts of identifiers are none."""
_FIRST_PERSON = re.compile(r"(i|we)('(?:m|re|ve|d|ll))?", re.IGNORECASE)
_LETS = re.compile(
    r"^let(?:'s| us) (?=(?:go with|use|stick|stay|keep|adopt|switch|move|settle)\b)", re.IGNORECASE
)
_NEXT_SENTENCE = re.compile(r"(?<=[\w)`][\w)`][.!] )[a-z](?=[a-z']* )")
_ITEM = re.compile(r"(?:[-*•]|\d+[.)])\s+")
_JOINS = re.compile(
    r"(?:\band|\bbut|\bthen|,)(?: (?:also|just|usually|mostly))? $|\b(?:and|but) (?:never|always|only) $"
)
_OF_NOUN = re.compile(
    r" (?!(?:the|an?|my|our|your|their|his|her|its?|this|that|these|those|all|every|each|both|any|no|some"
    r"|me|us|them|you|in|on|at|to|for|with|from|by|of|as|into|over|under|after|before|until|during|through"
    r"|only|just|always|never|when|if|and|or|but|there|here|out|off|up|down|back|\w+ly)\b)[a-z]+"
)
"""A word before which a noun is likelier than a verb: `and commit messages`."""
_AND = re.compile(r"(?:\band|\bbut|,) $")
_CONDITION = re.compile(r"\b(?:when(?:ever)?|if|before|after|while|until|once|unless) $", re.IGNORECASE)
_DONE_BEFORE = re.compile(r" (?:\w+ly |already |just )?(?:\w+ed|been|had)\b")
_TO_DO = re.compile(
    r" (?!(?:the|an?|my|our|your|their|his|her|it|this|that|all|every|each|both|me|us)\b)[a-z]"
)
_PAST = re.compile(r"\b(?:last|ago|yesterday|once|back then|when i was|in (?:19|20)\d\d)\b", re.IGNORECASE)
_WITH = re.compile(r"(?:^|[,;:.] (?:and |but |so )?)(?:(?i:my|our) \w+|[A-Z]\w+) and $")
"""What comes before "I" where two people are the subject: `my wife and`, `Kim and`."""
_SINGULAR = {"we": "i", "us": "me", "our": "my", "ours": "mine", "ourselves": "myself"}
_NOUN_LIKE = frozenset(("need", "feed", "breed", "speed", "succeed", "proceed", "exceed", "embed", "bleed"))
"""Verbs that end in -ed in the present."""


class Rewriter:
    """Holds only words."""

    def __init__(self, retelling_toml: str) -> None:
        raw = tomllib.loads(retelling_toml)
        words = raw["words"]
        self.one: Mapping[str, str] = raw["one"]
        self.they: Mapping[str, str] = raw["they"]
        self.first: Mapping[str, str] = raw["first"]
        self.again: Mapping[str, str] = raw["again"]
        self.assistant: Mapping[str, str] = raw["assistant"]
        self.unchanged = frozenset(words["unchanged"].split())
        self.alike = frozenset(words["alike"].split())
        self.nouns = frozenset(words["nouns"].split())
        self.adverbs = frozenset(words["adverbs"].split())
        self.done = frozenset(words["done"].split())
        self.verbs = frozenset(words["verbs"].split())
        self.known = self.done | self.verbs | frozenset(self.one)
        self.infinitive = frozenset(words["infinitive"].split())
        self._lead = _any_of(words["leads"])
        self._order = _any_of([*words["leads"], *words["orders"]])

    def rewrite(self, clause: str, *, to_assistant: bool = False, personal: bool = False) -> str | None:
        """Return the statement, or None where it is too short, too long or incomplete. `to_assistant`: it
        tells the assistant what to do, so "you" is nobody who would have to be named. `personal`: "we" is the
        user, not a team."""
        text = clause.strip()
        if item := _ITEM.match(text):
            text = text[item.end() :]
        leads = self._order if to_assistant else self._lead
        while lead := leads.match(text):
            text = text[lead.end() :]
        text = _LETS.sub("decided to ", text)
        # "Metric units" is a whole rule.
        retold = _Rewriting(self, text, to_assistant, personal).text()
        told = finished(retold, 2 if to_assistant else MIN_WORDS)
        return told and _NEXT_SENTENCE.sub(lambda match: match.group().upper(), told)


def _any_of(leads: list[str]) -> re.Pattern[str]:
    longest_first = sorted(leads, key=len, reverse=True)
    every = [*map(re.escape, longest_first), r"(?:since|as)(?= (?:i|we|my|our)\b)"]  # not "since 2019"
    return re.compile(rf"(?:{'|'.join(every)})\b[,:]?\s+", re.IGNORECASE)


class _Rewriting:
    """Rewrites one statement, word by word."""

    def __init__(self, words: Rewriter, said: str, to_assistant: bool, personal: bool) -> None:
        self._words = words
        self._said = said
        self._to_assistant = to_assistant
        self._singular = _SINGULAR if personal else {}
        self._named: set[str] = set()
        self._subjects: set[str] = set()
        """Of those named, whom "they" means: not the user of "User's wife"."""
        self._parts: list[str] = []
        self._finite = False
        self._verb_of: Mapping[str, str] | None = None
        """How the next verb changes, if its subject was just named."""

    def text(self) -> str:
        position = 0
        for match in _WORD.finditer(self._said):
            between = self._said[position : match.start()]
            self._parts.append(between)
            if between.strip():
                self._verb_of = None
            self._parts.append(self._word(match))
            position = match.end()
        return "".join([*self._parts, self._said[position:]])

    def _word(self, match: re.Match[str]) -> str:
        word, small = match.group(), match.group().lower()
        if word[0] in '"“':
            return word
        if small in self._words.infinitive or (small == "to" and _TO_DO.match(self._said, match.end())):
            self._finite = False
        elif (
            self._joined(match)
            and small in self._words.verbs
            and not (
                small in self._words.nouns
                and _AND.search(self._said, 0, match.start())
                and _OF_NOUN.match(self._said, match.end())
            )
        ):
            return self._verb(word, small, self._words.one)
        if self._verb_of is not None:
            if small in self._words.adverbs:
                return word
            forms, self._verb_of = self._verb_of, None
            return self._verb(word, small, forms)
        subject = _FIRST_PERSON.fullmatch(word)
        if subject and self._said[match.end() : match.end() + 1] not in ("/", "."):  # i/o, i.e.
            return self._subject(subject, self._said[: match.start()])
        if small in self._words.first and word != "US":
            if _JOINS.search(self._said, 0, match.start()):
                self._subjects.clear()  # "and my wife" may begin a clause about somebody else
            return self._other(small)
        if small in self._words.assistant and not self._to_assistant:
            asked = _CONDITION.search(self._said, 0, match.start()) is not None
            if small == "you" and (asked or self._acts(self._said[match.end() :])):
                self._verb_of = self._words.one
            return self._words.assistant[small]
        return word

    def _subject(self, match: re.Match[str], before: str) -> str:
        who, contracted = match.group(1).lower(), (match.group(2) or "").lower()
        who = self._singular.get(who, who)
        if self._begins():
            self._named.clear()
            self._subjects.clear()
        paired = _WITH.search(before) is not None
        known = who in self._subjects and not paired
        self._named.add(who)
        self._subjects.add(who)
        name = "they" if known else self._name("User" if who == "i" else "The team")
        forms = self._words.they if known or paired else self._words.one
        # "I live here and work there": the second verb goes like the first, unless "want to" or "can" leads.
        self._finite = not known
        if contracted:
            self._finite &= contracted in ("'m", "'re", "'ve")
            had = contracted == "'d" and _DONE_BEFORE.match(self._said, match.end())
            return f"{name} {'had' if had else forms[contracted]}"
        self._verb_of = forms
        return name

    def _joined(self, match: re.Match[str]) -> bool:
        """Return whether a verb may follow here that goes with the last subject, after "and" or "but"."""
        return (
            self._finite and self._verb_of is None and _JOINS.search(self._said, 0, match.start()) is not None
        )

    def _other(self, small: str) -> str:
        """Return what an object or an owner becomes."""
        small = self._singular.get(small, small)
        who = "i" if small.startswith("m") else "we"
        if self._begins():
            self._named.clear()
        if self._begins() and small in ("my", "our"):
            self._named.add(who)
            return "User's" if who == "i" else "The project's"
        return (self._words.again if who in self._named else self._words.first)[small]

    def _name(self, name: str) -> str:
        return name if self._begins() else {"User": "the user"}.get(name, name.lower())

    def _begins(self) -> bool:
        """Return whether a sentence begins here: who is meant is named again."""
        return "".join(self._parts).rstrip()[-1:] in ("", ".", "!", "?")

    def _acts(self, rest: str) -> bool:
        verb = _WORD.match(rest.lstrip())
        return verb is not None and verb.group().lower() in self._words.known

    def _verb(self, word: str, small: str, forms: Mapping[str, str]) -> str:
        if small in forms or forms is self._words.they:
            return forms.get(small, word)
        past = small.endswith("ed") and len(small) > 4 and small not in _NOUN_LIKE
        past |= small in self._words.alike and _PAST.search(self._said) is not None
        return word if past or small in self._words.unchanged else third_person(word)
