"""What a session teaches (spec 1.1, 5.5): patterns, gotchas, quirks and decisions, and which of them hold
everywhere. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arbor_desktop.maintenance.learning.locality import Home, Locality
from arbor_desktop.memories.details import LearningKind, learning_kind
from arbor_desktop.memories.model import Memory, MemoryType, Privacy, Scope, Source, Status

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


def holds_everywhere(memory: Memory, home: Home, words: Locality, common: Collection[str]) -> str | None:
    """Why a learning of one project holds in every one, for people; None where it does not, or nobody
    knows. `common`: the technologies that are everybody's."""
    kind, text = learning_kind(memory.category, memory.details), all_words(memory)
    if is_wish(memory) or kind not in (LearningKind.PATTERN, LearningKind.GOTCHA):
        return None
    named = words.technologies(text, home)
    if memory.technology:
        named |= words.technologies(memory.technology, home) or {memory.technology.casefold()}
    if kind is LearningKind.PATTERN:
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
    if learning_kind(memory.category, memory.details) is LearningKind.QUIRK:
        return "It holds for certain files of its project: take these out of its details first."
    return None


def may_travel(memory: Memory) -> bool:
    """Whether a learning, or a wish of the person, may be made global without being asked for: it is proven,
    and nothing about it says that it is of one place or one time."""
    return (
        refusal(memory) is None
        and (is_wish(memory) or learning_kind(memory.category, memory.details) is not None)
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
