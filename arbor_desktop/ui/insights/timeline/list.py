"""The list of the timeline: its rows, and how they are painted and walked through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import Moment
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.components.painting import (
    badge_width,
    paint_badge,
    paint_box,
    paint_tag,
    paint_text,
    rounded,
    tag_width,
)
from arbor_desktop.ui.components.row_list import RingedList
from arbor_desktop.ui.components.row_model import Index
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.timeline import words
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import tr

ItemRole = Qt.ItemDataRole.UserRole + 1
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Day:
    """A heading."""

    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A moment; `open`: its memories are shown below it."""

    moment: Moment
    open: bool = False

    @property
    def opens(self) -> bool:
        """Whether it has memories to show below."""
        return moment_opens(self.moment)


@dataclass(frozen=True, slots=True)
class Below:
    """A memory of the moment above."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Rest:
    """So many more than can be shown."""

    count: int


Row = Day | Line | Below | Rest


def moment_opens(moment: Moment) -> bool:
    return bool(moment.memory_ids) and (moment.count > 1 or moment.kind in ("learned", "conflict", "decided"))


class TimelineModel(QAbstractListModel):
    """Rows are of three heights; a day's heading can't be chosen."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.rows: list[Row] = []
        self._opened: dict[str, Sequence[Memory]] = {}

    def moments(self) -> list[Moment]:
        return [row.moment for row in self.rows if isinstance(row, Line)]

    def show(self, moments: Iterable[Moment]) -> None:
        """Shows these, the newest first; what was opened and is still there stays open."""
        found = list(moments)
        here = {moment.id for moment in found}
        self._opened = {key: memories for key, memories in self._opened.items() if key in here}
        self.beginResetModel()
        self.rows = self._made(found, None)
        self.endResetModel()

    def add(self, moments: Iterable[Moment]) -> None:
        """Shows these below the others."""
        last = next((row.moment for row in reversed(self.rows) if isinstance(row, Line)), None)
        new = self._made(list(moments), last)
        if new:
            self.beginInsertRows(_ROOT, len(self.rows), len(self.rows) + len(new) - 1)
            self.rows += new
            self.endInsertRows()

    def _made(self, moments: list[Moment], last: Moment | None) -> list[Row]:
        rows: list[Row] = []
        now, day = self._clock(), None if last is None else _day(last.at)
        for moment in moments:
            if _day(moment.at) != day:
                day = _day(moment.at)
                rows.append(Day(words.day_label(moment.at, now)))
            memories = self._opened.get(moment.id)
            rows.append(Line(moment, memories is not None))
            if memories is not None:
                rows += _below(moment, memories)
        return rows

    # What was opened

    def open(self, moment: Moment, memories: Sequence[Memory]) -> None:
        """Shows the memories of a moment below it."""
        row = self.row_of(moment.id)
        if row < 0 or moment.id in self._opened:
            return
        self._opened[moment.id] = memories
        self._turn(row, opened=True)
        new = _below(moment, memories)
        if new:
            self.beginInsertRows(_ROOT, row + 1, row + len(new))
            self.rows[row + 1 : row + 1] = new
            self.endInsertRows()

    def close(self, moment: Moment) -> None:
        row = self.row_of(moment.id)
        if row < 0 or self._opened.pop(moment.id, None) is None:
            return
        self._turn(row, opened=False)
        last = row
        while last + 1 < len(self.rows) and isinstance(self.rows[last + 1], Below | Rest):
            last += 1
        if last > row:
            self.beginRemoveRows(_ROOT, row + 1, last)
            del self.rows[row + 1 : last + 1]
            self.endRemoveRows()

    def _turn(self, row: int, *, opened: bool) -> None:
        line = self.rows[row]
        if isinstance(line, Line):
            self.rows[row] = replace(line, open=opened)
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def row_of(self, moment_id: str) -> int:
        """-1 where it is not there."""
        for number, row in enumerate(self.rows):
            if isinstance(row, Line) and row.moment.id == moment_id:
                return number
        return -1

    def line_above(self, row: int) -> int:
        """The row of the moment that a row belongs to."""
        while row > 0 and not isinstance(self.rows[row], Line):
            row -= 1
        return row

    # What the view asks

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.rows[index.row()], Day | Rest):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ItemRole:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _text(row)
        return None


def _below(moment: Moment, memories: Sequence[Memory]) -> list[Row]:
    rows: list[Row] = [Below(memory) for memory in memories]
    # Of conflicts it is the memories that are named, of others they are what is counted.
    rest = 0 if moment.kind in ("conflict", "decided") else moment.count - len(moment.memory_ids)
    return [*rows, Rest(rest)] if rest > 0 else rows


def _day(at: int) -> object:
    return datetime.fromtimestamp(at / 1000).date()


def _text(row: Row) -> str:
    match row:
        case Day(label):
            return label
        case Line(moment, opened):
            more = tr("Memories shown below") if opened else ""
            return f"{words.spoken(moment)}. {more}".rstrip(". ") + "."
        case Below(memory):
            return f"{type_label(memory.type)}: {memory.told_text}"
        case Rest(count):
            return tr("and %n more", None, count)


def _tip(row: Row) -> str | None:
    match row:
        case Line(moment, _):
            said = words.detail(moment)
            return f"{words.heading(moment)}\n{said}" if said else None
        case Below(memory):
            return memory.told_text
    return None


DAY, LINE, SMALL = 40, 48, 30
_TIME, _GLYPH = 48, 28
"""Width of the column of times, and the side of a glyph's disc."""


class TimelineDelegate(QStyledItemDelegate):
    """`ring`: whether the row of the keys has a ring around it."""

    def __init__(self, icons: Icons, parent: QObject) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.ring = False

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Row = index.data(ItemRole)
        high = DAY if isinstance(row, Day) else LINE if isinstance(row, Line) else SMALL
        return QSize(0, self._theme.px(high))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ItemRole)
        painter.save()
        match row:
            case Day(label):
                head = option.rect.adjusted(self._theme.px(16), self._theme.px(14), 0, 0)
                paint_text(painter, self._theme, head, label, "body600", "text")
            case Line():
                self._paint_back(painter, option)
                self._paint_joints(painter, option.rect, index)
                self._paint_line(painter, option.rect, row)
            case Below():
                self._paint_back(painter, option)
                self._paint_below(painter, option.rect, row)
            case Rest(count):
                left = self._left(option.rect)
                box = QRect(left, option.rect.top(), option.rect.right() - left, option.rect.height())
                paint_text(painter, self._theme, box, tr("and %n more", None, count), "small", "text3")
        painter.restore()

    def _left(self, rect: QRect) -> int:
        """Where the words begin."""
        return rect.left() + self._theme.px(16 + _TIME + _GLYPH + 12)

    def _paint_back(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        box = option.rect.adjusted(self._theme.px(8), 1, -self._theme.px(8), -1)
        paint_box(painter, self._theme, box, option.state, ring=self.ring)

    def _paint_joints(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """From the disc to those above and below, of the same day."""
        theme = self._theme
        x = rect.left() + theme.px(16 + _TIME) + theme.px(_GLYPH) // 2
        middle, half = rect.center().y(), theme.px(_GLYPH) // 2
        model = index.model()
        above = model.index(index.row() - 1, 0).data(ItemRole) if index.row() else None
        below = model.index(index.row() + 1, 0).data(ItemRole)
        color = theme.color("border")
        if isinstance(above, Line | Below | Rest):
            painter.fillRect(x, rect.top(), 1, middle - half - rect.top(), color)
        if isinstance(below, Line | Below | Rest):
            painter.fillRect(x, middle + half + 1, 1, rect.bottom() - middle - half, color)

    def _paint_line(self, painter: QPainter, rect: QRect, row: Line) -> None:
        theme, px, moment = self._theme, self._theme.px, row.moment
        time = QRect(rect.left() + px(16), rect.top(), px(_TIME - 8), rect.height())
        paint_text(painter, self._theme, time, words.time_label(moment.at), "caption", "text3")
        disc = QRectF(
            rect.left() + px(16 + _TIME), rect.center().y() - px(_GLYPH) // 2, px(_GLYPH), px(_GLYPH)
        )
        rounded(painter, disc, px(_GLYPH) / 2, theme.color("card"), theme.color("border"))
        glyph, token = words.glyph(moment)
        inset = (px(_GLYPH) - px(16)) / 2
        self._icons.paint(painter, glyph, token, disc.left() + inset, disc.top() + inset, 16)
        left, right = self._left(rect), rect.right() - px(20)
        if row.opens:
            chevron = "chevron-down" if row.open else "chevron-right"
            self._icons.paint(painter, chevron, "text3", right - px(14), rect.center().y() - px(7), 14)
        right -= px(22)
        where = words.place(moment)
        if where:
            wide = min(tag_width(theme, where), (right - left) // 3)
            where = QFontMetrics(theme.font("caption")).elidedText(
                where, Qt.TextElideMode.ElideRight, wide - 2 * px(6) + 1
            )
            wide = tag_width(theme, where)
            paint_tag(painter, theme, right - wide, rect.center().y() - px(9), where)
            right -= wide + px(12)
        detail = words.detail(moment)
        upper = QRect(left, rect.top() + px(5), right - left, px(20))
        if not detail:
            upper = QRect(left, rect.top(), right - left, rect.height())
        paint_text(painter, self._theme, upper, words.heading(moment), "body500", "text")
        lower = QRect(left, upper.bottom() + 1, right - left, px(18))
        paint_text(painter, self._theme, lower, detail, "small", "text2")

    def _paint_below(self, painter: QPainter, rect: QRect, row: Below) -> None:
        theme, px = self._theme, self._theme.px
        x = rect.left() + px(16 + _TIME) + px(_GLYPH) // 2
        painter.fillRect(x, rect.top(), 1, rect.height(), theme.color("border"))
        left = self._left(rect)
        label, kind = type_label(row.memory.type), row.memory.type.value
        paint_badge(painter, self._icons, left, rect.center().y() - px(10), label, kind)
        left += badge_width(theme, label) + px(10)
        box = QRect(left, rect.top(), rect.right() - px(20) - left, rect.height())
        said = plain(" ".join(row.memory.told_text.split()))
        paint_text(painter, self._theme, box, said, "small", "text")


_NEAR_THE_END = 6
"""So many heights of a row before the end more is wanted."""


class TimelineList(RingedList):
    """`chosen(row)`: Enter or a double click; `turned(row)`: its memories are to be shown, or no more;
    `more_wanted`: the end is near."""

    chosen = Signal(int)
    turned = Signal(int)
    more_wanted = Signal()

    def __init__(
        self, model: TimelineModel, delegate: TimelineDelegate, parent: QWidget | None = None
    ) -> None:
        self._lines = model
        super().__init__(delegate, parent)
        self.setUniformItemSizes(False)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.verticalScrollBar().valueChanged.connect(self._look_ahead)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._look_ahead())

    def _look_ahead(self) -> None:
        bar = self.verticalScrollBar()
        row = self.sizeHintForRow(0) if self._lines.rowCount() else 0
        if bar.maximum() - bar.value() <= _NEAR_THE_END * max(1, row):
            self.more_wanted.emit()

    def go_to(self, row: int) -> None:
        """Chooses the row, or the next one that can be."""
        while 0 <= row < self._lines.rowCount() and isinstance(self._lines.rows[row], Day | Rest):
            row += 1
        index = self._lines.index(row)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        super().mousePressEvent(event)
        row = index.data(ItemRole)
        in_chevron = event.position().x() > self.viewport().width() - 2 * self.sizeHintForRow(0)
        if event.button() == Qt.MouseButton.LeftButton and isinstance(row, Line) and row.opens and in_chevron:
            self.turned.emit(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index.row())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring(True)
        key, index = event.key(), self.currentIndex()
        row = index.data(ItemRole)
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not index.isValid():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(index.row())
        elif isinstance(row, Line) and row.opens and key in self._turning(row):
            self.turned.emit(index.row())
        elif key == Qt.Key.Key_Left and not isinstance(row, Line):
            self.go_to(self._lines.line_above(index.row()))
        else:
            super().keyPressEvent(event)

    @staticmethod
    def _turning(row: Line) -> tuple[Qt.Key, ...]:
        return (Qt.Key.Key_Space, Qt.Key.Key_Left if row.open else Qt.Key.Key_Right)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid() and self._lines.rowCount():
            self.go_to(0)
        super().focusInEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters lead nowhere here."""

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.scrollTo(current)
