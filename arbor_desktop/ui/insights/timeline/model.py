"""The rows of the timeline: days, what happened on them, and the memories of what was opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import Moment
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.insights.timeline import words
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.memory.words import type_label

ItemRole = Qt.ItemDataRole.UserRole + 1
_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Day:
    """A heading."""

    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A moment; `open`: its memories are shown below it."""

    moment: Moment
    open: bool = False

    @property
    def opens(self) -> bool:
        """Whether it has memories to show below."""
        return moment_opens(self.moment)


@dataclass(frozen=True, slots=True)
class Below:
    """A memory of the moment above."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Rest:
    """So many more than can be shown."""

    count: int


Row = Day | Line | Below | Rest


def moment_opens(moment: Moment) -> bool:
    return bool(moment.memory_ids) and (moment.count > 1 or moment.kind in ("learned", "conflict", "decided"))


class TimelineModel(QAbstractListModel):
    """Rows are of three heights; a day's heading can't be chosen."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._rows: list[Row] = []
        self._opened: dict[str, Sequence[Memory]] = {}

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def moments(self) -> list[Moment]:
        return [row.moment for row in self._rows if isinstance(row, Line)]

    def show(self, moments: Iterable[Moment]) -> None:
        """Shows these, the newest first; what was opened and is still there stays open."""
        found = list(moments)
        here = {moment.id for moment in found}
        self._opened = {key: memories for key, memories in self._opened.items() if key in here}
        self.beginResetModel()
        self._rows = self._made(found, None)
        self.endResetModel()

    def add(self, moments: Iterable[Moment]) -> None:
        """Shows these below the others."""
        last = next((row.moment for row in reversed(self._rows) if isinstance(row, Line)), None)
        new = self._made(list(moments), last)
        if new:
            self.beginInsertRows(_ROOT, len(self._rows), len(self._rows) + len(new) - 1)
            self._rows += new
            self.endInsertRows()

    def _made(self, moments: list[Moment], last: Moment | None) -> list[Row]:
        rows: list[Row] = []
        now, day = self._clock(), None if last is None else _day(last.at)
        for moment in moments:
            if _day(moment.at) != day:
                day = _day(moment.at)
                rows.append(Day(words.day_label(moment.at, now)))
            memories = self._opened.get(moment.id)
            rows.append(Line(moment, memories is not None))
            if memories is not None:
                rows += _below(moment, memories)
        return rows

    # What was opened

    def open(self, moment: Moment, memories: Sequence[Memory]) -> None:
        """Shows the memories of a moment below it."""
        row = self.row_of(moment.id)
        if row < 0 or moment.id in self._opened:
            return
        self._opened[moment.id] = memories
        self._turn(row, opened=True)
        new = _below(moment, memories)
        if new:
            self.beginInsertRows(_ROOT, row + 1, row + len(new))
            self._rows[row + 1 : row + 1] = new
            self.endInsertRows()

    def close(self, moment: Moment) -> None:
        row = self.row_of(moment.id)
        if row < 0 or self._opened.pop(moment.id, None) is None:
            return
        self._turn(row, opened=False)
        last = row
        while last + 1 < len(self._rows) and isinstance(self._rows[last + 1], Below | Rest):
            last += 1
        if last > row:
            self.beginRemoveRows(_ROOT, row + 1, last)
            del self._rows[row + 1 : last + 1]
            self.endRemoveRows()

    def _turn(self, row: int, *, opened: bool) -> None:
        line = self._rows[row]
        if isinstance(line, Line):
            self._rows[row] = replace(line, open=opened)
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def row_of(self, moment_id: str) -> int:
        """-1 where it is not there."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Line) and row.moment.id == moment_id:
                return number
        return -1

    def line_above(self, row: int) -> int:
        """The row of the moment that a row belongs to."""
        while row > 0 and not isinstance(self._rows[row], Line):
            row -= 1
        return row

    # What the view asks

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self._rows[index.row()], Day | Rest):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ItemRole:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _text(row)
        return None


def _below(moment: Moment, memories: Sequence[Memory]) -> list[Row]:
    rows: list[Row] = [Below(memory) for memory in memories]
    # Of conflicts it is the memories that are named, of others they are what is counted.
    rest = 0 if moment.kind in ("conflict", "decided") else moment.count - len(moment.memory_ids)
    return [*rows, Rest(rest)] if rest > 0 else rows


def _day(at: int) -> object:
    return datetime.fromtimestamp(at / 1000).date()


def _text(row: Row) -> str:
    match row:
        case Day(label):
            return label
        case Line(moment, opened):
            more = tr("its memories are shown") if opened else ""
            return f"{words.spoken(moment)}. {more}".rstrip(". ") + "."
        case Below(memory):
            return f"{type_label(memory.type)}: {memory.told_text}"
        case Rest(count):
            return tr("and %n more", count)


def _tip(row: Row) -> str | None:
    match row:
        case Line(moment, _):
            said = words.detail(moment)
            return f"{words.heading(moment)}\n{said}" if said else None
        case Below(memory):
            return memory.told_text
    return None
