"""The head of a transcript: what the conversation is, what it was told, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.model import Conversation, ConversationStatus
from arbor_desktop.ui.components import Button, IconButton, Label
from arbor_desktop.ui.conversations.outcome_fold import OutcomeFold
from arbor_desktop.ui.conversations.words import (
    facts_line,
    may_be_memorized,
    memories,
    nothing_words,
    read_words,
    title_of,
    tr,
)
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.receipts.fold import ToldFold


class TranscriptHead(QWidget):
    """Title, facts, and the buttons. `command(name)` is what a button asks for."""

    command = Signal(str)
    menu_wanted = Signal(QPoint)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._clock = icons.theme, clock
        px = icons.theme.px
        self.back = IconButton(
            icons, "chevron-left", tr("Back to the list"), shortcut="Alt Left", parent=self
        )
        self.back.clicked.connect(lambda: self.command.emit("back"))
        self.title = Label(icons.theme, "", "section", parent=self)
        self.title.setWordWrap(True)
        self.facts = Label(icons.theme, "", "caption", "text3", parent=self)
        self.facts.setWordWrap(True)
        self.nothing = Label(icons.theme, "", "caption", "text2", parent=self)
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        self.read = Label(icons.theme, "", "caption", "text3", parent=self)
        self.read.setWordWrap(True)
        self.read.hide()
        self.count = Button(icons, memories(0), size="small", icon="memories", parent=self)
        self.count.clicked.connect(lambda: self.command.emit("memories"))
        self.memorize = Button(icons, tr("Memorize now"), size="small", icon="play", parent=self)
        self.memorize.clicked.connect(lambda: self.command.emit("memorize"))
        self.find_button = IconButton(
            icons, "search", tr("Find in transcript"), shortcut="Ctrl F", parent=self
        )
        self.find_button.clicked.connect(lambda: self.command.emit("find"))
        self.more = IconButton(icons, "more", tr("More"), parent=self)
        self.more.clicked.connect(
            lambda: self.menu_wanted.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))
        )
        self.outcome = OutcomeFold(icons, self)
        self.told = ToldFold(icons, self)
        top = QHBoxLayout()
        top.setSpacing(px(4))
        top.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.title, 1)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addWidget(self.count)
        row.addWidget(self.memorize)
        row.addStretch(1)
        row.addWidget(self.find_button)
        row.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(10), px(10))
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.facts)
        column.addWidget(self.nothing)
        column.addWidget(self.read)
        column.addSpacing(px(8))
        column.addLayout(row)
        column.addWidget(self.outcome)
        column.addWidget(self.told)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.back.hide()

    def show_conversation(self, conversation: Conversation) -> None:
        self.title.setText(title_of(conversation))
        self.facts.setText(facts_line(conversation, self._clock()))
        words = nothing_words(conversation)
        self.nothing.setText(words)
        self.nothing.setVisible(bool(words))
        self.count.set_label(memories(conversation.memories))
        self.count.setEnabled(conversation.memories > 0)
        processing = conversation.status is ConversationStatus.PROCESSING
        again = conversation.memorized_through > 0
        self.memorize.set_label(
            tr("Processing…") if processing else tr("Memorize again") if again else tr("Memorize now")
        )
        self.memorize.set_glyph("refresh" if again or processing else "play")
        self.memorize.setEnabled(may_be_memorized(conversation))

    def show_read(self, model: str | None, dollars: float) -> None:
        """Which model read it, and what that cost."""
        words = read_words(model, dollars)
        self.read.setText(words)
        self.read.setVisible(bool(words))

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))
