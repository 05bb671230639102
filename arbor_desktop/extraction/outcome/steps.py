"""What an assistant did: tool calls paired with how they ended.

Readers keep a call as `name: target` and its end as `ok` or `error` with the last 2 KB of output
(readers/speech.py), in turns of their own or both in one. Ends follow their calls in order; where a turn's
record id names the call, that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.outcome.marks import Marks

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


class _Uses(dict[str, str]):
    """What tools are for, each looked up once."""

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self._marks = marks

    def __missing__(self, name: str) -> str:
        self[name] = use = self._marks.tool(name)
        return use


def steps_of(turns: Iterable[Turn], marks: Marks) -> list[Step]:
    """The steps of a session, in the order they were begun."""
    found: list[Step] = []
    waiting: list[tuple[int, str]] = []
    uses = _Uses(marks)
    for turn in turns:
        if turn.kind is TurnKind.SAID:
            waiting.clear()  # what has not ended by now never tells how
        elif turn.kind is TurnKind.COMMAND:
            _take_command(found, turn)
        elif turn.kind is TurnKind.TOOL:
            _take(found, waiting, turn, uses)
    return found


def _take(found: list[Step], waiting: list[tuple[int, str]], turn: Turn, uses: _Uses) -> None:
    ended = _ended(turn.text)
    if ended is None:
        step = _called(turn, uses)
        if step.ok is None:
            waiting.append((len(found), _id(turn, _CALL_ID)))
        found.append(step)
        return
    ok, output = ended
    ident = _id(turn, _RESULT_ID)
    place = next((n for n, (_, call) in enumerate(waiting) if ident and call == ident), 0)
    if not waiting:
        found.append(Step("", "", "", turn.number, ok, output, turn.number))
        return
    index, _ = waiting.pop(place)
    found[index] = replace(found[index], ok=ok, output=output, ended=turn.number)


def _take_command(found: list[Step], turn: Turn) -> None:
    """A command that the person ran from the prompt (`!make test`), and what it wrote."""
    text = turn.text
    if turn.role is not Role.USER:
        return
    if text.startswith("!"):
        command, ended = _split(text[1:])
        ok, output = ended or (None, "")
        found.append(
            Step(
                "shell",
                "shell",
                command,
                turn.number,
                ok,
                output,
                turn.number if ended else 0,
                by_person=True,
            )
        )
    elif found and found[-1].by_person and found[-1].ok is None and not text.startswith("/"):
        found[-1] = replace(found[-1], ok=True, output=text, ended=turn.number)


def _called(turn: Turn, uses: _Uses) -> Step:
    words, ended = _split(turn.text)
    name, colon, target = words[: _NAME_CHARS + 2].partition(": ")
    if not colon or "\n" in name:
        name, target = words, ""
    else:
        target = words[len(name) + 2 :]
    ok, output = ended or (None, "")
    name = name.strip()
    return Step(
        name, uses[name], target[:COMMAND_CHARS], turn.number, ok, output, turn.number if ended else 0
    )


def _split(text: str) -> tuple[str, tuple[bool, str] | None]:
    """A call and how it ended, where one turn has both."""
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
    """An output without a terminal's colours."""
    return _COLOUR.sub("", output)


def answers(turns: Iterable[Turn]) -> Iterator[tuple[int, int]]:
    """The spans of turns (first, last) between two prompts of the person."""
    first = last = 0
    for turn in turns:
        if turn.kind is TurnKind.SAID and turn.role is Role.USER:
            if last:
                yield first, last
            first = turn.number
        last = turn.number
    if last:
        yield first, last
