"""The memory of a branch as the text of its file, edited in place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, Card, InlineError, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import tr


class BranchEditor(QWidget):
    """`save_wanted` by the button, Ctrl+S or Ctrl+Enter; `left` by Cancel or Esc. `was`: the text that the
    person began from."""

    save_wanted = Signal()
    left = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.was = ""
        self.area = QPlainTextEdit(self)
        self.area.setAccessibleName(tr("Text of the branch's memory"))
        self.area.setTabChangesFocus(True)
        self._theme = theme
        self._restyle()
        theme.changed.connect(self._restyle)  # a method: it ends with the editor
        hint = tr("One entry a line, under its heading. What you change counts as said by you.")
        self.hint = Label(theme, hint, "small", "text3", parent=self)
        self.hint.setWordWrap(True)
        self.error = InlineError(theme, self)
        self.save = Button(icons, tr("Save"), variant="primary", size="small", icon="check", parent=self)
        self.cancel = Button(icons, tr("Cancel"), size="small", parent=self)
        self.save.clicked.connect(self.save_wanted)
        self.cancel.clicked.connect(self.left)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addWidget(self.save)
        row.addWidget(self.cancel)
        row.addWidget(self.hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(8))
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        card = Card(theme, self)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(px(8), px(6), px(3), px(6))
        inner.addWidget(self.area)
        column.addWidget(card, 1)
        column.addWidget(self.error)
        column.addLayout(row)

    def _restyle(self) -> None:
        self.area.setFont(self._theme.font("mono"))

    @property
    def text(self) -> str:
        return self.area.toPlainText()

    @property
    def dirty(self) -> bool:
        return self.text != self.was

    def begin(self, text: str, was: str) -> None:
        self.was = was
        self.error.show_error("")
        self.area.setPlainText(text)
        self.set_saving(False)

    def set_saving(self, on: bool) -> None:
        self.save.setEnabled(not on)
        self.area.setReadOnly(on)

    def fail(self, words: str) -> None:
        """It was not taken; the text stays where it is."""
        self.set_saving(False)
        self.error.show_error(words)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_S, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.save_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()
