"""Last week in one card: what was learned and changed, what needs the person, and what helped."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.maintenance.model import Week
from arbor_desktop.text.diff import Kind, shortened, word_diff
from arbor_desktop.ui.components import Button, Card, ElidedLabel, Hairline, IconButton, Label, Switch
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.text_runs import Run, RunsView, diff_runs
from arbor_desktop.ui.formatting import plain, range_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import short
from arbor_desktop.ui.status import conflicts_words
from arbor_desktop.ui.translation import number, tr

_KEPT_WORDS = 4
"""Unchanged words that are shown beside a change."""
_ALIKE = 0.5
"""The part of two texts that is the same in both, for their difference to be readable."""


def week_days(week: Week) -> str:
    """ "17–23 Nov"."""
    return range_words(date.fromisoformat(week.first), date.fromisoformat(week.last))


def week_line(week: Week) -> str:
    """ "24 learned, 2 changed, 3 need you": what there is of it."""
    parts = []
    if week.learned:
        parts.append(tr("%n learned", None, week.learned))
    if week.changed:
        parts.append(tr("%n changed", None, week.changed))
    if needs := week.to_review + week.conflicts:
        parts.append(tr("%n need you", None, needs))
    if week.helped.part:
        parts.append(f"{_helped(week)} {tr('sessions helped')}")
    return ", ".join(parts)


def _helped(week: Week) -> str:
    words = tr("{part} of {whole}")
    return words.format(part=number(week.helped.part), whole=number(week.helped.whole))


def _change(before: str, after: str) -> list[Run]:
    """Return how one text became the other, word by word where they are alike."""
    pieces = word_diff(before, after)
    same = sum(len(piece.text) for piece in pieces if piece.kind is Kind.SAME)
    if same >= _ALIKE * max(len(before), len(after)):
        return diff_runs(shortened(pieces, words=_KEPT_WORDS))
    return [Run(short(before), "text3", strike=True), Run(" → ", "text3"), Run(short(after))]


class WeekCard(Card):
    """`closed`; `all_wanted(week)`: the memories that were learned; `notify_wanted(on)`."""

    closed = Signal()
    all_wanted = Signal(object)
    review_wanted = Signal()
    conflicts_wanted = Signal()
    notify_wanted = Signal(bool)

    def __init__(self, icons: Icons) -> None:
        super().__init__(icons.theme)
        self._icons = icons
        px = icons.theme.px
        self.days = Label(icons.theme, "", "small", "text3", self)
        self.close_button = IconButton(icons, "x", tr("Close"), side=26, glyph_size=14, parent=self)
        self.close_button.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(Label(icons.theme, tr("Your week"), "section", parent=self))
        head.addWidget(self.days)
        head.addStretch(1)
        head.addWidget(self.close_button)
        self.body = QWidget(self)
        self.notify = Switch(icons.theme, tr("Also send this as a notification on Mondays"), parent=self)
        self.notify.clicked.connect(self.notify_wanted)
        words = Label(icons.theme, self.notify.accessibleName(), "small", "text2", self, wrap=True)
        foot = hbox((words, 1), self.notify, margins=(0, px(9), 0, 0), gap=px(10))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(14), px(11), px(14), px(11))
        self._column.setSpacing(0)
        self._column.addLayout(head)
        self._column.addWidget(self.body)
        self._column.addWidget(Hairline(icons.theme, parent=self))
        self._column.addLayout(foot)

    def show_week(self, week: Week, *, notify: bool) -> None:
        """`notify`: whether it is sent as a notification, too."""
        self.days.setText(week_days(week))
        self.notify.setChecked(notify)
        self.setAccessibleName(f"{tr('Your week')} {week_days(week)}")
        focus = self.focusWidget()
        held = focus.accessibleName() if focus is not None and self.body.isAncestorOf(focus) else None
        body = _Body(self._icons, self, week)
        self._column.replaceWidget(self.body, body)
        self.body.hide()
        self.body.deleteLater()
        self.body = body
        follow(self.close_button, [*focusable(body), self.notify])
        for button in body.findChildren(Button) if held is not None else ():
            if button.accessibleName() == held:
                button.setFocus()


class _Body(QWidget):
    """All that changes with the week."""

    def __init__(self, icons: Icons, card: WeekCard, week: Week) -> None:
        super().__init__(card)
        self._icons, self._theme, self._card = icons, icons.theme, card
        self._rows = vbox(on=self, margins=(0, 0, 0, self._theme.px(9)))
        if week.empty:
            words = Label(self._theme, tr("Nothing was learned or changed that week."), "body", "text2", self)
            words.setContentsMargins(0, self._theme.px(8), 0, 0)
            self._rows.addWidget(words)
        else:
            self._add_figures(week)
        if week.learned:
            self._add_learned(week)
        if week.changed:
            self._add_changed(week)
        if week.to_review or week.conflicts:
            self._add_needs(week)

    def _add_figures(self, week: Week) -> None:
        px = self._theme.px
        figures = [
            (number(week.learned), tr("learned")),
            (number(week.changed), tr("changed")),
            (number(week.to_review + week.conflicts), tr("need you")),
        ]
        if week.helped.whole:
            figures.append((_helped(week), tr("sessions helped")))
        row = hbox(margins=(0, px(8), 0, px(10)), gap=px(8))
        for figure, name in figures:
            cell = QVBoxLayout()
            cell.setSpacing(0)
            cell.addWidget(Label(self._theme, figure, "display", parent=self))
            cell.addWidget(Label(self._theme, name, "small", "text2", self))
            row.addLayout(cell, 1)
        self._rows.addLayout(row)
        self._rows.addWidget(Hairline(self._theme, parent=self))

    def _add_learned(self, week: Week) -> None:
        px = self._theme.px
        self._head(tr("Learned"))
        for one in week.newest:
            text = ElidedLabel(self._theme, plain(" ".join(one.text.split())), parent=self)
            self._row("plus", text, px(24))
        if week.learned > len(week.newest):
            every = Button(self._icons, tr("Show all %n", None, week.learned), variant="link", parent=self)
            every.setAutoDefault(True)  # Return presses it, as Space does
            every.clicked.connect(lambda: self._card.all_wanted.emit(week))
            row = hbox(every, STRETCH, margins=(px(22), 0, 0, 0), gap=None)
            self._rows.addLayout(row)

    def _add_changed(self, week: Week) -> None:
        self._head(tr("Changed"))
        for one in week.changes:
            before, after = plain(one.before), plain(one.after)
            spoken = tr("{before}, now {after}").format(before=before, after=after)
            text = RunsView(self._theme, _change(before, after), style="body", spoken=spoken, parent=self)
            self._row("refresh", text, self._theme.px(26))
        if more := week.changed - len(week.changes):
            words = Label(self._theme, tr("and %n more", None, more), "small", "text3", self)
            words.setContentsMargins(self._theme.px(22), 0, 0, 0)
            self._rows.addWidget(words)

    def _add_needs(self, week: Week) -> None:
        self._head(tr("Needs you"))
        if week.to_review:
            words = tr("%n memories to review", None, week.to_review)
            self._need("review", words, tr("Review"), self._card.review_wanted)
        if week.conflicts:
            words = conflicts_words(week.conflicts)
            words = f"{words}: {week.topic}" if week.topic else words
            self._need("conflicts", words, tr("Resolve"), self._card.conflicts_wanted)

    def _need(self, glyph: str, words: str, verb: str, wanted: SignalInstance) -> None:
        button = Button(self._icons, verb, size="small", parent=self, clicked=lambda: wanted.emit())
        button.setAutoDefault(True)
        self._row(glyph, ElidedLabel(self._theme, words, parent=self), self._theme.px(34), button)

    def _head(self, words: str) -> None:
        head = Label(self._theme, words, "caption600", "text2", self)
        head.setContentsMargins(0, self._theme.px(10), 0, self._theme.px(3))
        self._rows.addWidget(head)

    def _row(self, glyph: str, text: QWidget, height: int, button: Button | None = None) -> None:
        row = _Row(self._icons, glyph, self)
        line = hbox((text, 1), on=row, margins=(self._theme.px(22), 0, 0, 0), gap=None)
        if button is not None:
            line.addWidget(button)
        row.setMinimumHeight(height)
        self._rows.addWidget(row)


class _Row(QWidget):
    """A glyph at left, in the height of one line."""

    def __init__(self, icons: Icons, glyph: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._glyph = icons, glyph

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = self._icons.theme.px
        top = (min(self.height(), self.minimumHeight()) - px(14)) / 2
        self._icons.paint(QPainter(self), self._glyph, "text3", 0, top, 14)
