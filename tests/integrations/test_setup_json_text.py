"""JSON of other programs: changed in one place, and the same bytes everywhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.integrations.setup.json_text import BOM, Document, NotJson

SPACES = st.sampled_from(["", "", " ", "\n", "\n  ", "\r\n\t", "\n\n    "])
REMARKS = st.sampled_from(["", "", "", "/* a } , */", "// b ] ,\n", "/**/ ", "// \u2603\r\n", "/* * / */"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ["//", "/*", ",]", '"', "\\"]
)
SCALARS = (
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS | st.floats(allow_nan=False, allow_infinity=False)
)


@st.composite
def between(draw: st.DrawFn) -> str:
    """White space and comments between two tokens."""
    return draw(SPACES) + draw(REMARKS) + draw(SPACES)


@st.composite
def texts(draw: st.DrawFn, depth: int = 3) -> str:
    """A value in somebody's own way of writing."""
    shape = draw(st.sampled_from(["scalar", "object", "list"] if depth else ["scalar"]))
    if shape == "scalar":
        return json.dumps(draw(SCALARS), ensure_ascii=draw(st.booleans()))
    return draw(containers(depth, shape))


@st.composite
def containers(draw: st.DrawFn, depth: int, shape: str) -> str:
    parts = []
    for _ in range(draw(st.integers(0, 3))):
        key = f"{json.dumps(draw(TEXTS))}{draw(between())}:{draw(between())}" if shape == "object" else ""
        parts.append(draw(between()) + key + draw(texts(depth - 1)) + draw(between()))
    inner = ",".join(parts) + ("," + draw(between()) if parts and draw(st.booleans()) else draw(between()))
    return f"{{{inner}}}" if shape == "object" else f"[{inner}]"


@st.composite
def documents(draw: st.DrawFn) -> Document:
    return Document(draw(between()) + draw(containers(3, "object")) + draw(between()), draw(st.booleans()))


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all objects and lists."""
    if isinstance(value, dict):
        return [way, *(found for key in value for found in places(value[key], (*way, key)))]
    if isinstance(value, list):
        return [way, *(found for n, item in enumerate(value) for found in places(item, (*way, n)))]
    return []


NEW = {"type": "command", "args": ["-m", "ärbor"], "timeout": 5}
LONG = {"hooks": [NEW | {"command": "/usr/bin/arbor hook SessionStart --tool claude-code"}]}
"""Longer than a line should be."""


@given(documents(), st.data())
def test_what_is_put_in_stands_there_and_all_else_says_what_it_said(
    document: Document, data: st.DataObject
) -> None:
    way = data.draw(st.sampled_from(places(document.value)))
    within = document.get(way)
    key = len(within) if isinstance(within, list) else "a new key"
    after = Document.read(document.put((*way, key), NEW).to_bytes())
    assert after.get((*way, key)) == NEW
    expected = json.loads(json.dumps(document.value))
    there = expected
    for step in way:
        there = there[step]
    if isinstance(there, list):
        there.append(NEW)
    else:
        there[key] = NEW
    assert after.value == expected


@given(documents(), st.data())
def test_taking_it_out_again_gives_the_same_bytes_back(document: Document, data: st.DataObject) -> None:
    filled = [way for way in places(document.value) if document.get(way)]
    if not filled:
        return
    way = data.draw(st.sampled_from(filled))
    within = document.get(way)
    key = len(within) if isinstance(within, list) else "a new key"
    put = Document.read(document.put((*way, key), data.draw(st.sampled_from([NEW, LONG]))).to_bytes())
    assert put.remove((*way, key)).to_bytes() == document.to_bytes()


@given(documents(), st.data())
def test_replacing_a_value_leaves_all_around_it(document: Document, data: st.DataObject) -> None:
    ways = [way for way in places(document.value) if way]
    if not ways:
        return
    way = data.draw(st.sampled_from(ways))
    start, end = document._span(way)
    after = Document.read(document.put(way, NEW).to_bytes())
    assert after.get(way) == NEW
    assert after.text.startswith(document.text[:start])
    assert after.text.endswith(document.text[end:])


@given(documents(), st.data())
def test_removing_any_value_leaves_json_that_says_the_rest(document: Document, data: st.DataObject) -> None:
    ways = [way for way in places(document.value) if way]
    if not ways:
        return
    way = data.draw(st.sampled_from(ways))
    text = document.text
    if any(text.count(json.dumps(step)) > 1 for step in way if isinstance(step, str)):
        return  # a key that stands twice comes to light again
    after = Document.read(document.remove(way).to_bytes())
    expected = json.loads(json.dumps(document.value))
    there = expected
    for step in way[:-1]:
        there = there[step]
    del there[way[-1]]
    assert after.value == expected


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        document = Document.read(data)
    except NotJson as error:
        assert str(error)
    else:
        assert document.to_bytes() == data


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1', "line 1"),
        ('{"a": 1}\n{}', "there is text after its end (line 2, column 1)"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": /* open }', "line 1"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "1" * 5000 + "}", "digits"),
        ("{,}", "line 1"),
        ('{"a": 1,,}', "line 1"),
        ('{"a" 1}', "line 1"),
    ],
)
def test_what_is_no_json_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(NotJson, match=why.replace("(", r"\(").replace(")", r"\)")):
        Document.read(text.encode())


def test_other_encodings_are_refused() -> None:
    with pytest.raises(NotJson, match="not UTF-8"):
        Document.read('{"a": 1}'.encode("utf-16"))


def test_of_a_key_that_stands_twice_the_last_one_counts_as_in_the_tools() -> None:
    document = Document.read(b'{"hooks": {"old": 1}, "hooks": {"new": 1}}')
    assert document.put(("hooks", "x"), 2).text == '{"hooks": {"old": 1}, "hooks": {"new": 1, "x": 2}}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ("{}", '{\n  "a": {\n    "b": 1\n  }\n}'),
        ("{}\r\n", '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}\r\n'),
        ('{"c":2}', '{"c":2,"a":{"b":1}}'),
        ('{"c": 2}', '{"c": 2, "a": {"b": 1}}'),
        ('{\n\t"c": 2\n}\n', '{\n\t"c": 2,\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'),
        ('{\n    "c": 2, // two\n}', '{\n    "c": 2, // two\n    "a": {\n        "b": 1\n    },\n}'),
        ('{\n  "c": 2 // two\n}', '{\n  "c": 2, // two\n  "a": {\n    "b": 1\n  }\n}'),
        ("// mine\n", '// mine\n{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ("{ // mine\n}", '{ // mine\n  "a": {\n    "b": 1\n  }\n}'),
        ('{"a": {}, "c": 2}', '{"a": {"b": 1}, "c": 2}'),
        ('{\n  "a": {"c": [1, 2]}\n}', '{\n  "a": {"c": [1, 2], "b": 1}\n}'),
    ],
)
def test_it_is_written_as_the_person_writes(before: str, after: str) -> None:
    assert Document.read(before.encode()).put(("a", "b"), 1).text == after


def test_what_is_too_long_for_a_line_begins_lines_of_its_own_in_a_file_of_several() -> None:
    before = '{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]\n  }\n}\n'
    stop = ("hooks", "Stop", 1)
    after = Document.read(before.encode()).put(stop, LONG)
    assert after.text.splitlines()[2:6] == [
        '    "Stop": [{"hooks": [{"type": "command", "command": "mine"}]},',
        "      {",
        '        "hooks": [',
        "          {",
    ]
    assert after.remove(stop).text == before
    one_line = '{"hooks": {"Stop": [1]}}'
    assert "\n" not in Document.read(one_line.encode()).put(stop, LONG).text


def test_several_in_one_line_are_followed_by_lines_of_their_own() -> None:
    before = '{\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}\n}\n'
    document = Document.read(before.encode())
    for event in ("SessionStart", "SessionEnd"):
        document = document.put(("hooks", event), [LONG])
    lines = document.text.splitlines()
    assert lines[1] == '  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}],'
    assert '    "SessionStart": [' in lines
    assert max(map(len, lines)) <= 90
    for event in ("SessionEnd", "SessionStart"):
        document = document.remove(("hooks", event))
    assert document.text == before


def test_a_byte_order_mark_stays() -> None:
    assert Document.read(BOM + b"{}").put(("a",), 1).to_bytes().startswith(BOM + b"{")


def test_many_comments_in_a_row_take_no_longer_than_they_are_long() -> None:
    text = '{"a": 1' + ", " + "/* c */ " * 20_000 + '"b": 2}'
    assert Document.read(text.encode()).value == {"a": 1, "b": 2}


@pytest.mark.parametrize("before", ['{"a": {"b": "\\ud800"}}', '{\n  "a": {\n    "b": "\\ud800"\n  }\n}'])
def test_half_a_character_is_written_as_it_was(before: str) -> None:
    document = Document.read(before.encode())
    after = document.put(("a",), {**document.get(("a",)), "c": 1}).to_bytes()
    assert b'"b": "\\ud800"' in after
    assert Document.read(after).get(("a", "c")) == 1
