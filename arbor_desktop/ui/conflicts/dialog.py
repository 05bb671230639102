"""What both dialogs of a conflict have in common: heading, body, error, two buttons."""

from __future__ import annotations

from PySide6.QtCore import QRect, QTimer, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, InlineError, Label
from arbor_desktop.ui.conflicts.scroll import Scroll
from arbor_desktop.ui.conflicts.words import tr
from arbor_desktop.ui.icons import Icons


class ConflictDialog(QDialog):
    """`wanted(call)` with the rest of what `resolve_conflict` is given, by the button or Ctrl+Enter. It stays
    open until it is done or `fail` says why not. `note_written(text)` while a note is typed."""

    wanted = Signal(object)
    note_written = Signal(str)

    def __init__(
        self, icons: Icons, title: str, heading: str, do_words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        px = self._theme.px
        self.setWindowTitle(title)
        self.setModal(True)
        self.setFixedWidth(px(620))
        self.heading = Label(self._theme, heading, "title", parent=self)
        self.about = Label(self._theme, "", "body", "text2", self)
        self.about.setWordWrap(True)
        self.error = InlineError(self._theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self)
        keys = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        keycap = keys.replace("+Return", " ⏎").replace("+", " ")
        self.do = Button(icons, do_words, variant="primary", keycap=keycap, parent=self)
        self.do.setAutoDefault(True)
        self.body = QWidget()
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(px(20), px(18), px(20), px(14))
        self.column.setSpacing(0)
        self.column.addWidget(self.heading)
        self.column.addWidget(self.about)
        self.column.addSpacing(px(14))
        self.area = Scroll(self)
        self.area.put(self.body)
        self.foot = QWidget(self)
        self.buttons = QHBoxLayout(self.foot)
        self.buttons.setContentsMargins(px(20), px(14), px(16), px(14))
        self.buttons.setSpacing(px(8))
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.cancel)
        self.buttons.addWidget(self.do)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self.foot)
        # What is typed changes how high the body is: once for all that changes at a time.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)
        self.cancel.clicked.connect(self.reject)
        self.do.clicked.connect(self.confirm)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(self.confirm)

    def call(self) -> dict[str, object] | None:
        """What is to be done; None while something is still missing, which is said then."""
        raise NotImplementedError

    def confirm(self) -> None:
        if not self.do.isEnabled():
            return
        call = self.call()
        if call is not None:
            self.error.show_error("")
            self.do.setEnabled(False)
            self.wanted.emit(call)

    def fail(self, words: str) -> None:
        """It was not done; the person may try again."""
        self.error.show_error(words)
        self.do.setEnabled(True)
        self.fit_soon()

    def fit_soon(self) -> None:
        self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words need, as far as the window has room; and not wider than that."""
        parent = self.parentWidget()
        wide = parent.window().width() - self._theme.px(16) if parent is not None else self.width()
        self.setFixedWidth(max(self._theme.px(360), min(self._theme.px(620), wide)))
        wanted = self.area.needed(self.width()) + self.foot.sizeHint().height()
        room = parent.window().height() if parent is not None else wanted
        self.setFixedHeight(min(wanted, max(room, self._theme.px(360))))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        line = QRect(0, self.foot.y(), self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))
