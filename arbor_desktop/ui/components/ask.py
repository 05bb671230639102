"""Questions that come before something that can't be taken back, or that changes all there is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.buttons import Button
from arbor_desktop.ui.components.fields import InlineError, TextField
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_MOST_LETTERS = 100


class AskDialog(QDialog):
    """A title, what will happen, and two buttons. `confirmed` on the one that does it; the dialog stays open
    until `finish` or `fail` is called, so that an error is said where the person is."""

    confirmed = Signal()

    def __init__(
        self,
        icons: Icons,
        title: str,
        paragraphs: tuple[str, ...],
        do_words: str,
        *,
        danger: bool = False,
        keep_words: str = "",
        typed_word: str = "",
        answer: tuple[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`keep_words` are on the button that does nothing ("Cancel" without them). `typed_word` must be
        typed before the other one works; or `answer`, a name and what it is now, asks for a text in `field`.
        """
        super().__init__(parent)
        theme = icons.theme
        px = theme.px
        self._word = typed_word
        self.setWindowTitle(title)
        self.setModal(True)
        self.setFixedWidth(px(480))
        heading = Label(theme, title, "title", parent=self, wrap=True)
        self.texts = [Label(theme, text, "body", "text2", parent=self) for text in paragraphs]
        asked = answer[0] if answer is not None else tr("Type {word} to continue").format(word=typed_word)
        self.field = TextField(icons, asked, parent=self)
        self.field.setMaxLength(_MOST_LETTERS)
        self.field.setVisible(bool(typed_word) or answer is not None)
        self.prompt = Label(theme, self.field.accessibleName(), "body500", parent=self)
        self.prompt.setVisible(bool(typed_word))
        self.error = InlineError(theme, self)
        self.cancel = Button(icons, keep_words or tr("Cancel"), variant="quiet", parent=self)
        self.do = Button(icons, do_words, variant="danger" if danger else "primary", parent=self)
        buttons = hbox(STRETCH, self.cancel, self.do, gap=px(8))
        column = vbox(heading, on=self, margins=(px(24), px(20), px(24), px(20)), gap=px(8))
        for label in self.texts:
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(self.prompt)
        column.addWidget(self.field)
        column.addWidget(self.error)
        column.addSpacing(px(8))
        column.addLayout(buttons)
        self.do.setDefault(not danger)
        self.do.setEnabled(not typed_word)
        if answer is not None:
            self.field.setText(answer[1])
            self.field.selectAll()
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.textChanged.connect(lambda text: self.do.setEnabled(self._is_word(text)))
        self.field.returnPressed.connect(self.do.click)
        self.cancel.clicked.connect(self.reject)
        self.do.clicked.connect(self._confirm)
        if danger and not typed_word:  # Return must not do what can't be taken back
            self.cancel.setDefault(True)
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> None:
        """It is done."""
        self.accept()

    def fail(self, words: str) -> None:
        """It was not done; the person may try again."""
        self.error.show_error(words)
        self._fit()
        self.do.setEnabled(True)
        self.cancel.setEnabled(True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the wrapped texts need at this width; a dialog's own guess is higher."""
        column = self.layout()
        if column is not None:
            self.setFixedHeight(column.totalHeightForWidth(self.width()))

    def _is_word(self, text: str) -> bool:
        typed = text.strip().casefold()
        return typed == self._word.casefold() if self._word else bool(typed)

    def _confirm(self) -> None:
        self.error.show_error("")
        self.do.setEnabled(False)
        self.cancel.setEnabled(False)
        self.confirmed.emit()
