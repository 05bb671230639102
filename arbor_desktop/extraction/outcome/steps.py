"""What the assistant did: tool calls with their ends, commands and what they ran, files that changed; and
the words by which an outcome is read (resources/extraction/outcome.toml).

Readers keep a call as `name: target` and its end as `ok` or `error` with the last 2 KB of output
(readers/speech.py), in turns of their own or both in one. Ends follow their calls in order; where a turn's
record id names the call, that is taken.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import CheckKind, TaskType

_NAME = re.compile(r"[^a-z0-9]")


@dataclass(frozen=True, slots=True)
class Runner:
    """A program that tests, builds or checks; `match` fits the start of its command."""

    kind: CheckKind
    match: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Words in small letters that an output begins with, or has anywhere."""

    beginnings: tuple[str, ...]
    anywhere: tuple[str, ...]

    def are_in(self, small: str) -> bool:
        return small.startswith(self.beginnings) or any(phrase in small for phrase in self.anywhere)


@dataclass(frozen=True, slots=True)
class TypeMark:
    """Words that name a kind of task. `changed`: whether they count only where files were changed (True),
    only where none was (False), or always (None)."""

    type: TaskType
    match: re.Pattern[str]
    changed: bool | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """What the program knows of tools, runners and phrases. Built once by `load_marks`, never changed."""

    tools: Mapping[str, str]
    runs: Mapping[str, CheckKind]
    runners: tuple[Runner, ...]
    wrappers: re.Pattern[str]
    subcommands: frozenset[str]
    lookers: frozenset[str]
    stems: tuple[str, ...]
    results: Mapping[str, re.Pattern[str]]
    no_errors: tuple[str, ...]
    error_lines: tuple[re.Pattern[str], ...]
    error_told: re.Pattern[str]
    created: Phrases
    modified: Phrases
    files: Mapping[str, re.Pattern[str]]
    verdict: Mapping[str, re.Pattern[str]]
    decisions: Mapping[str, re.Pattern[str]]
    types: tuple[TypeMark, ...]
    commit: re.Pattern[str]
    delivered: re.Pattern[str]
    commit_types: Mapping[str, TaskType]

    def tool(self, name: str) -> str:
        """Return what a tool does: shell, write, edit, patch, read, ask, watch; "" for anything else."""
        return self.tools.get(plain(name), "")

    def run_by_tool(self, name: str) -> CheckKind | None:
        """Return the kind of run that a tool is by itself."""
        return self.runs.get(plain(name))


def plain(name: str) -> str:
    """Return a tool's name without what every assistant writes differently."""
    return _NAME.sub("", name.lower())


def load_marks(outcome_toml: str) -> Marks:
    """Read the file. Raises KeyError, ValueError, re.error or tomllib.TOMLDecodeError where it is broken."""
    raw = tomllib.loads(outcome_toml)
    tools, commands, errors, results = raw["tools"], raw["commands"], raw["errors"], dict(raw["results"])
    stems, files = tuple(results.pop("stems")), dict(raw["files"])
    return Marks(
        tools={name: use for use, names in tools.items() if use != "runs" for name in names.split()},
        runs={name: CheckKind(kind) for name, kind in tools["runs"].items()},
        runners=tuple(
            Runner(CheckKind(entry["kind"]), re.compile(entry["match"])) for entry in raw["runner"]
        ),
        wrappers=re.compile(commands["wrappers"]),
        subcommands=frozenset(commands["subcommands"].split()),
        lookers=frozenset(commands["lookers"].split()),
        stems=stems,
        results=_compiled(results),
        no_errors=tuple(errors["none"]),
        error_lines=tuple(re.compile(text) for text in errors["lines"]),
        error_told=re.compile(errors["told"]),
        created=_phrases(files.pop("created")),
        modified=_phrases(files.pop("modified")),
        files=_compiled(files),
        verdict=_compiled(raw["verdict"]),
        decisions=_compiled(raw["decisions"]),
        types=tuple(
            TypeMark(TaskType(entry["type"]), re.compile(entry["match"]), entry.get("changed"))
            for entry in raw["type"]
        ),
        commit=re.compile(raw["commit"]["message"]),
        delivered=re.compile(raw["commit"]["done"]),
        commit_types={name: TaskType(kind) for name, kind in raw["commit"]["types"].items()},
    )


def _phrases(texts: Sequence[str]) -> Phrases:
    return Phrases(
        tuple(text[1:] for text in texts if text.startswith("^")),
        tuple(text for text in texts if not text.startswith("^")),
    )


def _compiled(texts: Mapping[str, Any]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(text) for name, text in texts.items()}


_END = re.compile(r"\n(ok|error)(?=\n|$)")
_CALL_ID, _RESULT_ID = ":call:", ":result:"
_COLOUR = re.compile(r"\x1b?\[\d{1,3}(?:;\d{1,3})*m")
_NAME_CHARS = 80
COMMAND_CHARS = 2048


@dataclass(frozen=True, slots=True)
class Step:
    """One tool call; `use` is what its tool is for (`Marks.tool`). `ok` is None while it has not ended; then
    `ended` is the turn that says how it did."""

    name: str
    use: str
    target: str
    turn: int
    ok: bool | None = None
    output: str = ""
    ended: int = 0
    by_person: bool = False

    @property
    def last_turn(self) -> int:
        return self.ended or self.turn


class Steps:
    """The steps of a session, in the order they were begun. Only those that may still change are kept."""

    def __init__(self, marks: Marks) -> None:
        self.unsettled: list[Step] = []
        self._waiting: list[tuple[int, str]] = []
        self._tool_use = cache(marks.tool)

    def take(self, turn: Turn) -> None:
        """Take the next turn of the session."""
        if turn.kind is TurnKind.SAID:
            self._waiting.clear()  # what has not ended by now never tells how
        elif turn.kind is TurnKind.COMMAND:
            self._take_command(turn)
        elif turn.kind is TurnKind.TOOL:
            self._take_tool(turn)

    def settled(self) -> list[Step]:
        """Remove and return the first steps, up to one that a later turn may end."""
        found = self.unsettled
        count = len(found) - bool(found and _may_have_output(found[-1]))
        count = min([count, *(index for index, _ in self._waiting)])
        self.unsettled = found[count:]
        self._waiting = [(index - count, ident) for index, ident in self._waiting]
        return found[:count]

    def _take_tool(self, turn: Turn) -> None:
        found = self.unsettled
        ended = _ended(turn.text)
        if ended is None:
            step = _called(turn, self._tool_use)
            if step.ok is None:
                self._waiting.append((len(found), _id(turn, _CALL_ID)))
            found.append(step)
            return
        ok, output = ended
        ident = _id(turn, _RESULT_ID)
        place = next((n for n, (_, call) in enumerate(self._waiting) if ident and call == ident), 0)
        if not self._waiting:
            found.append(Step("", "", "", turn.number, ok, output, turn.number))
            return
        index, _ = self._waiting.pop(place)
        found[index] = replace(found[index], ok=ok, output=output, ended=turn.number)

    def _take_command(self, turn: Turn) -> None:
        """Add a command that the person ran from the prompt (`!make test`), and what it wrote."""
        found, text = self.unsettled, turn.text
        if turn.role is not Role.USER:
            return
        if text.startswith("!"):
            command, ended = _split(text[1:])
            ok, output = ended or (None, "")
            number = turn.number
            last = number if ended else 0
            found.append(Step("shell", "shell", command, number, ok, output, last, by_person=True))
        elif found and _may_have_output(found[-1]) and not text.startswith("/"):
            found[-1] = replace(found[-1], ok=True, output=text, ended=turn.number)


def _may_have_output(last: Step) -> bool:
    """Return whether the next command of the person may be what this last step wrote."""
    return last.by_person and last.ok is None


def _called(turn: Turn, tool_use: Callable[[str], str]) -> Step:
    words, ended = _split(turn.text)
    name, colon, target = words[: _NAME_CHARS + 2].partition(": ")
    if not colon or "\n" in name:
        name, target = words, ""
    else:
        target = words[len(name) + 2 :]
    ok, output = ended or (None, "")
    name = name.strip()
    return Step(
        name, tool_use(name), target[:COMMAND_CHARS], turn.number, ok, output, turn.number if ended else 0
    )


def _split(text: str) -> tuple[str, tuple[bool, str] | None]:
    """Return a call and how it ended, where one turn has both."""
    end = _END.search(text)
    if end is None:
        return text, None
    return text[: end.start()], (end.group(1) == "ok", text[end.end() + 1 :])


def _ended(text: str) -> tuple[bool, str] | None:
    head, _, output = text.partition("\n")
    return (head == "ok", output) if head in ("ok", "error") else None


def _id(turn: Turn, mark: str) -> str:
    return turn.uuid.rpartition(mark)[2] if turn.uuid and mark in turn.uuid else ""


def uncoloured(output: str) -> str:
    """Return an output without a terminal's colours."""
    return _COLOUR.sub("", output)


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
    """One command of a line. `bare`: without what precedes its program and where its output goes;
    `told`: whether the line's exit state is that of this part; `key`: what identifies it."""

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
        """Return the commands of a line, one after the other; of a pipe, its first. Linear in the length."""
        found = self._known.get(line)
        if found is None:
            found = self._known[line] = tuple(self._part(text, told) for text, told in _commands_split(line))
        return found

    def _part(self, text: str, told: bool) -> Part:
        plain = bare(text, self._marks)
        return Part(text, plain, told, same_as(plain, self._marks), runner_of(plain, self._marks))


def shown(command: str) -> str:
    """Return a command in one line, without the folder it is run in and what is written into it."""
    text = unwrapped(command)
    text = _FOLDER.sub("", text, count=1)
    head, here, _ = text.partition("<<")
    text = _SPACE.sub(" ", f"{head}<<…" if here else text).strip()
    return text if len(text) <= SHOWN_CHARS else f"{text[: SHOWN_CHARS - 1].rstrip()}…"


def unwrapped(command: str) -> str:
    """Return the command inside `bash -lc "…"`, without a comment before it."""
    text = command.strip()
    if wrapped := _SHELL.match(text):
        text = text[wrapped.end() :].removesuffix("]").strip()
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
    while comment := _COMMENT.match(text):
        text = text[comment.end() :]
    return text.strip()


def _commands_split(command: str) -> list[tuple[str, bool]]:
    """Return the commands of a line, and whether the line's exit state is theirs."""
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
    """Return a command without what precedes its program and where its output goes."""
    text = _PLACE.sub("", _SPACE.sub(" ", _REDIRECT.sub("", part)).strip().lstrip("({").strip())
    while wrapper := marks.wrappers.match(text):
        text = _PLACE.sub("", text[wrapper.end() :])
    return text


def runner_of(command: str, marks: Marks) -> Runner | None:
    """Return the test, build or check that a bare command is."""
    return next((runner for runner in marks.runners if runner.match.match(command)), None)


def same_as(command: str, marks: Marks) -> str:
    """Return what identifies a bare command: program and subcommand where a tool has them, else all of it."""
    program, _, rest = command.partition(" ")
    if program not in marks.subcommands:
        return command
    second = next((word for word in rest.split(" ") if not word.startswith("-")), "")
    return f"{program} {second}".strip()


MAX_FILES = 200
_SAID_CHARS = 400
"""A tool says at the beginning of its output what it did; then may come the file."""
CREATED, MODIFIED, EITHER = "created", "modified", ""


class Files:
    """Paths below the project are relative to it."""

    def __init__(self, project: str | None, marks: Marks) -> None:
        self._root = project.rstrip("/\\").replace("\\", "/") + "/" if project else ""
        self._marks = marks
        self._seen: dict[str, str] = {}
        self._known: set[str] = set()

    def look(self, step: Step) -> bool:
        """Record what the next step changed. Return whether it changed anything."""
        changes = list(self._changes(step))
        for path, how in changes:
            self._note(path, how)
        if step.use == "read" and step.ok is not False:
            self._known.add(self._short(step.target))
        return bool(changes)

    def copy(self) -> Files:
        """Return the same files, to record more."""
        other = Files(None, self._marks)
        other._root, other._seen, other._known = self._root, dict(self._seen), set(self._known)
        return other

    def also(self, paths: Iterable[str]) -> Files:
        """Return these files and those of which a reader knows only that they were changed."""
        new = [path for path in paths if self._short(path) not in self._seen]
        found = self.copy() if new else self
        for path in new:
            found._note(path, MODIFIED)
        return found

    def of(self, how: str) -> tuple[str, ...]:
        """Return at most 200, in the order they were first changed."""
        return tuple(islice((path for path, made in self._seen.items() if made == how), MAX_FILES))

    def all(self) -> list[str]:
        return list(self._seen)

    def _note(self, path: str, how: str) -> None:
        short = self._short(path)
        if not short or "\n" in short or self._marks.files["not_work"].search(path.replace("\\", "/")):
            return
        if how == EITHER:
            how = MODIFIED if short in self._known else CREATED
        self._seen.setdefault(short, how)
        self._known.add(short)

    def _short(self, path: str) -> str:
        plain = path.strip().replace("\\", "/").removeprefix("./")
        return plain.removeprefix(self._root) if self._root else plain

    def _changes(self, step: Step) -> Iterator[tuple[str, str]]:
        use = step.use
        if step.ok is False:
            return
        if use == "shell":
            yield from self._in_command(step)
        elif use == "patch":
            told = list(self._patched("patched", step.output))
            yield from told or [(line, MODIFIED) for line in step.target.splitlines() if line.strip()]
        elif use in ("write", "edit") and step.target:
            yield step.target.splitlines()[0], self._how(step, use)
        elif not use and step.ok is None:  # aider tells what it did in notices, which have no end
            yield from _aider(step, self._marks)

    def _how(self, step: Step, use: str) -> str:
        said = step.output[:_SAID_CHARS].lower()
        if self._marks.created.are_in(said):
            return CREATED
        return MODIFIED if use == "edit" or self._marks.modified.are_in(said) else EITHER

    def _in_command(self, step: Step) -> Iterator[tuple[str, str]]:
        if "*** " in step.target:
            yield from self._patched("header", step.target)
        elif "<<" in step.target and (found := self._marks.files["redirect"].search(step.target)):
            path = found["path"] or found["other"]
            if not path.startswith("/tmp/"):
                yield path, EITHER

    def _patched(self, pattern: str, text: str) -> Iterator[tuple[str, str]]:
        for found in self._marks.files[pattern].finditer(text):
            yield found["path"], CREATED if found["how"][0] == "A" else MODIFIED


def _aider(step: Step, marks: Marks) -> Iterator[tuple[str, str]]:
    text = f"{step.name}: {step.target}" if step.target else step.name
    for found in marks.files["made"].finditer(text):
        yield found["path"], CREATED
    for found in marks.files["applied"].finditer(text):
        yield found["path"], MODIFIED


def only(paths: Sequence[str], kind: str, marks: Marks) -> bool:
    """Return whether all the paths are `tests` or all are `docs`."""
    return bool(paths) and all(marks.files[kind].search(path) for path in paths)
