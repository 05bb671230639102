"""Every regular expression works on every Python from 3.11.0 on.

Possessive quantifiers and atomic groups give wrong matches before Python 3.11.5, the one of Debian 12 among
them, so none is used, neither in code nor in the resources. What may be a pattern is any text at all: one
that is a pattern's part, or is handed on before it is compiled, is looked at as well.
"""

from __future__ import annotations

import ast
import json
import re
import time
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from arbor_desktop import resources
from arbor_desktop.extraction.outcome import steps
from arbor_desktop.integrations.setup import json_text
from arbor_desktop.redaction.rules import read_rules
from arbor_desktop.text import words

CHECKOUT = Path(__file__).parents[1]
PYTHON = [
    *(CHECKOUT / "arbor_desktop").rglob("*.py"),
    *(CHECKOUT / "tests").rglob("*.py"),
    CHECKOUT / "main.py",
]
DATA = [path for path in (CHECKOUT / "resources").rglob("*") if path.suffix in (".toml", ".json")]


_MAY_BE = re.compile(r"[*+?}]\+|\(\?>")
"""Spares parsing every text; the parser knows which of them are signs of a pattern."""


def is_possessive(pattern: str) -> bool:
    """Find a possessive quantifier or an atomic group; text that is no pattern has none. `C++` is a word."""
    if _MAY_BE.search(pattern) is None:
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            return _is_possessive(parser.parse(pattern))
    except (re.error, OverflowError, RecursionError):
        return False


def _is_possessive(tree: Any) -> bool:
    if isinstance(tree, parser.SubPattern):
        return any(_is_possessive(step) for step in tree)
    if not isinstance(tree, list | tuple):
        return False
    if tree and tree[0] is codes.ATOMIC_GROUP:
        return True
    if tree and tree[0] is codes.POSSESSIVE_REPEAT:
        least, most, repeated = tree[1]
        word = repeated[0][0] is codes.LITERAL and chr(repeated[0][1]).isalnum()
        return not (word and (least, most) == (1, codes.MAXREPEAT))
    return any(_is_possessive(part) for part in tree)


def texts_of_code(path: Path) -> Iterator[str]:
    """Return every text but docstrings, and f-strings with a group for each of their values."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source if _MAY_BE.search(source) else "")
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements:
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            pieces = (str(part.value) if isinstance(part, ast.Constant) else "(?:x)" for part in node.values)
            yield "".join(pieces)


def texts_of_data(value: Any) -> Iterator[str]:
    """Return every text in what a data file holds, with a group for each part that is named in it."""
    if isinstance(value, str):
        yield re.sub(r"<<\w+>>", "(?:x)", value)
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts_of_data(one)


@pytest.mark.parametrize(
    ("pattern", "possessive"),
    [
        (r"\d+" + "+", True),
        ("[a-z]*" + "+", True),
        ("(?:ab|c){2,9}" + "+x", True),
        ("(a(?=b?" + "+c))", True),
        ("x(?" + ">ab)c", True),
        (r"\++", False),
        (r"[*+]+", False),
        (r"a+?", False),
        (r"C\+\+", False),
        ("written in C++ (or C)", False),
        ("a)+" + "+", False),
    ],
)
def test_possessive_patterns_are_told_from_others(pattern: str, possessive: bool) -> None:
    assert is_possessive(pattern) == possessive


def test_no_pattern_in_the_code_is_possessive() -> None:
    found = {path: [text for text in texts_of_code(path) if is_possessive(text)] for path in PYTHON}

    assert {path.name: texts for path, texts in found.items() if texts} == {}


def test_no_pattern_in_the_resources_is_possessive() -> None:
    found = []
    for path in DATA:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        found += [(path.name, one) for one in texts_of_data(data) if is_possessive(one)]

    assert found == []


def test_no_redaction_rule_is_possessive_once_its_parts_are_filled_in() -> None:
    rules = read_rules(resources.read_text("redaction.toml")).rules
    patterns = [p.pattern for rule in rules for p in (rule.pattern, rule.each, rule.before) if p is not None]

    assert len(patterns) > 80
    assert [pattern for pattern in patterns if is_possessive(pattern)] == []


@pytest.mark.parametrize(
    ("pattern", "begins", "piece", "ends"),
    [
        (json_text._TOKEN, '"', '\\"', ""),
        (json_text._TOKEN, '"', "\\\\", ""),
        (json_text._TOKEN, "/*", "* ", ""),
        (json_text._TOKEN, ",", "/**/", "x"),
        (json_text._TOKEN, ",", "//]\n", "x"),
        (json_text._TOKEN, ",", " ", "x"),
        (steps._PART, '"', '\\"', ""),
        (steps._PART, "", "'\"", ""),
        (words._OF_PARTS, "A", "a", "B"),
        (words._OF_PARTS, "", "1", "a"),
    ],
)
def test_a_pattern_takes_time_in_proportion_to_the_text(
    pattern: re.Pattern[str], begins: str, piece: str, ends: str
) -> None:
    def taken(times: int) -> float:
        began = time.process_time()
        pattern.sub("", begins + piece * times + ends)
        return time.process_time() - began

    # Other programs disturb the clock; what grows with the square would not come near it once.
    assert any(taken(20_000) < 3 * max(taken(10_000), 0.001) for _ in range(8))
