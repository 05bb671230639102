"""The list: cards of one height, driven by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.memories.delegate import CardDelegate
from arbor_desktop.ui.memories.model import MemoryListModel
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.row_list import RowList
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


class MemoryList(RowList):
    """`command` says what a key asks for: edit, delete, or one of the single letters' actions."""

    command = Signal(str)
    menu_wanted = Signal(object)
    """With the place on the screen."""

    def __init__(
        self, model: MemoryListModel, delegate: CardDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._cards, self._theme = delegate, theme
        super().__init__(model, parent)
        self.letters = True
        """Whether single letters are commands (a setting)."""
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Memories"))
        theme.changed.connect(self._rest)
        self.verticalScrollBar().valueChanged.connect(self._rest)
        self._rest()

    # Events

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
        if not self.currentIndex().isValid() and self._rows.rowCount():
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
