"""The conversation that is selected: what it is, what can be done with it, and what was said."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.model import Conversation, Turn
from arbor_desktop.errors import NotFound
from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.conversations import reads
from arbor_desktop.ui.conversations.desk import Desk, error_words
from arbor_desktop.ui.conversations.find_bar import FindBar
from arbor_desktop.ui.conversations.transcript_head import TranscriptHead
from arbor_desktop.ui.conversations.transcript_view import Caret, TranscriptView
from arbor_desktop.ui.conversations.words import memories, speaker, tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.receipts.reads import Told


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
