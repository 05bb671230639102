"""Memories that have to do with this one; a click opens one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Memory, Related, Status
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.card import CardPainter
from arbor_desktop.ui.memories.reads import Detail
from arbor_desktop.ui.memories.tab import DetailTab
from arbor_desktop.ui.memories.words import card_sentence, tr, type_label


class RelatedTab(DetailTab):
    """`open_wanted(memory id)`."""

    open_wanted = Signal(str)

    def __init__(self, icons: Icons, cards: CardPainter, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons, clock, parent)
        self._cards = cards

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        own = {(e.conversation_id, e.first_turn) for e in detail.memory.evidence}
        for related in detail.related:
            same = any((e.conversation_id, e.first_turn) in own for e in related.memory.evidence)
            kind = kind_words(related, same, detail.memory)
            card = RelatedCard(self._icons, self._cards, related, kind, self._clock())
            ident = related.memory.id
            card.clicked.connect(lambda _on=False, ident=ident: self.open_wanted.emit(ident))
            column.addWidget(card)
        if not detail.related:
            self._say(column, tr("No related memories."))


def kind_words(related: Related, same_turn: bool, memory: Memory) -> str:
    """How it is related to `memory`: `Said together`, `Same topic · 0.84`, `Replaced by this one`, …"""
    if related.kind == "related":
        return tr("Said together") if same_turn else f"{tr('Same topic')} · {related.weight:.2f}"
    if related.kind == "supersedes" and Status.SUPERSEDED in (memory.status, related.memory.status):
        replaced = related.memory.status is Status.SUPERSEDED
        return tr("Replaced by this one") if replaced else tr("Took the place of this one")
    return {
        "supersedes": tr("Replaces or was replaced"),
        "contradicts": tr("Contradicts"),
        "merged_into": tr("Merged"),
    }.get(related.kind, related.kind.replace("_", " ").capitalize())


class RelatedCard(QAbstractButton):
    """A small card: type, how it is related, confidence, two lines."""

    def __init__(self, icons: Icons, cards: CardPainter, related: Related, kind: str, now: int) -> None:
        super().__init__()
        self._icons, self._theme, self._cards = icons, icons.theme, cards
        self._memory, self._kind = related.memory, kind
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{kind}: {card_sentence(related.memory, now)}")

    def sizeHint(self) -> QSize:
        px = self._theme.px
        return QSize(px(300), px(2 + 16 + 20 + 4 + 36))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        hovered = self.underMouse()
        fill, edge = ("hover", "borderStrong") if hovered else ("card", "border")
        painting.rounded(painter, self.rect(), px(8), theme.color(fill), theme.color(edge))
        inner = self.rect().adjusted(px(13), px(9), -px(13), -px(9))
        memory = self._memory
        x = inner.left()
        x += painting.paint_badge(
            painter, self._icons, x, inner.top(), type_label(memory.type), memory.type
        ) + px(8)
        left = inner.right() + 1 - painting.confidence_width(theme)
        painting.paint_confidence(painter, theme, left, inner.top(), px(20), memory.current_confidence)
        font = theme.font("caption")
        painter.setFont(font)
        painter.setPen(theme.color("text3"))
        kind = QFontMetrics(font).elidedText(self._kind, Qt.TextElideMode.ElideRight, left - px(8) - x)
        painter.drawText(x, inner.top(), left - x, px(20), int(Qt.AlignmentFlag.AlignVCenter), kind)
        at = QPointF(inner.left(), inner.top() + px(24))
        self._cards.text(painter, at, inner.width(), memory, "small", px(18))
