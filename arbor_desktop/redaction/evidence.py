"""The evidence that a value in a sentence is a secret: the words around it, their distance, and its shape.

`the code for the gate is 4471`, `type 4471 at the gate`, `log in as anna with …`: a secret may stand before
or behind what names it, in any language and in a kind of sentence that nobody has thought of. So the words
around a value are sorted into groups (names of codes, things that are opened, other numbers, units, …), and a
linear model adds up the weights of the groups by where they stand. tests/redaction/training.py learns them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from arbor_desktop.redaction.hints import any_of
from arbor_desktop.redaction.looks import PREDICATE_ENDS

_BEFORE, _BEHIND = 130, 70
"""The number of characters read before and after a value."""
_LETTERS = r"[A-Z]+(?![^\W\dA-Z_])|[A-Z]?[^\W\dA-Z_]+"
_WORD = re.compile(_LETTERS)
_TOKEN = re.compile(rf"{_LETTERS}|\d+|[^\w\s]")
_CODE = re.compile(r"[{}<>|=\\;\[\]$]|[\w\])]\(|[\"'][:,]")
_CHANGE = re.compile(r"[a-z](?=[A-Z0-9])|[A-Z](?=[0-9a-z])|[0-9](?=[A-Za-z])")
_PREFIX = re.compile(r"[A-Za-z]{2,12}[_-]")
_FEW, _MANY = 300, 20_000
"""Words to know before a pattern is worth compiling, and to remember at most."""
_QUOTES = frozenset("\"'`*“”„‘’«»‹›")
_ENDS = frozenset(".!?")
_NAMES = (
    "code", "password", "login", "thing", "owner", "network", "key", "other", "crypto", "ident", "name",
    "money", "pin", "lock",
)  # fmt: skip
"""The groups of nouns that can say what a value is."""
_NAMED = frozenset(_NAMES) - {"other", "ident", "name", "money"}
_BEFORE_YEAR = frozenset(("code", "pin", "link", "verb", "opens", "thing", "password"))
_COUNTED = frozenset(("other", "ident", "unit", "money"))
_UNIT = re.compile(r"[ ]?([^\W\d_]+)")
_GIVING = frozenset((":", "=", "→", ">"))
_SAID = frozenset(("password", "spoken"))
_GIVERS = frozenset(("password", "spoken", "link", "verb"))
_TAKEN_AS = re.compile(
    r"[\"'`*”“’,]{0,3}[ ](?:as|for|is|was|als|ist|war|comme|est|como|es|é|come|è|som|är"
    r"|er|jako|je|to|jest|olarak)[ ]"
)
"""Behind a value that what names it follows."""
_LEAD = re.compile(r"[\s\"'`*(\[#]{0,6}([:=>→–—?,-]?)[\s\"'`*)]{0,4}([^\W\d_]{0,24})")
"""The sign and the word before a value, backwards."""
_HTTP = frozenset(
    "200 201 204 301 302 304 307 308 400 401 403 404 405 409 410 413 415 422 429 500 501 502 503 504".split()  # noqa: SIM905
)
_YEAR = re.compile(r"(?:19|20)\d\d")


class Evidence:
    """Decides whether a value in a sentence is a secret. Immutable, but for what it remembers of words."""

    def __init__(self, groups: Mapping[str, tuple[str, ...]], weights: Mapping[str, float]) -> None:
        """`groups` are words by the group's name: with `=` a whole word, otherwise a part of one."""
        self._weights = weights
        self._whole: dict[str, list[str]] = {}
        self._parts: list[tuple[str, str]] = []
        for group, words in groups.items():
            for word in words:
                if word[0] == "=":
                    self._whole.setdefault(word[1:], []).append(group)
                else:
                    self._parts.append((word, group))
        self._known: dict[str, tuple[str, ...]] = {}

    def score(self, text: str, start: int, end: int, kind: str) -> float:
        """Return the log odds that characters `start` to `end` are a secret; `kind` is `number` or `word`."""
        if kind == "number" and not self._names_one(text, start, end):
            return -math.inf
        return sum(self._weights.get(f"{kind} {feature}", 0.0) for feature in self.features(text, start, end))

    def _names_one(self, text: str, start: int, end: int) -> bool:
        """Return whether a word nearby names a secret or what it opens."""
        for part in _line(text, start, end):
            for word in _WORD.findall(part):
                if not _NAMED.isdisjoint(self.groups(word.lower())):
                    return True
        return False

    def _names_pin(self, text: str, start: int) -> bool:
        """Return whether a word before the value, in its line, always means a secret number."""
        before, _ = _line(text, start, start)
        return any("pin" in self.groups(word.lower()) for word in _WORD.findall(before))

    def possible(self, text: str, start: int, end: int) -> bool:
        """Return whether a number can be a secret by what is right before it: far faster than `score`."""
        lead = _LEAD.match(text[max(0, start - 32) : start][::-1])
        if lead is None or text.startswith("0x", start) or text[start:end] in _HTTP:
            return False
        sign, word = lead.group(1), lead.group(2)[::-1].lower()
        groups = self.groups(word) if word else ()
        if groups and sign != "→" and _COUNTED.issuperset(groups):
            return False
        unit = _UNIT.match(text, end)
        if unit is not None and "unit" in self.groups(unit.group(1).lower()):
            return False
        name_end = start - 1 if text[start - 1] not in "\"'" else start - 2
        if sign and text[name_end] in ":=" and word:  # as in code: `"tokens":4471`, `port="4471"`
            return any(group in _NAMED for group in groups)
        if _YEAR.fullmatch(text, start, end):
            return (
                sign in _GIVING
                or any(group in _BEFORE_YEAR for group in groups)
                or (sign == "," and self._names_pin(text, start))
            )
        return True

    def given(self, text: str, start: int, end: int) -> bool:
        """Return whether a plain word can be a password by its neighbours: `password …`, `is …`, `… as`."""
        lead = _LEAD.match(text[max(0, start - 32) : start][::-1])
        if lead is not None:
            sign, word = lead.group(1), lead.group(2)[::-1].lower()
            if (sign in _GIVING and sign) or (word and not _GIVERS.isdisjoint(self.groups(word))):
                return True
        return _TAKEN_AS.match(text, end) is not None

    @cached_property
    def _has_part(self) -> re.Pattern[str]:
        """Spares most words being searched for every part; compiled for long texts, as it takes a while."""
        return re.compile(any_of([part for part, _ in self._parts]))

    def groups(self, word: str) -> tuple[str, ...]:
        """Return the groups of a lower-case word."""
        found = self._known.get(word)
        if found is None:
            # A word in full belongs only to its own groups: `tokens` are counted, and are no key.
            groups = self._whole.get(word, [])
            if not groups and self._parts and (len(self._known) < _FEW or self._has_part.search(word)):
                groups = [group for part, group in self._parts if part in word]
            found = tuple(dict.fromkeys(groups))
            if len(self._known) < _MANY:
                self._known[word] = found
        return found

    def features(self, text: str, start: int, end: int) -> set[str]:
        """Return what can be said of the value and its surroundings."""
        before, behind = _line(text, start, end)
        found = {"bias", *_shape(text[start:end])}
        earlier = [token.lower() for token in _TOKEN.findall(before)][::-1]
        later = [token.lower() for token in _TOKEN.findall(behind)]
        if _CODE.search(before):
            found.add("code before")
        if _CODE.search(behind):
            found.add("code behind")
        if earlier and earlier[0] in _QUOTES:
            found.add("quoted")
        earlier = [token for token in earlier if token not in _QUOTES]
        later = [token for token in later if token not in _QUOTES]
        lead = self._place("lead", earlier[:1])
        follow = self._place("next", later[:1])
        found.update(lead, follow, self._place("lead2", earlier[1:2]), self._place("next2", later[1:2]))
        nearest, *others = self._nouns(earlier, "<", found)
        following, *_ = self._nouns(later, ">", found)
        found.update(f"<{nearest}<{other}" for other in others)
        found.update(f"{noun} {one}" for noun in (f"<{nearest}", f">{following}") for one in lead)
        found.update(f"<{nearest} {one}" for one in follow)
        found.add(f"<{nearest} >{following}")
        if not any(c.isdigit() for c in text[start:end]):
            found.update(self._relations(text, (start, end), earlier, later))
        return found

    def _relations(
        self, text: str, span: tuple[int, int], earlier: list[str], later: list[str]
    ) -> Iterator[str]:
        """Yield how a plain word is given to the name of a password, and how the sentence goes on."""
        value = text[span[0] : span[1]]
        given = self._class(
            earlier[:1], (("password", "name"), ("spoken", "name"), ("link", "link"), ("verb", "verb"))
        )
        then = self._class(later[:1], (("going_on", "talk"), ("link", "talk"), ("preposition", "talk")))
        if _TAKEN_AS.match(text, span[1]) is not None:
            then = "as"
        before, behind = self._distance(earlier), self._distance(later)
        look = "joined" if not value.isalpha() else "lower" if value.islower() else "capital"
        if look == "capital" and any(c.isupper() for c in value[1:]):
            look = "camel"
        yield f"given {given} then {then}"
        yield f"given {given} {before} {behind}"
        yield f"given {given} {look}"
        yield f"given {given} {before} then {then} {look}"
        yield f"then {then} {behind} {look}"

    def _class(self, tokens: list[str], classes: Sequence[tuple[str, str]]) -> str:
        if not tokens or tokens[0] in _ENDS:
            return "end"
        if not tokens[0][0].isalpha():
            return "sign" if tokens[0] in _GIVING else "comma"
        groups = self.groups(tokens[0])
        return next((name for group, name in classes if group in groups), "word")

    def _distance(self, tokens: list[str]) -> str:
        """Return how far the nearest name of a password is."""
        words = [token for token in tokens if token[0].isalpha() or token in _ENDS]
        for number, token in enumerate(words[:12]):
            if token in _ENDS:
                return "other sentence"
            if not _SAID.isdisjoint(self.groups(token)):
                return str(number) if number < 3 else "near" if number < 6 else "far"
        return "none"

    def _place(self, name: str, tokens: list[str]) -> list[str]:
        if not tokens:
            return [f"{name}=nothing"]
        token = tokens[0]
        if not token[0].isalpha():
            return [f"{name}=number" if token.isdigit() else f"{name}={token}"]
        return [f"{name}={group}" for group in self.groups(token)] or [f"{name}=word"]

    def _nouns(self, tokens: list[str], side: str, found: set[str]) -> list[str]:
        """Add the groups of the tokens by their distance; return those of the nearest two nouns."""
        nouns: list[str] = []
        distance, sentence = 0, ""
        for number, token in enumerate(tokens):
            if token in _ENDS and number:
                sentence = "~"
            if not token[0].isalpha():
                distance += token.isdigit()
                continue
            distance += 1
            for group in self.groups(token):
                where = "near" if distance < 3 else "mid" if distance < 7 else "far"
                found.add(f"{side}{group}{sentence or where}")
                if not sentence:
                    found.add(f"{side}{group}")
                    if len(nouns) < 2 and group in _NAMES and group not in nouns:
                        nouns.append(group)
        return nouns or ["none"]


def _line(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and behind a value in its line."""
    first = max(0, start - _BEFORE)
    before = text[max(first, text.rfind("\n", first, start) + 1) : start]
    last = text.find("\n", end, end + _BEHIND)
    return before, text[end : end + _BEHIND if last < 0 else last]


def _plain_shape(value: str) -> Iterator[str]:
    """Yield what can be said of a value of letters only, with signs between them."""
    if value.isalpha():
        yield "one word"
    yield f"letters={min(len(value) // 3, 6)}"
    if value[0].isupper():
        yield "begins with a capital"
    if any(c.isupper() for c in value[1:]) and not value.isupper():
        yield "inner capital"
    yield from (f"joined {sign}" for sign in "-_/!&+" if sign in value)
    if value.endswith(PREDICATE_ENDS):
        yield "ends as predicates"


def _shape(value: str) -> Iterator[str]:
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    signs = len(value) - digits - letters
    yield f"digits={min(digits, 9)}"
    if not letters:
        yield "only digits" if not signs else "digits and signs"
        if _YEAR.fullmatch(value):
            yield "year"
        if value[0] in "#*" or value[-1] in "#*":
            yield "hash"
        if value.endswith("00"):
            yield "round"
        if signs > 3:
            yield "many groups"
    elif len(value) >= 20:
        if all(c in "0123456789abcdefABCDEF-" for c in value):
            yield "hex"
        changes = len(_CHANGE.findall(value)) / len(value)
        yield f"changes={min(int(changes * 10), 6)}"
        yield f"long={min(len(value) // 8, 9)}"
        upper = sum(c.isupper() for c in value)
        yield "capitals" if upper == letters else "no capitals" if not upper else "both cases"
        yield from (f"has {sign}" for sign in "_-./+=" if sign in value)
        if _PREFIX.match(value):
            yield "prefix"
    else:
        upper = sum(c.isupper() for c in value)
        yield "capitals" if upper == letters else "no capitals" if not upper else "both cases"
        yield f"length={min(len(value) // 3, 6)}"
        yield "word then number" if value.rstrip("0123456789").isalpha() else "mixed"
        if any(c in "!#$%&*+?^~@=" for c in value[1:]):
            yield "strong sign"
        elif signs:
            yield "sign"
        if digits == 0:
            yield from _plain_shape(value)
        if digits == 1:
            yield "one digit"
        if value[0].isdigit():
            yield "digit first"
