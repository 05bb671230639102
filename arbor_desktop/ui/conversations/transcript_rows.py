"""A transcript as rows: what was said, and quiet lines for all the rest."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from arbor_desktop.conversations.model import Role, TurnKind, TurnMark
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.receipts.reads import UsedMark

_LONGEST_SPAN = 50
"""A memory of more turns than this has its bar beside the first of them only."""


@dataclass(frozen=True, slots=True)
class Line:
    """A turn without its text: enough to lay the transcript out. `size` in characters."""

    number: int
    role: Role
    kind: TurnKind
    unsaid: bool
    size: int
    lines: int
    """How many lines its text has of its own."""


class Look(Enum):
    SAID = "said"
    QUIET = "quiet"
    FOLD = "fold"


class Row(NamedTuple):
    """A tuple, because ten thousand are made at a time. `line` is the turn, of a fold its first one, which
    stands for that many `times`. `open`: a quiet line shows its text, a fold its turns."""

    look: Look
    line: Line
    times: int = 1
    open: bool = False
    inside: bool = False
    """Whether it is one of an open fold."""
    marks: tuple[TurnMark, ...] = ()
    bar: MemoryType | None = None
    """The type whose colour the bar at the left has."""
    folded: tuple[Line, ...] = ()
    """The turns of a fold."""
    used: tuple[UsedMark, ...] = ()
    """What was told before and was used here."""

    @property
    def key(self) -> tuple[str, int]:
        return self.look.value, self.line.number

    @property
    def shows_text(self) -> bool:
        return self.look is Look.SAID or (self.look is Look.QUIET and self.open)


def build(lines: Sequence[Line], marks: Sequence[TurnMark], used: Sequence[UsedMark] = ()) -> list[Row]:
    """The rows in order, all closed. Tool turns that follow each other are one fold, unless one of them made
    a memory, or used one."""
    starts, bars = _by_turn(marks)
    uses: dict[int, tuple[UsedMark, ...]] = {}
    for mark in used:
        uses[mark.turn] = (*uses.get(mark.turn, ()), mark)
    rows: list[Row] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _folds(lines[end], bars, uses):
            end += 1
        if end - at >= 2:
            folded = tuple(lines[at:end])
            rows.append(Row(Look.FOLD, folded[0], calls(folded), folded=folded))
            at = end
            continue
        row = _row(lines[at], starts, bars)
        here = uses.get(row.line.number)
        rows.append(row._replace(used=here) if here else row)
        at += 1
    return rows


def opened(rows: Sequence[Row], open_turns: Collection[int], open_folds: Collection[int]) -> list[Row]:
    """The same with some of them open: a fold followed by its turns, a quiet line with its text."""
    if not open_turns and not open_folds:
        return list(rows)
    out: list[Row] = []
    for row in rows:
        if row.look is Look.FOLD and row.line.number in open_folds:
            out.append(row._replace(open=True))
            turns = row.folded
            out += [Row(Look.QUIET, line, open=line.number in open_turns, inside=True) for line in turns]
        elif row.look is Look.QUIET and row.line.number in open_turns:
            out.append(row._replace(open=True))
        else:
            out.append(row)
    return out


def _folds(line: Line, bars: Container[int], uses: Container[int]) -> bool:
    return line.kind is TurnKind.TOOL and line.number not in bars and line.number not in uses


def calls(lines: Sequence[Line]) -> int:
    """How many tools were called: a call and its result are two turns, where the source tells them apart."""
    asked = sum(line.role is Role.ASSISTANT for line in lines)
    return max(asked, len(lines) - asked)


def _row(
    line: Line,
    starts: dict[int, tuple[TurnMark, ...]],
    bars: dict[int, MemoryType],
) -> Row:
    made, bar = starts.get(line.number, ()), bars.get(line.number)
    if line.kind is TurnKind.SAID or made:
        return Row(Look.SAID, line, marks=made, bar=bar)
    return Row(Look.QUIET, line, bar=bar)


def _by_turn(marks: Sequence[TurnMark]) -> tuple[dict[int, tuple[TurnMark, ...]], dict[int, MemoryType]]:
    """The marks that begin at a turn, one a memory; and the colour of each turn that belongs to one."""
    starts: dict[int, tuple[TurnMark, ...]] = {}
    bars: dict[int, MemoryType] = {}
    for mark in marks:
        starts[mark.first_turn] = (*starts.get(mark.first_turn, ()), mark)
        last = mark.last_turn if mark.last_turn - mark.first_turn < _LONGEST_SPAN else mark.first_turn
        for number in range(mark.first_turn, last + 1):
            bars.setdefault(number, mark.type)
    for number, made in starts.items():
        bars[number] = made[0].type
    return starts, bars


def fold_of(rows: Sequence[Row], number: int) -> int | None:
    """The first turn of the fold that holds turn `number`; None where it is in none."""
    for row in rows:
        if row.folded and row.folded[0].number <= number <= row.folded[-1].number:
            return row.line.number
    return None
