"""The list at right, driven by mouse and keys: which memories are told, which are not, and why."""

from __future__ import annotations

import html
import textwrap

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from arbor_desktop.ui.context.delegate import ROW, WhyDelegate
from arbor_desktop.ui.context.model import Heading, WhyModel
from arbor_desktop.ui.context.reads import Entry
from arbor_desktop.ui.context.row_actions import RowActions
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.conversations.overlay_bar import OverlayBar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.row_list import RowList
from arbor_desktop.ui.row_model import ItemRole

_KEYS = {
    Qt.Key.Key_Return: "open",
    Qt.Key.Key_Enter: "open",
    Qt.Key.Key_Right: "unfold",
    Qt.Key.Key_Left: "fold",
}
_TIP_WIDTH = 80


class WhyList(RowList):
    """`wanted(name, memory id)` is what a button or key asks for, `fold_wanted(part)` "Show all"."""

    wanted = Signal(str, str)
    fold_wanted = Signal(str)

    def __init__(self, icons: Icons, model: WhyModel, parent: QWidget | None = None) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._theme, self._model = icons.theme, model
        self._delegate = WhyDelegate(icons)
        self._hovered: str | None = None
        self.actions_bar: RowActions | None = None
        super().__init__(model, self._delegate, _KEYS, parent=parent)
        self._delegate.setParent(self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Why each memory is told or left out"))
        self.bar = OverlayBar(self)
        self.actions_bar = RowActions(icons, self.viewport())
        self.actions_bar.wanted.connect(self.wanted)
        self.command.connect(self._command)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._theme.changed.connect(self.viewport().update)

    # Which row

    def selected_entry(self) -> Entry | None:
        ids = self.selected_ids()
        return self._model.entry(ids[0]) if ids else None

    def go_to(self, row: int) -> None:
        """Selects a row; of a heading the one behind it in the direction of the step."""
        step = 1 if row >= self.currentIndex().row() else -1
        while 0 <= row < self._model.rowCount() and not self._is_entry(row):
            row += step
        super().go_to(row)

    def select(self, memory_id: str, *, into_view: bool = True) -> bool:
        """Selects a memory that is listed; whether it is."""
        row = self._model.row_of(memory_id)
        if row < 0:
            return False
        if into_view:
            self.go_to(row)
        else:
            self.select_ids([memory_id], memory_id)
        return True

    def top(self) -> tuple[str | None, int]:
        """The first row in view and where its upper edge is; (None, 0) at the very top."""
        if not self.verticalScrollBar().value():
            return None, 0
        index = self.indexAt(QPoint(self.viewport().width() // 2, 0))
        return self._model.id_at(index.row()), self.visualRect(index).top() if index.isValid() else 0

    def set_top(self, top: tuple[str | None, int]) -> None:
        """Puts that row where it was. Nothing where it is gone: then the pixels stay as they are."""
        id_, offset = top
        row = self._model.row_of(id_) if id_ else -1
        if row >= 0:
            self.executeDelayedItemsLayout()
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(self._model.index(row)).top() - offset)

    def _is_entry(self, row: int) -> bool:
        return isinstance(self._model.index(row).data(ItemRole), Entry)

    def _entry_at(self, at: QPoint) -> Entry | None:
        item = self.indexAt(at).data(ItemRole)
        return item if isinstance(item, Entry) else None

    def _link_at(self, at: QPoint) -> str | None:
        index = self.indexAt(at)
        item = index.data(ItemRole)
        if isinstance(item, Heading) and self._delegate.link_box(self.visualRect(index), item).contains(at):
            return item.id
        return None

    # The buttons

    def place_actions(self) -> None:
        """Lays the buttons over the row that is meant."""
        bar = self.actions_bar
        if bar is None:  # the view is still being made
            return
        entry = self._model.entry(self._hovered) if self._hovered else None
        entry = entry or self.selected_entry()
        row = self._model.row_of(entry.id) if entry is not None else -1
        box = self.visualRect(self._model.index(row)) if row >= 0 else None
        if entry is None or box is None or not box.isValid():
            bar.hide()
            self._delegate.barred = None
        else:
            bar.show_entry(entry)
            self._delegate.barred, self._delegate.bar_width = entry.id, bar.width()
            right = box.right() + 1 - self._theme.px(12)
            bar.move(right - bar.width(), box.top() + (box.height() - 1 - bar.height()) // 2)
            bar.show()
        self.viewport().update()

    def _scrolled(self) -> None:
        self._hovered = None
        self.place_actions()

    def _hover(self, at: QPoint | None) -> None:
        entry = self._entry_at(at) if at is not None else None
        name = entry.id if entry is not None else None
        if name != self._hovered:
            self._hovered = name
            self.place_actions()
        on_link = at is not None and self._link_at(at) is not None
        wanted = at if on_link else None
        if wanted != self._delegate.pointer:
            self._delegate.pointer = wanted
            self.viewport().update()
        shape = Qt.CursorShape.PointingHandCursor if on_link else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    # Events

    def _command(self, name: str) -> None:
        entry = self.selected_entry()
        if name in ("fold", "unfold"):
            part = self._model.part_of(entry.id) if entry is not None else None
            if part is not None and self._model.is_open(part) != (name == "unfold"):
                self.fold_wanted.emit(part)
        elif entry is not None:
            self.wanted.emit(name, entry.id)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.place_actions()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(ROW))
        self.place_actions()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._model.set_room(self.viewport().height() // self._theme.px(ROW))
        self.place_actions()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        part = self._link_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and part is not None:
            event.accept()
            self.fold_wanted.emit(part)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        entry = self._entry_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and entry is not None:
            self.wanted.emit("open", entry.id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(event.position().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key or self._entry_at(event.pos()) is not None:  # a heading has no menu
            super().contextMenuEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            entry = self._entry_at(event.pos())
            tip = _tip_of(self._delegate.tip(entry)) if entry is not None else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().viewportEvent(event)

    def rowsAboutToBeRemoved(self, parent: QModelIndex, start: int, end: int) -> None:
        super().rowsAboutToBeRemoved(parent, start, end)
        self._hovered = None


def _tip_of(text: str) -> str:
    """As a tooltip: Qt breaks lines only where the text does, and takes what looks like markup for markup."""
    lines = [part for line in text.split("\n") for part in textwrap.wrap(line, _TIP_WIDTH) or [""]]
    escaped = html.escape("\n".join(lines))
    return f"<p style='white-space:pre'>{escaped}</p>"
