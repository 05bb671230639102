"""What changed since a day: how much, and one memory then and now, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.editing.time_machine import Comparison
from arbor_desktop.memories.model import HistoryEntry, Memory, Status
from arbor_desktop.text.diff import Kind, Piece, word_diff
from arbor_desktop.ui.components import Badge, Button, Card, Hairline, Label
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.painting import paint_text, rounded
from arbor_desktop.ui.components.text_runs import RunsView, side_runs, spoken_diff
from arbor_desktop.ui.formatting import day_words, moment, plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.time_machine.words import ADDED, count_label, long_label, look
from arbor_desktop.ui.memory.history_words import field_changes, is_use, reason_words, title
from arbor_desktop.ui.memory.words import category_label, type_label
from arbor_desktop.ui.translation import number, tr

TILES = (ADDED, "edited", "superseded", "archived")
_MOST = 30
"""So many changes of a memory are shown."""


class Tile(QAbstractButton):
    """A number and what it counts; checked, the list shows these."""

    def __init__(self, icons: Icons, became: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._theme, self.became, self.count = icons, icons.theme, became, 0
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        self.count = count
        self.setAccessibleName(f"{number(count)} {count_label(self.became)}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(76), self._theme.px(58))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, painter, on = self._theme, self._theme.px, QPainter(self), self.isChecked()
        fill = "accentSoft" if on else "hover" if self.underMouse() else "card"
        rounded(painter, self.rect(), px(8), theme.color(fill), theme.color("accent" if on else "border"))
        wide = self.width() - 2 * px(11)
        box = QRect(px(11), px(7), wide, theme.line("title"))
        paint_text(painter, theme, box, number(self.count), "title", "text")
        top = px(34)
        self._icons.paint(painter, look(self.became)[1], "text2", px(11), top + px(1), 13)
        box = QRect(px(28), top, wide - px(17), theme.line("caption"))
        paint_text(painter, theme, box, count_label(self.became), "caption", "text2")


class SincePane(QWidget):
    """`chosen(became)`: a number was clicked; `open_wanted(conversation id)`; the rest are its buttons."""

    chosen = Signal(str)
    open_wanted = Signal(str)
    restore_wanted = Signal()
    copy_wanted = Signal()
    several_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        px = self._theme.px
        self.span = Label(self._theme, "", "small", "text2", self)
        self.tiles = {became: Tile(icons, became, self) for became in TILES}
        for tile in self.tiles.values():
            tile.clicked.connect(lambda on, name=tile.became: self.chosen.emit(name if on else ""))
        self.purged = Label(self._theme, "", "small", "text3", self)
        self.purged.setToolTip(
            tr("Memories made by then that were deleted permanently. Nothing is kept of them.")
        )
        head = hbox(Label(self._theme, tr("Changes since then"), "section", parent=self), self.span, STRETCH,
                    self.purged, gap=px(8))  # fmt: skip
        tiles = hbox(*((tile, 1) for tile in self.tiles.values()), gap=px(8))
        self._body = QWidget()
        self._column = vbox(on=self._body, margins=(px(16), px(12), px(16), px(12)), gap=px(6))
        self.area = ScrollArea(self._body, name=tr("Changes since then"), parent=self)
        self.restore = Button(icons, tr("Restore this one…"), icon="undo", keycap="Alt R", parent=self)
        self.copy = Button(icons, tr("Copy"), icon="copy", parent=self)
        self.several = Button(icons, tr("Restore several…"), variant="quiet", parent=self)
        self.several.let_shrink()
        self.restore.clicked.connect(self.restore_wanted)
        self.copy.clicked.connect(self.copy_wanted)
        self.several.clicked.connect(self.several_wanted)
        buttons = hbox(self.restore, self.copy, STRETCH, self.several, gap=px(8))
        around = (px(16), px(12), px(16), px(12))
        vbox(
            vbox(head, tiles, margins=around, gap=px(8)), Hairline(self._theme, parent=self), (self.area, 1),
            Hairline(self._theme, parent=self), vbox(buttons, margins=around), on=self,
        )  # fmt: skip
        self.setMinimumWidth(px(360))
        self.show_nothing()

    def show_counts(self, day: date, counts: dict[str, int], purged: int) -> None:
        """Show how many memories became what."""
        self.span.setText(tr("{day} to today").format(day=day_words(day)))
        for became, tile in self.tiles.items():
            tile.set_count(counts.get(became, 0))
        self.purged.setText(tr("%n purged", None, purged) if purged else "")

    def check(self, became: str) -> None:
        """Mark the number whose memories are listed."""
        for name, tile in self.tiles.items():
            tile.setChecked(name == became)

    def show_nothing(self) -> None:
        """No memory is selected."""
        clear(self._column)
        for button in (self.restore, self.copy):
            button.setEnabled(False)

    def show_comparison(self, found: Comparison, became: str, day: date) -> None:
        """Show a memory then and now, and why."""
        clear(self._column)
        px, shown = self._theme.px, found.then or found.now
        heading, name = QWidget(), Label(self._theme, category_label(shown.category), "body600")
        kind, fate = (
            Badge(self._icons, type_label(shown.type), shown.type),
            Badge(self._icons, long_label(became), *look(became)),
        )
        hbox(kind, name, STRETCH, fate, on=heading, gap=px(8))
        self._column.addWidget(heading)
        self._column.addWidget(TwoTexts(self._icons, found, day))
        self._column.addSpacing(px(6))
        entries = [entry for entry in found.history if not is_use(entry)]
        for entry in entries[:_MOST]:
            self._column.addWidget(self._entry(entry, found))
        if len(entries) > _MOST:
            more = tr("%n older changes are not shown.", None, len(entries) - _MOST)
            self._column.addWidget(Label(self._theme, more, "small", "text3"))
        self._column.addStretch()
        follow(self.tiles[TILES[-1]], [*focusable(self._body), self.restore, self.copy, self.several])
        self.restore.setEnabled(found.then is not None and became != "same")
        self.copy.setEnabled(True)

    def _entry(self, entry: HistoryEntry, found: Comparison) -> QWidget:
        theme, px = self._theme, self._theme.px
        lines: list[str] = []
        if entry.before is not None:
            told = (tr("Status"), tr("Confidence"))  # the title says the one, its tooltip the other
            lines += [f"{name}: {was} → {now}" for name, was, now in field_changes(entry) if name not in told]
        if why := reason_words(entry):
            lines.append(why)
        row = QWidget()
        head = hbox(
            (Label(theme, title(entry), "body500", wrap=True), 1),
            (Label(theme, moment(entry.at, self._clock()), "caption", "text3"), 0, Qt.AlignmentFlag.AlignTop),
            gap=px(8),
        )
        column = vbox(head, on=row, margins=(px(18), 0, 0, px(4)), gap=px(2))
        for line in lines:
            column.addWidget(Label(theme, plain(line), "small", "text2", wrap=True))
        if conversation := _conversation_of(entry, found):
            link = Button(self._icons, tr("Open conversation"), variant="link")
            link.clicked.connect(lambda: self.open_wanted.emit(conversation))
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        _Dot(self._icons, row)
        return row


def _conversation_of(entry: HistoryEntry, found: Comparison) -> str | None:
    """Return the conversation in which a change has its cause."""
    if entry.before is None:
        return found.now.conversation_id
    replaced = (entry.after or {}).get("status") == Status.SUPERSEDED and not entry.undone
    return found.successor.conversation_id if replaced and found.successor is not None else None


class _Dot(QWidget):
    def __init__(self, icons: Icons, row: QWidget) -> None:
        super().__init__(row)
        self._theme = icons.theme
        self.setGeometry(0, 0, icons.theme.px(10), icons.theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        side = self._theme.px(7)
        box = QRect(0, (self.height() - side) // 2, side, side)
        rounded(QPainter(self), box, side / 2, self._theme.color("accent"))


class TwoTexts(Card):
    """A memory's words on a day, and today's."""

    def __init__(self, icons: Icons, found: Comparison, day: date) -> None:
        super().__init__(icons.theme)
        px = icons.theme.px
        self._column = column = vbox(on=self, margins=(px(13), px(8), px(13), px(9)), gap=px(2))
        then, now = found.then, found.successor or (found.now if found.now.status is Status.ACTIVE else None)
        if then is None or now is None or _text(then) == _text(now):
            heading = tr("Today") if then is None else day_words(day)
            if then is not None and now is not None:
                heading = tr("{day} and today").format(day=heading)
            self._add(column, icons, heading, [Piece(Kind.SAME, _text(then or found.now))])
            if now is None:
                column.addWidget(Label(icons.theme, tr("Not active today"), "small", "text2"))
            return
        pieces = word_diff(_text(then), _text(now))
        self._add(column, icons, day_words(day), [one for one in pieces if one.kind is not Kind.ADDED])
        line = Hairline(icons.theme, parent=self)
        column.addWidget(line)
        self._add(column, icons, tr("Today"), [one for one in pieces if one.kind is not Kind.REMOVED])

    def _add(self, column: QVBoxLayout, icons: Icons, heading: str, pieces: Iterable[Piece]) -> None:
        shown = list(pieces)
        column.addWidget(Label(icons.theme, heading, "caption", "text3"))
        spoken = f"{heading}: {spoken_diff(shown)}"
        column.addWidget(
            RunsView(icons.theme, side_runs(shown), style="body", line=23, spoken=spoken, parent=self)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Forget the least height that texts needed at another width."""
        super().resizeEvent(event)
        self._column.invalidate()
        self.updateGeometry()


def _text(memory: Memory) -> str:
    return plain(memory.content)
