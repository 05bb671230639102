"""The list: cards of one height, driven by mouse and keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from arbor_desktop.ui.memories.delegate import CardDelegate
from arbor_desktop.ui.memories.model import MemoryListModel
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_LETTERS = {
    Qt.Key.Key_P: "pin",
    Qt.Key.Key_C: "confirm",
    Qt.Key.Key_O: "outdated",
    Qt.Key.Key_I: "incorrect",
    Qt.Key.Key_F: "forget",
    Qt.Key.Key_A: "accept",
    Qt.Key.Key_R: "reject",
}


class MemoryList(QListView):
    """`command` says what a key asks for: edit, delete, or one of the single letters' actions."""

    command = Signal(str)
    selection_changed = Signal()
    menu_wanted = Signal(object)
    """With the place on the screen."""

    def __init__(
        self, model: MemoryListModel, delegate: CardDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._memories, self._cards, self._theme = model, delegate, theme
        self.letters = True
        """Whether single letters are commands (a setting)."""
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setProperty("focusRing", "none")
        self.setAccessibleName(tr("Memories"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)  # the page's colour, in every theme
        theme.changed.connect(self._rest)
        self.verticalScrollBar().valueChanged.connect(self._rest)
        self._rest()

    # Selection

    def selected_ids(self) -> list[str]:
        """In the order of the list."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [id_ for row in rows if (id_ := self._memories.id_at(row))]

    def current_id(self) -> str | None:
        return self._memories.id_at(self.currentIndex().row())

    def go_to(self, row: int) -> None:
        """Selects one row and brings it into view."""
        index = self._memories.index(row)
        if index.isValid():
            # Said outright: by itself the view would add to the selection while Ctrl is held.
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flag)
            self.scrollTo(index)

    def select_ids(self, ids: Sequence[str], current: str | None) -> None:
        """Selects what of `ids` is in the list, without moving the view."""
        chosen = QItemSelection()
        for id_ in ids:
            index = self._memories.index(self._memories.row_of(id_))
            if index.isValid():
                chosen.select(index, index)
        flag = QItemSelectionModel.SelectionFlag
        at = self._memories.index(self._memories.row_of(current)) if current else QModelIndex()
        if at.isValid():
            self.selectionModel().setCurrentIndex(at, flag.NoUpdate)
        self.selectionModel().select(chosen, flag.ClearAndSelect)

    def top(self) -> tuple[str | None, int]:
        """The first card in view and how far it lies above the edge, in pixels; (None, 0) at the very top."""
        if not self.verticalScrollBar().value():
            return None, 0
        index = self.indexAt(self.viewport().rect().topLeft())
        return self._memories.id_at(index.row()), self.visualRect(index).top() if index.isValid() else 0

    def set_top(self, top: tuple[str | None, int]) -> None:
        """Puts that card where it was. Nothing where it is gone: then the pixels stay as they are."""
        id_, offset = top
        row = self._memories.row_of(id_) if id_ else -1
        if row >= 0:
            self.executeDelayedItemsLayout()
            height = self.sizeHintForRow(row)
            self.verticalScrollBar().setValue(row * height - offset)

    # Events

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.selection_changed.emit()

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands; a search through every row's text would load all of them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring(True)
        bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        key = event.key()
        if bare and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.command.emit("edit")
        elif bare and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.command.emit("delete")
        elif bare and self.letters and key in (Qt.Key.Key_J, Qt.Key.Key_K):
            self.go_to(self.currentIndex().row() + (1 if key == Qt.Key.Key_J else -1))
        elif bare and self.letters and key in _LETTERS:
            self.command.emit(_LETTERS[Qt.Key(key)])
        elif bare and key == Qt.Key.Key_Escape and len(self.selectionModel().selectedRows()) > 1:
            self.go_to(self.currentIndex().row())
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.command.emit("edit")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key and self.currentIndex().isValid():
            self.menu_wanted.emit(self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center()))
        elif self.indexAt(event.pos()).isValid():
            self.menu_wanted.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring(event.reason() in _KEYBOARD)
        if not self.currentIndex().isValid() and self._memories.rowCount():
            self.go_to(0)
        super().focusInEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._margin()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._margin()
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

    def _ring(self, shown: bool) -> None:
        if shown != self._cards.ring:
            self._cards.ring = shown
            self.viewport().update()

    def _rest(self) -> None:
        """At its beginning the list keeps off the bar above; scrolled, its cards go up to it."""
        top = 0 if self.verticalScrollBar().value() else self._theme.px(8)
        if self.viewportMargins().top() != top:
            self.setViewportMargins(0, top, 0, 0)
