"""Commands: their parts, the program that really runs, what they are told apart by."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbor_desktop.extraction.outcome.marks import Marks, Runner

MAX_COMMANDS = 100
SHOWN_CHARS = 300

_PART = re.compile(
    r"""(?P<quoted>"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*')|(?P<end>&&|\|\||;|\n|(?<!>)&(?!>|\d))|(?P<pipe>\|)|(?P<rest>[^"'&|;\n]+|.)"""
)
_SHELL = re.compile(r"^\[?(?:\S*/)?(?:bash|sh|zsh|fish|cmd(?:\.exe)?|powershell|pwsh) (?:-l?c|/c|-Command) ")
_COMMENT = re.compile(r"^\s*#[^\n]*\n")
_FOLDER = re.compile(r"^cd [^;&|\n]+(?:&&|;|\n)\s*")
_REDIRECT = re.compile(r"\s*(?:\d?>{1,2}&?\s*\S+|<\s*\S+)")
_PLACE = re.compile(r"^(?:\./|(?:[\w.~-]*/)+)(?=[\w.-]+(?:\s|$))")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Part:
    """One command of a line. `bare`: without what stands before its program and where its output goes;
    `told`: whether the line's exit state is that of this part; `key`: what it is told apart by."""

    text: str
    bare: str
    told: bool
    key: str
    runner: Runner | None

    @property
    def program(self) -> str:
        return self.bare.partition(" ")[0]


class Lines:
    """Takes command lines apart, each once."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._known: dict[str, tuple[Part, ...]] = {}

    def parts(self, line: str) -> tuple[Part, ...]:
        """The commands of a line, one after the other; of a pipe, its first. Linear in the length."""
        found = self._known.get(line)
        if found is None:
            found = self._known[line] = tuple(self._part(text, told) for text, told in _split(line))
        return found

    def _part(self, text: str, told: bool) -> Part:
        plain = bare(text, self._marks)
        return Part(text, plain, told, same_as(plain, self._marks), runner_of(plain, self._marks))


def shown(command: str) -> str:
    """A command in one line, without the folder it is run in and what is written into it."""
    text = unwrapped(command)
    text = _FOLDER.sub("", text, count=1)
    head, here, _ = text.partition("<<")
    text = _SPACE.sub(" ", f"{head}<<…" if here else text).strip()
    return text if len(text) <= SHOWN_CHARS else f"{text[: SHOWN_CHARS - 1].rstrip()}…"


def unwrapped(command: str) -> str:
    """The command inside `bash -lc "…"`, without a comment before it."""
    text = command.strip()
    if wrapped := _SHELL.match(text):
        text = text[wrapped.end() :].removesuffix("]").strip()
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
    while comment := _COMMENT.match(text):
        text = text[comment.end() :]
    return text.strip()


def _split(command: str) -> list[tuple[str, bool]]:
    """The commands of a line, and whether the line's exit state is theirs."""
    line = unwrapped(command).partition("<<")[0]
    found: list[tuple[str, bool, str]] = []
    words: list[str] = []
    piped = False
    for token in _PART.finditer(line):
        kind = token.lastgroup
        if kind == "pipe":
            piped = True
        elif kind == "end":
            found.append(("".join(words), piped, token.group()))
            words, piped = [], False
        elif not piped:
            words.append(token.group())
    found.append(("".join(words), piped, ""))
    told = True
    kept: list[tuple[str, bool]] = []
    for text, was_piped, end in reversed(found):
        told = told and end in ("", "&&")
        if text.strip():
            kept.append((text.strip(), told and not was_piped))
    return kept[::-1]


def bare(part: str, marks: Marks) -> str:
    """A command without what stands before its program and where its output goes."""
    text = _PLACE.sub("", _SPACE.sub(" ", _REDIRECT.sub("", part)).strip().lstrip("({").strip())
    while wrapper := marks.wrappers.match(text):
        text = _PLACE.sub("", text[wrapper.end() :])
    return text


def runner_of(command: str, marks: Marks) -> Runner | None:
    """The test, build or check that a bare command is."""
    return next((runner for runner in marks.runners if runner.match.match(command)), None)


def same_as(command: str, marks: Marks) -> str:
    """What a bare command is told apart by: program and subcommand where a tool has them, else all of it."""
    program, _, rest = command.partition(" ")
    if program not in marks.subcommands:
        return command
    second = next((word for word in rest.split(" ") if not word.startswith("-")), "")
    return f"{program} {second}".strip()
