"""The list of conflicts: open ones, and those decided in this visit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_list import OverlayBar, RowList
from arbor_desktop.ui.components.row_model import Failed, Index, ItemRole, RowModel
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.words import DECIDING, members_of
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import tr


@dataclass(frozen=True, slots=True)
class Row:
    """A conflict as its row shows it."""

    id: str
    type: MemoryType
    title: str
    values: str
    state: str
    open: bool
    spoken: str
    line: str
    """In one line."""

    @classmethod
    def of(cls, conflict: Conflict) -> Row:
        line, opened = words.line(conflict), conflict.is_open
        state = words.apart(conflict) if opened else words.decided(conflict)
        return cls(
            conflict.id,
            members_of(conflict)[-1].memory.type,
            words.topic(conflict),
            words.below_topic(conflict),
            state,
            opened,
            words.spoken_row(conflict),
            line if opened else f"{line} · {state}",
        )


class ConflictModel(RowModel[Row]):
    """All rows are known: nothing is ever loaded."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._none, keep=100_000, parent=parent)
        self._made: dict[str, tuple[Conflict, Row]] = {}

    @staticmethod
    def _none(_ids: list[str], loaded: Callable[[Sequence[Row]], None], _failed: Failed) -> None:
        loaded([])

    def show(self, conflicts: Sequence[Conflict]) -> None:
        """Moves on to these; what stays keeps its place."""
        rows = [self._row(conflict) for conflict in conflicts]
        self._made = {row.id: self._made[row.id] for row in rows}
        self.put(rows)
        self.follow([row.id for row in rows])
        self.put(rows)  # what came new is known before it is looked at, what stayed says what it is now

    @property
    def rows(self) -> list[Row]:
        """All of them, from top to bottom."""
        return [self._made[ident][1] for ident in self.ids]

    def _row(self, conflict: Conflict) -> Row:
        """Its words are put together once for each state of a conflict: there may be hundreds."""
        made = self._made.get(conflict.id)
        if made is None or made[0] is not conflict:
            self._made[conflict.id] = conflict, Row.of(conflict)
        return self._made[conflict.id][1]

    def text(self, item: Row) -> str:
        return item.line

    def spoken(self, item: Row) -> str:
        return item.spoken


CARD, GAP, MARGIN = 81, 8, 12
_KEYS = {Qt.Key.Key_Return: "go", Qt.Key.Key_Enter: "go", Qt.Key.Key_Right: "go"}
_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT = _CENTRE | Qt.AlignmentFlag.AlignLeft
_RIGHT = _CENTRE | Qt.AlignmentFlag.AlignRight


class ConflictDelegate(QStyledItemDelegate):
    """`ring`: whether the current row shows the focus."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(CARD) + self._theme.px(GAP))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(ItemRole)
        if not isinstance(item, Row):
            return
        px = self._theme.px
        row: QRect = option.rect
        card = row.adjusted(px(MARGIN), px(GAP) // 2, -px(MARGIN), -(px(GAP) - px(GAP) // 2))
        self._ground(painter, card, option.state, item)
        inner = card.adjusted(px(12) + 1, px(9) + 1, -px(12) - 1, -px(9) - 1)
        self._say(painter, inner, item)

    def _ground(self, painter: QPainter, card: QRect, state: QStyle.StateFlag, item: Row) -> None:
        color, radius = self._theme.color, self._theme.px(8)
        fill, edge = ("card" if item.open else None), "border"
        if state & QStyle.StateFlag.State_Selected:
            fill, edge = "selected", "accent"
        elif state & QStyle.StateFlag.State_MouseOver:
            fill, edge = "hover", "borderStrong"
        painting.rounded(painter, card, radius, color(fill) if fill else None, color(edge))
        if self.ring and state & QStyle.StateFlag.State_HasFocus:
            painting.rounded(painter, card, radius, None, color("focus"), 2)

    def _say(self, painter: QPainter, inner: QRect, item: Row) -> None:
        px = self._theme.px
        kind = type_label(item.type)
        used = painting.paint_badge(painter, self._icons, inner.left(), inner.top(), kind, item.type)
        state = QRect(inner.left() + used + px(8), inner.top(), inner.width() - used - px(8), px(20))
        if item.open:
            self._text(painter, state, item.state, "caption", "text3", right=True)
        else:
            metrics = QFontMetrics(self._theme.font("small500"))
            width = min(metrics.horizontalAdvance(item.state), state.width() - px(18))
            self._text(painter, state, item.state, "small500", "ok", right=True)
            left = state.right() - width - px(18)
            self._icons.paint(painter, "check", "ok", left, state.top() + (state.height() - px(14)) / 2, 14)
        title = QRect(inner.left(), inner.top() + px(25), inner.width(), px(20))
        self._text(painter, title, item.title, "body500", "text" if item.open else "text2")
        values = QRect(inner.left(), title.bottom() + 1, inner.width(), px(16))
        self._text(painter, values, item.values, "small", "text2")

    def _text(
        self, painter: QPainter, box: QRect, text: str, style: str, token: str, *, right: bool = False
    ) -> None:
        font = self._theme.font(style)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, int(_RIGHT if right else _LEFT), shown)


class ConflictList(RowList):
    """`command`: "1" to "5", "note", "skip", and "go" to the decision of the row."""

    def __init__(self, icons: Icons, model: ConflictModel) -> None:
        self._theme = icons.theme
        delegate = ConflictDelegate(icons)
        super().__init__(model, delegate, _KEYS, DECIDING)
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Conflicts"))
        self.setFixedWidth(self._theme.px(276))
        self.setViewportMargins(0, self._theme.px(MARGIN - GAP // 2), 0, 0)
        self.bar = OverlayBar(self)
        self._theme.changed.connect(self.viewport().update)

    def select(self, ident: str | None) -> None:
        """Selects a row without telling of it; None: no row."""
        row = self._rows.row_of(ident) if ident else -1
        blocked = self.blockSignals(True)
        if row >= 0:
            self.go_to(row)
        else:
            self.selectionModel().clear()
            self.scrollToTop()
        self.blockSignals(blocked)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() and Qt.Key(event.key()) in DECIDING:  # a key that is held decides once
            event.accept()
            return
        super().keyPressEvent(event)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(CARD + GAP))
