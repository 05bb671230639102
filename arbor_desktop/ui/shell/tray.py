"""The tray icon: state at a glance, the menu, and the place where notifications come from."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QSize, QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget, QWidgetAction

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Label, ProgressBar
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import PROCESSING_FRAMES, Icons
from arbor_desktop.ui.integrations.watch import HookTrouble
from arbor_desktop.ui.shell.notifications import Notification
from arbor_desktop.ui.status import (
    StatusWatch,
    maintenance_line,
    maintenance_short,
    model_look,
    put_off_glyph,
    status_line,
    tomorrow_at,
    tray_state,
    waiting_line,
    waits_for_model,
)
from arbor_desktop.ui.translation import number, tr, translated

RECENT = 5
_FRAME_MS = 1000 // 8
_HOUR_MS = 3_600_000
_TITLE_LENGTH = 40


class Tray(QObject):
    """Builds the menu whether or not the system has a tray; `available` says whether it has."""

    open_wanted = Signal()
    search_wanted = Signal()
    add_wanted = Signal()
    memory_wanted = Signal(str)
    review_wanted = Signal()
    conflict_wanted = Signal(object)
    """A conflict's id, or None: whichever comes first."""
    activity_wanted = Signal()
    maintenance_wanted = Signal()
    """The log of maintenance."""
    read_wanted = Signal()
    """What waits is to be read, whatever it waits for."""
    pause_wanted = Signal(object)
    resume_wanted = Signal()
    settings_wanted = Signal()
    updates_wanted = Signal()
    integrations_wanted = Signal()
    """Where Arbor is set up in AI tools."""
    file_versions_wanted = Signal()
    """The memory file of an AI tool that lost much last."""
    model_wanted = Signal()
    """The settings of the model that reads conversations."""
    week_wanted = Signal()
    """What last week brought."""
    quit_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        watch: StatusWatch,
        *,
        clock: Clock = system_clock,
        native_menu: bool | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`native_menu`: the system draws the menu, so that it can hold nothing but words."""
        super().__init__(parent)
        self._icons, self._bridge, self._watch, self._clock = icons, bridge, watch, clock
        self._native = menu_is_native() if native_menu is None else native_menu
        self._frame = 0
        self._drawn: tuple[str, int, str] | None = None
        self._told: Notification | None = None
        self._today = ""
        """What Arbor cost today, read whenever the menu opens."""
        self._troubles: tuple[HookTrouble, ...] = ()
        self.icon = QSystemTrayIcon(self)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(self._message_clicked)
        self._turning = QTimer(self, interval=_FRAME_MS)
        self._turning.timeout.connect(self._turn)
        self.menu = QMenu()
        self._recent: list[QAction] = []
        self._build()
        self.icon.setContextMenu(self.menu)
        watch.changed.connect(self.show_status)
        bridge.changed.connect(self._look)
        icons.theme.changed.connect(self._draw)
        self.menu.aboutToShow.connect(self._refresh_line)
        self.menu.aboutToShow.connect(lambda: bridge.start(self._read_costs(), self))
        self.show_status(watch.status)

    @property
    def available(self) -> bool:
        """Whether the icon can be seen."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def show(self) -> None:
        """Shows the icon, where the system has a tray, and loads the last memories."""
        if self.available:
            self.icon.show()
        self._bridge.when_quiet(self.refresh, self)

    def hide(self) -> None:
        self._turning.stop()
        self.icon.hide()

    def refresh(self) -> None:
        """Read the last memories again."""
        self._bridge.start(self._read_recent(), self)

    async def _read_recent(self) -> None:
        bridge = self._bridge
        self.show_recent(await bridge.call(lambda: bridge.service.recent(RECENT), key="tray.recent"))

    async def _read_costs(self) -> None:
        bridge = self._bridge
        costs = await bridge.call(lambda: bridge.service.costs(), key="tray.costs", ordered=False)
        from arbor_desktop.ui.shell.popover import today_words  # as late as the window's own costs

        self._today = today_words(costs)
        self._refresh_line()

    def notify(self, what: Notification) -> None:
        """Shows a notification; a click on it opens what it is about."""
        self._told = what
        if self.icon.isVisible() and QSystemTrayIcon.supportsMessages():
            kind = QSystemTrayIcon.MessageIcon.Warning if what.warning else None
            if kind is None:
                self.icon.showMessage(what.title, what.text, self._icons.app_icon())
            else:
                self.icon.showMessage(what.title, what.text, kind)

    def explain_closing(self) -> None:
        """Says, once in a lifetime, that closing the window does not end Arbor."""
        text = tr("To quit, use the menu of Arbor's tray icon.")
        self.notify(Notification(tr("Arbor is still running"), text, "memories"))

    # The menu

    def _build(self) -> None:
        add = self._add
        self._header = self._make_header()
        self.menu.addAction(self._header)
        self.menu.addSeparator()
        self.open_action = add("memories", tr("Open Arbor"), self.open_wanted)
        self.search_action = add("search", tr("Search memories…"), self.search_wanted)
        self.add_action = add("plus", tr("New memory…"), self.add_wanted)
        self._recent_start = self.menu.addSeparator()
        self._recent_end = self.menu.addSeparator()
        self.review_action = add("review", tr("Review new memories"), self.review_wanted)
        self.conflicts_action = add("conflicts", tr("Resolve conflicts"), self.conflict_wanted, None)
        self.maintenance_action = add("refresh", "", self.activity_wanted)
        self.hooks_action = add("warning", "", self.integrations_wanted)
        self.hooks_action.setVisible(False)
        self.menu.addSeparator()
        self.read_action = add("play", "", self.read_wanted)
        self.pause_menu = QMenu(tr("Pause"), self.menu)
        self.pause_menu.setIcon(self._glyph("pause"))
        for text, how in (
            (tr("For 1 hour"), "hour"),
            (tr("Until 08:00 tomorrow"), "tomorrow"),
            (tr("Until I resume"), "resume"),
        ):
            action = self.pause_menu.addAction(text)
            action.triggered.connect(lambda _checked=False, how=how: self._pause(how))
        self.menu.addMenu(self.pause_menu)
        self.resume_action = add("play", tr("Resume"), self.resume_wanted)
        self.menu.addSeparator()
        self.settings_action = add("settings", tr("Settings…"), self.settings_wanted)
        self.quit_action = add("x", tr("Quit Arbor"), self.quit_wanted)

    def _glyph(self, name: str) -> QIcon:
        return self._icons.icon(name, "text2", 16)

    def _add(self, glyph: str, text: str, wanted: SignalInstance, *what: object) -> QAction:
        action = QAction(self._glyph(glyph), text, self.menu)
        action.triggered.connect(lambda: wanted.emit(*what))
        self.menu.addAction(action)
        return action

    def _make_header(self) -> QAction:
        if self._native:
            action = QAction(self.menu)
            action.setEnabled(False)
            return action
        widget_action = QWidgetAction(self.menu)
        self.header = _Header(self._icons, self.menu)
        widget_action.setDefaultWidget(self.header)
        return widget_action

    def show_recent(self, memories: Sequence[Memory]) -> None:
        """The last memories, the newest first."""
        for action in self._recent:
            self.menu.removeAction(action)
            action.deleteLater()
        self._recent = []
        for memory in memories:
            action = QAction(_short(memory.shown_text), self.menu)
            action.setIcon(self._glyph("memories"))
            action.setToolTip(plain(memory.shown_text))
            action.triggered.connect(lambda _checked=False, id_=memory.id: self.memory_wanted.emit(id_))
            self.menu.insertAction(self._recent_end, action)
            self._recent.append(action)
        self._recent_start.setVisible(bool(memories))

    @property
    def recent_actions(self) -> tuple[QAction, ...]:
        return tuple(self._recent)

    # The state

    def show_status(self, status: ServiceStatus) -> None:
        """Icon, tooltip and the parts of the menu that follow the state."""
        self._refresh_line()
        self._set_turning(status.state == "processing")
        self._count(self.review_action, _review_words(status), status.to_review)
        self._count(self.conflicts_action, tr("Resolve conflicts"), status.open_conflicts)
        paused = status.state == "paused"
        self.read_action.setVisible(bool(put_off_glyph(status)))
        self.read_action.setText(tr("Read %n now", None, status.queue))
        self.pause_menu.menuAction().setVisible(not paused)
        self.resume_action.setVisible(paused)
        self._show_maintenance(status)
        self._draw()

    def show_hooks(self, troubles: Sequence[HookTrouble]) -> None:
        """A line while a hook does not answer, which leads to where that is mended."""
        self._troubles = tuple(troubles)
        self.hooks_action.setVisible(bool(troubles))
        if troubles:
            self.hooks_action.setText(_short(_hooks_words(self._troubles)))
            self.hooks_action.setToolTip(translated(self._troubles[0].health.message))
        self._refresh_line()
        self._draw()

    def _show_maintenance(self, status: ServiceStatus) -> None:
        """A line while it runs, beside what capture does."""
        running = status.maintenance
        self.maintenance_action.setVisible(running is not None)
        if running is not None:
            self.maintenance_action.setText(_short(maintenance_line(running)))

    def _count(self, action: QAction, words: str, waiting: int) -> None:
        """An entry for what waits, with its number; not there where nothing does."""
        action.setVisible(waiting > 0)
        count = number(waiting)
        action.setText(f"{words} ({count})" if self._native else f"{words}\t{count}")

    def _refresh_line(self) -> None:
        # "Paused until tomorrow 08:00" becomes "until 08:00" when midnight passes.
        status = self._watch.status
        line, waiting = status_line(status, self._clock()), waiting_line(status)
        running = maintenance_short(status.maintenance) if status.maintenance else ""
        hooks = _hooks_words(self._troubles)
        self.icon.setToolTip("\n".join(part for part in ("Arbor", line, waiting, running, hooks) if part))
        below = status.current or ""
        if waits_for_model(status) and status.model is not None:
            below = model_look(status.model, self._clock()).title
        elif put_off_glyph(status):
            below = tr("%n conversations to read", None, status.queue)
        elif waiting and status.state == "ready":
            line, below = waiting, line
        if self._native:
            self._header.setText(line)
        else:
            self.header.show_status(line, below, status, self._today)

    @property
    def _state(self) -> str:
        """Which icon: a hook that does not answer asks for attention, as what waits does."""
        state = tray_state(self._watch.status)
        return "attention" if self._troubles and state != "error" else state

    def _draw(self) -> None:
        wanted = (self._state, self._frame, self._icons.theme.mode)
        if wanted != self._drawn:  # some panels flicker, and news of progress come ten times a second
            self._drawn = wanted
            self.icon.setIcon(self._icons.tray_icon(wanted[0], self._frame))

    def _set_turning(self, on: bool) -> None:
        if on and self._icons.theme.animated:
            if not self._turning.isActive():
                self._turning.start()
        else:
            self._turning.stop()
            self._frame = 0

    def _turn(self) -> None:
        self._frame = (self._frame + 1) % PROCESSING_FRAMES
        if self._state == "processing":
            self._draw()

    def _look(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories:
            self.refresh()

    # Clicks

    def _pause(self, how: str) -> None:
        now = self._clock()
        self.pause_wanted.emit({"hour": now + _HOUR_MS, "tomorrow": tomorrow_at(8, now)}.get(how))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        # On macOS a click opens the menu by itself.
        if reason == QSystemTrayIcon.ActivationReason.Trigger and sys.platform != "darwin":
            self.open_wanted.emit()

    def _message_clicked(self) -> None:
        told, opens = self._told, self._told.opens if self._told else ""
        if told is not None and opens == "conflicts":
            self.conflict_wanted.emit(told.target)
            return
        wanted = {
            "review": self.review_wanted,
            "activity": self.activity_wanted,
            "maintenance": self.maintenance_wanted,
            "model": self.model_wanted,
            "integrations": self.integrations_wanted,
            "file_versions": self.file_versions_wanted,
            "updates": self.updates_wanted,
            "week": self.week_wanted,
        }
        wanted.get(opens, self.open_wanted).emit()


class _Header(QWidget):
    """The first row of the menu: app icon, status, progress."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        theme = icons.theme
        px = theme.px
        self.line = Label(theme, "", "body600", parent=self)
        self.current = Label(theme, "", "caption", "text3", parent=self)
        self.bar = ProgressBar(theme, tr("Reading"), self)
        self.today = Label(theme, "", "caption", "text3", parent=self)
        words = vbox(self.line, self.current, self.today, px(2), self.bar)
        hbox(words, on=self, margins=(px(10) + px(26) + px(10), px(7), px(10), px(8)))

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(284), super().sizeHint().height())

    def show_status(self, line: str, below: str, status: ServiceStatus, today: str) -> None:
        """`below`: a second, quieter line; `today`: what Arbor cost."""
        self.line.setText(line)
        self.today.setText(today)
        self.current.setText(_short(below))
        self.current.setVisible(bool(below))
        self.bar.setVisible(status.state == "processing")
        self.bar.set_value(status.done, status.total)
        self.setAccessibleName(line)

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = self._icons.theme.px
        pixmap = self._icons.app_pixmap(26, self.devicePixelRatioF())
        QPainter(self).drawPixmap(px(10), px(9), pixmap)


def menu_is_native(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether the system draws the tray's menu: macOS, and the panels of Linux that are told by D-Bus."""
    if platform == "darwin":
        return True
    bus = environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    return platform.startswith("linux") and bool(bus) and not bus.startswith("disabled")


def _review_words(status: ServiceStatus) -> str:
    if not status.marked_outdated:
        return tr("Review new memories")
    return tr("Review memories") if status.pending_review else tr("Review outdated memories")


def _hooks_words(troubles: Sequence[HookTrouble]) -> str:
    if not troubles:
        return ""
    if len(troubles) == 1:
        return troubles[0].line
    return tr("%n hooks not responding", None, len(troubles))


def _short(text: str) -> str:
    """One line of a menu's length; "&" stays itself."""
    flat = plain(" ".join(text.split()))
    cut = flat if len(flat) <= _TITLE_LENGTH else flat[: _TITLE_LENGTH - 1].rstrip() + "…"
    return cut.replace("&", "&&")
