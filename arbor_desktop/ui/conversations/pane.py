"""The conversation that is selected: its head, the strip that finds words, and what was said."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.model import Conversation, ConversationStatus, Turn
from arbor_desktop.errors import NotFound
from arbor_desktop.ui.components import Button, EmptyState, IconButton, Label, SearchField
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.conversations import model as reads
from arbor_desktop.ui.conversations.desk import Desk
from arbor_desktop.ui.conversations.outcome import OutcomeFold
from arbor_desktop.ui.conversations.view import Caret, TranscriptView
from arbor_desktop.ui.conversations.words import (
    facts_line,
    may_be_memorized,
    memories,
    nothing_words,
    read_words,
    speaker,
    title_of,
    tr,
)
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.receipts.fold import ToldFold
from arbor_desktop.ui.receipts.reads import Told


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


class FindBar(QWidget):
    """`searched(words)`, `stepped(+1 or -1)`, `closed`."""

    searched = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        self.field = SearchField(icons, tr("Find in transcript"), parent=self)
        self.field.text_edited.connect(self.searched)
        self.field.installEventFilter(self)
        self.count = Label(icons.theme, "", "small", "text2", parent=self)
        self.previous = IconButton(icons, "chevron-left", tr("Previous"), shortcut="Shift Enter", parent=self)
        self.next = IconButton(icons, "chevron-right", tr("Next"), shortcut="Enter", parent=self)
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc", parent=self)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(6), px(10), px(7))
        row.setSpacing(px(2))
        row.addWidget(self.field, 1)
        row.addSpacing(px(6))
        row.addWidget(self.count)
        row.addSpacing(px(2))
        row.addWidget(self.previous)
        row.addWidget(self.next)
        row.addWidget(self.close_button)
        self.show_count("", 0, -1)

    def show_count(self, words: str, total: int, current: int) -> None:
        """`3 of 17`, or that there is none."""
        text = "" if not words else tr("None") if not total else f"{current + 1:,} {tr('of')} {total:,}"
        self.count.setText(text)
        self.count.setAccessibleName(text)
        for button in (self.previous, self.next):
            button.setEnabled(total > 0)

    def eventFilter(self, watched: object, event: object) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.stepped.emit(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
                return True
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))


class TranscriptPane(QWidget):
    """Loads one conversation and shows it; follows it while it grows."""

    command = Signal(str)
    """Something to be done with the conversation that is shown."""
    menu_wanted = Signal(QPoint)
    memory_wanted = Signal(str)
    left = Signal()

    def __init__(
        self, icons: Icons, desk: Desk, clock: Clock, *, refresh_ms: int = 250, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._desk = icons, icons.theme, desk
        self.conversation: Conversation | None = None
        self.transcript: reads.Transcript | None = None
        self._wanted_turn: int | None = None
        self._found = reads.Search("")
        self._at = -1
        self.head = TranscriptHead(icons, clock, self)
        self.find_bar = FindBar(icons, self)
        self.find_bar.hide()
        self.view = TranscriptView(icons, self)
        self.state = EmptyState(icons, "conversations", tr("No conversation selected"), parent=self)
        self.blank = QWidget(self)
        self.stack = QStackedWidget(self)
        for widget in (self.view, self.state, self.blank):
            self.stack.addWidget(widget)
        # Not that of the state, which needs the room only while it is shown.
        self.stack.setMinimumHeight(icons.theme.px(72))
        self._soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self._soon.timeout.connect(self._load)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.find_bar)
        column.addWidget(self.stack, 1)
        self._connect()
        self.clear()

    def _connect(self) -> None:
        self.head.command.connect(self._head_command)
        self.head.menu_wanted.connect(self.menu_wanted)
        for fold in (self.head.outcome, self.head.told):
            fold.turn_wanted.connect(lambda turn: self.view.go_to(turn))
        self.head.told.memory_wanted.connect(self.memory_wanted)
        self.find_bar.searched.connect(self._search)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self.close_find)
        self.view.texts_wanted.connect(self._fetch)
        self.view.memory_wanted.connect(self.memory_wanted)
        self.view.copy_wanted.connect(self._copy)
        self.view.menu_wanted.connect(self._open_menu)
        self.view.left.connect(self.left)

    # What the page asks

    def clear(self) -> None:
        """Nothing is selected."""
        self._desk.drop_transcript()
        self.conversation = self.transcript = None
        self._reset_find()
        self.view.clear()
        self.head.hide()
        self.state.show_state("conversations", tr("No conversation selected"))
        self.stack.setCurrentWidget(self.state)

    def show_conversation(self, conversation: Conversation, turn: int | None = None) -> None:
        """Shows a conversation, at `turn` if given."""
        former = self.conversation
        same = former is not None and former.id == conversation.id
        self.conversation = conversation
        self.head.show_conversation(conversation)
        self.head.show()
        if turn is not None:
            self._wanted_turn = turn
        if not same:
            self._desk.drop_transcript()
            self._wanted_turn = turn
            self.transcript = None
            self.head.outcome.show_outcome(None)
            self.head.told.show_told(Told())
            self.head.show_read(None, 0.0)
            self._reset_find()
            self.stack.setCurrentWidget(self.blank)
            self._load()
        elif former != conversation and not self._soon.isActive():
            self._soon.start()
        elif self.transcript is not None:
            self._go_to_wanted()

    def changed(self) -> None:
        """The conversation, or a memory of it, is another one than before."""
        if self.conversation is not None and not self._soon.isActive():
            self._soon.start()

    def open_find(self) -> None:
        """Ctrl+F."""
        if self.transcript is None or not self.transcript.rows:
            return
        self.find_bar.show()
        self.find_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_bar.field.selectAll()

    def close_find(self) -> None:
        self._reset_find()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Loading

    def _load(self) -> None:
        self._soon.stop()
        if self.conversation is not None:
            self._desk.transcript(self.conversation.id, self._came, self._failed)

    def _came(self, transcript: reads.Transcript) -> None:
        if self.conversation is None or transcript.conversation.id != self.conversation.id:
            return
        self.conversation, self.transcript = transcript.conversation, transcript
        self.head.show_conversation(transcript.conversation)
        self.head.show_read(transcript.read_with, transcript.conversation.cost)
        self.head.outcome.show_outcome(transcript.outcome)
        self.head.told.show_told(transcript.told)
        self.head.find_button.setEnabled(bool(transcript.rows) and not transcript.text_is_gone)
        if transcript.text_is_gone:
            self.state.show_state(
                "conversations",
                tr("The text was removed"),
                tr("Your settings no longer keep it. What was learned from it stays."),
                actions=self._gone_actions(transcript.conversation),
            )
            self.stack.setCurrentWidget(self.state)
        elif not transcript.rows:
            self.state.show_state("conversations", tr("Nothing was said"), tr("There is no message in it."))
            self.stack.setCurrentWidget(self.state)
        else:
            self.stack.setCurrentWidget(self.view)
            self.view.show_transcript(transcript)
            self._go_to_wanted()
            if self.find_bar.isVisible() and self._found.words:
                self._search(self._found.words)

    def _gone_actions(self, conversation: Conversation) -> tuple[Button, ...]:
        if not conversation.memories:
            return ()
        show = Button(self._icons, f"{tr('Show')} {memories(conversation.memories)}", icon="memories")
        show.clicked.connect(lambda: self.command.emit("memories"))
        return (show,)

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # deleted meanwhile: the list is about to follow
            self.clear()
            return
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(self._load)
        self.state.show_state(
            "error",
            tr("The conversation can't be read"),
            tr("It is still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )
        self.stack.setCurrentWidget(self.state)

    def _go_to_wanted(self) -> None:
        wanted, self._wanted_turn = self._wanted_turn, None
        if wanted is not None:
            self.view.go_to(wanted)

    def _fetch(self, first: int, last: int) -> None:
        if self.conversation is None:
            return
        id_ = self.conversation.id

        def came(turns: list[Turn]) -> None:
            if self.conversation is not None and self.conversation.id == id_:
                self.view.put(turns)

        self._desk.turns(id_, first, last, came, self._failed)

    # Finding

    def _reset_find(self) -> None:
        self._found, self._at = reads.Search(""), -1
        self.find_bar.hide()
        self.find_bar.field.clear_search()
        self.find_bar.show_count("", 0, -1)
        self.view.show_found((), -1)

    def _search(self, words: str) -> None:
        if self.conversation is None:
            return
        if not words:
            self._found, self._at = reads.Search(""), -1
            self.view.show_found((), -1)
            self.find_bar.show_count("", 0, -1)
            return
        self._desk.search(self.conversation.id, words, self._searched)

    def _searched(self, found: reads.Search) -> None:
        if found.words != self.find_bar.field.text():
            return
        former = self._found.places[self._at] if 0 <= self._at < len(self._found.places) else None
        went_on = found.words == self._found.words
        self._found = found
        if went_on and former in found.places:
            self._at = found.places.index(former)
            self._show_found()
            return
        # The first one from where the person reads now.
        here = self.view.first_turn()
        numbers = range(len(found.places))
        self._at = next((n for n in numbers if found.places[n].number >= here), 0 if found.places else -1)
        self._show_found(go=True)

    def _step(self, step: int) -> None:
        if self._found.words != self.find_bar.field.text():
            self._search(self.find_bar.field.text())
        elif self._found.places:
            self._at = (self._at + step) % len(self._found.places)
            self._show_found(go=True)

    def _show_found(self, *, go: bool = False) -> None:
        places = self._found.places
        self.find_bar.show_count(self._found.words, len(places), self._at)
        self.view.show_found(places, self._at)
        if go and self._at >= 0:
            self.view.go_to(places[self._at].number, places[self._at].start)

    # Copying

    def _copy(self, first: Caret, last: Caret) -> None:
        if self.conversation is None:
            return
        done = partial(self._copied, first, last, self.view.shown_turns() | {first.number})
        self._desk.texts(self.conversation.id, first.number, last.number, done)

    def _copied(self, first: Caret, last: Caret, shown: set[int], turns: list[Turn]) -> None:
        source = self.conversation.source if self.conversation else ""
        QGuiApplication.clipboard().setText(copied(turns, first, last, shown, source))

    def _open_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen = self.view.selection() is not None
        words = tr("Copy") if chosen else tr("Copy message")
        copy = menu.addAction(self._icons.icon("copy"), words)
        copy.triggered.connect(lambda: self.view.copy())
        for mark in self.view.marks_of_current():
            view = menu.addAction(self._icons.icon("memories"), tr("View memory"))
            view.triggered.connect(partial(self.memory_wanted.emit, mark.memory_id))
        for used in self.view.used_at_current():
            view = menu.addAction(self._icons.icon("context"), tr("View memory that was used"))
            view.triggered.connect(partial(self.memory_wanted.emit, used.memory_id))
        menu.addSeparator()
        find = menu.addAction(self._icons.icon("search"), tr("Find in transcript"))
        find.triggered.connect(lambda: self.open_find())
        menu.popup(at)

    def _head_command(self, name: str) -> None:
        if name == "find":
            self.open_find()
        else:
            self.command.emit(name)


def copied(turns: list[Turn], first: Caret, last: Caret, shown: set[int], source: str) -> str:
    """The selected text; of several turns, each after the name of who said it."""
    parts = []
    for turn in turns:
        if turn.number not in shown:
            continue
        start = first.place if turn.number == first.number else 0
        end = last.place if turn.number == last.number else len(turn.text)
        if text := turn.text[start:end].strip("\n"):
            parts.append((turn, text))
    if len(parts) == 1:
        return parts[0][1]
    return "\n\n".join(f"{speaker(turn.role, source)}:\n{text}" for turn, text in parts)
