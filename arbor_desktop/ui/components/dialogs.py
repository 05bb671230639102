"""Dialogs: a question, a change to look at before it is made, and a small window of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.buttons import Button, IconButton
from arbor_desktop.ui.components.fields import InlineError, TextField
from arbor_desktop.ui.components.labels import Hairline, Label
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


_WIDTH, _MARGIN, _LEAST_HEIGHT = 620, 24, 200


class Sheet(QDialog):
    """A heading, the plan in `column`, and the button that carries it out.

    `confirmed`: the person wants it. The sheet stays open until `accept`, or says with `fail` why it was not
    done. `purpose` and `kept` are words below the heading and beside the buttons; they may be empty.
    """

    confirmed = Signal()

    def __init__(
        self, icons: Icons, title: str, do_words: str, *, danger: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        theme, px = icons.theme, icons.theme.px
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setModal(True)
        self.heading = Label(theme, title, "title", parent=self)
        self.purpose = Label(theme, "", "body", "text2", parent=self)
        self.kept = Label(theme, "", "small", "text2", parent=self)
        for label in (self.heading, self.purpose, self.kept):
            label.setWordWrap(True)
        self.error = InlineError(theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self, clicked=self.reject)
        self.do = Button(icons, do_words, variant="danger" if danger else "primary", parent=self)
        self.do.setDefault(True)
        self.can_do = True
        """Whether there is anything to carry out."""
        self.body = QWidget()
        self.column = vbox(on=self.body, margins=(px(_MARGIN), px(4), px(_MARGIN), px(12)), gap=px(16))
        self.area = ScrollArea(self.body, name=tr("Changes"), focusable=True, parent=self)
        self._lay_out()
        self.do.clicked.connect(self._confirm)

    def _lay_out(self) -> None:
        px = self._theme.px
        self._head = vbox(
            self.heading, self.purpose, margins=(px(_MARGIN), px(20), px(_MARGIN), px(12)), gap=px(6)
        )
        buttons = hbox((self.kept, 1), self.cancel, self.do, gap=px(8))
        self._foot = vbox(self.error, buttons, margins=(px(_MARGIN), px(12), px(_MARGIN), px(16)), gap=px(8))
        vbox(self._head, (self.area, 1), Hairline(self._theme, parent=self), self._foot, on=self)

    def fail(self, words: str) -> None:
        """Say that it was not done; the person may try again."""
        self.error.show_error(words)
        self.do.setEnabled(self.can_do)
        self.cancel.setEnabled(True)

    def fit(self) -> None:
        """Make it as high as what it shows, within the window; the plan scrolls then."""
        px = self._theme.px
        self.purpose.setVisible(bool(self.purpose.text()))
        above = self.parentWidget()
        room = above.window().size() if above is not None else self.screen().size()
        width = min(px(_WIDTH), room.width() - px(32))
        self.setFixedWidth(width)
        self.body.setFixedWidth(width)
        self.column.activate()
        inner = self.column.totalHeightForWidth(width) if self.column.hasHeightForWidth() else 0
        inner = max(inner, self.column.totalSizeHint().height(), self.column.totalMinimumSize().height())
        around = self._head.totalHeightForWidth(width) + self._foot.totalSizeHint().height() + 1
        most = max(px(_LEAST_HEIGHT), room.height() - px(48))
        self.setFixedHeight(min(most, max(around + inner, px(_LEAST_HEIGHT))))

    def _confirm(self) -> None:
        self.error.show_error("")
        self.do.setEnabled(False)
        self.cancel.setEnabled(False)
        self.confirmed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
        self.do.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the plan by keys from wherever the focus is."""
        bar, key = self.area.verticalScrollBar(), event.key()
        steps = {
            Qt.Key.Key_Down: bar.singleStep(),
            Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_PageUp: -bar.pageStep(),
        }
        if key in steps:
            bar.setValue(bar.value() + steps[Qt.Key(key)])
        else:
            super().keyPressEvent(event)


class WindowDialog(QDialog):
    """`column` has what is below the heading. F5 calls `refresh`. The dialog is deleted when it closes."""

    def __init__(
        self,
        icons: Icons,
        title: str,
        parent: QWidget,
        *,
        beside_title: Sequence[QWidget] = (),
        at_end: Sequence[QWidget] = (),
        width: int,
        height: int,
    ) -> None:
        """`beside_title`, `at_end`: what is in the heading before the button that closes the dialog. `width`,
        `height`: as far as the parent's window has room."""
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        px = icons.theme.px
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setModal(True)
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc", clicked=self.reject)
        heading = QHBoxLayout()
        heading.setContentsMargins(px(20), px(10), px(12), px(10))
        heading.setSpacing(px(8))
        heading.addWidget(Label(icons.theme, title, "title"))
        for widget in beside_title:
            heading.addWidget(widget)
        heading.addStretch(1)
        for widget in (*at_end, self.close_button):
            heading.addWidget(widget)
        self.column = vbox(heading, Hairline(icons.theme), on=self)
        QShortcut(QKeySequence(Qt.Key.Key_F5), self).activated.connect(self.refresh)
        room = parent.window().size()
        self.resize(min(px(width), room.width() - px(40)), min(px(height), room.height() - px(40)))

    def add_foot(self, note: QWidget | None, error: QWidget, *buttons: QWidget) -> None:
        """Add a line at the bottom: `note` at left, the buttons at right, and `error` above both."""
        px = self._theme.px
        line = hbox(gap=px(8))
        if note is not None:
            line.addWidget(note, 1, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch()
        for button in buttons:
            line.addWidget(button)
        foot = vbox(error, line, margins=(px(20), px(12), px(16), px(14)), gap=px(6))
        self.column.addWidget(Hairline(self._theme))
        self.column.addLayout(foot)

    def refresh(self) -> None:
        """Read again what is shown."""
        raise NotImplementedError

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))
