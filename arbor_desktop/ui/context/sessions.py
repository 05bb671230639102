"""The strip below: integrations, and what the last sessions were given."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.context.model import DeliverySummary, Rate
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Hairline, Label
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.components.painting import badge_width, paint_badge, paint_text, rounded
from arbor_desktop.ui.components.row_model import Index, ItemRole, ItemsModel
from arbor_desktop.ui.context.bars import Popup
from arbor_desktop.ui.context.model import Told, ToldSession, told
from arbor_desktop.ui.context.words import memories
from arbor_desktop.ui.controller import RefreshTimer
from arbor_desktop.ui.formatting import percent
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.dialog import IntegrationsDialog
from arbor_desktop.ui.integrations.model import Setup, Tile
from arbor_desktop.ui.integrations.strip import SHOW, IntegrationStrip
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import number, tr
from arbor_desktop.ui.window_state import WindowState

_DAYS = 30


def last_line(told: Told, now: int, *, hooked: bool) -> str:
    """
    "Last shared: harbor-api, 12 min ago, 17 memories, delivered, 5 used". `hooked`: a hook is installed."""
    if told.off:
        return tr("Sharing is off, so no memories are shared. Turn it on in Settings → Sharing.")
    if told.sessions:
        last = told.sessions[0]
        if last.withheld:
            what = ", ".join((project_name(last.project), ago(last.at, now)))
            return tr("No memories in the last session, to compare: {what}").format(what=what)
        parts = [project_name(last.project), ago(last.at, now), memories(last.memories), arrived(last)]
        used = used_words(last)
        return tr("Last shared: {what}").format(what=", ".join(part for part in (*parts, used) if part))
    if told.project is None:
        nothing = tr("No memories shared yet.")
    else:
        nothing = tr("No memories shared with this project yet.")
    return nothing if hooked else f"{nothing} {tr('To share memories, connect an AI tool below.')}"


def arrived(session: ToldSession) -> str:
    if session.withheld:
        return tr("No memories")
    if session.arrived is None:
        return tr("delivery unknown")
    return tr("delivered") if session.arrived else tr("not delivered")


def used_words(session: ToldSession) -> str:
    """What became of it; nothing where nobody looked yet."""
    if not session.judged:
        return ""
    return _became(session.used, session.failed)


def _became(used: int, failed: int) -> str:
    words = tr("%n used", None, used) if used else tr("none used")
    wrong = tr("%n didn't help", None, failed) if failed else ""
    return f"{words}, {wrong}" if wrong else words


def headline(session: ToldSession) -> str:
    """What a session is called."""
    return session.title or tr("{tool} session").format(tool=source_words(session.tool).label)


def second_line(session: ToldSession, now: int) -> str:
    """ "harbor-api · feat/outbox · Claude Code · 12 min ago · 17 memories, 640 tokens"."""
    counted = f"{memories(session.memories)}, {tr('%n tokens', None, session.tokens)}"
    if session.withheld:
        counted = tr("to compare sessions with and without")
    tool = source_words(session.tool).label
    place = (project_name(session.project), session.branch or "")
    return " · ".join(part for part in (*place, tool, ago(session.at, now), counted) if part)


def badge(session: ToldSession) -> tuple[str, str, str | None]:
    """(words, kind, glyph): what matters most of a session."""
    if session.withheld:
        return tr("No memories"), "neutral", "flask"
    if session.arrived is False:
        return tr("Not delivered"), "danger", "warning"
    if session.used:
        return tr("%n used", None, session.used), "ok", "check"
    if session.failed:
        return tr("%n didn't help", None, session.failed), "warn", "warning"
    if session.arrived:
        return tr("Delivered"), "neutral", "check"
    return tr("Delivery unknown"), "neutral", None


def spoken(session: ToldSession, now: int) -> str:
    """What a screen reader says of a session."""
    parts = (headline(session), second_line(session, now), arrived(session), used_words(session))
    return ". ".join(part for part in parts if part)


def summary_lines(summary: DeliverySummary) -> tuple[str, ...]:
    """ "In 30 days 24 sessions were told something.", what arrived of it, and whether it helped."""
    if not summary.sessions:
        return (tr("No memories shared in the last %n days.", None, _DAYS),)
    if summary.sessions == 1:
        sessions = tr("Memories were shared with 1 session in the last %n days.", None, _DAYS)
    else:
        sessions = tr("Memories were shared with {count} sessions in the last %n days.", None, _DAYS).format(
            count=number(summary.sessions)
        )
    arrival = _share(
        summary.arrived, tr("Delivery confirmed in {part} of {whole} checked sessions ({share}).")
    )
    helped = _share(
        summary.sessions_helped,
        tr("Memories helped in {part} of {whole} sessions that Arbor has read ({share})."),
    )
    return tuple(line for line in (sessions, arrival, helped, _came_into_play(summary)) if line)


def _came_into_play(summary: DeliverySummary) -> str:
    """What became of the memories: plain counts, as most leave no trace in one session."""
    if not summary.memories:
        return ""
    failed = summary.helped.whole - summary.helped.part
    return tr("{shared} shared in these sessions: {became}.").format(
        shared=memories(summary.memories), became=_became(summary.helped.part, failed)
    )


def _share(rate: Rate, words: str) -> str:
    if rate.share is None:
        return ""
    return words.format(part=number(rate.part), whole=number(rate.whole), share=percent(rate.share))


_ROW, _MOST_ROWS = 48, 6


class SessionsModel(ItemsModel[ToldSession]):
    """The newest first."""

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock

    def text(self, item: ToldSession) -> str:
        return headline(item)

    def spoken(self, item: ToldSession) -> str:
        return spoken(item, self._clock())

    tip = spoken


class _Delegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._icons.theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._icons.theme
        session: ToldSession = index.data(ItemRole)
        row = option.rect.adjusted(theme.px(6), 1, -theme.px(6), -1)
        if option.state & QStyle.StateFlag.State_MouseOver and session.conversation_id:
            rounded(painter, row, theme.px(8), theme.color("hover"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            rounded(painter, row, theme.px(8), None, theme.color("focus"), 2)
        words, kind, glyph = badge(session)
        width = badge_width(theme, words, glyph is not None)
        right = row.right() - theme.px(10)
        paint_badge(painter, self._icons, right - width, row.top() + theme.px(5), words, kind, glyph)
        left = row.left() + theme.px(10)
        title = QRect(left, row.top() + theme.px(4), right - width - theme.px(10) - left, theme.px(20))
        paint_text(painter, theme, title, headline(session), "body500", "text")
        below = QRect(left, title.bottom() + 1, right - left, theme.px(18))
        paint_text(painter, theme, below, second_line(session, self._clock()), "caption", "text3")


class ToldPanel(Popup):
    """`chosen(conversation id)` when a person picks a session whose conversation was captured."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, told: Told, *, clock: Clock = system_clock, parent: QWidget) -> None:
        super().__init__(icons.theme, tr("Sessions with shared memories"), parent)
        theme, px = icons.theme, icons.theme.px
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        head = QVBoxLayout()
        head.setContentsMargins(px(16), px(12), px(16), px(10))
        head.setSpacing(px(2))
        head.addWidget(Label(theme, tr("Sharing in recent sessions"), "section", parent=self))
        self.summary = Label(theme, "\n".join(summary_lines(told.summary)), "small", "text2", parent=self)
        self.summary.setWordWrap(True)
        head.addWidget(self.summary)
        self.model = SessionsModel(clock, self)
        self.list = QListView(self)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setProperty(RING_PROPERTY, "none")
        self.list.setAccessibleName(tr("Sessions with shared memories"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Delegate(icons, clock, self.list))
        self.list.clicked.connect(self._open)
        self.list.activated.connect(self._open)
        self.model.show(told.sessions)
        self.list.setFixedHeight(px(_ROW) * max(1, min(len(told.sessions), _MOST_ROWS)))
        column = self.column
        column.setContentsMargins(1, 1, 1, px(6))
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline(theme, parent=self))
        column.addSpacing(px(4))
        column.addWidget(self.list)
        self.list.setVisible(bool(told.sessions))
        self.setFixedWidth(px(480))

    def open_above(self, corner: QPoint) -> None:
        """Shows it with its lower left there, within the screen."""
        self._fit()
        screen = QGuiApplication.screenAt(corner) or self.screen()
        self.open_at(QPoint(corner.x(), max(screen.availableGeometry().top(), corner.y() - self.height())))
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        if self.model.items:
            self.list.setCurrentIndex(self.model.index(0))

    def _open(self, index: QModelIndex) -> None:
        session = self.model.items[index.row()]
        if session.conversation_id:
            self.close()
            self.chosen.emit(session.conversation_id)


_STATE_KEY = "context/integrations"
_MOMENT_MS = 400


class ToldLine(QPushButton):
    """What the last session was told, in one line; a click shows the sessions before it."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._token = "text2"
        self.setFlat(True)
        self.setAutoDefault(False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str, token: str) -> None:
        self._token = token
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(
            QFontMetrics(theme.font("small")).horizontalAdvance(self.text()) + theme.px(26), theme.px(28)
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(80), self._icons.theme.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        font = theme.font("small500" if self.isEnabled() else "small")
        font.setUnderline(self.underMouse() and self.isEnabled())
        self._icons.paint(painter, "history", self._token, 0, (self.height() - theme.px(16)) / 2)
        painter.setFont(font)
        painter.setPen(theme.color(self._token))
        box = self.rect().adjusted(theme.px(22), 0, 0, 0)
        text = self.text().replace("&&", "&")
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


class Foot(QObject):
    """Holds the strip, which the page lays out. `said(words, take back)`, `refused(words)` after deeds."""

    said = Signal(str, object)
    refused = Signal(str)
    conversation_wanted = Signal(str)
    settings_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        setup: Setup,
        page: QWidget,
        *,
        state: WindowState | None = None,
        clock: Clock = system_clock,
    ) -> None:
        super().__init__(page)
        self._icons, self._bridge, self._page = icons, bridge, page
        self._state, self._clock = state, clock
        self.project: str | None = None
        self._told: Told | None = None
        self._wanted_sessions: tuple[str | None] | None = None
        self.integrations = IntegrationsController(icons, bridge, setup, page)
        self.line = ToldLine(icons, page)
        self.line.clicked.connect(self.show_sessions)
        self.strip = IntegrationStrip(icons, self.line, clock=clock, parent=page)
        self.strip.wanted.connect(self._wanted)
        self.strip.all_wanted.connect(lambda: self.show_all())
        self.strip.opened.connect(self._remember)
        self.integrations.said.connect(self.said)
        self.integrations.failed.connect(self.refused)
        self.integrations.changed.connect(self.look)
        # Receipts come in bursts too, and looking reads files of the tools.
        self.soon = RefreshTimer(page, self.look, _MOMENT_MS)
        bridge.changed.connect(self._heard)
        if state is not None:
            self.strip.restore({"open": True, "closed": False}.get(state.value(_STATE_KEY, "")))

    def of_project(self, project: str | None) -> None:
        """Shows another project's."""
        self.project = project
        self.look()

    def view_as(self, client: str) -> None:
        """Shows the cards of a client, installed or not."""
        self.strip.viewed = client
        if self.strip.tiles:
            self.strip.show_tiles(self.strip.tiles)

    def look(self) -> None:
        """Asks how everything stands."""
        self.soon.caught_up()
        self.integrations.look(self.project, self._tiles_came, self.strip.fail)
        self._bridge.run(
            partial(told, self._bridge.service, self.project),
            key="context.told", owner=self, done=self._told_came,
        )  # fmt: skip

    def _heard(self, changes: Changes) -> None:
        told = changes.conversations or changes.all_conversations or changes.all_memories
        if told or changes.status or changes.projects or changes.settings:
            self.soon.changed()

    def show_all(self, at: str = "") -> IntegrationsDialog:
        """All integrations, at one of them."""
        dialog = IntegrationsDialog(
            self._icons,
            self.integrations,
            self.project,
            clock=self._clock,
            at=at,
            parent=self._page.window(),
        )
        dialog.settings_wanted.connect(self.settings_wanted)
        return opened(dialog)

    def show_sessions(self) -> ToldPanel | None:
        """The last sessions that were told; None before they were read."""
        if self._told is None:
            return None
        panel = ToldPanel(self._icons, self._told, clock=self._clock, parent=self._page.window())
        panel.chosen.connect(self.conversation_wanted)
        panel.open_above(self.line.mapToGlobal(QPoint(0, -self._icons.theme.px(4))))
        return panel

    def show_sessions_of(self, project: str | None) -> None:
        """Show the last sessions of a project as soon as they are read."""
        self._wanted_sessions = (project,)
        self.look()

    def _wanted(self, tile: Tile, verb: str) -> None:
        if verb == SHOW:
            self.show_all(tile.key)
        else:
            self.integrations.plan(tile, verb)

    def _tiles_came(self, tiles: list[Tile]) -> None:
        self.strip.show_tiles(tiles)
        self._write_line()

    def _told_came(self, told: Told) -> None:
        self._told = told
        self._write_line()
        if self._wanted_sessions == (told.project,):
            self._wanted_sessions = None
            self.show_sessions()

    def _write_line(self) -> None:
        if self._told is None:
            return
        hooked = any(tile.health is not None for tile in self.strip.tiles)
        words = last_line(self._told, self._clock(), hooked=hooked)
        last = self._told.sessions[0] if self._told.sessions else None
        missed = self._told.off or (last is not None and last.arrived is False)
        self.line.show_words(words, "warn" if missed else "text2")
        self.line.setEnabled(bool(self._told.sessions))
        self.line.setAccessibleDescription(tr("Show sessions with shared memories") if last else "")

    def _remember(self, opened: bool) -> None:
        if self._state is not None:
            self._state.set_value(_STATE_KEY, "open" if opened else "closed")
