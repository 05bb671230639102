"""Sentences for people name no module or class: renames by script left "can be tool_files" and "LayoutThread
out the graph"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import arbor_desktop

PACKAGE = Path(arbor_desktop.__file__).parent


@pytest.fixture(scope="module")
def nodes() -> dict[Path, list[ast.AST]]:
    """By file: all nodes of its syntax tree."""
    files = [path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts]
    return {path: list(ast.walk(ast.parse(path.read_text(encoding="utf-8")))) for path in files}


def texts(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_sentence_ends_with_the_name_of_a_module(nodes: dict[Path, list[ast.AST]]) -> None:
    names = {path.stem for path in nodes if "_" in path.stem.strip("_")}
    last_word = re.compile(r" (\w+)[.!?]?\Z")
    found = [
        f"{path.name}:{line}: {text}"
        for path, each in nodes.items()
        for line, text in texts(each)
        if (ending := last_word.search(text[-100:])) and ending[1] in names
    ]
    assert not found


def test_nothing_that_the_window_says_names_a_class(nodes: dict[Path, list[ast.AST]]) -> None:
    classes = {node.name for each in nodes.values() for node in each if isinstance(node, ast.ClassDef)}
    named = {name for name in classes if re.search("[a-z][A-Z]", name)}
    found = [
        f"{path.name}:{line}: {text}"
        for path, each in nodes.items()
        for call in each
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == "tr"
        for line, text in texts(ast.walk(call))
        if not named.isdisjoint(re.findall(r"\w+", text))
    ]
    assert not found
