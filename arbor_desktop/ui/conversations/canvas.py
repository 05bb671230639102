"""The rows of a transcript: any number, of which only those in view are loaded, laid out and painted."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, count

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from arbor_desktop.conversations.model import Turn
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.conversations.model import Caret, Look, Place, Row, Transcript, fold_of, opened
from arbor_desktop.ui.conversations.turn import CLIP, LaidRow, Link, RowPainter, RowState, Tint
from arbor_desktop.ui.formatting import Span
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.text import hits

_KEPT_TEXTS = 1_500
_KEPT_ROWS = 200

Key = tuple[str, int]


class TranscriptLayout:
    """Rows of one transcript in one width. Texts come by `put`; what was looked at longest ago is dropped."""

    def __init__(self, painter: RowPainter) -> None:
        self._painter = painter
        self.rows: list[Row] = []
        self.width = 0
        self._keys: list[Key] = []
        """Of each row, in order: making them costs more than keeping them."""
        self._heights: list[int] = []
        self._tops: list[int] = [0]
        self._measured: dict[Key, int] = {}
        self._laid: OrderedDict[Key, LaidRow] = OrderedDict()
        self._texts: OrderedDict[int, str] = OrderedDict()
        self._full: set[int] = set()
        self._index: dict[Key, int] = {}

    # What is laid out

    def forget(self) -> None:
        """Another conversation comes."""
        self._texts.clear()
        self._full.clear()
        self.set_rows(())
        self.unmeasure()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Rows that look as before keep their height. Most often few of many change, so only these are gone
        through."""
        former, self.rows = self.rows, list(rows)
        first, last = _changed(former, self.rows)
        end = len(former) - last
        gone = dict(zip(self._keys[first:end], former[first:end], strict=True))
        come = self.rows[first : len(self.rows) - last]
        keys = [row.key for row in come]
        self._keys[first:end] = keys
        self._index = dict(zip(self._keys, count()))
        for key, row in zip(keys, come, strict=True):
            if gone.get(key) == row:
                del gone[key]
        for key in gone:
            self._drop(key)
        for key in [key for key in self._laid if key not in self._measured]:
            del self._laid[key]
        self._heights[first:end] = self._heights_of(come)
        self._tops = [0, *accumulate(self._heights)]

    def set_width(self, width: int) -> None:
        if width != self.width:
            self.width = width
            self.unmeasure()

    def unmeasure(self) -> None:
        """Fonts or width are others than before."""
        self._measured.clear()
        self._laid.clear()
        self._estimate()

    def show_all(self, number: int) -> None:
        """Shows the whole of a long text."""
        self._full.add(number)
        for look in Look:
            self._drop((look.value, number))

    def put(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self._texts[turn.number] = turn.text
            self._texts.move_to_end(turn.number)
            for look in Look:
                key = (look.value, turn.number)
                laid = self._laid.get(key)
                if laid is not None and laid.text is None:
                    self._drop(key)
        while len(self._texts) > _KEPT_TEXTS:
            self._texts.popitem(last=False)

    def text(self, number: int) -> str | None:
        return self._texts.get(number)

    # Where it lies

    @property
    def height(self) -> int:
        return self._tops[-1]

    def top(self, place: int) -> int:
        return self._tops[place]

    def place_at(self, y: int) -> int:
        """The row at `y` from the top of all; the nearest one beyond the ends, -1 where there is none."""
        return min(max(bisect_right(self._tops, y) - 1, 0), len(self.rows) - 1)

    def place_of(self, key: Key) -> int:
        """-1 where there is no such row."""
        return self._index.get(key, -1)

    def place_of_turn(self, number: int) -> int:
        """The row that shows a turn, or the fold that holds it; -1 where there is none."""
        for look in (Look.SAID, Look.QUIET, Look.FOLD):
            place = self.place_of((look.value, number))
            if place >= 0:
                return place
        numbers = [row.line.number for row in self.rows]
        place = bisect_right(numbers, number) - 1
        return place if place >= 0 and self.rows[place].look is Look.FOLD else -1

    def laid(self, place: int) -> LaidRow:
        """The row laid out; its text may still be on its way."""
        row = self.rows[place]
        laid = self._laid.get(row.key)
        if laid is None:
            number = row.line.number
            text = self._texts.get(number)
            if text is not None:
                self._texts.move_to_end(number)
            laid = self._painter.lay_out(row, text, self.width, full=number in self._full)
            self._laid[row.key] = laid
            while len(self._laid) > _KEPT_ROWS:
                self._laid.popitem(last=False)
        else:
            self._laid.move_to_end(row.key)
        return laid

    def measure(self, first: int, last: int) -> bool:
        """Measures the rows from `first` to `last` as far as their texts are there. Whether any changed."""
        changed = False
        for place in range(first, last + 1):
            row = self.rows[place]
            if row.key in self._measured:
                continue
            if row.shows_text and row.line.number not in self._texts:
                continue
            height = self.laid(place).height
            self._measured[row.key] = height
            if height != self._heights[place]:
                self._heights[place] = height
                changed = True
        if changed:
            self._tops = [0, *accumulate(self._heights)]
        return changed

    def is_measured(self, place: int) -> bool:
        return self.rows[place].key in self._measured

    def missing(self, first: int, last: int) -> list[int]:
        """The turns among these rows whose texts are not there."""
        numbers = (row.line.number for row in self.rows[first : last + 1] if row.look is not Look.FOLD)
        return [number for number in numbers if number not in self._texts]

    def _drop(self, key: Key) -> None:
        self._measured.pop(key, None)
        self._laid.pop(key, None)

    def _estimate(self) -> None:
        self._heights = self._heights_of(self.rows)
        self._tops = [0, *accumulate(self._heights)]

    def _heights_of(self, rows: Sequence[Row]) -> list[int]:
        known, estimate = self._measured, self._painter.estimator(self.width)
        return [known.get(row.key) or estimate(row) for row in rows]


def _changed(former: Sequence[Row], rows: Sequence[Row]) -> tuple[int, int]:
    """How many rows are the very same at the beginning, and how many of the others at the end."""
    most = min(len(former), len(rows))
    first = next((n for n in range(most) if former[n] is not rows[n]), most)
    most -= first
    return first, next((n for n in range(most) if former[-1 - n] is not rows[-1 - n]), most)


_AHEAD = 40
"""So many turns before and after those in view are loaded with them."""


class TranscriptCanvas(QAbstractScrollArea):
    """`texts_wanted(first, last)` asks for turns, to be given to `put`."""

    texts_wanted = Signal(int, int)

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
        self.asked: int | None = None
        """The turn that is explained beside the transcript."""
        self._selection: tuple[Caret, Caret] | None = None
        self._found: dict[int, list[tuple[int, Place]]] = {}
        self._terms: tuple[str, ...] = ()
        self._term_spans: dict[int, list[Span]] = {}
        self._found_current = -1
        self._pinned: tuple[Key, int, int] | None = None
        self._at_bottom = False
        self._seen: Key | None = None
        self._placing = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.bar = OverlayBar(self)
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
        last = transcript.rows[-1] if transcript.rows else None
        self._painter.numbers = (last.folded or (last.line,))[-1].number if last else 1
        if not same:
            self._start_anew()
            self._rebuild()
            self.verticalScrollBar().setValue(0)
            return
        with self._holding():
            self._rebuild()
        if at_end and former is not None and len(transcript.rows) > len(former.rows):
            self.go_to_end()

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

    def show_terms(self, terms: tuple[str, ...]) -> None:
        """Marks the words that a search of conversations found."""
        if terms != self._terms:
            self._terms = terms
            self._term_spans.clear()
            self.viewport().update()

    @property
    def rows(self) -> Sequence[Row]:
        return self.layout_.rows

    def mark_asked(self, number: int | None) -> None:
        self.asked = number
        self.viewport().update()

    @property
    def current_turn(self) -> int | None:
        return self._current[1] if self._current else None

    def first_turn(self) -> int:
        """The turn at the top of the view."""
        return self.layout_.rows[self._first()].line.number if self.layout_.rows else 1

    def _unfold(self, transcript: Transcript, number: int) -> None:
        """Opens what hides the text of a turn."""
        fold = fold_of(transcript.rows, number)
        if fold is not None:
            self._open_folds.add(fold)
        self._open_turns.add(number)
        with self._holding():
            self._rebuild()

    def go_to_end(self) -> None:
        """Shows the end, and stays there while texts come and heights turn out others than estimated."""
        self._pinned, self._at_bottom = None, True
        self._settle()
        self.viewport().update()

    def _start_anew(self) -> None:
        self._open_turns.clear()
        self._open_folds.clear()
        self._current = self._selection = self._pinned = self._hover = self._seen = None
        self._at_bottom = False
        self._found, self._found_current = {}, -1
        self._term_spans.clear()
        self.layout_.forget()

    def _rebuild(self) -> None:
        made = self._transcript
        rows = opened(made.rows if made else (), self._open_turns, self._open_folds)
        self.layout_.set_width(self.viewport().width())
        self.layout_.set_rows(rows)
        self._settle()
        self.viewport().update()

    # Where it lies

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """What is at the top of the view stays there, whatever comes before or after it."""
        if self._pinned is None and not self._at_bottom and self.layout_.rows:
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
                anchor = self._anchor(first, last)
                before = self.layout_.top(anchor)
                if not self.layout_.measure(first, last):
                    break
                self._set_range()
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + self.layout_.top(anchor) - before)
            self._set_range()
            self._seen = self.layout_.rows[self._anchor(self._first(), self._last())].key
            self._ask()
        finally:
            self._placing = False

    def _anchor(self, first: int, last: int) -> int:
        """The row that keeps its place: the first one at the very top, else that at the top before, else one
        whose height is known."""
        if self.verticalScrollBar().value() == 0:
            return first
        seen = self.layout_.place_of(self._seen) if self._seen else -1
        if first <= seen <= last:
            return seen
        return next((place for place in range(first, last + 1) if self.layout_.is_measured(place)), first)

    def _follow_pin(self) -> None:
        if self._at_bottom:
            self._set_range()
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
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

    def selection(self) -> tuple[Caret, Caret] | None:
        """What is selected, first place first."""
        if self._selection is None or self._selection[0] == self._selection[1]:
            return None
        first, last = sorted(self._selection)
        return first, last

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
            asked = rows[at].line.number == self.asked
            state = RowState(current, current and self._ring, hovered, self._tints(rows[at]), asked)
            self._painter.paint(painter, laid, top, width, state)

    def _tints(self, row: Row) -> tuple[Tint, ...]:
        color = self._theme.color
        out = [Tint(start, end, color("heat1")) for start, end in self._spans(row.line.number)]
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

    def _spans(self, number: int) -> list[Span]:
        """Where the words of the search are in a turn."""
        text = self.layout_.text(number) if self._terms else None
        if text is None:
            return []
        if number not in self._term_spans:
            self._term_spans[number] = hits(text[: CLIP * 2], self._terms)
        return self._term_spans[number]

    def _restyle(self) -> None:
        with self._holding():
            self.layout_.unmeasure()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        if not self._placing:  # somebody scrolled: what was held in its place is let go
            self._pinned, self._at_bottom = None, False
            self._settle()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        with self._holding():
            self.layout_.set_width(self.viewport().width())
        self._settle()

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
