"""What an agent proposes: the words, the card, and the pane at right."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.text.diff import Kind, Piece, word_diff
from arbor_desktop.ui.components import Badge, Button, Card, Label, painting
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.components.text_runs import Run, RunsView, diff_runs, spoken_diff
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.text import units
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.review.model import ProposalItem
from arbor_desktop.ui.review.words import age, place_label
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import tr


def count_words(count: int) -> str:
    return tr("%n suggestions", None, count)


def group_words(count: int) -> str:
    """Over the group."""
    return tr("Suggested by an AI tool") if count == 1 else tr("Suggested by AI tools")


def action_label(item: ProposalItem) -> str:
    return tr("Delete") if item.deletes else tr("Change")


def action_kind(item: ProposalItem) -> str:
    """The look of its badge."""
    return "danger" if item.deletes else "info"


def who(item: ProposalItem) -> str:
    """The agent's program."""
    return source_words(item.proposal.client).label if item.proposal.client else tr("An AI tool")


def meta(item: ProposalItem, now: int) -> str:
    """`Claude Code · kiln-api · 2 hours ago`."""
    place = place_label(item.memory.scope, item.memory.scope_id)
    return " · ".join((who(item), place, age(item.proposal.at, now)))


def why(item: ProposalItem) -> str:
    reason = " ".join(item.proposal.reason.split())
    return tr("Why: {reason}").format(reason=reason) if reason else tr("No reason given.")


def change_words(change: tuple[str, str, str]) -> str:
    """`Type: Fact → Preference`."""
    label, before, after = change
    return f"{label}: {before or tr('none')} → {after or tr('none')}"


def sentence(item: ProposalItem) -> str:
    """What a screen reader says of a card."""
    before = plain(" ".join(item.before.split()))
    wants = tr("suggests deleting") if item.deletes else tr("suggests changing")
    said = [f"{who(item)} {wants}: {before}"]
    if item.after != item.before:
        said.append(f"{tr('New text')}: {plain(' '.join(item.after.split()))}")
    said += [change_words(change) for change in item.changes()]
    said.append(why(item))
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in said)


def decided_words(name: str, items: list[ProposalItem]) -> str:
    """What the snackbar says; `name`: accept or reject."""
    if len(items) > 1:
        return (
            tr("%n suggestions accepted", None, len(items))
            if name == "accept"
            else tr("%n suggestions rejected", None, len(items))
        )
    if name == "reject":
        return tr("Suggestion rejected: memory unchanged")
    return (
        tr("Suggestion accepted: memory deleted")
        if items[0].deletes
        else tr("Suggestion accepted: memory changed")
    )


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


class ProposalPane(ScrollArea):
    """`memory_wanted(id)`."""

    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, clock: Clock) -> None:
        super().__init__(name=tr("Suggested change"), clear=True)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.item: ProposalItem | None = None
        self.texts: list[RunsView] = []
        self.open: Button | None = None
        self.bar = OverlayBar(self)

    def show_proposal(self, item: ProposalItem) -> None:
        if item == self.item:
            return
        self.item, self.texts = item, []
        theme, px = self._theme, self._theme.px
        content = QWidget()
        content.setAutoFillBackground(False)
        column = QVBoxLayout(content)
        column.setContentsMargins(px(16), px(14), px(16), px(16))
        column.setSpacing(px(6))
        wants = tr("wants to delete a memory") if item.deletes else tr("wants to change a memory")
        title = Label(theme, f"{who(item)} {wants}", "section", parent=content, wrap=True)
        column.addWidget(title)
        column.addWidget(Label(theme, meta(item, self._clock()), "small", "text3", content))
        column.addSpacing(px(6))
        self._part(column, content, tr("Why"), item.proposal.reason or tr("No reason given."))
        column.addWidget(self._change(item, content))
        hint = Label(theme, self._hint(item), "small", "text3", content, wrap=True)
        column.addWidget(hint)
        self.open = Button(self._icons, tr("Open memory"), variant="link", icon="memories", parent=content)
        self.open.setToolTip(f"{tr('Open memory')}  Ctrl O")
        self.open.setAutoDefault(True)
        self.open.clicked.connect(lambda: self.memory_wanted.emit(item.memory.id))
        column.addWidget(self.open, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(content)

    def forget(self) -> None:
        self.item = None

    def _hint(self, item: ProposalItem) -> str:
        if item.deletes:
            return tr("The memory is deleted only if you accept. You can undo the deletion.")
        return tr("Nothing changes until you accept. You can undo the change afterwards.")

    def _part(self, column: QVBoxLayout, content: QWidget, name: str, text: str) -> None:
        column.addWidget(Label(self._theme, name, "small500", "text2", content))
        words = Label(self._theme, text, "body", parent=content, wrap=True)
        column.addWidget(words)
        column.addSpacing(self._theme.px(6))

    def _change(self, item: ProposalItem, content: QWidget) -> Card:
        theme, px = self._theme, self._theme.px
        card = Card(theme, content)
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(Badge(self._icons, type_label(item.memory.type), item.memory.type, parent=card))
        said = tr("Memory to delete") if item.deletes else tr("Before and after")
        head.addWidget(Label(theme, said, "caption", "text3", card), 1)
        column = vbox(head, on=card, margins=(px(13), px(9), px(13), px(9)), gap=px(6))
        kept = [Piece(Kind.SAME, item.before)]
        self._text(column, card, word_diff(item.before, item.after) if item.after != item.before else kept)
        for label, before, after in item.changes():
            pieces = [Piece(Kind.SAME, f"{label}: "), Piece(Kind.REMOVED, before), Piece(Kind.ADDED, after)]
            self._text(column, card, [piece for piece in pieces if piece.text])
        return card

    def _text(self, column: QVBoxLayout, card: Card, pieces: list[Piece]) -> None:
        view = RunsView(self._theme, diff_runs(pieces), spoken=spoken_diff(pieces), parent=card)
        self.texts.append(view)
        column.addWidget(view)
