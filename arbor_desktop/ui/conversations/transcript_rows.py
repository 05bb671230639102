"""A transcript as rows: what was said, and quiet lines for all the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from arbor_desktop.core.conversation import Role, TurnKind
from arbor_desktop.core.memory import MemoryType
from arbor_desktop.core.results import TurnMark
from arbor_desktop.ui.conversations.reads import Line

_LONGEST_SPAN = 50
"""A memory of more turns than this has its bar beside the first of them only."""


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

    @property
    def key(self) -> tuple[str, int]:
        return self.look.value, self.line.number

    @property
    def shows_text(self) -> bool:
        return self.look is Look.SAID or (self.look is Look.QUIET and self.open)


def build(
    lines: Sequence[Line],
    marks: Sequence[TurnMark],
    open_turns: Collection[int] = (),
    open_folds: Collection[int] = (),
) -> list[Row]:
    """The rows in order. Tool turns that follow each other are one fold, unless one of them made a memory."""
    starts, bars = _by_turn(marks)
    rows: list[Row] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _folds(lines[end], bars):
            end += 1
        if end - at >= 2:
            rows.extend(_fold(lines[at:end], open_turns, open_folds))
            at = end
            continue
        rows.append(_row(lines[at], starts, bars, open_turns))
        at += 1
    return rows


def _folds(line: Line, bars: dict[int, MemoryType]) -> bool:
    return line.kind is TurnKind.TOOL and line.number not in bars


def _fold(lines: Sequence[Line], open_turns: Collection[int], open_folds: Collection[int]) -> Iterable[Row]:
    is_open = lines[0].number in open_folds
    yield Row(Look.FOLD, lines[0], calls(lines), is_open)
    if is_open:
        for line in lines:
            yield Row(Look.QUIET, line, open=line.number in open_turns, inside=True)


def calls(lines: Sequence[Line]) -> int:
    """How many tools were called: a call and its result are two turns, where the source tells them apart."""
    asked = sum(line.role is Role.ASSISTANT for line in lines)
    return max(asked, len(lines) - asked)


def _row(
    line: Line,
    starts: dict[int, tuple[TurnMark, ...]],
    bars: dict[int, MemoryType],
    open_turns: Collection[int],
) -> Row:
    made, bar = starts.get(line.number, ()), bars.get(line.number)
    if line.kind is TurnKind.SAID or made:
        return Row(Look.SAID, line, marks=made, bar=bar)
    return Row(Look.QUIET, line, open=line.number in open_turns, bar=bar)


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


def fold_of(lines: Sequence[Line], marks: Sequence[TurnMark], number: int) -> int | None:
    """The first turn of the fold that holds turn `number`; None where it is in none."""
    open_ = build(lines, marks)
    for row, following in zip(open_, [*open_[1:], None], strict=True):
        end = following.line.number if following is not None else None
        if row.look is Look.FOLD and row.line.number <= number and (end is None or number < end):
            return row.line.number
    return None
