"""Secrets in sentences: the code of the gate, the password that was changed, a user with a password.

A sentence that names what a secret opens may have the secret anywhere: `the code for the gate is 4471`, `type
4471 at the gate`. What decides is the name, the word in front of the value, and the word behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbor_desktop.redaction.hints import any_of
from arbor_desktop.redaction.rules import Vocabulary
from arbor_desktop.redaction.secret_names import Name
from arbor_desktop.text.words import compiled

_LONGEST = 120
"""So many characters before and behind a name belong to its sentence."""
_BREAK = re.compile(r"\n|[.!?](?=\s+[^\Wa-z\d_]|\s*\Z)|\\n|[\"}\]][,}\]]|\":|[{}<]")
_WORD_BACK = re.compile(r"[^\s\"'`(\[:=→>,]*")
_LONGEST_WORD = 40
_NEAREST = 3
"""So many values before a name, and as many behind it, are judged."""
_LEAD = re.compile(r"[\s\"'`(*\[]*([^\s\"`(*\[]*)")
"""The word before a place, backwards."""
_CODE = re.compile(r"[{}\[\]\\<>|=](?=.*\S)|[\"'`]\s*[:,]")
_SET_IT = r"(?i)\b(?:set|changed|reset|made) (?:it|that|this) to [\"'`]?\Z"
_WITH = frozenset(("with", "mit", "met", "avec", "con", "com"))
_SIGNS = (":", "?", "=", "→", ">", "–", "—", "-")
_QUOTES = " \t\"'`(*["
_IS_THE = (
    r"[\"'`)*\]]{0,3},?(?:[ ][\w'’]{1,12}){0,2}"
    r"[ ](?:as|is|was|ist|war|als|comme|est|como|es|come|è|é|for(?=[ ](?:the|my|our)))"
    r"(?:[ ][\w'’]{1,15}){0,3}[ ]\Z"
)
_NEXT = re.compile(r"[\"'`)*\]]{0,3}[ \t]{0,2}([^\W\d_]+|[%°€$£×])")
_LAST_WORD = re.compile(r"([^\W\d_]+)(?:['’]s)?[ _-]?\Z")
_CLOCK = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_NUMBER_OF = (
    r"(?i)\b(?:number|n[uú]m[eé]ro|nummer|id|model|size|price|cost|width|height|year|version|line|room|count)"
    r"(?:[ ]of)?(?:[ ](?:the|our|my))?[ ]?\Z"
)
_OF_THING = (
    r"(?i)"
    r"(?:,?[ ](?:of|for|at|on|to|in|by|near|from|behind|upstairs|downstairs|here|there|i|you|they|we|she|he"
    r"|that|which|im|am|an|auf|vom|von|bei|für|fürs|zum|zur|des|der|ich|wir|que|de|du|del|della|dell|do|da|pour|para|per|à"
    r"|au|aux|en|van|voor|bij|op|di)\b[^:=\d]{0,60}?)?"
    r"(?:['’]s|[ ]?[:=→?]|,?[ ](?:it['’]s|is|was|stays|takes|with|opens?|unlocks|disarms|ist|war|geht|öffnet"
    r"|mit|est|s['’]ouvre|avec|es|se|con|è|é|com|met)\b)"
)
"""What can stand between a thing and the value that opens it: of whom or where it is, and that it is it."""


def sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence with the characters `start` to `end` begins and ends."""
    first = max(0, start - _LONGEST)
    first = max(first, text.rfind("\n", first, start) + 1)
    for mark in _BREAK.finditer(text, first, start):
        first = mark.end()
    after = _BREAK.search(text, end, end + _LONGEST)
    return first, min(len(text), end + _LONGEST) if after is None else after.end()


def values_near(name: re.Match[str], values: re.Pattern[str], signs: re.Pattern[str]) -> list[re.Match[str]]:
    """Return what can be a value in the sentence of a name, the nearest: words with one of the signs."""
    text = name.string
    before = _values(text, max(0, name.start() - _LONGEST), name.start(), values, signs)[-_NEAREST:]
    near = before + _values(text, name.end(), min(len(text), name.end() + _LONGEST), values, signs)[:_NEAREST]
    if not near:
        return []
    first, last = sentence(text, name.start(), name.end())
    return [value for value in near if first <= value.start() and value.end() <= last]


def _values(
    text: str, start: int, end: int, values: re.Pattern[str], signs: re.Pattern[str]
) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for sign in signs.finditer(text, start, end):
        if sign.start() < start:
            continue
        back = _WORD_BACK.match(text[max(start, sign.start() - _LONGEST_WORD) : sign.start()][::-1])
        value = values.match(text, sign.start() - (0 if back is None else back.end()))
        start = sign.end() if value is None else value.end()
        if value is not None:
            found.append(value)
    return found


def is_code(between: str) -> bool:
    """Return whether what stands between a name and a value is no sentence."""
    return _CODE.search(between) is not None


class Sentences:
    """Decides whether a value in a sentence is the secret that the sentence names. Immutable."""

    def __init__(self, words: Vocabulary) -> None:
        owners = _any_of(words.opened_things | words.code_owners)
        of = (
            r"[ ](?:(?:de la|de|del|di|da|do|du|van|für|fürs|for|of|to|der|d['’]|the|my|meine?|vom)[ ]?){0,2}"
        )
        self._links = words.value_links
        self._verbs = words.typing_verbs
        self._units = words.units
        self._going_on = words.going_on
        self._things = re.compile(_any_of(words.opened_things), re.IGNORECASE)
        self._owners_before = re.compile(rf"(?:{owners})[\w'’]{{0,12}}[ _-]?\Z", re.IGNORECASE)
        self._owners_behind = re.compile(rf"{of}(?:{owners})", re.IGNORECASE)
        self._others = words.other_codes
        self._of = re.compile(rf"{of}([^\W\d_]+)")

    def code(self, name: re.Match[str], span: tuple[int, int]) -> bool:
        """Return whether the value is the code, combination or PIN that the sentence names."""
        text, (start, end) = name.string, span
        between = text[name.end() : start]
        beside = start >= name.end() and not between.strip(_QUOTES)
        if not (beside or self._given(name, start, end)) or self._counts(text, end):
            return False
        alone = name.lastgroup == "self"
        letters = any(c.isalpha() for c in text[start:end])
        if letters and (alone or end - start < 4):
            return False
        sure = self._surely_secret(name, text[start:end])
        if name.lastgroup == "combination" and not self._ends(text, end):
            return False
        if sure is None or (letters and not sure):
            return False
        if not sure:
            first, last = sentence(text, name.start(), name.end())
            if self._things.search(text, first, last) is None or not self._ends(text, end):
                return False
        if beside:
            long = sum(c.isdigit() for c in text[start:end]) == 6
            typed = self._lead(text[max(0, name.start() - 40) : name.start()]) in self._verbs
            return typed or ((sure or long) and self._ends(text, end))
        # `pin the version to 1204` is no PIN.
        pin = start > name.start() and name.group().lower().startswith("pin")
        return not pin or compiled(_OF_THING).match(between) is not None

    def _given(self, name: re.Match[str], start: int, end: int) -> bool:
        """Return whether the sentence says that the value is what it names: `the code is …`."""
        text = name.string
        if start >= name.end():
            between = text[name.end() : start]
            return self._linked(between) and not is_code(between)
        if end > name.start():
            return False
        typed = name.lastgroup == "self" and self._lead(text[max(0, start - 40) : start]) in self._verbs
        return typed or compiled(_IS_THE).match(text[end : name.start()]) is not None

    def thing(self, name: re.Match[str], span: tuple[int, int]) -> bool:
        """Return whether the value opens the thing that the sentence names."""
        text, (start, end) = name.string, span
        between = text[name.end() : start]
        if self._counts(text, end) or not self._ends(text, end) or is_code(between):
            return False
        value = text[start:end].strip("#*")
        if any(c.isalpha() for c in value):
            return False
        if start < name.start():
            return self._lead(text[max(0, start - 40) : start]) in self._verbs and end + 40 > name.start()
        if len(value) < end - start and len(between) < 80:
            return True
        if compiled(_NUMBER_OF).search(text, max(0, name.start() - 30), name.start()):
            return False
        if not between.strip(_QUOTES):
            word = _LAST_WORD.search(
                text, max(0, name.start() - 24), name.start() + (text[name.start()] == " ")
            )
            follows = _NEXT.match(text, end)
            return (
                len(value) >= 4
                and word is not None
                and follows is None
                and self._things.fullmatch(word.group(1)) is not None
            )
        words = between.split()
        if len(words) < 4 and words and words[-1].lower() in _WITH:
            return True
        if len(value) < 4 and not between.endswith(" set to "):
            return False
        if compiled(_OF_THING).match(between) is None or not self._linked(between):
            return False
        return _CLOCK.fullmatch(value) is None or not name.group().lower().strip().startswith("alarm")

    def _surely_secret(self, name: re.Match[str], value: str) -> bool | None:
        """Return whether the name is of a secret even without a thing to open; None if it is of another."""
        text = name.string
        if name.lastgroup != "code":
            return name.lastgroup == "self" or sum(c in " -" for c in value) > 1
        start = name.start() - (2 if name.group().lower().startswith("digo") else 0)
        before = text[max(0, start - 24) : start]
        word, of = _LAST_WORD.search(before), self._of.match(text, name.end())
        if any(one is not None and one.group(1).lower() in self._others for one in (word, of)):
            return None
        owned = self._owners_before.search(before) is not None
        if before[-1:].isalpha() and not owned:
            return None
        return owned or self._owners_behind.match(text, name.end()) is not None

    def _counts(self, text: str, end: int) -> bool:
        word = _NEXT.match(text, end)
        return word is not None and word.group(1).lower() in self._units

    def _ends(self, text: str, end: int) -> bool:
        """Return whether what is behind a value does not make it the number of something."""
        word = _NEXT.match(text, end)
        return word is None or word.group(1).lower() in self._going_on

    def password(self, text: str, name: Name, start: int, end: int, signed: bool) -> bool:
        """Return whether the value is the password that the sentence names."""
        if start < name.start:
            before, behind = text[max(0, start - 40) : start], text[end : name.start]
            near = signed and len(behind.split()) < 7 and not is_code(behind)
            typed = (signed and self._lead(before) in self._verbs) or compiled(_SET_IT).search(
                before
            ) is not None
            return near or typed or compiled(_IS_THE).match(behind) is not None
        between = text[name.end : start]
        if not between.strip(_QUOTES) or is_code(between):
            return False
        vague = name.vague and (len(between.split()) < 3 or self._lead(between) in ("to", "with"))
        return signed or (self._linked(between) and not vague)

    def _linked(self, between: str) -> bool:
        lead = self._lead(between)
        return lead in self._links or lead.endswith(_SIGNS) or lead.endswith(("'s", "’s", "'est", "’est"))

    def _lead(self, before: str) -> str:
        """Return the word or sign right before a value."""
        found = _LEAD.match(before[:-41:-1])
        word = "" if found is None else found.group(1)[::-1].lower().rstrip(",'")
        return self._lead(before.rstrip()[:-2]) if word == "in" and before.strip() != "in" else word


def _any_of(words: Iterable[str]) -> str:
    """Return an expression for any of the words; one with `=` in front only as a whole word."""
    parts = any_of(word for word in words if word[0] != "=")
    whole = any_of(word[1:] for word in words if word[0] == "=")
    return rf"{parts}|(?<![^\W_]){whole}(?![^\W_])"
