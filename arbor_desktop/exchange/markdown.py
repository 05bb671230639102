"""Markdown of other tools: properties, statements, plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.user_files import managed_block

_PROPERTIES = re.compile(r"---[ \t]*\r?\n(?P<properties>.*?)(?<=\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Makes only texts, lists and objects: every value is as it was written."""
_MOST_PROPERTIES = 64_000
"""Characters; longer ones are none."""
_LINE = re.compile(r"(?P<name>[\w-]+)[ \t]*:(?P<value>.*)")
_LISTED = re.compile(r"[ \t]*-[ \t](?P<value>.*)")
_COMMENTS = (("<!--", "-->"), ("<claude-mem-context>", "</claude-mem-context>"))
_LONGEST = 200
"""Characters of a link: a search for the end of each would take long in a damaged text."""
_FENCE = re.compile(r"\s*(?:>\s*)*(?P<mark>`{3,}|~{3,})")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<text>.*)|\s{0,3}\*\*(?P<bold>[^*]{1,60})\*\*:?\s*")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?P<text>\S.*)")
_NO_TEXT = re.compile(r"\s*(?:\||</?[a-zA-Z][^>]*>\s*$|(?:[-*_=]\s*){3,}$|@\S+$|!\[\[?[^\]]*\]\]?)")
_EMBEDDED = re.compile(
    rf"!\[\[[^\]\n]{{0,{_LONGEST}}}\]\]|!\[[^\]\n]{{0,{_LONGEST}}}\]\([^)\n]{{0,{_LONGEST}}}\)"
)
_WIKI = re.compile(rf"\[\[([^\]|\n]{{1,{_LONGEST}}})(?:\|([^\]\n]{{1,{_LONGEST}}}))?\]\]")
_LINK = re.compile(rf"\[([^\]\n]{{1,{_LONGEST}}})\]\([^)\n]{{0,{_LONGEST}}}\)")
_STRONG = re.compile(r"\*\*(?=\S)([^*\n]+)(?<=\S)\*\*")
_ONLY_LINK = re.compile(r"\[[^\]]+\]\([^)]*\)|\[\[")
"""An entry that names another file: of a list of notes."""


def properties(text: str) -> tuple[dict[str, Any], str] | None:
    """Return the properties at the top of a note, and the text below them; None if it has none. Every value
    is a text, a list or an object."""
    head = _PROPERTIES.match(text)
    if head is None or head.end() > _MOST_PROPERTIES:
        return None
    written = head["properties"]
    try:
        found = yaml.load(written, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError):  # `globs: *.ts` is no YAML
        found = _by_lines(written)
    if not isinstance(found, dict):
        if found:
            return None
        found = {}
    return {str(name): value for name, value in found.items()}, text[head.end() :]


def _by_lines(written: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    name = ""
    for line in written.splitlines():
        if one := _LINE.fullmatch(line):
            name, value = one["name"], one["value"].strip(" \t\"'")
            inner = value[1:-1].split(",") if value.startswith("[") and value.endswith("]") else None
            found[name] = value if inner is None else [part.strip(" \"'") for part in inner]
        elif name and (one := _LISTED.fullmatch(line)):
            known = found[name]
            found[name] = [*(known if isinstance(known, list) else []), one["value"].strip(" \t\"'")]
    return found


def texts(value: Any) -> list[str]:
    """Return the texts of a property: a list, or a text with commas, those in braces apart."""
    if isinstance(value, list):
        return [one.strip() for one in value if isinstance(one, str) and one.strip()]
    parts, depth = [""], 0
    for sign in value if isinstance(value, str) else "":
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [one.strip(" \"'") for one in parts if one.strip(" \"'")]


@dataclass(frozen=True, slots=True)
class Statement:
    """An entry of a list, or (`listed` is False) a paragraph, with the heading above it."""

    text: str
    heading: str
    listed: bool


def own(text: str) -> str:
    """Return a text without Arbor's block and comments. Raises `managed_block.Damaged`."""
    data = text.encode("utf-8", "replace")
    if (block := managed_block.find(data)) is not None:
        text = (data[: block.start] + data[block.end :]).decode("utf-8", "replace")
    return without_comments(text)


def without_comments(text: str) -> str:
    for begin, end in _COMMENTS:
        parts, at = [], 0
        while (start := text.find(begin, at)) >= 0 and (until := text.find(end, start)) >= 0:
            parts.append(text[at:start])
            at = until + len(end)
        text = "".join([*parts, text[at:]])
    return text


def statements(text: str) -> Iterator[Statement]:
    """Yield the entries of lists and the paragraphs of a text, without code, tables and links to other files.

    An entry has the entries below it, and before it the line that ends in a colon above its list.
    """
    blocks, fence = _Blocks(), ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark["mark"].startswith(fence) else fence
        elif mark:
            fence = mark["mark"]
        else:
            yield from blocks.take(line)
    yield from blocks.end()


class _Blocks:
    """Puts lines together to statements."""

    def __init__(self) -> None:
        self._heading = self._intro = ""
        self._parts: list[str] = []
        """Of what is not ended yet: the text of a paragraph, or of an entry and those below it."""
        self._listed = self._blank = False

    def take(self, line: str) -> Iterator[Statement]:
        """Yield what ends before the line."""
        if title := _HEADING.fullmatch(line):
            yield from self.end()
            self._heading, self._intro, self._listed = (
                (title["text"] or title["bold"] or "").strip(" \t#:*"),
                "",
                False,
            )
        elif not line.strip():
            self._blank = True
            if not self._listed:
                yield from self.end()
            return
        elif item := _ITEM.fullmatch(line):
            if self._listed and self._parts and len(item["indent"].expandtabs(4)) >= 2:
                self._parts.append(item["text"])
            else:
                yield from self.end()
                self._parts, self._listed = [item["text"]], True
        elif _NO_TEXT.match(line):
            return
        elif self._parts and (not self._listed or line[0].isspace() or not self._blank):
            self._parts[-1] += f" {_unquoted(line)}"
        else:
            yield from self.end()
            if self._listed:
                self._listed, self._intro = False, ""
            self._parts = [_unquoted(line)]
        self._blank = False

    def end(self) -> Iterator[Statement]:
        """Yield what was begun."""
        parts, self._parts = self._parts, []
        if not parts or (self._listed and _ONLY_LINK.match(parts[0])):
            return
        first, *rest = map(plain, parts)
        said = f"{first.rstrip(':')}: {'; '.join(one.rstrip(';') for one in rest)}" if rest else first
        if self._listed:
            yield Statement(f"{self._intro} {said}".strip(), self._heading, True)
        elif said.endswith(":"):
            self._intro = said
        else:
            self._intro = ""
            yield Statement(said, self._heading, False)


def _unquoted(line: str) -> str:
    return line.strip().lstrip(">").lstrip()


def plain(text: str) -> str:
    """Return a text without marks of links, bold type and embedded files."""
    text = _EMBEDDED.sub("", text)
    text = _WIKI.sub(lambda link: link[2] or link[1].split("#")[0] or link[1], text)
    return _STRONG.sub(r"\1", _LINK.sub(r"\1", text)).strip()
