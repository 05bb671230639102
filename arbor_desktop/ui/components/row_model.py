"""The models of lists: any number of ids, rows loaded as they come into view; or a short list, all there."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)


class HasId(Protocol):
    @property
    def id(self) -> str: ...


Item = TypeVar("Item", bound=HasId)

ItemRole = Qt.ItemDataRole.UserRole + 1
"""The item itself, or None while it is being loaded."""
IdRole = Qt.ItemDataRole.UserRole + 2

Index = QModelIndex | QPersistentModelIndex
Failed = Callable[[BaseException], None]

_BLOCK = 1024
"""Rows inserted at once: QStringListModel moves all that follows for each row of a block, so that the time
of one block of 100,000 is measured in seconds."""


class RowModel(QStringListModel, Generic[Item]):
    """Holds ids only; what a row says is for a subclass to say. A row that is looked at before it is loaded
    answers None and is asked for.

    Qt's own list of strings keeps count of the rows: QListView asks for the index of every row in every
    layout, and with a `rowCount` in Python that takes a third of a second at 100,000 rows.

    One request is under way at a time; of the rows looked at meanwhile, those looked at last come first, so
    a flight over 100,000 rows loads what is in view when it stops, not what it passed.
    """

    load_failed = Signal(object)
    rows_loaded = Signal()

    def __init__(
        self,
        fetch: Callable[[list[str], Callable[[Sequence[Item]], None], Failed], None],
        *,
        window: int = 48,
        keep: int = 1024,
        parent: QObject | None = None,
    ) -> None:
        """`fetch(ids, loaded, failed)` asks for items; one of the two is called later, on this thread."""
        super().__init__(parent)
        self._fetch = fetch
        self._window, self._keep = window, keep
        self.ids: list[str] = []
        self._rows: dict[str, int] | None = {}
        self._cache: OrderedDict[str, Item] = OrderedDict()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._asked: frozenset[str] = frozenset()
        self._stale: set[str] = set()
        self._coming: list[str] = []
        # Connected before any view, so the ids have moved when a view hears that rows have.
        self.rowsInserted.connect(self._inserted)
        self.rowsRemoved.connect(self._removed)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._ask)

    # What the view asks

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self.ids):
            return None
        row = index.row()
        if role == IdRole:
            return self.ids[row]
        if role == ItemRole:
            return self._look(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            item = self._look(row)
            if item is None:
                return ""
            return self.spoken(item) if role == Qt.ItemDataRole.AccessibleTextRole else self.text(item)
        return None

    def text(self, item: Item) -> str:
        """What a row shows, in one line."""
        raise NotImplementedError

    def spoken(self, item: Item) -> str:
        """What a screen reader says of a row."""
        raise NotImplementedError

    # What the page asks

    def id_at(self, row: int) -> str | None:
        return self.ids[row] if 0 <= row < len(self.ids) else None

    def row_of(self, item_id: str) -> int:
        """The row of an id, -1 where it is not in the list."""
        if self._rows is None:
            self._rows = {id_: row for row, id_ in enumerate(self.ids)}
        return self._rows.get(item_id, -1)

    def loaded(self, item_id: str) -> Item | None:
        return self._cache.get(item_id)

    def items(self) -> Sequence[Item]:
        """All that are loaded, also those that are not listed any more."""
        return tuple(self._cache.values())

    def start(self, ids: Sequence[str], rows: dict[str, int] | None = None) -> None:
        """Shows another list from its beginning. Rows that are known stay known.

        `rows` may bring along the row of every id, made where it holds nobody up.
        """
        self.ids, self._rows = list(ids), rows
        self._wanted.clear()
        self.setStringList([""] * len(ids))

    def follow(
        self, ids: Sequence[str], rows: dict[str, int] | None = None, known: Moves | None = None
    ) -> bool:
        """Moves on to a list that grew out of this one, so that views keep their place and selection.

        False where the two had too little in common: then it was a start. `known`: what moves from the list
        as it was shown when it was asked for, found where it holds nobody up.
        """
        new = list(ids)
        if new == self.ids:
            return True
        steps = known if known is not None and known.old == self.ids else moves(self.ids, new)
        if not steps.few:
            self.start(new, rows)
            return False
        for first, last in reversed(steps.removed):
            self.removeRows(first, last - first + 1)
        for first, last in steps.added:
            for start in range(first, last + 1, _BLOCK):
                self._coming = new[start : min(start + _BLOCK, last + 1)]
                self.insertRows(start, len(self._coming))
        self._rows = rows
        return True

    def _inserted(self, _parent: QModelIndex, first: int, _last: int) -> None:
        self.ids[first:first] = self._coming
        self._rows = None

    def _removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        del self.ids[first : last + 1]
        self._rows = None

    def refresh(self, ids: Iterable[str]) -> None:
        """Loads these again where they are known; what is shown stays until the new rows are there."""
        self._stale.update(id_ for id_ in ids if id_ in self._cache)
        if self._stale:
            self._soon.start()

    def refresh_all(self) -> None:
        self.refresh(tuple(self._cache))

    def put(self, items: Iterable[Item]) -> None:
        """Takes rows that are known from elsewhere (the answer of a change), without asking."""
        self._take(items)

    # Loading

    def _look(self, row: int) -> Item | None:
        id_ = self.ids[row]
        item = self._cache.get(id_)
        if item is not None:
            self._cache.move_to_end(id_)
            return item
        window = row // self._window
        self._wanted[window] = None
        self._wanted.move_to_end(window)
        if not self._asked:
            self._soon.start()
        return None

    def _ask(self) -> None:
        if self._asked:
            return
        ids = self._next()
        if ids:
            self._asked = frozenset(ids)
            self._fetch(ids, self._answered, self._refused)

    def _next(self) -> list[str]:
        """The ids of the windows looked at last (three are more than a screen shows), then what is stale."""
        recent = list(self._wanted)[-3:]
        self._wanted.clear()
        ids: dict[str, None] = {}
        for window in recent:
            start = window * self._window
            ids.update((id_, None) for id_ in self.ids[start : start + self._window])
        wanted = [id_ for id_ in ids if id_ not in self._cache or id_ in self._stale]
        wanted += [id_ for id_ in self._stale if id_ not in ids]
        self._stale.clear()
        return wanted

    def _answered(self, items: Sequence[Item]) -> None:
        self._asked = frozenset()
        self._take(items)
        self.rows_loaded.emit()
        if self._wanted or self._stale:
            self._soon.start()

    def _refused(self, error: BaseException) -> None:
        self._asked = frozenset()
        self._wanted.clear()
        self.load_failed.emit(error)

    def _take(self, items: Iterable[Item]) -> None:
        rows = []
        for item in items:
            self._cache[item.id] = item
            self._cache.move_to_end(item.id)
            row = self.row_of(item.id)
            if row >= 0:
                rows.append(row)
        while len(self._cache) > self._keep:
            self._cache.popitem(last=False)
        for first, last in runs(sorted(rows)):
            self.dataChanged.emit(self.index(first), self.index(last))


# How one list of ids comes out of another; no Qt here, so that long lists are compared on any thread

_MOST_STEPS = 200
"""More insertions and removals than this cost a view more than starting anew."""

Runs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Moves:
    """Rows of `old` to remove and then rows of the new list to insert, as first and last; `few` False where
    nothing stays, or it would take too many steps."""

    old: Sequence[str]
    removed: Runs
    added: Runs
    few: bool = True


def moves(old: list[str], new: list[str]) -> Moves:
    """What changed its place (an edit under "last changed") leaves and comes again."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    stays = _common_run(middle_old, middle_new)
    if not start and not end and not stays:
        return Moves(old, [], [], few=False)
    removed = runs([start + row for row, id_ in enumerate(middle_old) if id_ not in stays])
    added = runs([start + row for row, id_ in enumerate(middle_new) if id_ not in stays])
    return Moves(old, removed, added, few=len(removed) + len(added) <= _MOST_STEPS)


def _alike(old: list[str], new: list[str]) -> int:
    """How many ids the two begin with in common: whole slices are compared, halving, not one by one."""
    least, most = 0, min(len(old), len(new))
    while least < most:
        middle = (least + most + 1) // 2
        if old[least:middle] == new[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _common_run(old: list[str], new: list[str]) -> set[str]:
    """A longest set of ids that are in the same order in both (patience: a longest increasing run)."""
    both = set(old).intersection(new)
    if [id_ for id_ in old if id_ in both] == [id_ for id_ in new if id_ in both]:
        return both  # some came, some went, as mostly: several times as fast among 100,000
    place = {id_: row for row, id_ in enumerate(new)}
    tails: list[int] = []
    ends: list[str] = []
    before: dict[str, str | None] = {}
    for id_ in old:
        row = place.get(id_)
        if row is None:
            continue
        at = bisect_left(tails, row)
        tails[at : at + 1] = [row]
        ends[at : at + 1] = [id_]
        before[id_] = ends[at - 1] if at else None
    out: set[str] = set()
    current: str | None = ends[-1] if ends else None
    while current is not None:
        out.add(current)
        current = before[current]
    return out


def runs(rows: Sequence[int]) -> Runs:
    """Sorted rows as first and last of what hangs together."""
    out: Runs = []
    for row in rows:
        if out and row == out[-1][1] + 1:
            out[-1] = (out[-1][0], row)
        else:
            out.append((row, row))
    return out


Thing = TypeVar("Thing")


class ItemsModel(QAbstractListModel, Generic[Thing]):
    """Holds the items; a subclass says what a row shows. `ItemRole` answers the item itself."""

    items: tuple[Thing, ...] = ()

    def show(self, items: Sequence[Thing]) -> None:
        """Hold these instead."""
        self.beginResetModel()
        self.items = tuple(items)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.items):
            return None
        item = self.items[index.row()]
        if role == ItemRole:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(item)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(item)
        return self.tip(item) if role == Qt.ItemDataRole.ToolTipRole else None

    def text(self, item: Thing) -> str:
        """Return what a row shows, in one line."""
        raise NotImplementedError

    def spoken(self, item: Thing) -> str:
        """Return what a screen reader says of a row."""
        return self.text(item)

    def tip(self, item: Thing) -> str | None:
        """Return the tooltip of a row."""
        return None
