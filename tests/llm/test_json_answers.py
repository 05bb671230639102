"""How the JSON that models answer is read: whatever is around it, nothing that could mean something else."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.llm.structured import MAX_CHARACTERS, Unusable, json_of, read_as, schema_of


class Part(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["ADD", "NOOP"]
    numbers: list[int] = []


class Verdict(msgspec.Struct, forbid_unknown_fields=True):
    """For those who read the code."""

    parts: list[Part]
    reason: str | None = None


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1]}',
        '  \ufeff{"a": [1]}\n',
        '```json\n{"a": [1]}\n```',
        '```\n{"a": [1]}\n```\nI hope that helps.',
        'Here it is {as asked}: {"a": [1]}',
        '{"a": [1,],}',
        '{"a": [1\n,\n]}',
    ],
)
def test_what_is_around_an_answer_does_not_matter(text: str) -> None:
    assert json_of(text) == {"a": [1]}


def test_commas_within_texts_stay() -> None:
    assert json_of('{"a": "x,]", "b": ["y,}",]}') == {"a": "x,]", "b": ["y,}"]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("Nothing to say.", "no JSON"),
        ('{"a": [{"b": 1}, {"c"', "ends in the middle"),
        ('{"a": "b', "ends in the middle"),
        ('{"a": [{"b": 1}', "ends in the middle"),
        ('{"a": 1}\n{"a": 2}', "more after the JSON"),
        ('{"a": 1, "a": 2}', "there twice"),
        ('{"a": NaN}', "not a number"),
        ('{"a": -Infinity}', "not a number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5_000 + "}", "broken"),
        ("{'a': 1}", "broken"),
        ("x" * (MAX_CHARACTERS + 1), "too long"),
    ],
)
def test_what_could_mean_something_else_is_unusable(text: str, told: str) -> None:
    with pytest.raises(Unusable, match=told):
        json_of(text)


def test_an_answer_becomes_a_value_of_its_type() -> None:
    found = read_as('{"parts": [{"kind": "ADD", "numbers": [1, 2]}], "reason": null}', Verdict)
    assert found == Verdict([Part("ADD", [1, 2])])


@pytest.mark.parametrize(
    "text",
    [
        '{"parts": [{"kind": "DROP"}]}',
        '{"parts": [{"kind": "ADD", "why": "x"}]}',
        '{"parts": [{"kind": "ADD", "numbers": ["1"]}]}',
        '{"parts": [], "reason": 3}',
        '{"reason": "x"}',
        "[]",
    ],
)
def test_what_does_not_fit_the_type_is_told_with_its_place(text: str) -> None:
    with pytest.raises(Unusable) as error:
        read_as(text, Verdict)
    assert all(problem.endswith(".") and "`" not in problem for problem in error.value.problems)


def test_many_problems_are_told_in_short() -> None:
    problems = Unusable(*(f"Problem {n}." for n in range(40))).problems
    assert len(problems) == 13 and problems[-1] == "And 28 problems more."


def test_a_schema_is_closed_and_refers_to_nothing() -> None:
    schema = schema_of(Verdict)
    part = schema["properties"]["parts"]["items"]
    assert schema["additionalProperties"] is part["additionalProperties"] is False
    assert (schema["required"], part["required"]) == (["parts"], ["kind"])
    assert not any(
        name in json.dumps(schema) for name in ("$ref", "$defs", "title", "description", "default")
    )


values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=15,
)


@given(st.dictionaries(st.text(), values), st.sampled_from(("", "Sure.\n", "```json\n")))
def test_whatever_json_there_is_comes_back(value: dict[str, Any], before: str) -> None:
    assert json_of(before + json.dumps(value)) == value


@given(st.dictionaries(st.text(min_size=1), values, min_size=1), st.data())
def test_an_answer_that_was_cut_off_is_never_taken(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    with pytest.raises(Unusable):
        json_of(text[: data.draw(st.integers(0, len(text) - 1))])


@given(st.text())
def test_any_text_is_json_or_unusable(text: str) -> None:
    try:
        assert isinstance(json_of(text), dict | list)
    except Unusable as error:
        assert error.problems
