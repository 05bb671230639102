"""One row of the table: where its columns lie, how it is painted, where its links are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from arbor_desktop.clock import Clock
from arbor_desktop.context.model import ToldFigures
from arbor_desktop.conversations.model import Conversation, ConversationStatus
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_model import Index, ItemRole
from arbor_desktop.ui.conversations.fold_words import figures_words
from arbor_desktop.ui.conversations.words import (
    NOTHING,
    cost,
    memories,
    messages,
    project_of,
    span,
    status_look,
    title_of,
    tokens,
)
from arbor_desktop.ui.formatting import started
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.text import Block, BlockCache, Fonts, search_terms
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

TITLE = "title"
GAP = 12
EDGE = 16
TITLE_LEAST, TITLE_MOST = 240, 480
PROJECT_LEAST = 92
STARTED_MOST = 92
"""With so much, day and year are in one line."""


@dataclass(frozen=True, slots=True)
class Column:
    """`width` in pixels of the design; the title takes what is left."""

    key: str
    width: int
    right: bool = False
    inset: int = 0


COLUMNS = (
    Column(TITLE, 0),
    Column("project", 118),
    Column("started", 58),
    Column("turns", 64, right=True),
    Column("status", 132, inset=8),
    Column("memories", 66, right=True),
    Column("tokens", 84, right=True),
)
DROPPED = ("tokens", "turns", "started", "memories")
"""In this order columns give way to the title; the others always stay."""
OPTIONAL = ("project", "started", "turns", "memories", "tokens")
"""What a person may hide."""


def heading(key: str) -> str:
    return {
        "title": tr("Conversation"),
        "project": tr("Project"),
        "started": tr("Started"),
        "turns": tr("Messages"),
        "status": tr("Status"),
        "memories": tr("Memories"),
        "tokens": tr("Tokens · cost"),
    }[key]


def spoken_heading(key: str) -> str:
    return {"turns": tr("Messages"), "memories": tr("Memories"), "tokens": tr("Tokens and reading cost")}.get(
        key, heading(key)
    )


@dataclass(frozen=True, slots=True)
class Slot:
    """A column as it lies now, in pixels from the left edge of the row."""

    column: Column
    left: int
    width: int

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight if self.column.right else Qt.AlignmentFlag.AlignLeft


def lay_out(theme: Theme, width: int, hidden: Collection[str] = ()) -> tuple[Slot, ...]:
    """The columns that are shown in a row of `width` pixels, from left to right."""
    px = theme.px
    shown = [column for column in COLUMNS if column.key not in hidden]
    for key in DROPPED:
        if _title_room(theme, shown, width) >= px(TITLE_LEAST):
            break
        shown = [column for column in shown if column.key != key]
    widths = {column.key: px(column.width) for column in shown}
    room = _title_room(theme, shown, width)
    if room < px(TITLE_LEAST) and "project" in widths:
        spared = min(px(TITLE_LEAST) - room, widths["project"] - px(PROJECT_LEAST))
        widths["project"] -= spared
        room += spared
    widths[TITLE] = min(max(room, px(60)), px(TITLE_MOST))
    if "started" in widths:  # what is left then stays empty at the right
        spare = max(room - px(TITLE_MOST), 0)
        widths["started"] = min(widths["started"] + spare, px(STARTED_MOST))
    slots, left = [], px(EDGE)
    for column in shown:
        slots.append(Slot(column, left, widths[column.key]))
        left += widths[column.key] + px(GAP)
    return tuple(slots)


def most_width(theme: Theme) -> int:
    """Return the width of a row from which on nothing gets wider."""
    widths = {column.key: column.width for column in COLUMNS} | {TITLE: TITLE_MOST, "started": STARTED_MOST}
    return theme.px(sum(widths.values()) + (len(widths) - 1) * GAP + 2 * EDGE)


def _title_room(theme: Theme, shown: list[Column], width: int) -> int:
    px = theme.px
    others = sum(px(column.width) for column in shown if column.key != TITLE)
    return width - 2 * px(EDGE) - others - (len(shown) - 1) * px(GAP)


ROW = 46
FOUND_ROW = 68
"""A row with the line that a search found; in pixels of the design, as all lengths here."""
_BADGE = 20
_LETTERS = 20
_TOLD = 20
_BADGE_FROM = 400
"""In a narrower column, a sign leaves the title its room."""

_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class RowDelegate(QStyledItemDelegate):
    """`hits` are what a search found; `ring`: whether the current row shows the focus."""

    def __init__(self, icons: Icons, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._blocks = BlockCache(keep=512)
        self._theme.changed.connect(self._blocks.clear)
        self._slots: tuple[Slot, ...] = ()
        self._width = -1
        self._hidden: Collection[str] = ()
        self.hits: dict[str, ConversationHit] = {}
        self.told: Mapping[str, ToldFigures] = {}
        """What conversations were told, of those that were told anything."""
        self.ring = False
        self.pointer: QPoint | None = None
        """Where the pointer is in the view: a link under it is underlined."""

    def set_hidden(self, hidden: Collection[str]) -> None:
        """Leaves these columns out."""
        self._hidden, self._width = hidden, -1

    def slots(self, width: int) -> tuple[Slot, ...]:
        if width != self._width:
            self._slots, self._width = lay_out(self._theme, width, self._hidden), width
        return self._slots

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(FOUND_ROW if self.hits else ROW))

    # Painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: QRect = option.rect
        painting.paint_row(painter, self._theme, row, option.state, ring=self.ring)
        conversation = index.data(ItemRole)
        if conversation is None:
            self._placeholder(painter, row)
            return
        for slot in self.slots(row.width()):
            cell = QRect(row.left() + slot.left, row.top(), slot.width, row.height() - 1)
            getattr(self, f"_{slot.column.key}")(painter, cell, conversation)

    def _placeholder(self, painter: QPainter, row: QRect) -> None:
        """Bars where the words will be: the row is there, its text is on its way."""
        px = self._theme.px
        for slot in self.slots(row.width()):
            width = min(slot.width, px(150)) * 0.8
            left = slot.left + (slot.width - width if slot.column.right else 0)
            bar = QRect(row.left() + round(left), row.center().y() - px(6), round(width), px(12))
            painting.rounded(painter, bar, px(4), self._theme.color("sunken"))

    def _title(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        px = self._theme.px
        side = px(_LETTERS)
        box = QRect(cell.left(), cell.top() + (cell.height() - side) // 2, side, side)
        painting.paint_letters(painter, self._theme, box, source_words(item.source).letters)
        left = cell.left() + side + px(10)
        width = cell.right() + 1 - left
        if item.id in self.told:
            box = self._told_box(cell, item)
            width -= box.width()
            if box.width() > px(_TOLD):
                y = cell.top() + (cell.height() - px(_BADGE)) // 2
                painting.paint_badge(
                    painter, self._icons, box.left() + px(8), y, tr("Started without memories"), "neutral"
                )
            else:
                middle = box.top() + (box.height() - px(12)) / 2
                glyph = "flask" if self.told[item.id].withheld else "context"
                self._icons.paint(painter, glyph, "text3", box.right() + 1 - px(12), middle, 12)
        hit = self.hits.get(item.id)
        found = hit is not None and hit.turn is not None
        title_style = self._theme.font("body500")
        reach = width / max(QFontMetrics(title_style).averageCharWidth(), 1) * 0.7
        near = hit is not None and bool(hit.title_marks) and hit.title_marks[0][1] < reach
        # A title is known by its beginning: words further on are not worth an ellipsis there.
        marked = found_words(hit.title, hit.title_marks) if hit is not None and near else ()
        title = self._block(title_of(item), "body500", 18, width, 1 if found else 2, marked)
        lines = [title]
        if hit is not None and found:
            marked = found_words(hit.text, hit.marks)
            lines.append(self._block(_shown(hit), "small", 16, width, 2, marked))
        top = cell.top() + (cell.height() - sum(block.height for block in lines)) / 2
        for block, ink in zip(lines, ("text", "text2"), strict=False):
            block.paint(painter, QPointF(left, top), self._theme.color(ink), self._theme.color("mark"))
            top += block.height

    def _block(
        self, text: str, style: str, line: int, width: int, lines: int, terms: tuple[str, ...]
    ) -> Block:
        words, code = self._theme.font(style), self._theme.font("mono")
        code.setPixelSize(words.pixelSize() - 1)
        height = float(self._theme.px(line))
        return self._blocks.get(text, Fonts(words, code), width, height, lines=lines, terms=terms)

    def _project(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        self._two(painter, cell, project_of(item), item.branch or "", "mono_small")

    def _started(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        day, year = started(item.started_at, self._clock())
        if cell.width() == self._theme.px(STARTED_MOST):
            self._line(painter, cell, f"{day} {year}", "text2")
        else:
            self._two(painter, cell, day, year, "caption", ink="text2")

    def _turns(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        self._line(painter, cell, number(item.turn_count), right=True)

    def _tokens(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        total = item.input_tokens + item.output_tokens
        if total:
            self._two(painter, cell, tokens(total), cost(item.cost), "caption", right=True)
        else:
            self._line(painter, cell, NOTHING, "text3", right=True)

    def _memories(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        if item.memories:
            box = self._count_box(cell, item)
            self._link(painter, box, number(item.memories), "body", right=True)
        else:
            waits = item.status in (ConversationStatus.PENDING, ConversationStatus.PROCESSING)
            waits = waits or item.status is ConversationStatus.ERROR
            self._line(painter, cell, NOTHING if waits else "0", "text3" if waits else "text", right=True)

    def _status(self, painter: QPainter, cell: QRect, item: Conversation) -> None:
        theme, px = self._theme, self._theme.px
        look = status_look(item)
        left = cell.left() + px(8)
        room = cell.right() + 1 - left
        text = look.text
        if painting.badge_width(theme, text, look.icon is not None) > room:
            spare = painting.badge_width(theme, "", look.icon is not None)
            metrics = QFontMetrics(theme.font("caption600"))
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - spare)
        top = cell.top() + (cell.height() - px(_BADGE)) // 2
        painting.paint_badge(painter, self._icons, left, top, text, look.kind, look.icon)
        if item.status is ConversationStatus.ERROR:
            self._link(painter, self._retry_box(cell, item), tr("Try again"), "small500")

    def _line(
        self, painter: QPainter, cell: QRect, text: str, ink: str = "text", *, right: bool = False
    ) -> None:
        painting.paint_text(painter, self._theme, cell, text, "body", ink, right=right)

    def _two(
        self,
        painter: QPainter,
        cell: QRect,
        upper: str,
        lower: str,
        style: str,
        *,
        ink: str = "text",
        right: bool = False,
    ) -> None:
        if not lower:
            self._line(painter, cell, upper, ink, right=right)
            return
        theme, px = self._theme, self._theme.px
        top = cell.top() + (cell.height() - px(36)) // 2
        above = QRect(cell.left(), top, cell.width(), px(20))
        painting.paint_text(painter, theme, above, upper, "body", ink, right=right)
        below = QRect(cell.left(), top + px(20), cell.width(), px(16))
        painting.paint_text(painter, theme, below, lower, style, "text3", right=right)

    def _link(self, painter: QPainter, box: QRect, text: str, style: str, *, right: bool = False) -> None:
        font = self._theme.font(style)
        font.setUnderline(self.pointer is not None and box.contains(self.pointer))
        painter.setFont(font)
        painter.setPen(self._theme.color("accentText"))
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, int(_CENTRE | side), text)

    # Where things are

    def _retry_box(self, cell: QRect, item: Conversation) -> QRect:
        theme, px = self._theme, self._theme.px
        look = status_look(item)
        left = cell.left() + px(8) + painting.badge_width(theme, look.text, look.icon is not None) + px(6)
        width = QFontMetrics(theme.font("small500")).horizontalAdvance(tr("Try again"))
        return QRect(left, cell.top() + (cell.height() - px(28)) // 2, width, px(28))

    def _count_box(self, cell: QRect, item: Conversation) -> QRect:
        """At least 28 wide: a single figure is hard to hit."""
        px = self._theme.px
        width = QFontMetrics(self._theme.font("body")).horizontalAdvance(number(item.memories))
        width = min(max(width, px(28)), cell.width())
        top = cell.top() + (cell.height() - px(28)) // 2
        return QRect(cell.right() + 1 - width, top, width, px(28))

    def _told_box(self, cell: QRect, item: Conversation) -> QRect:
        """Where the sign is that a conversation was told something, or that it was told nothing: a badge if
        there is room."""
        width = self._theme.px(_TOLD)
        if self.told[item.id].withheld and cell.width() >= self._theme.px(_BADGE_FROM):
            width = painting.badge_width(self._theme, tr("Started without memories"), False) + self._theme.px(
                8
            )
        return QRect(cell.right() + 1 - width, cell.top(), width, cell.height())

    def link_at(self, row: QRect, at: QPoint, item: Conversation) -> str | None:
        """`retry` or `memories` where such a link is under the point."""
        for slot in self.slots(row.width()):
            cell = QRect(row.left() + slot.left, row.top(), slot.width, row.height() - 1)
            key = slot.column.key
            if key == "status" and item.status is ConversationStatus.ERROR:
                if self._retry_box(cell, item).contains(at):
                    return "retry"
            elif key == "memories" and item.memories and self._count_box(cell, item).contains(at):
                return "memories"
        return None

    def tip_at(self, row: QRect, at: QPoint, item: Conversation) -> str:
        """What is cut short or left out under the point."""
        for slot in self.slots(row.width()):
            cell = QRect(row.left() + slot.left, row.top(), slot.width, row.height())
            if cell.contains(at):
                if (
                    slot.column.key == "title"
                    and item.id in self.told
                    and self._told_box(cell, item).contains(at)
                ):
                    return figures_words(self.told[item.id])
                on_letters = at.x() < cell.left() + self._theme.px(_LETTERS + 6)
                return self._tip(slot.column.key, item, on_letters)
        return ""

    def _tip(self, key: str, item: Conversation, on_letters: bool) -> str:
        if key == "title":
            return source_words(item.source).label if on_letters else title_of(item)
        if key == "project":
            return "\n".join(part for part in (item.project, item.branch) if part)
        if key == "started":
            return span(item, self._clock())
        if key == "status":
            return status_look(item).tip
        if key == "memories":
            return tr("Show {memories}").format(memories=memories(item.memories)) if item.memories else ""
        if key == "turns":
            return f"{messages(item.turn_count)}, {tr('%n from you', None, item.user_turns)}"
        return tr("{received} tokens in, {sent} out").format(
            received=number(item.input_tokens), sent=number(item.output_tokens)
        )


def found_words(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The words that a search found, as they are compared. A row runs spaces together, so that the places
    themselves would be others."""
    return search_terms(" ".join(text[start:end] for start, end in marks))


def _shown(hit: ConversationHit) -> str:
    return " ".join(hit.text.split())
