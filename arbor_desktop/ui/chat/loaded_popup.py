"""The memories that a chat's model is told, in a list below their button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.chat.memory_row import MemoryRow
from arbor_desktop.ui.chat.words import tr
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons

_WIDTH, _MOST_ROWS = 460, 10


class LoadedPopup(QFrame):
    """Closes by Esc, by a click elsewhere, and when a memory is opened: `memory_wanted(id)`."""

    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._icons, self._theme = icons, icons.theme
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        px = self._theme.px
        self.title = Label(icons.theme, "", "body600", parent=self)
        self.note = Label(icons.theme, "", "small", "text2", parent=self)
        self.note.setWordWrap(True)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(12), px(8), px(8))
        column.setSpacing(px(2))
        for label in (self.title, self.note):
            label.setContentsMargins(px(8), 0, px(8), 0)
            column.addWidget(label)
        column.addSpacing(px(6))
        column.addWidget(self._area)
        self.rows: list[MemoryRow] = []

    def show_memories(self, title: str, note: str, memories: Sequence[Memory]) -> None:
        """Fills the list."""
        self.title.setText(title)
        self.note.setText(note)
        self.setAccessibleName(title)
        inside = QWidget()
        inside.setAutoFillBackground(False)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.rows = []
        for memory in memories:
            row = MemoryRow(self._icons, memory.id, memory.shown_text, memory.type, parent=inside)
            row.clicked.connect(lambda _on=False, wanted=memory.id: self._open(wanted))
            column.addWidget(row)
            self.rows.append(row)
        column.addStretch(1)
        self._area.setWidget(inside)
        inside.setAutoFillBackground(False)
        self._area.setVisible(bool(self.rows))
        if self.rows:
            shown = min(len(self.rows), _MOST_ROWS)
            self._area.setFixedHeight(shown * self.rows[0].sizeHint().height() + 2)

    def open_below(self, button: QWidget) -> None:
        """Shows the list right-aligned below `button`, within its window."""
        self.setFixedWidth(min(self._theme.px(_WIDTH), button.window().width() - self._theme.px(24)))
        self._column.activate()
        self.adjustSize()
        corner = button.mapToGlobal(
            QPoint(button.width() - self.width(), button.height() + self._theme.px(4))
        )
        left = button.window().mapToGlobal(QPoint(self._theme.px(12), 0)).x()
        self.move(max(left, corner.x()), corner.y())
        self.show()
        if self.rows:
            self.rows[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def _open(self, memory_id: str) -> None:
        self.close()
        self.memory_wanted.emit(memory_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(key == Qt.Key.Key_Down)
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(10), theme.color("card"), theme.color("borderStrong"))


def told_note(project: str | None) -> str:
    """What the list is."""
    if project:
        return tr("Told to the model with every prompt: global ones, and those of this project.")
    return tr("Told to the model with every prompt. Choose a project to add its own.")
