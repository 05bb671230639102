"""News: cards beside the list, shown until they are closed, and the line above it that leads there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.clock import DAY_MS, Clock, last_week
from arbor_desktop.context.model import Receipt, Use
from arbor_desktop.maintenance.model import Week
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.names import project_name
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Badge, Button, Card, ElidedLabel, Hairline, Label
from arbor_desktop.ui.components.boxes import LEFT, STRETCH, TOP, clear, hbox, vbox
from arbor_desktop.ui.components.buttons import BackButton, IconButton
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.text_runs import RunsView, code_runs
from arbor_desktop.ui.controller import Controller, RefreshTimer
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.fields import BodyArea
from arbor_desktop.ui.memories.week_card import WeekCard, week_days, week_line
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

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

    def __init__(self, icons: Icons) -> None:
        super().__init__()
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
        clear(self.rows)
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
        badge = Badge(self._icons, type_label(memory.type), memory.type.value, parent=row)
        text = RunsView(self._theme, code_runs(memory.shown_text), style="body", parent=row)
        hbox((badge, TOP), (text, 1), on=row, margins=(px(12), px(9), px(12), px(9)), gap=px(10))
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


_SEEN, WEEK_CLOSED = "news/first_share", "news/week"
_MOMENT_MS = 250


class NewsPane(QWidget):
    """The cards, one below the other. `back_wanted`: to the list, where it lies below."""

    back_wanted = Signal()

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        px = icons.theme.px
        self.setAccessibleName(tr("News"))
        self.back = BackButton(icons, self)
        self.back.clicked.connect(self.back_wanted)
        self.share = FirstShareCard(icons)
        self.week = WeekCard(icons)
        body = QWidget()
        vbox(self.share, self.week, STRETCH, on=body, margins=(px(16), px(12), px(16), px(16)), gap=px(12))
        self.area = BodyArea(self)
        self.area.setWidget(body)
        vbox((self.back, LEFT), (self.area, 1), on=self)

    def focus_first(self) -> None:
        """The focus goes to what a card offers."""
        first = self.week.close_button if self.share.isHidden() else self.share.show_button
        first.setFocus(Qt.FocusReason.OtherFocusReason)


class NewsLine(QWidget):
    """One card in one line: `show_wanted`, or `closed`."""

    show_wanted = Signal()
    closed = Signal()

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        px = self._theme.px
        self.words = ElidedLabel(self._theme, "", "body500", parent=self)
        self.show_button = Button(icons, tr("Show"), size="small", parent=self, clicked=self.show_wanted)
        self.close_button = IconButton(icons, "x", tr("Close"), side=26, parent=self, clicked=self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(16) + px(10), px(8), px(16), px(8))
        row.setSpacing(px(8))
        row.addWidget(self.words, 1)
        row.addWidget(self.show_button)
        row.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, px = QPainter(self), self._theme.px
        painter.fillRect(self.rect(), self._theme.color("accentSoft"))
        self._icons.paint(painter, "sparkle", "accentText", px(16), (self.height() - px(16)) / 2)


class News(Controller):
    """Looks for news, and remembers what was closed. `changed`: other cards are open than before."""

    changed = Signal()

    def __init__(
        self, icons: Icons, bridge: Bridge, page: QWidget, *, clock: Clock, state: WindowState | None
    ) -> None:
        """`state` remembers what was closed."""
        super().__init__(bridge, page)
        self._clock, self._state = clock, state
        self.pane = NewsPane(icons)
        self.line = NewsLine(icons)
        self._headline = ""
        self._week: Week | None = None
        self._asked_for = ""
        """The Monday of the week that was asked for last."""
        self.pane.share.hide()
        self.pane.week.hide()
        self.soon = RefreshTimer(page, self.look, _MOMENT_MS)
        self.pane.share.closed.connect(self.close_share)
        self.pane.week.closed.connect(self.close_week)
        self.pane.week.notify_wanted.connect(self._set_notify)
        self.line.closed.connect(self._close_first)
        bridge.changed.connect(self._store_changed)

    @property
    def open(self) -> bool:
        """Whether a card is open."""
        return not (self.pane.share.isHidden() and self.pane.week.isHidden())

    def look(self) -> None:
        """Ask whether there is news."""
        self.soon.caught_up()
        if not self._seen:
            self.start(self._look_for_share())
        monday = self._monday
        if not self.pane.week.isHidden() or not (self._is_closed(monday) or self._asked_for == monday):
            self.start(self._look_at_week(monday))

    def shown(self) -> None:
        """The page came to the front, or its list: look in a moment if there may be something new."""
        if self.soon.behind or self._asked_for != self._monday:
            self.soon.start()

    def show_week(self, shown: Callable[[], object]) -> None:
        """Open the card of last week, also an empty or closed one; then call `shown`."""
        self.start(self._open_week(shown))

    async def _open_week(self, shown: Callable[[], object]) -> None:
        self._show_week(*await self.ask("wanted week", _week, self.service), is_open=True)
        shown()

    async def _look_at_week(self, monday: str) -> None:
        self._asked_for = monday
        week, notify = await self.ask("week", _week, self.service)
        same = self._week is not None and self._week.first == week.first
        stays = same and not self.pane.week.isHidden()
        comes = not (week.empty or self._is_closed(week.first))
        self._show_week(week, notify, is_open=stays or comes)

    def _show_week(self, week: Week, notify: bool, *, is_open: bool) -> None:
        self._week = week
        self.pane.week.show_week(week, notify=notify)
        self._set_open(self.pane.week, is_open)

    @property
    def _monday(self) -> str:
        """Where last week began."""
        return last_week(self._clock())[0].isoformat()

    def _is_closed(self, monday: str) -> bool:
        return self._state is None or self._state.value(WEEK_CLOSED) == monday

    def _set_notify(self, on: bool) -> None:
        self.start(self._store_notify(on))

    async def _store_notify(self, on: bool) -> None:
        await self.change(self.service.settings.set, "notify.week", on)

    async def _look_for_share(self) -> None:
        now = self._clock()
        share, over = await self.ask("first share", first_share, self.service, now)
        if over:
            self._note_seen()
            return
        if self._seen:
            return
        if share is not None:
            self._headline = headline(share, now)
            self.pane.share.show_share(share, now)
        self._set_open(self.pane.share, share is not None)

    def _set_open(self, card: QWidget, is_open: bool) -> None:
        changes = is_open == card.isHidden()
        card.setVisible(is_open)
        if not self.pane.share.isHidden():
            self.line.words.setText(self._headline)
        elif self._week is not None:
            what = f"{tr('Your week')} · {week_days(self._week)}"
            self.line.words.setText(f"{what}: {week_line(self._week)}")
        if changes:
            self.changed.emit()

    @property
    def _seen(self) -> bool:
        return self._state is None or self._state.value(_SEEN) == "1"

    def _note_seen(self) -> None:
        if self._state is not None:
            self._state.set_value(_SEEN, "1")
            self._state.sync()

    def close_share(self) -> None:
        """Close the card of the first session, for ever."""
        self._note_seen()
        self._set_open(self.pane.share, False)

    def close_week(self) -> None:
        """Close the card of last week; the next one comes on Monday."""
        if self._state is not None and self._week is not None:
            self._state.set_value(WEEK_CLOSED, self._week.first)
            self._state.sync()
        self._set_open(self.pane.week, False)

    def _close_first(self) -> None:
        if self.pane.share.isHidden():
            self.close_week()
        else:
            self.close_share()

    def _store_changed(self, changes: Changes) -> None:
        # A receipt is no event of its own: what a hook or another process stored is told as all this.
        memories = changes.memories or changes.all_memories or changes.conflicts
        if changes.status or changes.conversations or changes.all_conversations or memories:
            self.soon.changed()


def _week(service: MemoryService) -> tuple[Week, bool]:
    return service.week(), service.settings.get("notify.week")
