"""Why a file is no conversation, for people who named it."""

from __future__ import annotations

import json
from pathlib import Path

from arbor_desktop.text.sentence import Sentence

_LARGEST = 1024 * 1024
"""Bytes that are examined; of a larger file its beginning."""
_MARKS = {".zip": b"PK", ".db": b"SQLite format 3\x00", ".sqlite": b"SQLite format 3\x00"}


def why_unrecognized(path: Path) -> Sentence:
    """Return why no reader knows the file, as a clause: "line 3 isn't JSON"."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        return Sentence("the system refuses it ({why})", why=error.strerror)
    whole, suffix = len(content) <= _LARGEST, path.suffix.lower()
    mark = _MARKS.get(suffix)
    if mark is not None and not content.startswith(mark):
        return Sentence("it isn't really a {suffix} file", suffix=suffix)
    if mark is None and b"\x00" in content[:4096] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Sentence("it's a binary file")
    if suffix in (".jsonl", ".ndjson"):
        lines = content.splitlines() if whole else content.splitlines()[:-1]
        for number, line in enumerate(lines, 1):
            if line.strip() and not _is_json(line):
                return Sentence("line {line} isn't JSON", line=number)
    if suffix == ".json" and whole:
        try:
            json.loads(content)
        except json.JSONDecodeError as error:
            return Sentence("line {line} isn't JSON", line=error.lineno)
        except (ValueError, RecursionError):
            return Sentence("it isn't JSON")
    return Sentence("its format isn't supported")


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
