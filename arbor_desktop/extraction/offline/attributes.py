"""What a statement is about: category, details, technology, tags, where it applies, and whether it is
private (`offline.linear`)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.extraction.offline.linear import EVERYWHERE, PRIVATE, odds
from arbor_desktop.extraction.offline.rules import Rule, Statement
from arbor_desktop.extraction.offline.vocabulary import Topic, Vocabulary, WordKinds
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
DOUBT, TECHNICAL, SURE = -1000, 900, 3000
"""The least odds of a private statement, in thousandths: of one that applies everywhere; of one that names a
technology, which has to say much about a person; and how much more of one that is not about the user, but a
rule or about somebody else."""
SUBJECT, CONCERNED, ELSE = 1500, 3000, 4500
"""The least odds of a statement that applies everywhere, in thousandths: of one whose subject is the person,
of another that speaks of them, and of the rest, such as what names somebody or a place: in doubt it stays in
its project. 0 is enough where the words say so, and of what is about a person or how to answer one."""
DECISION_TAG = "decision"
"""Of what was decided: few say the word, and many look for it."""
_OF_PEOPLE = frozenset(("person", "skill", "relationship"))

_OURS = re.compile(r"\b(?:we|we're|we've|our|us)\b", re.IGNORECASE)

_WISHES = (MemoryType.INSTRUCTION, MemoryType.PREFERENCE)
_USER = re.compile(r"\buser(?:'s)?\b(?! told you\b)", re.IGNORECASE)
_OF_USER = re.compile(r"(?:[^,]{1,40}, )?(?:the )?user\b", re.IGNORECASE)
"""Its subject is the person: User prefers …, For letters, the user wants …"""


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

    def __init__(self, vocabulary: Vocabulary, words: WordKinds, slots: tuple[Slot, ...]) -> None:
        self._vocabulary = vocabulary
        self._words = words
        self._patterns = vocabulary.patterns
        self._slots = slots

    def classify(
        self, content: str, statement: Statement, rule: Rule, folder: str | None, said: str
    ) -> Attributes:
        """Return what a statement's own words say of it; where it applies follows from those of `said`,
        its sentence, too. `folder`: the project's folder name."""
        all_work = rule.family not in _OF_PEOPLE and self._finds("all_work", said)
        everywhere = all_work or (rule.family not in _OF_PEOPLE and self._finds("everywhere", said))
        technologies = self._technologies(content) or (self._technologies(said) if everywhere else [])
        topics = self._vocabulary.topics_in(content)
        named = self._vocabulary.topics_named_in(content)
        in_project = bool(technologies) or self._finds("path", content) or self._finds("command", content)
        category = rule.category or _category(rule, in_project, topics)
        kind = [DECISION_TAG] if category is Category.ARCHITECTURAL_DECISIONS else []
        on_branch = rule.family not in _OF_PEOPLE and self._finds("on_branch", said)
        scope = self._scope(content, statement.clause, rule, folder, said)
        if on_branch:
            scope = Scope.PROJECT
        return Attributes(
            category=category,
            scope=scope,
            on_branch=on_branch,
            privacy_level=self._privacy(content, rule, scope, bool(technologies) or all_work),
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

    def _scope(self, content: str, clause: str, rule: Rule, folder: str | None, said: str) -> Scope:
        """Return where it applies: in its project, unless the words reach further or it is about how the
        person works."""
        if rule.family != "person" and folder is not None and _names(content, folder):
            return Scope.PROJECT
        of_people = rule.family in _OF_PEOPLE
        if not of_people and self._finds("all_work", said) and not _OURS.search(clause):
            return Scope.GLOBAL
        if rule.scope == "project":
            return Scope.PROJECT
        of_user = _OF_USER.match(content) is not None
        given = of_people or rule.scope is not None or (of_user and rule.voice == "assistant")
        if given or self._finds("everywhere", said) or self._finds("of_answers", content):
            least = 0
        elif self._words.name(content) or not _USER.search(content):
            least = ELSE
        else:
            least = SUBJECT if of_user else CONCERNED
        everywhere = odds(EVERYWHERE, f"{content} {said}", rule.family) > least
        return Scope.GLOBAL if everywhere else Scope.PROJECT

    def _privacy(self, content: str, rule: Rule, scope: Scope, technical: bool) -> Privacy:
        of_person = rule.family in _OF_PEOPLE or _OF_USER.match(content) is not None
        if rule.type not in _WISHES:  # a rule may only name the user: …, since the user has to …
            of_person = of_person or _USER.search(content) is not None
        least = TECHNICAL if technical else DOUBT if scope is Scope.GLOBAL else 0
        if not of_person:
            least = max(least, 0) + SURE
        if odds(PRIVATE, content) > least or self._finds("whereabouts", content):
            return Privacy.SENSITIVE
        return Privacy.NORMAL

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
