"""JSON texts of other programs, edited in single places and unchanged byte for byte elsewhere.

People have comments, trailing commas, their own indentation and line ends in such files, so a file is never
written again from its values: an edit replaces, inserts or removes the text of one value. Comments, and
commas before a closing bracket, which JSON does not allow, are blanked out in a copy of the same length,
which the standard library parses; positions in the copy are positions in the file.

`remove` undoes an insertion exactly, except for white space inside a container that was empty before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from arbor_desktop.quick_dataclass import dataclass

Path = tuple[str | int, ...]
"""The path of a value: keys of objects, indexes of lists."""

BOM: Final = b"\xef\xbb\xbf"
MOST_IN_A_LINE = 90
_REMARK = r"//[^\r\n]*(?![^\r\n])|/\*[^*]*(?:\*(?!/)[^*]*)*\*/"
_TOKEN = re.compile(rf'"[^"\\]*(?:\\.[^"\\]*)*"?|{_REMARK}|,(?=(?:\s|{_REMARK})*[}}\]])', re.DOTALL)
_REST_OF_LINE = re.compile(r"(?:[ \t]*/\*[^*\r\n]*(?:\*(?!/)[^*\r\n]*)*\*/)*(?:[ \t]*//[^\r\n]*)?")
_SPACE = re.compile(r"[ \t\r\n]*")
_LINE_END = re.compile(r"[ \t]*\r?\n")
_HALVES = re.compile("[\ud800-\udfff]")
_NOT_LINE_END = re.compile(r"[^\r\n]")
_INDENTED = re.compile(r"\n([ \t]+)[^\s]")
_SPACED = re.compile(r'[,:] ["{\[\dtfn-]')


class NotJson(ValueError):
    """The text can't be read as JSON, not even with comments. The message says why and where."""


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


@dataclass(frozen=True, slots=True)
class _Member:
    """A value in its container, from `start` to `end`; its key begins at `begin` (in a list, the value), and
    the comma after it, if there is one, is at `comma`."""

    key: str | int
    begin: int
    start: int
    end: int
    comma: int | None


@dataclass(frozen=True)
class Document:
    """A JSON text, without its byte order mark. Immutable: edits return a new one."""

    text: str
    bom: bool = False

    @classmethod
    def read(cls, data: bytes) -> Document:
        """Parse a file; one of comments and white space alone has no value (None). Raises NotJson."""
        bom = data.startswith(BOM)
        try:
            document = cls(data.removeprefix(BOM).decode("utf-8"), bom)
        except UnicodeDecodeError as error:
            raise NotJson(f"it is not UTF-8 (byte {error.start:,})") from None
        _ = document.value  # parsed now, so that an error is raised here
        return document

    def to_bytes(self) -> bytes:
        return (BOM if self.bom else b"") + self.text.encode("utf-8")

    @cached_property
    def value(self) -> Any:
        """The parsed value; None if there is none."""
        if self.empty:
            return None
        value, end = self._decode(self._over_space(0))
        end = self._over_space(end)
        if end != len(self._plain):
            raise NotJson(f"there is text after its end ({self._where(end)})")
        return value

    @property
    def empty(self) -> bool:
        """True if there are only comments and white space."""
        return self._over_space(0) == len(self._plain)

    def get(self, path: Path) -> Any:
        """Return the value at a path; None if there is none."""
        value = self.value
        for key in path:
            if isinstance(value, dict) and isinstance(key, str):
                value = value.get(key)
            elif isinstance(value, list) and isinstance(key, int) and key < len(value):
                value = value[key]
            else:
                return None
        return value

    def has(self, path: Path) -> bool:
        """Return whether there is a value at a path, even null."""
        if not path:
            return not self.empty
        within, key = self.get(path[:-1]), path[-1]
        if isinstance(key, str):
            return isinstance(within, dict) and key in within
        return isinstance(within, list) and key < len(within)

    # -- edits --

    def put(self, path: Path, value: Any) -> Document:
        """Set the value at a path: replace the existing one, or add it as the last of its object or list
        (with the list's length as index). Missing containers on the path are created."""
        if self.has(path):
            return self._replaced(path, value)
        depth = len(path) - 1
        while depth >= 0 and not self.has(path[:depth]):
            value = _within(path[depth], value)
            depth -= 1
        if depth < 0:
            return self._started(value)
        return self._inserted(path[:depth], path[depth], value)

    def remove(self, path: Path) -> Document:
        """Remove the value at a path, with its key and comma."""
        members = list(self._members(path[:-1]))
        place = next(n for n in reversed(range(len(members))) if members[n].key == path[-1])
        gone, alone, last = members[place], len(members) == 1, place == len(members) - 1
        begin, end = self._back_over_space(gone.begin), gone.end if gone.comma is None else gone.comma + 1
        if not last and begin == gone.begin:
            end = self._over_space(end)  # within a line, the following text moves here
        if alone and self._plain[begin - 1] in "{[":
            closing = self._over_blanks(end)  # empty again, unless it has a comment
            end = closing if self.text[closing] in "}]" else end
        elif self._ends_remark(begin) and not _LINE_END.match(self.text, end):
            begin = gone.begin  # else the comment before it would swallow what follows
        shorter = self._splice(begin, end, "")
        if gone.comma is not None or alone:
            return shorter
        comma = members[place - 1].comma
        return shorter if comma is None else shorter._splice(comma, comma + 1, "")

    def _splice(self, begin: int, end: int, text: str) -> Document:
        return Document(self.text[:begin] + text + self.text[end:], self.bom)

    def _started(self, value: Any) -> Document:
        """Add the first value of a file; its comments stay above."""
        remarks = self.text.rstrip()
        head = remarks + self.newline if remarks else ""
        return Document(head + self._rendered(value, "") + self.newline, self.bom)

    def _replaced(self, path: Path, value: Any) -> Document:
        start, end = self._span(path)
        in_line = "\n" not in self.text[start:end]
        return self._splice(start, end, self._rendered(value, None if in_line else self._indent_at(start)))

    def _inserted(self, within: Path, key: str | int, value: Any) -> Document:
        members = list(self._members(within))
        if not members:
            return self._filled(within, key, value)
        last, (_, end) = members[-1], self._span(within)
        lead = self.text[self._back_over_space(last.begin) : last.begin]
        after = last.end if last.comma is None else last.comma + 1
        if "\n" in lead:
            indent = lead[lead.rindex("\n") + 1 :]
            text = self.newline + indent + self._keyed(key, self._rendered(value, indent), " ")
            found = _REST_OF_LINE.match(self.text, after, end - 1)  # a comment stays beside its value
            at = after if found is None else found.end()
        else:
            gap = lead if len(members) > 1 else self._gap
            text, at = gap + self._keyed(key, self._rendered(value, None), self._gap), after
            if "\n" in self.text.strip() and len(self._line_at(at)) + len(text) > MOST_IN_A_LINE:
                indent = self._indent_at(at) + self.unit
                text = self.newline + indent + self._keyed(key, self._rendered(value, indent), " ")
        if last.comma is not None:  # keep the style of a comma before the bracket
            return self._splice(at, at, text + ",")
        return self._splice(at, at, text)._splice(last.end, last.end, ",")

    def _filled(self, within: Path, key: str | int, value: Any) -> Document:
        """Add the first member of an empty container."""
        start, end = self._span(within)
        inner = self.text[start + 1 : end - 1].rstrip()
        if "\n" not in self.text.strip() and self.value:  # all of the file is one line
            text = inner + self._keyed(key, self._rendered(value, None), self._gap)
            return self._splice(start + 1, end - 1, text)
        base = self._indent_at(start)
        member = self._keyed(key, self._rendered(value, base + self.unit), " ")
        text = f"{inner}{self.newline}{base}{self.unit}{member}{self.newline}{base}"
        return self._splice(start + 1, end - 1, text)

    # -- style --

    @cached_property
    def newline(self) -> str:
        at = self.text.find("\n")
        return "\r\n" if at > 0 and self.text[at - 1] == "\r" else "\n"

    @cached_property
    def unit(self) -> str:
        """One step of indentation, as in the first indented line; else two spaces."""
        found = _INDENTED.search(self._plain)
        return "  " if found is None else found[1]

    @cached_property
    def _gap(self) -> str:
        """The space after a comma or colon within a line."""
        return " " if _SPACED.search(self._plain) else ""

    def _keyed(self, key: str | int, text: str, gap: str) -> str:
        return text if isinstance(key, int) else f"{_dumped(key)}:{gap}{text}"

    def _rendered(self, value: Any, base: str | None) -> str:
        """Return `value` as text: in one line if `base` is None, else over several, indented by `base`."""
        if base is None:
            return _dumped(value, separators=(f",{self._gap}", f":{self._gap}"))
        return _spread(value, self.unit).replace("\n", self.newline + base)

    def _line_at(self, place: int) -> str:
        """Return the line of this position."""
        end = self.text.find("\n", place)
        return self.text[self.text.rfind("\n", 0, place) + 1 : None if end < 0 else end].rstrip("\r")

    def _indent_at(self, place: int) -> str:
        """Return the white space at the beginning of the line of this position."""
        line = self.text[self.text.rfind("\n", 0, place) + 1 : place]
        return line[: len(line) - len(line.lstrip(" \t"))]

    # -- positions --

    @cached_property
    def _plain(self) -> str:
        """The text with comments, and commas before a closing bracket, as blanks."""

        commas: list[int] = []

        def blanked(found: re.Match[str]) -> str:
            if found[0][0] == '"':
                return found[0]
            if found[0] == ",":
                commas.append(found.start())
            return _NOT_LINE_END.sub(" ", found[0])

        plain = _TOKEN.sub(blanked, self.text)
        for place in commas:
            before = place - 1
            while before >= 0 and plain[before] in " \t\r\n":
                before -= 1
            if before < 0 or plain[before] in "{[,":
                raise NotJson(f"a comma follows nothing ({self._where(place)})")
        return plain

    def _decode(self, start: int) -> tuple[Any, int]:
        try:
            return _DECODER.raw_decode(self._plain, start)
        except json.JSONDecodeError as error:
            raise NotJson(f"{error.msg[:1].lower()}{error.msg[1:]} ({self._where(error.pos)})") from None
        except RecursionError:
            raise NotJson("it is nested too deeply") from None
        except ValueError as error:
            raise NotJson(str(error)) from None

    def _where(self, place: int) -> str:
        before = self.text[:place]
        return f"line {before.count(chr(10)) + 1}, column {place - before.rfind(chr(10))}"

    def _over_space(self, place: int) -> int:
        """Return the next position that is neither white space nor comment."""
        found = _SPACE.match(self._plain, place)
        return place if found is None else found.end()

    def _over_blanks(self, place: int) -> int:
        found = _SPACE.match(self.text, place)
        return place if found is None else found.end()

    def _back_over_space(self, place: int) -> int:
        """Return where the white space before this position begins."""
        return len(self.text[:place].rstrip(" \t\r\n"))

    def _ends_remark(self, place: int) -> bool:
        """Return whether a comment that goes to the end of its line ends here."""
        if self._plain[place - 1] != " ":
            return False
        tokens = _TOKEN.finditer(self.text)
        return any(found.end() == place and found[0].startswith("//") for found in tokens)

    def _span(self, path: Path) -> tuple[int, int]:
        if not path:
            start = self._over_space(0)
            return start, self._decode(start)[1]
        found = [member for member in self._members(path[:-1]) if member.key == path[-1]]
        return found[-1].start, found[-1].end  # of a key that is there twice, the last one counts

    def _members(self, path: Path) -> Iterator[_Member]:
        start, end = self._span(path)
        keyed = self._plain[start] == "{"
        place, key = self._over_space(start + 1), -1
        while place < end - 1:
            begin, named = place, key + 1
            if keyed:
                named, place = self._decode(place)
                place = self._over_space(self._over_space(place) + 1)
            value_end = self._decode(place)[1]
            after = self._over_space(value_end)
            more = self._plain[after] == ","
            comma = after if more else self._blanked_comma(value_end, end)
            yield _Member(named, begin, place, value_end, comma)
            place, key = (self._over_space(after + 1) if more else end), key + 1

    def _blanked_comma(self, place: int, end: int) -> int | None:
        """Return the position of a comma before the closing bracket; None if there is none."""
        tokens = _TOKEN.finditer(self.text, place, end)
        return next((found.start() for found in tokens if found[0] == ","), None)


def _dumped(value: Any, **how: Any) -> str:
    """Return JSON with readable letters; escaped if it has lone surrogates, which can't be encoded."""
    text = json.dumps(value, ensure_ascii=False, **how)
    return text if text.isascii() or not _HALVES.search(text) else json.dumps(value, **how)


def _spread(value: Any, unit: str) -> str:
    """Return `value` over several lines, with short lists of texts in one line."""
    if not isinstance(value, dict | list) or not value:
        return _dumped(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        line = _dumped(value)
        if len(line) <= MOST_IN_A_LINE:
            return line
    keyed = isinstance(value, dict)
    heads = [f"{_dumped(key)}: " for key in value] if keyed else [""] * len(value)
    items = value.values() if isinstance(value, dict) else value
    lines = [f"\n{head}{_spread(item, unit)}" for head, item in zip(heads, items, strict=True)]
    inner = ",".join(lines).replace("\n", f"\n{unit}")
    brackets = "{}" if keyed else "[]"
    return f"{brackets[0]}{inner}\n{brackets[1]}"


def _within(key: str | int, value: Any) -> Any:
    return {key: value} if isinstance(key, str) else [value]
