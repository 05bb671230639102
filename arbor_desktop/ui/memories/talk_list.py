"""What was said that fits a search: a few conversations, painted in two lines each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.beside_reads import Talked
from arbor_desktop.ui.memories.text import Block, BlockCache, Fonts, words_at
from arbor_desktop.ui.memories.words import age, tr
from arbor_desktop.ui.source_words import source_words

ROW = 48
"""In pixels of the design."""
_LETTERS = 20
_ItemRole = Qt.ItemDataRole.UserRole + 1
_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class TalkModel(QAbstractListModel):
    """A handful of conversations, whole."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._found: tuple[Talked, ...] = ()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        talked = self.at(index.row())
        if talked is None:
            return None
        if role == _ItemRole:
            return talked
        if role == Qt.ItemDataRole.DisplayRole:
            return talked.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in (talked.title, self.note(talked), talked.line) if part)
        return talked.title if role == Qt.ItemDataRole.ToolTipRole else None

    def at(self, row: int) -> Talked | None:
        return self._found[row] if 0 <= row < len(self._found) else None

    def put(self, found: Sequence[Talked]) -> None:
        self.beginResetModel()
        self._found = tuple(found)
        self.endResetModel()

    def note(self, talked: Talked) -> str:
        """How often and when: `3 places · 2 days ago`."""
        hits = talked.hit.hits
        places = "" if hits < 2 else tr("%n places", hits)
        when = age(talked.at, self._clock()) if talked.at else ""
        return " · ".join(part for part in (places, when) if part)


class TalkDelegate(QStyledItemDelegate):
    """Title and note, and below them the words that were found."""

    def __init__(self, icons: Icons, model: TalkModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = icons.theme, model
        self._blocks = BlockCache(keep=64)
        self._theme.changed.connect(self._blocks.clear)
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        talked = index.data(_ItemRole)
        theme, px = self._theme, self._theme.px
        row: QRect = option.rect
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if option.state & QStyle.StateFlag.State_Selected and focused:
            painter.fillRect(row, theme.color("selected"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(row, theme.color("hover"))
        painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.color("border"))
        inner = row.adjusted(px(16), 0, -px(16), -1)
        side = px(_LETTERS)
        self._letters(painter, QRect(inner.left(), inner.top() + px(6), side, side), talked)
        left = inner.left() + side + px(10)
        note = self._note(painter, inner, talked)
        top = float(inner.top() + px(6))
        width = inner.right() + 1 - left
        title = self._block(talked.title, "body500", 20, width - note, talked.title_words)
        title.paint(painter, QPointF(left, top), theme.color("text"), theme.color("mark"))
        line = self._block(talked.line, "small", 16, width, words_at(talked.hit.text, talked.hit.marks))
        at = QPointF(left, top + px(20))
        line.paint(painter, at, theme.color("text2"), theme.color("mark"))
        if focused and self.ring:
            painting.rounded(painter, row.adjusted(1, 1, -1, -2), px(4), None, theme.color("focus"), 2)

    def _block(self, text: str, style: str, line: int, width: int, terms: tuple[str, ...]) -> Block:
        words, code = self._theme.font(style), self._theme.font("mono")
        code.setPixelSize(words.pixelSize() - 1)
        height = float(self._theme.px(line))
        return self._blocks.get(text, Fonts(words, code), max(width, 1), height, lines=1, terms=terms)

    def _letters(self, painter: QPainter, box: QRect, talked: Talked) -> None:
        theme = self._theme
        painting.rounded(painter, box, theme.px(4), theme.color("sunken"), theme.color("border"))
        font = theme.font("mono_small")
        font.setPixelSize(max(1, theme.px(9)))
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.color("text2"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, source_words(talked.source).letters)

    def _note(self, painter: QPainter, inner: QRect, talked: Talked) -> int:
        """Answers how much room it takes at the right, with the gap before it."""
        note = self._model.note(talked)
        if not note:
            return 0
        font = self._theme.font("caption")
        painter.setFont(font)
        painter.setPen(self._theme.color("text3"))
        box = QRect(inner.left(), inner.top() + self._theme.px(6), inner.width(), self._theme.px(20))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note)
        return QFontMetrics(font).horizontalAdvance(note) + self._theme.px(12)


class TalkList(QListView):
    """`opened(Talked)` by a click or Return; `above_wanted` by the up key in the first row, and by Esc."""

    opened = Signal(object)
    above_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        self._theme = icons.theme
        super().__init__(parent)
        self.rows = TalkModel(clock, self)
        self._delegate = TalkDelegate(icons, self.rows, self)
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("In conversations"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setProperty("focusRing", "none")
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def show_rows(self, found: Sequence[Talked]) -> None:
        at = self.currentIndex().row()
        self.rows.put(found)
        if self.hasFocus() and found:
            self.setCurrentIndex(self.rows.index(min(max(at, 0), len(found) - 1)))
        self.setFixedHeight(len(found) * self._theme.px(ROW))

    def enter(self) -> None:
        """The focus comes from above."""
        self.setCurrentIndex(self.rows.index(0))
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring(True)
        row, key = self.currentIndex().row(), event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(row)
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and row <= 0):
            self.above_wanted.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._open(index.row())

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring(event.reason() in _KEYBOARD)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(0))
        super().focusInEvent(event)

    def _open(self, row: int) -> None:
        talked = self.rows.at(row)
        if talked is not None:
            self.opened.emit(talked)

    def _ring(self, shown: bool) -> None:
        if shown != self._delegate.ring:
            self._delegate.ring = shown
            self.viewport().update()
