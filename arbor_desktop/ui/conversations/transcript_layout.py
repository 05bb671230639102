"""How high the rows of a transcript are and where they lie: measured where they were seen, estimated else."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from itertools import accumulate, count

from arbor_desktop.conversations.model import Turn
from arbor_desktop.ui.conversations.transcript_rows import Look, Row
from arbor_desktop.ui.conversations.turn_row import LaidRow, RowPainter

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
