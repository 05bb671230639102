"""Marks of a memory: what is so specific to it that a session which shows it used the memory (spec 5.4).

A mark is a command, a piece of code, a number with what it counts, or a name. Common words, common files and
the tools that everybody uses first are none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

CONTENT_LETTERS = 3
SHORT = 5
"""Letters of abbreviations like API and URL, which are no names."""
STEM = 6
"""First letters by which words are compared: cancel, cancelled, cancellation."""


class Kind(StrEnum):
    COMMAND = "command"
    CODE = "code"
    NUMBER = "number"
    NAME = "name"
    TOOL = "tool"
    """One of several tools for the same work."""


@dataclass(frozen=True, slots=True)
class Mark:
    """`text`: in small letters; `shown`: as in the memory."""

    kind: Kind
    text: str
    shown: str
    unit: str = ""
    """The stem of the word after a number."""
    telling: tuple[str, ...] = ()
    """The unusual parts of a command."""
    bare: bool = False
    """A command among plain words; only running it counts."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a memory, and the stems of its words."""

    own: tuple[Mark, ...] = ()
    words: frozenset[str] = field(default_factory=frozenset)


_QUOTED = re.compile(r"`([^`\n]{1,200})`")
_COMMAND = re.compile(r"[a-z][\w.+-]*(?:\s+[^\s`]+)+", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w`/.-])((?:make|just|(?:npm|pnpm|yarn|bun|uv|poetry|pdm|deno) run|pnpm|cargo|docker compose|west)"
    r" +([a-z][\w:-]*\w))(?![\w/=-]|[.:]\w)"
)
"""A known program with its first word; what follows may be plain English."""
_GUESSED = {
    "bench", "check", "clean", "clippy", "config", "deploy", "doc", "docs", "down", "exec", "init", "logs",
    "ps", "publish", "pull", "push", "remove", "restart", "setup", "stop", "up", "update", "upgrade", "watch",
}  # fmt: skip
"""Words that follow such programs in any project."""
_CODE = re.compile(
    r"""(?<![\w/.-])(?:
        --[a-z][\w-]+
        | [A-Za-z_]\w*(?:_\w+)+
        | [A-Za-z]+[a-z0-9]+(?:[A-Z][a-z0-9]+)+
        | \.?[\w@.-]+(?:/[\w@.*-]+)+/?
        | [A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+(?:\(\))?
        | [A-Za-z]+-\d[\w.-]*
    )""",
    re.VERBOSE,
)
_NUMBER = re.compile(
    r"(?<![\w.-])(\d+(?:[.,:]\d+)*)\s*(%|percent\b|[A-Za-zäöüß]+)?|\b([A-Za-z]+)\s+(\d+(?:[.,]\d+)*)\b"
)
_NAME = re.compile(r"(?<![\w`/.-])[A-ZÄÖÜ][A-Za-zäöüß]+(?:[A-Z]\w*)?")
_WORD = re.compile(r"[A-Za-zäöüßÄÖÜ][\w+#äöüß-]*")
_AVOIDED = re.compile(
    r"\b(?:not|never|instead of|rather than|over|avoid\w*|don't|do not|doesn't|no longer|without|nicht|nie"
    r"|statt|kein\w*|(?:switched|moved|migrated|renamed|changed|went)\s+from|(?:was|were|is|are)\s+(?:renamed|replaced|moved))\b"
    r".*?(?=\bto\b|[,;.]\s|[,;.]$|\boutside\b|\bexcept\b|\bbut\b|\bunless\b|\bfor\b|$)",
    re.IGNORECASE | re.DOTALL,
)
"""What a memory says to avoid; doing it is no use of the memory."""


class Vocabulary:
    """Words that prove nothing (`resources/use.toml`)."""

    def __init__(self, lists: Mapping[str, str]) -> None:
        def words(name: str) -> frozenset[str]:
            return frozenset(lists[name].split())

        self.taken_first = words("taken_first")
        self.tools = words("tools") - self.taken_first
        self.stop = words("stop")
        self.everyday = words("everyday")
        self.everyday_stems = frozenset(map(stem, self.everyday))
        self._common = words("common_code") | self.taken_first
        self._folders = words("given_folders")
        self._commands = words("given_commands") | self.taken_first

    @classmethod
    def parse(cls, text: str) -> Vocabulary:
        """Read the file. Raises KeyError: a list is missing."""
        return cls(tomllib.loads(text))

    def is_common(self, code: str) -> bool:
        """Whether every project has this piece of code, file or folder."""
        code = code.strip().strip("()/").lower()
        return code in self._common or all(part in self._folders for part in code.split("/"))

    def is_given(self, part: str) -> bool:
        """Whether a part of a command is usual."""
        return part in self._commands or (part.startswith("-") and len(part) < 4)

    def stems(self, text: str) -> frozenset[str]:
        """Return the stems of the meaningful words of a text."""
        return frozenset(
            stem(word)
            for word in (found.lower() for found in _WORD.findall(text))
            if len(word) >= CONTENT_LETTERS and word not in self.stop
        )

    def marks_of(self, content: str) -> Marks:
        """Return the marks of a memory's text."""
        told = _AVOIDED.sub(" ", content)
        found: dict[str, Mark] = {}
        for mark in (*self._quoted(told), *self._plain(_QUOTED.sub(" ", told))):
            if mark.text and (len(mark.text) > 1 or mark.kind is Kind.NUMBER):
                found.setdefault(mark.text, mark)
        return Marks(tuple(found.values()), self.stems(told))

    def _quoted(self, told: str) -> Iterator[Mark]:
        for span in _QUOTED.findall(told):
            words = span.split()
            if len(words) > 1 and _COMMAND.fullmatch(span):
                telling = tuple(part for part in span.lower().split() if not self.is_given(part))
                if telling:
                    yield _mark(Kind.COMMAND, " ".join(words), telling=telling)
            elif not self.is_common(span):
                yield _mark(Kind.CODE, span)

    def _plain(self, text: str) -> Iterator[Mark]:
        for match in _CODE.finditer(text):
            if not self.is_common(match.group()) and _is_word(text, match.start()):
                yield _mark(Kind.CODE, match.group().rstrip("/"))
        for match in _BARE.finditer(text):
            part = match.group(2).lower()
            if not self.is_given(part) and part not in self.stop | _GUESSED:
                shown = match.group(1)
                yield Mark(Kind.COMMAND, " ".join(shown.lower().split()), shown, telling=(part,), bare=True)
        bare = _CODE.sub(" ", text)
        for match in _NUMBER.finditer(bare):
            unit = (match.group(2) or "").lower()
            number = match.group(1) or match.group(4)
            yield _mark(Kind.NUMBER, number, unit="" if unit in self.stop else stem(unit))
        for match in _WORD.finditer(text):
            if match.group().lower() in self.tools:
                yield _mark(Kind.TOOL, match.group())
        for match in _NAME.finditer(bare):
            if self._is_name(match.group(), bare[: match.start()].rstrip()):
                yield _mark(Kind.NAME, match.group())

    def _is_name(self, word: str, before: str) -> bool:
        if word.lower() in self.taken_first | self.stop | self.everyday:
            return False
        if word.isupper() and len(word) <= SHORT:
            return False  # API, CI, URL
        return not (not before or before[-1] in ".!?:") or any(letter.isupper() for letter in word[1:])


def _mark(kind: Kind, shown: str, *, unit: str = "", telling: tuple[str, ...] = ()) -> Mark:
    shown = shown.strip(" .,;:'\"")
    return Mark(kind, shown.lower(), shown, unit, telling)


def stem(word: str) -> str:
    return word.rstrip("s")[:STEM]


def _is_word(text: str, start: int) -> bool:
    return start == 0 or not text[start - 1].isalnum()
