"""The structured fields of a memory's category (spec 1.1): which there are, and what may stand in them.

A memory keeps whatever else its details hold, also fields of a category that it was once of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Category

MAX_TEXT, MAX_CODE, MAX_NAME, MAX_ENTRIES = 4_000, 10_000, 300, 50
"""Characters of a text, a piece of code, an entry of a list; entries of a list."""
MAX_BYTES = 64_000
"""Of all details together, as JSON."""
CONDITION = "condition"
"""Under which alone a memory holds; of every category."""
_MOST_COUNT = 1_000_000_000
_ABSOLUTE = re.compile(r"^(?:[/\\]|~|[A-Za-z]:)")


class Shape(StrEnum):
    """What a field holds: a line, several, code, a value of any plain kind, a number of times, texts,
    patterns of paths, or names each with when it fits."""

    LINE = "line"
    TEXT = "text"
    CODE = "code"
    VALUE = "value"
    COUNT = "count"
    TEXTS = "texts"
    GLOBS = "globs"
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class Field:
    key: str
    shape: Shape


def _fields(**shapes: Shape) -> tuple[Field, ...]:
    return tuple(Field(key, shape) for key, shape in shapes.items())


FIELDS: Mapping[Category, tuple[Field, ...]] = {
    Category.CODING_PREFERENCES: _fields(context=Shape.LINE, key=Shape.LINE, value=Shape.VALUE),
    Category.ARCHITECTURAL_DECISIONS: _fields(rationale=Shape.TEXT, trade_offs=Shape.TEXT),
    Category.PROJECT_CONVENTIONS: _fields(applies_to=Shape.GLOBS),
    Category.BUG_PATTERNS: _fields(
        pattern=Shape.TEXT,
        fix=Shape.TEXT,
        problem=Shape.TEXT,
        solution=Shape.TEXT,
        wrong_approach=Shape.TEXT,
        occurrences=Shape.COUNT,
    ),
    Category.IMPLEMENTATION_NOTES: _fields(
        topic=Shape.LINE,
        domain=Shape.LINE,
        approach=Shape.TEXT,
        lessons_learned=Shape.TEXT,
        code_example=Shape.CODE,
        applicable_when=Shape.TEXTS,
        alternatives=Shape.OPTIONS,
    ),
    Category.FACTS: (),
}


def further(details: Mapping[str, Any], category: Category) -> dict[str, Any]:
    """What details hold beside the fields of a category and the condition."""
    own = {field.key for field in FIELDS[category]} | {CONDITION}
    return {key: value for key, value in details.items() if key not in own}


def is_empty(value: Any) -> bool:
    """Whether a field holds nothing: then it is left out."""
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], {}, ())


def wrong(field: Field, value: Any) -> str | None:
    """What is wrong with a value, in words for people; None for nothing."""
    if is_empty(value):
        return None
    if field.shape in (Shape.LINE, Shape.TEXT, Shape.CODE):
        return _wrong_text(value, MAX_CODE if field.shape is Shape.CODE else MAX_TEXT, several=True)
    if field.shape is Shape.COUNT:
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_COUNT
        return None if fits else "Write a whole number, such as 3."
    if field.shape is Shape.VALUE:
        plain = isinstance(value, str | int | float | bool | list)
        return None if plain and not _too_long(value, MAX_TEXT) else "Write a text, a number, or yes or no."
    if not isinstance(value, list | tuple):
        return "This is a list."
    if len(value) > MAX_ENTRIES:
        return f"At most {MAX_ENTRIES} entries."
    of_one = {Shape.TEXTS: _wrong_entry, Shape.GLOBS: wrong_glob, Shape.OPTIONS: _wrong_option}[field.shape]
    return next((said for one in value if (said := of_one(one)) is not None), None)


def _wrong_text(value: Any, most: int, *, several: bool) -> str | None:
    if several and isinstance(value, list):  # a program listed what a person would write as lines
        return next((said for one in value if (said := _wrong_text(one, most, several=False))), None)
    if not isinstance(value, str):
        return "This is a text."
    return f"At most {most:,} characters." if len(value) > most else None


def _too_long(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) > most


def _wrong_entry(value: Any) -> str | None:
    if not isinstance(value, str) or not value.strip():
        return "An entry is a text."
    return f"At most {MAX_NAME} characters an entry." if len(value) > MAX_NAME else None


def _wrong_option(value: Any) -> str | None:
    if isinstance(value, str):
        return _wrong_entry(value)
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str) or not value["name"].strip():
        return "Every alternative has a name."
    texts = [value["name"], *([value["when"]] if value.get("when") is not None else [])]
    return next((said for text in texts if text != "" and (said := _wrong_entry(text)) is not None), None)


def wrong_glob(value: Any) -> str | None:
    """What is wrong with a pattern of paths: it is relative to the project, written with `/`."""
    if (said := _wrong_entry(value)) is not None:
        return said
    text = value.strip()
    if _ABSOLUTE.match(text):
        return f"“{text}” must be relative to the project, such as src/**."
    if "\\" in text:
        return f"“{text}” must be written with /, such as src/**."
    if ".." in text.split("/"):
        return f"“{text}” must not lead out of the project."
    if "\0" in text or text.count("[") != text.count("]") or text.count("{") != text.count("}"):
        return f"“{text}” has a bracket that is not closed."
    if "***" in text:
        return f"“{text}” has more than two stars in a row."
    return None


def checked(value: Any, category: Category, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Details about to be stored, without the fields that hold nothing. Only what is another value than
    `before` is looked at: what came from elsewhere stays as it came. Raises InvalidInput that names the
    `key`."""
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise InvalidInput("details must be an object.", field="details")
    known = {field.key: field for field in (*FIELDS[category], Field(CONDITION, Shape.LINE))}
    found: dict[str, Any] = {}
    for key, one in value.items():
        if before is not None and key in before and before[key] == one:
            found[key] = one
            continue
        if key not in known:
            found[key] = one
        elif said := wrong(known[key], one):
            raise InvalidInput(f"{spoken(key)}: {said}", field="details", key=key)
        elif not is_empty(one):
            found[key] = _tidy(one)
    try:
        size = len(json.dumps(found, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace"))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"details can't be written as JSON: {error}.", field="details") from None
    if size > MAX_BYTES:
        raise InvalidInput(f"details have at most {MAX_BYTES // 1000} KB.", field="details")
    return found


def _tidy(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip("\n").rstrip() if "\n" in value else value.strip()
    if isinstance(value, list | tuple):
        tidied = (_tidy(one) for one in value)
        return [one for number, one in enumerate(tidied) if one not in list(value)[:number]]
    return value


def spoken(key: str) -> str:
    """`trade_offs` → `Trade-offs`, as a field is called."""
    said = {"trade_offs": "Trade-offs", "pattern": "Cause", "rationale": "Why"}
    return said.get(key) or key.replace("_", " ").capitalize()


def told(value: Any) -> str:
    """A value in words, each entry of a list on a line of its own."""
    if isinstance(value, Mapping):
        name, when = value.get("name"), value.get("when")
        if isinstance(name, str) and set(value) <= {"name", "when"}:
            return f"{name} – {when}" if when else name
        return ", ".join(f"{key}: {told(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return "\n".join(told(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


_NOT_SEARCHED = frozenset(("code_example", "occurrences", "value"))
_SEARCHED = tuple(
    field.key for fields in FIELDS.values() for field in fields if field.key not in _NOT_SEARCHED
)
MAX_SEARCHED = 200
"""Words of details at most that a memory is found by."""
_WORD = re.compile(r"\w+")
_EDGES = ".,;:!?()[]{}\"'“”‘’`"


def search_words(details: Mapping[str, Any], content: str) -> str:
    """What a memory is found by beside its text: words that only its details say, as they are written. Of
    fields that the program knows alone, and neither code nor figures: these would be found for anything."""
    said = {word.casefold() for word in _WORD.findall(content)}
    found: dict[str, None] = {}
    for text in all_texts({key: details[key] for key in (*_SEARCHED, CONDITION) if key in details}):
        for piece in text.split():
            words = {word.casefold() for word in _WORD.findall(piece)}
            if words - said:
                found[piece.strip(_EDGES)] = None
    return " ".join(list(found)[:MAX_SEARCHED])


def all_texts(details: Mapping[str, Any]) -> list[str]:
    """Every text that details hold, whatever its field."""
    found: list[str] = []
    rest: list[Any] = list(details.values())
    while rest:
        one = rest.pop(0)
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, Mapping):
            rest = [*one.values(), *rest]
        elif isinstance(one, list | tuple):
            rest = [*one, *rest]
    return found


class LearningKind(StrEnum):
    PATTERN = "pattern"
    GOTCHA = "gotcha"
    QUIRK = "quirk"
    DECISION = "decision"


def learning_kind(category: Category, details: Mapping[str, Any]) -> LearningKind | None:
    """Which learning a memory is; None for what is none."""
    if category is Category.BUG_PATTERNS:
        return LearningKind.GOTCHA
    if category is Category.ARCHITECTURAL_DECISIONS:
        return LearningKind.DECISION
    if category is Category.IMPLEMENTATION_NOTES:
        return LearningKind.PATTERN
    if category is Category.PROJECT_CONVENTIONS and details.get("applies_to"):
        return LearningKind.QUIRK
    return None
