"""The conversations in which the words of a search were said, below the memories."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QObject,
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
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import Button, Label, painting
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.row_model import Index, ItemRole, ItemsModel
from arbor_desktop.ui.formatting import age
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.model import ConversationHits, FoundConversation
from arbor_desktop.ui.memory.text import Block, BlockCache, Fonts, words_at
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import number, tr

ROW = 48
"""In pixels of the design."""
_LETTERS = 20
_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class ConversationsModel(ItemsModel[FoundConversation]):
    """A handful of conversations, whole."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock

    def text(self, item: FoundConversation) -> str:
        return item.title

    def tip(self, item: FoundConversation) -> str:
        return f"{item.title}\n{source_words(item.source).label}"

    def spoken(self, item: FoundConversation) -> str:
        label = source_words(item.source).label
        return ". ".join(part for part in (item.title, label, self.note(item), item.line) if part)

    def at(self, row: int) -> FoundConversation | None:
        return self.items[row] if 0 <= row < len(self.items) else None

    def note(self, found: FoundConversation) -> str:
        """How often and when: `3 places · 2 days ago`."""
        hits = found.hit.hits
        places = "" if hits < 2 else tr("%n matches", None, hits)
        when = age(found.at, self._clock()) if found.at else ""
        return " · ".join(part for part in (places, when) if part)


class ConversationsDelegate(QStyledItemDelegate):
    """Title and note, and below them the words that were found."""

    def __init__(self, icons: Icons, model: ConversationsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = icons.theme, model
        self._blocks = BlockCache(keep=64)
        self._theme.changed.connect(self._blocks.clear)
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        found = index.data(ItemRole)
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
        box = QRect(inner.left(), inner.top() + px(6), side, side)
        painting.paint_letters(painter, theme, box, source_words(found.source).letters)
        left = inner.left() + side + px(10)
        note = self._note(painter, inner, found)
        top = float(inner.top() + px(6))
        width = inner.right() + 1 - left
        title = self._block(found.title, "body500", 20, width - note, found.title_words)
        title.paint(painter, QPointF(left, top), theme.color("text"), theme.color("mark"))
        line = self._block(found.line, "small", 16, width, words_at(found.hit.text, found.hit.marks))
        at = QPointF(left, top + px(20))
        line.paint(painter, at, theme.color("text2"), theme.color("mark"))
        if focused and self.ring:
            painting.rounded(painter, row.adjusted(1, 1, -1, -2), px(4), None, theme.color("focus"), 2)

    def _block(self, text: str, style: str, line: int, width: int, terms: tuple[str, ...]) -> Block:
        words, code = self._theme.font(style), self._theme.font("mono")
        code.setPixelSize(words.pixelSize() - 1)
        height = float(self._theme.px(line))
        return self._blocks.get(text, Fonts(words, code), max(width, 1), height, lines=1, terms=terms)

    def _note(self, painter: QPainter, inner: QRect, found: FoundConversation) -> int:
        """Answers how much room it takes at the right, with the gap before it."""
        note = self._model.note(found)
        if not note:
            return 0
        font = self._theme.font("caption")
        painter.setFont(font)
        painter.setPen(self._theme.color("text3"))
        box = QRect(inner.left(), inner.top() + self._theme.px(6), inner.width(), self._theme.px(20))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note)
        return QFontMetrics(font).horizontalAdvance(note) + self._theme.px(12)


class ConversationsList(QListView):
    """`opened(FoundConversation)` by a click or Return; `above_wanted` by the up key in the first row, and by
    Esc."""

    opened = Signal(object)
    above_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        self._theme = icons.theme
        super().__init__(parent)
        self.rows = ConversationsModel(clock, self)
        self._delegate = ConversationsDelegate(icons, self.rows, self)
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

    def show_rows(self, found: Sequence[FoundConversation]) -> None:
        at = self.currentIndex().row()
        self.rows.show(found)
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
        found = self.rows.at(row)
        if found is not None:
            self.opened.emit(found)

    def _ring(self, shown: bool) -> None:
        if shown != self._delegate.ring:
            self._delegate.ring = shown
            self.viewport().update()


MOST_ROWS = 3


class ConversationsGroup(Bar):
    """Hidden while nothing was found; folds away by its heading.

    `opened(FoundConversation)`: one of the conversations; `all_wanted`: all of them, on their own page.
    """

    opened = Signal(object)
    all_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent, line="top")
        px = self._theme.px
        self._hits = ConversationHits()
        self._room = MOST_ROWS
        self._folded = False
        self.heading = Button(
            icons, tr("In conversations"), variant="quiet", size="small", icon="chevron-down", parent=self
        )
        self.heading.clicked.connect(self._fold)
        self.count = Label(self._theme, "", "small", "text3", parent=self)
        self.show_all = Button(icons, tr("Show all in Conversations"), variant="link", parent=self)
        for button in (self.heading, self.show_all):
            button.setAutoDefault(True)  # Return presses it, as Space does
        self.show_all.clicked.connect(self.all_wanted)
        self.list = ConversationsList(icons, clock, self)
        self.list.opened.connect(self.opened)
        head = hbox(
            self.heading, self.count, STRETCH, self.show_all, margins=(px(8), 0, px(16), 0), gap=px(4)
        )
        vbox(head, self.list, on=self, margins=(0, px(5), 0, 0), gap=px(4))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def open(self) -> bool:
        """Whether rows are shown, which the focus can go to."""
        return not self.isHidden() and not self.list.isHidden()

    def show_hits(self, hits: ConversationHits) -> None:
        self._hits = hits
        self._show()

    def set_room(self, rows: int) -> None:
        """How many rows there may be, in a window of this height."""
        if rows != self._room:
            self._room = rows
            self._show()

    def _fold(self) -> None:
        self._folded = not self._folded
        self._show()

    def _show(self) -> None:
        hits = self._hits
        found = hits.best[: self._room]
        self.list.show_rows(found)
        self.list.setVisible(bool(found) and not self._folded)
        self.count.setText(f"{number(hits.count)}+" if hits.more else number(hits.count))
        self.heading.set_glyph("chevron-right" if self._folded else "chevron-down")
        folded = tr("collapsed") if self._folded else tr("expanded")
        self.heading.setAccessibleName(f"{tr('In conversations')}, {self.count.text()}, {folded}")
        self.setVisible(bool(hits.best))
