"""One row of a transcript: its text in lines, laid out for a width, and painted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from arbor_desktop.conversations.model import TurnKind, TurnMark
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.conversations.model import Look, Row, UsedMark
from arbor_desktop.ui.conversations.words import kind_icon, kind_words, speaker
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import tr

_PLAIN = {ord("\n"): "\u2028", ord("\r"): " ", 0: " "}
"""A line end of the layout, one character each, so that places stay."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Characters `start` to `end` on another ground, perhaps in another ink."""

    start: int
    end: int
    back: QColor
    ink: QColor | None = None


class LaidText:
    """Lines of one height and width. Places are characters of the text that was given."""

    def __init__(
        self, text: str, font: QFont, width: float, line_height: float, *, strike: bool = False
    ) -> None:
        self.length = len(text)
        self._astral = [place for place, char in enumerate(text) if char > "\uffff"]
        font = QFont(font)
        font.setStrikeOut(strike)
        self._layout = QTextLayout(text.translate(_PLAIN), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * 4)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        metrics = QFontMetricsF(font)
        lead = (line_height - metrics.height()) / 2
        self._layout.beginLayout()
        for row in count():
            line = self._layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(width, 1))
            # The same base line everywhere, whatever a fallback font needs.
            line.setPosition(QPointF(0, row * line_height + lead + metrics.ascent() - line.ascent()))
        self._layout.endLayout()
        self._line_height = line_height
        self.height = max(self._layout.lineCount(), 1) * line_height

    @property
    def lines(self) -> int:
        return self._layout.lineCount()

    def paint(self, painter: QPainter, at: QPointF, ink: QColor, tints: Iterable[Tint] = ()) -> None:
        """Later tints lie over earlier ones."""
        painter.setPen(ink)
        ranges = []
        for tint in tints:
            part = QTextLayout.FormatRange()
            part.start = self._units(max(tint.start, 0))
            part.length = self._units(min(tint.end, self.length)) - part.start
            if part.length <= 0:
                continue
            look = QTextCharFormat()
            look.setBackground(QBrush(tint.back))
            look.setForeground(QBrush(tint.ink or ink))
            part.format = look
            ranges.append(part)
        self._layout.draw(painter, at, ranges)

    def place_at(self, point: QPointF) -> int:
        """The place between characters that is nearest to a point within the text."""
        row = min(max(int(point.y() // self._line_height), 0), max(self.lines - 1, 0))
        line = self._layout.lineAt(row)
        return self._characters(int(line.xToCursor(point.x()))) if line.isValid() else 0

    def top_of(self, place: int) -> float:
        """How far below the first line's top the line with this place begins."""
        line = self._layout.lineForTextPosition(self._units(min(place, self.length)))
        return line.lineNumber() * self._line_height if line.isValid() else 0.0

    def _units(self, place: int) -> int:
        """As Qt counts: characters beyond the first plane, such as emoji, are two."""
        return place + bisect_left(self._astral, place)

    def _characters(self, units: int) -> int:
        place = units
        for before, at in enumerate(self._astral):
            if at + before >= units:
                break
            place = max(at + 1, units - before - 1)
        return min(place, self.length)


CLIP = 6_000
"""So many characters of a long turn are shown until all of it is wanted."""
_WIDEST = 720
"""Longer lines are hard to read; in pixels of the design, as all lengths here."""
_TOP, _BOTTOM = 4, 5
_INSET = 10
"""By so much the turns of an open fold lie further in."""
_NAME, _LINE, _CODE_LINE, _BADGE, _BADGE_GAP = 16, 18, 17, 20, 4
_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class Link:
    """Something in the row that can be clicked; its box is relative to the row's top left."""

    box: QRect
    does: str
    """`memory`, `used`, `more` or `toggle`."""
    memory_id: str = ""


@dataclass(slots=True)
class LaidRow:
    """All boxes are relative to the row's top left."""

    row: Row
    text: LaidText | None
    whole: str
    text_at: QPointF
    height: int
    links: list[Link] = field(default_factory=list)
    head: str = ""

    def link_at(self, at: QPoint) -> Link | None:
        return next((link for link in self.links if link.box.contains(at)), None)


@dataclass(frozen=True, slots=True)
class RowState:
    """What a row is just now, beside what it says."""

    current: bool = False
    ring: bool = False
    hovered: QPoint | None = None
    tints: tuple[Tint, ...] = ()
    asked: bool = False
    """It is explained beside the transcript."""


class RowPainter:
    """Lays out and paints the rows of one transcript; `source` says what the assistant is called."""

    def __init__(self, icons: Icons) -> None:
        self._icons, self._theme = icons, icons.theme
        self.source = ""
        self.numbers = 1
        """The highest number of a turn: the column of numbers is as wide as it needs."""

    # Where things lie

    @property
    def line_height(self) -> int:
        """Of a line of what was said."""
        return self._theme.px(_LINE)

    def number_width(self) -> int:
        metrics = QFontMetrics(self._theme.font("mono_small"))
        return max(self._theme.px(18), metrics.horizontalAdvance("0" * len(str(self.numbers))))

    def text_left(self) -> int:
        px = self._theme.px
        return px(9) + self.number_width() + px(8) + px(14) + px(8)

    def text_width(self, width: int) -> int:
        room = min(width - self.text_left() - self._theme.px(14), self._theme.px(_WIDEST))
        return max(room, self._theme.px(60))

    def estimator(self, width: int) -> Callable[[Row], int]:
        """Says about how high a row will be, before its text is there. Asked of every row, so it looks at
        fonts only once."""
        px, line = self._theme.px, self._theme.px(_LINE)
        advance = max(QFontMetrics(self._theme.font("small")).averageCharWidth(), 1)
        room = self.text_width(width)
        quiet = px(_TOP) + line + px(_BOTTOM)
        said = px(_TOP) + px(_NAME) + px(_BOTTOM)
        badge = px(_BADGE) + px(_BADGE_GAP)

        def estimate(row: Row) -> int:
            if not row.shows_text:
                return quiet + len(row.used) * badge
            shown = min(row.line.size, CLIP)
            lines = max(1, min(max(-(-shown * advance // room), row.line.lines), shown))
            return (
                (said if row.look is Look.SAID else quiet)
                + lines * line
                + (len(row.marks) + len(row.used)) * badge
            )

        return estimate

    def lay_out(self, row: Row, text: str | None, width: int, *, full: bool = False) -> LaidRow:
        """`text` None: it is not loaded yet."""
        px = self._theme.px
        inset = px(_INSET) if row.inside else 0
        left, room = self.text_left() + inset, self.text_width(width) - inset
        head = px(_NAME if row.look is Look.SAID else _LINE)
        y = px(_TOP) + head
        if not row.shows_text:
            toggle = Link(QRect(left, 0, room, y + px(_BOTTOM)), "toggle")
            links, end = self._used_links(row, left, y, room)
            return LaidRow(
                row, None, text or "", QPointF(left, y), end + px(_BOTTOM), [toggle, *links], text or ""
            )
        if text is None:
            return LaidRow(row, None, "", QPointF(left, y), self.estimator(width)(row))
        full = full or any(mark.end is not None and mark.end > CLIP for mark in row.marks)
        shown = text if full or len(text) <= CLIP + CLIP // 10 else text[:CLIP]
        code = row.line.kind is TurnKind.TOOL
        font = self._theme.font("mono_small" if code else "small")
        line = px(_CODE_LINE if code else _LINE)
        laid = LaidText(shown, font, room, line, strike=row.line.unsaid)
        out = LaidRow(row, laid, text, QPointF(left, y), 0, head=text)
        if row.look is Look.QUIET:
            out.links.append(Link(QRect(left, 0, room, y), "toggle"))
        y += round(laid.height)
        if len(shown) < len(text):
            out.links.append(
                Link(QRect(left, y, self._width("caption500", self._more(text)), px(24)), "more")
            )
            y += px(24)
        for mark in row.marks:
            y += px(_BADGE_GAP)
            badge = painting.badge_width(self._theme, type_label(mark.type))
            left_of_words = left + badge + px(6)
            words = self._fitting(_link_words(mark), left + room - left_of_words - px(4))
            link = QRect(left_of_words, y, self._width("caption500", words), px(_BADGE))
            out.links.append(Link(link, "memory", mark.memory_id))
            y += px(_BADGE)
        links, y = self._used_links(row, left, y, room)
        out.links += links
        out.height = y + px(_BOTTOM)
        return out

    def _used_links(self, row: Row, left: int, y: int, room: int) -> tuple[list[Link], int]:
        """A line for each memory that was used there, below each other; and where they end."""
        px = self._theme.px
        links = []
        for used in row.used:
            y += px(_BADGE_GAP)
            links.append(Link(QRect(left, y, room, px(_BADGE)), "used", used.memory_id))
            y += px(_BADGE)
        return links, y

    def _fitting(self, words: str, room: int) -> str:
        metrics = QFontMetrics(self._theme.font("caption500"))
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)

    def _more(self, text: str) -> str:
        return tr("Show all %n characters", None, len(text))

    def _width(self, style: str, text: str) -> int:
        return QFontMetrics(self._theme.font(style)).horizontalAdvance(text) + 1

    # Painting

    def paint(self, painter: QPainter, laid: LaidRow, top: int, width: int, state: RowState) -> None:
        row, px, color = laid.row, self._theme.px, self._theme.color
        box = QRect(0, top, width, laid.height)
        if state.asked or state.current:
            painter.fillRect(box, color("selected" if state.asked else "hover"))
        if row.bar is not None:
            painter.fillRect(QRect(0, top, px(3), laid.height), self._theme.type_colors(row.bar)[2])
        if state.asked:
            painter.fillRect(QRect(0, top, px(3), laid.height), color("accent"))
        if state.ring:
            painting.rounded(painter, box.adjusted(1, 1, -1, -1), px(4), None, color("focus"), 2)
        self._number(painter, row, top)
        if row.look is Look.SAID:
            self._said(painter, laid, top, width, state)
        else:
            self._quiet(painter, laid, top, width, state)

    def _number(self, painter: QPainter, row: Row, top: int) -> None:
        px = self._theme.px
        painter.setFont(self._theme.font("mono_small"))
        painter.setPen(self._theme.color("text3"))
        box = QRect(px(9) - px(3), top + px(_TOP), self.number_width() + px(3), px(_LINE))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, side, str(row.line.number))

    def _glyph(self, painter: QPainter, name: str, token: object, top: int, size: int) -> None:
        px = self._theme.px
        x = px(9) + self.number_width() + px(8) + (px(14) - px(size)) / 2
        y = top + px(_TOP) + (px(_LINE) - px(size)) / 2
        self._icons.paint(painter, name, token, x, y, size)  # type: ignore[arg-type]

    def _said(self, painter: QPainter, laid: LaidRow, top: int, width: int, state: RowState) -> None:
        row, theme, px = laid.row, self._theme, self._theme.px
        if row.marks:
            self._glyph(painter, "memories", theme.type_colors(row.marks[0].type)[2], top, 14)
        font = theme.font("caption600")
        painter.setFont(font)
        painter.setPen(theme.color("text3"))
        name = speaker(row.line.role, self.source)
        left = self.text_left()
        head = QRect(left, top + px(_TOP), self.text_width(width), px(_NAME))
        painter.drawText(head, int(_CENTRE), name)
        if row.line.unsaid:
            after = QFontMetrics(font).horizontalAdvance(name)
            painter.setFont(theme.font("caption"))
            painter.drawText(head.adjusted(after, 0, 0, 0), int(_CENTRE), f" · {tr('undone by rewinding')}")
        ink = "text3" if row.line.unsaid else "text" if row.marks else "text2"
        if laid.text is None:
            self._placeholder(painter, laid, top, width)
            return
        marks = tuple(
            Tint(mark.start, mark.end, theme.color("mark"))
            for mark in row.marks
            if mark.start is not None and mark.end is not None
        )
        laid.text.paint(painter, laid.text_at + QPointF(0, top), theme.color(ink), (*marks, *state.tints))
        self._links(painter, laid, top, state)

    def _placeholder(self, painter: QPainter, laid: LaidRow, top: int, width: int) -> None:
        px = self._theme.px
        bar = QRect(
            round(laid.text_at.x()),
            top + round(laid.text_at.y()) + px(4),
            self.text_width(width) // 2,
            px(10),
        )
        painting.rounded(painter, bar, px(4), self._theme.color("sunken"))

    def _quiet(self, painter: QPainter, laid: LaidRow, top: int, width: int, state: RowState) -> None:
        row, theme, px = laid.row, self._theme, self._theme.px
        self._glyph(painter, kind_icon(row.line.kind), "text3", top, 14)
        left = self.text_left() + (px(_INSET) if row.inside else 0)
        right = self.text_left() + self.text_width(width)
        over = state.hovered is not None and any(
            link.does == "toggle" and link.box.contains(state.hovered) for link in laid.links
        )
        words = quiet_words(row)
        font = theme.font("small500")
        painter.setFont(font)
        painter.setPen(theme.color("text2" if over or row.open else "text3"))
        head = QRect(left, top + px(_TOP), right - left - px(18), px(_LINE))
        painter.drawText(head, int(_CENTRE), words)
        x = left + QFontMetrics(font).horizontalAdvance(words)
        if row.line.unsaid:
            x = self._more_words(painter, tr("undone by rewinding"), x, right, head)
        elif row.look is Look.QUIET and not row.open and laid.head:
            x = self._more_words(painter, _first_line(laid.head), x, right, head)
        glyph = "chevron-down" if row.open else "chevron-right"
        token = "text" if over else "text3"
        self._icons.paint(painter, glyph, token, right - px(14), head.top() + (px(_LINE) - px(14)) / 2, 14)
        if laid.text is not None:
            laid.text.paint(painter, laid.text_at + QPointF(0, top), theme.color("text3"), state.tints)
            self._links(painter, laid, top, state)
        elif row.shows_text:
            self._placeholder(painter, laid, top, width)
        else:
            self._links(painter, laid, top, state)

    def _more_words(self, painter: QPainter, words: str, x: int, right: int, head: QRect) -> int:
        """Words after those of a quiet line, as far as there is room."""
        px = self._theme.px
        font = self._theme.font("small")
        room = right - px(20) - x
        if room > px(40) and words:
            shown = QFontMetrics(font).elidedText(f" · {words}", Qt.TextElideMode.ElideRight, room)
            painter.setFont(font)
            painter.setPen(self._theme.color("text3"))
            painter.drawText(QRect(x, head.top(), room, head.height()), int(_CENTRE), shown)
        return right

    def _links(self, painter: QPainter, laid: LaidRow, top: int, state: RowState) -> None:
        theme, px = self._theme, self._theme.px
        marks, used = iter(laid.row.marks), iter(laid.row.used)
        for link in laid.links:
            if link.does == "toggle":
                continue
            box = link.box.translated(0, top)
            if link.does == "used":
                over = state.hovered is not None and link.box.contains(state.hovered)
                self._used(painter, next(used), box, underlined=over)
                continue
            words = self._more(laid.whole)
            if link.does == "memory":
                mark = next(marks)
                words = self._fitting(_link_words(mark), box.width())
                label = type_label(mark.type)
                painting.paint_badge(painter, self._icons, self.text_left(), box.top(), label, mark.type)
            font = theme.font("caption500")
            font.setUnderline(state.hovered is not None and link.box.contains(state.hovered))
            painter.setFont(font)
            painter.setPen(theme.color("accentText"))
            painter.drawText(box.adjusted(0, 0, px(4), 0), int(_CENTRE), words)

    def _used(self, painter: QPainter, mark: UsedMark, box: QRect, *, underlined: bool) -> None:
        """What was told before and used here: another sign than that of a memory that was made here."""
        theme, px = self._theme, self._theme.px
        token = "warn" if mark.failed else "text3"
        glyph = "warning" if mark.failed else "context"
        self._icons.paint(painter, glyph, token, box.left(), box.top() + (box.height() - px(14)) / 2, 14)
        font = theme.font("caption600")
        words = (tr("Didn't help:") if mark.failed else tr("Used:")) + " "
        rest = box.adjusted(px(20), 0, 0, 0)
        painter.setFont(font)
        painter.setPen(theme.color(token))
        painter.drawText(rest, int(_CENTRE), words)
        rest.setLeft(rest.left() + QFontMetrics(font).horizontalAdvance(words))
        font = theme.font("caption")
        font.setUnderline(underlined)
        painter.setFont(font)
        painter.setPen(theme.color("accentText"))
        text = plain(" ".join(mark.content.split()))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(_CENTRE), shown)


def quiet_words(row: Row) -> str:
    """What a quiet line says of itself."""
    if row.look is Look.FOLD:
        return kind_words(row.line.kind, row.times)
    return kind_words(row.line.kind, role=row.line.role)


def _link_words(mark: TurnMark) -> str:
    """The memory that a turn made, by its own words."""
    return plain(" ".join(mark.content.split())) or tr("Open memory")


def _first_line(text: str) -> str:
    return " ".join(text[:400].split())
