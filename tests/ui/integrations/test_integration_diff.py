"""The lines that a change shows are the change, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.ui.integrations.diff import Kind, Line, counted, difference

LINES = st.lists(st.sampled_from(["{", "}", '  "hooks": [', "", "arbor", "zwölf"]), max_size=30)


def shown(lines: list[Line]) -> list[str]:
    signs = {Kind.ADDED: "+", Kind.REMOVED: "-", Kind.SAME: " "}
    return [f"…{one.count}" if one.kind is Kind.SKIPPED else f"{signs[one.kind]}{one.text}" for one in lines]


def test_a_new_file_is_added_whole_and_one_that_goes_is_taken_away_whole() -> None:
    assert shown(difference(None, b"{\n}\n")) == ["+{", "+}"]
    assert shown(difference(b"{\n}\n", None)) == ["-{", "-}"]


def test_what_is_far_from_the_change_is_folded() -> None:
    before = "".join(f"line {n}\n" for n in range(20))
    after = before.replace("line 10\n", "line 10\nnew\n")
    assert shown(difference(before.encode(), after.encode())) == [
        "…8", " line 8", " line 9", " line 10", "+new", " line 11", " line 12", " line 13", "…6",
    ]  # fmt: skip


def test_a_line_that_gets_a_comma_is_taken_away_and_added() -> None:
    lines = difference(b'{\n  "a": 1\n}\n', b'{\n  "a": 1,\n  "b": 2\n}\n')
    assert shown(lines) == [" {", '-  "a": 1', '+  "a": 1,', '+  "b": 2', " }"]
    assert counted(lines) == (2, 1)


def test_ends_of_lines_are_compared_but_not_shown() -> None:
    assert shown(difference(b"one\r\ntwo\r\n", b"one\r\nzwo\r\n")) == [" one", "-two", "+zwo"]
    assert counted(difference(b"one\r\n", b"one\n")) == (1, 1)


def test_what_is_no_text_shows_as_such() -> None:
    assert shown(difference(None, b"\xff\n")) == ["+\ufffd"]


@given(LINES, LINES)
def test_the_added_and_the_kept_lines_are_the_new_file(before: list[str], after: list[str]) -> None:
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (before, after))
    whole = difference(old.encode(), new.encode(), around=1000)
    if old == new:
        assert all(one.kind in (Kind.SAME, Kind.SKIPPED) for one in whole)
        return
    assert [one.text for one in whole if one.kind is not Kind.REMOVED] == after
    assert [one.text for one in whole if one.kind is not Kind.ADDED] == before


@given(LINES, LINES, st.integers(0, 4))
def test_folding_loses_no_change(before: list[str], after: list[str], around: int) -> None:
    old, new = ("".join(f"{line}\n" for line in lines).encode() for lines in (before, after))
    assert counted(difference(old, new, around)) == counted(difference(old, new, around=1000))
