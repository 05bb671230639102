"""The transcript of a chat: messages, and answers with the memories that they used and made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.chat.model import Chat, ChatTurn
from arbor_desktop.chat.queries import AnswerRow, StoredMemory
from arbor_desktop.conversations.model import Role
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.chat.dialogs import MemoryRow
from arbor_desktop.ui.chat.text import AnswerText
from arbor_desktop.ui.chat.words import added_words, answer_words, state_words
from arbor_desktop.ui.components import Button, Hairline, IconButton, Label
from arbor_desktop.ui.components.boxes import STRETCH, TOP, ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class Prompt(QWidget):
    """What the person said, in a box at the right."""

    def __init__(self, icons: Icons, number: int, text: str) -> None:
        super().__init__()
        self._theme = icons.theme
        self.number = number
        self.place = ("prompt", number)
        px = self._theme.px
        self.box = _Box(icons, self)
        self.text = AnswerText(icons.theme, tr("You"), self.box)
        vbox(self.text, on=self.box, margins=(px(14), px(9), px(14), px(9)))
        hbox(STRETCH, self.box, on=self)
        self.text.show_text(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        px = self._theme.px
        most = max(px(160), self.width() * 4 // 5)
        wanted = self.text.natural_width() + 2 * px(14)
        self.box.setFixedWidth(min(most, wanted))


class _Box(QFrame):
    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = icons.theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(10), theme.color("selected"), None)


class StoredStrip(Card):
    """The memories that came of an answer, each with Undo."""

    memory_wanted = Signal(str)
    undo_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons = icons
        px = self._theme.px
        self.title = Label(icons.theme, "", "small500", "text2", parent=self)
        self.title.setContentsMargins(px(8), 0, 0, px(2))
        self._column = vbox(self.title, on=self, margins=(px(8), px(8), px(14), px(6)))
        self.rows: dict[str, tuple[MemoryRow, Button]] = {}
        self.hide()

    def show_memories(self, stored: Sequence[StoredMemory]) -> None:
        """Shows these, and none else."""
        wanted = [one.id for one in stored]
        if wanted == list(self.rows) and all(self.rows[one.id][0].note == _note(one) for one in stored):
            return
        clear(self._column, 1)
        self.rows = {}
        count = len(stored)
        self.title.setText(tr("%n memories saved", None, count))
        for one in stored:
            self._column.addWidget(self._line(one))
        self.setVisible(bool(stored))

    def _line(self, one: StoredMemory) -> QWidget:
        line = QWidget(self)
        memory = MemoryRow(self._icons, one.id, one.content, MemoryType(one.type), _note(one), line)
        memory.clicked.connect(lambda: self.memory_wanted.emit(one.id))
        undo = Button(self._icons, tr("Undo"), variant="link", parent=line)
        undo.setAccessibleName(tr("Undo saving “{text}”").format(text=one.content[:80]))
        undo.clicked.connect(lambda: self.undo_wanted.emit(one.id))
        hbox((memory, 1), undo, on=line, gap=self._theme.px(8))
        self.rows[one.id] = (memory, undo)
        return line


def _note(one: StoredMemory) -> str:
    return tr("Needs review") if one.status == "pending" else ""


class Reply(QWidget):
    """An answer, or one that is coming, or why none came."""

    memory_wanted = Signal(str)
    undo_wanted = Signal(str)
    added_wanted = Signal(object)
    """The ids of the memories that were told for this answer, and not before."""
    retry_wanted = Signal()
    copied = Signal()

    def __init__(self, icons: Icons, asked: int) -> None:
        """`asked`: the number of the prompt that it answers."""
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        self.asked = asked
        self.place = ("reply", asked)
        self._coming = False
        self._trouble = ""
        self._added: tuple[str, ...] = ()
        px = self._theme.px
        self.text = AnswerText(icons.theme, tr("Answer"), self)
        self.waiting = Label(icons.theme, tr("Thinking…"), "body", "text3", parent=self)
        self.state = Label(icons.theme, "", "small", "text2", parent=self, wrap=True)
        self.retry = Button(icons, tr("Try again"), size="small", icon="refresh", parent=self)
        self.retry.clicked.connect(self.retry_wanted)
        self.copy = IconButton(icons, "copy", tr("Copy answer"), side=26, glyph_size=14, parent=self)
        self.copy.clicked.connect(self.copy_text)
        self.added = Button(icons, "", variant="link", parent=self)
        self.added.clicked.connect(lambda: self.added_wanted.emit(self._added))
        self.facts = Label(icons.theme, "", "caption", "text3", parent=self)
        self.stored = StoredStrip(icons, self)
        self.stored.memory_wanted.connect(self.memory_wanted)
        self.stored.undo_wanted.connect(self.undo_wanted)
        trouble = hbox((self.state, 1), (self.retry, TOP), gap=px(10))
        self._foot = QWidget(self)
        hbox(self.facts, self.added, self.copy, STRETCH, on=self._foot, gap=px(8))
        vbox(self.waiting, self.text, trouble, self._foot, self.stored, on=self, gap=px(6))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._reset()

    def _reset(self) -> None:
        for widget in (self.text, self.state, self.retry, self.waiting, self._foot):
            widget.hide()
        self.stored.show_memories(())

    def begin(self, text: str = "") -> None:
        """An answer is coming; `text` came already."""
        self._reset()
        self._coming, self._trouble = True, ""
        self.text.show_text("")
        self.waiting.setVisible(not text)
        if text:
            self.add(text)

    def add(self, piece: str) -> None:
        """More of it."""
        self.waiting.hide()
        self.text.show()
        self.text.add(piece)

    def show_answer(
        self,
        text: str,
        answer: AnswerRow,
        added: tuple[str, ...],
        stored: Sequence[StoredMemory],
        *,
        last: bool,
        first: bool = False,
    ) -> None:
        """The whole answer. `last`: it may be asked for again; `first`: none came before. One that is coming
        goes on coming."""
        if self._coming:
            return
        self.waiting.hide()
        if self.text.source.strip() != text:
            self.text.show_text(text)
        else:
            self.text.finish()
        self.text.setVisible(bool(text))
        words = self._trouble or state_words(answer.state)
        self.state.setText(words)
        self.state.set_token("danger" if self._trouble else "text2")
        self.state.setVisible(bool(words))
        self.retry.setVisible(last and answer.state in ("stopped", "cut"))
        self._added = added
        self.added.set_label(added_words(len(added), first=first))
        self.added.setVisible(bool(added))
        self.facts.setText(answer_words(answer))
        self.copy.setVisible(bool(text))
        self._foot.setVisible(bool(text or added))
        self.stored.show_memories(stored)

    def show_trouble(self, words: str) -> None:
        """No answer came, and why; what came of it stays."""
        self._coming, self._trouble = False, words
        self.waiting.hide()
        self.text.finish()
        self.state.setText(words)
        self.state.set_token("danger")
        self.state.show()
        self.retry.show()
        self._foot.hide()

    def end(self) -> None:
        """It came to its end; `show_answer` says the rest of it."""
        self._coming = False
        self.waiting.hide()
        self.text.finish()

    def show_unanswered(self) -> None:
        """The prompt has no answer: the program ended, or it was never asked."""
        self._reset()
        self.state.setText(tr("No answer yet."))
        self.state.set_token("text2")
        self.state.show()
        self.retry.show()

    def copy_text(self) -> None:
        """The answer as it came, fences and all."""
        QGuiApplication.clipboard().setText(self.text.source.strip())
        self.copied.emit()


_WIDEST = 760
_NEAR_END = 24


class Transcript(ScrollArea):
    """`reply` is the answer that is coming or came last, if any."""

    memory_wanted = Signal(str)
    undo_wanted = Signal(str)
    added_wanted = Signal(object, object)
    """Ids of memories, and the button below which they are shown."""
    retry_wanted = Signal()
    earlier_wanted = Signal()
    copied = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(name=tr("Conversation"), focusable=True, clear=True, parent=parent)
        self._icons, self._theme = icons, icons.theme
        self.turns: list[Prompt | Reply] = []
        self.reply: Reply | None = None
        self._inside = QWidget()
        self._inside.setAutoFillBackground(False)
        self._middle = QWidget(self._inside)
        self._column = QVBoxLayout(self._middle)
        self._column.setSpacing(self._theme.px(18))
        px = self._theme.px
        self._column.setContentsMargins(px(20), px(18), px(20), px(18))
        self.earlier = Button(
            icons, tr("Show earlier messages"), variant="quiet", size="small", icon="history"
        )
        self.earlier.clicked.connect(self.earlier_wanted)
        self._column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        hbox(STRETCH, (self._middle, 100), STRETCH, on=self._inside)
        self._middle.setMaximumWidth(px(_WIDEST))
        self.setWidget(self._inside)
        self._inside.setAutoFillBackground(False)
        self.at_end = True
        """Whether the end is in view, so that what comes is followed."""
        self._shown: tuple[object, ...] | None = None
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._moved)

    # Content

    def show_chat(self, chat: Chat, *, keep_place: bool = False) -> None:
        """Shows a chat. What is there already stays as it is, and where it is: only what came is added."""
        if self._is_continued(chat):
            self._continue(chat)
            return
        before = self.verticalScrollBar().maximum() - self.verticalScrollBar().value()
        self.clear()
        self._shown = _key(chat)
        self.earlier.setVisible(chat.earlier > 0)
        self.earlier.set_label(tr("Show %n earlier messages", None, chat.earlier))
        self._add_lines(chat, chat.lines)
        if keep_place:
            self.at_end = False
            QTimer.singleShot(0, self, lambda: self._go_back(before))
        else:
            self.go_to_end()

    def _is_continued(self, chat: Chat) -> bool:
        """Whether what is shown is how this chat begins."""
        if self._shown != _key(chat):
            return False
        wanted = [_place(line) for line in chat.lines if not line.command]
        shown = [turn.place for turn in self.turns]
        return wanted[: len(shown)] == shown or (bool(shown) and wanted == shown[:-1])

    def _continue(self, chat: Chat) -> None:
        lines = [line for line in chat.lines if not line.command]
        last = _last_answer(chat)
        for line, turn in zip(lines, self.turns, strict=False):
            if isinstance(turn, Reply):
                _fill(turn, line, chat, last=line.number == last)
        known = {turn.place for turn in self.turns}
        self._add_lines(chat, [line for line in lines if _place(line) not in known])

    def _add_lines(self, chat: Chat, lines: Sequence[ChatTurn]) -> None:
        last = _last_answer(chat)
        for line in lines:
            if chat.first_sent and line.number == chat.first_sent:
                self._add(_divider(self._icons, tr("Older messages are not sent to the model")))
            if line.command:
                self._add(_divider(self._icons, tr("No memories saved from here on")))
            elif line.role is Role.USER:
                self.add_prompt(line.number, line.text)
            else:
                reply = self.add_reply(line.answer.asked if line.answer is not None else line.number)
                _fill(reply, line, chat, last=line.number == last)
        if chat.unanswered and ("reply", chat.unanswered) not in {turn.place for turn in self.turns}:
            self.add_reply(chat.unanswered).show_unanswered()

    def reply_to(self, asked: int) -> Reply | None:
        """The answer to a prompt, or the room for it."""
        return next((t for t in reversed(self.turns) if t.place == ("reply", asked)), None)  # type: ignore[return-value]

    def begin(self, chat_id: str, number: int) -> None:
        """A new chat, which begins with the turn `number`."""
        self.clear()
        self._shown = (chat_id, False, 0, number)

    def clear(self) -> None:
        self._shown = None
        self.reply = None
        self.turns = []
        clear(self._column, 1, 1)
        self.earlier.hide()

    def add_prompt(self, number: int, text: str) -> Prompt:
        prompt = Prompt(self._icons, number, text)
        self._add(prompt)
        self.turns.append(prompt)
        return prompt

    def add_reply(self, asked: int) -> Reply:
        """Room for the answer to the prompt `asked`."""
        reply = Reply(self._icons, asked)
        reply.memory_wanted.connect(self.memory_wanted)
        reply.undo_wanted.connect(self.undo_wanted)
        reply.added_wanted.connect(lambda ids: self.added_wanted.emit(ids, reply.added))
        reply.retry_wanted.connect(self.retry_wanted)
        reply.copied.connect(self.copied)
        self._add(reply)
        self.turns.append(reply)
        self.reply = reply
        return reply

    def _add(self, widget: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, widget)

    # Place

    def go_to_end(self) -> None:
        self.at_end = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _go_back(self, from_end: int) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() - from_end)

    def _range_changed(self, _least: int, most: int) -> None:
        if self.at_end:
            self.verticalScrollBar().setValue(most)

    def _moved(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if bar.isSliderDown() or self.isVisible():
            self.at_end = value >= bar.maximum() - self._theme.px(_NEAR_END)

    def resizeEvent(self, event: QResizeEvent) -> None:
        at_end = self.at_end
        super().resizeEvent(event)
        if at_end:
            self.go_to_end()


def _key(chat: Chat) -> tuple[object, ...]:
    """What a chat must be shown anew for."""
    commands = sum(line.command for line in chat.lines)
    first = chat.lines[0].number if chat.lines else 0
    return (chat.info.id, chat.first_sent > 0, commands, first)


def _place(line: ChatTurn) -> tuple[str, int]:
    if line.role is Role.USER:
        return ("prompt", line.number)
    return ("reply", line.answer.asked if line.answer is not None else line.number)


def _last_answer(chat: Chat) -> int:
    """The number of the answer that may be asked for again: the last line, where it is one."""
    last = chat.lines[-1] if chat.lines else None
    return last.number if last is not None and last.role is Role.ASSISTANT else 0


def _fill(reply: Reply, line: ChatTurn, chat: Chat, *, last: bool) -> None:
    if line.answer is not None:
        first = not chat.earlier and line.answer.asked == chat.lines[0].number
        reply.show_answer(line.text, line.answer, line.added, line.stored, last=last, first=first)


def _divider(icons: Icons, words: str) -> QWidget:
    """A line through the transcript with words in its middle."""
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(icons.theme.px(10))
    label = Label(icons.theme, words, "caption", "text3", parent=line)
    row.addWidget(Hairline(icons.theme, parent=line), 1)
    row.addWidget(label)
    row.addWidget(Hairline(icons.theme, parent=line), 1)
    return line
