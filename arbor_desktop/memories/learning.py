"""What a session teaches (spec 1.1, 5.5): patterns, gotchas, quirks and decisions, and which of them hold
everywhere. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status


class Kind(StrEnum):
    PATTERN = "pattern"
    GOTCHA = "gotcha"
    QUIRK = "quirk"
    DECISION = "decision"


def kind_of(category: Category, details: Mapping[str, Any]) -> Kind | None:
    """Which learning a memory is; None for what is none."""
    if category is Category.BUG_PATTERNS:
        return Kind.GOTCHA
    if category is Category.ARCHITECTURAL_DECISIONS:
        return Kind.DECISION
    if category is Category.IMPLEMENTATION_NOTES:
        return Kind.PATTERN
    if category is Category.PROJECT_CONVENTIONS and details.get("applies_to"):
        return Kind.QUIRK
    return None


@dataclass(frozen=True, slots=True)
class Home:
    """The project that a learning comes from, as far as words could name it. `technologies`: its stack and
    what its memories are filed under, in lower case."""

    name: str
    technologies: frozenset[str] = frozenset()


class Words(Protocol):
    """What ties words to a place. See `maintenance.learning.locality.Locality`."""

    def technologies(self, text: str, home: Home) -> frozenset[str]:
        """The technologies that a text names, in lower case."""
        ...

    def tie(self, text: str, home: Home) -> str | None:
        """What of a text only means something in its project: a path, a name, "our"; None for nothing."""
        ...

    def common(self, technologies: Collection[str], chosen: Collection[str]) -> str | None:
        """The one of the `chosen` technologies that these are about, if they are about no other."""
        ...


CODE = "code_example"
SEEN_IN = "Seen in {count} projects: {names}"
PATTERN_HOLDS = "Promoted: names no technology of the project"
GOTCHA_HOLDS = "Promoted: a gotcha of {technology}, whatever the project"


def all_words(memory: Memory) -> str:
    """Everything that a memory says, its details too."""
    return "\n".join([memory.content, *_texts(memory.details)])


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        code = value.get(CODE)
        marked = [f"`{code.replace('`', ' ')}`"] if isinstance(code, str) else []
        rest = [part for name, part in value.items() if not (name == CODE and marked)]
        return [*marked, *(text for part in rest for text in _texts(part))]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _texts(part)]
    return []


def holds_everywhere(memory: Memory, home: Home, words: Words, common: Collection[str]) -> str | None:
    """Why a learning of one project holds in every one, for people; None where it does not, or nobody
    knows. `common`: the technologies that are everybody's."""
    kind, text = kind_of(memory.category, memory.details), all_words(memory)
    if is_wish(memory) or kind not in (Kind.PATTERN, Kind.GOTCHA):
        return None
    named = words.technologies(text, home)
    if memory.technology:
        named |= words.technologies(memory.technology, home) or {memory.technology.casefold()}
    if kind is Kind.PATTERN:
        return PATTERN_HOLDS if not named and words.tie(text, home) is None else None
    technology = words.common(named, common)
    if technology is None or words.tie(text, home) is not None:
        return None
    return GOTCHA_HOLDS.format(technology=technology)


def refusal(memory: Memory) -> str | None:
    """Why not even a person's click makes a memory global, in words for them; None where it may be."""
    if memory.scope is not Scope.PROJECT:
        return "Only what holds in one project can be made global."
    if memory.status is not Status.ACTIVE:
        waits = memory.status is Status.PENDING
        return "It waits for review: accept it first." if waits else "It is not active: restore it first."
    if memory.privacy_level in (Privacy.SENSITIVE, Privacy.NEVER_SHARE):
        level = "sensitive" if memory.privacy_level is Privacy.SENSITIVE else "never shared"
        return f"It is {level}: choose another privacy first."
    if memory.branch is not None:
        return f"It holds on branch {memory.branch} only."
    if memory.conflict_ids:
        return "It contradicts another memory: decide that first."
    if kind_of(memory.category, memory.details) is Kind.QUIRK:
        return "It holds for certain files of its project: take these out of its details first."
    return None


def may_travel(memory: Memory) -> bool:
    """Whether a learning, or a wish of the person, may be made global without being asked for: it is proven,
    and nothing about it says that it is of one place or one time."""
    return (
        refusal(memory) is None
        and (is_wish(memory) or kind_of(memory.category, memory.details) is not None)
        and memory.privacy_level is Privacy.NORMAL
        and memory.condition is None
        and memory.expires_at is None
        and not (memory.needs_review or memory.invalid)
        and is_proven(memory)
    )


def is_wish(memory: Memory) -> bool:
    """Say whether it is a rule or preference of the person, which applies everywhere once it was said in two
    projects."""
    return memory.type in (MemoryType.INSTRUCTION, MemoryType.PREFERENCE)


def is_proven(memory: Memory) -> bool:
    """Proved right in a session, confirmed by the person, or said by them in one. What was typed into a
    project by hand is where its person put it."""
    if not memory.evidence:
        return False
    proved = any(place.verified for place in memory.evidence)
    return proved or memory.confirmed_at is not None or memory.source is Source.USER_STATED
