"""What may stand in the structured fields of a category; all else is kept as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import details
from arbor_desktop.memories.model import Category
from arbor_desktop.service import MemoryService

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("category", "value"),
    [
        (Category.CODING_PREFERENCES, {"context": "tests", "key": "testing.coverage_target", "value": 80}),
        (Category.CODING_PREFERENCES, {"key": "formatting.semicolons", "value": False}),
        (Category.ARCHITECTURAL_DECISIONS, {"rationale": "It is fast.", "trade_offs": "It is new."}),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["src/**", "*.{ts,tsx}", "docs/[a-z]*.md"]}),
        (Category.BUG_PATTERNS, {"pattern": "No lock", "fix": "Lock", "occurrences": 3}),
        (
            Category.IMPLEMENTATION_NOTES,
            {
                "topic": "retries", "applicable_when": ["it may be busy"],
                "code_example": "for try in range(5):\n    pass",
                "alternatives": [{"name": "queue", "when": "nobody waits"}, "cron"],
            },
        ),
        (Category.FACTS, {"whatever": {"deep": [1, None]}}),
    ],
)  # fmt: skip
def test_what_fits_is_kept(category: Category, value: dict[str, Any]) -> None:
    assert details.checked(value, category) == value


@pytest.mark.parametrize(
    ("category", "value", "said"),
    [
        (Category.BUG_PATTERNS, {"fix": 5}, "Fix: This is a text"),
        (Category.BUG_PATTERNS, {"occurrences": "often"}, "whole number"),
        (Category.BUG_PATTERNS, {"occurrences": True}, "whole number"),
        (Category.BUG_PATTERNS, {"occurrences": -1}, "whole number"),
        (Category.BUG_PATTERNS, {"fix": "x" * 4001}, "4,000 characters"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": "src/**"}, "Applies to: This is a list"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["/etc/**"]}, "relative to the project"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["C:/src"]}, "relative to the project"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["../other"]}, "lead out of the project"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["src\\api"]}, "written with /"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["src/[a"]}, "not closed"),
        (Category.PROJECT_CONVENTIONS, {"applies_to": ["a"] * 51}, "50 entries"),
        (Category.IMPLEMENTATION_NOTES, {"alternatives": [{"when": "never"}]}, "has a name"),
        (Category.IMPLEMENTATION_NOTES, {"applicable_when": [""]}, "An entry is a text"),
        (Category.CODING_PREFERENCES, {"value": {"a": 1}}, "a text, a number"),
        (Category.FACTS, {"condition": 5}, "Condition: This is a text"),
        (Category.FACTS, {"big": "x" * 70_000}, "64 KB"),
        (Category.FACTS, {"odd": float("nan")}, "JSON"),
        (Category.FACTS, ["no", "object"], "must be an object"),
    ],
)
def test_what_does_not_fit_is_said(category: Category, value: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as caught:
        details.checked(value, category)
    assert caught.value.context["field"] == "details"


def test_what_holds_nothing_is_left_out() -> None:
    value = {"fix": "  ", "pattern": " No lock ", "problem": None, "other": ""}
    assert details.checked(value, Category.BUG_PATTERNS) == {"pattern": "No lock", "other": ""}


def test_what_came_from_elsewhere_stays_though_it_would_be_refused_today() -> None:
    before = {"occurrences": "often", "fix": 5}
    assert details.checked(before | {"pattern": "No lock"}, Category.BUG_PATTERNS, before) == {
        "occurrences": "often", "fix": 5, "pattern": "No lock",
    }  # fmt: skip
    with pytest.raises(InvalidInput):
        details.checked({"occurrences": "seldom"}, Category.BUG_PATTERNS, before)


def test_fields_of_another_category_are_kept() -> None:
    value = {"fix": "Lock", "rationale": "It is fast."}
    assert details.checked(value, Category.ARCHITECTURAL_DECISIONS) == value
    assert details.further(value, Category.ARCHITECTURAL_DECISIONS) == {"fix": "Lock"}


def test_values_are_told_in_words() -> None:
    assert (
        details.as_text([{"name": "queue", "when": "nobody waits"}, "cron"]) == "queue – nobody waits\ncron"
    )
    assert details.as_text({"a": 1, "b": True}) == "a: 1, b: yes"
    assert details.all_texts({"a": "one", "b": [{"c": "two"}, 3, "three"]}) == ["one", "two", "three"]


@given(
    value=st.dictionaries(st.text(max_size=8), PLAIN, max_size=5), category=st.sampled_from(list(Category))
)
def test_any_object_is_taken_as_it_is_or_refused(value: dict[str, Any], category: Category) -> None:
    try:
        found = details.checked(value, category)
    except InvalidInput:
        return
    assert set(found) <= set(value)
    assert json.loads(json.dumps(found)) == found
    assert details.checked(found, category) == found, "done twice, nothing changes"
    assert details.checked(value, category, value) == value, "what was there stays byte for byte"


def test_details_are_searched_as_they_change(service: MemoryService) -> None:
    ident = service.store(
        "The export is empty.", type="fact", category="bug_patterns", details={"fix": "Drain the generator"}
    ).id

    def found(words: str) -> bool:
        return [hit.memory.id for hit in service.search(words)] == [ident]

    assert found("draining generators") and found("empty export")
    service.update(ident, details={"fix": "Rewind the tape"})
    assert found("rewind tape") and not found("generator")
    service.update(ident, content="Rewind it: the export is empty.")
    assert found("tape")
    service.undo()
    service.undo()
    assert found("generator") and not found("tape")
