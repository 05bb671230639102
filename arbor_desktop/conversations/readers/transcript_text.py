"""Conversations written as text: who speaks is said by a word at the start of a line.

The ways in which people and programs write them, one of which a file keeps to:
- `User: …` and `Assistant: …` before the words, also `**User:** …` or `**User**: …`;
- a line with nothing else: `**User**`, `You said:`, `##### ChatGPT said:`;
- a heading: `## User`, `### Assistant:`, `#### You (2024-05-01 10:00)`;
- a time before it: `[2024-05-01 10:00] User: …`.

Only the words for the two roles count: two people talking ("Anna: … Ben: …") are no conversation with an
assistant. A file keeps to one word for each role, so that "Claude: " in an answer is no new turn. A speaker
in a code block is an example. Pure functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arbor_desktop.conversations.model import Role

MAX_PREAMBLE = 12
"""Lines with words that may stand before the first turn: a title, a date, a link."""
MIN_WORDS = 3
"""Fewer words of the person in all the file are the fields of a form, no conversation."""

_USER = "user|human|you|me"
_CLAUDE = r"claude(?: \d[\w.]*)?(?: (?:opus|sonnet|haiku))?(?: \d[\w.]*)?"
_ASSISTANT = rf"assistant|ai|{_CLAUDE}|chatgpt(?: \d[\w.-]*)?|gpt-[\w.]+|gemini|copilot"
_WORD = rf"(?:[^\w\s#*:`<>\[\]|/\\-]{{1,3}} )?(?P<who>{_USER}|{_ASSISTANT}|system)"
"""The word, perhaps behind a little picture."""
_NOTE = r"(?: *\((?P<note>[^()]*)\))?"
_USER_WORDS = frozenset(_USER.split("|"))
_STYLES = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "colon": rf"{_WORD}:(?:[ \t]+(?P<rest>.*))?$",
        "stamped colon": rf"\[(?P<note>[\d][^\[\]]{{3,40}})\] {_WORD}:(?:[ \t]+(?P<rest>.*))?$",
        "bold colon": rf"(?:\*\*|__){_WORD}{_NOTE}(?::(?:\*\*|__)|(?:\*\*|__):)(?:[ \t]*(?P<rest>.*))?$",
        "bold": rf"(?:\*\*|__){_WORD}{_NOTE}(?:\*\*|__)$",
        "said": rf"(?:#{{1,6}} +)?(?:\*\*)?{_WORD} said:(?:\*\*)?$",
        "heading": rf"(?P<level>#{{1,6}}) +(?:\*\*)?{_WORD}:?(?:\*\*)?:?{_NOTE}$",
    }.items()
}
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn of a text. `role` is None for the words of a system prompt."""

    role: Role | None
    text: str
    line: int
    """The number of its first line, from 0."""
    note: str = ""
    """What stands in brackets after the speaker, for example a time."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation found in a text."""

    turns: tuple[Spoken, ...]
    title: str


@dataclass(slots=True)
class _Open:
    role: Role | None
    line: int
    note: str
    lines: list[str] = field(default_factory=list)

    def spoken(self) -> Spoken:
        while self.lines and (not self.lines[-1].strip() or _RULE.match(self.lines[-1])):
            self.lines.pop()
        return Spoken(self.role, "\n".join(self.lines).strip(), self.line, self.note)


class _Speakers:
    """Which lines of this file begin a turn: settled by the first ones."""

    def __init__(self) -> None:
        self._style = self._level = ""
        self._words: dict[Role, str] = {}

    def begins(self, line: str) -> tuple[Role | None, str, str] | None:
        """(who speaks, the first words, the note) where the line begins a turn."""
        for style in [self._style] if self._style else list(_STYLES):
            found = _STYLES[style].match(line.rstrip())
            if found:
                break
        else:
            return None
        groups = found.groupdict()
        level, word = groups.get("level") or "", groups["who"]
        if self._style and level != self._level:
            return None
        role = _role_of(word)
        if role is None and self._words:  # "System: Ubuntu" in a question
            return None
        if role is not None and self._words.setdefault(role, word) != word:
            return None
        self._style, self._level = style, level
        return role, groups.get("rest") or "", groups.get("note") or ""


def begins(text: str) -> bool:
    """Return whether a turn begins where the first one of a conversation does."""
    speakers, preamble = _Speakers(), 0
    lines = text.split("\n")
    for line in lines[_after_front_matter(lines) :]:
        if speakers.begins(line):
            return True
        preamble += bool(line.strip())
        if preamble > MAX_PREAMBLE:
            break
    return False


def talk_in(text: str) -> Talk | None:
    """Return the conversation that `text` is; None where it is something else."""
    lines = text.replace("\r\n", "\n").split("\n")
    turns: list[_Open] = []
    speakers = _Speakers()
    start = _after_front_matter(lines)
    code = _code_lines(lines)
    preamble: list[str] = []
    for number in range(start, len(lines)):
        line = lines[number]
        begun = None if number in code else speakers.begins(line)
        if begun:
            role, first, note = begun
            turns.append(_Open(role, number, note, [first]))
        elif turns:
            turns[-1].lines.append(line)
        elif line.strip():
            preamble.append(line)
            if len(preamble) > MAX_PREAMBLE:
                return None
    spoken = tuple(turn.spoken() for turn in turns)
    return Talk(spoken, _title(lines[:start], preamble)) if _is_talk(spoken) else None


def _is_talk(turns: tuple[Spoken, ...]) -> bool:
    said = [turn for turn in turns if turn.role is Role.USER]
    if not said or not any(turn.role is Role.ASSISTANT for turn in turns):
        return False
    if sum(len(turn.text.split()) for turn in said) < MIN_WORDS:
        return False
    # A note about the two ("## User", then a list) looks the same, but nobody speaks in lists only.
    return not all(_BULLET.match(line) for turn in said for line in turn.text.splitlines() if line.strip())


def _role_of(word: str) -> Role | None:
    word = word.lower()
    if word == "system":
        return None
    return Role.USER if word in _USER_WORDS else Role.ASSISTANT


def _after_front_matter(lines: list[str]) -> int:
    if lines and lines[0].rstrip() == "---":
        for number in range(1, min(len(lines), 100)):
            if lines[number].rstrip() == "---":
                return number + 1
    return 0


def _title(front: list[str], preamble: list[str]) -> str:
    for line in front:
        name, _, value = line.partition(":")
        if name.strip().lower() == "title":
            return value.strip().strip("\"'")
    for line in preamble:
        if line.startswith("# "):
            return line[2:].strip()
    return ""


def _code_lines(lines: list[str]) -> set[int]:
    """Return the lines inside code blocks; a block that is never closed is none."""
    inside: set[int] = set()
    mark, start = "", 0
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if not found:
            continue
        if not mark:
            mark, start = found["mark"], number
        elif found["mark"].startswith(mark) and not found["info"].strip():
            inside.update(range(start, number + 1))
            mark = ""
    return inside
