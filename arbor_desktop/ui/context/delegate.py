"""Paints the rows at right: headings, and for each memory its type, words, reason and tokens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.context.model import TOLD, Heading
from arbor_desktop.ui.context.reads import Entry
from arbor_desktop.ui.context.words import tokens_short, tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import type_label
from arbor_desktop.ui.row_model import ItemRole

ROW, HEADING = 49, 32
GAP_ABOVE = 4
"""Above the second heading; in pixels of the design, as all lengths here."""
_MARGIN = 16
_BADGE, _BADGE_GAP = 86, 10
_TIP = 800
"""So many characters of a memory a tooltip shows."""

_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT = _CENTRE | Qt.AlignmentFlag.AlignLeft
_RIGHT = _CENTRE | Qt.AlignmentFlag.AlignRight


class WhyDelegate(QStyledItemDelegate):
    """`ring`: whether the current row shows the focus; `barred`: the memory over whose row the buttons lie,
    and `bar_width` how wide they are."""

    def __init__(self, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.ring = False
        self.barred: str | None = None
        self.bar_width = 0
        kinds = (painting.badge_width(self._theme, type_label(kind)) for kind in MemoryType)
        self._column = max(self._theme.px(_BADGE), *kinds)
        self.pointer: QPoint | None = None
        """Where the pointer is in the view: a link under it is underlined."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        item, px = index.data(ItemRole), self._theme.px
        if isinstance(item, Heading):
            return QSize(px(200), px(HEADING) + (0 if item.id == TOLD else px(GAP_ABOVE)))
        return QSize(px(200), px(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(ItemRole)
        if isinstance(item, Heading):
            self._heading(painter, option.rect, item)
        elif isinstance(item, Entry):
            self._ground(painter, option.rect, option.state)
            self._entry(painter, option.rect, item)

    # Headings

    def _heading(self, painter: QPainter, row: QRect, item: Heading) -> None:
        theme, px = self._theme, self._theme.px
        line = self._heading_line(row)
        x = line.left()
        painter.setFont(theme.font("section"))
        painter.setPen(theme.color("text"))
        painter.drawText(line, int(_LEFT), item.title)
        x += QFontMetrics(theme.font("section")).horizontalAdvance(item.title) + px(8)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRect(x, line.top(), px(60), line.height()), int(_LEFT), f"{item.count:,}")
        link = self.link_box(row, item)
        end = link.left() if item.link else line.right() + 1
        note = f"{item.note} · " if item.link and item.note else item.note
        painter.drawText(QRect(line.left(), line.top(), end - line.left(), line.height()), int(_RIGHT), note)
        if item.link:
            font = theme.font("small500")
            font.setUnderline(self.pointer is not None and link.contains(self.pointer))
            painter.setFont(font)
            painter.setPen(theme.color("accentText"))
            painter.drawText(link, int(_LEFT), item.link)

    def _heading_line(self, row: QRect) -> QRect:
        margin, high = self._theme.px(_MARGIN), self._theme.px(HEADING)
        return QRect(row.left() + margin, row.bottom() + 1 - high, row.width() - 2 * margin, high)

    def link_box(self, row: QRect, item: Heading) -> QRect:
        """Where "Show all" is; empty where there is none."""
        if not item.link:
            return QRect()
        line = self._heading_line(row)
        width = QFontMetrics(self._theme.font("small500")).horizontalAdvance(item.link) + 1
        return QRect(line.right() + 1 - width, line.top(), width, line.height())

    # Memories

    def _ground(self, painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
        theme, px = self._theme, self._theme.px
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(row, theme.color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(row, theme.color("hover"))
        line = QRect(row.left() + px(_MARGIN), row.bottom(), row.width() - 2 * px(_MARGIN), 1)
        painter.fillRect(line, theme.color("border"))
        if self.ring and state & QStyle.StateFlag.State_HasFocus:
            box = row.adjusted(px(6), 1, -px(6), -2)
            painting.rounded(painter, box, px(4), None, theme.color("focus"), 2)

    def _entry(self, painter: QPainter, row: QRect, item: Entry) -> None:
        px = self._theme.px
        inner = row.adjusted(px(_MARGIN), px(6), -px(_MARGIN), -px(6) - 1)
        kind = type_label(item.type)
        painting.paint_badge(painter, self._icons, inner.left(), inner.top() + 1, kind, item.type)
        words = QRect(inner)
        words.setLeft(inner.left() + self._column + px(_BADGE_GAP))
        words.setRight(inner.right() - self._aside(painter, inner, item))
        upper = QRect(words.left(), words.top(), words.width(), px(20))
        self._say(painter, upper, shown_text(item), "body", "text" if item.told else "text2")
        below = QRect(words.left(), words.top() + px(20), words.width(), px(16))
        tone = "text2"  # also of what is left out: that is normal
        middle = below.top() + (below.height() - px(13)) / 2
        self._icons.paint(painter, item.glyph, tone, below.left(), middle, 13)
        self._say(painter, below.adjusted(px(17), 0, 0, 0), item.why, "caption", tone)

    def _aside(self, painter: QPainter, inner: QRect, item: Entry) -> int:
        """The tokens at the right, or room for the buttons that lie there. Answers how wide it is."""
        px = self._theme.px
        if item.id == self.barred:
            return self.bar_width + px(4)
        said = tokens_short(item.tokens)
        box = QRect(inner.left(), inner.top() + px(2), inner.width(), px(16))
        self._say(painter, box, said, "caption", "text3", right=True)
        return QFontMetrics(self._theme.font("caption")).horizontalAdvance(said) + px(10)

    def _say(
        self, painter: QPainter, box: QRect, text: str, style: str, token: str, *, right: bool = False
    ) -> None:
        font = self._theme.font(style)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, int(_RIGHT if right else _LEFT), shown)

    def tip(self, item: Entry) -> str:
        """The whole memory (its beginning, of a very long one), why it is in or out, and what it is worth."""
        worth = f"{tr('Confidence')} {item.confidence:.2f}"
        if not item.told and item.confidence < item.floor:
            worth += f" · {tr('told here from')} {item.floor:.2f}"
        text = shown_text(item)
        text = text if len(text) <= _TIP else text[: _TIP - 1].rstrip() + "…"
        return "\n".join((text, "", item.why, worth))


def shown_text(item: Entry) -> str:
    """In one line, without the marks around code."""
    return plain(" ".join(item.text.split()))
