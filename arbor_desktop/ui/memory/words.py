"""How the page says things: labels, ages, the sentence that a card reads as, and its keys."""

from __future__ import annotations

from arbor_desktop.memories.details import LearningKind, Shape, learning_kind
from arbor_desktop.memories.model import (
    MAX_CONTENT,
    MIN_CONTENT,
    Category,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components.painting import confidence_word
from arbor_desktop.ui.formatting import age, plain
from arbor_desktop.ui.translation import number, tr

GONE = (Status.ARCHIVED, Status.DELETED, Status.REJECTED, Status.SUPERSEDED)
"""What no longer counts, and can be restored."""


def type_label(value: MemoryType) -> str:
    return {
        MemoryType.PREFERENCE: tr("Preference"),
        MemoryType.FACT: tr("Fact"),
        MemoryType.INSTRUCTION: tr("Instruction"),
        MemoryType.SKILL: tr("Skill"),
        MemoryType.CONTEXT: tr("Context"),
        MemoryType.RELATIONSHIP: tr("Relationship"),
    }[value]


TYPE_ORDER = (
    MemoryType.PREFERENCE,
    MemoryType.FACT,
    MemoryType.INSTRUCTION,
    MemoryType.SKILL,
    MemoryType.CONTEXT,
    MemoryType.RELATIONSHIP,
)


def category_label(value: Category) -> str:
    return {
        Category.CODING_PREFERENCES: tr("Coding preferences"),
        Category.ARCHITECTURAL_DECISIONS: tr("Architecture"),
        Category.PROJECT_CONVENTIONS: tr("Conventions"),
        Category.BUG_PATTERNS: tr("Bug patterns"),
        Category.IMPLEMENTATION_NOTES: tr("Implementation notes"),
        Category.FACTS: tr("Facts"),
    }[value]


def status_label(value: Status) -> str:
    return {
        Status.ACTIVE: tr("Active"),
        Status.PENDING: tr("Needs review"),
        Status.ARCHIVED: tr("Archived"),
        Status.SUPERSEDED: tr("Replaced"),
        Status.REJECTED: tr("Rejected"),
        Status.DELETED: tr("Deleted"),
    }[value]


def status_look(value: Status) -> tuple[str, str]:
    """Kind and icon of a status' badge."""
    return {
        Status.ACTIVE: ("ok", "check"),
        Status.PENDING: ("neutral", "clock"),
        Status.ARCHIVED: ("neutral", "archive"),
        Status.SUPERSEDED: ("warn", "history"),
        Status.REJECTED: ("danger", "x"),
        Status.DELETED: ("danger", "trash"),
    }[value]


def privacy_label(value: Privacy) -> str:
    return {
        Privacy.ALWAYS_INCLUDE: tr("Always include"),
        Privacy.NORMAL: tr("Normal"),
        Privacy.SENSITIVE: tr("Sensitive"),
        Privacy.NEVER_SHARE: tr("Never share"),
    }[value]


def privacy_word(value: Privacy) -> str:
    """What a card says of the privacy; nothing where it is the normal one."""
    if value is Privacy.NORMAL:
        return ""
    return tr("Pinned") if value is Privacy.ALWAYS_INCLUDE else privacy_label(value)


def privacy_icon(value: Privacy) -> str:
    return {
        Privacy.ALWAYS_INCLUDE: "pin",
        Privacy.NORMAL: "eye",
        Privacy.SENSITIVE: "lock",
        Privacy.NEVER_SHARE: "eye-off",
    }[value]


def source_label(value: Source) -> str:
    return {
        Source.USER_STATED: tr("From you"),
        Source.AI_INFERRED: tr("Inferred"),
        Source.AGENT_STORED: tr("Saved by an AI tool"),
        Source.SYSTEM: tr("From Arbor"),
        Source.TEAM: tr("From your team"),
    }[value]


def sort_label(sort: str) -> str:
    return {
        "relevance": tr("Best match"),
        "created": tr("Newest"),
        "updated": tr("Last changed"),
        "confidence": tr("Confidence"),
        "used": tr("Last used"),
        "access_count": tr("Most shared"),
    }[sort]


def scope_icon(scope: Scope) -> str:
    return {Scope.GLOBAL: "globe", Scope.PROJECT: "folder", Scope.CONVERSATION: "conversations"}[scope]


def scope_label(memory: Memory) -> str:
    """`Global`, the project's name, or "One conversation"."""
    if memory.scope is Scope.PROJECT:
        return project_name(memory.scope_id) or tr("Project not known")
    return tr("Global") if memory.scope is Scope.GLOBAL else tr("One conversation")


def use_line(memory: Memory, now: int) -> str:
    """`Used 5× · 2 days ago`, or how old it is where it was never of use."""
    if memory.use_count and memory.last_used_at:
        return f"{tr('Used %n×', None, memory.use_count)} · {age(memory.last_used_at, now)}"
    if memory.use_count:
        return tr("Used %n×", None, memory.use_count)
    if memory.said_at is not None:
        return tr("Not used yet · mentioned {when}").format(when=age(memory.said_at, now))
    return tr("Not used yet · added {when}").format(when=age(memory.created_at, now))


def used_words(memory: Memory, now: int) -> str:
    """`used 5 times, last today`; `not used yet`."""
    if not memory.use_count:
        return tr("not used yet")
    times = tr("used %n times", None, memory.use_count)
    if not memory.last_used_at:
        return times
    return tr("{times}, most recently {when}").format(times=times, when=age(memory.last_used_at, now))


def in_conflict(memory: Memory) -> bool:
    """Whether it contradicts another one, and nobody has decided that yet."""
    return bool(memory.conflict_ids) and memory.status in (Status.ACTIVE, Status.PENDING)


def condition_line(memory: Memory) -> str:
    """ "Condition: in the old app"; empty where it always applies."""
    return f"{tr('Condition')}: {memory.condition}" if memory.condition else ""


def card_sentence(memory: Memory, now: int) -> str:
    """What a screen reader says of a card."""
    head = [type_label(memory.type), _spoken_scope(memory)]
    if memory.status is not Status.ACTIVE:
        head.append(status_label(memory.status).lower())
    if in_conflict(memory):
        head.append(tr("in conflict with another memory"))
    if memory.privacy_level is not Privacy.NORMAL:
        head.append(privacy_label(memory.privacy_level).lower())
    value = memory.current_confidence
    sure = "" if memory.status is Status.PENDING else f" {confidence_word(value).lower()}"
    head.append(tr("confidence {value}").format(value=number(value, 2)) + sure)
    said = [f"{', '.join(head)}.", _sentence(memory.shown_text)]
    if memory.condition:
        said.append(_sentence(condition_line(memory)))
    if memory.tags:
        said.append(f"{tr('Tags')} {', '.join(memory.tags)}.")
    if memory.use_count:
        times = tr("Used %n times", None, memory.use_count)
        said.append(f"{times}, {age(memory.last_used_at, now)}." if memory.last_used_at else f"{times}.")
    else:
        said.append(tr("Not used yet."))
    return " ".join(said)


def _spoken_scope(memory: Memory) -> str:
    if memory.scope is Scope.PROJECT and memory.scope_id:
        return tr("project {name}").format(name=scope_label(memory))
    return scope_label(memory).lower()


def _sentence(text: str) -> str:
    flat = plain(" ".join(text.split()))
    return flat if flat.endswith((".", "!", "?")) else f"{flat}."


def label(key: str) -> str:
    """A field's name, for people; what the program does not know is called by its key."""
    known = {
        "alternatives": tr("Alternatives"),
        "applicable_when": tr("Applies when"),
        "applies_to": tr("Applies to"),
        "approach": tr("Approach"),
        "code_example": tr("Example"),
        "context": tr("Context"),
        "domain": tr("Domain"),
        "fix": tr("Fix"),
        "key": tr("Setting"),
        "lessons_learned": tr("Lessons"),
        "occurrences": tr("Seen"),
        "pattern": tr("Cause"),
        "problem": tr("Problem"),
        "rationale": tr("Why"),
        "solution": tr("Solution"),
        "topic": tr("Topic"),
        "trade_offs": tr("Trade-offs"),
        "value": tr("Value"),
        "wrong_approach": tr("Avoid"),
    }
    return known.get(key) or key.replace("_", " ").capitalize()


def long_label(key: str) -> str:
    """The name above an empty field, where it has to say more than beside its value."""
    known = {
        "applicable_when": tr("Applies when (one condition per line)"),
        "applies_to": tr("Applies to files (path patterns)"),
        "code_example": tr("Code example"),
        "key": tr("Setting, such as testing.coverage_target"),
        "lessons_learned": tr("Lessons learned"),
        "occurrences": tr("Times seen"),
        "value": tr("Value"),
        "wrong_approach": tr("Wrong approach"),
    }
    return known.get(key) or label(key)


def hint(key: str, shape: Shape) -> str:
    """What stands in an empty field."""
    known = {
        "context": tr("testing"),
        "key": tr("testing.coverage_target"),
        "value": tr("80"),
        "occurrences": tr("3"),
        "domain": tr("error handling"),
        "rationale": tr("Reasons"),
        "trade_offs": tr("Drawbacks"),
        "pattern": tr("Cause"),
        "fix": tr("Fix"),
    }
    return known.get(key, "") if shape is not Shape.GLOBS else ""


def kind_label(memory: Memory) -> str:
    """`Pattern`, `Pitfall`, `Quirk` or `Decision`; empty for what is no learning."""
    kind = learning_kind(memory.category, memory.details)
    if kind is None:
        return ""
    return {
        LearningKind.PATTERN: tr("Pattern"),
        LearningKind.GOTCHA: tr("Pitfall"),
        LearningKind.QUIRK: tr("Quirk"),
        LearningKind.DECISION: tr("Decision"),
    }[kind]


COMMANDS = {
    "Alt+C": "confirm",
    "Alt+I": "pin",
    "Alt+W": "incorrect",
    "Alt+O": "outdated",
    "Alt+A": "archive",
    "Alt+R": "restore",
    "Alt+M": "merge",
    "Ctrl+Shift+S": "share",
}
"""What keys do to the selected memory, wherever on the page the focus is."""


def memory_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down", tr("Previous and next memory")),
        ("A–Z", tr("Start search")),
        ("Ctrl+Return", tr("Ask your memories (from the search field)")),
        ("Return", tr("Edit")),
        ("Esc", tr("Leave editor")),
        ("Ctrl+S", tr("Save")),
        ("Alt+C", tr("Confirm memory, or accept review item")),
        ("Alt+I", tr("Always include")),
        ("Alt+W", tr("Mark memory as wrong, or reject review item")),
        ("Alt+O", tr("Mark as outdated")),
        ("Alt+A", tr("Archive")),
        ("Del", tr("Delete")),
        ("Alt+R", tr("Restore archived or deleted memory")),
        ("Alt+M", tr("Merge selected memories")),
        ("Ctrl+Shift+S", tr("Share with team, or withdraw")),
        ("Alt+1|Alt+2|Alt+3", tr("Show Source, History or Related")),
        ("Left|Right", tr("Time machine: a day back or on")),
        ("Shift+Left|Shift+Right", tr("Time machine: previous and next change")),
    )


def short(text: str, most: int = 60) -> str:
    """In one line, cut where it is too long for a button."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def content_error(text: str) -> str:
    """What is wrong with a text as a memory's content; nothing if it may be saved."""
    length = len(clean(text))
    if length < MIN_CONTENT:
        return tr("At least 3 characters.")
    if length > MAX_CONTENT:
        return tr("%n characters too long.", None, length - MAX_CONTENT)
    return ""


def summed_up(memory: Memory) -> bool:
    """Whether there is a summary of its category and place: not of one conversation alone."""
    return memory.scope is not Scope.CONVERSATION


def summary_words(memory: Memory) -> str:
    """What a menu calls the summary that tells of a memory."""
    return tr("Open summary: {category}").format(category=category_label(memory.category))


def home_of(memory: Memory) -> str | None:
    """The one project that a global memory was learned in."""
    found = {place.project for place in memory.evidence if place.project is not None}
    return found.pop() if memory.scope is Scope.GLOBAL and len(found) == 1 else None


def limit_words(project: str) -> str:
    """What a menu calls taking a global memory back to a project."""
    return tr("Limit to {project}").format(project=project_name(project))
