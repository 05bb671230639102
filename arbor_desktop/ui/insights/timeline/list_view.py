"""The list of the timeline: chosen, opened and closed by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from arbor_desktop.ui.insights.timeline.delegate import TimelineDelegate
from arbor_desktop.ui.insights.timeline.model import Day, ItemRole, Line, Rest, TimelineModel
from arbor_desktop.ui.style import RING_PROPERTY

_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_NEAR_THE_END = 6
"""So many heights of a row before the end more is wanted."""


class TimelineList(QListView):
    """`chosen(row)`: Enter or a double click; `turned(row)`: its memories are to be shown, or no more;
    `more_wanted`: the end is near."""

    chosen = Signal(int)
    turned = Signal(int)
    more_wanted = Signal()

    def __init__(
        self, model: TimelineModel, delegate: TimelineDelegate, parent: QWidget | None = None
    ) -> None:
        self._lines, self._delegate = model, delegate
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setProperty(RING_PROPERTY, "none")
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.verticalScrollBar().valueChanged.connect(self._look_ahead)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._look_ahead())

    def _look_ahead(self) -> None:
        bar = self.verticalScrollBar()
        row = self.sizeHintForRow(0) if self._lines.rowCount() else 0
        if bar.maximum() - bar.value() <= _NEAR_THE_END * max(1, row):
            self.more_wanted.emit()

    def go_to(self, row: int) -> None:
        """Chooses the row, or the next one that can be."""
        while 0 <= row < self._lines.rowCount() and isinstance(self._lines.rows[row], Day | Rest):
            row += 1
        index = self._lines.index(row)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        super().mousePressEvent(event)
        row = index.data(ItemRole)
        in_chevron = event.position().x() > self.viewport().width() - 2 * self.sizeHintForRow(0)
        if event.button() == Qt.MouseButton.LeftButton and isinstance(row, Line) and row.opens and in_chevron:
            self.turned.emit(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index.row())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring(True)
        key, index = event.key(), self.currentIndex()
        row = index.data(ItemRole)
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not index.isValid():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(index.row())
        elif isinstance(row, Line) and row.opens and key in self._turning(row):
            self.turned.emit(index.row())
        elif key == Qt.Key.Key_Left and not isinstance(row, Line):
            self.go_to(self._lines.line_above(index.row()))
        else:
            super().keyPressEvent(event)

    @staticmethod
    def _turning(row: Line) -> tuple[Qt.Key, ...]:
        return (Qt.Key.Key_Space, Qt.Key.Key_Left if row.open else Qt.Key.Key_Right)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring(event.reason() in _KEYBOARD)
        if not self.currentIndex().isValid() and self._lines.rowCount():
            self.go_to(0)
        super().focusInEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters lead nowhere here."""

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.scrollTo(current)

    def _ring(self, shown: bool) -> None:
        if shown != self._delegate.ring:
            self._delegate.ring = shown
            self.viewport().update()
