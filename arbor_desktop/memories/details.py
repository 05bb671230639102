"""The structured fields of each category (spec 1.1): their names and allowed values.

A memory keeps all other entries of its details, also fields of a category that it had before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Category
from arbor_desktop.quick_dataclass import dataclass

MAX_TEXT, MAX_CODE, MAX_NAME, MAX_ENTRIES = 4_000, 10_000, 300, 50
"""Characters of a text, a piece of code, an entry of a list; entries of a list."""
MAX_BYTES = 64_000
"""Of all details together, as JSON."""
CONDITION = "condition"
"""The field for the only case in which a memory applies; every category has it."""
_MOST_COUNT = 1_000_000_000
_ABSOLUTE = re.compile(r"^(?:[/\\]|~|[A-Za-z]:)")


class Shape(StrEnum):
    """The kind of value in a field: one line, several, code, any plain value, a count, a list of texts or of
    path patterns, or options (names, each with when it fits)."""

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
    """Return the entries of details beside the fields of the category and the condition."""
    own = {field.key for field in FIELDS[category]} | {CONDITION}
    return {key: value for key, value in details.items() if key not in own}


def is_empty(value: Any) -> bool:
    """Return whether a field is empty: then it is not stored."""
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], {}, ())


def wrong(field: Field, value: Any) -> str | None:
    """Return what is wrong with a value, for people; None if it is fine."""
    if is_empty(value):
        return None
    if field.shape in (Shape.LINE, Shape.TEXT, Shape.CODE):
        return _wrong_text(value, MAX_CODE if field.shape is Shape.CODE else MAX_TEXT, several=True)
    if field.shape is Shape.COUNT:
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_COUNT
        return None if fits else "Write a whole number, such as 3."
    if field.shape is Shape.VALUE:
        too_long = isinstance(value, str) and len(value) > MAX_TEXT
        plain = isinstance(value, str | int | float | bool | list) and not too_long
        return None if plain else "Write a text, a number, or yes or no."
    if not isinstance(value, list | tuple):
        return "This is a list."
    if len(value) > MAX_ENTRIES:
        return f"At most {MAX_ENTRIES} entries."
    of_one = {Shape.TEXTS: _wrong_entry, Shape.GLOBS: wrong_glob, Shape.OPTIONS: _wrong_option}[field.shape]
    return next(filter(None, map(of_one, value)), None)


def _wrong_text(value: Any, most: int, *, several: bool) -> str | None:
    if several and isinstance(value, list):  # a program listed what a person would write as lines
        return next(filter(None, (_wrong_text(one, most, several=False) for one in value)), None)
    if not isinstance(value, str):
        return "This is a text."
    return f"At most {most:,} characters." if len(value) > most else None


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
    return next(filter(None, (_wrong_entry(text) for text in texts if text != "")), None)


def wrong_glob(value: Any) -> str | None:
    """Return what is wrong with a pattern of paths; it must be relative to the project, written with `/`."""
    if (problem := _wrong_entry(value)) is not None:
        return problem
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
    """Return details ready to be stored, without empty fields. Entries equal to those in `before` are not
    checked. Raises InvalidInput that names the `key`."""
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
        elif problem := wrong(known[key], one):
            raise InvalidInput(f"{label(key)}: {problem}", field="details", key=key)
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


def label(key: str) -> str:
    """Return the name of a field for people: `trade_offs` → `Trade-offs`."""
    labels = {"trade_offs": "Trade-offs", "pattern": "Cause", "rationale": "Why"}
    return labels.get(key) or key.replace("_", " ").capitalize()


def as_text(value: Any) -> str:
    """Return a value as text, each entry of a list on its own line."""
    if isinstance(value, Mapping):
        name, when = value.get("name"), value.get("when")
        if isinstance(name, str) and set(value) <= {"name", "when"}:
            return f"{name} – {when}" if when else name
        return ", ".join(f"{key}: {as_text(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return "\n".join(as_text(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


_NOT_SEARCHED = frozenset(("code_example", "occurrences", "value"))
_SEARCHED = tuple(
    field.key for fields in FIELDS.values() for field in fields if field.key not in _NOT_SEARCHED
)
MAX_SEARCHED = 200
"""Most words of details in the search index."""
_WORD = re.compile(r"\w+")
_EDGES = ".,;:!?()[]{}\"'“”‘’`"


def search_words(details: Mapping[str, Any], content: str) -> str:
    """Return the words for the search index that are in the details and not in the text, as written. Only of
    known fields, without code and figures: these would be found for anything."""
    in_text = {word.casefold() for word in _WORD.findall(content)}
    found: dict[str, None] = {}
    for text in all_texts({key: details[key] for key in (*_SEARCHED, CONDITION) if key in details}):
        for piece in text.split():
            words = {word.casefold() for word in _WORD.findall(piece)}
            if words - in_text:
                found[piece.strip(_EDGES)] = None
    return " ".join(list(found)[:MAX_SEARCHED])


def all_texts(details: Mapping[str, Any]) -> list[str]:
    """Return every text in the details, in all fields."""
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
    """Return the kind of learning that a memory is, or None (spec 5.5)."""
    if category is Category.BUG_PATTERNS:
        return LearningKind.GOTCHA
    if category is Category.ARCHITECTURAL_DECISIONS:
        return LearningKind.DECISION
    if category is Category.IMPLEMENTATION_NOTES:
        return LearningKind.PATTERN
    if category is Category.PROJECT_CONVENTIONS and details.get("applies_to"):
        return LearningKind.QUIRK
    return None
