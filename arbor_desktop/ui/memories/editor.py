"""The memory's text, edited in place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.model import MAX_CONTENT, MIN_CONTENT
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components import Button, InlineError, Label, TextArea
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import tr


def content_error(text: str) -> str:
    """What is wrong with a text as a memory's content; nothing if it may be saved."""
    length = len(clean(text))
    if length < MIN_CONTENT:
        return tr("Write at least 3 characters.")
    if length > MAX_CONTENT:
        return tr("That is %n characters too many.", length - MAX_CONTENT)
    return ""


class ContentEditor(QWidget):
    """`save_wanted(text)` when a valid change is to be saved; `left` by Esc with nothing to take back."""

    save_wanted = Signal(str)
    left = Signal()
    dirty_changed = Signal(bool)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self._saved = ""
        self._meta = ""
        self._was_dirty = False
        self.area = _Area(theme, tr("Memory text"), parent=self)
        self.area.textChanged.connect(self._edited)
        self.area.escaped.connect(self._escape)
        self.counter = Label(theme, "", "caption", "text3", parent=self)
        self.error = InlineError(theme, self)
        save_key = QKeySequence("Ctrl+S").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.cancel_button = Button(icons, tr("Cancel"), variant="quiet", size="small", parent=self)
        self.save_button = Button(
            icons, tr("Save"), variant="primary", size="small", keycap=save_key, parent=self
        )
        self.cancel_button.clicked.connect(self.revert)
        self.save_button.clicked.connect(self.save)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        row.addWidget(self.counter, 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), 0, px(16), px(8))
        column.setSpacing(px(6))
        column.addWidget(self.area)
        column.addWidget(self.error)
        column.addLayout(row)
        for button in (self.cancel_button, self.save_button):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            button.setSizePolicy(policy)
        self._edited()

    @property
    def text(self) -> str:
        return self.area.toPlainText()

    @property
    def dirty(self) -> bool:
        return self.text != self._saved

    def set_content(self, text: str, meta: str) -> None:
        """Shows another text as saved. `meta` stands before the counter."""
        self._saved, self._meta = text, meta
        if self.area.toPlainText() != text:
            self.area.setPlainText(text)
        self._edited()

    def set_saved(self, text: str, meta: str) -> None:
        """The stored text is `text` now; what is being typed stays as it is."""
        keep = self.dirty
        self._saved, self._meta = text, meta
        if not keep and self.text != text:
            at = self.area.textCursor().position()
            self.area.setPlainText(text)
            cursor = self.area.textCursor()
            cursor.setPosition(min(at, len(text)))
            self.area.setTextCursor(cursor)
        self._edited()

    def save(self) -> None:
        """Asks for saving if there is anything to save and it is valid."""
        if self.dirty and not content_error(self.text):
            self.save_wanted.emit(self.text)

    def revert(self) -> None:
        self.area.setPlainText(self._saved)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, text: str) -> None:
        """What the service refused."""
        self.error.show_error(text, self.area)

    def _escape(self) -> None:
        if self.dirty:
            self.revert()
        else:
            self.left.emit()

    def _edited(self) -> None:
        length = len(clean(self.text))
        count = f"{length:,} {tr('of')} {MAX_CONTENT:,} {tr('characters')}"
        self.counter.setText(f"{self._meta} · {count}" if self._meta else count)
        dirty = self.dirty
        problem = content_error(self.text) if dirty else ""
        self.error.show_error(problem, self.area)
        self.save_button.setVisible(dirty)
        self.cancel_button.setVisible(dirty)
        self.save_button.setEnabled(not problem)
        if dirty != self._was_dirty:
            self._was_dirty = dirty
            self.dirty_changed.emit(dirty)


class _Area(TextArea):
    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
            return
        super().keyPressEvent(event)
