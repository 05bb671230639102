"""Over the page: the popup of memories that a chat's model is given, and the dialog that renames a chat."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QSizePolicy,
    QWidget,
)

from arbor_desktop.memories.model import Memory, MemoryType
from arbor_desktop.ui.components import Label, painting
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.components.cards import PopupFrame
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import tr


class MemoryRow(QAbstractButton):
    """`note` stands at the right, as "Waiting for review". A click opens the memory."""

    def __init__(
        self,
        icons: Icons,
        memory_id: str,
        text: str,
        kind: MemoryType,
        note: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.memory_id, self.kind, self.note = memory_id, kind, note
        self.setText(plain(" ".join(text.split())))
        self.setToolTip(self.text())
        spoken = ". ".join(part for part in (type_label(kind), self.text(), note) if part)
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(tr("Open memory"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), max(self._theme.px(30), self._theme.line("small") + 2))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painting.rounded(painter, self.rect(), px(6), theme.color("hover"))
        x = px(8)
        top = (self.height() - px(20)) // 2
        words = type_label(self.kind)
        x += painting.paint_badge(painter, self._icons, x, top, words, self.kind.value) + px(8)
        box = self.rect().adjusted(x, 0, -px(8), 0)
        if self.note:
            wide = painting.paint_text(painter, theme, box, self.note, "caption", "text3", right=True)
            box.setRight(max(box.left(), box.right() - wide - px(10)))
        painting.paint_text(painter, theme, box, self.text(), "small", "text")


_WIDTH, _MOST_ROWS = 460, 10


class LoadedPopup(PopupFrame):
    """Closes by Esc, by a click elsewhere, and when a memory is opened: `memory_wanted(id)`."""

    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(icons.theme, parent, radius=10)
        self._icons = icons
        px = self._theme.px
        self.title = Label(icons.theme, "", "body600", parent=self)
        self.note = Label(icons.theme, "", "small", "text2", parent=self, wrap=True)
        self._area = ScrollArea(clear=True, parent=self)
        column = self._column = vbox(on=self, margins=(px(8), px(12), px(8), px(8)), gap=px(2))
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
        column = vbox(on=inside)
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
