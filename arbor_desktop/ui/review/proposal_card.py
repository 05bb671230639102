"""A proposal as a card of the list: who wants what, the change word by word, and why."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption

from arbor_desktop.clock import Clock
from arbor_desktop.text.diff import word_diff
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.text import units
from arbor_desktop.ui.review.proposal_words import action_kind, action_label, change_words, meta, why
from arbor_desktop.ui.review.proposals import ProposalItem
from arbor_desktop.ui.runs import Run, diff_runs

LINE, FIELD, WHY = 20, 18, 22
FEW_LINES, MANY_LINES = 2, 14
_KEPT = 64


class ProposalCards:
    """Measures and paints them. The card that is decided on shows the whole change, the others two lines."""

    def __init__(self, icons: Icons, clock: Clock) -> None:
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._laid: OrderedDict[tuple[str, str, int, bool], QTextLayout] = OrderedDict()
        self._theme.changed.connect(self._laid.clear)

    def height(self, item: ProposalItem, width: int, *, current: bool) -> int:
        """What stands below the head of the card."""
        px = self._theme.px
        lines = self._lines(item, width, current=current)
        fields = len(item.changes()) if current else 0
        return lines * px(LINE) + fields * px(FIELD) + px(WHY)

    def head(self, painter: QPainter, line: QRect, item: ProposalItem) -> None:
        px = self._theme.px
        label, kind, glyph = action_label(item), action_kind(item), "trash" if item.deletes else "edit"
        wide = painting.paint_badge(painter, self._icons, line.left(), line.top(), label, kind, glyph)
        rest = line.adjusted(wide + px(10), 0, 0, 0)
        self._say(painter, rest, meta(item, self._clock()), "small", "text2")

    def body(self, painter: QPainter, box: QRect, item: ProposalItem, *, current: bool) -> None:
        """Below the head: the words, the fields, the reason."""
        px = self._theme.px
        layout = self._layout(item, box.width(), current=current)
        painter.save()
        shown = self._lines(item, box.width(), current=current)
        painter.setClipRect(QRect(box.left(), box.top(), box.width(), shown * px(LINE)))
        painter.setPen(self._theme.color("text"))
        layout.draw(painter, QPointF(box.topLeft()))
        painter.restore()
        y = box.top() + shown * px(LINE)
        for change in item.changes() if current else ():
            line = QRect(box.left(), y, box.width(), px(FIELD))
            self._say(painter, line, change_words(change), "small", "text2")
            y += px(FIELD)
        self._say(painter, QRect(box.left(), y + px(2), box.width(), px(FIELD)), why(item), "small", "text3")

    def _lines(self, item: ProposalItem, width: int, *, current: bool) -> int:
        layout = self._layout(item, width, current=current)
        return min(max(1, layout.lineCount()), MANY_LINES if current else FEW_LINES)

    def _layout(self, item: ProposalItem, width: int, *, current: bool) -> QTextLayout:
        key = (item.id, item.after, width, current)
        if key not in self._laid:
            self._laid[key] = self._lay_out(item, width, current=current)
            while len(self._laid) > _KEPT:
                self._laid.popitem(last=False)
        self._laid.move_to_end(key)
        return self._laid[key]

    def _lay_out(self, item: ProposalItem, width: int, *, current: bool) -> QTextLayout:
        theme = self._theme
        before, after = " ".join(item.before.split()), " ".join(item.after.split())
        changed = before != after
        runs = diff_runs(word_diff(before, after)) if changed else [Run(after)]
        if not current:
            room = width * FEW_LINES - theme.px(24)
            font = theme.font("body")
            runs = [Run(QFontMetrics(font).elidedText(after, Qt.TextElideMode.ElideRight, room))]
        layout = QTextLayout("".join(run.text for run in runs), theme.font("body"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats(runs))
        high = theme.px(LINE)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, (layout.lineCount() - 1) * high + (high - line.height()) / 2))
        layout.endLayout()
        return layout

    def _formats(self, runs: list[Run]) -> list[QTextLayout.FormatRange]:
        out, start = [], 0
        for run in runs:
            part = QTextLayout.FormatRange()
            look = QTextCharFormat()
            if run.ink:
                look.setForeground(self._theme.color(run.ink))
            if run.tint:
                look.setBackground(self._theme.color(run.tint))
            look.setFontStrikeOut(run.strike)
            look.setFontUnderline(run.underline)
            part.start, part.length, part.format = start, units(run.text), look
            out.append(part)
            start += part.length
        return out

    def _say(self, painter: QPainter, box: QRect, text: str, style: str, token: str) -> None:
        font = self._theme.font(style)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
