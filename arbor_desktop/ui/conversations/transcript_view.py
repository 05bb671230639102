"""The transcript: rows of any number, of which only those in view are loaded, laid out and painted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from arbor_desktop.core.conversation import Turn
from arbor_desktop.core.results import TurnMark
from arbor_desktop.ui.conversations.reads import Line, Place, Transcript
from arbor_desktop.ui.conversations.transcript_layout import Key, TranscriptLayout
from arbor_desktop.ui.conversations.transcript_rows import Look, Row, build, fold_of
from arbor_desktop.ui.conversations.turn_row import Link, RowPainter, RowState
from arbor_desktop.ui.conversations.turn_text import Tint
from arbor_desktop.ui.conversations.words import kind_words, speaker, tr
from arbor_desktop.ui.icons import Icons

_AHEAD = 40
"""So many turns before and after those in view are loaded with them."""
_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


@dataclass(frozen=True, slots=True, order=True)
class Caret:
    """A place between the characters of a turn."""

    number: int
    place: int


class TranscriptView(QAbstractScrollArea):
    """`texts_wanted(first, last)` asks for turns, to be given to `put`."""

    memory_wanted = Signal(str)
    texts_wanted = Signal(int, int)
    copy_wanted = Signal(object, object)
    """The first and the last `Caret` of what is to be copied."""
    menu_wanted = Signal(object)
    left = Signal()
    """Escape: back to the list."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        self._painter = RowPainter(icons)
        self.layout_ = TranscriptLayout(self._painter)
        self._transcript: Transcript | None = None
        self._open_turns: set[int] = set()
        self._open_folds: set[int] = set()
        self._current: Key | None = None
        self._ring = False
        self._hover: QPoint | None = None
        self._pressed: Caret | None = None
        self._selection: tuple[Caret, Caret] | None = None
        self._found: dict[int, list[tuple[int, Place]]] = {}
        self._found_current = -1
        self._pinned: tuple[Key, int, int] | None = None
        self._placing = False
        self.letters = True
        """Whether single letters are commands (a setting)."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("focusRing", "none")
        self.setAccessibleName(tr("Transcript"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there: a bar that comes and goes would change the width of every line.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self._theme.changed.connect(self._restyle)

    # What is shown

    def show_transcript(self, transcript: Transcript) -> None:
        """Shows a conversation from its beginning, or goes on with the one that is shown."""
        former = self._transcript
        same = former is not None and former.conversation.id == transcript.conversation.id
        at_end = same and self._at_end()
        self._transcript = transcript
        self._painter.source = transcript.conversation.source
        self._painter.numbers = transcript.lines[-1].number if transcript.lines else 1
        if not same:
            self._start_anew()
            self._rebuild()
            self.verticalScrollBar().setValue(0)
            return
        with self._holding():
            self._rebuild()
        if at_end and former is not None and len(transcript.lines) > len(former.lines):
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def clear(self) -> None:
        self._transcript = None
        self._start_anew()
        self._rebuild()

    def put(self, turns: Sequence[Turn]) -> None:
        """Takes texts that were asked for."""
        self.layout_.put(turns)
        self._settle()
        self.viewport().update()

    def show_found(self, places: Sequence[Place], current: int) -> None:
        """Marks what was found; `current` is the one that is gone to, -1 for none."""
        self._found = {}
        for number, place in enumerate(places):
            self._found.setdefault(place.number, []).append((number, place))
        self._found_current = current
        self.viewport().update()

    @property
    def rows(self) -> Sequence[Row]:
        return self.layout_.rows

    @property
    def current_turn(self) -> int | None:
        return self._current[1] if self._current else None

    def first_turn(self) -> int:
        """The turn at the top of the view."""
        return self.layout_.rows[self._first()].line.number if self.layout_.rows else 1

    def marks_of_current(self) -> Sequence[TurnMark]:
        """The places of the current turn that made memories."""
        at = self.layout_.place_of(self._current) if self._current else -1
        return self.layout_.rows[at].marks if at >= 0 else ()

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
        self._pinned = (self.layout_.rows[at].key, self.viewport().height() // 4, place)
        self._settle()
        self.viewport().update()
        return True

    def go_to_mark(self, step: int) -> bool:
        """The next or previous turn that made a memory. Whether there is one."""
        rows = self.layout_.rows
        here = self.layout_.place_of(self._current) if self._current else self._first() - (step > 0)
        at = here + step
        while 0 <= at < len(rows):
            if rows[at].marks:
                return self.go_to(rows[at].line.number)
            at += step
        return False

    def _unfold(self, transcript: Transcript, number: int) -> None:
        """Opens what hides the text of a turn."""
        fold = fold_of(transcript.lines, transcript.marks, number)
        if fold is not None:
            self._open_folds.add(fold)
        self._open_turns.add(number)
        with self._holding():
            self._rebuild()

    def _start_anew(self) -> None:
        self._open_turns.clear()
        self._open_folds.clear()
        self._current = self._selection = self._pressed = self._pinned = self._hover = None
        self._found, self._found_current = {}, -1
        self.layout_.forget()

    def _rebuild(self) -> None:
        made = self._transcript
        lines: Sequence[Line] = made.lines if made else ()
        rows = build(lines, made.marks if made else (), self._open_turns, self._open_folds)
        self.layout_.set_width(self.viewport().width())
        self.layout_.set_rows(rows)
        self._settle()
        self.viewport().update()

    # Where it lies

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """What is at the top of the view stays there, whatever comes before or after it."""
        if self._pinned is None and self.layout_.rows:
            first = self._first()
            offset = self.layout_.top(first) - self.verticalScrollBar().value()
            self._pinned = (self.layout_.rows[first].key, offset, 0)
            yield
            self._settle()
            self._pinned = None
        else:
            yield

    def _first(self) -> int:
        return self.layout_.place_at(self.verticalScrollBar().value() - self._margin())

    def _last(self) -> int:
        low = self.verticalScrollBar().value() - self._margin() + self.viewport().height()
        return self.layout_.place_at(low)

    def _margin(self) -> int:
        """Above the first and below the last row."""
        return self._theme.px(8)

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.maximum() > 0 and bar.value() >= bar.maximum() - self._theme.px(4)

    def _settle(self) -> None:
        """Measures what is in view and keeps it in its place while heights turn out others than estimated."""
        if self._placing or not self.layout_.rows:
            self._set_range()
            return
        self._placing = True
        try:
            for _ in range(8):
                self._follow_pin()
                first, last = self._first(), self._last()
                anchor = next((p for p in range(first, last + 1) if self.layout_.is_measured(p)), first)
                before = self.layout_.top(anchor)
                if not self.layout_.measure(first, last):
                    break
                self._set_range()
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + self.layout_.top(anchor) - before)
            self._set_range()
            self._follow_pin()
            self._ask()
        finally:
            self._placing = False

    def _follow_pin(self) -> None:
        if self._pinned is None:
            return
        key, offset, place = self._pinned
        at = self.layout_.place_of(key)
        if at < 0:
            self._pinned = None
            return
        self._set_range()
        inner = 0
        if place:
            laid = self.layout_.laid(at)
            inner = round(laid.text_at.y() + laid.text.top_of(place)) if laid.text else 0
        self.verticalScrollBar().setValue(self.layout_.top(at) + inner - offset)

    def _set_range(self) -> None:
        bar, view = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(view)
        bar.setSingleStep(self._theme.px(54))
        bar.setRange(0, max(self.layout_.height + 2 * self._margin() - view, 0))

    def _ask(self) -> None:
        """Asks for the texts in view, and some around them, where any is missing."""
        missing = self.layout_.missing(self._first(), self._last())
        if missing:
            self.texts_wanted.emit(max(missing[0] - _AHEAD, 1), missing[-1] + _AHEAD)

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

    def _spoken(self, at: int) -> str:
        row = self.layout_.rows[at]
        if row.look is not Look.SAID:
            state = tr("open") if row.open else tr("closed")
            count = row.count if row.look is Look.FOLD else 1
            return f"{row.line.number}, {kind_words(row.line.kind, count)}, {state}"
        made = f" {tr('Made')} {len(row.marks)}." if row.marks else ""
        text = (self.layout_.text(row.line.number) or "")[:600]
        return f"{row.line.number}, {speaker(row.line.role, self._painter.source)}: {text}{made}"

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
        else:
            self._toggle(row)

    def _toggle(self, row: Row) -> None:
        if row.look is Look.SAID:
            return
        chosen = self._open_folds if row.look is Look.FOLD else self._open_turns
        chosen.symmetric_difference_update({row.line.number})
        with self._holding():
            self._rebuild()

    def selection(self) -> tuple[Caret, Caret] | None:
        """What is selected, first place first."""
        if self._selection is None or self._selection[0] == self._selection[1]:
            return None
        first, last = sorted(self._selection)
        return first, last

    def whole(self, number: int) -> tuple[Caret, Caret]:
        """A turn from its beginning to its end."""
        return Caret(number, 0), Caret(number, 1 << 60)

    def select_all(self) -> None:
        rows = self.layout_.rows
        if rows:
            self._selection = (Caret(rows[0].line.number, 0), Caret(rows[-1].line.number, 1 << 60))
            self.viewport().update()

    def shown_turns(self) -> set[int]:
        """The turns whose text can be seen, and so be copied with others."""
        return {row.line.number for row in self.layout_.rows if row.shows_text}

    def copy(self) -> None:
        """Asks for the selection to be copied, else for the current turn."""
        chosen = self.selection()
        if chosen is None and self.current_turn is not None:
            chosen = self.whole(self.current_turn)
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

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        rows = self.layout_.rows
        if not rows:
            return
        width = self.viewport().width()
        top_edge = self._margin() - self.verticalScrollBar().value()
        for at in range(self._first(), self._last() + 1):
            laid = self.layout_.laid(at)
            top = self.layout_.top(at) + top_edge
            current = rows[at].key == self._current and self.hasFocus()
            hovered = None
            if self._hover is not None and top <= self._hover.y() < top + laid.height:
                hovered = self._hover - QPoint(0, top)
            state = RowState(current, current and self._ring, hovered, self._tints(rows[at]))
            self._painter.paint(painter, laid, top, width, state)

    def _tints(self, row: Row) -> tuple[Tint, ...]:
        color = self._theme.color
        out = []
        for number, place in self._found.get(row.line.number, ()):
            here = number == self._found_current
            ink = color("onAccent") if here else None
            out.append(Tint(place.start, place.end, color("accent" if here else "heat1"), ink))
        chosen = self.selection()
        if chosen is not None and chosen[0].number <= row.line.number <= chosen[1].number:
            start = chosen[0].place if row.line.number == chosen[0].number else 0
            end = chosen[1].place if row.line.number == chosen[1].number else 1 << 60
            out.append(Tint(start, end, color("accent"), color("onAccent")))
        return tuple(out)

    def _restyle(self) -> None:
        with self._holding():
            self.layout_.unmeasure()

    # Events

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        self._settle()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        with self._holding():
            self.layout_.set_width(self.viewport().width())
        self._settle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._pinned = None
        super().wheelEvent(event)

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
        elif not bare:
            super().keyPressEvent(event)
            return
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif self.letters and key in (Qt.Key.Key_J, Qt.Key.Key_K):
            self._move(1 if key == Qt.Key.Key_J else -1)
        elif self.letters and key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            self.go_to_mark(1 if key == Qt.Key.Key_BracketRight else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._pinned = None
            if self.layout_.rows:
                self._make_current(0 if key == Qt.Key.Key_Home else len(self.layout_.rows) - 1, reveal=False)
            bar.setValue(bar.minimum() if key == Qt.Key.Key_Home else bar.maximum())
            if key == Qt.Key.Key_End:  # the last rows were only estimated until now
                bar.setValue(bar.maximum())
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space):
            self._pinned = None
            page = bar.pageStep() - self._theme.px(36)
            bar.setValue(bar.value() + (-page if key == Qt.Key.Key_PageUp else page))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._act()
        elif key == Qt.Key.Key_Escape:
            if self.selection() is not None:
                self._selection = None
                self.viewport().update()
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
            self._make_current(self._first())
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

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
        self._pressed, self._selection = start, (start, caret)
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        self._hover = at
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            bar = self.verticalScrollBar()
            over = at.y() - min(max(at.y(), 0), self.viewport().height())
            bar.setValue(bar.value() + over)
            caret = self._caret(at)
            if caret is not None:
                self._selection = (self._pressed, caret)
        link = self._link(at)
        shape = Qt.CursorShape.IBeamCursor if self._on_text(at) else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if link else shape)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._pressed = None

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
        self._selection = (Caret(caret.number, start), Caret(caret.number, end))
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover = None
            self.viewport().update()
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self._place(event.pos())
        if place >= 0 and self.selection() is None:
            self._make_current(place, reveal=False)
        self.menu_wanted.emit(event.globalPos())

    def _place(self, at: QPoint) -> int:
        return self.layout_.place_at(at.y() + self.verticalScrollBar().value() - self._margin())

    def _inner(self, at: QPoint) -> tuple[int, QPoint]:
        """The row at a point, and the point within it."""
        place = self._place(at)
        y = at.y() + self.verticalScrollBar().value() - self._margin()
        return place, QPoint(at.x(), y - (self.layout_.top(place) if place >= 0 else 0))

    def _link(self, at: QPoint) -> Link | None:
        place, inner = self._inner(at)
        return self.layout_.laid(place).link_at(inner) if place >= 0 else None

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
        if link.does == "memory":
            self.memory_wanted.emit(link.memory_id)
        elif link.does == "more":
            self.layout_.show_all(row.line.number)
            with self._holding():
                self._rebuild()
        else:
            self._toggle(row)
        return True
