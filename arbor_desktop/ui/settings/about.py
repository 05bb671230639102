"""About: which version this is, and whether there is a newer one."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtGui import QGuiApplication

from arbor_desktop import __version__, updates
from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import Button, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, Section
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.settings.data import OpenUrl
from arbor_desktop.ui.translation import QT_TR_NOOP, tr
from arbor_desktop.ui.updates import UpdateRow


class AboutSection(Section):
    """The version, to be copied into a report, and updates where Arbor was released."""

    key, name, glyph = "about", QT_TR_NOOP("About"), "info"
    groups = (Group(QT_TR_NOOP("Updates"), ("updates.weekly",)),)

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock, open_url: OpenUrl) -> None:
        self._clock, self._open_url = clock, open_url
        super().__init__(icons, settings)

    def build(self) -> None:
        about = self.add(CardBox(self._theme, "Arbor Desktop"))
        copy = Button(self._icons, tr("Copy"), size="small", icon="copy", clicked=self._copy)
        copy.setAccessibleName(tr("Copy version"))
        parts = (
            f"Arbor {__version__}", f"Python {platform.python_version()}", f"Qt {PySide6.__version__}",
            f"{platform.system()} {platform.machine()}",
        )  # fmt: skip
        self.version = SettingRow(self._theme, tr("Version"), " · ".join(parts), copy)
        about.add(self.version, tr("about release license"))
        about.add(SettingRow(self._theme, tr("License"), "MIT"))
        (new,) = self.groups
        self.updates = self.add(CardBox(self._theme, tr(new.title)))
        self.update_row = UpdateRow(self._icons, self._settings, self._clock, self._open_url)
        self.updates.add(self.update_row, tr("updates upgrade new release version"))
        self.add_settings(self.updates, new.keys)
        self._offer_updates(None)

    def refresh(self) -> None:
        self._settings.start(self._ask_where_released())

    async def _ask_where_released(self) -> None:
        self._offer_updates(await self._settings.ask("releases", updates.releases))

    def _offer_updates(self, where: updates.Releases | None) -> None:
        self.update_row.page = where.page if where is not None else ""
        for row in self.updates.rows:
            self.updates.set_present(row, where is not None)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.version.description.text())
