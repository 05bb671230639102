"""Rules (resources/extraction/rules.toml, which documents its fields), the checks that they name, and tests
of how a sentence is phrased: what asks, wonders, points at the talk itself or applies only for the moment is
no memory.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arbor_desktop import resources
from arbor_desktop.conversations.model import Role
from arbor_desktop.extraction.offline.vocabulary import Vocabulary, words_of
from arbor_desktop.memories.model import Category, MemoryType

_MACRO = re.compile(r"<<(\w+)>>")


class LazyPattern:
    """A pattern (case ignored) that is compiled when it is first tried: most talk calls for few of the rules,
    and compiling all of them takes a third of a second."""

    __slots__ = ("_compiled", "fullmatch", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self._compiled: re.Pattern[str] | None = None
        self.fullmatch: Callable[[str], re.Match[str] | None] = self._first_match

    @property
    def compiled(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.source, re.IGNORECASE)
        return self._compiled

    def _first_match(self, text: str) -> re.Match[str] | None:
        self.fullmatch = self.compiled.fullmatch
        return self.fullmatch(text)


ANYTHING = LazyPattern(".+")
"""For what is found otherwise than by its words."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to say something that lasts. `category` and `scope` None mean: by what the words are about."""

    name: str
    family: str
    role: Role
    type: MemoryType
    category: Category | None
    confidence: float
    voice: str
    scope: str | None
    cues: frozenset[str] = frozenset()
    pattern: LazyPattern = ANYTHING
    write: str | None = None
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All rules, and which cue words ask for which of them."""

    rules: tuple[Rule, ...]
    cues: Mapping[Role, frozenset[str]]
    by_cue: Mapping[tuple[Role, str], tuple[int, ...]]

    def candidates(self, role: Role, words: frozenset[str]) -> list[Rule]:
        """Return the rules for this speaker that one of `words` calls for, in the order of the file."""
        called = {number for word in words & self.cues[role] for number in self.by_cue[role, word]}
        return [self.rules[number] for number in sorted(called)]


def read_rules() -> str:
    """Return the text of all rules that ship with the program, in the order in which they are tried."""
    return resources.read_text("extraction/rules.toml")


def load_rules(rules_toml: str, vocabulary: Vocabulary) -> RuleBook:
    """Read the file. Raises KeyError for an unknown family or macro."""
    raw = tomllib.loads(rules_toml)
    macros = dict(raw["macros"])
    for name, words in vocabulary.lists.items():
        macros.setdefault(
            name, "(?:" + "|".join(sorted(map(re.escape, words), key=lambda w: (-len(w), w))) + ")"
        )
    rules = tuple(_rule(entry, raw["family"][entry["family"]], macros) for entry in raw["rule"])
    cues = {role: frozenset().union(*(rule.cues for rule in rules if rule.role is role)) for role in Role}
    by_cue = {
        (role, cue): tuple(n for n, rule in enumerate(rules) if rule.role is role and cue in rule.cues)
        for role in Role
        for cue in cues[role]
    }
    return RuleBook(rules, cues, by_cue)


def _rule(entry: Mapping[str, Any], family: Mapping[str, Any], macros: Mapping[str, str]) -> Rule:
    given = {**family, **entry}
    scope = given.get("scope")
    category = given.get("category")
    return Rule(
        name=given["name"],
        family=given["family"],
        role=Role(given.get("speaker", "user")),
        cues=frozenset(given["cues"]),
        pattern=LazyPattern(_expanded(given["pattern"], macros)),
        write=given.get("write"),
        needs=tuple(given.get("needs", ())),
        type=MemoryType(given["type"]),
        category=Category(category) if category else None,
        confidence=given["confidence"],
        voice=given["voice"],
        scope=None if scope == "auto" else scope,
    )


def _expanded(pattern: str, macros: Mapping[str, str]) -> str:
    for _ in range(3):  # macros may name macros
        pattern = _MACRO.sub(lambda match: macros[match.group(1)], pattern)
    return pattern


@dataclass(frozen=True, slots=True)
class Statement:
    """What the checks look at: the clause, the groups its rule caught, and whether it corrects what was said
    before it."""

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

    def is_of_branch(self, sentence: str) -> bool:
        """Return whether a sentence says that it applies on the branch where it is said."""
        return self._patterns["on_branch"].search(sentence) is not None

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
        """Return whether the statement passes every check named. Raises KeyError for the name of no check."""
        return all(self._by_name[name](statement) for name in needs)

    def _finds(self, pattern: str, text: str) -> bool:
        return self._patterns[pattern].search(text) is not None

    def _technical(self, text: str) -> bool:
        # The blank keeps a first word like "Go" from being taken for the start of a sentence.
        return bool(self._vocabulary.technologies_in(" " + text))

    def _has_substance(self, text: str) -> bool:
        """Return whether it names anything one could look up: a tool, an identifier, a number, a name, a
        topic."""
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
        """Return whether a statement names tools, or ways of writing that are known to be a matter of
        taste."""
        text = s.clause.lower()
        return self._technical(text) or any(x in text and y in text for x, y in self._vocabulary.choices)

    def _standing_choice(self, s: Statement) -> bool:
        """Return whether "use X instead of Y" is a choice between tools, and no request about one place in
        the code."""
        return not self._finds("one_place", s.clause) or (
            self._finds("every_place", s.clause) and not self._finds("definite", s.clause)
        )

    def _not_passing(self, s: Statement) -> bool:
        """Return whether a state lasts: not "is broken", "is getting slow", "has an error"."""
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
