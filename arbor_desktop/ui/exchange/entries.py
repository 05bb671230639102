"""The entries of an import: a list with a tick each, of any length; how many have each outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import (
    QObject,
    QRect,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.exchange.model import Planned
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.components import Card, Label, painting
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.painting import badge_colors, rounded
from arbor_desktop.ui.components.row_list import RingedList
from arbor_desktop.ui.components.row_model import Index, ItemRole
from arbor_desktop.ui.exchange.words import (
    LOOKS,
    OUTCOMES,
    count_label,
    outcome_label,
    place_label,
    second_line,
    spoken,
)
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.style import paint_check
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

EVERYWHERE = "*"
"""The filter for all places; None stands for memories of no project."""
_HEIGHT, _SIDE = 55, 14
_BADGE_AT, _RIGHT = 42, 124


class EntryModel(QStringListModel):
    """The entries that pass the filters, with their ticks. `ticked` when one was set or removed.

    Qt's own list of strings keeps count of the rows, as in `RowModel`.
    """

    ticked = Signal()

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.entries: Sequence[Planned] = ()
        self.counts: Counter[str] = Counter()
        """How many entries have each outcome."""
        self._rows: list[int] = []
        self._ticks = bytearray()
        self._folded: list[str] = []

    def show(self, entries: Sequence[Planned]) -> None:
        """Hold these entries, all ticked that can be imported."""
        self.entries = entries
        self.counts = Counter(entry.outcome for entry in entries)
        self._ticks = bytearray(map(tickable, entries))
        self._folded = []
        self.filter()

    def filter(self, outcome: str = "", words: str = "", place: str | None = EVERYWHERE) -> None:
        """Show the entries of an outcome and a place that have all the words."""
        wanted = words.casefold().split()
        if wanted and not self._folded:
            self._folded = [entry.content.casefold() for entry in self.entries]
        self._rows = [
            number
            for number, entry in enumerate(self.entries)
            if (not outcome or entry.outcome == outcome)
            and (place == EVERYWHERE or (entry.scope_id == place and entry.number >= 0))
            and all(word in self._folded[number] for word in wanted)
        ]
        self.setStringList([""] * len(self._rows))

    def places(self) -> list[str | None]:
        """Return the projects of the entries, and None if some have none."""
        found = {entry.scope_id for entry in self.entries if entry.number >= 0}
        return sorted(found, key=lambda place: (place is not None, place_label_of(place)))

    def wanted(self) -> dict[int, str]:
        """Return the texts of the ticked entries, by their numbers."""
        return {
            entry.number: entry.content for entry, on in zip(self.entries, self._ticks, strict=True) if on
        }

    @property
    def ticks(self) -> int:
        """How many entries are ticked, shown or not."""
        return self._ticks.count(1)

    def entry(self, row: int) -> Planned:
        return self.entries[self._rows[row]]

    def toggle(self, rows: Iterable[int]) -> None:
        """Tick entries or, if all of them are ticked, untick them."""
        places = [self._rows[row] for row in rows if tickable(self.entry(row))]
        if not places:
            return
        on = not all(self._ticks[place] for place in places)
        for place in places:
            self._ticks[place] = on
        self.dataChanged.emit(
            self.index(0), self.index(self.rowCount() - 1), [Qt.ItemDataRole.CheckStateRole]
        )
        self.ticked.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        entry, on = self.entry(index.row()), bool(self._ticks[self._rows[index.row()]])
        if role == ItemRole:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return plain(entry.content)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(entry, self._clock(), ticked=on)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (plain(entry.content), second_line(entry, self._clock()))))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flag = Qt.ItemFlag
        if not index.isValid():
            return flag.NoItemFlags
        checkable = flag.ItemIsUserCheckable if tickable(self.entry(index.row())) else flag.NoItemFlags
        return flag.ItemIsEnabled | flag.ItemIsSelectable | checkable


def tickable(entry: Planned) -> bool:
    """Return whether importing an entry would change anything."""
    return entry.outcome != "skipped"


def place_label_of(place: str | None) -> str:
    return place_label(Planned(0, "new", "", scope_id=place))


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: tick, outcome, text with a line below, type and project."""

    def __init__(self, icons: Icons, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.ring = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self.height)

    @property
    def height(self) -> int:
        """How high a row is."""
        return self._theme.px(_HEIGHT)

    @property
    def tick_width(self) -> int:
        """How wide the part of a row is in which a click ticks it."""
        return self._theme.px(_BADGE_AT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ItemRole)
        if not isinstance(entry, Planned):
            return
        theme, px, rect = self._theme, self._theme.px, option.rect
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        fill = "selected" if selected else "hover" if hovered else "card"
        painter.fillRect(rect, theme.color(fill))
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, theme.color("border"))
        if selected:
            painter.fillRect(rect.x(), rect.y(), px(3), rect.height(), theme.color("accent"))
        self._paint_tick(painter, rect, index, enabled=tickable(entry))
        kind, icon = LOOKS[entry.outcome]
        top = rect.y() + px(8)
        painting.paint_badge(
            painter, self._icons, rect.x() + px(_BADGE_AT), top, outcome_label(entry.outcome), kind, icon
        )
        left, right = rect.x() + self._text_at(), rect.right() - px(_RIGHT) - px(_SIDE)
        ink = "text" if tickable(entry) else "text2"
        below = second_line(entry, self._clock())
        text = plain(" ".join(entry.content.split()))
        painting.paint_text(painter, theme, QRect(left, top, right - left, px(20)), text, "body", ink)
        box = QRect(left, top + px(20), right - left, px(18))
        painting.paint_text(painter, theme, box, below, "small", "text2")
        self._paint_end(painter, rect, entry)
        if self.ring and state & QStyle.StateFlag.State_HasFocus:
            painting.rounded(painter, rect.adjusted(1, 1, -1, -2), px(4), None, theme.color("focus"), 2)

    def _text_at(self) -> int:
        """Return where the texts begin: after the widest badge."""
        theme = self._theme
        widest = max(painting.badge_width(theme, outcome_label(one), True) for one in LOOKS)
        return theme.px(_BADGE_AT) + widest + theme.px(_SIDE)

    def _paint_tick(self, painter: QPainter, rect: QRect, index: Index, *, enabled: bool) -> None:
        px = self._theme.px
        box = QRect(rect.x() + px(_SIDE), rect.y() + px(10), px(16), px(16))
        checked = index.data(Qt.ItemDataRole.CheckStateRole)
        state = QStyle.StateFlag.State_Enabled if enabled else QStyle.StateFlag.State_None
        paint_check(painter, self._theme, box, checked, state)

    def _paint_end(self, painter: QPainter, rect: QRect, entry: Planned) -> None:
        if not entry.type:
            return
        theme, px = self._theme, self._theme.px
        label = type_label(MemoryType(entry.type))
        end = rect.right() - px(_SIDE)
        width = painting.badge_width(theme, label)
        painting.paint_badge(painter, self._icons, end - width, rect.y() + px(8), label, entry.type)
        box = QRect(end - px(_RIGHT) + px(12), rect.y() + px(29), px(_RIGHT) - px(12), px(17))
        painting.paint_text(painter, theme, box, place_label(entry), "caption", "text3", right=True)


class EntryList(RingedList):
    """The list. A click on a tick, or Space, ticks what is selected; Ctrl+A all that is shown."""

    def __init__(self, model: EntryModel, delegate: EntryDelegate, parent: QWidget | None = None) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._entries, self._delegate = model, delegate
        super().__init__(delegate, parent)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(tr("Entries"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._delegate.height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._entries.toggle(range(self._entries.rowCount()))
        elif event.key() == Qt.Key.Key_Space:
            rows = {index.row() for index in self.selectionModel().selectedRows()}
            current = self.currentIndex()
            self._entries.toggle(rows or ({current.row()} if current.isValid() else ()))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        self._ring(False)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and self._on_tick(event):
            self._entries.toggle([index.row()])
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._on_tick(event):  # two quick clicks are two clicks
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    def _on_tick(self, event: QMouseEvent) -> bool:
        return event.position().x() < self._delegate.tick_width


_COLORS = {"new": "chFact", "merged": "chPref", "conflict": "chSkill", "skipped": "track"}
_BAR, _GAP, _LEAST = 8, 2, 4
_GLYPH = 18


class Counts(Card):
    """Four counts, and below them a bar with their shares."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        px = icons.theme.px
        self.numbers: dict[str, Label] = {}
        row = hbox(gap=px(12))
        for outcome in OUTCOMES:
            self.numbers[outcome] = Label(icons.theme, "", "display")
            words = Label(icons.theme, count_label(outcome), "small", "text2")
            words.setBuddy(self.numbers[outcome])
            grid = QGridLayout()
            grid.setHorizontalSpacing(px(10))
            grid.setVerticalSpacing(0)
            grid.addWidget(_Glyph(icons, outcome), 0, 0)
            grid.addWidget(self.numbers[outcome], 0, 1)
            grid.addWidget(words, 1, 1)
            grid.setColumnStretch(1, 1)
            row.addLayout(grid, 1)
        self._shares = _Shares(icons.theme, self)
        vbox(row, self._shares, on=self, margins=(px(16), px(10), px(16), px(14)), gap=px(12))

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many entries have each outcome."""
        for outcome, label in self.numbers.items():
            label.setText(number(counts.get(outcome, 0)))
            label.setAccessibleName(f"{label.text()} {count_label(outcome)}")
        self._shares.show_counts(counts)


class _Glyph(QWidget):
    def __init__(self, icons: Icons, outcome: str) -> None:
        super().__init__()
        self._icons, (self._kind, self._name) = icons, LOOKS[outcome]
        self.setFixedSize(icons.theme.px(_GLYPH), icons.theme.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        color = badge_colors(theme, self._kind)[0]
        top = (self.height() - theme.px(_GLYPH)) / 2
        self._icons.paint(QPainter(self), self._name, color, 0, top, _GLYPH)


class _Shares(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: Mapping[str, int] = {}
        self.setFixedHeight(theme.px(_BAR))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        parts = [(name, count) for name in OUTCOMES if (count := self._counts.get(name, 0))]
        total = sum(count for _, count in parts)
        if not total:
            rounded(painter, self.rect(), px(2), theme.color("track"))
            return
        room = self.width() - px(_GAP) * (len(parts) - 1)
        widths = [max(px(_LEAST), room * count / total) for _, count in parts]
        scale = room / sum(widths)
        x = 0.0
        for (name, _), width in zip(parts, widths, strict=True):
            box = QRectF(x, 0, width * scale, self.height())
            rounded(painter, box, px(2), theme.color(_COLORS[name]))
            x += width * scale + px(_GAP)
