"""The model of a short list, whose items are all there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from arbor_desktop.ui.components.row_model import ItemRole

Item = TypeVar("Item")
Index = QModelIndex | QPersistentModelIndex


class ItemsModel(QAbstractListModel, Generic[Item]):
    """Holds the items; a subclass says what a row shows. `ItemRole` answers the item itself."""

    items: tuple[Item, ...] = ()

    def show(self, items: Sequence[Item]) -> None:
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

    def text(self, item: Item) -> str:
        """Return what a row shows, in one line."""
        raise NotImplementedError

    def spoken(self, item: Item) -> str:
        """Return what a screen reader says of a row."""
        return self.text(item)

    def tip(self, item: Item) -> str | None:
        """Return the tooltip of a row."""
        return None
