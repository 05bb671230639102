"""The rows at left: what is open, and what was decided in this visit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.words import members_of
from arbor_desktop.ui.row_model import Failed, RowModel


@dataclass(frozen=True, slots=True)
class Row:
    """A conflict as its row shows it."""

    id: str
    type: MemoryType
    title: str
    values: str
    state: str
    open: bool
    spoken: str

    @property
    def line(self) -> str:
        """In one line."""
        said = f"{self.title}: {self.values}"
        return said if self.open else f"{said} · {self.state}"

    @classmethod
    def of(cls, conflict: Conflict) -> Row:
        return cls(
            conflict.id,
            members_of(conflict)[-1].memory.type,
            words.topic(conflict),
            words.values_line(conflict),
            words.apart(conflict) if conflict.is_open else words.decided(conflict),
            conflict.is_open,
            words.spoken_row(conflict),
        )


class ConflictModel(RowModel[Row]):
    """All rows are known: nothing is ever loaded."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._none, keep=100_000, parent=parent)
        self._made: dict[str, tuple[Conflict, Row]] = {}

    @staticmethod
    def _none(_ids: list[str], loaded: Callable[[Sequence[Row]], None], _failed: Failed) -> None:
        loaded([])

    def show(self, conflicts: Sequence[Conflict]) -> None:
        """Moves on to these; what stays keeps its place."""
        rows = [self._row(conflict) for conflict in conflicts]
        self._made = {row.id: self._made[row.id] for row in rows}
        self.put(rows)
        self.follow([row.id for row in rows])
        self.put(rows)  # what came new is known before it is looked at, what stayed says what it is now

    @property
    def rows(self) -> list[Row]:
        """All of them, from top to bottom."""
        return [self._made[ident][1] for ident in self.ids]

    def _row(self, conflict: Conflict) -> Row:
        """Its words are put together once for each state of a conflict: there may be hundreds."""
        made = self._made.get(conflict.id)
        if made is None or made[0] is not conflict:
            self._made[conflict.id] = conflict, Row.of(conflict)
        return self._made[conflict.id][1]

    def text(self, item: Row) -> str:
        return f"{item.title}: {item.values}"

    def spoken(self, item: Row) -> str:
        return item.spoken
