"""The transcript in the hands of a person: moving, selecting, copying, opening, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from arbor_desktop.conversations.model import TurnMark
from arbor_desktop.ui.conversations.canvas import TranscriptCanvas
from arbor_desktop.ui.conversations.model import Caret, Look, Row, UsedMark, is_answer
from arbor_desktop.ui.conversations.turn import quiet_words
from arbor_desktop.ui.conversations.words import memories, speaker
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class TranscriptView(TranscriptCanvas):
    """A turn is the current one, text is selected across turns, quiet lines open."""

    memory_wanted = Signal(str)
    copy_wanted = Signal(object, object)
    """The first and the last `Caret` of what is to be copied."""
    menu_wanted = Signal(object)
    left = Signal()
    """Escape: back to the list."""
    selected = Signal()
    """Other words are selected, or they lie elsewhere."""
    pointed = Signal()
    """Another row is under the pointer, or is the current one."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        self._pressed: Caret | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("focusRing", "none")
        self.setAccessibleName(tr("Transcript"))
        self.viewport().setMouseTracking(True)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self.selected)
        bar.rangeChanged.connect(self.selected)

    def marks_of_current(self) -> Sequence[TurnMark]:
        """The places of the current turn that made memories."""
        at = self.layout_.place_of(self._current) if self._current else -1
        return self.layout_.rows[at].marks if at >= 0 else ()

    def used_at_current(self) -> Sequence[UsedMark]:
        """What was told before and used at the current turn."""
        at = self.layout_.place_of(self._current) if self._current else -1
        return self.layout_.rows[at].used if at >= 0 else ()

    def answer_box(self) -> tuple[int, QRect] | None:
        """The turn of the AI under the pointer, else the current one while this has the focus, and where it
        lies in the viewport."""
        rows, places = self.layout_.rows, []
        if self._hover is not None:
            places.append(self._place(self._hover))
        if self.hasFocus() and self._current is not None:
            places.append(self.layout_.place_of(self._current))
        at = next((at for at in places if at >= 0 and is_answer(rows[at].line)), -1)
        if at < 0:
            return None
        top = self.layout_.top(at) + self._margin() - self.verticalScrollBar().value()
        return rows[at].line.number, QRect(0, top, self.viewport().width(), self.layout_.laid(at).height)

    def go_to(self, number: int, place: int = 0) -> bool:
        """Brings a turn into view and makes it the current one. Whether there is such a turn."""
        transcript = self._transcript
        if transcript is None:
            return False
        self._unfold(transcript, number)
        at = self.layout_.place_of_turn(number)
        if at < 0:
            return False
        self._make_current(at, reveal=False)
        self._at_bottom = False
        self._pinned = (self.layout_.rows[at].key, self.viewport().height() // 4, place)
        self._settle()
        self.viewport().update()
        return True

    def go_to_mark(self, step: int) -> bool:
        """The next or previous turn that made a memory. Whether there is one."""
        return self._go_to_next(step, lambda row: bool(row.marks))

    def go_to_used(self, step: int) -> bool:
        """The next or previous turn that used a memory that was told. Whether there is one."""
        return self._go_to_next(step, lambda row: bool(row.used))

    def _go_to_next(self, step: int, wanted: Callable[[Row], bool]) -> bool:
        rows = self.layout_.rows
        here = self.layout_.place_of(self._current) if self._current else self._first() - (step > 0)
        at = here + step
        while 0 <= at < len(rows):
            if wanted(rows[at]):
                return self.go_to(rows[at].line.number)
            at += step
        return False

    # Current row and selection

    def _make_current(self, at: int, *, reveal: bool = True) -> None:
        row = self.layout_.rows[at]
        self._current = row.key
        if reveal:
            self._reveal(at)
        words = self._spoken(at)
        self.setAccessibleDescription(words)
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        self.viewport().update()
        self.pointed.emit()

    def _spoken(self, at: int) -> str:
        row = self.layout_.rows[at]
        if row.look is not Look.SAID:
            state = tr("expanded") if row.open else tr("collapsed")
            return f"{row.line.number}, {quiet_words(row)}, {state}{_used_words(row)}"
        count = len({mark.memory_id for mark in row.marks})
        made = " " + tr("Source of {memories}.").format(memories=memories(count)) if count else ""
        text = (self.layout_.text(row.line.number) or "")[:600]
        who = speaker(row.line.role, self._painter.source)
        return f"{row.line.number}, {who}: {text}{made}{_used_words(row)}"

    def _reveal(self, at: int) -> None:
        self._pinned = None
        bar, view = self.verticalScrollBar(), self.viewport().height()
        top = self.layout_.top(at)
        height = self.layout_.laid(at).height
        if top < bar.value() or height > view:
            bar.setValue(top)
        elif top + height + 2 * self._margin() > bar.value() + view:
            bar.setValue(top + height + 2 * self._margin() - view)

    def _move(self, step: int) -> None:
        rows = self.layout_.rows
        if not rows:
            return
        here = self.layout_.place_of(self._current) if self._current else -1
        at = here + step if here >= 0 else self._first()
        if 0 <= at < len(rows):
            self._make_current(at)

    def _act(self) -> None:
        """Enter: opens or closes a quiet line, or shows the memory that the turn made."""
        at = self.layout_.place_of(self._current) if self._current else -1
        if at < 0:
            return
        row = self.layout_.rows[at]
        if row.marks:
            self.memory_wanted.emit(row.marks[0].memory_id)
        elif row.used and row.look is Look.SAID:
            self.memory_wanted.emit(row.used[0].memory_id)
        else:
            self._toggle(row)

    def _toggle(self, row: Row) -> None:
        if row.look is Look.SAID:
            return
        chosen = self._open_folds if row.look is Look.FOLD else self._open_turns
        chosen.symmetric_difference_update({row.line.number})
        with self._holding():
            self._rebuild()

    def whole(self, number: int) -> tuple[Caret, Caret]:
        """A turn from its beginning to its end."""
        return Caret(number, 0), Caret(number, 1 << 60)

    def select_all(self) -> None:
        rows = self.layout_.rows
        if rows:
            self._select((Caret(rows[0].line.number, 0), Caret(rows[-1].line.number, 1 << 60)))

    def _select(self, chosen: tuple[Caret, Caret] | None) -> None:
        self._selection = chosen
        self.viewport().update()
        self.selected.emit()

    def selection_or_turn(self) -> tuple[Caret, Caret] | None:
        """What is selected, else the current turn."""
        chosen = self.selection()
        return chosen if chosen is not None or self.current_turn is None else self.whole(self.current_turn)

    @property
    def is_selecting(self) -> bool:
        """Whether the mouse is still held."""
        return self._pressed is not None

    def selection_box(self) -> QRect | None:
        """Where the selected words lie in the viewport, from the first line to the last; None without."""
        chosen = self.selection()
        if chosen is None:
            return None
        above = self._margin() - self.verticalScrollBar().value()
        ends = []
        for caret in chosen:
            at = self.layout_.place_of_turn(caret.number)
            if at < 0:
                return None
            laid = self.layout_.laid(at)
            line = laid.text_at.y() + laid.text.top_of(caret.place) if laid.text is not None else 0
            ends.append(self.layout_.top(at) + above + round(line))
        left = self._painter.text_left()
        height = ends[1] + self._painter.line_height - ends[0]
        return QRect(left, ends[0], self.viewport().width() - left, height)

    def shown_turns(self) -> set[int]:
        """The turns whose text can be seen, and so be copied with others."""
        return {row.line.number for row in self.layout_.rows if row.shows_text}

    def copy(self) -> None:
        """Asks for the selection to be copied, else for the current turn."""
        chosen = self.selection_or_turn()
        if chosen is not None:
            self.copy_wanted.emit(*chosen)

    def _caret(self, at: QPoint) -> Caret | None:
        if not self.layout_.rows:
            return None
        y = at.y() + self.verticalScrollBar().value() - self._margin()
        place = self.layout_.place_at(y)
        laid = self.layout_.laid(place)
        number = laid.row.line.number
        if laid.text is None:
            return Caret(number, 0)
        inner = QPointF(at.x(), y - self.layout_.top(place)) - laid.text_at
        if inner.y() < 0:
            return Caret(number, 0)
        if inner.y() >= laid.text.height:
            return Caret(number, laid.text.length)
        return Caret(number, laid.text.place_at(inner))

    # Events

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Copy) or event.matches(keys.SelectAll):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        key, bar = event.key(), self.verticalScrollBar()
        bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.go_to_used(1 if key == Qt.Key.Key_Down else -1)
        elif not bare:
            super().keyPressEvent(event)
            return
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            self.go_to_mark(1 if key == Qt.Key.Key_BracketRight else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._pinned = None
            if self.layout_.rows:
                self._make_current(0 if key == Qt.Key.Key_Home else len(self.layout_.rows) - 1, reveal=False)
            if key == Qt.Key.Key_Home:
                bar.setValue(bar.minimum())
            else:
                self.go_to_end()
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space):
            self._pinned = None
            page = bar.pageStep() - self._theme.px(36)
            bar.setValue(bar.value() + (-page if key == Qt.Key.Key_PageUp else page))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._act()
        elif key == Qt.Key.Key_Escape:
            if self.selection() is not None:
                self._select(None)
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._ring = event.reason() in _KEYBOARD
        if self._current is None and self.layout_.rows:
            self._make_current(self._first(), reveal=False)
        self.viewport().update()
        self.pointed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
        self.pointed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring, self._pinned = False, None
        at = event.position().toPoint()
        caret = self._caret(at)
        if event.button() != Qt.MouseButton.LeftButton or caret is None or self._click_link(at):
            return
        place = self._place(at)
        if place >= 0:
            self._make_current(place, reveal=False)
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        start = self._selection[0] if extends and self._selection else caret
        self._pressed = start
        self._select((start, caret))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        self._hover = at
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            bar = self.verticalScrollBar()
            over = at.y() - min(max(at.y(), 0), self.viewport().height())
            bar.setValue(bar.value() + over)
            caret = self._caret(at)
            if caret is not None:
                self._select((self._pressed, caret))
        link = self._link(at)
        shape = Qt.CursorShape.IBeamCursor if self._on_text(at) else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if link else shape)
        self.viewport().update()
        self.pointed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._pressed = None
        self.selected.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Selects the word."""
        caret = self._caret(event.position().toPoint())
        text = self.layout_.text(caret.number) if caret else None
        if caret is None or not text:
            return
        start = end = caret.place
        while start > 0 and text[start - 1].isalnum():
            start -= 1
        while end < len(text) and text[end].isalnum():
            end += 1
        self._select((Caret(caret.number, start), Caret(caret.number, end)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pointed.emit()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover = None
            self.viewport().update()
            self.pointed.emit()
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self._place(event.pos())
        if place >= 0 and self.selection() is None:
            self._make_current(place, reveal=False)
        self.menu_wanted.emit(event.globalPos())

    def _on_text(self, at: QPoint) -> bool:
        place, inner = self._inner(at)
        if place < 0:
            return False
        laid = self.layout_.laid(place)
        return laid.text is not None and laid.text_at.y() <= inner.y() < laid.text_at.y() + laid.text.height

    def _click_link(self, at: QPoint) -> bool:
        place, _ = self._inner(at)
        link = self._link(at)
        if link is None:
            return False
        row = self.layout_.rows[place]
        self._make_current(place, reveal=False)
        if link.does in ("memory", "used"):
            self.memory_wanted.emit(link.memory_id)
        elif link.does == "more":
            self.layout_.show_all(row.line.number)
            with self._holding():
                self._rebuild()
        else:
            self._toggle(row)
        return True


def _used_words(row: Row) -> str:
    """For a screen reader."""
    failed = sum(mark.failed for mark in row.used)
    used = len(row.used) - failed
    said = " " + tr("Used {memories}.").format(memories=memories(used)) if used else ""
    wrong = tr("{memories} didn't help.").format(memories=memories(failed)) if failed else ""
    return f"{said} {wrong}" if wrong else said
