"""The conversation that is selected: its head, the strip that finds words, and what was said."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.conversations.model import Conversation, ConversationStatus
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, EmptyState, IconButton, Label, SearchField
from arbor_desktop.ui.components.boxes import STRETCH, TOP, hbox, stacked, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.conversations.controller import TranscriptController
from arbor_desktop.ui.conversations.folds import OutcomeFold, ToldFold
from arbor_desktop.ui.conversations.model import Search, Told, Transcript
from arbor_desktop.ui.conversations.remember import RememberCard, Selected, place_beside
from arbor_desktop.ui.conversations.view import TranscriptView
from arbor_desktop.ui.conversations.why import WIDTH, WhyController, WhyPanel
from arbor_desktop.ui.conversations.words import (
    facts_line,
    may_be_memorized,
    memories,
    nothing_words,
    read_words,
    title_of,
)
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import number, tr

_LEAST = 300
"""The transcript is no narrower beside the panel."""


class TranscriptHead(Bar):
    """Title, facts, and the buttons. `command(name)` is what a button asks for."""

    command = Signal(str)
    menu_wanted = Signal(QPoint)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._clock = clock
        px = icons.theme.px
        self.back = IconButton(icons, "chevron-left", tr("Back to list"), shortcut="Alt Left", parent=self)
        self.back.clicked.connect(lambda: self.command.emit("back"))
        self.title = Label(icons.theme, "", "section", parent=self, wrap=True)
        self.facts = Label(icons.theme, "", "caption", "text3", parent=self, wrap=True)
        self.nothing = Label(icons.theme, "", "caption", "text2", parent=self, wrap=True)
        self.nothing.hide()
        self.read = Label(icons.theme, "", "caption", "text3", parent=self, wrap=True)
        self.read.hide()
        self.count = Button(icons, memories(0), size="small", icon="memories", parent=self)
        self.count.clicked.connect(lambda: self.command.emit("memories"))
        self.memorize = Button(icons, tr("Read now"), size="small", icon="play", parent=self)
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
        top = hbox((self.back, TOP), (self.title, 1), gap=px(4))
        row = hbox(self.count, self.memorize, STRETCH, self.find_button, self.more, gap=px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(10), px(10))
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.facts)
        column.addWidget(self.nothing)
        column.addWidget(self.read)
        column.addSpacing(px(8))
        column.addLayout(row)
        column.addSpacing(px(6))
        column.addWidget(self.outcome)
        column.addWidget(self.told)
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
            tr("Reading…") if processing else tr("Read again") if again else tr("Read now")
        )
        self.memorize.set_glyph("refresh" if again or processing else "play")
        self.memorize.setEnabled(may_be_memorized(conversation))

    def show_read(self, model: str | None, dollars: float, *, garbled: bool = False) -> None:
        """Which model read it, what that cost, and whether characters are lost."""
        lost = tr("Some characters (�) can't be read: their encoding is unknown.") if garbled else ""
        words = "\n".join(filter(None, (read_words(model, dollars), lost)))
        self.read.setText(words)
        self.read.setVisible(bool(words))


class FindBar(Bar):
    """`searched(words)`, `stepped(+1 or -1)`, `closed`."""

    searched = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        px = icons.theme.px
        self.field = SearchField(icons, tr("Find in transcript"), parent=self)
        self.field.text_edited.connect(self.searched)
        self.field.installEventFilter(self)
        self.count = Label(icons.theme, "", "small", "text2", parent=self)
        self.previous = IconButton(
            icons, "chevron-left", tr("Previous match"), shortcut="Shift Enter", parent=self
        )
        self.next = IconButton(icons, "chevron-right", tr("Next match"), shortcut="Enter", parent=self)
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
        text = (
            ""
            if not words
            else tr("No matches")
            if not total
            else tr("{count} of {total}").format(count=number(current + 1), total=number(total))
        )
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


class TranscriptPane(QWidget):
    """The widgets of one conversation; `controller` loads it and follows it while it grows.

    Signals: `command(name)`: something to be done with the conversation that is shown; `menu_wanted(point)`
    for its menu; `memory_wanted(id)`; `left`: back to the list; `why_toggled(shown)`: the panel beside it.
    """

    command = Signal(str)
    menu_wanted = Signal(QPoint)
    memory_wanted = Signal(str)
    left = Signal()
    why_toggled = Signal(bool)

    def __init__(self, icons: Icons, bridge: Bridge, clock: Clock, *, refresh_ms: int = 250) -> None:
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        self.controller = TranscriptController(bridge, self, refresh_ms)
        self.head = TranscriptHead(icons, clock, self)
        self.find_bar = FindBar(icons, self)
        self.find_bar.hide()
        self.view = TranscriptView(icons, self)
        self.state = EmptyState(icons, "conversations", tr("No conversation selected"), parent=self)
        self.blank = QWidget(self)
        self.stack = stacked(self.view, self.state, self.blank, parent=self)
        # Not that of the state, which needs the room only while it is shown.
        self.stack.setMinimumHeight(icons.theme.px(72))
        self.remember_button = Button(
            icons, tr("Remember this"), size="small", icon="memories", parent=self.view.viewport()
        )
        self.remember_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.remember_button.setCursor(Qt.CursorShape.ArrowCursor)
        self.remember_button.setToolTip(tr("Save the selected text as a memory"))
        self.remember_button.hide()
        self.card = RememberCard(icons, self)
        self.why_button = Button(
            icons, tr("Why?"), size="small", icon="question", keycap="Alt Y", parent=self.view.viewport()
        )
        self.why_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.why_button.setCursor(Qt.CursorShape.ArrowCursor)
        self.why_button.setToolTip(tr("Why did my AI do that?"))
        self.why_button.hide()
        self.why = WhyPanel(icons, clock, self)
        self.explainer = WhyController(icons, bridge, self.why, clock)
        self._said = QWidget(self)
        vbox(self.head, self.find_bar, (self.stack, 1), on=self._said)
        hbox((self._said, 1), self.why, on=self)
        self._connect()
        self.controller.clear()

    def _connect(self) -> None:
        do, view = self.controller, self.view
        self.head.command.connect(self._head_command)
        self.head.menu_wanted.connect(self.menu_wanted)
        for fold in (self.head.outcome, self.head.told):
            fold.turn_wanted.connect(lambda turn: view.go_to(turn))
        self.head.told.memory_wanted.connect(self.memory_wanted)
        self.find_bar.searched.connect(do.search)
        self.find_bar.stepped.connect(lambda step: do.step(step, self.find_bar.field.text()))
        self.find_bar.closed.connect(self.close_find)
        view.texts_wanted.connect(do.fetch)
        view.memory_wanted.connect(self.memory_wanted)
        view.copy_wanted.connect(
            lambda first, last: do.copy(first, last, view.shown_turns() | {first.number})
        )
        view.menu_wanted.connect(self._open_menu)
        view.left.connect(lambda: self.left.emit() if self.why.isHidden() else self.close_why())
        view.selected.connect(self._place_button)
        self.remember_button.clicked.connect(self.remember)
        self.card.save_wanted.connect(do.save)
        self.card.resized.connect(self._place_card)
        self.card.closed.connect(lambda: view.setFocus(Qt.FocusReason.OtherFocusReason))
        for moved in (view.pointed, view.selected):
            moved.connect(self._place_why)
        self.why_button.clicked.connect(self.ask_why)
        self.why.opened.connect(self._why_opened)
        self.why.closed.connect(self.close_why)

    # What the page asks

    def open_find(self) -> None:
        """Ctrl+F."""
        shown = self.controller.transcript
        if shown is None or not shown.rows:
            return
        self.find_bar.show()
        self.find_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_bar.field.selectAll()

    def close_find(self) -> None:
        self._reset_find()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def remember(self) -> None:
        """Offer to save the selected words, or else the current turn, as a memory (Ctrl+D)."""
        chosen = self.view.selection_or_turn()
        if chosen is not None and self.stack.currentWidget() is self.view:
            self.controller.remember(*chosen, self.view.shown_turns() | {chosen[0].number})

    def ask_why(self) -> None:
        """Explain the answer under the pointer or the current one (Alt+Y); again: close that."""
        shown, box = self.controller.conversation, self.view.answer_box()
        turn = box[0] if box is not None else self.view.current_turn or self.view.first_turn()
        if shown is None or self.stack.currentWidget() is not self.view:
            return
        if self.why.asked == turn:
            self.close_why()
            return
        if box is None:
            self.view.go_to(turn)
        self.explainer.explain(shown, turn)

    def _why_opened(self) -> None:
        self.view.mark_asked(self.why.asked)
        self.why_toggled.emit(True)
        self._fit_why()

    def close_why(self) -> None:
        """Close the panel; the focus goes back to the transcript."""
        self.explainer.forget_asked()
        self.view.mark_asked(None)
        if not self.why.isHidden():
            self.why.hide()
            self.why_toggled.emit(False)
            self._fit_why()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # What the controller shows

    def show_nothing(self) -> None:
        self.close_why()
        self._reset_find()
        self.card.hide()
        self.view.clear()
        self.head.hide()
        self.state.show_state("conversations", tr("No conversation selected"))
        self.stack.setCurrentWidget(self.state)

    def show_conversation(self, conversation: Conversation, *, anew: bool) -> None:
        """Show its head. `anew`: another one was shown before; its transcript comes in a moment."""
        self.head.show_conversation(conversation)
        self.head.show()
        if anew:
            self.head.outcome.show_outcome(None)
            self.head.told.show_told(Told())
            self.head.show_read(None, 0.0)
            self._reset_find()
            self.card.hide()
            self.close_why()
            self.stack.setCurrentWidget(self.blank)

    def show_transcript(self, transcript: Transcript) -> None:
        conversation = transcript.conversation
        self.head.show_conversation(conversation)
        self.head.show_read(transcript.read_with, conversation.cost, garbled=transcript.garbled)
        self.head.outcome.show_outcome(transcript.outcome)
        self.head.told.show_told(transcript.told)
        self.head.find_button.setEnabled(bool(transcript.rows) and not transcript.text_is_gone)
        if transcript.text_is_gone:
            actions: tuple[Button, ...] = ()
            if conversation.memories:
                show = Button(
                    self._icons,
                    tr("Show {memories}").format(memories=memories(conversation.memories)),
                    icon="memories",
                )
                show.clicked.connect(lambda: self.command.emit("memories"))
                actions = (show,)
            self.state.show_state(
                "conversations",
                tr("Transcript deleted"),
                tr(
                    "Your settings limit how long transcripts are kept. Any memories from this "
                    "conversation are still here."
                ),
                actions=actions,
            )
            self.stack.setCurrentWidget(self.state)
        elif not transcript.rows:
            self.state.show_state(
                "conversations", tr("Empty conversation"), tr("This conversation has no messages.")
            )
            self.stack.setCurrentWidget(self.state)
        else:
            self.stack.setCurrentWidget(self.view)
            self.view.show_transcript(transcript)
            self.explainer.changed()

    def show_failure(self, error: BaseException) -> None:
        self.state.show_failed(
            tr("Couldn't load the conversation"),
            error,
            self.controller.load,
        )
        self.stack.setCurrentWidget(self.state)

    def show_found(self, found: Search, at: int, *, go: bool = False) -> None:
        """Mark what was found; `at`: the place that is looked at, -1 for none. `go`: bring it into view."""
        self.find_bar.show_count(found.words, len(found.places), at)
        self.view.show_found(found.places, at)
        if go and at >= 0:
            self.view.go_to(found.places[at].number, found.places[at].start)

    def open_card(self, selected: Selected) -> None:
        """Ask how to save these words."""
        self.remember_button.hide()
        self.card.open_with(selected)
        box, bar = self.view.selection_box(), self.view.verticalScrollBar()
        height = self.view.viewport().height()
        if box is not None and box.bottom() > height - self.card.height_for(self._card_width(), height):
            bar.setValue(bar.value() + box.top() - self._theme.px(8))
        self._place_card()

    # How

    def _reset_find(self) -> None:
        self.find_bar.hide()
        self.find_bar.field.clear_search()
        self.controller.search("")

    def _open_menu(self, at: QPoint) -> None:
        menu = Menu(self)
        chosen = self.view.selection() is not None
        icon = self._icons.icon
        menu.addAction(icon("copy"), tr("Copy") if chosen else tr("Copy message"), self.view.copy)
        words = tr("Remember this") if chosen else tr("Remember this message")
        save = menu.addAction(self._icons.icon("memories"), words)
        save.setShortcut(QKeySequence("Ctrl+D"))
        save.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        save.triggered.connect(lambda: self.remember())
        for mark in self.view.marks_of_current():
            wanted = partial(self.memory_wanted.emit, mark.memory_id)
            menu.addAction(icon("memories"), tr("Open memory"), wanted)
        for used in self.view.used_at_current():
            wanted = partial(self.memory_wanted.emit, used.memory_id)
            menu.addAction(icon("context"), tr("Open memory used here"), wanted)
        menu.addSeparator()
        why = menu.addAction(icon("question"), tr("Why did my AI do that?"), self.ask_why)
        why.setShortcut(QKeySequence("Alt+Y"))
        why.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        menu.addAction(self._icons.icon("search"), tr("Find in transcript"), lambda: self.open_find())
        menu.popup(at)

    def _head_command(self, name: str) -> None:
        if name == "find":
            self.open_find()
        else:
            self.command.emit(name)

    # Remember this

    def _place_button(self) -> None:
        """Beside the selected words, once they are selected."""
        box = self.view.selection_box()
        place = None
        if box is not None and not self.view.is_selecting and self.card.isHidden():
            size, gap = self.remember_button.sizeHint(), self._theme.px(4)
            room = self.view.viewport().rect().adjusted(0, 0, -self._theme.px(14), 0)
            place = place_beside(box, (size.width(), size.height()), room, gap)
        if place is not None:
            self.remember_button.setGeometry(place)
        self.remember_button.setVisible(place is not None)
        self._place_card()

    def _card_width(self) -> int:
        return min(self.width() - 2 * self._theme.px(10), self._theme.px(480))

    def _place_card(self) -> None:
        """As wide as the pane; beside the words where there is room, else at the bottom."""
        if self.card.isHidden():
            return
        edge = self._theme.px(10)
        top = self.stack.geometry().top()
        width = self._card_width()
        room = QRect(edge, top, self.width() - 2 * edge, self.height() - top - edge)
        box = self.view.selection_box()
        place = None
        most = room.height()
        if box is not None:
            box.translate(self.view.viewport().mapTo(self, QPoint()))
            most = max(room.bottom() - box.bottom() - 1, box.top() - room.top()) - edge // 2
        height = self.card.height_for(width, most)
        if box is not None:
            place = place_beside(box.adjusted(-self.width(), 0, 0, 0), (width, height), room, edge // 2)
        self.card.setGeometry(place or QRect(edge, self.height() - edge - height, width, height))

    # Why did my AI do that?

    def _place_why(self) -> None:
        """At the right of the AI's turn, above its words."""
        found = self.view.answer_box() if not self.view.is_selecting else None
        if found is not None:
            size, px = self.why_button.sizeHint(), self._theme.px
            left = self.view.viewport().width() - px(32) - size.width()
            top = max(px(2), found[1].top() + px(20) - size.height())
            self.why_button.setGeometry(left, top, size.width(), size.height())
        self.why_button.setVisible(found is not None)

    def _fit_why(self) -> None:
        """Where there is no room for both, the panel takes the place of the transcript."""
        px = self._theme.px
        alone = not self.why.isHidden() and self.width() < px(WIDTH + _LEAST)
        self._said.setHidden(alone)
        self.why.setFixedWidth(self.width() if alone else px(WIDTH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_why()
        self._place_button()
