"""The second group of a search: the conversations in which it was said, below the memories."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.beside_reads import Talk
from arbor_desktop.ui.memories.talk_list import TalkList
from arbor_desktop.ui.memories.words import tr

HEADER = 36
MOST_ROWS = 3


class TalkGroup(QWidget):
    """Hidden while nothing was found; folds away by its heading.

    `opened(Talked)`: one of the conversations; `all_wanted`: all of them, on their own page.
    """

    opened = Signal(object)
    all_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = self._theme.px
        self._talk = Talk()
        self._room = MOST_ROWS
        self._folded = False
        self.heading = Button(
            icons, tr("In conversations"), variant="quiet", size="small", icon="chevron-down", parent=self
        )
        self.heading.clicked.connect(self._fold)
        self.count = Label(self._theme, "", "small", "text3", parent=self)
        self.show_all = Button(icons, tr("Show all in Conversations"), variant="link", parent=self)
        for button in (self.heading, self.show_all):
            button.setAutoDefault(True)  # Return presses it, as Space does
        self.show_all.clicked.connect(self.all_wanted)
        self.list = TalkList(icons, clock, self)
        self.list.opened.connect(self.opened)
        head = QHBoxLayout()
        head.setContentsMargins(px(8), 0, px(16), 0)
        head.setSpacing(px(4))
        head.addWidget(self.heading)
        head.addWidget(self.count)
        head.addStretch(1)
        head.addWidget(self.show_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(5), 0, 0)
        column.setSpacing(px(4))
        column.addLayout(head)
        column.addWidget(self.list)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def open(self) -> bool:
        """Whether rows are shown, which the focus can go to."""
        return not self.isHidden() and not self.list.isHidden()

    def show_talk(self, talk: Talk) -> None:
        self._talk = talk
        self._show()

    def set_room(self, rows: int) -> None:
        """How many rows there may be, in a window of this height."""
        if rows != self._room:
            self._room = rows
            self._show()

    def _fold(self) -> None:
        self._folded = not self._folded
        self._show()

    def _show(self) -> None:
        talk = self._talk
        found = talk.best[: self._room]
        self.list.show_rows(found)
        self.list.setVisible(bool(found) and not self._folded)
        self.count.setText(f"{talk.count:,}+" if talk.more else f"{talk.count:,}")
        self.heading.set_glyph("chevron-right" if self._folded else "chevron-down")
        folded = tr("folded away") if self._folded else tr("shown")
        self.heading.setAccessibleName(f"{tr('In conversations')}, {self.count.text()}, {folded}")
        self.setVisible(bool(talk.best))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(QRect(0, 0, self.width(), 1), self._theme.color("border"))
