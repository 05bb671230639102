"""The list: its model, the view, and the cards that are painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Memory, Related, Scope, Status
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_list import REMOVE_KEYS, RowList
from arbor_desktop.ui.components.row_model import Failed, IdRole, Index, ItemRole, RowModel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.text import BlockCache, Fonts, hits
from arbor_desktop.ui.memory.words import (
    card_sentence,
    condition_line,
    in_conflict,
    privacy_icon,
    privacy_word,
    scope_icon,
    scope_label,
    status_label,
    status_look,
    type_label,
    use_line,
)
from arbor_desktop.ui.team.shares import Shares, author_name, spoken
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

MemoryRole = ItemRole
"""The `Memory` itself, or None while it is being loaded."""

Loaded = Callable[[Sequence[Memory]], None]
Fetch = Callable[[list[str], Loaded, Failed], None]

__all__ = ["IdRole", "MemoryListModel", "MemoryRole"]


class MemoryListModel(RowModel[Memory]):
    """The memories of a list."""

    def __init__(
        self,
        fetch: Fetch,
        clock: Clock,
        *,
        window: int = 48,
        keep: int = 1024,
        shares: Shares | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(fetch, window=window, keep=keep, parent=parent)
        self._clock, self._shares = clock, shares

    def refresh_conflicts(self, seen: Sequence[str]) -> None:
        """Loads again what is marked as contradicting another one, which may have ended with a change of the
        other; and what is `seen`, which may contradict one now."""
        self.refresh([*seen, *(memory.id for memory in self.items() if memory.conflict_ids)])

    def text(self, item: Memory) -> str:
        return item.shown_text

    def spoken(self, item: Memory) -> str:
        team = spoken(self._shares.of(item.id)) if self._shares is not None else ""
        return f"{card_sentence(item, self._clock())} {team}".rstrip()


_KEYS = {
    Qt.Key.Key_Return: "edit",
    Qt.Key.Key_Enter: "edit",
    Qt.Key.Key_F2: "edit",
    **dict.fromkeys(REMOVE_KEYS, "delete"),
}


class MemoryList(RowList):
    """Cards that keep off the bar above and the edge at the right.

    `below_wanted`: the key for the next row was pressed in the last one. `tip_wanted(id, place on
    the screen)`: the pointer rests on a card.
    """

    below_wanted = Signal()
    tip_wanted = Signal(str, QPoint)

    def __init__(
        self, model: MemoryListModel, delegate: CardDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._cards, self._theme = delegate, theme
        super().__init__(model, delegate, _KEYS, parent=parent)
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Memories"))
        theme.changed.connect(self._rest)
        self.verticalScrollBar().valueChanged.connect(self._rest)
        self._rest()

    def holds(self, memory_id: str) -> bool:
        return self._rows.row_of(memory_id) >= 0

    def id_of(self, index: QModelIndex) -> str | None:
        return self._rows.id_at(index.row())

    def seen_ids(self) -> list[str]:
        """The memories of the cards in view."""
        area = self.viewport().rect()
        first, last = self.indexAt(area.topLeft()).row(), self.indexAt(area.bottomLeft()).row()
        if first < 0:
            return []
        return list(self._rows.ids[first : last + 1 if last >= 0 else None])

    def mark(self, terms: tuple[str, ...]) -> None:
        """Marks these words in all cards (`text.search_terms`)."""
        if terms != self._cards.terms:
            self._cards.terms = terms
            self.viewport().update()

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        down = event.key() == Qt.Key.Key_Down
        bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if down and bare and self.currentIndex().row() == self.model().rowCount() - 1:
            self.below_wanted.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring(False)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.command.emit("edit")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._margin()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._margin()
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            id_ = self._rows.id_at(self.indexAt(event.pos()).row())
            if id_ is not None:
                self.tip_wanted.emit(id_, event.globalPos())
            return True
        return super().viewportEvent(event)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._margin()
        self.verticalScrollBar().setSingleStep(self._theme.px(58))

    def _margin(self) -> None:
        """Cards end 16 px from the edge, whether the scroll bar is there or not."""
        bar = self.verticalScrollBar()
        taken = bar.sizeHint().width() if bar.maximum() > bar.minimum() else 0
        margin = max(self._theme.px(16) - taken, 0)
        if margin != self._cards.right_margin:
            self._cards.right_margin = margin
            self.viewport().update()

    def _rest(self) -> None:
        """At its beginning the list keeps off the bar above; scrolled, its cards go up to it."""
        top = 0 if self.verticalScrollBar().value() else self._theme.px(8)
        if self.viewportMargins().top() != top:
            self.setViewportMargins(0, top, 0, 0)


class CardDelegate(QStyledItemDelegate):
    """`terms` are the words of the search to mark; `ring` whether the current card shows the focus ring."""

    def __init__(self, theme: Theme, cards: CardPainter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._cards = theme, cards
        self.terms: tuple[str, ...] = ()
        self.ring = False
        self.right_margin = theme.px(16)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(HEIGHT) + self._theme.px(GAP))

    def card_rect(self, row: QRect) -> QRect:
        """Where the card lies in the row that holds it and half a gap on either side."""
        half = self._theme.px(GAP) // 2
        return row.adjusted(self._theme.px(16), half, -self.right_margin, half - self._theme.px(GAP))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> None:
        flags = option.state
        state = CardState(
            selected=bool(flags & QStyle.StateFlag.State_Selected),
            hovered=bool(flags & QStyle.StateFlag.State_MouseOver),
            ring=self.ring and bool(flags & QStyle.StateFlag.State_HasFocus),
            terms=self.terms,
        )
        self._cards.paint(painter, self.card_rect(option.rect), index.data(MemoryRole), state)


HEIGHT = 74
GAP = 6
"""Logical pixels at the normal text size, as all lengths here: they pass through `Theme.px`."""

_WIDE = 480
"""In narrower cards there is no room for their use."""
_AUTHOR = 64
"""So much room is kept for who shared it: the project is more important."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class CardState:
    """What the card is just now, beside what it says."""

    selected: bool = False
    hovered: bool = False
    ring: bool = False
    terms: tuple[str, ...] = ()


class CardPainter:
    """Paints cards in one theme; keeps laid out texts, and drops them when the theme changes. `of_project`:
    all are of one project, which is not named on each. `shares`: who shared them."""

    def __init__(
        self, icons: Icons, clock: Clock, *, of_project: bool = False, shares: Shares | None = None
    ) -> None:
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._of_project, self._shares = of_project, shares
        self._blocks = BlockCache()
        self._theme.changed.connect(self._blocks.clear)

    def paint(self, painter: QPainter, card: QRect, memory: Memory | None, state: CardState) -> None:
        self._frame(painter, card, state)
        px = self._theme.px
        inner = card.adjusted(px(13), px(8), -px(13), -px(8))
        if memory is None:
            self._placeholder(painter, inner)
            return
        self._head(painter, QRect(inner.left(), inner.top(), inner.width(), px(20)), memory, state.terms)
        at = QPointF(inner.left(), inner.bottom() + 1 - 2 * px(18))
        self.text(painter, at, inner.width(), memory, "body", px(18), state.terms, centred=True)

    def badges(self, memory: Memory) -> list[tuple[str, str, str]]:
        """Word, kind and icon of each badge beside the type."""
        return status_badges(memory)

    def use_words(self, memory: Memory) -> str:
        return use_line(memory, self._clock())

    def _frame(self, painter: QPainter, card: QRect, state: CardState) -> None:
        fill = "selected" if state.selected else "hover" if state.hovered else "card"
        edge = "accent" if state.selected else "borderStrong" if state.hovered else "border"
        color, radius = self._theme.color, self._theme.px(8)
        if state.ring:
            painting.rounded(painter, card, radius, color(fill), color("focus"), 2)
        else:
            painting.rounded(painter, card, radius, color(fill), color(edge))

    def _placeholder(self, painter: QPainter, inner: QRect) -> None:
        """Bars where the words will be: the card is there, its text is on its way."""
        px, color = self._theme.px, self._theme.color("sunken")
        for top, share in ((2, 0.22), (26, 0.86), (44, 0.6)):
            bar = QRectF(inner.left(), inner.top() + px(top), inner.width() * share, px(14))
            painting.rounded(painter, bar, px(4), color)

    def _head(self, painter: QPainter, row: QRect, memory: Memory, terms: tuple[str, ...]) -> None:
        """At the right how sure it is and, where there is room, its use; the rest from the left."""
        theme, px = self._theme, self._theme.px
        gap = px(10)
        end = row.right() + 1 - painting.confidence_width(theme)
        painting.paint_confidence(painter, theme, end, row.top(), row.height(), memory.current_confidence)
        end -= gap
        if row.width() >= px(_WIDE):
            end = self._use(painter, row, end, memory) - gap
        x, y = row.left(), row.top()
        x += painting.paint_badge(painter, self._icons, x, y, type_label(memory.type), memory.type) + gap
        for text, kind, icon in self.badges(memory):
            x += painting.paint_badge(painter, self._icons, x, y, text, kind, icon) + gap
        own = self._of_project and memory.scope is Scope.PROJECT
        words = [] if own else [(scope_icon(memory.scope), scope_label(memory))]
        if self._shares is not None and (shared := self._shares.of(memory.id)):
            words += [("team", tr("Team")), ("", author_name(shared))]
        if word := privacy_word(memory.privacy_level):
            words.append((privacy_icon(memory.privacy_level), word))
        reserve = sum(self._word_width(*word) + gap for word in words[1:])
        for place, (icon, word) in enumerate(words):
            if place:
                reserve -= self._word_width(*words[place]) + gap
            if icon != "team":
                x = self._word(painter, row, x, end - reserve, icon, word) + gap
            elif x + self._word_width(icon, word) <= end:
                x += painting.paint_badge(painter, self._icons, x, y, word, "neutral", icon) + gap
        for tag in memory.tags:
            if hits(tag, terms) and x + painting.tag_width(theme, tag) <= end:
                x += self._found_tag(painter, x, row.top() + px(1), tag) + px(6)
        if line := condition_line(memory):
            self._word(painter, row, x, end, "branch", line)

    def _use(self, painter: QPainter, row: QRect, end: int, memory: Memory) -> int:
        """Paint how often it was used. Returns where that begins."""
        font, use = self._theme.font("caption"), self.use_words(memory)
        painter.setFont(font)
        painter.setPen(self._theme.color("text3"))
        painter.drawText(QRect(row.left(), row.top(), end - row.left(), row.height()), int(_RIGHT), use)
        return end - QFontMetrics(font).horizontalAdvance(use)

    def text(
        self,
        painter: QPainter,
        at: QPointF,
        width: float,
        memory: Memory,
        style: str,
        line: int,
        terms: tuple[str, ...] = (),
        *,
        centred: bool = False,
    ) -> None:
        """The memory's words in at most two lines, quieter where it no longer holds. `centred`: a single line
        is in the middle of the two."""
        words, code = self._theme.font(style), self._theme.font("mono")
        code.setPixelSize(words.pixelSize() - 1)  # beside other words the fixed font looks larger than it is
        fonts = Fonts(words, code)
        block = self._blocks.get(memory.shown_text, fonts, width, float(line), lines=2, terms=terms)
        if centred and len(block.lines) == 1:
            at = at + QPointF(0, line / 2)
        holds = memory.status in (Status.ACTIVE, Status.PENDING) and not memory.needs_review
        block.paint(painter, at, self._theme.color("text" if holds else "text2"), self._theme.color("mark"))

    def _found_tag(self, painter: QPainter, x: int, y: int, tag: str) -> int:
        """A tag that the search found, in the colour of a hit."""
        theme = self._theme
        box = QRect(x, y, painting.tag_width(theme, tag), theme.px(18))
        painting.rounded(painter, box, theme.px(4), theme.color("mark"))
        painter.setFont(theme.font("caption600"))
        painter.setPen(theme.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tag)
        return box.width()

    def _word(self, painter: QPainter, row: QRect, x: int, end: int, icon: str, text: str) -> int:
        """An icon, if any, and its word in the small style, elided at `end`. Answers where it ends."""
        px = self._theme.px
        left = x + px(18) if icon else x
        room = end - left
        if room < px(12):
            return x
        font = self._theme.font("small")
        metrics = QFontMetrics(font)
        said = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        if icon:
            self._icons.paint(painter, icon, "text2", x, row.top() + (row.height() - px(14)) / 2, 14)
        painter.setFont(font)
        painter.setPen(self._theme.color("text2"))
        if not icon or said != "…":  # of a scope that does not fit its icon says enough
            painter.drawText(QRect(left, row.top(), room + 2, row.height()), int(_LEFT), said)
        return left + metrics.horizontalAdvance(said)

    def _word_width(self, icon: str, text: str) -> int:
        if icon == "team":
            return painting.badge_width(self._theme, text, icon=True)
        width = QFontMetrics(self._theme.font("small")).horizontalAdvance(text)
        return width + self._theme.px(18) if icon else min(width, self._theme.px(_AUTHOR))


def status_badges(memory: Memory) -> list[tuple[str, str, str]]:
    """Word, kind and icon of the badges that a memory which is not simply active carries."""
    badges = []
    if memory.status is not Status.ACTIVE:
        badges.append((status_label(memory.status), *status_look(memory.status)))
    elif memory.needs_review:
        badges.append((tr("Outdated"), "warn", "clock"))
    if in_conflict(memory):
        badges.append((tr("Conflict"), "warn", "conflicts"))
    return badges


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
