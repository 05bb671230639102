"""The table: rows of one height, driven by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from arbor_desktop.conversations.model import Conversation
from arbor_desktop.ui.components.overlay_bar import OverlayBar
from arbor_desktop.ui.components.row_list import REMOVE_KEYS, RowList
from arbor_desktop.ui.conversations.delegate import ROW, RowDelegate
from arbor_desktop.ui.conversations.list_model import ConversationModel
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.theme import Theme

_KEYS = {
    Qt.Key.Key_Return: "open",
    Qt.Key.Key_Enter: "open",
    **dict.fromkeys(REMOVE_KEYS, "purge"),
    Qt.Key.Key_BracketLeft: "previous_mark",
    Qt.Key.Key_BracketRight: "next_mark",
}


class ConversationTable(RowList):
    """Rows with links in them."""

    link = Signal(str, str)
    """A link in a row: its name and the conversation's id."""
    width_changed = Signal()

    def __init__(
        self, model: ConversationModel, delegate: RowDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._delegate, self._theme = delegate, theme
        super().__init__(model, delegate, _KEYS, parent=parent)
        self.bar = OverlayBar(self)
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Conversations"))

    def conversation_at(self, at: QPoint) -> Conversation | None:
        id_ = self._rows.id_at(self.indexAt(at).row())
        found = self._rows.loaded(id_) if id_ else None
        return found if isinstance(found, Conversation) else None

    # Events

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
