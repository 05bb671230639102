"""The rows at right: what is told, then what is left out, each under its heading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt

from arbor_desktop.ui.context.reads import Entry
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.row_model import Failed, Index, ItemRole, RowModel

TOLD, LEFT_OUT = "#told", "#left-out"
"""Ids of the headings; those of memories never begin so."""
SHOWN_AT_FIRST = {TOLD: 7, LEFT_OUT: 20}


@dataclass(frozen=True, slots=True)
class Heading:
    """`shown` of `count` rows follow; `open_`: the person asked for all; `can_fold`: that is more than are
    shown at first."""

    id: str
    count: int
    shown: int
    open_: bool
    can_fold: bool

    @property
    def title(self) -> str:
        return tr("Included") if self.id == TOLD else tr("Left out")

    @property
    def note(self) -> str:
        """What stands at its right, before the link."""
        if self.can_fold and not self.open_:
            return tr("%n shown", self.shown)
        return tr("Reason under each") if self.id == LEFT_OUT and self.count else ""

    @property
    def link(self) -> str:
        if not self.can_fold:
            return ""
        return tr("Show fewer") if self.open_ else tr("Show all")


Row = Heading | Entry


def first_of(part: tuple[Entry, ...], limit: int) -> tuple[Entry, ...]:
    """The ones that are most about this very question, in the order that they have."""
    chosen = {entry.id for entry in sorted(part, key=lambda entry: entry.rank)[:limit]}
    return tuple(entry for entry in part if entry.id in chosen)


class WhyModel(RowModel[Row]):
    """All rows are known: nothing is ever loaded."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._none, keep=100_000, parent=parent)
        self._parts: dict[str, tuple[Entry, ...]] = {TOLD: (), LEFT_OUT: ()}
        self._open: set[str] = set()
        self._room = 0

    @staticmethod
    def _none(_ids: list[str], loaded: Callable[[Sequence[Row]], None], _failed: Failed) -> None:
        loaded([])

    def show(self, told: Sequence[Entry], left_out: Sequence[Entry]) -> None:
        """Moves on to another answer; what is in both stays where it is."""
        self._parts = {TOLD: tuple(told), LEFT_OUT: tuple(left_out)}
        self._lay_out()

    def is_open(self, part: str) -> bool:
        return part in self._open

    def set_open(self, part: str, wanted: bool) -> None:
        """All rows of a part, or only the first ones."""
        if wanted != (part in self._open):
            self._open ^= {part}
            self._lay_out()

    def entry(self, memory_id: str) -> Entry | None:
        """The row of a memory, whether it is among those that are shown or not."""
        return next((e for part in self._parts.values() for e in part if e.id == memory_id), None)

    def part_of(self, memory_id: str) -> str | None:
        return next((name for name, part in self._parts.items() for e in part if e.id == memory_id), None)

    @property
    def told(self) -> tuple[Entry, ...]:
        """All that is told, whether shown or folded."""
        return self._parts[TOLD]

    def entry_of_line(self, line: int) -> Entry | None:
        """The memory that stands on this line of the text."""
        return next((e for e in self._parts[TOLD] if e.first_line <= line <= e.last_line), None)

    def _lay_out(self) -> None:
        rows: list[Row] = []
        for name, part in self._parts.items():
            open_, limit = name in self._open, self._limit(name)
            shown = part if open_ else first_of(part, limit)
            rows += [Heading(name, len(part), len(shown), open_, len(part) > limit), *shown]
        self.put(rows)
        self.follow([row.id for row in rows])

    def _limit(self, name: str) -> int:
        """How many rows of a part are shown at first: of what is included, as many as fit above the rest."""
        if name == TOLD:
            rest = min(len(self._parts[LEFT_OUT]), SHOWN_AT_FIRST[LEFT_OUT])
            return max(SHOWN_AT_FIRST[TOLD], self._room - rest - len(self._parts))
        return SHOWN_AT_FIRST[name]

    def set_room(self, rows: int) -> None:
        """How many rows there is room for, headings included."""
        if rows != self._room:
            self._room = rows
            self._lay_out()

    # What the view asks

    def flags(self, index: Index) -> Qt.ItemFlag:
        item = index.data(ItemRole)
        if not isinstance(item, Entry):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def text(self, item: Row) -> str:
        return item.title if isinstance(item, Heading) else item.text

    def spoken(self, item: Row) -> str:
        if isinstance(item, Entry):
            return item.spoken
        return f"{item.title}, {item.count}. {item.note}".strip()
