"""Where one writes: a field that grows to eight lines, Send, Stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSpacerItem, QVBoxLayout, QWidget

from arbor_desktop.ui.chat.words import tr
from arbor_desktop.ui.components import Button, Hairline, Label, TextArea
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme

_WIDEST = 760


class _Field(TextArea):
    """Return sends, Shift+Return begins a line, Esc stops."""

    sent = Signal()
    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(
            theme, tr("Message"), lines=1, max_lines=8, placeholder=tr("Ask anything"), parent=parent
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.stopped.emit()
        else:
            super().keyPressEvent(event)


class Composer(QWidget):
    """`send_wanted(text)`; `stop_wanted` while an answer is coming; `edited(text)` for the draft."""

    send_wanted = Signal(str)
    stop_wanted = Signal()
    edited = Signal(str)
    help_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._talking = False
        self._blocked = False
        px = icons.theme.px
        self.field = _Field(icons.theme, self)
        self.field.sent.connect(self._send)
        self.field.stopped.connect(self._stop)
        self.field.textChanged.connect(self._changed)
        high = icons.theme.line("editor") + 2 * px(8)  # a field of one line
        self.send = Button(icons, tr("Send"), variant="primary", size="large", parent=self)
        self.send.clicked.connect(self._send)
        self.stop = Button(icons, tr("Stop"), size="large", icon="x", keycap="Esc", parent=self)
        self.stop.clicked.connect(self.stop_wanted)
        for button in (self.send, self.stop):
            button.setFixedHeight(high)
        self.note = Label(icons.theme, "", "small", "text2", parent=self)
        self.note.setWordWrap(True)
        self.help = Button(icons, "", size="small", parent=self)
        self.help.clicked.connect(self.help_wanted)
        why = QHBoxLayout()
        why.setSpacing(px(10))
        why.addWidget(self.note, 1)
        why.addWidget(self.help, 0, Qt.AlignmentFlag.AlignVCenter)
        line = QHBoxLayout()
        line.setSpacing(px(8))
        line.addWidget(self.field, 1)
        line.addWidget(self.send, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignBottom)
        middle = QWidget(self)
        middle.setMaximumWidth(px(_WIDEST))
        self._beside = QSpacerItem(0, 0)
        inner = QVBoxLayout(middle)
        inner.setContentsMargins(px(20), px(10), px(20), px(14))
        inner.setSpacing(px(8))
        inner.addLayout(why)
        inner.addLayout(line)
        outer = QHBoxLayout()
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addStretch(1)
        outer.addWidget(middle, 100)
        outer.addStretch(1)
        outer.addItem(self._beside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline(icons.theme, parent=self))
        column.addLayout(outer)
        self.set_trouble("")
        self._show()

    def leave_room(self, pixels: int) -> None:
        """The field stands below what was said, also where a scroll bar stands beside that."""
        self._beside.changeSize(pixels, 0)
        self.layout().invalidate()  # type: ignore[union-attr]

    @property
    def text(self) -> str:
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        """A draft, the cursor at its end."""
        self.field.setPlainText(text)
        cursor = self.field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.field.setTextCursor(cursor)

    def set_talking(self, on: bool) -> None:
        """An answer is coming: Stop stands in the place of Send; one may write on."""
        had = self.send.hasFocus() or self.stop.hasFocus()
        self._talking = on
        self._show()
        if had:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_trouble(self, words: str, *, help_words: str = "", blocked: bool = False) -> None:
        """Why nothing can be sent, and what helps; empty: nothing stands in the way."""
        self._blocked = blocked
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self.help.set_label(help_words)
        self.help.setVisible(bool(help_words))
        self.field.setEnabled(not blocked)
        self._show()

    def _show(self) -> None:
        self.send.setVisible(not self._talking)
        self.stop.setVisible(self._talking)
        self.send.setEnabled(bool(self.text.strip()) and not self._blocked)

    def _changed(self) -> None:
        self._show()
        self.edited.emit(self.text)

    def _send(self) -> None:
        if self.text.strip() and not self._talking and not self._blocked:
            self.send_wanted.emit(self.text)

    def _stop(self) -> None:
        if self._talking:
            self.stop_wanted.emit()
