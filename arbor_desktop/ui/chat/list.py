"""The chats at left, the one that was spoken in last first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arbor_desktop.chat.queries import ChatInfo
from arbor_desktop.clock import Clock
from arbor_desktop.ui.chat.words import place_words, title_words
from arbor_desktop.ui.components import BackForward, Button, Label, painting
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.row_list import RingedList
from arbor_desktop.ui.components.row_model import Index, ItemRole, ItemsModel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_ROW = 50


class ChatModel(ItemsModel[ChatInfo]):
    """`talking`: chats in which an answer is coming."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.talking: frozenset[str] = frozenset()

    def show_chats(self, chats: Sequence[ChatInfo], talking: frozenset[str]) -> None:
        """Hold these instead; where they are the same ones, what is selected stays."""
        self.talking = talking
        if [one.id for one in chats] != [one.id for one in self.items]:
            self.show(chats)
        elif chats:
            self.items = tuple(chats)
            self.dataChanged.emit(self.index(0), self.index(len(chats) - 1))

    def text(self, item: ChatInfo) -> str:
        return ". ".join(part for part in (title_words(item), self.second_line(item)) if part)

    def tip(self, item: ChatInfo) -> str:
        return title_words(item)

    def second_line(self, info: ChatInfo) -> str:
        if info.id in self.talking:
            return tr("Answering…")
        return place_words(info, self._clock())

    def info(self, chat_id: str | None) -> ChatInfo | None:
        return next((one for one in self.items if one.id == chat_id), None)

    def row_of(self, chat_id: str | None) -> int:
        return next((row for row, info in enumerate(self.items) if info.id == chat_id), -1)


class _Delegate(QStyledItemDelegate):
    """`ring`: whether the current row shows the focus."""

    def __init__(self, icons: Icons, parent: QObject | None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        self.ring = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        theme = self._theme
        return QSize(
            theme.px(120), max(theme.px(_ROW), theme.line("body500") + theme.line("caption") + theme.px(14))
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        info = index.data(ItemRole)
        model = index.model()
        if not isinstance(info, ChatInfo) or not isinstance(model, ChatModel):
            return
        theme, px = self._theme, self._theme.px
        row: QRect = option.rect
        box = row.adjusted(px(8), px(1), -px(8), -px(1))
        painting.paint_box(painter, theme, box, option.state, ring=self.ring)
        high = theme.line("body500") + theme.line("caption")
        inner = box.adjusted(px(10), (box.height() - high) // 2, -px(10), 0)
        for words, style, token in (
            (title_words(info), "body500", "text"),
            (model.second_line(info), "caption", "text3"),
        ):
            line = QRect(inner.left(), inner.top(), inner.width(), theme.line(style))
            painting.paint_text(painter, theme, line, words, style, token)
            inner.setTop(inner.top() + theme.line(style))


class _List(RingedList):
    entered_row = Signal()

    def __init__(self, icons: Icons, model: ChatModel, parent: QWidget) -> None:
        self._delegate = _Delegate(icons, None)
        super().__init__(self._delegate, parent)
        self._delegate.setParent(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Chats"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_row.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring(False)


class ListPane(QWidget):
    """`chosen(id)`, `new_wanted`, and `menu_wanted(id, place on the screen)`."""

    chosen = Signal(str)
    opened = Signal()
    """Return on a row: on to the message."""
    new_wanted = Signal()
    menu_wanted = Signal(str, object)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        arrows = BackForward(icons, self)  # the first that Tab meets
        theme, px = icons.theme, icons.theme.px
        self.model = ChatModel(clock, self)
        self.view = _List(icons, self.model, self)
        self.new = Button(icons, tr("New chat"), size="small", icon="plus", parent=self)
        self.new.setToolTip(f"{tr('New chat')}  Alt N")
        self.new.clicked.connect(self.new_wanted)
        self.none = Label(theme, tr("Your chats appear here, newest first."), "small", "text3", wrap=True)
        self.none.setContentsMargins(px(18), px(8), px(18), 0)
        head = QHBoxLayout()
        head.setContentsMargins(px(8), 0, px(12), 0)
        head.setSpacing(px(12))
        head.addWidget(arrows)
        head.addWidget(Label(theme, tr("Chat"), "title", parent=self))
        head.addStretch(1)
        head.addWidget(self.new)
        bar = QWidget(self)
        bar.setFixedHeight(px(52))
        bar.setLayout(head)
        vbox(bar, self.none, (self.view, 1), on=self)
        self._quiet = False
        self.view.selectionModel().currentChanged.connect(self._current)
        self.view.clicked.connect(lambda _index: self.opened.emit())
        self.view.entered_row.connect(self.opened)
        self.view.customContextMenuRequested.connect(self._menu)

    def show_chats(self, chats: Sequence[ChatInfo], talking: frozenset[str], chosen: str | None) -> None:
        self._quiet = True
        self.model.show_chats(chats, talking)
        self._quiet = False
        self.none.setVisible(not chats)
        self.choose(chosen)

    def choose(self, chat_id: str | None) -> None:
        """Marks a chat; says nothing."""
        self._quiet = True
        row = self.model.row_of(chat_id)
        if row < 0:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        elif self.view.currentIndex().row() != row or not self.view.selectionModel().hasSelection():
            self.view.setCurrentIndex(self.model.index(row))
        self._quiet = False

    def _current(self, index: QModelIndex, _before: QModelIndex) -> None:
        info = index.data(ItemRole)
        if isinstance(info, ChatInfo) and not self._quiet:
            self.chosen.emit(info.id)

    def _menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        index = index if index.isValid() else self.view.currentIndex()
        info = index.data(ItemRole)
        if isinstance(info, ChatInfo):
            self.menu_wanted.emit(info.id, self.view.viewport().mapToGlobal(at))
