"""The list that says of each memory why it is shared or not: its rows, and the buttons on them."""

from __future__ import annotations

import html
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QItemSelection,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arbor_desktop.memories.model import MemoryType, Privacy
from arbor_desktop.ui.components import IconButton, painting
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.menus import CommandMenu
from arbor_desktop.ui.components.row_list import LinkList, OverlayBar
from arbor_desktop.ui.components.row_model import Failed, Index, ItemRole, RowModel
from arbor_desktop.ui.context.model import Entry
from arbor_desktop.ui.context.reasons import ReasonChips
from arbor_desktop.ui.context.words import reason_name, tokens_short
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.text import Block, BlockCache, Fonts
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import number, tr

TOLD, LEFT_OUT = "#told", "#left-out"
"""Ids of the headings; those of memories never begin so."""
LEFT_OUT_AT_FIRST, LEAST_INCLUDED = 6, 3
_MOST_REASONS = 4


@dataclass(frozen=True, slots=True)
class Heading:
    """`shown` of `count` rows follow; `open_`: the person asked for all; `can_fold`: that is more than are
    shown at first."""

    id: str
    count: int
    shown: int
    open_: bool
    can_fold: bool

    @property
    def title(self) -> str:
        return tr("Included") if self.id == TOLD else tr("Left out")

    @property
    def note(self) -> str:
        """What stands at its right, before the link."""
        if self.can_fold and not self.open_:
            return tr("%n shown", None, self.shown)
        return tr("Reason below each memory") if self.id == LEFT_OUT and self.count else ""

    @property
    def link(self) -> str:
        if not self.can_fold:
            return ""
        return tr("Show less") if self.open_ else tr("Show all")


Row = Heading | Entry


def first_of(part: tuple[Entry, ...], limit: int) -> tuple[Entry, ...]:
    """The ones that are most about this very question, in the order that they have."""
    chosen = {entry.id for entry in sorted(part, key=lambda entry: entry.rank)[:limit]}
    return tuple(entry for entry in part if entry.id in chosen)


class WhyModel(RowModel[Row]):
    """All rows are known: nothing is ever loaded. `laid_out` when other rows are shown."""

    laid_out = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._none, keep=100_000, parent=parent)
        self._parts: dict[str, tuple[Entry, ...]] = {TOLD: (), LEFT_OUT: ()}
        self._open: set[str] = set()
        self._room = 0
        self.reason = ""
        """The reason for which those that are left out are listed; "" for all."""

    @staticmethod
    def _none(_ids: list[str], loaded: Callable[[Sequence[Row]], None], _failed: Failed) -> None:
        loaded([])

    def show(self, told: Sequence[Entry], left_out: Sequence[Entry]) -> None:
        """Moves on to another answer; what is in both stays where it is."""
        self._parts = {TOLD: tuple(told), LEFT_OUT: tuple(left_out)}
        if self.reason not in self.reasons():
            self.reason = ""
        self._lay_out()

    def reasons(self) -> dict[str, int]:
        """Return how many are left out for each reason, the most frequent first, and the rest as other."""
        counts = Counter(reason_name(entry.kind) for entry in self._parts[LEFT_OUT]).most_common()
        first, rest = dict(counts[:_MOST_REASONS]), counts[_MOST_REASONS:]
        if len(rest) < 2:
            return first | dict(rest)
        other = tr("Other")
        return first | {other: first.pop(other, 0) + sum(count for _, count in rest)}

    def set_reason(self, reason: str) -> None:
        """List only what is left out for this reason."""
        self.reason = reason
        self._lay_out()

    def _listed(self, part: str) -> tuple[Entry, ...]:
        if part == TOLD or not self.reason:
            return self._parts[part]
        named = self.reasons()
        return tuple(
            entry
            for entry in self._parts[part]
            if (name if (name := reason_name(entry.kind)) in named else tr("Other")) == self.reason
        )

    def is_open(self, part: str) -> bool:
        return part in self._open

    def set_open(self, part: str, wanted: bool) -> None:
        """All rows of a part, or only the first ones."""
        if wanted != (part in self._open):
            self._open ^= {part}
            self._lay_out()

    def entry(self, memory_id: str) -> Entry | None:
        """The row of a memory, whether it is among those that are shown or not."""
        return next((e for part in self._parts.values() for e in part if e.id == memory_id), None)

    def part_of(self, memory_id: str) -> str | None:
        return next((name for name, part in self._parts.items() for e in part if e.id == memory_id), None)

    @property
    def told(self) -> tuple[Entry, ...]:
        """All that is told, whether shown or folded."""
        return self._parts[TOLD]

    def entry_of_line(self, line: int) -> Entry | None:
        """The memory that stands on this line of the text."""
        return next((e for e in self._parts[TOLD] if e.first_line <= line <= e.last_line), None)

    def _lay_out(self) -> None:
        rows: list[Row] = []
        for name, part in self._parts.items():
            open_, limit, listed = name in self._open, self._limit(name), self._listed(name)
            shown = listed if open_ else first_of(listed, limit)
            rows += [Heading(name, len(part), len(shown), open_, len(listed) > limit), *shown]
        self.put(rows)
        self.follow([row.id for row in rows])
        self.laid_out.emit()

    def _limit(self, name: str) -> int:
        """How many rows of a part are shown at first: of what is included, as many as fit above the rest, for
        which a third of the view is kept free."""
        if name == LEFT_OUT:
            return LEFT_OUT_AT_FIRST
        rest = min(len(self._parts[LEFT_OUT]), self._room // 3)
        return max(LEAST_INCLUDED, self._room - rest - len(self._parts))

    def set_room(self, rows: int) -> None:
        """How many rows there is room for, headings included."""
        if rows != self._room:
            self._room = rows
            self._lay_out()

    # What the view asks

    def flags(self, index: Index) -> Qt.ItemFlag:
        item = index.data(ItemRole)
        if not isinstance(item, Entry):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def text(self, item: Row) -> str:
        return item.title if isinstance(item, Heading) else item.text

    def spoken(self, item: Row) -> str:
        if isinstance(item, Entry):
            return item.spoken
        return f"{item.title}, {item.count}. {item.note}".strip()


class RowActions(QWidget):
    """`wanted(name, memory id)`: resolve, pin, never_share, confidence or open."""

    wanted = Signal(str, str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry: Entry | None = None
        self.buttons: dict[str, IconButton] = {}
        self._row = row = hbox(on=self)
        for name, glyph in (
            ("resolve", "conflicts"),
            ("pin", "pin"),
            ("never_share", "eye-off"),
            ("confidence", "settings"),
            ("open", "chevron-right"),
        ):
            button = IconButton(icons, glyph, "", side=24, parent=self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, name=name: self._ask(name))
            self.buttons[name] = button
            row.addWidget(button)
        self.hide()

    def show_entry(self, entry: Entry) -> None:
        """Says what the buttons would do to this memory."""
        self.entry = entry
        pinned = entry.privacy is Privacy.ALWAYS_INCLUDE
        hidden = entry.privacy is Privacy.NEVER_SHARE
        names = {
            "resolve": (tr("Resolve conflict"), ""),
            "pin": (tr("Unpin") if pinned else tr("Always include"), "Alt I"),
            "never_share": (tr("Allow sharing") if hidden else tr("Never share"), ""),
            "confidence": (tr("Confidence {value}").format(value=number(entry.confidence, 2)), ""),
            "open": (tr("Open memory"), tr("Enter")),
        }
        for name, (words, keys) in names.items():
            self.buttons[name].set_name(words, keys)
        self.buttons["pin"].set_glyph("pin", "accentText" if pinned else "text2")
        self.buttons["never_share"].set_glyph("eye" if hidden else "eye-off")
        for name in ("pin", "never_share", "confidence"):
            self.buttons[name].setVisible(not entry.waits)
        self.buttons["resolve"].setVisible(entry.kind == "conflict")
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        self._row.activate()
        return self._row.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls

    def _ask(self, name: str) -> None:
        if self.entry is not None:
            self.wanted.emit(name, self.entry.id)


ROW, HEADING = 49, 32
"""A row of one line and its reason. Longer ones take two lines each."""
GAP_ABOVE = 4
"""Above the second heading; in pixels of the design, as all lengths here."""
_MARGIN, _CHIPS_BELOW = 16, 8
_BADGE, _BADGE_GAP = 86, 10
_TEXT, _WHY, _GLYPH = 20, 16, 17
_TIP = 800
"""So many characters of a memory a tooltip shows."""

_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT = _CENTRE | Qt.AlignmentFlag.AlignLeft
_RIGHT = _CENTRE | Qt.AlignmentFlag.AlignRight


class WhyDelegate(QStyledItemDelegate):
    """`ring`: whether the current row shows the focus; `barred`: the memory over whose row the buttons lie,
    and `bar_width` how wide they are."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        self.ring = False
        self.barred: str | None = None
        self.bar_width = 0
        kinds = (painting.badge_width(self._theme, type_label(kind)) for kind in MemoryType)
        self._column = max(self._theme.px(_BADGE), *kinds)
        self._blocks = BlockCache(keep=512)
        self._theme.changed.connect(self._blocks.clear)
        self.chips = 0
        """How high the chips below the second heading are."""
        self.pointer: QPoint | None = None
        """Where the pointer is in the view: a link under it is underlined."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item, px = index.data(ItemRole), self._theme.px
        if isinstance(item, Heading):
            return QSize(px(200), px(HEADING) + (0 if item.id == TOLD else px(GAP_ABOVE) + self.chips))
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else px(200)
        text, why = self._words(item, self._inner(QRect(0, 0, width, 0)).width())
        return QSize(px(200), px(ROW - _TEXT - _WHY) + round(text.height + why.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(ItemRole)
        if isinstance(item, Heading):
            self._heading(painter, option.rect, item)
        elif isinstance(item, Entry):
            self._ground(painter, option.rect, option.state)
            self._entry(painter, option.rect, item)

    # Headings

    def _heading(self, painter: QPainter, row: QRect, item: Heading) -> None:
        theme, px = self._theme, self._theme.px
        line = self._heading_line(row, item)
        x = line.left()
        painter.setFont(theme.font("section"))
        painter.setPen(theme.color("text"))
        painter.drawText(line, int(_LEFT), item.title)
        x += QFontMetrics(theme.font("section")).horizontalAdvance(item.title) + px(8)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRect(x, line.top(), px(60), line.height()), int(_LEFT), number(item.count))
        link = self.link_box(row, item)
        end = link.left() if item.link else line.right() + 1
        note = f"{item.note} · " if item.link and item.note else item.note
        painter.drawText(QRect(line.left(), line.top(), end - line.left(), line.height()), int(_RIGHT), note)
        if item.link:
            font = theme.font("small500")
            font.setUnderline(self.pointer is not None and link.contains(self.pointer))
            painter.setFont(font)
            painter.setPen(theme.color("accentText"))
            painter.drawText(link, int(_LEFT), item.link)

    def _heading_line(self, row: QRect, item: Heading) -> QRect:
        margin, high = self._theme.px(_MARGIN), self._theme.px(HEADING)
        top = row.top() + (0 if item.id == TOLD else self._theme.px(GAP_ABOVE))
        return QRect(row.left() + margin, top, row.width() - 2 * margin, high)

    def link_box(self, row: QRect, item: Heading) -> QRect:
        """Where "Show all" is; empty where there is none."""
        if not item.link:
            return QRect()
        line = self._heading_line(row, item)
        width = QFontMetrics(self._theme.font("small500")).horizontalAdvance(item.link) + 1
        return QRect(line.right() + 1 - width, line.top(), width, line.height())

    # Memories

    def _ground(self, painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
        theme, px = self._theme, self._theme.px
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(row, theme.color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(row, theme.color("hover"))
        line = QRect(row.left() + px(_MARGIN), row.bottom(), row.width() - 2 * px(_MARGIN), 1)
        painter.fillRect(line, theme.color("border"))
        if self.ring and state & QStyle.StateFlag.State_HasFocus:
            box = row.adjusted(px(6), 1, -px(6), -2)
            painting.rounded(painter, box, px(4), None, theme.color("focus"), 2)

    def _entry(self, painter: QPainter, row: QRect, item: Entry) -> None:
        theme, px = self._theme, self._theme.px
        inner = self._inner(row)
        kind = type_label(item.type)
        painting.paint_badge(painter, self._icons, row.left() + px(_MARGIN), inner.top() + 1, kind, item.type)
        text, why = self._words(item, inner.width(), self._aside(painter, inner, item))
        text.paint(
            painter,
            QPointF(inner.topLeft()),
            theme.color("text" if item.told else "text2"),
            theme.color("mark"),
        )
        below = inner.top() + text.height
        tone = "text2"  # also of what is left out: that is normal
        self._icons.paint(painter, item.glyph, tone, inner.left(), below + (px(_WHY) - px(13)) / 2, 13)
        why.paint(painter, QPointF(inner.left() + px(_GLYPH), below), theme.color(tone), theme.color("mark"))

    def _inner(self, row: QRect) -> QRect:
        """Return where the words of a row are, and beside them the tokens or the buttons."""
        px = self._theme.px
        return row.adjusted(px(_MARGIN) + self._column + px(_BADGE_GAP), px(6), -px(_MARGIN), -px(6) - 1)

    def _words(self, item: Entry, width: int, taken: int = 0) -> tuple[Block, Block]:
        """Lay out a memory and why it is in or out, each in at most two lines. Where buttons have `taken`
        some of the width, the reason gives way to them, in no more lines: the height of the row stays."""
        px = self._theme.px
        width -= self._tokens_width(item)
        text, why = self._laid_out(item, width, width, 2)
        if taken:
            return self._laid_out(item, width, width - taken, round(why.height / px(_WHY)))
        return text, why

    def _laid_out(self, item: Entry, width: int, why_width: int, why_lines: int) -> tuple[Block, Block]:
        px, body, code = self._theme.px, self._theme.font("body"), self._theme.font("mono")
        code.setPixelSize(body.pixelSize() - 1)
        caption = Fonts(*[self._theme.font("caption")] * 2)
        text = self._blocks.get(item.text, Fonts(body, code), width, px(_TEXT), lines=2, terms=())
        room = why_width - px(_GLYPH)
        why = self._blocks.get(item.why, caption, room, px(_WHY), lines=why_lines, terms=())
        return text, why

    def _tokens_width(self, item: Entry) -> int:
        metrics = QFontMetrics(self._theme.font("caption"))
        return metrics.horizontalAdvance(tokens_short(item.tokens)) + self._theme.px(10)

    def _aside(self, painter: QPainter, inner: QRect, item: Entry) -> int:
        """Paint the tokens at the right. Return how much of the reason's width the buttons take."""
        px = self._theme.px
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.color("text3"))
        box = QRect(inner.left(), inner.top() + px(2), inner.width(), px(16))
        painter.drawText(box, int(_RIGHT), tokens_short(item.tokens))
        return max(self.bar_width + px(4) - self._tokens_width(item), 0) if item.id == self.barred else 0

    def tip(self, item: Entry) -> str:
        """The whole memory (its beginning, of a very long one), why it is in or out, and what it is worth."""
        worth = tr("Confidence {value}").format(value=number(item.confidence, 2))
        if not item.told and item.confidence < item.floor:
            worth += " · " + tr("shared here at {value} or higher").format(value=number(item.floor, 2))
        text = shown_text(item)
        text = text if len(text) <= _TIP else text[: _TIP - 1].rstrip() + "…"
        return "\n".join((text, "", item.why, worth))


def shown_text(item: Entry) -> str:
    """In one line, without the marks around code."""
    return plain(" ".join(item.text.split()))


_KEYS = {
    Qt.Key.Key_Return: "open",
    Qt.Key.Key_Enter: "open",
    Qt.Key.Key_Right: "unfold",
    Qt.Key.Key_Left: "fold",
}
_TIP_WIDTH = 80


class WhyList(LinkList):
    """`wanted(name, memory id)` is what a button or key asks for, `fold_wanted(part)` "Show all"."""

    wanted = Signal(str, str)
    fold_wanted = Signal(str)

    def __init__(self, icons: Icons, model: WhyModel, parent: QWidget | None = None) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._theme, self._model = icons.theme, model
        self._delegate: WhyDelegate = WhyDelegate(icons)
        self._hovered: str | None = None
        self.actions_bar: RowActions | None = None
        super().__init__(model, self._delegate, _KEYS, parent=parent)
        self._delegate.setParent(self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Memories included or left out, with reasons"))
        self.bar = OverlayBar(self)
        self.actions_bar = RowActions(icons, self.viewport())
        self.actions_bar.wanted.connect(self.wanted)
        self.chips = ReasonChips(icons, self.viewport())
        self.chips.chosen.connect(model.set_reason)
        model.laid_out.connect(self._show_reasons)
        self.command.connect(self._command)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._theme.changed.connect(self.viewport().update)

    # Which row

    def selected_entry(self) -> Entry | None:
        ids = self.selected_ids()
        return self._model.entry(ids[0]) if ids else None

    def go_to(self, row: int) -> None:
        """Selects a row; of a heading the one behind it in the direction of the step."""
        step = 1 if row >= self.currentIndex().row() else -1
        while 0 <= row < self._model.rowCount() and not self._is_entry(row):
            row += step
        super().go_to(row)

    def select(self, memory_id: str, *, into_view: bool = True) -> bool:
        """Selects a memory that is listed; whether it is."""
        row = self._model.row_of(memory_id)
        if row < 0:
            return False
        if into_view:
            self.go_to(row)
        else:
            self.select_ids([memory_id], memory_id)
        return True

    def top(self) -> tuple[str | None, int]:
        """The first row in view and where its upper edge is; (None, 0) at the very top."""
        if not self.verticalScrollBar().value():
            return None, 0
        index = self.indexAt(QPoint(self.viewport().width() // 2, 0))
        return self._model.id_at(index.row()), self.visualRect(index).top() if index.isValid() else 0

    def set_top(self, top: tuple[str | None, int]) -> None:
        """Puts that row where it was. Nothing where it is gone: then the pixels stay as they are."""
        id_, offset = top
        row = self._model.row_of(id_) if id_ else -1
        if row >= 0:
            self.executeDelayedItemsLayout()
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(self._model.index(row)).top() - offset)

    def _is_entry(self, row: int) -> bool:
        return isinstance(self._model.index(row).data(ItemRole), Entry)

    def _entry_at(self, at: QPoint) -> Entry | None:
        item = self.indexAt(at).data(ItemRole)
        return item if isinstance(item, Entry) else None

    def _link_at(self, at: QPoint) -> str | None:
        index = self.indexAt(at)
        item = index.data(ItemRole)
        if isinstance(item, Heading) and self._delegate.link_box(self.visualRect(index), item).contains(at):
            return item.id
        return None

    # The chips and the buttons

    def _show_reasons(self) -> None:
        self.chips.show_reasons(self._model.reasons(), self._model.reason)
        follow(self, focusable(self.chips))
        self._place_chips()

    def _place_chips(self) -> None:
        """Lay the chips below the second heading."""
        px = self._theme.px
        left, width = px(_MARGIN), self.viewport().width() - 2 * px(_MARGIN)
        high = self.chips.height_for(width)
        taken = high + px(_CHIPS_BELOW) if high else 0
        if taken != self._delegate.chips:
            self._delegate.chips = taken
            self.scheduleDelayedItemsLayout()
            self.executeDelayedItemsLayout()
        row = self._model.row_of(LEFT_OUT)
        box = self.visualRect(self._model.index(row)) if row >= 0 else QRect()
        self.chips.setVisible(bool(high) and box.isValid())
        self.chips.setGeometry(left, box.bottom() + 1 - taken, width, high)

    def place_actions(self) -> None:
        """Lays the buttons over the row that is meant."""
        bar = self.actions_bar
        if bar is None:  # the view is still being made
            return
        self._place_chips()
        entry = self._model.entry(self._hovered) if self._hovered else None
        entry = entry or self.selected_entry()
        row = self._model.row_of(entry.id) if entry is not None else -1
        box = self.visualRect(self._model.index(row)) if row >= 0 else None
        if entry is None or box is None or not box.isValid():
            bar.hide()
            self._delegate.barred = None
        else:
            bar.show_entry(entry)
            self._delegate.barred, self._delegate.bar_width = entry.id, bar.width()
            right = box.right() + 1 - self._theme.px(12)
            bar.move(right - bar.width(), box.bottom() - 1 - bar.height())  # on the line of the reason
            bar.show()
        self.viewport().update()

    def _scrolled(self) -> None:
        self._hovered = None
        self.place_actions()

    def _point(self, at: QPoint | None) -> None:
        entry = self._entry_at(at) if at is not None else None
        name = entry.id if entry is not None else None
        if name != self._hovered:
            self._hovered = name
            self.place_actions()
        super()._point(at)

    # Events

    def _command(self, name: str) -> None:
        entry = self.selected_entry()
        if name in ("fold", "unfold"):
            part = self._model.part_of(entry.id) if entry is not None else None
            if part is not None and self._model.is_open(part) != (name == "unfold"):
                self.fold_wanted.emit(part)
        elif entry is not None:
            self.wanted.emit(name, entry.id)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.place_actions()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(ROW))
        self.place_actions()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._model.set_room(self.viewport().height() // self._theme.px(ROW + _TEXT // 2))
        self.place_actions()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        part = self._link_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and part is not None:
            event.accept()
            self.fold_wanted.emit(part)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        entry = self._entry_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and entry is not None:
            self.wanted.emit("open", entry.id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key or self._entry_at(event.pos()) is not None:  # a heading has no menu
            super().contextMenuEvent(event)

    def _tip_at(self, at: QPoint) -> str:
        entry = self._entry_at(at)
        return _tip_of(self._delegate.tip(entry)) if entry is not None else ""

    def rowsAboutToBeRemoved(self, parent: QModelIndex, start: int, end: int) -> None:
        super().rowsAboutToBeRemoved(parent, start, end)
        self._hovered = None


def _tip_of(text: str) -> str:
    """As a tooltip: Qt breaks lines only where the text does, and takes what looks like markup for markup."""
    lines = [part for line in text.split("\n") for part in textwrap.wrap(line, _TIP_WIDTH) or [""]]
    escaped = html.escape("\n".join(lines))
    return f"<p style='white-space:pre'>{escaped}</p>"


def open_menu(page: QWidget, icons: Icons, entry: Entry, at: QPoint, run: Callable[[str], None]) -> QMenu:
    """Open the context menu of a row; `run(name)` does what is chosen."""
    menu = CommandMenu(icons, page, run)
    if entry.kind == "conflict":
        menu.add("resolve", tr("Resolve conflict"), "conflicts")
    if not entry.waits:
        pinned = entry.privacy is Privacy.ALWAYS_INCLUDE
        hidden = entry.privacy is Privacy.NEVER_SHARE
        menu.add("pin", tr("Unpin") if pinned else tr("Always include"), "pin", "Alt+I")
        hide = tr("Allow sharing") if hidden else tr("Never share")
        menu.add("never_share", hide, "eye" if hidden else "eye-off")
        menu.add("confidence", tr("Change confidence…"), "settings")
        menu.addSeparator()
    if entry.told:
        menu.add("text", tr("Show in text"), "context")
    menu.add("open", tr("Open memory"), "memories", "Return")
    menu.popup(at)
    return menu
