"""Paints the rows at left: headings, and each memory as a card that is as high as it needs to be."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arbor_desktop.clock import Clock
from arbor_desktop.editing.model import Relation, ReviewItem
from arbor_desktop.memories.model import Privacy
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_model import Index, ItemRole
from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.text import Block, BlockCache, Fonts
from arbor_desktop.ui.memory.words import privacy_icon, privacy_word, scope_icon, type_label
from arbor_desktop.ui.review.model import ProposalItem, Waiting
from arbor_desktop.ui.review.proposal import ProposalCards
from arbor_desktop.ui.review.rows import Heading, ReviewModel
from arbor_desktop.ui.review.words import PLANTED, lines_label, place_label, quoted, relation_label
from arbor_desktop.ui.translation import tr

MARGIN, GAP = 16, 8
HEADING, LINE = 44, 20
"""In pixels of the design, as all lengths here: they pass through `Theme.px`."""
_TEXT_TOP, _BOTTOM = 35, 12
_RELATION, _ACTIONS = 20, 34
_PAD = 13
_ICON = 28
FEW_LINES, MANY_LINES = 2, 14
"""Of a card, and of that which is decided on: nobody shall accept what they cannot read."""
_SURELY_TWO = 600
"""Texts with more characters are never measured: they need two lines."""
_MEASURED = 50_000
"""Texts whose width is remembered."""
ICONS = (("accept", "check"), ("edit", "edit"), ("reject", "x"))

_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT = _CENTRE | Qt.AlignmentFlag.AlignLeft
_RIGHT = _CENTRE | Qt.AlignmentFlag.AlignRight


class ReviewDelegate(QStyledItemDelegate):
    """`current` is the memory whose card shows its actions as buttons; `edited` the one whose text is being
    edited, in a box of `edit_height`. `ring`: the list has the focus.

    Qt asks for the size of every row in every layout, and lays out at every step: the sizes are held ready,
    so that thousands of rows take milliseconds.
    """

    def __init__(self, icons: Icons, model: ReviewModel, clock: Clock) -> None:
        super().__init__()
        self._icons, self._theme, self._model = icons, icons.theme, model
        self._blocks = BlockCache()
        self._proposals = ProposalCards(icons, clock)
        self._advances: OrderedDict[str, float] = OrderedDict()
        self._sizes: list[QSize] | None = None
        self.ring = False
        self.width = 0
        self.current: str | None = None
        self.edited: str | None = None
        self.edit_height = 0
        self.pointer: QPoint | None = None
        """Where the pointer is in the view: what is under it is lit."""
        self._theme.changed.connect(self._blocks.clear)
        # Connected before any view: what it lays out anew has its size by then.
        model.modelReset.connect(self._forget_sizes)
        model.rowsInserted.connect(self._rows_inserted)
        model.rowsRemoved.connect(self._rows_removed)
        model.dataChanged.connect(self._rows_changed)

    # Sizes

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if self._sizes is None:
            self._sizes = [self._size(row) for row in range(len(self._model.ids))]
        return self._sizes[index.row()]

    def set_width(self, width: int) -> bool:
        """How wide the list is; whether that is new."""
        changed, self.width = width != self.width, width
        if changed:
            self._forget_sizes()
        return changed

    def set_current(self, memory_id: str | None) -> None:
        former, self.current = self.current, memory_id
        self._measure_again(former, memory_id)

    def set_edited(self, memory_id: str | None, height: int = 0) -> None:
        former, self.edited, self.edit_height = self.edited, memory_id, height
        self._measure_again(former, memory_id)

    def _forget_sizes(self) -> None:
        self._sizes = None

    def _rows_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        if self._sizes is not None:
            self._sizes[first:first] = [self._size(row) for row in range(first, last + 1)]

    def _rows_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        if self._sizes is not None:
            del self._sizes[first : last + 1]

    def _rows_changed(self, top: QModelIndex, bottom: QModelIndex) -> None:
        if self._sizes is not None:
            for row in range(top.row(), bottom.row() + 1):
                self._sizes[row] = self._size(row)

    def _measure_again(self, *ids: str | None) -> None:
        """These alone: the other rows are as high as they were."""
        for id_ in ids:
            row = self._model.row_of(id_) if id_ else -1
            if self._sizes is not None and row >= 0:
                self._sizes[row] = self._size(row)

    def _size(self, row: int) -> QSize:
        item, px = self._model.row_at(row), self._theme.px
        high = self._card_height(item) + px(GAP) if isinstance(item, Waiting) else px(HEADING)
        return QSize(self.width, high)

    def _card_height(self, item: Waiting) -> int:
        px = self._theme.px
        if isinstance(item, ProposalItem):
            current = item.id == self.current
            inner = self._proposals.height(item, self._text_width(), current=current)
            return px(_TEXT_TOP) + inner + px(_BOTTOM) + (px(_ACTIONS) if current else 0)
        if item.id == self.edited:
            return px(_TEXT_TOP) + self.edit_height + px(_BOTTOM)
        height = px(_TEXT_TOP) + self.lines(item) * px(LINE) + px(_BOTTOM)
        height += px(_RELATION) * (bool(item.conflict) + self._model.is_planted(item))
        return height + (px(_ACTIONS) if item.id == self.current else 0)

    def lines(self, item: ReviewItem) -> int:
        """How many lines its text takes: all of that which is decided on, else at most two."""
        if item.id == self.current:
            return max(1, len(self._block(item).lines))
        if len(item.content) > _SURELY_TWO:
            return FEW_LINES
        # Thousands of rows are measured whenever the width changes: their texts are so only once.
        return 1 if self._advance(item.content) <= self._text_width() else FEW_LINES

    def _advance(self, text: str) -> float:
        """How wide a text is in one line."""
        known = self._advances.get(text)
        if known is None:
            known = self._advances[text] = self._measured(text)
            while len(self._advances) > _MEASURED:
                self._advances.popitem(last=False)
        return known

    def _measured(self, text: str) -> float:
        fonts = self._fonts()
        words, code = QFontMetricsF(fonts.words), QFontMetricsF(fonts.code)
        shown, codes = code_spans(" ".join(text.split()))
        wide = words.horizontalAdvance(shown)
        for start, end in codes:
            wide += code.horizontalAdvance(shown[start:end]) - words.horizontalAdvance(shown[start:end])
        return wide

    def _fonts(self) -> Fonts:
        words, code = self._theme.font("body"), self._theme.font("mono")
        code.setPixelSize(words.pixelSize() - 1)  # beside other words the fixed font looks larger than it is
        return Fonts(words, code)

    def _text_width(self) -> int:
        px = self._theme.px
        return max(self.width - 2 * px(MARGIN) - 2 * px(_PAD), px(60))

    def _block(self, item: ReviewItem) -> Block:
        lines = MANY_LINES if item.id == self.current else FEW_LINES
        return self._blocks.get(
            item.content,
            self._fonts(),
            self._text_width(),
            self._theme.px(LINE),
            lines=lines,
            terms=(),
        )

    # Places

    def card_rect(self, row: QRect) -> QRect:
        px = self._theme.px
        return row.adjusted(px(MARGIN), 0, -px(MARGIN), -px(GAP))

    def _inner(self, row: QRect) -> QRect:
        px = self._theme.px
        return self.card_rect(row).adjusted(px(_PAD), px(10), -px(_PAD), -px(10))

    def actions_rect(self, row: QRect) -> QRect:
        """Where the buttons of the current card are, and at their right its lines."""
        inner, px = self._inner(row), self._theme.px
        return QRect(inner.left(), inner.bottom() + 1 - px(26), inner.width(), px(26))

    def edit_rect(self, row: QRect) -> QRect:
        inner, px = self._inner(row), self._theme.px
        return QRect(inner.left(), inner.top() + px(_TEXT_TOP - 10), inner.width(), self.edit_height)

    def icon_rects(self, row: QRect, item: Waiting) -> dict[str, QRect]:
        """Where accept, edit and reject are on a card; none on that which has buttons."""
        if item.id in (self.current, self.edited):
            return {}
        card, px = self.card_rect(row), self._theme.px
        side = px(_ICON)
        # What an agent proposes is taken as it is, or not.
        names = [name for name, _ in ICONS if name != "edit" or isinstance(item, ReviewItem)]
        left = card.right() + 1 - px(7) - len(names) * side
        top = card.top() + px(10) + (px(20) - side) // 2
        return {name: QRect(left + n * side, top, side, side) for n, name in enumerate(names)}

    def compare_rect(self, row: QRect, item: ReviewItem) -> QRect:
        """Where "Compare" is; empty where there is nothing to compare with."""
        if not item.conflict or item.id == self.edited:
            return QRect()
        line, px = self._relation_line(row, item), self._theme.px
        head, words, link = self._relation_widths(item)
        room = line.width() - px(19) - head - link - px(10)
        left = line.left() + px(19) + head + min(words, room) + px(10)
        return QRect(left, line.top(), link, line.height())

    def hit(self, row: QRect, item: Waiting, at: QPoint) -> str:
        """What a click there asks for: accept, edit, reject or compare; nothing elsewhere."""
        if isinstance(item, ReviewItem) and self.compare_rect(row, item).contains(at):
            return "compare"
        return next((n for n, box in self.icon_rects(row, item).items() if box.contains(at)), "")

    def _relation_line(self, row: QRect, item: ReviewItem) -> QRect:
        inner, px = self._inner(row), self._theme.px
        top = inner.top() + px(_TEXT_TOP - 10) + self.lines(item) * px(LINE) + px(2)
        return QRect(inner.left(), top, inner.width(), px(18))

    def _relation_widths(self, item: ReviewItem) -> tuple[int, int, int]:
        small, medium = (QFontMetrics(self._theme.font(name)) for name in ("small", "small500"))
        head = small.horizontalAdvance(relation_label(item) + " ")
        return head, small.horizontalAdvance(quoted(item.other_content)), medium.horizontalAdvance(_compare())

    # Painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(ItemRole)
        if isinstance(item, Heading):
            self._heading(painter, option.rect, item)
        elif isinstance(item, ProposalItem):
            self._proposal(painter, option.rect, item, option.state)
        elif isinstance(item, ReviewItem):
            self._card(painter, option.rect, item, option.state)

    def _heading(self, painter: QPainter, row: QRect, item: Heading) -> None:
        theme, px = self._theme, self._theme.px
        margin = px(MARGIN)
        line = QRect(row.left() + margin, row.bottom() + 1 - px(28), row.width() - 2 * margin, px(20))
        badge = QRect(line.left(), line.top(), px(20), px(20))
        painting.paint_letters(painter, theme, badge, item.letters)
        if not item.letters:
            self._icons.paint(painter, item.glyph, "text2", badge.left() + px(4), badge.top() + px(4), 12)
        count = item.counted
        self._say(painter, line, count, "small", "text2", right=True)
        taken = QFontMetrics(theme.font("small")).horizontalAdvance(count) + px(12)
        left = line.left() + px(28)
        meta = QFontMetrics(theme.font("small")).horizontalAdvance(item.meta) + px(8) if item.meta else 0
        room = line.right() + 1 - taken - left
        title = min(
            QFontMetrics(theme.font("body600")).horizontalAdvance(item.title) + 1,
            max(room - meta, room // 2),
        )
        self._say(painter, QRect(left, line.top(), title, line.height()), item.title, "body600", "text")
        rest = QRect(left + title + px(8), line.top(), max(room - title - px(8), 0), line.height())
        self._say(painter, rest, item.meta, "small", "text3")

    def _card(self, painter: QPainter, row: QRect, item: ReviewItem, state: QStyle.StateFlag) -> None:
        px = self._theme.px
        current = item.id == self.current
        self._frame(painter, self.card_rect(row), state, current)
        inner = self._inner(row)
        self._head(painter, QRect(inner.left(), inner.top(), inner.width(), px(20)), row, item)
        if item.id == self.edited:
            return
        at = QPointF(inner.left(), inner.top() + px(_TEXT_TOP - 10))
        self._block(item).paint(painter, at, self._theme.color("text"), self._theme.color("mark"))
        if item.conflict:
            self._relation(painter, row, item)
        if self._model.is_planted(item):
            line = self._relation_line(row, item).translated(0, px(_RELATION) if item.conflict else 0)
            self._icons.paint(painter, "warning", "warn", line.left(), line.top() + px(2), 14)
            self._say(painter, line.adjusted(px(19), 0, 0, 0), tr(PLANTED), "small", "warn")
        if current:
            self._say(painter, self.actions_rect(row), lines_label(item), "caption", "text3", right=True)

    def _proposal(self, painter: QPainter, row: QRect, item: ProposalItem, state: QStyle.StateFlag) -> None:
        px = self._theme.px
        current = item.id == self.current
        self._frame(painter, self.card_rect(row), state, current)
        inner = self._inner(row)
        icons = self.icon_rects(row, item)
        line = QRect(inner.left(), inner.top(), inner.width(), px(20))
        if icons:
            line.setRight(icons["accept"].left() - px(12))
            self._action_icons(painter, icons)
        self._proposals.head(painter, line, item)
        body = QRect(inner.left(), inner.top() + px(_TEXT_TOP - 10), self._text_width(), inner.height())
        self._proposals.body(painter, body, item, current=current)

    def _frame(self, painter: QPainter, card: QRect, state: QStyle.StateFlag, current: bool) -> None:
        theme = self._theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        fill = theme.color("selected" if selected else "hover" if hovered and not current else "card")
        if current and self.ring:
            painting.rounded(painter, card, theme.px(8), fill, theme.color("focus"), 2)
            return
        edge = "accent" if selected else "borderStrong" if hovered else "border"
        painting.rounded(painter, card, theme.px(8), fill, theme.color(edge))

    def _head(self, painter: QPainter, line: QRect, row: QRect, item: ReviewItem) -> None:
        theme, px = self._theme, self._theme.px
        gap, end = px(10), line.right() + 1
        icons = self.icon_rects(row, item)
        if icons:
            end = icons["accept"].left() - px(12)
            self._action_icons(painter, icons)
        left = end - painting.confidence_width(theme)
        painting.paint_confidence(painter, theme, left, line.top(), line.height(), item.confidence)
        end = left - gap
        x = line.left()
        x += painting.paint_badge(painter, self._icons, x, line.top(), type_label(item.type), item.type) + gap
        word = privacy_word(item.privacy) if item.privacy is not Privacy.NORMAL else ""
        reserve = self._word_width(word) + gap if word else 0
        place, shared = place_label(item.scope, item.scope_id), self._model.author(item)
        badge = painting.badge_width(theme, tr("Team"), icon=True) + gap if shared is not None else 0
        x = self._word(painter, line, x, end - reserve - badge, scope_icon(item.scope), place) + gap
        if shared is not None:
            painting.paint_badge(painter, self._icons, x, line.top(), tr("Team"), "neutral", "team")
            x += badge
            room = QRect(x, line.top(), max(end - reserve - x, 0), line.height())
            self._say(painter, room, shared.author, "small", "text2")
            x += QFontMetrics(theme.font("small")).horizontalAdvance(shared.author) + gap
        if word:
            self._word(painter, line, x, end, privacy_icon(item.privacy), word)

    def _action_icons(self, painter: QPainter, boxes: dict[str, QRect]) -> None:
        theme, px = self._theme, self._theme.px
        glyphs = dict(ICONS)
        for name, box in boxes.items():
            glyph = glyphs[name]
            lit = self.pointer is not None and box.contains(self.pointer)
            if lit:
                painting.rounded(painter, box, px(8), theme.color("sunken"))
            inset = (box.width() - px(16)) / 2
            token = "text" if lit else "text2"
            self._icons.paint(painter, glyph, token, box.left() + inset, box.top() + inset, 16)

    def _relation(self, painter: QPainter, row: QRect, item: ReviewItem) -> None:
        px = self._theme.px
        line, link = self._relation_line(row, item), self.compare_rect(row, item)
        updates = item.relation is Relation.UPDATES
        token, glyph = ("info", "refresh") if updates else ("warn", "conflicts")
        top = line.top() + (line.height() - px(14)) / 2
        self._icons.paint(painter, glyph, token, line.left(), top, 14)
        words = QRect(
            line.left() + px(19), line.top(), link.left() - px(6) - line.left() - px(19), line.height()
        )
        self._say(painter, words, f"{relation_label(item)} {quoted(item.other_content)}", "small", token)
        font = self._theme.font("small500")
        font.setUnderline(self.pointer is not None and link.contains(self.pointer))
        painter.setFont(font)
        painter.setPen(self._theme.color("accentText"))
        painter.drawText(link, int(_LEFT), _compare())

    def _say(
        self, painter: QPainter, box: QRect, text: str, style: str, token: str, *, right: bool = False
    ) -> None:
        if not text:
            return
        font = self._theme.font(style)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(QRectF(box), int(_RIGHT if right else _LEFT), shown)

    def _word(self, painter: QPainter, line: QRect, x: int, end: int, icon: str, text: str) -> int:
        """An icon and its word in the small style, elided at `end`. Answers where it ends."""
        px = self._theme.px
        room = end - x - px(18)
        if room < px(12):
            return x
        metrics = QFontMetrics(self._theme.font("small"))
        said = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        self._icons.paint(painter, icon, "text2", x, line.top() + (line.height() - px(14)) / 2, 14)
        self._say(painter, QRect(x + px(18), line.top(), room + 2, line.height()), said, "small", "text2")
        return x + px(18) + metrics.horizontalAdvance(said)

    def _word_width(self, text: str) -> int:
        return self._theme.px(18) + QFontMetrics(self._theme.font("small")).horizontalAdvance(text)


def _compare() -> str:
    return tr("Compare")
