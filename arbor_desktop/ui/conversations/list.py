"""The table of conversations: its model, the heads of its columns, and what is shown in its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.context.model import ToldFigures
from arbor_desktop.conversations.model import Conversation, ConversationFacets
from arbor_desktop.errors import ArborError
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.bridge import failure
from arbor_desktop.ui.components import Button, EmptyState, ErrorPanel
from arbor_desktop.ui.components.boxes import stacked, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.components.row_list import REMOVE_KEYS, LinkList, OverlayBar
from arbor_desktop.ui.components.row_model import Failed, RowModel
from arbor_desktop.ui.conversations.fold_words import figures_words
from arbor_desktop.ui.conversations.model import ConversationQuery
from arbor_desktop.ui.conversations.row import (
    COLUMNS,
    OPTIONAL,
    ROW,
    RowDelegate,
    Slot,
    heading,
    spoken_heading,
)
from arbor_desktop.ui.conversations.words import row_sentence, title_of
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

Fetch = Callable[[list[str], Callable[[Sequence[Conversation]], None], Failed], None]


class ConversationModel(RowModel[Conversation]):
    """`hits` are of the search that made the present list; empty without one."""

    def __init__(self, fetch: Fetch, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(fetch, parent=parent)
        self._clock = clock
        self.hits: dict[str, ConversationHit] = {}
        self.told: Mapping[str, ToldFigures] = {}

    def text(self, item: Conversation) -> str:
        return title_of(item)

    def spoken(self, item: Conversation) -> str:
        hit = self.hits.get(item.id)
        found = f" {' '.join(hit.text.split())}" if hit is not None and hit.turn is not None else ""
        told = f" {figures_words(self.told[item.id])}." if item.id in self.told else ""
        return row_sentence(item, self._clock()) + told + found


_KEYS = {
    Qt.Key.Key_Return: "open",
    Qt.Key.Key_Enter: "open",
    **dict.fromkeys(REMOVE_KEYS, "purge"),
    Qt.Key.Key_BracketLeft: "previous_mark",
    Qt.Key.Key_BracketRight: "next_mark",
}


class ConversationTable(LinkList):
    """Rows with links in them."""

    link = Signal(str, str)
    """A link in a row: its name and the conversation's id."""
    width_changed = Signal()

    def __init__(
        self, model: ConversationModel, delegate: RowDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._delegate: RowDelegate = delegate
        self._theme = theme
        super().__init__(model, delegate, _KEYS, parent=parent)
        self.bar = OverlayBar(self)
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Conversations"))

    def conversation_at(self, at: QPoint) -> Conversation | None:
        id_ = self._rows.id_at(self.indexAt(at).row())
        found = self._rows.loaded(id_) if id_ else None
        return found if isinstance(found, Conversation) else None

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        name = self._link_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and name is not None:
            found = self.conversation_at(event.position().toPoint())
            if found is not None:
                event.accept()
                self.link.emit(name, found.id)
                return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        at = event.position().toPoint()
        on_row = event.button() == Qt.MouseButton.LeftButton and self.indexAt(at).isValid()
        if on_row and self._link_at(at) is None:
            self.command.emit("open")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.width_changed.emit()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(ROW))

    # How

    def _tip_at(self, at: QPoint) -> str:
        found = self.conversation_at(at)
        if found is None:
            return ""
        return self._delegate.tip_at(self.visualRect(self.indexAt(at)), at, found)

    def _link_at(self, at: QPoint) -> str | None:
        found = self.conversation_at(at)
        if found is None:
            return None
        return self._delegate.link_at(self.visualRect(self.indexAt(at)), at, found)


class Header(Bar):
    """`sort_wanted(key)` for a click on a head, `toggled(key)` for one that is hidden or shown."""

    sort_wanted = Signal(str)
    toggled = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._hidden: Collection[str] = ()
        self.costs = True
        """Whether the column of tokens and costs can be chosen."""
        self.heads = {column.key: _Head(icons, column.key, self) for column in COLUMNS}
        for key, head in self.heads.items():
            head.clicked.connect(lambda _on=False, key=key: self.sort_wanted.emit(key))
        self.setFixedHeight(self._theme.px(32))
        self.show_order(ConversationQuery())

    def show_order(self, query: ConversationQuery) -> None:
        """Marks the column that the list is sorted by."""
        for key, head in self.heads.items():
            by = key == query.sort and not query.by_relevance
            head.set_order(query.order if by else None)

    def place(self, slots: tuple[Slot, ...], hidden: Collection[str]) -> None:
        """Puts the heads over their columns."""
        self._hidden = hidden
        shown = {slot.column.key: slot for slot in slots}
        px = self._theme.px
        for key, head in self.heads.items():
            slot = shown.get(key)
            head.setVisible(slot is not None)
            if slot is None:
                continue
            pad = px(4)
            inset = px(slot.column.inset)
            # A little wider than its column to either side: room for the arrow, and for the pointer.
            reach = px(11) if slot.column.right else 0
            head.setGeometry(
                slot.left + inset - pad - reach, 0, slot.width - inset + 2 * pad + reach, self.height()
            )
            head.setProperty("alignment", slot.alignment)

    def menu(self) -> QMenu:
        """Which columns there are."""
        menu = Menu(self)
        for key in OPTIONAL if self.costs else OPTIONAL[:-1]:
            action = menu.addAction(spoken_heading(key))
            action.setCheckable(True)
            action.setChecked(key not in self._hidden)
            action.triggered.connect(lambda _on=False, key=key: self.toggled.emit(key))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()


class _Head(QAbstractButton):
    def __init__(self, icons: Icons, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._key = icons, icons.theme, key
        self._order: str | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("focusRing", "inside")
        self.setText(heading(key))

    def set_order(self, order: str | None) -> None:
        self._order = order
        words = {None: "", "asc": tr("currently ascending"), "desc": tr("currently descending")}[order]
        name = tr("Sort by {column}").format(column=spoken_heading(self._key))
        self.setAccessibleName(f"{name}, {words}" if words else name)
        self.setToolTip(spoken_heading(self._key) if spoken_heading(self._key) != heading(self._key) else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        font = theme.font("small500")
        painter.setFont(font)
        strong = self._order is not None or self.underMouse()
        painter.setPen(theme.color("text" if strong else "text3"))
        right = self.property("alignment") == Qt.AlignmentFlag.AlignRight
        box = self.rect().adjusted(px(4), 0, -px(4), -1)
        side = px(12)
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        width = QFontMetrics(font).horizontalAdvance(words)
        flags = Qt.AlignmentFlag.AlignVCenter | (
            Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        )
        painter.drawText(box, flags, words)
        if self._order is None:
            return
        x = box.right() + 1 - width - side if right else box.left() + width + px(1)
        y = (box.height() - side) / 2
        painter.save()
        painter.translate(x + side / 2, y + side / 2)
        if self._order == "asc":
            painter.rotate(180)
        self._icons.paint(painter, "chevron-down", "text", -side / 2, -side / 2, 12)
        painter.restore()


class ListPane(QWidget):
    """Signals are what the buttons of the empty states ask for."""

    retry_wanted = Signal()
    clear_wanted = Signal()
    clear_search_wanted = Signal()
    capture_settings_wanted = Signal()

    def __init__(self, icons: Icons, view: ConversationTable, delegate: RowDelegate) -> None:
        super().__init__()
        self._icons, self._delegate = icons, delegate
        self.hidden: frozenset[str] = frozenset()
        """The columns that are left out because the person wants it so."""
        self.view = view
        self.header = Header(icons, self)
        self.state = EmptyState(icons, "conversations", tr("No conversations yet"), parent=self)
        self.table = QWidget(self)
        vbox(self.header, (view, 1), on=self.table)
        self.stack = stacked(self.table, self.state, parent=self)
        self._panel: ErrorPanel | None = None
        vbox((self.stack, 1), on=self)
        view.width_changed.connect(self._place_heads)

    @property
    def lists(self) -> bool:
        """Whether the table is shown, and not something in its place."""
        return self.stack.currentWidget() is self.table

    def show_list(self) -> None:
        self.stack.setCurrentWidget(self.table)

    def set_hidden(self, hidden: frozenset[str]) -> None:
        """Leaves these columns out."""
        self.hidden = hidden
        self._show_columns()

    def set_costs(self, costs: bool) -> None:
        """Whether there is a column of tokens and costs: without a model nobody needs it."""
        if costs != self.header.costs:
            self.header.costs = costs
            self._show_columns()

    def _show_columns(self) -> None:
        self._delegate.set_hidden(self.hidden if self.header.costs else self.hidden | {"tokens"})
        self._place_heads()
        self.view.viewport().update()

    def _place_heads(self) -> None:
        self.header.place(self._delegate.slots(self.view.viewport().width()), self.hidden)

    def show_empty(self, query: ConversationQuery, everywhere: ConversationFacets) -> None:
        """Says why nothing is listed, and the one next step."""
        if query.words:
            self._no_match(query)
        elif query.narrowed and everywhere.total:
            clear = self._button(tr("Clear filters"), self.clear_wanted.emit)
            text = tr("Remove a filter to see more.")
            self.state.show_state("search", tr("No matches"), text, actions=(clear,))
        else:
            choose = self._button(tr("Choose sources"), self.capture_settings_wanted.emit, variant="primary")
            self.state.show_state(
                "conversations",
                tr("No conversations yet"),
                tr("Your conversations with AI tools appear here once you choose sources."),
                actions=(choose,),
            )
        self.stack.setCurrentWidget(self.state)

    def _no_match(self, query: ConversationQuery) -> None:
        shown = query.words if len(query.words) <= 40 else query.words[:39] + "…"
        text = tr("Arbor searched all titles and messages.")
        actions = [self._button(tr("Clear search"), self.clear_search_wanted.emit)]
        if query.narrowed:
            text += " " + tr("Active filters may hide results.")
            actions.insert(0, self._button(tr("Clear filters"), self.clear_wanted.emit))
        title = tr("No matches for “{words}”").format(words=shown)
        self.state.show_state("search", title, text, actions=tuple(actions))

    def show_error(self, error: BaseException) -> None:
        """An expected failure in its words; a bug with a report to copy."""
        if isinstance(error, ArborError):
            self.state.show_failed(tr("Couldn't load the conversations"), error, self.retry_wanted)
            self.stack.setCurrentWidget(self.state)
            return
        if self._panel is not None:
            self.stack.removeWidget(self._panel)
            self._panel.deleteLater()
        report = failure(error, "conversations").report
        text = tr("Nothing is lost, and the other pages still work.")
        title = tr("Couldn't show the conversations")
        self._panel = ErrorPanel(self._icons, title, text, report, self)
        self._panel.retried.connect(self.retry_wanted)
        self.stack.addWidget(self._panel)
        self.stack.setCurrentWidget(self._panel)

    def _button(
        self, text: str, does: Callable[[], object], *, variant: str = "secondary", icon: str | None = None
    ) -> Button:
        return Button(self._icons, text, variant=variant, icon=icon, clicked=lambda: does())
