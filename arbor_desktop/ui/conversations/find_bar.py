"""The strip that finds words in the transcript."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.ui.components import IconButton, Label, SearchField
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.icons import Icons


class FindBar(QWidget):
    """`searched(words)`, `stepped(+1 or -1)`, `closed`."""

    searched = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        self.field = SearchField(icons, tr("Find in transcript"), parent=self)
        self.field.text_edited.connect(self.searched)
        self.field.installEventFilter(self)
        self.count = Label(icons.theme, "", "small", "text2", parent=self)
        self.previous = IconButton(icons, "chevron-left", tr("Previous"), shortcut="Shift Enter", parent=self)
        self.next = IconButton(icons, "chevron-right", tr("Next"), shortcut="Enter", parent=self)
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc", parent=self)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(6), px(10), px(7))
        row.setSpacing(px(2))
        row.addWidget(self.field, 1)
        row.addSpacing(px(6))
        row.addWidget(self.count)
        row.addSpacing(px(2))
        row.addWidget(self.previous)
        row.addWidget(self.next)
        row.addWidget(self.close_button)
        self.show_count("", 0, -1)

    def show_count(self, words: str, total: int, current: int) -> None:
        """`3 of 17`, or that there is none."""
        text = "" if not words else tr("None") if not total else f"{current + 1:,} {tr('of')} {total:,}"
        self.count.setText(text)
        self.count.setAccessibleName(text)
        for button in (self.previous, self.next):
            button.setEnabled(total > 0)

    def eventFilter(self, watched: object, event: object) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.stepped.emit(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
                return True
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))
