"""Parsers of JSON with comments, XML, INI and YAML that neither run anything nor grow.

JSON may have comments and trailing commas, as in tsconfig.json
(https://www.typescriptlang.org/docs/handbook/tsconfig-json.html). XML is read without entities (a few bytes
of them can stand for gigabytes). YAML is read as an outline, the keys above each value: a few keys of
well-known places are wanted, and its plain block form, read by indentation, is enough for that (no tags, no
anchors, no merging: a value that uses them is left as it is written). https://yaml.org/spec/1.2.2/, chapter
8.
"""

from __future__ import annotations

import configparser
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.parsers import expat

_MOST_DEEP_XML = 60
_LONGEST_XML_TEXT = 10_000
_NEXT = re.compile(r'"|//|/\*')
_STRING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_TRAILING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|,(?=\s*[}\]])')


def table(data: Mapping[str, Any], *path: str) -> dict[str, Any]:
    """Return the table at a path of keys; an empty one if there is none."""
    here: Any = data
    for name in path:
        here = here.get(name) if isinstance(here, dict) else None
    return here if isinstance(here, dict) else {}


# -- JSON --


def parse_json(text: str) -> Any:
    """Return the value of JSON, also with comments and trailing commas. Raises ValueError, RecursionError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        plain = _without_comments(text)
        return json.loads(
            _TRAILING.sub(lambda token: token.group() if token.group()[0] == '"' else "", plain)
        )


def _without_comments(text: str) -> str:
    """Remove comments, in linear time. Raises ValueError for a string or comment without an end."""
    kept = []
    at = 0
    while found := _NEXT.search(text, at):
        kept.append(text[at : found.start()])
        if found.group() == '"':
            string = _STRING.match(text, found.start())
            if string is None:
                raise ValueError("a text in it has no end")
            kept.append(string.group())
            at = string.end()
            continue
        end = text.find("\n" if found.group() == "//" else "*/", found.end())
        if end < 0:
            if found.group() == "/*":
                raise ValueError("a comment in it has no end")
            return "".join(kept)
        kept.append(" ")
        at = end + (0 if found.group() == "//" else 2)
    return "".join([*kept, text[at:]])


# -- INI --


def parse_ini(text: str) -> dict[str, dict[str, str]]:
    """Return the sections of an INI file. Raises ValueError."""
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ValueError(str(error)) from error
    return {name: {key: value or "" for key, value in parser.items(name)} for name in parser.sections()}


# -- XML --


@dataclass(slots=True)
class Element:
    """An XML element, without its namespace."""

    name: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def child(self, *path: str) -> Element | None:
        here: Element | None = self
        for name in path:
            here = next((one for one in here.children if one.name == name), None) if here else None
        return here

    def all(self, name: str) -> list[Element]:
        """Return all elements of this name below, in order."""
        found = []
        for one in self.children:
            if one.name == name:
                found.append(one)
            found += one.all(name)
        return found

    def text_of(self, *path: str) -> str:
        found = self.child(*path)
        return found.text.strip() if found else ""


def parse_xml(raw: bytes) -> Element:
    """Return the root element. Raises ValueError: it is broken, declares entities or is nested too deeply."""
    root = Element("", {})
    path = [root]
    parser = expat.ParserCreate(namespace_separator=" ")

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(path) > _MOST_DEEP_XML:
            raise ValueError("it is nested too deeply")
        element = Element(name.rpartition(" ")[2], attributes)
        path[-1].children.append(element)
        path.append(element)

    def end(_name: str) -> None:
        path.pop()

    def add_text(text: str) -> None:
        if len(path[-1].text) < _LONGEST_XML_TEXT:
            path[-1].text += text

    def entity(*_: object) -> None:
        raise ValueError("it declares entities")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = add_text, entity
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, LookupError) as error:
        raise ValueError(str(error)) from error
    return root.children[0]


# -- YAML --

MOST_LINES = 5_000
LONGEST_LINE = 500
MOST_DEEP = 12
ITEM = "-"
"""The key of an item of a list in a path."""

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
    """Yield all keys and items of a YAML text with their values ("" if there is more below), in linear
    time."""
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
    """Return a value without its quotes and the comment after it."""
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
    """Go to the keys above a line. An item may be indented as little as the key of its list."""
    while above and (
        above[-1][0] > indent or (above[-1][0] == indent and (above[-1][1] == ITEM or not item))
    ):
        above.pop()
    if len(above) < MOST_DEEP:
        above.append((indent, name))


def _path(above: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(name for _, name in above)


def _block(lines: list[str], at: int, indent: int) -> tuple[str, int]:
    """Return the lines of a block indented more than `indent`, and the line where it ends."""
    kept = []
    while at < len(lines):
        line = lines[at]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        kept.append(line.strip())
        at += 1
    return "\n".join(kept).strip(), at
