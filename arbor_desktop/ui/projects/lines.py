"""What the lists of this page share: rows that are all known, painted over one ground, with words in one
line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_model import Failed, HasId, ItemRole, RowModel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine
_ALL = 1_000_000
Line = TypeVar("Line", bound=HasId)


class LineModel(RowModel[Line]):
    """All rows are held: one question answers them, and there are dozens or hundreds, not a hundred
    thousand."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(self._from_here, keep=_ALL, parent=parent)
        self._clock = clock
        self._known: dict[str, Line] = {}

    def hold(self, rows: Sequence[Line], *, anew: bool = False) -> None:
        """Lists these; what stays keeps its place and selection, unless they are another list."""
        # Rows first: a view that moves on asks for them at once, also for one that is about to go.
        self._known |= {row.id: row for row in rows}
        self.put(rows)
        ids = [row.id for row in rows]
        if anew:
            self.start(ids)
        else:
            self.follow(ids)
        self._known = {row.id: row for row in rows}

    def _from_here(self, ids: list[str], loaded: Any, _failed: Failed) -> None:
        loaded([self._known[id_] for id_ in ids if id_ in self._known])


class LineDelegate(QStyledItemDelegate):
    """Paints the ground; what lies on it is for a subclass to `draw`."""

    height: ClassVar[int]
    kind: ClassVar[type]

    def __init__(self, icons: Icons, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(self.height))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: QRect = option.rect
        _paint_ground(painter, self._theme, row, option.state, ring=self.ring)
        item = index.data(ItemRole)
        if isinstance(item, self.kind):
            self.draw(painter, row, item)

    def draw(self, painter: QPainter, row: QRect, item: Any) -> None:
        raise NotImplementedError

    def words(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        style: str,
        token: str,
        *,
        right: bool = False,
        middle: bool = False,
    ) -> int:
        """Draws a text in one line, elided at its end or in its middle where there is no room. Answers its
        width."""
        font = self._theme.font(style)
        metrics = QFontMetrics(font)
        mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        shown = metrics.elidedText(text, mode, box.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        painter.drawText(box, int(_RIGHT if right else _LEFT), shown)
        return metrics.horizontalAdvance(shown)


def _paint_ground(
    painter: QPainter, theme: Theme, row: QRect, state: QStyle.StateFlag, *, ring: bool
) -> None:
    """What lies under a row: selection with its bar, hover, the line below, and the focus ring."""
    px = theme.px
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(row, theme.color("selected"))
        painter.fillRect(QRect(row.left(), row.top(), px(3), row.height()), theme.color("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(row, theme.color("hover"))
    painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.color("border"))
    if ring and state & QStyle.StateFlag.State_HasFocus:
        painting.rounded(painter, row.adjusted(1, 1, -1, -2), px(4), None, theme.color("focus"), 2)
