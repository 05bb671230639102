"""The table: rows of one height, driven by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from arbor_desktop.core.conversation import Conversation
from arbor_desktop.ui.conversations.delegate import ROW, RowDelegate
from arbor_desktop.ui.conversations.model import ConversationModel
from arbor_desktop.ui.conversations.overlay_bar import OverlayBar
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.row_list import RowList
from arbor_desktop.ui.theme import Theme

_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_LETTERS = {
    Qt.Key.Key_P: "memorize",
    Qt.Key.Key_R: "retry",
    Qt.Key.Key_BracketLeft: "previous_mark",
    Qt.Key.Key_BracketRight: "next_mark",
}


class ConversationTable(RowList):
    """`command` says what a key or a link asks for, of what is selected."""

    command = Signal(str)
    link = Signal(str, str)
    """A link in a row: its name and the conversation's id."""
    menu_wanted = Signal(object)
    """With the place on the screen."""
    width_changed = Signal()

    def __init__(
        self, model: ConversationModel, delegate: RowDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._delegate, self._theme = delegate, theme
        super().__init__(model, parent)
        self.letters = True
        """Whether single letters are commands (a setting)."""
        self.bar = OverlayBar(self)
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Conversations"))

    def conversation_at(self, at: QPoint) -> Conversation | None:
        id_ = self._rows.id_at(self.indexAt(at).row())
        found = self._rows.loaded(id_) if id_ else None
        return found if isinstance(found, Conversation) else None

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring(True)
        bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        key = event.key()
        if bare and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.command.emit("open")
        elif bare and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.command.emit("purge")
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
        name = self._link_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and name is not None:
            found = self.conversation_at(event.position().toPoint())
            if found is not None:
                event.accept()
                self.link.emit(name, found.id)
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point(event.position().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        at = event.position().toPoint()
        on_row = event.button() == Qt.MouseButton.LeftButton and self.indexAt(at).isValid()
        if on_row and self._link_at(at) is None:
            self.command.emit("open")

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

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
        self.width_changed.emit()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(ROW))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self.conversation_at(event.pos())
            index = self.indexAt(event.pos())
            tip = ""
            if found is not None:
                tip = self._delegate.tip_at(self.visualRect(index), event.pos(), found)
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().viewportEvent(event)

    # How

    def _link_at(self, at: QPoint) -> str | None:
        found = self.conversation_at(at)
        if found is None:
            return None
        return self._delegate.link_at(self.visualRect(self.indexAt(at)), at, found)

    def _point(self, at: QPoint | None) -> None:
        on_link = at is not None and self._link_at(at) is not None
        wanted = at if on_link else None
        if wanted != self._delegate.pointer:
            self._delegate.pointer = wanted
            self.viewport().update()
        shape = Qt.CursorShape.PointingHandCursor if on_link else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def _ring(self, shown: bool) -> None:
        if shown != self._delegate.ring:
            self._delegate.ring = shown
            self.viewport().update()
