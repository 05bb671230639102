"""The card that says, once, that a session got memories for the first time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Receipt, Use
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import Badge, Button, Card, Hairline, Label
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.text_runs import RunsView, code_runs
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

NEWS_DAYS = 7
"""A first session that is longer ago is no news."""
_HOUR = 3_600_000
_SHOWN = 3
_MOST_RECEIPTS = 200
_DISC = 32


@dataclass(frozen=True, slots=True)
class FirstShare:
    """The first session that got memories. `used`: it is known that it used these, else it got them; `shown`:
    the first of them."""

    tool: str
    at: int
    project: str | None
    title: str
    count: int
    used: bool
    shown: tuple[Memory, ...]


def first_share(service: MemoryService, now: int) -> tuple[FirstShare | None, bool]:
    """Return the first session that got memories, None if there is none yet, and whether it is too long ago
    to be news."""
    receipts = service.latest_receipts(None, _MOST_RECEIPTS)
    if len(receipts) == _MOST_RECEIPTS or (receipts and receipts[-1].at < now - NEWS_DAYS * DAY_MS):
        return None, True
    first = next((one for one in reversed(receipts) if one.arrived is not False and one.delivered), None)
    if first is None:
        return None, False
    session = [r for r in reversed(receipts) if (r.tool, r.session_id) == (first.tool, first.session_id)]
    ids, used = _memories(session)
    shown = service.get_many(ids[:_SHOWN])
    share = FirstShare(
        first.tool, first.at, first.project, _title(service, session), len(ids), used, tuple(shown)
    )
    return share, False


def _memories(session: list[Receipt]) -> tuple[list[str], bool]:
    """Return the memories that a session used, else those that it got, and whether it used them."""
    delivered = [one for receipt in session if receipt.arrived is not False for one in receipt.delivered]
    used = [one.memory_id for one in delivered if one.use is Use.USED]
    return list(dict.fromkeys(used or [one.memory_id for one in delivered])), bool(used)


def _title(service: MemoryService, session: list[Receipt]) -> str:
    ids = {one.conversation_id for one in session if one.conversation_id}
    return next((talk.title for talk in service.conversations_by_id(sorted(ids))), "")


def headline(share: FirstShare, now: int) -> str:
    """ "Claude Code just used 2 of your memories"; "got" where it is not known whether they were used."""
    just = now - share.at < _HOUR
    if share.used and just:
        words = tr("{tool} just used %n of your memories", None, share.count)
    elif share.used:
        words = tr("{tool} used %n of your memories", None, share.count)
    elif just:
        words = tr("{tool} just got %n of your memories", None, share.count)
    else:
        words = tr("{tool} got %n of your memories", None, share.count)
    return words.format(tool=source_words(share.tool).label)


def second_line(share: FirstShare, now: int) -> str:
    """ "Fix flaky timer tests · tidepool-web · 1 min ago"."""
    parts = (share.title, project_name(share.project) if share.project else "", ago(share.at, now))
    return " · ".join(part for part in parts if part)


class FirstShareCard(QWidget):
    """`closed` by its button; `receipt_wanted(project or None)` to see all that the session got."""

    closed = Signal()
    receipt_wanted = Signal(object)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._project: str | None = None
        px = self._theme.px
        self.title = Label(self._theme, "", "section", parent=self, wrap=True)
        self.line = Label(self._theme, "", "small", "text2", parent=self, wrap=True)
        self.memories = Card(self._theme, self)
        self.rows = vbox(on=self.memories, margins=1)
        self.show_button = Button(icons, tr("Show what it saw"), variant="link", parent=self)
        self.show_button.clicked.connect(lambda: self.receipt_wanted.emit(self._project))
        self.close_button = Button(icons, tr("Got it"), size="small", parent=self, clicked=self.closed)
        for button in (self.show_button, self.close_button):
            button.setAutoDefault(True)  # Return presses it, as Space does
        column = vbox(on=self, margins=(px(14), px(14), px(14), px(12)), gap=px(1))
        for label in (self.title, self.line):
            label.setContentsMargins(px(_DISC) + px(12), 0, 0, 0)
            column.addWidget(label)
        column.addSpacing(px(11))
        column.addWidget(self.memories)
        column.addSpacing(px(9))
        foot = hbox(self.show_button, STRETCH, self.close_button, gap=None)
        column.addLayout(foot)

    def show_share(self, share: FirstShare, now: int) -> None:
        self._project = share.project
        self.title.setText(headline(share, now))
        self.line.setText(second_line(share, now))
        self.setAccessibleName(self.title.text())
        while (item := self.rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, memory in enumerate(share.shown):
            if number:
                self.rows.addWidget(Hairline(self._theme, parent=self.memories))
            self.rows.addWidget(self._row(memory))
        if more := share.count - len(share.shown):
            words = Label(self._theme, tr("and %n more", None, more), "small", "text3", self.memories)
            words.setContentsMargins(self._theme.px(12), 0, 0, self._theme.px(9))
            self.rows.addWidget(words)

    def _row(self, memory: Memory) -> QWidget:
        px = self._theme.px
        row = QWidget(self.memories)
        line = QHBoxLayout(row)
        line.setContentsMargins(px(12), px(9), px(12), px(9))
        line.setSpacing(px(10))
        badge = Badge(self._icons, type_label(memory.type), memory.type.value, parent=row)
        line.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        text = RunsView(self._theme, code_runs(memory.shown_text), style="body", parent=row)
        line.addWidget(text, 1)
        return row

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        rounded(painter, self.rect(), px(8), theme.color("accentSoft"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawEllipse(px(14), px(14), px(_DISC), px(_DISC))
        inset = px(14) + (px(_DISC) - px(18)) / 2
        self._icons.paint(painter, "check", "onAccent", inset, inset, 18)
