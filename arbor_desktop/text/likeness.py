"""Statements that say the same in other words.

`read` parses a text once; `same` compares two such statements; `fuller` says which of them to keep. Made to
err on one side: what could be a contradiction, a later version or merely something similar is not the same.

A sentence is split where a preposition or conjunction begins a part: `Use ruff for linting in CI` says of
`lint` {with: ruff, in: ci}, and so does `In CI, linting is done with ruff`. Articles, fillers and forms of a
word do not count; negations, numbers, names, tenses, modal verbs and the order of words do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import field

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text import likeness_words as v
from arbor_desktop.text.stems import forms, is_participle, is_past, stem
from arbor_desktop.text.words import compiled

NOT, PAST = "¬", "<past>"
_SPACE = re.compile(r"\s+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+|;\s+")
_PIECE = re.compile(r"`([^`]+)`|(\S+)")
_OPENING, _CLOSING = "([{\"'*`", ")]}\"'*`,;:!?."
_HYPHENS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_SUBJECT = re.compile(
    r"(?P<owner>(?:the )?user's |my )|(?P<user>(?:the )?user |i )"
    r"|(?P<we>(?:we|our|the team) |(?:this|the|our) (?:project|repo|repository|codebase) )"
)
_LEAD = re.compile(r"(?:(?:please|always|also|note(?: that)?|fyi|btw),?:? )+")
_NAME_IS = re.compile(r"\bname is (?=\S)")
_HERE = re.compile(r"\bhere\b|\b(?:this|our) (?:project|repo|repository|codebase)\b")
_NAME = re.compile(r"(?<=[^\W_] )[A-Z][a-z]+\b")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it counts. `tense`: `base`, `ed` (stored), `be` (is stored) or `was` (was stored)."""

    said: str
    tense: str = "base"
    raw: str = field(default="", compare=False)
    """The form in which it was said."""
    name: bool = field(default=False, compare=False)
    """It is written like a name."""
    findable: bool = field(default=False, compare=False)
    """Whatever says the same says this very word, in a form of it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence: the word that begins it, and the others."""

    kind: str
    tokens: tuple[Token, ...]
    led: bool = field(default=False, compare=False)
    """It began its sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`subject`: `user`, `we` or nobody. `reason` says why, `contrast` what something is preferred to."""

    subject: str
    main: tuple[Token, ...]
    parts: tuple[Part, ...]
    reason: tuple[Part, ...] = ()
    contrast: tuple[Part, ...] = ()
    asks: bool = False

    def tokens(self) -> tuple[Token, ...]:
        parts = (*self.parts, *self.reason, *self.contrast)
        return (*self.main, *(token for part in parts for token in part.tokens))


@dataclass(frozen=True, slots=True)
class Statement:
    """A text that was read."""

    sentences: tuple[Sentence, ...]
    numbers: tuple[str, ...]
    """All words with a digit, sorted."""
    here: bool
    """Whether it speaks of "this project", and so only says something together with its place."""
    words: int
    """How many words of it count."""
    anchors: tuple[tuple[str, ...], ...]
    """Words that whatever says the same says too, in a form of theirs; of each group one."""


def read(text: str) -> Statement:
    """Parse a text. Any text can be read."""
    lines = unicodedata.normalize("NFKC", text).translate(_QUOTES).splitlines()
    joined = "\n".join(_SPACE.sub(" ", line).strip(" -*#>") for line in lines).strip()
    names = frozenset(name.casefold() for name in _NAME.findall(joined))
    folded = joined.casefold()
    split = (one for one in _SENTENCE_END.split(folded) if one.strip(" .!?,"))
    sentences = tuple(_Reader(names).sentence(one) for one in split)
    tokens = [token for sentence in sentences for token in sentence.tokens()]
    return Statement(
        sentences,
        tuple(sorted(token.said for token in tokens if _DIGIT.search(token.said))),
        _HERE.search(folded) is not None,
        len(tokens),
        _anchors(sentences),
    )


def _anchors(sentences: tuple[Sentence, ...]) -> tuple[tuple[str, ...], ...]:
    heads = [t for one in sentences for t in (*one.main, *(t for part in one.parts for t in part.tokens))]
    groups = (
        v.WRITTEN.get(token.said) or forms(token.said) or ((token.raw,) if token.findable else ())
        for token in heads
        if token.said not in v.UNFINDABLE
    )
    return tuple(dict.fromkeys(group for group in groups if group))


class _Reader:
    """Reads one sentence, word by word."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._main: list[Token] = []
        self._parts: list[Part] = []
        self._kind: str | None = None
        self._open: list[Token] = []
        self._led = False
        """The part that is open began the sentence: a comma ends it."""
        self._denied = False
        self._on_is_with = False
        self._subject = ""
        self._asks = False

    def sentence(self, text: str) -> Sentence:
        self._asks = text.rstrip("\"') ").endswith("?")
        for hints, pattern, said in v.PHRASES:
            for hint in hints:  # a loop takes a third of the time of any()
                if hint in text:
                    text = compiled(pattern).sub(said, text)
                    break
        text = text.strip(" ,")
        lead = _LEAD.match(text)
        text = self._without_subject(text[lead.end() :] if lead else text)
        words = _words(text)
        for index, (word, literal) in enumerate(words):
            before = [w for w, _ in words[max(0, index - 3) : index]]
            after = [w for w, _ in words[index + 1 : index + 3]]
            if literal:
                self._add(Token(word, raw=word, findable=True))
            else:
                self._take(word, before, after)
        self._close()
        return self._placed()

    def _without_subject(self, text: str) -> str:
        found = _SUBJECT.match(text)
        if not found:
            if text.partition(" ")[0] in v.THIRD_PERSON:
                self._subject = "user"
            return text
        self._subject = "we" if found["we"] else "user"
        text = text[found.end() :]
        if not found["owner"]:
            return text
        named = _NAME_IS.match(text)
        return text[named.end() :] if named else "have " + text

    def _take(self, word: str, before: list[str], after: list[str]) -> None:
        last = before[-1] if before else ""
        following = after[0] if after else ""
        if word == ",":
            if self._led:
                self._close()
        elif word in v.NEGATIONS:
            self._denied = True
            self._add(Token(NOT))
        elif word == "avoid":
            self._deny(following)
        elif word in v.WAS or word == "had":
            if not is_past(following):
                self._add(Token(PAST))
        elif word in v.BE:
            pass
        elif word == "did":
            self._add(Token(PAST))
        elif self._is_filler(word, last, following):
            pass
        elif word in v.STARTERS:
            self._start(v.STARTERS[word], word, after)
        else:
            self._word(word, before, following)

    def _is_filler(self, word: str, last: str, following: str) -> bool:
        if last in v.NEGATIONS and word in v.AFTER_NOT:
            return False
        if word in ("have", "has"):
            return is_participle(following)
        if word in v.NAMED:
            return bool(last in v.BE or self._main or self._open)
        if word in v.OWN:
            return self._subject == "user"
        if word in v.EACH and (_DIGIT.search(following) or following in v.NUMBERS):
            return False
        return word in v.FILLERS or (word in v.WITH_NOT and self._denied)

    def _deny(self, following: str) -> None:
        """`avoid X` is not to use it, `avoid doing X` not to do it."""
        self._denied = True
        self._add(Token(NOT))
        if not following.endswith("ing"):
            self._begin("with")

    def _start(self, kind: str, word: str, after: list[str]) -> None:
        following = after[0] if after else ""
        if word == "since" and (not after or any(_DIGIT.search(w) or w in v.TIMES for w in after)):
            kind = "since"
        if kind == "to" and self._main and self._main[0].said in v.PREFER and following not in v.INFINITIVES:
            kind = v.CONTRAST  # to prefer this to that
        if kind == "on" and self._on_is_with:
            kind, self._on_is_with = "with", False
        self._begin(kind)

    def _begin(self, kind: str) -> None:
        self._close()
        self._kind = kind
        self._led = not self._main and not self._parts

    def _close(self) -> None:
        if self._kind is not None:
            self._parts.append(Part(self._kind, tuple(self._open), self._led))
        self._kind, self._open, self._led = None, [], False

    def _add(self, token: Token) -> None:
        (self._main if self._kind is None else self._open).append(token)

    def _word(self, word: str, before: list[str], following: str) -> None:
        root = stem(word)
        tense = _tense(word, before)
        place = v.STARTERS.get(following) in v.PLACES
        in_main = self._kind is None
        if in_main and root in v.USE:
            if tense in ("be", "was"):  # `X is used for Y`
                self._parts.append(Part("with", tuple(self._main)))
                self._main = []
            else:
                self._begin("with")
        elif in_main and root in v.RUN_ON and following == "on":
            self._on_is_with = True
        elif in_main and root in v.HOLD and self._main and not self._denied:
            self._parts.append(Part("in", tuple(self._main)))
            self._main = []
        elif in_main and self._subject != "user" and (root in v.EMPTY_VERBS or (root in v.LIE and place)):
            pass
        else:
            said = v.NUMBERS.get(word) or v.SAME_WORD.get(root) or root
            if root in v.LIKE and self._subject == "user" and not self._main:
                said = "prefer"
            # An index holds another spelling as another word.
            self._add(Token(said, tense, word, word in self._names, findable=word.startswith(said)))

    def _placed(self) -> Sentence:
        """Return the sentence, its reason and its contrast taken apart from the rest, what it is about
        first."""
        parts: list[Part] = []
        reason: list[Part] = []
        contrast: list[Part] = []
        target = parts
        for part in self._parts:
            if part.kind in v.REASONS and (self._main or parts) and not part.led:
                target = reason  # all that follows belongs to the reason
            (contrast if part.kind == v.CONTRAST and target is parts else target).append(part)
        main = self._main
        verb = next((index for index, token in enumerate(main) if token.said != NOT), None)
        if verb is not None and self._subject != "user" and len(main) > verb + 1:
            placed = any(part.kind in v.PLACES for part in parts)
            if placed and main[verb].said in v.LIE and main[verb].tense == "base":
                main = main[:verb] + main[verb + 1 :]  # `store dates in UTC`, as `dates are stored in UTC`
        positive = [token for token in main if token.said != NOT]
        if not positive and any(part.kind == "with" for part in parts):
            # `use X for Y` says of Y what `Y uses X` says.
            about = next((part for part in parts if part.kind == "for"), None)
            if about is not None:
                parts.remove(about)
                main = [*main, *about.tokens]
        return Sentence(self._subject, tuple(main), tuple(parts), tuple(reason), tuple(contrast), self._asks)


def _words(text: str) -> list[tuple[str, bool]]:
    """Return the words, without the punctuation around them but with commas, and whether each is code."""
    found: list[tuple[str, bool]] = []
    for code, plain in _PIECE.findall(text):
        if code:
            found += [(word, True) for word in code.split()]
            continue
        bare = plain.lstrip(_OPENING).rstrip(_CLOSING)
        if not bare:
            continue
        bare = bare.removesuffix("'s")
        pieces = bare.split("-") if _HYPHENS.fullmatch(bare) else [bare]
        found += [(piece, False) for piece in pieces]
        if plain.endswith(","):
            found.append((",", False))
    return found


def _tense(word: str, before: list[str]) -> str:
    if not is_past(word):
        return "base"
    for earlier in reversed(before):
        if earlier in v.BE:
            return "be"
        if earlier in v.WAS:
            return "was"
        if earlier in v.STARTERS:
            break
    return "ed"


_TYPO_FROM = 9
"""Letters from which on one wrong or swapped letter is a slip; in short words it makes another word."""
_LEAST = 2
"""A sentence of a single word may mean anything."""
_TENSES = frozenset({("base", "be"), ("be", "base"), ("base", "ed"), ("ed", "base")})


def same(one: Statement, other: Statement) -> bool:
    """Return whether both say the same, so that keeping the fuller one loses nothing. Symmetric."""
    if not one.sentences or one.numbers != other.numbers or len(one.sentences) != len(other.sentences):
        return False
    return all(_agree(a, b) for a, b in zip(one.sentences, other.sentences, strict=True))


def fuller(one: Statement, other: Statement) -> bool:
    """Return whether `one` says more than `other`, of two that say the same: a reason, or a contrast."""
    return _extras(one) > _extras(other)


def _extras(statement: Statement) -> int:
    return sum(bool(s.reason) + bool(s.contrast) for s in statement.sentences)


def _agree(a: Sentence, b: Sentence) -> bool:
    if _size(a) < _LEAST or a.asks != b.asks or not _same_subject(a, b):
        return False
    if not _one_may_lack(a.reason, b.reason):
        return False
    if a.contrast and b.contrast:
        if not _same_parts(a.contrast, b.contrast):
            return False
    elif (a.contrast or b.contrast) and (_denies(a) or not _chooses(a)):
        return False  # "not X" does not say "not X instead of Y"
    return _same_main(a.main, b.main) and _same_parts(a.parts, b.parts)


def _same_subject(a: Sentence, b: Sentence) -> bool:
    if a.subject == b.subject or {a.subject, b.subject} == {"we", ""}:
        return True
    return {a.subject, b.subject} == {"user", ""} and _is_preference(a) and _is_preference(b)


def _is_preference(sentence: Sentence) -> bool:
    return bool(sentence.main) and sentence.main[0].said in v.PREFER


def _chooses(sentence: Sentence) -> bool:
    """Return whether it says what to use or what is preferred."""
    return _is_preference(sentence) or any(part.kind == "with" for part in sentence.parts)


def _size(sentence: Sentence) -> int:
    parts = sum(1 + len(part.tokens) for part in sentence.parts)
    return len(sentence.main) + parts + (sentence.subject == "user")


def _denies(sentence: Sentence) -> bool:
    return any(token.said == NOT for token in sentence.tokens())


def _one_may_lack(a: Sequence[Part], b: Sequence[Part]) -> bool:
    return not a or not b or _same_parts(a, b)


def _same_parts(a: Sequence[Part], b: Sequence[Part]) -> bool:
    """Return whether both have the same parts, in any order."""
    if len(a) != len(b):
        return False
    left = list(b)
    for part in a:
        match = next(
            (one for one in left if one.kind == part.kind and _same_words(one.tokens, part.tokens)), None
        )
        if match is None:
            return False
        left.remove(match)
    return True


def _same_main(a: Sequence[Token], b: Sequence[Token]) -> bool:
    return _same_words(a, b) or _turned(a, b) or _turned(b, a)


def _turned(active: Sequence[Token], passive: Sequence[Token]) -> bool:
    """`store money` and `money is stored`."""
    if len(active) != len(passive) or len(active) < 2:
        return False
    verb, done = active[0], passive[-1]
    if done.tense not in ("be", "was") or (done.tense == "be") != (verb.tense == "base"):
        return False
    return verb.said == done.said and _same_words(active[1:], passive[:-1])


def _same_words(a: Sequence[Token], b: Sequence[Token]) -> bool:
    return len(a) == len(b) and all(_same_word(x, y) for x, y in zip(a, b, strict=True))


def _same_word(a: Token, b: Token) -> bool:
    if a.said != b.said:
        return _is_slip(a.said, b.said)
    if a.name and b.name and a.raw != b.raw:
        return False  # names are not inflected: Emil is not Emile
    return a.tense == b.tense or ((a.tense, b.tense) not in _TENSES and "was" not in (a.tense, b.tense))


def _is_slip(a: str, b: str) -> bool:
    if min(len(a), len(b)) < _TYPO_FROM or not (a.isalpha() and b.isalpha() and a[:2] == b[:2]):
        return False
    from rapidfuzz.distance import OSA  # takes a while, and hardly any text has a slip

    return OSA.distance(a, b, score_cutoff=1) <= 1
