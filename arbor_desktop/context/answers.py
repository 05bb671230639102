"""The actions of an AI in one answer: commands, changed files, commits, code and statements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from arbor_desktop.context.use import RUNNERS, SENTENCE, SHELLS, begun, without_arbor, without_recitals
from arbor_desktop.conversations.model import Role, Turn, TurnKind

QUOTE = 100
"""Characters of a quote."""


class Deed(StrEnum):
    """What an AI did; `quote` of a finding says with what."""

    RAN = "ran"
    CHANGED = "changed"
    WROTE = "wrote"
    """A command or code that it gave to the person."""
    SAID = "said"
    ANSWERED = "answered"
    """In a language."""


# -- an answer --


@dataclass(frozen=True, slots=True)
class Answer:
    """All turns between two messages of the person. `before`: the session until then; `prompt`: the message
    that it answers; `reply`: the person's next one; `after`: the turns after that."""

    before: tuple[Turn, ...]
    prompt: Turn | None
    own: tuple[Turn, ...]
    reply: Turn | None
    after: tuple[Turn, ...]

    @property
    def first(self) -> int:
        return next(turn.number for turn in self.own if is_own(turn))

    @property
    def last(self) -> int:
        return self.own[-1].number

    @property
    def at(self) -> int | None:
        """When it began, in milliseconds."""
        return next((turn.at for turn in self.own if turn.at is not None), None)


def answers(turns: Sequence[Turn]) -> Iterator[Answer]:
    """Yield the answers of a session in which the AI said or did something."""
    kept = [turn for turn in turns if not turn.unsaid]
    starts = [at for at, turn in enumerate(kept) if is_said(turn, Role.USER)]
    edges = [-1, *starts, len(kept)]
    spans = [kept[start + 1 : end] for start, end in pairwise(edges)]
    for number, span in enumerate(spans):
        own = tuple(turn for turn in span if is_own(turn))
        if own:
            prompt = kept[edges[number]] if number else None
            reply = kept[edges[number + 1]] if edges[number + 1] < len(kept) else None
            after = spans[number + 1] if reply else []
            before = tuple(kept[: edges[number] + 1])
            yield Answer(before, prompt, tuple(span), reply, tuple(after))


def answer_at(turns: Sequence[Turn], number: int) -> Answer | None:
    """Return the answer that a turn belongs to, or that follows it if it is the person's."""
    return next((one for one in answers(turns) if number <= one.last), None)


def is_said(turn: Turn, role: Role) -> bool:
    return turn.role is role and turn.kind is TurnKind.SAID


def is_own(turn: Turn) -> bool:
    return turn.role is Role.ASSISTANT and turn.kind in (TurnKind.SAID, TurnKind.TOOL)


# -- what was done --


class Step(NamedTuple):
    """A step of a shell command line; `chain`: the programs that run each other. `ran`: it was run, not only
    given to the person."""

    turn: int
    text: str
    words: tuple[str, ...]
    chain: tuple[str, ...]
    ran: bool


_QUOTES = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
_HEREDOC = re.compile(
    r"(?:\"\$\(cat\s*)?<<-?\s*['\"]?(\w+)['\"]?\n(?P<text>.*?)\n\s*\1\b(?:\s*\)\")?", re.DOTALL
)
_SEPARATORS = re.compile(r"&&|\|\||[;|\n]")
_SHELL = re.compile(r"^\S*(?:ba|z)?sh\s+-l?c\s+(['\"])(?P<inside>.*)\1$", re.DOTALL)
_MESSAGE = re.compile(r"(?:\s-[a-z]*m|\s--message)[ =]?(?:\"((?:\\.|[^\"\\])*)\"|'([^']*)')", re.DOTALL)
_COMMITS = re.compile(r"\bgit\b[^;&|\n]*?\scommit\b")
_WRITING = re.compile(r"edit|write|replace|patch|create|insert", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*```([\w+-]*)[^\n]*\n(.*?)(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
_SHELL_FENCES = ("bash", "sh", "shell", "console", "zsh", "powershell", "")
SPAN = re.compile(r"`([^`\n]+)`")
NEGATIONS = re.compile(
    r"\b(?:not|never|no|cannot|without|avoid\w*|instead of|rather than|nicht|nie|kein\w*|ohne|statt)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_FORMER = re.compile(r"\b(?:before|old|instead|wrong|bad|was|were|vorher|alt|falsch)\b", re.IGNORECASE)


def steps_of(turn: Turn) -> Iterator[Step]:
    """Yield the steps of a shell call."""
    name, _, target = turn.text.partition(": ")
    if turn.kind is TurnKind.TOOL and name.lower() in SHELLS:
        inside = _SHELL.match(target.strip())
        yield from _parted(turn.number, inside["inside"] if inside else target, ran=True)


def _parted(turn: int, target: str, *, ran: bool) -> Iterator[Step]:
    plain = _QUOTES.sub(lambda found: _SEPARATORS.sub(" ", found.group()), _HEREDOC.sub("…", target))
    for text in _SEPARATORS.split(plain):
        words = begun(text.strip().removeprefix("$ "))
        if words:
            low = tuple(word.lower() for word in words)
            yield Step(turn, " ".join(words), low, tuple(_chain(low)), ran)


def _chain(words: Sequence[str]) -> Iterator[str]:
    """Yield the programs that a step runs, each of which runs the next one."""
    for at, word in enumerate(words):
        program = word.rpartition("/")[2]
        if word.startswith("-"):
            continue
        yield program
        if program.startswith("python") and words[at + 1 : at + 2] == ("-m",):
            yield from words[at + 2 : at + 3]
        if program not in RUNNERS:
            return


class Done:
    """What the AI did in an answer, laid out once for all memories."""

    def __init__(self, answer: Answer, contents: Iterable[str]) -> None:
        own = without_recitals(list(without_arbor(answer.own)), contents)
        self.turns = [turn for turn in own if is_own(turn)]
        self.ran = [step for turn in self.turns for step in steps_of(turn)]
        self.changed = [change for turn in self.turns for change in changes_of(turn)]
        self.said = [turn for turn in self.turns if turn.kind is TurnKind.SAID]
        self.commits = [
            (turn.number, found) for turn in self.turns if (found := _commit_message(turn)) is not None
        ]
        self.code: list[tuple[int, str]] = []
        self.given: list[Step] = []
        for turn in self.said:
            self._read_code(turn)

    def _read_code(self, turn: Turn) -> None:
        """Collect the commands and lines of code that the AI wrote down for the person."""
        at = 0
        for fence in _FENCE.finditer(turn.text):
            lead = turn.text[at : fence.start()].strip().rpartition("\n")[2]
            at = fence.end()
            if NEGATIONS.search(lead) or _FORMER.search(lead):
                continue
            lines = [line for line in fence.group(2).splitlines() if not line.startswith("-")]
            self.code += [(turn.number, line.removeprefix("+").strip()) for line in lines]
            if fence.group(1).lower() in _SHELL_FENCES:
                self.given += _parted(turn.number, "\n".join(lines), ran=False)
        if self.ran:
            return  # what it writes of commands is about those that it ran
        for sentence in SENTENCE.split(_FENCE.sub("\n", turn.text)):
            for span in SPAN.finditer(sentence):
                if " " in span.group(1) and not NEGATIONS.search(sentence[: span.start()]):
                    self.given += _parted(turn.number, span.group(1), ran=False)

    @property
    def steps(self) -> list[Step]:
        return [*self.ran, *self.given]

    @cached_property
    def prose(self) -> str:
        return "\n".join(map(prose_of, self.said))


def prose_of(turn: Turn) -> str:
    """Return what was said without the code."""
    return SPAN.sub(" ", _FENCE.sub("\n", turn.text))


def changes_of(turn: Turn) -> Iterator[tuple[int, str]]:
    """Yield the files that a call changed."""
    name, _, target = turn.text.partition(": ")
    if turn.kind is TurnKind.TOOL and name.lower() not in SHELLS:
        if _WRITING.search(name) and "todo" not in name.lower():
            yield from ((turn.number, path.strip()) for path in target.splitlines() if path.strip())
        return
    for step in steps_of(turn):
        if (step.chain[:1] == ("sed",) and "-i" in step.words) or step.chain[:1] in (
            ("rm",),
            ("mv",),
            ("tee",),
        ):
            yield from ((turn.number, word) for word in step.text.split()[1:] if not word.startswith("-"))


def _commit_message(turn: Turn) -> str | None:
    name, _, target = turn.text.partition(": ")
    if turn.kind is not TurnKind.TOOL or name.lower() not in SHELLS:
        return None
    found = _COMMITS.search(target)
    if found is None:
        return None
    rest = target[found.end() :]
    if heredoc := _HEREDOC.search(rest):
        return heredoc["text"].strip()
    parts = [first or second for first, second in _MESSAGE.findall(rest)]
    return "\n\n".join(parts).strip() or None


def is_run(step: Step, line: str) -> bool:
    """Return whether a step is a command line, perhaps with more arguments in between."""
    wanted = line.lower().split()
    if step.words[: len(wanted)] == tuple(wanted):
        return True
    return (
        step.words[0] == wanted[0] and wanted[1:2] == list(step.words[1:2]) and set(wanted) <= set(step.words)
    )


def is_asked(prompt: Turn | None, *names: str) -> bool:
    """Return whether the person named it in the message, and not to forbid it."""
    for sentence in SENTENCE.split(prompt.text) if prompt is not None else ():
        low = sentence.lower()
        if any(re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", low) for name in names):
            return not NEGATIONS.search(low)
    return False


def main_deed(done: Done) -> tuple[Deed, str, int]:
    """Return what an answer did above all."""
    if done.code:
        return Deed.WROTE, cut(done.code[0][1]), done.code[0][0]
    if done.changed:
        return Deed.CHANGED, short_path(done.changed[-1][1]), done.changed[-1][0]
    if done.said:
        return Deed.SAID, sentence_of(done.said[-1].text), done.said[-1].number
    return Deed.RAN, cut(done.turns[-1].text.partition(": ")[2]), done.turns[-1].number


def sentence_of(text: str) -> str:
    return cut(next((one for one in SENTENCE.split(text.strip()) if one.strip()), ""))


def short_path(path: str) -> str:
    """Return the last parts of a path."""
    return "/".join(path.strip().replace("\\", "/").split("/")[-3:])


def cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= QUOTE else f"{flat[: QUOTE - 1].rstrip()}…"
