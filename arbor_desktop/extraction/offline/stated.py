"""What a person states in a sentence: where the rules and the judge of statements agree.

The rules know exact ways of saying things and how to write them down; the judge knows how things that last
sound. What a rule fits but the judge finds most unlikely is dropped; what the judge is sure of needs no rule.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbor_desktop.conversations.model import Role
from arbor_desktop.extraction.offline.judge import Judged, Reading
from arbor_desktop.extraction.offline.lasting import Lasting
from arbor_desktop.extraction.offline.normal import Normaliser
from arbor_desktop.extraction.offline.retell import Reteller
from arbor_desktop.extraction.offline.rules import Rule
from arbor_desktop.extraction.offline.statement import Statement
from arbor_desktop.extraction.offline.statements import Found
from arbor_desktop.extraction.offline.vocabulary import words_of
from arbor_desktop.extraction.offline.word_kinds import WordKinds
from arbor_desktop.memories.model import Category, MemoryType

UNLIKELY = 0.02
"""A statement that fits a rule of confidence 0.9 is dropped if the judge gives it less. The surer the rule,
the less the judge has to say: at 0.95 half of that, at 0.8 the double."""

CERTAIN = 0.9
"""From here on the judge is as sure as somebody who reads it …"""

UNSURE_CONFIDENCE = 0.75
"""… and what it is less sure of waits for review."""

_UNTIL = re.compile(r"\b(?:until|till|for (?:the|this)) [^,;]{2,40}, ?\Z", re.IGNORECASE)
"""Says at the start of a sentence how long the rest of it holds."""

EXPLICIT = "explicit"


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement, and the characters of the turn that make it."""

    found: Found
    start: int
    end: int


_COURTESY = re.compile(r"(?<=[.!])\s*(?:please|thanks|thank you|thx|cheers)[\s.!]*$", re.IGNORECASE)
"""At the end of a message, after what it asks for."""


def _rule(
    kind: str,
    family: str,
    type_: MemoryType,
    confidence: float,
    scope: str | None = None,
    category: Category | None = Category.FACTS,
) -> Rule:
    """The rule of what the judge takes for one of its kinds. `confidence` where it is certain (spec 3.3)."""
    voice = {"instruction": "instruction", "project": "team"}.get(family, "person")
    return Rule(
        name=f"judge.{kind}",
        family=family,
        role=Role.USER,
        type=type_,
        category=category,
        confidence=confidence,
        voice=voice,
        scope=scope,
    )


RULES = {
    "rule": _rule("rule", "instruction", MemoryType.INSTRUCTION, 0.9, category=None),
    "preference": _rule("preference", "preference", MemoryType.PREFERENCE, 0.9, "global", None),
    "person": _rule("person", "person", MemoryType.FACT, 0.9, "global"),
    "skill": _rule("skill", "skill", MemoryType.SKILL, 0.9, "global"),
    "people": _rule("people", "relationship", MemoryType.RELATIONSHIP, 0.85, "global"),
    "project": _rule("project", "project", MemoryType.FACT, 0.9, "project", None),
    "decision": _rule(
        "decision", "decision", MemoryType.FACT, 0.85, "project", Category.ARCHITECTURAL_DECISIONS
    ),
    "cause": _rule("cause", "bug", MemoryType.FACT, 0.85, "project", Category.BUG_PATTERNS),
    "goal": _rule("goal", "goal", MemoryType.CONTEXT, 0.8),
}
"""How each kind of the judge is stored."""


class Statements:
    """Holds only words and patterns."""

    def __init__(
        self, normal: Normaliser, lasting: Lasting, words: WordKinds, retell: Reteller, stated_toml: str
    ) -> None:
        verbs = "(?:" + "|".join(sorted(map(re.escape, words.verbs))) + ")"
        self._patterns = {
            name: re.compile(text.replace("\n", "").replace("<<verbs>>", verbs), re.IGNORECASE)
            for name, text in tomllib.loads(stated_toml).items()
        }
        self._normal = normal
        self._lasting = lasting
        self._words = words
        self._retell = retell

    def of_sentence(
        self,
        text: str,
        span: tuple[int, int],
        found: Sequence[Found],
        reading: Reading,
        judged: Sequence[Judged],
    ) -> Iterator[Stated]:
        """`found`: what rules fit in the characters `span` of `text`; `reading`, `judged`: what the judge
        made of them."""
        told: list[frozenset[str]] = []
        said = text[slice(*span)]
        requested = self._lasting.is_standing_request(said) or self._lasting.is_of_branch(said)
        for one in found:
            words = frozenset(words_of(one.statement.clause))
            doubt = UNLIKELY * (1 - one.rule.confidence) / 0.1
            sure = requested or one.rule.family == EXPLICIT or reading.likelihood(words) >= doubt
            if sure and not self._finds("open_end", one.content) and not self._finds("errand", one.content):
                told.append(words)
                if one.rule.family == EXPLICIT:
                    one = self.typed(one, reading.kind)
                elif one.rule.family == "instruction" and self._is_about_somebody(one.content):
                    one = replace(one, rule=replace(one.rule, scope="project"))
                yield Stated(one, *span)
        for stretch in judged:
            mine = frozenset(words_of(self._normal.clean(text[stretch.start : stretch.end])))
            if any(2 * len(mine & words) >= min(len(mine), len(words)) for words in told):
                continue
            if (more := self._judged(text, span[0], stretch)) is not None:
                yield more

    def typed(self, told: Found, kind: str) -> Found:
        """Return what somebody told to remember, as a statement of such a kind."""
        content = self._retell.told(told.statement.clause, to_assistant=kind == "rule") or told.content
        like = RULES[self._kind(kind, content)]
        rule = replace(like, name=told.rule.name, confidence=told.rule.confidence)
        return replace(told, rule=rule, content=content)

    def _judged(self, text: str, begin: int, stretch: Judged) -> Stated | None:
        """The longest part of a stretch that stands alone, told of the person. `begin`: of its sentence."""
        for start, end in stretch.parts:
            end = start + len(_COURTESY.sub("", text[start:end]))
            if until := _UNTIL.search(text, begin, start):
                start = until.start()
            said = text[start:end]
            clause, corrected, _ = self._normal.strip_lead_ins(self._normal.clean(said))
            if stretch.kind != "cause" and said.lower().startswith("because "):
                return None  # the reason of something that does not last
            if said.endswith(("?", ":")):
                continue
            if not self._lasting.is_english(clause):
                return None
            if self._lasting.begins_dangling(clause) or self._finds("request", clause):
                continue
            content = self._retell.told(clause, to_assistant=stretch.kind == "rule")
            if content is None:
                continue
            if not self._is_told(stretch.kind, content):
                continue
            return Stated(
                Found(self._rule(stretch, content), Statement(clause, {}, corrected), content), start, end
            )
        return None

    def _rule(self, stretch: Judged, content: str) -> Rule:
        kind = self._kind(stretch.kind, content)
        rule = RULES[kind]
        if kind == "people" and not self._words.name_kin(content):
            rule = replace(rule, scope="project")
        here = self._words.name_software(content) or self._is_about_somebody(content)
        if kind == "rule" and here and not self._finds("user", content):
            rule = replace(rule, scope="project")
        if stretch.probability < CERTAIN:
            rule = replace(rule, confidence=min(rule.confidence, UNSURE_CONFIDENCE))
        return rule

    def _is_about_somebody(self, content: str) -> bool:
        """Return whether it is to be done with one of a project's people."""
        somebody = "team" in words_of(content) or self._words.name_a_person(content)
        return somebody and self._finds("turns_to", content)

    def _kind(self, kind: str, content: str) -> str:
        """The kind that the judge gives, where the statement's words allow it."""
        of_user = content.startswith("User ")
        if content.startswith("Decided "):
            return "decision"
        if kind == "rule" and not self._finds("to_be_done", content):
            return "person" if of_user else "project"
        if kind in ("person", "skill", "preference") and self._finds("asks", content):
            return "rule"
        if kind == "people" and (of_user or not self._words.name_a_person(content)):
            return "person" if of_user else "project"
        if kind == "skill" and not self._finds("knowing", content):
            return "person"
        if kind == "person" and not self._finds("user", content) and self._finds("wish", content):
            return "rule"
        return "person" if kind in ("project", "decision") and of_user else kind

    def _is_told(self, kind: str, content: str) -> bool:
        """Whether it is a whole statement, and of neither what the assistant does nor what goes wrong."""
        if any(self._finds(name, content) for name in ("open_end", "no_subject", "errand")):
            return False
        if kind == "rule" and not content.startswith("User "):
            return not self._finds("happens", content)
        if self._finds("assistant", content) and not self._finds("user", content):
            return False
        return kind == "cause" or not self._finds("symptom", content)

    def _finds(self, pattern: str, text: str) -> bool:
        return self._patterns[pattern].search(text) is not None
