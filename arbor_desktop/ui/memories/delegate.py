"""Paints the rows of the list as cards of one height."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arbor_desktop.ui.memories.card import GAP, HEIGHT, CardPainter, CardState
from arbor_desktop.ui.memories.model import MemoryRole
from arbor_desktop.ui.theme import Theme


class CardDelegate(QStyledItemDelegate):
    """`terms` are the words of the search to mark; `ring` whether the current card shows the focus ring."""

    def __init__(self, theme: Theme, cards: CardPainter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._cards = theme, cards
        self.terms: tuple[str, ...] = ()
        self.ring = False
        self.right_margin = theme.px(16)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(HEIGHT) + self._theme.px(GAP))

    def card_rect(self, row: QRect) -> QRect:
        """Where the card lies in the row that holds it and half a gap on either side."""
        half = self._theme.px(GAP) // 2
        return row.adjusted(self._theme.px(16), half, -self.right_margin, half - self._theme.px(GAP))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        flags = option.state
        state = CardState(
            selected=bool(flags & QStyle.StateFlag.State_Selected),
            hovered=bool(flags & QStyle.StateFlag.State_MouseOver),
            ring=self.ring and bool(flags & QStyle.StateFlag.State_HasFocus),
            terms=self.terms,
        )
        self._cards.paint(painter, self.card_rect(option.rect), index.data(MemoryRole), state)
