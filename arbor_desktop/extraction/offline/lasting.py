"""Is it lasting? What asks, wonders, points at the talk itself or holds only for the moment is no memory.

The words are data (resources/extract/patterns.toml, vocabulary.toml); this module says how they are weighed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from arbor_desktop.extraction.offline.statement import Statement
from arbor_desktop.extraction.offline.vocabulary import Vocabulary, words_of

__all__ = ["Checks", "Lasting", "Statement"]

_THIRD = re.compile(r"\b(it|its|it's|it'll|they|them|their|they're|itself)\b", re.I)
_QUOTED = re.compile(r'"[^"]*"|`[^`]*`')
_DETERMINED = re.compile(r"\b(?:the|an?|my|our|all|any|every) \w+", re.I)


class Lasting:
    """Judges sentences and statements. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._patterns = vocabulary.patterns
        self._small = vocabulary.lists["small"]
        self._foreign = vocabulary.lists["foreign"]

    def is_standing_request(self, sentence: str) -> bool:
        """ "Can you always …?": the form of a question, and a wish that lasts."""
        return self._patterns["standing_request"].match(sentence) is not None

    def is_of_branch(self, sentence: str) -> bool:
        """Say whether it says that it applies on the branch where it is said."""
        return self._patterns["on_branch"].search(sentence) is not None

    def is_question(self, sentence: str) -> bool:
        """A question asks for something: only "can you always …?" states a wish that lasts."""
        if self.is_standing_request(sentence):
            return False
        return (
            sentence.rstrip("\"')* ").endswith("?") or self._patterns["question"].match(sentence) is not None
        )

    def is_english(self, sentence: str) -> bool:
        """Cheap: letters of the basic Latin alphabet, and not the small words of its other languages."""
        if not sentence.isascii():
            letters = sum(1 for c in sentence if c.isalpha())
            if sum(1 for c in sentence if c.isascii() and c.isalpha()) < letters * 0.9:
                return False
        return sum(1 for word in words_of(sentence) if word in self._foreign) < 2

    def is_hypothetical(self, text: str) -> bool:
        """Whether it wonders, supposes or guesses."""
        return self._patterns["hypothetical"].search(text) is not None

    def is_passing(self, text: str) -> bool:
        """Whether the words say that it holds only now, or point at a place in this very talk."""
        return self._patterns["passing"].search(text) is not None

    def is_dangling(self, text: str) -> bool:
        """Whether it needs the talk to make sense: "that one", an "it" with nothing before it to mean."""
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
        """The words of `text` that say something."""
        return frozenset(words_of(text)) - self._small

    def _names_something(self, text: str) -> bool:
        verbs = self._vocabulary.lists["verbs"]
        if any(word not in self._small and word not in verbs for word in words_of(text)):
            return True
        return _DETERMINED.search(text) is not None


class Checks:
    """The checks that rules name in `needs`. Each answers whether the statement may stay."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._patterns = vocabulary.patterns
        self._by_name: dict[str, Callable[[Statement], bool]] = {
            "technology": lambda s: self._technical(s.clause),
            "choice_pair": lambda s: self._is_choice(s, both=True),
            "choice_words": self._names_choice,
            "standing_choice": self._standing_choice,
            "generic": lambda s: not self._finds("definite", s.group("body", "obj", "rest") or s.clause),
            "generic_tail": lambda s: not self._finds("particular", s.clause),
            "generic_lead": lambda s: not self._finds("particular_lead", s.group("lead")),
            "object": lambda s: not self._patterns["vague_object"].match(s.group("obj", "what")),
            "not_passing": self._not_passing,
            "durable_object": self._durable_object,
            "timezone": lambda s: self._patterns["timezone"].fullmatch(s.group("what")) is not None,
            "proper": lambda s: s.group("who")[:1].isupper() and not self._finds("no_name", s.group("who")),
            "proper_or_team": self._proper_or_team,
            "skill_object": self._skill_object,
            "no_saying": lambda s: not self._patterns["saying"].match(s.group("body")),
            "no_the": lambda s: not self._finds("the", s.group("body")),
            "noted": self._noted,
            "noted_fact": lambda s: (
                10 <= len(s.group("body")) <= 500 and not s.group("body").startswith("to ")
            ),
        }

    def allows(self, needs: tuple[str, ...], statement: Statement) -> bool:
        """Whether the statement passes every check named. Raises KeyError for a name that no check has."""
        return all(self._by_name[name](statement) for name in needs)

    def _finds(self, pattern: str, text: str) -> bool:
        return self._patterns[pattern].search(text) is not None

    def _technical(self, text: str) -> bool:
        # The blank keeps a first word like "Go" from being taken for the start of a sentence.
        return bool(self._vocabulary.technologies_in(" " + text))

    def _has_substance(self, text: str) -> bool:
        """Whether it names anything one could look up: a tool, an identifier, a number, a name, a topic."""
        return (
            self._technical(text)
            or self._finds("code", text)
            or any(c.isdigit() for c in text)
            or bool(self._vocabulary.topics_in(text))
            or self._finds("proper", " " + text)
        )

    def _is_choice(self, s: Statement, both: bool) -> bool:
        one, other = s.group("x").lower().removeprefix("use ").strip(), s.group("y").lower()
        if (one, other) in self._vocabulary.choices:
            return True
        known = [self._technical(side) and len(side.split()) <= 2 for side in (one, other)]
        return all(known) if both else any(known)

    def _names_choice(self, s: Statement) -> bool:
        """Tools, or ways of writing that are known to be a matter of taste."""
        text = s.clause.lower()
        return self._technical(text) or any(x in text and y in text for x, y in self._vocabulary.choices)

    def _standing_choice(self, s: Statement) -> bool:
        """ "use X instead of Y" is a choice between tools, or a request about one place in the code."""
        return not self._finds("one_place", s.clause) or (
            self._finds("every_place", s.clause) and not self._finds("definite", s.clause)
        )

    def _not_passing(self, s: Statement) -> bool:
        """Not "is broken", "is getting slow", "has an error": states that are gone tomorrow."""
        value = s.group("obj", "what").lower()
        first = re.match(r"[\w'-]+", value)
        be = s.group("be").lower()
        if first and be in ("", "is", "are", "has", "have"):
            word = first.group()
            if word in self._vocabulary.lists["passing_states"]:
                return False
            moving = be in ("is", "are") and re.fullmatch(r"\w{3,}(?:ing|ed)", word)
            if moving and word not in self._vocabulary.lists["lasting_states"]:
                return False
        return not self._finds("trouble", value[:60].partition(" because ")[0])

    def _durable_object(self, s: Statement) -> bool:
        return self._has_substance(s.group("obj")) and not self._patterns["some"].match(s.group("obj"))

    def _proper_or_team(self, s: Statement) -> bool:
        who = s.group("who")
        if who.lower().endswith(" team") or who.startswith("@"):
            return True
        named = all(part[:1].isupper() for part in who.split()) and not self._finds("no_name", who)
        return named and not self._technical(who)

    def _skill_object(self, s: Statement) -> bool:
        tail = re.split(r"\b(?:to|in|with|at|on|learning|myself|taught)\b", s.group("what"), maxsplit=1)[
            -1
        ].strip()
        vague = self._patterns["vague_object"].match(tail) or self._finds("definite", tail)
        return self._has_substance(tail) and not vague

    def _noted(self, s: Statement) -> bool:
        value = s.group("body")
        return 10 <= len(value) <= 500 and self._patterns["noted"].match(value) is not None
