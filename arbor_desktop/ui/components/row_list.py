"""A list of rows of one height, over a model of ids: selection and place by id."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFrame,
    QListView,
    QScrollBar,
    QToolTip,
    QWidget,
)

from arbor_desktop.ui.components.row_model import RowModel

_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)

_TYPING = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier

Keys = dict[Qt.Key, str]
"""Commands by their key."""

REMOVE_KEYS = (Qt.Key.Key_Delete, *((Qt.Key.Key_Backspace,) if sys.platform == "darwin" else ()))
"""The keys that remove something: what is Backspace elsewhere is called Delete on a Mac."""


class Ringed(Protocol):
    """A delegate that draws the ring around the current row."""

    ring: bool


class RingedList(QListView):
    """Rows of one height without a frame; who works with the keys sees which row they act on."""

    def __init__(self, ringed: Ringed, parent: QWidget | None = None) -> None:
        self._ringed = ringed  # before Qt's own: it lays out while it is being made
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setProperty("focusRing", "none")
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)  # the page's colour, in every theme

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring(event.reason() in _KEYBOARD)
        super().focusInEvent(event)

    def _ring(self, shown: bool) -> None:
        if shown != self._ringed.ring:
            self._ringed.ring = shown
            self.viewport().update()


class RowList(RingedList):
    """What the lists of memories and of conversations have in common; `command` says what a key asks for.

    A subclass sets its delegate as the item delegate, and names its keys: `keys` always act, `letter_keys`
    (and J and K, which move) while single letters are wanted. Without `letter_keys` no letter is a command:
    what is typed goes on to the window, which searches for it.
    """

    selection_changed = Signal()
    command = Signal(str)
    menu_wanted = Signal(object)
    """With the place on the screen."""

    def __init__(
        self,
        model: RowModel[Any],
        delegate: Ringed,
        keys: Keys,
        letter_keys: Keys | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._keys, self._letter_keys = keys, letter_keys or {}
        super().__init__(delegate, parent)
        self._rows = model
        self.letters = letter_keys is not None
        """Whether single letters are commands (a setting)."""
        self.begins = True
        """Whether the first row is selected when the list gets the focus and none is."""
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def selected_ids(self) -> list[str]:
        """In the order of the list."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [id_ for row in rows if (id_ := self._rows.id_at(row))]

    def current_id(self) -> str | None:
        return self._rows.id_at(self.currentIndex().row())

    def go_to(self, row: int) -> None:
        """Selects one row and brings it into view."""
        index = self._rows.index(row)
        if index.isValid():
            # Said outright: by itself the view would add to the selection while Ctrl is held.
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flag)
            self.scrollTo(index)

    def select_ids(self, ids: Sequence[str], current: str | None) -> None:
        """Selects what of `ids` is in the list, without moving the view."""
        chosen = QItemSelection()
        for id_ in ids:
            index = self._rows.index(self._rows.row_of(id_))
            if index.isValid():
                chosen.select(index, index)
        flag = QItemSelectionModel.SelectionFlag
        at = self._rows.index(self._rows.row_of(current)) if current else QModelIndex()
        if at.isValid():
            self.selectionModel().setCurrentIndex(at, flag.NoUpdate)
        self.selectionModel().select(chosen, flag.ClearAndSelect)

    def top(self) -> tuple[str | None, int]:
        """The first row in view and how far it lies above the edge, in pixels; (None, 0) at the very top."""
        if not self.verticalScrollBar().value():
            return None, 0
        index = self.indexAt(self.viewport().rect().topLeft())
        return self._rows.id_at(index.row()), self.visualRect(index).top() if index.isValid() else 0

    def set_top(self, top: tuple[str | None, int]) -> None:
        """Puts that row where it was. Nothing where it is gone: then the pixels stay as they are."""
        id_, offset = top
        row = self._rows.row_of(id_) if id_ else -1
        if row >= 0:
            self.executeDelayedItemsLayout()
            height = self.sizeHintForRow(row)
            self.verticalScrollBar().setValue(row * height - offset)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.selection_changed.emit()

    def keyboardSearch(self, search: str) -> None:
        """Does nothing: a search through every row's text would load all of them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring(True)
        bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        key = event.key()
        commands = self._keys | self._letter_keys if self.letters else self._keys
        if bare and key in commands:
            self.command.emit(commands[Qt.Key(key)])
        elif bare and self.letters and key in (Qt.Key.Key_J, Qt.Key.Key_K):
            self.go_to(self.currentIndex().row() + (1 if key == Qt.Key.Key_J else -1))
        elif bare and key == Qt.Key.Key_Escape and len(self.selectionModel().selectedRows()) > 1:
            self.go_to(self.currentIndex().row())
        elif event.text().isalnum() and not event.modifiers() & ~_TYPING:
            event.ignore()  # Qt's own list would keep what is typed
            return
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key and self.currentIndex().isValid():
            self.menu_wanted.emit(self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center()))
        elif self.indexAt(event.pos()).isValid():
            self.menu_wanted.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        begins = self.begins and event.reason() != Qt.FocusReason.ActiveWindowFocusReason
        if begins and not self.currentIndex().isValid() and self._rows.rowCount():
            self.go_to(0)
        super().focusInEvent(event)


class Linked(Ringed, Protocol):
    """A delegate that draws links in rows, and that under the `pointer` as such."""

    pointer: QPoint | None


class LinkList(RowList):
    """Rows with links in them. A subclass says where they are, and what a tip says."""

    _delegate: Linked

    def _link_at(self, at: QPoint) -> str | None:
        """The link under the pointer, if there is one."""
        raise NotImplementedError

    def _tip_at(self, at: QPoint) -> str:
        raise NotImplementedError

    def _point(self, at: QPoint | None) -> None:
        on_link = at is not None and self._link_at(at) is not None
        wanted = at if on_link else None
        if wanted != self._delegate.pointer:
            self._delegate.pointer = wanted
            self.viewport().update()
        shape = Qt.CursorShape.PointingHandCursor if on_link else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip_at(event.pos()), self)
            return True
        return super().viewportEvent(event)


class OverlayBar(QScrollBar):
    """Stands in for the vertical bar of `area`, which stays unseen; hidden while nothing can be scrolled."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(Qt.Orientation.Vertical, area)
        self._area = area
        self._inner = area.verticalScrollBar()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._inner.rangeChanged.connect(self._follow)
        # Some views set the step after the range, and no signal tells of it.
        self._inner.rangeChanged.connect(self._follow_step, Qt.ConnectionType.QueuedConnection)
        self._inner.valueChanged.connect(self._follow_value)
        self.valueChanged.connect(self._inner.setValue)
        area.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._area and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _follow(self) -> None:
        low, high = self._inner.minimum(), self._inner.maximum()
        self.setPageStep(self._inner.pageStep())
        self.setSingleStep(self._inner.singleStep())
        with QSignalBlocker(self):
            self.setRange(low, high)
            self.setValue(self._inner.value())
        self.setVisible(high > low)
        self._place()

    def _follow_step(self) -> None:
        self.setPageStep(self._inner.pageStep())
        self.setSingleStep(self._inner.singleStep())

    def _follow_value(self) -> None:
        # Asked, not told: the view may have moved on while it was being told, and must not be moved back.
        with QSignalBlocker(self):
            self.setValue(self._inner.value())

    def _place(self) -> None:
        width = self.sizeHint().width()
        self.setGeometry(self._area.width() - width, 0, width, self._area.height())
        self.raise_()
