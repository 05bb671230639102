"""What a statement is about: category, details, technology, tags, where it applies, and whether it is
private (`offline.privacy`)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from arbor_desktop.extraction.offline.privacy import privacy_odds
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
DOUBT, TECHNICAL, SURE = -1000, 900, 3000
"""The least odds of a private statement, in thousandths: of one that applies everywhere; of one that names a
technology, which has to say much about a person; and how much more of one that is not about the user, but a
rule or about somebody else."""
DECISION_TAG = "decision"
"""Of what was decided: few say the word, and many look for it."""
_OF_PEOPLE = frozenset(("person", "skill", "relationship"))

_OURS = re.compile(r"\b(?:we|we're|we've|our|us)\b", re.IGNORECASE)

_WISHES = (MemoryType.INSTRUCTION, MemoryType.PREFERENCE)
_USER = re.compile(r"\buser(?:'s)?\b", re.IGNORECASE)
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

    def __init__(self, vocabulary: Vocabulary, slots: tuple[Slot, ...]) -> None:
        self._vocabulary = vocabulary
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
        scope = self._scope(content, statement.clause, rule, in_project, folder, everywhere, all_work)
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

    def _scope(
        self,
        content: str,
        clause: str,
        rule: Rule,
        in_project: bool,
        folder: str | None,
        everywhere: bool,
        all_work: bool,
    ) -> Scope:
        """Return where it applies: in its project, unless the words reach further or it is about the
        person. `everywhere` may mean all of the project, `all_work` cannot."""
        of_people = rule.family in _OF_PEOPLE
        here = self._finds("project_words", content) or self._finds("project_words", clause)
        ours = rule.voice == "team" and _USER.search(content) is None
        if rule.family != "person" and folder is not None and _names(content, folder):
            return Scope.PROJECT
        if all_work and not here and not _OURS.search(clause):
            return Scope.GLOBAL
        somebodys = (match := self._patterns["of_somebody"].search(content)) is not None
        if match and self._technologies(match.group()):
            somebodys = False
        here = here or (not of_people and (somebodys or self._finds("here", clause)))
        if everywhere and not ours and not (here and not of_people):
            return Scope.GLOBAL
        if not of_people and (here or self._finds("project_part", content)):
            return Scope.PROJECT
        if (rule.name.startswith("judge.") or rule.family == "preference") and _OURS.search(clause):
            return Scope.PROJECT
        if rule.family in ("preference", "goal"):
            return Scope.GLOBAL if _OF_USER.match(content) else Scope.PROJECT
        if of_people or rule.voice == "assistant":
            return Scope.GLOBAL if _USER.search(content) else Scope.PROJECT
        if rule.scope is not None:
            return Scope(rule.scope)
        return Scope.GLOBAL if self._finds("of_answers", content) and not in_project else Scope.PROJECT

    def _privacy(self, content: str, rule: Rule, scope: Scope, technical: bool) -> Privacy:
        of_person = rule.family in _OF_PEOPLE or _OF_USER.match(content) is not None
        if rule.type not in _WISHES:  # a rule may only name the user: …, since the user has to …
            of_person = of_person or _USER.search(content) is not None
        least = TECHNICAL if technical else DOUBT if scope is Scope.GLOBAL else 0
        if not of_person:
            least = max(least, 0) + SURE
        if privacy_odds(content) > least or self._finds("whereabouts", content):
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
