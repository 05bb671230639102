"""The list: cards of one height, driven by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components.row_list import REMOVE_KEYS, RowList
from arbor_desktop.ui.memories.delegate import CardDelegate
from arbor_desktop.ui.memories.model import MemoryListModel
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_KEYS = {
    Qt.Key.Key_Return: "edit",
    Qt.Key.Key_Enter: "edit",
    Qt.Key.Key_F2: "edit",
    **dict.fromkeys(REMOVE_KEYS, "delete"),
}


class MemoryList(RowList):
    """Cards that keep off the bar above and the edge at the right.

    `below_wanted`: the key for the next row was pressed in the last one. `tip_wanted(id, place on
    the screen)`: the pointer rests on a card.
    """

    below_wanted = Signal()
    tip_wanted = Signal(str, QPoint)

    def __init__(
        self, model: MemoryListModel, delegate: CardDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._cards, self._theme = delegate, theme
        super().__init__(model, delegate, _KEYS, parent=parent)
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Memories"))
        theme.changed.connect(self._rest)
        self.verticalScrollBar().valueChanged.connect(self._rest)
        self._rest()

    def holds(self, memory_id: str) -> bool:
        return self._rows.row_of(memory_id) >= 0

    def id_of(self, index: QModelIndex) -> str | None:
        return self._rows.id_at(index.row())

    def seen_ids(self) -> list[str]:
        """The memories of the cards in view."""
        area = self.viewport().rect()
        first, last = self.indexAt(area.topLeft()).row(), self.indexAt(area.bottomLeft()).row()
        if first < 0:
            return []
        return list(self._rows.ids[first : last + 1 if last >= 0 else None])

    def mark(self, terms: tuple[str, ...]) -> None:
        """Marks these words in all cards (`text.search_terms`)."""
        if terms != self._cards.terms:
            self._cards.terms = terms
            self.viewport().update()

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        down = event.key() == Qt.Key.Key_Down
        bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if down and bare and self.currentIndex().row() == self.model().rowCount() - 1:
            self.below_wanted.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.command.emit("edit")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._margin()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._margin()
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            id_ = self._rows.id_at(self.indexAt(event.pos()).row())
            if id_ is not None:
                self.tip_wanted.emit(id_, event.globalPos())
            return True
        return super().viewportEvent(event)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._margin()
        self.verticalScrollBar().setSingleStep(self._theme.px(58))

    def _margin(self) -> None:
        """Cards end 16 px from the edge, whether the scroll bar is there or not."""
        bar = self.verticalScrollBar()
        taken = bar.sizeHint().width() if bar.maximum() > bar.minimum() else 0
        margin = max(self._theme.px(16) - taken, 0)
        if margin != self._cards.right_margin:
            self._cards.right_margin = margin
            self.viewport().update()

    def _rest(self) -> None:
        """At its beginning the list keeps off the bar above; scrolled, its cards go up to it."""
        top = 0 if self.verticalScrollBar().value() else self._theme.px(8)
        if self.viewportMargins().top() != top:
            self.setViewportMargins(0, top, 0, 0)
