"""The rules, read from resources/extract/rules.toml, which documents its fields."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arbor_desktop.conversations.model import Role
from arbor_desktop.extraction.offline.vocabulary import Vocabulary
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
        """The rules for this speaker that one of `words` calls for, in the order of the file."""
        called = {number for word in words & self.cues[role] for number in self.by_cue[role, word]}
        return [self.rules[number] for number in sorted(called)]


def load_rules(rules_toml: str, vocabulary: Vocabulary) -> RuleBook:
    """Reads the file. Raises KeyError for an unknown family or macro."""
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
