"""Sentences for people name no module of the program: a rename by script once left "can be tool_files"."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import arbor_desktop

PACKAGE = Path(arbor_desktop.__file__).parent


def test_no_sentence_ends_with_the_name_of_a_module() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts]
    names = "|".join(sorted({path.stem for path in files if "_" in path.stem.strip("_")}))
    ending = re.compile(rf" (?:{names})[.!?]?$")
    found = [
        f"{path.name}:{node.lineno}: {node.value}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ending.search(node.value)
    ]
    assert not found
