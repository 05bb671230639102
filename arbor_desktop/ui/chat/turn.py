"""One turn in the transcript: what the person said, or an answer with what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from arbor_desktop.chat.queries import AnswerRow, StoredMemory
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.chat.dialogs import MemoryRow
from arbor_desktop.ui.chat.text import AnswerText
from arbor_desktop.ui.chat.words import added_words, answer_words, state_words
from arbor_desktop.ui.components import Button, IconButton, Label
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class Prompt(QWidget):
    """What the person said, in a box at the right."""

    def __init__(self, icons: Icons, number: int, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        while self._column.count() > 1:
            item = self._column.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
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

    def __init__(self, icons: Icons, asked: int, parent: QWidget | None = None) -> None:
        """`asked`: the number of the prompt that it answers."""
        super().__init__(parent)
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
        trouble = hbox((self.state, 1), (self.retry, 0, Qt.AlignmentFlag.AlignTop), gap=px(10))
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
