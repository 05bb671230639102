"""What the fields of a category are called, and what is said of a learning."""

from __future__ import annotations

from arbor_desktop.memories.details import LearningKind, Shape, learning_kind
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.memories.details.reads import By, Proof
from arbor_desktop.ui.memories.words import tr

_LONGEST_TITLE = 60


def label(key: str) -> str:
    """A field's name, for people; what the program does not know is called by its key."""
    known = {
        "alternatives": tr("Alternatives"),
        "applicable_when": tr("Fits when"),
        "applies_to": tr("Applies to"),
        "approach": tr("Approach"),
        "code_example": tr("Example"),
        "context": tr("Context"),
        "domain": tr("Domain"),
        "fix": tr("Fix"),
        "key": tr("Sets"),
        "lessons_learned": tr("Lessons"),
        "occurrences": tr("Seen"),
        "pattern": tr("Cause"),
        "problem": tr("Problem"),
        "rationale": tr("Why"),
        "solution": tr("Solution"),
        "topic": tr("Topic"),
        "trade_offs": tr("Trade-offs"),
        "value": tr("To"),
        "wrong_approach": tr("Avoid"),
    }
    return known.get(key) or key.replace("_", " ").capitalize()


def long_label(key: str) -> str:
    """The name above an empty field, where it has to say more than beside its value."""
    known = {
        "applicable_when": tr("Fits when (one a line)"),
        "applies_to": tr("Applies to (patterns of paths)"),
        "code_example": tr("Example of code"),
        "key": tr("What is set, such as testing.coverage_target"),
        "lessons_learned": tr("Lessons learned"),
        "occurrences": tr("How often it was seen"),
        "value": tr("To what"),
        "wrong_approach": tr("What does not work"),
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
        "rationale": tr("What speaks for it"),
        "trade_offs": tr("What it costs"),
        "pattern": tr("What brings it about"),
        "fix": tr("What makes it go away"),
    }
    return known.get(key, "") if shape is not Shape.GLOBS else ""


def kind_label(memory: Memory) -> str:
    """`Pattern`, `Gotcha`, `Quirk` or `Decision`; empty for what is no learning."""
    kind = learning_kind(memory.category, memory.details)
    if kind is None:
        return ""
    return {
        LearningKind.PATTERN: tr("Pattern"),
        LearningKind.GOTCHA: tr("Gotcha"),
        LearningKind.QUIRK: tr("Quirk"),
        LearningKind.DECISION: tr("Decision"),
    }[kind]


def proof_words(proof: Proof) -> str:
    """ "Proved right: tests passed afterwards in “Fix the export”"."""
    how = {
        By.TESTS: tr("tests passed afterwards"),
        By.BUILD: tr("the build passed afterwards"),
        By.WORD: tr("you said that it works"),
        By.EITHER: tr("tests or a build passed, or you said that it works"),
    }[proof.by]
    title = " ".join(proof.title.split())
    if len(title) > _LONGEST_TITLE:
        title = f"{title[: _LONGEST_TITLE - 1].rstrip()}…"
    where = tr("in “{title}”").format(title=title) if title else tr("in a conversation")
    return f"{tr('Proved right')}: {how} {where}"
