"""Sentences for people name no module or class: renames by script left "can be tool_files" and "LayoutThread
out the graph"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import arbor_desktop

PACKAGE = Path(arbor_desktop.__file__).parent


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    files = [path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_sentence_ends_with_the_name_of_a_module(trees: dict[Path, ast.Module]) -> None:
    names = "|".join(sorted({path.stem for path in trees if "_" in path.stem.strip("_")}))
    ending = re.compile(rf" (?:{names})[.!?]?$")
    found = [
        f"{path.name}:{line}: {text}"
        for path, tree in trees.items()
        for line, text in texts(tree)
        if ending.search(text)
    ]
    assert not found


def test_nothing_that_the_window_says_names_a_class(trees: dict[Path, ast.Module]) -> None:
    classes = {
        node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    }
    named = re.compile(rf"\b(?:{'|'.join(name for name in classes if re.search('[a-z][A-Z]', name))})\b")
    found = [
        f"{path.name}:{line}: {text}"
        for path, tree in trees.items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == "tr"
        for line, text in texts(call)
        if named.search(text)
    ]
    assert not found
