"""The heads of the table's columns: a click sorts, the context menu hides and shows."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from arbor_desktop.ui.conversations.columns import COLUMNS, OPTIONAL, Slot, heading, spoken_heading
from arbor_desktop.ui.conversations.model import ConversationQuery
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.icons import Icons


class Header(QWidget):
    """`sort_wanted(key)` for a click on a head, `toggled(key)` for one that is hidden or shown."""

    sort_wanted = Signal(str)
    toggled = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        self._hidden: Collection[str] = ()
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
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key in OPTIONAL:
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

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))


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
        words = {None: "", "asc": tr("ascending"), "desc": tr("descending")}[order]
        name = f"{tr('Sort by')} {spoken_heading(self._key)}"
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
