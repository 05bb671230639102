"""Eight fields for the words with which a device joins."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from arbor_desktop.devices.sealing import WORDS, code_words, unknown_words
from arbor_desktop.ui.components import InlineError, Label, TextField
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_COMPLETES_FROM = 3


class WordField(TextField):
    """Completes its word; `split(words)` when several were typed or pasted."""

    split = Signal(object)

    def __init__(self, icons: Icons, number: int, known: Sequence[str], parent: QWidget) -> None:
        super().__init__(icons, tr("Word {number}").format(number=number), parent=parent)
        self._known, self._typed = known, ""
        self.setFont(icons.theme.font("mono"))
        self.textEdited.connect(self._edited)

    @property
    def word(self) -> str:
        return self.text().casefold()

    @property
    def fits(self) -> bool:
        """Whether four letters of a code's word are here, or more."""
        return bool(self.word) and not unknown_words(self.word)

    @property
    def wrong(self) -> bool:
        """Whether no word of a code begins like this."""
        return bool(self.word) and not any(known.startswith(self.word) for known in self._known)

    def completed(self, word: str) -> str:
        """Return the first word that begins like this."""
        return next((known for known in self._known if known.startswith(word.casefold())), word)

    def _edited(self, text: str) -> None:
        typed, self._typed = self._typed, text
        words = text.replace("-", " ").split()
        if words and " " in text.replace("-", " "):
            self.split.emit(words)
        elif len(text) >= _COMPLETES_FROM and len(text) > len(typed) and self.cursorPosition() == len(text):
            self.setText(text + self.completed(text)[len(text) :])
            self.setSelection(len(self.text()), len(text) - len(self.text()))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.fits:
            px = self._icons.theme.px
            self._icons.paint(
                QPainter(self), "check", "ok", self.width() - px(24), (self.height() - px(14)) / 2, 14
            )


class WordFields(QWidget):
    """`changed` when a word did. Space goes on to the next field; a whole code fills all."""

    changed = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        px, known = icons.theme.px, code_words()
        self.fields = [WordField(icons, number, known, self) for number in range(1, WORDS + 1)]
        self.error = InlineError(icons.theme, self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(8))
        half = WORDS // 2
        for at, field in enumerate(self.fields):
            row, column = at % half, at // half * 2
            grid.addWidget(Label(icons.theme, str(at + 1), "caption", "text3", parent=self), row, column)
            grid.addWidget(field, row, column + 1)
            field.split.connect(lambda words, at=at: self._fill(at, words))
            field.textChanged.connect(self._check)
        grid.addWidget(self.error, half, 0, 1, 4)

    @property
    def text(self) -> str:
        return " ".join(field.word for field in self.fields)

    @property
    def complete(self) -> bool:
        return all(field.fits for field in self.fields)

    def _fill(self, at: int, words: Sequence[str]) -> None:
        last = self.fields[at:][: len(words)]
        for field, word in zip(last, words, strict=False):
            field.setText(word if unknown_words(word) else field.completed(word))
        self.fields[min(at + len(words), WORDS - 1)].setFocus(Qt.FocusReason.TabFocusReason)

    def _check(self) -> None:
        wrong = [field for field in self.fields if field.wrong]
        for field in self.fields:
            field.set_error(field.wrong)
        words = tr("No code has the word “{word}”.").format(word=wrong[0].text()) if wrong else ""
        self.error.show_error(words)
        self.changed.emit()
