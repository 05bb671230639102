"""The parts of names, as they are put into the index beside the names themselves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text.words import CAMEL, identifier_parts

LETTERS = st.text(alphabet="abzABZ019_ -.éÉß٣²ǅ", max_size=40)


def plainly(text: str) -> str:
    """The same, said word for word."""
    parts: list[str] = []
    for word in re.findall(r"\w+", text):
        for piece in word.split("_"):
            split = CAMEL.findall(piece)
            if len(piece) >= 4 and not piece.islower() and not piece.isdigit() and len(split) > 1:
                parts.extend(split)
    return " ".join(dict.fromkeys(parts))


@given(st.one_of(LETTERS, st.text(max_size=60)))
def test_every_name_is_taken_apart(text: str) -> None:
    assert identifier_parts(text) == plainly(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("parseUserName in HTTPServer", "parse User Name HTTP Server"),
        ("the Quick brown FOX 2024 jumps", ""),
        ("snake_case and kebab-case", ""),
        ("MAX_retryCount twice: retryCount", "retry Count"),
        ("utf8 Utf8x", "Utf 8 x"),
        ("", ""),
    ],
)
def test_only_names_with_several_parts_are_taken_apart(text: str, parts: str) -> None:
    assert identifier_parts(text) == parts
