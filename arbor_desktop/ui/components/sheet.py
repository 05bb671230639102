"""A sheet that shows what is about to change, before it is done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from arbor_desktop.ui.components.boxes import ScrollArea, hbox, vbox
from arbor_desktop.ui.components.buttons import Button
from arbor_desktop.ui.components.fields import InlineError
from arbor_desktop.ui.components.labels import Hairline, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

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
        inner = max(inner, self.column.totalSizeHint().height())
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
