"""Painting one memory card: badge, scope, privacy, confidence, two lines of text, tags and use."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from arbor_desktop.core.clock import Clock
from arbor_desktop.core.memory import Memory, Status
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.text import BlockCache, Fonts, hits
from arbor_desktop.ui.memories.words import (
    condition_line,
    in_conflict,
    privacy_icon,
    privacy_word,
    scope_icon,
    scope_label,
    status_label,
    status_look,
    tr,
    type_label,
    use_line,
)

MOST_TAGS = 3
HEIGHT = 108
GAP = 8
"""Logical pixels at the normal text size, as all lengths here: they pass through `Theme.px`."""

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
    """Paints cards in one theme; keeps laid out texts, and drops them when the theme changes."""

    def __init__(self, icons: Icons, clock: Clock) -> None:
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._blocks = BlockCache()
        self._theme.changed.connect(self._blocks.clear)

    def paint(self, painter: QPainter, card: QRect, memory: Memory | None, state: CardState) -> None:
        self._frame(painter, card, state)
        px = self._theme.px
        inner = card.adjusted(px(13), px(10), -px(13), -px(10))
        if memory is None:
            self._placeholder(painter, inner)
            return
        self._head(painter, QRect(inner.left(), inner.top(), inner.width(), px(20)), memory)
        at = QPointF(inner.left(), inner.top() + px(25))
        self.text(painter, at, inner.width(), memory, "body", px(20), state.terms)
        foot = QRect(inner.left(), inner.bottom() + 1 - px(18), inner.width(), px(18))
        self._foot(painter, foot, memory, state.terms)

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
        for top, share in ((2, 0.22), (29, 0.86), (49, 0.6), (72, 0.16)):
            bar = QRectF(inner.left(), inner.top() + px(top), inner.width() * share, px(14))
            painting.rounded(painter, bar, px(4), color)

    def _head(self, painter: QPainter, row: QRect, memory: Memory) -> None:
        theme, px = self._theme, self._theme.px
        gap = px(10)
        bar = painting.confidence_width(theme)
        left = row.right() + 1 - bar
        painting.paint_confidence(painter, theme, left, row.top(), row.height(), memory.current_confidence)
        end, x, y = left - gap, row.left(), row.top()
        x += painting.paint_badge(painter, self._icons, x, y, type_label(memory.type), memory.type) + gap
        for text, kind, icon in status_badges(memory):
            x += painting.paint_badge(painter, self._icons, x, y, text, kind, icon) + gap
        word = privacy_word(memory.privacy_level)
        reserve = self._word_width(word) + gap if word else 0
        x = self._word(painter, row, x, end - reserve, scope_icon(memory.scope), scope_label(memory)) + gap
        if word:
            self._word(painter, row, x, end, privacy_icon(memory.privacy_level), word)

    def text(
        self,
        painter: QPainter,
        at: QPointF,
        width: float,
        memory: Memory,
        style: str,
        line: int,
        terms: tuple[str, ...] = (),
    ) -> None:
        """The memory's words in at most two lines, quieter where it no longer holds."""
        words, code = self._theme.font(style), self._theme.font("mono")
        code.setPixelSize(words.pixelSize() - 1)  # beside other words the fixed font looks larger than it is
        fonts = Fonts(words, code)
        block = self._blocks.get(memory.shown_text, fonts, width, float(line), lines=2, terms=terms)
        holds = memory.status in (Status.ACTIVE, Status.PENDING) and not memory.needs_review
        block.paint(painter, at, self._theme.color("text" if holds else "text2"), self._theme.color("mark"))

    def _foot(self, painter: QPainter, row: QRect, memory: Memory, terms: tuple[str, ...]) -> None:
        theme, px = self._theme, self._theme.px
        font = theme.font("caption")
        metrics = QFontMetrics(font)
        use = use_line(memory, self._clock())
        painter.setFont(font)
        painter.setPen(theme.color("text3"))
        painter.drawText(row, int(_RIGHT), use)
        end = row.right() - metrics.horizontalAdvance(use) - px(12)
        x, shown = self._condition(painter, row, end, memory), 0
        for tag in memory.tags[:MOST_TAGS]:
            said = metrics.elidedText(tag, Qt.TextElideMode.ElideRight, px(160))
            more = px(34) if shown + 1 < len(memory.tags) else 0
            if x + painting.tag_width(theme, said) + more > end:
                break
            x += self._tag(painter, x, row.top(), said, bool(hits(tag, terms))) + px(6)
            shown += 1
        if shown < len(memory.tags):
            painter.setFont(font)
            painter.setPen(theme.color("text3"))
            rest = f"+{len(memory.tags) - shown}"
            painter.drawText(QRect(x, row.top(), px(40), row.height()), int(_LEFT), rest)

    def _condition(self, painter: QPainter, row: QRect, end: int, memory: Memory) -> int:
        """Where alone it holds, before the tags and at their cost. Answers where the tags begin."""
        line, px = condition_line(memory), self._theme.px
        if not line or end - row.left() < px(40):
            return row.left()
        font, left = self._theme.font("caption"), row.left() + px(16)
        metrics = QFontMetrics(font)
        said = metrics.elidedText(line, Qt.TextElideMode.ElideRight, end - left)
        self._icons.paint(painter, "branch", "text2", row.left(), row.top() + (row.height() - px(12)) / 2, 12)
        painter.setFont(font)
        painter.setPen(self._theme.color("text2"))
        painter.drawText(QRect(left, row.top(), end - left, row.height()), int(_LEFT), said)
        return left + metrics.horizontalAdvance(said) + px(10)

    def _tag(self, painter: QPainter, x: int, y: int, tag: str, found: bool) -> int:
        """A tag, in the colour of a hit where the search found it."""
        theme = self._theme
        if not found:
            return painting.paint_tag(painter, theme, x, y, tag)
        box = QRect(x, y, painting.tag_width(theme, tag), theme.px(18))
        painting.rounded(painter, box, theme.px(4), theme.color("mark"))
        painter.setFont(theme.font("caption600"))
        painter.setPen(theme.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tag)
        return box.width()

    def _word(self, painter: QPainter, row: QRect, x: int, end: int, icon: str, text: str) -> int:
        """An icon and its word in the small style, elided at `end`. Answers where it ends."""
        px = self._theme.px
        room = end - x - px(18)
        if room < px(12):
            return x
        font = self._theme.font("small")
        metrics = QFontMetrics(font)
        said = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        self._icons.paint(painter, icon, "text2", x, row.top() + (row.height() - px(14)) / 2, 14)
        painter.setFont(font)
        painter.setPen(self._theme.color("text2"))
        painter.drawText(QRect(x + px(18), row.top(), room + 2, row.height()), int(_LEFT), said)
        return x + px(18) + metrics.horizontalAdvance(said)

    def _word_width(self, text: str) -> int:
        return self._theme.px(18) + QFontMetrics(self._theme.font("small")).horizontalAdvance(text)


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
