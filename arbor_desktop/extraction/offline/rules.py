"""Rules, of which a memory names the one that found it, and tests of how a sentence is phrased: what asks,
wonders, points at the talk itself or applies only for the moment is no memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbor_desktop.extraction.offline.vocabulary import Vocabulary, words_of
from arbor_desktop.memories.model import Category, MemoryType


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to find what lasts. `category` None means: by what the words are about. `scope`:
    where a language model says that it applies."""

    name: str
    family: str
    type: MemoryType
    category: Category | None
    confidence: float
    voice: str
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """The clause, what was caught in it, and whether it corrects what was said before it."""

    clause: str
    groups: dict[str, str | None]
    corrected: bool = False

    def group(self, *names: str) -> str:
        """Return the first of these groups that matched something, else an empty text."""
        return next((value.strip() for name in names if (value := self.groups.get(name))), "")


_THIRD = re.compile(r"\b(it|its|it's|it'll|they|them|their|they're|itself)\b", re.I)
_QUOTED = re.compile(r'"[^"]*"|`[^`]*`')
_DETERMINED = re.compile(r"\b(?:the|an?|my|our|all|any|every) \w+", re.I)


class Phrasing:
    """Judges sentences and statements. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._patterns = vocabulary.patterns
        self._small = vocabulary.lists["small"]
        self._foreign = vocabulary.lists["foreign"]

    def is_standing_request(self, sentence: str) -> bool:
        """Return whether a sentence is a lasting wish in the form of a question ("Can you always …?")."""
        return self._patterns["standing_request"].match(sentence) is not None

    def is_question(self, sentence: str) -> bool:
        """Return whether a sentence asks for something; "can you always …?" states a wish that lasts."""
        if self.is_standing_request(sentence):
            return False
        return (
            sentence.rstrip("\"')* ").endswith("?") or self._patterns["question"].match(sentence) is not None
        )

    def is_english(self, sentence: str) -> bool:
        """Return whether a sentence has letters of the basic Latin alphabet, and not the small words of
        its other languages. Cheap."""
        if not sentence.isascii():
            letters = sum(1 for c in sentence if c.isalpha())
            if sum(1 for c in sentence if c.isascii() and c.isalpha()) < letters * 0.9:
                return False
        return sum(1 for word in words_of(sentence) if word in self._foreign) < 2

    def is_hypothetical(self, text: str) -> bool:
        """Return whether it wonders, supposes or guesses."""
        return self._patterns["hypothetical"].search(text) is not None

    def is_passing(self, text: str) -> bool:
        """Return whether the words say that it applies only now, or point at a place in this very
        conversation."""
        return self._patterns["passing"].search(text) is not None

    def is_dangling(self, text: str) -> bool:
        """Return whether it needs the conversation to make sense: "that one", an "it" with nothing before
        it to mean."""
        text = _QUOTED.sub("", self._patterns["idiom"].sub("", text))
        if self._patterns["demonstrative"].search(text):
            return True
        for pronoun in _THIRD.finditer(text):
            ahead = text[: pronoun.start()]
            if not self._names_something(ahead) or not self._patterns["turning_point"].search(ahead[8:]):
                return True
        return False

    def begins_dangling(self, text: str) -> bool:
        """Return whether it points at something before it names anything."""
        text = _QUOTED.sub("", self._patterns["idiom"].sub("", text))
        pointing = [*self._patterns["demonstrative"].finditer(text), *_THIRD.finditer(text)]
        return any(not self._names_something(text[: one.start()]) for one in pointing)

    def words(self, text: str) -> frozenset[str]:
        """Return the words of `text` that say something."""
        return frozenset(words_of(text)) - self._small

    def _names_something(self, text: str) -> bool:
        verbs = self._vocabulary.lists["verbs"]
        if any(word not in self._small and word not in verbs for word in words_of(text)):
            return True
        return _DETERMINED.search(text) is not None
