"""The shape of what a model answers when it reads a conversation: its schema, and the reading of it.

What does not have this shape makes the whole answer unusable, and the model is told why. Whether an item is
true is asked afterwards (`extraction.py`).
"""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from arbor_desktop.models.json_answers import Unusable, json_of, schema_of, shaped

MIN_CONTENT, MAX_CONTENT = 10, 500
"""Characters of a statement."""
MAX_ITEMS = 200

Type = Literal["preference", "fact", "context", "skill", "instruction", "relationship"]
Named = Literal[
    "coding_preferences", "architectural_decisions", "project_conventions", "bug_patterns",
    "implementation_notes", "facts",
]  # fmt: skip


class Option(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    when: str


class Details(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The fields of all categories (core.details) that a model may fill."""

    context: str | msgspec.UnsetType = msgspec.UNSET
    key: str | msgspec.UnsetType = msgspec.UNSET
    value: str | msgspec.UnsetType = msgspec.UNSET
    rationale: str | msgspec.UnsetType = msgspec.UNSET
    trade_offs: str | msgspec.UnsetType = msgspec.UNSET
    applies_to: list[str] | msgspec.UnsetType = msgspec.UNSET
    problem: str | msgspec.UnsetType = msgspec.UNSET
    pattern: str | msgspec.UnsetType = msgspec.UNSET
    fix: str | msgspec.UnsetType = msgspec.UNSET
    wrong_approach: str | msgspec.UnsetType = msgspec.UNSET
    topic: str | msgspec.UnsetType = msgspec.UNSET
    domain: str | msgspec.UnsetType = msgspec.UNSET
    approach: str | msgspec.UnsetType = msgspec.UNSET
    lessons_learned: str | msgspec.UnsetType = msgspec.UNSET
    code_example: str | msgspec.UnsetType = msgspec.UNSET
    applicable_when: list[str] | msgspec.UnsetType = msgspec.UNSET
    alternatives: list[Option] | msgspec.UnsetType = msgspec.UNSET
    condition: str | msgspec.UnsetType = msgspec.UNSET

    def given(self) -> dict[str, Any]:
        """The fields that are there, as plain values."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


class Item(msgspec.Struct, forbid_unknown_fields=True):
    """One memory to be, as a model puts it."""

    content: str
    type: Type
    category: Named
    confidence: float
    scope: Literal["project", "user"]
    turns: list[int]
    quote: str
    tags: list[str] = []
    sensitive: bool = False
    technology: str | None = None
    expires: str | None = None
    details: Details = msgspec.field(default_factory=Details)


class _Shape(msgspec.Struct, forbid_unknown_fields=True):
    items: list[Item] | msgspec.UnsetType = msgspec.UNSET
    no_content_to_extract: bool | msgspec.UnsetType = msgspec.UNSET


def _schema() -> dict[str, Any]:
    """Every field of an item is asked for, though an item without the lesser ones is read as well; a service
    takes so many optional fields and no more."""
    schema = schema_of(_Shape)
    item = schema["properties"]["items"]["items"]
    item["required"] = list(item["properties"])
    return schema


SCHEMA = _schema()


def read_items(text: str, turns: frozenset[int]) -> list[Item]:
    """The items of an answer; `turns`: the numbers of those that were shown. Raises Unusable."""
    found = json_of(text)
    if not isinstance(found, dict):
        raise Unusable('The answer must be one JSON object with "items".')
    if unknown := sorted(set(found) - {"items", "no_content_to_extract"}):
        raise Unusable(f"There is no field {', '.join(name[:40] for name in unknown[:5])}.")
    if "no_content_to_extract" in found:
        if found["no_content_to_extract"] is not True or found.get("items"):
            raise Unusable('"no_content_to_extract" is true and stands alone, or is not there.')
        return []
    raw = found.get("items")
    if not isinstance(raw, list):
        raise Unusable('"items" must be a list.')
    if len(raw) > MAX_ITEMS:
        raise Unusable(f"There are {len(raw)} items. Give the {MAX_ITEMS // 4} most important ones.")
    items: list[Item] = []
    problems: list[str] = []
    for number, one in enumerate(raw, 1):
        try:
            item = shaped(one, Item)
        except Unusable as error:
            problems += [f"Item {number}: {problem}" for problem in error.problems]
            continue
        problems += [f"Item {number}: {problem}" for problem in _problems(item, turns)]
        items.append(item)
    if problems:
        raise Unusable(*problems)
    return items


def _problems(item: Item, turns: frozenset[int]) -> list[str]:
    problems = []
    length = len(" ".join(item.content.split()))
    if not MIN_CONTENT <= length <= MAX_CONTENT:
        problems.append(f"content has {length} characters; it must have {MIN_CONTENT} to {MAX_CONTENT}.")
    if not math.isfinite(item.confidence) or not 0 <= item.confidence <= 1:
        problems.append("confidence must be between 0 and 1.")
    if not item.turns:
        problems.append("turns must name at least one turn.")
    if missing := [number for number in item.turns if number not in turns]:
        problems.append(f"there is no turn {', '.join(map(str, missing[:5]))}.")
    if not item.quote.strip():
        problems.append("quote must not be empty.")
    return problems
