"""The text of a card while it is being edited."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.editing.review import ReviewItem
from arbor_desktop.memories.model import MAX_CONTENT
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components import Button, InlineError, Label, TextArea
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.editor import content_error
from arbor_desktop.ui.review.words import tr

_COUNTED_FROM = 0.8
"""How long a text is, is told when so much of the room is used."""


class EditBox(QWidget):
    """`save_wanted(text)` and `accept_wanted(text)` with what may be stored; `left` when it is to be closed;
    `height_changed` when it needs another height."""

    save_wanted = Signal(str)
    accept_wanted = Signal(str)
    left = Signal()
    height_changed = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.item: ReviewItem | None = None
        self._height = 0
        self.area = _Area(theme, tr("Memory text"), lines=2, max_lines=10, style="body", parent=self)
        self.area.textChanged.connect(self._edited)
        self.area.asked.connect(self._asked)
        self.error = InlineError(theme, self)
        self.counter = Label(theme, "", "caption", "text3", parent=self)
        self.accept = Button(
            icons, "", variant="primary", size="small", icon="check", keycap="Ctrl Enter", parent=self
        )
        self.save = Button(icons, tr("Save"), size="small", keycap="Ctrl S", parent=self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", size="small", keycap="Esc", parent=self)
        self.accept.clicked.connect(lambda: self._asked("accept"))
        self.save.clicked.connect(lambda: self._asked("save"))
        self.cancel.clicked.connect(self.left)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(6))
        for button in (self.accept, self.save, self.cancel):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.counter)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        column.addWidget(self.area)
        column.addWidget(self.error)
        column.addLayout(row)
        self.hide()

    def begin(self, item: ReviewItem) -> None:
        """Shows the text of a memory to be edited, all of it selected by nobody: the cursor is at its end."""
        self.item = item
        self.accept.set_label(tr("Keep with edit") if item.outdated else tr("Accept with edit"))
        self.area.setPlainText(item.content)
        cursor = self.area.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.area.setTextCursor(cursor)
        self._edited()

    def end(self) -> None:
        self.item = None
        self.hide()

    @property
    def text(self) -> str:
        return clean(self.area.toPlainText())

    @property
    def dirty(self) -> bool:
        return self.item is not None and self.text != self.item.content

    @property
    def problem(self) -> str:
        """What is wrong with the text; nothing if it may be stored."""
        return content_error(self.area.toPlainText())

    def show_error(self, text: str) -> None:
        """What the service refused."""
        self.error.show_error(text, self.area)
        self._measure()

    def height_for(self, width: int) -> int:
        """What it needs at that width."""
        self.setFixedWidth(width)
        self._column.invalidate()
        self._column.activate()
        error = 0
        if not self.error.isHidden():
            error = self.error.heightForWidth(width) + self._column.spacing()
        return self.area.sizeHint().height() + error + self._column.spacing() + self.save.sizeHint().height()

    def _edited(self) -> None:
        problem = self.problem if self.dirty else ""
        self.error.show_error(problem, self.area)
        for button in (self.accept, self.save):
            button.setEnabled(not problem)
        self.save.setEnabled(self.dirty and not problem)
        length = len(self.text)
        near = length > MAX_CONTENT * _COUNTED_FROM
        self.counter.setText(f"{length:,} {tr('of')} {MAX_CONTENT:,}" if near else "")
        self._measure()

    def _measure(self) -> None:
        height = self.height_for(self.width())
        if height != self._height:
            self._height = height
            self.height_changed.emit()

    def _asked(self, name: str) -> None:
        if name == "leave":
            self.left.emit()
        elif self.problem:
            self.error.show_error(self.problem, self.area)
            self._measure()
        elif name == "accept":
            self.accept_wanted.emit(self.text)
        elif self.dirty:
            self.save_wanted.emit(self.text)
        else:
            self.left.emit()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self._height)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls


class _Area(TextArea):
    """`asked(name)`: accept, save or leave."""

    asked = Signal(str)

    def event(self, event: QEvent) -> bool:
        # Before the window's own shortcuts get them.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _command(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        name = _command(event)
        if name:
            event.accept()
            self.asked.emit(name)
        else:
            super().keyPressEvent(event)


def _command(event: QKeyEvent) -> str:
    if event.key() == Qt.Key.Key_Escape:
        return "leave"
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier != Qt.KeyboardModifier.ControlModifier:
        return ""
    return {Qt.Key.Key_Return: "accept", Qt.Key.Key_Enter: "accept", Qt.Key.Key_S: "save"}.get(
        Qt.Key(event.key()), ""
    )
