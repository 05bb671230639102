"""What is under the preview: whether telling works, and the integrations by which it does."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.context.receipt_reads import Told, told
from arbor_desktop.ui.context.told_panel import ToldPanel
from arbor_desktop.ui.context.told_words import last_line
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.following import Following
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.card import SHOW
from arbor_desktop.ui.integrations.deeds import Deeds
from arbor_desktop.ui.integrations.desk import IntegrationsDesk
from arbor_desktop.ui.integrations.dialog import IntegrationsDialog
from arbor_desktop.ui.integrations.setup import Setup
from arbor_desktop.ui.integrations.strip import IntegrationStrip
from arbor_desktop.ui.integrations.tiles import Tile
from arbor_desktop.ui.window_state import WindowState

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
        self._project: str | None = None
        self._told: Told | None = None
        self.desk = IntegrationsDesk(bridge, setup, self)
        self.line = ToldLine(icons, page)
        self.line.clicked.connect(self.show_sessions)
        self.strip = IntegrationStrip(icons, self.line, clock=clock, parent=page)
        self.deeds = Deeds(icons, self.desk, page)
        self.strip.wanted.connect(self._wanted)
        self.strip.all_wanted.connect(lambda: self.show_all())
        self.strip.opened.connect(self._remember)
        self.deeds.said.connect(self.said)
        self.deeds.refused.connect(self.refused)
        self.desk.changed.connect(self.look)
        # Receipts come in bursts too, and looking reads files of the tools.
        self.soon = Following(page, self.look, _MOMENT_MS)
        bridge.changed.connect(self._heard)
        if state is not None:
            self.strip.restore({"open": True, "closed": False}.get(state.value(_STATE_KEY, "")))

    def of_project(self, project: str | None) -> None:
        """Shows another project's."""
        self._project = project
        self.look()

    def look(self) -> None:
        """Asks how everything stands."""
        self.soon.caught_up()
        self.desk.look("context.integrations", self._project, self._tiles_came, self.strip.fail)
        self._bridge.run(
            partial(told, self._bridge.service, self._project),
            key="context.told", owner=self, done=self._told_came,
        )  # fmt: skip

    def _heard(self, changes: Changes) -> None:
        told = changes.conversations or changes.all_conversations or changes.all_memories
        if told or changes.status or changes.projects or changes.settings:
            self.soon.changed()

    def show_all(self, at: str = "") -> IntegrationsDialog:
        """All integrations, at one of them."""
        dialog = IntegrationsDialog(
            self._icons, self.desk, self._project, clock=self._clock, at=at, parent=self._page.window()
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.settings_wanted.connect(self.settings_wanted)
        dialog.open()
        return dialog

    def show_sessions(self) -> ToldPanel | None:
        """The last sessions that were told; None before they were read."""
        if self._told is None:
            return None
        panel = ToldPanel(self._icons, self._told, clock=self._clock, parent=self._page.window())
        panel.chosen.connect(self.conversation_wanted)
        panel.open_above(self.line.mapToGlobal(QPoint(0, -self._icons.theme.px(4))))
        return panel

    def _wanted(self, tile: Tile, verb: str) -> None:
        if verb == SHOW:
            self.show_all(tile.key)
        else:
            self.deeds.ask(tile, verb)

    def _tiles_came(self, tiles: list[Tile]) -> None:
        self.strip.show_tiles(tiles)
        self._write_line()

    def _told_came(self, told: Told) -> None:
        self._told = told
        self._write_line()

    def _write_line(self) -> None:
        if self._told is None:
            return
        hooked = any(tile.health is not None for tile in self.strip.tiles)
        words = last_line(self._told, self._clock(), hooked=hooked)
        last = self._told.sessions[0] if self._told.sessions else None
        missed = self._told.off or (last is not None and last.arrived is False)
        self.line.show_words(words, "warn" if missed else "text2")
        self.line.setEnabled(bool(self._told.sessions))
        self.line.setAccessibleDescription(tr("Shows the sessions that were told") if last else "")

    def _remember(self, opened: bool) -> None:
        if self._state is not None:
            self._state.set_value(_STATE_KEY, "open" if opened else "closed")
