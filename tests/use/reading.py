"""Reads the labelled cases: what a session was told, an excerpt of it, and what became of the memory.

    == name label          begins a case; the label is used, failed or unused
    memory: …              what the session was told; further ones were told beside it
    > …                    the person said it
    < …                    the assistant said it
    $ …                    the assistant ran it in a shell
    edit …                 the assistant changed that file
    call …                 the assistant called that tool
    ok …  err …            how the call before ended
    --- told               it was told here, and not at the session's start
    --- why                the answer that is asked about is this one (tests/why); without it, the last one

`\\n` in a line is a line break. Lines that begin with # are remarks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from arbor_desktop import resources
from arbor_desktop.context.model import Use
from arbor_desktop.context.use import Judge, Verdict, Vocabulary
from arbor_desktop.conversations.model import Role, Turn, TurnKind

JUDGE = Judge(Vocabulary.parse(resources.read_text("use.toml")))
_LINES = {
    "> ": (Role.USER, TurnKind.SAID, ""),
    "< ": (Role.ASSISTANT, TurnKind.SAID, ""),
    "$ ": (Role.ASSISTANT, TurnKind.TOOL, "Bash: "),
    "edit ": (Role.ASSISTANT, TurnKind.TOOL, "Edit: "),
    "call ": (Role.ASSISTANT, TurnKind.TOOL, ""),
    "ok": (Role.USER, TurnKind.TOOL, "ok\n"),
    "err": (Role.USER, TurnKind.TOOL, "error\n"),
}


@dataclass
class Excerpt:
    """One memory in one session. `told`: the number of the last turn before it was told; `asked`: the turn
    that is asked about."""

    file: str
    name: str
    memory: str = ""
    others: list[str] = field(default_factory=list)
    told: int = 0
    asked: int = 0
    turns: list[Turn] = field(default_factory=list)


@dataclass
class Case(Excerpt):
    label: Use = Use.UNUSED

    @property
    def verdict(self) -> Verdict:
        return JUDGE.judge([self.memory], self.turns, self.told)[0]

    @property
    def right(self) -> bool:
        return self.verdict.use is self.label


E = TypeVar("E", bound=Excerpt)


def read(file: str) -> Iterator[Case]:
    """The cases of a file, in its order."""
    path = Path(__file__).with_name(f"{file}.txt")
    return excerpts(path, lambda name, label: Case(file, name, label=Use(label)))


def excerpts(path: Path, make: Callable[[str, str], E]) -> Iterator[E]:
    """The cases of a file in its order. `make`: from name and label."""
    case: E | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            if case is not None:
                yield case
            _, name, label = line.split()
            case = make(name, label)
        elif line and not line.startswith("#") and case is not None:
            _take(case, line)
    if case is not None:
        yield case


def _take(case: Excerpt, line: str) -> None:
    if line.startswith("memory: "):
        said = line.removeprefix("memory: ")
        if case.memory:
            case.others.append(said)
        case.memory = case.memory or said
        return
    if line == "--- told":
        case.told = len(case.turns)
        return
    if line == "--- why":
        case.asked = len(case.turns) + 1
        return
    for mark, (role, kind, before) in _LINES.items():
        if line.startswith(mark):
            text = before + line.removeprefix(mark).strip().replace("\\n", "\n")
            case.turns.append(Turn(len(case.turns) + 1, role, kind, text))
            return
    raise ValueError(f"{case.file}, {case.name}: {line!r} is no line of a case")


@dataclass(frozen=True)
class Figures:
    """Of all cases judged used or failed, how many rightly; of all that were, how many were found."""

    cases: int
    precision: float
    recall: float


def figures(cases: list[Case]) -> Figures:
    claimed = [case for case in cases if case.verdict.use is not Use.UNUSED]
    shown = [case for case in cases if case.label is not Use.UNUSED]
    right = sum(case.right for case in claimed)
    return Figures(len(cases), right / len(claimed) if claimed else 1.0, right / len(shown) if shown else 1.0)
