"""The newest released version: asked for with a button, or once a week where that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QTimer, QUrl, Signal

from arbor_desktop import __version__, updates
from arbor_desktop.clock import DAY_MS, Clock, system_clock
from arbor_desktop.errors import ArborError
from arbor_desktop.settings import Settings
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.rows import SettingsController, in_line
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr

LOOK_MS = 6 * 3_600_000


class UpdateRow(SettingRow):
    """Which version this is, which is the newest, and a button that asks."""

    def __init__(
        self, icons: Icons, settings: SettingsController, clock: Clock, open_url: Callable[[QUrl], bool]
    ) -> None:
        self.page = ""
        """Where people find the newest version."""
        self.get = Button(
            icons, tr("Open download page"), size="small", clicked=lambda: open_url(QUrl(self.page))
        )
        self.check = Button(icons, tr("Check now"), size="small")
        self.get.hide()
        super().__init__(icons.theme, tr("Check for updates"), "", in_line(icons.theme, self.get, self.check))
        self.title.setBuddy(self.check)
        self._settings, self._clock = settings, clock
        self.check.clicked.connect(self._ask)
        settings.values.connect(self.show_values)
        self.show_values(settings.known)

    def show_values(self, values: dict[str, Any]) -> None:
        """Show what the settings keep of the last answer."""
        newest, at = values["updates.newest"], values["updates.checked_at"]
        self.get.setVisible(updates.is_newer(newest))
        if updates.is_newer(newest):
            words = tr("Version {newest} is available. You have {version}.")
        elif at:
            words = tr("You have the newest version, {version}. Checked {ago}.")
        else:
            words = tr("You have version {version}.")
        self.set_description(words.format(newest=newest, version=__version__, ago=ago(at, self._clock())))

    def _ask(self) -> None:
        self.show_error("")
        self.check.setEnabled(False)
        self._settings.try_to(self._check(), self._failed)

    async def _check(self) -> None:
        bridge, settings = self._settings.bridge, self._settings.service.settings
        await bridge.call(updates.check, settings, self._clock(), bridge.closing, ordered=False)
        self.check.setEnabled(True)

    def _failed(self, why: str) -> None:
        self.check.setEnabled(True)
        self.show_error(why)


class UpdateWatch(QObject):
    """Asks once a week, where that is wanted. `found(version)` when a newer one is out, once for each."""

    found = Signal(str)

    def __init__(self, bridge: Bridge, *, clock: Clock = system_clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._clock = bridge, clock
        timer = QTimer(self, interval=LOOK_MS)
        timer.timeout.connect(self.look)
        timer.start()

    def look(self) -> None:
        """Ask, if a week has passed."""
        self._bridge.run(
            _weekly, self._bridge.service.settings, self._clock(), self._bridge.closing,
            ordered=False, owner=self, done=self._take, failed=self._failed,
        )  # fmt: skip

    def _take(self, version: str) -> None:
        if version:
            self.found.emit(version)

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, ArborError):
            raise error  # offline: it is tried again in some hours


def _weekly(settings: Settings, now: int, stopped: Event) -> str:
    """Return the newer version of which nothing was said yet, or nothing."""
    wanted = settings.get("updates.weekly") and updates.releases() is not None
    if not wanted or 0 <= now - settings.get("updates.checked_at") < 7 * DAY_MS:
        return ""
    before = settings.get("updates.newest")
    version = updates.check(settings, now, stopped)
    return version if version != before and updates.is_newer(version) else ""
