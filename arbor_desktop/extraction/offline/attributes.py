"""What a statement is about: category, details, technology, tags, where it applies, and whether it is
private."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.extraction.offline.classifier import Reach
from arbor_desktop.extraction.offline.rules import Rule, Statement
from arbor_desktop.extraction.offline.vocabulary import Topic, Vocabulary
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope

_BECAUSE = re.compile(r",? (?:because(?: of)?|since|so that|as it|in order to|due to) (?P<why>.+?)\.?$", re.I)
_CONTRAST = re.compile(
    r"\b(?:even though|although|despite|at the cost of|the trade-?off(?: is|:)?) (?P<what>.+?)\.?$", re.I
)
_LANGUAGE_GLOBS = {
    "python": "**/*.py",
    "typescript": "**/*.ts",
    "rust": "**/*.rs",
    "sql": "**/*.sql",
    "css": "**/*.css",
}
_INSTEAD = re.compile(
    r"\b(?:(?:mov|switch|migrat|chang|went|go|gone)\w* .*?\bfrom .+? to|replaced .*?\b(?:by|with)"
    r"|(?:dropped|left|ditched|gave up) .+? (?:for|in favou?r of)) (?P<new>.+)",
    re.IGNORECASE,
)
"""What took the place of something else."""
_DENIED = re.compile(r"\b(?:not|never|stop|avoid|no longer|hates?|dislikes?)\s(?:\w+\s)?$", re.I)
MAX_TAGS = 3
EVERYWHERE = 0.7
"""The least probability of what applies everywhere."""
SAID_EVERYWHERE = 0.2
"""The least probability of what applies everywhere, where the words or a language model say so too, or where
it says how to answer."""
PRIVATE, PRIVATE_OF_OTHERS = 0.12, 0.25
"""The lowest probability of what is private: in statements about the person, and in rules and all others."""
_USER = re.compile(r"\b(?<!for the )user\b", re.IGNORECASE)
DECISION_TAG = "decision"
"""Of what was decided: few say the word, and many look for it."""
_OF_PEOPLE = frozenset(("person", "skill", "relationship"))

_OURS = re.compile(r"\b(?:we|we're|we've|our|us)\b", re.IGNORECASE)
_WISHES = (MemoryType.INSTRUCTION, MemoryType.PREFERENCE)


@dataclass(frozen=True, slots=True)
class Attributes:
    """What `classify` found out."""

    category: Category
    scope: Scope
    on_branch: bool
    privacy_level: Privacy
    technology: str | None
    tags: tuple[str, ...]
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Slot:
    """A preference with a name of its own: `formatting.quotes` = single."""

    key: str
    pattern: re.Pattern[str]
    value: str | None


def load_slots(slots_toml: str) -> tuple[Slot, ...]:
    """Read resources/extraction/slots.toml."""
    return tuple(
        Slot(entry["key"], re.compile(entry["pattern"], re.IGNORECASE), entry.get("value"))
        for entry in tomllib.loads(slots_toml)["slot"]
    )


class AttributeFinder:
    """Says what statements are about. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary, slots: tuple[Slot, ...]) -> None:
        self._vocabulary = vocabulary
        self._patterns = vocabulary.patterns
        self._slots = slots

    def classify(
        self, content: str, statement: Statement, rule: Rule, folder: str | None, said: str, reach: Reach
    ) -> Attributes:
        """Return what a statement's own words say of it; where it applies follows from its `reach` and the
        words of `said`, its sentence. `folder`: the project's folder name."""
        of_people = rule.family in _OF_PEOPLE
        everywhere = not of_people and (self._finds("everywhere", said) or self._finds("of_answers", content))
        all_work = not of_people and self._finds("all_work", said) and not _OURS.search(statement.clause)
        technologies = self._technologies(content) or (self._technologies(said) if everywhere else [])
        topics = self._vocabulary.topics_in(content)
        named = self._vocabulary.topics_named_in(content)
        in_project = bool(technologies) or self._finds("path", content) or self._finds("command", content)
        category = rule.category or _category(rule, in_project, topics)
        kind = [DECISION_TAG] if category is Category.ARCHITECTURAL_DECISIONS else []
        on_branch = not of_people and self._finds("on_branch", said)
        scope = self._scope(content, rule, folder, all_work, everywhere, reach)
        of_person = rule.type is not MemoryType.INSTRUCTION and _USER.search(content) is not None
        least = PRIVATE if of_person else PRIVATE_OF_OTHERS
        private = (
            reach.private > least or self._finds("whereabouts", content) or self._finds("confided", said)
        )
        return Attributes(
            category=category,
            scope=Scope.PROJECT if on_branch else scope,
            on_branch=on_branch,
            privacy_level=Privacy.SENSITIVE if private else Privacy.NORMAL,
            technology=technologies[0] if technologies else None,
            tags=tuple(dict.fromkeys([*kind, *technologies[:2], *named]))[:MAX_TAGS],
            details=self._details(category, content, statement, technologies),
        )

    def _finds(self, pattern: str, text: str) -> bool:
        return self._patterns[pattern].search(text) is not None

    def _technologies(self, text: str) -> list[str]:
        """Return the technologies that a text names; of "moved from X to Y", Y first."""
        instead = _INSTEAD.search(text)
        new = self._vocabulary.technologies_in(f" {instead['new']}") if instead else []
        return list(dict.fromkeys([*new, *self._vocabulary.technologies_in(f" {text}")]))

    @staticmethod
    def _scope(
        content: str, rule: Rule, folder: str | None, all_work: bool, everywhere: bool, reach: Reach
    ) -> Scope:
        """Return where it applies: in doubt, in its project. `all_work`, `everywhere`: the words say so."""
        if rule.family != "person" and folder is not None and _names(content, folder):
            return Scope.PROJECT
        if all_work:
            return Scope.GLOBAL
        about_person = rule.family in _OF_PEOPLE or _USER.search(content) is not None
        if rule.scope == "project" or not (everywhere or about_person):
            return Scope.PROJECT
        least = SAID_EVERYWHERE if everywhere or rule.scope is not None else EVERYWHERE
        return Scope.GLOBAL if reach.everywhere > least else Scope.PROJECT

    def _details(
        self, category: Category, content: str, statement: Statement, technologies: list[str]
    ) -> dict[str, Any]:
        match category:
            case Category.CODING_PREFERENCES:
                return {**self._slot(content), **({"context": technologies[0]} if technologies else {})}
            case Category.ARCHITECTURAL_DECISIONS:
                return _decision_details(content)
            case Category.PROJECT_CONVENTIONS:
                return self._convention_details(content, technologies)
            case Category.BUG_PATTERNS:
                named = {"problem": ("of", "what"), "pattern": ("cause",), "fix": ("how",)}
                return {key: value for key, names in named.items() if (value := statement.group(*names))}
            case _:
                return {}

    def _slot(self, content: str) -> dict[str, Any]:
        for slot in self._slots:
            match = slot.pattern.search(content)
            if match and not _DENIED.search(content[: match.start()]):
                value = slot.value or match.group("value").lower()
                return {"key": slot.key, "value": int(value) if value.isdigit() else value}
        return {}

    def _convention_details(self, content: str, technologies: list[str]) -> dict[str, Any]:
        found = (match.group().rstrip(".,") for match in self._patterns["glob"].finditer(content))
        globs = list(dict.fromkeys(found)) if "branch" not in content.lower() else []
        globs = globs or [_LANGUAGE_GLOBS[name] for name in technologies if name in _LANGUAGE_GLOBS]
        return {"applies_to": globs} if globs else {}


def _category(rule: Rule, in_project: bool, topics: list[Topic]) -> Category:
    ways = rule.type is MemoryType.INSTRUCTION or rule.family == "project"
    if ways and any(topic.convention for topic in topics):
        return Category.PROJECT_CONVENTIONS
    if rule.type not in _WISHES:
        return Category.FACTS
    if in_project or any(topic.coding for topic in topics):
        return Category.CODING_PREFERENCES
    return Category.FACTS


def _names(text: str, folder: str) -> bool:
    return len(folder) >= 3 and re.search(rf"(?<![\w-]){re.escape(folder)}(?![\w-])", text, re.I) is not None


def _decision_details(content: str) -> dict[str, Any]:
    details: dict[str, Any] = {}
    if match := _BECAUSE.search(content):
        details["rationale"] = match.group("why")
    if match := _CONTRAST.search(content):
        details["trade_offs"] = match.group("what")
    return details
