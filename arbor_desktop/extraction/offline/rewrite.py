"""Statements written to be understood alone, in the third person where that is safe: by a rule's template,
or word by word ("I'm a nurse and my wife teaches" becomes "User is a nurse and their wife teaches").
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from arbor_desktop.extraction.offline.rules import Rule

MAX_LENGTH = 300
MIN_WORDS = 3
_WORD_ENDS = re.compile(r"\s+|(?<=\w)/(?=\w)")
"""A name of two words joined by a slash, as in "async/await", counts as two."""

_SLOT = re.compile(r"\{(\w+)(?:\|([^}]+))?\}")
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
_GERUNDS = {
    "using": "uses",
    "running": "runs",
    "deploying": "deploys",
    "hosting": "hosts",
    "relying": "relies",
    "targeting": "targets",
    "supporting": "supports",
    "following": "follows",
    "storing": "stores",
}
_STATED = (
    "ask say tell want need approve request confirm prefer like use work have do go know think review get "
    "give see find run write specify mention type call send paste mean push commit merge deploy make start "
    "finish choose decide agree support own expect haven't"
)
_BASE = frozenset(_STATED.split())
_SUBJECT_IS_TEAM = re.compile(r"The \{?team|\{who\}")
_STATEMENTS = frozenset(("person", "skill", "goal", "preference", "relationship", "project"))
"""Families whose memories say how something is; what one is to do about it follows as a memory of its own."""

_HERE = re.compile(r"(?<=\w) here(?=,|;| because\b| since\b)")
_PROJECT_TWICE = re.compile(
    r"(?<=^The project)'s project(?= )"
    r"|(?<=^The project )(?P<said>.*?) (?:in|for) (?:this|our) (?:project|repo|repository|codebase)(?=[.,]|$)"
)
"""Who is spoken of is said once."""
_TAIL = re.compile(
    r",? so (?:please |just |only )*(?:don't|do not|no|let|can|could|be|keep|make|use|never|always|avoid|i"
    r"|you|they|feel|short|small|that's|explain|watch|bear|remember|help|write|give|show|skip|suggest|try|pick"
    r"|choose|stick|stay|test|run|add|check|prefer|answer|limit|wrap|tell|call|scripts|ping|ask)\b.*$"
    r"|, (?:be|just|keep|ask|ping|check|see|don't|please|explain|make sure|thanks|you know|in case)\b.*$",
    re.IGNORECASE,
)
_THIRD = re.compile(
    r"(?:User|The project|The team)\b(?:'s)? (?:\w+ly )?(?!is\b|are\b|does\b|has\b|can|must|would)\w+s\b"
)
_SECOND_VERB = re.compile(
    r"(\b(?:and|but|then) (?:then |only |never |always )?)"
    r"(convert|store|keep|use|run|deploy|push|merge|squash|rebase|test|write|read|send|build|ship|cache|log|put"
    r"|render|validate|generate|publish|format|display|translate|sort|parse|wrap|sync|copy|handle|track|tag|sign)"
    r"(?= (?:the|a|an|all|it|them|everything|to|our|their|only|every|each|on|with|by|from|into)\b)"
)

# Who "I" and "we" are, by the voice of the rule: subject, object, possessive, reflexive.
_PERSON = {
    "i": "they",
    "me": "them",
    "my": "their",
    "mine": "theirs",
    "myself": "themselves",
    "i'm": "they are",
    "i've": "they have",
    "i'll": "they will",
    "i'd": "they would",
}
_TEAM = {
    "we": "they",
    "us": "them",
    "our": "their",
    "ours": "theirs",
    "ourselves": "themselves",
    "we're": "they are",
    "we've": "they have",
    "we'll": "they will",
    "we'd": "they would",
}
_THEY = {**_PERSON, **_TEAM}
_USER = {
    "me": "the user",
    "my": "the user's",
    "mine": "the user's",
    "myself": "themselves",
    "i'm": "the user is",
    "i've": "the user has",
    "i'll": "the user will",
    "i'd": "the user would",
    "our": "the project's",
    "us": "the team",
    "we're": "the team is",
    "we've": "the team has",
    "we'll": "the team will",
    "we'd": "the team would",
}
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
_AM_WAS = re.compile(r"\b(they) (am|was)\b")
_PRONOUN = re.compile(
    r"(?<![\w.\-/`])(?:I|i|[Ii]'(?:m|ve|ll|d)|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|"
    r"[Ww]e|[Ww]e'(?:re|ve|ll|d)|[Uu]s|[Oo]urs?|[Oo]urselves)\b(?!\.\w|[/\-])"
)
_SUBJECT = re.compile(r"\b(I|i|we|We)( (?:\w+ly|also|ever|just|never|always))? ([a-z]+(?:'t)?)\b")
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


def rewrite(rule: Rule, groups: Mapping[str, str | None], clause: str) -> str | None:
    """Return the statement, or None where it comes out too short, too long or with nobody it could be
    about."""
    if rule.write is None:
        text = resolved(clause, rule.voice, opening=True)
    else:
        voice = (
            "instruction" if rule.voice == "team" and not _SUBJECT_IS_TEAM.match(rule.write) else rule.voice
        )
        text = _SLOT.sub(lambda slot: _filled(slot.group(1), slot.group(2), groups, voice), rule.write)
        text = text.replace(
            "{team}", "team" if re.search(r"\b(?:they|them|their|want)\b", text) else "project"
        )
    if rule.family in _STATEMENTS:
        text = _TAIL.sub("", text)
        text = _SECOND_VERB.sub(lambda m: f"{m[1]}{third_person(m[2])}", text) if _THIRD.match(text) else text
    return finished(text)


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


def _filled(name: str, how: str | None, groups: Mapping[str, str | None], voice: str) -> str:
    """Return what replaces a slot of a rule's template: `{name}`, or `{name|how}`."""
    if name == "team":
        return "{team}"
    if name == "adverbs":
        return ""
    if name == "who" and how is None and voice == "team" and groups.get("who") is None:
        return "The team"
    value = (groups.get(name) or "").strip()
    kind, _, argument = (how or "").partition(":")
    if kind == "":
        return resolved(value, voice) + (" " if name in ("not", "how") and value else "")
    if kind == "s":
        return third_person(value)
    if kind == "cap":
        return value.capitalize()
    if kind == "low1":
        return resolved(value[:1].lower() + value[1:], voice)
    if kind == "yours":
        return resolved(re.sub(r"\byour (?=[a-z])", "", value), voice)
    if kind == "ing":
        verb = value.lower()
        if not verb:
            return "using"
        return {"put": "putting", "insert": "inserting"}.get(verb, verb.removesuffix("e") + "ing")
    if kind == "be-s":
        head, _, rest = value.lower().partition(" ")
        head = _GERUNDS.get(head) or (head if head.endswith(("ed", "s")) else third_person(head))
        return f"{head} {rest}".strip()
    if kind == "neg":
        verb, negative = groups.get(argument) or "", value.lower()
        if negative in ("never", "no longer"):
            return f"{negative} {third_person(verb)}"
        return f"does not {verb}" if negative else third_person(verb)
    raise ValueError(f"unknown way {how!r} to write {name!r} ({argument})")


def resolved(text: str, voice: str, opening: bool = False) -> str:
    """Return `text` with its pronouns replaced by who they mean. `opening`: it starts the statement, so
    that "they" would have no meaning."""
    if voice == "assistant":
        return _listener_resolved(text)
    if voice == "instruction" or opening:
        return _named(text)
    replaced = _PRONOUN.sub(lambda match: _THEY[match.group().lower()], text)
    return _AM_WAS.sub(
        lambda match: f"{match.group(1)} {'are' if match.group(2) == 'am' else 'were'}", replaced
    )


def _named(text: str) -> str:
    """Return a text with "unless I ask" as "unless the user asks"; an unknown verb keeps its pronoun."""

    def subject(match: re.Match[str]) -> str:
        who = "the user" if match.group(1).lower() == "i" else "the team"
        verb = match.group(3)
        if verb in _BASE or verb in ("don't", "am"):
            verb = third_person(verb)
        elif not (
            verb.endswith("ed")
            or verb
            in (
                "can",
                "will",
                "said",
                "told",
                "was",
                "did",
                "should",
                "must",
                "had",
                "gave",
                "can't",
                "didn't",
                "won't",
            )
        ):
            return match.group()
        return f"{who}{match.group(2) or ''} {verb}"

    text = _SUBJECT.sub(subject, text)
    return _PRONOUN.sub(lambda match: _USER.get(match.group().lower(), match.group()), text)


def _listener_resolved(text: str) -> str:
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


_WORD = re.compile(r"`[^`]*`|(?<![\w./@#-])[A-Za-z]+(?:'[A-Za-z]+)?(?![\w/-]|\.\w)")
"""Code is one word, and parts of identifiers are none."""
_FIRST_PERSON = re.compile(r"(i|we)('(?:m|re|ve|d|ll))?", re.IGNORECASE)
_LETS = re.compile(
    r"^let(?:'s| us) (?=(?:go with|use|stick|stay|keep|adopt|switch|move|settle)\b)", re.IGNORECASE
)
_NEXT_SENTENCE = re.compile(r"(?<=[\w)`][\w)`][.!] )[a-z](?=[a-z']* )")
_ITEM = re.compile(r"(?:[-*•]|\d+[.)])\s+")
_JOINS = re.compile(r"(?:\band|\bbut|\bthen|,)(?: (?:also|never|always|only|just|usually|mostly))? $")
_DONE_BEFORE = re.compile(r" (?:\w+ly |already |just )?(?:\w+ed|been|had)\b")
_TO_DO = re.compile(
    r" (?!(?:the|an?|my|our|your|their|his|her|it|this|that|all|every|each|both|me|us)\b)[a-z]"
)
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
        self.adverbs = frozenset(words["adverbs"].split())
        self.done = frozenset(words["done"].split())
        self.verbs = frozenset(words["verbs"].split())
        self.known = self.done | self.verbs | frozenset(self.one)
        self.infinitive = frozenset(words["infinitive"].split())
        leads = sorted(words["leads"], key=len, reverse=True)
        self._lead = re.compile(rf"(?:{'|'.join(map(re.escape, leads))})\b[,:]?\s+", re.IGNORECASE)

    def rewrite(self, clause: str, *, to_assistant: bool) -> str | None:
        """Return the statement, or None where it is too short, too long or incomplete. `to_assistant`: it
        tells the assistant what to do, so "you" is nobody who would have to be named."""
        text = clause.strip()
        if item := _ITEM.match(text):
            text = text[item.end() :]
        while lead := self._lead.match(text):
            text = text[lead.end() :]
        text = _LETS.sub("decided to ", text)
        # "Metric units" is a whole rule.
        told = finished(_Rewriting(self, text, to_assistant).text(), 2 if to_assistant else MIN_WORDS)
        return told and _NEXT_SENTENCE.sub(lambda match: match.group().upper(), told)


class _Rewriting:
    """Rewrites one statement, word by word."""

    def __init__(self, words: Rewriter, said: str, to_assistant: bool) -> None:
        self._words = words
        self._said = said
        self._to_assistant = to_assistant
        self._named: set[str] = set()
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
        if small in self._words.infinitive or (small == "to" and _TO_DO.match(self._said, match.end())):
            self._finite = False
        elif self._joined(match) and small in self._words.verbs:
            return self._verb(word, small, self._words.one)
        if self._verb_of is not None:
            if small in self._words.adverbs:
                return word
            forms, self._verb_of = self._verb_of, None
            return self._verb(word, small, forms)
        subject = _FIRST_PERSON.fullmatch(word)
        if subject and self._said[match.end() : match.end() + 1] not in ("/", "."):  # i/o, i.e.
            return self._subject(subject)
        if small in self._words.first and word != "US":
            return self._other(small)
        if small in self._words.assistant and not self._to_assistant:
            if small == "you" and self._acts(self._said[match.end() :]):
                self._verb_of = self._words.one
            return self._words.assistant[small]
        return word

    def _subject(self, match: re.Match[str]) -> str:
        who, contracted = match.group(1).lower(), (match.group(2) or "").lower()
        if self._begins():
            self._named.clear()
        known = who in self._named
        self._named.add(who)
        name = "they" if known else self._name("User" if who == "i" else "The team")
        forms = self._words.they if known else self._words.one
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
        return word if past or small in self._words.unchanged else third_person(word)
