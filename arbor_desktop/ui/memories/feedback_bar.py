"""The question at the foot of the detail pane, and the answer that a pending memory waits for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import tr


class FeedbackBar(QWidget):
    """`given(command)`: confirm, outdated, incorrect or forget."""

    given = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        self.buttons: dict[str, Button] = {}
        row = QHBoxLayout()
        row.setSpacing(px(8))
        for command, text, icon, key in (
            ("confirm", tr("Confirm"), "check", "Alt C"),
            ("outdated", tr("Outdated"), "clock", "Alt O"),
            ("incorrect", tr("Incorrect"), "x", "Alt W"),
            ("forget", tr("Forget"), "trash", ""),
        ):
            button = Button(icons, text, variant="danger" if command == "forget" else "secondary", icon=icon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setToolTip(f"{text}  {key}".rstrip())
            button.clicked.connect(lambda _on=False, command=command: self.given.emit(command))
            self.buttons[command] = button
            row.addWidget(button, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(10) + 1, px(16), px(14))
        column.setSpacing(px(6))
        column.addWidget(Label(self._theme, tr("Is this memory right?"), "small500", "text3", self))
        column.addLayout(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, self._theme.color("border"))


class PendingBar(QWidget):
    """`given(command)`: accept or reject."""

    given = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        words = Label(self._theme, tr("Waits for your yes or no. Until then your AI is not told."), "small")
        words.setWordWrap(True)
        self.accept = Button(icons, tr("Accept"), variant="primary", size="small", icon="check")
        self.reject = Button(icons, tr("Reject"), size="small", icon="x")
        self.accept.setToolTip(tr("Accept") + "  Alt C")
        self.reject.setToolTip(tr("Reject") + "  Alt W")
        self.accept.clicked.connect(lambda: self.given.emit("accept"))
        self.reject.clicked.connect(lambda: self.given.emit("reject"))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(12), px(8), px(16) + px(8), px(8) + px(8))
        row.setSpacing(px(8))
        row.addWidget(words, 1)
        row.addWidget(self.accept)
        row.addWidget(self.reject)

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = self._theme.px
        box = self.rect().adjusted(px(16), 0, -px(16), -px(8))
        rounded(QPainter(self), box, px(8), self._theme.color("accentSoft"))
