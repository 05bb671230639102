"""YAML as an outline: the keys above each value, line by line.

Files of continuous integration, compose files and the like are read for a few keys of well-known places.
Their plain block form is enough for that, and reading it by indentation can neither run anything nor grow (no
tags, no anchors, no merging: a value that uses them is left as it is written).
https://yaml.org/spec/1.2.2/, chapter 8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MOST_LINES = 5_000
LONGEST_LINE = 500
MOST_DEEP = 12
ITEM = "-"
"""Stands in a path for an item of a list."""

_KEY = re.compile(
    r"""(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s#:'"&*!|>%@`{}\[\],-][^:\n#]*?|-?[^\s:'"-][^:\n]*?)\s*:(?:\s+|$)"""
)
_FOLDED = re.compile(r"^[|>][+-]?\d?[+-]?\s*(?:#.*)?$")
_COMMENT = re.compile(r"(?:^|\s)#.*$")


class Entry(NamedTuple):
    """A value and the keys above it; items of a list have `ITEM` in their path."""

    path: tuple[str, ...]
    value: str


def outline(text: str) -> Iterator[Entry]:
    """Every key and item of a YAML text, with its value ("" where more is below it). Linear in the text."""
    lines = text.replace("\t", "  ").split("\n")[:MOST_LINES]
    above: list[tuple[int, str]] = []
    at = 0
    while at < len(lines):
        line = lines[at][:LONGEST_LINE].rstrip()
        at += 1
        rest = line.lstrip(" ")
        indent = len(line) - len(rest)
        if not rest or rest[0] in "#%" or rest in ("---", "..."):
            continue
        while rest.startswith("- ") or rest == "-":
            _descend(above, indent, ITEM, item=True)
            inner = rest[1:].lstrip(" ")
            indent += len(rest) - len(inner)
            rest = inner
        key = _KEY.match(rest)
        if key is None:
            if rest and above and above[-1][1] == ITEM:
                for value in _values(rest):
                    yield Entry(_path(above), value)
            continue
        _descend(above, indent, key["key"].strip("\"'"))
        value = rest[key.end() :].strip()
        if _FOLDED.match(value):
            block, at = _block(lines, at, indent)
            yield Entry(_path(above), block)
        elif value.startswith("[") and value.endswith("]"):
            yield Entry(_path(above), "")
            for one in _values(value):
                yield Entry((*_path(above), ITEM), one)
        else:
            yield Entry(_path(above), plain(value))


def plain(value: str) -> str:
    """A value without its quotes and the comment after it."""
    value = value.strip()
    if value[:1] in "\"'" and value:
        end = value.find(value[0], 1)
        return value[1:end] if end > 0 else value[1:]
    return _COMMENT.sub("", value).strip()


def _values(text: str) -> Iterator[str]:
    inner = text.strip()
    if inner.startswith("[") and inner.endswith("]"):
        yield from (plain(one) for one in inner[1:-1].split(",") if one.strip())
    else:
        yield plain(inner)


def _descend(above: list[tuple[int, str]], indent: int, name: str, *, item: bool = False) -> None:
    """Goes to where the line stands. An item may stand as far left as the key above its list."""
    while above and (
        above[-1][0] > indent or (above[-1][0] == indent and (above[-1][1] == ITEM or not item))
    ):
        above.pop()
    if len(above) < MOST_DEEP:
        above.append((indent, name))


def _path(above: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(name for _, name in above)


def _block(lines: list[str], at: int, indent: int) -> tuple[str, int]:
    """The lines of a block that is indented more than `indent`, and where it ends."""
    kept = []
    while at < len(lines):
        line = lines[at]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        kept.append(line.strip())
        at += 1
    return "\n".join(kept).strip(), at
