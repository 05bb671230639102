"""The word lists, topics and technologies that the other steps ask (resources/extract/*.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

_WORD = re.compile(r"[\w'-]+(?:[.+#/][\w'+#-]+)*[+#]*")

_REFERENCE = re.compile(r"<<(\w+)>>")


def words_of(text: str) -> list[str]:
    """The words of `text` in lower case, identifiers and dotted names whole."""
    return _WORD.findall(text.lower())


@dataclass(frozen=True, slots=True)
class Topic:
    """`words` name it outright and give the tag; `hints` only say that a statement has to do with it."""

    tag: str
    words: frozenset[str]
    hints: frozenset[str]
    coding: bool
    convention: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the program knows about words. Built once by `load_vocabulary`, never changed."""

    lists: Mapping[str, frozenset[str]]
    typos: Mapping[str, str]
    topics: tuple[Topic, ...]
    technologies: Mapping[str, str]
    exact_technologies: Mapping[str, str]
    technology_pattern: re.Pattern[str]
    patterns: Mapping[str, re.Pattern[str]]
    choices: frozenset[tuple[str, str]]

    def technologies_in(self, text: str) -> list[str]:
        """The names of the technologies that `text` mentions, in order, each once."""
        found: dict[str, None] = {}
        for match in self.technology_pattern.finditer(text):
            written = match.group()
            exact = self.exact_technologies.get(written)
            # "Go", "Make" at the start of a sentence are verbs: there the word alone proves nothing.
            if exact is not None and match.start() == 0 and len(text) > len(written):
                continue
            name = exact or self.technologies.get(written.lower())
            if name:
                found[name] = None
        return list(found)

    def topics_in(self, text: str) -> list[Topic]:
        """The topics that `text` is about, in the order of the file."""
        words = set(words_of(text))
        return [
            topic
            for topic in self.topics
            if not (topic.words.isdisjoint(words) and topic.hints.isdisjoint(words))
        ]

    def topics_named_in(self, text: str) -> list[str]:
        """The tags of the topics that `text` names outright."""
        words = set(words_of(text))
        return [topic.tag for topic in self.topics if not topic.words.isdisjoint(words)]


def load_vocabulary(
    vocabulary_toml: str, technology_toml: str, topics_toml: str, patterns_toml: str
) -> Vocabulary:
    """Reads the four files. Raises KeyError, re.error or tomllib.TOMLDecodeError where one is broken."""
    raw = tomllib.loads(vocabulary_toml)
    lists = {name: frozenset(text.split()) for name, text in raw.items() if isinstance(text, str)}
    technology = tomllib.loads(technology_toml)
    names = {word.lower(): name for name, words in technology["names"].items() for word in words}
    exact = dict(technology["exact"])
    topics = tuple(
        Topic(
            entry["tag"],
            frozenset(entry["words"].split()),
            frozenset(entry.get("hints", "").split()),
            entry.get("coding", False),
            entry.get("convention", False),
        )
        for entry in tomllib.loads(topics_toml)["topic"]
    )
    longest_first = sorted(names, key=lambda word: (-len(word), word))
    pattern = re.compile(
        r"(?<![\w./-])(?:(?i:"
        + "|".join(map(re.escape, longest_first))
        + ")|"
        + "|".join(map(re.escape, exact))
        + r")(?![\w/-]|\.\w)"
    )
    pairs = frozenset((x, y) for one, other in raw["choices"] for x, y in ((one, other), (other, one)))
    return Vocabulary(lists, raw["typos"], topics, names, exact, pattern, load_patterns(patterns_toml), pairs)


def load_patterns(patterns_toml: str) -> dict[str, re.Pattern[str]]:
    """The patterns by name, compiled. Raises KeyError for a reference to one that is not there."""
    raw = tomllib.loads(patterns_toml)
    exact = raw.pop("exact")
    sources = {name: text.replace("\n", "") for name, text in {**raw, **exact}.items()}

    def compiled(name: str) -> re.Pattern[str]:
        source = _REFERENCE.sub(lambda match: sources[match.group(1)], sources[name])
        return re.compile(source, 0 if name in exact else re.IGNORECASE)

    return {name: compiled(name) for name in sources}
