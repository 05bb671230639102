"""General: how Arbor looks, when it runs, what it notifies of."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import SettingRow, Switch
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.autostart import Autostart
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import ChoiceRow, SwitchRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import error_words, tr


class GeneralSection(Section):
    key, name, glyph = "general", "General", "settings"

    def __init__(
        self, icons: Icons, desk: SettingsDesk, autostart: Autostart | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons, parent)
        look = self.add_card(tr("Look and keys"))
        self.theme_row = ThemeRow(icons, desk)
        look.add(self.theme_row, tr("colours appearance mode"))
        look.add(SwitchRow(icons, desk, "appearance.single_key_shortcuts"), tr("keyboard shortcuts"))
        running = self.add_card(tr("Running"))
        running.add(SwitchRow(icons, desk, "tray.keep_running"), tr("close window background"))
        self.login_row = LoginRow(icons, desk, autostart)
        running.add(self.login_row, tr("autostart startup boot"))
        running.set_present(self.login_row, autostart is not None)
        notify = self.add_card(tr("Notifications"))
        notify.add(SwitchRow(icons, desk, "notify.new_memories"))
        notify.add(SwitchRow(icons, desk, "notify.conflicts"), tr("contradictions"))
        notify.add(SwitchRow(icons, desk, "notify.errors"))
        notify.add(SwitchRow(icons, desk, "notify.hooks"), tr("integrations silent"))

    def refresh(self) -> None:
        """Looks anew at what is kept outside the settings."""
        self.login_row.refresh()


class ThemeRow(ChoiceRow):
    """The theme changes with the click; storing it follows."""

    def __init__(self, icons: Icons, desk: SettingsDesk) -> None:
        self._icons = icons
        choices = (("system", tr("System")), ("light", tr("Light")), ("dark", tr("Dark")))
        super().__init__(icons, desk, "appearance.theme", choices)

    def put(self, value: object) -> None:
        self._icons.theme.set_setting(str(value))
        super().put(value)

    def _refused(self, error: BaseException) -> None:
        super()._refused(error)
        self._icons.theme.set_setting(str(self._desk.known[self.key]))

    def _values_came(self, values: dict[str, Any]) -> None:
        super()._values_came(values)
        wanted = values.get(self.key)
        if wanted is not None and wanted != self._icons.theme.setting:
            self._icons.theme.set_setting(wanted)


class LoginRow(SettingRow):
    """Start at login: kept by the system, not among the settings."""

    def __init__(self, icons: Icons, desk: SettingsDesk, autostart: Autostart | None) -> None:
        self.switch = Switch(icons.theme, tr("Start at login"))
        super().__init__(
            icons.theme,
            tr("Start at login"),
            tr("Arbor starts in the tray, without a window, when you log in."),
            self.switch,
        )
        self._desk, self._autostart = desk, autostart
        self.switch.clicked.connect(self._chosen)

    def refresh(self) -> None:
        """Asks the system."""
        if self._autostart is not None:
            self._desk.ask("settings.login", self._autostart.is_on, self.switch.setChecked, self._refused)

    def _chosen(self, on: bool) -> None:
        self.show_error("")
        if self._autostart is not None:
            self._desk.do(self._autostart.set_on, on, failed=self._not_done)

    def _not_done(self, error: BaseException) -> None:
        self.switch.setChecked(not self.switch.isChecked())
        self._refused(error)

    def _refused(self, error: BaseException) -> None:
        self.show_error(error_words(error))
